"""Stage 2 of the Depth Reduction Lemma (Hahn 2020, Sec. 5.1; supplement): which activations a head may attend to.

The n layer-0 activations are ranked by the largest score that a head may give them. A point is a matrix of 0 and 1: row
i is input x_i, column j the activation of rank j. k = 2 of the ranks are selected, i_1 < i_2:

    paper:       each has an input that feeds into no other selected one, and i_2 is the least such
    supplement:  each has an input that feeds into no activation of a smaller rank

A head depends on x_i if x_i feeds into an activation of a rank up to i_k.
"""

from __future__ import annotations

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.grids.finite import levels
from exactua.papers.hahn2020.stage1 import few_inputs
from exactua.papers.pages import Lines, let, per_box
from exactua.terms.tracing import Columns, Number, Truth, every, how_many, implies, point, some

K = 2
"""k."""

stage2 = Claim(
    "hahn2020:stage2",
    title="Stage 2: dependency",
    source="Sec. 5.1, Stage 2; supplement, Lemmas before Corollary (Stage 2)",
    text="We select a sequence 1 <= i_1 < i_2 < ... < i_k <= n such that (1) for each i_s, there is at least one input "
    "x_q that only feeds into the activation at position j_(i_s) and no j_(i_s') (s != s'), and (2) i_k is minimal. "
    "Such a subsequence exists unless n <= c k. Because i_k is minimal, a layer-1 head k-depends on an input if and "
    "only if that input appears as an input to some j_(i_s) (s <= k). In particular, a layer-1 head k-depends only on "
    "<= 2^c c k input variables. (Supplement:) If ((h,i),z) is (k,sigma)-unsatisfied, then the sequence has length L "
    "at least >= k. ((h,i),z) (k,rho)-depends on x_i iff x_i appears as an input to some j_(i_s) (s <= i_k). Hence, it "
    "depends on at most <= c k input bits.",
    parameters=(
        Parameter("d", "inputs that feed into any activation, at most", ladder=(1, 2, 3)),
        Parameter("n", "number of ranked activations", ladder=(2, 3, 4)),
        Parameter("c", "inputs that an activation depends on, at most", ladder=(1, 2)),
    ),
    work=per_box(lambda d, n: 2 ** (d * n)),
)

feeding = levels("which inputs feed into which activations", 0, 1, 2)


def _feeds(i: Number, j: Number) -> Truth:
    return point[i, j] == 1


def _private(at: Operands, j: Number, k: Number) -> Truth:
    """Whether an input feeds into j and not into k."""
    return some(at.rows, lambda i: _feeds(i, j) & ~_feeds(i, k))


def _selectable(at: Operands, j: Number, k: Number) -> Truth:
    """(1) of the paper for i_1 = j and i_2 = k."""
    return (j < k) & _private(at, j, k) & _private(at, k, j)


def _some_below(at: Operands, last: Number) -> Truth:
    """Whether two ranks up to `last` satisfy (1)."""
    return some(Columns(1, last, "r"), lambda r: some(Columns(1, last, "t"), lambda t: _selectable(at, r, t)))


def _minimal(at: Operands, j: Number, k: Number) -> Truth:
    """(1) and (2): j, k are selected, and no two ranks below k may be."""
    return _selectable(at, j, k) & ~_some_below(at, k - 1)


def _feeds_up_to(i: Number, last: Number) -> Truth:
    """Whether x_i feeds into an activation of a rank up to `last`: the head depends on it, where `last` is i_k."""
    return some(Columns(1, last, "r"), lambda r: _feeds(i, r))


def _new(at: Operands, j: Number) -> Truth:
    """Whether j is in the sequence of the supplement: an input feeds into it and into none of a smaller rank."""
    return some(at.rows, lambda i: _feeds(i, j) & ~_feeds_up_to(i, j - 1))


def _news(at: Operands, last: Number) -> Number:
    """How many of the ranks up to `last` are in the sequence of the supplement: s for last = i_s."""
    return how_many(Columns(1, last, "r"), lambda r: _new(at, r))


def _is_k_th(at: Operands, j: Number) -> Truth:
    """Whether j = i_k in the sequence of the supplement."""
    return _new(at, j) & (_news(at, j) == K)


let(
    stage2,
    used=lambda at: how_many(at.rows, lambda i: _feeds_up_to(i, at.n)),  # Inputs that feed into any activation
    L=lambda at: _news(at, at.n),  # The length of the supplement's sequence
)


def _some_inputs(at: Operands) -> Truth:
    """Each activation depends on 1 to c inputs."""
    return few_inputs(at) & every(at.columns, lambda j: some(at.rows, lambda i: _feeds(i, j)))


of_all = Lines(stage2, over=(feeding,), given=_some_inputs)


@of_all.proof_line(
    "such a subsequence exists unless n <= c k, for k = 2",
    flaw="imprecise",
    survives=("hahn2020:stage2.exists@repaired",),
)
def exists(at: Operands) -> Truth:
    return (at.n <= K * at.c) | _some_below(at, at.n)


@of_all.repairs(
    "exists",
    "such a subsequence exists unless at most c (k - 1) inputs feed into activations, for k = 2",
    reason="many activations may depend on the same few inputs; then there is nothing to reduce, as where n <= c k",
)
def exists_repaired(at: Operands) -> Truth:
    return (at.used <= at.c * (K - 1)) | _some_below(at, at.n)


