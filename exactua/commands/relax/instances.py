"""The instances that relaxations are tried at: small ones first, and those that violate a hypothesis."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from exactua.claims.claim import Claim
from exactua.claims.relaxation import Relaxation
from exactua.errors import InputError
from exactua.evidence.boxes import LADDER, MOST_ORBITS, DomainDoesNotFit, on_ladder, smallest, work

FEWEST: Final = 4
"""So many instances are tried where they are on the ladder at all."""

Box = dict[str, int | str]
Only = Mapping[str, Sequence[Any]]


def instances(claim: Claim, relaxation: Relaxation | None, only: Only | None, bound: int) -> Iterator[Box]:
    """The instances that a relaxation is tried at, smallest d, n, m first.

    d <= 3, n <= 5 and delta >= 1/8 with at most `bound` of work, and the smallest few of more; for a hypothesis those
    that violate it and satisfy all others. `only` gives other values; with d, n and m given no work is too much.
    """
    violates = relaxation is not None and relaxation.violates
    without, below = (relaxation.without, relaxation.below) if relaxation is not None else ((), ())
    wanted = only or {}
    defaults = smallest(claim.parameters)
    ranges: list[Sequence[Any]] = []
    for parameter in claim.parameters:
        usual = on_ladder(claim, parameter, defaults)
        if isinstance(usual, range) and not parameter.ladder and parameter.name in below:
            usual = range(1, usual.stop)
        ranges.append(wanted.get(parameter.name) or usual)
    names = [parameter.name for parameter in claim.parameters]
    fixed = all(name in wanted for name in names if name in LADDER)
    known: list[tuple[int, int, Box]] = []
    boxes = [dict(zip(names, values, strict=True)) for values in itertools.product(*ranges)]
    for place, box in enumerate(sorted(boxes, key=lambda box: tuple(box.get(name, 0) for name in LADDER))):
        if violates and claim.stated_at(box):
            continue
        try:
            claim.problem(box, with_networks=False, without=without, below=below)
        except InputError:
            continue
        try:
            size = 0 if fixed else _work(claim, box, without, below)
        except DomainDoesNotFit:
            continue
        known.append((size, place, box))
    if wanted and known and min(known)[0] > MOST_ORBITS:
        given = ", ".join("delta" if name == "m" else name for name in wanted)
        shown = ", ".join(f"{'1/delta' if name == 'm' else name} in {list(values)}" for name, values in wanted.items())
        raise InputError(
            f"{given}: every instance with {shown} is larger than {MOST_ORBITS:,}, as the ladder counts; give smaller "
            "ones, or all of d, n and delta to try one all the same"
        )
    yield from _smallest(known, bound)


def _smallest(known: Sequence[tuple[int, int, Box]], bound: int) -> Iterator[Box]:
    """Of instances with their work and their place: those within the bound, and in any case some of the smallest.

    Among these are the smallest at which d, n or 1/delta is not as small as can be.
    """
    by_work = (
        sorted((entry for entry in known if entry[0] <= MOST_ORBITS), key=lambda entry: entry[:2])
        or sorted(known, key=lambda entry: entry[:2])[:1]
    )
    chosen = {place for size, place, _ in by_work if size <= bound} | {place for _, place, _ in by_work[:FEWEST]}
    for name in LADDER:
        least = min((int(box.get(name, 0)) for _, _, box in known), default=0)
        larger = [place for _, place, box in by_work if int(box.get(name, 0)) > least]
        chosen |= set(larger[:1])
    return (box for _, place, box in known if place in chosen)


def _work(claim: Claim, box: Box, without: tuple[str, ...], below: tuple[str, ...]) -> int:
    """The work of an instance; where the claim is not stated, that of the nearest larger one if that is more."""
    larger: Box = {**box, **{name: max(int(box[name]), 2) for name in below}}
    if not claim.stated_at(larger):
        return claim.work(box) if claim.work is not None else 0
    return work(claim, larger) if claim.work is None else max(claim.work(larger), claim.work(box))
