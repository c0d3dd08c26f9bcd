"""Where the operands of a term come from: the ids of a family, and its passage through the networks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from exactua.proving.symbolic.arithmetic import divided
from exactua.proving.symbolic.classes import ByClass
from exactua.proving.symbolic.families import Family
from exactua.proving.symbolic.forms import Form
from exactua.proving.symbolic.grid import Grid
from exactua.proving.symbolic.passing import Passage
from exactua.terms.evaluation import AfterLayers, LayerAlone, NotObserved, Stage, Value
from exactua.terms.language import TermError


class FamilyObservations:
    """A family's ids and matrices, as the one evaluator of terms asks for them."""

    def __init__(
        self,
        grid: Grid,
        family: Family,
        ids: tuple[Form, ...],
        passage: Callable[[str], Passage],
        quantities: Callable[[str, str], Any],
    ) -> None:
        self.grid, self.family, self.ids, self.passage, self.quantities = grid, family, ids, passage, quantities
        self._point: Value | None = None

    def by_column(self, values: Sequence[Value]) -> Sequence[Value]:
        """One value a column, or one a class."""
        if self.family.columns is None:
            return ByClass(values)
        return tuple([values[k] for k in self.family.columns])

    def row(self, u: tuple[Any, ...], network: str | None, stage: Stage) -> Sequence[Value] | None:
        """The ids u^T of the state at the family's points; None where u is another list."""
        return self.ids_at(network, stage) if u == self.grid.u else None

    def ids_at(self, network: str | None, stage: Stage) -> Sequence[Value]:
        """The ids at a stage, in unit 1."""
        return self.by_column(self._in_unit_1(self._state(network, stage)))

    def _state(self, network: str | None, stage: Stage) -> tuple[Any, ...]:
        if network is None:
            return self.ids
        passage = self.passage(network)
        if isinstance(stage, AfterLayers):
            return passage.after_layers(stage.count)
        if isinstance(stage, LayerAlone):
            raise NotObserved("a layer alone")
        after = passage.profile.stages.get(stage) if isinstance(stage, str) else stage
        if after is None or not 0 <= after < len(passage.profile.ends):
            raise TermError(f"{network} has no stage {stage!r}")
        return passage.after_items(after)

    def point(self) -> Value:
        """The matrix: of its entries nothing is known but that they make the ids. For all d: row 1, and any other."""
        if self._point is None:
            self._point = tuple(self.by_column(row) for row in self._entries(self.grid.u or (1, 0)))
        return self._point

    def _entries(self, u: tuple[Any, ...]) -> list[list[Form]]:
        rows: list[list[Form]] = [[] for _ in u]
        for k, form in enumerate(self.ids):
            if form.fixed and not form.constant:  # no entry is negative, so all are 0
                for row in rows:
                    row.append(form)
                continue
            if self.grid.u is None:
                for i, row in enumerate(rows):
                    row.append(form.simplex.line((i, k)))
                continue
            first = form * self.grid.unit
            for i in range(1, len(u)):
                entry = form.simplex.line((i, k))
                rows[i].append(entry)
                first = first - entry * u[i]
            rows[0].append(first * (1 / u[0]))
        return rows

    def apply(self, network: str, stage: Stage, matrix: Value) -> Value:
        """The state of the point: its columns moved by what their ids have gained."""
        if self._point is None or matrix is not self._point:
            raise NotObserved("what a network makes of another matrix than the point")
        direction: Sequence[Any] | None = (1, 0) if self.grid.u is None else self.passage(network).profile.direction
        if direction is None:
            raise NotObserved(f"{network} writes in several directions")
        gained = [after - before for after, before in zip(self._state(network, stage), self.ids, strict=True)]
        gains = self.by_column(self._in_unit_1(gained))
        return tuple(
            type(row)([entry + gain * step if step else entry for entry, gain in zip(row, gains, strict=True)])
            for row, step in zip(self._point, direction, strict=True)
        )

    def _in_unit_1(self, numbers: Sequence[Any]) -> list[Any]:
        unit = self.grid.unit
        return [form * unit for form in numbers] if self.grid.u else [divided(form, unit) for form in numbers]

    def quantity(self, network: str, name: str) -> Any:
        """A count read off the network."""
        return self.quantities(network, name)
