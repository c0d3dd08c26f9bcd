"""General results in words: step by step, and as a table of claims."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from exactua.certificates.proofs import Proof, ProvedStep
from exactua.claims.verdicts import StepKind, Verdict
from exactua.reporting.tables import table
from exactua.reporting.text import undecided

FORMAT: Final = "exactua-prove/1"
_PLURALS: Final = {
    StepKind.STATEMENT: "statements", StepKind.PROOF_LINE: "proof lines", StepKind.REPAIRED: "repaired",
}  # fmt: skip

_WORDS: Final = {Verdict.HOLDS: "general", Verdict.REFUTED: "refuted", Verdict.INCONCLUSIVE: "not"}


def lines(proof: Proof) -> Iterator[str]:
    """A claim for all its parameters, step by step."""
    kernel = proof.evidence
    yield f"{proof.claim.label}  {proof.claim.title} ({proof.claim.source})"
    yield f"for {proof.domain}, by the kernel {kernel['name']} {kernel['version']}"
    for kind in StepKind:
        steps = [one for one in proof.steps if one.step.kind is kind]
        if steps:
            yield ""
            yield f"{_PLURALS[kind]}, {sum(one.general for one in steps)} of {len(steps)} general"
            yield from table([_row(one) for one in steps])
    yield ""
    yield _assumed(proof.steps)
    yield f"verdict {proof.verdict.value} (scope general)"
    yield from undecided(proof.parts)


def _row(one: ProvedStep) -> tuple[str, ...]:
    about = "; ".join(part for part in (one.theorem, one.reason, one.restriction) if part)
    return f"  {_WORDS[one.verdict]}", one.step.name, about


def _assumed(steps: Sequence[ProvedStep]) -> str:
    known = [one for one in steps if one.theorem is not None]
    if not known:
        return "there is no theorem about any step"
    refuted = sum(one.verdict is Verdict.REFUTED for one in known)
    counts = f"{len(known) - refuted} of {len(steps)} steps are general" + (f", {refuted} refuted" if refuted else "")
    return f"{counts}; assumptions of each theorem: {', '.join(dict.fromkeys(one.assumptions or '' for one in known))}"


def document(proof: Proof, path: str | None, code: int) -> dict[str, Any]:
    """A general result as JSON data."""
    return {"format": FORMAT, **proof.data(), "digest": proof.digest, "certificate": path, "exit_code": code}
