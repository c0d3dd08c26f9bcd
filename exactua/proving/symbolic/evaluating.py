"""Terms at all points of a family at once: the one evaluator of terms, with affine forms for numbers.

Conditions are True, False or `OPEN`. Where a family is by classes, columns are its different ids: a variable that runs
over the columns may be used as an index and for nothing else, and what depends on how many columns have an id, or on a
column's number, raises `NeedsColumns`.

Operands come from the ids of a family, and from its passage through the networks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from gmpy2 import mpq

from exactua.proving.symbolic.arithmetic import FORM_RULES, ByClass, LowerRow, NeedsColumns, OneOf, divided, sign
from exactua.proving.symbolic.families import Family, Grid
from exactua.proving.symbolic.forms import Form
from exactua.proving.symbolic.passing import NotDecided, Passage
from exactua.proving.symbolic.polynomials import Exponent, Polynomial
from exactua.proving.symbolic.signs import OPEN, Open, Unknown
from exactua.terms.evaluation import AfterLayers, Evaluator, LayerAlone, Nothing, NotObserved, Stage, Value
from exactua.terms.language import Term, TermError, make


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


_COLUMNS: Final = make("param", ("n",))
"""The last column's number, as a term: what ranges over columns ends with it."""
_ROWS: Final = make("param", ("d",))
_POINT: Final = make("point")


class Quantities(Nothing):
    """Observations without a point: counts read off networks alone."""

    def __init__(self, quantities: Callable[[str, str], Any]) -> None:
        self.quantities = quantities

    def quantity(self, network: str, quantity: str) -> Any:
        """A count read off the network."""
        return self.quantities(network, quantity)


class SignEvaluator(Evaluator):
    """Evaluates terms over numbers and polynomials; a condition may be `OPEN`."""

    def _parameter(self, term: Term) -> Value:
        value = self.parameters.get(term.names[0])
        return value if isinstance(value, (Polynomial, Exponent)) else super()._parameter(term)

    def _compute(self, term: Term) -> Value:
        if term.operator == "integer":
            return term.value
        rule = FORM_RULES.get(term.operator)
        if rule is None:
            return super()._compute(term)
        return rule(*[self._value(argument) for argument in term.arguments])

    def _if(self, term: Term) -> Value:
        condition = self._value(term.arguments[0])
        if not isinstance(condition, Open):
            return self._value(term.arguments[1 if condition else 2])
        then, otherwise = (self._value(branch) for branch in term.arguments[1:])
        return then if (then == otherwise) is True else Unknown()

    def bounds(self, term: Term, variables: Mapping[str, Any] | None = None) -> range:
        """The integers that a range has. Raises NotObserved where its ends depend on D or d."""
        if variables is not None:
            self._variables = {**self.bound, **variables}
        for end in term.arguments[:2]:
            if isinstance(self._value(end), (Polynomial, Exponent)):
                raise NotObserved("a range whose ends depend on D or d, for all of them")
        return super().bounds(term)


