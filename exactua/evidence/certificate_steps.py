"""One certificate held against the claim as it is now: which of its steps count, and what they came to.

A certificate may come from anybody: whatever is no certificate is an InputError. Files are
opened here, and what each of them says was decided is taken as it stands.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from exactua.arithmetic.floors import decode_number
from exactua.arithmetic.rationals import decode_integer, decode_rational
from exactua.certificates import limits, proofs, writing
from exactua.certificates.proofs import parts_of_proof
from exactua.certificates.reading import parameter_value, require_format
from exactua.claims.claim import Claim
from exactua.claims.decision import Witness
from exactua.claims.dossier import CertificateFile
from exactua.claims.problem import Step
from exactua.claims.verdicts import POINT_SCOPES, Part, Scope, Verdict, concluded, parts_of
from exactua.deciding.comparing import StepAt
from exactua.errors import InputError, TooLarge
from exactua.evidence import verifications
from exactua.evidence.scopes import theorems_about
from exactua.evidence.statements import instance
from exactua.networks.serialisation import to_data as network_data
from exactua.plurals import counted as number_of
from exactua.terms.encoding import Data, canonical, sha256

LARGEST_FILE: Final = 64 * 2**20


@dataclass(frozen=True)
class Stated:
    """What the certificate in a file has decided, with the digest of that and the number of bytes of the file."""

    decided: dict[str, Any]
    digest: str
    size: int


class OfLimit(InputError):
    """The certificate is of a limit of softmax, and of no statement."""


def stated(path: Path) -> Stated:
    """The certificate at `path`. Raises InputError for anything that has no decided part, or is of another version.

    Only the digest is checked, which shows accidents: `exactua verify` is what re-checks a certificate.
    """
    try:
        if not path.is_file():
            raise InputError("not a file")
        with path.open("rb") as file:
            raw = file.read(LARGEST_FILE + 1)
        if len(raw) > LARGEST_FILE:
            raise InputError(f"longer than {LARGEST_FILE:,} bytes")
        data = json.loads(raw)
        decided = data["decided"]
        if sha256(decided) != data["digest"]:
            raise InputError("its digest does not match its content")
        if data["exactua"] == limits.FORMAT and decided["scope"] == limits.SCOPE and decided["claim"] is None:
            raise OfLimit("it is about a limit of softmax, not about a claim")
        if not isinstance(decided, dict) or not isinstance(decided["claim"], str):
            raise InputError("it is not a certificate")
        require_format(data["exactua"], writing.FORMAT, proofs.FORMAT, limits.FORMAT)
    except OSError as error:
        raise InputError(f"it can't be read ({error.strerror or error})") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise InputError("it is not a certificate") from None
    return Stated(decided, data["digest"], len(raw))


LARGEST_N: Final = 1000
"""With more columns no profile is made."""


def other_profiles(claim: Claim, n: int, profiles: Mapping[str, Data]) -> list[str]:
    """The names of those that are not profiles of the claim's networks with n columns. Raises TooLarge."""
    from exactua.proving.symbolic.certificates import profile_data
    from exactua.proving.symbolic.general import profiled

    if n > LARGEST_N:
        raise TooLarge(f"n: profiles with more than {LARGEST_N:,} columns are not made to be compared")
    known = profiled(claim, n)
    return [
        name
        for name, data in profiles.items()
        if name not in known or canonical(profile_data(known[name])) != canonical(data)
    ]


ALL_D: Final = "all D"
OTHER_STATEMENT: Final = "its statement differs from that of the step now"
NO_CERTIFICATE: Final = "it is not a certificate"


@dataclass(frozen=True)
class Beyond:
    """What a certificate says of a step for all D at its n, or for all parameters, with the theorem if it names one."""

    scope: str
    verdict: Verdict
    theorem: str | None
    file: str


@dataclass(frozen=True)
class Reading:
    """A certificate as far as it is about the claim as it is now."""

    file: CertificateFile
    steps: Mapping[str, StepAt]
    """What the steps that count came to at the instance."""
    beyond: Mapping[str, Beyond]
    """The same where the certificate speaks of no instance."""
    refused: tuple[tuple[str, str], ...]
    """What does not count, each with the reason: a step's full label, or the claim's where none counts."""


