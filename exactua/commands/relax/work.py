"""`relax`: what breaks first when one hypothesis, condition, domain, constant or tie rule of a claim is dropped."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from exactua.claims.claim import Claim
from exactua.claims.registry import claims_of, command_of, find, title_of
from exactua.claims.relaxable import find_relaxation, relaxations
from exactua.claims.relaxation import Relaxation
from exactua.claims.verdicts import Verdict
from exactua.commands.relax.breaking import NO_INSTANCE, tried
from exactua.commands.relax.instances import Only, as_written
from exactua.commands.relax.record import Finding, Outcome, RelaxationTable
from exactua.deciding.processes import mapped, pool, telling
from exactua.deciding.shards import Progress
from exactua.errors import InputError

WORK: Final = 2_000
"""What an instance counts at most, where `check --ladder` goes up to 20,000."""


@dataclass(frozen=True)
class Task:
    """One relaxation of one claim, by names; `steps` restricts it to those."""

    claim: str
    name: str
    steps: tuple[str, ...]


def relax(
    label: str,
    drop: str | None = None,
    *,
    only: Only | None = None,
    jobs: int = 1,
    bound: int = WORK,
    progress: Progress | None = None,
) -> RelaxationTable:
    """What breaks when `drop`, or by default each relaxation in turn, is dropped from a claim, or from one step of it.

    `only` fixes parameters of the instances to some values. Raises InputError for an unknown label or relaxation, and
    where no instance is left.
    """
    claim, step = find(label)
    chosen = [find_relaxation(claim, drop)] if drop is not None else list(relaxations(claim))
    steps = () if step is None else (step,)
    return table(claim.label, command_of(claim), [(claim, chosen)], steps, only, jobs, bound, progress)


def relax_paper(
    paper: str, *, only: Only | None = None, jobs: int = 1, bound: int = WORK, progress: Progress | None = None
) -> RelaxationTable:
    """What breaks for every relaxation of every claim of a paper. Raises InputError for an unknown paper."""
    chosen = [(claim, relaxations(claim)) for claim in claims_of(paper)]
    return table(title_of(paper), paper, chosen, (), only, jobs, bound, progress)


def table(
    title: str,
    asked: str,
    chosen: Sequence[tuple[Claim, Sequence[Relaxation]]],
    steps: tuple[str, ...] = (),
    only: Only | None = None,
    jobs: int = 1,
    bound: int = WORK,
    progress: Progress | None = None,
) -> RelaxationTable:
    """The findings of these relaxations of claims, in their order; `asked` is what a command says for the claims."""
    wanted = dict(only or {})
    tasks = [
        Task(claim.found_by, relaxation.name, steps) for claim, relaxations in chosen for relaxation in relaxations
    ]
    tasks = [task for task in tasks if not steps or _concerned(task)]
    if steps and not tasks:
        raise InputError(
            f"drop: {chosen[0][0].label}.{steps[0]} is not affected by this; give a step that depends on it"
        )
    labels = [claim.found_by for claim, relaxations in chosen if relaxations]
    # where a hypothesis is violated, what counts as true as written is what holds on the whole ladder
    same = {} if any(relaxation.violates for _, relaxations in chosen for relaxation in relaxations) else wanted
    with pool(jobs) as executor:
        as_it_is = mapped(executor, partial(_as_written, only=same, bound=bound), labels)
        known = dict(zip(labels, as_it_is, strict=True))
        posed = [(task, known[task.claim]) for task in tasks]
        findings = mapped(executor, partial(_tried, only=wanted, bound=bound), posed, telling(progress, len(tasks)))
    if wanted and all(any(note.startswith(NO_INSTANCE) for note in finding.notes) for finding in findings):
        shown = ", ".join(f"{name} in {list(values)}" for name, values in wanted.items())
        raise InputError(f"box: there is no instance to try with {shown}; a hypothesis is tried where it is violated")
    claims = tuple((claim.label, claim.title, claim.source) for claim, _ in chosen)
    return RelaxationTable(title, asked, tuple(_not_implied(findings, chosen)), claims, bound)


def _not_implied(
    findings: Sequence[Finding], chosen: Sequence[tuple[Claim, Sequence[Relaxation]]]
) -> Iterator[Finding]:
    """The findings but those of a relaxation that drops less than one which breaks nothing, or is not decided."""
    implied = {
        (claim.label, relaxation.name): relaxation.implied_by
        for claim, relaxations in chosen
        for relaxation in relaxations
        if relaxation.implied_by
    }
    breaks = {(finding.claim.split(".")[0], finding.name) for finding in findings if finding.outcome is Outcome.BREAKS}
    known = {(finding.claim.split(".")[0], finding.name) for finding in findings}
    for finding in findings:
        label = finding.claim.split(".")[0]
        more = (label, implied.get((label, finding.name), ""))
        if more not in known or more in breaks:
            yield finding


def _concerned(task: Task) -> bool:
    relaxation = find_relaxation(find(task.claim)[0], task.name)
    return not relaxation.steps or bool(set(relaxation.steps) & set(task.steps))


def _as_written(label: str, only: Only, bound: int) -> dict[str, Verdict]:
    """What the steps come to as written at these instances; on the whole ladder, where they say nothing there."""
    claim = find(label)[0]
    verdicts = as_written(claim, bound, only)
    if only and Verdict.VACUOUS in verdicts.values():
        everywhere = as_written(claim, bound)
        verdicts |= {name: everywhere[name] for name, verdict in verdicts.items() if verdict is Verdict.VACUOUS}
    return verdicts


def _tried(posed: tuple[Task, Mapping[str, Verdict]], only: Only, bound: int) -> Finding:
    task, known = posed
    claim = find(task.claim)[0]
    return tried(claim, find_relaxation(claim, task.name), known, task.steps, only, bound)
