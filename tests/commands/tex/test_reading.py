r"""What reads a LaTeX paper takes any text, and tells every mark in it."""

from __future__ import annotations

import random
from pathlib import Path

from exactua.commands.lsp.places import place_at, places, written_in
from exactua.commands.tex.reading import MARK, read, visible_source
from exactua.commands.tex.words import document, lines
from exactua.commands.tex.work import Judge

PIECES = (
    r"\exactuachecked", "[", "]", "{", "}", "d1n2m2", ",", "verdict=", "holds", "statement=", "certificate=", "sha256:01234567",
    "yun2020:lemma10", "lemma8.property3", "%", "\n", "\\", r"\%", r"\input{paper}", r"\input nowhere ", r"\verb|", "|", r"\begin{verbatim}",
    r"\end{verbatim}", r"\end{document}", r"\exactuadata{yun2020:lemma10}{d1n2m2}{good}{checked}{d = 1}{sha256:\allowbreak 01234567\dots{}}",
    "#1", "é", "𝔸", "\r\n", "\r", "\x0c", "\0", "`", "```\n", "'", '"', "x.py::y", "@repaired", "\u2028", 'x = claim("a")\n', '@x.states("b")\n', "def f(at):\n",
)  # fmt: skip


MARKED = r"\exactuachecked[d1n2m2, verdict=holds, statement=sha256:01234567]{yun2020:lemma10}"


def test_any_text_is_read_and_every_mark_of_it_is_told(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    rng, marks = random.Random(39), 0
    for _ in range(120):
        text = "".join(rng.choice((*PIECES, *4 * [MARKED])) for _ in range(rng.randrange(1, 60)))
        Path("paper.tex").write_bytes(text.encode())
        source = read(Path("paper.tex"))
        judged = list(Judge(Path("none"), 1).of(source))
        assert len(judged) == len(source.marks) == len(MARK.findall(visible_source(text)))
        assert {entry.state for entry in judged} <= {"unverifiable", "stale"}
        assert len(list(lines(source, judged))) == len(judged) + len(source.missing) + 1
        assert len(document(source, judged)["marks"]) == len(judged)
        assert len(visible_source(text)) == len(text)
        for language in ("latex", "markdown", "python"):
            assert all(text[place.start : place.end] == place.label for place in places(text, language))
            place_at(text, language, rng.randrange(len(text) + 1))
        written_in(text, "mine")
        marks += len(judged)
    assert marks > 100
