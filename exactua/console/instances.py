"""Arguments of the commands that speak of one instance only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from exactua.errors import InputError
from exactua.plurals import counted

if TYPE_CHECKING:
    from exactua.claims.claim import Claim


def one_of(given: str, valid: Sequence[str], argument: str) -> None:
    """Raises InputError where `given` is none of the valid words."""
    if given not in valid:
        raise InputError(f"{argument}: {given!r} is not valid; choose one of {', '.join(valid)}")


def single_box(
    claim: Claim,
    d: str | None = None,
    n: str | None = None,
    delta: str | None = None,
    tie_rule: str | None = None,
    others: Sequence[str] = (),
) -> dict[str, Any]:
    """The parameter values of one instance. Raises InputError where the options write several."""
    from exactua.console.options import further, parameter_boxes

    boxes = parameter_boxes(claim, d, n, delta, tie_rule, others, tell=lambda left_out: None)
    if len(boxes) != 1:
        written = {"m": delta, "d": d, "n": n, "tie_rule": tie_rule, **further(others)}
        for name in boxes[0]:
            values = list(dict.fromkeys(box[name] for box in boxes))
            if len(values) > 1:
                argument = {"m": "delta"}.get(name, name)
                if written.get(name) is None:
                    raise InputError(
                        f"{name}: missing; {claim.label} has {name} = {', '.join(map(str, values))}; give one"
                    )
                raise InputError(f"{argument}: {written[name]!r} writes {counted(len(values), 'value')}; give one")
    return boxes[0]


def instance_options(claim: Claim) -> str:
    """The options that name the first instance of a claim: "--d 1 --n 2 --delta 1/2"; "" where none is known."""
    from exactua.evidence.boxes import ladder
    from exactua.printing.text import box_arguments

    return " ".join(word for pair in box_arguments(next(iter(ladder(claim)), {})) for word in pair)
