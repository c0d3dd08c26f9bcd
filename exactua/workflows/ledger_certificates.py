"""Evidence for a ledger from certificates on disk, instead of from new checks."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from exactua.certificates.reading import parameter_value
from exactua.checking.outcome import StepAt
from exactua.claims.claim import Claim
from exactua.claims.decision import Witness
from exactua.claims.ledger import Ledger, Unused
from exactua.claims.problem import Step
from exactua.claims.registry import claims_of, title_of
from exactua.claims.verdicts import Verdict
from exactua.errors import EvaluatorsDisagree, InputError
from exactua.networks.serialisation import to_data as network_data
from exactua.numbers.rationals import decode_integer, decode_rational
from exactua.terms.encoding import canonical
from exactua.workflows.catalogue import MOST_FILES, decided_part
from exactua.workflows.errata import Evidence, ledger, order_of, require_carriers
from exactua.workflows.statements import statement_hash

Known = dict[tuple[str, str, tuple[tuple[str, int | str], ...]], tuple[StepAt, str]]
"""What is known of a step of a claim at an instance, and from which file."""


def from_certificates(paper: str, folder: Path) -> Ledger:
    """The ledger of a paper from the certificates in `folder`, taken as they are (`exactua verify` re-checks one).

    A certificate counts step by step where its statement hash is that of the step now, and its networks are the
    claim's. Raises InputError where the folder holds no certificate of the paper, EvaluatorsDisagree where two
    certificates contradict each other.
    """
    claims = {claim.label: claim for claim in claims_of(paper)}
    require_carriers(list(claims.values()))
    try:
        paths = sorted(path for path in folder.iterdir() if path.suffix == ".json")
    except OSError as error:
        raise InputError(f"certificates: {folder} can't be read ({error.strerror or error}); give a folder") from None
    evidence = Evidence(tuple(claims.values()), files=0)
    known: Known = {}
    if len(paths) > MOST_FILES:
        raise InputError(f"certificates: {folder} holds {len(paths):,} files; at most {MOST_FILES:,} are read")
    for path in paths:
        try:
            decided = decided_part(path)
        except InputError as error:
            evidence.unused.append(Unused(path.name, "", str(error)))
            continue
        claim = claims.get(decided["claim"])
        if claim is not None and evidence.files is not None:
            evidence.files += 1
            _read(path.name, decided, claim, evidence, known)
    if not evidence.files:
        raise InputError(f"certificates: {folder} holds none about {title_of(paper)}; give a folder that does")
    for (label, step, box), (at, _) in sorted(
        known.items(), key=lambda found: order_of(claims[found[0][0]], dict(found[0][2]))
    ):
        evidence.add(label, dict(box), {step: at})
    return ledger(paper, evidence)


def _read(file: str, decided: Mapping[str, Any], claim: Claim, evidence: Evidence, known: Known) -> None:
    """Notes every step of a certificate that is about the claim as it is now, and why the others are not counted."""
    try:
        box = {name: parameter_value(value, name) for name, value in decided["parameters"].items()}
        problem = claim.problem(box)
        box = dict(problem.parameters)
        foreign = [
            name
            for name, data in decided["networks"].items()
            if name not in problem.networks or canonical(network_data(problem.networks[name])) != canonical(data)
        ]
        if foreign:
            evidence.unused.append(Unused(file, claim.label, f"its network {foreign[0]} is not the claim's"))
            return
        steps = {step.name: step for step in claim.steps}
        complete = {domain["name"]: _complete(domain) for domain in decided["domains"]}
        for data in decided["steps"]:
            label = f"{claim.label}.{data['name']}"
            step = steps.get(data["name"])
            if step is None or statement_hash(claim, step) != data["statement"]:
                evidence.unused.append(Unused(file, label, "its statement is another one than that of the step now"))
                continue
            at = _step(data, step, all(complete[name] for name in data["over"]))
            _note(known, (claim.label, step.name, tuple(box.items())), at, file)
        evidence.points += sum(
            decode_integer(domain["points"], "points") for domain in decided["domains"] if domain["points"] is not None
        )
    except EvaluatorsDisagree:
        raise
    except InputError as error:
        evidence.unused.append(Unused(file, claim.label, str(error)))
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        evidence.unused.append(Unused(file, claim.label, "it is not a certificate"))


def _complete(domain: Mapping[str, Any]) -> bool:
    if domain["points"] is None:
        return False
    ranges = [[decode_integer(end, "decided") for end in part] for part in domain["decided"]]
    return sum(stop - start for start, stop in ranges) == decode_integer(domain["points"], "points")


def _note(known: Known, key: tuple[str, str, tuple[tuple[str, int | str], ...]], at: StepAt, file: str) -> None:
    before = known.get(key)
    if before is None or before[0].verdict is Verdict.INCONCLUSIVE or (at.complete and not before[0].complete):
        contradicted = before is not None and _contradict(before[0], at)
        known[key] = (at, file)
    else:
        contradicted = _contradict(before[0], at)
    if contradicted and before is not None:
        raise EvaluatorsDisagree(f"{key[0]}.{key[1]} is {before[0].verdict} by {before[1]} and {at.verdict} by {file}")


def _contradict(one: StepAt, other: StepAt) -> bool:
    """Two verdicts about all points differ; what holds at all points is refuted at none."""
    verdicts = {one.verdict, other.verdict}
    return Verdict.INCONCLUSIVE not in verdicts and len(verdicts) > 1


def _step(data: Mapping[str, Any], step: Step, complete: bool) -> StepAt:
    points, applicable, failures = (decode_integer(data[name], name) for name in ("points", "applicable", "failures"))
    witness = None if data["witness"] is None else _witness(data["witness"], step)
    return StepAt(Verdict(data["verdict"]), points, applicable, failures, witness, data["reason"], complete)


def _witness(data: Mapping[str, Any], step: Step) -> Witness:
    names = [spec.name for spec in step.over]
    return Witness(
        tuple((names.index(name), decode_integer(rank, "rank")) for name, rank in data["at"]),
        tuple(
            tuple(tuple(decode_rational(entry, "point") for entry in row) for row in point) for point in data["points"]
        ),
        {name: _bound(value) for name, value in data["bindings"].items()},
        data["relation"],
        _side(data["left"]),
        _side(data["right"]),
    )


def _bound(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else decode_integer(value, "bindings")


def _side(value: Any) -> Any:
    if value is None:
        return None
    return tuple(map(_side, value)) if isinstance(value, list) else decode_rational(value, "side")
