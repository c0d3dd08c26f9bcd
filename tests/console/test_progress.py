"""On a terminal every command tells on stderr that it is at work, soon; in a pipe it tells nothing."""

from __future__ import annotations

import io
import time

import click
import pytest

from exactua.commands.group import main
from exactua.console import progress
from exactua.console.progress import CLEAR, at_work, at_work_in_a_pipe, phased, progress_bar


class Terminal(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        return True


def on_terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """A terminal, which stdout and stderr go to from now on."""
    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setattr("sys.stdout", stream)
    monkeypatch.setattr(progress, "DELAY", 0.02)
    monkeypatch.setattr(progress, "EVERY", 0.02)
    return stream


def await_line(stream: Terminal, part: str) -> None:
    began = time.monotonic()
    while part not in stream.getvalue():
        assert time.monotonic() - began < 10, stream.getvalue()
        time.sleep(0.01)


def test_the_line_comes_without_a_count_and_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_terminal(monkeypatch)
    with at_work("exactua eval"):
        await_line(terminal, f"{CLEAR}exactua eval: 0 s")
    assert terminal.getvalue().endswith(CLEAR)


def test_the_line_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_terminal(monkeypatch)
    with at_work("exactua check"), progress_bar(quiet=False, noun="points") as told:
        assert told is not None
        told(1234, 2000)
        await_line(terminal, "exactua check: 0 s, 1,234 of 2,000 points, about 0 s left")


def test_what_is_done_after_counting_is_a_phase_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_terminal(monkeypatch)
    with (
        at_work("exactua prove"),
        progress_bar(False, "files") as counting,
        phased(counting, "asks the kernel") as told,
    ):
        assert told is not None
        told(1, 2)
        await_line(terminal, "exactua prove: 0 s, 1 of 2 files")
        told(2, 2)
        await_line(terminal, "exactua prove: 0 s, asks the kernel")


def test_what_is_counted_anew_takes_as_long_as_from_then_on(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal, clock = on_terminal(monkeypatch), [0.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: clock[0])
    with at_work("exactua check"), progress_bar(False) as points, progress_bar(False, "networks") as networks:
        assert points is not None
        assert networks is not None
        for now, told, done in ((100.0, networks, 81), (100.0, points, 7), (200.0, networks, 1), (202.0, networks, 2)):
            clock[0] = now
            told(done, 81)
        wait = time.perf_counter() + 10
        while "2 of 81 networks, about 79 s left" not in terminal.getvalue():
            assert time.perf_counter() < wait
            time.sleep(0.01)


def test_other_words_are_written_in_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_terminal(monkeypatch)
    with at_work("exactua check"):
        await_line(terminal, "exactua check")
        click.echo("a verdict")
        click.echo("half a line", nl=False, err=True)
        half = len(terminal.getvalue())
        time.sleep(0.1)
        assert len(terminal.getvalue()) == half, "nothing is written into a line that has begun"
    assert f"{CLEAR}a verdict\n" in terminal.getvalue()


def test_every_command_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_terminal(monkeypatch)
    monkeypatch.setattr(click, "echo", lambda *args, **more: await_line(terminal, "exactua show: "))
    assert main(["show", "lemma8"]) == 0


def test_in_a_pipe_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setattr(progress, "DELAY", 0)
    with at_work("exactua eval"), progress_bar(quiet=False) as told:
        assert told is None
        time.sleep(0.05)
    assert stream.getvalue() == ""


def test_a_quiet_command_counts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    on_terminal(monkeypatch)
    with at_work("exactua check"), progress_bar(quiet=True) as told:
        assert told is None


def test_in_a_pipe_a_line_comes_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = Terminal()
    monkeypatch.setattr(pipe, "isatty", lambda: False)
    monkeypatch.setattr("sys.stderr", pipe)
    monkeypatch.setattr(progress, "EVERY_IN_A_PIPE", 0.02)
    with at_work_in_a_pipe("exactua ask"):
        await_line(pipe, "exactua ask: 0 s\n")
        with progress_bar(quiet=False, noun="images") as told:
            assert told is not None
            told(1214, 6561)
            await_line(pipe, "exactua ask: 0 s, 1,214 of 6,561 images, about 0 s left\n")
    assert CLEAR not in pipe.getvalue()
    assert progress._lines == []


def test_on_a_terminal_there_is_one_line_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_terminal(monkeypatch)
    monkeypatch.setattr(progress, "EVERY_IN_A_PIPE", 0.0)
    with at_work("exactua ask"), at_work_in_a_pipe("exactua ask"):
        await_line(terminal, f"{CLEAR}exactua ask: 0 s")
    assert "\n" not in terminal.getvalue()


def test_a_closed_stderr_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", None)
    with at_work("exactua eval"), at_work_in_a_pipe("exactua eval"), progress_bar(quiet=False) as told:
        assert told is None
