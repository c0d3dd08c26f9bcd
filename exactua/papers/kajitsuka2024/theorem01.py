"""Theorem 1 (Kajitsuka & Sato 2024, Sec. 3.3; proof in App. A.1): one layer of hardmax attention.

    F_H(Z) = Z + sum_i W_O^i (W_V^i Z) sigma_H[(W_K^i Z)^T (W_Q^i Z)]                                              (5)

cannot be a contextual mapping, whatever its heads. The proof takes tokens alpha_1 v, ..., alpha_4 v, and says that a
head attends to alpha_1 v or alpha_4 v only. But one with c = (W_K v)^T (W_Q v) = 0 attends to all tokens, and so does
any head at the token 0; what it makes of them is the tie rule's, and the paper fixes none. Tokens are their scalars
alpha = 1, 2, ... here; in the theorem itself they may be 0, as (22) allows. `hardmax_heads` says why three heads stand
for all, `one_hardmax_layer` what is true for other tokens and rules; docs/notes/one-hardmax-layer.md has the proofs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from exactua.claims.claim import Claim, Operands
from exactua.claims.folds import OwnFold, folding
from exactua.grids.categories import pairs_of
from exactua.grids.finite import levels
from exactua.papers.kajitsuka2024.hardmax_heads import (
    HEADS,
    N_TOKENS,
    ON_A_LINE,
    SCALARS,
    TIE_RULE,
    TOKEN,
    N,
    at_common_tokens,
    at_scalars,
    attended,
    give_enumerated_heads,
    give_heads,
    give_several_heads,
    greatest_of,
    increasing_sequences,
    least_of,
    lost_and_not_averaged,
    not_told_apart,
    same_ends,
    same_means,
    sum_of,
    weights_of,
)
from exactua.papers.kajitsuka2024.sequence_operands import first, for_all_places, same_vocabulary, second
from exactua.papers.yun2020.vocabulary import equivalent
from exactua.terms.tracing import (
    Columns,
    Number,
    Row,
    Truth,
    every,
    greatest,
    implies,
    number,
    point,
    row,
    select,
    when,
)

theorem1 = Claim(
    "kajitsuka2024:theorem1",
    title="Theorem 1",
    source="Sec. 3.3; proof in App. A.1",
    text="1-layer multi-head self-attention F_H^(SA) with the hardmax function cannot be a contextual mapping.",
    parameters=(ON_A_LINE, N_TOKENS, SCALARS, TIE_RULE),
    point="X",
)
theorem1.rests_on("hardmax_attention", where="App. A.1; (5)")
theorem1.requires("d = 1 (tokens on a line are their scalars)")(lambda at: at.d == 1)
give_heads(theorem1)
give_enumerated_heads(theorem1)
give_several_heads(theorem1)

sequences = levels("sequences of v, 2 v, ...", 1, 1, at_scalars)
with_zero = levels("sequences of 0, v, 2 v, ...", 0, 1, at_scalars)
around_zero = levels("sequences of -v, 0, v, ...", -1, 1, at_scalars)
pairs = pairs_of(sequences)
pairs_with_zero = pairs_of(with_zero)
increasing_pairs = pairs_of(increasing_sequences)

Vector = tuple[Number | int, Number | int]


def _in_the_plane(condition: Callable[[Vector, Vector], Truth]) -> Truth:
    """The condition for all rows W_K and W_Q of entries 0 and 1."""

    def small(body: Callable[[Number], Truth], letter: str) -> Truth:
        return every(Columns(0, 1, letter), body)

    def for_key(W_K: Vector) -> Truth:
        return small(lambda x: small(lambda y: condition(W_K, (x, y)), "q2"), "q1")

    return small(lambda x: small(lambda y: for_key((x, y)), "k2"), "k1")


def _dot(x: Vector, y: Vector) -> Number:
    return number(x[0] * y[0] + x[1] * y[1])


def _times(scalar: Number, vector: Vector) -> Vector:
    return scalar * vector[0], scalar * vector[1]


V: Final[Vector] = (1, -1)
"""The v of the steps on (23) and (24); W v = 0 for W = (1, 1), too."""


@theorem1.proof_line(
    "A.1: (23) (W_K v a^T)^T (W_Q v a^T) = a (W_K v)^T (W_Q v) a^T; v = (1, -1), W_K and W_Q of entries 0, 1",
    over=(increasing_sequences,),
)
def attention_matrix(at: Operands) -> Truth:
    def entry(W_K: Vector, W_Q: Vector, k: Number, j: Number) -> Truth:
        left = _dot(W_K, _times(point[1, k], V)) * _dot(W_Q, _times(point[1, j], V))
        return left == point[1, k] * (_dot(W_K, V) * _dot(W_Q, V)) * point[1, j]

    return _in_the_plane(lambda W_K, W_Q: for_all_places(at, lambda k, j: entry(W_K, W_Q, k, j)))


@theorem1.proof_line(
    "A.1: (24) (W_K v a^T)^T (W_Q alpha_2 v) = a (W_K v)^T (W_Q v) alpha_2 = (W_K v)^T (W_Q v) alpha_2 a, and so for"
    " any scalar of the sequence in place of alpha_2",
    over=(increasing_sequences,),
)
def at_an_index(at: Operands) -> Truth:
    def entry(W_K: Vector, W_Q: Vector, k: Number, j: Number) -> Truth:
        alpha, c = point[1, j], _dot(W_K, V) * _dot(W_Q, V)
        left = _dot(W_K, _times(point[1, k], V)) * _dot(W_Q, _times(alpha, V))
        middle = point[1, k] * c * alpha
        return (left == middle) & (middle == (c * alpha) * point[1, k])

    return _in_the_plane(lambda W_K, W_Q: for_all_places(at, lambda k, j: entry(W_K, W_Q, k, j)))


def _where_greatest(at: Operands, condition: Callable[[Number, Number, Number], Truth]) -> Truth:
    """For c = -1, 0, 1 and all k, j: where the score c alpha_k alpha_j is greatest among all j, the condition."""

    def for_each(c: Number, k: Number, j: Number) -> Truth:
        scores = row(at.columns, lambda i: c * point[1, k] * point[1, i])
        return implies(scores[j] == greatest(at.columns, lambda i: scores[i]), condition(c, k, j))

    return every(Columns(-1, 1, "c"), lambda c: for_all_places(at, lambda k, j: for_each(c, k, j)))


def _has_both_ends(at: Operands) -> Truth:
    """Both alpha_1 and the greatest scalar there is occur in the sequence."""
    return (least_of(at, point) == 1) & (greatest_of(at, point) == at.scalars)


@theorem1.proof_line(
    "A.1, on (24): it is evident that the maximum of the right-hand side is achieved only at the indices where the"
    " values of the input sequence are alpha_1 or alpha_4: the least and the greatest of the scalars, four in the"
    " paper; of sequences that have both",
    over=(sequences,),
    given=_has_both_ends,
    survives=("kajitsuka2024:theorem1.theorem",),
)
def only_at_ends(at: Operands) -> Truth:
    return _where_greatest(at, lambda c, k, j: (point[1, j] == 1) | (point[1, j] == at.scalars))


@theorem1.repairs(
    "only_at_ends",
    "where (W_K v)^T (W_Q v) alpha_k is not 0, only at the least or the greatest scalar of the sequence",
    reason="(W_K v)^T (W_Q v) is 0 for W_K v = 0, for instance; then all scores are 0, and the maximum is achieved at"
    " every index. So it is at the token alpha_k = 0. Where ties are averaged a head with W_K = 0 tells the printed"
    " pair apart: (1, 2, 4) and (1, 3, 4) by their means 7/3 and 8/3. Theorem 1 holds for n >= 3 none the less: where"
    " ties are averaged with (0, 1, 4) and (0, 2, 3), where the first or the last of equal maxima is taken with the"
    " printed pair; and for n >= 4 without the token 0, under each of these rules, with (1, 2, 5, 6) and (1, 3, 4, 6);"
    " for longer ones kajitsuka_theorem_1 and kajitsuka_theorem_1_from_4 of proofs/rocq are proofs",
    over=(sequences, around_zero),
)
def only_at_ends_repaired(at: Operands) -> Truth:
    def at_an_end(c: Number, k: Number, j: Number) -> Truth:
        end = (point[1, j] == least_of(at, point)) | (point[1, j] == greatest_of(at, point))
        return implies(c * point[1, k] != 0, end)

    return _where_greatest(at, at_an_end)


@theorem1.proof_line(
    "A.1, not said: by the sign of (W_K v)^T (W_Q v) alpha_k a head adds W_O W_V times the greatest scalar, the least"
    " one, or, at 0, what the hardmax of n zeros makes of all",
    over=(around_zero,),
    said=False,
)
def sign_decides(at: Operands) -> Truth:
    def adds(h: Number, k: Number) -> Truth:
        W_O, W_V, W_K, W_Q = weights_of(h)
        score = W_K * W_Q * point[1, k]
        end = when(score > 0, greatest_of(at, point), least_of(at, point))
        seen = when(score == 0, attended(at, point, k, 0), end)
        return at.heads.layer(point, h)[1, k] - point[1, k] == W_O * W_V * seen

    return every(HEADS, lambda h: every(Columns(1, at.n, "k"), lambda k: adds(h, k)))


@theorem1.proof_line(
    "(5), not said: a layer adds the sum of what its heads add; so two tokens that no head tells apart no layer does",
    over=(around_zero,),
    said=False,
)
def heads_add_up(at: Operands) -> Truth:
    def adds(k: Number) -> Truth:
        up, flat, down = (attended(at, point, k, factor) for factor in (1, 0, -1))
        return at.several(point)[1, k] - point[1, k] == up - 2 * flat + 3 * down

    return every(Columns(1, at.n, "k"), adds)


def _different_contexts(at: Operands) -> Truth:
    return ~same_vocabulary(at, TOKEN)


def _have_both_ends(at: Operands) -> Truth:
    """alpha_1 and alpha_4, the least and the greatest scalar there is, are in X and in X'."""
    X, Y = first(at), second(at)
    least_is_in = (least_of(at, X) == 1) & (least_of(at, Y) == 1)
    return least_is_in & (greatest_of(at, X) == at.scalars) & (greatest_of(at, Y) == at.scalars)


