"""Lemma 6 (Yun et al. 2020, App. C, Step 3; proof in App. F): four ReLUs in place of an activation of Phi.

Decided here is what App. F says about feed-forward layers: for all real t, phi~ with four ReLUs is phi outside strips
of width eps left of the breakpoints; on them the error rises in a line to the jump. The display takes a constant first
piece, and eps <= c_2 - c_1, which is not said. E.2's clipping and E.4's map of negative entries need the other cases.

d_p integrates over all of R^(d x n). The error of one layer lives on a strip times R^(dn - 1): over [-r, r]^(d x n) it
is a positive number times (2r)^(dn - 1), and no eps > 0 bounds that for all r. So 'Thus, given any g-bar, there exists
a function g arbitrarily close to g-bar' is false of the g that App. F constructs: for g-bar = E.2's first layer it is
at infinite distance. For d >= 2 so is every g of every T^(h,m,r) (`g_q_is_far` in proofs/rocq), for d = 1 that is not
decided; for every d there is another g-bar of T-bar^(2,1,1) from which every g is at infinite distance, so Lemma 6 is
false over all of R^(d x n) (`lemma_6_fails_over_all_matrices`). On every bounded set some g of T^(2,1,4) is near every
g-bar (`lemma_6_on_bounded_sets`). Theorem 2 needs the g-bar of Proposition 5 alone, which is constant on cubes and 0
outside [0, 1)^(d x n): another g than that of App. F is near each of these over all of R^(d x n) (`lemma_6_on_cubes`).
These theorems have softmax for hardmax, too; no step here has exponentials.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from exactua.claims.claim import GRID_PARAMETERS, Claim, Operands, Parameter
from exactua.grids.categories import chosen_row, real_columns
from exactua.papers.pages import define, let
from exactua.papers.yun2020.activations import (
    ACTIVATIONS,
    EXPONENTS,
    ThreeLines,
    jump_at_0,
    jump_at_1,
    modified,
    of_relus,
    on_the_cube,
    on_the_cube_integrated,
    on_the_line,
    on_the_line_integrated,
    quantiser_of_relus,
    sufficient,
)
from exactua.papers.yun2020.quantiser import quantiser
from exactua.papers.yun2020.vocabulary import assume_throughout
from exactua.terms.tracing import Columns, Number, Truth, every, implies, point, when

Condition = Callable[[Operands], Truth]

MOST_EXPONENT: Final = 64


def work(values: Mapping[str, Any]) -> int:
    """d, n and delta enter as thresholds alone: boxes with delta^(-nd) <= 20 will do."""
    return 1000 * int(values["m"]) ** min(values["n"] * values["d"], MOST_EXPONENT)


lemma6 = Claim(
    "yun2020:lemma6",
    title="Lemma 6",
    source="App. C, Step 3; proof in App. F",
    text="For each g-bar in T-bar^(2,1,1) and 1 <= p < infinity, there exists g in T^(2,1,4) such that "
    "d_p(g-bar, g) <= epsilon/3.",
    parameters=(
        *GRID_PARAMETERS,
        Parameter("k", "1/eps of App. F, the reciprocal width of a strip", ladder=(1, 8)),
        Parameter("R", "half the edge of the largest cube [-R, R]^(d x n) over which d_p is taken", ladder=(100,)),
    ),
    work=work,
)
lemma6.assumes(
    "sigma[lambda A] goes to sigma_H[A] as lambda goes to infinity",
    "layers that are close enough, one by one, make networks that are close in d_p",
    where="App. F",
)
assume_throughout(lemma6)
for _name, _lines in ACTIVATIONS.items():
    lemma6.network(_name)(modified(_lines))
    lemma6.network(f"{_name}_of_relus")(of_relus(_lines))
lemma6.network("g_q")(quantiser)
lemma6.network("g_q_of_relus")(quantiser_of_relus)
lemma6.operand(jump_at_0)
lemma6.operand(jump_at_1)
lemma6.shown_as(jump_at_0="J_0", jump_at_1="J_1")

define(lemma6, eps=lambda at: 1 / at.k)  # The width of a strip, unit 1


let(lemma6, t=lambda at: point[chosen_row, 1])  # The argument of the activation: the entry in the chosen row, unit 1


def _lines_of(at: Operands, name: str) -> ThreeLines:
    return ACTIVATIONS[name](at.d, at.n, at.m)


def _added(at: Operands, network: str) -> Number:
    """phi(t) or phi~(t): what the network of this name, one layer a row, adds to the entry."""
    return getattr(at, network)(point)[chosen_row, 1] - at.t


def _agrees(name: str) -> Condition:
    """phi~(t) = phi(t)."""
    return lambda at: _added(at, f"{name}_of_relus") == _added(at, name)


def _error(at: Operands, name: str) -> Number:
    return _added(at, f"{name}_of_relus") - _added(at, name)


def _between(at: Operands, low: Number | int, high: Number | int) -> Truth:
    return (low <= at.t) & (at.t < high)


def _apart(name: str) -> Condition:
    """eps <= c_2 - c_1."""
    return lambda at: at.eps <= _lines_of(at, name).c_2 - _lines_of(at, name).c_1


def _outside_strips(name: str) -> Condition:
    """t is in neither [c_1 - eps, c_1) nor [c_2 - eps, c_2)."""

    def outside(at: Operands) -> Truth:
        lines = _lines_of(at, name)
        return ~_between(at, lines.c_1 - at.eps, lines.c_1) & ~_between(at, lines.c_2 - at.eps, lines.c_2)

    return outside


def _rises(name: str) -> Condition:
    """phi~ - phi = jump (t - c + eps)/eps on the strip left of c, for c = c_1 and c = c_2."""

    def rises(at: Operands) -> Truth:
        lines = _lines_of(at, name)
        (c_1, c_2), (jump_1, jump_2) = (lines.c_1, lines.c_2), lines.jumps
        error = _error(at, name)
        first = implies(_between(at, c_1 - at.eps, c_1), error == jump_1 * (at.t - c_1 + at.eps) / at.eps)
        return first & implies(_between(at, c_2 - at.eps, c_2), error == jump_2 * (at.t - c_2 + at.eps) / at.eps)

    return rises


def _for_each(names: Mapping[str, object], condition: Callable[[str], Truth]) -> Truth:
    first, *others = map(condition, names)
    for other in others:
        first = first & other
    return first


@lemma6.proof_line(
    "App. C, Step 2: the activations of g-bar are in Phi: at most three pieces, at least one of them constant"
)
def in_phi(at: Operands) -> Truth:
    return _for_each(ACTIVATIONS, lambda name: getattr(at, name).quantity("activations outside Phi") == 0)


@lemma6.proof_line("App. F: the modified feed-forward layers (whose activation is phi in Phi) with single hidden node")
def one_hidden_node(at: Operands) -> Truth:
    return _for_each(ACTIVATIONS, lambda name: getattr(at, name).quantity("hidden size") == 1)


@lemma6.proof_line("App. F: can be approximated with the original feed-forward layers (ReLU) with four hidden nodes")
def four_hidden_nodes(at: Operands) -> Truth:
    return _for_each(ACTIVATIONS, lambda name: getattr(at, f"{name}_of_relus").quantity("hidden size") == 4)


# The display of App. F, cut at c_1 = 1 and c_2 = 1 + delta


def _relu(x: Number) -> Number:
    return when(x > 0, x, 0)


def _rise_1(at: Operands, lines: ThreeLines) -> Number:
    """(a_2 c_1 + b_2 - b_1)/eps."""
    (_, b_1), (a_2, b_2) = lines.first, lines.second
    return (a_2 * lines.c_1 + b_2 - b_1) / at.eps


def _rise_2(at: Operands, lines: ThreeLines) -> Number:
    """(a_3 c_2 + b_3 - a_2 (c_2 - eps) - b_2)/eps."""
    (a_2, b_2), (a_3, b_3) = lines.second, lines.third
    return (a_3 * lines.c_2 + b_3 - a_2 * (lines.c_2 - at.eps) - b_2) / at.eps


def _displayed(at: Operands, lines: ThreeLines) -> Number:
    """phi~(t) as the display writes it with ReLUs."""
    (_, b_1), (a_2, _), (a_3, _) = lines.first, lines.second, lines.third
    rise_1, rise_2 = _rise_1(at, lines), _rise_2(at, lines)
    first = rise_1 * _relu(at.t - lines.c_1 + at.eps) + (a_2 - rise_1) * _relu(at.t - lines.c_1)
    second = (rise_2 - a_2) * _relu(at.t - lines.c_2 + at.eps) + (a_3 - rise_2) * _relu(at.t - lines.c_2)
    return b_1 + first + second


def _equal(at: Operands, piece: Callable[[ThreeLines], Number]) -> Truth:
    """phi~(t) = piece for all coefficients: both are linear in b_1, a_2, b_2, a_3, b_3, so one at a time is 1."""
    example = _lines_of(at, "first_example")

    def same(v: Number) -> Truth:
        b_1, a_2, b_2, a_3, b_3 = (when(v == k, 1, 0) for k in range(1, 6))
        lines = replace(example, first=(0, b_1), second=(a_2, b_2), third=(a_3, b_3))
        return _displayed(at, lines) == piece(lines)

    return every(Columns(1, 5, "v"), same)


@lemma6.proof_line(
    "App. F: phi~(t) = b_1 + (a_2 c_1 + b_2 - b_1)/eps ReLU(t - c_1 + eps) + ... + (...) ReLU(t - c_2), a layer with "
    "r = 4; b_1 = 1, 2t + 2, -t + 2",
    over=(real_columns,),
)
def display(at: Operands) -> Truth:
    return _added(at, "first_example_of_relus") == _displayed(at, _lines_of(at, "first_example"))


@lemma6.proof_line(
    "App. F: phi~(t) = b_1 if t < c_1 - eps",
    over=(real_columns,),
    given=lambda at: at.t < _lines_of(at, "first_example").c_1 - at.eps,
)
def first_piece(at: Operands) -> Truth:
    return _equal(at, lambda lines: lines.first[1])


def _on_first_strip(at: Operands) -> Truth:
    c_1 = _lines_of(at, "first_example").c_1
    return _between(at, c_1 - at.eps, c_1)


def _second_piece(at: Operands) -> Truth:
    return _equal(at, lambda it: _rise_1(at, it) * (at.t - it.c_1) + it.second[0] * it.c_1 + it.second[1])


_TOO_WIDE: Final = "eps <= c_2 - c_1 is not said: a wider second strip begins left of c_1, where both pieces then speak"


@lemma6.proof_line(
    "App. F: phi~(t) = (a_2 c_1 + b_2 - b_1)/eps (t - c_1) + a_2 c_1 + b_2 if c_1 - eps <= t < c_1",
    over=(real_columns,),
    given=_on_first_strip,
    flaw="silently assumed",
    survives=("yun2020:lemma6.first_piece_constant",),
)
def second_piece(at: Operands) -> Truth:
    return _second_piece(at)


@lemma6.repairs(
    "second_piece",
    "where eps <= c_2 - c_1, phi~(t) = (a_2 c_1 + b_2 - b_1)/eps (t - c_1) + a_2 c_1 + b_2 if c_1 - eps <= t < c_1",
    reason=_TOO_WIDE,
    over=(real_columns,),
    given=lambda at: _apart("first_example")(at) & _on_first_strip(at),
)
def second_piece_repaired(at: Operands) -> Truth:
    return _second_piece(at)


@lemma6.proof_line(
    "App. F: phi~(t) = a_2 t + b_2 if c_1 <= t < c_2 - eps (no t at all unless eps < c_2 - c_1)",
    over=(real_columns,),
    given=lambda at: _between(at, _lines_of(at, "first_example").c_1, _lines_of(at, "first_example").c_2 - at.eps),
    flaw="silently assumed",
    survives=("yun2020:lemma6.first_piece_constant",),
    same_as="yun2020:lemma6.second_piece",
)
def third_piece(at: Operands) -> Truth:
    return _equal(at, lambda lines: lines.second[0] * at.t + lines.second[1])


def _on_second_strip(at: Operands) -> Truth:
    c_2 = _lines_of(at, "first_example").c_2
    return _between(at, c_2 - at.eps, c_2)


def _fourth_piece(at: Operands) -> Truth:
    return _equal(at, lambda it: _rise_2(at, it) * (at.t - it.c_2) + it.third[0] * it.c_2 + it.third[1])


@lemma6.proof_line(
    "App. F: phi~(t) = (a_3 c_2 + b_3 - a_2 (c_2 - eps) - b_2)/eps (t - c_2) + a_3 c_2 + b_3 if c_2 - eps <= t < c_2",
    over=(real_columns,),
    given=_on_second_strip,
    flaw="silently assumed",
    survives=("yun2020:lemma6.first_piece_constant",),
    same_as="yun2020:lemma6.second_piece",
)
def fourth_piece(at: Operands) -> Truth:
    return _fourth_piece(at)


@lemma6.repairs(
    "fourth_piece",
    "where eps <= c_2 - c_1, phi~(t) = (a_3 c_2 + b_3 - a_2 (c_2 - eps) - b_2)/eps (t - c_2) + a_3 c_2 + b_3 if "
    "c_2 - eps <= t < c_2",
    reason=_TOO_WIDE,
    over=(real_columns,),
    given=lambda at: _apart("first_example")(at) & _on_second_strip(at),
)
def fourth_piece_repaired(at: Operands) -> Truth:
    return _fourth_piece(at)


@lemma6.proof_line(
    "App. F: phi~(t) = a_3 t + b_3 if c_2 <= t",
    over=(real_columns,),
    given=lambda at: at.t >= _lines_of(at, "first_example").c_2,
)
def fifth_piece(at: Operands) -> Truth:
    return _equal(at, lambda lines: lines.third[0] * at.t + lines.third[1])


# The three cases, each with a jump at both breakpoints


@lemma6.proof_line(
    "App. F: this function can be approximated by four ReLUs: phi~ = phi outside [c_1 - eps, c_1) and [c_2 - eps, "
    "c_2), for one phi: 1; 2 t + 2; -t + 2",
    over=(real_columns,),
    given=_outside_strips("first_example"),
)
def first_piece_constant(at: Operands) -> Truth:
    return _agrees("first_example")(at)


@lemma6.proof_line(
    "App. F: the case where the second piece is constant can be shown similarly, with ReLU(s - t) for the ends s of "
    "the first strip: phi~ = phi outside the strips",
    over=(real_columns,),
    given=_outside_strips("second_example"),
)
def second_piece_constant(at: Operands) -> Truth:
    return _agrees("second_example")(at)


@lemma6.proof_line(
    "App. F: the case where the third piece is constant can be shown similarly, with ReLU(s - t) for all four: phi~ = "
    "phi outside the strips",
    over=(real_columns,),
    given=_outside_strips("third_example"),
)
def third_piece_constant(at: Operands) -> Truth:
    return _agrees("third_example")(at)


for _case in ("first", "second", "third"):
    lemma6.proof_line(
        f"App. F, {_case} case: phi~ - phi rises in a line from 0 by the jump at c on the strip left of c "
        "(eps <= c_2 - c_1)",
        over=(real_columns,),
        given=_apart(f"{_case}_example"),
        flaw="silently assumed",
        name=f"{_case}_case_on_the_strips",
    )(_rises(f"{_case}_example"))


# 'For example': which case serves which phi of the construction


@lemma6.proof_line(
    "App. F: the case where the second piece is constant can be shown similarly: it serves E.2's clipping, phi~ = phi "
    "outside the strips",
    over=(real_columns,),
    given=_outside_strips("clipping"),
)
def clipping_by_second_piece(at: Operands) -> Truth:
    return _agrees("clipping")(at)


@lemma6.proof_line(
    "App. F: for example ...: the displayed case serves E.2's other phi, phi~ = phi outside the strips",
    over=(real_columns,),
    given=_outside_strips("flattening"),
)
def flattening_by_the_display(at: Operands) -> Truth:
    return _agrees("flattening")(at)


@lemma6.proof_line(
    "App. F: for example ...: the displayed case serves E.4's window, phi~ = phi outside [t_l - eps, t_l) and "
    "[t_r - eps, t_r]: where the second piece ends with c_2 in it, phi~ misses phi at c_2 too, a set of measure 0",
    over=(real_columns,),
    given=lambda at: _outside_strips("window")(at) & (at.t != _lines_of(at, "window").c_2),
)
def window_by_the_display(at: Operands) -> Truth:
    return _agrees("window")(at)


@lemma6.proof_line(
    "App. F: the case where the third piece is constant can be shown similarly: it serves E.4's -t if t < 0, phi~ = "
    "phi for all t, as phi is ReLU(-t) itself",
    over=(real_columns,),
)
def negative_part_by_third_piece(at: Operands) -> Truth:
    return _agrees("negative_part")(at)


@lemma6.proof_line(
    "App. F: for example ...: the displayed case serves E.4's phi that puts the values, phi~ = phi outside the strips",
    over=(real_columns,),
    given=_outside_strips("selector"),
)
def selector_by_the_display(at: Operands) -> Truth:
    return _agrees("selector")(at)


@lemma6.proof_line(
    "App. F: this means that the modified feed-forward layers can be approximated: g_q of Lemma 7 with four ReLUs a "
    "layer gives the same entry outside [j delta - eps, j delta), j = 0, ..., 1/delta",
    over=(real_columns,),
    given=lambda at: every(Columns(0, at.m, "j"), lambda j: (at.t < j / at.m - at.eps) | (at.t >= j / at.m)),
)
def quantiser_of_relus_agrees(at: Operands) -> Truth:
    return at.g_q_of_relus(point)[chosen_row, 1] == at.g_q(point)[chosen_row, 1]


# 'as we make eps -> 0, we can approximate phi as closely as possible': in which sense


@lemma6.proof_line(
    "App. F: as we make eps -> 0, we can approximate phi as closely as possible: E.2's clipping within half a jump",
    over=(real_columns,),
    flaw="reading",
    survives=("yun2020:lemma6.as_closely_as_possible@repaired",),
)
def as_closely_as_possible(at: Operands) -> Truth:
    error = _error(at, "clipping")
    return (2 * error <= at.jump_at_0) & (-2 * error <= at.jump_at_0)


@lemma6.repairs(
    "as_closely_as_possible",
    "the integral of |phi~ - phi|^p over R, phi E.2's clipping, is eps (J_0^p + J_1^p)/(p + 1), J_0 and J_1 its jumps; "
    "p = 1, ..., 4",
    reason="phi~ is continuous and phi jumps, so close to a jump phi~ misses by almost all of it, whatever eps is; "
    "what goes to 0, in proportion to eps, is the integral",
)
def as_closely_as_possible_repaired(at: Operands) -> Truth:
    return every(EXPONENTS, lambda p: on_the_line_integrated(at, p) == on_the_line(at, p))


@lemma6.proof_line(
    "App. F: the error of E.2's clipping is J_0 (t + eps)/eps on [-eps, 0), -J_1 (t - 1 + eps)/eps on [1 - eps, 1), "
    "else 0",
    over=(real_columns,),
)
def clipping_error(at: Operands) -> Truth:
    left_of_0 = when(_between(at, -at.eps, 0), at.jump_at_0 * (at.t + at.eps) / at.eps, 0)
    left_of_1 = when(_between(at, 1 - at.eps, 1), at.jump_at_1 * (at.t - 1 + at.eps) / at.eps, 0)
    return _error(at, "clipping") == left_of_0 - left_of_1


# 'Thus, given any g-bar, there exists a function g arbitrarily close to g-bar': d_p is over all of R^(d x n)


@lemma6.proof_line(
    "App. F, not said: for g-bar E.2's first layer, the integral of ||g-bar(X) - g(X)||_p^p over [-R, R]^(d x n) is "
    "n eps (J_0^p + J_1^p)/(p + 1) (2R)^(dn - 1); p = 1, ..., 4",
    said=False,
)
def error_on_a_cube(at: Operands) -> Truth:
    return every(EXPONENTS, lambda p: on_the_cube_integrated(at, at.R, p) == on_the_cube(at, at.R, p, at.eps))


@lemma6.proof_line(
    "App. F, not said: that integral exceeds each bound, eps = 1/k: over [-r, r]^(d x n) with r = B (p + 1)/eps it is "
    "more than B; B = 1, ..., R, p = 1, ..., 4",
    said=False,
)
def no_bound_on_the_error(at: Operands) -> Truth:
    def exceeded(B: Number) -> Truth:
        return every(EXPONENTS, lambda p: on_the_cube(at, B * (p + 1) * at.k, p, at.eps) > B)

    return every(Columns(1, at.R, "B"), exceeded)


@lemma6.proof_line(
    "App. F: d_p(g-bar, g) <= epsilon/3 for the g that App. F constructs: epsilon = 1, g-bar E.2's first layer, the "
    "integral over [-r, r]^(d x n) alone, eps = 1/k, r = (p + 1)/eps; p = 1, ..., 4",
    flaw="reading",
)
def distance(at: Operands) -> Truth:
    return every(EXPONENTS, lambda p: 3**p * on_the_cube(at, (p + 1) * at.k, p, at.eps) <= 1)


@lemma6.repairs(
    "distance",
    "over [-r, r]^(d x n) the distance is <= 1/3 with 1/eps = 3^p n (J_0^p + J_1^p) (2r)^(dn - 1), eps <= c_2 - c_1; "
    "r = 1, ..., R, p = 1, ..., 4",
    reason="the sentence says that there is a g. The error of a layer of this one lives on a strip times R^(dn - 1), "
    "so d_p over R^(d x n) is infinite for every eps; for d >= 2 that of every g of T^(h,m,r) is, whatever h, m, r "
    "(g_q_is_far in proofs/rocq), and whether another g is near for d = 1 is not decided; for every d there is a g-bar "
    "to which no g is near (lemma_6_fails_over_all_matrices); over a bounded cube it is true, with eps chosen by its "
    "edge",
)
def distance_repaired(at: Operands) -> Truth:
    def near(r: Number, p: Number) -> Truth:
        width = 1 / sufficient(at, r, p)
        return (width <= 1) & (3**p * on_the_cube(at, r, p, width) <= 1)

    return every(Columns(1, at.R, "r"), lambda r: every(EXPONENTS, lambda p: near(r, p)))


lemma6.part(
    "For each g-bar in T-bar^(2,1,1) and 1 <= p < infinity, there exists g in T^(2,1,4) such that d_p(g-bar, g) "
    "<= epsilon/3.",
    undecided="of every g-bar, and of every g that may serve: the g of App. F does not serve g-bar = E.2's first "
    "layer, as its distance over [-r, r]^(d x n) grows with r past every bound that no_bound_on_the_error tries; no "
    "step speaks of another g, or of softmax in place of hardmax. In proofs/rocq it is proved that over all of "
    "R^(d x n) it is false for all d and n, as no g of any T^(h,m,r) serves one g-bar of T-bar^(2,1,1) "
    "(lemma_6_fails_over_all_matrices); that over every bounded set it is true (lemma_6_on_bounded_sets); and that "
    "over all of R^(d x n) it is true of every g-bar that is constant on the cubes of a grid and 0 elsewhere "
    "(lemma_6_on_cubes)",
)
