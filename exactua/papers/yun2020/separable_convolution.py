"""Depth-wise separable convolution (Yun et al. 2020, App. H.2; eq. (6); what H.3 says of it).

    SepConv(X) = X + W_O (X * W_C),   W_C of size d x k

Zeros pad, the centre of a filter is c: token j sees the tokens j + c - k, ..., j + c - 1, and what the layer gives it
is a function of X_{:,j} and of these, whatever the weights. For k <= 2n - 2 token 1 doesn't see token n, or token n
not token 1: so the layer is no contextual mapping of a set with two matrices that differ in the last column alone, and
two that differ in the first alone. A larger filter may see all, but a last column 0 is like the padding, so

    q([L_1 ... L_(n-1) 0])_j  =  q([0 L_1 ... L_(n-1)])_(j+1)      for all weights and all k

and Definition E.1 fails on every set with both. A token-wise bias takes that away: all ids are then 1, ..., D, and

    one layer, k = 2n - 1:          q_j = B^j sum over s of B^(n-s) l_s                            B = D + 1
    2(n - 1) layers of size k = 2:  p_j = sum over s <= j of C(n-1, j-s) B^(j-s) l_s,              B = 2^(n-1) D + 1
                                    q_j = sum over s >= j of C(n-1, s-j) C^(s-j) p_s               C = 2^(n-1) B^n

are contextual mappings of all of G_delta, with both conditions of Definition E.1 as printed: the digits of q_j tell L,
their number tells j. So 2n - 2 is the largest size that is too small. docs/notes/fixed-weights.md has the same for all
sets, by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gmpy2 import mpq

from exactua.claims.claim import Claim, Operands
from exactua.grids.categories import grid_sequences, pairs_of, u
from exactua.networks import Family, Network
from exactua.papers.pages import per_box
from exactua.papers.yun2020.projections import bias, filtering
from exactua.papers.yun2020.vocabulary import D, assume_throughout, assume_two_cubes, column_ids, each_entry, l
from exactua.terms.tracing import (
    Columns,
    MatrixOperand,
    NetworkOperand,
    Number,
    Row,
    Truth,
    every,
    every_permutation,
    floor,
    implies,
    point,
    total,
    when,
)

separable_convolution = Claim(
    "yun2020:separable_convolution",
    title="Depth-wise separable convolution",
    source="App. H.2, eq. (6); App. H.3",
    text="SepConv(X) = X + W_O (X * W_C), W_C of size d x k. The number of parameters are independent of the "
    "sequence length. While a single layer is unable to compute contextual mappings when the filter size is "
    "small, stacking multiple such layers can potentially provide a cheaper way to compute contextual mappings. "
    "BProj and SepConv do not implement contextual mappings (cf. Definition E.1).",
    # The number of pairs of matrices of G_delta: they all go through the layer
    work=per_box(lambda d, n, m: m ** (2 * d * n)),
)
assume_throughout(separable_convolution)
assume_two_cubes(separable_convolution)
separable_convolution.define(D)
separable_convolution.operand(l)

both_contexts = pairs_of(grid_sequences)
"""All ordered pairs (L, L') of matrices of G_delta: the point is [L L'], d x 2n."""


def _D(values: Mapping[str, Any]) -> int:
    return int(values["m"] ** values["d"])


@separable_convolution.network("SepConv")
def small_filter(values: Mapping[str, Any]) -> Network:
    """One layer with filters (D, D^2, ..., D^k) of size k = n - 1, centre ceil(k/2)."""
    k = values["n"] - 1
    layer = filtering(values, [mpq(_D(values)) ** t for t in range(1, k + 1)], (k + 1) // 2)
    return Network(values["d"], (layer,), {"output": 1})


@separable_convolution.network("large_with_bias")
def large_filter_with_bias(values: Mapping[str, Any]) -> Network:
    """A token-wise layer that adds a bias, then one layer with filters of size 2n - 1."""
    layer = filtering(values, _large(values, _D(values) + 1), values["n"])
    return Network(values["d"], (bias(values), layer), {"output": 2})


def _large(values: Mapping[str, Any], B: int) -> list[Any]:
    """B, B^2, ..., B^(2n-1), less the skip connection at the centre."""
    n = values["n"]
    return [mpq(B) ** t - int(t == n) for t in range(1, 2 * n)]


@separable_convolution.network("stack")
def stack(values: Mapping[str, Any]) -> Network:
    """A bias, n - 1 layers that look back by one token, n - 1 that look ahead by one: filters of size 2 throughout."""
    n = values["n"]
    B = 2 ** (n - 1) * _D(values) + 1
    back = filtering(values, (mpq(0), mpq(B)), 1)
    ahead = filtering(values, (mpq(2 ** (n - 1) * B**n), mpq(0)), 2)
    families = tuple(Family(name, 1, 1, n - 1, (layer,)) for name, layer in (("back", back), ("ahead", ahead)))
    return Network(values["d"], (bias(values), *families), {"output": 3})


def _small_k(at: Operands) -> Number:
    return at.n - 1


def _small_centre(at: Operands) -> Number:
    return floor(at.n / 2)


@separable_convolution.proof_line(
    "H.2, eq. (6): SepConv(X) = X + W_O (X * W_C), for filters (D, ..., D^k), k = n - 1, and zeros as padding",
    over=(grid_sequences,),
)
def equation6(at: Operands) -> Truth:
    def weight(t: Number) -> Number:
        return when((t >= 1) & (t <= _small_k(at)), at.D**t, 0)

    def convolved(j: Number) -> Number:
        return total(Columns(1, at.n, "s"), lambda s: weight(j + _small_centre(at) - s) * u.dot(point)[s])

    return each_entry(at, lambda i, j: at.SepConv(point)[i, j] == point[i, j] + when(i == 1, convolved(j), 0))


@separable_convolution.states(
    "H.2: the number of parameters of a layer is independent of the sequence length: d^2 + d k, here for filters of "
    "sizes k = n - 1 and k = 2n - 1"
)
def parameters(at: Operands) -> Truth:
    def layer_of_size(network: NetworkOperand, k: Number) -> Truth:
        return network.quantity("largest layer parameters") == at.d**2 + at.d * k

    return layer_of_size(at.SepConv, _small_k(at)) & layer_of_size(at.large_with_bias, 2 * at.n - 1)


def _agree(at: Operands, s: Number | int) -> Truth:
    """Whether column s of L is that of L'."""
    return every(at.rows, lambda i: point[i, s] == point[i, at.n + s])


