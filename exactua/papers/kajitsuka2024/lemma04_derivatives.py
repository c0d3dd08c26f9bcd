"""Lemma 4, (87) to (90) (Kajitsuka & Sato 2024, App. B.2): the derivatives of softmax, of L(a) and of S(p)."""

from __future__ import annotations

from collections.abc import Callable

from exactua.claims.chapters import Chapter
from exactua.claims.claim import Operands
from exactua.papers.kajitsuka2024 import boltzmann
from exactua.papers.kajitsuka2024.derivatives import (
    SMALL,
    entropy_by,
    kronecker,
    log_partition_by,
    moved,
    near_quotient,
    softmax_by,
)
from exactua.papers.kajitsuka2024.lemma04_statement import vectors
from exactua.terms.tracing import Number, Truth, every, exp, log, rational, total, when

derivatives = Chapter()

# (87) and (88): the derivatives of softmax


def _every_pair(at: Operands, condition: Callable[[Number, Number], Truth]) -> Truth:
    return every(at.columns, lambda i: every(at.columns, lambda j: condition(i, j)))


@derivatives.proof_line(
    "(87): d p_i / d a_j = d/da_j e^(a_i) / sum_k e^(a_k), as a limit: the difference quotient is within its remainder",
    over=(vectors,),
)
def softmax_as_limit(at: Operands) -> Truth:
    def near(i: Number, j: Number) -> Truth:
        there = boltzmann.softmax(moved(at.a, at.columns, j, SMALL), at.columns)[i]
        return near_quotient(softmax_by(at.a, at.columns, i, j), there, exp(at.a[i]) / at.partition, rational("1/4"))

    return _every_pair(at, near)


def _quotient_rule(at: Operands, i: Number, j: Number) -> Number:
    """((d/da_j e^(a_i)) sum_k e^(a_k) - e^(a_i) d/da_j sum_k e^(a_k)) / (sum_k e^(a_k))^2."""
    top_by = when(i == j, exp(at.a[i]), 0)
    bottom_by = total(at.columns, lambda k: when(k == j, exp(at.a[k]), 0))
    return (top_by * at.partition - exp(at.a[i]) * bottom_by) / at.partition**2


def _with_kronecker(at: Operands, i: Number, j: Number) -> Number:
    return (kronecker(i, j) * exp(at.a[j]) * at.partition - exp(at.a[i]) * exp(at.a[j])) / at.partition**2


@derivatives.proof_line(
    "(87): = (d/da_j e^(a_i) sum_k e^(a_k) - e^(a_i) d/da_j sum_k e^(a_k)) / (sum_k e^(a_k))^2", over=(vectors,)
)
def softmax_quotient_rule(at: Operands) -> Truth:
    return _every_pair(at, lambda i, j: softmax_by(at.a, at.columns, i, j) == _quotient_rule(at, i, j))


@derivatives.proof_line(
    "(87): = (delta_ij e^(a_j) sum_k e^(a_k) - e^(a_i) e^(a_j)) / (sum_k e^(a_k))^2", over=(vectors,)
)
def softmax_numerator(at: Operands) -> Truth:
    return _every_pair(at, lambda i, j: _quotient_rule(at, i, j) == _with_kronecker(at, i, j))


@derivatives.proof_line("(87): = p_j (delta_ij - p_i)", over=(vectors,))
def softmax_derivative(at: Operands) -> Truth:
    return _every_pair(at, lambda i, j: _with_kronecker(at, i, j) == at.p[j] * (kronecker(i, j) - at.p[i]))


@derivatives.proof_line("(88): delta_ij is 0 if i != j, 1 if i = j: sum_j delta_ij a_j is a_i", over=(vectors,))
def kronecker_delta(at: Operands) -> Truth:
    return every(at.columns, lambda i: total(at.columns, lambda j: kronecker(i, j) * at.a[j]) == at.a[i])


# (89) and (90): the derivatives of the two functions


@derivatives.proof_line(
    "(89): d L(a) / d a_i = e^(a_i) / sum_j e^(a_j), as a limit: the difference quotient is within its remainder",
    over=(vectors,),
)
def log_partition_as_limit(at: Operands) -> Truth:
    def near(i: Number) -> Truth:
        there = boltzmann.log_partition(moved(at.a, at.columns, i, SMALL), at.columns)
        return near_quotient(exp(at.a[i]) / at.partition, there, at.log_partition, rational("1/4"))

    return every(at.columns, near)


