"""A recorded program at a batch of points, by NumPy: 64-bit arrays where a number is proven to fit, else integers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from exactua.evaluators.compiled.counted import Chained, Columns, Counted, Extremes, StepCount
from exactua.evaluators.compiled.recording import Recorded

BATCH: Final = 1 << 13
"""Points at a time: the arrays of a program stay in the processor's cache."""

Values = list[Any]
"""The value of each node: an array over the points, or a Python integer or truth that is the same at all of them."""


class Vectors:
    """The program on batches of points, given by their column numbers."""

    def __init__(self, recorded: Recorded) -> None:
        self._recorded = recorded
        self._wide = [k in recorded.needed and not recorded.narrow(k) for k in range(len(recorded.program.nodes))]
        self._last_use = _last_uses(recorded)

    @property
    def width(self) -> str:
        """What the numbers are held in."""
        return "64 bits and big integers" if any(self._wide_arrays()) else "64 bits"

    def _wide_arrays(self) -> Iterator[bool]:
        for node, wide in zip(self._recorded.program.nodes, self._wide, strict=True):
            yield wide and bool(node.columns)

    def count(self, numbers: NDArray[np.int64]) -> Counted:
        """What is counted over the points with these column numbers, shape (points, n), in lexicographic order."""
        recorded, size = self._recorded, len(numbers)
        values = self._values(numbers)
        left_out = values[recorded.unusual]
        usual = None if left_out is False else ~np.broadcast_to(left_out, (size,))
        unusual = () if usual is None else _points(numbers[~usual])
        steps = {step.step: self._step(values, step.given, step.fails, usual, numbers) for step in recorded.checked}
        steps |= {step.step: self._step(values, step.given, None, usual, numbers) for step in recorded.compared}
        measures = []
        for measured in recorded.measured:
            where = _both(values[measured.given], usual, size)
            at = numbers if where is None else numbers[where]
            least, greatest, total = (
                _taken(values[node], where, size) for node in (measured.least, measured.greatest, measured.total)
            )
            measures.append(_numbers(least, greatest, total, at) if len(at) else None)
        return Counted(size, unusual, steps, tuple(measures))

    def compared(self, numbers: NDArray[np.int64]) -> list[tuple[Any, NDArray[Any]]]:
        """Of each compared step, where it applies and what its numbers are: a mask or None, shape (numbers, points).

        Raises ValueError where a point is unusual.
        """
        values = self._values(numbers)
        if np.any(values[self._recorded.unusual]):
            raise ValueError("an unusual point")
        pairs = []
        for step in self._recorded.compared:
            where = _both(values[step.given], None, len(numbers))
            rows = [_taken(values[node], where, len(numbers)) for node in step.numbers]
            if len({row.dtype for row in rows}) > 1:
                rows = [row.astype(object) for row in rows]
            pairs.append((where, np.stack(rows)))
        return pairs

    def chain(self, batches: Iterable[NDArray[np.int64]]) -> list[Chained]:
        """Each compared step over points in an order in which their numbers should grow; it applies everywhere."""
        chains = [_Chain(step.step) for step in self._recorded.compared]
        for numbers in batches:
            values = self._values(numbers)
            unusual = np.flatnonzero(np.broadcast_to(values[self._recorded.unusual], (len(numbers),)))
            for step, chain in zip(self._recorded.compared, chains, strict=True):
                rows = [_taken(values[node], None, len(numbers)) for node in step.numbers]
                chain.take(rows, numbers, numbers[unusual[0]] if len(unusual) else None)
        return [chain.done() for chain in chains]

    def _step(self, values: Values, given: int, fails: int | None, usual: Any, numbers: NDArray[np.int64]) -> StepCount:
        size = len(numbers)
        where = _both(values[given], usual, size)
        applicable = size if where is None else int(where.sum())
        if fails is None or values[fails] is False:
            return StepCount(applicable, 0, None)
        wrong = _both(values[fails], usual, size)
        places = np.arange(size) if wrong is None else np.flatnonzero(wrong)
        if not len(places):
            return StepCount(applicable, 0, None)
        return StepCount(applicable, len(places), _points(numbers[places[:1]])[0])

    def _values(self, numbers: NDArray[np.int64]) -> Values:
        recorded = self._recorded
        columns = [np.ascontiguousarray(numbers[:, j]) for j in range(numbers.shape[1])]
        values: Values = []
        for k, node in enumerate(recorded.program.nodes):
            values.append(self._value(k, node, values, columns) if k in recorded.needed else None)
            for done in self._last_use[k]:
                values[done] = None
        return values

    def _value(self, k: int, node: Any, values: Values, columns: list[NDArray[np.int64]]) -> Any:
        if node.operator in ("constant", "truth"):
            return node.value
        if node.operator == "table":
            table, j = node.value
            return self._recorded.tables[table][columns[j]]
        # a number that is 0 throughout is short, and a constant that it is multiplied by need not be
        longest = any(self._wide[j] for j in (k, *node.arguments))
        wide = longest if node.operator not in _COMPARISONS else False
        arguments = [self._argument(argument, values, wide) for argument in node.arguments]
        if node.operator in _COMPARISONS:
            arguments = _comparable(arguments)
        return _OPERATIONS[node.operator](*arguments)

    def _argument(self, number: int, values: Values, wide: bool) -> Any:
        """An operand; as big integers where the result needs them and the operand is an array of machine integers.

        A constant is one then too: a choice between two of them would be one of 64 bits, and wrap without a word.
        """
        value = values[number]
        if wide and isinstance(value, np.ndarray) and value.dtype == np.int64:
            return value.astype(object)
        if wide and isinstance(value, int) and not isinstance(value, bool):
            return np.array(value, dtype=object)
        return value


