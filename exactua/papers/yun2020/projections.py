"""Bi-linear projections and separable convolutions that read column ids, made for App. H of Yun et al. 2020.

W_O = e^(1) u^T throughout: then u^T BProj(L) = l (I + W_P) with l = u^T L, and a layer is what it does to the ids.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational
from exactua.networks import BilinearProjection, FeedForwardLayer, Phi, SeparableConvolution
from exactua.networks.activations import Piece
from exactua.papers.yun2020.selective_shift import reading_vector

Rows = tuple[tuple[Rational, ...], ...]


def identity(d: int) -> Rows:
    """I, d x d."""
    return tuple(tuple(mpq(int(i == k)) for k in range(d)) for i in range(d))


def ids_to_first_row(d: int, m: int) -> Rows:
    """W_O = e^(1) u^T, d x d: reads the ids and writes to the first row."""
    return tuple(reading_vector(d, m) if i == 0 else (mpq(0),) * d for i in range(d))


def powers(B: int, C: int, n: int) -> Rows:
    """[B^(k-1) C^j], n x n, rank one: l times it is N(l) (C, ..., C^n), N(l) = sum over k of l_k B^(k-1)."""
    return tuple(tuple(mpq(B) ** (k - 1) * mpq(C) ** j for j in range(1, n + 1)) for k in range(1, n + 1))


def less_identity(M: Sequence[Sequence[Rational]]) -> Rows:
    """M - I: the weights with which a layer and its skip connection multiply by M."""
    return tuple(tuple(entry - int(k == j) for j, entry in enumerate(row)) for k, row in enumerate(M))


def for_both(M: Sequence[Sequence[Rational]]) -> Rows:
    """diag(M, M), 2n x 2n: what acts on [L L'] as M does on L and on L'."""
    none = (mpq(0),) * len(M)
    return tuple((*row, *none) for row in M) + tuple((*none, *row) for row in M)


def numbering(values: Mapping[str, Any], base: int) -> BilinearProjection:
    """The layer for which u^T BProj(L)_j = N(l) C^j, with base `base` for N and C = base^n."""
    d, n, m = values["d"], values["n"], values["m"]
    return BilinearProjection(ids_to_first_row(d, m), less_identity(powers(base, base**n, n)))


def bias(values: Mapping[str, Any]) -> FeedForwardLayer:
    """Z -> Z + delta e^(1) 1^T: a token-wise layer that adds one unit to every id, so that no id is 0."""
    d, m = values["d"], values["m"]
    none = (mpq(0),) * d
    zero = Phi((Piece(None, False, None, False, slope=mpq(0), intercept=mpq(0)),))
    return FeedForwardLayer((none,), (mpq(0),), ((mpq(0),),) * d, (mpq(1, m), *none[1:]), zero)


def filtering(values: Mapping[str, Any], weights: Sequence[Rational], centre: int) -> SeparableConvolution:
    """Adds to the ids their convolution with `weights`: every row has the same filter."""
    d, m = values["d"], values["m"]
    return SeparableConvolution(ids_to_first_row(d, m), (tuple(weights),) * d, centre)
