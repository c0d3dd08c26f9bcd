"""What the steps of several properties say of pairs of points, and of their distance."""

from __future__ import annotations

from collections.abc import Callable

from exactua.arithmetic.rationals import Matrix, Rational
from exactua.claims.claim import Claim, Operands
from exactua.commands.ask.record import Side
from exactua.evidence.asked_terms import exact, nearest_two, these_two
from exactua.grids.categories import DomainSpec, pairs_of
from exactua.terms.tracing import Number, Truth


def states_attained(
    claim: Claim,
    pair: tuple[Matrix, Matrix],
    says: str,
    distance: Callable[[Operands], Number],
    squared: Rational,
) -> None:
    """Adds the step that the pair of points (which may be one point twice) has this squared distance."""
    first, second = pair
    options = {} if first == second else {"given": lambda _: these_two(first, second)}

    @claim.states(says, over=(nearest_two(first, second),), name="attained", **options)
    def attained(at: Operands) -> Truth:
        return distance(at) == exact(squared)


def column_of(side: Side) -> int:
    """The column of a point that counts, from 1."""
    assert side.column is not None
    return side.column


def over_pairs(spec: DomainSpec) -> tuple[DomainSpec, ...]:
    """The domain of all pairs of these points."""
    return (pairs_of(spec),)
