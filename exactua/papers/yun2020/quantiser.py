"""The quantiser g_q of Lemma 7, built as App. E.2 says: row by row, a clipping layer and then 1/delta layers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational
from exactua.networks import Family, FeedForwardLayer, Group, Network, Phi
from exactua.networks.activations import Piece
from exactua.networks.entries import Entry, variable


def clipping(n: int, d: int, m: int) -> Phi:
    """phi(t) = -t - delta^(-nd) if t < 0 or t >= 1, else 0."""
    low = -(mpq(m) ** (n * d))
    return Phi(
        (
            Piece(None, False, mpq(0), False, slope=mpq(-1), intercept=low),
            Piece(mpq(0), True, mpq(1), False, slope=mpq(0), intercept=mpq(0)),
            Piece(mpq(1), True, None, False, slope=mpq(-1), intercept=low),
        )
    )


def flattening(m: int) -> Phi:
    """phi(t) = -t if 0 <= t < delta, else 0."""
    return Phi(
        (
            Piece(None, False, mpq(0), False, slope=mpq(0), intercept=mpq(0)),
            Piece(mpq(0), True, mpq(1, m), False, slope=mpq(-1), intercept=mpq(0)),
            Piece(mpq(1, m), True, None, False, slope=mpq(0), intercept=mpq(0)),
        )
    )


def one_row(values: Mapping[str, Any], i: int, k_step: Rational) -> Group:
    """Quantises row i (from 1): clips, then Z -> Z + e^(i) phi((e^(i))^T Z - k delta 1^T) for 1/delta values of k."""
    d, n, m = values["d"], values["n"], values["m"]
    e_i = tuple(mpq(1) if row == i else mpq(0) for row in range(1, d + 1))
    column = tuple((entry,) for entry in e_i)
    none = (mpq(0),) * d
    clip = FeedForwardLayer(W_1=(e_i,), b_1=(mpq(0),), W_2=column, b_2=none, activation=clipping(n, d, m))
    steps = Family("k", start=mpq(0), step=k_step, count=m, items=(_flatten(values, i, variable("k") * mpq(1, m)),))
    return Group(f"row {i}", (clip, steps))


def _flatten(values: Mapping[str, Any], i: int, k_delta: Entry) -> FeedForwardLayer:
    """Z -> Z + e^(i) phi((e^(i))^T Z - k delta 1^T)."""
    d, m = values["d"], values["m"]
    e_i = tuple(mpq(1) if row == i else mpq(0) for row in range(1, d + 1))
    column = tuple((entry,) for entry in e_i)
    return FeedForwardLayer(W_1=(e_i,), b_1=(-k_delta,), W_2=column, b_2=(mpq(0),) * d, activation=flattening(m))


def clipping_layer(values: Mapping[str, Any]) -> Network:
    """The clipping of every row and nothing else: d layers."""
    d = values["d"]
    return Network(d, tuple(one_row(values, i, mpq(1)).items[0] for i in range(1, d + 1)), {"output": d})


def flattening_layer(values: Mapping[str, Any]) -> Network:
    """The layer with k = 0 of every row and nothing else: d layers."""
    d = values["d"]
    return Network(d, tuple(_flatten(values, i, mpq(0)) for i in range(1, d + 1)), {"output": d})


def quantiser(values: Mapping[str, Any]) -> Network:
    """g_q with k = 0, 1, ..., 1/delta - 1, the range of Lemma 7's own display. One top-level item a row."""
    return _rows(values, mpq(1))


def quantiser_as_printed(values: Mapping[str, Any]) -> Network:
    """g_q with k = 0, delta, ..., 1 - delta, as App. E.2 prints it."""
    return _rows(values, mpq(1, values["m"]))


def _rows(values: Mapping[str, Any], k_step: Rational) -> Network:
    d = values["d"]
    return Network(d, tuple(one_row(values, i, k_step) for i in range(1, d + 1)), {"output": d})
