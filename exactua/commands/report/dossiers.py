"""What is known of papers, from the certificates in a folder and the theorems there are.

Nothing is decided but what `certificates_for` asks for. The status of a step is the first that fits:

    refuted       at an instance, or at all points of one at once, or for some D
    general       a theorem proves it for all parameters: also what is vacuous or undecided at some of them
    inconclusive  something could not be decided
    symbolic      it holds for all D at some n, or at all points of an instance at once
    enumerated    it holds at an instance
    vacuous       no point satisfied the hypotheses anywhere
    stale         the only certificates are about another statement, or another network
    not checked

A refuted step is repaired where the repaired step beside it is general, symbolic or enumerated, and was decided, or
proved, where the line fails. A theorem and a refutation of one step contradict each other, as two certificates may:
that is no status but an error.

The status of a claim is the weakest of those of its statement steps (of a claim that has neither these nor parts: of
its proof lines); it holds in part where a part of its statement is not decided.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from exactua.claims.claim import Claim
from exactua.claims.dossier import Box, ClaimDossier, Edge, PaperDossier, Status, StepDossier, edges_of
from exactua.claims.ledger import Spread
from exactua.claims.problem import Step
from exactua.claims.registry import PAPERS, claims_of, find, paper_of, title_of
from exactua.claims.verdicts import Scope, StepKind, Verdict, parts_proved
from exactua.deciding.fingerprints import of_decided
from exactua.errors import EvaluatorsDisagree, InputError
from exactua.evidence import manifests, regression, verifications
from exactua.evidence.certificate_folders import Said, certificates_about, evidence_of, read_folder, with_carriers
from exactua.evidence.certificate_steps import ALL_D, Beyond, is_complete, stated
from exactua.evidence.ledgers import Evidence, ledger, order_of, require_carriers, spread
from exactua.evidence.regions import agree, extent
from exactua.evidence.scopes import FILE, StepScopes, theorems_about, told
from exactua.evidence.signoffs import Readers, here
from exactua.plurals import instances_within

SCOPES = (Scope.SYMBOLIC.value, ALL_D, Scope.GENERAL.value)
"""From the nearest to the farthest; beside them there are points decided one by one."""
HOLDING: Final = (Status.GENERAL, Status.SYMBOLIC, Status.ENUMERATED)
"""Strongest first."""
WEAKEST_FIRST: Final = (
    Status.REFUTED,
    Status.REPAIRED,
    Status.INCONCLUSIVE,
    Status.UNCHECKED,
    Status.STALE,
    *reversed(HOLDING),
    Status.VACUOUS,
)
"""What a claim's status is taken from: vacuous steps count where all are."""


def from_certificates(papers: Sequence[str], folder: Path) -> tuple[PaperDossier, ...]:
    """All that the certificates in `folder` say about papers (labels, files PATH.py, names of packages).

    They are taken as they are: `exactua verify` re-checks one. Raises InputError for an unknown paper, for a folder
    that can't be read, and for a claim that rests on one that there is not; EvaluatorsDisagree where two certificates,
    or a certificate and a theorem, contradict each other.
    """
    claims = {paper: claims_of(paper) for paper in papers}
    every = [claim for own in claims.values() for claim in own]
    require_carriers(every)
    edges = {claim.found_by: edges_of(claim) for claim in every}
    said, readers = read_folder(with_carriers(every), folder), Readers(here())
    return tuple(_paper(paper, own, said, edges, readers) for paper, own in claims.items())


def _paper(
    paper: str, claims: Sequence[Claim], said: Said, edges: dict[str, tuple[Edge, ...]], readers: Readers
) -> PaperDossier:
    evidence = evidence_of(claims, said)
    return PaperDossier(
        paper,
        title_of(paper),
        tuple(_claim(claim, evidence, said, edges[claim.found_by], readers) for claim in claims),
        ledger(paper, evidence),
        tuple(evidence.unused),
    )