class _Chain:
    """The links so far: batches of points, each with numbers above all those before."""

    def __init__(self, step: str) -> None:
        self._step, self._points = step, 0
        self._broken: Columns | None = None
        self._lowest: int | None = None
        self._highest: int | None = None

    def take(self, rows: list[NDArray[Any]], numbers: NDArray[np.int64], unusual: Any) -> None:
        """Takes up a batch: a row for each number of a point."""
        if any(row.dtype == object for row in rows):
            rows = [row.astype(object) for row in rows]
        inside = np.sort(np.stack(rows), axis=0)
        wrong = (inside[1:] == inside[:-1]).any(axis=0)
        wrong[1:] |= (inside[0, 1:] <= inside[-1, :-1]).astype(np.bool_)
        wrong[0] |= self._highest is not None and int(inside[0, 0]) <= self._highest
        if self._broken is None and (unusual is not None or wrong.any()):
            at = numbers[int(wrong.argmax())] if wrong.any() else unusual
            self._broken = tuple(at.tolist())
        self._points += len(numbers)
        self._lowest = int(inside[0, 0]) if self._lowest is None else self._lowest
        self._highest = int(inside[-1, -1])

    def done(self) -> Chained:
        """What became of it."""
        return Chained(self._step, self._points, self._lowest, self._highest, self._broken)


def _comparable(arguments: list[Any]) -> list[Any]:
    """Two numbers that NumPy compares exactly: a constant beyond 64 bits is brought to the edge on its side."""
    first, second = arguments
    for left, right, place in ((first, second, 1), (second, first, 0)):
        narrow = isinstance(left, np.ndarray) and left.dtype == np.int64
        if narrow and isinstance(right, int) and abs(right) >= 2**63:
            arguments[place] = 2**63 - 1 if right > 0 else -(2**63)  # no value of 62 bits is there
    return arguments


_COMPARISONS: Final = ("less", "at most", "equal")
_OPERATIONS: Final[dict[str, Any]] = {
    "add": lambda a, b: a + b,
    "subtract": lambda a, b: a - b,
    "multiply": lambda a, b: a * b,
    "minimum": np.minimum,
    "maximum": np.maximum,
    "select": np.where,
    "less": lambda a, b: _truths(a < b),
    "at most": lambda a, b: _truths(a <= b),
    "equal": lambda a, b: _truths(a == b),
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "not": lambda a: ~a,
}


def _truths(values: Any) -> Any:
    return values.astype(np.bool_, copy=False)


def _last_uses(recorded: Recorded) -> list[list[int]]:
    """For each node, those that nothing needs any more once it is computed."""
    last: dict[int, int] = {}
    for k, node in enumerate(recorded.program.nodes):
        for argument in node.arguments:
            last[argument] = k
    kept = {recorded.unusual}
    kept |= {node for step in recorded.checked for node in (step.given, step.fails)}
    kept |= {node for step in recorded.compared for node in (step.given, *step.numbers)}
    kept |= {
        node
        for measured in recorded.measured
        for node in (measured.given, measured.least, measured.greatest, measured.total)
    }
    result: list[list[int]] = [[] for _ in recorded.program.nodes]
    for done, k in last.items():
        if done not in kept:
            result[k].append(done)
    return result


def _both(first: Any, second: Any, size: int) -> NDArray[np.bool_] | None:
    """Where both truths hold; None for everywhere."""
    masks = [np.broadcast_to(truth, (size,)) for truth in (first, second) if truth is not None and truth is not True]
    if not masks:
        return None
    return masks[0] if len(masks) == 1 else masks[0] & masks[1]


def _taken(value: Any, where: Any, size: int) -> NDArray[Any]:
    """The values at the points where the mask is true, as an array."""
    if not isinstance(value, np.ndarray):
        value = np.full(size, value, dtype=np.int64 if -(2**62) < value < 2**62 else object)
    taken: NDArray[Any] = value if where is None else value[where]
    return taken


def _numbers(least: NDArray[Any], greatest: NDArray[Any], total: NDArray[Any], at: NDArray[np.int64]) -> Extremes:
    low, high = int(least.argmin()), int(greatest.argmax())
    return Extremes(
        int(least[low]), tuple(at[low].tolist()), int(greatest[high]), tuple(at[high].tolist()), _sum(total)
    )


def _sum(values: NDArray[Any]) -> int:
    """The exact sum."""
    if values.dtype == object:
        return int(values.sum())
    return (int((values >> 32).sum()) << 32) + int((values & 0xFFFFFFFF).sum())


def _points(numbers: NDArray[np.int64]) -> tuple[Columns, ...]:
    return tuple(map(tuple, numbers.tolist()))