def _differ_first_alone(at: Operands) -> Truth:
    return ~_agree(at, 1) & every(Columns(2, at.n, "s"), lambda s: _agree(at, s))


def _differ_last_alone(at: Operands) -> Truth:
    return ~_agree(at, at.n) & every(Columns(1, at.n - 1, "s"), lambda s: _agree(at, s))


def blind(at: Operands, sizes: Number) -> Truth:
    """For all filters of up to so many weights: token 1, or n, sees nothing of what L and L' differ in."""

    def sees_the_same(token: Number | int, k: Number, c: Number) -> Truth:
        seen = Columns(1, at.n, "s")
        return every(seen, lambda s: implies((s >= token + c - k) & (s <= token + c - 1), _agree(at, s)))

    def one_is_blind(k: Number, c: Number) -> Truth:
        first, last = c < at.n, at.n + c - k > 1
        from_first = implies(_differ_last_alone(at) & first, sees_the_same(1, k, c))
        from_last = implies(_differ_first_alone(at) & last, sees_the_same(at.n, k, c))
        return (first | last) & from_first & from_last

    return every(Columns(1, sizes, "k"), lambda k: every(Columns(1, k, "c"), lambda c: one_is_blind(k, c)))


@separable_convolution.states(
    "H.2: a single layer is unable to compute contextual mappings when the filter size is small, k = 1, ..., 2n - 2,"
    " wherever its centre is and whatever the weights: of L, L' that differ in the last column only, or of those that"
    " differ in the first only, token 1, or token n, sees the same, so q(L) and q(L') share an entry",
    over=(both_contexts,),
    given=lambda at: _differ_first_alone(at) | _differ_last_alone(at),
)
def small_filter_is_blind(at: Operands) -> Truth:
    return blind(at, 2 * at.n - 2)


