"""Domains as Gallina predicates on points: recognised by the whole structure of their spec, never by their name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from exactua.grids import categories
from exactua.grids.categories import DomainSpec
from exactua.proving.rocq.refusal import NotExported
from exactua.terms.encoding import canonical

PREDICATES: Final[Mapping[str, str]] = {
    canonical(spec.data()): predicate
    for spec, predicate in (
        (categories.category1, "category_1 d n m {}"),
        (categories.category2, "category_2 d n m {}"),
        (categories.category3, "category_3 d n m {}"),
        (categories.grid, "G_delta d n m {0} /\\ in_order d m {0}"),
        (categories.extended_grid, "G_plus d n m {0} /\\ in_order d m {0}"),
        (categories.grid_sequences, "G_delta d n m {}"),
        (categories.all_sequences, "G_plus d n m {}"),
    )
}
"""By the canonical JSON of a spec: the predicate of Grids.v, with a place for the point."""

COLUMNS_OF_NUMBERS: Final = canonical(categories.real_columns.data())
"""The domain of all rows and columns of numbers; points have rational entries in Rocq."""


def is_column_of_numbers(spec: DomainSpec) -> bool:
    """Whether the domain is that of all rows and all columns of numbers."""
    return canonical(spec.data()) == COLUMNS_OF_NUMBERS


def predicate(spec: DomainSpec, point: str) -> str:
    """The proposition that `point` is in the domain. Raises NotExported for a domain that Grids.v has not.

    A pair [L L'] is a point too: its first n columns and the others are points of what the domain pairs.
    """
    if spec.kind == "pairs" and spec.of is not None:
        return " /\\ ".join(predicate(spec.of, f"({half} n {point})") for half in ("firstn", "skipn"))
    template = PREDICATES.get(canonical(spec.data()))
    if template is None:
        raise NotExported(f"the domain {spec.name!r} is none of those of Grids.v")
    return template.format(point)
