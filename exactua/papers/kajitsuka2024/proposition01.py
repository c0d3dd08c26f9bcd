"""Proposition 1 (Kajitsuka & Sato 2024, Sec. 4.2; App. A.5), and the end of step 3 of its proof: F_2, and what is left.

The statement and step 1 are in `proposition01_statement`, step 2 in `proposition01_second_step`, step 3 up to (66) in
`proposition01_third_step`. Here are (67) to (71).

F_2 as displayed is a map of matrices, made of bumps: as printed sigma[x - 1] - sigma[x] + sigma[x + 1] is x for x >= 1;
with -2 sigma[x] it is a tent, 1 at 0 and 0 outside (-1, 1). (67) closes its bracket before (68): the third ReLU is
taken to stand in the sum with the others. That of the network g of the statement is a layer (3). d_p integrates
over all of R^(d x n), so F_2 o F_S o F_1 has to be 0 wherever one token is far outside.
"""

from __future__ import annotations

from collections.abc import Callable

from exactua.claims.chapters import Chapter
from exactua.claims.claim import Claim, Operands, Parameter
from exactua.claims.folds import folding
from exactua.grids.categories import chosen_row, pairs_of, real_columns
from exactua.grids.finite import levels
from exactua.papers.kajitsuka2024.proposition01_second_step import off_strips, same_token, second_step
from exactua.papers.kajitsuka2024.proposition01_statement import (
    Entry,
    all_different,
    centres_up_to_order,
    crossings,
    distinct,
    entries_of,
    f,
    far_outside,
    grid,
    multiples,
    once,
    over_distinct,
    statement,
)
from exactua.papers.kajitsuka2024.proposition01_third_step import third_step
from exactua.papers.pages import per_box
from exactua.papers.yun2020.vocabulary import each_entry, equivalent, over_entries
from exactua.terms.tracing import (
    Columns,
    MatrixOperand,
    Number,
    Truth,
    every,
    implies,
    integral,
    number,
    parameter,
    point,
    when,
)

Peak = Callable[[Number], Number]
"""What stands in the sum of (67)-(68), as a function of x = R (Z_{tk} - L_{tk})."""


def relu(x: Number) -> Number:
    """max(x, 0)."""
    return when(x > 0, x, 0)


def printed(x: Number) -> Number:
    """sigma[x - 1] - sigma[x] + sigma[x + 1]."""
    return relu(x - 1) - relu(x) + relu(x + 1)


def tent(x: Number) -> Number:
    """sigma[x - 1] - 2 sigma[x] + sigma[x + 1]."""
    return relu(x - 1) - 2 * relu(x) + relu(x + 1)


def share(at: Operands, peak: Peak, Z: Entry, L: Entry) -> Number:
    """(1/dn) times the sum over all entries of the peak at L_{tk}: what multiplies f(L) in (67)-(68)."""
    return over_entries(at, lambda i, j: peak(at.R * (Z(i, j) - L(i, j)))) / (at.d * at.n)


def second_layer(at: Operands, peak: Peak, Z: Entry, t: Number, k: Number) -> Number:
    """The bump functions of all L of G~_D added up, the entry in row t and column k: F_2 of (67)-(68)."""
    return over_distinct(at, lambda L: f(at, L, t, k) * once(share(at, peak, Z, L)))


third_step_labels = Chapter()

LABEL = "kajitsuka2024:proposition1"
_dn = parameter("d") * parameter("n")

behind_strips = levels("where strips end", 1 / (parameter("k") * parameter("D")), 1 / parameter("D"), parameter("D"))
"""Entries delta, 1/D + delta, ..., 1 - 1/D + delta."""
on_strip = levels(
    "on the strip behind 1/D, outside",
    1 / parameter("D") + 1 / (parameter("k") * parameter("D") * (4 * parameter("D") - 1)),
    1,
    2,
)
"""Entries 1/D + delta/(4D - 1), which F_1 makes 4/(4D - 1), and the same + 1."""
at_and_off = levels("entries 1/D and 1 + 1/D, up to order", 1 / parameter("D"), 1, 2, order="orbits")
"""The least entry of G_D, and one that is far from all of them."""


# (67), (68)


