"""The steps over one domain as one straight-line program: what is checked, measured and compared at a point.

The evaluator of terms does it, with the numbers of a program in place of numbers. A step that it can't write down
(`NotRecorded`, `NotObserved`) is left to other evaluators.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import lcm
from typing import Any, Final

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from exactua.arithmetic.straight_line import NotRecorded, Number, Program, Truth
from exactua.claims.problem import Problem, Step
from exactua.evaluators.column_ids import IdNetwork
from exactua.evaluators.compiled.sweeping import Condition, Sweeping
from exactua.grids.columns import ColumnSet
from exactua.grids.domains import PointDomain
from exactua.grids.orbits import Orbits
from exactua.grids.sequences import Sequences
from exactua.networks import Network
from exactua.terms.evaluation import AfterLayers, Evaluator, LayerAlone, NotObserved, Stage, Value
from exactua.terms.language import TermError
from exactua.terms.measures import measure_of

CAP_BITS: Final = 62
"""Ids that move are kept below so many bits where no bound on them is proven beforehand; a point beyond is unusual."""
WIDEST_BITS: Final = 126
"""The longest number of a program that machine integers of two limbs hold, with a sign and a bit to spare."""


@dataclass(frozen=True)
class Measured:
    """Numbers measured at a point: the nodes of the least, the greatest and the sum of them, over `denominator`."""

    given: int
    least: int
    greatest: int
    total: int
    denominator: int


@dataclass(frozen=True)
class Checked:
    """A step at a point: where it applies (`given`), where it fails (`fails`), and which numbers are measured."""

    step: str
    given: int
    fails: int
    measured: int | None
    """The place of its numbers in `Recorded.measured`; None where it measures none."""


@dataclass(frozen=True)
class Compared:
    """The numbers that a point brings to a `distinct` fold: their nodes, over `denominator`."""

    step: str
    given: int
    numbers: tuple[int, ...]
    denominator: int
    measured: int | None


@dataclass(frozen=True)
class Recorded:
    """The program of a domain: `tables` by column number, steps that hold of each point, and those compared."""

    program: Program
    tables: tuple[NDArray[np.int64], ...]
    sorted: bool
    """Whether the columns of a point are sorted by their numbers (orbits), or any sequence of columns is a point."""
    strict: bool
    """Whether the columns of a point are all different (orbits without repeats)."""
    unusual: int
    """The node of where the program says nothing."""
    checked: tuple[Checked, ...]
    compared: tuple[Compared, ...]
    measured: tuple[Measured, ...]
    capped: bool

    def only(self, steps: Collection[str]) -> Recorded:
        """The same program for these steps alone. What they don't need is left to whoever runs it to leave out."""
        checked = tuple(step for step in self.checked if step.step in steps)
        compared = tuple(step for step in self.compared if step.step in steps)
        kept: list[Checked | Compared] = [*checked, *compared]
        if len(kept) == len(self.steps):
            return self
        needed = sorted({step.measured for step in kept if step.measured is not None})
        place: dict[int | None, int | None] = {old: new for new, old in enumerate(needed)}
        return replace(
            self,
            checked=tuple(replace(step, measured=place.get(step.measured)) for step in checked),
            compared=tuple(replace(step, measured=place.get(step.measured)) for step in compared),
            measured=tuple(self.measured[k] for k in needed),
        )

    @property
    def steps(self) -> tuple[Checked | Compared, ...]:
        """The checked steps, then the compared ones: the order of what is counted."""
        return (*self.checked, *self.compared)

    @cached_property
    def needed(self) -> frozenset[int]:
        """The nodes that what is asked of the program depends on."""
        reached: set[int] = set()
        open_ones = [self.unusual]
        for step in self.checked:
            open_ones += [step.given, step.fails]
        for compared in self.compared:
            open_ones += [compared.given, *compared.numbers]
        for numbers in self.measured:
            open_ones += [numbers.given, numbers.least, numbers.greatest, numbers.total]
        while open_ones:
            node = open_ones.pop()
            if node not in reached:
                reached.add(node)
                open_ones += self.program.nodes[node].arguments
        return frozenset(reached)

    @cached_property
    def bits(self) -> int:
        """The longest number on the way."""
        nodes = self.program.nodes
        return max((max(-nodes[k].low, nodes[k].high) for k in self.needed), default=0).bit_length()

    def narrow(self, node: int, bits: int = 62) -> bool:
        """Whether a number is proven to stay within so many bits."""
        operation = self.program.nodes[node]
        return max(abs(operation.low), abs(operation.high)).bit_length() <= bits


