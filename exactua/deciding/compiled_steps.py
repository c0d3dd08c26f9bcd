"""Steps decided by recorded programs, in compiled loops or in NumPy batches; what these count becomes tallies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from exactua.arithmetic.batches import Batch
from exactua.arithmetic.straight_line import NotRecorded
from exactua.claims.decision import Extreme
from exactua.deciding.tally import Chunk, Link, Tally
from exactua.evaluators.compiled.counted import Chained, Columns, Counted
from exactua.evaluators.compiled.recording import Recorded
from exactua.evaluators.compiled.vectors import BATCH, Vectors
from exactua.grids.domains import PointDomain
from exactua.grids.orbits import Orbits
from exactua.grids.sequences import Sequences
from exactua.grids.spread_order import SpreadOrder

Machine = Literal["compiled", "plain", "vectors"]
"""Loops that are compiled, the same loops in plain Python, or NumPy batches."""
LARGEST_TASK: Final = 1 << 22
"""Points that compiled loops decide at a time."""
VECTORS_TASK: Final = 1 << 17
"""The same for NumPy batches, which are a part of it each."""
CHAINED_TASK: Final[dict[Machine, int]] = {"compiled": 1 << 26, "plain": 1 << 17, "vectors": 1 << 21}
"""Points, about, that are compared with their neighbours at a time."""
RUNS_TASK: Final[dict[Machine, int]] = {"compiled": 1 << 23, "plain": 1 << 16}
"""Affine runs, about, that are decided at a time."""


@dataclass
class ProgramRun:
    """The steps of one domain that one program decides, and the machine that runs it.

    `places` has the place of the domain among those of each step; `chained` are the `distinct` folds that are decided
    by neighbours in `SpreadOrder`, of the others (`vectors` alone) the numbers are gathered. `in_runs`: all steps are
    decided by the ends of affine runs, in that order.
    """

    machine: Machine
    recorded: Recorded
    domain: PointDomain
    places: dict[str, int]
    chained: frozenset[str] = frozenset()
    in_runs: bool = False
    _made: Any = field(default=None, repr=False, compare=False)
    _chains: Vectors | None = field(default=None, repr=False, compare=False)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_made": None, "_chains": None}  # machine code stays in its process

    @property
    def steps(self) -> list[str]:
        """The names of the steps, in the order of the program's counts."""
        return [step.step for step in self.recorded.steps]

    @property
    def gathered(self) -> frozenset[str]:
        """The folds whose numbers are gathered."""
        return frozenset(step.step for step in self.recorded.compared) - self.chained

    @property
    def runner(self) -> Any:
        """What runs the program, made when it is first wanted."""
        if self._made is None:
            if self.machine == "vectors":
                self._made = Vectors(self.recorded)
            else:
                from exactua.evaluators.compiled.native import Loops

                assert isinstance(self.domain, (Orbits, Sequences))
                self._made = Loops(self.recorded, self.domain, plain=self.machine == "plain")
        return self._made

    def _batches(self, start: int, stop: int) -> Iterator[NDArray[np.int64]]:
        if isinstance(self.domain, Orbits):
            yield from self.domain.batches(start, stop, BATCH)
            return
        for first in range(start, stop, BATCH):
            yield self.domain.batch(first, min(first + BATCH, stop))

    @property
    def _folds(self) -> Vectors:
        """The chained folds alone, on batches."""
        if self._chains is None:
            self._chains = Vectors(self.recorded.only(self.chained))
        return self._chains

    @property
    def width(self) -> str:
        """What its numbers are held in, for people."""
        width: str = self.runner.width
        return width

    def counts(self, start: int, stop: int) -> Iterator[Counted]:
        """The program at the points with these ranks. Raises TooManyUnusual where it says nothing of most of them."""
        if self.machine != "vectors":
            yield self.runner.points(start, stop)
            return
        for numbers in self._batches(start, stop):
            yield self.runner.count(numbers)

    def tallies(self, start: int, stop: int) -> tuple[dict[str, Tally], list[int]]:
        """The tally of each step over the points with these ranks, and the ranks of those that are in none.

        Raises TooManyUnusual where the program says nothing of most of them.
        """
        tallies = {name: Tally() for name in self.steps}
        unusual: list[Columns] = []
        for counted in self.counts(start, stop):
            unusual += counted.unusual
            for name, tally in self._tallies(counted).items():
                tallies[name].merge(tally)
        for name, chunks in self._gathered(start, stop, unusual).items():
            tallies[name].chunks = chunks
        return tallies, [self.rank(point) for point in unusual]

    def chain(self, start: int, stop: int) -> dict[str, Tally]:
        """The links of the chained folds over the points with these ranks in `SpreadOrder`."""
        spreads, order = self._spreads(start, stop), self._order()
        if self.machine == "vectors":
            return self._links(self._folds.chain(order.joined(spreads, BATCH // 2)), start, stop)
        return self._links(self.runner.chain(spreads.start, spreads.stop), start, stop)

    def runs(self, start: int, stop: int) -> tuple[dict[str, Tally], list[int]]:
        """All that `tallies` and `chain` tell, over the points with these ranks in `SpreadOrder`, run by run.

        Raises TooManyUnusual where the program says nothing of most of them.
        """
        spreads = self._spreads(start, stop)
        counted, chained = self.runner.runs(spreads.start, spreads.stop)
        tallies = self._tallies(counted)
        for name, tally in self._links(chained, start, stop).items():
            tallies[name].links = tally.links
        return tallies, [self.rank(point) for point in counted.unusual]

    def points_of(self, start: int, stop: int) -> Iterator[NDArray[np.int64]]:
        """The column numbers of the points with these ranks in `SpreadOrder`, in batches."""
        order = self._order()
        for spread in self._spreads(start, stop):
            for batch in order.batches(spread, BATCH):
                for first in range(0, len(batch), BATCH):
                    yield batch[first : first + BATCH]

    def _spreads(self, start: int, stop: int) -> range:
        """The spreads of the points with these ranks in `SpreadOrder`, which are whole ones."""
        order = self._order()
        starts = order.starts()
        return range(order.spreads.start + starts.index(start), order.spreads.start + starts.index(stop))

    def _links(self, chained: Sequence[Chained], start: int, stop: int) -> dict[str, Tally]:
        over = {step.step: step.denominator for step in self.recorded.compared}
        return {
            chain.step: Tally(links=[self._link(chain, start, stop, over[chain.step])])
            for chain in chained
            if chain.step in self.chained
        }

    def chain_ranges(self) -> Iterator[tuple[int, int]]:
        """Ranges of ranks in `SpreadOrder`, whole spreads each, as many as are compared, or run through, at a time."""
        if not (self.chained or self.in_runs):
            return
        order = self._order()
        most = (RUNS_TASK if self.in_runs else CHAINED_TASK)[self.machine]
        begun = rank = work = 0
        for spread in order.spreads:
            rank += order.count(spread)
            work += order.runs(spread) if self.in_runs else order.count(spread)
            if work >= most or (spread == order.spreads[-1] and rank > begun):
                yield begun, rank
                begun, work = rank, 0

    def spreads_again(self, most: int, points: int) -> Iterator[tuple[int, int, NDArray[np.int64]]]:
        """Up to `most` spreads of so many points at most, the least and the greatest among them: ranks and columns."""
        order = self._order()
        starts = order.starts()
        small = [spread for spread in order.spreads if order.count(spread) <= points]
        chosen = sorted({small[round(k * (len(small) - 1) / max(most - 1, 1))] for k in range(most)}) if small else []
        for spread in chosen:
            k = spread - order.spreads.start
            yield starts[k], starts[k + 1], np.concatenate(list(order.batches(spread, BATCH)))

    def probes(self) -> Iterator[tuple[int, int, int]]:
        """A few ranges of ranks in `SpreadOrder`, each of one spread, behind the number of its runs, ever more."""
        order = self._order()
        starts, first = order.starts(), order.spreads.start
        for k in range(0, 20):
            spread = min(first + 2**k, order.spreads[-1]) - first
            yield order.runs(first + spread), starts[spread], starts[spread + 1]
            if first + spread == order.spreads[-1]:
                return

    @property
    def work(self) -> int:
        """How many points there are to be decided, or runs."""
        order = self._order() if self.in_runs else None
        return self.domain.count if order is None else sum(map(order.runs, order.spreads))

    def _order(self) -> SpreadOrder:
        assert isinstance(self.domain, Orbits)
        return SpreadOrder(self.domain)

    def rank(self, point: Columns) -> int:
        """The lexicographic rank of a point."""
        rank: int = self.domain.rank(point)  # type: ignore[attr-defined]
        return rank

    def _tallies(self, counted: Counted) -> dict[str, Tally]:
        result: dict[str, Tally] = {}
        for step in self.recorded.steps:
            count = counted.steps[step.step]
            place = self.places[step.step]
            tally = Tally(points=counted.visited - len(counted.unusual), applicable=count.applicable)
            if count.first_failure is not None:
                tally.failed(count.failures, (place, self.rank(count.first_failure)))
            numbers = None if step.measured is None else counted.measured[step.measured]
            if numbers is not None and step.measured is not None:
                over = self.recorded.measured[step.measured].denominator
                tally.measured(
                    Extreme(mpq(numbers.least, over), (place, self.rank(numbers.least_at))),
                    Extreme(mpq(numbers.greatest, over), (place, self.rank(numbers.greatest_at))),
                    mpq(numbers.total, over),
                )
            result[step.step] = tally
        return result

    def _gathered(self, start: int, stop: int, unusual: Sequence[Columns]) -> dict[str, list[Chunk]]:
        """The numbers of the folds that are not chained."""
        wanted = [k for k, step in enumerate(self.recorded.compared) if step.step not in self.chained]
        if not wanted:
            return {}
        assert self.machine == "vectors"
        chunks: dict[str, list[Chunk]] = {self.recorded.compared[k].step: [] for k in wanted}
        left_out = np.array(sorted(map(self.rank, unusual)), dtype=np.int64)
        for first in range(start, stop, BATCH):
            ranks = np.arange(first, min(first + BATCH, stop), dtype=np.int64)
            ranks = ranks[~np.isin(ranks, left_out)]
            numbers = self.domain.batch(first, min(first + BATCH, stop))[ranks - first]
            if not len(ranks):
                continue
            compared = self.runner.compared(numbers)
            for k in wanted:
                step, (where, values) = self.recorded.compared[k], compared[k]
                at = ranks if where is None else ranks[where]
                if len(at):
                    batch = Batch.of(values, step.denominator)
                    chunks[step.step].append(Chunk(self.places[step.step], at, batch))
        return chunks

    def _link(self, chained: Chained, start: int, stop: int, over: int) -> Link:
        if chained.broken is None and chained.points != stop - start:
            raise AssertionError(f"{chained.points:,} points were compared, and not {stop - start:,}")
        lowest = None if chained.first is None else mpq(chained.first, over)
        highest = None if chained.last is None else mpq(chained.last, over)
        return Link(start, stop, lowest, highest, chained.broken is None)


def widths(programs: Sequence[ProgramRun]) -> str:
    """What the numbers of a domain's programs are held in, for people."""
    return " and ".join(dict.fromkeys(program.width for program in programs))


def affine_along_runs(domain: PointDomain, recorded: Recorded) -> bool:
    """Whether loops over affine runs can be printed: all that is asked is affine where l_1 alone varies."""
    from exactua.evaluators.compiled.sorted_order import SpreadLoops

    try:
        SpreadLoops(recorded, domain).runs()  # type: ignore[arg-type]
    except NotRecorded:
        return False
    return True


def chainable(domain: PointDomain, recorded: Recorded) -> bool:
    """Whether points can be compared with their neighbours in `SpreadOrder`: sets of columns with consecutive ids."""
    if not isinstance(domain, Orbits) or (domain.repeats, domain.specials) != ("forbidden", "none") or domain.n < 2:
        return False
    steps = np.diff(recorded.tables[0])
    return bool((steps == steps[:1]).all())
