"""The selective shift operation (Yun et al. 2020, App. E.3): what one attention layer of the construction computes.

    psi(Z; b_Q)_{1,j} = max_k u^T Z_{:,k}  if u^T Z_{:,j} > b_Q,   min_k u^T Z_{:,k}  if u^T Z_{:,j} < b_Q
    Psi(Z; b_Q, b'_Q) = psi(Z; b_Q) - psi(Z; b'_Q)

Decided for Z in G+_delta, in every order of its columns, and for thresholds -delta, -delta/2, 0, ..., delta^(-d+1), so
that every id of a column of {0, delta, ..., 1 - delta}^d is hit exactly and has thresholds on both sides; b'_Q is
b_Q + delta/2, b_Q + delta or b_Q + 3 delta/2. The paper does not say what psi is where u^T Z_{:,j} = b_Q: all scores
are 0 there and the tie rule of hardmax decides. Ids and thresholds are in units of delta here, entries of Z in unit 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from gmpy2 import mpq

from exactua.claims.claim import GRID_PARAMETERS, Claim, Operands, Parameter
from exactua.grids.categories import all_sequences
from exactua.networks import AttentionLayer, Family, Network, TieRule
from exactua.networks.entries import variable
from exactua.papers.pages import Lines, define, let, networks
from exactua.papers.yun2020.selective_shift import Psi, psi
from exactua.papers.yun2020.vocabulary import D, assume_throughout, column_ids
from exactua.terms.tracing import Columns, Number, Truth, every, greatest, implies, least, point, total

WIDTHS: Final = 3
"""How many b'_Q there are for each b_Q: b_Q + w delta/2 with w = 1, 2, 3."""

TIE_RULE = Parameter(
    "tie_rule",
    "what hardmax does with equal maxima; the paper's is average: 1/k each",
    tuple(rule.value for rule in TieRule),
    ladder=tuple(rule.value for rule in TieRule),
)


def _thresholds(values: Mapping[str, Any]) -> int:
    """How many b_Q there are: -delta, -delta/2, ..., delta^(-d+1)."""
    return int(2 * values["m"] ** values["d"] + 3)


def _work(values: Mapping[str, Any]) -> int:
    """Layers, about five a threshold, applied for every column to all points at once, at a fixed cost of 100 points."""
    d, n, m = values["d"], values["n"], values["m"]
    return int(_thresholds(values) * 5 * n * (100 + (m + 1) ** (d * n)))


selective_shift = Claim(
    "yun2020:selective_shift",
    title="Selective shift operation",
    source="App. E.3",
    text="For Z in R^(d x n) and b_Q < b'_Q, psi(Z; b_Q)_(1,j) is max_k u^T Z_(:,k) if u^T Z_(:,j) > b_Q and "
    "min_k u^T Z_(:,k) if u^T Z_(:,j) < b_Q; Psi(Z; b_Q, b'_Q)_(1,j) is max_k u^T Z_(:,k) - min_k u^T Z_(:,k) if "
    "b_Q < u^T Z_(:,j) < b'_Q and 0 if u^T Z_(:,j) < b_Q or u^T Z_(:,j) > b'_Q; Z -> Z + Psi(Z; b_Q, b'_Q) shifts "
    "up any column with u^T Z_(:,j) in (b_Q, b'_Q) in its first coordinate by max_k u^T Z_(:,k) - min_k u^T "
    "Z_(:,k), while all the other coordinates stay untouched.",
    parameters=(*GRID_PARAMETERS, TIE_RULE),
    work=_work,
    point="Z",
)
assume_throughout(selective_shift)
selective_shift.define(D)

# The number of thresholds b_Q: number k is (k - 3)/2, in units of delta
define(selective_shift, B=lambda at: 2 * at.D + 3)


