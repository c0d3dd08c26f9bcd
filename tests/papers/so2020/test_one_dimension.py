"""The slides' sketch for d = 1: other factors, sharper lines, and columns that are equal."""

from __future__ import annotations

import pytest
from gmpy2 import mpq

from exactua.errors import InputError
from exactua.grids.categories import grid
from exactua.networks import AttentionLayer, Family, Network
from exactua.networks.entries import variable
from exactua.papers.so2020.one_dimension import one_dimension
from exactua.papers.yun2020.selective_shift import Psi, contextual_map, psi
from exactua.terms.tracing import every, floor, greatest, inside, least
from tests.papers.evaluators import (
    at_box,
    changed,
    network,
    refuted_alone,
)

at = one_dimension.at()


def test_with_one_r_for_all_layers_nothing_but_the_ends_is_recovered() -> None:
    k = at.l
    spread = greatest(at.columns, lambda i: k[i]) - least(at.columns, lambda i: k[i])
    initial = greatest(at.columns, lambda i: k[i] + at.N * spread)
    assert refuted_alone(changed(whole, "recovered", initial), "recovered")


def test_it_is_about_one_dimension() -> None:
    with pytest.raises(InputError, match="for d = 1 only"):
        at_box(one_dimension, (2, 2, 2))


BOX = (1, 3, 4)
whole = at_box(one_dimension, BOX)


def g_con(gain: object = 4, last: object = 256) -> Network:
    """g_c for d = 1, n = 3, N = 4 with other factors."""
    ell, half = variable("l"), mpq(1, 8)
    sweep = Family("l", 0, "1/4", 4, [AttentionLayer(Psi(1, 4, ell - half, ell + half, gain=mpq(gain)))])
    layers = (sweep, AttentionLayer([psi(1, 4, mpq(0), gain=mpq(last))]))
    return Network(1, layers, {"sweep": 1, "output": 2})


def test_the_unchanged_network_is_the_papers() -> None:
    assert g_con() == contextual_map({"d": 1, "n": 3, "m": 4})


@pytest.mark.parametrize(
    ("step", "other"),
    [
        ("layers", network(1)),
        ("transform", g_con(gain=5)),
        ("modulo_one", g_con(gain=mpq(1, 3))),
        ("recovered", g_con(gain=1)),
        ("last_layer", g_con(last=64)),
        ("encoded", g_con(gain=1)),
        ("distinct_columns", g_con(gain=-1)),
        ("contextual", g_con(last=0)),
    ],
)
def test_other_factors_are_found(step: str, other: Network) -> None:
    assert refuted_alone(whole.with_networks({"g_con": other}), step)


def test_sharper_lines_are_refuted() -> None:
    fractions = every(at.columns, lambda i: floor(at.l[i] / at.N) == at.l[i] / at.N)
    assert refuted_alone(changed(whole, "integers", fractions), "integers")
    fewer = every(at.columns, lambda i: inside(at.l[i], 0, at.N - 2))
    assert refuted_alone(changed(whole, "range_of_k", fewer), "range_of_k")


@pytest.mark.parametrize("step", ["recovered", "encoded", "distinct_columns", "contextual"])
def test_columns_have_to_differ(step: str) -> None:
    assert refuted_alone(changed(whole, step, over=(grid,)), step)
