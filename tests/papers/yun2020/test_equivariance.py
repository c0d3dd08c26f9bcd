"""g_c permutes with the columns, unless ties are broken by their order or the columns are numbered."""

from __future__ import annotations

from exactua.networks import AttentionLayer, Network
from exactua.papers.yun2020.equivariance import equivariance
from exactua.papers.yun2020.selective_shift import psi
from tests.papers.yun2020.lines import at_box, refuted, told_apart
from tests.papers.yun2020.test_mutants import network

BOTH = {"sweep_commutes", "equivariant"}


def test_numbered_columns_do_not_commute() -> None:
    assert refuted(told_apart(at_box(equivariance, (1, 2, 2)), network)) == BOTH


def test_leftmost_ties_do_not_commute() -> None:
    whole = at_box(equivariance, (1, 2, 2))
    sweep, _ = network(dict(whole.parameters), low=lambda ell, delta: ell).items
    first = AttentionLayer((psi(1, 2, 0, gain=1),), "leftmost")
    tied = Network(1, (first, first), {"sweep": 1, "output": 2})
    assert sweep != first
    assert refuted(whole.with_networks({"g_c": tied})) == BOTH
