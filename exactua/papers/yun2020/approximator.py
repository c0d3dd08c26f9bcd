"""The modified Transformer g-bar = g_v o g_c o g_q of App. E.1.4, and how steps reach points inside a cube."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational
from exactua.networks import FeedForwardLayer, Network, Phi, PositionalEncoding, everywhere
from exactua.papers.yun2020.quantiser import quantiser
from exactua.papers.yun2020.selective_shift import contextual_map
from exactua.papers.yun2020.value_map import ValueFormula, lifted_value_map, value_map


def approximator(values: Mapping[str, Any], formula: ValueFormula) -> Network:
    """g_v o g_c o g_q with the printed g_v for these A_L. Stages: "quantised", "contexts", "output"."""
    return _composed(values, value_map(values, formula))


def lifted_approximator(values: Mapping[str, Any], formula: ValueFormula) -> Network:
    """The same with the g_v that lifts its values above all keys and lowers them at the end."""
    return _composed(values, lifted_value_map(values, formula))


def shift(values: Mapping[str, Any], fraction: Rational) -> Network:
    """L -> L + fraction delta 1: from the lower corner of a cube to a point inside; entries -delta^(-nd) stay < 0."""
    d, amount = values["d"], fraction / values["m"]
    zero = Phi.of((everywhere(), 0, 0))
    layer = FeedForwardLayer(((0,) * d,), (0,), ((0,),) * d, (amount,) * d, zero)
    return Network(d, (layer,), {"output": 1})


def centre(values: Mapping[str, Any]) -> Network:
    """L -> C_L = L + delta/2, the centre of the cube S_L."""
    return shift(values, mpq(1, 2))


def two_thirds(values: Mapping[str, Any]) -> Network:
    """L -> L + 2 delta/3, a point inside the cube S_L that is not its centre."""
    return shift(values, mpq(2, 3))


def numbered(values: Mapping[str, Any]) -> Network:
    """Z -> Z + e^(1) (1, 2, ..., n): makes the numbers of columns visible under a permutation."""
    d, n = values["d"], values["n"]
    numbers = tuple(tuple(j if i == 0 else 0 for j in range(1, n + 1)) for i in range(d))
    return Network(d, (PositionalEncoding(numbers),), {"output": 1})


def _composed(values: Mapping[str, Any], g_v: Network) -> Network:
    g_q, g_c = quantiser(values), contextual_map(values)
    items = (*g_q.items, *g_c.items, *g_v.items)
    stages = {"quantised": len(g_q.items), "contexts": len(g_q.items) + len(g_c.items), "output": len(items)}
    return Network(values["d"], items, stages)
