"""Rank-1 attention (Kajitsuka & Sato 2024, Sec. 5, (20)): which two of the three weight vectors are the same.

    Z -> Z + W_O (v_1^T Z) softmax[(v_1^T Z)^T (v_2^T Z)]

Beside (2) the value and the KEY have the vector v_1, the query has v_2; the sentence after (20) says value and query.
For d = 1, and where v_1 and v_2 are parallel, as in the construction of Theorem 2, it makes no difference.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from exactua.arithmetic.rationals import Rational
from exactua.claims.claim import Claim, Operands, Parameter
from exactua.grids.finite import levels
from exactua.networks import AttentionHead, Network, SoftmaxAttentionLayer
from exactua.papers.yun2020.vocabulary import each_entry
from exactua.terms.tracing import Columns, NetworkOperand, Number, Truth, exp, point, rational, row, total

rank_one = Claim(
    "kajitsuka2024:rank_one",
    title="Rank-1 self-attention",
    source="Sec. 5, (20)",
    text="In particular, its proof leads us to consider the following simplified form of a self-attention mechanism: "
    "for any input sequence Z in R^(d x n), F_S^(R1)(Z) = Z + W_O (v_1^T Z) softmax[(v_1^T Z)^T (v_2^T Z)] (20), "
    "where v_1, v_2 in R^d and W_O in R^(d x 1) are weight matrices. This architecture corresponds to a common "
    "self-attention with the head size s = 1, and value and query matrices having the same weight vector v_1.",
    parameters=(
        Parameter("d", "embedding dimension (rows of Z)", ladder=(2, 1)),
        Parameter("n", "sequence length (columns of Z)", ladder=(2, 1, 3)),
    ),
    point="Z",
)
matrices = levels("matrices of 0 and 1", 0, 1, 2)
"""All d x n matrices with entries 0 and 1."""


def first_vector(d: int) -> tuple[Rational, ...]:
    """v_1 = (1, 2, ..., d)."""
    return tuple(Rational(i) for i in range(1, d + 1))


def second_vector(d: int) -> tuple[Rational, ...]:
    """v_2 = (1, -1, 1, ...)."""
    return tuple(Rational((-1) ** i) for i in range(d))


def output_vector(d: int) -> tuple[Rational, ...]:
    """W_O = (1/2, 1/3, ...), d x 1."""
    return tuple(Rational(1, i + 2) for i in range(d))


def layer(
    output: Sequence[Rational], value: Sequence[Rational], key: Sequence[Rational], query: Sequence[Rational]
) -> Network:
    """One layer (2) with one head of size 1: W_O = output, W_V = value^T, W_K = key^T, W_Q = query^T."""
    head = AttentionHead([[entry] for entry in output], [value], [key], [query])
    return Network(len(output), (SoftmaxAttentionLayer((head,)),), {"output": 1})


def _times(factor: int, vector: Sequence[Rational]) -> tuple[Rational, ...]:
    return tuple(factor * entry for entry in vector)


@rank_one.network("value_and_key")
def value_and_key(values: Mapping[str, Any]) -> Network:
    """W_V = W_K = v_1^T, W_Q = v_2^T."""
    d = values["d"]
    return layer(output_vector(d), first_vector(d), first_vector(d), second_vector(d))


@rank_one.network("value_and_query")
def value_and_query(values: Mapping[str, Any]) -> Network:
    """W_V = W_Q = v_1^T, W_K = v_2^T."""
    d = values["d"]
    return layer(output_vector(d), first_vector(d), second_vector(d), first_vector(d))


U, U_QUERY, U_VALUE = 2, 3, 5
"""u, u' and u'' of App. A.2 for s = 1."""


@rank_one.network("theorem2")
def theorem2(values: Mapping[str, Any]) -> Network:
    """App. A.2 for s = 1: W_V = u'' v^T, W_K = u v^T, W_Q = u' v^T, with v_1 for v."""
    v = first_vector(values["d"])
    return layer(output_vector(values["d"]), _times(U_VALUE, v), _times(U, v), _times(U_QUERY, v))


Weighted = Callable[[Operands, Number], Number]
"""Token k -> the product of a weight vector and Z_{:,k}."""


def _first(at: Operands, k: Number) -> Number:
    """v_1^T Z_{:,k}."""
    return total(at.rows, lambda i: i * point[i, k])


def _second(at: Operands, k: Number) -> Number:
    """v_2^T Z_{:,k}."""
    return total(at.rows, lambda i: (2 * (i % 2) - 1) * point[i, k])


def _tokens(at: Operands) -> Columns:
    return Columns(1, at.n, "k")


def _attended(at: Operands, value: Weighted, key: Weighted, query: Weighted, j: Number) -> Number:
    """Column j of (value^T Z) softmax[(key^T Z)^T (query^T Z)]."""
    powers = row(_tokens(at), lambda k: exp(key(at, k) * query(at, j)))
    return total(_tokens(at), lambda k: value(at, k) * powers[k]) / total(_tokens(at), lambda k: powers[k])


