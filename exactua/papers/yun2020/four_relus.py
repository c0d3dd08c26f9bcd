"""Four ReLUs in place of an activation of Phi (App. F): a strip of width eps left of each breakpoint carries the jump.

For phi with three lines a_i t + b_i, cut at c_1 < c_2, of which one has slope 0 and the value b,

    phi~(t) = b + sum_i w_i ReLU(+-(t - s_i)),    s = (c_1 - eps, c_1, c_2 - eps, c_2)

App. F displays the case where the first piece is constant: there all four are ReLU(t - s_i), and w_i is the change of
slope at s_i. ReLU(s - t) changes the slope at s by as much as ReLU(t - s). So the other cases take the same w_i and
turn round the ReLUs left of the constant piece: all four then vanish on that piece, and no linear term is left over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational
from exactua.networks import RELU, Family, FeedForwardLayer, Group, Network
from exactua.networks.entries import Entry, variable
from exactua.papers.yun2020.three_lines import (
    Lines,
    ThreeLines,
    activation,
    clipping_lines,
    flattening_lines,
    numbers_of,
)


def one_node(lines: ThreeLines, i: int, d: int) -> FeedForwardLayer:
    """Z -> Z + e^(i) phi((e^(i))^T Z) for d x n matrices, i from 1: r = 1."""
    e_i = _unit(i, d)
    return FeedForwardLayer((e_i,), (0,), tuple((entry,) for entry in e_i), (0,) * d, activation(lines))


def four_nodes(lines: ThreeLines, epsilon: Rational, i: int, d: int, shift: Entry | None = None) -> FeedForwardLayer:
    """Z -> Z + e^(i) phi~((e^(i))^T Z - shift 1^T), i from 1: r = 4, ReLU. No shift: 0."""
    slopes = _slopes(lines, epsilon)
    weights = [right - left for left, right in pairwise(slopes)]
    ends = (lines.c_1 - epsilon, lines.c_1, lines.c_2 - epsilon, lines.c_2)
    turned = 2 * (lines.constant - 1)  # so many ends lie left of the constant piece
    signs = [mpq(-1) if k < turned else mpq(1) for k in range(4)]
    value = (lines.first, lines.second, lines.third)[lines.constant - 1][1]
    e_i = _unit(i, d)
    return FeedForwardLayer(
        W_1=tuple(tuple(sign * entry for entry in e_i) for sign in signs),
        b_1=tuple(-sign * (end + (0 if shift is None else shift)) for sign, end in zip(signs, ends, strict=True)),
        W_2=tuple(tuple(entry * weight for weight in weights) for entry in e_i),
        b_2=tuple(entry * value for entry in e_i),
        activation=RELU,
    )


def _slopes(lines: ThreeLines, epsilon: Rational) -> tuple[Rational, ...]:
    """The slopes of phi~ left of c_1 - eps, on the strip, between, on the second strip, right of c_2."""
    (a_1, _), (a_2, _), (a_3, _) = lines.first, lines.second, lines.third
    rise_1, rise_2 = (mpq(jump) / epsilon for jump in lines.jumps)
    return mpq(a_1), a_1 + rise_1, mpq(a_2), a_2 + rise_2, mpq(a_3)


def _unit(i: int, d: int) -> tuple[Rational, ...]:
    return tuple(mpq(1) if row == i else mpq(0) for row in range(1, d + 1))


def modified(lines: Lines) -> Callable[[Mapping[str, Any]], Network]:
    """The network of d layers with phi, one a row."""

    def build(values: Mapping[str, Any]) -> Network:
        d, phi = values["d"], numbers_of(lines, values)
        return Network(d, [one_node(phi, i, d) for i in range(1, d + 1)], {"output": d})

    return build


def of_relus(lines: Lines) -> Callable[[Mapping[str, Any]], Network]:
    """The network of d layers with four ReLUs, one a row, eps = 1/k."""

    def build(values: Mapping[str, Any]) -> Network:
        d, phi, epsilon = values["d"], numbers_of(lines, values), mpq(1, values["k"])
        return Network(d, [four_nodes(phi, epsilon, i, d) for i in range(1, d + 1)], {"output": d})

    return build


def quantiser_of_relus(values: Mapping[str, Any]) -> Network:
    """g_q of Lemma 7 with four ReLUs in place of each activation, eps = 1/k. One top-level item a row."""
    d, m, epsilon = values["d"], values["m"], mpq(1, values["k"])
    clip, flatten = (numbers_of(lines, values) for lines in (clipping_lines, flattening_lines))

    def row(i: int) -> Group:
        flat = four_nodes(flatten, epsilon, i, d, shift=variable("j") * mpq(1, m))
        steps = Family("j", start=0, step=1, count=m, items=(flat,))
        return Group(f"row {i}", (four_nodes(clip, epsilon, i, d), steps))

    return Network(d, tuple(row(i) for i in range(1, d + 1)), {"output": d})
