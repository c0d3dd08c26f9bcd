"""The search for what a relaxation breaks first, instance by instance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from exactua.claims.claim import Claim
from exactua.claims.decision import StepResult
from exactua.claims.problem import Problem, Step
from exactua.claims.relaxation import Relaxation
from exactua.claims.verdicts import StepKind, Verdict
from exactua.commands.relax.every_order import MOST_SEQUENCES, read_in_every_order
from exactua.commands.relax.instances import Box, Only, decided, instances, said, values_tried
from exactua.commands.relax.record import Break, Finding, Outcome, listed
from exactua.deciding.running import UNEVALUATED
from exactua.errors import ExactuaError
from exactua.printing.statements import shorthand
from exactua.printing.text import box as in_words

MOST_NUMBERED: Final = 6
MOST_ALIKE: Final = 3
"""Instances at which the least integer for a constant is found: altogether, and of the same d and n."""

NO_INSTANCE: Final = "no instance tried violates it"
NO_CHANGE: Final = "it changes nothing at any instance tried"


def tried(
    claim: Claim,
    relaxation: Relaxation,
    known: Mapping[str, Verdict],
    steps: tuple[str, ...],
    only: Only | None,
    bound: int,
) -> Finding:
    """What one relaxation of a claim comes to; `known` says what each step comes to as written (see `as_written`)."""
    names = relaxation.steps or tuple(step.name for step in claim.steps)
    candidates = [name for name in names if name not in relaxation.except_for and (not steps or name in steps)]
    asked = [claim.step(name) for name in candidates if known[name] is Verdict.HOLDS]
    search = _Search(claim, relaxation, in_order(asked), only)
    if left := [name for name in names if name in relaxation.except_for and (not steps or name in steps)]:
        search.remarks.insert(0, f"left out: {listed(left)}")
    if asked:
        for box in instances(claim, relaxation, only, bound):
            search.visit(box)
            if search.finished:
                break
    if relaxation.numbered is not None and asked:
        search.remarks.append(_least_number(claim, relaxation, asked, only, bound))
    label = claim.label if not steps else f"{claim.label}.{steps[0]}"
    return search.finding(label, {name: known[name] for name in candidates if known[name] is not Verdict.HOLDS})


def _least_number(claim: Claim, relaxation: Relaxation, asked: Sequence[Step], only: Only | None, bound: int) -> str:
    """The least integer for the constant with which all steps hold, at the first instances."""
    assert relaxation.numbered is not None
    assert relaxation.most is not None
    least: list[str] = []
    alike: Counter[tuple[Any, ...]] = Counter()
    for box in instances(claim, relaxation, only, bound):
        kind = (box.get("d"), box.get("n"))
        if len(least) == MOST_NUMBERED or alike[kind] == MOST_ALIKE:
            continue
        problem, most = claim.problem(box, tuple(step.name for step in asked)), relaxation.most(box)
        if _silent(decided(problem).values()):
            continue
        alike[kind] += 1
        for k in range(1, most + 1):
            networks = {
                name: network for name, network in relaxation.numbered(box, k).items() if name in problem.networks
            }
            results = decided(problem.with_networks(networks)).values()
            if all(
                isinstance(result, StepResult) and result.verdict in (Verdict.HOLDS, Verdict.VACUOUS)
                for result in results
            ):
                least.append(f"{k} of {most} at {in_words(box)}")
                break
    return f"the least integer that works: {'; '.join(least) or 'none that was tried'}"


def _silent(results: Iterable[StepResult | str]) -> bool:
    """Whether a step has no point at all to speak about, or none of them holds."""
    known = [result for result in results if isinstance(result, StepResult)]
    return any(result.step.over and not result.applicable for result in known) or not any(
        result.verdict is Verdict.HOLDS for result in known
    )


def in_order(steps: Sequence[Step]) -> list[Step]:
    """Statement steps before proof lines before repaired ones, each in the paper's order."""
    kinds = (StepKind.STATEMENT, StepKind.PROOF_LINE, StepKind.REPAIRED)
    return sorted(steps, key=lambda step: kinds.index(step.kind))