def _claim(claim: Claim, evidence: Evidence, said: Said, edges: tuple[Edge, ...], readers: Readers) -> ClaimDossier:
    scopes = told(claim)
    alone = {step.name: _step(claim, step, evidence, said, scopes.get(step.name), readers) for step in claim.steps}
    steps = tuple(_with_repair(dossier, alone) for dossier in alone.values())
    named = [dossier for dossier in steps if dossier.step.kind is StepKind.STATEMENT]
    if not named and not claim.parts:
        named = [dossier for dossier in steps if dossier.step.kind is StepKind.PROOF_LINE]
    boxes = _decided_by_all(claim, evidence, named)
    proved = parts_proved(claim.parts, [theorem.name for theorem in theorems_about(claim)])
    refuted = [name for name, dossier in alone.items() if dossier.status is Status.REFUTED]
    decided = [part.words in proved or part.is_decided(refuted) for part in claim.parts]
    return ClaimDossier(
        claim,
        status_of_claim([dossier.status for dossier in named], decided),
        steps,
        boxes,
        f"{extent(boxes)} ({instances_within(boxes)})" if boxes else "",
        tuple(
            sorted(
                said.files.get(claim.found_by, ()),
                key=lambda file: (order_of(claim, file.box), file.scope, file.path.name),
            )
        ),
        edges,
        sum(_is_wrong_line(dossier) for dossier in steps),
        proved,
    )


def _decided_by_all(claim: Claim, evidence: Evidence, steps: Sequence[StepDossier]) -> tuple[Box, ...]:
    """The instances at which all of these steps were decided, smallest first."""
    decided = [
        [box for box, at in evidence.of(claim.label, dossier.step.name) if at.verdict is not Verdict.INCONCLUSIVE]
        for dossier in steps
    ]
    common = [box for box in decided[0] if all(box in other for other in decided[1:])] if decided else []
    return tuple(sorted(common, key=lambda box: order_of(claim, box)))


def _is_wrong_line(dossier: StepDossier) -> bool:
    """Whether it is a proof line that is wrong as written: the ledger has it as a fault."""
    step = dossier.step
    wrong = dossier.status in (Status.REFUTED, Status.REPAIRED) and step.is_fault
    return wrong and step.kind is StepKind.PROOF_LINE and not step.is_question


def _step(
    claim: Claim, step: Step, evidence: Evidence, said: Said, table: StepScopes | None, readers: Readers
) -> StepDossier:
    beyond = [*_of_table(table), *said.beyond.get((claim.found_by, step.name), ())]
    beyond += [
        Beyond(entry.scope, entry.at.verdict, None, entry.file)
        for entry in said.of(claim, step.name).values()
        if entry.scope == Scope.SYMBOLIC and step.over
    ]
    decided = [entry for entry in beyond if entry.verdict is not Verdict.INCONCLUSIVE]
    proof = next((entry for entry in decided if entry.scope == Scope.GENERAL and entry.verdict is Verdict.HOLDS), None)
    verdicts = spread(evidence.apart(claim, step))
    status = status_of_step(
        verdicts, [entry.verdict for entry in decided], proof is not None, (claim.found_by, step.name) in said.stale
    )
    if proof is not None and status is Status.REFUTED:
        raise EvaluatorsDisagree(f"{claim.label}.{step.name} is refuted, and proved by {proof.theorem} ({proof.file})")
    statement = said.hashes_of(claim)[step.name]
    return StepDossier(
        step,
        statement,
        status,
        verdicts,
        _scopes(decided),
        None if proof is None else proof.theorem,
        evidence.least(claim, step),
        None,
        tuple(scope for scope in _scopes(decided) if scope not in _scopes(list(_of_table(table)))),
        readers.of(claim, step, statement),
    )


def _scopes(beyond: Sequence[Beyond]) -> tuple[str, ...]:
    """The scopes in which something was said: what is vacuous at all points at once says nothing of them."""
    said = {entry.scope for entry in beyond if entry.verdict is not Verdict.VACUOUS}
    return tuple(scope for scope in SCOPES if scope in said)


