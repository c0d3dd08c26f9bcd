"""A program at every point of a rank range: nested loops over the columns, printed as one Python function.

Orbits are enumerated with the loops l_1, l_n, l_2, ..., l_(n-1), outermost first: what a program computes of the least
and the greatest column stands outside, and work per orbit is constant. Sequences are enumerated from left to right.
Each operation stands in the outermost loop where its columns are known.
"""

from __future__ import annotations

from itertools import pairwise
from math import comb
from typing import Final

from exactua.arithmetic.straight_line import levels
from exactua.evaluators.compiled.bookkeeping import Ledger, Ties
from exactua.evaluators.compiled.expressions import Expressions, Printed, Source, printed
from exactua.evaluators.compiled.recording import Recorded
from exactua.grids.orbits import Orbits
from exactua.grids.sequences import Sequences

MOST_COUNT_BITS: Final = 62
"""A call visits fewer than 2^62 points: counts are single words."""


def progression(table: list[int]) -> tuple[int, int] | None:
    """First entry and step of an arithmetic progression; None for any other table."""
    step = table[1] - table[0] if len(table) > 1 else 0
    fits = all(b - a == step for a, b in pairwise(table))
    return (table[0], step) if fits and table else None


def order_of(n: int, sorted_columns: bool) -> list[int]:
    """The columns (from 0) in the order of their loops, outermost first."""
    return [0, n - 1, *range(1, n - 1)] if sorted_columns and n > 1 else list(range(n))


class PointLoops:
    """Prints `points(boxes, lows, highs, buffer, out, tables...)`; `ledger` reads what it left."""

    def __init__(self, recorded: Recorded, domain: Orbits | Sequences) -> None:
        self._recorded, self._n, self._columns = recorded, domain.n, domain.columns.count
        self._repeats = domain.repeats if isinstance(domain, Orbits) else "allowed"
        self._gap = int(self._repeats == "forbidden")
        self._order = order_of(self._n, recorded.sorted)
        self._printing = Expressions(recorded)
        count_bits = min(domain.count.bit_length(), MOST_COUNT_BITS)
        ties: Ties = "first column" if self._order != sorted(self._order) else "lost"
        self.ledger = Ledger(recorded, self._printing, ties, count_bits, self._columns.bit_length())

    def printed(self) -> Printed:
        """The function."""
        program = self._recorded.program
        outermost = levels(program, self._order)
        reached = sorted(self._printing.reached(self.ledger.outputs()))
        self._at: list[list[int]] = [
            [i for i in reached if outermost[i] == k and not self._printing.fixed(i)] for k in range(self._n + 1)
        ]
        listed = [t for t, table in enumerate(self._recorded.tables) if progression(table.tolist()) is None]
        used = {program.nodes[i].value[0] for i in reached if program.nodes[i].operator == "table"}
        tables = [t for t in listed if t in used]
        source = Source()
        parameters = ["boxes: int", "lows", "highs", "buffer", "out", *(f"t{t}" for t in tables)]
        with source.block(f"def points({', '.join(parameters)}):"):
            self.ledger.begin(source)
            self._compute(source, 0)
            with source.block("for box in range(boxes):"):
                for j in range(self._n):
                    source.say(f"low{j} = lows[{self._n} * box + {j}]", f"high{j} = highs[{self._n} * box + {j}]")
                self._loop(source, 1)
            self.ledger.end(source)
            source.say("return found")
        return printed("points", source, tables)

    def _loop(self, source: Source, level: int) -> None:
        j = self._order[level - 1]
        low, high = self._bounds(j) if self._recorded.sorted else (f"low{j}", f"high{j}")
        innermost = level == self._n
        if innermost:
            self.ledger.inner(source)
        if innermost and self._repeats == "required":
            self._repeating(source, j, low, high)
        else:
            if innermost:
                source.say(f"start = {low}", f"stop = {high}", "visited = visited + larger(stop - start, 0)")
                low, high = "start", "stop"
            with source.block(f"for c{j} in range({low}, {high}):"):
                self._body(source, level)
        if innermost:
            self.ledger.outer(source)

    def _body(self, source: Source, level: int) -> None:
        if level == 1:
            self.ledger.first_column(source)
        self._compute(source, level)
        if level < self._n:
            self._loop(source, level + 1)
            return
        columns = [f"c{j}" for j in range(self._n)]
        self.ledger.unusual(source, _value, columns)
        self.ledger.point(source, _value, columns)

    def _bounds(self, j: int) -> tuple[str, str]:
        """The bounds of a sorted column, given those whose loops stand outside."""
        n, gap = self._n, self._gap
        if j == 0:
            highs = [f"high{i} - {gap * i}" for i in range(n)]
            return "low0", _folded("smaller", highs)
        if j == n - 1:
            lows = [f"c0 + {gap * j}", *(f"low{i} + {gap * (j - i)}" for i in range(1, n))]
            high = "smaller(high1, c0 + 1)" if n == 2 and self._repeats == "required" else f"high{j}"
            return _folded("larger", lows), high
        return f"larger(low{j}, c{j - 1} + {gap})", f"smaller(high{j}, c{n - 1} + {1 - gap * (n - 1 - j)})"

    def _repeating(self, source: Source, j: int, low: str, high: str) -> None:
        """The innermost loop where two columns have to be equal: it goes only to where they are.

        Where all columns outside differ, l_(n-1) equals one of its neighbours.
        """
        source.say(f"start = {low}", f"stop = {high}", "stride = 1")
        if self._n > 2:
            known = [0, *range(1, j), self._n - 1]
            different = " and ".join(f"c{a} < c{b}" for a, b in pairwise(known))
            with source.block(f"if {different}:"):
                source.say(f"stride = c{self._n - 1} - c{j - 1}")
                with source.block(f"if start > c{j - 1}:"):
                    source.say(f"start = c{self._n - 1}")
        source.say("upcoming = start")
        with source.block("while upcoming < stop:"):
            source.say(f"c{j} = upcoming", "upcoming = upcoming + stride", "visited = visited + 1")
            self._body(source, self._n)

    def _compute(self, source: Source, level: int) -> None:
        for i in self._at[level]:
            node = self._recorded.program.nodes[i]
            if node.operator == "table":
                source.say(f"v{i} = {self._entry(i)}")
            else:
                source.say(f"v{i} = {self._printing.operation(i, _value)}")

    def _entry(self, i: int) -> str:
        table, j = self._recorded.program.nodes[i].value
        along = progression(self._recorded.tables[table].tolist())
        text = f"t{table}[c{j}]" if along is None else f"{along[0]} + {along[1]} * c{j}"
        return text if self._printing.widths[i] == 64 else f"wide({text})"


def spread_count(n: int, columns: int, first: int, last: int) -> int:
    """How many sets of n column numbers have a spread l_n - l_1 in [first, last)."""
    if n == 1:
        return columns if first <= 0 < last else 0
    return sum(comb(W - 1, n - 2) * (columns - W) for W in range(max(first, n - 1), min(last, columns)))


def _value(node: int) -> str:
    return f"v{node}"


def _folded(function: str, texts: list[str]) -> str:
    result = texts[0]
    for text in texts[1:]:
        result = f"{function}({result}, {text})"
    return result
