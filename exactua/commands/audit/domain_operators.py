"""Operators over domains: one column, level or point more or less, repeats and special entries allowed or not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal

from exactua.grids.categories import DomainSpec
from exactua.terms.language import Term, integer, make

Extent = Literal["fewer", "more", "other"]
"""Whether all points of the new domain are points of the old one, the other way round, or neither."""


@dataclass(frozen=True)
class DomainChange:
    """One change of a domain."""

    operator: str
    before: str
    after: str
    domain: DomainSpec
    extent: Extent


MORE: Final = {"forbidden": "allowed", "required": "allowed", "none": "allowed"}
CHOICES: Final = {"repeats": ("allowed", "forbidden", "required"), "specials": ("none", "allowed", "required")}


def domain_changes(spec: DomainSpec) -> Iterator[DomainChange]:
    """All changes of a domain by all operators; of pairs, those of what is paired."""
    if spec.kind == "pairs" and spec.of is not None:
        for change in domain_changes(spec.of):
            yield replace(change, domain=replace(spec, of=change.domain))
        return
    if spec.kind == "orbits":
        yield from _of_choice(spec, "repeats")
        if spec.special:
            yield from _of_choice(spec, "specials")
    if spec.kind in ("orbits", "sequences") and spec.levels is not None:
        yield from _of_levels(spec)
    if spec.kind == "orbits" and spec.repeats == "allowed" and spec.specials != "required":
        ordered = replace(spec, kind="sequences")
        yield DomainChange("every order", "orbits", "sequences", ordered, "more")
    for k, _ in enumerate(spec.columns if len(spec.columns) > 1 else ()):
        fewer = replace(spec, columns=spec.columns[:k] + spec.columns[k + 1 :])
        yield DomainChange("point left out", f"column [{k}]", "nothing", fewer, "fewer")
    for k, _ in enumerate(spec.points if len(spec.points) > 1 else ()):
        fewer = replace(spec, points=spec.points[:k] + spec.points[k + 1 :])
        yield DomainChange("point left out", f"point [{k}]", "nothing", fewer, "fewer")
    for j, columns in enumerate(spec.sets):
        for k, _ in enumerate(columns if len(columns) > 1 else ()):
            sets = (*spec.sets[:j], columns[:k] + columns[k + 1 :], *spec.sets[j + 1 :])
            yield DomainChange(
                "point left out", f"column [{k}] at place [{j}]", "nothing", replace(spec, sets=sets), "fewer"
            )
    if spec.interval is not None:
        low, high = spec.interval
        below, above = make("-", (), low, integer(1)), make("+", (), high, integer(1))
        yield DomainChange("box", "from", "from - 1", replace(spec, interval=(below, high)), "more")
        yield DomainChange("box", "to", "to + 1", replace(spec, interval=(low, above)), "more")


def _of_choice(spec: DomainSpec, key: Literal["repeats", "specials"]) -> Iterator[DomainChange]:
    now = getattr(spec, key)
    for other in CHOICES[key]:
        if other != now:
            extent: Extent = "more" if other == "allowed" else "fewer" if now == "allowed" else "other"
            changed = replace(spec, repeats=other) if key == "repeats" else replace(spec, specials=other)  # type: ignore[arg-type]
            yield DomainChange(f"{key} allowed or not", f"{key} {now}", f"{key} {other}", changed, extent)


def _of_levels(spec: DomainSpec) -> Iterator[DomainChange]:
    assert spec.levels is not None
    start, step, count = spec.levels
    unit = integer(1)

    def levels(changed: tuple[Term, Term, Term]) -> DomainSpec:
        return replace(spec, levels=changed)

    fewer, more = make("-", (), count, unit), make("+", (), count, unit)
    yield DomainChange("levels", "count", "count - 1", levels((start, step, fewer)), "fewer")
    yield DomainChange("levels", "count", "count + 1", levels((start, step, more)), "more")
    shifted = make("+", (), start, step)
    yield DomainChange("levels", "start", "start + step", levels((shifted, step, fewer)), "fewer")
    yield DomainChange("levels", "start", "start - step", levels((make("-", (), start, step), step, more)), "more")
