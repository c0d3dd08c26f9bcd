"""A run of `regress` as JSON for programs (documented in docs/json-output.md)."""

from __future__ import annotations

from typing import Any, Final

from exactua.arithmetic.rationals import encode_integer
from exactua.claims.meeting import phrase
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
                "file": str(one.place.path),
                "line": one.place.line,
                "label": one.label,
                "reason": one.reason,
                "claims": list(one.claims),
            }
            for one in run.left_out
        ],
        "unlisted": [{"file": str(one.place.path), "line": one.place.line, "label": one.label} for one in run.unlisted],
        "rewritten": [str(path) for path in run.rewritten],
    }


def _manifest(manifest: Manifest) -> dict[str, Any]:
    statements = None
    if manifest.statements is not None:
        statements = [
            {
                "label": one.label,
                "line": one.place.line,
                "expected": one.pinned,
                "found": one.found,
                "outcome": "updated" if one.updated else "differs",
            }
            for one in manifest.statements
        ]
    return {
        "file": str(manifest.path),
        "checks": [_check(check) for check in manifest.checks],
        "pinned": manifest.pinned,
        "statements": statements,
    }


def _check(check: Check) -> dict[str, Any]:
    found = check.found
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
        "verdict": None if found is None else found.verdict.value,
        "words": None if found is None else phrase(found.verdict, found.objects),
        "digest": None if found is None else found.digest,
        "complete": None if found is None else found.complete,
        "seconds": None if check.seconds is None else f"{check.seconds:.3f}",
        "certificate": check.certificate,
        "verified": as_data(check.verified),
        "differences": [
            {"kind": one.kind, "step": one.step, "expected": one.expected, "found": one.found}
            for one in check.differences
        ],
    }
