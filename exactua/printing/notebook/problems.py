"""A problem, a claim at an instance: its steps, which of them are judged, and its networks."""

from __future__ import annotations

from collections.abc import Iterator

from exactua.claims.problem import Problem
from exactua.networks.printing import heading
from exactua.plurals import counted
from exactua.printing.notebook.placing import placed


def prompt(problem: Problem) -> Iterator[str]:
    """The lines at the prompt."""
    yield f"Problem {placed(problem)}"
    yield f"  {problem.title}, {problem.source}"
    yield f"  {counted(len(problem.steps), 'step')}: {', '.join(step.name for step in problem.steps)}"
    yield f"  judged: {', '.join(problem.judged) or 'none'}"
    yield from (f"  {name}: {heading(network)}" for name, network in problem.networks.items())
