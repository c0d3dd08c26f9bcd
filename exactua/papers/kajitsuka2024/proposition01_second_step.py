"""Proposition 1, step 2 of its proof (Kajitsuka & Sato 2024, App. A.5): F_1 quantises and punishes ((56)-(61)).

    F_1-bar(Z) = quant_D(Z) + the sum of penalty(Z_{tk}) over all rows t and columns k                            (60)

'Approximates' is decided as 'is equal off the strips', [t/D, t/D + delta) of the steps and (-delta, 0], (1, 1 + delta)
of the penalty. A layer (3) maps each token alone: (60) adds penalties of other tokens, and no weights do that.
"""

from __future__ import annotations

from exactua.claims.chapters import Chapter
from exactua.claims.claim import Operands
from exactua.grids.categories import chosen_row, pairs_of, real_columns
from exactua.papers.kajitsuka2024.proposition01_statement import (
    centres,
    centres_up_to_order,
    crossings,
    in_cube,
    multiples,
    outside,
    relu,
    some_entry,
    some_outside,
    two_sides,
)
from exactua.papers.yun2020.vocabulary import each_entry, over_entries
from exactua.terms.tracing import (
    Columns,
    MatrixOperand,
    NetworkOperand,
    Number,
    Truth,
    every,
    implies,
    inside,
    point,
    some,
    total,
    when,
)

second_step = Chapter()

LABEL = "kajitsuka2024:proposition1"


def _value(network: NetworkOperand) -> Number:
    """What the layer makes of the entry z."""
    return network(point)[chosen_row, 1]


def quant(at: Operands, x: Number) -> Number:
    """quant_D(x), the cases of (57)."""
    return total(Columns(0, at.D - 1, "t"), lambda t: when(x >= t / at.D, 1 / at.D, 0))


def penalty(x: Number) -> Number:
    """penalty(x), the cases of (59)."""
    return when((x <= 0) | (x > 1), -1, 0)


def off_strips(at: Operands, x: Number) -> Truth:
    """x is in none of [t/D, t/D + delta), t = 0, ..., D - 1, where a step of (57) rises."""
    return every(Columns(0, at.D - 1, "t"), lambda t: (x < t / at.D) | (x >= t / at.D + at.delta))


def _sum_of_57(at: Operands, first: Number | int) -> Number:
    """The sum of (57) with t = first, ..., first + D - 1, as displayed."""
    y = at.z / at.delta

    def summand(t: Number) -> Number:
        start = t / (at.delta * at.D)
        return (relu(y - start) - relu(y - 1 - start)) / at.D

    return total(Columns(first, first + at.D - 1, "t"), summand)


@second_step.proof_line(
    "without loss of generality, we ignore skip-connections in F_1 and F_2: the layer (3) with -sigma(z) + sigma(-z) "
    "alone is 0",
    over=(real_columns,),
)
def skip_connection(at: Operands) -> Truth:
    return _value(at.nothing) == 0


@second_step.proof_line("without loss of generality, we ignore skip-connections: at the cost of 2 d hidden nodes")
def skip_nodes(at: Operands) -> Truth:
    return at.nothing.quantity("hidden size") == 2 * at.d


@second_step.proof_line(
    "(56): for any z in R, (sigma[z/delta] - sigma[z/delta - 1])/D = 0 if z < 0, z/(delta D) if 0 <= z < delta, 1/D if "
    "delta <= z: the layer",
    over=(real_columns,),
)
def step(at: Operands) -> Truth:
    rising = when(at.z < at.delta, at.z / (at.delta * at.D), 1 / at.D)
    return _value(at.one_step) == when(at.z < 0, 0, rising)


@second_step.proof_line("(56): with one-hidden-layer feed-forward neural network: 2 nodes a row")
def step_nodes(at: Operands) -> Truth:
    return (at.one_step.quantity("hidden size") == 4 * at.d) & (at.one_step.quantity("feed-forward layers") == 1)


@second_step.proof_line(
    "(56)-(59): these operations can be realized by one-hidden-layer neural network: the layers are the displayed sums "
    "of ReLUs, for any z in R",
    over=(real_columns,),
)
def displayed_layers(at: Operands) -> Truth:
    y, above = at.z / at.delta, (at.z - 1) / at.delta
    last = relu(y - 1 / at.delta) - relu(y - 1 - 1 / at.delta)
    printed = relu(above) - relu(above - 1) - relu(-y) - relu(-y - 1)
    one_step = _value(at.one_step) == (relu(y) - relu(y - 1)) / at.D
    stacked = _value(at.stacked_steps) == _sum_of_57(at, 0)
    less_last = _value(at.less_last_step) == _sum_of_57(at, 1) - last
    return one_step & stacked & less_last & (_value(at.printed_penalty) == printed)


