"""`errata`: the faults of a paper, each with all that was found about it, and notes on lines that are none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from exactua.claims.claim import Claim, Parameter
from exactua.claims.ledger import (
    Counterexample,
    Ledger,
    Places,
    Quote,
    Repair,
    Row,
    Spread,
    Survivor,
    Undecided,
    Unused,
)
from exactua.claims.problem import Step
from exactua.claims.registry import claims_of, find_beside, title_of
from exactua.claims.verdicts import StepKind, Verdict, overall
from exactua.deciding.comparing import Box, Outcome, StepAt
from exactua.deciding.shards import Progress
from exactua.errors import InputError
from exactua.evidence.coverage import Inventory, inventories
from exactua.evidence.exact_witnesses import told_values, with_exact_sides
from exactua.evidence.ladders import Settings, Task, decide_all, tasks_of
from exactua.evidence.regions import agree, extent, region
from exactua.evidence.signoffs import Readers, here
from exactua.printing.lengths import of_lengths
from exactua.printing.statements import names_at


@cache
def quotes_of(paper: str) -> Mapping[str, tuple[Quote, ...]]:
    """The quotes beside the steps of a paper by the full labels of these; none of a paper without an inventory."""
    quotes: dict[str, tuple[Quote, ...]] = {}
    for inventory in inventories().values():
        if paper in inventory.papers:
            for step, quote in _quoted(inventory):
                if step.startswith(f"{paper}:"):
                    quotes[step] = (*quotes.get(step, ()), quote)
    return quotes


def _quoted(inventory: Inventory) -> Iterator[tuple[str, Quote]]:
    for item in inventory.items:
        if item.quote:
            yield from ((step, Quote(item.quote, item.place or item.section, item.page)) for step in item.steps)


LEDGER_SETTINGS = Settings()

ORDER = (Verdict.REFUTED, Verdict.HOLDS, Verdict.VACUOUS, Verdict.INCONCLUSIVE)


@dataclass
class Evidence:
    """What is known about every step of a paper: by label of the claim, then by step, the instances with verdicts."""

    claims: Sequence[Claim]
    found: dict[str, dict[str, list[tuple[Box, StepAt]]]] = field(default_factory=dict)
    points: int = 0
    unused: list[Unused] = field(default_factory=list)
    files: int | None = None

    def add(self, claim: str, box: Box, steps: Mapping[str, StepAt]) -> None:
        """Notes what the steps of a claim came to at an instance."""
        own = self.found.setdefault(claim, {})
        for name, at in steps.items():
            own.setdefault(name, []).append((box, at))

    def of(self, claim: str, step: str) -> list[tuple[Box, StepAt]]:
        """What a step came to, by instance."""
        return self.found.get(claim, {}).get(step, [])

    def apart(self, claim: Claim, step: Step) -> list[tuple[Box, StepAt]]:
        """The same by what decides the step: instances that differ in other parameters are one."""
        return _once([(claim.spoken_of(step, box), outcome) for box, outcome in self.of(claim.label, step.name)])

    def least(self, claim: Claim, step: Step) -> Counterexample | None:
        """The counterexample of the first instance that refutes the step, in the order of `order_of`."""
        for box, outcome in sorted(self.of(claim.label, step.name), key=lambda instance: order_of(claim, instance[0])):
            if outcome.verdict is Verdict.REFUTED and outcome.witness is not None:
                problem = claim.problem(box, (step.name,))
                named = replace(problem, shorthand=names_at(claim, problem, step))
                witness = with_exact_sides(problem, step, outcome.witness)
                told = told_values(claim, problem, step, witness)
                return Counterexample(named, step, witness, outcome.complete, told)
        return None

    def instances(self, claims: Sequence[Claim]) -> int:
        """The number of instances of these claims together."""
        own = [self.found.get(claim.label, {}) for claim in claims]
        return sum(len({tuple(box.items()) for at in steps.values() for box, _ in at}) for steps in own)


def from_checks(
    paper: str,
    only: Mapping[str, Sequence[int]] | None = None,
    jobs: int = 1,
    settings: Settings = LEDGER_SETTINGS,
    progress: Progress | None = None,
) -> Ledger:
    """The ledger of a paper from checks of all its claims on their default ladders, `only` at some values.

    Raises InputError for an unknown paper and where no instance is left, EvaluatorsDisagree where two evaluators
    differ.
    """
    return of_claims(paper, claims_of(paper), only, jobs, settings, progress)


def of_claims(
    paper: str,
    claims: Sequence[Claim],
    only: Mapping[str, Sequence[int]] | None = None,
    jobs: int = 1,
    settings: Settings = LEDGER_SETTINGS,
    progress: Progress | None = None,
) -> Ledger:
    """The same of these claims of the paper alone."""
    require_carriers(claims)
    outcomes = decide_all([*tasks_of(claims, only), *_elsewhere(claims, only)], settings, jobs, progress)
    return ledger(paper, from_outcomes(claims, outcomes))


def _elsewhere(claims: Sequence[Claim], only: Mapping[str, Sequence[int]] | None) -> list[Task]:
    """The instances of claims of other papers by which a step survives."""
    named = {label: claim for claim in claims for step in claim.steps for label in step.survives}
    carrying = [find_beside(named[label], label)[0] for label in sorted(named)]
    others = {claim.label: claim for claim in carrying}
    own = {claim.label for claim in claims}
    carriers = [claim for label, claim in others.items() if label not in own]
    try:
        return tasks_of(carriers, only) if carriers else []
    except InputError:
        return []  # no instance of theirs is asked for: the ledger says so


def require_carriers(claims: Sequence[Claim]) -> None:
    """Raises InputError, before anything is decided, where a step that another names as its carrier is none."""
    for claim in claims:
        for step in claim.steps:
            named = [("survives by", label) for label in step.survives]
            for what, label in [*named, *([("is the same as", step.same_as)] if step.same_as else [])]:
                try:
                    find_beside(claim, label)
                except InputError as error:
                    raise InputError(f"{claim.label}.{step.name}: {what} {label}: {error}") from None


def from_outcomes(claims: Sequence[Claim], outcomes: Sequence[Outcome]) -> Evidence:
    """The evidence that decided instances are."""
    evidence, own = Evidence(claims), {claim.label for claim in claims}
    for outcome in outcomes:
        evidence.add(outcome.claim, outcome.box, outcome.steps)
        if outcome.claim in own:
            evidence.points += outcome.points
    return evidence


def ledger(paper: str, evidence: Evidence) -> Ledger:
    """The ledger that the evidence amounts to. Raises InputError where a file of sign-offs can't be read."""
    quotes, readers = quotes_of(paper), Readers(here())
    rows, judgements = [], {"holding": 0, "partly_vacuous": 0, "not_decided": 0}
    written = [(claim, step) for claim in evidence.claims for step in claim.steps if step.kind is not StepKind.REPAIRED]
    for claim, step in written:
        row = _row(evidence, claim, step)
        verdicts = {at.verdict for _, at in evidence.of(claim.label, step.name)}
        if row is not None:
            rows.append(replace(row, quotes=quotes.get(row.label, ()), read_by=readers.of(claim, step)))
        elif verdicts == {Verdict.HOLDS}:
            judgements["holding"] += 1
        elif verdicts == {Verdict.HOLDS, Verdict.VACUOUS}:
            judgements["partly_vacuous"] += 1
        else:
            judgements["not_decided"] += 1
    joined = list(_joined(evidence, rows))
    ours = [claim for claim in evidence.claims if claim.is_ours]
    return Ledger(
        paper,
        title_of(paper),
        len(evidence.claims),
        len(written),
        evidence.instances(evidence.claims),
        evidence.points,
        tuple(row for row in joined if row.is_fault),
        tuple(row for row in joined if not row.is_fault),
        tuple(_undecided(evidence)),
        tuple(evidence.unused),
        tuple((claim.label, claim.title, preface) for claim in evidence.claims for preface in claim.prefaces),
        evidence.files,
        {
            "claims": len(ours),
            "lines": sum(claim.is_ours for claim, _ in written),
            "unsaid": sum(not step.said and not claim.is_ours for claim, step in written),
            "instances": evidence.instances(ours),
        },
        judgements,
    )