class RecordedObservations:
    """One point whose columns are not known yet: its ids and entries are what tables have for its columns."""

    def __init__(
        self,
        networks: Mapping[str, Network],
        id_networks: Mapping[str, IdNetwork],
        domain: Orbits | Sequences,
        cap: int | None,
    ) -> None:
        columns = domain.columns
        if not isinstance(columns, ColumnSet):
            raise NotRecorded("columns that are listed have no ids")
        self._networks, self._id_networks, self._columns, self._cap = networks, id_networks, columns, cap
        self.program = Program(domain.n)
        self.sorted = isinstance(domain, Orbits)
        self.strict = isinstance(domain, Orbits) and domain.repeats == "forbidden"
        self._special_first = isinstance(domain, Orbits) and domain.specials == "required"
        self.tables: list[NDArray[np.int64]] = []
        self._denominator, table = columns.common_ids()
        if table.dtype == object or len(table) < 1:
            raise NotRecorded("ids beyond 63 bits")
        self._ids = self._read(table)
        for i, first in enumerate(self._ids):
            for j, second in enumerate(self._ids[i + 1 :] if self.sorted else (), i + 1):
                gap = int(np.diff(table).min()) * (j - i) if self.strict and len(table) > 1 else 0
                self.program.say_below(first.node, second.node, gap)
        self._sweeps: dict[str, Sweeping] = {}
        self._point: Value | None = None

    @property
    def unusual(self) -> Condition:
        """Where one of the networks leaves its straight line."""
        result: Condition = False
        for sweep in self._sweeps.values():
            result = sweep.unusual | result
        return result

    def _read(self, table: NDArray[np.int64], increasing: bool = True) -> list[Number]:
        """What a table has for each column, with the least and the greatest that it can have there."""
        place = len(self.tables)
        self.tables.append(np.ascontiguousarray(table, dtype=np.int64))
        n, count = self.program.n, len(table)
        numbers = []
        for j in range(n):
            first, last = (j, count - n + j) if self.strict else (0, count - 1)
            if self._special_first and j == 0:
                last = int(np.flatnonzero(self._columns.special_mask())[-1])
            part = table[first : last + 1] if 0 <= first <= last < count else table
            node = self.program.table(place, j, int(part.min()), int(part.max()))
            numbers.append(Number(self.program, node, self._denominator if increasing else 1))
        return numbers

    def point(self) -> Value:
        """The point, d rows of n numbers."""
        if self._point is None:
            denominator, entries = self._columns.common_entries()
            if entries.dtype == object:
                raise NotRecorded("entries beyond 63 bits")
            rows = [self._read(row, increasing=False) for row in entries]
            self._point = tuple(tuple(Number(self.program, x.node, denominator) for x in row) for row in rows)
        return self._point

    def row(self, u: tuple[Any, ...], network: str | None, stage: Stage) -> Sequence[Value] | None:
        """The ids u^T of the state; None where u is not what exact batches and the grid read."""
        vector = tuple(mpq(entry) for entry in u)
        if not vector or vector != self._columns.ids:
            return None
        if network is None:
            return self._ids
        on_ids = self._id_networks.get(network)
        if on_ids is None or on_ids.u != vector:
            return None
        return self._state(network, stage)

    def apply(self, network: str, stage: Stage, matrix: Value) -> Value:
        """The state after `stage`: the point moved along the one direction that all layers write in."""
        on_ids = self._id_networks.get(network)
        if matrix is not self._point or on_ids is None or on_ids.direction is None or isinstance(stage, LayerAlone):
            raise NotObserved(f"a state of {network} that its ids don't tell")
        if on_ids.u != self._columns.ids or on_ids.encoding(len(on_ids.items)) is not None:
            raise NotObserved(f"a state of {network} that its ids don't tell")
        gained = [after - before for after, before in zip(self._state(network, stage), self._ids, strict=True)]
        return tuple(
            tuple(entry + gain * step if step else entry for entry, gain in zip(row, gained, strict=True))
            for row, step in zip(self.point(), on_ids.direction, strict=True)
        )

    def quantity(self, network: str, quantity: str) -> int:
        """A count read off the network."""
        return self._networks[network].quantity(quantity)

    def _state(self, network: str, stage: Stage) -> list[Number]:
        if network not in self._sweeps:
            on_ids = self._id_networks[network]
            self._sweeps[network] = Sweeping(on_ids, self.program, self._ids, self._denominator, self._cap)
        sweep = self._sweeps[network]
        if isinstance(stage, AfterLayers):
            return sweep.after_layers(stage.count)
        after = self._networks[network].stages.get(stage) if isinstance(stage, str) else stage
        if not isinstance(after, int) or not 0 <= after < len(sweep.states):
            raise NotObserved(f"{network} has no stage {stage!r}")
        return sweep.states[after]