class _Search:
    """The walk through the instances until the first break, and on until the first of a statement step."""

    def __init__(self, claim: Claim, relaxation: Relaxation, asked: Sequence[Step], only: Only | None) -> None:
        self.claim, self.relaxation, self.asked, self.only = claim, relaxation, asked, only
        self.first: Break | None = None
        self.statement: Break | None = None
        self.undefined: dict[str, Break] = {}
        self.boxes: list[Box] = []
        self.points = 0
        self.obstacles: dict[str, dict[tuple[Any, ...], None]] = {}
        self.unbuilt: dict[str, list[str]] = {}
        self.verdicts: dict[str, set[Verdict]] = {step.name: set() for step in asked}
        self.vacuous: dict[str, Break] = {}
        self.remarks = [relaxation.remark] if relaxation.remark else []
        self.too_many = 0
        self.every_order: dict[str, int] = {step.name: 0 for step in asked}

    @property
    def statements(self) -> list[Step]:
        """The statement steps that are asked about."""
        return [step for step in self.asked if step.kind is StepKind.STATEMENT]

    @property
    def finished(self) -> bool:
        """Whether all is found that is looked for."""
        return self.first is not None and (self.statement is not None or not self.statements)

    def _missed(self, reason: str, box: Mapping[str, int | str]) -> None:
        self.obstacles.setdefault(reason, {})[tuple(box.items())] = None

    def visit(self, box: Box) -> None:
        """Decides the steps at one instance with the relaxation in place."""
        steps = self._buildable(box, self.asked if self.first is None else self.statements)
        if not steps:
            return
        problem = self.relaxation.problem(self.claim, box, [step.name for step in steps])
        if not self.relaxation.violates and _same(problem, self.claim.problem(box, tuple(step.name for step in steps))):
            return  # such as other windows of a value map that has no key here
        if self.relaxation.tie_rule is not None:
            original = self.claim.problem(box, tuple(step.name for step in steps))
            problem, everywhere = read_in_every_order(problem, original)
            self.too_many += not everywhere
            for name in everywhere & set(self.every_order):
                self.every_order[name] += 1
        results = decided(problem, orbits_as_points=self.relaxation.tie_rule is not None)
        self.boxes.append(box)
        self._note_silenced(box, problem, steps, results)
        broken = self._held(box, [step for step in steps if self._breaks(problem, step, results[step.name])])
        for step in broken:
            here = self._break(problem, results[step.name], [other.name for other in broken if other is not step])
            self.first = self.first or here
            if step.kind is StepKind.STATEMENT:
                self.statement = self.statement or here
        if not broken:
            self.points += sum(
                result.points for result in results.values() if isinstance(result, StepResult) and result.step.over
            )

    def _buildable(self, box: Box, steps: Sequence[Step]) -> list[Step]:
        """The steps whose networks and definitions can be made with the relaxation in place."""

        def obstacle(some: Sequence[Step]) -> str | None:
            try:
                _ = self.relaxation.problem(self.claim, box, [step.name for step in some]).values
            except (ExactuaError, ArithmeticError, ValueError) as error:
                return said(error)
            return None

        if obstacle(steps) is None:
            return list(steps)
        buildable = []
        for step in steps:
            reason = obstacle([step])
            if reason is None:
                buildable.append(step)
            else:
                self.unbuilt.setdefault(reason, []).append(step.name)
        return buildable

    def _note_silenced(
        self, box: Box, problem: Problem, steps: Sequence[Step], results: Mapping[str, StepResult | str]
    ) -> None:
        """Notes the steps that have nothing left to speak about but had as written (here, where it is stated)."""
        silent: dict[str, tuple[Step, StepResult]] = {}
        for step in steps:
            result = results[step.name]
            if isinstance(result, StepResult) and result.verdict is Verdict.VACUOUS and step.name not in self.vacuous:
                silent[step.name] = (step, result)
        if not silent:
            return
        if not self.relaxation.violates:
            written = decided(self.claim.problem(box, tuple(silent)))
            silent = {
                name: both
                for name, both in silent.items()
                if not isinstance(was := written[name], StepResult) or was.verdict is not Verdict.VACUOUS
            }
        for name, (step, result) in silent.items():
            empty = " and ".join(spec.name for spec in step.over)
            reason = f"{empty} is empty" if not result.points else "no point satisfies its condition"
            if result.points and result.applicable == 1:
                reason = "there is one point only, and nothing to compare it with"
            bare = _bare(self.claim, problem, step)
            self.vacuous[name] = Break(bare, step, "vacuous", None, reason, result.points, 0)

    def _held(self, box: Box, broken: Sequence[Step]) -> list[Step]:
        """Those of the broken steps that hold as written at the same instance, where the claim is stated there."""
        if not broken or self.relaxation.violates:
            return list(broken)
        results = decided(self.claim.problem(box, tuple(step.name for step in broken)))
        refuted = {
            name
            for name, result in results.items()
            if not isinstance(result, StepResult) or result.verdict is Verdict.REFUTED
        }
        return [step for step in broken if step.name not in refuted]

    def _breaks(self, problem: Problem, step: Step, result: StepResult | str) -> bool:
        if isinstance(result, str):
            if result.startswith(UNEVALUATED):
                reason = result.removeprefix(UNEVALUATED)
                bare = _bare(self.claim, problem, step)
                self.undefined.setdefault(step.name, Break(bare, step, "undefined", None, reason, 0, 0))
            else:
                self._missed(result, problem.parameters)
            return False
        self.verdicts[step.name].add(result.verdict)
        if result.verdict is Verdict.INCONCLUSIVE:
            self._missed(result.reason or "not decided", problem.parameters)
        return result.verdict is Verdict.REFUTED

    def _break(self, problem: Problem, result: StepResult | str, also: Sequence[str]) -> Break:
        assert isinstance(result, StepResult)
        bare = _bare(self.claim, problem, result.step)
        return Break(bare, result.step, "refuted", result.witness, None, result.points, result.failures, tuple(also))

    def finding(self, label: str, unheld: Mapping[str, Verdict]) -> Finding:
        """The finding, once the instances are visited."""
        outcome, first, notes = self._outcome(unheld)
        statement = self.statement if self.first is not None else (first if first in (self.statement,) else None)
        if first is not None and first is not self.first and first.step.kind is StepKind.STATEMENT:
            statement = first
        return Finding(
            label,
            self.relaxation.name,
            self.relaxation.kind,
            self.relaxation.becomes,
            outcome,
            first,
            statement,
            bool(self.statements),
            tuple(self.boxes),
            self.points,
            len(self.asked),
            tuple(notes),
            tuple(self.only or ()),
        )

    def _orders(self) -> Iterator[str]:
        """In which orders of the columns the steps were decided."""
        never = [name for name, count in self.every_order.items() if not count]
        if len(never) == len(self.every_order):
            yield "only at columns by increasing id, one point for each orbit"
            return
        if never:
            yield f"only at columns by increasing id, one point for each orbit: {listed(never)}"
        if self.too_many:
            yield (
                f"in every order of the columns at instances with at most {MOST_SEQUENCES:,} matrices, at "
                f"{self.too_many} of {len(self.boxes)} by increasing id"
            )

    def _none_such(self) -> str:
        """That no instance violates the hypothesis, among which values of its parameters, and how others are named."""
        ranges = values_tried(self.claim, self.relaxation, self.only)
        tried = {name: ranges[name] for name in self.relaxation.below if name in ranges}
        shown = [f"{'1/delta' if name == 'm' else name} = {_written(values)}" for name, values in tried.items()]
        free = [name for name in tried if self.claim.only_size(name, self.claim.likely_values) is None]
        options = [{"d": "--d", "n": "--n", "m": "--delta"}.get(name, f"-p {name}=...") for name in free]
        among = f" (with {' and '.join(shown)})" if shown else ""
        more = f"; {' and '.join(options)} name{'s' * (len(options) == 1)} others" if options else ""
        return f"{NO_INSTANCE}{among}{more}"

    def _outcome(self, unheld: Mapping[str, Verdict]) -> tuple[Outcome, Break | None, list[str]]:
        notes = list(self.remarks)
        if self.relaxation.tie_rule is not None:
            notes += self._orders()
        if not self.asked:
            reasons = [f"{name} is {verdict} as written" for name, verdict in unheld.items()]
            return Outcome.INCONCLUSIVE, None, [listed(reasons) or "no step depends on it"]
        for why, boxes in self.obstacles.items():
            notes.append(f"at {len(boxes)} instance{'s' * (len(boxes) > 1)} not decided: {why}")
        for why, names in self.unbuilt.items():
            notes.append(f"can't be built for {listed(dict.fromkeys(names))}: {why}")
        silent = [step for step in self.asked if self.verdicts[step.name] == {Verdict.VACUOUS}]
        silent = [step for step in silent if step.name in self.vacuous and step.name not in self.undefined]
        if self.first is not None:
            if self.undefined:
                notes.append(f"refers to what does not exist: {listed(self.undefined)}")
            mute = [step.name for step in silent if step in self.statements]
            if self.statement is None and mute:
                notes.append(f"nothing left to quantify over there: {listed(mute)}")
            return Outcome.BREAKS, self.first, notes
        if self.undefined:
            return Outcome.BREAKS, next(iter(self.undefined.values())), notes
        judged = self.statements or self.asked
        if silent and all(step in silent for step in judged if step.over) and any(step.over for step in judged):
            first = next(step for step in judged if step in silent)
            return Outcome.BREAKS, self.vacuous[first.name], notes
        never = {name for names in self.unbuilt.values() for name in names if not self.verdicts[name]}
        if never:
            return Outcome.UNBUILT, None, notes
        if not self.boxes:
            return Outcome.INCONCLUSIVE, None, [self._none_such() if self.relaxation.violates else NO_CHANGE]
        if silent:
            notes.append(f"nothing left to quantify over there: {listed(step.name for step in silent)}")
        if not any(self.verdicts[step.name] & {Verdict.HOLDS, Verdict.VACUOUS} for step in self.asked):
            return Outcome.INCONCLUSIVE, None, list(self.obstacles) or notes
        if not silent and not any(Verdict.HOLDS in self.verdicts[step.name] for step in self.asked):
            nothing = [step.name for step in self.asked if Verdict.VACUOUS in self.verdicts[step.name]]
            return Outcome.INCONCLUSIVE, None, [f"as written too there is nothing to quantify over: {listed(nothing)}"]
        return Outcome.STAYS, None, notes


def _written(values: Sequence[Any]) -> str:
    """The values of a parameter: 1..3 where they are a range."""
    several = isinstance(values, range) and len(values) > 1
    return f"{values[0]}..{values[-1]}" if several else ", ".join(map(str, values))


def _same(relaxed: Problem, original: Problem) -> bool:
    """Whether two problems are about the same steps and networks, with the same values of all definitions."""
    return (relaxed.steps, relaxed.values, relaxed.networks) == (original.steps, original.values, original.networks)


def _bare(claim: Claim, problem: Problem, step: Step) -> Problem:
    """The instance with one step, and no networks: what a report needs."""
    return replace(problem, networks={}, steps=(step,), judged=(step.name,), shorthand=shorthand(claim))