def _joined(evidence: Evidence, rows: Sequence[Row]) -> Iterator[Row]:
    """The rows with those of the same fault in one: that of the step which the others name, if it has one."""
    claims = {claim.label: claim for claim in evidence.claims}
    refuted = [row for row in rows if row.verdict is Verdict.REFUTED]
    labels = {row.label for row in refuted}
    first: dict[str, str] = {}
    for row in refuted:
        if row.step.same_as is not None:
            claim, name = find_beside(claims[row.claim], row.step.same_as)
            first[row.label] = f"{claim.label}.{name}"
    for row in rows:
        if first.get(row.label) not in labels:
            yield replace(row, also=tuple(other for other in rows if first.get(other.label) == row.label))


def _row(evidence: Evidence, claim: Claim, step: Step) -> Row | None:
    """The row of a step; None where it is not refuted anywhere and not vacuous everywhere."""
    at = evidence.apart(claim, step)
    verdicts = {outcome.verdict for _, outcome in at}
    refuted = Verdict.REFUTED in verdicts
    if not refuted and verdicts != {Verdict.VACUOUS}:
        return None
    lengths = of_lengths(claim, step, spread(at))
    if lengths:
        step = replace(step, flaw="reading")  # of each length; that there is such a word of some length is not refuted
    failing = [box for box, outcome in at if not refuted or outcome.verdict is Verdict.REFUTED]
    everywhere = [box for box, _ in at]
    named = bool(step.survives)
    carriers = step.survives or ((claim.label,) if step.kind is StepKind.PROOF_LINE and step.said else ())
    notes = tuple(
        f"not counted: {unused.file}: {unused.reason}"
        for unused in evidence.unused
        if unused.label in (claim.label, f"{claim.label}.{step.name}")
    )
    return Row(
        claim.label,
        claim.title,
        claim.source,
        step,
        Verdict.REFUTED if refuted else Verdict.VACUOUS,
        spread(at),
        evidence.least(claim, step),
        tuple(_survivor(evidence, find_beside(claim, label), everywhere, failing) for label in carriers),
        named,
        _repair(evidence, claim, step),
        (*((lengths,) if lengths else ()), *notes),
    )