def read_steps(claim: Claim, path: Path, stated: Stated, hashes: Mapping[str, str] | None = None) -> Reading:
    """A certificate of this claim; `hashes` are the statement hashes of its steps now, where they are at hand.

    Raises InputError where it is none, or one of an instance that the claim has not.
    """
    try:
        return _read(claim, hashes or {step.name: claim.statement_hash(step) for step in claim.steps}, path, stated)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, RecursionError):
        raise InputError(NO_CERTIFICATE) from None


def _read(claim: Claim, hashes: Mapping[str, str], path: Path, stated: Stated) -> Reading:
    decided = stated.decided
    scope = _scope(decided)
    steps = {step.name: step for step in claim.steps}
    written = {str(data["name"]): data for data in decided["steps"]}
    judged, verdict = tuple(map(str, decided["judged"])), Verdict(decided["verdict"])
    parts = parts_of_proof(decided) if scope == Scope.GENERAL else parts_of(decided)
    verdicts = {name: Verdict(written[name]["verdict"]) for name in judged}
    by_theorems = {name for part in parts if part.theorems for name in part.steps}
    verdicts |= {name: Verdict.HOLDS for name in by_theorems if verdicts.get(name) is Verdict.INCONCLUSIVE}
    recomputed = concluded(verdicts.values(), parts)
    if judged and verdict is not recomputed:
        raise InputError("its verdict does not follow from its steps")
    same = {name: data for name, data in written.items() if name in steps and hashes[name] == data["statement"]}
    box, foreign = _instance(claim, decided, scope, tuple(same))
    counted = {} if foreign else same
    refused = [(f"{claim.label}.{name}", OTHER_STATEMENT) for name in written if name not in same]
    if foreign:
        refused = [(claim.label, f"its {foreign} is not the claim's")]
    whole = {domain["name"]: complete(domain, scope) for domain in decided["domains"]} if box else {}
    at_once = scope in (ALL_D, Scope.GENERAL)
    return Reading(
        CertificateFile(
            path,
            stated.digest,
            claim.label,
            box,
            scope,
            judged,
            verdict.value,
            points_of(decided),
            stated.size,
            {name: str(Verdict(data["verdict"])) for name, data in written.items()},
            tuple(name for name in written if name not in counted),
            verifications.known(stated.digest),
            tuple(_proved(claim, parts)),
            by_evidence(decided) if scope in POINT_SCOPES else "",
        ),
        {} if at_once else {name: step_at(data, steps[name], scope, whole) for name, data in counted.items()},
        {name: _beyond(data, scope, path.name) for name, data in counted.items()} if at_once else {},
        tuple(refused),
    )


def by_evidence(decided: Mapping[str, Any]) -> str:
    """How many of its steps have complete evidence in place of counts, in words: "4 steps by signs of affine forms"."""
    kinds = Counter(data["evidence"]["kind"] for data in decided["steps"] if data["evidence"] is not None)
    words = ((kinds["signs"], "by signs of affine forms"), (kinds["witness"], "by witnesses"))
    return ", ".join(f"{number_of(count, 'step')} {by}" for count, by in words if count)


def _proved(claim: Claim, parts: Sequence[Part]) -> Iterator[str]:
    """The parts that theorems about the claim decide, whose statements are still those of the file."""
    known = {theorem.statement for theorem in theorems_about(claim)} if any(part.theorems for part in parts) else set()
    for part in parts:
        if part.theorems and not part.undecided and known.issuperset(part.theorems):
            yield part.words


def _scope(decided: Mapping[str, Any]) -> str:
    """enumerated, runs, symbolic; "all D" and "general" are two formats of one scope."""
    scope = Scope(decided["scope"])
    return ALL_D if scope is Scope.GENERAL and decided.get("for_all") == "D" else scope.value


