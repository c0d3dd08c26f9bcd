"""What is known of papers, as data: every claim with its status, its steps, the certificates, and what it rests on."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from exactua.claims.claim import Claim
from exactua.claims.ledger import Counterexample, Ledger, Spread, Unused
from exactua.claims.problem import Step
from exactua.claims.registry import find_beside
from exactua.claims.signoff import ReadBy
from exactua.claims.verification import Verification, in_full
from exactua.errors import InputError

Box = Mapping[str, int | str]


class Status(enum.StrEnum):
    """How far a claim, or a step, is known, as certificates and theorems say it."""

    GENERAL = "general"
    """Proved for all parameters by a theorem that the Rocq kernel accepts."""
    SYMBOLIC = "symbolic"
    """Decided for all D at some n, or at all points of an instance at once."""
    ENUMERATED = "enumerated"
    """Holds at every point of every instance that was decided, and at others nothing is said."""
    IN_PART = "holds in part"
    """Of a claim: what is decided of its statement holds as the others say, and a part of it is not decided."""
    VACUOUS = "vacuous"
    """No point satisfied the hypotheses at any instance that was decided."""
    REPAIRED = "refuted as written, repaired"
    """Refuted as written; the repaired step beside it holds wherever it was decided."""
    REFUTED = "refuted as written"
    """Refuted as written, and no repair stands beside it."""
    INCONCLUSIVE = "inconclusive"
    """Nothing is refuted, and something could not be decided."""
    ASSUMED = "assumed"
    """Taken from elsewhere; nothing here decides it."""
    STALE = "stale"
    """The only certificates are about another statement or another network than the claim has now."""
    UNCHECKED = "not checked"
    """No certificate says anything about it."""


@dataclass(frozen=True)
class CertificateFile:
    """One certificate as a file on disk, and what it says."""

    path: Path
    digest: str
    """Of what was decided: "sha256:...", as the file states it and as its hashed part gives it."""
    claim: str
    box: Box
    scope: str
    """enumerated, runs, symbolic; "all D", where the box says n alone; general, where it says nothing."""
    judged: tuple[str, ...]
    """The steps that were judged: what `verdict` is about."""
    verdict: str
    points: int
    """Points of all its domains together."""
    size: int
    """Bytes of the file."""
    verdicts: Mapping[str, str]
    """The verdict of each of its steps, by the step's name, as the file states them."""
    stale: tuple[str, ...] = ()
    """Steps whose statement, or whose networks, are others now: what the file says of them is not counted."""
    verified: Verification | None = None
    """What a verifier said of it, as the record has it; None: there is no record."""
    proved: tuple[str, ...] = ()
    """Of a proof: the parts of the statement, in its words, that theorems decide, for all parameters."""
    evidence: str = ""
    """How many of its steps complete evidence decides, in place of their points: "4 steps by signs of affine forms"."""

    @property
    def by_evidence(self) -> str:
        """The same behind the words of who confirmed it in full; nothing where nobody did, or there is none."""
        return f" ({self.evidence})" if self.evidence and in_full(self.verified) else ""


@dataclass(frozen=True)
class StepDossier:
    """One step with all that certificates say of it."""

    step: Step
    statement: str
    """The statement hash of the step as it is now."""
    status: Status
    spread: Spread
    """Which verdict at which of the instances; of no instance where nothing is known."""
    scopes: tuple[str, ...]
    """How far it is known beyond instances: symbolic, all D, general (`evidence/scopes.json`)."""
    theorem: str | None
    """The theorem of proofs/rocq that proves it for all parameters."""
    least: Counterexample | None
    """The least counterexample, where it is refuted."""
    repair: str | None
    """The name of the repaired step beside it."""
    elsewhere: tuple[str, ...] = ()
    """Those of its scopes that certificates alone say, at an instance, or an n, of their own."""
    read_by: tuple[ReadBy, ...] = ()
    """Who signed it off."""


@dataclass(frozen=True)
class Edge:
    """A dependency with its end found: another claim, or a fact that is assumed."""

    on: str
    """The claim's full label, or the fact in words."""
    where: str
    assumed: bool


@dataclass(frozen=True)
class ClaimDossier:
    """One claim with its status: the weakest of its statement steps (see `commands/report/dossiers.py`)."""

    claim: Claim
    status: Status
    steps: tuple[StepDossier, ...]
    """In the claim's order: statement steps, proof lines, repaired steps."""
    boxes: tuple[Box, ...]
    """The instances at which all its statement steps were decided, smallest first."""
    box: str
    """The same in words: "d = 1..2, n = 2..4, delta = 1/2..1/4 (9 instances in these ranges, not all)"; "" for none."""
    certificates: tuple[CertificateFile, ...]
    rests_on: tuple[Edge, ...]
    refuted_lines: int
    """Proof lines that are refuted as written; none of those that the ledger notes, which are no fault."""
    proved: tuple[str, ...] = ()
    """The parts of its statement, in its words, that theorems decide, for all parameters."""


@dataclass(frozen=True)
class PaperDossier:
    """All claims of a paper (or of a file of claims), and its ledger."""

    paper: str
    title: str
    claims: tuple[ClaimDossier, ...]
    ledger: Ledger
    unused: tuple[Unused, ...] = ()
    """Certificates, or steps of them, that are not counted, and why."""


def edges_of(claim: Claim) -> tuple[Edge, ...]:
    """What a claim declares with `rests_on` and `assumes`, in its order; a step's label stands for its claim.

    Raises InputError where a label names no claim, or the claim itself.
    """
    edges = []
    for dependency in claim.dependencies:
        on = dependency.on
        if not dependency.assumed:
            try:
                other, _ = find_beside(claim, on)
            except InputError as error:
                raise InputError(f"{claim.label} rests on {on!r}: {error}") from None
            if other is claim:
                raise InputError(f"{claim.label} rests on {on!r}: a claim does not rest on itself")
            on = other.label
        edges.append(Edge(on, dependency.where, dependency.assumed))
    return tuple(edges)
