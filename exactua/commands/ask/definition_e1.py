"""A contextual mapping as Yun et al. (2020) define it (Definition E.1, App. E.1.2): q(L) = u^T g(L).

    1. for any L in the set, the n entries of q(L) are all distinct
    2. for any L != L' in the set, all entries of q(L) and q(L') are distinct

Up to permutation, the second condition is that of Lemma 8 (Property 2): for L that is not a permutation of L'. The
separation is the least distance between two entries that must be distinct.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from gmpy2 import isqrt, mpq

from exactua.arithmetic.rationals import Matrix, Rational, written
from exactua.arithmetic.reals import PrecisionReached
from exactua.claims.claim import Operands
from exactua.claims.decision import Witness
from exactua.claims.lettering import halves
from exactua.commands.ask.failing import Failing
from exactua.commands.ask.nearest import TooLong, nearest
from exactua.commands.ask.property_words import column_of, over_pairs, states_attained
from exactua.commands.ask.question import Prepared, Question, prepared
from exactua.commands.ask.record import Separation, Side
from exactua.console.point_sets import PointSet
from exactua.console.points import ids_of
from exactua.errors import InputError
from exactua.evidence.asked_terms import (
    columns,
    different_columns,
    exact,
    first,
    one_of,
    other_columns,
    permutation,
    second,
    unequal,
)
from exactua.grids.categories import d, n
from exactua.networks.items import not_equivariant
from exactua.plurals import counted
from exactua.terms.tracing import Columns, MatrixOperand, Number, Row, Truth, every, pairwise_distinct, point, row

CONDITION_1 = "1. for any L{}, the n entries of q(L) are all distinct"
CONDITION_2 = "2. for any L, L'{} with L != L', all entries of q(L), q(L') are distinct"
PROPERTY_2 = "2. for any L, L'{} such that L is not a permutation of L', all entries of q(L), q(L') are distinct"

Entry = tuple[int, int]
"""An entry of some q(L): the rank of L, and the number of the entry from 1."""


def contextual_mapping(question: Question) -> Prepared:
    """Definition E.1 for the question's points. Raises InputError where u is missing, or has another length than d."""
    points, equivariant = question.points, not_equivariant(question.network) is None
    if question.options.up_to_permutation and equivariant and not points.listed:
        question = replace(question, points=points.orbits(question.options.different_columns))
    return _Asked(question).prepared()


def _ids(question: Question) -> tuple[Rational, ...]:
    """The vector u."""
    given, d = question.options.ids, question.d
    if given is not None:
        if len(given) != d:
            raise InputError(
                f"ids: {counted(len(given), 'number')}, and the network has d = {d}; give one number a row"
            )
        return given
    if d > 1 and question.unit is None:
        raise InputError(
            f"ids: missing; Definition E.1 is about q(L) = u^T g(L), and the network has d = {d} rows: give the {d} "
            "entries of u, or ask about whole columns, --definition kajitsuka2024"
        )
    return tuple(mpq(question.unit or 1) ** i for i in range(d))


