"""What an editor shows of the claims of a paper: run as a program of its own, which prints JSON.

A user's own file is run for it, which may print, take long, or end the process: the server does not.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any, Final

from exactua.claims.claim import Claim
from exactua.claims.dossier import CertificateFile, ClaimDossier, StepDossier
from exactua.claims.registry import claims_of, title_of
from exactua.claims.verdicts import StepKind, Verdict, phrase
from exactua.claims.verification import words
from exactua.commands.report import dossiers
from exactua.commands.report.latex import status_words
from exactua.console.output import say
from exactua.errors import ExactuaError
from exactua.evidence.marked_statements import marked_statement
from exactua.evidence.statements import document
from exactua.printing.text import box as box_words

FORMAT: Final = "exactua-described/1"


def described(paper: str, folder: Path) -> dict[str, Any]:
    """All claims and steps of a paper by their labels, as the certificates in `folder` have them, if it is there.

    Raises InputError for another paper, and for a folder that can't be read; EvaluatorsDisagree.
    """
    if folder.is_dir():
        return _described(paper, folder)
    with tempfile.TemporaryDirectory() as empty:
        return _described(paper, Path(empty))


def _described(paper: str, folder: Path) -> dict[str, Any]:
    (dossier,) = dossiers.from_certificates([paper], folder)
    title = title_of(paper)
    entries: dict[str, Any] = {}
    for claim in dossier.claims:
        entries |= _of_claim(claim, title)
    return {"format": FORMAT, "paper": paper, "title": title, "entries": entries}


def _of_claim(dossier: ClaimDossier, title: str) -> Iterator[tuple[str, dict[str, Any]]]:
    claim = dossier.claim
    objects = claim.objects()
    judged = [step.step.name for step in dossier.steps if step.step.kind is StepKind.STATEMENT]
    yield (
        claim.label,
        {
            "kind": "claim",
            "of": f"{claim.title} ({title})",
            "source": claim.source,
            "says": claim.text,
            "formula": "",
            "status": status_words(dossier.status, objects)[1],
            "at": dossier.box,
            "theorems": sorted(
                {step.theorem for step in dossier.steps if step.theorem and step.step.kind is StepKind.STATEMENT}
            ),
            "statement": marked_statement({step.step.name: step.statement for step in dossier.steps}, judged),
            "certificates": [_certificate(claim, file, None) for file in dossier.certificates],
        },
    )
    formulas = {step["name"]: step["text"] for step in document(claim, None, None)["steps"]}
    for step in dossier.steps:
        yield f"{claim.label}.{step.step.name}", _of_step(dossier, step, title, formulas[step.step.name])


def _of_step(dossier: ClaimDossier, step: StepDossier, title: str, formula: str) -> dict[str, Any]:
    claim, name = dossier.claim, step.step.name
    objects = () if step.step.meets is None else (step.step.meets,)
    files = [file for file in dossier.certificates if name in file.verdicts and name not in file.stale]
    return {
        "kind": step.step.kind.value,
        "of": f"{claim.title} ({title})",
        "source": claim.source,
        "says": step.step.says,
        "formula": formula,
        "status": status_words(step.status, objects)[1],
        "at": step.spread.range,
        "theorems": [step.theorem] if step.theorem else [],
        "statement": step.statement,
        "certificates": [_certificate(claim, file, name) for file in files],
    }


def _certificate(claim: Claim, file: CertificateFile, step: str | None) -> dict[str, Any]:
    objects = claim.objects(file.judged if step is None else (step,))
    verdict = file.verdict if step is None else file.verdicts[step]
    stale = bool(set(file.judged if step is None else (step,)) & set(file.stale))
    return {
        "file": str(file.path),
        "at": box_words(file.box) if file.box else "",
        "verdict": phrase(Verdict(verdict), objects),
        "verified": words(file.verified),
        "stale": stale,
        "digest": file.digest,
    }


def main(paper: str, folder: str) -> int:
    """Prints the JSON of a paper, or of what is wrong with it, in one line behind whatever else is printed."""
    with redirect_stdout(sys.stderr):
        try:
            claims_of(paper)
            told = described(paper, Path(folder))
        except ExactuaError as error:
            told = {"format": FORMAT, "paper": paper, "error": str(error), "entries": {}}
    say(json.dumps(told))
    return 0


if __name__ == "__main__":
    main(*sys.argv[1:3])
