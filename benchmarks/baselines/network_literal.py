"""A Transformer with hardmax attention and ReLU feed-forward layers, evaluated the obvious way, a matrix at a time.

`number` is the class of the numbers: `fractions.Fraction`, `gmpy2.mpq` or `flint.fmpq`; nothing else differs. It
imports nothing but the standard library. Layers are dictionaries of weight matrices: an attention layer is
{"heads": [{"W_O", "W_V", "W_K", "W_Q", "b_Q"}, ...]}, a feed-forward layer {"W_1", "b_1", "W_2", "b_2"}; numbers are
written "p/q".
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

Matrix = list[list[Any]]


class Transformer:
    """The network of these layers on numbers of this class."""

    def __init__(self, layers: Sequence[dict[str, Any]], number: Any = Fraction) -> None:
        self.number = number
        self.layers = [self._read(layer) for layer in layers]

    def _read(self, written: Any) -> Any:
        """Everything that is written in it as numbers."""
        if isinstance(written, dict):
            return {name: self._read(value) for name, value in written.items()}
        if isinstance(written, str):
            numerator, _, denominator = written.partition("/")
            return self.number(int(numerator), int(denominator or 1))
        return [self._read(value) for value in written]

    def matrix(self, written: Sequence[Sequence[str]]) -> Matrix:
        """A point."""
        matrix: Matrix = self._read(written)
        return matrix

    def __call__(self, Z: Matrix) -> Matrix:
        """The output of the last layer at a d x n matrix."""
        for layer in self.layers:
            Z = self.attention(layer["heads"], Z) if "heads" in layer else self.feed_forward(layer, Z)
        return Z

    def attention(self, heads: Sequence[dict[str, Any]], Z: Matrix) -> Matrix:
        """Z + sum over heads of W_O W_V Z hardmax[(W_K Z)^T (W_Q Z + b_Q 1^T)]."""
        n, result = len(Z[0]), Z
        for head in heads:
            keys, queries = self.product(head["W_K"], Z), self.product(head["W_Q"], Z)
            queries = [[x + bias for x in row] for row, bias in zip(queries, head["b_Q"], strict=True)]
            scores = self.product([list(column) for column in zip(*keys, strict=True)], queries)
            weights = [[self.number(0)] * n for _ in range(n)]
            for j in range(n):
                top = max(scores[k][j] for k in range(n))
                maximal = [k for k in range(n) if scores[k][j] == top]
                for k in maximal:
                    weights[k][j] = self.number(1, len(maximal))
            added = self.product(head["W_O"], self.product(self.product(head["W_V"], Z), weights))
            result = [[x + y for x, y in zip(a, b, strict=True)] for a, b in zip(result, added, strict=True)]
        return result

    def feed_forward(self, layer: dict[str, Any], Z: Matrix) -> Matrix:
        """Z + W_2 ReLU(W_1 Z + b_1 1^T) + b_2 1^T."""
        zero = self.number(0)
        hidden = self.product(layer["W_1"], Z)
        active = [[max(x + bias, zero) for x in row] for row, bias in zip(hidden, layer["b_1"], strict=True)]
        added = self.product(layer["W_2"], active)
        return [
            [z + x + bias for z, x in zip(before, row, strict=True)]
            for before, row, bias in zip(Z, added, layer["b_2"], strict=True)
        ]

    def product(self, A: Matrix, B: Matrix) -> Matrix:
        """A B."""
        columns, zero = list(zip(*B, strict=True)), self.number(0)
        return [[sum((a * b for a, b in zip(row, column, strict=True)), zero) for column in columns] for row in A]