@third_step_labels.proof_line("(67): G~_D is in (3/4D, infinity)^(d x n)", over=(distinct,))
def grid_above(at: Operands) -> Truth:
    return each_entry(at, lambda i, j: point[i, j] > 3 / (4 * at.D))


def _levels(at: Operands) -> Columns:
    return Columns(1, at.D, "t")


def _at_level(at: Operands, peak: Peak, t: Number) -> Number:
    """The peak at L_{tk} = t/D where Z_{tk} is z."""
    return peak(at.R * (point[chosen_row, 1] - t / at.D))


def _local(at: Operands, peak: Peak) -> Truth:
    """The peak at each t/D is 0 at z unless |z - t/D| < 1/R."""

    def zero(t: Number) -> Truth:
        away = outside_of(point[chosen_row, 1], t / at.D - 1 / at.R, t / at.D + 1 / at.R)
        return implies(away, _at_level(at, peak, t) == 0)

    return every(_levels(at), zero)


def outside_of(x: Number, low: Number, high: Number) -> Truth:
    """x <= low or x >= high."""
    return (x <= low) | (x >= high)


@third_step_labels.proof_line(
    "(67), (68): usual bump-functions of scale R: sigma[x - 1] - sigma[x] + sigma[x + 1], x = R(Z_{tk} - L_{tk}), is 1 "
    "at L"
)
def peak_is_one(at: Operands) -> Truth:
    return (printed(number(0)) == 1) & (tent(number(0)) == 1)


@third_step_labels.proof_line(
    "(67), (68), this one inside the sums of that one: usual bump-functions of scale R: each is 0 for "
    "|Z_{tk} - L_{tk}| >= 1/R",
    over=(real_columns,),
    survives=(f"{LABEL}.local@repaired",),
    flaw="typo",
)
def local(at: Operands) -> Truth:
    return _local(at, printed)


@third_step_labels.repairs(
    "local",
    "with -2 sigma[x] for -sigma[x] it is 0 for |Z_{tk} - L_{tk}| >= 1/R",
    reason="as printed sigma[x - 1] - sigma[x] + sigma[x + 1] is 1 on [0, 1] and x above, without bound",
    over=(real_columns,),
)
def local_repaired(at: Operands) -> Truth:
    return _local(at, tent)


@third_step_labels.proof_line(
    "F_2 maps Z in (-infinity, 1/4D)^(d x n) to 0, for large enough R: each peak is 0 there if R >= 4D/3",
    over=(real_columns,),
    given=lambda at: (3 * at.R >= 4 * at.D) & (point[chosen_row, 1] < 1 / (4 * at.D)),
)
def zero_below(at: Operands) -> Truth:
    return every(_levels(at), lambda t: (_at_level(at, printed, t) == 0) & (_at_level(at, tent, t) == 0))


def _labelled(at: Operands, peak: Peak, Z: MatrixOperand) -> Truth:
    """F_2(Z) = f(L) for L = point."""
    return each_entry(at, lambda i, j: second_layer(at, peak, entries_of(Z), i, j) == f(at, entries_of(point), i, j))


@third_step_labels.proof_line(
    "for large enough R > 0, F_2 maps each L of G~_D to its labels f(L): the bump functions of (67), (68) as printed, "
    "added up",
    over=(distinct,),
    survives=(f"{LABEL}.reproduces", f"{LABEL}.memorises@repaired"),
    flaw="typo",
    same_as="proposition1.local",
)
def memorises_as_printed(at: Operands) -> Truth:
    return _labelled(at, printed, point)


@third_step_labels.proof_line(
    "for large enough R > 0, F_2 maps each L of G~_D to its labels f(L): the bump functions, -2 sigma[x], added up",
    over=(distinct,),
    survives=(f"{LABEL}.reproduces", f"{LABEL}.memorises@repaired"),
)
def memorises(at: Operands) -> Truth:
    return _labelled(at, tent, point)


@third_step_labels.repairs(
    "memorises",
    "F_2 of g, a layer (3) that steps between neighbouring ids, maps the ids of L to f(L): g(Z) = f(L) for the least Z "
    "of the cell of L behind the strips",
    reason="a sum over entries is no conjunction: an L' that shares an entry with L adds a part of f(L'); R = 8 here, "
    "and R is not in what is added: for R >= D a bump is 0 at every entry of G_D but its own, so no larger R helps",
    over=(behind_strips,),
    given=lambda at: all_different(at, entries_of(point)),
)
def memorises_repaired(at: Operands) -> Truth:
    L = entries_of(point, 1 / at.D - at.delta)
    return each_entry(at, lambda i, j: at.g(point)[i, j] == f(at, L, i, j))


