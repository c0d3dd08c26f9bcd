"""What a map does on the points: equal to a table, permutation equivariant, bounded (every entry of the image in a
box, one for all rows or one for each; or the smallest box).
"""

from __future__ import annotations

from exactua.arithmetic.rationals import Matrix, Rational, written
from exactua.arithmetic.reals import PrecisionReached
from exactua.claims.claim import Operands
from exactua.claims.decision import Decision, Witness
from exactua.commands.ask.failing import beside
from exactua.commands.ask.nearest import TooLong
from exactua.commands.ask.question import Prepared, Question, prepared
from exactua.commands.ask.record import Constant, Side
from exactua.errors import InputError
from exactua.evidence.asked_terms import columns, exact, rows
from exactua.grids.categories import n
from exactua.grids.finite import listed
from exactua.plurals import counted
from exactua.terms.evaluation import MOST_PERMUTED
from exactua.terms.tracing import Columns, Truth, every, every_permutation, inside, point

half = n / 2
Bounds = tuple[Rational, Rational]
OUTWARDS = (
    "the entries are reals: least and greatest are rounded outwards, to numbers of 64 bits in the box and to 12 digits "
    "here, so every entry is between them"
)
"""What is said of the smallest box where no rational numbers are its ends."""


def equals(question: Question) -> Prepared:
    """Whether g(X) is the value that the table has for X, at every point.

    Raises InputError where there is no table, or the points are not listed.
    """
    table, points = question.options.table, question.points
    if table is None:
        raise InputError("table: missing; give the file of the values, such as eval writes, --table FILE")
    if not points.listed:
        raise InputError("table: it has a value for each point of --points; leave out --grid and --vocabulary")
    both = [beside(X, Y) for X, Y in zip(points.matrices(), table, strict=True)]
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


def bounded(question: Question) -> Prepared:
    """Whether every entry is in the box that is given; without one, the smallest box, row by row.

    Raises InputError for another number of rows of bounds, and where the smallest box can't be found in time.
    """
    given = question.options.box
    if given is not None and len(given) not in (1, question.d):
        raise InputError(
            f"box: {counted(len(given), 'row')} of bounds, and the network has d = {question.d}; "
            "give LOW HIGH for all rows, or one for each"
        )
    box = _smallest(question) if given is None else given
    single = len(box) == 1
    places = {"box" if single else f"row{i}": (None if single else i, bounds) for i, bounds in enumerate(box, 1)}
    said = "; ".join(f"[{written(low)}, {written(high)}]" for low, high in box)
    text = f"for any X, every entry of g(X) is in {said}" + ("" if single else ", row by row")
    claim = question.claim("bounded", "Bounded in a box", "", text)

    for name, (i, (low, high)) in places.items():
        which = "every entry of g(X)" if i is None else f"every entry in row {i} of g(X)"

        def within(at: Operands, i: int | None = i, low: Rational = low, high: Rational = high) -> Truth:
            def row(i: object) -> Truth:
                return every(columns, lambda k: inside(at.g(point)[i, k], exact(low), exact(high)))

            return every(rows, row) if i is None else row(i)

        says = f"{which} is in [{written(low)}, {written(high)}]"
        claim.states(says, over=(question.points.spec,), name=name)(within)

    def sides(step: str, witness: Witness) -> tuple[Side, ...]:
        i, k = places[step][0] or witness.bindings["i"], witness.bindings["k"]
        return (Side("X", witness.points[0], witness.at[0][1], k, f"g(X)_({i}, {k})", witness.left),)

    def smallest(decision: Decision) -> tuple[Constant, ...]:
        """The least and the greatest entry, of each row: what is measured of the steps."""
        constants: list[Constant] = []
        for name, (_, (low, high)) in places.items():
            measured, of = decision[name].measured, "entry" if single else f"entry in row {name.removeprefix('row')}"
            least, greatest = (f"{name}_low", f"least {of}"), (f"{name}_high", f"greatest {of}")
            if not decision[name].complete:
                continue
            if question.reals and not given:  # of reals a box of rationals is told
                constants += [Constant(*least, low, outwards=-1), Constant(*greatest, high, outwards=1)]
            elif not question.reals and measured is not None:
                constants += [Constant(*least, measured.minimum.value), Constant(*greatest, measured.maximum.value)]
        return tuple(constants)

    smallest_bounds = {} if given else {name: bounds for name, (_, bounds) in places.items()}
    sharp = {} if question.reals else smallest_bounds
    notes = [OUTWARDS] if question.reals and not given else []
    return prepared(
        claim, question, sides, notes=notes, evaluated=tuple(smallest_bounds), measured=smallest, sharp=sharp
    )


def _smallest(question: Question) -> tuple[Bounds, ...]:
    try:
        values = question.values
    except TooLong as reason:
        raise InputError(f"box: missing, and {reason} to look for the smallest one; give --box") from None
    entries = [[entry for value in values for entry in value[i]] for i in range(question.d)]
    try:
        return tuple((question.at_most(min(row)), question.at_least(max(row))) for row in entries)
    except (PrecisionReached, TooLong) as reason:
        raise InputError(f"box: missing, and the smallest one is not found ({reason}); give --box") from None
