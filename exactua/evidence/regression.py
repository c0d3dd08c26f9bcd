"""`regress`: every check of some manifests decided again, as far as anything that it depends on has changed."""

from __future__ import annotations

import hashlib
import os
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from exactua.arithmetic.rationals import Matrix, written
from exactua.certificates.writing import certificate, digest, file_name, write
from exactua.claims.decision import Witness
from exactua.claims.lettering import matrices
from exactua.claims.problem import Problem, Step
from exactua.claims.registry import find
from exactua.claims.verdicts import require_word_of
from exactua.claims.verification import Verification, in_full
from exactua.deciding import fingerprints
from exactua.deciding.comparing import Difference, Expected, Found, differences, steps_of
from exactua.deciding.processes import processes
from exactua.errors import InputError, names_near
from exactua.evidence import statements, verifications
from exactua.evidence.certificate_steps import stated
from exactua.evidence.manifests import Check, Manifest
from exactua.grids.categories import DomainSpec
from exactua.printing.text import instance, matrix, spelled
from exactua.proving.apart import decide
from exactua.python_files import SEPARATOR
from exactua.terms.language import INTERVALS, TermError

LONGEST: Final = 240
KEPT: Final = 140
"""Characters of a longer line that stay before its hash."""


def pin(step: Step, witness: Witness) -> str:
    """The witness of a step in one line; two witnesses that differ in anything have different lines.

    A point of a domain of words is told by its word, a pair by two.
    """
    return _pin(step, witness, lambda spec, point: _words(spec, point) or f"[{matrix(point)}]")


def older_pin(step: Step, witness: Witness) -> str:
    """The same as manifests have it in which words are matrices."""
    return _pin(step, witness, lambda spec, point: f"[{matrix(point)}]")


def _words(spec: DomainSpec, point: Matrix) -> str:
    words = [spelled([spec], part) for part in matrices([spec], [point])]
    return " ".join(words) if all(words) else ""


def _pin(step: Step, witness: Witness, shown: Callable[[DomainSpec, Matrix], str]) -> str:
    at = [(step.over[domain], rank) for domain, rank in witness.at]
    placed = zip(at, witness.points, strict=True)
    places = " & ".join(f"{spec.name}:{rank} {shown(spec, point)}" for (spec, rank), point in placed)
    bindings = ", ".join(f"{name} = {_value(value)}" for name, value in witness.bindings.items())
    line = " | ".join(part for part in (places, bindings, _relation(witness)) if part)
    if len(line) <= LONGEST:
        return line
    return f"{line[:KEPT]}... sha256:{hashlib.sha256(line.encode('utf-8')).hexdigest()}"


def _relation(witness: Witness) -> str:
    if witness.relation is None:
        return "false"
    right = witness.right
    shown = f"[{_value(right[0])}, {_value(right[1])}]" if witness.relation in INTERVALS else _value(right)
    return f"{_value(witness.left)} {witness.relation} {shown}"


def _value(value: Any) -> str:
    if not isinstance(value, tuple):
        return written(value)
    if value and isinstance(value[0], tuple):
        return f"[{matrix(value)}]"
    return f"({', '.join(map(written, value))})"


def _pinned(step: Step, witness: Witness, expected: Mapping[str, str]) -> str:
    """The pin of a witness; as it is expected, where that is an older way of writing the same."""
    older = older_pin(step, witness)
    return older if expected.get(step.name) == older else pin(step, witness)


BUDGET: Final = 600.0
REPLAYED: Final = 50
"""Points of each domain that are evaluated again literally, beside every extreme witness."""
LONGEST_NAME: Final = 120
_UNSAFE: Final = re.compile(r"[^A-Za-z0-9._@-]")


@dataclass(frozen=True)
class Posed:
    """A check before anything is decided."""

    check: Check
    instance: str
    problem: str
    """The fingerprint of its problem."""
    file: str
    """The name of its certificate's file."""

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
    seconds: float | None = None
    """How long deciding took, and verifying."""
    verified: Verification | None = None
    """What the verifier said of its certificate, where it was asked."""

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
    return [posed_check(manifest, number) for number in range(len(manifest.checks))]


def posed_check(manifest: Manifest, number: int) -> Posed:
    """The check with this number from 0 on, with its problem. Raises InputError as `posed` does."""
    check, where = manifest.checks[number], f"{manifest.path}: check {manifest.checks[number].number}"
    try:
        problem = _problem(check)
        fingerprint = fingerprints.of_problem(problem)
    except (InputError, TermError) as error:
        raise InputError(f"{where}: {error}") from None
    names = [step.name for step in problem.steps]
    for key, mapping in (("steps", check.expected.steps), ("witnesses", check.expected.witnesses)):
        for name in mapping:
            if name not in names:
                there = names_near(name, names)
                raise InputError(f"{where}: {key}.{name}: {check.claim} decides no step {name!r}; it decides {there}")
    objects = {"": problem.objects, **{step.name: step.objects for step in problem.steps}}
    for name, said in check.expected.words.items():
        require_word_of(said, objects[name], f"{where}: {f'steps.{name}' if name else 'expect'}")
    return Posed(check, instance(problem), fingerprint, _file_name(check, problem))


def certificate_name(posed: Posed) -> str:
    """The name of the check's certificate: lemma8.d2n3m2.json, as `check` names it.

    Claims of somebody's own have a hash behind it, of the path of their file from the current folder on, of the step
    and the instance: files of one name stay apart. No name has a separator of paths in it.
    """
    return posed.file


