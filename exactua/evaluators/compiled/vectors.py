"""A recorded program at a batch of points, by NumPy: it is narrowed first, so that all its arrays are of 64 bits."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from exactua.arithmetic.straight_line import Program
from exactua.evaluators.compiled.counted import Chained, Columns, Counted, Extremes, StepCount
from exactua.evaluators.compiled.narrowing import Limbs, Link, Narrowing
from exactua.evaluators.compiled.recording import Measured, Recorded
from exactua.evaluators.compiled.weighted_sums import WeightedSum

BATCH: Final = 1 << 13
"""Points at a time: the arrays of a program stay in the processor's cache."""

Values = list[Any]
"""The value of each node: an array over the points, or an integer or truth that is the same at all of them."""


class Vectors:
    """The program on batches of points, given by their column numbers."""

    def __init__(self, recorded: Recorded) -> None:
        self._recorded = recorded

    @cached_property
    def _narrowing(self) -> Narrowing:
        return Narrowing(self._recorded)

    @property
    def width(self) -> str:
        """What the numbers are held in."""
        return "limbs of 64 bits" if self._narrowing.wide else "64 bits"

    def count(self, numbers: NDArray[np.int64]) -> Counted:
        """What is counted over the points with these column numbers, shape (points, n), in lexicographic order."""
        recorded, size, truth = self._recorded, len(numbers), self._narrowing.truth
        values = self._counting(numbers)
        usual, left_out = None, values[truth(recorded.unusual)]
        if np.any(left_out):
            usual = ~np.broadcast_to(left_out, (size,))
        unusual = () if usual is None else _points(numbers[~usual])
        steps = {
            step.step: _counted(
                _both(values[truth(step.given)], usual, size), values[truth(step.fails)], usual, numbers
            )
            for step in recorded.checked
        }
        for compared in recorded.compared:
            steps[compared.step] = _counted(_both(values[truth(compared.given)], usual, size), False, usual, numbers)
        measured = []
        for of, numbers_of in zip(recorded.measured, self._measures, strict=True):
            where = _both(values[truth(of.given)], usual, size)
            measured.append(numbers_of(values, where, numbers))
        return Counted(size, unusual, steps, tuple(measured))

    def compared(self, numbers: NDArray[np.int64]) -> list[tuple[Any, NDArray[Any]]]:
        """Of each compared step, where it applies and what its numbers are: a mask or None, shape (numbers, points).

        Raises ValueError where a point is unusual.
        """
        recorded, size, truth = self._recorded, len(numbers), self._narrowing.truth
        values = self._comparing(numbers)
        if np.any(values[truth(recorded.unusual)]):
            raise ValueError("an unusual point")
        pairs = []
        for step in recorded.compared:
            where = _both(values[truth(step.given)], None, size)
            rows = [_whole(self._narrowing.number(node), values, where, size) for node in step.numbers]
            if len({row.dtype for row in rows}) > 1:
                rows = [row.astype(object) for row in rows]
            pairs.append((where, np.stack(rows)))
        return pairs

    def chain(self, batches: Iterable[NDArray[np.int64]]) -> list[Chained]:
        """Each compared step over points in an order in which their numbers should grow; it applies everywhere."""
        chains = [_Chain(step.step, link) for step, link in zip(self._recorded.compared, self._links, strict=True)]
        unusual = self._narrowing.truth(self._recorded.unusual)
        for numbers in batches:
            values = self._chaining(numbers)
            for chain in chains:
                chain.take(values, values[unusual], numbers)
        return [chain.done() for chain in chains]

    @cached_property
    def _measures(self) -> list[_Measure]:
        return [_Measure(self._narrowing, of) for of in self._recorded.measured]

    @cached_property
    def _links(self) -> list[Link]:
        return [self._narrowing.link(step) for step in self._recorded.compared]

    @cached_property
    def _counting(self) -> StraightLine:
        recorded, truth = self._recorded, self._narrowing.truth
        outputs = {truth(recorded.unusual)}
        outputs |= {truth(node) for step in recorded.checked for node in (step.given, step.fails)}
        outputs |= {truth(step.given) for step in recorded.compared}
        outputs |= {truth(of.given) for of in recorded.measured}
        outputs |= {node for measure in self._measures for node in measure.nodes}
        return self._straight(outputs)

    @cached_property
    def _comparing(self) -> StraightLine:
        recorded, narrowing = self._recorded, self._narrowing
        outputs = {narrowing.truth(recorded.unusual)}
        outputs |= {narrowing.truth(step.given) for step in recorded.compared}
        numbers = (narrowing.number(node) for step in recorded.compared for node in step.numbers)
        return self._straight(outputs | {node for number in numbers for node, _ in number.terms})

    @cached_property
    def _chaining(self) -> StraightLine:
        outputs = {self._narrowing.truth(self._recorded.unusual)} | {
            node for link in self._links for node in (link.repeated, link.behind)
        }
        numbers = (number for link in self._links for number in (link.lowest, link.highest))
        return self._straight(outputs | {node for number in numbers for node, _ in number.terms})

    def _straight(self, outputs: Collection[int]) -> StraightLine:
        return StraightLine(self._narrowing.program, self._recorded.tables, outputs)


