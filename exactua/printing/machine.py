"""A decision as JSON for programs (documented in docs/json-output.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from exactua.certificates.writing import counted_data, decided_data, digest, witness_data
from exactua.claims.decision import Decided, Decision, Witness
from exactua.claims.lettering import matrices, word_of
from exactua.claims.paper_units import unit_name, unit_of_definition
from exactua.claims.problem import Step
from exactua.claims.verdicts import Verdict, left_open, objects_of, parts_of, phrase
from exactua.printing.text import true_nowhere, unit_of_sides

FORMAT = "exactua-check/1"


def box(decision: Decision, certificate: str | None, exit_code: int) -> dict[str, Any]:
    """One instance: what was decided (without networks and terms), where its certificate is, how it was decided."""
    decided = decided_data(decision)
    data = told(decided, decision.results, digest(decision), certificate, exit_code, decision.run)
    for step, result in zip(data["steps"], decision.results, strict=True):
        step |= counted_data(result)  # which the certificate does not say where it has evidence
        if result.without_value:  # the certificate does not have the step, and its points were decided for others
            step["reason"] = result.reason
        if result.witness is not None:
            unit = unit_name(unit_of_sides(decision.problem, result.step, result.witness))
            step["witness"] = step["witness"] | {"unit": unit} | _tokens(result.step, result.witness)
        if result.nowhere:
            step["nowhere"] = [*true_nowhere(decision.problem, result)]
        if result.step.of_some or result.step.several is not None:
            said = result.step.denied or result.step
            step["found"] = (
                None if (witness := result.found) is None else witness_data(said, witness) | _tokens(said, witness)
            )
    return data | {"units": {name: unit_of_definition(name, decision.problem) for name in decided["values"]}}


def _tokens(step: Step, witness: Witness) -> dict[str, Any]:
    """The tokens of each point of a witness, where these are words."""
    words = [word_of(step.over, point) for point in matrices(step.over, witness.points)]
    return {"tokens": [list(word) for word in words if word is not None]} if words and None not in words else {}


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
            "words": phrase(result.verdict, result.step.objects),
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
        "words": phrase(Verdict(decided["verdict"]), _objects(decided, results)),
        "reason": _reason(decided, results),
        "exit_code": exit_code,
        "judged": decided["judged"],
        "parts": decided["parts"],
        "domains": domains,
        "steps": steps,
        "digest": digest,
        "certificate": certificate,
        "run": run,
    }


def _objects(decided: Mapping[str, Any], results: Sequence[Decided]) -> tuple[str, ...]:
    """What is asked to meet a definition by the judged steps, if that is what they ask."""
    return objects_of(result.step.meets for result in results if result.step.name in decided["judged"])


def _reason(decided: Mapping[str, Any], results: Sequence[Decided]) -> str | None:
    """Why there is no answer about the whole statement: steps that are inconclusive, or parts that are not decided."""
    if decided["verdict"] not in (Verdict.INCONCLUSIVE, Verdict.IN_PART):
        return None
    steps = dict.fromkeys(
        result.reason
        for result in results
        if result.step.name in decided["judged"] and result.verdict is Verdict.INCONCLUSIVE
    )
    verdicts = {result.step.name: result.verdict for result in results}
    open_parts = len(left_open(parts_of(decided), verdicts))
    parts = [f"parts of the statement that are not decided: {open_parts}"] if open_parts else []
    return "; ".join([*(reason for reason in steps if reason), *parts]) or None


def document(boxes: Sequence[dict[str, Any]], exit_code: int) -> dict[str, Any]:
    """All instances of one command."""
    return {"format": FORMAT, "exit_code": exit_code, "boxes": list(boxes)}
