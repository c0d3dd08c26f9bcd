"""Separatedness and contextual mappings as Kajitsuka and Sato (2024) define them (Definitions 1 and 2, Section 3.2).

An (r, delta)-contextual mapping q, with V(X) the set of the tokens (columns) of X and Euclidean norms:

    1. ||q(X)_k|| < r                                for any X and k
    2. ||q(X)_k - q(X')_l|| > delta                  for any X, X' and k, l with V(X) != V(X') or X_k != X'_l

Distances are compared as squares: everything stays rational. Without r and delta, the sharpest ones are found: the
greatest norm, and the least distance of two ids that must differ; there is such an r and delta > 0 just where that is
not 0.
"""

from __future__ import annotations

from collections.abc import Callable

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational, written
from exactua.arithmetic.reals import PrecisionReached
from exactua.claims.claim import Operands
from exactua.claims.decision import Witness
from exactua.claims.lettering import halves
from exactua.commands.ask.nearest import TooLong, nearest
from exactua.commands.ask.property_words import (
    column_of,
    columns,
    distance_squared,
    exact,
    first,
    norm_squared,
    other_columns,
    over_pairs,
    same_column,
    same_vocabulary,
    second,
    states_attained,
)
from exactua.commands.ask.question import Prepared, Question, prepared
from exactua.commands.ask.record import Constant, Separation, Side
from exactua.terms.tracing import Number, Truth, every, implies, point, some

SOURCE = "Kajitsuka and Sato 2024, Definition 2"


def contextual_mapping(question: Question) -> Prepared:
    """Definition 2 for the question's points, q = g."""
    return _Asked(question).prepared()


class _Asked:
    """The steps of Definition 2 for one question."""

    def __init__(self, question: Question) -> None:
        self.question, self.points = question, question.points
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

    def prepared(self) -> Prepared:
        """The problem: both conditions, and the sharpest constants where they are known."""
        delta = mpq(0) if self.delta is None else self.delta
        if self.r is not None:
            limit = self.r**2
            says = f"1. ||g(X)_k||^2 < {written(limit)} = r^2"
            self.claim.states(says, over=(self.points.spec,), name="condition1")(
                lambda at: every(columns, lambda k: norm_squared(at.g(point), k) < exact(limit))
            )
        where = "wherever V(X) != V(X') or X_k != X'_l"
        says = f"2. ||g(X)_k - g(X')_l||^2 > {written(delta**2)} = delta^2 {where}"
        if self.delta is None:
            says = f"2. g(X)_k != g(X')_l {where}: ||g(X)_k - g(X')_l|| > delta for some delta > 0"
        self._apart(says, "condition2", lambda squared: squared > exact(delta**2))
        constants, sharpest = list[Constant](), list[str]()
        radius, _ = self.question.sought(self._radius)
        if radius is not None:
            constants, sharpest = [radius], ["radius"]
            says = f"||g(X)_k||^2 <= {written(radius.value)}"
            self.claim.states(says, over=(self.points.spec,), name="radius")(
                lambda at: every(columns, lambda k: norm_squared(at.g(point), k) <= exact(radius.value))
            )
        separation, notes = self.question.sought(self._separation)
        if separation is not None and separation.squared:
            first_side, second_side = separation.sides
            least = written(separation.squared)
            self._apart(
                f"||g(X)_k - g(X')_l||^2 >= {least} {where}",
                "separation",
                lambda squared: squared >= exact(separation.squared),
            )
            sharpest += ["separation"]
            if not separation.below:
                states_attained(
                    self.claim,
                    (first_side.point, second_side.point),
                    f"... and = {least} for {first_side.name} and {second_side.name}",
                    lambda at: distance_squared(
                        at.g(first), column_of(first_side), at.g(second), column_of(second_side)
                    ),
                    separation.squared,
                )
                sharpest += ["attained"]
        return prepared(
            self.claim,
            self.question,
            self._sides,
            separation=separation,
            constants=constants,
            notes=notes,
            found=sharpest,
            sharp={} if radius is None or self.question.reals else {"radius": (mpq(0), None)},
        )

    def _apart(self, says: str, name: str, condition: Callable[[Number], Truth]) -> None:
        """Adds a step about the squared distance of any two ids that must differ."""

        def asserted(_: Operands) -> Truth:
            """Two of the tokens of X and X' differ: where all are one token, nothing must differ."""
            return some(columns, lambda k: some(other_columns, lambda j: ~same_column(first, k, second, j)))

        def holds(at: Operands) -> Truth:
            image, other_image = at.g(first), at.g(second)

            def far(k: Number, j: Number) -> Truth:
                must = ~same_vocabulary(first, second) | ~same_column(first, k, second, j)
                return implies(must, condition(distance_squared(image, k, other_image, j)))

            return every(columns, lambda k: every(other_columns, lambda j: far(k, j)))

        self.claim.states(says, over=over_pairs(self.points.spec), name=name, given=asserted)(holds)

    def _radius(self) -> Constant:
        """The square of the greatest norm of an id."""
        columns = (column for value in self.question.values for column in zip(*value, strict=True))
        try:
            greatest = self.question.at_least(max(map(_norm_squared, columns)))
        except PrecisionReached as reason:
            raise TooLong(str(reason)) from None
        return Constant("radius_squared", "greatest norm of an id", greatest, squared=True, below=self.question.reals)

    def _separation(self) -> Separation | None:
        """The least distance of two ids that must differ; None where there are none."""
        values = self.question.values
        ids, kinds, places = [], [], []
        for rank, (X, value) in enumerate(zip(self.points.matrices(), values, strict=True)):
            tokens = tuple(zip(*X, strict=True))
            vocabulary = frozenset(tokens)
            for k, column in enumerate(zip(*value, strict=True), 1):
                ids.append(column)
                kinds.append((vocabulary, tokens[k - 1]))
                places.append((rank, k))
        closest = nearest(ids, kinds, self.question.deadline)
        if closest is None:
            return None
        first_place, second_place = places[closest.first], places[closest.second]
        again = first_place[0] == second_place[0]
        sides = self._side("X", *first_place), self._side("X" if again else "X'", *second_place)
        squared = self.question.at_most(closest.squared)
        return Separation("ids that must differ", squared, sides, below=squared != closest.squared)

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