class StraightLine:
    """What some nodes of a narrowed program are made of, node by node."""

    def __init__(self, program: Program, tables: tuple[NDArray[np.int64], ...], outputs: Collection[int]) -> None:
        self._tables, nodes = tables, program.nodes
        needed, waiting = set[int](), list(outputs)
        while waiting:
            node = waiting.pop()
            if node not in needed:
                needed.add(node)
                waiting += nodes[node].arguments
        self._fixed: Values = [None] * len(nodes)
        self._operations: list[tuple[int, Any, tuple[int, ...], list[int]]] = []
        last: dict[int, int] = {}
        for k in sorted(needed):
            if nodes[k].operator in ("constant", "truth"):
                self._fixed[k] = nodes[k].value
                continue
            last.update(dict.fromkeys(nodes[k].arguments, k))
            self._operations.append((k, self._operation(nodes[k]), nodes[k].arguments, []))
        done = {k: unused for k, _, _, unused in self._operations}
        for node, k in last.items():
            if node not in outputs and nodes[node].operator not in ("constant", "truth"):
                done[k].append(node)

    def __call__(self, numbers: NDArray[np.int64]) -> Values:
        """The values at the points with these column numbers; those of nodes that are no outputs are let go."""
        values = self._fixed.copy()
        columns = [np.ascontiguousarray(numbers[:, j]) for j in range(numbers.shape[1])]
        for k, operation, arguments, done in self._operations:
            values[k] = operation(*[values[j] for j in arguments]) if arguments else operation(columns)
            for node in done:
                values[node] = None
        return values

    def _operation(self, node: Any) -> Any:
        if node.operator == "table":
            table, j = self._tables[node.value[0]], node.value[1]
            return lambda columns: table[columns[j]]
        if node.operator == "quotient":
            return _quotient(node.value)
        if node.operator == "remainder":
            return lambda a: np.bitwise_and(a, node.value - 1)
        return _OPERATIONS[node.operator]


class _Measure:
    """Numbers that are measured at each point of a batch: their least, their greatest and their sum."""

    def __init__(self, narrowing: Narrowing, measured: Measured) -> None:
        # the least of the least numbers of all points is the least one that any of these takes
        self._least = [narrowing.limbs(number) for number in narrowing.choices(measured.least, "minimum")]
        self._greatest = [narrowing.limbs(number) for number in narrowing.choices(measured.greatest, "maximum")]
        self._total = narrowing.number(measured.total)
        self.nodes = {node for limbs in (*self._least, *self._greatest) for node in limbs.nodes}
        self.nodes |= {node for node, _ in self._total.terms}
        self._sizes = {node: _size(narrowing.program, node) for node, _ in self._total.terms}

    def __call__(self, values: Values, where: Any, numbers: NDArray[np.int64]) -> Extremes | None:
        """What was measured where the mask is true; None where it is nowhere."""
        if where is not None:
            numbers = numbers[where]
            values = {node: _taken(values[node], where) for node in self.nodes}  # type: ignore[assignment]
        size = len(numbers)
        if not size:
            return None
        low, low_at = min(_extreme(values, limbs, False) for limbs in self._least)
        high, high_at = min(
            (_extreme(values, limbs, True) for limbs in self._greatest), key=lambda extreme: (-extreme[0], extreme[1])
        )
        total = self._total.constant * size
        for node, weight in self._total.terms:
            total += weight * _sum(values[node], size, self._sizes[node])
        return Extremes(low, tuple(numbers[low_at].tolist()), high, tuple(numbers[high_at].tolist()), total)


class _Chain:
    """The links of a compared step so far: batches of points, each with numbers above all those before."""

    def __init__(self, step: str, link: Link) -> None:
        self._step, self._link, self._points = step, link, 0
        self._broken: Columns | None = None
        self._lowest: int | None = None
        self._highest: int | None = None

    def take(self, values: Values, unusual: Any, numbers: NDArray[np.int64]) -> None:
        """Takes up a batch."""
        size, link = len(numbers), self._link
        lowest = _value(values, link.lowest, 0)
        if self._broken is None:
            alone = np.logical_or(values[link.repeated], unusual)
            first = bool(_at(alone, 0)) or (self._highest is not None and lowest <= self._highest)
            behind = np.logical_or(alone, values[link.behind])
            if first or np.any(behind[1:] if np.ndim(behind) else behind):
                wrong = np.broadcast_to(behind, (size,)).copy()
                wrong[0] = first  # it has no point before it in this batch
                self._broken = tuple(numbers[int(wrong.argmax())].tolist()) if wrong.any() else None
        self._points += size
        self._lowest = lowest if self._lowest is None else self._lowest
        self._highest = _value(values, link.highest, size - 1)

    def done(self) -> Chained:
        """What became of it."""
        return Chained(self._step, self._points, self._lowest, self._highest, self._broken)


