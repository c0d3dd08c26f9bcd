"""Where the loops of the sorted order compute what: once for all t, at each t, or at the two ends of a run.

A run is columns shifted together, l_j = o_j + t for t = 0, 1, ... at fixed gaps.
Where ids are an arithmetic progression of the column numbers, every number is `slope` * t + (what it is at t = 0), as
long as only additions, constant factors and decisions that don't depend on t are met. What it is at t = 0 is
computed outside the loop over t; and t = 0 is a point itself, so that the proven intervals hold there too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from exactua.arithmetic.straight_line import Node, Program
from exactua.evaluators.compiled.expressions import Expressions, Name, Source, bits


@dataclass(frozen=True)
class Along:
    """How a node goes along runs: known at t = 0 in loop `level` (0 is outermost), with slope `slope` in t.

    The slope is None where none is known beforehand; the node is then computed at each t.
    """

    level: int
    slope: int | None


def along_runs(
    program: Program, progressions: Mapping[int, tuple[int, int]], offsets: Sequence[int], innermost: int
) -> list[Along]:
    """For each node; `progressions` has first entry and step of tables, offsets[j] the level where o_j is known."""
    along: list[Along] = []
    for node in program.nodes:
        here = _along(program, node, along, progressions, offsets)
        # a slope longer than the numbers belongs to runs of one point
        if here is None or (here.slope and here.slope.bit_length() > bits(node.low, node.high) + 1):
            here = Along(innermost, None)
        along.append(here)
    return along


def _along(
    program: Program,
    node: Node,
    before: list[Along],
    progressions: Mapping[int, tuple[int, int]],
    offsets: Sequence[int],
) -> Along | None:
    if node.operator == "table":
        table, j = node.value
        return Along(offsets[j], progressions[table][1]) if table in progressions else None
    if node.operator in ("constant", "truth"):
        return Along(0, 0)
    parts = [before[j] for j in node.arguments]
    slopes = [part.slope for part in parts if part.slope is not None]
    if len(slopes) < len(parts):
        return None
    level = max(part.level for part in parts)
    if node.operator in ("add", "subtract"):
        return Along(level, slopes[0] + slopes[1] if node.operator == "add" else slopes[0] - slopes[1])
    if node.operator == "multiply":
        if not any(slopes):
            return Along(level, 0)
        factors = [program.nodes[j] for j in node.arguments]
        known = [k for k in (0, 1) if factors[k].operator == "constant"]
        return Along(level, factors[known[0]].value * slopes[1 - known[0]]) if known else None
    if node.operator in ("minimum", "maximum"):
        return Along(level, slopes[0]) if slopes[0] == slopes[1] else None
    if node.operator == "select":
        return Along(level, slopes[1]) if slopes[1] == slopes[2] else None
    if node.operator in ("less", "at most", "equal"):
        return Along(level, 0) if slopes[0] == slopes[1] else None
    return Along(level, 0)


class Placed:
    """The nodes that a function needs, and where it computes them.

    h: at t = 0, outside the loop over t; p: at each t; a and b: at the two ends of a run.
    """

    def __init__(
        self,
        printing: Expressions,
        along: Sequence[Along],
        progressions: Mapping[int, tuple[int, int]],
        outputs: Iterable[int],
    ) -> None:
        self._printing, self._along, self._progressions = printing, along, progressions
        self._nodes = printing.program.nodes
        self._start: set[int] = set()
        self._moving: set[int] = set()
        waiting, seen = list(outputs), set[int]()
        while waiting:
            i = waiting.pop()
            if i in seen:
                continue
            seen.add(i)
            if self._along[i].slope is None:
                waiting += self._nodes[i].arguments
            else:
                self._start |= self._printing.reached([i])
            if self._along[i].slope != 0:
                self._moving.add(i)
        entries = (self._nodes[i] for i in self._moving if self._along[i].slope is None)
        self.tables = sorted({node.value[0] for node in entries if node.operator == "table"})

    def compute(self, source: Source, level: int) -> None:
        """Computes what is known in a loop, at t = 0."""
        for i in sorted(self._start):
            if self._along[i].level == level and not self._printing.fixed(i):
                source.say(f"h{i} = {self._expression(i, 'h', '0')}")

    def at(self, source: Source, where: str, t: str) -> None:
        """Computes what depends on t."""
        for i in sorted(self._moving):
            slope = self._along[i].slope
            if slope is None:
                source.say(f"{where}{i} = {self._expression(i, where, t)}")
            elif t != "0":
                wide = self._printing.widths[i] == 128
                shift = f"{self._printing.literal(slope, 128 if wide else 64)} * {f'wide({t})' if wide else t}"
                source.say(f"{where}{i} = h{i} + {shift}")

    def name(self, where: str) -> Name:
        """The names of the values at a place."""

        def named(i: int) -> str:
            slope = self._along[i].slope
            return f"h{i}" if slope == 0 or (where == "a" and slope is not None) or where == "h" else f"{where}{i}"

        return named

    def _expression(self, i: int, where: str, t: str) -> str:
        node = self._nodes[i]
        if node.operator != "table":
            return self._printing.operation(i, self.name(where))
        table, j = node.value
        along = self._progressions.get(table)
        text = f"t{table}[o{j} + {t}]" if along is None else f"{along[0]} + {along[1]} * o{j}"
        return text if self._printing.widths[i] == 64 else f"wide({text})"

    def bends(self, first: Name, last: Name) -> list[str]:
        """Where a run is bent: a decision that is not the same at both ends, or a product of two that change."""
        bends = []
        for i in sorted(i for i in self._moving if self._along[i].slope is None):
            node = self._nodes[i]
            if node.operator in ("less", "at most"):
                bends.append(f"{first(i)} != {last(i)}")
            elif node.operator in ("equal", "minimum", "maximum", "multiply"):
                (a, x), (b, y) = (self._printing.pair(node.arguments, name) for name in (first, last))
                if node.operator == "equal":
                    bends += [f"({a} < {x}) != ({b} < {y})", f"({x} < {a}) != ({y} < {b})"]
                elif node.operator == "multiply":
                    bends.append(f"({a} != {b}) & ({x} != {y})")
                else:
                    bends.append(f"(({a} < {x}) & ({y} < {b})) | (({x} < {a}) & ({b} < {y}))")
        return bends
