"""The items of a network: layers of every kind, and groups, families and tables of them (format, sections 4 and 9).

Attention has a module of its own. Here are feed-forward layers, whose activation is affine piece by piece, positional
encodings, projections, convolutions and normalisation.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import TypeAlias

from .attention import ATTENTION_KINDS
from .rationals import divide, tidy, total
from .reals import binade, floor_of, sign
from .records import array, fields, integer, rational
from .refusals import NOT_RECHECKED, Refused, demand
from .terms import sqrt
from .values import Json, Matrix, Number, Piece, Rational, Spend, Weights
from .weights import Encoding, Hidden, Layer, LayerKind, Weighing, WeightedLayer, added, image


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


BY_PLACES = {"other layers": 1, "by places": 1}  # what a layer counts that tells columns by their places


def mixed(columns: Weights, weights: Weights) -> Weights:
    """The columns of the matrix that has these columns times weights."""
    rows = list(zip(*columns, strict=True))
    return [[sum(map(operator.mul, row, column)) for row in rows] for column in zip(*weights, strict=True)]


def convolved(W_C: Weights, centre: int, Z: Matrix) -> Weights:
    """Columns j with the entries sum_t W_C[i, t] Z[i, j + centre - t], where Z is 0 outside of its columns."""
    columns = []
    for j in range(1, len(Z) + 1):
        met = [(t, j + centre - t) for t in range(1, len(W_C[0]) + 1) if 1 <= j + centre - t <= len(Z)]
        columns.append([sum(weights[t - 1] * Z[k - 1][i] for t, k in met) for i, weights in enumerate(W_C)])
    return columns


def normalised(gain: list[Number], bias: list[Number], epsilon: Rational, Z: Matrix, spend: Spend) -> Matrix:
    """Entries gain_i (z_i - mean) / sqrt(variance + epsilon) + bias_i, both of a column, each sum over d."""
    columns, d = [], len(gain)
    for z in Z:
        mean = divide(total(z), d)
        off = [tidy(x - mean) for x in z]
        square = tidy(divide(total(x * x for x in off), d) + epsilon)
        demand(epsilon > 0 or sign(square) > 0, "a column of variance 0 is normalised")
        root = sqrt(square, spend)
        columns.append(tuple(tidy(g * divide(x, root) + b) for g, x, b in zip(gain, off, bias, strict=True)))
    return tuple(columns)


def read_positional_encoding(body: Json, d: int, entries: Weighing) -> Layer:
    """The layer of an item `positional encoding`: Z + E."""
    plain = Weighing({}, entries.context.budget)
    E = plain.matrix(fields(body, "E")["E"], d, None)
    entries.real = plain.real
    columns = list(zip(*E, strict=True))
    return lambda Z: added(Z, columns), d * len(columns), BY_PLACES


def weighted_positional_encoding(body: Json, d: int, entries: Weighing) -> Encoding:
    """The same by its columns."""
    return Encoding(list(zip(*Weighing({}).matrix(body["E"], d, None), strict=True)))


def read_bilinear_projection(body: Json, d: int, entries: Weighing) -> Layer:
    """The layer of an item `bilinear projection`: Z + W_O Z W_P."""
    fields(body, "W_O", W_P=list)
    n = len(body["W_P"])
    W_O, W_P = entries.matrix(body["W_O"], d, d), entries.matrix(body["W_P"], n, n)
    return lambda Z: added(Z, mixed(image(W_O, Z), W_P)), d * d + n * n, BY_PLACES


def read_separable_convolution(body: Json, d: int, entries: Weighing) -> Layer:
    """The layer of an item `separable convolution`: each row of Z convolved, and mixed by W_O."""
    fields(body, "W_O", "W_C", "centre")
    W_O, W_C = entries.matrix(body["W_O"], d, d), entries.matrix(body["W_C"], d, None)
    k, centre = len(W_C[0]), integer(body["centre"], 1)
    demand(centre <= k, "the centre of a convolution is not one of its columns")
    return lambda Z: added(Z, image(W_O, convolved(W_C, centre, Z))), d * d + d * k, BY_PLACES


def read_layer_normalisation(body: Json, d: int, entries: Weighing) -> Layer:
    """The layer of an item `layer normalisation`."""
    fields(body, "gain", "bias", "epsilon")
    gain, bias = entries.vector(body["gain"], d), entries.vector(body["bias"], d)
    epsilon = rational(body["epsilon"])
    demand(epsilon >= 0, "an epsilon below 0")
    return partial(normalised, gain, bias, epsilon), 2 * d, {"other layers": 1, "makes reals": 1}


FORMATS = {  # bits, exponents of normal numbers, significands of the last one that are no numbers, whether it saturates
    "float64": (53, -1022, 1023, 0, False),
    "float32": (24, -126, 127, 0, False),
    "tf32": (11, -126, 127, 0, False),
    "bfloat16": (8, -126, 127, 0, False),
    "float16": (11, -14, 15, 0, False),
    "float8_e4m3fn": (4, -6, 8, 1, False),
    "float8_e5m2": (3, -14, 15, 0, False),
    "float4_e2m1fn": (2, 0, 2, 0, True),
}


def rounded(form: str, x: Number) -> Rational:
    """The number of a format that is nearest to x, of two the even one; an error where x is too large for it."""
    bits, least, greatest, taken, saturates = FORMATS[form]
    tiny: Rational = tidy(Fraction(2) ** (least - bits))  # half of the least number, which is odd
    if sign(x - tiny) <= 0 <= sign(x + tiny):
        return 0
    if sign(x) < 0:
        return -rounded(form, tidy(-x))
    e = max(binade(x), least) - bits + 1
    unit = tidy(Fraction(2) ** e)
    k = floor_of(tidy(x + tidy(Fraction(unit, 2))), e)
    if k % 2 and sign(x - tidy((k - Fraction(1, 2)) * unit)) == 0:
        k -= 1
    number: Rational = tidy(k * unit)
    largest: Rational = tidy((2**bits - 1 - taken) * Fraction(2) ** (greatest - bits + 1))
    demand(number <= largest or saturates, "a number too large for its format")
    return min(number, largest)


def read_rounded_layer(body: Json, d: int, entries: Weighing) -> Layer:
    """The layer of an item `rounded layer`: another one, whose entries are then rounded to a format."""
    ((kind, inner),) = fields(body, "layer", format=str)["layer"].items()
    form = body["format"]
    demand(form in FORMATS, f"the format {form!r}", NOT_RECHECKED)
    demand(kind != ROUNDED, "a rounded layer is rounded again")
    demand(kind in LAYER_KINDS, f"a layer of the kind {kind!r}", NOT_RECHECKED)
    exact, weights, quantities = LAYER_KINDS[kind].read(inner, d, entries)
    spends = "makes reals" in quantities

    def apply(Z: Matrix, spend: Spend) -> Matrix:
        columns = exact(Z, spend) if spends else exact(Z)
        spend(d * len(Z))
        return tuple(tuple(rounded(form, x) for x in column) for column in columns)

    entries.real = False  # whatever it makes is rounded
    return apply, weights, {**{key: k for key, k in quantities.items() if key != "makes reals"}, "rounds": 1}


ROUNDED = "rounded layer"
OTHER_KINDS = {
    "positional encoding": LayerKind(read_positional_encoding, weighted_positional_encoding),
    "bilinear projection": LayerKind(read_bilinear_projection),
    "separable convolution": LayerKind(read_separable_convolution),
    "layer normalisation": LayerKind(read_layer_normalisation),
    ROUNDED: LayerKind(read_rounded_layer),
}


TURN: Layer = (lambda Z: Z, 0, {})  # stands for the work of a turn, or of an item, in which there is no layer


def walk(
    items: Json, d: int, around: dict[str, Rational], repeats: int, every: bool, budget: list[int]
) -> Iterator[tuple[Layer, int]]:
    """Every layer in order; or those of one turn of each family and of each table, with how often they occur.

    In the second case turns count as well, as often as they give a value to a variable, and so does each item that is
    no layer.
    """
    for item in array(items):
        ((kind, body),) = item.items()
        if not every and kind in ("group", *TURNS):
            yield TURN, repeats
        if kind == "group":
            yield from walk(fields(body, "items", name=str)["items"], d, around, repeats, every, budget)
        elif kind in TURNS:
            names, count, turn = TURNS[kind](body)
            demand(len({"", "constant", *around, *names}) == 2 + len(around) + len(names), TAKEN)
            times = repeats if every else tidy(repeats * count)
            if not every:
                yield TURN, tidy(times * len(names))
            for k in range(count if every else 1):
                values = dict(zip(names, turn(k), strict=True))
                yield from walk(body["items"], d, {**around, **values}, times, every, budget)
        else:
            yield read_layer(kind, body, d, Weighing(around, budget)), repeats


def read_family(body: Json) -> Turns:
    """The one variable of a family, the number of turns and its value in turn k, from 0."""
    fields(body, "start", "step", "count", "items", variable=str)
    start, step = rational(body["start"]), rational(body["step"])
    return [body["variable"]], integer(body["count"], 0), lambda k: [tidy(start + k * step)]


def read_table(body: Json) -> Turns:
    """The variables of a table, its number of rows and its row k, from 0: their values."""
    fields(body, "items", variables=list, rows=list)
    names, rows = body["variables"], body["rows"]
    demand(bool(names and rows), "a table without a variable or without a row")
    demand(all(isinstance(name, str) for name in names), "a variable is not a word")
    exact = [[rational(x) for x in array(row, len(names))] for row in rows]
    return names, len(rows), exact.__getitem__


Turns: TypeAlias = "tuple[list[str], int, Callable[[int], list[Json]]]"  # variables, number of turns, values in turn k
TURNS: dict[str, Callable[[Json], Turns]] = {"family": read_family, "table": read_table}
TAKEN = "a variable of a family or of a table is taken, or no name"


LAYER_KINDS = {**ATTENTION_KINDS, **FEED_FORWARD_KINDS, **OTHER_KINDS}


def read_layer(kind: str, body: Json, d: int, entries: Weighing) -> Layer:
    """The layer that an item writes, of which the entries are so read."""
    demand(kind in LAYER_KINDS, f"a layer of the kind {kind!r}", NOT_RECHECKED)
    apply, weights, quantities = LAYER_KINDS[kind].read(body, d, entries)
    return apply, weights, {**quantities, "real": int(entries.real or "makes reals" in quantities)}


def weighted_layers(items: Json, d: int, around: dict[str, Rational] | None = None) -> Iterator[WeightedLayer]:
    """Every layer in order, families and tables unrolled; items that a Network has read before."""
    known = around or {}
    for item in items:
        ((kind, body),) = item.items()
        entries = Weighing(known)
        if kind == "group":
            yield from weighted_layers(body["items"], d, known)
        elif kind in TURNS:
            names, count, turn = TURNS[kind](body)
            for k in range(count):
                yield from weighted_layers(body["items"], d, {**known, **dict(zip(names, turn(k), strict=True))})
        else:
            weighted = LAYER_KINDS[kind].weighted
            if weighted is None:
                raise Refused(f"the limit of a layer of the kind {kind!r}", NOT_RECHECKED)
            yield weighted(body, d, entries)