class FamilyEvaluator(SignEvaluator):
    """Evaluates terms for a family. Raises NotObserved for what is not decided, or not known, on forms."""

    def __init__(
        self, parameters: Mapping[str, Any], values: Mapping[str, Any], observations: FamilyObservations
    ) -> None:
        super().__init__(parameters, values, observations)
        self._family, self._grid = observations.family, observations.grid
        self._source = observations
        self._open_generic: list[str] = []
        self.around: Callable[[int, int], tuple[FamilyEvaluator, Form] | None] | None = None
        """For a gap between ids: the evaluator at all points and numbers of layers in the gap, and that number."""

    def _dot(self, term: Term) -> Value:
        u, matrix = term.arguments
        if u == self._grid.u_term:
            if matrix == _POINT:
                return self._source.ids_at(None, 0)
            if matrix.operator in ("stage", "after") and matrix.arguments[-1] == _POINT:
                return self._source.ids_at(matrix.names[0], self._stage_of(matrix))
        if self._grid.u is None:
            raise NotObserved("another product than the column ids, for all d")
        if self._family.columns is None:
            raise NeedsColumns("another product than the column ids")
        return super()._dot(term)

    def _layer_count(self, term: Term) -> Value:
        value = self._value(term)
        return value if isinstance(value, (Form, Polynomial)) else self.integer(term)

    def _bound_values(self, term: Term) -> list[Value]:
        if self._grid.u is None and term.arguments[1] == _ROWS:
            return self._by_row(term)
        if term.operator == "all" and self._over_layers(term):
            return self._by_layer(term)
        if self._family.columns is not None or term.arguments[1] != _COLUMNS:
            return super()._bound_values(term)
        return [value for _, value in self._by_class(term)]

    def _over_layers(self, term: Term) -> bool:
        """Whether a term speaks of the states after 0 (or 1), ..., K layers, K the number of ids that are passed."""
        name, body = term.names[0], term.arguments[2]
        if self.around is None or term.arguments[1] in (_COLUMNS, _ROWS):
            return False
        if not any(part.operator == "after" and name in part.free for part in body.walk()):
            return False
        low, high = (self._value(end) for end in term.arguments[:2])
        known = isinstance(low, int) and low in (0, 1) and not isinstance(high, (Form, Unknown, Exponent, OneOf))
        return known and sign(high - self._grid.regular) == 0

    def _by_layer(self, term: Term) -> list[Value]:
        """The values of the body for the numbers of layers in each gap; where that is open, for the first one alone.

        A point may have no number behind the first one: what is false for all such numbers is open.
        """
        values = []
        first = self.integer(term.arguments[0])
        ids = self._source.ids[self._family.negative :]
        for gap in range(self._family.distinct + 1):
            behind = int(gap == 0 and first == 1)
            value = self._in_gap(term, gap, behind)
            if isinstance(value, Open) and gap > 0:
                values.append(self._with(term.names[0], ids[gap - 1] + 1, term.arguments[2]))
                behind, value = 1, self._in_gap(term, gap, 1)
            if value is not None:
                values.append(OPEN if behind and value is False else value)
        return values

    def _in_gap(self, term: Term, gap: int, behind: int) -> Value | None:
        """The value of the body for all numbers of layers in a gap between ids; None: there are none."""
        assert self.around is not None
        case = self.around(gap, behind)
        if case is None:
            return None
        evaluator, layer = case
        outer = {name: self._variables[name] for name in term.free}
        if any(isinstance(value, (Form, Polynomial, Unknown)) for value in outer.values()):
            raise NotObserved("a number of layers beside another")
        evaluator._open_generic = list(self._open_generic)
        return evaluator(term.arguments[2], {**outer, term.names[0]: layer})

    def _sum(self, term: Term) -> Value:
        if not self._over_layers(term) or self.integer(term.arguments[0]) != 1:
            return super()._sum(term)
        for gap in range(self._family.distinct + 1):
            value = self._in_gap(term, gap, 1)
            if value is not None and sign(value) != 0:
                raise NotDecided("a sum over layers to which those add that move nothing")
        total: Value = 0
        for form in self._source.ids[self._family.negative :]:
            total = total + self._with(term.names[0], form + 1, term.arguments[2])
        return total

    def _by_row(self, term: Term) -> list[Value]:
        """The values of the body for row 1, if it is among them, and for any other row: for all d."""
        first = self.integer(term.arguments[0])
        nested = any(isinstance(value, LowerRow) for value in self._variables.values())
        if nested or term.operator != "all" or first not in (1, 2):
            raise NotObserved("rows of a matrix that are counted, for all d")
        rows = (1, LowerRow()) if first == 1 else (LowerRow(),)
        return [self._with(term.names[0], row, term.arguments[2]) for row in rows]

    def _by_class(self, term: Term) -> list[tuple[int, Value]]:
        """The values of the body for one column of each class, where that says it for all columns."""
        name, body = term.names[0], term.arguments[2]
        if self.integer(term.arguments[0]) != 1 or term.operator in ("sum", "product"):
            raise NeedsColumns(f"{term.operator!r} over some columns, or over equal ones")
        if any(outer in body.free for outer in self._open_generic):
            raise NeedsColumns("two columns that may have the same negative id, or different ones")
        values = []
        for number in range(len(self._source.ids)):
            values.append((number, self._at(name, number, body)))
        return values

    def _at(self, name: str, number: int, body: Term) -> Value:
        """The value of the body where the variable is a column of this class."""
        generic = number == self._family.generic
        if generic:
            self._open_generic.append(name)
        try:
            return self._with(name, OneOf(number), body)
        finally:
            if generic:
                self._open_generic.pop()

    def _with(self, name: str, value: Value, body: Term) -> Value:
        """The value of the body with a variable bound."""
        outer = self._variables.get(name)
        self._variables[name] = value
        try:
            return self._value(body)
        finally:
            if outer is None:
                self._variables.pop(name)
            else:
                self._variables[name] = outer

    def bounds(self, term: Term, variables: Mapping[str, Any] | None = None) -> range:
        """The integers that a range has. Raises NeedsColumns where an end is a column's number."""
        if any(isinstance(self._variables.get(name), OneOf) for end in term.arguments[:2] for name in end.free):
            raise NeedsColumns("a range that ends at a column")
        return super().bounds(term, variables)

    def _list(self, term: Term) -> Value:
        values = self._bound_values(term)
        over_columns = self._family.columns is None and term.arguments[1] == _COLUMNS
        return ByClass(values) if over_columns else tuple(values)

    def _extreme(self, term: Term) -> Value:
        if self._family.columns is None and term.arguments[1] == _COLUMNS:
            values = self._by_class(term)
        else:
            values = [(-1, value) for value in self._bound_values(term)]
        if not values:
            raise TermError(f"{term.operator!r} over an empty range")
        direction = 1 if term.operator == "max" else -1
        best = values[0]
        for candidate in values[1:]:
            side = sign(candidate[1] - best[1])
            if side is None:
                return Unknown()
            if side * direction > 0 or (side == 0 and best[0] == self._family.generic):
                best = candidate
        if best[0] >= 0 and best[0] == self._family.generic:
            raise NeedsColumns("the greatest or the least of numbers of which several are alike")
        return best[1]

    def _item(self, term: Term) -> Value:
        values = self._value(term.arguments[0])
        return self._picked(values, term.arguments[1])

    def _entry(self, term: Term) -> Value:
        rows = self._value(term.arguments[0])
        if self._grid.u is None:
            at = self._value(term.arguments[1])
            if not isinstance(at, (int, LowerRow)) or (not isinstance(at, LowerRow) and at != 1):
                raise NotObserved("entries of a matrix with d rows, for all d")
            return self._picked(rows[int(isinstance(at, LowerRow))], term.arguments[2])
        i = self.integer(term.arguments[1])
        if not 1 <= i <= len(rows):
            raise TermError(f"row {i} of a matrix with {len(rows)}")
        return self._picked(rows[i - 1], term.arguments[2])

    def _picked(self, values: Sequence[Value], index: Term) -> Value:
        at = self._value(index)
        if isinstance(values, ByClass):
            if isinstance(at, OneOf):
                return values[at.number]
            number = self._integer(at)
            if number in (1, self._grid.n):
                return values[0 if number == 1 else -1]
            raise NeedsColumns("one column by its number")
        if isinstance(at, OneOf):
            raise NeedsColumns("a list that is not over the columns")
        number = self._integer(at)
        if not 1 <= number <= len(values):
            raise TermError(f"index {number} outside 1..{len(values)}")
        return values[number - 1]

    def _integer(self, value: Value) -> int:
        if isinstance(value, Form):
            if not value.fixed:
                raise NotDecided("an index that varies")
            value = mpq(value.constant) / mpq(value.denominator)
        if isinstance(value, (Polynomial, Unknown, Exponent)):
            raise NotDecided("an index that varies")
        if mpq(value).denominator != 1:
            raise TermError(f"{value} is not an integer")
        return int(value)

    def _columns(self, term: Term) -> Value:
        if self._family.columns is None:
            raise NeedsColumns("some columns of a matrix")
        return super()._columns(term)

    def _permutations(self, term: Term) -> Value:
        raise NotObserved("permutations of the columns")

    def _permuted(self, term: Term) -> Value:
        raise NotObserved("permutations of the columns")
