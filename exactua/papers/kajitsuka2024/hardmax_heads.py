"""Heads of one hardmax layer (5) on tokens alpha v of one line: the three that stand for all, and an enumeration.

The scores at the token alpha_k v are c alpha_k (alpha_1, ..., alpha_n), c = (W_K v)^T (W_Q v) (eq. (24)). So a head
attends to the greatest alpha where c alpha_k > 0, to the least where c alpha_k < 0, and where c alpha_k = 0 to all
tokens, as the tie rule says; what it adds is W_O W_V times that. Heads with c = 1, 0 and -1 see what any head sees.
Tokens are their scalars alpha here: d = 1, v = 1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations, product
from typing import Any, Final

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.claims.folds import OwnFold, folding
from exactua.grids.finite import chosen, listed
from exactua.networks import AttentionHead, AttentionLayer, Network, TieRule
from exactua.papers.kajitsuka2024.sequence_operands import first, for_all_places, for_some_places, second
from exactua.papers.yun2020.vocabulary import equivalent
from exactua.terms.tracing import (
    Columns,
    MatrixOperand,
    Number,
    Row,
    Truth,
    floor,
    greatest,
    implies,
    least,
    parameter,
    row,
    select,
    total,
    when,
)

ON_A_LINE: Final = Parameter("d", "rows of a token: its scalar alpha", ladder=(1,))
N_TOKENS: Final = Parameter("n", "tokens of a sequence", ladder=(1, 2, 3, 4))
SCALARS: Final = Parameter(
    "scalars", "number of scalars alpha that a token can have; the paper has four", least=3, ladder=(4, 3)
)
"""Where ties are averaged, sequences of two scalars are told apart, whatever their length: Theorem 1 needs three."""
N, at_scalars = parameter("n"), parameter("scalars")
TOKEN: Final = Columns(1, 1, "i")
"""The row of a point that has the scalars."""
TIE_RULES: Final = tuple(rule.value for rule in TieRule)
TIE_RULE: Final = Parameter(
    "tie_rule", "what the hardmax does with equal maxima; the paper says none", TIE_RULES, ladder=TIE_RULES
)

increasing_sequences: Final = chosen(
    "increasing sequences of v, ..., (n + 2) v",
    "n",
    [listed(f"n = {n}", [[scalars] for scalars in combinations(range(1, n + 3), n)]) for n in range(1, 7)],
)
"""One sequence without duplicates for each set of n tokens, n = 1 to 6."""

SMALL: Final = (-1, 0, 1)
PROJECTIONS: Final = ((1, 1), (2, -2))
"""W_V and W_O of the enumerated heads."""
HEADS: Final = Columns(1, len(PROJECTIONS) * len(SMALL) ** 2, "h")
"""The numbers of the enumerated heads."""


def head(value: Any, factor: Any) -> AttentionHead:
    """The head of size 1 with W_O W_V = `value` and c = `factor` at v = 1."""
    return AttentionHead([[1]], [[value]], [[1]], [[factor]])


def layer(values: Mapping[str, Any], *heads: AttentionHead) -> Network:
    """One layer (5) of these heads with the tie rule of the instance."""
    return Network(1, (AttentionLayer(heads, TieRule(values["tie_rule"])),), {"output": 1})


def give_heads(claim: Claim) -> None:
    """The networks `greatest`, `uniform` and `least` of a claim: Z plus what the heads with c = 1, 0, -1 attend to."""
    claim.network("greatest")(lambda values: layer(values, head(1, 1)))
    claim.network("uniform")(lambda values: layer(values, head(1, 0)))
    claim.network("least")(lambda values: layer(values, head(1, -1)))


def give_enumerated_heads(claim: Claim) -> None:
    """The network `heads`: layer number h of it is head number h alone, for all `weights_of` heads."""

    def build(values: Mapping[str, Any]) -> Network:
        every_head = product(PROJECTIONS, SMALL, SMALL)
        heads = (AttentionHead([[W_O]], [[W_V]], [[W_K]], [[W_Q]]) for (W_V, W_O), W_K, W_Q in every_head)
        return Network(1, tuple(AttentionLayer([head], TieRule(values["tie_rule"])) for head in heads))

    claim.network("heads")(build)


def weights_of(h: Number) -> tuple[Number, Number, Number, Number]:
    """W_O, W_V, W_K and W_Q of the enumerated head number h, from 1."""
    W_V, W_O = (select(floor((h - 1) / len(SMALL) ** 2) + 1, numbers) for numbers in zip(*PROJECTIONS, strict=True))
    return W_O, W_V, floor((h - 1) / len(SMALL)) % len(SMALL) - 1, (h - 1) % len(SMALL) - 1


def give_several_heads(claim: Claim) -> None:
    """The network `several`: the heads with c = 1, 0, -1 and W_O W_V = 1, -2, 3 in one layer."""
    claim.network("several")(lambda values: layer(values, head(1, 1), head(-2, 0), head(3, -1)))


def least_of(at: Operands, Z: MatrixOperand) -> Number:
    """The least scalar of a sequence."""
    return least(at.columns, lambda j: Z[1, j])


def greatest_of(at: Operands, Z: MatrixOperand) -> Number:
    """The greatest scalar of a sequence."""
    return greatest(at.columns, lambda j: Z[1, j])


def sum_of(at: Operands, Z: MatrixOperand) -> Number:
    """The sum of the scalars of a sequence."""
    return total(at.columns, lambda j: Z[1, j])


def attended(at: Operands, Z: MatrixOperand, k: Number | int, factor: int) -> Number:
    """What the head with c = `factor`, -1, 0 or 1, attends to at column k of Z: a weighted mean of Z's scalars."""
    network = {1: at.greatest, 0: at.uniform, -1: at.least}[factor]
    return network(Z)[1, k] - Z[1, k]