@theorem1.proof_line(
    "A.1: hardmax attention invariably gets distracted by the indices where alpha_1 or alpha_4 are present (the least"
    " and the greatest scalar), overlooking other tokens: where X and X' have both, and V != V', no head tells X from"
    " X' at a token that they have in common",
    over=(pairs,),
    given=lambda at: _have_both_ends(at) & _different_contexts(at),
    survives=("kajitsuka2024:theorem1.overlooks_others@repaired",),
    same_as="theorem1.only_at_ends",
)
def overlooks_others(at: Operands) -> Truth:
    return at_common_tokens(at, lambda token: same_ends(at) & same_means(at))


@theorem1.repairs(
    "overlooks_others",
    "... no head with (W_K v)^T (W_Q v) not 0 tells X from X' at a token that they have in common, if it is not 0",
    reason="with (W_K v)^T (W_Q v) = 0 a head attends to the mean of all tokens where ties are averaged, to the first"
    " or the last one under other rules, and these tell more of X than its ends",
    over=(pairs,),
    given=_have_both_ends,
)
def overlooks_others_repaired(at: Operands) -> Truth:
    return at_common_tokens(at, lambda token: implies(token != 0, same_ends(at)))


def _ends_alike(at: Operands) -> Truth:
    """Two increasing sequences that begin with the same token and end with the same token, V != V'."""
    X, Y = first(at), second(at)
    return (X[1, 1] == Y[1, 1]) & (X[1, at.n] == Y[1, at.n]) & ~same_vocabulary(at, TOKEN)


