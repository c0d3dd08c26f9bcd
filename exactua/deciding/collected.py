"""What a run has found so far, from whatever worker and in whatever order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from exactua.claims.problem import Step
from exactua.deciding.fold import Domains, Folding, folding_of, unsound_orbits
from exactua.deciding.large_runs.spilling import Gathered, gathered
from exactua.deciding.plan import Plan
from exactua.deciding.shards import Shard
from exactua.deciding.tally import Tally, grows
from exactua.deciding.tasks import Range, count_of, gaps, joined

MOST_KEPT: Final = 1_000_000
"""Points of a step up to which their numbers are kept when they have gone into the fold, to be compared again."""

MOST_COMPARED: Final = 100_000
"""The same where the fold is `distinct` or `apart`: points have many numbers there, which are gathered elsewhere."""


def chained_steps(plan: Plan) -> dict[str, frozenset[str]]:
    """By domain, the folds that are decided by neighbours and gather no numbers, where there are any.

    A domain that is decided in affine runs is always among them.
    """
    chained = {
        name: frozenset().union(*(program.chained for program in programs)) for name, programs in plan.programs.items()
    }
    in_runs = {name for name, programs in plan.programs.items() if any(program.in_runs for program in programs)}
    return {name: steps for name, steps in chained.items() if steps or name in in_runs}


def keeps_numbers(step: Step, domains: Domains) -> bool:
    """Whether the points of a step are few enough for their numbers to be kept when its fold has taken them."""
    most = MOST_COMPARED if step.own is None else MOST_KEPT
    return not step.gathers or sum(domains[spec.name].count for spec in step.over) <= most


class Collected:
    """The tallies by domain and step, the ranks that were decided of each domain, and what folds make of all points."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self.tallies = {name: {step.name: Tally() for step in plan.problem.steps} for name in plan.domains}
        self.ranges: dict[str, list[Range]] = {name: [] for name in plan.domains}
        self.foldings: dict[str, Folding] = {}
        self.gathered = gathered(plan.problem.steps)
        self.points = 0
        """How many points were decided."""
        self.linked: dict[str, list[Range]] = {name: [] for name in plan.domains}
        """The ranks in `grids.spread_order` of the points that were compared with their neighbours."""
        steps = plan.problem.steps if plan.domains else ()  # where the points can't be listed, there is nothing to drop
        self._dropped = {step.name for step in steps if not keeps_numbers(step, plan.domains)}

    def begin(self) -> None:
        """Sets the own folds to their start, where one point stands for its orbit. Raises TermError where it can't."""
        plan = self._plan
        for step in plan.problem.steps:
            if step.own is not None and unsound_orbits(plan.problem, step) is None:
                with plan.problem.located(f"step {step.name}"):
                    self.foldings[step.name] = folding_of(plan.problem, step, plan.domains)

    def add(self, shard: Shard, tallies: Mapping[str, Tally]) -> None:
        """Takes up what was found in a shard. Raises TermError where an own fold can't be evaluated."""
        if shard.order != "lexicographic":
            self.linked[shard.domain].append((shard.start, shard.stop))
            for name, tally in tallies.items():
                self.tallies[shard.domain][name].merge(tally)
            if self._in_runs(shard.domain):
                self._decide_in_runs(shard)
            return
        for name in [name for name in tallies if name in self.foldings]:
            with self._plan.problem.located(f"step {name}"):
                self.foldings[name].add(shard, tallies[name].chunks)
        for name, tally in tallies.items():
            if name in self.gathered:
                self.gathered[name].add(tally.chunks)
            if name in self._dropped:
                tally.chunks = []
            self.tallies[shard.domain][name].merge(tally)
        self.ranges[shard.domain].append((shard.start, shard.stop))
        self.points += shard.stop - shard.start

    def _in_runs(self, name: str) -> bool:
        return any(program.in_runs for program in self._plan.programs.get(name, ()))

    def _decide_in_runs(self, shard: Shard) -> None:
        """Points in runs have other ranks, so that they count as decided when all of their domain are."""
        count = self._plan.domains[shard.domain].count
        self.points += shard.stop - shard.start
        if count_of(joined(self.linked[shard.domain])) == count:
            self.ranges[shard.domain] = [(0, count)]

    def left(self) -> dict[str, list[Range]]:
        """The ranks of each domain that were not decided; in affine runs those of `grids.spread_order`."""
        return {
            name: gaps(domain.count, self.linked[name] if self._in_runs(name) else self.ranges[name])
            for name, domain in self._plan.domains.items()
        }

    def uncompared(self, shards: Iterable[Shard]) -> Iterator[Shard]:
        """Those of the shards in `grids.spread_order` whose points were not compared."""
        known = {name: joined(ranges) for name, ranges in self.linked.items()}
        for shard in shards:
            if not any(start <= shard.start and shard.stop <= stop for start, stop in known[shard.domain]):
                yield shard

    def compared(self) -> bool:
        """Whether all points were compared with their neighbours that a fold asks to be."""
        domains = self._plan.domains
        return all(count_of(joined(self.linked[name])) == domains[name].count for name in chained_steps(self._plan))

    def repeats(self) -> bool:
        """Whether neighbours, as far as they were compared, don't show the numbers of those folds to be different."""
        for name, steps in chained_steps(self._plan).items():
            for step in steps:
                links = self.tallies[name][step].links
                whole = self.compared() and not grows(links, self._plan.domains[name].count)
                if whole or not all(link.grows for link in links):
                    return True
        return False

    def folded(self, step: Step) -> tuple[Folding | None, Gathered | None]:
        """What the fold of a step has made of all points, or has gathered of them."""
        return self.foldings.get(step.name), self.gathered.get(step.name)

    def merged(self, step: Step) -> Tally:
        """The tally of a step over all its domains."""
        whole = Tally()
        for spec in step.over:
            if spec.name in self.tallies:
                whole.merge(self.tallies[spec.name][step.name])
        return whole
