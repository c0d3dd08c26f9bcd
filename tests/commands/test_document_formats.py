"""A format that nobody knows: every command that tells a document writes it, for one more renderer."""

from __future__ import annotations

from pathlib import Path

import pytest

from exactua.claims.registry import find
from exactua.commands.group import main
from exactua.commands.limit import proved_and_measured
from exactua.evidence import scopes
from exactua.networks.files import write_network
from exactua.papers.yun2020.selective_shift import contextual_map
from exactua.printing.documents import Document
from exactua.printing.renderers import RENDERERS, Renderer
from exactua.proving.rocq import kernel as rocq
from tests import own_manifests
from tests.evidence.sample import install
from tests.proving.rocq.small import with_steps, written

COMMANDS = {
    "bits": ("bits", "lemma8", "--d", "1", "--n", "2"),
    "bits of a network": ("bits", "--network", "net.json", "--points", "points.json"),
    "compare": ("compare", "pairs.json", "--no-certificate"),
    "audit": ("audit", "lemma10", "--d", "1", "--n", "2", "--over", "certificate"),
    "errata": ("errata", "sample", "--d", "1", "--n", "2", "--delta", "1/2", "--jobs", "1"),
    "runs list": ("runs", "list"),
    "sharpen": ("sharpen", "sample", "--n", "2", "--jobs", "1"),
    "regress": ("regress", "sizes.toml", "--all", "--jobs", "1"),
    "relax": ("relax", "sample", "--d", "1", "--n", "2", "--jobs", "1"),
    "info": ("info", "net.json"),
    "list": ("list", "sample"),
    "migrate": ("migrate", "net.json"),
    "limit": ("limit", "lemma8", "--d", "1", "--n", "2", "--lambda", "100", "--backend", "numpy"),
    "limit --table": ("limit", "--table", "--backend", "numpy"),
    "prove --all": ("prove", "--all"),
    "signoff --list": ("signoff", "--list"),
}


def toy(document: Document) -> list[str]:
    """The kinds of the blocks in a line, and how the data calls itself."""
    return [" ".join([*(type(block).__name__ for block in document.blocks), document.data["format"]])]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write_network(tmp_path / "net.json", contextual_map({"d": 1, "n": 2, "m": 2}))
    (tmp_path / "points.json").write_text('[[["1/2", 0]], [[0, "1/2"]]]')
    (tmp_path / "pairs.json").write_text("[[[1, 2]], [[1, 3]]]")
    install(monkeypatch)
    monkeypatch.setattr(proved_and_measured.table, "__defaults__", (proved_and_measured.INSTANCES[:1], None))
    monkeypatch.setattr(scopes, "every_claim", lambda: (find(label)[0] for label in ("lemma10", "claim1")))
    proofs = written(tmp_path / "rocq", with_steps())  # all of them take a minute to compile
    monkeypatch.setattr(rocq, "sources_folder", lambda: proofs)
    own_manifests.write_by_known_code(tmp_path)
    monkeypatch.setitem(RENDERERS, "toy", Renderer(toy, ".toy", "# {}"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


LONG = {"prove --all": pytest.mark.papers}
"""It compiles."""


@pytest.mark.parametrize("name", [pytest.param(name, marks=LONG.get(name, ())) for name in COMMANDS])
def test_a_new_format_is_one_renderer(name: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*COMMANDS[name], "--format", "toy"]) in (0, 3)
    out = capsys.readouterr().out
    *blocks, data = out.splitlines()[0].split(" ")
    assert {"Table", "Items", "Paragraph", "Either"} & set(blocks)
    assert data.startswith("exactua-")
    assert main([*COMMANDS[name], "--format", "html"]) in (0, 3)
    assert capsys.readouterr().out.startswith("<!DOCTYPE html>\n")


def test_a_file_of_a_new_format_says_who_wrote_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):  # the second time over the file of the first
        assert main([*COMMANDS["bits"], "--format", "toy", "-o", "bits.toy"]) == 0
    assert (folder / "bits.toy").read_text().startswith("# Written by exactua bits.\nParagraph Table ")


def test_an_unknown_format_is_refused_with_those_that_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*COMMANDS["bits"], "--format", "toy"]) == 2
    says = "exactua: format: 'toy' is not valid; choose one of text, markdown, latex, html, json\n"
    assert capsys.readouterr().err == says
