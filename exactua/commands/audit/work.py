"""`audit`: mutants of claims drawn, judged in processes, and told."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from exactua.arithmetic.messages import cut
from exactua.claims.registry import PAPERS, claims_of, find, is_found, is_paper
from exactua.commands.audit import foreign
from exactua.commands.audit.certificates import Judge, mutants_of
from exactua.commands.audit.judging import judge
from exactua.commands.audit.operators import changes
from exactua.commands.audit.originals import Box, Original, originals_of
from exactua.commands.audit.record import OVER, Audited, AuditTable, Change, Judgement, Mutant, Over, Row, instance
from exactua.deciding.processes import mapped, pool
from exactua.deciding.shards import Progress
from exactua.errors import InputError
from exactua.terms.language import TermError

DEFAULT_SEED: Final = 0
DEFAULT_MUTANTS: Final = 1
DEFAULT_BUDGET: Final = 600
CHUNK: Final = 8
"""Mutants that a process is given at a time."""
LONGEST_TOLD: Final = 1_000
"""Characters of a place, or of one side of a diff, that are kept."""
EXAMPLE: Final = "yun2020:lemma8@d=1,n=2,m=3#weight-+-1.0f3a2b1c"
CERTIFICATES: Final = 12
"""Changed certificates of each claim, where one mutant of each operator over other data is drawn."""


@dataclass(frozen=True)
class Task:
    """What is audited: a claim by the label that finds it, at these instances, or at those of its default ladder."""

    label: str
    boxes: tuple[Box, ...] | None = None
    steps: tuple[str, ...] = ()
    """Only these steps; none: all."""


@dataclass(frozen=True)
class Settings:
    """How mutants are drawn: by a seed, so many of each operator and claim, over these data."""

    seed: int = DEFAULT_SEED
    mutants: int = DEFAULT_MUTANTS
    over: frozenset[Over] = frozenset(OVER)


@dataclass(frozen=True)
class Drawn:
    """A mutant with the original that it was made of."""

    original: Original
    mutant: Mutant

    @property
    def name(self) -> str:
        """The id that `--only` takes: the label that finds the claim, the instance, and the mutant's key."""
        return f"{instance(self.original.found_by, self.mutant.parameters)}#{self.mutant.key}"


@dataclass(frozen=True)
class Draw:
    """The mutants of one claim, by operator in the order in which operators first occur; how many were not made."""

    drawn: tuple[Drawn, ...]
    not_made: int


def over_of(given: Sequence[str]) -> frozenset[Over]:
    """What operators change, of these words; all of it where there is none. Raises InputError for another word."""
    for word in given:
        if word not in OVER:
            raise InputError(f"over: {word!r} is not valid; choose from {', '.join(OVER)}")
    return frozenset(word for word in OVER if word in given or not given)


def tasks_of(given: Sequence[str]) -> list[Task]:
    """The claims that these labels (of claims, steps or papers; none: all papers) name, each once."""
    tasks: dict[str, Task] = {}
    for label in given or PAPERS:
        paper = label.removesuffix(":")
        named = [(claim, None) for claim in claims_of(paper)] if is_paper(paper) else [find(label)]
        for claim, step in named:
            known = tasks.get(claim.label, Task(claim.found_by, None, () if step is None else (step,)))
            steps = known.steps if step is None or step in known.steps else (*known.steps, step)
            tasks[claim.label] = replace(known, steps=steps if step is not None and known.steps else ())
    return list(tasks.values())


def audit(
    tasks: Sequence[Task],
    settings: Settings | None = None,
    *,
    jobs: int = 1,
    budget: float = DEFAULT_BUDGET,
    progress: Progress | None = None,
) -> AuditTable:
    """Draws mutants of every claim and puts each to all evaluators and verifiers, `jobs` at a time.

    `budget` is in seconds: mutants, and claims, that are left when it has run out are counted and not looked at. Raises
    InputError where a claim has no small instance with a step that holds.
    """
    chosen, deadline = settings or Settings(), time.monotonic() + budget
    with pool(jobs) as executor:
        prepared = mapped(executor, _prepared, [(task, chosen, deadline) for task in tasks])
        drawn = [mutant for each in prepared if each is not None for mutant in each.draw.drawn]
        judged = _judge_all(drawn, executor, deadline, progress)
    return _table([each for each in prepared if each is not None], drawn, judged, chosen, prepared.count(None))