_share_an_entry = (_dn >= 2) & ~((_dn == 2) & (parameter("n") == 2) & (parameter("D") == 2))
"""Some different L and L' of G~_D have an entry in common; for d = 1, n = 2, D = 2 there are (1/2, 1) and (1, 1/2)."""


@third_step_labels.proof_line(
    "not said: for R >= D >= 2 and n <= D^d, exactly where different L of G~_D share an entry, d n >= 2 and not "
    "d = 1, n = D = 2, some L is not mapped to f(L), with -2 sigma[x] for -sigma[x]",
    over=(distinct,),
    fold=folding(start=[0], next=lambda a, x: [a[1] + x[1]], holds=lambda a: equivalent(a[1] >= 1, _share_an_entry)),
    said=False,
)
def memorises_with_tents(at: Operands) -> Number:
    return when(_labelled(at, tent, point), 0, 1)


@third_step_labels.proof_line(
    "F_2 associates the context id of each L of G~_D to its label: bump functions, -2 sigma[x], at F_S(L); their "
    "peaks stand at the entries of L",
    over=(distinct,),
    survives=(f"{LABEL}.memorises@repaired",),
    flaw="imprecise",
)
def memorises_ids(at: Operands) -> Truth:
    return _labelled(at, tent, at.attention(point))


@third_step_labels.proof_line(
    "construct a feed-forward neural network F_2: a layer (3) maps equal tokens to equal tokens, and so do the bump "
    "functions, -2 sigma[x], added up",
    over=(pairs_of(at_and_off),),
    given=same_token,
    survives=(f"{LABEL}.memorises@repaired",),
)
def bumps_token_wise(at: Operands) -> Truth:
    first, second = (entries_of(point.columns(a, b)) for a, b in ((1, at.n), (at.n + 1, 2 * at.n)))
    unit = number(1)

    return every(at.rows, lambda t: second_layer(at, tent, first, t, unit) == second_layer(at, tent, second, t, unit))


@third_step_labels.repairs(
    "bumps_token_wise",
    "F_2 of g, a layer (3) that steps between neighbouring ids (memorises@repaired), maps equal tokens to equal tokens",
    reason="(67) sums over the columns k: what it adds at a token changes with the other tokens, which a layer (3) "
    "can't do; for n = 1 there are no others",
    over=(pairs_of(at_and_off),),
    given=same_token,
)
def bumps_token_wise_repaired(at: Operands) -> Truth:
    first, second = point.columns(1, at.n), point.columns(at.n + 1, 2 * at.n)
    return every(at.rows, lambda i: at.labels(first)[i, 1] == at.labels(second)[i, 1])


@third_step_labels.proof_line(
    "the value of F_2 is always bounded: F_2 <= 1, with -2 sigma[x], at Z of G_D",
    over=(grid,),
    survives=(f"{LABEL}.labels_bounded",),
    same_as="proposition1.memorises",
)
def at_most_one(at: Operands) -> Truth:
    return each_entry(at, lambda i, j: second_layer(at, tent, entries_of(point), i, j) <= 1)


@third_step_labels.proof_line(
    "the value of F_2 is always bounded: 0 <= F_2, for -f, which (52) allows; with -2 sigma[x], at Z of G_D",
    over=(grid,),
    survives=(f"{LABEL}.labels_bounded",),
)
def at_least_zero(at: Operands) -> Truth:
    return each_entry(at, lambda i, j: -second_layer(at, tent, entries_of(point), i, j) >= 0)


def _first_row(at: Operands) -> Truth:
    return chosen_row == 1


@third_step_labels.proof_line(
    "the value of F_2 is always bounded, F_2 of g: row 1 of it is in [0, 1] as f is, for any real entry in the row it "
    "reads",
    over=(real_columns,),
    given=_first_row,
)
def labels_bounded(at: Operands) -> Truth:
    value = at.labels(point)[1, 1]
    return (value >= 0) & (value <= 1)


