"""What was found about the bounds of a claim over a ladder: where they are attained, and the sharpest constants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from gmpy2 import mpq

from exactua.arithmetic.rationals import Matrix, Rational
from exactua.claims.bounds import Bound
from exactua.claims.problem import Step
from exactua.commands.sharpen.interpolation import Fit
from exactua.terms.language import Term

Box = Mapping[str, int | str]
"""The parameter values of an instance, in the claim's order."""


@dataclass(frozen=True)
class Spot:
    """Where a number is taken first: the point (two of a distance, none of a sum) and the quantified variables."""

    points: tuple[Matrix, ...]
    bindings: tuple[tuple[str, int], ...] = ()
    letters: tuple[str, ...] = ()
    """By which the points are called; two for each that is a pair [L L']."""
    words: tuple[str, ...] = ()
    """What points that are words are written as, in the same order."""


@dataclass(frozen=True)
class Measurement:
    """A bound at one instance, over all of its points.

    `slack` is the least room that the bound leaves (negative where it is false), taken first at `spot`. `extreme` is
    the greatest measured number under an upper bound, the least one over a lower bound, and `bound` the value of the
    bound, where that is one number at this instance. `factor` is the best c for which "x <= c B" (or >=) holds at every
    point, None where B is 0 somewhere or changes its sign, `sign`; it is taken first at `factor_spot`.
    """

    applicable: int
    slack: Rational
    spot: Spot
    extreme: Rational | None
    bound: Rational | None
    sign: int
    factor: Rational | None
    factor_spot: Spot | None


def measurement(bound: Bound, sides: Sequence[tuple[Rational, Rational, Spot]], applicable: int) -> Measurement:
    """The measurement of extremes of the measured number, each with the bound that it is held against."""
    slacks = [(limit - x if bound.upper else x - limit) for x, limit, _ in sides]
    least = min(range(len(sides)), key=slacks.__getitem__)
    limits = {limit for _, limit, _ in sides}
    signs = {(limit > 0) - (limit < 0) for limit in limits}
    sign = signs.pop() if len(signs) == 1 else 0
    single = len(limits) == 1
    factor: Rational | None = None
    factor_spot: Spot | None = None
    if sign:
        ratios = [x / limit for x, limit, _ in sides]
        best = (max if bound.upper == (sign > 0) else min)(ratios)
        factor, factor_spot = best, sides[ratios.index(best)][2]
    return Measurement(
        applicable,
        slacks[least],
        sides[least][2],
        sides[least][0] if single else None,
        sides[least][1] if single else None,
        sign,
        factor,
        factor_spot,
    )


@dataclass(frozen=True)
class At:
    """An instance at which a bound was measured."""

    box: Box
    measured: Measurement


@dataclass(frozen=True)
class Sharpest:
    """The best constants over several instances, and those at which they can't be improved."""

    instances: int
    summand: Rational
    summand_at: tuple[Box, ...]
    factor: Rational | None
    factor_at: tuple[Box, ...]


def sharpest(bound: Bound, instances: Sequence[At]) -> Sharpest | None:
    """The best c and a with which the bound holds at all of these instances; None of none.

    c is None where B is 0 at some point or has not the same sign everywhere.
    """
    if not instances:
        return None
    toward = max if bound.upper else min
    summands = [(-slack if bound.upper else slack) for slack in (at.measured.slack for at in instances)]
    summand = toward(summands)
    factor: Rational | None = None
    factor_at: tuple[Box, ...] = ()
    signs = {at.measured.sign for at in instances}
    if len(signs) == 1 and 0 not in signs:
        factors = [at.measured.factor for at in instances if at.measured.factor is not None]
        away = toward if signs == {1} else (min if bound.upper else max)
        factor = away(factors)
        factor_at = tuple(at.box for at in instances if at.measured.factor == factor)
    summand_at = tuple(at.box for at, own in zip(instances, summands, strict=True) if own == summand)
    return Sharpest(len(instances), summand, summand_at, factor, factor_at)


@dataclass(frozen=True)
class Closed:
    """A polynomial that the extreme (or the slack) follows at all instances of one n.

    `variable` is "D" (delta^-d; over all d together) or "m" (delta^-1; at one d), `where` says which instances.
    """

    where: str
    n: int | None
    d: int | None
    """The one d; None where all d are taken together."""
    of: str
    """What follows it: "extreme", "slack" or "bound"."""
    variable: str
    fit: Fit
    instances: int


