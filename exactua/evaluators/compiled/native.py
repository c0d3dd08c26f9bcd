"""Printed loops, compiled or as plain Python, run over a domain: points of a rank range, the sorted order, affine runs.

Compiled code has 64-bit and 128-bit integers and needs llvmlite, which is imported when the first function is wanted.
The same text runs in plain Python over integers of any size. No compiled operation can overflow: the interval of each
number is proven, and numbers beyond 126 bits are left to plain Python.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib.util import find_spec
from typing import Any, Final

import numpy as np

from exactua.errors import EvaluatorsDisagree, InputError
from exactua.evaluators.compiled.bookkeeping import MOST_UNUSUAL
from exactua.evaluators.compiled.counted import Chained, Columns, Counted, TooManyUnusual
from exactua.evaluators.compiled.expressions import LIMB, Printed
from exactua.evaluators.compiled.loops import MOST_COUNT_BITS, PointLoops, spread_count
from exactua.evaluators.compiled.recording import WIDEST_BITS, Recorded
from exactua.evaluators.compiled.sorted_order import SpreadLoops
from exactua.grids.domains import check_ranks
from exactua.grids.orbits import Orbits
from exactua.grids.sequences import Sequences

Box = tuple[tuple[int, ...], tuple[int, ...]]
"""Bounds low[j] <= c_j < high[j] of the column numbers."""


def boxes(first: Sequence[int], beyond: Sequence[int] | None, columns: int) -> list[Box]:
    """Boxes that together hold each sequence c with first <= c < beyond (lexicographically) exactly once.

    Sequences of n column numbers below `columns`; without `beyond` to the last. At most 2n - 1 boxes, in
    lexicographic order: every sequence of a box is less than every one of the next box.
    """
    n = len(first)
    end = tuple(beyond) if beyond is not None else (columns, *[0] * (n - 1))
    if tuple(first) >= end:
        return []
    common = next(j for j in range(n) if first[j] != end[j])
    last = n - 1
    pieces = []
    for j in range(last, common, -1):
        pieces.append(_box(first[:j], first[j] + (j < last), columns, n, columns))
    pieces.append(_box(first[:common], first[common] + (common < last), end[common], n, columns))
    for j in range(common + 1, n):
        pieces.append(_box(end[:j], 0, end[j], n, columns))
    return [box for box in pieces if all(low < high for low, high in zip(*box, strict=True))]


def _box(prefix: Sequence[int], low: int, high: int, n: int, columns: int) -> Box:
    free = n - len(prefix) - 1
    return (*prefix, low, *[0] * free), (*(c + 1 for c in prefix), high, *[columns] * free)


def _put(cell: list[int], value: int) -> None:
    cell[0] = value


def _grow(cell: list[int], value: int) -> None:
    cell[0] += value


def _leave(out: list[int], place: int, value: int) -> None:
    out[place] = value


def _failing(ties: int, out: list[int], place: int, columns: Columns) -> None:
    """Keeps the columns of a failing point, if none are kept or they are less."""
    end = place + len(columns)
    if out[place] < 0 or (ties > 0 and columns < tuple(out[place:end])):
        out[place:end] = columns


def _extreme(
    sign: int, ties: int, best: list[int], limit: list[int], out: list[int], place: int, value: int, columns: Columns
) -> None:
    """Takes up a least value (`sign` 1) or greatest one (-1), with its columns."""
    if sign * value < sign * limit[0]:
        end = place + len(columns)
        if ties == 0 or sign * value < sign * best[0] or columns < tuple(out[place:end]):
            best[0], out[place:end] = value, columns
            limit[0] = value + sign * int(ties > 0)


PLAIN: Final[dict[str, Any]] = {
    "wide": lambda x: x,
    "joined": lambda high, low: (high << LIMB) + low,
    "high": lambda x: x >> LIMB,
    "low": lambda x: x % 2**LIMB,
    "smaller": min,
    "larger": max,
    "choose": lambda condition, then, otherwise: then if condition else otherwise,
    "cell": lambda value: [value],
    "get": operator.itemgetter(0),
    "put": _put,
    "grow": _grow,
    "leave": _leave,
    "failing": _failing,
    "extreme": _extreme,
}
"""What printed functions call, over Python's integers."""


def available() -> bool:
    """Whether llvmlite is there to compile functions."""
    return find_spec("llvmlite") is not None


