"""Positions as editors count them, and the paper that a part of it names."""

from __future__ import annotations

from lsprotocol import types
from pygls.workspace import PositionCodec, TextDocument

from exactua.commands.lsp.server import offset_of, paper_of_part, position_of

TEXT = "a𝔸b\r\nc\x0cd\u2028e\rf\n"


def test_positions_count_the_units_of_the_encoding_and_lines_of_the_protocol() -> None:
    for encoding, units in ((types.PositionEncodingKind.Utf16, 2), (types.PositionEncodingKind.Utf8, 4)):
        document = TextDocument("file:///x.tex", TEXT, position_codec=PositionCodec(encoding))
        assert position_of(document, TEXT.index("b")) == types.Position(0, 1 + units)
        assert position_of(document, TEXT.index("f")) == types.Position(2, 0)
        assert position_of(document, len(TEXT)) == types.Position(3, 0)
        for offset, letter in enumerate(TEXT):
            if letter not in "\r\n":
                assert offset_of(document, position_of(document, offset)) == offset
        assert offset_of(document, types.Position(0, 99)) == TEXT.index("\r")
        assert offset_of(document, types.Position(9, 0)) == len(TEXT)


def test_a_part_names_the_paper_that_reads_it_in(tmp_path) -> None:
    (tmp_path / "parts").mkdir()
    paper, part = tmp_path / "paper.tex", tmp_path / "parts" / "part.tex"
    paper.touch()
    assert paper_of_part(part, "% !TEX root = ../paper.tex\ntext").resolve() == paper
    assert paper_of_part(part, "%!TeX root=../paper.tex").resolve() == paper
    assert paper_of_part(part, "% !TEX root = ../none.tex") == part
    assert paper_of_part(part, "text") == part
