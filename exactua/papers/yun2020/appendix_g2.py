"""App. G.2 of Yun et al. 2020: contextual mapping by attention layers, once positions are added.

    s_j = (j-1) (1 + delta^-1 + ... + delta^(-d+1)),  s_j <= l_j <= s_j + delta^(-d+1) - delta
    delta^-d Psi(.; l - delta/2, l + delta/2) for each l in [s_j : delta : s_j + delta^(-d+1) - delta], j = 1, ..., n
    n delta^(-(n+1)d-1) psi(.; 0)

The point is the corner X of a cube in G_delta, its columns in any order; L = X + E is the network's first stage.
Numbers l_j, s_j, l~_j and u^T g_c(L) are in units of delta. A single matrix makes lines false: L = [1-delta, 1] at
d = 1, n = 2, one for every delta (docs/notes/second-shift.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exactua.claims.claim import Claim, Operands
from exactua.grids.categories import grid_sequences
from exactua.papers.pages import Lines
from exactua.papers.yun2020.position_network import (
    describe_positions,
    ids_after,
    ids_before,
    place,
    s,
    shifted_id,
    the_exception,
)
from exactua.papers.yun2020.variants import relax_encoding, relax_last_factor, relax_position_gain
from exactua.papers.yun2020.vocabulary import each_entry
from exactua.terms.tracing import (
    Columns,
    Number,
    Row,
    Truth,
    every,
    greatest,
    inside,
    least,
    pairwise_distinct,
    point,
    row,
    some,
)

CONCLUSION = ("yun2020:g2.entries_distinct", "yun2020:g2.contexts_distinct")
EXCEPTION = "d = 1, n = 2 and L = [1-delta, 1]"


def work(values: Mapping[str, Any]) -> int:
    """Contexts times layers of the sweep, in units of 10."""
    contexts = values["m"] ** (values["d"] * values["n"])
    return int(contexts * values["n"] * values["m"] ** values["d"] // 10)


g2 = Claim(
    "yun2020:g2",
    title="Contextual mapping, App. G.2",
    source="App. G.2",
    text="n (1/delta)^d attention layers perform selective shift operations on l_j's, in increasing order of j. An "
    "extra single-head attention layer with attention part n delta^(-(n+1)d-1) psi(.; 0) ensures that different "
    "contexts L are mapped to distinct numbers in u^T g_c(L), thus implementing a contextual mapping.",
    work=work,
    point="X",
)
g2.rests_on("selective_shift", "category1", where="App. G.2")
g2.rests_on("coarse_resolution", where="App. G.2, in the same way")
g2.rests_on("global_shift", where="App. G.2, in a similar way")
describe_positions(g2)


of_grid = Lines(g2, over=(grid_sequences,))


@of_grid.states("G.2: a contextual mapping (Def. E.1): the n entries of u^T g_c(L) are all distinct")
def entries_distinct(at: Operands) -> Truth:
    return pairwise_distinct(at.q)


@of_grid.states(
    "G.2: different contexts L are mapped to distinct numbers in u^T g_c(L): all entries for L != L' are distinct",
    fold="distinct",
)
def contexts_distinct(at: Operands) -> Row:
    return at.q


@of_grid.proof_line("G.2: L in [0 : delta : 1-delta]^d x ... x [n-1 : delta : n-delta]^d")
def range_of_L(at: Operands) -> Truth:
    return each_entry(at, lambda i, j: some(Columns(0, at.m - 1, "k"), lambda k: at.L[i, j] == j - 1 + k / at.m))


@of_grid.proof_line("G.2: (j-1) (1 + delta^-1 + ... + delta^(-d+1)) <= l_j")
def least_id(at: Operands) -> Truth:
    return every(at.columns, lambda j: s(at, j) <= at.l[j])


@of_grid.proof_line("G.2: l_j <= (j-1) (1 + delta^-1 + ... + delta^(-d+1)) + delta^(-d+1) - delta")
def greatest_id(at: Operands) -> Truth:
    return every(at.columns, lambda j: at.l[j] <= s(at, j) + at.D - 1)


@of_grid.proof_line("G.2: l_1 < l_2 < ... < l_n")
def ids_increase(at: Operands) -> Truth:
    return every(Columns(1, at.n - 1, "j"), lambda j: at.l[j] < at.l[j + 1])


@of_grid.proof_line("G.2: this corresponds to the Category 1 of Lemma 8: all columns are unique")
def category1_unique(at: Operands) -> Truth:
    return pairwise_distinct(at.l)


@of_grid.proof_line(
    "G.2: this corresponds to the Category 1 of Lemma 8: all entries are between 0 and 1 - delta",
    flaw="reading",
    survives=CONCLUSION,
)
def category1_entries(at: Operands) -> Truth:
    return each_entry(at, lambda i, j: inside(at.L[i, j], 0, 1 - 1 / at.m))


@of_grid.repairs(
    "category1_entries",
    "the entries of column j are between j - 1 and j - delta",
    reason="the columns are unique as in Category 1, but the ids go up to s_n + delta^(-d+1) - delta and no longer to"
    " delta^(-d+1) - delta: what App. E.3.1 draws from the range of the ids has to be shown anew",
)
def category1_entries_repaired(at: Operands) -> Truth:
    return each_entry(at, lambda i, j: inside(at.L[i, j], j - 1, j - 1 / at.m))


@g2.proof_line("G.2: in increasing order of l: [s_j : delta : s_j + delta^(-d+1) - delta] ends before s_(j+1)")
def ranges_increase(at: Operands) -> Truth:
    return every(Columns(1, at.n - 1, "j"), lambda j: s(at, j) + at.D - 1 < s(at, j + 1))


@g2.states("G.2: n (1/delta)^d attention layers, and finally an extra one")
def layers(at: Operands) -> Truth:
    return at.g_c.quantity("attention layers") == at.n * at.D + 1


@g2.proof_line("G.2: attention parts Psi: at most two heads")
def heads(at: Operands) -> Truth:
    return at.g_c.quantity("heads") == 2


@g2.proof_line("G.2: attention parts Psi: heads of size 1")
def head_size(at: Operands) -> Truth:
    return at.g_c.quantity("head size") == 1


@of_grid.states("G.2: in increasing order of j: the layer of id l_j comes before that of l_(j+1)")
def order_of_layers(at: Operands) -> Truth:
    return every(Columns(1, at.n - 1, "j"), lambda j: place(at, j) < place(at, j + 1))


@of_grid.proof_line("G.2: shift operations on l_j's: no column is shifted before the layer of its id")
def waits(at: Operands) -> Truth:
    return every(at.columns, lambda j: at.m * ids_before(at, j)[j] == at.l[j])


@of_grid.proof_line(
    "G.2: shift operations on l_j's: no column is shifted again: column j ends with the l~_j of its shift",
    flaw="reading",
    survives=CONCLUSION,
    same_as="yun2020:g2.sweep_increases",
)
def once(at: Operands) -> Truth:
    return every(at.columns, lambda j: at.swept[j] == at.telescoped[j])


@of_grid.repairs(
    "once",
    f"a column is shifted again after the layer of its id if and only if {EXCEPTION}",
    reason="the first shift of L = [1-delta, 1] ends at 2 - delta, the very last id that the sweep passes; no other"
    " matrix comes back to an id of the sweep, at any d, n, delta (docs/notes/second-shift.md)",
)
def once_repaired(at: Operands) -> Truth:
    return (once(at) & ~the_exception(at)) | (~once(at) & the_exception(at))


@of_grid.proof_line("G.2, as in E.3.1: l~_1 := l_1 + delta^-d (l_n - l_1)")
def first_shift(at: Operands) -> Truth:
    return at.m * ids_after(at, 1)[1] == at.l[1] + at.D * (at.l[at.n] - at.l[1])


@of_grid.proof_line("G.2, as in E.3.1: l_1 + delta^-d (l_n - l_1) >= 0 + delta^-d delta")
def first_shift_at_least(at: Operands) -> Truth:
    return at.l[1] + at.D * (at.l[at.n] - at.l[1]) >= at.D


@of_grid.proof_line(
    "G.2, as in E.3.1: delta^(-d+1) > l_n", flaw="reading", survives=("yun2020:g2.first_shift_above@repaired",)
)
def first_shift_above(at: Operands) -> Truth:
    return at.l[at.n] < at.D


@of_grid.repairs(
    "first_shift_above",
    "l_1 + delta^-d (l_n - l_1) > l_n",
    reason="with positions l_n >= s_n >= delta^(-d+1), so E.3.1's bound says nothing here; l~_1 is above l_n all the"
    " same, because delta^-d > 1, though not always above every id of the sweep",
)
def first_shift_above_repaired(at: Operands) -> Truth:
    return at.l[1] + at.D * (at.l[at.n] - at.l[1]) > at.l[at.n]


@of_grid.states(
    "G.2, as in E.3.1: the j-th shift shifts column j alone and results in l~_j = l_j + sum_(k=1..j-1) delta^(-kd)"
    " (l_(j-k) - l_(j-k+1)) + delta^(-jd) (l_n - l_1): the ids are then [l~_1 ... l~_j l_(j+1) ... l_n]"
)
def each_shift(at: Operands) -> Truth:
    def shifted(j: Number) -> Truth:
        return ids_after(at, j) == row(Columns(1, at.n, "k"), lambda k: shifted_id(at, k, j) / at.m)

    return every(at.columns, shifted)


@of_grid.proof_line("G.2, as in E.3.1: l~_j is the new maximum of {l~_1, ..., l~_j, l_(j+1), ..., l_n}")
def new_maximum(at: Operands) -> Truth:
    def largest(j: Number) -> Truth:
        return at.telescoped[j] == greatest(Columns(1, at.n, "k"), lambda k: shifted_id(at, k, j))

    return every(at.columns, largest)


@of_grid.proof_line("G.2, as in E.3.1: and l_(j+1) is the new minimum, for j < n")
def new_minimum(at: Operands) -> Truth:
    def smallest(j: Number) -> Truth:
        return at.l[j + 1] == least(Columns(1, at.n, "k"), lambda k: shifted_id(at, k, j))

    return every(Columns(1, at.n - 1, "j"), smallest)


@of_grid.proof_line("G.2: shift operations result in l~_1 < l~_2 < ... < l~_n", survives=CONCLUSION)
def sweep_increases(at: Operands) -> Truth:
    return every(Columns(1, at.n - 1, "j"), lambda j: at.swept[j] < at.swept[j + 1])


@of_grid.repairs(
    "sweep_increases",
    "with 2 (j-1) for j-1 in E and in s_j, and 2 n delta^(-(n+1)d-1) in the last layer, shift operations result in "
    "l~_1 < l~_2 < ... < l~_n",
    reason=f"at {EXCEPTION}, and nowhere else, the first column is shifted twice and ends above the second; with E as "
    "printed the mapping is contextual there too. Columns of E that are 2 apart keep the first shift above every id of "
    "the sweep at all d, n, delta",
)
def sweep_increases_repaired(at: Operands) -> Truth:
    return every(Columns(1, at.n - 1, "j"), lambda j: at.wider[j] < at.wider[j + 1])


@of_grid.proof_line("G.2: the map from L to l~_n is one-to-one", fold="distinct")
def one_to_one(at: Operands) -> Number:
    return at.swept[at.n]


@of_grid.proof_line("G.2: l~_n := l_n + sum_(k=1..n-1) delta^(-kd) (l_(n-k) - l_(n-k+1)) + delta^(-nd) (l_n - l_1)")
def closed_form(at: Operands) -> Truth:
    return at.swept[at.n] == at.telescoped[at.n]


@of_grid.proof_line("G.2: ... <= l_n + delta^-d (l_1 - l_n) + delta^(-nd) (l_n - l_1)")
def bound_by_the_ends(at: Operands) -> Truth:
    ends = at.l[at.n] + at.D * (at.l[1] - at.l[at.n]) + at.D**at.n * (at.l[at.n] - at.l[1])
    return at.telescoped[at.n] <= ends


@of_grid.proof_line("G.2: ... <= s_n + delta^(-d+1) - delta + (delta^(-nd) - delta^-d) (s_n + delta^(-d+1) - delta)")
def bound_by_the_range(at: Operands) -> Truth:
    ends = at.l[at.n] + at.D * (at.l[1] - at.l[at.n]) + at.D**at.n * (at.l[at.n] - at.l[1])
    last = s(at, at.n) + at.D - 1
    return ends <= last + (at.D**at.n - at.D) * last


@g2.proof_line("G.2: ... = (delta^(-nd) - delta^-d + 1) ((n-1) (delta^-d - 1) / (delta^-1 - 1) + delta^(-d+1) - delta)")
def bound_summed(at: Operands) -> Truth:
    last = s(at, at.n) + at.D - 1
    closed = at.m * ((at.n - 1) * (at.D - 1) / (at.m - 1)) + at.D - 1
    return last + (at.D**at.n - at.D) * last == (at.D**at.n - at.D + 1) * closed


@g2.proof_line("G.2: ... <= (delta^(-nd) - delta^-d + 1) (delta^-d - 1) (n - 1 + delta)")
def bound_simplified(at: Operands) -> Truth:
    closed = at.m * ((at.n - 1) * (at.D - 1) / (at.m - 1)) + at.D - 1
    simple = (at.D - 1) * (at.m * (at.n - 1) + 1)
    return (at.D**at.n - at.D + 1) * closed <= (at.D**at.n - at.D + 1) * simple


@g2.proof_line("G.2: ... < n delta^(-(n+1)d)")
def bound_final(at: Operands) -> Truth:
    simple = (at.D - 1) * (at.m * (at.n - 1) + 1)
    return (at.D**at.n - at.D + 1) * simple < at.n * at.D ** (at.n + 1) * at.m


@of_grid.proof_line("G.2: an upper bound on l~_n: l~_n < n delta^(-(n+1)d)")
def upper_bound(at: Operands) -> Truth:
    return at.swept[at.n] < at.n * at.D ** (at.n + 1) * at.m


@of_grid.proof_line("G.2, as in E.3.1: the upper bound on l~_n also holds for other l~_j's")
def upper_bound_of_all(at: Operands) -> Truth:
    return every(at.columns, lambda j: at.swept[j] < at.n * at.D ** (at.n + 1) * at.m)


@of_grid.proof_line("G.2, as in E.3.1: 0 < l~_j for all j")
def swept_positive(at: Operands) -> Truth:
    return every(at.columns, lambda j: at.swept[j] > 0)


@g2.states("G.2: an extra single-head attention layer")
def last_heads(at: Operands) -> Truth:
    return at.last_layer.quantity("heads") == 1


@of_grid.states("G.2: finally, the extra layer: its output is g_c(L)")
def last_is_last(at: Operands) -> Truth:
    return at.last_layer(at.g_c(point, "sweep")) == at.g_c(point)


@of_grid.proof_line(
    "G.2: this layer shifts all the layers by n delta^(-(n+1)d-1) l~_n",
    survives=CONCLUSION,
    same_as="yun2020:g2.sweep_increases",
)
def last_shift(at: Operands) -> Truth:
    return every(at.columns, lambda j: at.q[j] == at.swept[j] + at.gain * at.swept[at.n])


@of_grid.repairs(
    "last_shift",
    "this layer shifts all the columns by n delta^(-(n+1)d-1) max_k l~_k",
    reason=f"what it adds is the maximum, and at {EXCEPTION} that is l~_1, not l~_n; 'layers' is a slip for 'columns'",
)
def last_shift_repaired(at: Operands) -> Truth:
    top = greatest(Columns(1, at.n, "k"), lambda k: at.swept[k])
    return every(at.columns, lambda j: at.q[j] == at.swept[j] + at.gain * top)


@of_grid.proof_line(
    "G.2: the intervals corresponding to different values of l~_n (closed, from n delta^(-(n+1)d-1) l~_n on, of length"
    " n delta^(-(n+1)d)) are disjoint",
    fold="apart",
    bound=lambda at: at.n * at.D ** (at.n + 1) * at.m,
    relation=">",
    flaw="reading",
    survives=CONCLUSION,
    same_as="yun2020:global_shift.disjoint",
)
def intervals_disjoint(at: Operands) -> Number:
    return at.gain * at.swept[at.n]


@of_grid.repairs(
    "intervals_disjoint",
    "the half-open intervals from n delta^(-(n+1)d-1) max_k l~_k on, of length n delta^(-(n+1)d), are disjoint",
    reason="closed intervals of neighbouring values share an end; the bound on l~_n is strict, so half-open ones do,"
    " and with max_k l~_k they hold the entries of u^T g_c(L) for every L",
    fold="apart",
    bound=lambda at: at.n * at.D ** (at.n + 1) * at.m,
)
def intervals_disjoint_repaired(at: Operands) -> Number:
    return at.gain * greatest(Columns(1, at.n, "k"), lambda k: at.swept[k])


@of_grid.proof_line(
    "G.2, as in E.3.1: the entries of u^T g_c(L) lie in the interval corresponding to l~_n",
    flaw="reading",
    survives=CONCLUSION,
    same_as="yun2020:g2.sweep_increases",
)
def in_its_interval(at: Operands) -> Truth:
    start = at.gain * at.swept[at.n]
    return every(at.columns, lambda j: inside(at.q[j], start, start + at.n * at.D ** (at.n + 1) * at.m))


@of_grid.repairs(
    "in_its_interval",
    "the entries of u^T g_c(L) lie in the half-open interval corresponding to max_k l~_k",
    reason=f"at {EXCEPTION} the last layer adds a multiple of l~_1, the maximum, in place of l~_n",
)
def in_its_interval_repaired(at: Operands) -> Truth:
    start = at.gain * greatest(Columns(1, at.n, "k"), lambda k: at.swept[k])
    stop = start + at.n * at.D ** (at.n + 1) * at.m
    return every(at.columns, lambda j: (at.q[j] >= start) & (at.q[j] < stop))


g2.reads(
    "perform selective shift operations on l_j's, in increasing order of j",
    "each l_j is shifted by the layer of its id, and these layers come in the order of j; that no column is shifted "
    "again is the line once, which fails at d = 1, n = 2 and L = [1-delta, 1] alone",
)
g2.part(
    "n (1/delta)^d attention layers perform selective shift operations on l_j's, in increasing order of j.",
    "layers",
    "each_shift",
    "order_of_layers",
)
g2.part(
    "An extra single-head attention layer with attention part n delta^(-(n+1)d-1) psi(.; 0)",
    "last_heads",
    "last_is_last",
)
g2.part("ensures that different contexts L are mapped to distinct numbers in u^T g_c(L),", "contexts_distinct")
g2.part("implementing a contextual mapping.", "entries_distinct")


# What may be relaxed

relax_encoding(g2, "g_c")
relax_position_gain(g2, "g_c", except_for=())
relax_last_factor(
    g2,
    "g_c",
    except_for=("last_shift", "last_shift@repaired", "last_is_last", "in_its_interval", "in_its_interval@repaired"),
)
