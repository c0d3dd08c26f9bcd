"""A step by itself: what it says, of which points, and the term that is decided."""

from __future__ import annotations

from collections.abc import Iterator

from exactua.claims.problem import Step
from exactua.printing.notebook.formulas import Unnamed, names_in
from exactua.printing.notebook.placing import kind
from exactua.printing.statements import domain_text, formula


def prompt(step: Step) -> Iterator[str]:
    """The lines at the prompt."""
    yield f"Step {step.name}, {kind(step)}: {step.says}"
    if step.meets is not None:
        yield f"  asks whether it is met by {step.meets}"
    yield f"  {domain_text(Unnamed(), step)}"
    yield f"  as a term: {formula(step, names_in(None, step))}"
    if step.reason is not None:
        yield f"  repaired: {step.reason}"
