"""What a network is, told by its layers as they are written: counts, columns, reals, permutation equivariance."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from exactua.arithmetic.messages import brief
from exactua.arithmetic.reals import Real
from exactua.errors import InputError
from exactua.networks.heads import TieRule
from exactua.networks.items import Family, Group, Item, Table
from exactua.networks.layer import Layer
from exactua.plurals import counted

if TYPE_CHECKING:
    from exactua.networks.network import Network


def templates(items: Sequence[Item], times: int = 1) -> Iterator[tuple[Layer, int]]:
    """Each layer as it is written, with how often it occurs once families and tables are unrolled (never 0 times)."""
    for item in items:
        if isinstance(item, Group):
            yield from templates(item.items, times)
        elif not isinstance(item, (Family, Table)):
            yield item, times
        elif item.count:
            yield from templates(item.items, times * item.count)


def quantity(items: Sequence[Item], name: str) -> int:
    """The count of this name, one of `QUANTITIES`. Raises InputError for another name."""
    if name not in QUANTITIES:
        raise InputError(f"{brief(name)} is not a quantity of a network; write one of: {', '.join(QUANTITIES)}")
    return QUANTITIES[name](items)


def _sum(name: str, items: Sequence[Item]) -> int:
    return sum(times * layer.quantities.get(name, 0) for layer, times in templates(items))


def _greatest(name: str, items: Sequence[Item]) -> int:
    return max((layer.quantities.get(name, 0) for layer, _ in templates(items)), default=0)


def _parameters(items: Sequence[Item]) -> int:
    return sum(times * layer.parameters for layer, times in templates(items))


def _largest_layer_parameters(items: Sequence[Item]) -> int:
    return max((layer.parameters for layer, _ in templates(items)), default=0)


QUANTITIES: Final[Mapping[str, Callable[[Sequence[Item]], int]]] = MappingProxyType(
    {
        "attention layers": partial(_sum, "attention layers"),
        "feed-forward layers": partial(_sum, "feed-forward layers"),
        "heads": partial(_greatest, "heads"),
        "head size": partial(_greatest, "head size"),
        "hidden size": partial(_greatest, "hidden size"),
        "activations outside Phi": partial(_sum, "activations outside Phi"),
        "other layers": partial(_sum, "other layers"),
        "parameters": _parameters,
        "largest layer parameters": _largest_layer_parameters,
    }
)
"""Every quantity by name: numbers of layers; largest number of heads, head size (of keys or of values) and hidden size
(0 without a layer of that kind); the number of feed-forward layers whose activation is not in Phi; the number of all
entries of weight matrices and biases, zeros included, families unrolled, in all layers or in the layer that has most.

>>> QUANTITIES["parameters"](Network(1, [PositionalEncoding([[0, 1]])]).items)
2
"""


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


def makes_reals(network: Network) -> str | None:
    """Which layers make reals of rationals whatever their weights are, such as "softmax"; None: no layer does."""
    kinds = dict.fromkeys(layer.makes_reals for layer, _ in templates(network.items) if layer.makes_reals)
    return " and ".join(kinds) or None


def without_forms(network: Network) -> str | None:
    """Why a layer of the network has no affine forms, whatever its weights are; None where no layer says so."""
    return next((layer.without_forms for layer, _ in templates(network.items) if layer.without_forms), None)


def speaks_of_reals(network: Network) -> bool:
    """Whether the network has a layer that makes reals, or a weight that is a real."""
    if makes_reals(network):
        return True
    layers = (layer for layer, _ in templates(network.items))
    return any(isinstance(entry, Real) for layer in layers for entries in layer.numbers().values() for entry in entries)


def not_equivariant(network: Network) -> str | None:
    """What layer a network has that is not permutation equivariant, in words; None: all are, and so is the network."""
    layers = [layer for layer, _ in templates(network.items)]
    rules = {layer.tie_rule for layer in layers if layer.tie_rule is not None} - {TieRule.AVERAGE}
    if rules:
        return f"breaks ties {' and '.join(sorted(rules))}"
    if any(layer.mask is not None for layer in layers):
        return "masks what its tokens attend to"
    if any(layer.by_places for layer in layers):
        return "has a layer that treats columns by their places"
    return None
