"""Tokenwise separated points (Kajitsuka and Sato 2024, Definition 1): about the points alone, not about the network.

    1. ||X_k|| > r_min                   for any X and k
    2. ||X_k|| < r_max                   for any X and k
    3. ||X_k - X'_l|| > delta            for any X, X' and k, l with X_k != X'_l

These speak of the tokens that occur: steps range over those, each once, as d x 1 matrices. What is not given is found:
the least and the greatest norm, and the least distance. Without r_min they are (r_max, delta)-separated: 2. and 3.
"""

from __future__ import annotations

from collections.abc import Callable

from exactua.arithmetic.rationals import Matrix, Rational, written
from exactua.claims.claim import D_ROWS, N_COLUMNS, Claim, Operands
from exactua.claims.decision import Decision, Witness
from exactua.claims.lettering import halves
from exactua.claims.problem import QUESTION
from exactua.commands.ask.nearest import nearest
from exactua.commands.ask.property_words import over_pairs, states_attained
from exactua.commands.ask.question import Prepared, Question, prepared
from exactua.commands.ask.record import Constant, Separation, Side
from exactua.console.point_sets import PointSet
from exactua.evidence.asked_terms import distance_squared, exact, first, norm_squared, points_differ, second
from exactua.grids.finite import listed
from exactua.terms.tracing import Number, Truth, inside, point

Token = tuple[Rational, ...]


def separated(question: Question) -> Prepared:
    """Whether the tokens of the points are separated so, and the sharpest constants with which they are."""
    return _Asked(question).prepared()


class _Asked:
    """The steps of Definition 1 for one question."""

    def __init__(self, question: Question) -> None:
        self.question, options = question, question.options
        self.least, self.most, self.delta = options.least_norm, options.radius, options.separation
        named = {"r_min": self.least, "r_max": self.most, "delta": self.delta}
        r_min, r_max, delta = (name if value is None else written(value) for name, value in named.items())
        unknown = [name for name, value in (("r_max", self.most), ("delta > 0", self.delta)) if value is None]
        some = f"for some {' and '.join(unknown)}, " if unknown else ""
        low, constants = "", f"{r_max}, {delta}"
        if self.least is not None:
            low, constants = f"1. ||X_k|| > {r_min}, ", f"{r_min}, {constants}"
        self.claim = Claim(
            f"{QUESTION}separated",
            "Tokenwise separated",
            "Kajitsuka and Sato 2024, Definition 1",
            f"{some}the points are tokenwise ({constants})-separated: {low}2. ||X_k|| < {r_max} for any X and k, 3. "
            f"||X_k - X'_l|| > {delta} for any X, X' and k, l with X_k != X'_l",
            parameters=(D_ROWS, N_COLUMNS),
        )
        self.places = _tokens(question.points)
        self.tokens = list(self.places)
        self.spec = listed("tokens", map(_matrix, self.tokens))

    def prepared(self) -> Prepared:
        """The problem: the conditions whose constants are given, and the sharpest constants."""
        if self.least is not None:
            low = self.least**2
            self._of_tokens(f"1. ||X_k||^2 > {written(low)}", "condition1", lambda norm: norm > exact(low))
        if self.most is not None:
            high = self.most**2
            self._of_tokens(f"2. ||X_k||^2 < {written(high)}", "condition2", lambda norm: norm < exact(high))
        if self.delta is not None:
            self._of_pairs("3. ||X_k - X'_l||^2 > {}", "condition3", self.delta**2, strictly=True)
        squares = [sum((entry**2 for entry in token), start=Rational(0)) for token in self.tokens]
        ends = min(squares), max(squares)
        says = f"||X_k||^2 is in [{written(ends[0])}, {written(ends[1])}]"
        self._of_tokens(says, "norms", lambda norm: inside(norm, *map(exact, ends)))
        separation, sharpest = None, ["norms"]
        closest, notes = self.question.sought(
            lambda: nearest(self.tokens, deadline=self.question.deadline, compared=self.question.compared)
        )
        if closest is not None:
            first, second = (self.tokens[k] for k in (closest.first, closest.second))
            separation = Separation(
                "different tokens", closest.squared, (self._side("X", first), self._side("X'", second))
            )
            self._of_pairs("||X_k - X'_l||^2 >= {}", "separation", closest.squared, strictly=False)
            says = f"... and = {written(closest.squared)} for two of them"
            states_attained(self.claim, (_matrix(first), _matrix(second)), says, _distance, closest.squared)
            sharpest += ["separation", "attained"]
        elif len(self.tokens) == 1:
            notes = ["there is one token: no two of them are compared"]
        if self.least is None and self.most is None and self.delta is None:
            notes = [
                *notes,
                "finitely many points are separated for some r_max and delta > 0: only the constants are news",
            ]
        return prepared(
            self.claim,
            self.question,
            self._sides,
            n=1,
            separation=separation,
            notes=notes,
            evaluated=sharpest,
            measured=_norms,
            sharp={"norms": ends},
        )

    def _of_tokens(self, says: str, name: str, condition: Callable[[Number], Truth]) -> None:
        self.claim.states(f"{says} for any token", over=(self.spec,), name=name)(
            lambda _: condition(norm_squared(point, 1))
        )

    def _of_pairs(self, says: str, name: str, square: Rational, strictly: bool) -> None:
        def far(at: Operands) -> Truth:
            return _distance(at) > exact(square) if strictly else _distance(at) >= exact(square)

        says = f"{says.format(written(square))} for any two tokens"
        self.claim.states(says, over=over_pairs(self.spec), name=name, given=points_differ)(far)

    def _side(self, letter: str, token: Token) -> Side:
        X, rank, k = self.places[token]
        return Side(letter, X, rank, k, f"{letter}_{k}", token[0] if len(token) == 1 else _matrix(token))

    def _sides(self, step: str, witness: Witness) -> tuple[Side, ...]:
        """The tokens of a witness, where they stand first."""
        (matrix,) = witness.points
        parts = (matrix,) if len(matrix[0]) == 1 else halves(matrix)
        tokens = [tuple(row[0] for row in part) for part in parts]
        return tuple(self._side(letter, token) for letter, token in zip(("X", "X'"), tokens, strict=False))


def _norms(decision: Decision) -> tuple[Constant, ...]:
    """The least and the greatest norm, which are measured of a step."""
    measured = decision["norms"].measured
    if measured is None or not decision["norms"].complete:
        return ()
    return (
        Constant("least_norm_squared", "least norm of a token", measured.minimum.value, squared=True),
        Constant("greatest_norm_squared", "greatest norm of a token", measured.maximum.value, squared=True),
    )


def _distance(_: Operands) -> Number:
    return distance_squared(first, 1, second, 1)


def _matrix(token: Token) -> Matrix:
    return tuple((entry,) for entry in token)


def _tokens(points: PointSet) -> dict[Token, tuple[Matrix, int, int]]:
    """The tokens that occur, with the first point, its rank and its column where each does."""
    places: dict[Token, tuple[Matrix, int, int]] = {}
    if points.listed:
        for rank, X in enumerate(points.matrices()):
            for k, token in enumerate(zip(*X, strict=True), 1):
                places.setdefault(token, (X, rank, k))
        return places
    columns = points.domain.columns
    for number in range(columns.count):  # in sequences over a vocabulary, token k stands last behind the first one
        X = columns.matrix((*[0] * (points.n - 1), number))
        places[columns.column(number)] = (X, points.domain.rank_of(X), points.n if number else 1)
    return places
