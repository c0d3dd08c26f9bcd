"""A run of `regress` as JSON for programs (documented in docs/json-output.md)."""

from __future__ import annotations

from typing import Any, Final

from exactua.arithmetic.rationals import encode_integer
from exactua.claims.verdicts import phrase
from exactua.claims.verification import as_data
from exactua.commands.regress.formats.account import Check, Manifest, Run

FORMAT: Final = "exactua-regress-run/1"


def data(run: Run) -> dict[str, Any]:
    """The run as JSON data."""
    return {
        "format": FORMAT,
        "exit_code": run.exit_code,
        "stopped": run.stopped,
        "started": run.started,
        "seconds": f"{run.seconds:.3f}",
        "counts": {word: run.counts[word] for word in sorted(run.counts)},
        "manifests": [_manifest(manifest) for manifest in run.manifests],
        "left_out": [
            {
                "file": str(entry.place.path),
                "line": entry.place.line,
                "label": entry.label,
                "reason": entry.reason,
                "claims": list(entry.claims),
            }
            for entry in run.left_out
        ],
        "unlisted": [
            {"file": str(entry.place.path), "line": entry.place.line, "label": entry.label} for entry in run.unlisted
        ],
        "rewritten": [str(path) for path in run.rewritten],
    }


def _manifest(manifest: Manifest) -> dict[str, Any]:
    statements = None
    if manifest.statements is not None:
        statements = [
            {
                "label": statement.label,
                "line": statement.place.line,
                "expected": statement.pinned,
                "found": statement.found,
                "outcome": "updated" if statement.updated else "differs",
            }
            for statement in manifest.statements
        ]
    return {
        "file": str(manifest.path),
        "checks": [_check(check) for check in manifest.checks],
        "pinned": manifest.pinned,
        "statements": statements,
    }


def _check(check: Check) -> dict[str, Any]:
    decided = check.found
    return {
        "claim": check.claim,
        "parameters": {
            name: value if isinstance(value, str) else encode_integer(value) for name, value in check.parameters.items()
        },
        "repaired": check.repaired,
        "label": check.label,
        "line": check.place.line,
        "outcome": check.word,
        "since": check.since,
        "expected": check.expected.verdict.value,
        "verdict": None if decided is None else decided.verdict.value,
        "words": None if decided is None else phrase(decided.verdict, decided.objects),
        "digest": None if decided is None else decided.digest,
        "complete": None if decided is None else decided.complete,
        "seconds": None if check.seconds is None else f"{check.seconds:.3f}",
        "certificate": check.certificate,
        "verified": as_data(check.verified),
        "differences": [
            {
                "kind": difference.kind,
                "step": difference.step,
                "expected": difference.expected,
                "found": difference.found,
            }
            for difference in check.differences
        ],
    }
