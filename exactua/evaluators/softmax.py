"""The second evaluator of networks that make reals: every layer by the other of its two formulas."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from exactua.networks.layer import Layer


def through(layers: Iterable[Layer], matrix: Sequence[Sequence[Any]]) -> Any:
    """The matrix after the layers; those that make no reals are applied as they are."""
    Z = tuple(map(tuple, matrix))
    for layer in layers:
        Z = layer.apply_otherwise(Z)
    return Z