def _of_table(known: StepScopes | None) -> Iterator[Beyond]:
    """What the table that comes with exactua says of a step."""
    if known is None:
        return
    if known.symbolic is not None and known.step.over:  # without points it is that instance and no more
        yield Beyond(Scope.SYMBOLIC, known.symbolic, None, FILE)
    if known.for_all_D is not None:
        yield Beyond(ALL_D, known.for_all_D, None, FILE)
    if known.theorem is not None:
        yield Beyond(Scope.GENERAL, Verdict.HOLDS, known.theorem, FILE)


def _with_repair(dossier: StepDossier, alone: Mapping[str, StepDossier]) -> StepDossier:
    """The step with the repaired step beside it, if there is one."""
    repair = alone.get(f"{dossier.step.name}@repaired")
    if repair is None:
        return dossier
    stands = dossier.status is Status.REFUTED and repaired(dossier.spread, repair.status, repair.spread)
    return replace(dossier, repair=repair.step.name, status=Status.REPAIRED if stands else dossier.status)


def verify(
    papers: Sequence[str], folder: Path, seconds: float, jobs: int, progress: Callable[[int, int], None] | None = None
) -> None:
    """Asks the verifier about every certificate in `folder` that is about these papers, and keeps what it says.

    `progress` is told how many it was asked about, and of how many. Raises InputError as `from_certificates` does, and
    where a record can't be written.
    """
    claims = [claim for paper in papers for claim in claims_of(paper)]
    files = certificates_about(with_carriers(claims), folder)
    for done, verification in enumerate(verifications.confirmed_files(files, seconds, jobs), 1):
        if verification is not None:
            verifications.keep(verification)
        if progress is not None:
            progress(done, len(files))


@dataclass(frozen=True)
class Prepared:
    """A folder that holds a certificate of every check of some manifests."""

    papers: tuple[str, ...]
    """What the manifests speak about, for `from_certificates`: those that come with exactua first."""
    checks: int
    decided: int
    """How many of them were decided now."""
    unexpected: tuple[str, ...]
    """Checks that came out other than their manifest expects, in words; their certificates are in the folder too."""
    differences: tuple[str, ...] = field(default=(), compare=False)
    """Of each of these what came out, and what its manifest expects."""


def certificates_for(
    given: Sequence[Path], folder: Path, jobs: int, progress: Callable[[int, int], None] | None = None
) -> Prepared:
    """Decides those checks of manifests (files or folders) of which `folder` has no certificate, and writes them there.

    A file counts where it has the name of the check's certificate, its digest is that of what it says, the problem is
    that of the check as it is now, and every point is decided. `progress` is told how many checks are done, and of how
    many. Raises InputError as `regress` does, and where a certificate can't be written; EvaluatorsDisagree.
    """
    read = [manifests.read(path) for path in manifests.manifest_paths(given)]
    posed = [asked for manifest in read for asked in regression.posed(manifest)]
    kept = [_kept(asked, folder) for asked in posed]
    unexpected, differences, done = [], [], sum(certificate is not None for certificate in kept)
    outcomes = regression.outcomes(posed, [certificate is not None for certificate in kept], jobs, folder)
    for outcome, known in zip(outcomes, kept, strict=True):
        check = outcome.posed.check
        if known is not None:
            differing = _differing(check, known.verdict, known.digest, known.steps)
        else:
            assert outcome.found is not None
            done += 1
            steps = {name: at.verdict for name, at in outcome.found.steps.items()}
            differing = _differing(check, outcome.found.verdict, outcome.found.digest, steps)
        if differing:
            unexpected.append(outcome.posed.label)
            differences.append(differing)
        if progress is not None:
            progress(done, len(posed))
    papers = {paper_of(find(asked.check.label)[0]): None for asked in posed}
    ours = [paper for paper in PAPERS if paper in papers]
    return Prepared(
        (*ours, *(paper for paper in papers if paper not in ours)),
        len(posed),
        sum(certificate is None for certificate in kept),
        tuple(unexpected),
        tuple(differences),
    )


