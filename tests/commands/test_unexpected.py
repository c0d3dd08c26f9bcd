"""An exception that nothing expected has exit code 70, and no code of a verdict; what ran out has 3."""

from __future__ import annotations

import errno
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest

from exactua.commands.group import LazyGroup, main
from exactua.errors import Unanswered
from exactua.evidence import ladders
from tests.commands.network_files import theorem2
from tests.documentation import ROOT

REPORT = (
    "; please report it to the maintainers of exactua, with the command and the files that it reads; "
    "EXACTUA_TRACEBACK=1 shows where it was raised\n"
)


@pytest.fixture
def raised(monkeypatch: pytest.MonkeyPatch) -> list[BaseException]:
    """What the command `list` raises from now on."""
    errors: list[BaseException] = []

    def fail() -> None:
        raise errors[0]

    monkeypatch.setattr(LazyGroup, "get_command", lambda *of_group: click.Command("list", callback=fail))
    monkeypatch.delenv("EXACTUA_TRACEBACK")
    return errors


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (ValueError("so it is"), "ValueError: so it is"),
        (ValueError("two\nlines \x1b[31mred"), "ValueError: two lines \\x1b[31mred"),
        (AssertionError(), "AssertionError"),
        (RecursionError("too deep"), "RecursionError: too deep"),
        (KeyError("k"), "KeyError: 'k'"),
        (SystemExit(1), "SystemExit: 1"),
        (ValueError("\x1b" * 300), "ValueError: " + "\\x1b" * 71 + "\\..."),
    ],
)
def test_what_nothing_expected_is_one_sentence_and_70(
    error: BaseException, told: str, raised: list[BaseException], capsys: pytest.CaptureFixture[str]
) -> None:
    raised.append(error)
    assert main(["list"]) == 70
    assert capsys.readouterr() == ("", f"exactua: this is an error of exactua itself ({told}){REPORT}")


def test_the_traceback_is_there_for_those_who_ask(
    raised: list[BaseException], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    raised.append(ValueError("so it is"))
    monkeypatch.setenv("EXACTUA_TRACEBACK", "1")
    assert main(["list"]) == 70
    told = capsys.readouterr().err
    assert REPORT in told
    assert "Traceback (most recent call last)" in told
    assert "in fail" in told


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (MemoryError(), "the memory does not suffice, so there is no answer; take a smaller instance, or fewer --jobs"),
        (
            OSError(errno.ENOMEM, "Cannot allocate memory"),
            "the memory does not suffice, so there is no answer; take a smaller instance, or fewer --jobs",
        ),
        (Unanswered("coqc took more than 900 s"), "coqc took more than 900 s"),
    ],
)
def test_what_ran_out_is_no_answer(
    error: BaseException, told: str, raised: list[BaseException], capsys: pytest.CaptureFixture[str]
) -> None:
    raised.append(error)
    assert main(["list"]) == 3
    assert capsys.readouterr() == ("", f"exactua: {told}\n")


def test_a_code_stands_where_nothing_can_be_said(raised: list[BaseException], monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*arguments: Any, **options: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    raised.append(ValueError("so it is"))
    monkeypatch.setattr(click, "echo", full)
    assert main(["list"]) == 70


def test_what_a_worker_raises_is_told_alike(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: Any, **options: Any) -> None:
        raise ValueError("in a worker")

    monkeypatch.setattr(ladders, "decide", fail)  # which processes that are forked inherit
    assert main(["check", "yun2020", "--ladder", "--jobs", "2", "--no-certificate"]) == 70
    assert "an error of exactua itself (ValueError: in a worker); please report" in capsys.readouterr().err


def test_every_way_to_start_exactua_ends_with_70(tmp_path: Path) -> None:
    fail = "import exactua.commands.group, runpy, sys; exactua.commands.group.LazyGroup.get_command = lambda *of_group: 1 // 0"
    for start in (
        "runpy.run_module('exactua', run_name='__main__')",
        f"runpy.run_path({str(ROOT / 'cli.py')!r}, run_name='__main__')",
        "exactua.commands.group.main()",
    ):
        program = f"{fail}; sys.argv = ['exactua', 'list']; {start}"
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT)
        assert done.returncode == 70, start
        assert "an error of exactua itself (ZeroDivisionError: " in done.stderr


def test_a_grid_of_more_sequences_than_can_be_told_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["ask", theorem2(tmp_path), "--grid", "0 1", "--property", "injective", "--no-certificate"]
    assert main([*asked, "--n", "20000"]) == 2
    assert capsys.readouterr() == (
        "",
        "exactua: n: 2 columns make 2^20000 (about 10^6020) sequences of 20,000; give an n of which the sequences can be counted\n",
    )
