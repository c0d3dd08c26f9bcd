"""How many columns a network takes: any number, or the one that its encodings, masks and bi-linear projections fix."""

from __future__ import annotations

from collections.abc import Sequence

from exactua.errors import InputError
from exactua.networks.attention import HeadLayer
from exactua.networks.bilinear_projection import BilinearProjection
from exactua.networks.items import Item
from exactua.networks.positional_encoding import PositionalEncoding
from exactua.networks.quantities import templates
from exactua.plurals import counted


def fixed_columns(items: Sequence[Item]) -> tuple[int, str] | None:
    """The number n of columns that these items fix, and the layer that does; None where they take any.

    Raises InputError where two layers fix different numbers: then no matrix fits.
    """
    found: tuple[int, str] | None = None
    for layer, _ in templates(items):
        if isinstance(layer, PositionalEncoding):
            n, name = len(layer.E[0]), "positional encoding"
        elif isinstance(layer, HeadLayer) and isinstance(layer.mask, tuple):
            n, name = len(layer.mask), "mask"
        elif isinstance(layer, BilinearProjection):
            n, name = layer.n, "bi-linear projection"
        else:
            continue
        if found is not None and found[0] != n:
            raise InputError(
                f"the network has a {found[1]} for {counted(found[0], 'column')} and a {name} for {n}: "
                "no point fits both"
            )
        found = found or (n, name)
    return found
