"""The selective shift operation psi, Psi and the network g_c made of it (App. E.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational
from exactua.evaluators.profiles import LayerStack, Profile, ProfileHead, profile_of
from exactua.networks import AttentionHead, AttentionLayer, Family, Network, TieRule
from exactua.networks.entries import Entry, variable


def reading_vector(d: int, m: int) -> tuple[Rational, ...]:
    """u = (1, delta^-1, ..., delta^(-d+1)), shape (d,), unit 1."""
    return tuple(mpq(m) ** i for i in range(d))


def psi(d: int, m: int, b_Q: Entry, gain: Rational) -> AttentionHead:
    """gain psi(Z; b_Q) = gain e^(1) u^T Z hardmax[(u^T Z)^T (u^T Z - b_Q 1^T)], a head of size 1."""
    u = (reading_vector(d, m),)
    e_1 = tuple((gain if i == 0 else mpq(0),) for i in range(d))
    return AttentionHead(W_O=e_1, W_V=u, W_K=u, W_Q=u, b_Q=(-b_Q,))


def Psi(d: int, m: int, b_Q: Entry, b_Q_prime: Entry, gain: Rational) -> tuple[AttentionHead, AttentionHead]:
    """gain Psi(Z; b_Q, b'_Q) = gain psi(Z; b_Q) - gain psi(Z; b'_Q): two heads."""
    return psi(d, m, b_Q, gain), psi(d, m, b_Q_prime, -gain)


def contextual_map(values: Mapping[str, Any]) -> Network:
    """g_c of Lemma 8: delta^-d Psi(.; l - delta/2, l + delta/2) for each l, then delta^(-(n+1)d) psi(.; 0).

    l runs over [0 : delta : delta^(-d+1) - delta] in increasing order: delta^-d layers, and one more.
    Stages: "sweep" after the selective shifts, "output" after the last layer.
    """
    d, n, m = values["d"], values["n"], values["m"]
    delta, D = mpq(1, m), mpq(m) ** d
    ell = variable("l")
    selective_shift = AttentionLayer(Psi(d, m, ell - delta / 2, ell + delta / 2, gain=D))
    sweep = Family("l", start=mpq(0), step=delta, count=int(D), items=(selective_shift,))
    last_layer = AttentionLayer((psi(d, m, mpq(0), gain=D ** (n + 1)),))
    return Network(d, items=(sweep, last_layer), stages={"sweep": 1, "output": 2})


def profile(n: int) -> Profile:
    """What g_c does to column ids in units of delta, for all D = delta^-d at once: polynomials in D.

    delta^-d Psi(.; l - delta/2, l + delta/2) for l = 0, ..., D - 1 (gains D and -D at l - 1/2 and l + 1/2), then the
    last layer with the factor D^(n+1) at the threshold 0.
    """
    D, half = (0, 1), mpq(1, 2)
    selective_shifts = LayerStack(start=(), count=D, heads=(ProfileHead(D, (-half,)), ProfileHead((0, -1), (half,))))
    last_layer = LayerStack(start=(), count=(1,), heads=(ProfileHead((0,) * (n + 1) + (1,), ()),))
    return profile_of(selective_shifts, last_layer, stages={"sweep": 1, "output": 2})


def one_block(values: Mapping[str, Any]) -> AttentionLayer:
    """One attention layer of the paper's own heads whose query can be exactly 0, so that every kind of tie occurs.

    psi(.; 0) - psi(.; delta), with the tie rule of the instance.
    """
    d, m = values["d"], values["m"]
    return AttentionLayer(Psi(d, m, mpq(0), mpq(1, m), gain=mpq(m) ** d), tie_rule=TieRule(values["tie_rule"]))