@separable_convolution.proof_line(
    "H.2, not said: when the filter size is large (k = 2n - 1), a token-wise bias and a single layer are able, on all"
    " of G_delta",
    over=(grid_sequences,),
    fold="distinct",
    said=False,
)
def large_filter_is_able(at: Operands) -> Row:
    return column_ids(at, at.large_with_bias(point))


@separable_convolution.states(
    "H.2: stacking multiple such layers can compute contextual mappings: 2(n-1) of size 2 after a bias, on G_delta",
    over=(grid_sequences,),
    fold="distinct",
)
def stacking(at: Operands) -> Row:
    return column_ids(at, at.stack(point))


@separable_convolution.proof_line("H.2: the stack has 2(n-1) convolution layers")
def stack_layers(at: Operands) -> Truth:
    return at.stack.quantity("other layers") == 2 * (at.n - 1)


@separable_convolution.states(
    "H.2: cheaper: the stack takes fewer multiplications, counted as n (d^2 + 2d) a layer, than the delta^-d + 1 "
    "attention layers of Lemma 8, counted as 2 (4 d n + 2 n^2) a layer with its two heads of size 1"
)
def cheaper(at: Operands) -> Truth:
    layer, attention = at.n * (at.d**2 + 2 * at.d), 2 * (4 * at.d * at.n + 2 * at.n**2)
    return at.stack.quantity("other layers") * layer < (at.D + 1) * attention


@separable_convolution.proof_line(
    "H.3: SepConv does not implement contextual mappings (cf. Definition E.1), whatever k and the weights: where the"
    " last column of L is 0, tokens 2, ..., n of its shift L P see at every distance what tokens 1, ..., n - 1 of L"
    " see, so q(L) and q(L P) share n - 1 entries; for L = 0 all entries of q(L) are the same",
    over=(grid_sequences,),
    given=lambda at: at.l[at.n] == 0,
)
def zero_columns(at: Operands) -> Truth:
    def padded(of: MatrixOperand, i: Number, s: Number) -> Number:
        return total(at.columns, lambda t: when(t == s, of[i, t], 0))

    def seen_alike(shift: MatrixOperand) -> Truth:
        def alike(i: Number, s: Number) -> Truth:
            return padded(shift, i, s + 1) == padded(point, i, s)

        return every(at.rows, lambda i: every(Columns(0, at.n, "s"), lambda s: alike(i, s)))

    return ~every_permutation(lambda P: ~seen_alike(point.permuted(P)))


separable_convolution.part(
    "The number of parameters are independent of the sequence length.",
    "parameters",
    undecided="of all n, which no instance gives: the step counts them for two sizes of filters at one n",
)
separable_convolution.part(
    "a single layer is unable to compute contextual mappings when the filter size is small,",
    "small_filter_is_blind",
    theorem="SepConv_small_filter_fails",
)
separable_convolution.part("cheaper", "cheaper")
separable_convolution.part("way to compute contextual mappings.", "stacking")
separable_convolution.part(
    "BProj and SepConv do not implement contextual mappings (cf. Definition E.1).",
    undecided="of SepConv here, of a set that is not named: zero_columns has G_delta, and zeros as padding, and says "
    "nothing of a set without an L whose last column is 0 and its shift",
)
separable_convolution.reads(
    "a single layer is unable to compute contextual mappings when the filter size is small,",
    "with zeros as padding, on G_delta, for all weights and filters of up to 2n - 2 tokens (small_filter_is_blind)",
)
separable_convolution.reads(
    "cheaper", "in multiplications of the stack, than of the attention layers of Lemma 8 (cheaper)"
)
separable_convolution.reads(
    "way to compute contextual mappings.",
    "with zeros as padding, on G_delta, behind a token-wise layer that adds a bias (stacking)",
)


# What may be relaxed

separable_convolution.spares(
    "n >= 2 (assumed throughout, Sec. 1.2)", "parameters", reason="at n = 1 the stack has no layer with filters"
)
