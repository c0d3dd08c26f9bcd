"""Ctrl-C is never lost, and never comes where it does harm."""

from __future__ import annotations

import gc
import signal
import sys
import time
import weakref
from collections.abc import Iterator
from contextlib import suppress
from types import FrameType
from typing import Any

import pytest

from exactua.deciding import interrupts
from exactua.deciding.interrupts import OutOfBudget, heeded, interrupt_by_sigterm, is_held, uninterrupted, until


@pytest.fixture(autouse=True)
def sigterm_interrupts() -> Iterator[None]:
    """SIGTERM as it is while a command runs; all signals as they were behind it."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGALRM)}
    interrupt_by_sigterm()
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_waits_until_it_does_no_harm(number: signal.Signals) -> None:
    """Were it to come while counts are taken up, they would be those of no ranks."""
    done = []
    before = signal.getsignal(number)

    def counting() -> None:
        with heeded(), uninterrupted(), uninterrupted():
            signal.raise_signal(number)
            done.append("all of it")

    with pytest.raises(KeyboardInterrupt):
        counting()
    assert done == ["all of it"]
    assert signal.getsignal(number) is before
    assert not is_held()


def test_what_fails_in_there_does_not_swallow_it() -> None:
    def counting() -> None:
        with heeded(), uninterrupted():
            signal.raise_signal(signal.SIGINT)
            raise OSError

    with pytest.raises(KeyboardInterrupt) as raised:
        counting()
    assert isinstance(raised.value.__context__, OSError)


def busy(seconds: float) -> None:
    """Work between whose instructions a signal may come."""
    began = time.monotonic()
    while time.monotonic() - began < seconds:
        pass


@pytest.mark.skipif(
    not hasattr(weakref.WeakValueDictionary(), "_iterating"),
    reason="from Python 3.14 on a dictionary of weak references keeps no list of what is to be removed",
)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_is_not_lost_in_what_python_calls_by_itself(number: signal.Signals) -> None:
    class Key:
        pass

    gone: list[bool] = []

    def last(_: Any) -> None:
        signal.raise_signal(number)
        gone.append(True)

    class Watched(weakref.WeakValueDictionary[int, Key]):
        """As those in which terms are looked up: `_remove` is called by Python."""

    watched = Watched()
    watched[1] = key = Key()
    watched._pending_removals = _Noted(last)  # type: ignore[attr-defined]
    watched._iterating.add(0)  # type: ignore[attr-defined]

    def lose() -> None:
        nonlocal key
        with heeded():
            del key
            busy(5)

    with pytest.raises(KeyboardInterrupt):
        lose()
    assert gone == [True]


class _Noted(list[Any]):
    """A list that calls something where one is put in."""

    def __init__(self, call: Any) -> None:
        self.call = call

    def append(self, entry: Any) -> None:
        self.call(entry)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGALRM])
def test_it_is_not_lost_in_what_the_collection_of_garbage_calls(number: signal.Signals) -> None:
    """As another library has it called: what is raised there is told of, and forgotten."""
    gone: list[bool] = []

    def collecting(phase: str, info: dict[str, int]) -> None:
        if phase == "start" and not gone:
            signal.raise_signal(number)
            gone.append(True)

    def lose() -> None:
        with until(time.monotonic() + (-interrupts.GRACE if number == signal.SIGALRM else 60)), heeded():
            gc.collect()
            busy(5)

    gc.callbacks.append(collecting)
    try:
        with pytest.raises(KeyboardInterrupt):
            lose()
    finally:
        gc.callbacks.remove(collecting)
    assert gone == [True]


def test_it_is_not_forgotten_for_the_end_of_a_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """A probe that is broken off and Ctrl-C at the same time: what cleans up is where the second one comes."""
    monkeypatch.setattr(interrupts, "GRACE", 0.01)

    def evaluated() -> None:
        try:
            signal.raise_signal(signal.SIGINT)
        finally:
            busy(0.2)

    with pytest.raises(KeyboardInterrupt) as raised, suppress(OutOfBudget), until(time.monotonic()):
        evaluated()
    assert not isinstance(raised.value, OutOfBudget)


def work(done: list[str]) -> None:
    """A task is decided, kept and collected, as in a run."""
    with suppress(OutOfBudget), until(time.monotonic() + 60), heeded():
        with uninterrupted():
            done.append("kept")
            done.append("collected")
        done.append("next")


class _Press:
    """A signal before the so manieth instruction of what is called in these files."""

    def __init__(self, at: int, number: int, *files: str) -> None:
        self.left, self.number, self.files = at, number, files

    def __call__(self, frame: FrameType, event: str, _: Any) -> Any:
        if frame.f_code.co_filename not in self.files:
            return None
        frame.f_trace_opcodes = True
        if event == "opcode":
            self.left -= 1
            if self.left == 0:
                handler: Any = signal.getsignal(self.number)
                handler(self.number, frame)  # a signal that is raised here would come here
        return self


def pressed(at: int) -> tuple[bool, bool, list[str]]:
    """Whether Ctrl-C was pressed, whether it came through, and what was done before."""
    done: list[str] = []
    press = _Press(at, signal.SIGINT, __file__, interrupts.__file__)
    sys.settrace(press)
    try:
        work(done)
        came = False
    except KeyboardInterrupt:
        came = True
    finally:
        sys.settrace(None)
    return press.left <= 0, came, done


def test_whatever_the_moment_it_comes_through_and_leaves_nothing_half_done() -> None:
    mine = signal.getsignal(signal.SIGINT)
    moments = 0
    for at in range(1, 10_000):
        there, came, done = pressed(at)
        if not there:
            break
        moments += 1
        assert done in ([], ["kept", "collected"], ["kept", "collected", "next"]), at
        if not came:  # it was between two contexts, and is told again
            with pytest.raises(KeyboardInterrupt):
                busy(5)
        assert not is_held(), at
        with pytest.raises(KeyboardInterrupt):  # and the next one, too
            signal.raise_signal(signal.SIGINT)
        signal.signal(signal.SIGINT, mine)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, 0)
    assert moments > 100


def test_nor_is_it_forgotten_for_a_budget_that_ends_while_it_is_told() -> None:
    """Whatever the moment: as a probe, that is broken off, and does not end the run."""

    def told(press: _Press) -> None:
        with suppress(OutOfBudget), until(time.monotonic() + 60), heeded():
            sys.settrace(press)
            try:
                signal.raise_signal(signal.SIGINT)
            finally:
                sys.settrace(None)

    moments = 0
    for at in range(1, 10_000):
        press = _Press(at, signal.SIGALRM, interrupts.__file__)
        with pytest.raises(KeyboardInterrupt) as raised:
            told(press)
        assert not isinstance(raised.value, OutOfBudget), at
        if press.left > 0:
            break
        moments += 1
    assert moments > 10
