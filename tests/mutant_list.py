"""The fixed list of mutants, tests/mutants.txt: which mutants of the audit, and by what each of them is caught.

A line is the id by which `exactua audit --only` finds a mutant, what it comes to, and the steps that say no. Every step
that holds at one of the instances has a mutant of its own statement, and, where networks matter to it, broken networks
that it says no to, or a line that says that none was found. `python -m tests.mutant_list CLAIM...` completes the list:
lines whose mutants are still made, and are caught as before, stay as they are.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from exactua.claims.claim import Claim
from exactua.claims.registry import PAPERS, claims_of, find
from exactua.claims.verdicts import Verdict
from exactua.commands.audit import foreign
from exactua.commands.audit.judging import judge
from exactua.commands.audit.operators import changes
from exactua.commands.audit.originals import Original, decided, originals_of
from exactua.commands.audit.record import Change, Judgement, Mutant
from exactua.commands.audit.work import mutant_of
from exactua.deciding.running import decide
from exactua.errors import ExactuaError

FILE: Final = Path(__file__).with_name("mutants.txt")
HEAD: Final = """\
# Mutants of the claims, and how each is caught: by the literal evaluator, exact batches and both verifiers alike.
# Written by `python -m tests.mutant_list`, which keeps the lines that are here; decided again by
# tests/commands/audit/test_fixed_mutants.py.
"""
REFUTED: Final = "refuted"
NO_VALUE: Final = "no value"
INCONCLUSIVE: Final = "inconclusive"
NONE_FOUND: Final = "no broken network"
"""In place of a verdict, with a claim in place of a mutant: steps that no network which was tried makes false."""
ALWAYS_FALSE: Final = ("assertion negated", "hypothesis negated")
"""Operators that make almost any statement false: taken where no other does."""
TRIED: Final = 3
"""Changes by each operator that are tried on one network."""
MOST_INCONCLUSIVE: Final = 20
"""Networks of another tie rule, which orbits can't decide: so many are enough."""
QUICK: Final = 5
"""Seconds that a network may take for one look at it."""
LONG: Final = 0.5
"""Seconds of the processor for one mutant: another one is looked for then."""
MOST_LONG: Final = 3
"""So many mutants of one step that take longer are enough: then all of them do."""


@dataclass(frozen=True)
class Line:
    """One mutant: its id, what it comes to, and the steps that say no."""

    name: str
    verdict: str
    steps: tuple[str, ...]

    @property
    def claim(self) -> str:
        return self.name.partition("@")[0]

    @property
    def key(self) -> str:
        return self.name.rpartition("#")[2]

    @property
    def operator(self) -> str:
        """The operator with hyphens for spaces."""
        return self.key.rpartition(".")[0]

    @property
    def place(self) -> str:
        """The claim at the instance."""
        return self.name.rpartition("#")[0]

    @property
    def box(self) -> dict[str, int | str]:
        parts = (part.partition("=") for part in self.place.partition("@")[2].split(","))
        return {name: int(value) if value.lstrip("-").isdigit() else value for name, _, value in parts}

    def written(self) -> str:
        return " | ".join((self.name, self.verdict, ", ".join(self.steps)))


def lines() -> list[Line]:
    """The lines of the list, in its order."""
    if not FILE.exists():
        return []
    parsed = []
    for written in FILE.read_text(encoding="utf-8").splitlines():
        if written and not written.startswith("#"):
            name, verdict, steps = written.split(" | ")
            parsed.append(Line(name, verdict, tuple(steps.split(", ")) if steps else ()))
    return parsed


def of_claim(label: str) -> list[Line]:
    """The mutants of one claim."""
    return [line for line in lines() if line.claim == label and line.verdict != NONE_FOUND]


def mutants_of(those: Sequence[Line]) -> dict[str, Mutant]:
    """The mutants of these lines, by their ids, as the audit makes them today."""
    mutants: dict[str, Mutant] = {}
    for place in dict.fromkeys(line.place for line in those):
        keys = frozenset(line.key for line in those if line.place == place)
        mutants |= {f"{place}#{key}": mutant for key, mutant in mutants_at(place, keys).items()}
    return mutants


def unbroken(label: str) -> set[str]:
    """The steps of a claim that no broken network which was tried makes false."""
    return {step for line in lines() if line.name == label for step in line.steps}


@cache
def original_at(place: str) -> Original:
    """The claim at the instance that the first part of an id names, decided."""
    line = Line(place + "#", "", ())
    return decided(find(line.claim)[0], line.box)


def mutants_at(place: str, wanted: frozenset[str]) -> dict[str, Mutant]:
    """Those mutants that the audit makes of the claim at the instance, by their keys, of which the keys are given."""
    keys_of = Counter(key.rpartition(".")[0] for key in wanted)
    mutants: dict[str, Mutant] = {}
    for change in changes(original_at(place)):
        operator = change.operator.replace(" ", "-")
        if keys_of[operator] and (key := change.key) in wanted - mutants.keys():
            mutant = mutant_of(change)
            if mutant is not None:
                mutants[key] = mutant
                keys_of[operator] -= 1
        if len(mutants) == len(wanted):
            break
    return mutants


