"""What the certificates in a folder say about claims: read once, taken as they are (`exactua verify` re-checks one)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from exactua.certificates import limits
from exactua.claims.claim import Claim
from exactua.claims.dossier import CertificateFile
from exactua.claims.ledger import Box, Ledger, Unused
from exactua.claims.registry import claims_of, find_beside, title_of
from exactua.claims.verdicts import POINT_SCOPES, Verdict
from exactua.claims.verification import refused, sentence
from exactua.deciding.comparing import StepAt
from exactua.errors import EvaluatorsDisagree, InputError
from exactua.evidence.catalogue import MOST_FILES
from exactua.evidence.certificate_steps import Beyond, OfLimit, Reading, read_steps, stated
from exactua.evidence.ledgers import Evidence, ledger, order_of, require_carriers

Instance = tuple[tuple[str, int | str], ...]


@dataclass(frozen=True)
class Noted:
    """What a step came to at an instance, and the scope and the name of the file that says so."""

    at: StepAt
    scope: str
    file: str

    @property
    def weight(self) -> tuple[bool, bool, bool]:
        """Of two that do not contradict each other the heavier counts: decided, at every point, with counts."""
        return self.at.verdict is not Verdict.INCONCLUSIVE, self.at.complete, self.scope in POINT_SCOPES


@dataclass
class Said:
    """What certificates say, by what finds a claim in the registry (`found_by`), and by the names of its steps."""

    at: dict[tuple[str, str], dict[Instance, Noted]] = field(default_factory=dict)
    beyond: dict[tuple[str, str], list[Beyond]] = field(default_factory=dict)
    stale: set[tuple[str, str]] = field(default_factory=set)
    """Steps that a certificate speaks of which is about another statement or network than they have now."""
    files: dict[str, list[CertificateFile]] = field(default_factory=dict)
    named: dict[str, int] = field(default_factory=dict)
    """The number of files about a claim, whether they count or not."""
    unused: list[tuple[str | None, Unused]] = field(default_factory=list)
    """What does not count, with the claim that it is about; None: nobody can tell."""
    hashes: dict[str, dict[str, str]] = field(default_factory=dict)

    def hashes_of(self, claim: Claim) -> Mapping[str, str]:
        """The statement hash of every step of a claim as it is now."""
        if claim.found_by not in self.hashes:
            self.hashes[claim.found_by] = {step.name: claim.statement_hash(step) for step in claim.steps}
        return self.hashes[claim.found_by]

    def of(self, claim: Claim, step: str) -> dict[Instance, Noted]:
        """What a step came to, by instance."""
        return self.at.get((claim.found_by, step), {})

    def add(self, claim: Claim, reading: Reading) -> None:
        """Notes what a certificate says. Raises EvaluatorsDisagree where it contradicts another."""
        file = reading.file
        self.files.setdefault(claim.found_by, []).append(file)
        other = sentence(file.verified) if refused(file.verified) else variant(claim, file.box)
        if other is not None:
            self.unused.append((claim.found_by, Unused(file.path.name, claim.label, other)))
            return
        for name, at in reading.steps.items():
            if file.scope not in POINT_SCOPES and at.verdict is Verdict.INCONCLUSIVE:
                continue  # affine forms don't tell: enumeration may
            self._note(claim, name, tuple(file.box.items()), Noted(at, file.scope, file.path.name))
        for name, beyond in reading.beyond.items():
            self.beyond.setdefault((claim.found_by, name), []).append(beyond)
        self.stale.update((claim.found_by, name) for name in file.stale)
        self.unused += [(claim.found_by, Unused(file.path.name, *refused)) for refused in reading.refused]

    def _note(self, claim: Claim, step: str, instance: Instance, noted: Noted) -> None:
        known = self.at.setdefault((claim.found_by, step), {})
        before = known.setdefault(instance, noted)
        verdicts = {before.at.verdict, noted.at.verdict}
        if Verdict.INCONCLUSIVE not in verdicts and len(verdicts) > 1:
            raise EvaluatorsDisagree(
                f"{claim.label}.{step} is {before.at.verdict} by {before.file} and {noted.at.verdict} by {noted.file}"
            )
        if noted.weight > before.weight:
            known[instance] = noted


def read_folder(claims: Iterable[Claim], folder: Path, begins: str = "") -> Said:
    """What the certificates in `folder` whose name begins so say about these claims, each file read once.

    A certificate counts step by step where its statement hash is that of the step now, and its networks are the
    claim's. Raises InputError for a folder that can't be read, EvaluatorsDisagree where two contradict each other.
    """
    labelled: dict[str, list[Claim]] = {}
    for claim in claims:
        labelled.setdefault(claim.label, []).append(claim)
    said = Said()
    for path in certificate_paths(folder):
        if not path.name.startswith(begins):
            continue
        try:
            certificate = stated(path)
        except OfLimit:
            continue
        except InputError as error:
            said.unused.append((None, Unused(path.name, "", str(error))))
            continue
        if certificate.decided.get("scope") == limits.SCOPE:
            continue
        for claim in labelled.get(certificate.decided["claim"], ()):
            said.named[claim.found_by] = said.named.get(claim.found_by, 0) + 1
            try:
                said.add(claim, read_steps(claim, path, certificate, said.hashes_of(claim)))
            except InputError as error:
                said.unused.append((claim.found_by, Unused(path.name, claim.label, str(error))))
    return said


def certificate_paths(folder: Path) -> list[Path]:
    """The files of a folder that may be certificates. Raises InputError where it can't be read, or holds too many."""
    try:
        paths = sorted(path for path in folder.iterdir() if path.suffix == ".json")
    except OSError as error:
        raise InputError(f"certificates: {folder} can't be read ({error.strerror or error}); give a folder") from None
    if len(paths) > MOST_FILES:
        raise InputError(f"certificates: {folder} holds {len(paths):,} files; at most {MOST_FILES:,} are read")
    return paths


