"""An answer of `ask`, at the prompt: the property, the verdict of its steps, and the least counterexamples."""

from __future__ import annotations

from collections.abc import Iterator

from exactua.commands.ask.record import Answer
from exactua.plurals import counted
from exactua.printing.notebook import results, witnesses
from exactua.printing.text import judgement


def prompt(answer: Answer) -> Iterator[str]:
    """The lines at the prompt."""
    yield f"Answer to {answer.asked}: {answer.title}"
    yield f"  {judgement(answer.decision)}"
    for result in answer.decision.results:
        shown = "; ".join(filter(None, (f"  {results.told(result)}: {result.step.name}", witnesses.where(result))))
        yield shown
    if len(answer.constants):
        yield f"  {counted(len(answer.constants), 'constant')}: {', '.join(known.name for known in answer.constants)}"
