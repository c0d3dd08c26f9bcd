"""Injective on the points: different points have different images, and how far these are from each other.

Few points are compared in pairs. Of many, one number is made of each image, u^T g(X) over all its entries: where these
numbers are all different, so are the images, and by Cauchy and Schwarz two images are at least as far apart as their
numbers, over the norm of u. Where that can't be shown, all pairs are decided.
"""

from __future__ import annotations

from collections.abc import Callable

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational, written
from exactua.claims.claim import Claim, Operands
from exactua.claims.decision import Witness
from exactua.claims.lettering import halves
from exactua.commands.ask import chains
from exactua.commands.ask.directions import Vectors, said
from exactua.commands.ask.failing import Failing, beside
from exactua.commands.ask.nearest import Nearest, nearest
from exactua.commands.ask.property_words import over_pairs, states_attained
from exactua.commands.ask.question import Prepared, Question, prepared
from exactua.commands.ask.record import Separation, Side, loose
from exactua.evidence.asked_terms import (
    columns,
    different,
    distance_squared,
    exact,
    first,
    norm_of,
    points_differ,
    rows,
    second,
)
from exactua.grids.finite import listed
from exactua.terms.tracing import Columns, MatrixOperand, Number, Truth, point, select, total

SAYS = "for any X, X' with X != X', g(X) != g(X')"
IMAGES = "images of different points"


def injective(question: Question) -> Prepared:
    """Whether different points have different images, and how far these are from each other."""
    if question.many:
        at_once, _ = question.sought(lambda: _chained(question) if question.reals else _told_apart(question))
        if at_once is not None:
            return at_once
    return _in_pairs(question)


def _claim(question: Question) -> Claim:
    return question.claim("injective", "Injective", "", SAYS)


def _in_pairs(question: Question) -> Prepared:
    """The same by all pairs of points."""
    claim, over = _claim(question), over_pairs(question.points.spec)

    def apart(name: str, distance: Rational) -> None:
        claim.states(
            f"for any X != X', ||g(X) - g(X')||^2 >= {written(distance)}, of all entries",
            over=over,
            name=name,
            given=points_differ,
        )(lambda at: _distance_squared(at.g(first), at.g(second)) >= exact(distance))

    def images() -> tuple[Nearest, bool] | None:
        """The nearest images, the square of their distance at most as told, and whether it is more."""
        closest = nearest(_flat(question), deadline=question.deadline, compared=question.compared)
        if closest is None:
            return None
        squared, below = question.within(closest.squared)
        return Nearest(closest.first, closest.second, squared), below

    separation, sharpest = None, list[str]()
    closest, notes = question.sought(images)
    if closest is not None and closest[0].squared and question.reals:
        # of two entries that are equal, that may be out of reach, and the images differ in others
        claim.states(
            f"{SAYS}: ||g(X) - g(X')||^2 > 0, of all entries", over=over, name="injective", given=points_differ
        )(lambda at: _distance_squared(at.g(first), at.g(second)) > 0)
    else:
        claim.states(SAYS, over=over, name="injective", given=points_differ)(
            lambda at: different(at.g(first), at.g(second))
        )
    if question.options.separation is not None:
        apart("apart", question.options.separation**2)
    if closest is not None:
        pair, below = closest
        squared, sides = pair.squared, _pair(question, pair.first, pair.second)
        separation = Separation(IMAGES, squared, sides, below)
        if squared:
            apart("separation", squared)
            sharpest = ["separation"]
        if squared and not separation.below:
            _attained(claim, sides, f"... and = {written(squared)} for two of them", squared)
            sharpest += ["attained"]
    failing = {}
    if separation is not None and not separation.squared:
        failing = {"injective": Failing.of_pair(*separation.sides)}
    return prepared(
        claim, question, _sides(question), separation=separation, notes=notes, evaluated=sharpest, failing=failing
    )


