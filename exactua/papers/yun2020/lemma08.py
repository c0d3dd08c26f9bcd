"""Lemma 8 (Yun et al. 2020, App. E.1.2; proof in App. E.3): attention computes a contextual mapping.

q(L) := u^T g_c(L) satisfies, with t_l = delta^(-2nd+1) (delta^-d - 1) and t_r = delta^(-(2n+1)d+1) (delta^-d - 1),

    1. the entries of q(L) are all distinct                                     for L in G~_delta
    2. all entries of q(L), q(L') are distinct                                  for L, L' in G~_delta, not permutations
    3. all the entries of q(L) are in [t_l, t_r]                                for L in G~_delta
    4. all the entries of q(L) are outside [t_l, t_r]                           for L in G+_delta without G~_delta

Here q, t_l and t_r are in units of delta.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from exactua.claims.claim import Claim, Operands
from exactua.grids.categories import category1, category2, category3
from exactua.papers.yun2020.selective_shift import contextual_map
from exactua.papers.yun2020.variants import other_levels, relax_sweep, with_special
from exactua.papers.yun2020.vocabulary import D, assume_throughout, assume_two_cubes, q, t_l, t_r
from exactua.terms.tracing import Number, Row, Truth, every, inside, outside, pairwise_distinct

lemma8 = Claim(
    "yun2020:lemma8",
    title="Lemma 8",
    source="App. E.1.2; proof in App. E.3",
    text="Assume that n >= 2 and delta^-1 >= 2. Then there exist a function g_c : R^(d x n) -> R^(d x n) composed of "
    "delta^-d + 1 self-attention layers (h = 2, m = 1) that employ the hardmax operator, a vector u in R^d, constants "
    "t_l, t_r (0 < t_l < t_r), such that q(L) := u^T g_c(L) satisfies the following properties: "
    "1. For any L in G~_delta, the entries of q(L) are all distinct. "
    "2. For any L, L' in G~_delta such that L is not a permutation of L', all entries of q(L), q(L') are distinct. "
    "3. For any L in G~_delta, all the entries of q(L) are in [t_l, t_r]. "
    "4. For any L in G+_delta without G~_delta, all the entries of q(L) are outside [t_l, t_r].",
)
lemma8.rests_on("selective_shift", "column_id", where="App. E.3")
lemma8.rests_on("category1", "lemma10", "global_shift", where="App. E.3.1")
lemma8.rests_on("category2", where="App. E.3.2")
lemma8.rests_on("category3", where="App. E.3.3")
lemma8.network("g_c")(contextual_map)
assume_throughout(lemma8)
assume_two_cubes(lemma8)
lemma8.define(D)
lemma8.define(t_l)
lemma8.define(t_r)
lemma8.operand(q)


@lemma8.states("g_c is composed of delta^-d + 1 self-attention layers")
def layers(at: Operands) -> Truth:
    return at.g_c.quantity("attention layers") == at.D + 1


@lemma8.states("and of nothing else: no feed-forward layer")
def only_attention(at: Operands) -> Truth:
    return at.g_c.quantity("feed-forward layers") == 0


@lemma8.states("h = 2: two heads, where a layer with fewer is filled up by heads with W_O = 0")
def heads(at: Operands) -> Truth:
    return at.g_c.quantity("heads") == 2


@lemma8.states("m = 1: heads of size 1")
def head_size(at: Operands) -> Truth:
    return at.g_c.quantity("head size") == 1


@lemma8.states("0 < t_l")
def t_l_positive(at: Operands) -> Truth:
    return at.t_l > 0


@lemma8.states("t_l < t_r")
def t_l_below_t_r(at: Operands) -> Truth:
    return at.t_l < at.t_r


@lemma8.states("for any L in G~_delta, the entries of q(L) are all distinct", over=(category1,))
def property1(at: Operands) -> Truth:
    return pairwise_distinct(at.q)


@lemma8.states(
    "for any L, L' in G~_delta such that L is not a permutation of L', all entries of q(L), q(L') are distinct",
    over=(category1,),
    fold="distinct",
)
def property2(at: Operands) -> Row:
    return at.q


@lemma8.states("for any L in G~_delta, all the entries of q(L) are in [t_l, t_r]", over=(category1,))
def property3(at: Operands) -> Truth:
    return every(at.columns, lambda j: inside(at.q[j], at.t_l, at.t_r))


@lemma8.states(
    "for any L in G+_delta without G~_delta, all the entries of q(L) are outside [t_l, t_r]",
    over=(category3, category2),
)
def property4(at: Operands) -> Truth:
    return every(at.columns, lambda j: outside(at.q[j], at.t_l, at.t_r))


lemma8.part(
    "there exist a function g_c : R^(d x n) -> R^(d x n) composed of delta^-d + 1 self-attention layers (h = 2, m = 1) "
    "that employ the hardmax operator,",
    "layers",
    "only_attention",
    "heads",
    "head_size",
    theorem="lemma_8",
)
lemma8.part(
    "a vector u in R^d, constants t_l, t_r (0 < t_l < t_r),", "t_l_positive", "t_l_below_t_r", theorem="lemma_8"
)
lemma8.part("1. For any L in G~_delta, the entries of q(L) are all distinct.", "property1", theorem="lemma_8")
lemma8.part(
    "2. For any L, L' in G~_delta such that L is not a permutation of L', all entries of q(L), q(L') are distinct.",
    "property2",
    theorem="lemma_8",
)
lemma8.part("3. For any L in G~_delta, all the entries of q(L) are in [t_l, t_r].", "property3", theorem="lemma_8")
lemma8.part(
    "4. For any L in G+_delta without G~_delta, all the entries of q(L) are outside [t_l, t_r].",
    "property4",
    theorem="lemma_8",
)


# What may be relaxed


def _moved(at: Operands, term: Callable[[Operands], Number], by: int) -> Number:
    """An end of [t_l, t_r] that many delta further."""
    return term(at) + by


lemma8.relaxes_different_columns("property1", "property2")
relax_sweep(lemma8, "gain", "last", "no last", "wide", "low", "high", "both", "fewer", "order", except_for=("layers",))
relax_sweep(lemma8, "one head", except_for=("heads",))
relax_sweep(lemma8, "threshold")
for _key in ("gain", "last", "no last"):
    relax_sweep(lemma8, _key, steps=("property1", "property2"), suffix=" (Properties 8.1 and 8.2)")
for _name, _term, _by in (("t_l", t_l, 1), ("t_l", t_l, -1), ("t_r", t_r, -1), ("t_r", t_r, 1)):
    lemma8.relaxes(
        f"[t_l, t_r] ({_name} {'raised' if _by > 0 else 'lowered'})",
        f"{_name} {'+' if _by > 0 else '-'} delta",
        definitions={_name: partial(_moved, term=_term, by=_by)},
    )
lemma8.relaxes(
    "t_l = delta^(-2nd+1) (delta^-d - 1)",
    "delta^(-2nd+1) delta^-d",
    definitions={"t_l": lambda at: at.D ** (2 * at.n + 1)},
    except_for=("t_l_below_t_r",),
)
lemma8.relaxes(
    "t_r = delta^(-(2n+1)d+1) (delta^-d - 1)",
    "less by delta^(-2nd+1)",
    definitions={"t_r": lambda at: t_r(at) - at.D ** (2 * at.n)},
    except_for=("t_l_below_t_r",),
)
for _name, _level in other_levels.items():
    lemma8.relaxes(
        f"special level -delta^(-nd): {_name}",
        _name,
        over={"property4": (with_special(category3, _name, _level), category2)},
    )
lemma8.relaxes(
    "[t_l, t_r] closed",
    "(t_l, t_r) open",
    kind="strictness",
    states={
        "property3": lambda at: every(at.columns, lambda j: (at.t_l < at.q[j]) & (at.q[j] < at.t_r)),
        "property4": lambda at: every(at.columns, lambda j: (at.q[j] <= at.t_l) | (at.q[j] >= at.t_r)),
    },
)