@third_step_labels.proof_line(
    "F_2 outputs 0 for any Z in (-infinity, 1/4D): F_2 of g, where row 1 is at most gain",
    over=(real_columns,),
    given=lambda at: _first_row(at) & (point[chosen_row, 1] <= at.gain),
)
def labels_zero_below(at: Operands) -> Truth:
    return at.labels(point)[1, 1] == 0


# (69)-(71)


@third_step_labels.proof_line(
    "(69): d_p, over all of R^(d x n), is small for small delta: F_2 o F_S o F_1 is 0 where a token is outside, as a "
    "value that is not 0 there stays however far it goes, so that d_p is infinite for every delta; layer F_1, bump "
    "functions with -2 sigma[x]",
    over=(on_strip,),
    given=far_outside,
    survives=(f"{LABEL}.vanishes_outside@repaired",),
    same_as="proposition1.token_wise",
)
def vanishes_outside(at: Operands) -> Truth:
    W = at.attention(at.first_layer(point))
    return each_entry(at, lambda i, j: second_layer(at, tent, entries_of(W), i, j) == 0)


@third_step_labels.repairs(
    "vanishes_outside",
    "g(Z) = 0 at the points of the grids with an entry outside (-delta, 1 + delta), also where others are on strips",
    reason="F_1 doesn't change with an entry beyond -delta or 1 + delta, so a value that is not 0 there stays however "
    "far it goes, and d_p is infinite for every delta; of g all tokens fall to gain or below",
    over=(centres_up_to_order, multiples, crossings, on_strip),
    given=far_outside,
)
def vanishes_outside_repaired(at: Operands) -> Truth:
    return each_entry(at, lambda i, j: at.g(point)[i, j] == 0)


def _duplicates(at: Operands, counted: Number) -> Number:
    """`counted` where tokens of L = point are equal, else 0."""
    return when(all_different(at, entries_of(point)), 0, counted)


@third_step_labels.proof_line(
    "(70): there are |G_D \\ G~_D| = O(D^-d |G_D|) input sequences with duplicate tokens: at most n(n-1)/2 D^-d |G_D|",
    over=(grid,),
    fold="sum",
    bound=lambda at: at.pairs * at.D**at.entries / at.D**at.d,
)
def few_duplicates(at: Operands) -> Number:
    return _duplicates(at, number(1))


@third_step_labels.proof_line(
    "(70): each corresponding to a cell of area D^-d", survives=(f"{LABEL}.cell_area@repaired",), flaw="typo"
)
def cell_area(at: Operands) -> Truth:
    return integral(1 / at.D, lambda h: number(1)) == 1 / at.D**at.d


@third_step_labels.repairs(
    "cell_area",
    "each corresponding to a cell of volume D^-(dn)",
    reason="L + [-1/D, 0]^(d x n) has d n edges of length 1/D",
)
def cell_area_repaired(at: Operands) -> Truth:
    return integral(1 / at.D, lambda h: number(1)) == 1 / at.D**at.entries


@third_step_labels.proof_line(
    "(70): thus, by taking sufficiently large D, areas of G_D \\ G~_D become negligible: cells of volume D^-(dn) have "
    "at most n(n-1)/2 D^-d together, which goes to 0",
    over=(grid,),
    fold="sum",
    bound=lambda at: at.pairs / at.D**at.d,
)
def negligible(at: Operands) -> Number:
    return _duplicates(at, 1 / at.D**at.entries)


@third_step_labels.proof_line(
    "(70): d_p(F_2 o F_S o F_1-bar, f-bar) < epsilon/3, values in [0, 1]: to the power p at most d n times the volume "
    "of the cells with equal tokens, <= d n n(n-1)/2 D^-d",
    over=(grid,),
    fold="sum",
    bound=lambda at: at.entries * at.pairs / at.D**at.d,
)
def distance_to_step_function(at: Operands) -> Number:
    return _duplicates(at, at.entries / at.D**at.entries)


@third_step_labels.proof_line(
    "(71): combining (55), (69) and (70): three distances < epsilon/3 add up to < epsilon: epsilon = 3, of 1/D each"
)
def thirds(at: Operands) -> Truth:
    below_one = Columns(0, at.D - 1, "a")

    def added(a: Number, b: Number, c: Number) -> Truth:
        return (a + b + c) / at.D < 3

    return every(below_one, lambda a: every(below_one, lambda b: every(below_one, lambda c: added(a, b, c))))