def audit_one(name: str, settings: Settings | None = None) -> AuditTable:
    """One mutant by its id, put to everybody again. Raises InputError where there is none of that id."""
    chosen = settings or Settings()
    told, sharp, key = name.rpartition("#")
    label, sign, written = told.rpartition("@")
    if not (sharp and sign and "=" in written):
        raise InputError(f"only: {name!r} is not the id of a mutant; copy one such as {EXAMPLE}")
    box: dict[str, Any] = {}
    for setting in written.split(","):
        parameter, _, value = setting.partition("=")
        box[parameter] = int(value) if value.lstrip("-").isdigit() else value
    originals = _originals(Task(label, (box,)))
    mutant = find_mutant(originals, key, chosen.seed, chosen.mutants)
    if mutant is None:
        raise InputError(
            f"only: {label} has no mutant {key!r} at this instance; "
            "copy the id from a table (that of a certificate is found with the same --seed and --mutants)"
        )
    prepared = Prepared(_audited(originals), Draw((mutant,), 0))
    return _table([prepared], [mutant], _judge_all([mutant], None, None, None), chosen, 0)


def _judge_all(
    drawn: Sequence[Drawn], executor: Executor | None, deadline: float | None, progress: Progress | None
) -> list[Judgement | None]:
    """What is said to each of these mutants, in their order; None to those that the deadline left."""
    foreign_verifier, done = foreign.built(), 0
    chunks = list(_chunks(drawn))

    def count(part: Sequence[Judgement | None]) -> None:
        nonlocal done
        done += len(part)
        if progress is not None:
            progress(done, len(drawn))

    judgements: dict[int, Judgement | None] = {}
    parts = [
        (drawn[chunk[0]].original, [drawn[k].mutant for k in chunk], foreign_verifier, deadline) for chunk in chunks
    ]
    for chunk, part in zip(chunks, mapped(executor, _judged, parts, count), strict=True):
        judgements |= zip(chunk, part, strict=True)
    return [judgements[k] for k in range(len(drawn))]


@dataclass(frozen=True)
class Prepared:
    """A claim, ready for its mutants to be judged."""

    audited: Audited
    draw: Draw


def _prepared(given: tuple[Task, Settings, float]) -> Prepared | None:
    task, settings, deadline = given
    if time.monotonic() > deadline:
        return None
    originals = _originals(task)
    return Prepared(_audited(originals), draw(originals, settings.seed, settings.mutants, settings.over))


def _originals(task: Task) -> list[Original]:
    claim, _ = find(task.label)
    originals = [original for original in originals_of(claim, task.boxes, task.steps) if original.held]
    if not originals:
        where = "its default ladder" if task.boxes is None else "the instances that are given"
        raise InputError(f"claim: {claim.label} has no step that holds at a small instance of {where}")
    return originals


def _chunks(drawn: Sequence[Drawn]) -> Iterator[list[int]]:
    """The numbers of the mutants in groups of one original each."""
    by_original: dict[int, list[int]] = {}
    for k, mutant in enumerate(drawn):
        by_original.setdefault(id(mutant.original), []).append(k)
    for group in by_original.values():
        yield from (group[k : k + CHUNK] for k in range(0, len(group), CHUNK))


def _judged(chunk: tuple[Original, Sequence[Mutant], Path | None, float | None]) -> list[Judgement | None]:
    original, mutants, foreign_verifier, deadline = chunk
    of_certificates = Judge(None if foreign_verifier is None else partial(foreign.exit_code, foreign_verifier))
    judgements: list[Judgement | None] = []
    for mutant in mutants:
        if deadline is not None and time.monotonic() > deadline:
            judgements.append(None)
        elif mutant.over == "certificate":
            judgements.append(of_certificates(mutant))
        else:
            judgements.append(judge(mutant, original, foreign_verifier))
    return judgements


