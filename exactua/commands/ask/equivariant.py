"""Permutation equivariant on the points: g(X P) = g(X) P for every permutation P of the n columns."""

from __future__ import annotations

from exactua.claims.claim import Operands
from exactua.claims.decision import Witness
from exactua.commands.ask.question import Prepared, Question, prepared
from exactua.commands.ask.record import Side
from exactua.errors import InputError
from exactua.terms.evaluation import MOST_PERMUTED
from exactua.terms.tracing import Truth, every_permutation, point


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