@second_step.proof_line("(57), (58): by one-hidden-layer neural network: 2 D nodes a row, and 2 more for the last step")
def stacked_nodes(at: Operands) -> Truth:
    stacked, less_last = (network.quantity("hidden size") for network in (at.stacked_steps, at.less_last_step))
    return (stacked == 2 * at.d * at.D + 2 * at.d) & (less_last == stacked + 2 * at.d)


@second_step.proof_line(
    "(57): the sum over t = 0, ..., D - 1 is, approximately, quant_D(z): equal for every z that is on no strip "
    "[t/D, t/D + delta), t = 0, ..., D - 1",
    over=(real_columns,),
    given=lambda at: off_strips(at, at.z),
)
def stacked_steps(at: Operands) -> Truth:
    return _value(at.stacked_steps) == quant(at, at.z)


@second_step.proof_line(
    "(57): approximates, on the strips: there the sum is less than quant_D(z), by 1/D at most",
    over=(real_columns,),
    given=lambda at: ~off_strips(at, at.z),
)
def stacked_on_strips(at: Operands) -> Truth:
    missing = quant(at, at.z) - _value(at.stacked_steps)
    return (missing > 0) & (missing <= 1 / at.D)


def _on_the_levels(at: Operands, network: NetworkOperand) -> Truth:
    """The value is one of 1/D, ..., 1."""
    value = _value(network)
    return some(Columns(1, at.D, "t"), lambda t: value == t / at.D)


def _inside_off_strips(at: Operands) -> Truth:
    return ~outside(at.z) & off_strips(at, at.z)


@second_step.proof_line(
    "(58), t = 1, ..., D: approximately quantize [0, 1] into {1/D, ..., 1}: off the strips",
    over=(real_columns,),
    given=_inside_off_strips,
    flaw="typo",
    survives=(f"{LABEL}.quantises_unit_interval@repaired",),
)
def quantises_unit_interval(at: Operands) -> Truth:
    return _on_the_levels(at, at.less_last_step)


@second_step.repairs(
    "quantises_unit_interval",
    "(58) with t = 0, ..., D - 1 quantises [0, 1] into {1/D, ..., 1} off the strips",
    reason="with t = 1, ..., D the first step is at 1/D: [0, 1/D) becomes 0, and no z becomes 1",
    over=(real_columns,),
    given=_inside_off_strips,
)
def quantises_unit_interval_repaired(at: Operands) -> Truth:
    return _on_the_levels(at, at.less_last_step_from_zero)


@second_step.proof_line(
    "(58), t = 1, ..., D: while it, approximately, projects R \\ [0, 1] to 0: off the strip (1, 1 + delta); so it does "
    "with t = 0, ..., D - 1",
    over=(real_columns,),
    given=lambda at: outside(at.z) & ((at.z <= 1) | (at.z >= 1 + at.delta)),
)
def projects_the_rest(at: Operands) -> Truth:
    return (_value(at.less_last_step) == 0) & (_value(at.less_last_step_from_zero) == 0)


def _off_penalty_strips(at: Operands) -> Truth:
    """z is neither in (-delta, 0] nor in (1, 1 + delta)."""
    return ((at.z <= -at.delta) | (at.z > 0)) & ((at.z <= 1) | (at.z >= 1 + at.delta))


@second_step.proof_line(
    "(59): sigma[(z-1)/delta] - sigma[(z-1)/delta - 1] - sigma[-z/delta] - sigma[-z/delta - 1] approximates penalty(z)"
    ": off the strips (-delta, 0] and (1, 1 + delta)",
    over=(real_columns,),
    given=_off_penalty_strips,
    survives=(f"{LABEL}.penalises@repaired",),
    flaw="typo",
)
def penalises(at: Operands) -> Truth:
    return _value(at.printed_penalty) == penalty(at.z)


@second_step.repairs(
    "penalises",
    "-sigma[(z-1)/delta] + sigma[(z-1)/delta - 1] - sigma[-z/delta] + sigma[-z/delta - 1] is penalty(z) off the strips",
    reason="as printed it is +1 for z >= 1 + delta, where penalty is -1, and 2z/delta + 1 for z <= -delta, unbounded",
    over=(real_columns,),
    given=_off_penalty_strips,
)
def penalises_repaired(at: Operands) -> Truth:
    return _value(at.repaired_penalty) == penalty(at.z)


