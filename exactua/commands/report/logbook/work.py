"""The logbook of one check: it is decided anew, its certificate is re-checked, and a control is looked for."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from exactua.certificates.writing import CERTIFICATE, certificate, digest, file_name, write
from exactua.claims.claim import Claim
from exactua.claims.decision import Decision
from exactua.claims.problem import QUESTION, Problem
from exactua.claims.references import reference_of
from exactua.claims.registry import claim_named, paper_of, title_of
from exactua.claims.verdicts import Scope, Verdict
from exactua.commands.cite.work import in_file, software
from exactua.commands.report.logbook.controls import control_of
from exactua.commands.report.logbook.record import Logbook
from exactua.deciding.shards import Progress
from exactua.errors import InputError
from exactua.evidence import verifications
from exactua.evidence.boxes import require_evaluated
from exactua.evidence.certificate_steps import stated
from exactua.evidence.ledgers import quotes_of
from exactua.output_files import require_writable
from exactua.printing.citations import Undecided
from exactua.printing.text import instance
from exactua.proving.evidence import decide

AS_WRITTEN: Final = "as written"
REPAIRED: Final = "repaired"


def of_instance(
    claim: Claim,
    step: str | None,
    box: Mapping[str, int | str],
    judged: str,
    folder: Path,
    budget: float,
    progress: Progress | None = None,
) -> Logbook | Undecided:
    """The logbook of a claim, or of one step, at an instance; its certificate is kept in `folder`.

    The check may take `budget` seconds, and so may its verifier, and the search for a control. Raises InputError where
    the certificate, or what a verifier said of it, can't be kept; EvaluatorsDisagree.
    """
    steps = () if step is None else (step,)
    problem = claim.problem(box, steps, judged)
    path = folder / file_name(problem, steps, judged)
    require_writable(path, "certificate", CERTIFICATE, in_new_folder=True)
    verifications.require_kept()
    decision = _decided(problem, budget, progress)
    if undecided := _undecided(claim, decision):
        return undecided
    write(path, certificate(decision))
    return _written(claim, decision, path, judged, budget)


def of_certificate(path: Path, budget: float, progress: Progress | None = None) -> Logbook | Undecided:
    """The same of the claim of a certificate, at its instance, which is decided again: it has to come to its digest.

    Raises InputError where the file is no certificate of points of a claim that is known here, or says something else
    than what is decided now; EvaluatorsDisagree.
    """
    decided = _decided_in(path)
    claim = _claim_of(decided, path)
    cited = in_file(claim, path)
    names = tuple(name.removesuffix("@repaired") for name in cited.file.judged)
    judged = AS_WRITTEN if names == cited.file.judged else REPAIRED
    steps = () if len(cited.file.verdicts) == len(claim.steps) else names
    problem = claim.problem(cited.file.box, steps, judged)
    verifications.require_kept()
    decision = _decided(problem, budget, progress)
    if undecided := _undecided(claim, decision):
        return undecided
    if digest(decision) != cited.file.digest:
        raise InputError(
            f"certificate: {path} has the digest {cited.file.digest}, and what is decided now has {digest(decision)}; "
            "give a certificate of this version, or the claim"
        )
    return _written(claim, decision, path, judged, budget)


def _decided(problem: Problem, budget: float, progress: Progress | None) -> Decision:
    """The problem, decided. Raises KeyboardInterrupt, and InputError where a step can't be evaluated."""
    decision = decide(problem, budget=budget, progress=progress)
    require_evaluated(decision)
    if "interrupted" in decision.run:
        raise KeyboardInterrupt
    return decision


def _undecided(claim: Claim, decision: Decision) -> Undecided | None:
    """Why nothing is known in the end: a judged step is inconclusive, and none is refuted; None where it is known.

    Where all judged steps are decided, and no part of the statement is, there is something to write down.
    """
    if decision.verdict is not Verdict.INCONCLUSIVE:
        return None
    judged = [result for result in decision.results if result.step.name in decision.problem.judged]
    reasons = [result.reason or "it is not decided" for result in judged if result.verdict is Verdict.INCONCLUSIVE]
    at = instance(decision.problem)
    return Undecided(f"{claim.label}{f' at {at}' if at else ''}", reasons[0]) if reasons else None


def _written(claim: Claim, decision: Decision, path: Path, judged: str, budget: float) -> Logbook:
    """What is to be written down of a decision whose certificate is at `path`."""
    verification = verifications.confirmed(path, budget)
    if verification is not None:
        verifications.keep(verification)
    paper = paper_of(claim)
    quotes = {
        step.name: tuple(quoted)
        for step in decision.problem.steps
        if (quoted := quotes_of(paper).get(f"{claim.label}.{step.name}"))
    }
    return Logbook(
        claim,
        paper,
        title_of(paper),
        reference_of(paper),
        software().version,
        judged == REPAIRED,
        decision,
        in_file(claim, path),
        quotes,
        verification,
        control_of(claim, decision, budget),
    )


def _decided_in(path: Path) -> Mapping[str, Any]:
    """What a certificate says was decided. Raises InputError where it is of no points of a claim."""
    try:
        decided = stated(path).decided
    except InputError as error:
        raise InputError(f"certificate: {path}: {error}") from None
    if decided["claim"].startswith(QUESTION):
        raise InputError(f"certificate: {path} is of an answer of ask, and of no claim; give one of check")
    if decided.get("scope") != Scope.ENUMERATED:
        raise InputError(
            f"certificate: {path} has the scope {decided.get('scope')}; give one of check with the scope enumerated"
        )
    return decided


def _claim_of(decided: Mapping[str, Any], path: Path) -> Claim:
    """The claim that a certificate names, if it is known here: no file that it names is read."""
    label: str = decided["claim"]
    try:
        return claim_named(label)
    except InputError:
        paper, _, name = label.partition(":")
        raise InputError(
            f"certificate: {path} is of {label}, a claim of a file that is not read for it; give the claim, such as "
            f"{paper}.py::{name}"
        ) from None
