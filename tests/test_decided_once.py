"""The memory of decisions that tests share: another problem, another way and another process are decided again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from exactua.claims.registry import find
from exactua.deciding import running
from exactua.deciding.running import decide
from exactua.terms.tracing import point
from tests import decided_once as memory
from tests.decided_once import decided_once


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    calls: list[Any] = []

    def counted(problem: Any, **how: Any) -> Any:
        calls.append(how)
        return decide(problem, **how)

    monkeypatch.setattr(running, "decide", counted)
    monkeypatch.setattr(memory, "_known", {})
    return calls


def test_a_problem_is_decided_once_in_each_way(asked: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    problem = find("lemma10")[0].problem({"d": 1, "n": 2, "m": 2})
    for how in ({}, {"engine": "literal"}, {}, {"engine": "literal"}):
        assert decided_once(problem, **how).results == decide(problem).results
    assert asked == [{}, {"engine": "literal"}]
    monkeypatch.setattr(memory.os, "getpid", lambda: 0)
    decided_once(problem)
    assert len(asked) == 3


def test_another_problem_is_decided_again(asked: list[Any]) -> None:
    problem = find("lemma10")[0].problem({"d": 1, "n": 2, "m": 3})
    step = problem.steps[0]
    other = problem.with_steps(replace(step, term=(point[1, 1] == point[1, 2]).term))
    assert decided_once(problem).problem is problem
    assert decided_once(other).problem is other
    assert len(asked) == 2


def test_words_that_are_in_no_certificate_are_those_of_the_problem(asked: list[Any]) -> None:
    problem = find("lemma10")[0].problem({"d": 1, "n": 2, "m": 2})
    first = problem.steps[0]
    reworded = problem.with_steps(replace(first, flaw="reading"))
    assert decided_once(problem).results[0].step.flaw != "reading"
    assert decided_once(reworded)[first.name].step.flaw == "reading"
    assert len(asked) == 1


def test_what_is_not_complete_is_not_remembered(asked: list[Any]) -> None:
    problem = find("lemma10")[0].problem({"d": 1, "n": 2, "m": 2})
    for _ in range(2):
        assert not decided_once(problem, max_points=0).complete
    assert len(asked) == 2