class _Asked:
    """The steps of Definition E.1 for one question."""

    def __init__(self, question: Question) -> None:
        self.question, self.points, options = question, question.points, question.options
        self.u = _ids(question)
        self.loosely = options.up_to_permutation
        permuted = self.loosely and self.points.spec.kind != "orbits" and _permuted(self.points)
        self.in_pairs = permuted or question.reals
        """Whether there are points that are permutations of each other, and need not differ; or real entries."""
        self.different = options.different_columns and self.points.spec.kind != "orbits"
        where = ", all columns different," if options.different_columns else ""
        self.condition1 = CONDITION_1.format(where.rstrip(","))
        self.condition2 = (PROPERTY_2 if self.loosely else CONDITION_2).format(where)
        source = "Yun et al. 2020, Definition E.1" + (", 2. as in Property 2 of Lemma 8" if self.loosely else "")
        q = f"q(L) = u^T g(L), u = ({', '.join(map(written, self.u))})"
        self.title = f"{source}; {q}{'; of points whose columns are all different' * options.different_columns}"
        self.claim = question.claim(
            "contextual-mapping",
            "Contextual mapping",
            source,
            f"{q}, is a contextual mapping: {self.condition1}; {self.condition2}",
        )
        self.claim.operand(q_of(self.u))

    def prepared(self) -> Prepared:
        """The problem: both conditions, what is asked of the separation, and the separation where it is known."""
        alone = self._alone
        self.claim.states(self.condition1, over=(self.points.spec,), name="condition1", **self._inside)(
            lambda at: pairwise_distinct(at.q)
        )
        if self.in_pairs:
            self._across(self.condition2, "condition2", unequal)
        else:
            self.claim.states(self.condition2, over=(self.points.spec,), name="condition2", fold="distinct", **alone)(
                lambda at: at.q
            )
        wanted = self.question.options.separation
        if wanted is not None:
            self._differ("apart", wanted**2)
        separation, notes = self.question.sought(self._separation)
        sharpest: list[str] = []
        if separation is not None and separation.squared:
            sharpest = self._differ("separation", separation.squared)
            first_side, second_side = separation.sides
            if not separation.below:
                states_attained(
                    self.claim,
                    (first_side.point, second_side.point),
                    f"... and by no more for {first_side.name} and {second_side.name}",
                    lambda at: (
                        (self._q(at, first)[column_of(first_side)] - self._q(at, second)[column_of(second_side)]) ** 2
                    ),
                    separation.squared,
                )
                sharpest += ["attained"]
        return prepared(
            self.claim,
            self.question,
            self._sides,
            title=self.title,
            separation=separation,
            notes=notes,
            evaluated=sharpest,
            failing=self._failing(separation),
        )

    def _failing(self, separation: Separation | None) -> dict[str, Failing]:
        """The condition that is false where two entries were found that must be distinct and are equal."""
        if separation is None or separation.squared:
            return {}
        first_side, second_side = separation.sides
        if first_side.rank == second_side.rank and first_side.rank is not None:
            return {"condition1": Failing(first_side.point, ((0, first_side.rank),))}
        return {"condition2": Failing.of_pair(first_side, second_side)} if self.in_pairs else {}

    @property
    def _alone(self) -> dict[str, Any]:
        """The hypothesis on one point."""
        return {"given": lambda _: different_columns(point)} if self.different else {}

    @property
    def _inside(self) -> dict[str, Any]:
        """The hypothesis of what speaks of two entries of one point: of n = 1 entry nothing is asserted."""
        return {"given": lambda _: n >= 2} if self.question.n == 1 else self._alone

    def _q(self, at: Operands, L: MatrixOperand) -> Row:
        return _vector(self.u).dot(at.g(L))

    def _across(self, says: str, name: str, condition: Any) -> None:
        """Adds a step about the entries of q(L), q(L') for L, L' that must differ."""

        def strangers(_: Operands) -> Truth:
            apart = ~permutation(first, second) if self.loosely else ~(first == second)
            return apart & different_columns(first) & different_columns(second) if self.different else apart

        def holds(at: Operands) -> Truth:
            entries, other_entries = self._q(at, first), self._q(at, second)
            return every(columns, lambda k: every(other_columns, lambda j: condition(entries[k], other_entries[j])))

        self.claim.states(says, over=over_pairs(self.points.spec), name=name, given=strangers)(holds)

    def _differ(self, name: str, squared: Rational) -> list[str]:
        """Adds the steps that entries that must be distinct differ by a square of at least this; returns their names.

        Where entries are rational it is the square of a rational.
        """
        if self.question.reals:
            return self._differ_in_pairs(name, squared)
        distance = mpq(isqrt(squared.numerator), isqrt(squared.denominator))
        shown, spec, alone = f"differ by at least {written(distance)}", self.points.spec, self._alone

        def far(x: Number, y: Number) -> Truth:
            return (x - y) ** 2 >= exact(distance**2)

        names = []
        if self.in_pairs or self.different or self.points.count == 1:  # `apart` says nothing of a point alone
            names = [f"{name}_within"]
            self.claim.states(f"any two entries of one q(L) {shown}", over=(spec,), name=names[0], **self._inside)(
                lambda at: every(columns, lambda k: every(Columns(k + 1, n, "l"), lambda j: far(at.q[k], at.q[j])))
            )
        if self.in_pairs:
            self._across(f"for L that is not a permutation of L', any entries of q(L), q(L') {shown}", name, far)
        elif self.points.count > 1:
            says = f"any two entries of q, of one L or of two, {shown}"
            self.claim.states(says, over=(spec,), name=name, fold="apart", bound=lambda _: exact(distance), **alone)(
                lambda at: at.q
            )
        else:
            return names
        return [*names, name]

    def _differ_in_pairs(self, name: str, squared: Rational) -> list[str]:
        """The same for real entries: no fold gathers them."""
        root = mpq(isqrt(squared.numerator), isqrt(squared.denominator))
        least = written(root) if root**2 == squared else f"the root of {written(squared)}"
        shown, spec = f"differ by at least {least}", self.points.spec

        def far(x: Number, y: Number) -> Truth:
            return (x - y) ** 2 >= exact(squared)

        self.claim.states(f"any two entries of one q(L) {shown}", over=(spec,), name=f"{name}_within", **self._inside)(
            lambda at: every(columns, lambda k: every(Columns(k + 1, n, "l"), lambda j: far(at.q[k], at.q[j])))
        )
        self._across(f"any entries of q(L), q(L') for L, L' that must differ {shown}", name, far)
        return [f"{name}_within", name]

    def _separation(self) -> Separation | None:
        """The least distance of two entries that must be distinct; None where there are none."""
        values, deadline = self.question.values, self.question.deadline
        points = enumerate(self.points.matrices())
        asked = [k for k, L in points if not self.different or len(set(zip(*L, strict=True))) == self.question.n]
        rows = {rank: ids_of(self.u, values[rank]) for rank in asked}
        entries = [(rank, j) for rank in asked for j in range(1, self.question.n + 1)]
        numbers = [[rows[rank][j - 1]] for rank, j in entries]
        if not self.in_pairs:
            closest = [(nearest(numbers, deadline=deadline), entries)]
        else:
            matrices = [self.points.domain.matrix(rank) for rank, _ in entries]
            kinds = [_up_to_order(L) if self.loosely else L for L in matrices]
            closest = [(nearest(numbers, kinds, deadline), entries)]
            for rank, row in rows.items():
                alone = nearest([[x] for x in row], deadline=deadline)
                closest.append((alone, [(rank, j) for j in range(1, len(row) + 1)]))
        known = [
            (pair.squared, places[pair.first], places[pair.second]) for pair, places in closest if pair is not None
        ]
        if not known:
            return None
        squared, first_place, second_place = _least(known)
        again = first_place[0] == second_place[0]
        sides = self._side("L", first_place), self._side("L" if again else "L'", second_place)
        at_most, below = self.question.within(squared)
        return Separation("entries of q that must be distinct", at_most, sides, below)

    def _side(self, letter: str, entry: Entry) -> Side:
        """An entry of q(L)."""
        rank, j = entry
        L = self.points.domain.matrix(rank)
        return Side(letter, L, rank, j, f"q({letter})_{j}", ids_of(self.u, self.question.image(L))[j - 1])

    def _sides(self, step: str, witness: Witness) -> tuple[Side, ...]:
        """Two entries that are the same, or too near: the first ones of the point or of the two points."""
        bound, ranks = witness.bindings, [rank for _, rank in witness.at]
        if self._of_pairs(step):
            first, second = (self.points.domain.rank_of(L) for L in halves(witness.points[0]))
            return self._named((first, bound["k"]), (second, bound["l"]))
        if "l" in bound:
            return self._named((ranks[0], bound["k"]), (ranks[0], bound["l"]))
        rows = {rank: ids_of(self.u, self.question.image(self.points.domain.matrix(rank))) for rank in ranks}
        entries = [((rank, j), x) for rank in ranks for j, x in enumerate(rows[rank], 1)]
        if step in ("apart", "separation"):
            near = ((a, b) for (a, x), (b, y) in combinations(entries, 2) if abs(x - y) == witness.left)
        else:
            repeated = None if step == "condition1" else witness.left
            near = ((a, b) for (a, x), (b, y) in combinations(entries, 2) if x == y and repeated in (None, x))
        return self._named(*next(near))

    def _of_pairs(self, step: str) -> bool:
        return self.in_pairs and step in ("condition2", "apart", "separation")

    def _named(self, first: Entry, second: Entry) -> tuple[Side, ...]:
        return self._side("L", first), self._side("L" if first[0] == second[0] else "L'", second)


def _least(known: Sequence[tuple[Any, Entry, Entry]]) -> tuple[Any, Entry, Entry]:
    """The first of the nearest. Raises TooLong where reals can't be compared."""
    try:
        return min(known)
    except PrecisionReached as reason:
        raise TooLong(str(reason)) from None


def _vector(u: tuple[Rational, ...]) -> Row:
    return row(Columns(1, d, "i"), lambda i: one_of(u, i))


def q_of(u: tuple[Rational, ...]) -> Any:
    """The operand q = u^T g(L)."""

    def q(at: Operands) -> Row:
        return _vector(u).dot(at.g(point))

    return q


def _up_to_order(L: Matrix) -> tuple[Any, ...]:
    """What L and its permutations have in common."""
    return tuple(sorted(zip(*L, strict=True)))


def _permuted(points: PointSet) -> bool:
    """Whether one of the points is a permutation of another."""
    if not points.listed:
        return points.n > 1 and points.domain.columns.count > 1
    seen: set[tuple[Any, ...]] = set()
    for L in points.matrices():
        if (key := _up_to_order(L)) in seen:
            return True
        seen.add(key)
    return False
