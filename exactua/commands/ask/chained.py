"""Definition 2 of Kajitsuka and Sato (2024) by sorting: sequences in the order of one number of their first token's id.

A permutation equivariant network gives token X_k of X the id of the first token of the sequence that begins with it,
whatever the order of the others, and V(X) does not depend on the order either. So Definition 2 speaks of one sequence
for each first token and each choice of the others. They are put in the order of u^T g(X)_1, each beside the next one:
where the number grows from each to the next, it differs for any two, and by Cauchy and Schwarz any two ids are at least
as far apart as the numbers of two neighbours, over the norm of u.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from gmpy2 import mpq

from exactua.arithmetic.rationals import Matrix, Rational, written
from exactua.arithmetic.reals import PrecisionReached
from exactua.claims.claim import Claim, Operands
from exactua.claims.decision import Witness
from exactua.commands.ask.chains import Chain, chain_of, first, images, second
from exactua.commands.ask.directions import said
from exactua.commands.ask.failing import beside
from exactua.commands.ask.nearest import TooLong
from exactua.commands.ask.question import Prepared, Question, prepared
from exactua.commands.ask.record import Constant, Separation, Side, loose
from exactua.evidence.asked_terms import distance_squared, exact, norm_of, norm_squared, one_of, rows
from exactua.grids.finite import listed
from exactua.networks.items import not_equivariant
from exactua.terms.tracing import Columns, MatrixOperand, Number, Truth, every, total, when

Token = tuple[Rational, ...]


def contextual_mapping(question: Question, claim: Claim) -> Prepared | None:
    """Definition 2 for the question's points, as steps of this claim, which has none.

    None, and no step, where the network is not permutation equivariant, where there is one sequence, where no
    direction puts all of them in order, or where it does not show the distance that is asked for. Raises TooLong where
    the time is over, or reals can't be compared.
    """
    if not_equivariant(question.network) is not None:
        return None
    sequences = tuple(_sequences(question))
    ids = [tuple(entries[0] for entries in image) for image in images(question, sequences)]
    chain = chain_of(question, sequences, ids)
    wanted = question.options.separation
    if chain is None or (wanted is not None and chain.squared <= wanted**2):
        return None
    return _Chained(question, claim, chain).prepared()


def _sequences(question: Question) -> Iterator[Matrix]:
    """One sequence for each first token and each choice of the others."""
    points, length = question.points, question.n
    if not points.listed:
        tokens = [points.domain.columns.column(k) for k in range(points.domain.columns.count)]
        for token in tokens:
            for others in combinations_with_replacement(tokens, length - 1):
                yield tuple(zip(token, *others, strict=True))
        return
    seen: set[tuple[Token, tuple[Token, ...]]] = set()
    for X in points.matrices():
        columns = tuple(zip(*X, strict=True))
        for k, token in enumerate(columns):
            others = tuple(sorted(columns[:k] + columns[k + 1 :]))
            if (token, others) not in seen:
                seen.add((token, others))
                yield tuple(zip(token, *others, strict=True))


class _Chained:
    """The steps of Definition 2 about neighbours [X X'], n = 2n'."""

    def __init__(self, question: Question, claim: Claim, chain: Chain) -> None:
        self.question, self.claim, self.chain = question, claim, chain
        self.spec = chain.neighbours

    def prepared(self) -> Prepared:
        """The problem: both conditions, that the neighbours are those of one chain, and the constants."""
        question, chain, over = self.question, self.chain, (self.spec,)
        u, count = said(chain.u), len(chain.points)

        def grows(at: Operands) -> Number:
            return self._number(at.g(second)) - self._number(at.g(first))

        if question.options.radius is not None:
            limit = question.options.radius**2
            self._norms(f"1. ||g(X)_1||^2 < {written(limit)} = r^2", "condition1", limit, strictly=True)
        self.claim.states(
            f"2. u^T g(X)_1 < u^T g(X')_1, u = {u}, for any two neighbours of the {count:,} sequences: one for each "
            "first token and each choice of the others",
            over=over,
            name="condition2",
        )(lambda at: grows(at) > 0)
        chain.states_linked(self.claim, self.spec)
        self.claim.states(
            f"u^T g(X')_1 - u^T g(X)_1 >= {written(chain.gap)}: so ||g(X)_k - g(X')_l||^2 >= {written(chain.squared)}, "
            f"that squared over u^T u = {norm_of(chain.u)}, wherever V(X) != V(X') or X_k != X'_l",
            over=over,
            name="separation",
        )(lambda at: grows(at) >= exact(chain.gap))
        names = ["condition2", "chain", "separation"]
        radius = self._radius()
        self._norms(f"||g(X)_1||^2 <= {written(radius.value)}", "radius", radius.value, strictly=False)
        separation, says = self._near()
        assert separation.at_most is not None
        bound, real = separation.at_most, question.reals
        two = listed("two that are near", [beside(*(side.point for side in separation.sides))])

        def near(at: Operands) -> Truth:
            distance = distance_squared(at.g(first), 1, at.g(second), 1)
            return distance <= exact(bound) if real else distance == exact(bound)

        self.claim.states(says, over=(two,), name="attained")(near)
        return prepared(
            self.claim,
            question,
            self._sides,
            n=2 * question.n,
            separation=separation,
            constants=[radius],
            notes=[
                f"every layer is permutation equivariant, so the first ids of these {count:,} sequences are the ids of "
                f"all {question.points.count:,} points",
                *loose(separation),
            ],
            evaluated=[*names, "radius", "attained"],
        )

    def _number(self, Z: MatrixOperand) -> Number:
        return total(rows, lambda i: one_of(self.chain.u, i) * Z[i, 1])

    def _norms(self, says: str, name: str, limit: Rational, strictly: bool) -> None:
        """Adds a step about the ids of both neighbours."""

        def norm(at: Operands, k: Number) -> Truth:
            value = when(k == 1, norm_squared(at.g(first), 1), norm_squared(at.g(second), 1))
            return value < exact(limit) if strictly else value <= exact(limit)

        self.claim.states(f"{says} for both of any two neighbours", over=(self.spec,), name=name)(
            lambda at: every(Columns(1, 2, "k"), lambda k: norm(at, k))
        )

    def _radius(self) -> Constant:
        """The square of the greatest norm of an id, or a rational above it."""
        norms = [sum((entry * entry for entry in column), start=mpq(0)) for column in self.chain.vectors]
        try:
            greatest = max(map(self.question.at_least, norms))
        except PrecisionReached as reason:
            raise TooLong(str(reason)) from None
        below = self.question.reals
        return Constant("radius_squared", "greatest norm of an id", greatest, squared=True, below=below)

    def _near(self) -> tuple[Separation, str]:
        """Two ids that must differ and are near each other, with what the step about them says."""
        chain, question = self.chain, self.question
        a, b, distance = chain.near([_kind(X) for X in chain.points])
        squared = question.at_least(distance)
        sides = self._side("X", a), self._side("X'", b)
        relation = "<=" if question.reals else "="
        says = f"||g(X)_1 - g(X')_1||^2 {relation} {written(squared)} for two of them"
        return Separation("ids that must differ", chain.squared, sides, below=True, at_most=squared), says

    def _side(self, letter: str, k: int) -> Side:
        column = tuple((entry,) for entry in self.chain.vectors[k])
        return Side(
            letter,
            self.chain.points[k],
            None,
            1,
            f"g({letter})_1",
            column[0][0] if len(column) == 1 else column,
        )

    def _sides(self, step: str, witness: Witness) -> tuple[Side, ...]:
        """The sequence whose id is too far out."""
        ((_, rank),) = witness.at
        return (self._side("X", rank + witness.bindings["k"] - 1),)


def _kind(X: Matrix) -> tuple[frozenset[Token], Token]:
    """What the id of the first token is of: V(X) and X_1."""
    columns = tuple(zip(*X, strict=True))
    return frozenset(columns), columns[0]
