"""A drawn claim is decided by exactua; its certificate is put to both verifiers and to brute force."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from exactua import check
from exactua.certificates import writing
from exactua.errors import ExactuaError
from exactua.networks.layer import NoValue
from exactua.proving.evidence import attached
from exactua.python_files import FileFails
from exactua.terms.language import TermError
from tests.attack.asking import CONFIRMED, NOT_RECHECKED, Verify, both, differ
from tests.attack.brute_force import recomputed, truth
from tests.attack.brute_force.written import Unknown
from tests.attack.claims.drawn import Drawn
from tests.attack.claims.python_file import source
from tests.attack.fitting import ERRORS
from tests.attack.timing import at_most

SECONDS: Final = 60.0
"""What brute force may take for one claim."""
ASKED: Final = ("name", "kind", "says", "over", "given", "fold", "bound", "relation", "term")
BUDGET: Final = 60.0
"""Seconds in which a claim has to be decided."""


@dataclass(frozen=True)
class Comparison:
    """What was decided, what differs if anything does, and why brute force does not know if it does not."""

    decided: dict[str, Any]
    difference: str = ""
    unknown: str = ""


def compared(claim: Drawn, folder: Path, verify: Verify = both) -> Comparison:
    """Decides a claim in every way."""
    try:
        content = certificate(claim, folder)
    except ExactuaError as error:
        asked = asked_of(claim)
        without = [alone(step, asked) is None for step in asked["steps"]]
        if any(without) and without_a_value(error):
            return Comparison({})  # a step, or its bound, has no value
        if all(without) and "nothing to certify" in str(error):
            return Comparison({})
        return Comparison({}, f"exactua: {type(error).__name__}: {error}")
    decided = json.loads(content)["decided"]
    if other := asked_otherwise(claim, decided):
        return Comparison(decided, f"the certificate asks something else: {other}")
    answers = verify(content)
    rooted = b'"layer normalisation"' in content and answers.foreign == NOT_RECHECKED  # C has rational roots alone
    if differ(content, answers) and not rooted:
        codes = f"Python {answers.own}, C {answers.foreign}"
        return Comparison(decided, f"the verifiers differ: {codes}: {answers.said[:300]}")
    if answers.own != CONFIRMED:
        return Comparison(decided, f"not confirmed, exit code {answers.own}: {answers.said[:300]}")
    try:
        with at_most(SECONDS, Unknown("it takes too long")):
            by_force = truth(content)
            if by_force.answer == "false":
                return Comparison(decided, f"brute force: {by_force.why[:400]}")
            if by_force.answer == "unknown":
                return Comparison(decided, unknown=by_force.why)
            return Comparison(decided, not_inconclusive(decided))
    except Unknown as why:
        return Comparison(decided, unknown=str(why))


def without_a_value(error: ExactuaError) -> bool:
    """Whether it says that a term, or a layer, has no value somewhere."""
    return isinstance(error.error if isinstance(error, FileFails) else error, TermError | NoValue)


def certificate(claim: Drawn, folder: Path) -> bytes:
    """The bytes of the certificate of a claim, which is written as a file into a folder.

    Of every other one, steps have evidence wherever there is some, and not where there are many points alone.
    """
    file = folder / "drawn.py"
    file.write_text(source(claim))
    os.utime(file, ns=(claim.number + 1, claim.number + 1))  # a file that was read is read again where its time differs
    d, n, m, k = (claim.box[name] for name in "dnmk")
    with_engine = {"d": d, "n": n, "delta": f"1/{m}", "k": k, "budget": BUDGET, "scope": claim.scope}
    try:
        decision = check(f"{file}::lemma", engine=claim.engine, **with_engine)  # type: ignore[arg-type]
    except ExactuaError as error:
        if claim.engine == "auto" or "engine: " not in str(error):
            raise
        decision = check(f"{file}::lemma", **with_engine)  # type: ignore[arg-type]
    return writing.certificate(attached(decision, above=None if claim.number % 2 else 0)).encode()


def asked_of(claim: Drawn) -> dict[str, Any]:
    """The hashed part of a certificate that asks this, without what was found."""
    domains = [
        {"name": name, "spec": spec, "points": None, "decided": [], "evidence": {}}
        for name, spec in claim.domains.items()
    ]
    asked = {
        "parameters": claim.box, "definitions": claim.definitions, "networks": claim.networks, "domains": domains,
        "judged": claim.judged, "parts": claim.parts, "scope": claim.scope,
    }  # fmt: skip
    return {**asked, "steps": [{**step, "evidence": None, "reason": None} for step in claim.steps]}


def asked_otherwise(claim: Drawn, decided: dict[str, Any]) -> str:
    """Where a certificate does not ask what was drawn."""
    definitions = dict(claim.definitions)
    for name, term in decided["definitions"]:
        if definitions.get(name) != term:
            return f"definition {name}: {term}, and not {definitions.get(name)}"
    for name, network in decided["networks"].items():
        if claim.networks.get(name) != network:
            return f"network {name}: {network}, and not {claim.networks.get(name)}"
    for record in decided["domains"]:
        if claim.domains.get(record["name"]) != record["spec"]:
            return f"domain {record['name']}: {record['spec']}, and not {claim.domains.get(record['name'])}"
    names = [step["name"] for step in decided["steps"]]
    for asked in claim.steps:
        if asked["name"] not in names and alone({**asked, "evidence": None}, asked_of(claim)) is not None:
            return f"step {asked['name']} is left out, and has values"
    recorded = [asked for asked in claim.steps if asked["name"] in names]
    if len(recorded) != len(names):
        return f"{len(names)} steps, and {len(recorded)} of them were drawn"
    for step, asked in zip(decided["steps"], recorded, strict=True):
        for key in ASKED:
            if step[key] != asked[key]:
                return f"{key} of step {asked['name']}: {step[key]}, and not {asked[key]}"
    judged = [name for name in claim.judged if name in names]
    parts = claim.parts if all(step in names for part in claim.parts for step in part["steps"]) else []
    whole = {"parameters": claim.box, "judged": judged, "parts": parts, "scope": claim.scope}
    return next((f"{key}: {decided[key]}, and not {x}" for key, x in whole.items() if decided[key] != x), "")


def not_inconclusive(decided: dict[str, Any]) -> str:
    """What brute force decides where exactua does not: a step without a value leaves others over points undecided."""
    left = [step for step in decided["steps"] if step["verdict"] == "inconclusive" and unfinished(step, decided)]
    told = {step["name"]: alone(step, decided) for step in left}
    excused = any(told[step["name"]] is None for step in left if step["over"])
    for step in left:
        verdict = told[step["name"]]
        if verdict not in (None, "inconclusive") and not (step["over"] and excused):
            return f"{step['name']} is {verdict}, and not inconclusive: {step['reason']}"
    return ""


def alone(step: dict[str, Any], decided: dict[str, Any]) -> str | None:
    """The verdict of a step at all points of its domains; None where it has none, or none that can be told."""
    nothing: dict[str, Any] = {"steps": [], "judged": [], "parts": []}
    try:
        whole = []
        for record in decided["domains"]:
            if record["name"] in step["over"]:
                counted = recomputed({**decided, **nothing, "domains": [{**record, "points": 0, "decided": []}]})
                total = counted["domains"][0]["points"]
                whole.append({**record, "points": total, "decided": [[0, total]] if total else []})
        asked = {**decided, **nothing, "steps": [{**step, "reason": None}], "domains": whole}
        return str(recomputed(asked)["steps"][0]["verdict"])
    except ERRORS:
        return None


def unfinished(step: dict[str, Any], decided: dict[str, Any]) -> bool:
    """Whether not all of its points were decided."""
    complete = set()
    for record in decided["domains"]:
        whole = [[0, record["points"]]] if record["points"] else []
        if record["points"] is not None and record["decided"] == whole:
            complete.add(record["name"])
    return not step["over"] or not set(step["over"]) <= complete or "undecided at" in (step["reason"] or "")
