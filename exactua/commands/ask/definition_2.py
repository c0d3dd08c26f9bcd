"""Separatedness and contextual mappings as Kajitsuka and Sato (2024) define them (Definitions 1 and 2, Section 3.2).

An (r, delta)-contextual mapping q, with V(X) the set of the tokens (columns) of X and Euclidean norms:

    1. ||q(X)_k|| < r                                for any X and k
    2. ||q(X)_k - q(X')_l|| > delta                  for any X, X' and k, l with V(X) != V(X') or X_k != X'_l

Distances are compared as squares: everything stays rational. Without r and delta, the sharpest ones are found: the
greatest norm, and the least distance of two ids that must differ; there is such an r and delta > 0 just where that is
not 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational, written
from exactua.arithmetic.reals import PrecisionReached
from exactua.claims.claim import Operands
from exactua.claims.decision import Witness
from exactua.claims.lettering import halves
from exactua.commands.ask import chained
from exactua.commands.ask.directions import Vectors, said
from exactua.commands.ask.failing import Failing
from exactua.commands.ask.nearest import Nearest, TooLong, nearest
from exactua.commands.ask.property_words import column_of, over_pairs, states_attained
from exactua.commands.ask.question import Prepared, Question, prepared
from exactua.commands.ask.record import Constant, Separation, Side, loose
from exactua.evidence.asked_terms import (
    columns,
    distance_squared,
    exact,
    first,
    norm_of,
    norm_squared,
    one_of,
    other_columns,
    rows,
    same_column,
    same_vocabulary,
    second,
    tokens_differ,
)
from exactua.grids.categories import DomainSpec
from exactua.grids.finite import listed
from exactua.terms.tracing import Number, Row, Truth, every, implies, point, row, total

SOURCE = "Kajitsuka and Sato 2024, Definition 2"
WHERE = "wherever V(X) != V(X') or X_k != X'_l"

Kind = tuple[frozenset[int], int]
"""What an id is of: V(X) and X_k, by the numbers of columns in the domain. Ids of one kind need not differ."""
Place = tuple[int, int]
"""The rank of X and k, from 1."""


def contextual_mapping(question: Question) -> Prepared:
    """Definition 2 for the question's points, q = g.

    Few points are compared in pairs; of many, ids are sorted in one direction, where that shows them to be different.
    """
    if question.many and not question.reals:
        asked = _Asked(question)
        told, _ = question.sought(asked.told_apart)
        if told is not None:
            return asked.prepared(told)
    if question.many:
        in_a_chain, _ = question.sought(lambda: chained.contextual_mapping(question, _Asked(question).claim))
        if in_a_chain is not None:
            return in_a_chain
    return _Asked(question).prepared()


class _Asked:
    """The steps of Definition 2 for one question."""

    def __init__(self, question: Question) -> None:
        self.question, self.points = question, question.points
        self.vectors: Vectors | None = None
        """The ids, where they were told apart."""
        self.r, self.delta = question.options.radius, question.options.separation
        r = "r" if self.r is None else written(self.r)
        delta = "delta" if self.delta is None else written(self.delta)
        unknown = [name for name, given in (("r", self.r), ("delta > 0", self.delta)) if given is None]
        some = f"for some {' and '.join(unknown)}, " if unknown else ""
        self.claim = question.claim(
            "contextual-mapping",
            "Contextual mapping",
            SOURCE,
            f"{some}g is an ({r}, {delta})-contextual mapping: 1. for any X and k, ||g(X)_k|| < {r}, 2. for any X, X' "
            f"and k, l such that V(X) != V(X') or X_k != X'_l, ||g(X)_k - g(X')_l|| > {delta}",
        )

    def prepared(self, told: tuple[Separation | None, list[str]] | None = None) -> Prepared:
        """The problem: both conditions, and the sharpest constants where they are known; `told` by `told_apart`."""
        if self.r is not None:
            limit = self.r**2
            says = f"1. ||g(X)_k||^2 < {written(limit)} = r^2"
            self.claim.states(says, over=(self.points.spec,), name="condition1")(
                lambda at: every(columns, lambda k: norm_squared(at.g(point), k) < exact(limit))
            )
        if told is None:
            separation, notes = self.question.sought(self._separation)
            self._states_condition2(separation)
        else:
            separation, notes = told[0], [] if told[0] is None else loose(told[0])
        constants, sharpest = list[Constant](), list[str]()
        silent = told is None and self.r is None and separation is None and not notes
        if silent:
            notes = ["all is one token of one point: no two ids must differ"]
        radius, _ = self.question.sought(self._radius)
        if radius is not None:
            constants, sharpest = [radius], ["radius"]
            says = f"||g(X)_k||^2 <= {written(radius.value)}"
            # where no two ids must differ, a number that was found is not what makes the property hold
            adds = self.claim.proof_line if silent else self.claim.states
            adds(says, over=(self.points.spec,), name="radius")(
                lambda at: every(columns, lambda k: norm_squared(at.g(point), k) <= exact(radius.value))
            )
        if told is not None:
            sharpest += told[1]
        elif separation is not None and separation.squared:
            first_side, second_side = separation.sides
            least = written(separation.squared)
            self._apart(
                f"||g(X)_k - g(X')_l||^2 >= {least} {WHERE}",
                "separation",
                lambda squared: squared >= exact(separation.squared),
            )
            sharpest += ["separation"]
            if not separation.below:
                says = f"... and = {least} for {first_side.name} and {second_side.name}"
                self._attained((first_side, second_side), says, separation.squared)
                sharpest += ["attained"]
        return prepared(
            self.claim,
            self.question,
            self._sides,
            separation=separation,
            constants=constants,
            notes=notes,
            evaluated=sharpest,
            sharp={} if radius is None or self.question.reals else {"radius": (mpq(0), None)},
            failing=self._failing(separation),
        )

    def _failing(self, separation: Separation | None) -> dict[str, Failing]:
        """Condition 2 where two ids were found that must differ and are equal."""
        if separation is None or separation.squared:
            return {}
        return {"condition2": Failing.of_pair(*separation.sides)}

    def _states_condition2(self, separation: Separation | None) -> None:
        """Adds condition 2; of reals that are known to be apart, and without a delta, by that distance.

        Ids that may be equal are compared there, too, and that they are equal may be out of reach.
        """
        says, least = self._condition2, self._least**2
        if self.question.reals and separation is not None and separation.squared and not least:
            least = separation.squared if separation.below else separation.squared / 2
            says = f"2. g(X)_k != g(X')_l {WHERE}: ||g(X)_k - g(X')_l||^2 >= {written(least)} > 0"
            self._apart(says, "condition2", lambda squared: squared >= exact(least))
        else:
            self._apart(says, "condition2", lambda squared: squared > exact(least))

    @property
    def _least(self) -> Rational:
        """The delta of condition 2: that given, or 0."""
        return mpq(0) if self.delta is None else self.delta

    @property
    def _condition2(self) -> str:
        if self.delta is None:
            return f"2. g(X)_k != g(X')_l {WHERE}: ||g(X)_k - g(X')_l|| > delta for some delta > 0"
        return f"2. ||g(X)_k - g(X')_l||^2 > {written(self.delta**2)} = delta^2 {WHERE}"

    def told_apart(self) -> tuple[Separation | None, list[str]] | None:
        """Adds the steps that the numbers u^T g(X)_k are all different, or that two points fail; with the separation.

        None, with no step, where no direction tells all ids apart, or shows the distance that is asked for.
        """
        ids, kinds, places = self._ids()
        vectors = self.vectors = Vectors(ids)
        same = vectors.equal(kinds, self.question.n)
        if same is not None:
            two = listed("points with equal ids", dict.fromkeys(map(self.points.domain.matrix, same)))
            self._apart(
                f"{self._condition2}, of the first points that fail",
                "condition2",
                lambda squared: squared > exact(self._least**2),
                two,
            )
            return None, []
        direction = vectors.told_apart()
        if direction is None or direction.squared <= self._least**2:
            return None
        u, gap = direction.u, direction.gap

        def numbers(at: Operands) -> Row:
            return row(columns, lambda k: total(rows, lambda i: one_of(u, i) * at.g(point)[i, k]))

        self.claim.states(
            f"2. the numbers u^T g(X)_k, u = {said(u)}, are all different: so g(X)_k != g(X')_l {WHERE}",
            over=(self.points.spec,),
            name="condition2",
            fold="distinct",
        )(numbers)
        self.claim.states(
            f"any two of them differ by at least {written(gap)}: so ||g(X)_k - g(X')_l||^2 >= "
            f"{written(direction.squared)}, that squared over u^T u = {norm_of(u)}",
            over=(self.points.spec,),
            name="separation",
            fold="apart",
            bound=lambda _: exact(gap),
        )(numbers)
        near = vectors.near(kinds)
        sides = self._pair(near, places)
        says = f"||g(X)_k - g(X')_l||^2 = {written(near.squared)} for {sides[0].name} and {sides[1].name}"
        self._attained(sides, says, near.squared)
        separation = Separation("ids that must differ", direction.squared, sides, below=True, at_most=near.squared)
        return separation, ["condition2", "separation", "attained"]

    def _attained(self, sides: tuple[Side, Side], says: str, squared: Rational) -> None:
        """Adds the step that these two ids have this squared distance."""
        first_side, second_side = sides
        states_attained(
            self.claim,
            (first_side.point, second_side.point),
            says,
            lambda at: distance_squared(at.g(first), column_of(first_side), at.g(second), column_of(second_side)),
            squared,
        )

    def _apart(
        self, says: str, name: str, condition: Callable[[Number], Truth], spec: DomainSpec | None = None
    ) -> None:
        """Adds a step about the squared distance of any two ids that must differ, of all points or of these."""

        def holds(at: Operands) -> Truth:
            image, other_image = at.g(first), at.g(second)

            def far(k: Number, j: Number) -> Truth:
                must = ~same_vocabulary(first, second) | ~same_column(first, k, second, j)
                return implies(must, condition(distance_squared(image, k, other_image, j)))

            return every(columns, lambda k: every(other_columns, lambda j: far(k, j)))

        self.claim.states(says, over=over_pairs(spec or self.points.spec), name=name, given=tokens_differ)(holds)

    def _radius(self) -> Constant:
        """The square of the greatest norm of an id."""
        if self.vectors is not None:
            return Constant("radius_squared", "greatest norm of an id", self.vectors.greatest, squared=True)
        columns = (column for value in self.question.values for column in zip(*value, strict=True))
        try:
            greatest = self.question.at_least(max(map(_norm_squared, columns)))
        except PrecisionReached as reason:
            raise TooLong(str(reason)) from None
        return Constant("radius_squared", "greatest norm of an id", greatest, squared=True, below=self.question.reals)

    def _separation(self) -> Separation | None:
        """The least distance of two ids that must differ; None where there are none."""
        ids, kinds, places = self._ids()
        closest = nearest(ids, kinds, self.question.deadline, self.question.compared)
        if closest is None:
            return None
        squared, below = self.question.within(closest.squared)
        return Separation("ids that must differ", squared, self._pair(closest, places), below)

    def _ids(self) -> tuple[list[tuple[Rational, ...]], list[Kind], list[Place]]:
        """All ids, point by point, with what they are ids of, and where they stand."""
        values = self.question.values
        ids, kinds, places = [], list[Kind](), []
        for rank, value in enumerate(values):
            tokens = self.points.domain.unrank(rank)
            vocabulary = frozenset(tokens)
            for k, column in enumerate(zip(*value, strict=True), 1):
                ids.append(column)
                kinds.append((vocabulary, tokens[k - 1]))
                places.append((rank, k))
        return ids, kinds, places

    def _pair(self, pair: Nearest, places: Sequence[Place]) -> tuple[Side, Side]:
        first_place, second_place = places[pair.first], places[pair.second]
        again = first_place[0] == second_place[0]
        return self._side("X", *first_place), self._side("X" if again else "X'", *second_place)

    def _side(self, letter: str, rank: int, k: int) -> Side:
        X = self.points.domain.matrix(rank)
        column = tuple((row[k - 1],) for row in self.question.image(X))
        value = column[0][0] if len(column) == 1 else column
        return Side(letter, X, rank, k, f"g({letter})_{k}", value)

    def _sides(self, step: str, witness: Witness) -> tuple[Side, ...]:
        """The id that is too far out, or the two that are too near to each other."""
        if step in ("condition1", "radius"):
            return (self._side("X", witness.at[0][1], witness.bindings["k"]),)
        first, second = (self.points.domain.rank_of(X) for X in halves(witness.points[0]))
        letter = "X" if first == second else "X'"
        return self._side("X", first, witness.bindings["k"]), self._side(letter, second, witness.bindings["l"])


def _norm_squared(column: tuple[Rational, ...]) -> Rational:
    return sum((entry**2 for entry in column), start=mpq(0))
