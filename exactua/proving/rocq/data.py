"""Networks, matrices and points as Gallina data: what exactua computes with, weight by weight."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from exactua.arithmetic.rationals import Matrix, Rational
from exactua.networks import Network, TieRule
from exactua.networks.activations import Piece
from exactua.networks.layer import Layer
from exactua.proving.rocq.naming import NotExported


def number(value: Any) -> str:
    """A rational number: (-3 # 4)."""
    return f"({value.numerator} # {value.denominator})"


def listed(parts: Iterable[str]) -> str:
    """A list."""
    return f"[{'; '.join(parts)}]"


def vector(values: Iterable[Any]) -> str:
    """A list of rational numbers."""
    return listed(map(number, values))


def matrix(rows: Matrix) -> str:
    """A matrix, given by its rows, as the list of its columns."""
    return listed(vector(column) for column in zip(*rows, strict=True))


def point(rows: Matrix, m: int) -> str:
    """A point, given by its rows in unit 1, as columns of integers in units of 1/m."""
    return listed(listed(f"({_integer(m * entry)})" for entry in column) + "%Z" for column in zip(*rows, strict=True))


def _integer(value: Rational) -> int:
    if value.denominator != 1:
        raise NotExported(f"{value} is no multiple of delta")
    return int(value)


def layers(network: Network, tie_rule: TieRule = TieRule.AVERAGE) -> tuple[Matrix | None, list[str]]:
    """The positional encoding that a network begins with, or None, and its other layers, each of type `layer`.

    A `layer` has no tie rule: all must have the one given. Raises NotExported for others, and for layers that
    Transformers.v has not: masks, heads and hidden layers of other sizes.
    """
    unrolled = list(network.layers())
    encoding = None
    if unrolled and unrolled[0].shift is not None:
        encoding = unrolled.pop(0).shift
    return encoding, [_layer(layer, tie_rule) for layer in unrolled]


def _layer(layer: Layer, tie_rule: TieRule) -> str:
    if layer.tie_rule is not None:
        if layer.mask is not None or layer.tie_rule is not tie_rule or any(head.size != 1 for head in layer.heads):
            raise NotExported(
                f"an attention layer with a mask or another tie rule than {tie_rule.value}, or a head of another size "
                "than 1"
            )
        heads = listed(
            f"Head {_column(head.W_O)} {vector(head.W_V[0])} {vector(head.W_K[0])} {vector(head.W_Q[0])} "
            f"{number(head.b_Q[0])}"
            for head in layer.heads
        )
        return f"Attention {heads}"
    if (nodes := layer.nodes) is not None:
        if len(nodes.W_1) != 1:
            raise NotExported("a feed-forward layer with more than one hidden node")
        pieces = listed(map(_piece, nodes.activation.pieces))
        return (
            f"FeedForward (FeedForwardWeights {vector(nodes.W_1[0])} {number(nodes.b_1[0])} {_column(nodes.W_2)} "
            f"{vector(nodes.b_2)} {pieces})"
        )
    raise NotExported(f"a layer of the kind {type(layer).__name__} behind the first one")


def _column(rows: Sequence[Sequence[Any]]) -> str:
    return vector(row[0] for row in rows)


def _piece(piece: Piece) -> str:
    ends = [
        f"{'None' if end is None else f'(Some {number(end)})'} {'true' if closed else 'false'}"
        for end, closed in ((piece.start, piece.start_closed), (piece.stop, piece.stop_closed))
    ]
    return f"Piece {' '.join(ends)} {number(piece.slope)} {number(piece.intercept)}"
