"""Where exactua's own manifests and proofs lie, and what is said where an installation lacks them."""

from __future__ import annotations

from pathlib import Path

import pytest

from exactua import proofs_folder
from exactua.commands.group import main
from exactua.evidence import manifests
from exactua.proving import checker
from exactua.proving.rocq import sources

LACKS = (
    "exactua: proofs: this installation of exactua lacks the folder exactua/proofs, with the manifests of papers and "
    "the general proofs; install all of exactua\n"
)


@pytest.mark.parametrize(
    "arguments",
    [
        ["regress"],
        ["regress", "yun2020"],
        ["prove", "lemma10"],
        ["prove", "--all"],
        ["cite", "lemma8", "--d", "2", "--n", "3"],
        ["report", "html", "-o", "site"],
    ],
)
def test_an_installation_without_proofs_says_so(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for module in (manifests, checker, sources):
        monkeypatch.setattr(module, "proofs_folder", lambda: tmp_path / "proofs")
    assert main(arguments) == 2
    assert capsys.readouterr() == ("", LACKS)


def test_a_folder_is_shown_as_seen_from_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert proofs_folder.as_seen(tmp_path / "proofs") == Path("proofs")
    assert proofs_folder.as_seen(Path("/elsewhere/proofs")) == Path("/elsewhere/proofs")
