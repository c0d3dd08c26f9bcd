"""How sharp attention must be: a factor from which on all is certified, and one at which it provably fails.

Factors are dyadic numbers with 7 bits, so that each is at most 1/64 greater than the one before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from exactua.arithmetic.balls import dyadic_power
from exactua.arithmetic.messages import brief
from exactua.arithmetic.rationals import Matrix, Rational, rational
from exactua.arithmetic.reals import PrecisionReached
from exactua.errors import InputError
from exactua.networks import matrices
from exactua.networks.network import Network
from exactua.networks.retouching import has_hardmax
from exactua.softmax.temperature.ball_network import error_beside
from exactua.softmax.temperature.propagation import LEAST_POWER, Bound, NotCertified, certified_error, require_followed

STEPS: Final = 64
"""Factors in an octave."""

FIRST: Final = 4 * STEPS
"""The first factor that is tried: 16."""

LAST: Final = 512 * STEPS
LOWEST: Final = -64 * STEPS
"""Factors from 2^-64 to 2^512 are looked at."""

CANDIDATES: Final = 4
"""At so many points, those that took the greatest factors, a failing factor is looked for."""


def factor_at(step: int) -> Rational:
    """The factor with this number: (1 + (step mod 64)/64) 2^floor(step/64)."""
    octave, part = divmod(step, STEPS)
    return Rational(STEPS + part, STEPS) * dyadic_power(octave)


@dataclass(frozen=True)
class Bracket:
    """For all lambda >= upper every point is within the tolerance; at lambda = lower one provably is not. Unit 1."""

    tolerance: Rational
    points: int
    upper: Rational | None
    """lambda*; None where no factor was certified: `reason` says why."""
    upper_point: Matrix | None
    """The point that took the greatest factor, or that admits none."""
    error: Rational | None
    """A bound of the error at all points for all lambda >= upper."""
    lower: Rational | None
    """None where no failing factor was found."""
    lower_point: Matrix | None
    lower_error: Rational | None
    """A number below the error there."""
    reason: str | None = None

    @property
    def ratio(self) -> Rational | None:
        """upper/lower, where both are known."""
        return None if self.upper is None or self.lower is None else self.upper / self.lower


def bracket(
    network: Network,
    points: Iterable[Sequence[Sequence[Any]]],
    tolerance: Any,
    tell: Callable[[int], None] | None = None,
) -> Bracket:
    """The bracket at these points, d x n matrices of exact numbers: the greatest entry of |N_lambda - N| <= tolerance.

    `tell` is called with the number of points done. Raises InputError for no point, a tolerance that is not > 0, a
    network without hardmax, and what `certified_error` raises.

    >>> g_c = find("lemma8")[0].problem({"d": 1, "n": 2, "m": 2}).networks["g_c"]
    >>> numbers = bracket(g_c, [[[0, "1/2"]]], "1/100")
    >>> print(numbers.lower, numbers.upper)  # at 70 it is off by more than 1/100, and from 71 on by less
    70 71
    """
    exact = positive_tolerance(tolerance)
    require_followed(network)
    if not has_hardmax(network):
        raise InputError("network: it has no hardmax, so there is no factor to choose")
    step, done, error = LOWEST, 0, Rational(0)
    hardest: list[tuple[int, Matrix]] = []
    for done, point in enumerate(points, 1):
        X = matrices.exact_matrix(point, network.d, f"point {done}", "the network")
        own, outcome = _least_step(network, X, exact, step)
        if isinstance(outcome, NotCertified):
            return _without_limit(network, X, exact, done, outcome)
        if own > step or not hardest:
            hardest = [(own, X), *hardest][:CANDIDATES]
            step = own
        error = max(error, outcome.error)  # a bound from a smaller factor on is one from this on
        if tell is not None:
            tell(done)
    if not done:
        raise InputError("points: none are given; give at least one")
    lower = _greatest_failing(network, [X for _, X in hardest], exact, step)
    return Bracket(exact, done, factor_at(step), hardest[0][1], error, *lower)


def positive_tolerance(tolerance: Any) -> Rational:
    """The tolerance as a rational. Raises InputError unless it is an exact number > 0, and 2^-4096 at least."""
    exact = rational(tolerance, "tolerance")
    if exact <= 0:
        raise InputError(f"tolerance: {brief(tolerance)} is not valid; give a number > 0, such as 1/100")
    if exact < dyadic_power(LEAST_POWER):
        raise InputError("tolerance: it is less than 2^-4096, and no bound is computed below that; give a greater one")
    return exact


def _least_step(network: Network, X: Matrix, tolerance: Rational, known: int) -> tuple[int, Bound | NotCertified]:
    """A number of a factor >= that of `known` that is certified at X, the least where certified ones have no gaps."""

    def attempt(step: int) -> Bound | NotCertified:
        return certified_error(network, X, factor_at(step))

    def good(outcome: Bound | NotCertified) -> bool:
        return isinstance(outcome, Bound) and outcome.error <= tolerance

    outcome = attempt(known)
    if good(outcome):
        return known, outcome
    low, high, width = known, max(known + 1, FIRST), STEPS
    while not good(outcome := attempt(high)):
        if isinstance(outcome, NotCertified) and outcome.never:
            return high, outcome
        if high >= LAST:
            last = NotCertified(factor_at(high), "the bound stays above the tolerance up to lambda = 2^512", 0, False)
            return high, outcome if isinstance(outcome, NotCertified) else last
        low, high, width = high, min(high + width, LAST), 2 * width
    best = outcome
    while high - low > 1:
        middle = (low + high) // 2
        if good(outcome := attempt(middle)):
            high, best = middle, outcome
        else:
            low = middle
    return high, best


def _without_limit(network: Network, X: Matrix, tolerance: Rational, done: int, failure: NotCertified) -> Bracket:
    where = f"layer {failure.layer}: " if failure.layer else ""
    lower = _greatest_failing(network, [X], tolerance, LAST // 8)
    return Bracket(tolerance, done, None, X, None, *lower, reason=f"{where}{failure.reason}")


def _greatest_failing(
    network: Network, points: Sequence[Matrix], tolerance: Rational, top: int
) -> tuple[Rational | None, Matrix | None, Rational | None]:
    """The greatest factor up to `top` at which a point provably fails; the point; what its error exceeds."""
    best: tuple[int, Matrix, Rational] | None = None
    for X in points:
        value = network(X)

        def failing(step: int, X: Matrix = X, value: Matrix = value) -> Rational | None:
            try:
                low, _ = error_beside(network, X, value, factor_at(step), tolerance)
            except PrecisionReached:
                return None
            return low if low > tolerance else None

        bottom = LOWEST if best is None else best[0] + 1  # only a greater factor is of use
        if bottom <= top and (failure := _search_down(failing, top, bottom)) is not None:
            best = (failure[0], X, failure[1])
    if best is None:
        return None, None, None
    return factor_at(best[0]), best[1], best[2]


def _search_down(failing: Callable[[int], Rational | None], top: int, bottom: int) -> tuple[int, Rational] | None:
    """A step from bottom to top that fails, the greatest where failing ones have no gaps."""
    high, width, step = top + 1, 1, top
    while (error := failing(step)) is None:
        if step <= bottom:
            return None
        high, step, width = step, max(step - width, bottom), 2 * width
    low = step
    while high - low > 1:
        middle = (low + high) // 2
        if (here := failing(middle)) is not None:
            low, error = middle, here
        else:
            high = middle
    return low, error
