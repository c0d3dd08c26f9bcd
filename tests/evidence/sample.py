"""A small paper of our own, with a line of every kind: what the ledger and the explanations are tried on."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from exactua.claims.claim import GRID_PARAMETERS, Claim, Parameter
from exactua.grids.categories import category1, extended_grid, pairs_of, u
from exactua.terms.tracing import Columns, Number, Row, Truth, every, implies, pairwise_distinct, point, product, total


def small(values):
    """d = 1 and delta >= 1/4 alone: 12 instances."""
    return 1 if values["d"] == 1 and values["m"] <= 4 else 10**9


gaps = Claim("sample:gaps", title="Lemma 1", source="App. A", text="Ids of different columns differ.", work=small)


@gaps.define
def D(at) -> Number:
    return at.m**at.d


@gaps.operand
def l(at) -> Row:  # noqa: E743
    return u.dot(point).times(at.columns, at.m)


@gaps.states("l_1 < ... < l_n", over=(category1,))
def increasing(at) -> Truth:
    return every(Columns(1, at.n - 1, "j"), lambda j: at.l[j] < at.l[j + 1])


@gaps.states("all ids are different", over=(category1,), fold="distinct")
def no_id_twice(at) -> Number:
    return total(at.columns, lambda j: at.D**j * at.l[j])


@gaps.proof_line("A.1: l_2 - l_1 >= 2", over=(category1,), survives=("sample:gaps.increasing", "sample:gaps"))
def wide_gap(at) -> Truth:
    return at.l[2] - at.l[1] >= 2


@gaps.repairs("wide_gap", "l_2 - l_1 >= 1", reason="neighbouring ids differ by 1", over=(category1,))
def wide_gap_repaired(at) -> Truth:
    return at.l[2] - at.l[1] >= 1


@gaps.proof_line("A.2: there are n different columns: n <= delta^-d", flaw="silently assumed")
def enough_columns(at) -> Truth:
    return at.n <= at.D


@gaps.proof_line("A.2: if l_1 = l_n then l_1 = 0", over=(category1,), given=lambda at: at.l[1] == at.l[at.n])
def says_nothing(at) -> Truth:
    return at.l[1] == 0


@gaps.proof_line("A.3: the sums of ids are 1 apart", over=(category1,), fold="apart", bound=lambda at: 1, flaw="typo")
def sums_apart(at) -> Number:
    return total(at.columns, lambda j: at.l[j])


@gaps.proof_line(
    "A.3: there are delta^(-nd) matrices with different columns",
    over=(category1,), fold="sum", bound=lambda at: at.D**at.n, relation="=", flaw="imprecise",
)  # fmt: skip
def count(at) -> Number:
    return at.n / at.n


@gaps.repairs(
    "count", "there are delta^-d (delta^-d - 1) ... (delta^-d - n + 1)", reason="a column is not taken twice",
    over=(category1,), fold="sum", relation="=",
    bound=lambda at: product(Columns(0, at.n - 1, "k"), lambda k: at.D - k),
)  # fmt: skip
def count_repaired(at) -> Number:
    return at.n / at.n


@gaps.proof_line("A.3: any L, L' have l_1 <= l'_1 and l_2 >= l'_2", over=(pairs_of(category1),))
def pairwise_order(at) -> Truth:
    first = at.m * u.dot(point)[1] <= at.m * u.dot(point)[at.n + 1]
    return first & (at.m * u.dot(point)[2] >= at.m * u.dot(point)[at.n + 2])


scaled = Claim(
    "sample:scaled",
    title="Lemma 2",
    source="App. B",
    text="k times an id is an id.",
    parameters=(
        *GRID_PARAMETERS,
        Parameter("k", "the factor", ladder=(1, 2)),
        Parameter("values", "which values", ("plain", "adversarial"), ladder=("plain", "adversarial")),
    ),
    work=small,
)


@scaled.operand
def ids(at) -> Row:
    return u.dot(point).times(at.columns, at.m)


@scaled.states("k l_j = l_j", over=(extended_grid,))
def unchanged(at) -> Truth:
    return every(at.columns, lambda j: at.k * at.ids[j] == at.ids[j])


@scaled.proof_line("B.1: ids that are different stay different", over=(extended_grid,))
def still_different(at) -> Truth:
    return implies(pairwise_distinct(at.ids), pairwise_distinct(at.ids.times(at.columns, at.k)))


def install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the sample a paper that labels can name, for this test."""
    package, page = ModuleType("exactua.papers.sample"), ModuleType("exactua.papers.sample.page")
    package.__dict__.update(TITLE="Sample 2000", CLAIMS={"gaps": "page", "scaled": "page"}, ALIASES={})
    page.__dict__.update(gaps=gaps, scaled=scaled)
    monkeypatch.setitem(sys.modules, package.__name__, package)
    monkeypatch.setitem(sys.modules, page.__name__, page)
    __import__("exactua.claims.registry")
    monkeypatch.setattr(sys.modules["exactua.claims.registry"], "PAPERS", ("yun2020", "sample"))
