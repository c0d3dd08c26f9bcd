"""Where the loops of the sorted order compute what: once for all t, at each t, or at the two ends of a run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from exactua.evaluators.compiled.affine import Along
from exactua.evaluators.compiled.expressions import Expressions, Name, Source


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
