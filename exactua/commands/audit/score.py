"""The score of a claim's audit, as it was measured for this version: shipped as data, and told only where it fits.

It fits where the version is the one that was measured, and where the networks and the statement hashes of the claim at
the instances that were audited are still the same.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, Final

import exactua
from exactua.claims.claim import Claim
from exactua.claims.registry import find
from exactua.commands.audit.record import AuditTable
from exactua.networks.serialisation import to_data
from exactua.output_files import Kind
from exactua.terms.encoding import sha256

FORMAT: Final = "exactua-audit-score/1"
FILE: Final = "score.json"
SCORE: Final = Kind("score of exactua audit", r'\{\s*"claims": \{')


def summary(table: AuditTable) -> dict[str, Any]:
    """The scores of the claims of an audit, with what they were measured for, as JSON data."""
    return {
        "format": FORMAT,
        "exactua": exactua.__version__,
        "seed": table.seed,
        "mutants": table.mutants,
        "foreign": table.foreign,
        "claims": {audited.claim: _measured(table, audited.claim, audited.boxes) for audited in table.claims},
    }


def written(table: AuditTable) -> str:
    """The text of the file with the scores of an audit."""
    return json.dumps(summary(table), indent=1, sort_keys=True) + "\n"


def _measured(table: AuditTable, label: str, boxes: tuple[Mapping[str, int | str], ...]) -> dict[str, Any]:
    counted = [row.judgement.outcome for row in table.rows if row.claim == label and row.judgement.counts]
    return {
        "caught": counted.count("caught"),
        "counted": len(counted),
        "instances": [dict(box) for box in boxes],
        "pin": pin(find(label)[0], boxes),
    }


def pin(claim: Claim, boxes: tuple[Mapping[str, int | str], ...]) -> str:
    """The hash of what a claim is at these instances: its networks and the hashes of all its statements."""
    pinned = []
    for box in boxes:
        problem = claim.problem(box)
        networks = {name: to_data(network) for name, network in problem.networks.items()}
        pinned.append([networks, {step.name: problem.statement_hash(step) for step in problem.steps}])
    return sha256(pinned)


@cache
def shipped() -> dict[str, Any]:
    """The scores that come with this version."""
    text = resources.files("exactua.commands.audit").joinpath(FILE).read_text(encoding="utf-8")
    scores: dict[str, Any] = json.loads(text)
    return scores


def told(claim: Claim) -> str | None:
    """The claim's score in a sentence, with the version that was measured if it is another one.

    None where none was measured for these networks and statements.
    """
    scores = shipped()
    measured = scores["claims"].get(claim.label)
    if measured is None or claim.address:
        return None
    if pin(claim, tuple(measured["instances"])) != measured["pin"]:
        return None
    by_all = "all evaluators and both verifiers" if scores["foreign"] else "all evaluators and the verifier"
    caught, counted = measured["caught"], measured["counted"]
    version = "" if scores["exactua"] == exactua.__version__ else f", those of exactua {scores['exactua']}"
    return f"{caught:,} of {counted:,} mutants of this claim that are not equivalent were caught by {by_all}{version}"
