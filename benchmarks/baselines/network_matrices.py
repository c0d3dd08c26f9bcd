"""A Transformer with hardmax attention and ReLU feed-forward layers on matrices of python-flint (fmpq_mat).

What is a product of matrices is one; the hardmax, the ReLU and the biases go entry by entry.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flint import fmpq, fmpq_mat

from baselines.network_literal import Transformer


class TransformerMatrices(Transformer):
    """The same network on fmpq_mat."""

    def __init__(self, layers: Sequence[dict[str, Any]]) -> None:
        super().__init__(layers, fmpq)

    def _read(self, written: Any) -> Any:
        value = super()._read(written)
        return fmpq_mat(value) if isinstance(value, list) and value and isinstance(value[0], list) else value

    def attention(self, heads: Sequence[dict[str, Any]], Z: Any) -> Any:
        """Z + sum over heads of W_O W_V Z hardmax[(W_K Z)^T (W_Q Z + b_Q 1^T)]."""
        n, result = Z.ncols(), Z
        ones = fmpq_mat(1, n, [fmpq(1)] * n)
        for head in heads:
            bias = fmpq_mat(len(head["b_Q"]), 1, head["b_Q"])
            scores = (head["W_K"] * Z).transpose() * (head["W_Q"] * Z + bias * ones)
            weights = fmpq_mat(n, n)
            for j in range(n):
                column = [scores[k, j] for k in range(n)]
                top = max(column)
                maximal = [k for k in range(n) if column[k] == top]
                for k in maximal:
                    weights[k, j] = fmpq(1, len(maximal))
            result = result + head["W_O"] * (head["W_V"] * Z * weights)
        return result

    def feed_forward(self, layer: dict[str, Any], Z: Any) -> Any:
        """Z + W_2 ReLU(W_1 Z + b_1 1^T) + b_2 1^T."""
        r, n, zero = len(layer["b_1"]), Z.ncols(), fmpq(0)
        ones = fmpq_mat(1, n, [fmpq(1)] * n)
        hidden = layer["W_1"] * Z + fmpq_mat(r, 1, layer["b_1"]) * ones
        active = fmpq_mat(r, n, [max(x, zero) for x in hidden.entries()])
        return Z + layer["W_2"] * active + fmpq_mat(len(layer["b_2"]), 1, layer["b_2"]) * ones
