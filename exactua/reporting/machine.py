"""A decision as JSON for programs (documented in docs/json-output.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from exactua.certificates.writing import decided_data, digest
from exactua.claims.decision import Decision
from exactua.reporting.text import Decided

FORMAT = "exactua-check/1"


def box(decision: Decision, certificate: str | None, exit_code: int) -> dict[str, Any]:
    """One instance: what was decided (without networks and terms), where its certificate is, how it was decided."""
    decided = decided_data(decision)
    return told(decided, decision.results, digest(decision), certificate, exit_code, decision.run)


def told(
    decided: Mapping[str, Any],
    results: Sequence[Decided],
    digest: str,
    certificate: str | None,
    exit_code: int,
    run: Mapping[str, Any],
) -> dict[str, Any]:
    """The hashed part of a certificate as programs read it, with the words of the steps' results."""
    steps = [
        {key: value for key, value in step.items() if key not in ("term", "given", "fold")}
        | {
            "because": result.reason,
            "repairs": result.step.name.removesuffix("@repaired") if result.step.reason else None,
            "repair": result.step.reason,
        }
        for step, result in zip(decided["steps"], results, strict=True)
    ]
    domains = [{key: domain[key] for key in ("name", "points", "decided")} for domain in decided["domains"]]
    return {
        "claim": decided["claim"],
        "parameters": decided["parameters"],
        "values": decided["values"],
        "scope": decided["scope"],
        "verdict": decided["verdict"],
        "exit_code": exit_code,
        "judged": decided["judged"],
        "domains": domains,
        "steps": steps,
        "digest": digest,
        "certificate": certificate,
        "run": run,
    }


def document(boxes: Sequence[dict[str, Any]], exit_code: int) -> dict[str, Any]:
    """All instances of one command."""
    return {"format": FORMAT, "exit_code": exit_code, "boxes": list(boxes)}
