"""How many columns a network takes: any number, or the one that its encodings, masks and bi-linear projections fix."""

from __future__ import annotations

from collections.abc import Sequence

from exactua.errors import InputError
from exactua.networks.items import Item
from exactua.networks.quantities import templates
from exactua.plurals import counted


def fixed_columns(items: Sequence[Item]) -> tuple[int, str] | None:
    """The number n of columns that these items fix, and the layer that does; None where they take any.

    Raises InputError where two layers fix different numbers: then no matrix fits.
    """
    fixed: tuple[int, str] | None = None
    for layer, _ in templates(items):
        if layer.columns is None:
            continue
        n, name = layer.columns
        if fixed is not None and fixed[0] != n:
            raise InputError(
                f"the network has a {fixed[1]} for {counted(fixed[0], 'column')} and a {name} for {n}: "
                "no point fits both"
            )
        fixed = fixed or (n, name)
    return fixed
