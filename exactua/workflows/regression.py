"""`regress`: every check of a manifest decided again and compared, and every statement compared with its pin."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from exactua.certificates.writing import digest
from exactua.checking.running import decide
from exactua.claims.claim import Claim
from exactua.claims.problem import Problem
from exactua.claims.registry import find
from exactua.claims.verdicts import Verdict
from exactua.errors import InputError
from exactua.reporting.text import instance
from exactua.workflows import statements
from exactua.workflows.manifests import Check, Manifest
from exactua.workflows.processes import processes

BUDGET: Final = 600.0
REPLAYED: Final = 50
"""Points of each domain that are evaluated again literally, beside every extreme witness."""
NOT_PINNED: Final = "not pinned"


@dataclass(frozen=True)
class Difference:
    """What was expected and what was found."""

    what: str
    expected: str
    found: str

    def __str__(self) -> str:
        return f"{self.what}: expected {self.expected}, found {self.found}"


@dataclass(frozen=True)
class Found:
    """What deciding a check gave."""

    verdict: Verdict
    steps: Mapping[str, Verdict]
    reasons: Mapping[str, str]
    digest: str
    complete: bool


@dataclass(frozen=True)
class Outcome:
    """One check with what was found and how that differs from what is expected."""

    check: Check
    instance: str
    found: Found
    differences: tuple[Difference, ...]

    @property
    def as_expected(self) -> bool:
        """Whether the verdicts are as expected, whatever the digest."""
        return all(difference.what == "digest" for difference in self.differences)

    @property
    def label(self) -> str:
        """The check in words."""
        return f"{self.check.claim} {self.instance}" + (" (repaired)" if self.check.repaired else "")


def problems(manifest: Manifest) -> list[Problem]:
    """The problem of each check. Raises InputError, with file and check, for a wrong label, step or parameter."""
    made = []
    for number, check in enumerate(manifest.checks, 1):
        where = f"{manifest.path}: check {number}"
        try:
            problem = _problem(check)
        except InputError as error:
            raise InputError(f"{where}: {error}") from None
        names = [step.name for step in problem.steps]
        for name in check.steps:
            if name not in names:
                raise InputError(f"{where}: steps.{name}: {check.claim} decides no step {name!r}; it decides {names}")
        made.append(problem)
    return made


def _problem(check: Check) -> Problem:
    claim, step = find(check.claim)
    statements.instance(claim, check.parameters)
    judged = "repaired" if check.repaired else "as written"
    return claim.problem(check.parameters, (step,) if step else (), judged)


def run(manifest: Manifest, jobs: int = 1, told: Callable[[Outcome], None] | None = None) -> list[Outcome]:
    """Decides every check of the manifest; `told` is called with each outcome, in order.

    Raises InputError for a check that can't be posed, EvaluatorsDisagree where a replayed point differs.
    """
    posed = problems(manifest)
    outcomes = []
    for check, problem, found in zip(manifest.checks, posed, _decided(manifest.checks, jobs), strict=True):
        outcome = Outcome(check, instance(problem), found, tuple(_differences(check, found)))
        outcomes.append(outcome)
        if told is not None:
            told(outcome)
    return outcomes


def _decided(checks: Sequence[Check], jobs: int) -> Iterator[Found]:
    if jobs == 1 or len(checks) < 2:
        yield from map(_decide, checks)
        return
    with processes(jobs) as executor:
        yield from executor.map(_decide, checks)


def _decide(check: Check) -> Found:
    decision = decide(_problem(check), budget=BUDGET, replayed=REPLAYED)
    if "interrupted" in decision.run:
        raise KeyboardInterrupt
    return Found(
        decision.verdict,
        {result.step.name: result.verdict for result in decision.results},
        {result.step.name: result.reason for result in decision.results if result.reason},
        digest(decision),
        all(domain.complete for domain in decision.domains),
    )


def _differences(check: Check, found: Found) -> Iterator[Difference]:
    if found.verdict is not check.expect:
        yield Difference("verdict", check.expect, found.verdict)
    for name, verdict in found.steps.items():
        expected = check.steps.get(name, Verdict.HOLDS)
        if verdict is not expected:
            reason = f" ({found.reasons[name]})" if name in found.reasons else ""
            yield Difference(f"step {name}", expected, f"{verdict}{reason}")
    if check.digest != found.digest:
        yield Difference("digest", check.digest or NOT_PINNED, found.digest)


def claims_of(manifest: Manifest) -> list[Claim]:
    """The claims that the manifest's checks name, once each."""
    found: dict[str, Claim] = {}
    for number, check in enumerate(manifest.checks, 1):
        try:
            claim, _ = find(check.claim)
        except InputError as error:
            raise InputError(f"{manifest.path}: check {number}: {error}") from None
        found.setdefault(claim.label, claim)
    return list(found.values())


def wanted_pins(manifest: Manifest) -> dict[str, str]:
    """The hash of every step of the claims that the manifest names, under the label that it should be pinned by.

    That is the manifest's own label where it pins the step already, such as "lemma8.property3".
    """
    known = {_step_of(label): label for label in manifest.statements}
    wanted = {}
    for claim in claims_of(manifest):
        for step in claim.steps:
            short = f"{claim.label.removeprefix('yun2020:')}.{step.name}"
            wanted[known.get((claim.label, step.name)) or short] = statements.statement_hash(claim, step)
    return wanted


def pin_differences(manifest: Manifest) -> list[Difference]:
    """Steps that state something else than is pinned, are not pinned, or are pinned and not there (or pinned twice)."""
    wanted = wanted_pins(manifest)
    found = []
    for label, pin in wanted.items():
        expected = manifest.statements.get(label, NOT_PINNED)
        if expected != pin:
            found.append(Difference(f"statement {label}", expected, pin))
    for label, pin in manifest.statements.items():
        if label not in wanted:
            found.append(
                Difference(
                    f"statement {label}", pin, "no step of that label in the claims checked here, or it is pinned twice"
                )
            )
    return found


def _step_of(label: str) -> tuple[str, str] | None:
    try:
        claim, step = find(label)
    except InputError:
        return None
    return (claim.label, step) if step else None


def new_digests(outcomes: Sequence[Outcome]) -> list[str | None]:
    """What `--update` pins: the digest found, or None where verdicts differ or points are missing (it then stays)."""
    return [one.found.digest if one.as_expected and one.found.complete else None for one in outcomes]