@theorem1.proof_line(
    "A.1: no matter how many heads there are, one layer cannot distinguish (alpha_1 v, alpha_2 v, alpha_4 v) and"
    " (alpha_1 v, alpha_3 v, alpha_4 v): no head does at alpha_1 v and alpha_4 v",
    over=(increasing_pairs,),
    given=lambda at: (at.n == 3) & _ends_alike(at),
    flaw="imprecise",
    survives=("kajitsuka2024:theorem1.printed_pair@repaired",),
    same_as="theorem1.only_at_ends",
)
def printed_pair(at: Operands) -> Truth:
    return at_common_tokens(at, lambda token: same_ends(at) & same_means(at))


@theorem1.repairs(
    "printed_pair",
    "... cannot distinguish (alpha_1 v, alpha_2 v, alpha_5 v, alpha_6 v) and (alpha_1 v, alpha_3 v, alpha_4 v, alpha_6"
    " v) where alpha_2 + alpha_5 = alpha_3 + alpha_4, nor longer increasing sequences with the same ends and sum",
    reason="where ties are averaged a head with (W_K v)^T (W_Q v) = 0 attends to the mean of all tokens, and the means"
    " of the printed pair differ. With the first or the last of equal maxima the printed pair serves, in this order",
    over=(increasing_pairs,),
    given=lambda at: _ends_alike(at) & (sum_of(at, first(at)) == sum_of(at, second(at))),
)
def printed_pair_repaired(at: Operands) -> Truth:
    return at_common_tokens(at, lambda token: same_ends(at) & same_means(at))


