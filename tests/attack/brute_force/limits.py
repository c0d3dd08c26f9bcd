"""Section 11: a network with softmax[lambda A] in place of hardmax[A], at its points and at many factors lambda."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from tests.attack.brute_force import reals
from tests.attack.brute_force.forms import Number, compare, greatest
from tests.attack.brute_force.networks import LAYERS, Columns, Network, attending, rounds, speaks_of_reals
from tests.attack.brute_force.written import Unknown, integer, rational, require

FACTORS: Final = (
    Fraction(1),
    Fraction(1001, 1000),
    Fraction(11, 10),
    Fraction(3, 2),
    Fraction(3),
    Fraction(10),
    Fraction(100),
)


def require_true(decided: dict[str, Any]) -> None:
    """Raises Invalid where a limit is not true.

    Raises:
        Unknown: it has an upper bound, and that is true at all factors that were tried.
    """
    keys = {"claim", "parameters", "network", "points", "tolerance", "upper", "lower", "scope"}
    require(set(decided) == keys and decided["scope"] == "limit", "the keys of a limit")
    require(decided["upper"] is not None or decided["lower"] is not None, "a limit without a bound")
    if speaks_of_reals(decided["network"]):
        raise Unknown("a limit of reals")
    if rounds(decided["network"]):
        raise Unknown("a limit of what is rounded")
    network = Network(decided["network"])
    points: list[Columns] = [
        tuple(zip(*([rational(x) for x in row] for row in rows), strict=True)) for rows in decided["points"]
    ]
    require(1 <= len(points) <= 20_000 and all(len(point) >= 1 for point in points), "the points of a limit")
    require(all(len(column) == network.d for point in points for column in point), "the rows of a point")
    tolerance = rational(decided["tolerance"])
    require(tolerance > 0, "a tolerance that is not positive")
    upper = None if decided["upper"] is None else rational(decided["upper"])
    require(upper is None or upper > 0, "a bound that is not positive")
    if decided["lower"] is not None:
        _require_lower(decided["lower"], network, points, tolerance, upper)
    if upper is not None:
        for factor in FACTORS:
            for point in points:
                hard, soft = network.after(len(network.layers), point), softened(network, point, upper * factor)
                require(
                    _within(hard, soft, tolerance), f"softmax is off by more than the tolerance at {factor} lambda*"
                )
        raise Unknown(f"its upper bound is true at {len(FACTORS)} factors")


def _require_lower(
    lower: dict[str, Any], network: Network, points: list[Columns], tolerance: Fraction, upper: Any
) -> None:
    require(set(lower) == {"factor", "point", "exceeds"}, "the keys of the lower bound")
    factor, exceeds, k = rational(lower["factor"]), rational(lower["exceeds"]), integer(lower["point"])
    require(factor > 0 and (upper is None or factor < upper), "a factor that is not below the bound")
    require(exceeds >= tolerance and 1 <= k <= len(points), "the lower bound")
    point = points[k - 1]
    hard, soft = network.after(len(network.layers), point), softened(network, point, factor)
    require(not _within(hard, soft, exceeds), "softmax is not off by so much at the factor below the bound")


def _within(hard: Columns, soft: Columns, most: Fraction) -> bool:
    """Whether every entry differs by at most so much."""
    differences = [x - y for a, b in zip(hard, soft, strict=True) for x, y in zip(a, b, strict=True)]
    return all(compare(x, most) <= 0 and compare(x, -most) >= 0 for x in differences)


def softened(network: Network, point: Columns, factor: Fraction) -> Columns:
    """What the network with softmax makes of a point."""
    Z: Any = point
    for kind, data, variables in network.layers:
        if kind == "attention":
            Z = attending(network, data["heads"], variables, Z, lambda scores, j: softmax(scores, factor))
        else:
            Z = LAYERS[kind](network, data, variables, Z)
        Z = tuple(map(tuple, Z))
    return tuple(Z)


def softmax(scores: list[Number], factor: Fraction) -> list[Number]:
    most = greatest(scores)
    powers = [reals.exp((score - most) * factor) for score in scores]
    total: Number = Fraction(0)
    for power in powers:
        total = total + power
    return [power * (Fraction(1) / total if isinstance(total, Fraction) else total.inverse()) for power in powers]