@second_step.proof_line(
    "(59): a penalty term, with which we identify whether an input is in [0, 1]: penalty(z) = 0 if and only if z is in "
    "[0, 1]",
    over=(real_columns,),
    flaw="imprecise",
    survives=(f"{LABEL}.identifies@repaired",),
)
def identifies(at: Operands) -> Truth:
    return when(penalty(at.z) == 0, 1, 0) == when(outside(at.z), 0, 1)


@second_step.repairs(
    "identifies",
    "penalty(z) = 0 if and only if z is in (0, 1]",
    reason="penalty(0) = -1, though 0 is in [0, 1]: one value of each entry, a set of measure 0",
    over=(real_columns,),
)
def identifies_repaired(at: Operands) -> Truth:
    return when(penalty(at.z) == 0, 1, 0) == when((at.z > 0) & (at.z <= 1), 1, 0)


# (60)


def punishments(at: Operands, Z: MatrixOperand) -> Number:
    """How many entries of Z have a penalty."""
    return -over_entries(at, lambda i, j: at.punished(Z)[i, j])


def approximated(at: Operands, Z: MatrixOperand) -> MatrixOperand:
    """F_1-bar(Z) of (60), sums over all rows and columns: not a layer, a map of matrices."""
    return at.lowered.after(at.quantised(Z), punishments(at, Z))


@second_step.proof_line("(57), (59), (60): quant_D and penalty are as displayed, for any z in R", over=(real_columns,))
def approximated_entries(at: Operands) -> Truth:
    return (_value(at.quantised) == quant(at, at.z)) & (_value(at.punished) == penalty(at.z))


def same_token(at: Operands) -> Truth:
    """Z and Z' of [Z Z'] have the same first column."""
    return every(at.rows, lambda i: point[i, 1] == point[i, at.n + 1])


@second_step.proof_line(
    "(60): the first feed-forward layer F_1 approximates F_1-bar: a layer (3) maps equal tokens to equal tokens, "
    "whatever its weights",
    over=(pairs_of(two_sides),),
    given=same_token,
    survives=(f"{LABEL}.layer_stays_below@repaired", f"{LABEL}.vanishes_outside@repaired"),
)
def token_wise(at: Operands) -> Truth:
    first, second = point.columns(1, at.n), point.columns(at.n + 1, 2 * at.n)
    return every(at.rows, lambda i: approximated(at, first)[i, 1] == approximated(at, second)[i, 1])


def _own_penalties(at: Operands, k: Number) -> Number:
    return total(at.rows, lambda i: at.punished(point)[i, k])


@second_step.repairs(
    "token_wise",
    "a layer (3) can add only the penalties of the rows t of the same column: F_1(Z)_{tk} = quant_D(Z_{tk}) + the sum "
    "of penalty(Z_{sk}) over s, off the strips; added once they do not do for (65) and (69) (layer_stays_below, "
    "vanishes_outside), so the layer of g takes them n/gain times as great, gain <= 1/(4D), and attention carries them "
    "to the other tokens (layer_stays_below@repaired, vanishes_outside@repaired)",
    reason="the sum over k tells every token of all others, which a layer (3) can't; for n = 1 there are no others. "
    "(65) fails on the strip behind 1, too, where the penalty of a continuous F_1 is not there yet",
    over=(centres,),
)
def token_wise_repaired(at: Operands) -> Truth:
    return each_entry(at, lambda i, j: at.first_layer(point)[i, j] == at.quantised(point)[i, j] + _own_penalties(at, j))


@second_step.proof_line(
    "(60): this function quantizes inputs in [0, 1]^(d x n) with granularity D: F_1-bar(Z) = quant_D(Z)",
    over=(multiples,),
    given=in_cube,
    flaw="imprecise",
    survives=(f"{LABEL}.quantises_the_cube@repaired",),
    same_as="proposition1.identifies",
)
def quantises_the_cube(at: Operands) -> Truth:
    return each_entry(at, lambda i, j: approximated(at, point)[i, j] == quant(at, point[i, j]))


@second_step.repairs(
    "quantises_the_cube",
    "F_1-bar(Z) = quant_D(Z) for Z in (0, 1]^(d x n)",
    reason="an entry 0 has a penalty and so lowers every entry",
    over=(multiples,),
    given=lambda at: each_entry(at, lambda i, j: (point[i, j] > 0) & (point[i, j] <= 1)),
)
def quantises_the_cube_repaired(at: Operands) -> Truth:
    return each_entry(at, lambda i, j: approximated(at, point)[i, j] == quant(at, point[i, j]))


