"""Domains over the real line: cut into cells, inside which a network along one entry is an affine form."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from gmpy2 import mpq

from exactua.arithmetic.forms import AffineForm, Cell, MixedEntries, Undecided, cells_between, cells_within
from exactua.arithmetic.rationals import Matrix, Rational
from exactua.arithmetic.reals import Real
from exactua.claims.problem import Problem, Step
from exactua.deciding.observations import FormObservations, UnrolledNetworks
from exactua.errors import ExactuaError, InputError
from exactua.grids.categories import DomainSpec, real_columns
from exactua.terms.evaluation import Evaluator, NotObserved

MOST_BREAKPOINTS: Final = 10_000
LINE: Final = Cell(None, None)


class CellsNotFound(ExactuaError):
    """The breakpoints of a network along an entry are too many to cut the line at all of them."""


class CellDomain:
    """Every row and real column: a point is a row with one of its cells; the other entries are any in `around`.

    `around` is the whole line, or the closed interval of a box; each row's breakpoints then begin and end as it does.
    """

    def __init__(self, breakpoints: Sequence[Sequence[Rational]], around: Cell = LINE) -> None:
        self.breakpoints, self.around = tuple(tuple(sorted(row)) for row in breakpoints), around
        self.cells = tuple((row, cell) for row, cuts in enumerate(self.breakpoints) for cell in _cells(cuts, around))

    @property
    def count(self) -> int:
        """The number of cells of all rows together."""
        return len(self.cells)

    def row(self, rank: int) -> int:
        """The row, from 1, that the point at `rank` is cut along."""
        return self.cells[rank][0] + 1

    def forms(self, rank: int) -> FormMatrix:
        """The d x 1 matrix of the entries as affine forms."""
        row, cell = self.cells[rank]
        return entries(len(self.breakpoints), row, cell, self.around)

    def matrix(self, rank: int) -> Matrix:
        """The sample, a d x 1 matrix: that of the cell in its row; elsewhere 0, or the lower end of the box."""
        row, cell = self.cells[rank]
        other = mpq(0) if self.around.low is None else self.around.low
        return tuple((cell.sample if i == row else other,) for i in range(len(self.breakpoints)))


FormMatrix = tuple[tuple[AffineForm], ...]


def _cells(breakpoints: tuple[Rational, ...], around: Cell) -> tuple[Cell, ...]:
    return cells_within(breakpoints) if around.closed else cells_between(breakpoints)


def entries(d: int, row: int, cell: Cell, around: Cell = LINE) -> FormMatrix:
    """The d x 1 matrix of real entries of which that in `row` (from 0) runs through `cell`, all others `around`."""
    cells = tuple(cell if i == row else around for i in range(d))
    return tuple((AffineForm.entry(i, cells),) for i in range(d))


def cut(
    problem: Problem, steps: Sequence[Step], deadline: float | None = None, spec: DomainSpec = real_columns
) -> CellDomain:
    """Cells on which every comparison that these steps hang on has one truth value: refined until each is decided.

    Raises InputError for a box whose first end is not less than the other, CellsNotFound above 10,000 breakpoints or
    past the deadline (of time.monotonic), and MixedEntries where a comparison depends on other entries as well.
    """
    d = problem.parameters["d"]
    assert isinstance(d, int)
    around = LINE
    if spec.interval is not None:
        low, high = (mpq(problem.value(end)) for end in spec.interval)
        if not low < high:
            raise InputError(
                f"{spec.name}: [{low}, {high}] is not an interval here; its first end must be less than its second"
            )
        around = Cell(low, high, closed=True)
    return CellDomain([_breakpoints(problem, steps, d, row, around, deadline) for row in range(d)], around)


def _breakpoints(
    problem: Problem, steps: Sequence[Step], d: int, row: int, around: Cell, deadline: float | None
) -> list[Rational]:
    first_cuts = (mpq(0),) if around.low is None or around.high is None else (around.low, around.high)
    breakpoints, networks = set(first_cuts), UnrolledNetworks(problem.networks)
    # a step that is decided on a cell is decided on its parts: only those from the undecided one on are left there
    queue = [(cell, 0) for cell in _cells(first_cuts, around)]
    while queue:
        cell, first = queue.pop()
        if deadline is not None and time.monotonic() > deadline:
            raise CellsNotFound(
                f"the budget ran out with {len(breakpoints)} breakpoints found along row {row + 1}: raise --budget"
            )
        undecided = _undecided(problem, networks, steps[first:], row, entries(d, row, cell, around))
        if undecided is not None:
            at, passed = undecided
            if isinstance(at, Real):
                raise CellsNotFound(f"a comparison changes sides at {at}, and cells are cut at rational numbers alone")
            breakpoints.add(at)
            parts = [Cell(cell.low, at), Cell(at, at), Cell(at, cell.high)]
            queue += [(part, first + passed) for part in parts]
            if len(breakpoints) > MOST_BREAKPOINTS:
                raise CellsNotFound(f"more than {MOST_BREAKPOINTS} breakpoints along row {row + 1}")
    return sorted(breakpoints)


def _undecided(
    problem: Problem, networks: UnrolledNetworks, steps: Sequence[Step], row: int, point: FormMatrix
) -> tuple[Rational, int] | None:
    """Where the cell has to be cut for the first comparison that is undecided on it, and how many steps come before.

    None if all are decided.
    """
    evaluator = Evaluator(problem.parameters, problem.values, FormObservations(networks, point), {"row": row + 1})
    passed = 0
    try:
        for step in steps:
            with problem.located(f"step {step.name}"):
                if step.given is None or evaluator(step.given):
                    evaluator(step.term)
            passed += 1
    except Undecided as undecided:
        if undecided.row != row:
            raise MixedEntries(
                f"step {steps[passed].name}: along row {row + 1} a comparison also depends on row "
                f"{undecided.row + 1}, but a cell varies one entry; write the step of point[chosen_row, 1] alone"
            ) from None
        return undecided.breakpoint, passed
    except (NotObserved, MixedEntries) as reason:
        raise type(reason)(f"step {steps[passed].name}: {reason}") from None
    return None
