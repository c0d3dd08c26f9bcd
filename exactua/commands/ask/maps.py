"""What a map does on the points: equal to a table, injective, permutation equivariant."""

from __future__ import annotations

from exactua.arithmetic.rationals import Matrix, Rational, written
from exactua.claims.claim import Operands
from exactua.claims.decision import Decision, Witness
from exactua.claims.lettering import halves
from exactua.commands.ask.nearest import Nearest, nearest
from exactua.commands.ask.property_words import (
    columns,
    different,
    distance_squared,
    exact,
    first,
    over_pairs,
    rows,
    second,
    states_attained,
)
from exactua.commands.ask.question import Prepared, Question, prepared
from exactua.commands.ask.record import Constant, Separation, Side
from exactua.errors import InputError
from exactua.grids.categories import n
from exactua.grids.finite import listed
from exactua.terms.evaluation import MOST_PERMUTED
from exactua.terms.tracing import Columns, MatrixOperand, Number, Truth, every, every_permutation, point, total

half = n / 2


def equals(question: Question) -> Prepared:
    """Whether g(X) is the value that the table has for X, at every point.

    Raises InputError where there is no table, or the points are not listed.
    """
    table, points = question.options.table, question.points
    if table is None:
        raise InputError("table: missing; give the file of the values, such as eval writes, --table FILE")
    if not points.listed:
        raise InputError("table: it has a value for each point of --points; leave out --grid and --vocabulary")
    both = [tuple(x + y for x, y in zip(X, Y, strict=True)) for X, Y in zip(points.matrices(), table, strict=True)]
    says = "for any X of the table, g(X) = Y, the value that it has there"
    claim = question.claim("equals", "Equal to a table", "", says)

    @claim.states(says, over=(listed("points and values [X Y]", both),))
    def equals(at: Operands) -> Truth:
        X, Y = point.columns(1, half), point.columns(half + 1, n)
        return every(rows, lambda i: every(Columns(1, half, "k"), lambda k: at.g(X)[i, k] == Y[i, k]))

    def entry(rank: int, i: int, k: int) -> tuple[Side, ...]:
        X, Y = points.domain.matrix(rank), table[rank]
        image = question.image(X)
        return (
            Side("X", X, rank, k, f"g(X)_({i}, {k})", image[i - 1][k - 1]),
            Side("X", X, rank, k, f"Y_({i}, {k})", Y[i - 1][k - 1]),
        )

    def sides(_: str, witness: Witness) -> tuple[Side, ...]:
        return entry(witness.at[0][1], witness.bindings["i"], witness.bindings["k"])

    def deviation(decision: Decision) -> tuple[Constant, ...]:
        """The greatest |g(X)_ik - Y_ik|, and where it is: what is measured of the step is Y_ik - g(X)_ik."""
        measured = decision["equals"].measured
        if measured is None or not decision["equals"].complete or question.reals:
            return ()
        extremes = (measured.minimum, measured.maximum)
        most = max(abs(extreme.value) for extreme in extremes)
        rank = min(extreme.at[1] for extreme in extremes if abs(extreme.value) == most)
        differences = _differences(question.image(points.domain.matrix(rank)), table[rank])
        i, k = next(place for place, value in differences.items() if abs(value) == most)
        at = entry(rank, i, k) if most else ()
        return (Constant("deviation", "greatest deviation of an entry", most, at=at),)

    return prepared(claim, question, sides, n=2 * question.n, measured=deviation)


def _differences(image: Matrix, value: Matrix) -> dict[tuple[int, int], Rational]:
    """Y_ik - g(X)_ik by row and column, from 1."""
    return {
        (i, k): y - x
        for i, (xs, ys) in enumerate(zip(image, value, strict=True), 1)
        for k, (x, y) in enumerate(zip(xs, ys, strict=True), 1)
    }


def equivariant(question: Question) -> Prepared:
    """Whether g(X P) = g(X) P for every point X and every P. Raises InputError for more than 8 columns."""
    if question.n > MOST_PERMUTED:
        raise InputError(
            f"n: {question.n} columns have too many orders; equivariant is asked for up to {MOST_PERMUTED}"
        )
    says = "for any X and every permutation P of its columns, g(X P) = g(X) P"
    claim = question.claim("equivariant", "Permutation equivariant", "", says)

    @claim.states(says, over=(question.points.spec,))
    def equivariant(at: Operands) -> Truth:
        return every_permutation(lambda P: at.g(point.permuted(P)) == at.g(point).permuted(P))

    def sides(_: str, witness: Witness) -> tuple[Side, ...]:
        rank, (X,) = witness.at[0][1], witness.points
        moved = tuple(tuple(row[j - 1] for j in witness.bindings["P"]) for row in X)
        return (
            Side("X P", moved, None, None, "g(X P)", witness.left),
            Side("X", X, rank, None, "g(X) P", witness.right),
        )

    notes = ["n = 1: there is no permutation but the identity"] if question.n == 1 else []
    return prepared(claim, question, sides, notes=notes)


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
        first, second = (question.points.domain.rank_of(X) for X in halves(witness.points[0]))
        return side("X", first), side("X'", second)

    def images() -> tuple[Nearest, bool] | None:
        """The nearest images, the square of their distance at most as told, and whether it is more."""
        flat = [[entry for row in image for entry in row] for image in question.values]
        closest = nearest(flat, deadline=question.deadline)
        if closest is None:
            return None
        squared = question.at_most(closest.squared)
        return Nearest(closest.first, closest.second, squared), squared != closest.squared

    separation, sharpest = None, list[str]()
    closest, notes = question.sought(images)
    if closest is not None:
        pair, below = closest
        squared, first_side, second_side = pair.squared, side("X", pair.first), side("X'", pair.second)
        separation = Separation("images of different points", squared, (first_side, second_side), below)
        if squared:
            apart("separation", squared)
            sharpest = ["separation"]
        if squared and not separation.below:
            says = f"... and = {written(squared)} for two of them"
            states_attained(
                claim,
                (first_side.point, second_side.point),
                says,
                lambda at: _distance_squared(at.g(first), at.g(second)),
                squared,
            )
            sharpest += ["attained"]
    return prepared(claim, question, sides, separation=separation, notes=notes, found=sharpest)


def _distance_squared(Z: MatrixOperand, W: MatrixOperand) -> Number:
    """The sum of the squared differences of all entries."""
    return total(columns, lambda k: distance_squared(Z, k, W, k))
