"""Small sets and weights that the tests of training share; nothing here needs PyTorch."""

from __future__ import annotations

from random import Random

from exactua.commands.train.labelled_tokens import TrainingSet
from exactua.commands.train.weights import Block, Rows, Vector, Weights
from exactua.console.own_data import pairs_in
from exactua.papers.kajitsuka2024.labelled_sequences import LabelledSequences


def labelled(*pairs) -> LabelledSequences:
    """Each pair (X, Y) as rows."""
    return pairs_in({"pairs": [{"X": X, "Y": Y} for X, Y in pairs]})


def tiny() -> TrainingSet:
    """Two tokens whose labels depend on the third: 1 beside 3, 2 beside 4."""
    return TrainingSet(labelled(([[1, 2, 3]], [[1, 1, 1]]), ([[1, 2, 4]], [[2, 2, 1]])), "tiny")


def weights(layers: int, width: int = 2, hidden: int = 3, classes: int = 2, seed: int = 1) -> Weights:
    """Floats of about 1, each with a short binary fraction."""
    source = Random(seed)

    def vector(n: int) -> Vector:
        return tuple(source.randrange(-64, 65) / 64 for _ in range(n))

    def rows(n: int, m: int) -> Rows:
        return tuple(vector(m) for _ in range(n))

    blocks = [
        Block(
            vector(width),
            vector(width),
            vector(width),
            rows(hidden, width),
            vector(hidden),
            rows(width, hidden),
            vector(width),
        )
        for _ in range(layers)
    ]
    return Weights(tuple(blocks), rows(classes, width), vector(classes))