def record(
    problem: Problem,
    id_networks: Mapping[str, IdNetwork],
    domain: PointDomain,
    steps: Iterable[Step],
) -> tuple[Recorded | None, dict[str, str]]:
    """The program of the steps over a domain, and why the other steps are not in it.

    Where no bound on the ids is proven that machine integers hold, they are capped: points beyond are unusual.
    """
    steps = tuple(steps)
    recorded, refused = _record(problem, id_networks, domain, steps, None)
    if recorded is not None and recorded.bits > WIDEST_BITS:
        recorded, refused = _record(problem, id_networks, domain, steps, 2**CAP_BITS)
    return recorded, refused


def _record(
    problem: Problem,
    id_networks: Mapping[str, IdNetwork],
    domain: PointDomain,
    steps: tuple[Step, ...],
    cap: int | None,
) -> tuple[Recorded | None, dict[str, str]]:
    if not isinstance(domain, (Orbits, Sequences)) or not domain.count:
        return None, {step.name: "it ranges over another kind of points" for step in steps}
    if isinstance(domain, Orbits) and domain.specials != "none" and not _specials_first(domain):
        return None, {step.name: "special columns that don't come first" for step in steps}
    try:
        observed = RecordedObservations(problem.networks, id_networks, domain, cap)
    except NotRecorded as reason:
        return None, {step.name: str(reason) for step in steps}
    builder = _Builder(Evaluator(problem.parameters, problem.values, observed), observed, cap)
    refused: dict[str, str] = {}
    for step in steps:
        try:
            builder.take(step)
        except (NotRecorded, NotObserved, TermError) as reason:
            refused[step.name] = str(reason)
    return (builder.done() if len(refused) < len(steps) else None), refused


def _specials_first(domain: Orbits) -> bool:
    mask = domain.columns.special_mask()
    return not (~mask[:-1] & mask[1:]).any()


class _Builder:
    """Takes up steps one after the other."""

    def __init__(self, evaluator: Evaluator, observed: RecordedObservations, cap: int | None) -> None:
        self._evaluator, self._observed, self._program, self._cap = evaluator, observed, observed.program, cap
        self._checked: list[Checked] = []
        self._compared: list[Compared] = []
        self._measured: dict[Measured, int] = {}

    def take(self, step: Step) -> None:
        """Writes a step down. Raises NotRecorded, NotObserved or TermError where that can't be done."""
        if step.fold not in ("each", "distinct") or step.own is not None:
            raise NotRecorded(f"the fold {step.fold}")
        given = self._node(True if step.given is None else self._evaluator(step.given))
        if step.fold == "distinct":
            value = self._evaluator(step.term)
            numbers, denominator = self._common(value if isinstance(value, tuple) else (value,))
            if not numbers:
                raise NotRecorded("a fold over no number")
            measured = self._measure(given, numbers, denominator)
            self._compared.append(Compared(step.name, given, tuple(numbers), denominator, measured))
            return
        fails = self._program.both(given, self._program.opposite(self._node(self._evaluator(step.term))))
        numbers, denominator = self._common(list(measure_of(step.term).values(self._evaluator)))
        self._checked.append(Checked(step.name, given, fails, self._measure(given, numbers, denominator)))

    def _node(self, truth: Any) -> int:
        return truth.node if isinstance(truth, Truth) else self._program.truth(bool(truth))

    def _common(self, values: Sequence[Any]) -> tuple[list[int], int]:
        numbers = [v if isinstance(v, Number) else self._constant(v) for v in values]
        denominator = lcm(*(number.denominator for number in numbers))
        return [number.over(denominator) for number in numbers], denominator

    def _constant(self, value: Any) -> Number:
        exact = mpq(value)
        return Number(self._program, self._program.constant(int(exact.numerator)), int(exact.denominator))

    def _measure(self, given: int, numbers: list[int], denominator: int) -> int | None:
        if not numbers:
            return None
        least = greatest = total = numbers[0]
        for number in numbers[1:]:
            least = self._program.minimum(least, number)
            greatest = self._program.maximum(greatest, number)
            total = self._program.add(total, number)
        return self._measured.setdefault(Measured(given, least, greatest, total, denominator), len(self._measured))

    def done(self) -> Recorded:
        """The program of what was taken."""
        observed = self._observed
        return Recorded(
            self._program,
            tuple(observed.tables),
            observed.sorted,
            observed.strict,
            self._node(observed.unusual),
            tuple(self._checked),
            tuple(self._compared),
            tuple(self._measured),
            self._cap is not None,
        )
