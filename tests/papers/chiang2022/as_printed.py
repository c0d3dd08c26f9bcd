"""The four programs in NumPy's floats, with the matrices as the authors print them, 0s and all.

What PyTorch does with them is written out here: heads are equal parts of the rows of W^Q, W^K and W^V, scores are divided
by the root of a head's size, layer normalisation divides by sqrt(variance + eps), variance over the number of entries.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[np.float64]]


def attention(x: Array, heads: int, in_proj: Sequence[Sequence[float]], out_proj: Sequence[Sequence[float]]) -> Array:
    """torch.nn.MultiheadAttention without biases; x is n x d."""
    w_q, w_k, w_v = np.split(np.array(in_proj, float), 3)
    outputs = []
    for q, k, v in zip(*(np.split(w, heads) for w in (w_q, w_k, w_v)), strict=True):
        scores = (x @ q.T) @ (x @ k.T).T / math.sqrt(len(q))
        weights = np.exp(scores)
        outputs.append(weights / weights.sum(axis=1, keepdims=True) @ (x @ v.T))
    return np.concatenate(outputs, axis=1) @ np.array(out_proj, float).T


def feed_forward(
    x: Array, w_1: Sequence[Sequence[float]], b_1: Sequence[float], w_2: Sequence[Sequence[float]]
) -> Array:
    """linear2(relu(linear1(x)))."""
    return np.maximum(x @ np.array(w_1, float).T + np.array(b_1, float), 0) @ np.array(w_2, float).T


def norm(x: Array, eps: float) -> Array:
    """torch.nn.LayerNorm as it is made."""
    return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + eps)


def encoded(w: Sequence[int], d: int, rows: dict[int, Array]) -> Array:
    """word_embedding[w] + pos_encoding(len(w))."""
    x = np.eye(3, d)[list(w)]
    for row, values in rows.items():
        x[:, row] += values
    return x


def first(word: Sequence[int], big: float) -> float:
    """first_exact.py."""
    w = [2, *word]
    x = encoded(w, 6, {3: np.arange(len(w)) == 1})
    x = x + feed_forward(x, [[0, 1, 0, 1, 0, 0]], [-1.0], [[0]] * 4 + [[1], [0]])
    in_proj = [[0, 0, big, 0, 0, 0]] + [[0] * 6] * 5 + [[0, 0, 0, 1, 0, 0]] + [[0] * 6] * 5
    in_proj += [[0] * 6] * 5 + [[0, 0, 0, -0.5, 1, 0]]
    x = x + attention(x, 1, in_proj, [[0] * 6] * 5 + [[0, 0, 0, 0, 0, 1]])
    return float(x[0] @ [0, 0, 0, 0, 0, 1])


def first_layernorm(word: Sequence[int], big: float, eps: float) -> float:
    """first_exact_layernorm.py."""
    w = [2, *word]
    x = encoded(w, 6, {3: np.arange(len(w)) == 1})
    x = norm(np.concatenate([x, -x], axis=1), eps)
    w_1 = [[-1, 0, -1, 1, 0, 0, 0, 0, 0, 0, 0, 0]]
    x = norm(x + feed_forward(x, w_1, [0.0], [[0]] * 4 + [[1], [0]] + [[0]] * 4 + [[-1], [0]]), eps)
    in_proj = [[0, 0, big, 0, 0, 0, 0, 0, 0, 0, 0, 0]] + [[0] * 12] * 11
    in_proj += [[0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]] + [[0] * 12] * 11
    in_proj += [[0] * 12] * 5 + [[0, 0, 0, -0.5, 1, 0, 0, 0, 0, 0, 0, 0]] + [[0] * 12] * 6
    out_proj = [[0] * 12] * 5 + [[0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]]
    out_proj += [[0] * 12] * 5 + [[0, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, 0]]
    x = norm(x + attention(x, 1, in_proj, out_proj), eps)
    x = norm(x + feed_forward(x, np.eye(12).tolist(), [0.0] * 12, _cancelling(6, 5)), eps)
    return float(x[0] @ [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0])


def parity(word: Sequence[int], big: float) -> float:
    """parity_exact.py."""
    x = _parity_input(word)
    in_proj = [[0] * 10] * 20 + [[0, 1, 0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0, 0, 0, 0, 0]] + [[0] * 10] * 8
    out_proj = [[0] * 10] * 5 + [[1, 0, 0, 0, 0, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0, 0, 0, 0, 0]] + [[0] * 10] * 3
    x = x + attention(x, 2, in_proj, out_proj)
    w_1 = [[0, 0, 0, -1, 0, 1, -1, 0, 0, 0], [0, 0, 0, -1, 0, 1, 0, 0, 0, 0], [0, 0, 0, -1, 0, 1, 1, 0, 0, 0]]
    x = x + feed_forward(x, w_1, [0.0] * 3, [[0, 0, 0]] * 7 + [[1, -2, 1], [0, 0, 0], [0, 0, 0]])
    query, value = [[0, 0, big, 0, 0, 0, 0, 0, 0, 0]], [[0, 0, 0, 0, 0, 0, 0, 1, 0, 0]]
    in_proj = (query + [[0] * 10] * 4) * 2
    in_proj += [[0, 0, 0, 0, 1, 0, 0, 0, 0, 0]] + [[0] * 10] * 4 + [[0, 0, 0, 0, -1, 0, 0, 0, 0, 0]] + [[0] * 10] * 4
    in_proj += (value + [[0] * 10] * 4) * 2
    x = x + attention(x, 2, in_proj, [[0] * 10] * 8 + [[-1, 0, 0, 0, 0, 1, 0, 0, 0, 0], [0] * 10])
    return float(x[-1] @ [0, 0, 0, 0, 0, 0, 0, 0, 1, 0])


def parity_layernorm(word: Sequence[int], big: float, eps: float) -> float:
    """parity_exact_layernorm.py."""
    x = _parity_input(word)
    x = np.concatenate([x, -x], axis=1)
    none = [0] * 10
    in_proj = [[0] * 20] * 40 + [[0, 1, *[0] * 8, *none], [0, 0, 1, *[0] * 7, *none]] + [[0] * 20] * 18
    half = [[1, *[0] * 9, *none], [0, 1, *[0] * 8, *none]]
    minus = [[-1, *[0] * 9, *none], [0, -1, *[0] * 8, *none]]
    out_proj = [[0] * 20] * 5 + half + [[0] * 20] * 3 + [[0] * 20] * 5 + minus + [[0] * 20] * 3
    x = norm(x + attention(x, 2, in_proj, out_proj), eps)
    w_1 = [[0, 0, 0, -1, 0, 1, -1, 0, 0, 0], [0, 0, 0, -1, 0, 1, 0, 0, 0, 0], [0, 0, 0, -1, 0, 1, 1, 0, 0, 0]]
    w_2 = [[0, 0, 0]] * 7 + [[1, -2, 1]] + [[0, 0, 0]] * 9 + [[-1, 2, -1]] + [[0, 0, 0]] * 2
    x = norm(x + feed_forward(x, [[*row, *none] for row in w_1], [0.0] * 3, w_2), eps)
    in_proj = ([[0, 0, big, 0, 0, 0, 0, 0, 0, 0, *none]] + [[0] * 20] * 9) * 2
    in_proj += [[0, 0, 0, 0, 1, 0, 0, 0, 0, 0, *none]] + [[0] * 20] * 9
    in_proj += [[0, 0, 0, 0, -1, 0, 0, 0, 0, 0, *none]] + [[0] * 20] * 9
    in_proj += ([[0, 0, 0, 0, 0, 0, 0, 1, 0, 0, *none]] + [[0] * 20] * 9) * 2
    ends = [[-1, *[0] * 9, 1, *[0] * 9], [0] * 20, *[[0] * 20] * 8, [1, *[0] * 9, -1, *[0] * 9], [0] * 20]
    x = norm(x + attention(x, 2, in_proj, [[0] * 20] * 8 + ends), eps)
    x = norm(x + feed_forward(x, np.eye(20).tolist(), [0.0] * 20, _cancelling(10, 8)), eps)
    return float(x[-1] @ [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, *none])


def _parity_input(word: Sequence[int]) -> Array:
    w = [*word, 2]
    pos = np.arange(len(w)).astype(float)
    return encoded(w, 10, {3: pos / len(w), 4: np.cos(pos * math.pi)})


def _cancelling(half: int, kept: int) -> list[list[float]]:
    """torch.cat((torch.cat((-I, I), dim=1), torch.cat((I, -I), dim=1))), with 0 in both rows of what is kept."""
    single = np.eye(half)
    w = np.concatenate([np.concatenate([-single, single], axis=1), np.concatenate([single, -single], axis=1)])
    w[kept, kept] = w[kept, kept + half] = w[kept + half, kept] = w[kept + half, kept + half] = 0
    rows: list[list[float]] = w.tolist()
    return rows
