"""Attention with hardmax or softmax, with its full weight matrices, and masks (format, section 4)."""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import TypeAlias

from .rationals import divide, tidy, total
from .reals import exp
from .records import array, fields
from .refusals import NOT_RECHECKED, demand
from .values import Json, Matrix, Number, Spend, Weights
from .weights import Attention, Head, Layer, LayerKind, Weighing, added, cleared, image, matrix_product

NAMED_MASKS: dict[str | None, Callable[[int, int], int]] = {  # column j of n attends to those before this number
    None: lambda j, n: n,
    "causal": lambda j, n: j + 1,
    "strictly causal": lambda j, n: j,
}


def read_mask(mask: Json) -> Json:
    """A mask as it is written: its name, or rows with a true in each column; null where there is none."""
    if isinstance(mask, list):
        rows = [array(row, len(mask)) for row in mask]
        demand(all(type(x) is bool for row in rows for x in row), "an entry of a mask is neither true nor false")
        demand(rows != [] and all(map(any, zip(*rows, strict=True))), "a column of a mask that attends to nothing")
    else:
        known = (mask is None or isinstance(mask, str)) and mask in NAMED_MASKS
        demand(known, f"the mask {mask!r}", NOT_RECHECKED)
    return mask


def masked(mask: Json) -> dict[str, int]:
    """What a layer with it counts: whether there is a mask, and its entries, each of which is read."""
    return {"masked": int(mask is not None), "further work": len(mask) ** 2 if isinstance(mask, list) else 0}


def attended_columns(mask: Json, j: int, n: int) -> list[int]:
    """The columns that column j of n attends to, from 0."""
    demand(not isinstance(mask, list) or len(mask) == n, "a mask and its matrix do not fit")
    return [k for k in range(n) if mask[k][j]] if isinstance(mask, list) else list(range(NAMED_MASKS[mask](j, n)))


TIE_RULES = {"average": slice(None), "leftmost": slice(1), "rightmost": slice(-1, None)}  # which maxima are taken

Matrices: TypeAlias = "tuple[Weights, Weights, Weights, Weights, list[Number]]"  # W_O, W_V, W_K, W_Q, b_Q of one head


def attention(tie_rule: str, mask: Json, heads: list[Matrices], Z: Matrix) -> Matrix:
    """Z + sum over heads of W_O W_V Z hardmax[(W_K Z)^T (W_Q Z + b_Q 1^T)], by column over those that it attends to.

    Scores are only compared with each other, so it does not matter that Z is taken `common` times here, and W_K, and
    W_Q with b_Q, some positive number of times.
    """
    whole, common = cleared(Z)
    total = [list(column) for column in whole]
    for W_O, W_V, W_K, W_Q, b_Q in heads:
        values, keys, attended = image(W_V, whole), image(W_K, whole), []
        bias = [b * common for b in b_Q]
        for j, unbiased in enumerate(image(W_Q, whole)):
            query = list(map(operator.add, unbiased, bias))
            scores = [(k, sum(map(operator.mul, keys[k], query))) for k in attended_columns(mask, j, len(Z))]
            if not scores:  # it attends to nothing
                attended.append([0] * len(W_V))
                continue
            best = max(score for _, score in scores)
            maximal = [values[k] for k, score in scores if score == best][TIE_RULES[tie_rule]]
            sums = map(sum, zip(*maximal, strict=True))
            attended.append([divide(x, len(maximal)) for x in sums] if len(maximal) > 1 else list(sums))
        for column, change in zip(total, image(W_O, attended), strict=True):
            column[:] = map(operator.add, column, change)
    return tuple(tuple(tidy(x * Fraction(1, common)) for x in column) for column in total)


