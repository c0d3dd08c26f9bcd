"""Feed-forward layers, whose activation is affine piece by piece (format, section 4)."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from .records import fields, rational
from .refusals import demand
from .values import Json, Matrix, Number, Piece, Weights
from .weighted_layers import Hidden, LayerKind
from .weights import Layer, Weighing, added, image


def feed_forward(
    W_1: Weights, b_1: list[Number], W_2: Weights, b_2: list[Number], pieces: list[Piece], Z: Matrix
) -> Matrix:
    """Z + W_2 phi(W_1 Z + b_1 1^T) + b_2 1^T."""

    def phi(x: Number) -> Number:
        if not isinstance(x, int | Fraction):
            return x.activated(pieces)
        # The pieces cover the line in order, so the first that does not end before x has it.
        fitting = (piece for piece in pieces if piece[0] is None or x < piece[0] or (piece[1] and x == piece[0]))
        _, _, slope, intercept = next(fitting)
        return x * slope + intercept if slope else intercept

    hidden = [[phi(x + b) for x, b in zip(inner, b_1, strict=True)] for inner in image(W_1, Z)]
    return added(Z, image(W_2, hidden), [b_2] * len(Z))


def read_activation(records: list[Json]) -> tuple[list[Piece], bool]:
    """The pieces, each as its upper end, whether it has that end, slope and intercept; whether phi is outside Phi."""
    pieces, end, shared, flat = list[Piece](), None, True, False
    for piece in records:
        fields(piece, "from", "to", "slope", "intercept", from_closed=bool, to_closed=bool)
        start, stop = (None if piece[key] is None else rational(piece[key]) for key in ("from", "to"))
        opens, closes = piece["from_closed"], piece["to_closed"]
        # The first starts at minus infinity, each other where the last one stops, and just one has the point.
        covers = start == end and opens != shared and (start is None) == (not pieces) and not (stop is None and closes)
        filled = start is None or stop is None or start < stop or (start == stop and opens and closes)
        demand(covers and filled, "an activation does not cover the line piece by piece")
        slope, intercept = (rational(piece[key]) for key in ("slope", "intercept"))
        pieces.append((end := stop, shared := closes, slope, intercept))
        flat = flat or (slope == 0 and (start is None or start != stop))  # constant, and not on a single t alone
    demand(pieces != [] and end is None, "an activation does not cover the line")
    return pieces, len(pieces) > 3 or not flat


def read_feed_forward(body: Json, d: int, entries: Weighing) -> Layer:
    """The layer of an item `feed_forward`."""
    fields(body, "W_1", "b_1", "W_2", "b_2", activation=list)
    r, (pieces, outside) = len(b_1 := entries.vector(body["b_1"])), read_activation(body["activation"])
    W_1, W_2 = entries.matrix(body["W_1"], r, d), entries.matrix(body["W_2"], d, r)
    b_2 = entries.vector(body["b_2"], d)
    quantities = {"feed-forward layers": 1, "hidden size": r, "activations outside Phi": int(outside)}
    quantities["further work"] = (r + 1) * max(0, len(pieces) - 3)  # each is read, and passed over by each node
    return partial(feed_forward, W_1, b_1, W_2, b_2, pieces), (2 * d + 1) * r + d, quantities


def weighted_feed_forward(body: Json, d: int, entries: Weighing) -> Hidden:
    """The same by its weights."""
    b_1, (pieces, _) = entries.vector(body["b_1"]), read_activation(body["activation"])
    W_1, W_2 = entries.matrix(body["W_1"], len(b_1), d), entries.matrix(body["W_2"], d, len(b_1))
    return Hidden(W_1, b_1, W_2, entries.vector(body["b_2"], d), pieces)


FEED_FORWARD_KINDS = {"feed_forward": LayerKind(read_feed_forward, weighted_feed_forward)}