def _psi(values: Mapping[str, Any], rule: TieRule) -> Network:
    d, m = values["d"], values["m"]
    layer = AttentionLayer((psi(d, m, variable("b"), gain=mpq(1)),), rule)
    return Network(d, (_over_thresholds("b", mpq(-1, m), m, _thresholds(values) + WIDTHS, layer),))


def _over_thresholds(name: str, start: Any, m: int, count: int, item: AttentionLayer | Family) -> Family:
    """The item for `count` values of a variable that grows by delta/2."""
    return Family(name, start, mpq(1, 2 * m), count, (item,))


networks(
    selective_shift,
    # Layer number k is Z -> Z + psi(Z; b_Q) for threshold number k
    psi=lambda values: _psi(values, TieRule(values["tie_rule"])),
    # The layers of psi where k equal maxima are given 1/k each: the paper's hardmax
    psi_average=lambda values: _psi(values, TieRule.AVERAGE),
    # The layers of psi where the first of equal maxima is given 1
    psi_leftmost=lambda values: _psi(values, TieRule.LEFTMOST),
    # The layers of psi where the last of equal maxima is given 1
    psi_rightmost=lambda values: _psi(values, TieRule.RIGHTMOST),
)


@selective_shift.network("Psi")
def Psi_layers(values: Mapping[str, Any]) -> Network:
    """Layer number 3 (k - 1) + w is Z -> Z + Psi(Z; b_Q, b_Q + w delta/2), b_Q threshold number k."""
    d, m, count = values["d"], values["m"], _thresholds(values)
    b, width = variable("b"), variable("w")
    layer = AttentionLayer(Psi(d, m, b, b + width, gain=mpq(1)), TieRule(values["tie_rule"]))
    windows = _over_thresholds("w", mpq(1, 2 * m), m, WIDTHS, layer)
    return Network(d, (_over_thresholds("b", mpq(-1, m), m, count, windows),))


let(
    selective_shift,
    ids=lambda at: column_ids(at, point),  # u^T Z, shape (n,), in units of delta
    highest=lambda at: greatest(at.columns, lambda k: at.ids[k]),  # max_k u^T Z_{:,k}, in units of delta
    lowest=lambda at: least(at.columns, lambda k: at.ids[k]),  # min_k u^T Z_{:,k}, in units of delta
)


def psi_value(at: Operands, k: Number, j: Number) -> Number:
    """psi(Z; b_Q)_{1,j} for threshold number k, in units of delta."""
    return at.m * (at.psi.layer(point, k)[1, j] - point[1, j])


def Psi_value(at: Operands, k: Number, w: Number, j: Number) -> Number:
    """Psi(Z; b_Q, b'_Q)_{1,j} for b_Q threshold number k and b'_Q = b_Q + w/2, in units of delta."""
    return at.m * (at.Psi.layer(point, (k - 1) * WIDTHS + w)[1, j] - point[1, j])


def b_Q(k: Number) -> Number:
    """Threshold number k, in units of delta."""
    return (k - 3) / 2


def every_threshold(at: Operands, condition: Any) -> Truth:
    """condition(k, j) for every threshold number k and column j."""
    return every(Columns(1, at.B, "k"), lambda k: every(at.columns, lambda j: condition(k, j)))


def every_window(at: Operands, condition: Any) -> Truth:
    """condition(k, w, j) for every b_Q of number k, b'_Q = b_Q + w/2 and column j."""

    def windows(k: Number) -> Truth:
        return every(Columns(1, WIDTHS, "w"), lambda w: every(at.columns, lambda j: condition(k, w, j)))

    return every(Columns(1, at.B, "k"), windows)


@selective_shift.proof_line("E.3: psi can be expressed with one attention head of size m = 1")
def one_head(at: Operands) -> Truth:
    return (at.psi.quantity("heads") == 1) & (at.psi.quantity("head size") == 1)


of_sequences = Lines(selective_shift, over=(all_sequences,))