def read_heads(records: Json, d: int, entries: Weighing) -> tuple[list[Matrices], list[tuple[int, int]]]:
    """The weights of each head, and the sizes of its keys and of its values."""
    heads, sizes = list[Matrices](), list[tuple[int, int]]()
    for head in records:
        fields(head, "W_O", "W_V", "W_K", "W_Q", "b_Q")
        b_Q, W_V = entries.vector(head["b_Q"]), entries.matrix(head["W_V"], None, d)
        sizes.append((len(b_Q), len(W_V)))
        W_K, W_Q = (entries.matrix(head[key], len(b_Q), d) for key in ("W_K", "W_Q"))
        heads.append((entries.matrix(head["W_O"], d, len(W_V)), W_V, W_K, W_Q, b_Q))
    demand(min(map(min, sizes), default=0) > 0, "attention without a head, or a head of size 0")
    return heads, sizes


def sizes_counted(d: int, sizes: list[tuple[int, int]]) -> tuple[int, dict[str, int]]:
    """The number of weights of heads with keys and values of these sizes, and the quantities that are made of sizes."""
    weights = sum(2 * d * (keys + values) + keys for keys, values in sizes)
    return weights, {"attention layers": 1, "heads": len(sizes), "head size": max(map(max, sizes))}


def read_attention(body: Json, d: int, entries: Weighing) -> Layer:
    """The layer of an item `attention`, with hardmax and a tie rule, with or without a mask."""
    fields(body, *(("mask",) if "mask" in body else ()), tie_rule=str, heads=list)
    demand(body.get("mask", "") is not None, "a mask that is null")
    tie_rule, mask, cleared_heads = body["tie_rule"], read_mask(body.get("mask")), []
    demand(tie_rule in TIE_RULES, f"the tie rule {tie_rule!r}", NOT_RECHECKED)
    heads, sizes = read_heads(body["heads"], d, entries)
    for W_O, W_V, W_K, W_Q, b_Q in heads:
        (*W_Q, b_Q), W_K = cleared([*W_Q, b_Q])[0], cleared(W_K)[0]
        cleared_heads.append((W_O, W_V, W_K, W_Q, b_Q))
    weights, quantities = sizes_counted(d, sizes)
    return partial(attention, tie_rule, mask, cleared_heads), weights, {**quantities, tie_rule: 1, **masked(mask)}


def weighted_attention(body: Json, d: int, entries: Weighing) -> Attention:
    """The same by its weights."""
    heads, _ = read_heads(body["heads"], d, entries)
    weighted_heads = [Head(matrix_product(O, V), K, Q, b) for O, V, K, Q, b in heads]  # noqa: E741
    return Attention(body["tie_rule"], body.get("mask"), weighted_heads)


def softmax_attention(mask: Json, heads: list[Matrices], Z: Matrix, spend: Spend) -> Matrix:
    """Z + sum over heads of W_O W_V Z softmax[(W_K Z)^T (W_Q Z + b_Q 1^T)], by column over those that it attends to.

    The first of these scores is taken off all, so that the first of the exponentials is 1.
    """
    changes = []
    for W_O, W_V, W_K, W_Q, b_Q in heads:
        values, keys, attended = image(W_V, Z), image(W_K, Z), []
        for j, unbiased in enumerate(image(W_Q, Z)):
            query = list(map(operator.add, unbiased, b_Q))
            met = attended_columns(mask, j, len(Z))
            if not met:  # it attends to nothing
                attended.append([0] * len(W_V))
                continue
            scores = [total(map(operator.mul, keys[k], query)) for k in met]
            powers = [exp(tidy(score - scores[0]), spend) for score in scores]
            sums = [total(map(operator.mul, powers, row)) for row in zip(*(values[k] for k in met), strict=True)]
            attended.append([divide(x, total(powers)) for x in sums])
        changes.append(image(W_O, attended))
    return added(Z, *changes)


def read_softmax_attention(body: Json, d: int, entries: Weighing) -> Layer:
    """The layer of an item `softmax attention`, with or without a mask."""
    fields(body, "mask", heads=list)
    mask = read_mask(body["mask"])
    heads, sizes = read_heads(body["heads"], d, entries)
    weights, quantities = sizes_counted(d, sizes)
    return partial(softmax_attention, mask, heads), weights, {**quantities, "makes reals": 1, **masked(mask)}


ATTENTION_KINDS = {
    "attention": LayerKind(read_attention, weighted_attention),
    "softmax attention": LayerKind(read_softmax_attention),
}
