"""How far f is from f-bar and from its network, exactly or between bounds; the first delta that serves an epsilon."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import comb, lcm
from typing import Final

from gmpy2 import mpq

from exactua.arithmetic.decimals import decimal, root_bounds
from exactua.arithmetic.rationals import Rational, written
from exactua.console.deadlines import Deadline, OutOfTime
from exactua.deciding.plan import describe_count, plan
from exactua.deciding.shards import Shard
from exactua.errors import InputError
from exactua.papers.yun2020.built import NAMES, Bounds, Instance, Theorem, distance_claim
from exactua.targets.distance import entries_written, pieces
from exactua.targets.expression import Expression
from exactua.targets.formulas import degree
from exactua.targets.table import Table
from exactua.targets.target import Target
from exactua.terms.language import TermError

MOST_CUBES: Final = 200_000
"""The most cubes that a distance is summed over, small ones included."""
MOST_TERMS: Final = 20_000
"""The most terms of a polynomial that is integrated."""
MOST_ALIGNED: Final = 20_000
"""The most small cubes that are made so that kinks lie on their faces."""
MOST_REFINED: Final = 20_000
"""The most small cubes, times what one costs, that are made to bring bounds closer; more only where `parts` asks."""
CLOSE_ENOUGH: Final = mpq(1, 50)
"""Bounds that differ by less than this share are not refined."""
MOST_STEPS_OF_DELTA: Final = 4_096
SHORT: Final = 250
"""Milliseconds that a slice of the cubes may take before slices grow no more."""


def require_size(theorem: Theorem, target: Target, m: int) -> None:
    """Raises InputError where delta = 1/m makes more cubes, or keys of the value map, than are gone through."""
    if m < 2:
        raise InputError(f"delta: 1/{m} is not valid; the paper assumes delta^-1 >= 2")
    cubes = m ** (target.d * target.n)
    if cubes > MOST_CUBES:
        raise InputError(
            f"delta: 1/{m} makes {describe_count(cubes)} cubes for d = {target.d}, n = {target.n}; at most "
            f"{MOST_CUBES:,} are summed over"
        )
    if _keys(theorem, target, m) > MOST_CUBES:
        raise InputError(
            f"delta: 1/{m} makes {_keys(theorem, target, m):,} keys for d = {target.d}, n = {target.n}; the value map "
            f"has at most {MOST_CUBES:,} layers"
        )
    if isinstance(target, Table) and m % target.m:
        raise InputError(f"delta: 1/{m} is not valid for a table on the grid of 1/{target.m}; give 1/{target.m}")


def require_power(target: Target, p: int) -> None:
    """Raises InputError where the p-th power of an entry of f is a polynomial with too many terms."""
    for row in target.formulas if isinstance(target, Expression) else ():
        for formula in row:
            entries = len(entries_written(formula))
            terms = comb(degree(formula) * p + entries, entries)
            if terms > MOST_TERMS:
                raise InputError(
                    f"p: the power {p} of an entry of f has up to {describe_count(terms)} terms, and integrals are "
                    f"taken of {MOST_TERMS:,} at most; give a smaller p"
                )


def _keys(theorem: Theorem, target: Target, m: int) -> int:
    """How many keys the value map has, each with a layer."""
    columns = m**target.d
    return int(target.n * (columns**target.n if theorem == "theorem3" else comb(columns, target.n)))


def measured(instance: Instance, parts: int | None, deadline: Deadline) -> tuple[Instance, dict[str, Bounds]]:
    """The distances, with cubes cut as finely as the kinks of f need, and further while the bounds are far apart.

    Where `parts` is given, edges are cut into so many times more parts and no further. Raises as `distances` does, and
    where that makes too many small cubes.
    """
    chosen = replace(instance, parts=_aligned(instance) * (parts or 1))
    if parts is not None and _small_cubes(chosen) > MOST_CUBES:
        raise InputError(
            f"parts: {parts} makes {describe_count(_small_cubes(chosen))} small cubes; at most {MOST_CUBES:,} are "
            "summed over"
        )
    bounds = distances(chosen, deadline)
    while parts is None and isinstance(instance.target, Expression) and not _close(bounds):
        finer = replace(chosen, parts=2 * chosen.parts)
        if _small_cubes(finer) * _weight(instance.target) > MOST_REFINED:
            break
        try:
            chosen, bounds = finer, distances(finer, deadline)
        except OutOfTime:
            break
    return chosen, bounds


def _small_cubes(instance: Instance) -> int:
    """How many small cubes the integrals of an entry of f are summed over, for the entry that depends on most."""
    f = instance.target
    if not isinstance(f, Expression):
        return int(instance.m ** (f.d * f.n))
    most = max(len(entries_written(formula)) for row in f.formulas for formula in row)
    return int(instance.m ** (f.d * f.n) * instance.parts**most)


def _weight(f: Expression) -> int:
    """What a small cube costs: 1 for each entry of f, and for one of k pieces k^2/2, as forks look at all of them."""
    return sum(max(1, pieces(f.branches(i, j)) ** 2 // 2) for i, j in f.places())


def _aligned(instance: Instance) -> int:
    """The least number of parts of an edge of a cube for which the kinks x_ij = c lie on faces of the small cubes.

    Kinks that would need too many are left inside: what their cubes add is then bounded. For odd p cubes are halved:
    f - f(C_L) is 0 at the centre C_L, and along one entry that is often where its sign changes.
    """
    parts = 1
    if isinstance(instance.target, Expression):
        if instance.p % 2 and _small_cubes(replace(instance, parts=2)) <= MOST_ALIGNED:
            parts = 2
        for needed in sorted({int((instance.m * c).denominator) for c in instance.target.breakpoints()}):
            if _small_cubes(replace(instance, parts=lcm(parts, needed))) <= MOST_ALIGNED:
                parts = lcm(parts, needed)
    return parts


def _close(distances: Mapping[str, Bounds]) -> bool:
    """Whether all bounds are exact or differ by little."""
    return all(bounds.upper - bounds.lower <= CLOSE_ENOUGH * bounds.upper for bounds in distances.values())


def distances(instance: Instance, deadline: Deadline | None = None) -> dict[str, Bounds]:
    """The p-th powers of the distances, each from both sides, if the network is what the theorem says of it.

    Raises InputError where f may be infinite, or its values are inexact; OutOfTime, one too, behind the deadline.
    """
    _ = instance.values  # what is wrong with a value is said with its point
    problem = distance_claim(instance).problem(instance.box)
    planned = plan(problem)
    if planned.obstacle is not None:
        raise InputError(f"delta: 1/{instance.m} is too small here: {planned.obstacle}")
    decider, sums = planned.decider(), dict.fromkeys((step.name for step in problem.steps), mpq(0))
    try:
        for shard in planned.shards():
            for part in _slices(shard):
                if deadline is not None and deadline.left < 0:
                    raise OutOfTime(
                        f"budget: {deadline.budget:g} s do not suffice for the distances at delta = 1/{instance.m}; "
                        "raise --budget or take a larger delta"
                    )
                for name, tally in decider(part).items():
                    sums[name] += tally.total
    except TermError as error:
        raise InputError(
            "f: its distance from f-bar can't be bounded; f may be infinite somewhere between the centres of cubes: "
            f"{error}; cut the cubes further with --parts if it is not"
        ) from None
    return {name: Bounds(sums[f"{name} lower"], sums[f"{name} upper"]) for name in NAMES}


def _slices(shard: Shard) -> Iterator[Shard]:
    """A shard in pieces that grow while they take no time."""
    start, size = shard.start, 1
    while start < shard.stop:
        began = time.monotonic()
        yield Shard(shard.domain, start, min(start + size, shard.stop))
        start, size = start + size, 2 * size if 1000 * (time.monotonic() - began) < SHORT else size


def search_delta(
    theorem: Theorem, target: Target, p: int, epsilon: Rational, parts: int | None, deadline: Deadline
) -> tuple[Instance, dict[str, Bounds]]:
    """The first m = 2, 3, ... for which d_p(f, g) <= epsilon is certain, with its distances.

    Raises InputError where there is none within the deadline and the sizes that are built.
    """
    if epsilon <= 0:
        raise InputError(f"epsilon: {written(epsilon)} is not valid; give a positive rational number such as 1/10")
    least: tuple[Rational, int] | None = None
    why = "smaller delta make more cubes or layers than are built"
    for m in _possible(theorem, target):
        instance = Instance(theorem, target, m, p)
        instance = replace(instance, parts=_aligned(instance))
        try:
            reached = distances(instance, deadline)
            if reached["f to g"].lower <= epsilon**p < reached["f to g"].upper:
                instance, reached = measured(replace(instance, parts=1), parts, deadline)
        except OutOfTime:
            why = f"the budget of {deadline.budget:g} s ran out at delta = 1/{m}"
            break
        upper = reached["f to g"].upper
        if upper <= epsilon**p:
            return instance, reached
        least = min(least or (upper, m), (upper, m))
    tail = ""
    if least is not None:
        reachable = decimal(root_bounds(least[0], p)[1])
        tail = f"; the least d_{p}(f, g) that was reached is at most {reachable}, at delta = 1/{least[1]}"
    raise InputError(f"epsilon: no delta = 1/m was found for {written(epsilon)}: {why}{tail}")


def _possible(theorem: Theorem, target: Target) -> Iterator[int]:
    """The m that are not too large, from 2; of a table those whose grid has its own in it."""
    step = target.m if isinstance(target, Table) else 1
    for m in range(max(step, 2), MOST_STEPS_OF_DELTA, step):
        if m ** (target.d * target.n) > MOST_CUBES or _keys(theorem, target, m) > MOST_CUBES:
            return
        yield m