@dataclass(frozen=True)
class _Kept:
    """What a certificate that need not be decided again says."""

    digest: str
    verdict: Verdict
    steps: Mapping[str, Verdict]


def _kept(posed: regression.Posed, folder: Path) -> _Kept | None:
    """The certificate of the check as it is now in the folder, if there is one of every point."""
    try:
        certificate = stated(folder / regression.certificate_name(posed))
        if not is_complete(certificate) or of_decided(certificate.decided) != posed.problem:
            return None
        verdicts = {step["name"]: Verdict(step["verdict"]) for step in certificate.decided["steps"]}
        return _Kept(certificate.digest, Verdict(certificate.decided["verdict"]), verdicts)
    except (InputError, KeyError, TypeError, ValueError, AttributeError):
        return None


def _differing(check: manifests.Check, verdict: Verdict, digest: str, steps: Mapping[str, Verdict]) -> str:
    """Which verdicts are others than the check expects, and whether the digest is, where one is pinned; "" if none is.

    A step that the check does not name is expected to hold.
    """
    expected = check.expected
    parts = [] if verdict is expected.verdict else [f"its verdict is {verdict}, not {expected.verdict}"]
    for name, decided in steps.items():
        if decided is not (wanted := expected.of(name)):
            unnamed = "" if name in expected.steps else " (expected of a step that it does not name)"
            parts.append(f"{name} is {decided}, not {wanted}{unnamed}")
    if not parts and expected.digest not in (None, digest):
        parts.append(f"its digest is {digest}, not {expected.digest}")
    return "; ".join(parts)


def status_of_step(spread: Spread, farther: Collection[Verdict], proved: bool, stale: bool) -> Status:
    """The status of a step as written, its repair aside.

    `farther` are the verdicts that speak of more than the points of instances one by one; `proved` says whether a
    theorem proves it, `stale` whether a certificate speaks of it as it was.
    """
    verdicts = {place.verdict for place in spread.places}
    if Verdict.REFUTED in verdicts or Verdict.REFUTED in farther:
        return Status.REFUTED
    if proved:
        return Status.GENERAL
    if Verdict.INCONCLUSIVE in verdicts:
        return Status.INCONCLUSIVE
    if Verdict.HOLDS in farther:
        return Status.SYMBOLIC
    if Verdict.HOLDS in verdicts:
        return Status.ENUMERATED
    if verdicts or farther:
        return Status.VACUOUS
    return Status.STALE if stale else Status.UNCHECKED


def repaired(spread: Spread, repair: Status, of_repair: Spread) -> bool:
    """Whether the repaired step, which has this status and spread, stands for one that is refuted as written."""
    failing = [box for place in spread.places if place.verdict is Verdict.REFUTED for box in place.boxes]
    decided = [box for place in of_repair.places for box in place.boxes]
    there = not failing or any(agree(box, other) for box in decided for other in failing)
    return repair in HOLDING and (there or repair is Status.GENERAL)


def status_of_claim(steps: Collection[Status], parts: Collection[bool]) -> Status:
    """The weakest, as WEAKEST_FIRST has them; vacuous only if all are.

    `parts` say of each part of the statement whether it is decided, by steps or by theorems. Where one is not, what
    holds holds in part; where none is, it is inconclusive. Of no step: what theorems alone decide is general, and a
    claim without parts is not checked.
    """
    of_none = Status.GENERAL if parts and not steps else Status.UNCHECKED
    status = next((status for status in WEAKEST_FIRST if status in steps), of_none)
    if all(parts):
        return status
    if not any(parts):
        return Status.INCONCLUSIVE
    return Status.IN_PART if status in HOLDING else status