def mean_of(at: Operands, Z: MatrixOperand) -> Number:
    """What a head attends to where all scores are 0, at any column: the mean that the tie rule makes."""
    return attended(at, Z, 1, 0)


def same_ends(at: Operands) -> Truth:
    """X and X' have the same least and the same greatest scalar: what heads see whose scores are not 0."""
    X, Y = first(at), second(at)
    return (least_of(at, X) == least_of(at, Y)) & (greatest_of(at, X) == greatest_of(at, Y))


def same_means(at: Operands) -> Truth:
    """X and X' have the same mean, as the tie rule makes it: what heads see whose scores are all 0."""
    return mean_of(at, first(at)) == mean_of(at, second(at))


def at_common_tokens(at: Operands, condition: Callable[[Number], Truth]) -> Truth:
    """The condition for every scalar that X and X' have in common."""
    X, Y = first(at), second(at)
    return for_all_places(at, lambda k, j: implies(X[1, k] == Y[1, j], condition(X[1, k])))


def not_told_apart(at: Operands) -> Truth:
    """X and X' have a token in common at which no head tells them apart: same mean, and same ends unless it is 0."""
    X, Y = first(at), second(at)
    common = for_some_places(at, lambda k, j: (X[1, k] == Y[1, j]) & ((X[1, k] == 0) | same_ends(at)))
    return common & same_means(at)


def averages(at: Operands, Z: MatrixOperand) -> Truth:
    """Where all scores are 0 the hardmax gives the mean of Z's scalars, as it does if ties are averaged."""
    return at.n * mean_of(at, Z) == sum_of(at, Z)


def lost_and_not_averaged(at: Operands) -> Row:
    """Of a pair: whether it is not told apart, and whether the hardmax does not average ties there; 1 is yes."""
    both_averaged = averages(at, first(at)) & averages(at, second(at))
    facts = (when(not_told_apart(at), 1, 0), when(both_averaged, 0, 1))
    return row(Columns(1, 2, "f"), lambda f: select(f, facts))


def lost_exactly_if(condition: Callable[[Truth], Truth]) -> OwnFold:
    """Of all pairs: some is not told apart if and only if the condition, on "some tie is not averaged", is true."""
    return folding(
        start=[0, 0],
        next=lambda a, x: [a[1] + x[1], a[2] + x[2]],
        holds=lambda a: equivalent(a[1] >= 1, condition(a[2] >= 1)),
    )
