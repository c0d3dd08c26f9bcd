"""Closed forms of extremes over a ladder: polynomials in D = delta^-d, or in m = delta^-1 at one d, for each n."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from exactua.arithmetic.rationals import Rational
from exactua.commands.sharpen.interpolation import Fit, fit
from exactua.commands.sharpen.record import At, Closed, Measurement, Row

QUANTITIES: Final[dict[str, Callable[[Measurement], Rational | None]]] = {
    "extreme": lambda measured: measured.extreme,
    "slack": lambda measured: measured.slack,
    "bound": lambda measured: measured.bound,
}
"""What is fitted: the extreme of the measured number, the least slack, and the bound itself (for limits)."""


def closed_forms(row: Row) -> tuple[Closed, ...]:
    """The polynomials that the extremes of a bound follow at all instances of one n, wherever there is one.

    At least two values confirm each beyond those that determine it. None of a bound that speaks of no point.
    """
    if not row.bound.step.over:
        return ()
    return tuple(
        closed
        for shared, own in _groups(row.found)
        for quantity in QUANTITIES
        for closed in _fitted(shared, own, quantity)
    )


Shared = tuple[tuple[str, int | str], ...]


def _groups(instances: Sequence[At]) -> Iterator[tuple[Shared, list[At]]]:
    """The instances that differ in d and m alone, by the parameters that they share."""
    groups: dict[Shared, list[At]] = {}
    for at in instances:
        if isinstance(at.box.get("d"), int) and isinstance(at.box.get("m"), int):
            shared = tuple((name, value) for name, value in at.box.items() if name not in ("d", "m"))
            groups.setdefault(shared, []).append(at)
    yield from groups.items()


def _fitted(shared: Shared, own: Sequence[At], quantity: str) -> Iterator[Closed]:
    value = QUANTITIES[quantity]
    n = next((known for name, known in shared if name == "n" and isinstance(known, int)), None)
    where = ", ".join(f"{name} = {known}" for name, known in shared)
    numbers = {int(at.box["d"]): [other for other in own if other.box["d"] == at.box["d"]] for at in own}
    pooled = _fit([(int(at.box["m"]) ** int(at.box["d"]), value(at.measured)) for at in own])
    if pooled is not None:
        yield Closed(where, n, None, quantity, "D", pooled, len(own))
        return
    for d, rung in numbers.items():
        fitted = _fit([(int(at.box["m"]), value(at.measured)) for at in rung])
        if fitted is not None:
            yield Closed(f"{where}, d = {d}".removeprefix(", "), n, d, quantity, "m", fitted, len(rung))


def _fit(values: Sequence[tuple[int, Rational | None]]) -> Fit | None:
    """A polynomial through the values; None where some are missing or two of one argument differ."""
    known: dict[int, Rational] = {}
    for x, y in values:
        if y is None or known.setdefault(x, y) != y:
            return None
    return fit(known)
