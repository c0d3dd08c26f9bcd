"""The grids of Yun et al. 2020 as data: G_delta, G~_delta, G+_delta and the Categories 1, 2, 3 (Lemma 8, App. E.3).

A `DomainSpec` says, in terms over the parameters, what 'for all L' ranges over; `build` makes it countable points.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from exactua.grids.columns import ColumnSet, Progression
from exactua.grids.orbits import Orbits
from exactua.grids.pairs import Pairs
from exactua.grids.sequences import Sequences
from exactua.terms.encoding import Data, to_data
from exactua.terms.language import Term, integer
from exactua.terms.tracing import Columns, Number, parameter, row, variable

Kind = Literal["orbits", "sequences", "cells", "pairs"]


@dataclass(frozen=True)
class DomainSpec:
    """What a step quantifies over, for every instance at once.

    kind "orbits": d x n matrices up to permutation of their columns; "sequences": all of them, in order;
    "cells": all real columns, cut into finitely many cells; "pairs": all ordered pairs of points of another domain.
    Levels are the regular values of an entry (start, step, count), specials the exceptional ones; `ids` is the list u
    whose product u^T L_{:,j} is the column id.
    """

    name: str
    kind: Kind
    levels: tuple[Term, Term, Term] | None = None
    special: tuple[Term, ...] = ()
    ids: Term | None = None
    repeats: Literal["allowed", "forbidden", "required"] = "allowed"
    specials: Literal["none", "allowed", "required"] = "allowed"
    of: DomainSpec | None = None
    """What a domain of pairs pairs."""

    def data(self) -> Data:
        """The spec as JSON data (docs/certificate-format.md, 5)."""
        if self.kind == "pairs" and self.of is not None:
            return {"kind": "pairs", "of": self.of.data()}
        if self.kind == "cells" or self.levels is None or self.ids is None:
            return {"kind": "cells", "columns": 1}
        start, step, count = (to_data(term) for term in self.levels)
        spec = {
            "kind": self.kind,
            "levels": {"start": start, "step": step, "count": count},
            "special": [to_data(term) for term in self._special()],
            "ids": to_data(self.ids),
        }
        if self.kind == "orbits":
            spec |= {"repeats": self.repeats, "specials": self.specials}
        return spec

    def _special(self) -> tuple[Term, ...]:
        return () if self.kind == "sequences" and self.specials == "none" else self.special


def build(spec: DomainSpec, value: Callable[[Term], Any], parameters: Mapping[str, Any]) -> Orbits | Sequences | Pairs:
    """The countable domain that `spec` (any kind but cells) is at an instance; `value` evaluates its terms."""
    if spec.kind == "pairs" and spec.of is not None:
        paired = build(spec.of, value, parameters)
        assert not isinstance(paired, Pairs)
        return Pairs(paired)
    if spec.levels is None or spec.ids is None:
        raise ValueError(f"{spec.name} is not a domain of points")
    start, step, count = (value(term) for term in spec.levels)
    special = tuple(value(term) for term in spec.special) if spec.specials != "none" else ()
    columns = ColumnSet(parameters["d"], Progression(start, step, int(count)), special, value(spec.ids))
    if spec.kind == "sequences":
        return Sequences(columns, parameters["n"])
    return Orbits(columns, parameters["n"], spec.repeats, spec.specials)


d, n, m = parameter("d"), parameter("n"), parameter("m")

u = row(Columns(1, d, "i"), lambda i: m ** (i - 1))
"""The vector u = (1, delta^-1, ..., delta^(-d+1)) of App. E.3: u^T L_{:,j} is the column id."""

outside_level: Number = -(m ** (n * d))
"""The value -delta^(-nd) that the quantiser gives to entries outside [0, 1) (Lemma 7)."""

_regular = (integer(0), (1 / m).term, m.term)

extended_grid = DomainSpec("G+", "orbits", _regular, (outside_level.term,), u.term)
"""G+_delta = {-delta^(-nd), 0, delta, ..., 1 - delta}^(d x n), up to permutation."""

grid = replace(extended_grid, name="G", specials="none")
"""G_delta = {0, delta, ..., 1 - delta}^(d x n), up to permutation."""

category1 = replace(grid, name="category 1", repeats="forbidden")
"""Category 1 = G~_delta: all columns are different."""

category2 = replace(grid, name="category 2", repeats="required")
"""Category 2 = G_delta without G~_delta: there are duplicate columns."""

category3 = replace(extended_grid, name="category 3", specials="required")
"""Category 3 = G+_delta without G_delta: some entry is -delta^(-nd)."""

all_sequences = replace(extended_grid, name="G+ in every order", kind="sequences")
"""G+_delta itself: every matrix, in every order of its columns."""

grid_sequences = replace(grid, name="G in every order", kind="sequences")
"""G_delta itself: every matrix, in every order of its columns."""


def pairs_of(spec: DomainSpec) -> DomainSpec:
    """All ordered pairs (L, L') of points of `spec`, equal ones too: the point is the d x 2n matrix [L L']."""
    if spec.kind not in ("orbits", "sequences"):
        raise ValueError(f"pairs of {spec.kind} are not a domain")
    return DomainSpec(f"pairs of {spec.name}", "pairs", of=spec)


real_columns = DomainSpec("all real columns", "cells")
"""Every row and every column of R^(d x 1): what a token-wise network is given, cut into cells along that row."""

chosen_row = variable("row")
"""The row that a point of `real_columns` is cut along."""