def lost_from(least: int, least_without_zero: int) -> OwnFold:
    """Of all pairs: some is lost if and only if n >= `least`, or n = `least` - 1 and some tie is not averaged.

    And some without the token 0 if and only if n >= `least_without_zero`, or that less 1 and some tie is not averaged.
    """

    def as_for(number_of_tokens: int, lost: Number, not_averaged: Number) -> Truth:
        more = N - number_of_tokens
        return equivalent(lost >= 1, (more >= 0) | ((more == -1) & (not_averaged >= 1)))

    return folding(
        start=[0, 0, 0],
        next=lambda a, x: [a[1] + x[1], a[2] + x[2], a[3] + x[3]],
        holds=lambda a: as_for(least, a[1], a[2]) & as_for(least_without_zero, a[3], a[2]),
    )


@theorem1.states(
    "Theorem 1, where n >= 3 is read into it, as its example has it (every_length): a layer with the hardmax cannot"
    " be a contextual mapping: some X and X' with V != V' have a token in common at which no head tells them apart, as"
    " all that heads see is the same: the least scalar, the greatest, and of equal scores the mean, or what the tie"
    " rule takes; tokens of a line, the token 0 or not",
    over=(pairs, pairs_with_zero),
    given=lambda at: (at.n >= 3) & _different_contexts(at),
    fold="some",
)
def theorem(at: Operands) -> Truth:
    return not_told_apart(at)


@theorem1.proof_line(
    "Theorem 1 names no n; read of every n: some X and X' of n tokens with V != V' have a token in"
    " common at which no head tells them apart; tokens of a line, the token 0 or not",
    over=(pairs, pairs_with_zero),
    given=_different_contexts,
    fold="some",
    flaw="silently assumed",
    survives=("kajitsuka2024:theorem1.every_length@repaired",),
)
def every_length(at: Operands) -> Truth:
    return not_told_apart(at)


@theorem1.repairs(
    "every_length",
    "... if and only if n >= 3, or n = 2 and the hardmax does not average ties; for tokens that are not 0 if and only"
    " if n >= 4, or n = 3 and the hardmax does not average ties",
    reason="one token is its own context; the least, the greatest and the mean scalar tell the sets of three tokens"
    " apart, its ends those of two, and at the token 0 the mean tells those of two. There a layer is a contextual"
    " mapping (one_hardmax_layer.apart; docs/notes/one-hardmax-layer.md)",
    over=(pairs, pairs_with_zero),
    given=_different_contexts,
    fold=lost_from(3, 4),
)
def every_length_repaired(at: Operands) -> Row:
    lost = lost_and_not_averaged(at)
    places = Columns(1, 2 * at.n, "k")
    without_zero = when(every(places, lambda k: point[1, k] != 0), lost[1], 0)
    facts = (lost[1], lost[2], without_zero)
    return row(Columns(1, 3, "f"), lambda f: select(f, facts))


theorem1.part(
    "1-layer multi-head self-attention F_H^(SA) with the hardmax function cannot be a contextual mapping.",
    "theorem",
    theorem="kajitsuka_theorem_1_any_weights",
)
theorem1.reads(
    "1-layer multi-head self-attention F_H^(SA) with the hardmax function cannot be a contextual mapping.",
    "with n >= 3, which the paper does not say; of every n it is refuted, at n = 1, and at n = 2 where ties are "
    "averaged (every_length); the steps have hardmax that is 1/k at each of k maxima, 1 at the first of them, or 1 at "
    "the last; that no layer, with any number of heads, serves two sequences is kajitsuka_theorem_1_any_weights of "
    "proofs/rocq, for all values at the maxima that have the sum 1, as Sec. 2.1 has it, and that the scores tell; and "
    "that tokens on a line show a head no more than the least scalar, the greatest and the tie rule's is decided for "
    "18 heads (sign_decides)",
)
theorem1.preface("X = [1 2 4] stands for the tokens v, 2 v and 4 v")
