"""Limits: from which factor on softmax stays near hardmax (format, section 11).

What hardmax makes of a point is computed by its layers (layers.py), exactly. What softmax changes of it is bounded
from above for every factor from one on (drift.py). That the softmax network fails at a factor is shown by balls
(softened.py).
"""

from __future__ import annotations

from .drift import UNIT_BITS, Unbounded, bound
from .layers import weighted_layers
from .networks import Network
from .rationals import size
from .records import array, encode, fields, integer, rational
from .refusals import NOT_RECHECKED, Refused, demand
from .reports import Report, headline, instance, shown
from .sampling import Clock, of_all, sampled, worth
from .softened import fails
from .values import Column, Json, Rational
from .weights import State

LARGEST_NUMBER_OF_POINTS = 20_000
LARGEST_WORK = 10**11  # products of numbers


class Limit:
    """What the hashed part of a file says, once it is read."""

    def __init__(self, decided: Json):
        fields(decided, "claim", "lower", "network", "scope", "tolerance", "upper", parameters=dict, points=list)
        claim, given = decided["claim"], decided["parameters"]
        demand(claim is None or isinstance(claim, str), "the label of the claim is not a word")
        for value in given.values():
            demand(isinstance(value, str) or type(value) is int, "a parameter is no number and no word")
        named = "a network" if claim is None else shown(claim)
        self.name = f"{named} at {instance(decided)}" if given else named
        self.network, self.budget = Network(decided["network"], "network"), LARGEST_WORK
        self.applied, _ = self.network.unrolled
        known = all(not quantities.get("real") for _, _, quantities in self.applied)
        demand(known, "the limit of a network with softmax or with weights that are reals", NOT_RECHECKED)
        self.layers = list(weighted_layers(decided["network"]["items"], self.network.d))
        demand(0 < len(decided["points"]) <= LARGEST_NUMBER_OF_POINTS, "there is no point, or there are too many")
        self.points = [self.point(rows) for rows in decided["points"]]
        self.tolerance, upper, self.lower = positive(decided["tolerance"]), decided["upper"], decided["lower"]
        self.upper = None if upper is None else positive(upper)
        demand(self.upper is not None or self.lower is not None, "nothing is claimed")
        if self.lower is not None:
            lower = fields(self.lower, "exceeds", "factor", "point")
            self.failing, self.exceeded = integer(lower["point"], 1), rational(lower["exceeds"])
            self.below = positive(lower["factor"])
            demand(self.failing <= len(self.points), "the point that fails is none of the points")
            demand(self.exceeded >= self.tolerance, "what is exceeded is less than the tolerance")
            demand(self.upper is None or self.below < self.upper, "a factor fails that is not below lambda*")

    def spend(self, steps: int) -> None:
        """Take so many products of those that a limit may ask for."""
        self.budget -= steps
        demand(self.budget >= 0, "the limit asks for more work than this verifier does", NOT_RECHECKED)

    def point(self, rows: Json) -> tuple[Column, ...]:
        """A point by its columns."""
        exact = [list(map(rational, array(row))) for row in array(rows, self.network.d)]
        demand(exact[0] != [] and len(set(map(len, exact))) == 1, "a point is not a matrix with a column")
        return tuple(zip(*exact, strict=True))

    def states(self, number: int) -> tuple[list[State], tuple[Column, ...]]:
        """The layers, each with the exact state before it; and the value of the network."""
        states, Z = list[State](), self.points[number]
        for layer, (apply, weights, _) in zip(self.layers, self.applied, strict=True):
            states.append((layer, Z))
            self.spend(len(Z) * (len(Z) + weights))
            Z = apply(Z)
        return states, Z

    def stays(self, number: int, factor: Rational) -> None:
        """Refuses the file unless a point is shown to stay within the tolerance for all factors from this one on."""
        states, value = self.states(number)
        for bits in UNIT_BITS if states else ():
            try:
                error = bound(states, factor, bits + size(self.tolerance), self.spend)
                if error <= self.tolerance:
                    return
                why = "the bound of the error is above the tolerance"
            except Unbounded as reason:
                why = str(reason)
        if states:
            if fails(states, value, factor, self.tolerance, self.spend):
                why = "it is off by more than the tolerance at lambda* itself"
            raise Refused(f"point {number + 1} is not shown to stay within the tolerance from lambda* on: {why}")


def positive(value: Json) -> Rational:
    """A number above 0."""
    number = rational(value)
    demand(number > 0, "a factor or the tolerance is not above 0")
    return number


def check_limit(decided: Json, sample: int | None, seed: str, seconds: float) -> Report:
    """Decide again what a file of the format limit/2 says."""
    known = Limit(decided)
    upper = known.upper  # from where on softmax stays near hardmax, if that is claimed
    N = 0 if upper is None else len(known.points)
    part = sample is not None and sample < N
    clock = Clock(N, 0 if sample is not None else seconds)
    numbers = list(sampled(seed, 0, N, sample)) if sample is not None and part else range(N)
    if upper is not None:
        for number in clock.over(numbers):
            known.stays(number, upper)
    lines = [f"{headline(part)}: a limit of softmax ({of_all(len(numbers), N)})", f"says of itself: {known.name}"]
    lines += [f"  {worth('points', len(numbers), N)}"] if part else []
    if upper is not None:
        lines.append(f"  within {encode(known.tolerance)} for all lambda >= {encode(upper)}")
    if known.lower is not None:
        states, value = known.states(known.failing - 1)
        shown = fails(states, value, known.below, known.exceeded, known.spend)
        demand(shown, f"point {known.failing} is not shown to fail at the factor below lambda*")
        at = f"at lambda = {encode(known.below)} point {known.failing}"
        lines.append(f"  {at} is off by more than {encode(known.exceeded)}")
    return Report("holds", lines, part)