def _file_name(check: Check, problem: Problem) -> str:
    claim, step = find(check.label)
    steps = (step,) if step else ()
    name = file_name(problem, steps, _judged(check)).removesuffix(".json")
    if claim.written is None and not _UNSAFE.search(name) and len(name) <= LONGEST_NAME:
        return f"{name}.json"
    file, separator, own = claim.found_by.rpartition(SEPARATOR)
    address = (os.path.relpath(file), own) if separator else (own,)
    identity = repr((address, steps, check.repaired, sorted(problem.parameters.items())))
    return f"{_UNSAFE.sub('_', name)[:LONGEST_NAME]}-{hashlib.sha256(identity.encode()).hexdigest()[:12]}.json"


def unchanged(
    checks: Sequence[Posed],
    known: Mapping[str, str],
    code: str,
    certificates: Path | None = None,
    verifying: bool = False,
) -> list[str | None]:
    """Since which day each check is known to come out as expected; None: it has to be decided.

    `known` holds days by fingerprints of checks. Where `certificates` are asked for, a check whose file is not in that
    folder, or is not that of what the check expects, has to be decided too; where `verifying`, a check whose
    certificate is not known to be confirmed in full.
    """
    since = [known.get(posed.fingerprint(posed.check.expected, code)) for posed in checks]
    if certificates is not None:
        since = [
            day if day and _is_kept(posed, certificates) else None for posed, day in zip(checks, since, strict=True)
        ]
    if verifying:
        since = [day if day and _is_verified(posed) else None for posed, day in zip(checks, since, strict=True)]
    return since


def _is_verified(posed: Posed) -> bool:
    digest = posed.check.expected.digest
    return digest is not None and in_full(verifications.known(digest))


def _is_kept(posed: Posed, folder: Path) -> bool:
    try:
        return stated(folder / posed.file).digest == posed.check.expected.digest
    except InputError:
        return False


def _problem(check: Check) -> Problem:
    claim, step = find(check.label)
    if "m" not in check.parameters and any(
        parameter.name == "m" and parameter.default is None for parameter in claim.parameters
    ):
        raise InputError(f'delta is missing; {check.claim} needs it, such as delta = "1/2"')
    return statements.instance(claim, check.parameters, (step,) if step else (), _judged(check))


def _judged(check: Check) -> str:
    return "repaired" if check.repaired else "as written"


def outcomes(
    checks: Sequence[Posed],
    unchanged: Sequence[bool],
    jobs: int = 1,
    certificates: Path | None = None,
    verifying: float | None = None,
) -> Iterator[Outcome]:
    """Decides every check that is not `unchanged` and yields all outcomes, in order, each as soon as it is known.

    With `certificates`, a folder, the process that decides a check writes its certificate there, whole or not at all;
    where not every point was decided, as NAME.partial.json. With `verifying`, a number of seconds, it asks the
    verifier about the certificate, written or not. Interrupted: what is known by then of the checks behind is
    yielded, all others are left out, and KeyboardInterrupt is raised at the end.

    Raises EvaluatorsDisagree where a replayed point differs, InputError where a user's file was changed meanwhile, or a
    certificate can't be written.
    """
    wanted = [
        (posed.check, None if certificates is None else certificates / posed.file, verifying)
        for posed, known in zip(checks, unchanged, strict=True)
        if not known
    ]
    interrupted = False
    with _begun(wanted, jobs) as begun:
        remaining = iter(begun)
        for posed, known in zip(checks, unchanged, strict=True):
            if known:
                yield Outcome(posed, None)
                continue
            deciding = next(remaining)
            if interrupted and not deciding.done():
                continue
            try:
                problem, actual, seconds, verified = deciding.result()
            except KeyboardInterrupt:
                interrupted = True
                continue
            if problem != posed.problem:
                raise InputError(
                    f"{posed.check.claim}: the claim was changed while it was decided; run the command again"
                )
            yield Outcome(posed, actual, differences(posed.check.expected, actual), seconds, verified)
        if interrupted:
            raise KeyboardInterrupt  # in here, so that nobody waits for what is still being decided


Decided = tuple[str, Found, float, Verification | None]
"""The fingerprint of the problem that was decided, what was found, in how many seconds, and what the verifier said."""
Task = tuple[Check, Path | None, float | None]
"""What is decided, where its certificate goes, and how many seconds the verifier has for it, if it is asked."""


class _Here:
    """A task that this process does when it is asked for the result."""

    def __init__(self, task: Task) -> None:
        self.task = task

    def done(self) -> bool:
        return False

    def result(self) -> Decided:
        return _decide(*self.task)


@contextmanager
def _begun(tasks: Sequence[Task], jobs: int) -> Iterator[Sequence[_Here | Future[Decided]]]:
    if min(jobs, len(tasks)) < 2:
        yield [_Here(task) for task in tasks]
        return
    with processes(min(jobs, len(tasks))) as executor:
        yield [executor.submit(_decide, *task) for task in tasks]


def _decide(check: Check, path: Path | None, verifying: float | None) -> Decided:
    began = time.monotonic()
    problem = _problem(check)
    decision = decide(problem, budget=BUDGET, replayed=REPLAYED)
    if "interrupted" in decision.run:
        raise KeyboardInterrupt
    complete = decision.complete
    text = "" if path is None and verifying is None else certificate(decision)
    if path is not None:
        write(path if complete else path.with_suffix(".partial.json"), text)
    verified = None if verifying is None else verifications.confirmed(text.encode("ascii"), verifying)
    witnesses = {
        result.step.name: _pinned(result.step, result.witness, check.expected.witnesses)
        for result in decision.results
        if result.witness is not None
    }
    steps = steps_of(decision)
    actual = Found(decision.verdict, steps, witnesses, digest(decision), complete, problem.objects)
    return fingerprints.of_problem(problem), actual, time.monotonic() - began, verified