@of_all.proof_line(
    "because i_k is minimal, a layer-1 head k-depends on an input if and only if that input appears as an input to some"
    " j_(i_s) (s <= k), for k = 2 and one value z",
    flaw="imprecise",
    survives=("hahn2020:stage2.if_and_only_if@repaired", "hahn2020:stage2.few_variables"),
)
def if_and_only_if(at: Operands) -> Truth:
    def of(j: Number, k: Number) -> Truth:
        return every(at.rows, lambda i: _feeds_up_to(i, k) == (_feeds(i, j) | _feeds(i, k)))

    return every(at.columns, lambda j: every(Columns(1, at.n, "k"), lambda k: implies(_minimal(at, j, k), of(j, k))))


@of_all.repairs(
    "if_and_only_if",
    "with the sequence of the supplement a head k-depends on an input if and only if that input appears as an input to"
    " some j_(i_s) (s <= k), for k = 2 and one value z",
    reason="of two activations of which one's inputs are among the other's the smaller may be selected, and the head "
    "depends on the inputs of both",
)
def if_and_only_if_repaired(at: Operands) -> Truth:
    def in_sequence(i: Number, last: Number) -> Truth:
        return some(Columns(1, last, "r"), lambda r: _new(at, r) & _feeds(i, r))

    def of(j: Number) -> Truth:
        return every(at.rows, lambda i: _feeds_up_to(i, j) == in_sequence(i, j))

    return every(at.columns, lambda j: implies(_is_k_th(at, j), of(j)))


@of_all.proof_line(
    "in particular, a layer-1 head k-depends only on <= 2^c c k input variables: on <= c k for each z, whichever "
    "sequence is selected, for k = 2"
)
def few_variables(at: Operands) -> Truth:
    def of(k: Number) -> Truth:
        return how_many(at.rows, lambda i: _feeds_up_to(i, k)) <= at.c * K

    return every(at.columns, lambda j: every(Columns(1, at.n, "k"), lambda k: implies(_minimal(at, j, k), of(k))))


@stage2.states(
    "supplement: if ((h,i),z) is unsatisfied, so that more than c k inputs feed into activations, L >= k, for k = 2",
    over=(feeding,),
    given=lambda at: _some_inputs(at) & (at.used > at.c * K),
)
def long_enough(at: Operands) -> Truth:
    return at.L >= K


@of_all.states(
    "supplement: ((h,i),z) depends on x_i iff x_i appears as an input to some j_(i_s) (s <= i_k), for k = 2",
    flaw="typo",
    survives=("hahn2020:stage2.depends_iff@repaired",),
)
def depends_iff(at: Operands) -> Truth:
    def appears(i: Number, last: Number) -> Truth:
        return some(at.columns, lambda r: _new(at, r) & (_news(at, r) <= last) & _feeds(i, r))

    def of(j: Number) -> Truth:
        return every(at.rows, lambda i: _feeds_up_to(i, j) == appears(i, j))

    return every(at.columns, lambda j: implies(_is_k_th(at, j), of(j)))


@of_all.repairs(
    "depends_iff",
    "supplement: ((h,i),z) depends on x_i iff x_i appears as an input to some j_(i_s) (s <= k), for k = 2",
    reason="i_k is a rank, and s counts the selected ones: s <= i_k goes beyond them",
)
def depends_iff_repaired(at: Operands) -> Truth:
    def appears(i: Number) -> Truth:
        return some(at.columns, lambda r: _new(at, r) & (_news(at, r) <= K) & _feeds(i, r))

    def of(j: Number) -> Truth:
        return every(at.rows, lambda i: _feeds_up_to(i, j) == appears(i))

    return every(at.columns, lambda j: implies(_is_k_th(at, j), of(j)))


@of_all.states("supplement: hence, it depends on at most <= c k input bits, for k = 2")
def few_bits(at: Operands) -> Truth:
    def of(j: Number) -> Truth:
        return how_many(at.rows, lambda i: _feeds_up_to(i, j)) <= at.c * K

    return every(at.columns, lambda j: implies(_is_k_th(at, j), of(j)))


OF_ALL = "It is about every transformer and every k; "
stage2.part("Such a subsequence exists unless n <= c k.", undecided=f"{OF_ALL}`exists` decides it for k = 2.")
stage2.part(
    "Because i_k is minimal, a layer-1 head k-depends on an input if and only if that input appears as an input to "
    "some j_(i_s) (s <= k).",
    undecided=f"{OF_ALL}`if_and_only_if` decides it for k = 2.",
)
stage2.part(
    "In particular, a layer-1 head k-depends only on <= 2^c c k input variables.",
    undecided=f"{OF_ALL}`few_variables` decides it for k = 2.",
)
stage2.part(
    "If ((h,i),z) is (k,sigma)-unsatisfied, then the sequence has length L at least >= k.",
    "long_enough",
    undecided=f"{OF_ALL}`long_enough` decides it for k = 2 and c = 1: up to 3 inputs are not more than c k for c = 2.",
)
stage2.part(
    "((h,i),z) (k,rho)-depends on x_i iff x_i appears as an input to some j_(i_s) (s <= i_k).",
    "depends_iff",
    undecided=f"{OF_ALL}`depends_iff` decides it for k = 2.",
)
stage2.part(
    "Hence, it depends on at most <= c k input bits.",
    "few_bits",
    undecided=f"{OF_ALL}`few_bits` decides it for k = 2.",
)
