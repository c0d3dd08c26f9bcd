"""`regress`: every check of some manifests decided again, as far as anything that it depends on has changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from exactua.certificates.writing import digest
from exactua.checking.comparing import Difference, Expected, Found, differences
from exactua.checking.outcome import steps_of
from exactua.checking.processes import processes
from exactua.checking.running import decide
from exactua.claims.problem import Problem
from exactua.claims.registry import find
from exactua.errors import InputError
from exactua.reporting.text import instance
from exactua.terms.language import TermError
from exactua.workflows import fingerprints, statements
from exactua.workflows.manifests import Check, Manifest
from exactua.workflows.witness_pins import pin

BUDGET: Final = 600.0
REPLAYED: Final = 50
"""Points of each domain that are evaluated again literally, beside every extreme witness."""


@dataclass(frozen=True)
class Posed:
    """A check before anything is decided."""

    check: Check
    instance: str
    problem: str
    """The fingerprint of its problem."""

    @property
    def label(self) -> str:
        """The check in words."""
        return f"{self.check.claim} {self.instance}".rstrip() + (" (repaired)" if self.check.repaired else "")

    def fingerprint(self, expected: Expected, code: str) -> str:
        """Of all that the outcome depends on, where this is expected and code of this fingerprint decides."""
        return fingerprints.of_check(self.problem, expected, code)


@dataclass(frozen=True)
class Outcome:
    """A check with what was found and how that differs from what is expected."""

    posed: Posed
    found: Found | None
    """None: not decided, since nothing has changed since it came out as expected."""
    differences: tuple[Difference, ...] = ()

    @property
    def only_pins(self) -> bool:
        """Whether verdicts and pinned witnesses are as expected."""
        return all(difference.is_pin for difference in self.differences)

    def rewriting(self, accept: bool) -> Expected | None:
        """What `--update`, or `--update --accept`, expects from now on; None: nothing changes, or nothing may.

        Where points are missing, what was found may depend on the machine, and nothing is pinned.
        """
        if self.found is None or not self.differences or not self.found.complete:
            return None
        if self.only_pins:
            return self.found.pinned(self.posed.check.expected)
        return self.found.as_expected(self.posed.check.expected) if accept else None

    def passed(self, rewritten: Expected | None, code: str) -> str | None:
        """The fingerprint under which the check needs no deciding again, once its entry says `rewritten`, if any."""
        if self.found is None or not self.found.complete or (self.differences and rewritten is None):
            return None
        return self.posed.fingerprint(rewritten or self.posed.check.expected, code)


def posed(manifest: Manifest) -> list[Posed]:
    """The checks with their problems. Raises InputError, with file and check, for a wrong label, step or parameter."""
    made = []
    for number, check in enumerate(manifest.checks, 1):
        where = f"{manifest.path}: check {number}"
        try:
            problem = _problem(check)
            fingerprint = fingerprints.of_problem(problem)
        except (InputError, TermError) as error:
            raise InputError(f"{where}: {error}") from None
        names = [step.name for step in problem.steps]
        for key, mapping in (("steps", check.expected.steps), ("witnesses", check.expected.witnesses)):
            for name in mapping:
                if name not in names:
                    raise InputError(
                        f"{where}: {key}.{name}: {check.claim} decides no step {name!r}; it decides {', '.join(names)}"
                    )
        made.append(Posed(check, instance(problem), fingerprint))
    return made


def _problem(check: Check) -> Problem:
    claim, step = find(check.label)
    if "m" not in check.parameters and any(one.name == "m" and one.default is None for one in claim.parameters):
        raise InputError(f'delta is missing; {check.claim} needs it, such as delta = "1/2"')
    judged = "repaired" if check.repaired else "as written"
    return statements.instance(claim, check.parameters, (step,) if step else (), judged)


def outcomes(checks: Sequence[Posed], unchanged: Sequence[bool], jobs: int = 1) -> Iterator[Outcome]:
    """Decides every check that is not `unchanged` and yields all outcomes, in order, each as soon as it is known.

    Raises EvaluatorsDisagree where a replayed point differs, InputError where a user's file was changed meanwhile.
    """
    wanted = [one.check for one, known in zip(checks, unchanged, strict=True) if not known]
    decided = _decided(wanted, jobs)
    for one, known in zip(checks, unchanged, strict=True):
        if known:
            yield Outcome(one, None)
            continue
        problem, found = next(decided)
        if problem != one.problem:
            raise InputError(f"{one.check.claim}: the claim was changed while it was decided; run the command again")
        yield Outcome(one, found, differences(one.check.expected, found))
    next(decided, None)  # lets the processes end


def _decided(checks: Sequence[Check], jobs: int) -> Iterator[tuple[str, Found]]:
    if min(jobs, len(checks)) < 2:
        yield from map(_decide, checks)
        return
    with processes(min(jobs, len(checks))) as executor:
        yield from executor.map(_decide, checks)


def _decide(check: Check) -> tuple[str, Found]:
    """The fingerprint of the problem that was decided, and what was found."""
    problem = _problem(check)
    decision = decide(problem, budget=BUDGET, replayed=REPLAYED)
    if "interrupted" in decision.run:
        raise KeyboardInterrupt
    return fingerprints.of_problem(problem), Found(
        decision.verdict,
        steps_of(decision),
        {one.step.name: pin(one.step, one.witness) for one in decision.results if one.witness is not None},
        digest(decision),
        all(domain.complete for domain in decision.domains),
    )
