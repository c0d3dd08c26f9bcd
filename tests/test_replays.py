"""Every replay that is printed shows what was found: the ledgers', with the values of the row, and those of checks."""

from __future__ import annotations

import re
import shlex
from functools import cache

import pytest

from exactua.claims.registry import PAPERS
from exactua.commands.group import main
from tests.test_ledgers_in_manifests import replays, rows_told, text_of

LONG = ("alcalde2025", "background", "hahn2020", "kajitsuka2024")
"""Papers whose counterexamples are exact reals, which take longer: the stage of the papers replays them."""
EVERY_PAPER = [pytest.param(paper, marks=pytest.mark.papers) if paper in LONG else paper for paper in PAPERS]

ROW = re.compile(r"^- \*\*(?:least|also)\*\*: (.*)\n- \*\*replay\*\*: `+ ?(exactua explain .*?) ?`+$", re.MULTILINE)
"""What a committed ledger says of a counterexample, and the command behind it."""
NO_POINT = re.compile(r"^ +(no point|every point) [^:]*satisfies ", re.MULTILINE)
VALUE = re.compile(r"is false: (.*)$| takes the value (.*) twice$|: (\S+ \S+ \S+) is false$")


def replayed(capsys: pytest.CaptureFixture[str], command: str) -> str:
    """All that a replay prints, in one line."""
    program, *arguments = shlex.split(command)
    assert (program, main(arguments)) == ("exactua", 0), command
    return " ".join(capsys.readouterr().out.split())


def values_of(line: str) -> str:
    """Of a false line its exact values: "1/4 on the left, 1/2 on the right", "13" of a value that is taken twice."""
    match = VALUE.search(line)
    return "" if match is None else next(filter(None, match.groups()), "")


def shows(out: str, line: str) -> bool:
    """Whether an explanation finds that the step is false, or not met by its object, with the values of this line."""
    return (" FALSE" in out or " NOT MET BY " in out) and " ".join(values_of(line).split()) in out


@cache
def rows(paper: str) -> tuple[tuple[str, str], ...]:
    """The false lines of a committed ledger, each with its replay."""
    matches = ROW.findall(text_of(paper))
    return tuple((line.replace("\\", "").partition("; repaired: ")[0], command) for line, command in matches)


def instance_options(command: str) -> list[str]:
    """The words of a replay behind the step, without its points."""
    words = shlex.split(command)[3:]
    return [word for pair in zip(words[::2], words[1::2], strict=True) if pair[0] != "--at" for word in pair]


def told(out: str, what: str) -> list[str]:
    """What a check prints behind "there: " or "replay: "."""
    return [line.partition(f"{what}: ")[2] for line in out.splitlines() if line.strip().startswith(f"{what}: ")]


@pytest.mark.parametrize("paper", EVERY_PAPER)
def test_every_replay_of_a_ledger_shows_its_counterexample(capsys: pytest.CaptureFixture[str], paper: str) -> None:
    assert {command for _, command in rows(paper)} == set(replays(paper))
    assert bool(rows(paper)) == bool(rows_told(paper))
    assert [command for line, command in rows(paper) if not shows(replayed(capsys, command), line)] == []


@pytest.mark.papers
@pytest.mark.parametrize("paper", EVERY_PAPER)
def test_the_replay_that_a_check_prints_shows_what_is_false(capsys: pytest.CaptureFixture[str], paper: str) -> None:
    wrong = []
    for command in replays(paper):
        step = shlex.split(command)[2]
        assert main(["check", step, *instance_options(command), "--no-certificate", "--replay", "0"]) == 1, command
        out = capsys.readouterr().out
        (own,) = told(out, "replay")
        if NO_POINT.search(out):  # what is said of some point has no counterexample
            line = ""
        else:
            (line,) = told(out, "there")
        if not shows(replayed(capsys, own), line):
            wrong.append(own)
    assert wrong == []


def test_a_replay_that_holds_would_be_seen(capsys: pytest.CaptureFixture[str]) -> None:
    out = replayed(capsys, 'exactua explain lemma7.range_of_k@repaired --d 1 --n 2 --delta 1/2 --at "1/2"')
    assert not shows(out, "it is false")


def test_other_values_than_the_rows_would_be_seen(capsys: pytest.CaptureFixture[str]) -> None:
    out = replayed(capsys, 'exactua explain lemma7.range_of_k --d 1 --n 2 --delta 1/2 --at "1/2"')
    assert shows(out, "at row = 1, f = t is false: 1/4 on the left, 1/2 on the right")
    assert not shows(out, "at row = 1, f = t is false: 1/4 on the left, 1 on the right")
    assert values_of("q takes the value 13 twice") == "13"
    assert values_of("two of the numbers x differ by 9, and y is 9: 9 > 9 is false") == "9 > 9"


def test_no_replay_is_left_out_where_a_step_needs_no_point(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "lemma9.shift_all_rows", "--d", "1", "--n", "2", "--delta", "1/2", "--no-certificate"]) == 1
    assert told(capsys.readouterr().out, "replay") == [
        "exactua explain yun2020:lemma9.shift_all_rows --d 1 --n 2 --delta 1/2"
    ]