@second_step.proof_line(
    "(60): while every element of the output is non-positive for inputs outside [0, 1]^(d x n): of F_1-bar",
    over=(centres_up_to_order, multiples),
    given=some_outside,
)
def non_positive(at: Operands) -> Truth:
    return each_entry(at, lambda i, j: approximated(at, point)[i, j] <= 0)


@second_step.proof_line(
    "(60), not said: the layer F_1 is not like that: for some input outside [0, 1]^(d x n) some element is positive",
    over=(crossings,),
    given=some_outside,
    fold="some",
    said=False,
)
def non_positive_layer(at: Operands) -> Truth:
    return some_entry(at, lambda i, j: at.first_layer(point)[i, j] > 0)


@second_step.proof_line(
    "(60), not said: but every element of a token that has an entry outside (-delta, 1 + delta) is non-positive after "
    "F_1; other tokens know nothing of it, and on (1, 1 + delta) the penalty is still on its way down to -1",
    over=(crossings, centres),
    said=False,
)
def non_positive_token(at: Operands) -> Truth:
    def far(k: Number) -> Truth:
        return some(at.rows, lambda i: (point[i, k] <= -at.delta) | (point[i, k] >= 1 + at.delta))

    return every(at.columns, lambda k: implies(far(k), every(at.rows, lambda i: at.first_layer(point)[i, k] <= 0)))


# (61)


@second_step.proof_line(
    "(61): also on the strips, for any z in R: the sum of (57) is in [0, 1], the repaired penalty in [-1, 0], and -1 "
    "for z <= -delta and z >= 1 + delta",
    over=(real_columns,),
)
def entries_bounded(at: Operands) -> Truth:
    steps, penalties = _value(at.stacked_steps), _value(at.repaired_penalty)
    far = (at.z <= -at.delta) | (at.z >= 1 + at.delta)
    return inside(steps, 0, 1) & inside(penalties, -1, 0) & implies(far, penalties == -1)


def squared_norm(at: Operands, Z: MatrixOperand, k: Number) -> Number:
    """||Z_{:,k}||^2."""
    return total(at.rows, lambda i: Z[i, k] ** 2)


@second_step.proof_line(
    "(61): the maximum of ||F_1(Z)_{:,k}|| is d n sqrt d: of F_1-bar, none is greater",
    over=(centres_up_to_order, multiples),
)
def norm_bounded(at: Operands) -> Truth:
    return every(at.columns, lambda k: squared_norm(at, approximated(at, point), k) <= at.entries**2 * at.d)


def _attained(at: Operands, Z: MatrixOperand, norm: Number) -> Truth:
    """Whether ||Z_{:,k}|| = norm sqrt d for all k."""
    return every(at.columns, lambda k: squared_norm(at, Z, k) == norm**2 * at.d)


@second_step.proof_line(
    "(61): the maximum of ||F_1(Z)_{:,k}|| is d n sqrt d: of F_1-bar, some Z has it, for all k",
    over=(centres,),
    fold="some",
)
def norm_attained(at: Operands) -> Truth:
    return _attained(at, approximated(at, point), at.entries)


@second_step.proof_line(
    "(61): the maximum of ||F_1(Z)_{:,k}|| is d n sqrt d: of the layer F_1, some Z has it",
    over=(centres,),
    fold="some",
    flaw="reading",
    survives=(f"{LABEL}.norm_of_layer@repaired", f"{LABEL}.norm_of_layer_bounded"),
)
def norm_of_layer(at: Operands) -> Truth:
    return _attained(at, at.first_layer(point), at.entries)


@second_step.repairs(
    "norm_of_layer",
    "the maximum is d sqrt d, the norm of a token all of whose entries are negative",
    reason="a layer (3) adds the d penalties of a token, not those of all d n entries; (61) is an upper bound",
    over=(centres,),
    fold="some",
)
def norm_of_layer_repaired(at: Operands) -> Truth:
    return _attained(at, at.first_layer(point), at.d)


@second_step.proof_line(
    "(61): the norm of the output is upper-bounded by d n sqrt d, of the layer F_1 by d sqrt d",
    over=(centres, crossings),
)
def norm_of_layer_bounded(at: Operands) -> Truth:
    return every(at.columns, lambda k: squared_norm(at, at.first_layer(point), k) <= at.d**3)
