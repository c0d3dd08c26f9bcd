"""Domains as Gallina predicates on points: recognised by the whole structure of their spec, never by their name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from exactua.grids import categories
from exactua.grids.categories import DomainSpec
from exactua.proving.rocq.naming import NotExported
from exactua.terms.encoding import canonical
from exactua.terms.language import integer
from exactua.terms.tracing import Columns, Number, row

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


def _every_matrix(step: Number, count: Number) -> str:
    """The canonical JSON of all d x n matrices with entries 0, step, 2 step, ... (`count` of them)."""
    ids = row(Columns(1, categories.d, "i"), lambda i: count ** (i - 1))
    return canonical(DomainSpec("", "sequences", (integer(0), step.term, count.term), (), ids.term).data())


EVERY_MATRIX: Final[Mapping[str, tuple[str, str]]] = {
    _every_matrix(1 / categories.m, categories.m + 1): ("m + 1", "m"),
    _every_matrix(1 / (2 * categories.m), 2 * categories.m): ("2 * m", "2 * m"),
    _every_matrix(1 / (2 * categories.m), 2 * categories.m + 1): ("2 * m + 1", "2 * m"),
}
"""Further grids of all matrices, by the canonical JSON of a spec: how many numbers an entry may be, 0 the least of
them, and how many of their units are 1."""

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
    data = canonical(spec.data())
    if data in EVERY_MATRIX:
        return f"PositionNetworks.every_matrix d n ({EVERY_MATRIX[data][0]}) {point}"
    template = PREDICATES.get(data)
    if template is None:
        raise NotExported(f"the domain {spec.name!r} is none of those of Grids.v")
    return template.format(point)


def units(spec: DomainSpec) -> str:
    """How many units of a point's entries are 1, an expression in nat: 1/delta but where the entries are finer."""
    _, per_one = EVERY_MATRIX.get(canonical(spec.data()), ("", "m"))
    return per_one
