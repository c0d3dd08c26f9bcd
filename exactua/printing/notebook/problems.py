"""A problem, a claim at an instance, and a step by itself; and in words which claim and what kind of step it is."""

from __future__ import annotations

from collections.abc import Iterator

from exactua.claims.problem import Problem, Step
from exactua.networks.printing import heading
from exactua.plurals import counted
from exactua.printing.notebook.formulas import Unnamed, names_in
from exactua.printing.statements import domain_text, formula
from exactua.printing.text import instance


def prompt(asked: Problem | Step) -> Iterator[str]:
    """The lines at the prompt."""
    return _problem(asked) if isinstance(asked, Problem) else _step(asked)


def _problem(problem: Problem) -> Iterator[str]:
    yield f"Problem {placed(problem)}"
    yield f"  {problem.title}, {problem.source}"
    yield f"  {counted(len(problem.steps), 'step')}: {', '.join(step.name for step in problem.steps)}"
    yield f"  judged: {', '.join(problem.judged) or 'none'}"
    yield from (f"  {name}: {heading(network)}" for name, network in problem.networks.items())


def _step(step: Step) -> Iterator[str]:
    yield f"Step {step.name}, {kind(step)}: {step.says}"
    if step.meets is not None:
        yield f"  asks whether it is met by {step.meets}"
    yield f"  {domain_text(Unnamed(), step)}"
    yield f"  as a term: {formula(step, names_in(None, step))}"
    if step.reason is not None:
        yield f"  repaired: {step.reason}"


def placed(problem: Problem) -> str:
    """ "yun2020:lemma8 at d = 2, n = 3, delta = 1/2"."""
    at = instance(problem)
    return f"{problem.command} at {at}" if at else problem.command


def kind(step: Step) -> str:
    """ "statement", "proof line", "repaired", or a question beside the statement."""
    return "question beside the statement" if step.is_question else step.kind.value