@derivatives.proof_line("(89): d L(a) / d a_i = e^(a_i) / sum_j e^(a_j)", over=(vectors,))
def log_partition_derivative(at: Operands) -> Truth:
    return every(at.columns, lambda i: log_partition_by(at.a, at.columns, i) == exp(at.a[i]) / at.partition)


@derivatives.proof_line("(89): = p_i", over=(vectors,))
def log_partition_probability(at: Operands) -> Truth:
    return every(at.columns, lambda i: exp(at.a[i]) / at.partition == at.p[i])


def _by_chain_rule(at: Operands, i: Number, derivative: Callable[[Number, Number], Number]) -> Number:
    """sum_j (-log p_j - 1) times what `derivative` says of d p_j / d a_i."""
    return total(at.columns, lambda j: (-log(at.p[j]) - 1) * derivative(j, i))


def _inner(at: Operands, i: Number) -> Number:
    """-p_i sum_j [delta_ji (log p_j + 1) - p_j log p_j - p_j]."""
    p = at.p
    return -p[i] * total(at.columns, lambda j: kronecker(j, i) * (log(p[j]) + 1) - p[j] * log(p[j]) - p[j])


@derivatives.proof_line(
    "(90): d S(p) / d a_i, as a limit: the difference quotient is within its remainder of -p_i (log p_i + S(p))",
    over=(vectors,),
)
def entropy_as_limit(at: Operands) -> Truth:
    def near(i: Number) -> Truth:
        there = boltzmann.entropy(boltzmann.softmax(moved(at.a, at.columns, i, SMALL), at.columns), at.columns)
        return near_quotient(-at.p[i] * (log(at.p[i]) + at.entropy), there, at.entropy, 3 + log(at.n))

    return every(at.columns, near)


@derivatives.proof_line("(90): d S(p) / d a_i = sum_j (d S(p) / d p_j) (d p_j / d a_i)", over=(vectors,))
def entropy_chain_rule(at: Operands) -> Truth:
    def chained(i: Number) -> Number:
        return _by_chain_rule(at, i, lambda j, i: _with_kronecker(at, j, i))

    return every(at.columns, lambda i: entropy_by(at.a, at.columns, i) == chained(i))


@derivatives.proof_line(
    "(90): d/dp_j (-sum_k p_k log p_k) = -log p_j - 1, as a limit: the difference quotient is within its remainder",
    over=(vectors,),
)
def entropy_in_probabilities(at: Operands) -> Truth:
    def near(j: Number) -> Truth:
        there = boltzmann.entropy(moved(at.p, at.columns, j, SMALL), at.columns)
        return near_quotient(-log(at.p[j]) - 1, there, at.entropy, 1 / at.p[j])

    return every(at.columns, near)


@derivatives.proof_line("(90): = sum_j (-log p_j - 1) p_i (delta_ji - p_j)", over=(vectors,))
def entropy_softmax_derivative(at: Operands) -> Truth:
    def as_printed(i: Number) -> Number:
        return _by_chain_rule(at, i, lambda j, i: at.p[i] * (kronecker(j, i) - at.p[j]))

    return every(
        at.columns, lambda i: _by_chain_rule(at, i, lambda j, i: softmax_by(at.a, at.columns, j, i)) == as_printed(i)
    )


@derivatives.proof_line("(90): = -p_i sum_j [delta_ji (log p_j + 1) - p_j log p_j - p_j]", over=(vectors,))
def entropy_expanded(at: Operands) -> Truth:
    def before(i: Number) -> Number:
        return _by_chain_rule(at, i, lambda j, i: at.p[i] * (kronecker(j, i) - at.p[j]))

    return every(at.columns, lambda i: before(i) == _inner(at, i))


@derivatives.proof_line("(90): = -p_i (log p_i + 1 + S(p) - 1)", over=(vectors,))
def entropy_summed(at: Operands) -> Truth:
    return every(at.columns, lambda i: _inner(at, i) == -at.p[i] * (log(at.p[i]) + 1 + at.entropy - 1))


@derivatives.proof_line("(90): = -p_i (log p_i + S(p))", over=(vectors,))
def entropy_derivative(at: Operands) -> Truth:
    def as_printed(i: Number) -> Truth:
        return entropy_by(at.a, at.columns, i) == -at.p[i] * (log(at.p[i]) + at.entropy)

    return every(at.columns, as_printed)