_OPERATIONS: Final[dict[str, Any]] = {
    "add": np.add,
    "subtract": np.subtract,
    "multiply": np.multiply,
    "minimum": np.minimum,
    "maximum": np.maximum,
    "select": np.where,
    "before": lambda a: np.concatenate([a[:1], a[:-1]]),
    "less": np.less,
    "at most": np.less_equal,
    "equal": np.equal,
    "and": np.logical_and,
    "or": np.logical_or,
    "not": np.logical_not,
}


def _quotient(base: int) -> Any:
    """The floors of numbers over a base."""
    if base & (base - 1):
        return lambda a: np.floor_divide(a, base)
    return lambda a: np.right_shift(a, base.bit_length() - 1)


def _counted(given: Any, fails: Any, usual: Any, numbers: NDArray[np.int64]) -> StepCount:
    """Of the usual points, those where a step applies and those where it fails."""
    size = len(numbers)
    where = _both(given, usual, size)
    applicable = size if where is None else int(np.count_nonzero(where))
    if not np.any(fails):
        return StepCount(applicable, 0, None)
    wrong = _both(fails, usual, size)
    places = np.arange(size) if wrong is None else np.flatnonzero(wrong)
    if not len(places):
        return StepCount(applicable, 0, None)
    return StepCount(applicable, len(places), _points(numbers[places[:1]])[0])


def _both(first: Any, second: Any, size: int) -> NDArray[np.bool_] | None:
    """Where both truths hold; None for everywhere."""
    masks = [np.broadcast_to(truth, (size,)) for truth in (first, second) if truth is not None and not np.all(truth)]
    if not masks:
        return None
    return masks[0] if len(masks) == 1 else masks[0] & masks[1]


def _taken(value: Any, where: Any) -> Any:
    """The values at the points where the mask is true; a value that is the same everywhere stays one."""
    return value if np.ndim(value) == 0 else value[where]


def _at(value: Any, place: int) -> int:
    return int(value[place] if isinstance(value, np.ndarray) else value)


def _value(values: Values, number: WeightedSum, place: int) -> int:
    """A number at one of the points."""
    return number.constant + sum(weight * _at(values[node], place) for node, weight in number.terms)


def _whole(number: WeightedSum, values: Values, where: Any, size: int) -> NDArray[Any]:
    """A number at the points where the mask is true: machine integers if it is one node, else integers of any size."""
    if len(number.terms) == 1 and number.terms[0][1] == 1 and not number.constant:
        value = np.broadcast_to(values[number.terms[0][0]], (size,))
        return value if where is None else value[where]
    total = np.full(size if where is None else int(np.count_nonzero(where)), number.constant, dtype=object)
    for node, weight in number.terms:
        value = np.broadcast_to(values[node], (size,))
        total = total + (value if where is None else value[where]).astype(object) * weight
    return total


def _extreme(values: Values, limbs: Limbs, greatest: bool) -> tuple[int, int]:
    """The least number, or the greatest one, and its first place."""
    place = _first(values, limbs, greatest)
    return limbs.value([_at(values[node], place) for node in limbs.nodes]), place


def _first(values: Values, limbs: Limbs, greatest: bool) -> int:
    """The first place of the least number, or of the greatest one."""
    places: NDArray[np.intp] | None = None
    for k, node in enumerate(limbs.nodes, 1):
        row = values[node]
        if np.ndim(row) == 0:
            continue
        row = row if places is None else row[places]
        place = int(row.argmax() if greatest else row.argmin())
        if k == len(limbs.nodes):  # the lowest limb: a node can be a higher limb as well
            return place if places is None else int(places[place])
        equal = np.flatnonzero(row == row[place])
        places = equal if places is None else places[equal]
    return 0 if places is None else int(places[0])


def _size(program: Program, node: int) -> int:
    return max(abs(program.nodes[node].low), abs(program.nodes[node].high))


def _sum(value: Any, size: int, most: int) -> int:
    """The exact sum of so many numbers, none of them larger than `most`."""
    if np.ndim(value) == 0:
        return int(value) * size
    if size * most < 2**63:
        return int(value.sum())
    return (int((value >> 32).sum()) << 32) + int((value & 0xFFFFFFFF).sum())


def _points(numbers: NDArray[np.int64]) -> tuple[Columns, ...]:
    return tuple(map(tuple, numbers.tolist()))