@of_sequences.states("E.3: psi(Z; b_Q)_(1,j) = max_k u^T Z_(:,k) if u^T Z_(:,j) > b_Q")
def psi_above(at: Operands) -> Truth:
    return every_threshold(at, lambda k, j: implies(at.ids[j] > b_Q(k), psi_value(at, k, j) == at.highest))


@of_sequences.states("E.3: psi(Z; b_Q)_(1,j) = min_k u^T Z_(:,k) if u^T Z_(:,j) < b_Q")
def psi_below(at: Operands) -> Truth:
    return every_threshold(at, lambda k, j: implies(at.ids[j] < b_Q(k), psi_value(at, k, j) == at.lowest))


@of_sequences.proof_line(
    "E.3: not said: these are all cases, u^T Z_(:,j) is never b_Q",
    flaw="silently assumed",
    survives=("yun2020:category2.above_threshold@repaired", "yun2020:lemma8.property4"),
    said=False,
)
def cases(at: Operands) -> Truth:
    return every_threshold(at, lambda k, j: at.ids[j] != b_Q(k))


@of_sequences.repairs(
    "cases",
    "E.3: where u^T Z_(:,j) = b_Q, psi(Z; b_Q)_(1,j) is the mean of all ids; with leftmost ties the first id, with"
    " rightmost ties the last",
    reason="all scores are 0 there, so that all columns tie: the hardmax of App. A gives each of them 1/n",
)
def cases_repaired(at: Operands) -> Truth:
    def at_threshold(k: Number, j: Number) -> Truth:
        average, leftmost, rightmost = (
            at.m * (network.layer(point, k)[1, j] - point[1, j])
            for network in (at.psi_average, at.psi_leftmost, at.psi_rightmost)
        )
        mean = total(at.columns, lambda i: at.ids[i]) / at.n
        return (average == mean) & (leftmost == at.ids[1]) & (rightmost == at.ids[at.n])

    return every_threshold(at, lambda k, j: implies(at.ids[j] == b_Q(k), at_threshold(k, j)))


@selective_shift.proof_line(
    "E.3: all rows of psi(Z; b_Q) except the first row are zero", over=(all_sequences,), given=lambda at: at.d >= 2
)
def psi_other_rows(at: Operands) -> Truth:
    def zero(k: Number, j: Number) -> Truth:
        return every(Columns(2, at.d, "i"), lambda i: at.psi.layer(point, k)[i, j] - point[i, j] == 0)

    return every_threshold(at, zero)


@selective_shift.proof_line("E.3: Psi consists of two attention heads")
def two_heads(at: Operands) -> Truth:
    return at.Psi.quantity("heads") == 2


@of_sequences.proof_line("E.3: Psi(Z; b_Q, b'_Q) = psi(Z; b_Q) - psi(Z; b'_Q)")
def definition(at: Operands) -> Truth:
    return every_window(at, lambda k, w, j: Psi_value(at, k, w, j) == psi_value(at, k, j) - psi_value(at, k + w, j))


def within(at: Operands, k: Number, w: Number, j: Number) -> Truth:
    """b_Q < u^T Z_{:,j} < b'_Q."""
    return (b_Q(k) < at.ids[j]) & (at.ids[j] < b_Q(k + w))


@of_sequences.states("E.3: Psi(Z; b_Q, b'_Q)_(1,j) = max_k u^T Z_(:,k) - min_k u^T Z_(:,k) if b_Q < u^T Z_(:,j) < b'_Q")
def Psi_within(at: Operands) -> Truth:
    return every_window(
        at, lambda k, w, j: implies(within(at, k, w, j), Psi_value(at, k, w, j) == at.highest - at.lowest)
    )


@of_sequences.states("E.3: Psi(Z; b_Q, b'_Q)_(1,j) = 0 if u^T Z_(:,j) < b_Q or u^T Z_(:,j) > b'_Q")
def Psi_beyond(at: Operands) -> Truth:
    def beyond(k: Number, w: Number, j: Number) -> Truth:
        return (at.ids[j] < b_Q(k)) | (at.ids[j] > b_Q(k + w))

    return every_window(at, lambda k, w, j: implies(beyond(k, w, j), Psi_value(at, k, w, j) == 0))


