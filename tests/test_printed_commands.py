"""Commands that are printed are run, and do what they say: those of `cite`, for the first instance of every claim."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from exactua.claims.registry import PAPERS, claims_of, find
from exactua.commands.group import main
from exactua.console.instances import instance_options

LABELS = [
    pytest.param(claim.label, id=claim.label, marks=() if paper == "background" else pytest.mark.papers)
    for paper in PAPERS
    for claim in claims_of(paper)
]


def run(capsys: pytest.CaptureFixture[str], command: str) -> tuple[int, str, str]:
    """Exit code, output and notes of a printed command."""
    program, *arguments = shlex.split(command)
    assert program == "exactua"
    code = main(arguments)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def said(out: str, what: str) -> str:
    """What a citation says behind "Verify: " or "Check: "."""
    (command,) = (line.partition(f"{what}:")[2].strip() for line in out.splitlines() if f"{what}:" in line)
    return command


@pytest.mark.parametrize("label", LABELS)
def test_the_instance_that_cite_names_can_be_cited_and_verified(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, label: str
) -> None:
    monkeypatch.chdir(tmp_path)
    _, _, note = run(capsys, f"exactua cite {label}")
    options = note.partition("such as ")[2].partition(", to cite one")[0]
    code, out, err = run(capsys, f"exactua cite {label} {options} --format text")
    if "not cited: " in err:  # nothing of its statement is decided: the command that is told comes to the same
        assert (code, "Verify:" in out) == (3, False)
        command = err.partition("not cited: ")[2].partition(" is inconclusive")[0]
        assert run(capsys, command)[0] in (1, 3)
        return
    assert code == 0, err
    code, verified, err = run(capsys, said(out, "Verify"))
    assert (code, "confirmed" in verified) == (0, True), verified + err
    before = {path.name: path.read_bytes() for path in (tmp_path / ".exactua").glob("*.json")}
    assert len(before) == 1
    assert run(capsys, said(out, "Check"))[0] in (0, 1, 3, 5)
    assert {path.name for path in (tmp_path / ".exactua").glob("*.json")} == set(before)


def test_a_command_that_verifies_nothing_would_be_seen(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    _, out, _ = run(capsys, "exactua cite lemma10 --d 1 --n 2 --format text")
    (path,) = (tmp_path / ".exactua").glob("*.json")
    path.write_text(path.read_text().replace('"refuted"', '"holds"').replace("lemma10", "lemma11"))
    assert run(capsys, said(out, "Verify"))[0] == 1


@pytest.mark.parametrize(
    ("label", "options"),
    [
        ("lemma8", "--d 1 --n 2 --delta 1/2"),
        ("kajitsuka2024:theorem2", "-p data=1"),
        ("kajitsuka2024:lemma1", "--d 1 --n 1 -p separation=6"),
    ],
)
def test_an_example_of_an_instance_has_every_parameter_that_is_needed(label: str, options: str) -> None:
    assert instance_options(find(label)[0]) == options