def certificates_about(claims: Iterable[Claim], folder: Path) -> list[Path]:
    """The files of the certificates in `folder` about these claims. Raises InputError as `read_folder` does."""
    labels, paths = {claim.label for claim in claims}, []
    for path in certificate_paths(folder):
        with suppress(InputError):
            if stated(path).decided["claim"] in labels:
                paths.append(path)
    return paths


def with_carriers(claims: Iterable[Claim]) -> tuple[Claim, ...]:
    """These claims, and those of other papers by which one of their steps survives."""
    known = {claim.found_by: claim for claim in claims}
    for claim in tuple(known.values()):
        for step in claim.steps:
            for label in step.survives:
                carrier = find_beside(claim, label)[0]
                known.setdefault(carrier.found_by, carrier)
    return tuple(known.values())


def evidence_of(claims: Sequence[Claim], said: Said) -> Evidence:
    """What is said about the steps of a paper's claims, and about those by which they survive."""
    own = {claim.found_by for claim in claims}
    files = [file for name in own for file in said.files.get(name, ()) if not refused(file.verified)]
    evidence = Evidence(
        tuple(claims),
        points=sum(file.points for file in files if file.scope in POINT_SCOPES),
        unused=[unused for claim, unused in said.unused if claim is None or claim in own],
        files=sum(said.named.get(name, 0) for name in own),
    )
    for claim in with_carriers(claims):
        for box, steps in sorted(_instances(claim, said), key=lambda instance: order_of(claim, instance[0])):
            evidence.add(claim.label, box, steps)
    return evidence


def variant(claim: Claim, box: Box) -> str | None:
    """In what an instance is another reading than the claim's own: a word that its ladder does not go through.

    The hardmax of Claim 1 shares among all maxima; what leftmost ones come to is no evidence about the claim.
    """
    for parameter in claim.parameters:
        own = parameter.ladder or (parameter.default,)
        if parameter.choices and parameter.name in box and box[parameter.name] not in own:
            return f"{parameter.name} = {box[parameter.name]} is not the claim's own: {' or '.join(map(str, own))}"
    return None


def _instances(claim: Claim, said: Said) -> Iterator[tuple[Box, dict[str, StepAt]]]:
    boxes: dict[Instance, dict[str, StepAt]] = {}
    for step in claim.steps:
        for instance, noted in said.of(claim, step.name).items():
            boxes.setdefault(instance, {})[step.name] = noted.at
    for instance, steps in boxes.items():
        yield dict(instance), steps


def from_certificates(paper: str, folder: Path) -> Ledger:
    """The ledger of a paper from the certificates in `folder`, taken as they are (`exactua verify` re-checks one).

    A certificate counts step by step where its statement hash is that of the step now, and its networks are the
    claim's. Raises InputError where the folder holds no certificate of the paper, EvaluatorsDisagree where two
    certificates contradict each other.
    """
    claims = claims_of(paper)
    require_carriers(claims)
    evidence = evidence_of(claims, read_folder(with_carriers(claims), folder))
    if not evidence.files:
        raise InputError(
            f"certificates: {folder} holds no certificate about {title_of(paper)}; give a folder that does"
        )
    return ledger(paper, evidence)
