"""The part of the verifier for layers: what an item of a network writes, as a function of a matrix (format, section 4).

verifier.py loads this file when a certificate has a network, from the folder where both lie, and puts itself into
`core`. The file imports nothing but the standard library.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any, TypeAlias

__all__ = ["TIE_RULES", "read", "walk"]

core: Any = None  # what verifier.py defines, once it has loaded this file
Matrix: TypeAlias = "tuple[tuple[Any, ...], ...]"  # its columns
Weights: TypeAlias = "list[list[Any]]"  # rows
Layer: TypeAlias = "tuple[Callable[..., Matrix], int, dict[str, int]]"  # number of weights, quantities

TIE_RULES = {"average": slice(None), "leftmost": slice(1), "rightmost": slice(-1, None)}  # which maxima are taken


TURN: Layer = (lambda Z: Z, 0, {})  # stands for the work of a turn, or of an item, in which there is no layer


def walk(
    items: Any, d: int, around: dict[str, Any], repeats: int, every: bool, budget: list[int]
) -> Iterator[tuple[Layer, int]]:
    """Every layer in order; or those of one turn of each family and of each table, with how often they occur.

    In the second case turns count as well, as often as they give a value to a variable, and so does each item that is
    no layer.
    """
    for item in core.array(items):
        ((kind, body),) = item.items()
        if not every and kind in ("group", *TURNS):
            yield TURN, repeats
        if kind == "group":
            yield from walk(core.fields(body, "items", name=str)["items"], d, around, repeats, every, budget)
        elif kind in TURNS:
            names, count, turn = TURNS[kind](body)
            core.demand(len({"", "constant", *around, *names}) == 2 + len(around) + len(names), TAKEN)
            times = repeats if every else core.tidy(repeats * count)
            if not every:
                yield TURN, core.tidy(times * len(names))
            for k in range(count if every else 1):
                values = dict(zip(names, turn(k), strict=True))
                yield from walk(body["items"], d, {**around, **values}, times, every, budget)
        else:
            yield read(kind, body, d, Entries(around, budget)), repeats


def family(body: Any) -> Turns:
    """The one variable of a family, the number of turns and its value in turn k, from 0."""
    core.fields(body, "start", "step", "count", "items", variable=str)
    start, step = core.rational(body["start"]), core.rational(body["step"])
    return [body["variable"]], core.integer(body["count"], 0), lambda k: [core.tidy(start + k * step)]


def table(body: Any) -> Turns:
    """The variables of a table, its number of rows and its row k, from 0: their values."""
    core.fields(body, "items", variables=list, rows=list)
    names, rows = body["variables"], body["rows"]
    core.demand(bool(names and rows), "a table without a variable or without a row")
    core.demand(all(isinstance(name, str) for name in names), "a variable is not a word")
    exact = [[core.rational(x) for x in core.array(row, len(names))] for row in rows]
    return names, len(rows), exact.__getitem__


Turns: TypeAlias = "tuple[list[str], int, Callable[[int], list[Any]]]"  # variables, number of turns, values in turn k
TURNS: dict[str, Callable[[Any], Turns]] = {"family": family, "table": table}
TAKEN = "a variable of a family or of a table is taken, or no name"


def read(kind: str, body: Any, d: int, entries: Entries) -> Layer:
    """The layer that an item writes, of which the entries are so read."""
    core.demand(kind in KINDS, f"a layer of the kind {kind!r}", core.NOT_RECHECKED)
    apply, weights, quantities = KINDS[kind](body, d, entries)
    return apply, weights, {**quantities, "real": int(entries.real or "softmax" in quantities)}


class Entries:
    """Reads vectors and matrices of weights, with these values of the variables of families and tables around them.

    `real` says whether one of them was a real; the work at it is taken from `budget`.
    """

    def __init__(self, around: dict[str, Any], budget: list[int] | None = None):
        self.inside, self.known, self.real = bool(around), {"constant": 1, **around}, False
        self.context = core.Context({}, {}, {}, [0] if budget is None else budget)

    def vector(self, values: Any, length: int | None = None) -> list[Any]:
        made = []
        for value in core.array(values, length):
            if isinstance(value, list):
                self.real = True
                made.append(self.context.constant(real(value)))
                continue
            terms = value if self.inside and isinstance(value, dict) else {"constant": value}
            core.demand("constant" in terms, "a weight without a constant")
            made.append(core.tidy(sum(core.rational(x) * self.known[key] for key, x in terms.items())))
        return made

    def matrix(self, value: Any, rows: int | None, columns: int | None) -> Weights:
        """A matrix of this shape; without a number of columns, all rows are as long as the first."""
        made = list[list[Any]]()
        for row in core.array(value, rows):
            made.append(self.vector(row, len(made[0]) if made and columns is None else columns))
        return made


def real(value: Any) -> Any:
    """The term that a weight is which is an array: rationals are quotients in it, and powers have exponents >= 0."""
    if not isinstance(value, list):
        number = core.rational(value)
        return ["/", *map(core.encode, (number.numerator, number.denominator))]
    op, *x = value
    if op == "^":
        base, e = x
        core.demand(type(e) is int, "an exponent in a weight is not an integer")
        return ["^", real(base), e] if e >= 0 else ["/", 1, ["^", real(base), -e]]
    known = op in ("+", "*", *core.REALS) or not isinstance(op, str)
    core.demand(known, f"the operator {op!r} in a weight", core.NOT_RECHECKED)
    return [op, *map(real, x)]


def image(weights: Weights, columns: Iterable[Iterable[Any]]) -> list[list[Any]]:
    """The columns of weights times the matrix that has these columns."""
    return [[sum(map(operator.mul, row, column)) for row in weights] for column in columns]


def added(Z: Matrix, *changes: Iterable[Iterable[Any]]) -> Matrix:
    """Z plus matrices that have these columns."""
    return tuple(tuple(core.tidy(sum(x)) for x in zip(*c, strict=True)) for c in zip(Z, *changes, strict=True))


# ---- attention --------------------------------------------------------------------------------------------------


def cleared(vectors: Iterable[Iterable[Any]]) -> tuple[list[list[Any]], int]:
    """These vectors times their common denominator, and this denominator; integers are faster than fractions."""
    vectors, common = list(map(list, vectors)), 1
    for denominator in {x.denominator for vector in vectors for x in vector}:
        common = core.tidy(math.lcm(common, denominator))
    return [[x.numerator * (common // x.denominator) for x in vector] for vector in vectors], common


def attention(tie_rule: str, heads: list[tuple[Any, ...]], Z: Matrix) -> Matrix:
    """Z + sum over heads of W_O W_V Z hardmax[(W_K Z)^T (W_Q Z + b_Q 1^T)].

    Scores are only compared with each other, so it does not matter that Z is taken `common` times here, and W_K, and
    W_Q with b_Q, some positive number of times.
    """
    whole, common = cleared(Z)
    total = [list(column) for column in whole]
    for W_O, W_V, W_K, W_Q, b_Q in heads:
        values, keys, attended = image(W_V, whole), image(W_K, whole), []
        bias = [b * common for b in b_Q]
        for unbiased in image(W_Q, whole):
            query = list(map(operator.add, unbiased, bias))
            scores = [sum(map(operator.mul, key, query)) for key in keys]
            best = max(scores)
            maximal = [values[i] for i, score in enumerate(scores) if score == best][TIE_RULES[tie_rule]]
            sums = map(sum, zip(*maximal, strict=True))
            attended.append([core.divide(x, len(maximal)) for x in sums] if len(maximal) > 1 else list(sums))
        for column, change in zip(total, image(W_O, attended), strict=True):
            column[:] = map(operator.add, column, change)
    return tuple(tuple(core.tidy(x * Fraction(1, common)) for x in column) for column in total)


def read_heads(records: Any, d: int, entries: Entries) -> tuple[list[tuple[Any, ...]], list[int]]:
    """The weights of each head, and its size."""
    heads, sizes = list[tuple[Any, ...]](), list[int]()
    for head in records:
        core.fields(head, "W_O", "W_V", "W_K", "W_Q", "b_Q")
        sizes.append(h := len(b_Q := entries.vector(head["b_Q"])))
        W_V, W_K, W_Q = (entries.matrix(head[key], h, d) for key in ("W_V", "W_K", "W_Q"))
        heads.append((entries.matrix(head["W_O"], d, h), W_V, W_K, W_Q, b_Q))
    core.demand(min(sizes, default=0) > 0, "attention without a head, or a head of size 0")
    return heads, sizes


def read_attention(body: Any, d: int, entries: Entries) -> Layer:
    core.fields(body, tie_rule=str, heads=list)
    tie_rule, cleared_heads = body["tie_rule"], []
    core.demand(tie_rule in TIE_RULES, f"the tie rule {tie_rule!r}", core.NOT_RECHECKED)
    heads, sizes = read_heads(body["heads"], d, entries)
    for W_O, W_V, W_K, W_Q, b_Q in heads:
        (*W_Q, b_Q), W_K = cleared([*W_Q, b_Q])[0], cleared(W_K)[0]
        cleared_heads.append((W_O, W_V, W_K, W_Q, b_Q))
    quantities = {"attention layers": 1, tie_rule: 1, "heads": len(heads), "head size": max(sizes)}
    return partial(attention, tie_rule, cleared_heads), sum(sizes) * (4 * d + 1), quantities


def softmax_attention(mask: Any, heads: list[tuple[Any, ...]], Z: Matrix, spend: Any) -> Matrix:
    """Z + sum over heads of W_O W_V Z softmax[(W_K Z)^T (W_Q Z + b_Q 1^T)], by column over the rows it attends to.

    The first of these scores is taken off all, so that the first of the exponentials is 1.
    """
    core.demand(not isinstance(mask, list) or len(mask) == len(Z), "a mask and its matrix do not fit")
    changes = []
    for W_O, W_V, W_K, W_Q, b_Q in heads:
        values, keys, attended = image(W_V, Z), image(W_K, Z), []
        for j, unbiased in enumerate(image(W_Q, Z)):
            query = list(map(operator.add, unbiased, b_Q))
            met = [k for k in range(len(Z)) if (mask[k][j] if isinstance(mask, list) else not mask or k <= j)]
            scores = [core.total(map(operator.mul, keys[k], query)) for k in met]
            powers = [core.reals.exp(core.tidy(score - scores[0]), spend) for score in scores]
            sums = [core.total(map(operator.mul, powers, row)) for row in zip(*(values[k] for k in met), strict=True)]
            attended.append([core.divide(x, core.total(powers)) for x in sums])
        changes.append(image(W_O, attended))
    return added(Z, *changes)


def read_softmax_attention(body: Any, d: int, entries: Entries) -> Layer:
    core.fields(body, "mask", heads=list)
    mask = body["mask"]
    if isinstance(mask, list):
        rows = [core.array(row, len(mask)) for row in mask]
        core.demand(all(type(x) is bool for row in rows for x in row), "an entry of a mask is neither true nor false")
        core.demand(rows != [] and all(map(any, zip(*rows, strict=True))), "a column of a mask that attends to nothing")
    core.demand(mask in (None, "causal") or isinstance(mask, list), f"the mask {mask!r}", core.NOT_RECHECKED)
    heads, sizes = read_heads(body["heads"], d, entries)
    quantities = {"attention layers": 1, "softmax": 1, "masked": int(mask is not None), "heads": len(heads)}
    weights = sum(sizes) * (4 * d + 1)
    return partial(softmax_attention, mask, heads), weights, {**quantities, "head size": max(sizes)}


# ---- feed-forward -----------------------------------------------------------------------------------------------


def feed_forward(W_1: Weights, b_1: Any, W_2: Weights, b_2: Any, pieces: list[Any], Z: Matrix) -> Matrix:
    """Z + W_2 phi(W_1 Z + b_1 1^T) + b_2 1^T."""

    def phi(x: Any) -> Any:
        if not isinstance(x, int | Fraction):
            return x.activated(pieces)
        # The pieces cover the line in order, so the first that does not end before x has it.
        found = (piece for piece in pieces if piece[0] is None or x < piece[0] or (piece[1] and x == piece[0]))
        _, _, slope, intercept = next(found)
        return x * slope + intercept if slope else intercept

    hidden = [[phi(x + b) for x, b in zip(inner, b_1, strict=True)] for inner in image(W_1, Z)]
    return added(Z, image(W_2, hidden), [b_2] * len(Z))


def read_activation(pieces: list[Any]) -> list[tuple[Any, ...]]:
    """The pieces, each as its upper end, whether it has that end, slope and intercept."""
    made, end, shared = list[tuple[Any, ...]](), None, True
    for piece in pieces:
        core.fields(piece, "from", "to", "slope", "intercept", from_closed=bool, to_closed=bool)
        start, stop = (None if piece[key] is None else core.rational(piece[key]) for key in ("from", "to"))
        opens, closes = piece["from_closed"], piece["to_closed"]
        # The first starts at minus infinity, each other where the last one stops, and just one has the point.
        covers = start == end and opens != shared and (start is None) == (not made) and not (stop is None and closes)
        filled = start is None or stop is None or start < stop or (start == stop and opens and closes)
        core.demand(covers and filled, "an activation does not cover the line piece by piece")
        slope, intercept = (core.rational(piece[key]) for key in ("slope", "intercept"))
        made.append((end := stop, shared := closes, slope, intercept))
    core.demand(made != [] and end is None, "an activation does not cover the line")
    return made


def read_feed_forward(body: Any, d: int, entries: Entries) -> Layer:
    core.fields(body, "W_1", "b_1", "W_2", "b_2", activation=list)
    r, pieces = len(b_1 := entries.vector(body["b_1"])), read_activation(body["activation"])
    W_1, W_2, b_2 = entries.matrix(body["W_1"], r, d), entries.matrix(body["W_2"], d, r), entries.vector(body["b_2"], d)
    outside = len(pieces) > 3 or all(slope != 0 for _, _, slope, _ in pieces)
    quantities = {"feed-forward layers": 1, "hidden size": r, "activations outside Phi": int(outside)}
    quantities["further pieces"] = (r + 1) * max(0, len(pieces) - 3)  # each is read, and passed over by each node
    return partial(feed_forward, W_1, b_1, W_2, b_2, pieces), (2 * d + 1) * r + d, quantities


# ---- layers of other kinds --------------------------------------------------------------------------------------


def times(columns: Weights, weights: Weights) -> list[list[Any]]:
    """The columns of the matrix that has these columns times weights."""
    rows = list(zip(*columns, strict=True))
    return [[sum(map(operator.mul, row, column)) for row in rows] for column in zip(*weights, strict=True)]


def convolved(W_C: Weights, centre: int, Z: Matrix) -> list[list[Any]]:
    """Columns j with the entries sum_t W_C[i, t] Z[i, j + centre - t], where Z is 0 outside of its columns."""
    made = []
    for j in range(1, len(Z) + 1):
        met = [(t, j + centre - t) for t in range(1, len(W_C[0]) + 1) if 1 <= j + centre - t <= len(Z)]
        made.append([sum(weights[t - 1] * Z[k - 1][i] for t, k in met) for i, weights in enumerate(W_C)])
    return made


def read_positional_encoding(body: Any, d: int, entries: Entries) -> Layer:
    plain = Entries({}, entries.context.budget)
    E = plain.matrix(core.fields(body, "E")["E"], d, None)
    entries.real = plain.real
    columns = list(zip(*E, strict=True))
    return lambda Z: added(Z, columns), d * len(columns), {"other layers": 1}


def read_bilinear_projection(body: Any, d: int, entries: Entries) -> Layer:
    core.fields(body, "W_O", W_P=list)
    n = len(body["W_P"])
    W_O, W_P = entries.matrix(body["W_O"], d, d), entries.matrix(body["W_P"], n, n)
    return lambda Z: added(Z, times(image(W_O, Z), W_P)), d * d + n * n, {"other layers": 1}


def read_separable_convolution(body: Any, d: int, entries: Entries) -> Layer:
    core.fields(body, "W_O", "W_C", "centre")
    W_O, W_C = entries.matrix(body["W_O"], d, d), entries.matrix(body["W_C"], d, None)
    k, centre = len(W_C[0]), core.integer(body["centre"], 1)
    core.demand(centre <= k, "the centre of a convolution is not one of its columns")
    return lambda Z: added(Z, image(W_O, convolved(W_C, centre, Z))), d * d + d * k, {"other layers": 1}


KINDS: dict[str, Callable[[Any, int, Entries], Layer]] = {
    "attention": read_attention,
    "softmax attention": read_softmax_attention,
    "feed_forward": read_feed_forward,
    "positional encoding": read_positional_encoding,
    "bilinear projection": read_bilinear_projection,
    "separable convolution": read_separable_convolution,
}
