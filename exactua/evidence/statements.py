"""What a claim states, as data: the steps with their statement hashes, which a manifest pins, whatever the instance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from exactua.arithmetic.rationals import encode_rational
from exactua.certificates.proofs import WrittenTheorem
from exactua.certificates.writing import parts_data
from exactua.claims.claim import Claim
from exactua.claims.dossier import edges_of
from exactua.claims.lettering import name_of_point
from exactua.claims.paper_units import unit_name, unit_of_term
from exactua.claims.problem import Problem
from exactua.claims.registry import PAPERS, find, paper_of
from exactua.errors import InputError
from exactua.evidence.manifests import Manifest
from exactua.evidence.signoffs import Readers
from exactua.grids.domains import brief
from exactua.networks.serialisation import to_data as network_data
from exactua.printing.statements import operands_over, shorthand
from exactua.terms.encoding import to_data
from exactua.terms.language import Term
from exactua.terms.printing import text

FORMAT: Final = "exactua-show/1"
LARGEST_BITS: Final = 2_000_000


def instance(
    claim: Claim, box: Mapping[str, int | str], steps: tuple[str, ...] = (), judged: str = "as written"
) -> Problem:
    """The claim at an instance whose levels and weights can be written out.

    Raises InputError where a parameter is wrong, or where delta^(-nd) or the vector u has more than 2,000,000 bits.
    """
    d, n, m = (box.get(name) for name in "dnm")
    if (
        isinstance(d, int)
        and isinstance(n, int)
        and isinstance(m, int)
        and min(d, n, m) >= 1
        and d * max(d, n) * (m.bit_length() - 1) > LARGEST_BITS
    ):
        raise InputError(
            f"d = {brief(d)}, n = {brief(n)}, delta = 1/{brief(m)}: the network's weights have more than "
            f"{LARGEST_BITS:,} bits; take smaller values"
        )
    return claim.problem(box, steps, judged)


def document(
    claim: Claim,
    chosen: str | None,
    problem: Problem | None,
    theorems: Sequence[WrittenTheorem] = (),
    readers: Readers | None = None,
) -> dict[str, Any]:
    """A claim (one of its steps if `step` names it) as JSON data; values and networks if there is an instance.

    `theorems` say more of the claim than its steps; `readers` are who signed steps off.
    """
    names, read = shorthand(claim), name_of_point(claim, operands_over(claim))
    steps = [step for step in claim.steps if chosen in (None, step.name)]
    result: dict[str, Any] = {
        "format": FORMAT,
        "claim": claim.label,
        "title": claim.title,
        "source": claim.source,
        "text": claim.text,
        "parts": [
            {**data, "theorems": list(part.theorems)}
            for part, data in zip(claim.parts, parts_data(claim.parts), strict=True)
        ],
        "readings": [{"words": reading.words, "how": reading.how} for reading in claim.readings],
        "theorems": [theorem.data() for theorem in theorems],
        "parameters": [
            {"name": parameter.name, "meaning": parameter.meaning, "choices": list(parameter.choices)}
            for parameter in claim.parameters
        ],
        "hypotheses": [{"says": hypothesis.says, "term": to_data(hypothesis.term)} for hypothesis in claim.hypotheses],
        "definitions": [
            {"name": name, **_said(term, {}), "unit": unit_name((claim.degrees or {}).get(name, 0))}
            for name, term in claim.definitions.items()
        ],
        "operands": [
            {"name": name, **_said(operand.term, read), "unit": unit_of_term(operand.term, claim.degrees)}
            for name, operand in claim.operands.items()
        ],
        "networks": list(claim.networks),
        "rests_on": [{"on": edge.on, "where": edge.where, "assumed": edge.assumed} for edge in edges_of(claim)],
        "steps": [
            {
                "name": step.name,
                "kind": step.kind.value,
                "says": step.says,
                "over": [{"name": spec.name, "spec": spec.data()} for spec in step.over],
                "fold": step.fold_data,
                "bound": None if step.bound is None else to_data(step.bound),
                "relation": step.relation,
                "given": None if step.given is None else to_data(step.given),
                "term": to_data(step.term),
                "text": text(step.term, {**names, **name_of_point(claim, step.over)}),
                "repairs": step.reason,
                "statement": claim.statement_hash(step),
                "read_by": [reader.data() for reader in readers.of(claim, step)] if readers is not None else [],
            }
            for step in steps
        ],
    }
    if problem is not None:
        result["instance"] = {
            "parameters": dict(problem.parameters),
            "values": {name: encode_rational(value) for name, value in problem.values.items()},
            "networks": {name: network_data(network) for name, network in problem.networks.items()},
        }
    return result


def _said(term: Term, names: Mapping[Term, str]) -> dict[str, Any]:
    return {"text": text(term, names), "term": to_data(term)}


@dataclass(frozen=True)
class PinDifference:
    """A step that states something else than is pinned, is not pinned, or is pinned and not there (or pinned twice)."""

    label: str
    pinned: str | None
    found: str | None


def wanted(manifest: Manifest) -> dict[str, str]:
    """The hash of every step of the claims that the manifest names, under the label that it should be pinned by.

    That is the manifest's own label where it pins the step already, such as "lemma8.property3".
    """
    known = {_step_of(manifest, label): label for label in manifest.statements}
    hashes = {}
    for claim, written in _claims(manifest):
        for step in claim.steps:
            label = known.get((claim.found_by, step.name)) or f"{written}.{step.name}"
            hashes[label] = claim.statement_hash(step)
    return hashes


def differences(manifest: Manifest) -> list[PinDifference]:
    """Everything in which the manifest's pins are not those wanted."""
    pins, pinned = wanted(manifest), manifest.statements
    result = [PinDifference(label, pinned.get(label), pin) for label, pin in pins.items() if pinned.get(label) != pin]
    return result + [PinDifference(label, pin, None) for label, pin in pinned.items() if label not in pins]


def _claims(manifest: Manifest) -> Iterator[tuple[Claim, str]]:
    """The claims that the manifest's checks name, once each, and how its pins call them."""
    seen = set()
    for check in manifest.checks:
        try:
            claim, step = find(check.label)
        except InputError as error:
            raise InputError(f"{manifest.path}: check {check.number}: {error}") from None
        if claim.found_by not in seen:
            seen.add(claim.found_by)
            short = claim.label.removeprefix("yun2020:")
            yield claim, short if paper_of(claim) in PAPERS else check.claim.removesuffix(f".{step}")


def _step_of(manifest: Manifest, label: str) -> tuple[str, str] | None:
    try:
        claim, step = find(manifest.resolved(label))
    except InputError:
        return None
    return (claim.found_by, step) if step else None