def _instance(
    claim: Claim, decided: Mapping[str, Any], scope: str, steps: tuple[str, ...]
) -> tuple[dict[str, int | str], str | None]:
    """The parameter values that the certificate speaks of, and a network of these steps that is not the claim's.

    For all D it is the profile of a network.
    """
    if scope == Scope.GENERAL:
        return {}, None
    box = {str(name): parameter_value(value, name) for name, value in decided["parameters"].items()}
    if scope == ALL_D:
        n = box["n"]
        if not isinstance(n, int):
            raise InputError(NO_CERTIFICATE)
        others = other_profiles(claim, n, decided["profiles"]) if steps else []
        return {"n": n}, next((f"profile of {name}" for name in others), None)
    problem = instance(claim, box, steps)
    networks = decided["networks"]
    foreign = (
        f"network {name}"
        for name, network in problem.networks.items()
        if steps and (name not in networks or canonical(network_data(network)) != canonical(networks[name]))
    )
    return dict(problem.parameters), next(foreign, None)


def points_of(decided: Mapping[str, Any]) -> int:
    """The points of all domains together, as far as they are counted."""
    counts = [domain["points"] for domain in decided.get("domains", ())]
    return sum(decode_integer(points, "points") for points in counts if points is not None)


def complete(domain: Mapping[str, Any], scope: str) -> bool:
    """Whether every point of a domain is said to be decided."""
    if scope == Scope.SYMBOLIC:
        return True
    if domain["points"] is None:
        return False
    ranges = [[decode_integer(end, "decided") for end in part] for part in domain["decided"]]
    return sum(stop - start for start, stop in ranges) == decode_integer(domain["points"], "points")


def is_complete(stated: Stated) -> bool:
    """Whether the certificate says that every point of its domains was decided; False for what is none."""
    try:
        return all(complete(domain, _scope(stated.decided)) for domain in stated.decided["domains"])
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        return False


def step_at(data: Mapping[str, Any], step: Step, scope: str, complete_domains: Mapping[str, bool]) -> StepAt:
    """What a certificate says of a step at its instance. Raises InputError for what no certificate says."""
    verdict, complete = Verdict(data["verdict"]), all(complete_domains[name] for name in data["over"])
    if data["reason"] is not None and not (isinstance(data["reason"], str) and data["reason"].isprintable()):
        raise InputError(f"{step.name}: its reason is not printable text")
    if scope not in POINT_SCOPES:
        return StepAt(verdict, 0, 0, 0, None, data["reason"])
    if not complete and verdict not in (Verdict.REFUTED, Verdict.INCONCLUSIVE):
        raise InputError(f"{step.name}: {verdict} without every point decided")
    points = decode_integer(data["points"], "points")
    counts = ((name, data[name]) for name in ("applicable", "failures"))
    applicable, failures = (
        None if count is None and data["evidence"] is not None else decode_integer(count, name)
        for name, count in counts
    )
    witness = None if data["witness"] is None else _witness(data["witness"], step)
    return StepAt(verdict, points, applicable, failures, witness, data["reason"], complete)


def _beyond(data: Mapping[str, Any], scope: str, file: str) -> Beyond:
    theorem = data.get("theorem")
    return Beyond(scope, Verdict(data["verdict"]), None if theorem is None else str(theorem), file)


def _witness(data: Mapping[str, Any], step: Step) -> Witness:
    names = [spec.name for spec in step.over]
    points = tuple(
        tuple(tuple(decode_rational(entry, "point") for entry in row) for row in point) for point in data["points"]
    )
    if len(points) != len(data["at"]) or any(len(set(map(len, point))) != 1 for point in points):
        raise InputError(f"{step.name}: its witness lacks a matrix for one of its places")
    words = [word for word in (data["relation"], *data["bindings"]) if word is not None]
    if not all(isinstance(word, str) and word.isprintable() for word in words):
        raise InputError(f"{step.name}: its witness has a word that can't be printed")
    return Witness(
        tuple((names.index(name), decode_integer(rank, "rank")) for name, rank in data["at"]),
        points,
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
    return tuple(map(_side, value)) if isinstance(value, list) else decode_number(value, "side")
