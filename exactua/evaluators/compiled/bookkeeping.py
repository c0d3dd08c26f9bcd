"""The lines of printed loops that count: where steps apply and fail, least and greatest numbers, exact sums.

A point of one column range is enumerated in an order that need not be lexicographic; where two points tie, their
column numbers are compared. Sums are collected in the narrowest integers that hold them and never overflow: 64 bits
inside the innermost loop, 128 bits outside, and where even these are too short, in two halves apart.
"""

from __future__ import annotations

from typing import Final, Literal

from exactua.evaluators.compiled.counted import Columns, Counted, Extremes, StepCount
from exactua.evaluators.compiled.expressions import LIMB, Expressions, Name, Source, bits
from exactua.evaluators.compiled.recording import Checked, Compared, Recorded

Ties = Literal["lost", "first column", "any"]
TIES: Final[tuple[Ties, ...]] = ("lost", "first column", "any")
"""When a later point can be lexicographically less than an earlier one: never; where its first column is the same
(first columns increase); or at any time."""

MOST_UNUSUAL: Final = 4096
WIDEST: Final = 126


class Ledger:
    """Counts for `recorded`; at most 2^`count_bits` points in a call, 2^`inner_bits` in an innermost loop."""

    def __init__(self, recorded: Recorded, printing: Expressions, ties: Ties, count_bits: int, inner_bits: int) -> None:
        self._recorded, self._printing, self._ties = recorded, printing, ties
        self._n = recorded.program.n
        self._count_bits, self._inner_bits = count_bits, inner_bits
        steps: list[Checked | Compared] = [*recorded.checked, *recorded.compared]
        nodes = recorded.program.nodes
        self._givens = sorted({step.given for step in steps if nodes[step.given].operator != "truth"})
        self._kept: dict[str, int] = {}
        self._runs = False

    def outputs(self) -> set[int]:
        """The nodes that are counted and measured."""
        nodes = {self._recorded.unusual, *self._givens}
        nodes |= {checked.fails for checked in self._recorded.checked}
        for measured in self._recorded.measured:
            nodes |= {measured.given, measured.least, measured.greatest, measured.total}
        return nodes

    def _keep(self, source: Source, kind: str, k: int) -> None:
        self._kept[f"{kind}{k}"] = source.place(*(f"{kind}{k}_{j}" for j in range(self._n)))

    def _total_bits(self, k: int) -> int:
        node = self._printing.program.nodes[self._recorded.measured[k].total]
        return bits(node.low, node.high)

    def _narrow_sum(self, k: int) -> bool:
        narrow = self._printing.widths[self._recorded.measured[k].total] == 64
        return narrow and self._total_bits(k) + self._inner_bits <= 62

    def _halves(self, k: int) -> bool:
        return self._total_bits(k) + self._count_bits + 1 > WIDEST

    def begin(self, source: Source, runs: bool = False) -> None:
        """Nothing is counted yet."""
        self._runs = runs
        source.say("visited = 0", "found = 0")
        for given in self._givens:
            source.say(f"applies{given} = cell(0)")
        for k, checked in enumerate(self._recorded.checked):
            if not self._never(checked.fails):
                source.say(f"failures{k} = cell(0)")
                self._keep(source, "failing", k)
        for k, measured in enumerate(self._recorded.measured):
            for kind, node, beyond in (
                ("least", measured.least, self._printing.program.nodes[measured.least].high + 1),
                ("greatest", measured.greatest, self._printing.program.nodes[measured.greatest].low - 1),
            ):
                start = self._printing.literal(beyond, self._printing.widths[node])
                source.say(f"{kind}{k} = cell({start})", f"{kind}_limit{k} = cell({start})")
                self._keep(source, kind, k)
            zero = self._printing.literal(0, 128)
            if self._narrow_sum(k):
                source.say(f"sum{k} = cell(0)")
            names = (f"total{k}", f"upper{k}") if self._halves(k) else (f"total{k}",)
            for name in (*names, *(f"twice_{name}" for name in names if runs)):
                source.say(f"{name} = cell({zero})")

    def first_column(self, source: Source) -> None:
        """A new first column: all its points are greater than the points before."""
        if self._ties == "first column":
            for k in range(len(self._recorded.measured)):
                source.say(f"put(least_limit{k}, get(least{k}))", f"put(greatest_limit{k}, get(greatest{k}))")

    def inner(self, source: Source) -> None:
        """Before an innermost loop."""
        for k in range(len(self._recorded.measured)):
            if self._narrow_sum(k):
                source.say(f"put(sum{k}, 0)")

    def outer(self, source: Source) -> None:
        """After an innermost loop."""
        for k in range(len(self._recorded.measured)):
            if self._narrow_sum(k):
                source.say(f"grow(total{k}, wide(get(sum{k})))")

    def unusual(self, source: Source, name: Name, columns: list[str], also: list[str] | None = None) -> None:
        """Sets an unusual point aside and goes on to the next; `also` are further lines for it."""
        text = self._printing.used(self._recorded.unusual, name)
        if text == "False":
            return
        with source.block(f"if {text}:"):
            with source.block(f"if found == {MOST_UNUSUAL}:"):
                source.say("return -1")
            source.say(
                *(f"buffer[{self._n} * found + {j}] = {column}" for j, column in enumerate(columns)), "found += 1"
            )
            source.say(*(also or []), "continue")

    def point(self, source: Source, name: Name, columns: list[str]) -> None:
        """Counts one point; `name` has the values of its nodes."""
        use = self._printing.used
        for given in self._givens:
            with source.block(f"if {use(given, name)}:"):
                source.say(f"grow(applies{given}, 1)")
        for k, checked in enumerate(self._recorded.checked):
            if not self._never(checked.fails):
                with source.block(f"if {use(checked.fails, name)}:"):
                    source.say(f"grow(failures{k}, 1)")
                    self._failing(source, k, columns)
        for k, measured in enumerate(self._recorded.measured):
            with source.where(use(measured.given, name)):
                for kind, node in (("least", measured.least), ("greatest", measured.greatest)):
                    self._extreme(source, kind, k, use(node, name), columns)
                self._add(source, k, use(measured.total, name))

    def run(self, source: Source, first: Name, last: Name, at_first: list[str], at_last: list[str]) -> None:
        """Counts a run of `length` points on which every number is affine, from its values at the two ends.

        Truths are the same at both ends.
        """
        use = self._printing.used
        for given in self._givens:
            with source.block(f"if {use(given, first)}:"):
                source.say(f"grow(applies{given}, length)")
        for k, checked in enumerate(self._recorded.checked):
            if not self._never(checked.fails):
                with source.block(f"if {use(checked.fails, first)}:"):
                    source.say(f"grow(failures{k}, length)")
                    self._failing(source, k, at_first)
        for k, measured in enumerate(self._recorded.measured):
            with source.where(use(measured.given, first)):
                for kind, node in (("least", measured.least), ("greatest", measured.greatest)):
                    a, b = use(node, first), use(node, last)
                    if a == b:
                        self._extreme(source, kind, k, a, at_first)
                    else:
                        order = (a, b) if kind == "least" else (b, a)
                        with source.block(f"if {order[0]} <= {order[1]}:"):
                            self._extreme(source, kind, k, a, at_first)
                        with source.block("else:"):
                            self._extreme(source, kind, k, b, at_last)
                self._add_run(source, k, use(measured.total, first), use(measured.total, last))

    def _never(self, truth: int) -> bool:
        node = self._printing.program.nodes[truth]
        return node.operator == "truth" and not node.value

    def _failing(self, source: Source, k: int, columns: list[str]) -> None:
        source.say(f"failing({TIES.index(self._ties)}, out, {self._kept[f'failing{k}']}, ({', '.join(columns)},))")

    def _extreme(self, source: Source, kind: str, k: int, value: str, columns: list[str]) -> None:
        """Takes up a value that is less (or greater) than the best, or as good at a lesser point.

        The limit is one beyond the best where a tie may still be won.
        """
        sign, place = (1 if kind == "least" else -1), self._kept[f"{kind}{k}"]
        cells, at = f"{kind}{k}, {kind}_limit{k}", f"({', '.join(columns)},)"
        source.say(f"extreme({sign}, {TIES.index(self._ties)}, {cells}, out, {place}, {value}, {at})")

    def _add(self, source: Source, k: int, value: str) -> None:
        narrow = self._printing.widths[self._recorded.measured[k].total] == 64
        if self._narrow_sum(k):
            source.say(f"grow(sum{k}, {value})")
        elif narrow:
            source.say(f"grow(total{k}, wide({value}))")
        elif not self._halves(k):
            source.say(f"grow(total{k}, {value})")
        else:
            source.say(f"grow(total{k}, wide(low({value})))", f"grow(upper{k}, wide(high({value})))")

    def _add_run(self, source: Source, k: int, first: str, last: str) -> None:
        """Twice the sum over the run: length (first + last)."""
        narrow = self._printing.widths[self._recorded.measured[k].total] == 64
        if narrow:
            source.say(f"grow(twice_total{k}, wide({first} + {last}) * wide(length))")
        elif not self._halves(k):
            source.say(f"grow(twice_total{k}, ({first} + {last}) * wide(length))")
        else:
            for name, part in (("total", "low"), ("upper", "high")):
                ends = f"wide({part}({first})) + wide({part}({last}))"
                source.say(f"grow(twice_{name}{k}, ({ends}) * wide(length))")

    def end(self, source: Source) -> None:
        """Leaves what was counted in `out`."""
        source.leave("visited", False)
        for given in self._givens:
            source.leave(f"applies{given}", False, True)
        for k, checked in enumerate(self._recorded.checked):
            if not self._never(checked.fails):
                source.leave(f"failures{k}", False, True)
        for k, measured in enumerate(self._recorded.measured):
            for kind, node in (("least", measured.least), ("greatest", measured.greatest)):
                source.leave(f"{kind}{k}", self._printing.widths[node] == 128, True)
            names = (f"total{k}", f"upper{k}") if self._halves(k) else (f"total{k}",)
            for name in (*names, *(f"twice_{name}" for name in names if self._runs)):
                source.leave(name, True, True)

    def read(self, left: dict[str, int], unusual: tuple[Columns, ...]) -> Counted:
        """What was counted, of what a call left in `out`."""
        usual = left["visited"] - len(unusual)
        steps = {}
        for k, checked in enumerate(self._recorded.checked):
            failing = self._columns(left, "failing", k)
            steps[checked.step] = StepCount(
                self._applicable(left, checked.given, usual), left.get(f"failures{k}", 0), failing
            )
        for compared in self._recorded.compared:
            steps[compared.step] = StepCount(self._applicable(left, compared.given, usual), 0, None)
        measured = tuple(self._extremes(left, k) for k in range(len(self._recorded.measured)))
        return Counted(left["visited"], tuple(sorted(unusual)), steps, measured)

    def _applicable(self, left: dict[str, int], given: int, usual: int) -> int:
        return (
            left[f"applies{given}"] if given in self._givens else usual * int(self._recorded.program.nodes[given].value)
        )

    def _columns(self, left: dict[str, int], kind: str, k: int) -> Columns | None:
        columns = tuple(left.get(f"{kind}{k}_{j}", -1) for j in range(self._n))
        return None if columns[0] < 0 else columns

    def _extremes(self, left: dict[str, int], k: int) -> Extremes | None:
        least_at, greatest_at = self._columns(left, "least", k), self._columns(left, "greatest", k)
        if least_at is None or greatest_at is None:
            return None
        total = left[f"total{k}"] + (left.get(f"upper{k}", 0) << LIMB)
        twice = left.get(f"twice_total{k}", 0) + (left.get(f"twice_upper{k}", 0) << LIMB)
        assert twice % 2 == 0
        return Extremes(left[f"least{k}"], least_at, left[f"greatest{k}"], greatest_at, total + twice // 2)
