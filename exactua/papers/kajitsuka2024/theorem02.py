"""Theorem 2 (Kajitsuka & Sato 2024, Sec. 3.4; App. A.2): one softmax layer of rank 1 is a contextual mapping.

The statement and the proof up to (28) are in `theorem02_statement`, the proof from (29) to (41) in `theorem02_proof`.
Here are (42) to (45), and what the hypotheses are for.

(42) as printed has lost the factor 8 epsilon r_min of (41), a slip: (45) has it again. It is no consequence, and false:
for tokens that are all multiplied by t the left side is multiplied by t and the right side by 1/t.

Without (6) the weights of A.2 may fail (45): n = 29, all tokens 1 in X and all but one in X'. A token 0 as a query
attends to all tokens alike, whatever the weights: for (0, 1, 4) and (0, 2, 3) no layer of softmax heads without biases
is a contextual mapping.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from exactua.arithmetic.rationals import Matrix
from exactua.claims.chapters import Chapter
from exactua.claims.claim import Claim, Operands, Parameter
from exactua.claims.own_data import OWN_DATA, OwnData, about_own
from exactua.grids.finite import chosen, listed
from exactua.papers.kajitsuka2024.data_sets import (
    D_OF_DATA,
    DATA,
    DATA_SETS,
    HEAD_SIZE,
    N_OF_DATA,
    DataSet,
    about,
    in_words,
    own_data_set,
    own_parameters,
    sequences,
)
from exactua.papers.kajitsuka2024.sequence_operands import (
    Vector,
    apart,
    different_vocabulary,
    each_two,
    first,
    for_shared,
    heads,
    minus,
    no_duplicates,
    norm,
    same_token,
    second,
    squared_norm,
    within_norms,
)
from exactua.papers.kajitsuka2024.theorem02_construction import FIRST, SECOND, W_O, both_sequences, construction
from exactua.papers.kajitsuka2024.theorem02_proof import SUBTLE, average_gap, factor_of_41, proof
from exactua.papers.kajitsuka2024.theorem02_statement import statement
from exactua.terms.tracing import (
    Columns,
    MatrixOperand,
    Number,
    Truth,
    every,
    exp,
    implies,
    log,
    number,
    pi,
    some,
    total,
)

conclusion = Chapter()


def _gap_of_ids(at: Operands, k: Number, other: Number) -> Vector:
    """F(X)_{:,k} - F(X')_{:,l}."""
    return minus(FIRST.output(at, k), SECOND.output(at, other))


@conclusion.proof_line(
    "(42), first =: F(X)_{:,k} - F(X')_{:,l} = W_O (W_V X) softmax[a^(i)] - W_O (W_V X') softmax[a^(j)]", **SUBTLE
)
def equation42_skip(at: Operands) -> Truth:
    def same(k: Number, other: Number) -> Truth:
        added = minus(FIRST.attended(at, k), SECOND.attended(at, other))
        return every(at.rows, lambda i: _gap_of_ids(at, k, other)(i) == added(i))

    return for_shared(at, same)


@conclusion.proof_line(
    "(42), second =: its norm is ||W_O u''|| |(v^T X) softmax[a^(i)] - (v^T X') softmax[a^(j)]|, compared as squares",
    **SUBTLE,
)
def equation42_rank_one(at: Operands) -> Truth:
    size = squared_norm(at, lambda i: total(heads(at), lambda h: W_O(at, i, h) * at.u_value[h]))

    def same(k: Number, other: Number) -> Truth:
        return squared_norm(at, _gap_of_ids(at, k, other)) == size * average_gap(at, k, other) ** 2

    return for_shared(at, same)


def _right_side_of_42(at: Operands) -> Number:
    """epsilon / (4 r_max) delta' / ((|V| + 1)^4 pi d delta r_max), as printed."""
    return at.epsilon / (4 * at.r_max) * (at.boltz_gap / ((at.V + 1) ** 4 * pi * at.d * at.score_gap * at.r_max))


def _size_of_gap(at: Operands, k: Number, other: Number) -> Number:
    """||F(X)_{:,k} - F(X')_{:,l}||."""
    return norm(at, _gap_of_ids(at, k, other))


@conclusion.proof_line(
    "(42), >: ||F(X)_{:,k} - F(X')_{:,l}|| > epsilon / (4 r_max) delta' / ((|V| + 1)^4 pi d delta r_max)",
    flaw="typo",
    survives=("kajitsuka2024:theorem2.equation42@repaired", "kajitsuka2024:theorem2.equation45"),
    **SUBTLE,
)
def equation42(at: Operands) -> Truth:
    return for_shared(at, lambda k, other: _size_of_gap(at, k, other) > _right_side_of_42(at))


@conclusion.repairs(
    "equation42",
    "(42), >: ||F(X)_{:,k} - F(X')_{:,l}|| > epsilon / (4 r_max) 8 epsilon r_min delta' / ((|V| + 1)^4 pi d delta"
    " r_max)",
    reason="(41) divided by its factor gives 8 epsilon r_min; without it the bound grows as the tokens become small",
    **SUBTLE,
)
def equation42_repaired(at: Operands) -> Truth:
    return for_shared(
        at, lambda k, other: _size_of_gap(at, k, other) > 8 * at.epsilon * at.r_min * _right_side_of_42(at)
    )


def _given_by_41(at: Operands) -> Number:
    """What (41) and ||W_O u''|| = epsilon / (4 r_max) give for the norm in (42)."""
    return at.epsilon / (4 * at.r_max) * (at.boltz_gap / factor_of_41(at))


@conclusion.proof_line(
    "(42), not said: the bound that (41) gives is 8 epsilon r_min times the one that is printed, which so follows only"
    " where 8 epsilon r_min >= 1",
    said=False,
)
def follows_from_41(at: Operands) -> Truth:
    return _given_by_41(at) == 8 * at.epsilon * at.r_min * _right_side_of_42(at)


def _right_side_of_45(at: Operands) -> Number:
    exponent = (at.V + 1) ** 4 * ((2 * log(at.n) + 3) * pi * at.d * at.r_max**2 / (4 * at.epsilon * at.r_min))
    factor = at.r_max**2 * (at.V + 1) ** 4 * (2 * log(at.n) + 3) * pi * at.d
    return 2 * log(at.n) ** 2 * at.epsilon**2 * at.r_min / factor * exp(-exponent)


@conclusion.proof_line("(45): ||F(X)_{:,k} - F(X')_{:,l}|| is greater than the delta of (8), written out", **SUBTLE)
def equation45(at: Operands) -> Truth:
    return for_shared(at, lambda k, other: _size_of_gap(at, k, other) > _right_side_of_45(at))


@conclusion.proof_line("(45) and (8): the right side of (45) is delta")
def equation45_is_delta(at: Operands) -> Truth:
    return _right_side_of_45(at) == at.delta


@conclusion.proof_line(
    "A.2, to (45): 'by plugging delta and delta'', (43) and (44), in (42), the above inequality is simplified' to (45)",
    flaw="typo",
    survives="kajitsuka2024:theorem2.plugging@repaired",
    same_as="theorem2.equation42",
)
def plugging(at: Operands) -> Truth:
    return _right_side_of_42(at) == _right_side_of_45(at)


@conclusion.repairs(
    "plugging",
    "by plugging delta and delta' in (42) with the factor 8 epsilon r_min one has (45)",
    reason="(42) as printed has lost that factor, which (45) has",
)
def plugging_repaired(at: Operands) -> Truth:
    return 8 * at.epsilon * at.r_min * _right_side_of_42(at) == _right_side_of_45(at)


# what the hypotheses are for


def _have_duplicates(at: Operands) -> Truth:
    """X and X' are as Definition 1 asks and have duplicates, V^(i) != V^(j), and the first token is the same."""
    X, Y = first(at), second(at)
    separate = within_norms(at, X) & within_norms(at, Y) & apart(at, X, X) & apart(at, Y, Y) & apart(at, X, Y)
    return (
        separate
        & ~no_duplicates(at, X)
        & ~no_duplicates(at, Y)
        & different_vocabulary(at)
        & same_token(at, X, number(1), Y, number(1))
    )


@conclusion.proof_line(
    "not said: the weights need (6). Two sequences with duplicate tokens, separated as Definition 1 asks, begin with"
    " the same token, and its ids, which have to differ by more than delta, do not",
    over=both_sequences,
    given=_have_duplicates,
    said=False,
)
def duplicates(at: Operands) -> Truth:
    return _size_of_gap(at, number(1), number(1)) <= at.delta


def _is_zero(at: Operands, Z: MatrixOperand, k: Number) -> Truth:
    return every(at.rows, lambda i: Z[i, k] == 0)


def _have_zero(at: Operands) -> Truth:
    """X and X' have the token 0, no duplicates, other norms less than r_max, and V^(i) != V^(j)."""
    X, Y = first(at), second(at)
    zero = some(Columns(1, at.n, "k"), lambda k: _is_zero(at, X, k)) & some(
        Columns(1, at.n, "k"), lambda k: _is_zero(at, Y, k)
    )
    return zero & no_duplicates(at, X) & no_duplicates(at, Y) & apart(at, X, Y) & different_vocabulary(at)


@conclusion.proof_line(
    "not said: r_min > 0 is needed: with these weights a query 0 attends to all tokens alike: of two sequences with the"
    " token 0 and equal averages the ids of 0 are equal; for all weights by hand "
    "(docs/notes/assumptions-kajitsuka2024.md)",
    over=both_sequences,
    given=_have_zero,
    said=False,
)
def zero_token(at: Operands) -> Truth:
    X, Y = first(at), second(at)

    def same(k: Number, other: Number) -> Truth:
        return every(at.rows, lambda i: at.F(X)[i, k] == at.F(Y)[i, other])

    return each_two(at, lambda k, other: implies(_is_zero(at, X, k) & _is_zero(at, Y, other), same(k, other)))


TEXT: Final = (
    "Let X^(1), ..., X^(N) in R^(d x n) be input sequences with no duplicate word token in each sequence, that "
    "is, X_{:,k}^(i) != X_{:,l}^(i) (6) for any i in [N] and k, l in [n]. Also assume that X^(1), ..., X^(N) are "
    "tokenwise (r_min, r_max, epsilon)-separated. Then, there exist weight matrices W_O in R^(d x s) and W_V, "
    "W_K, W_Q in R^(s x d) such that the ranks of W_V, W_K and W_Q are all 1, and 1-layer single head attention "
    "with softmax, i.e., F_S^(SA) with h = 1 is an (r, delta)-contextual mapping for the input sequences X^(1), "
    "..., X^(N) in R^(d x n) with r and delta defined by r = r_max + epsilon / 4 (7), delta = 2 (log n)^2 "
    "epsilon^2 r_min / (r_max^2 (|V| + 1)^4 (2 log n + 3) pi d) exp(-(|V| + 1)^4 (2 log n + 3) pi d r_max^2 / (4 "
    "epsilon r_min)) (8)."
)


def _claim(label: str, sets: Sequence[DataSet], parameters: tuple[Parameter, ...]) -> Claim:
    """The theorem about these data sets; inside `data_sets.about` they are the one that is chosen there."""

    def work(values: Mapping[str, Any]) -> int:
        """The pairs of sequences; each has n^2 pairs of tokens."""
        return len(sets[values["data"] - 1].sequences) ** 2

    claim = Claim(
        label,
        title="Theorem 2",
        source="Sec. 3.4, (6)-(8); proof in App. A.2, (25)-(45)",
        text=TEXT,
        parameters=parameters,
        work=work,
        chapters=(construction, statement, proof, conclusion),
        point="X",
    )
    theorem = "kajitsuka_theorem_2" if sets is DATA_SETS else ()
    claim.reads("X_{:,k}^(i) != X_{:,l}^(i) (6) for any i in [N] and k, l in [n].", "with k != l (equation6)")
    claim.part(
        "there exist weight matrices W_O in R^(d x s) and W_V, W_K, W_Q in R^(s x d) such that the ranks of W_V, W_K "
        "and W_Q are all 1",
        "ranks",
        theorem=theorem,
    )
    claim.part(
        "1-layer single head attention with softmax, i.e., F_S^(SA) with h = 1 is an (r, delta)-contextual mapping "
        "for the input sequences X^(1), ..., X^(N) in R^(d x n) with r and delta defined by r = r_max + epsilon / 4 "
        "(7), delta = 2 (log n)^2 epsilon^2 r_min / (r_max^2 (|V| + 1)^4 (2 log n + 3) pi d) exp(-(|V| + 1)^4 (2 log "
        "n + 3) pi d r_max^2 / (4 epsilon r_min)) (8).",
        "equation25",
        "equation7",
        "equation8",
        theorem=theorem,
    )
    claim.reads(
        "for the input sequences X^(1), ..., X^(N) in R^(d x n)",
        "with r_min > 0 and epsilon > 0, and with (6) for k != l",
    )
    claim.tells("r_min", "r_max", "epsilon", data=lambda values: in_words(sets[values["data"] - 1].matrices))
    claim.preface(
        "data is the number of a data set, X and X' are sequences of it; F has the weights of A.2, with u = (1, ..., "
        "s), u^T u' > 0 for s = 1 and < 0 for s = 2"
    )
    return claim


def of_data(matrices: Sequence[Matrix], where: str) -> Claim:
    """The theorem about sequences of one's own, d x n, which are as it asks.

    Raises InputError, beginning with `where`, for none, for unequal shapes, for a sequence that is given twice, for a
    token that stands twice in one, (6), and for the token 0, whose norm is above no r_min > 0.
    """
    own = own_data_set(matrices, where)
    with about(own):
        claim = _claim(f"{OWN_DATA}theorem2", (own,), own_parameters(own.d, own.n, own.head_size))
    given = chosen(sequences.name, "data", [listed(f"X of {own.about}", own.matrices)])
    return about_own(claim, [sequences], given, lambda: about(own))


theorem2 = _claim("kajitsuka2024:theorem2", DATA_SETS, (DATA, D_OF_DATA, N_OF_DATA, HEAD_SIZE))
theorem2.rests_on("lemma3", where="App. A.2, (30), (31)")
theorem2.rests_on("lemma1", where="App. A.2, (39)")
theorem2.takes = OwnData("sequences", of_data)
