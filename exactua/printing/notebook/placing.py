"""Which claim, where: the words that say of what a result is, and of what kind a step is."""

from __future__ import annotations

from exactua.claims.problem import Problem, Step
from exactua.printing.text import instance


def placed(problem: Problem) -> str:
    """ "yun2020:lemma8 at d = 2, n = 3, delta = 1/2"."""
    at = instance(problem)
    return f"{problem.command} at {at}" if at else problem.command


def kind(step: Step) -> str:
    """ "statement", "proof line", "repaired", or a question beside the statement."""
    return "question beside the statement" if step.is_question else step.kind.value
