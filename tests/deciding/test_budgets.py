"""A budget ends what takes too long wherever that is, in the middle of one evaluation too, and never with a verdict."""

from __future__ import annotations

import math
import signal
import time
import weakref
from typing import Any

import pytest

from exactua import verifier
from exactua.certificates.writing import certificate, decided_data, laid_out
from exactua.claims.claim import Claim
from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.deciding import interrupts, running
from exactua.deciding.interrupts import OutOfBudget, uninterrupted, until
from exactua.deciding.replay import Replayer
from exactua.deciding.running import decide
from exactua.terms.evaluation import Evaluator
from exactua.terms.tracing import exp, log, number
from tests.foreign import foreign_verifier, own_verifier

LONG = 60
"""Seconds of a step, unless it is broken off."""


def static(count: int, reals: bool = True) -> Problem:
    """Steps without a point, each a comparison of reals of many bits, or of rationals."""
    claim = Claim("test:long", "comparisons", "", "", parameters=())
    for k in range(count):
        truth = (log(1 + exp(-3_000 - k)) if reals else number(k) + 1) > 0
        claim.states(f"number {k}", name=f"s{k}")(lambda _, truth=truth: truth)  # type: ignore[misc]
    return claim.problem({})


def wait() -> None:
    """What a long computation does."""
    began = time.monotonic()
    while time.monotonic() - began < LONG:
        pass