@third_step_labels.proof_line(
    "(71): the approximation error of the Transformer F_2 o F_S o F_1-bar: the layer (57) is quant_D itself",
    over=(real_columns,),
    flaw="typo",
    survives=(f"{LABEL}.approximates", f"{LABEL}.vanishes_outside@repaired"),
)
def of_the_transformer(at: Operands) -> Truth:
    return at.stacked_steps(point)[chosen_row, 1] == at.quantised(point)[chosen_row, 1]


@third_step_labels.repairs(
    "of_the_transformer",
    "the approximation error of F_2 o F_S o F_1, of which this alone is decided: the layer (57) is quant_D off the "
    "strips",
    reason="F_1-bar jumps and no layer (3) does; with F_1-bar, (55) and (70) alone give 2 epsilon/3",
    over=(real_columns,),
    given=lambda at: off_strips(at, point[chosen_row, 1]),
)
def of_the_transformer_repaired(at: Operands) -> Truth:
    return at.stacked_steps(point)[chosen_row, 1] == at.quantised(point)[chosen_row, 1]


proposition1 = Claim(
    "kajitsuka2024:proposition1",
    title="Proposition 1",
    source="Sec. 4.2; proof in App. A.5",
    text="Let 1 <= p < infinity. Then, for any f in F_PE and epsilon > 0, there exists a Transformer g in T_2 with "
    "one-layer and single-head self-attention such that d_p(f, g) < epsilon holds.",
    parameters=(
        Parameter("d", "embedding dimension", ladder=(1, 2)),
        Parameter("n", "length of a sequence", ladder=(1, 2)),
        Parameter("D", "granularity of the grid", ladder=(2, 3)),
        Parameter("k", "1/(delta D), how often a strip of width delta goes into a cell", least=2, ladder=(2,)),
        Parameter("R", "scale of the bump functions", ladder=(8,)),
    ),
    # Nine for each matrix with 2D + 3 values an entry: d n = 3 and D = 3, or d n = 4 and D = 1, will do
    work=per_box(lambda d, n, D: 9 * int(2 * D + 3) ** int(d * n)),
    chapters=(statement, second_step, third_step, third_step_labels),
)
proposition1.assumes("a continuous function on a compact set has a maximum and a minimum", where="App. A.5, (51), (52)")
proposition1.assumes(
    "a continuous function on a compact set is uniformly continuous (Heine-Cantor)", where="App. A.5, (55)"
)
proposition1.rests_on("theorem2", where="App. A.5, (62), (63)")
proposition1.rests_on("corollary1", where="App. A.5, in a similar way")


proposition1.part(
    "for any f in F_PE and epsilon > 0, there exists a Transformer g in T_2 with one-layer and single-head "
    "self-attention such that d_p(f, g) < epsilon holds.",
    undecided="It is about every f in F_PE, every epsilon and every p; `reproduces`, `approximates`, "
    "`strips_vanish` and `zero_outside` decide what it needs for one f, with p = 2 and the grid of one "
    "D.",
    theorem="kajitsuka_proposition_1",
)
proposition1.reads(
    "for any f in F_PE",
    "continuous and permutation equivariant on a closed and bounded set K that permutations of columns keep; f off K "
    "is neither asked nor compared where (1) integrates over K, and is 0 where it integrates over R^(d x n); read as "
    "functions on R^(d x n) with values in a compact set it is false (kajitsuka_proposition_1_compact_values_fails of "
    "proofs/rocq)",
)
proposition1.reads(
    "such that d_p(f, g) < epsilon holds.",
    "countably many boxes with weights cover ||f - g||_p^p and weigh less than epsilon^p together; that this bounds "
    "the integral is not proved in proofs/rocq",
)
proposition1.preface(
    "f(Z) is Z times the mean of its entries, delta = 1/(k D), and F_S has the weights of A.2; g is a network that is "
    "built for f"
)
proposition1.preface(
    'A.5 calls its proofs of the three steps "rough proofs", "because there are multiple ways to construct a model '
    "that satisfies the above requirements, and we do not pursue the efficiency of feed-forward neural networks in "
    'this paper"; what is said here of lines of A.5 is about the construction that is displayed there, not about the '
    "proposition",
    section="A.5",
)
