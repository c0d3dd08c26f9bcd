"""The d and the n that domains and networks of somebody's own claim fix by construction: no other is possible there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from exactua.errors import ExactuaError
from exactua.grids.categories import DomainSpec
from exactua.networks import Network

SIZES: Final = ("d", "n")
"""The parameters that are sizes of matrices."""


def only_size(
    name: str,
    domains: Iterable[DomainSpec],
    builders: Iterable[Callable[[Mapping[str, Any]], Network]],
    values: Mapping[str, Any],
) -> int | None:
    """The only d, or n, that lists of points and columns have, and networks that are built without it; else None.

    `values` are the other parameters, as far as they are known.
    """
    sizes = {shape_of(spec).get(name) for spec in domains}
    if name == "d":
        sizes |= {_rows(builder, values) for builder in builders}
    known = sizes - {None}
    return known.pop() if len(known) == 1 else None


def shape_of(spec: DomainSpec) -> dict[str, int]:
    """The d and the n that a domain fixes: of listed points both, of listed columns the rows."""
    if spec.of is not None:
        return shape_of(spec.of)
    if spec.options:
        first, *others = map(shape_of, spec.options)
        return {name: size for name, size in first.items() if all(other.get(name) == size for other in others)}
    if spec.points:
        shapes = {(len(point), len(point[0])) for point in spec.points}
        return dict(zip(SIZES, shapes.pop(), strict=True)) if len(shapes) == 1 else {}
    if spec.sets:
        return {"d": len(spec.sets[0][0]), "n": len(spec.sets)}
    return {"d": len(spec.columns[0])} if spec.columns else {}


def _rows(builder: Callable[[Mapping[str, Any]], Network], values: Mapping[str, Any]) -> int | None:
    """The rows of a network that is built without d; None where it asks for d, or for what is not known."""
    try:
        return builder(values).d
    except ExactuaError:
        return None