def _once(at: Sequence[tuple[Box, StepAt]]) -> list[tuple[Box, StepAt]]:
    """Each instance once for each verdict there."""
    instances: dict[tuple[object, Verdict], tuple[Box, StepAt]] = {}
    for box, outcome in at:
        instances.setdefault((tuple(box.items()), outcome.verdict), (box, outcome))
    return list(instances.values())


def spread(at: Sequence[tuple[Box, StepAt]]) -> Spread:
    """Where a step came to which verdict."""
    boxes = [box for box, _ in at]
    places = []
    for verdict in ORDER:
        own = [box for box, outcome in at if outcome.verdict is verdict]
        if own:
            places.append(Places(verdict, tuple(own), region(own, boxes)))
    return Spread(tuple(places), extent(boxes))


def order_of(claim: Claim, box: Box) -> tuple[tuple[bool, int], ...]:
    """d, n and m, and then the others in the claim's order, each by its place among the choices or on the ladder.

    What comes first there is what the paper has: of four scalars and three, the four. Other values come behind.
    """
    sizes = [(False, int(box.get(name, 0))) for name in "dnm"]
    return tuple(
        sizes
        + [_place(parameter, box.get(parameter.name)) for parameter in claim.parameters if parameter.name not in "dnm"]
    )


def _place(parameter: Parameter, value: int | str | None) -> tuple[bool, int]:
    known = (*parameter.choices, *parameter.ladder)
    return (False, known.index(value)) if value in known else (True, value if isinstance(value, int) else 0)


def _repair(evidence: Evidence, claim: Claim, step: Step) -> Repair | None:
    repaired = next((other for other in claim.steps if other.name == f"{step.name}@repaired"), None)
    if repaired is None:
        return None
    at = evidence.apart(claim, repaired)
    return Repair(repaired, spread(at), evidence.least(claim, repaired))


def _survivor(
    evidence: Evidence, carrier: tuple[Claim, str | None], everywhere: Sequence[Box], failing: Sequence[Box]
) -> Survivor:
    """What a step, or the statement of a claim, came to over the same instances as a line, and where that fails."""
    claim, name = carrier
    if name is None:
        names = [step.name for step in claim.steps if step.kind is StepKind.STATEMENT]
        whole = not names or not any(part.undecided for part in claim.parts)
        says = f"{'the statement' if whole else 'what is decided of the statement'} of {claim.title}"
    else:
        names, says = [name], claim.step(name).says
    known: list[tuple[Box, dict[str, StepAt]]] = []
    for step_name in names:
        for box, at in evidence.of(claim.label, step_name):
            steps = next((steps for other, steps in known if other == box), None)
            if steps is None:
                known.append((box, steps := {}))
            steps[step_name] = at
    joined = [(box, _together(steps)) for box, steps in known if len(steps) == len(names)]
    same = [(box, at) for box, at in joined if any(agree(box, other) for other in everywhere)]
    worst = [(box, at) for box, at in same if any(agree(box, other) for other in failing)]
    missing, missing_there = (
        sum(not any(agree(box, other) for box, _ in joined) for other in line) for line in (everywhere, failing)
    )
    shown = claim.label if name is None else f"{claim.label}.{name}"
    steps_of = [claim.step(step_name) for step_name in names]

    def apart(at: Sequence[tuple[Box, StepAt]]) -> Spread:
        spoken_of = [{k: v for step in steps_of for k, v in claim.spoken_of(step, box).items()} for box, _ in at]
        return spread(_once(list(zip(spoken_of, (outcome for _, outcome in at), strict=True))))

    return Survivor(shown, says, apart(same), apart(worst), missing, missing_there)


def _together(steps: Mapping[str, StepAt]) -> StepAt:
    """Several steps at one instance as one."""
    parts = list(steps.values())
    points, applicable, failures = (
        sum(counts) for counts in zip(*((at.points, at.applicable or 0, at.failures or 0) for at in parts), strict=True)
    )
    reason = next((at.reason for at in parts if at.reason), None)
    return StepAt(overall(at.verdict for at in parts), points, applicable, failures, reason=reason)


def _undecided(evidence: Evidence) -> Iterator[Undecided]:
    for claim in evidence.claims:
        for step in claim.steps:
            at = evidence.apart(claim, step)
            reason = next((outcome.reason for _, outcome in at if outcome.verdict is Verdict.INCONCLUSIVE), None)
            if any(outcome.verdict is Verdict.INCONCLUSIVE for _, outcome in at):
                yield Undecided(f"{claim.label}.{step.name}", spread(at), reason)