@of_sequences.proof_line(
    "E.3: not said: these are all cases, u^T Z_(:,j) is never b_Q or b'_Q",
    flaw="silently assumed",
    survives=("yun2020:category1.in_order", "yun2020:category3.negative_kept"),
    same_as="yun2020:selective_shift.cases",
    said=False,
)
def Psi_cases(at: Operands) -> Truth:
    return every_window(at, lambda k, w, j: (at.ids[j] != b_Q(k)) & (at.ids[j] != b_Q(k + w)))


@of_sequences.repairs(
    "Psi_cases",
    "E.3: where u^T Z_(:,j) is b_Q or b'_Q, Psi(Z; b_Q, b'_Q)_(1,j) is between 0 and max - min",
    reason="one of the two psi is then decided by the tie rule, between the minimum and the maximum; the construction"
    " takes thresholds between two ids",
)
def Psi_cases_repaired(at: Operands) -> Truth:
    def at_threshold(k: Number, w: Number, j: Number) -> Truth:
        value = Psi_value(at, k, w, j)
        return (value >= 0) & (value <= at.highest - at.lowest)

    return every_window(
        at, lambda k, w, j: implies((at.ids[j] == b_Q(k)) | (at.ids[j] == b_Q(k + w)), at_threshold(k, w, j))
    )


@of_sequences.states(
    "E.3: any column satisfying u^T Z_(:,j) in (b_Q, b'_Q) is shifted up in its first coordinate by max - min"
)
def shifted_up(at: Operands) -> Truth:
    def up(k: Number, w: Number, j: Number) -> Truth:
        before, after = point[1, j], at.Psi.layer(point, (k - 1) * WIDTHS + w)[1, j]
        return (after == before + (at.highest - at.lowest) / at.m) & (after >= before)

    return every_window(at, lambda k, w, j: implies(within(at, k, w, j), up(k, w, j)))


@selective_shift.states(
    "E.3: while all the other coordinates stay untouched", over=(all_sequences,), given=lambda at: at.d >= 2
)
def untouched(at: Operands) -> Truth:
    def stays(k: Number, w: Number, j: Number) -> Truth:
        layer = at.Psi.layer(point, (k - 1) * WIDTHS + w)
        return every(Columns(2, at.d, "i"), lambda i: layer[i, j] == point[i, j])

    return every_window(at, stays)


selective_shift.part(
    "For Z in R^(d x n) and b_Q < b'_Q,",
    undecided="all real Z and all thresholds: the steps take Z in G+_delta and thresholds at every half step of "
    "the ids; psi_selects and Psi_shifts_selectively in proofs/rocq are for all rational Z and thresholds",
    theorem=("psi_selects_real", "Psi_shifts_selectively_real"),
)
selective_shift.part(
    "psi(Z; b_Q)_(1,j) is max_k u^T Z_(:,k) if u^T Z_(:,j) > b_Q and min_k u^T Z_(:,k) if u^T Z_(:,j) < b_Q;",
    "psi_above",
    "psi_below",
)
selective_shift.part(
    "Psi(Z; b_Q, b'_Q)_(1,j) is max_k u^T Z_(:,k) - min_k u^T Z_(:,k) if b_Q < u^T Z_(:,j) < b'_Q and 0 if u^T "
    "Z_(:,j) < b_Q or u^T Z_(:,j) > b'_Q;",
    "Psi_within",
    "Psi_beyond",
)
selective_shift.part(
    "Z -> Z + Psi(Z; b_Q, b'_Q) shifts up any column with u^T Z_(:,j) in (b_Q, b'_Q) in its first coordinate by "
    "max_k u^T Z_(:,k) - min_k u^T Z_(:,k),",
    "shifted_up",
)
selective_shift.part("while all the other coordinates stay untouched.", "untouched")
