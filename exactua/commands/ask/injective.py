"""Injective on the points: different points have different images. Their distance is that of all entries."""

from __future__ import annotations

from exactua.arithmetic.rationals import Rational, written
from exactua.claims.claim import Operands
from exactua.claims.decision import Witness
from exactua.claims.lettering import halves
from exactua.commands.ask.nearest import Nearest, nearest
from exactua.commands.ask.property_words import (
    columns,
    different,
    distance_squared,
    exact,
    first,
    over_pairs,
    second,
    states_attained,
)
from exactua.commands.ask.question import Prepared, Question, prepared
from exactua.commands.ask.record import Separation, Side
from exactua.terms.tracing import MatrixOperand, Number, Truth, total


def injective(question: Question) -> Prepared:
    """Whether different points have different images, and how far these are from each other."""
    claim = question.claim("injective", "Injective", "", "for any X, X' with X != X', g(X) != g(X')")
    over = over_pairs(question.points.spec)

    def two(_: Operands) -> Truth:
        return ~(first == second)

    def apart(name: str, distance: Rational) -> None:
        claim.states(
            f"for any X != X', ||g(X) - g(X')||^2 >= {written(distance)}, of all entries",
            over=over,
            name=name,
            given=two,
        )(lambda at: _distance_squared(at.g(first), at.g(second)) >= exact(distance))

    claim.states("for any X, X' with X != X', g(X) != g(X')", over=over, name="injective", given=two)(
        lambda at: different(at.g(first), at.g(second))
    )
    if question.options.separation is not None:
        apart("apart", question.options.separation**2)

    def side(letter: str, rank: int) -> Side:
        X = question.points.domain.matrix(rank)
        return Side(letter, X, rank, None, f"g({letter})", question.image(X))

    def sides(_: str, witness: Witness) -> tuple[Side, ...]:
        one, other = (question.points.domain.rank_of(X) for X in halves(witness.points[0]))
        return side("X", one), side("X'", other)

    def images() -> tuple[Nearest, bool] | None:
        """The nearest images, the square of their distance at most as told, and whether it is more."""
        flat = [[entry for row in image for entry in row] for image in question.values]
        closest = nearest(flat, deadline=question.deadline)
        if closest is None:
            return None
        squared = question.at_most(closest.squared)
        return Nearest(closest.first, closest.second, squared), squared != closest.squared

    separation, found = None, list[str]()
    closest, notes = question.sought(images)
    if closest is not None:
        pair, below = closest
        squared, one, other = pair.squared, side("X", pair.first), side("X'", pair.second)
        separation = Separation("images of different points", squared, (one, other), below)
        if squared:
            apart("separation", squared)
            found = ["separation"]
        if squared and not separation.below:
            says = f"... and = {written(squared)} for two of them"
            states_attained(
                claim,
                (one.point, other.point),
                says,
                lambda at: _distance_squared(at.g(first), at.g(second)),
                squared,
            )
            found += ["attained"]
    return prepared(claim, question, sides, separation=separation, notes=notes, found=found)


def _distance_squared(Z: MatrixOperand, W: MatrixOperand) -> Number:
    """The sum of the squared differences of all entries."""
    return total(columns, lambda k: distance_squared(Z, k, W, k))
