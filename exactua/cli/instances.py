"""Arguments of the commands that speak of one instance only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from exactua.errors import InputError


def one_of(given: str, valid: Sequence[str], argument: str) -> None:
    """Raises InputError where `given` is none of the valid words."""
    if given not in valid:
        raise InputError(f"{argument}: {given!r} is not valid; choose one of {', '.join(valid)}")


def single_box(d: str | None, n: str | None, delta: str | None, tie_rule: str | None) -> dict[str, Any]:
    """The parameter values of one instance. Raises InputError where the options write several."""
    from exactua.cli.options import parameter_boxes

    boxes = parameter_boxes(d, n, delta, tie_rule)
    if len(boxes) != 1:
        for name in boxes[0]:
            values = list(dict.fromkeys(box[name] for box in boxes))
            if len(values) > 1:
                written = {"m": delta, "d": d, "n": n}.get(name, tie_rule)
                argument = {"m": "delta"}.get(name, name)
                raise InputError(f"{argument}: {written!r} writes {len(values)} values; give one")
    return boxes[0]
