"""Every replay that a ledger prints is a command that shows the counterexample: it runs, and the step is false there."""

from __future__ import annotations

import json
import shlex

import pytest

from exactua.cli import main
from tests.test_ledgers_in_manifests import replays

LONG = ("kajitsuka2024", "background")


def shown(capsys: pytest.CaptureFixture[str], command: str) -> bool | None:
    """What `explain` says of the step at the point of a replay."""
    program, *arguments = shlex.split(command)
    code = main([*arguments, "--format", "json"])
    assert (program, code) == ("exactua", 0), command
    found = json.loads(capsys.readouterr().out)["true"]
    assert found is None or isinstance(found, bool)
    return found


@pytest.mark.parametrize(
    "paper", ["yun2020", "so2020", *(pytest.param(paper, marks=pytest.mark.pages) for paper in LONG)]
)
def test_every_replay_of_a_ledger_shows_its_counterexample(capsys: pytest.CaptureFixture[str], paper: str) -> None:
    commands = replays(paper)
    assert commands
    assert [command for command in commands if shown(capsys, command) is not False] == []


@pytest.mark.parametrize(
    "step",
    ["proposition5.value_swapped", "lemma9.maps_swapped", "lemma9.others_unaffected", "category2.above_threshold"],
)
def test_the_replay_that_a_check_prints_shows_what_is_false(capsys: pytest.CaptureFixture[str], step: str) -> None:
    assert main(["check", step, "--d", "1", "--n", "2", "--delta", "1/2", "--no-certificate"]) == 1
    out = capsys.readouterr().out
    (command,) = (line.partition("replay: ")[2] for line in out.splitlines() if "replay: " in line)
    assert shown(capsys, command) is False


def test_a_replay_that_holds_would_be_seen(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, 'exactua explain lemma7.range_of_k@repaired --d 1 --n 2 --delta 1/2 --at "1/2"') is True