@dataclass(frozen=True)
class Row:
    """One bound over the ladder: the instances at which it was measured, and how many say nothing."""

    bound: Bound
    found: tuple[At, ...]
    silent: int
    unmeasured: Mapping[str, int]
    """Why it was not measured, with the number of instances."""
    closed: tuple[Closed, ...] = ()
    unit: int = 0
    """The power of delta in units of which both sides are counted."""
    confirmed: int = 0
    """Decisions that confirmed the constants: at the constant it holds, and beyond it is refuted."""

    @cached_property
    def best(self) -> Sharpest | None:
        """The best constants over the whole ladder."""
        return sharpest(self.bound, self.found)

    @cached_property
    def attained(self) -> tuple[At, ...]:
        """The instances at which both sides are equal at some point, and the bound is true at all."""
        return tuple(at for at in self.found if at.measured.slack == 0)

    @cached_property
    def refuted(self) -> tuple[At, ...]:
        """The instances at which the bound is false at some point."""
        return tuple(at for at in self.found if at.measured.slack < 0 or (at.measured.slack == 0 and self.bound.strict))

    @cached_property
    def nearest(self) -> At | None:
        """The first instance at which the slack is least."""
        return min(self.found, key=lambda at: at.measured.slack, default=None)

    @property
    def series(self) -> dict[tuple[tuple[str, int | str], ...], tuple[At, ...]]:
        """The instances that differ in m alone, by the parameters that they share, m rising."""
        groups: dict[tuple[tuple[str, int | str], ...], list[At]] = {}
        for at in self.found:
            groups.setdefault(tuple((name, value) for name, value in at.box.items() if name != "m"), []).append(at)
        return {shared: tuple(sorted(own, key=lambda at: int(at.box.get("m", 0)))) for shared, own in groups.items()}

    @property
    def by_n(self) -> dict[int | str, tuple[At, ...]]:
        """The instances by their n; all under "" where the claim has none."""
        groups: dict[int | str, list[At]] = {}
        for at in self.found:
            groups.setdefault(at.box.get("n", ""), []).append(at)
        return {n: tuple(own) for n, own in groups.items()}

    def trend(self, n: int | str) -> str:
        """How the best factor moves as delta shrinks, for one n: "rising", "falling" or "the same"; else "".

        It is the same wherever two instances differ in delta alone, and somewhere there are three of these at least.
        """
        series = [own for shared, own in self.series.items() if dict(shared).get("n", "") == n and len(own) > 1]
        words = set()
        for own in series:
            known = [at.measured.factor for at in own if at.measured.factor is not None]
            steps = {(after > before) - (after < before) for before, after in pairwise(known)}
            words.add({(1,): "rising", (-1,): "falling", (0,): "the same"}.get(tuple(steps), ""))
        return words.pop() if len(words) == 1 and max(map(len, series)) > 2 else ""

    def limit(self, n: int | str) -> tuple[Rational, int | None] | None:
        """The limit of extreme / bound as delta -> 0, read off polynomials that both follow; their d (None: every d).

        None where one is missing, where they are known for several d, or where there is no limit.
        """
        forms = {of: [form for form in self.closed if (form.n, form.of) == (n, of)] for of in ("extreme", "bound")}
        if [len(own) for own in forms.values()] != [1, 1]:
            return None
        (extreme,), (bound,) = forms.values()
        if (extreme.variable, extreme.where) != (bound.variable, bound.where) or bound.fit.coefficients == (0,):
            return None
        if extreme.fit.degree > bound.fit.degree:
            return None
        lower = extreme.fit.degree < bound.fit.degree
        return mpq(0) if lower else extreme.fit.coefficients[-1] / bound.fit.coefficients[-1], extreme.d

    @property
    def approached(self) -> tuple[int, ...]:
        """The n at which the bound is never attained and the ratio of its sides tends to 1 by the fits, at every d."""
        if self.attained or self.refuted:
            return ()
        return tuple(n for n in self.by_n if isinstance(n, int) and self.limit(n) == (1, None))


@dataclass(frozen=True)
class Sharpened:
    """The bounds of a claim over a ladder, in the claim's order; the steps that display none."""

    label: str
    title: str
    source: str
    boxes: tuple[Box, ...]
    extent: str
    """The range of each parameter over the instances, in words."""
    points: int
    """The points of all instances together at which some bound was measured."""
    rows: tuple[Row, ...]
    without: tuple[Step, ...]
    names: Mapping[Term, str]
    """What the claim calls whole terms."""
    command: str
    """The claim's label as a command line takes it."""
    point: str = ""
    """The letter by which the claim calls its points (`lettering`)."""