@pytest.fixture
def _long(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second evaluation of a term never comes to its end."""
    evaluated, calls = Evaluator.__call__, []

    def slow(self: Evaluator, term: Any) -> Any:
        calls.append(term)
        if len(calls) == 2:
            wait()
        return evaluated(self, term)

    monkeypatch.setattr(Evaluator, "__call__", slow)


@pytest.mark.usefixtures("_long")
def test_a_single_long_step_is_broken_off() -> None:
    began = time.monotonic()
    decision = decide(static(3), budget=0.2)
    assert time.monotonic() - began < LONG / 4
    assert [result.verdict for result in decision.results] == [
        Verdict.HOLDS,
        Verdict.INCONCLUSIVE,
        Verdict.INCONCLUSIVE,
    ]
    assert decision.verdict is Verdict.INCONCLUSIVE
    assert not decision.complete
    assert decision.results[1].reason == "undecided at 1 of 1 points: the budget ran out: raise --budget"


@pytest.mark.usefixtures("_long")
def test_what_was_broken_off_claims_nothing_to_both_verifiers() -> None:
    decided = decided_data(decide(static(3, reals=False), budget=0.2))
    assert [verifier(laid_out(decided, {}).encode()) for verifier in (own_verifier, foreign_verifier)] == [0, 0]
    for change in ({"applicable": 1}, {"verdict": "holds"}, {"reason": "no time"}):
        lie = {**decided, "steps": [decided["steps"][0], {**decided["steps"][1], **change}, decided["steps"][2]]}
        assert [verifier(laid_out(lie, {}).encode()) for verifier in (own_verifier, foreign_verifier)] == [1, 1]


def test_steps_without_points_are_not_begun_when_the_time_is_over() -> None:
    decision = decide(static(3), budget=-10)
    assert {result.verdict for result in decision.results} == {Verdict.INCONCLUSIVE}
    assert decide(static(3)).verdict is Verdict.HOLDS  # and they are decided with another budget


def test_the_certificate_of_what_was_not_decided_is_confirmed(tmp_path: Any) -> None:
    path = tmp_path / "long.partial.json"
    path.write_text(certificate(decide(static(3), budget=-10)))
    assert "inconclusive" in str(verifier.verify(path.read_bytes()))


def test_definitions_that_take_too_long_are_told_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = static(1)
    monkeypatch.setattr(type(problem), "values", property(lambda self: wait()))
    with pytest.raises(OutOfBudget, match="budget: the definitions of test:long take longer: raise --budget"):
        decide(problem, budget=0)


def over_points() -> Problem:
    """The claim of a paper at 84 points."""
    from exactua.claims.registry import find

    return find("lemma8")[0].problem({"d": 1, "n": 3, "m": 3})


@pytest.mark.parametrize("at", ["plan", "decide", "replay"])
def test_points_are_not_decided_where_the_time_is_over_in_between(at: str, monkeypatch: pytest.MonkeyPatch) -> None:
    problem = over_points()
    if at == "plan":
        monkeypatch.setattr(running, "plan", lambda *args, **more: wait())
    elif at == "decide":
        monkeypatch.setattr("exactua.deciding.running.PlanRun._decide", lambda *args: wait())
        monkeypatch.setattr("exactua.deciding.running.PlanRun._compare", lambda *args: None)
    else:
        monkeypatch.setattr(Replayer, "__call__", _first_waits())
    began = time.monotonic()
    decision = decide(problem, budget=0.3)
    assert time.monotonic() - began < LONG / 4
    over = [result for result in decision.results if result.step.over]
    assert {result.verdict for result in over} == {Verdict.INCONCLUSIVE}
    assert all("the budget ran out" in str(result.reason) for result in over)
    assert {result.verdict for result in decision.results if not result.step.over} <= {Verdict.HOLDS}
    assert "inconclusive" in str(verifier.verify(certificate(decision).encode()))


def _first_waits() -> Any:
    replayed, calls = Replayer.__call__, []

    def slow(self: Replayer, *arguments: Any) -> int:
        calls.append(1)
        if len(calls) == 1:
            wait()
        return replayed(self, *arguments)

    return slow


def test_nothing_is_raised_before_the_time_is_over() -> None:
    with until(time.monotonic() + 60):
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 50
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0


@pytest.fixture
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interrupts, "GRACE", 0.05)


def busy(seconds: float) -> None:
    """Work that cannot be made shorter."""
    began = time.monotonic()
    while time.monotonic() - began < seconds:
        pass


@pytest.mark.usefixtures("_at_once")
def test_one_inside_another_ends_with_the_first() -> None:
    before = signal.getsignal(signal.SIGALRM)
    with (
        pytest.raises(OutOfBudget, match="inner"),
        until(time.monotonic(), "outer"),
        until(math.inf),
        until(9e9, "inner"),
    ):
        wait()
    assert signal.getsignal(signal.SIGALRM) == before


@pytest.mark.usefixtures("_at_once")
def test_what_ended_inside_is_told_before_the_outer_one_ends() -> None:
    told = []

    def work() -> None:
        with pytest.raises(OutOfBudget, match="inner"), until(time.monotonic(), "inner"):
            wait()
        told.append("inner")
        wait()

    with pytest.raises(OutOfBudget, match="outer"), until(time.monotonic() + 0.1, "outer"):
        work()
    assert told == ["inner"]


@pytest.mark.usefixtures("_at_once")
def test_what_is_not_to_be_interrupted_comes_to_its_end() -> None:
    done = []

    def work() -> None:
        with uninterrupted():
            busy(0.3)
            done.append(True)
        wait()
        done.append(False)

    with pytest.raises(OutOfBudget), until(time.monotonic()):
        work()
    assert done == [True]


@pytest.mark.usefixtures("_at_once")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_it_is_not_lost_in_what_python_calls_by_itself() -> None:
    class Key:
        pass

    gone = []

    def work() -> None:
        key = Key()
        reference = weakref.ref(key, lambda _: busy(0.3))
        del key
        gone.append(reference())
        wait()

    with pytest.raises(OutOfBudget), until(time.monotonic()):
        work()
    assert gone == [None]


@pytest.mark.usefixtures("_at_once")
def test_cleaning_up_is_not_interrupted() -> None:
    cleaned = []

    def work() -> None:
        try:
            wait()
        finally:
            busy(0.3)
            cleaned.append(True)

    with pytest.raises(OutOfBudget), until(time.monotonic()):
        work()
    assert cleaned == [True]


def test_a_timer_of_somebody_else_is_left_alone() -> None:
    before = signal.signal(signal.SIGALRM, lambda *_: None)
    signal.setitimer(signal.ITIMER_REAL, 60)
    try:
        with until(time.monotonic() - 60):
            time.sleep(0.1)
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 50
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
