"""The sorted order of Property 8.2 of Yun et al. (2020), without memory, and its affine runs.

With W = l_n - l_1 and g_j = l_(j+1) - l_j, in numbers of columns, points are enumerated with W up, g_1 down, ...,
g_(n-2) down, l_n up. Where the numbers of each point are greater than all numbers of the point before, all numbers of
all points are different; that is checked on the values, not assumed. The last loop, over l_n at fixed gaps, is a run:
where every operation is affine on it, as its two ends tell, the whole run is counted at once.

The loops compute what they do once for all t, at each t, or at the two ends of a run, which is columns shifted
together, l_j = o_j + t for t = 0, 1, ... at fixed gaps.
Where ids are an arithmetic progression of the column numbers, every number is `slope` * t + (what it is at t = 0), as
long as only additions, constant factors and decisions that don't depend on t are met. What it is at t = 0 is
computed outside the loop over t; and t = 0 is a point itself, so that the proven intervals hold there too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from typing import Final

from exactua.arithmetic.straight_line import Node, NotRecorded, Program
from exactua.evaluators.compiled.bookkeeping import TIES, WIDEST, Ledger
from exactua.evaluators.compiled.counted import Chained, Columns, Counted
from exactua.evaluators.compiled.expressions import Expressions, Name, Printed, Source, Width, bits, printed
from exactua.evaluators.compiled.loops import MOST_COUNT_BITS, progression
from exactua.evaluators.compiled.recording import Compared, Recorded
from exactua.grids.orbits import Orbits
from exactua.grids.sequences import Sequences


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


@dataclass(frozen=True)
class _Link:
    """A compared step: the nodes of its least number, its greatest, and whether two are equal, beside it."""

    step: Compared
    low: int
    high: int
    alike: int


class SpreadLoops:
    """Prints `chain` and `runs`, each called with (first, last, buffer, out, tables...) for spreads first <= W < last.

    For orbits without repeats whose ids are an arithmetic progression; raises NotRecorded for any other domain.
    """

    def __init__(self, recorded: Recorded, domain: Orbits | Sequences) -> None:
        if not (recorded.strict and isinstance(domain, Orbits) and domain.specials == "none"):
            raise NotRecorded("an order for sets of regular columns alone")
        progressions = {t: progression(table.tolist()) for t, table in enumerate(recorded.tables)}
        self._progressions = {t: along for t, along in progressions.items() if along is not None}
        if 0 not in self._progressions:
            raise NotRecorded("ids that are not consecutive")
        self._recorded, self._n, self._columns = recorded, domain.n, domain.columns.count
        self._program = recorded.program.copy()
        self._links = [self._link(step) for step in recorded.compared]
        self._breaks: dict[int, int] = {}
        n = self._n
        self._innermost = max(n, 2)
        offsets = [0, *range(2, n), 1] if n > 1 else [0]
        self._along = along_runs(self._program, self._progressions, offsets, self._innermost)
        self._printing = Expressions(recorded, self._program)
        self._count_bits = min(domain.count.bit_length(), MOST_COUNT_BITS)
        self.ledger: Final = Ledger(recorded, self._printing, "any", self._count_bits, self._columns.bit_length())

    def _link(self, step: Compared) -> _Link:
        program = self._program
        pairs = (program.equal(a, b) for a, b in combinations(step.numbers, 2))
        return _Link(
            step,
            reduce(program.minimum, step.numbers),
            reduce(program.maximum, step.numbers),
            reduce(program.either, pairs, program.truth(False)),
        )

    def _linked(self) -> set[int]:
        nodes = {self._recorded.unusual}
        for link in self._links:
            nodes |= {link.step.given, link.low, link.high, link.alike}
        return nodes

    def _placed(self, outputs: set[int]) -> Placed:
        return Placed(self._printing, self._along, self._progressions, outputs)

    # the two functions

    def chain(self) -> Printed:
        """Goes through the sorted order point by point."""
        source, nodes = Source(), self._placed(self._linked())
        with source.block(f"def chain({self._parameters(nodes)}):"):
            source.say("visited = 0")
            self._begin(source)
            self._loops(source, nodes, lambda: self._pointwise(source, nodes, None))
            source.leave("visited", False)
            self._end(source)
            source.say("return 0")
        return printed("chain", source, nodes.tables)

    def runs(self) -> Printed:
        """Goes through the sorted order run by run, and point by point where a run is bent."""
        source, nodes = Source(), self._placed(self._linked() | self.ledger.outputs())
        if nodes.tables:
            raise NotRecorded("entries of columns, which are not affine along runs")
        with source.block(f"def runs({self._parameters(nodes)}):"):
            self.ledger.begin(source, runs=True)
            self._begin(source)
            self._loops(source, nodes, lambda: self._run(source, nodes))
            self.ledger.end(source)
            self._end(source)
            source.say("return found")
        return printed("runs", source, ())

    def _parameters(self, nodes: Placed) -> str:
        return ", ".join(["first: int", "last: int", "buffer", "out", *map("t{}".format, nodes.tables)])

    def _loops(self, source: Source, nodes: Placed, body: Callable[[], None]) -> None:
        """The loops over W and the gaps; `body` says what happens at fixed gaps, for t = 0, ..., length - 1."""
        n = self._n
        source.say("o0 = 0")
        nodes.compute(source, 0)
        beyond = self._columns if n > 1 else 1  # a single column has no spread
        with source.block(f"for W in range(larger(first, {n - 1}), smaller(last, {beyond})):"):
            source.say(f"length = {self._columns} - W")
            if n > 1:
                source.say(f"o{n - 1} = W")
            nodes.compute(source, 1)
            self._gap(source, nodes, 1, body)

    def _gap(self, source: Source, nodes: Placed, j: int, body: Callable[[], None]) -> None:
        if j > self._n - 2:
            source.say("visited = visited + length")
            body()
            return
        with source.block(f"for g{j} in range(W - o{j - 1} - {self._n - 1 - j}, 0, -1):"):
            source.say(f"o{j} = o{j - 1} + g{j}")
            nodes.compute(source, j + 1)
            self._gap(source, nodes, j + 1, body)

    # points

    def _shifted(self, t: str) -> list[str]:
        return [f"o{j}" if t == "0" else f"o{j} + {t}" for j in range(self._n)]

    def _pointwise(self, source: Source, nodes: Placed, ledger: Ledger | None) -> None:
        if ledger:
            ledger.inner(source)
        with source.block("for t in range(length):"):
            nodes.at(source, "p", "t")
            columns, name = self._shifted("t"), nodes.name("p")
            unusual = self._printing.used(self._recorded.unusual, name)
            also = [self._break(k, columns) for k in range(len(self._links))]
            if ledger:
                ledger.unusual(source, name, columns, also)
                ledger.point(source, name, columns)
            elif unusual != "False":
                with source.block(f"if {unusual}:"):
                    source.say(*also, "continue")
            for k, link in enumerate(self._links):
                low, high, alike = self._link_texts(link, name)
                with source.where(self._printing.used(link.step.given, name)):
                    self._start(source, k, low)
                    source.say(f"linked{k} = linked{k} + 1")
                    with source.block(f"if {alike} or {low} <= last{k}:"):
                        source.say(self._break(k, columns))
                    source.say(f"last{k} = {high}")
        if ledger:
            ledger.outer(source)

    def _link_texts(self, link: _Link, name: Name) -> tuple[str, str, str]:
        width = self._wide(link)
        use = self._printing.used
        return use(link.low, name, width), use(link.high, name, width), use(link.alike, name)

    def _wide(self, link: _Link) -> Width:
        return max(self._printing.widths[link.low], self._printing.widths[link.high])

    def _begin(self, source: Source) -> None:
        for k, link in enumerate(self._links):
            below = self._printing.literal(self._program.nodes[link.low].low - 1, self._wide(link))
            source.say(f"linked{k} = 0", f"first{k} = {below}", f"last{k} = {below}")
            self._breaks[k] = source.place(*(f"broken{k}_{j}" for j in range(self._n)))

    def _start(self, source: Source, k: int, low: str) -> None:
        with source.block(f"if linked{k} == 0:"):
            source.say(f"first{k} = {low}")

    def _break(self, k: int, columns: list[str]) -> str:
        """The order ends here, if it has not ended before."""
        return f"failing({TIES.index('lost')}, out, {self._breaks[k]}, ({', '.join(columns)},))"

    # runs

    def _run(self, source: Source, nodes: Placed) -> None:
        source.say("end = length - 1")
        nodes.at(source, "a", "0")
        nodes.at(source, "b", "end")
        first, last = nodes.name("a"), nodes.name("b")
        bent = [*nodes.bends(first, last), *(self._loose(link, first, last) for link in self._links)]
        unusual = self._printing.used(self._recorded.unusual, first)
        bent = [text for text in (*bent, unusual) if text != "False"]
        source.say(f"bent = {' | '.join(f'({text})' for text in bent) or 'False'}")
        with source.block("if bent:"):
            self._pointwise(source, nodes, self.ledger)
        with source.block("else:"):
            self.ledger.run(source, first, last, self._shifted("0"), self._shifted("end"))
            for k, link in enumerate(self._links):
                low, _, alike = self._link_texts(link, first)
                _, high, _ = self._link_texts(link, last)
                with source.where(self._printing.used(link.step.given, first)):
                    self._start(source, k, low)
                    source.say(f"linked{k} = linked{k} + length")
                    with source.block(f"if {alike} or {low} <= last{k}:"):
                        source.say(self._break(k, self._shifted("0")))
                    source.say(f"last{k} = {high}")

    def _loose(self, link: _Link, first: Name, last: Name) -> str:
        """Where it is not certain that the numbers increase from point to point inside a run.

        They do where all of them grow by one slope s > 0 and are less than s apart in the beginning.
        """
        slopes = {self._along[i].slope for i in link.step.numbers}
        slope = next(iter(slopes)) if len(slopes) == 1 else None
        low, high, _ = self._link_texts(link, first)
        width = self._wide(link)
        if slope is not None:
            return f"(length > 1) & ({self._printing.literal(slope, width)} <= {high} - {low})"
        nodes = [self._program.nodes[i] for i in link.step.numbers]
        longest = max(bits(node.low, node.high) for node in nodes)
        if longest + 1 + self._columns.bit_length() > WIDEST:
            return "length > 1"
        use = self._printing.used
        growths = [f"({use(i, last, 128)} - {use(i, first, 128)})" for i in link.step.numbers]
        wide_low, wide_high = use(link.low, first, 128), use(link.high, first, 128)
        tests = [f"({growth} != {growths[0]})" for growth in growths[1:]]
        tests.append(f"({growths[0]} <= ({wide_high} - {wide_low}) * wide(end))")
        return f"(length > 1) & ({' | '.join(tests)})"

    # what comes out

    def _end(self, source: Source) -> None:
        for k, link in enumerate(self._links):
            source.leave(f"linked{k}", False)
            for name in (f"first{k}", f"last{k}"):
                source.leave(name, self._wide(link) == 128)

    def read_chain(self, left: dict[str, int], unusual: tuple[Columns, ...]) -> tuple[int, tuple[Chained, ...]]:
        """The points visited and the chains, of what a call of `chain` left."""
        return left["visited"], self._chains(left)

    def read_runs(self, left: dict[str, int], unusual: tuple[Columns, ...]) -> tuple[Counted, tuple[Chained, ...]]:
        """What was counted and the chains, of what a call of `runs` left."""
        return self.ledger.read(left, unusual), self._chains(left)

    def _chains(self, left: dict[str, int]) -> tuple[Chained, ...]:
        chains = []
        for k, link in enumerate(self._links):
            broken = tuple(left[f"broken{k}_{j}"] for j in range(self._n))
            points = left[f"linked{k}"]
            first, last = (left[f"first{k}"], left[f"last{k}"]) if points else (None, None)
            chains.append(Chained(link.step.step, points, first, last, None if broken[0] < 0 else broken))
        return tuple(chains)