def told(mutant: Mutant, original: Original) -> Line | None:
    """What everybody says to a mutant; None where nobody says no, or two differ."""
    judgement = judge(mutant, original, foreign.built())
    verdict = _verdict(judgement)
    return None if verdict is None else Line(mutant.name, verdict, judgement.said_no)


def _verdict(judgement: Judgement) -> str | None:
    if judgement.outcome == "caught":
        return NO_VALUE if judgement.remark else REFUTED
    if judgement.outcome == "no answer" and "permutation equivariant" in judgement.remark:
        return INCONCLUSIVE
    return None


def of_networks(original: Original) -> dict[str, list[str]]:
    """The networks that the steps which hold speak of, with these steps."""
    networks = original.problem.networks
    speaking = {name: [step.name for step in original.depending_on(name)] for name in networks}
    return {name: steps for name, steps in speaking.items() if steps}


class Completing:
    """Completes the list, an operator that is seldom taken before the others."""

    def __init__(self, known: Sequence[Line]) -> None:
        self.taken: Counter[str] = Counter(line.operator for line in known)
        self.inconclusive = {line for line in known if line.verdict == INCONCLUSIVE}

    def claim(self, claim: Claim, known: Sequence[Line]) -> Iterator[Line]:
        """The lines of one claim: those that are known and still come out, and what is missing."""
        self.source = random.Random(claim.label)
        stated: set[str] = set()
        broken: set[str] = set()
        mutants = mutants_of([line for line in known if line.verdict != NONE_FOUND])
        for line in known:
            if line.name in mutants and told(mutants[line.name], original_at(line.place)) == line:
                if line.verdict == REFUTED:
                    (broken if mutants[line.name].over == "network" else stated).update(line.steps)
                yield line
        asked: set[str] = set()
        for original in originals_of(claim):
            every = list(changes(original))
            for name, steps in of_networks(original).items():
                asked |= set(steps)
                if set(steps) - broken:
                    group = [change for change in every if change.over == "network" and change.step == name]
                    yield from self._networks(original, group, set(steps), broken)
            for result in original.held:
                name = result.step.name
                if name not in stated:
                    group = [change for change in every if change.over == "term" and change.step == name]
                    for line in self._statement(original, group):
                        stated.add(name)
                        yield line
        if asked - broken:
            yield Line(claim.label, NONE_FOUND, tuple(step.name for step in claim.steps if step.name in asked - broken))

    def _networks(
        self, original: Original, group: Sequence[Change], steps: set[str], broken: set[str]
    ) -> Iterator[Line]:
        for change in (candidate for _ in range(TRIED) for candidate in self._in_turn(group)):
            if not steps - broken:
                return
            if _refuted(change, original) - broken:
                line = _told(change, original)
                if line is not None and line.verdict == REFUTED:
                    broken.update(line.steps)
                    self.taken[line.operator] += 1
                    yield line
            elif change.operator == "tie rule" and len(self.inconclusive) < MOST_INCONCLUSIVE:
                line = _told(change, original)
                if line is not None and line.verdict == INCONCLUSIVE and line not in self.inconclusive:
                    self.inconclusive.add(line)
                    yield line

    def _statement(self, original: Original, group: Sequence[Change]) -> Iterator[Line]:
        last = [change for change in group if change.operator in ("relation", *ALWAYS_FALSE)]
        long: list[Line] = []
        line = None
        for change in (*self._in_turn(group), *last):
            if len(long) == MOST_LONG:
                break
            if not _refuted(change, original):
                continue
            began = time.process_time()
            line = _told(change, original)
            if line is not None and time.process_time() - began < LONG:
                break
            long += [] if line is None else [line]
            line = None
        line = line or next(iter(long), None)
        if line is not None:
            self.taken[line.operator] += 1
            yield line

    def _in_turn(self, group: Sequence[Change]) -> list[Change]:
        """One change of each operator, in an order in which those come first that were taken least."""
        by_operator: dict[str, list[Change]] = {}
        for change in group:
            by_operator.setdefault(change.operator, []).append(change)
        chosen = [self.source.choice(those) for name, those in by_operator.items() if name not in ALWAYS_FALSE]
        self.source.shuffle(chosen)
        return sorted(chosen, key=lambda mutation: self.taken[mutation.operator.replace(" ", "-")])


def _refuted(change: Change, original: Original) -> set[str]:
    """The steps that fast evaluators refute, by themselves."""
    mutant = mutant_of(change)
    if mutant is None or mutant.problem is None or mutant.expected == "weaker":
        return set()
    try:
        decision = decide(mutant.problem, replayed=0, budget=QUICK)
    except ExactuaError:
        return set()
    return {result.step.name for result in decision.results if result.verdict is Verdict.REFUTED}


def _told(change: Change, original: Original) -> Line | None:
    return told(change.make(), original)


def main(labels: Sequence[str]) -> None:
    """Completes the list for these claims; without any, for all that are in it."""
    known: dict[str, list[Line]] = {}
    for line in lines():
        known.setdefault(line.claim, []).append(line)
    completing = Completing(lines())
    for label in labels or list(known):
        known[label] = list(completing.claim(find(label)[0], known.get(label, [])))
        print(label, len(known[label]), flush=True)
    every = [claim.label for paper in PAPERS for claim in claims_of(paper)]
    written = [line.written() for label in every for line in known.get(label, [])]
    FILE.write_text(HEAD + "\n".join(written) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