def _audited(originals: Sequence[Original]) -> Audited:
    names = {result.step.name for original in originals for result in original.decision.results}
    held = {
        result.step.name: original.problem.statement_hash(result.step)
        for original in originals
        for result in original.held
    }
    boxes = tuple(dict(original.problem.parameters) for original in originals)
    return Audited(originals[0].problem.label, boxes, len(held), len(names - held.keys()), held)


def _table(
    prepared: Sequence[Prepared],
    drawn: Sequence[Drawn],
    judged: Sequence[Judgement | None],
    settings: Settings,
    not_reached: int,
) -> AuditTable:
    return AuditTable(
        tuple(
            _row(mutant, judgement) for mutant, judgement in zip(drawn, judged, strict=True) if judgement is not None
        ),
        tuple(task.audited for task in prepared),
        settings.seed,
        settings.mutants,
        sum(task.draw.not_made for task in prepared),
        sum(judgement is None for judgement in judged),
        not_reached,
        foreign.built() is not None,
    )


def _row(drawn: Drawn, judgement: Judgement) -> Row:
    mutant = drawn.mutant
    return Row(
        drawn.name,
        mutant.over,
        mutant.operator,
        mutant.claim,
        dict(mutant.parameters),
        cut(mutant.where, LONGEST_TOLD),
        cut(mutant.before, LONGEST_TOLD),
        cut(mutant.after, LONGEST_TOLD),
        mutant.expected,
        judgement,
        is_found(drawn.original.problem),
    )


def draw(originals: Sequence[Original], seed: int, number: int, only: frozenset[Over]) -> Draw:
    """At most `number` mutants of each operator over the instances of one claim: the same for the same seed.

    They are drawn from networks and steps in turn, so that a long statement does not take the place of short ones.
    """
    by_operator: dict[tuple[Over, str], dict[tuple[int, str], list[Change]]] = {}
    for k, original in enumerate(originals):
        for change in changes(original):
            if change.over in only:
                groups = by_operator.setdefault((change.over, change.operator), {})
                groups.setdefault((k, change.step), []).append(change)
    label = originals[0].problem.label
    drawn: list[Drawn] = []
    not_made = 0
    for (over, operator), groups in by_operator.items():
        source = random.Random(f"{seed}:{label}:{over}:{operator}")
        by_name: dict[str, Drawn] = {}
        for k, change in _in_turn(groups, source):
            mutant = mutant_of(change)
            if mutant is None:
                not_made += 1
            else:
                by_name.setdefault(mutant.name, Drawn(originals[k], mutant))
            if len(by_name) >= number:
                break
        drawn += by_name.values()
    if "certificate" in only:
        drawn += _certificates(originals[0], seed, number)
    return Draw(tuple(drawn), not_made)


def _certificates(original: Original, seed: int, number: int) -> list[Drawn]:
    source = random.Random(f"{seed}:{original.problem.label}:certificate")
    return [Drawn(original, mutant) for mutant in mutants_of(original.decision, source, CERTIFICATES * number)]


def find_mutant(originals: Sequence[Original], key: str, seed: int, number: int) -> Drawn | None:
    """The mutant with this key among all of these instances, None where there is none.

    Changed certificates are looked for among those that this seed draws.
    """
    operator = key.rpartition(".")[0]
    for original in originals:
        for change in changes(original):
            if change.operator.replace(" ", "-") == operator and change.key == key:
                mutant = mutant_of(change)
                if mutant is not None:
                    return Drawn(original, mutant)
    certificates = (drawn for original in originals for drawn in _certificates(original, seed, number))
    return next((drawn for drawn in certificates if drawn.mutant.key == key), None)


def mutant_of(change: Change) -> Mutant | None:
    """The mutant, None where the changed data describes nothing."""
    try:
        return change.make()
    except (InputError, TermError):
        return None


def _in_turn(groups: dict[tuple[int, str], list[Change]], source: random.Random) -> Iterator[tuple[int, Change]]:
    """All changes, one of each group in turn, in an order that the source of chance gives."""
    waiting = [(k, list(members)) for (k, _), members in groups.items()]
    source.shuffle(waiting)
    while waiting:
        for group in list(waiting):
            k, members = group
            yield k, members.pop(source.randrange(len(members)))
            if not members:
                waiting.remove(group)