class Loops:
    """A recorded domain, run in loops. Functions are printed and compiled when they are first wanted.

    `plain` runs them as plain Python. Raises InputError where compiled functions can't hold the numbers.
    """

    def __init__(self, recorded: Recorded, domain: Orbits | Sequences, plain: bool = False) -> None:
        if not plain and recorded.bits > WIDEST_BITS:
            raise InputError(
                f"plain: False, and numbers have {recorded.bits} bits; compiled functions hold {WIDEST_BITS}"
            )
        self._recorded, self._domain, self._plain = recorded, domain, plain
        self._tables: dict[int, Any] = {}
        self._functions: dict[str, tuple[Printed, Callable[..., int], Any]] = {}

    @property
    def width(self) -> str:
        """The integers that it computes with, for people."""
        if self._plain:
            return "integers of any size"
        return "64 bits" if self._recorded.bits <= 62 else "128 bits"

    def points(self, start: int, stop: int) -> Counted:
        """Every point at ranks start, ..., stop - 1 (fewer than 2^62).

        Raises TooManyUnusual above 4,096 unusual points, and InputError beyond the last rank.
        """
        check_ranks(start, stop, self._domain.count)
        _refuse_count(stop - start)
        ranges = self._boxes(start, stop)
        lows, highs = self._rows([low for low, _ in ranges]), self._rows([high for _, high in ranges])
        counted = self._call("points", len(ranges), lows, highs)
        assert isinstance(counted, Counted)
        _expect(counted.visited, stop - start, f"ranks {start:,} to {stop:,}")
        return counted

    def chain(self, first: int, last: int) -> list[Chained]:
        """The compared steps along the sorted order of the points with spread first <= l_n - l_1 < last.

        Raises NotRecorded for a domain without such an order.
        """
        answer = self._call("chain", first, last)
        assert isinstance(answer, tuple)
        _expect(answer[0], self._spread(first, last), f"spreads {first:,} to {last:,}")
        return list(answer[1])

    def runs(self, first: int, last: int) -> tuple[Counted, list[Chained]]:
        """All steps on the points with spread first <= l_n - l_1 < last, run by run.

        Raises NotRecorded for a domain without such runs, and TooManyUnusual.
        """
        answer = self._call("runs", first, last)
        assert isinstance(answer, tuple)
        counted, chained = answer
        _expect(counted.visited, self._spread(first, last), f"spreads {first:,} to {last:,}")
        return counted, list(chained)

    def _spread(self, first: int, last: int) -> int:
        return spread_count(self._domain.n, self._domain.columns.count, first, last)

    def _boxes(self, start: int, stop: int) -> list[Box]:
        if start == stop:
            return []
        domain = self._domain
        beyond = domain.unrank(stop) if stop < domain.count else None
        pieces = boxes(domain.unrank(start), beyond, domain.columns.count)
        if isinstance(domain, Orbits) and domain.specials == "required":
            special = int(domain.columns.special_mask().sum())  # these columns come first: recording has made sure
            pieces = [(low, (min(high[0], special), *high[1:])) for low, high in pieces]
        return pieces

    def _call(self, name: str, *arguments: Any) -> Any:
        text, function, reader = self._function(name)
        n, words = self._domain.n, text.words
        buffer: Any = [0] * (MOST_UNUSUAL * n) if self._plain else np.zeros(MOST_UNUSUAL * n, np.int64)
        out: Any = [-1] * words if self._plain else np.full(words, -1, np.int64)
        count = function(*arguments, buffer, out, *(self._table(t) for t in text.tables))
        if count < 0:
            raise TooManyUnusual(f"more than {MOST_UNUSUAL:,} unusual points in one range")
        unusual = tuple(tuple(map(int, buffer[n * k : n * (k + 1)])) for k in range(count))
        return reader(text.read([int(word) for word in out], self._plain), unusual)

    def _function(self, name: str) -> tuple[Printed, Callable[..., int], Any]:
        if name not in self._functions:
            text, reader = self._printed(name)
            function = _plain(text) if self._plain else _compiled(text)
            self._functions[name] = text, function, reader
        return self._functions[name]

    def _printed(self, name: str) -> tuple[Printed, Any]:
        if name == "points":
            loops = PointLoops(self._recorded, self._domain)
            return loops.printed(), loops.ledger.read
        spread = SpreadLoops(self._recorded, self._domain)
        return (spread.chain(), spread.read_chain) if name == "chain" else (spread.runs(), spread.read_runs)

    def _rows(self, rows: list[Any]) -> Any:
        if self._plain:
            return [number for row in rows for number in row]
        return np.array(rows, dtype=np.int64).ravel()

    def _table(self, table: int) -> Any:
        if table not in self._tables:
            entries = self._recorded.tables[table]
            self._tables[table] = entries.tolist() if self._plain else np.array(entries, dtype=np.int64)
        return self._tables[table]


def _refuse_count(count: int) -> None:
    if count >= 2**MOST_COUNT_BITS:
        raise InputError(f"ranks: {count:,} points at once; fewer than 2^{MOST_COUNT_BITS} can be counted in one call")


def _expect(visited: int, count: int, what: str) -> None:
    if visited != count:
        raise EvaluatorsDisagree(f"the loops visited {visited:,} points of {what}, which are {count:,}")


@lru_cache(maxsize=64)
def _plain(text: Printed) -> Callable[..., int]:
    namespace = dict(PLAIN)
    exec(compile(text.text, f"<printed {text.name}>", "exec"), namespace)
    function: Callable[..., int] = namespace[text.name]
    return function


@lru_cache(maxsize=64)
def _compiled(text: Printed) -> Callable[..., int]:
    from exactua.evaluators.compiled.machine_code import compiled

    return compiled(text.text)
