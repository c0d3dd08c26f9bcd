"""The second evaluator of networks that make reals: every layer by the other of its two formulas."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from exactua.networks.layer import Layer, applied


def through(layers: Iterable[Layer], matrix: Sequence[Sequence[Any]], first: int = 1) -> Any:
    """The matrix after the layers; those that make no reals are applied as they are.

    `first` is the number of the first layer. Raises InputError, with its number, for a layer without a value.
    """
    return applied(layers, tuple(map(tuple, matrix)), first, otherwise=True)