def _is(at: Operands, network: NetworkOperand, attended: Callable[[Number], Number]) -> Truth:
    """The network is Z + W_O times what is attended."""

    return each_entry(at, lambda i, j: (i + 1) * (network(point)[i, j] - point[i, j]) == attended(j))


def _equation_20(at: Operands, j: Number) -> Number:
    """Column j of (v_1^T Z) softmax[(v_1^T Z)^T (v_2^T Z)]."""
    return _attended(at, _first, _first, _second, j)


@rank_one.proof_line(
    "(20): Z + W_O (v_1^T Z) softmax[(v_1^T Z)^T (v_2^T Z)] is a layer (2) with W_V = W_K = v_1^T, W_Q = v_2^T, for "
    "one choice of v_1, v_2 and W_O",
    over=(matrices,),
)
def equation20(at: Operands) -> Truth:
    return _is(at, at.value_and_key, lambda j: _equation_20(at, j))


@rank_one.proof_line("Sec. 5: it corresponds to a common self-attention with the head size s = 1: one head of size 1")
def head_size(at: Operands) -> Truth:
    return (at.value_and_key.quantity("head size") == 1) & (at.value_and_key.quantity("heads") == 1)


@rank_one.states(
    "Sec. 5: and value and query matrices having the same weight vector v_1: (20) is the layer (2) with W_V = W_Q = "
    "v_1^T",
    over=(matrices,),
    flaw="typo",
    survives=("kajitsuka2024:rank_one.same_vector@repaired",),
)
def same_vector(at: Operands) -> Truth:
    return _is(at, at.value_and_query, lambda j: _equation_20(at, j))


@rank_one.repairs(
    "same_vector",
    "value and KEY matrices having the same weight vector v_1; the layer with W_V = W_Q = v_1^T, W_K = v_2^T is "
    "Z + W_O (v_1^T Z) softmax[(v_2^T Z)^T (v_1^T Z)]",
    reason="in (2) the key stands transposed on the left of the softmax, the query on the right",
    over=(matrices,),
)
def same_vector_repaired(at: Operands) -> Truth:
    other = _is(at, at.value_and_query, lambda j: _attended(at, _first, _second, _first, j))
    return equation20(at) & other


@rank_one.proof_line(
    "(20), not said: d numbers fewer than a layer (2) with one head of size 1: 3d of 4d, biases aside", said=False
)
def parameters(at: Operands) -> Truth:
    free_of_bias = at.value_and_key.quantity("parameters") - 1
    return (free_of_bias == 4 * at.d) & (free_of_bias - at.d == 3 * at.d)


# The proof that leads to it


def _multiple(factor: int) -> Weighted:
    """Token k -> factor v^T Z_{:,k}, v = v_1."""
    return lambda at, k: factor * _first(at, k)


@rank_one.proof_line(
    "Sec. 5: its proof leads us to (20): for s = 1 the layer of App. A.2, W_V = u'' v^T, W_K = u v^T, W_Q = u' v^T, is "
    "(20) with v_1 = u v, v_2 = u' v and W_O u'' / u for W_O",
    over=(matrices,),
)
def of_theorem_2(at: Operands) -> Truth:
    def of_rank_one(j: Number) -> Number:
        u_times_v, u_query_times_v = _multiple(U), _multiple(U_QUERY)
        return rational(Rational(U_VALUE, U)) * _attended(at, u_times_v, u_times_v, u_query_times_v, j)

    return _is(at, at.theorem2, of_rank_one)


@rank_one.proof_line(
    "Sec. 5, not said: it is of the form W_V = W_Q too, with v_1 = u' v, W_K = u v^T and W_O u'' / u' for W_O: all "
    "three vectors are parallel, and W_O takes the factor",
    over=(matrices,),
    said=False,
)
def of_theorem_2_with_query(at: Operands) -> Truth:
    def of_the_sentence(j: Number) -> Number:
        u_times_v, u_query_times_v = _multiple(U), _multiple(U_QUERY)
        return rational(Rational(U_VALUE, U_QUERY)) * _attended(at, u_query_times_v, u_times_v, u_query_times_v, j)

    return _is(at, at.theorem2, of_the_sentence)


rank_one.part(
    "This architecture corresponds to a common self-attention with the head size s = 1",
    undecided="It is about all v_1, v_2 and W_O; `equation20` and `head_size` decide it for one choice, at "
    "sequences of 0 and 1.",
)
rank_one.part(
    "value and query matrices having the same weight vector v_1.",
    "same_vector",
    undecided="It is about all v_1, v_2 and W_O, and the step about one choice, at sequences of 0 and 1.",
)