def _told_apart(question: Question) -> Prepared | None:
    """The numbers u^T g(X) are all different; or two points have the same image, and are told.

    None where no direction tells different images apart, or shows the distance that is asked for.
    """
    points, claim = question.points, _claim(question)
    vectors, classes = Vectors(_flat(question)), range(points.count)
    same = vectors.equal(classes)
    if same is not None:
        two = listed("two points with the same image", map(points.domain.matrix, same))
        claim.states(
            f"{SAYS}, of the first two that fail", over=over_pairs(two), name="injective", given=points_differ
        )(lambda at: different(at.g(first), at.g(second)))
        return prepared(
            claim, question, _sides(question), separation=Separation(IMAGES, mpq(0), _pair(question, *same))
        )
    direction, wanted = vectors.told_apart(), question.options.separation
    if direction is None or (wanted is not None and direction.squared < wanted**2):
        return None
    n, u, gap = question.n, direction.u, direction.gap

    def number(at: Operands) -> Number:
        return total(rows, lambda i: total(columns, lambda k: select((i - 1) * n + k, u) * at.g(point)[i, k]))

    numbers = f"the numbers u^T g(X), u = {said(u)} for the entries of g(X) row by row,"
    claim.states(
        f"{numbers} are all different: so g(X) != g(X') for any X != X'",
        over=(points.spec,),
        name="injective",
        fold="distinct",
    )(number)
    claim.states(
        f"any two of them differ by at least {written(gap)}: so ||g(X) - g(X')||^2 >= {written(direction.squared)}, "
        f"that squared over u^T u = {norm_of(u)}",
        over=(points.spec,),
        name="separation",
        fold="apart",
        bound=lambda _: exact(gap),
    )(number)
    near = vectors.near(classes)
    sides = _pair(question, near.first, near.second)
    _attained(claim, sides, f"||g(X) - g(X')||^2 = {written(near.squared)} for two points", near.squared)
    separation = Separation(IMAGES, direction.squared, sides, below=True, at_most=near.squared)
    return prepared(
        claim,
        question,
        _sides(question),
        separation=separation,
        evaluated=["injective", "separation", "attained"],
        notes=loose(separation, question.points.count**2),
    )


def _chained(question: Question) -> Prepared | None:
    """The points in the order of u^T g(X), which are reals: it grows from each to the next."""
    points, claim = tuple(question.points.matrices()), _claim(question)
    vectors = [tuple(entry for row in image for entry in row) for image in chains.images(question, points)]
    chain, wanted = chains.chain_of(question, points, vectors), question.options.separation
    if chain is None or (wanted is not None and chain.squared < wanted**2):
        return None
    over, u, n = (chain.neighbours,), chain.u, question.n

    def number(Z: MatrixOperand) -> Number:
        return total(rows, lambda i: total(Columns(1, n, "k"), lambda k: select((i - 1) * n + k, u) * Z[i, k]))

    def grows(at: Operands) -> Number:
        return number(at.g(chains.second)) - number(at.g(chains.first))

    claim.states(
        f"u^T g(X) < u^T g(X'), u = {said(u)} for the entries of g(X) row by row, for any two neighbours of the "
        f"{len(points):,} points: so g(X) != g(X') for any X != X'",
        over=over,
        name="injective",
    )(lambda at: grows(at) > 0)
    chain.states_linked(claim, over[0])
    claim.states(
        f"u^T g(X') - u^T g(X) >= {written(chain.gap)}: so ||g(X) - g(X')||^2 >= {written(chain.squared)}, that "
        f"squared over u^T u = {norm_of(u)}, for any X != X'",
        over=over,
        name="separation",
    )(lambda at: grows(at) >= exact(chain.gap))
    a, b, distance = chain.near(range(len(points)))
    near = question.at_least(distance)
    sides = _pair(question, *(question.points.domain.rank_of(chain.points[k]) for k in (a, b)))
    two = listed("two that are near", [beside(sides[0].point, sides[1].point)])

    def close(at: Operands) -> Truth:
        Z, W = at.g(chains.first), at.g(chains.second)
        return total(Columns(1, n, "k"), lambda k: distance_squared(Z, k, W, k)) <= exact(near)

    claim.states(f"||g(X) - g(X')||^2 <= {written(near)} for two points", over=(two,), name="attained")(close)
    separation = Separation(IMAGES, chain.squared, sides, below=True, at_most=near)
    names = ["injective", "chain", "separation", "attained"]
    return prepared(
        claim,
        question,
        _sides(question),
        n=2 * n,
        separation=separation,
        evaluated=names,
        notes=loose(separation, question.points.count**2),
    )


def _flat(question: Question) -> list[list[Rational]]:
    """The entries of each image, row by row."""
    return [[entry for row in image for entry in row] for image in question.values]


def _side(question: Question, letter: str, rank: int) -> Side:
    X = question.points.domain.matrix(rank)
    return Side(letter, X, rank, None, f"g({letter})", question.image(X))


def _pair(question: Question, first: int, second: int) -> tuple[Side, Side]:
    return _side(question, "X", first), _side(question, "X'", second)


def _sides(question: Question) -> Callable[[str, Witness], tuple[Side, ...]]:
    def sides(_: str, witness: Witness) -> tuple[Side, ...]:
        return _pair(question, *map(question.points.domain.rank_of, halves(witness.points[0])))

    return sides


def _attained(claim: Claim, sides: tuple[Side, Side], says: str, squared: Rational) -> None:
    states_attained(
        claim,
        (sides[0].point, sides[1].point),
        says,
        lambda at: _distance_squared(at.g(first), at.g(second)),
        squared,
    )


def _distance_squared(Z: MatrixOperand, W: MatrixOperand) -> Number:
    """The sum of the squared differences of all entries."""
    return total(columns, lambda k: distance_squared(Z, k, W, k))
