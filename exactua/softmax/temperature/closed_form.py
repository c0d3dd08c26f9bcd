"""lambda* of the contextual map g_c (Lemma 8, Yun et al. 2020) as a closed form in d, n and delta: all points at once.

In units of delta ids are integers and thresholds of the sweep halves of odd ones. D = delta^-d, G = D^(n+1), Lambda =
lambda delta^2 (scores are products of two ids), e the greatest error of an id, E = exp(-Lambda (1/2 - 2e)):

    a loser whose id is x >= 1 away from the winner's adds at most x exp(-Lambda x y) <= exp(-Lambda y), y >= 1/2 - e
    the distance of the query from the threshold: a selective shift adds at most 2 D (n - 1) E to an id left alone
    a column that is selected gets errors of the greatest and of the least id D-fold: e -> (1 + 2D) e + 2 D (n - 1) E,
    in at most n of the D layers, as different columns always have different ids
    the last layer: e -> (1 + G) e + G (n - 1) E

so the output's error is at most C E with C = (n - 1)(1 + G)(1 + 2D)^n (2 D^2 + 1), and the sweep's at most C E/(1 + G).
With tau = min(tolerance/delta, 1, (1 + G)/128) it stays within tau for all

    lambda >= 2 delta^-2 ln(C/tau) / (1 - 4 tau/(1 + G))

The proof, step by step: docs/notes/temperature.md. That different columns have different ids all along, and that no id
is 0 before the last layer unless all columns are 0, is decided by enumeration in the tests, instance by instance.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exactua.arithmetic import balls
from exactua.arithmetic.rationals import Rational
from exactua.arithmetic.reals import log
from exactua.errors import InputError
from exactua.softmax.temperature.bracket import positive_tolerance

FORMULA = "2 delta^-2 ln(C/tau) / (1 - 4 tau/(1 + D^(n+1)))"
CONSTANT = (
    "C = (n - 1)(1 + D^(n+1))(1 + 2D)^n (2 D^2 + 1), D = delta^-d, tau = min(tolerance/delta, 1, (1 + D^(n+1))/128)"
)


def amplification(values: Mapping[str, Any]) -> int:
    """C: by how much exp(-Lambda (1/2 - 2e)) is multiplied at most on its way to the output, in units of delta."""
    n, D = int(values["n"]), int(values["m"]) ** int(values["d"])
    factor: int = (n - 1) * (1 + D ** (n + 1)) * (1 + 2 * D) ** n * (2 * D * D + 1)
    return factor


def closed_form(values: Mapping[str, Any], tolerance: Any) -> Rational:
    """An integer lambda*: for all lambda >= it, g_c with softmax[lambda .] is within the tolerance on all of G+_delta.

    `values` has d >= 1, n >= 2 and m = 1/delta >= 2; the tolerance is that of an entry, unit 1. Raises InputError for
    others.

    >>> print(closed_form({"d": 1, "n": 2, "m": 2}, "1/100"))
    94
    """
    require_sizes(values, "the closed form")
    m, G = values["m"], Rational(values["m"]) ** (values["d"] * (values["n"] + 1))
    tau = min(positive_tolerance(tolerance) * m, Rational(1), (1 + G) / 128)
    scale = 2 * m * m / (1 - 4 * tau / (1 + G))
    return Rational(balls.floor(scale * log(amplification(values) / tau)) + 1)


def require_sizes(values: Mapping[str, Any], taker: str) -> None:
    """Raises InputError unless d >= 1, n >= 2 and m >= 2 are integers; `taker` is what asks for them, in words."""
    for name, least in (("d", 1), ("n", 2), ("m", 2)):
        if isinstance(values[name], bool) or not isinstance(values[name], int) or values[name] < least:
            raise InputError(f"{name}: {values[name]!r} is not valid; {taker} takes an integer >= {least}")
