"""Averaging all the tokens (Yun et al. 2020, App. E.1.2): what the average of a sentence tells of it.

    average(L) = (1/n) sum over k of L_{:,k},   a d-vector, the same for every token

Two sentences L, L' of n words each; a word is a column of {0, delta, ..., 1 - delta}^d. All of G_delta is
tried.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exactua.arithmetic.rationals import Rational
from exactua.claims.claim import Claim, Operands
from exactua.grids.categories import grid_sequences, pairs_of, u
from exactua.networks import BilinearProjection, Network
from exactua.papers.pages import per_box
from exactua.papers.yun2020.vocabulary import assume_throughout, each_entry
from exactua.terms.tracing import Number, Truth, every, pairwise_distinct, point, row, some, total, when

averaging = Claim(
    "yun2020:averaging",
    title="Averaging the tokens",
    source="App. E.1.2; App. H.4",
    text="At first thought, we can consider getting a contextual mapping by simply averaging all the tokens, because "
    "this can capture the one-word difference in two different contexts. However, if there are multiple words that are "
    "different, it is not guaranteed that the average will be different.",
    # The number of pairs of matrices of G_delta: they all go through the network
    work=per_box(lambda d, n, m: m ** (2 * d * n)),
)
assume_throughout(averaging)

both_sentences = pairs_of(grid_sequences)
"""All ordered pairs (L, L') of matrices of G_delta: the point is [L L'], d x 2n."""


@averaging.network("average")
def average(values: Mapping[str, Any]) -> Network:
    """[L L'] -> [average(L) 1^T, average(L') 1^T]: a bi-linear projection of 2n columns with W_O = I."""
    d, n = values["d"], values["n"]
    return Network(d, (BilinearProjection(_identity(d), _averages_less_identity(n)),), {"output": 1})


@averaging.network("average_attention")
def average_attention(values: Mapping[str, Any]) -> Network:
    """X -> X + X 1 1^T / n: the baseline of Table 1, with W_O = I."""
    return Network(values["d"], (BilinearProjection.averaging(_identity(values["d"]), values["n"]),), {"output": 1})


def _identity(d: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(int(i == k) for k in range(d)) for i in range(d))


def _averages_less_identity(n: int) -> tuple[tuple[Rational, ...], ...]:
    """1 1^T / n - I for each of both sentences, on the diagonal: what the skip connection adds is taken off."""
    return tuple(tuple(Rational(int(k // n == j // n), n) - int(k == j) for j in range(2 * n)) for k in range(2 * n))


def different_words(at: Operands) -> Number:
    """In how many places L and L' have different words."""

    def differ(j: Number) -> Truth:
        return some(at.rows, lambda i: point[i, j] != point[i, at.n + j])

    return total(at.columns, lambda j: when(differ(j), 1, 0))


def _same_average(at: Operands) -> Truth:
    return every(at.rows, lambda i: at.average(point)[i, 1] == at.average(point)[i, at.n + 1])


@averaging.states(
    "E.1.2: averaging all the tokens can capture the one-word difference in two different contexts",
    over=(both_sentences,),
    given=lambda at: different_words(at) == 1,
)
def one_word(at: Operands) -> Truth:
    return ~_same_average(at)


@averaging.states(
    "E.1.2: if multiple words are different, it is not guaranteed that the average will be different: some pair has the"
    " same average",
    over=(both_sentences,),
    given=lambda at: different_words(at) >= 2,
    fold="some",
)
def multiple_words(at: Operands) -> Truth:
    return _same_average(at)


@averaging.proof_line(
    "E.1.2, not said: and no L gets distinct values for its tokens, as the first condition of Definition E.1 asks",
    over=(both_sentences,),
    said=False,
)
def one_value_for_all_tokens(at: Operands) -> Truth:
    return ~pairwise_distinct(row(at.columns, lambda j: u.dot(at.average(point))[j]))


@averaging.proof_line("E.1.2: the average is that of all the tokens, in L and in L'", over=(both_sentences,))
def average_of_all_tokens(at: Operands) -> Truth:
    def is_average(i: Number, j: Number, before: Number | int) -> Truth:
        return at.n * at.average(point)[i, before + j] == total(at.columns, lambda k: point[i, before + k])

    return each_entry(at, lambda i, j: is_average(i, j, 0) & is_average(i, j, at.n))


@averaging.proof_line(
    "H.4, Table 1: average attention, an even simpler architecture, adds the average to each token of X",
    over=(grid_sequences,),
)
def average_attention_adds_average(at: Operands) -> Truth:
    def adds(i: Number, j: Number) -> Truth:
        return at.n * (at.average_attention(point)[i, j] - point[i, j]) == total(at.columns, lambda k: point[i, k])

    return each_entry(at, adds)


averaging.part(
    "this can capture the one-word difference in two different contexts.", "one_word", theorem="averages_of_contexts"
)
averaging.part(
    "if there are multiple words that are different, it is not guaranteed that the average will be different.",
    "multiple_words",
    theorem="averages_of_contexts",
)
