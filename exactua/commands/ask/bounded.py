"""Bounded on the points: every entry of the image lies in a box, one for all rows or one for each; or the smallest."""

from __future__ import annotations

from exactua.arithmetic.rationals import Rational, written
from exactua.arithmetic.reals import PrecisionReached
from exactua.claims.claim import Operands
from exactua.claims.decision import Decision, Witness
from exactua.commands.ask.nearest import TooLong
from exactua.commands.ask.question import Prepared, Question, prepared
from exactua.commands.ask.record import Constant, Side
from exactua.errors import InputError
from exactua.evidence.asked_terms import columns, exact, rows
from exactua.plurals import counted
from exactua.terms.tracing import Truth, every, inside, point

Bounds = tuple[Rational, Rational]


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
        constants = []
        for name in places:
            measured = None if question.reals else decision[name].measured  # of reals a box of rationals is told
            if measured is not None and decision[name].complete:
                of = "entry" if single else f"entry in row {name.removeprefix('row')}"
                constants += [
                    Constant(f"{name}_low", f"least {of}", measured.minimum.value),
                    Constant(f"{name}_high", f"greatest {of}", measured.maximum.value),
                ]
        return tuple(constants)

    smallest_bounds = {} if given else {name: bounds for name, (_, bounds) in places.items()}
    sharp = {} if question.reals else smallest_bounds
    return prepared(claim, question, sides, found=tuple(smallest_bounds), measured=smallest, sharp=sharp)


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
