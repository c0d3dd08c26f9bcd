"""Attention layers as array programs: heads that share what they read, softmax shifted by its maximum, and hardmax."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from array_api_compat import device

from exactua.networks.heads import AttentionHead, TieRule
from exactua.networks.layer import Layer
from exactua.softmax.floats.combinations import Combination, combinations
from exactua.softmax.floats.rounding import Rounding


class Attention:
    """Z + sum over heads of W_O (W_V Z) weights: the heads are summed first, then they are added to Z."""

    def __init__(
        self,
        heads: Sequence[AttentionHead],
        rounding: Rounding,
        weigh: Callable[[Any, Any], Any],
    ) -> None:
        self.weigh = weigh
        self.combinations: dict[Combination, int] = {}
        """Different rows of W_V Z, W_K Z and W_Q Z + b_Q, numbered: each computed once for all heads that read it."""
        self.heads = []
        self.outer: list[list[tuple[int, float]]] = [[] for _ in range(heads[0].d)]
        """For each row of the state, which attended values are added to it, with their weights."""
        attended = 0
        for number, head in enumerate(heads, 1):
            where = f"of head {number}"
            keys, values, queries = (
                self._placed(matrix, bias, rounding, f"{name} {where}")
                for name, matrix, bias in (
                    ("W_K", head.W_K, None),
                    ("W_V", head.W_V, None),
                    ("W_Q", head.W_Q, head.b_Q),
                )
            )
            self.heads.append((keys, queries, values))
            for row, weights in zip(self.outer, head.W_O, strict=True):
                for k, weight in enumerate(weights):
                    if weight:
                        row.append((attended + k, rounding(weight, f"W_O {where}")))
            attended += len(values)

    def _placed(self, matrix: Any, bias: Any, rounding: Rounding, name: str) -> list[int]:
        """Which of the combinations the rows of a matrix are; new ones are added."""
        rows = combinations(matrix, bias, rounding, name)
        return [self.combinations.setdefault(row, len(self.combinations)) for row in rows]

    def __call__(self, xp: Any, rows: list[Any]) -> list[Any]:
        """The batch after the layer."""
        read = [combination(xp, rows, rows[0]) for combination in self.combinations]
        attended = []
        for keys, queries, values in self.heads:
            scores = None
            for key, query in zip(keys, queries, strict=True):
                product = read[key][:, None, :] * read[query][None, :, :]
                scores = product if scores is None else scores + product
            weights = self.weigh(xp, scores)
            attended += [_weighted(read[value], weights) for value in values]
        return [
            row + Combination(tuple(terms))(xp, attended, row) if terms else row
            for row, terms in zip(rows, self.outer, strict=True)
        ]


def _weighted(values: Any, weights: Any) -> Any:
    """sum over k of values[k] weights[k, j], for each column j: shape (n, points)."""
    total = values[0:1, :] * weights[0, :, :]
    for k in range(1, values.shape[0]):
        total = total + values[k : k + 1, :] * weights[k, :, :]
    return total


class Softmax:
    """exp(s_k - max) / (sum of exp(s_l - max)) over the attended tokens, each column on its own; 0 at the others."""

    def __init__(self, layer: Layer) -> None:
        self.layer = layer

    def __call__(self, xp: Any, scores: Any) -> Any:
        """The weights, shape (n, n, points), from the scores: entry [k, j] is that of token k for token j."""
        if self.layer.mask is None:
            powers = xp.exp(scores - xp.max(scores, axis=0, keepdims=True))
            return powers / _total(powers)
        attended = _Attended(self.layer, xp, scores)
        powers = xp.exp(attended.scores - xp.max(attended.scores, axis=0, keepdims=True)) * attended.marks
        return powers / (_total(powers) + attended.alone)


class Hardmax:
    """The hardmax with its tie rule over the attended tokens, comparing scores as they are in the format.

    Where the largest score of a column is infinite or NaN, scores that differ may compare as equal: the weights of
    that column are NaN, as those of the softmax are.
    """

    def __init__(self, layer: Layer) -> None:
        self.layer = layer

    def __call__(self, xp: Any, scores: Any) -> Any:
        """The weights, shape (n, n, points)."""
        attended = None if self.layer.mask is None else _Attended(self.layer, xp, scores)
        scores = scores if attended is None else attended.scores
        largest = xp.max(scores, axis=0, keepdims=True)
        chosen = scores == largest
        if attended is not None:
            chosen = chosen & attended.allowed
        if self.layer.tie_rule is not TieRule.AVERAGE:
            chosen = _alone(xp, chosen, last=self.layer.tie_rule is TieRule.RIGHTMOST)
        marks = xp.astype(chosen, scores.dtype)
        total = _total(marks) if attended is None else _total(marks) + attended.alone
        return marks / (total + (largest[0, :, :] - largest[0, :, :]))


class _Attended:
    """What a mask leaves of scores: those of a column are -infinity at tokens that it does not attend to.

    A column that attends to nothing keeps its scores, and has weights 0 by its marks.
    """

    def __init__(self, layer: Layer, xp: Any, scores: Any) -> None:
        n = scores.shape[0]
        seen = [frozenset(layer.attended(j, n)) for j in range(n)]
        kept = [[[k in seen[j] or not seen[j]] for j in range(n)] for k in range(n)]
        place = device(scores)
        self.allowed = xp.asarray([[[k in seen[j]] for j in range(n)] for k in range(n)], device=place)
        self.marks = xp.astype(self.allowed, scores.dtype)
        self.scores = xp.where(xp.asarray(kept, device=place), scores, _infinite(xp, scores))
        self.alone = xp.asarray([[0.0 if attended else 1.0] for attended in seen], dtype=scores.dtype, device=place)
        """1 at columns that attend to nothing."""


def _infinite(xp: Any, scores: Any) -> Any:
    return xp.asarray(float("-inf"), dtype=scores.dtype, device=device(scores))


def _alone(xp: Any, chosen: Any, last: bool) -> Any:
    """Of the marks along the first axis the first one, or the last one."""
    n = chosen.shape[0]
    taken, kept = None, [None] * n
    for k in reversed(range(n)) if last else range(n):
        mark = chosen[k, :, :]
        kept[k] = mark if taken is None else mark & ~taken
        taken = mark if taken is None else taken | mark
    return xp.stack(kept, axis=0)


def _total(parts: Any) -> Any:
    """The sum along the first axis, from the first to the last."""
    total = parts[0, :, :]
    for k in range(1, parts.shape[0]):
        total = total + parts[k, :, :]
    return total
