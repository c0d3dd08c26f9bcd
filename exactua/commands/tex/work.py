r"""`tex check`: each mark of a paper held against the claim as it is installed and the certificates in a folder.

Of a mark at an instance the certificate is looked for, put to the verifier and compared with the claim, and what the
mark says is compared with all that. Of a mark without an instance, which says how far a claim is known, the data that
set it are made anew from the certificates in the folder, and each of these is put to the verifier.
"""

from __future__ import annotations

import enum
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from exactua.arithmetic.messages import brief
from exactua.certificates.writing import short_name
from exactua.claims.claim import Claim
from exactua.claims.dossier import CertificateFile, ClaimDossier, Status, StepDossier
from exactua.claims.registry import PAPERS, claims_of, find, paper_of
from exactua.claims.verdicts import Scope, StepKind, Verdict
from exactua.claims.verification import NOT_VERIFIED
from exactua.commands.report import dossiers
from exactua.commands.report.latex import WORDS, data_of, datum_of, names
from exactua.commands.tex.reading import Data, Mark, Source, arguments
from exactua.commands.verify.whose_statement import Whose
from exactua.commands.verify.work import CONFIRMED, SAMPLED, How, Verified, of_file
from exactua.errors import InputError
from exactua.evidence.certificate_folders import certificate_paths
from exactua.evidence.certificate_steps import OfLimit, Stated, read_steps, stated
from exactua.evidence.marked_statements import marked_statement
from exactua.plurals import counted
from exactua.printing.scope_subjects import whole
from exactua.python_files import is_own, shown_label
from exactua.verifier import LABELS, NOT_CONFIRMED

SHOWN: Final = len("sha256:") + 8
"""Of a digest in a sentence."""
NOTHING_DECIDED: Final = (Status.UNCHECKED, Status.STALE, Status.ASSUMED)
"""What no certificate decides."""


class State(enum.StrEnum):
    """What comes of a mark."""

    CURRENT = "current"
    """It says what a certificate here says that the verifier confirms, of the claim as it is installed."""
    STALE = "stale"
    """Its statement, or its certificate, is another one than the claim, or the folder, has now."""
    FALSE = "false"
    """The certificate has another verdict, or the verifier refuses it."""
    UNVERIFIABLE = "unverifiable"
    """Nothing here says whether it is true."""


@dataclass(frozen=True)
class Judged:
    """A mark with what comes of it, why, and the file of its certificate where one was looked at."""

    mark: Mark
    state: State
    why: str
    certificate: Path | None = None


@dataclass(frozen=True)
class Candidate:
    """A certificate of a claim in the folder."""

    claim: Claim
    file: CertificateFile


@dataclass(frozen=True)
class Known:
    """What would be set beside a claim, or a step, over all instances now."""

    data: Data
    beyond: str
    """What of it the verifier can't re-check, or that nothing decides it, in a sentence; "" where it re-checks all."""
    paths: tuple[Path, ...]
    """The certificates that it rests on."""


@dataclass
class Judge:
    """Certificates in a folder and the claims that are known here; each file is read, and verified, once."""

    folder: Path
    seconds: float
    """Of the verifier, for each certificate."""
    claims: Sequence[Claim] = ()
    """Known beside those that come with exactua or are installed."""
    _stated: dict[str, list[tuple[Path, Stated]]] | None = None
    _unreadable: dict[str, str] = field(default_factory=dict)
    _candidates: dict[str, list[Candidate]] = field(default_factory=dict)
    _verified: dict[Path, Verified] = field(default_factory=dict)
    _papers: dict[str, dict[str, Known]] = field(default_factory=dict)

    def of(self, source: Source) -> Iterator[Judged]:
        """What comes of each mark. Raises InputError where the folder can't be read, EvaluatorsDisagree."""
        for mark in source.marks:
            yield self.judged(mark)

    def judged(self, mark: Mark) -> Judged:
        """What comes of one mark."""
        if mark.fault:
            return Judged(mark, State.UNVERIFIABLE, mark.fault)
        try:
            claim, step = self._find(mark.label)
        except InputError as error:
            return Judged(mark, State.UNVERIFIABLE, str(error).removeprefix("label: "))
        datum = mark.data
        if not (mark.statement or mark.certificate or datum):
            return Judged(mark, State.UNVERIFIABLE, "it has no statement hash and no digest, and no data are read in")
        if not (mark.verdict or datum):
            return Judged(mark, State.UNVERIFIABLE, "it says no verdict, and no data of it are read in")
        if mark.verdict and mark.verdict not in list(Verdict):
            return Judged(mark, State.UNVERIFIABLE, f"its verdict {mark.verdict!r} is none: {', '.join(Verdict)}")
        if not mark.instance:
            if mark.verdict or mark.statement or mark.certificate:
                why = "it says a verdict or a digest and no instance; write the instance first, such as d2n3m2"
                return Judged(mark, State.UNVERIFIABLE, why)
            return self._of_status(mark, claim, step)
        if _as_judged(mark) == "repaired" and any(known.name == f"{step}@repaired" for known in claim.steps):
            step = f"{step}@repaired"
        candidates = [known for known in self._of(claim) if _is_marked(mark, step, known)]
        if not candidates:
            return self._without_certificate(mark, claim, step)
        digests = (mark.certificate, datum.certificate if datum else "")

        def fit(known: Candidate) -> tuple[bool, ...]:
            return (*(known.file.digest.startswith(digest) for digest in digests), _is_of(mark, known))

        return self._of_certificate(mark, step, max(candidates, key=fit))

    def _find(self, label: str) -> tuple[Claim, str | None]:
        """The claim and the step; nothing that a paper names is imported. Raises InputError where there is none."""
        paper, _, rest = label.rpartition(":")
        own = [claim for claim in self.claims if label == claim.label or label.startswith(f"{claim.label}.")]
        if own and paper not in PAPERS:
            claim = max(own, key=lambda known: len(known.label))
            step = label[len(claim.label) + 1 :]
            return claim, claim.step(step).name if step else None
        if is_own(label):
            raise InputError(f"{brief(label)} names a file, which is not run; give it by --claims, and mark its label")
        if paper and paper not in PAPERS:
            raise InputError(
                f"no claim {brief(label)} comes with exactua; --claims {brief(paper)[1:-1]}.py adds a file's"
            )
        missing = InputError(f"no claim {brief(label)} comes with exactua; exactua list shows those there are")
        for candidate in [paper] if paper else PAPERS:
            try:
                return find(f"{candidate}:{rest}")
            except InputError as error:
                missing = error if paper else missing
        raise missing

    # ---- certificates ------------------------------------------------------------------------------------------------

    def _of(self, claim: Claim) -> list[Candidate]:
        if self._stated is None:
            self._stated = {}
            for path in certificate_paths(self.folder) if self.folder.is_dir() else ():
                try:
                    known = stated(path)
                    self._stated.setdefault(known.decided["claim"], []).append((path, known))
                except OfLimit:
                    continue
                except InputError as error:
                    self._unreadable[path.name] = str(error)
        if claim.label not in self._candidates:
            self._candidates[claim.label] = []
            for path, known in self._stated.get(claim.label, ()):
                try:
                    file = read_steps(claim, path, known).file
                    self._candidates[claim.label].append(Candidate(claim, file))
                except InputError as error:
                    self._unreadable[path.name] = str(error)
        return self._candidates[claim.label]

    def _verify(self, path: Path) -> Verified:
        if path not in self._verified:
            self._verified[path] = of_file(path, How(seconds=self.seconds, claims=self.claims))
        return self._verified[path]

    def _without_certificate(self, mark: Mark, claim: Claim, step: str | None) -> Judged:
        names_now = [step] if step else list(claim.judged_steps((), _as_judged(mark))[1])
        now = marked_statement({each.name: claim.statement_hash(each) for each in claim.steps}, names_now)
        if mark.statement and not now.startswith(mark.statement):
            why = f"its statement {_short(mark.statement)} is not that of {mark.label} as installed, {_short(now)}"
            return Judged(mark, State.STALE, f"{why}; {self.folder} holds no certificate of it")
        name = f"{short_name(mark.label)}.{mark.instance}.json"
        if name in self._unreadable:
            path = self.folder / name
            verified = self._verify(path)
            state = State.FALSE if verified.found == LABELS[NOT_CONFIRMED] else State.UNVERIFIABLE
            return Judged(mark, state, f"of its certificate the verifier says: {verified.lines[0]}", path)
        at = f" at {mark.instance}" if mark.instance else ""
        return Judged(mark, State.UNVERIFIABLE, f"{self.folder} holds no certificate of {mark.label}{at}")

    def _of_certificate(self, mark: Mark, step: str | None, known: Candidate) -> Judged:
        claim, file = known.claim, known.file
        verified = self._verify(file.path)
        if (early := _not_confirmed(verified)) is not None:
            return Judged(mark, *early, file.path)
        apart = step is not None and not _is_of(mark, known)
        verdict = file.verdicts[step] if apart and step is not None else file.verdict
        if mark.verdict and mark.verdict != verdict:
            return Judged(mark, State.FALSE, f"it says {mark.verdict}; its certificate says {verdict}", file.path)
        datum = None if apart else mark.data
        now = _data(next(data_of(claim, file)))
        if datum is not None and (early := _set_otherwise(datum, now)) is not None:
            return Judged(mark, *early, file.path)
        hashes = {each.name: claim.statement_hash(each) for each in claim.steps}
        stated_now = marked_statement(hashes, [step] if apart and step is not None else file.judged)
        if mark.statement and not stated_now.startswith(mark.statement):
            why = f"its statement {_short(mark.statement)} is not that of {mark.label} as installed"
            return Judged(mark, State.STALE, f"{why}, {_short(stated_now)}", file.path)
        if mark.certificate and not file.digest.startswith(mark.certificate):
            why = f"its certificate {_short(mark.certificate)} is not here; that of this instance is"
            return Judged(mark, State.STALE, f"{why} {_short(file.digest)}", file.path)
        if datum is not None and not file.digest.startswith(datum.certificate):
            why = f"{_place(datum)} sets the digest {datum.certificate}; it is {_short(file.digest)} now"
            return Judged(mark, State.STALE, why, file.path)
        why = f"{verdict}, and the verifier confirms its certificate"
        if mark.verified == NOT_VERIFIED:
            why += (
                f"; the paper prints {NOT_VERIFIED!r}: run exactua verify {shlex.quote(str(file.path))} and cite again"
            )
        return Judged(mark, State.CURRENT, why, file.path)

    # ---- how far a claim is known ------------------------------------------------------------------------------------

    def _of_status(self, mark: Mark, claim: Claim, step: str | None) -> Judged:
        """Of a mark without an instance: the data that set it, made anew, and every certificate that they rest on."""
        datum = mark.data
        if datum is None:
            return Judged(mark, State.UNVERIFIABLE, "it names no instance, and no data of it are read in")
        if not self.folder.is_dir():
            return Judged(mark, State.UNVERIFIABLE, f"there is no folder {self.folder}")
        known = self._known(claim)[f"{claim.label}.{step}" if step else claim.label]
        if (early := _set_otherwise(datum, known.data)) is not None:
            return Judged(mark, *early)
        if datum.digest != known.data.digest:
            return Judged(mark, State.STALE, f"{_place(datum)} sets another digest than there is now")
        for path in known.paths:
            if (early := _not_confirmed(self._verify(path))) is not None:
                return Judged(mark, *early, path)
        if known.beyond:
            return Judged(mark, State.UNVERIFIABLE, known.beyond)
        confirmed = f"the verifier confirms {counted(len(known.paths), 'certificate')} of it"
        return Judged(mark, State.CURRENT, f"{datum.word}, and {confirmed}")

    def _known(self, claim: Claim) -> dict[str, Known]:
        """What would be set beside each claim and step of the paper now, by their labels."""
        paper = paper_of(claim)
        if paper not in self._papers:
            (dossier,) = dossiers.from_certificates([paper], self.folder)
            known = self._papers[paper] = {}
            for of_claim in dossier.claims:
                label = of_claim.claim.label
                known[label] = _known(of_claim)
                known |= {f"{label}.{step.step.name}": _known(of_claim, step) for step in of_claim.steps}
        return self._papers[paper]


def _known(of_claim: ClaimDossier, step: StepDossier | None = None) -> Known:
    """What would be set beside a claim, or one of its steps, now."""
    by_name = {each.step.name: each for each in of_claim.steps}
    meant = [each for each in of_claim.steps if each.step.kind is StepKind.STATEMENT] if step is None else [step]
    repairs = [by_name[each.repair] for each in meant if each.status is Status.REPAIRED and each.repair]
    names = {each.step.name for each in (*meant, *repairs)}
    files = [file for file in of_claim.certificates if names & (set(file.verdicts) - set(file.stale))]
    status = of_claim.status if step is None else step.status
    word = WORDS[status][1]
    beyond = ""
    if status is Status.GENERAL:
        theorems = list(dict.fromkeys(each.theorem for each in meant if each.theorem))
        by = f"by {theorems[0]}" if len(theorems) == 1 else f"by {counted(len(theorems), 'theorem')}"
        beyond = f"it is proved for all parameters {by}, and the verifier re-checks no proof"
        beyond += f"; {_asking_the_kernel(of_claim)}"
    elif status is Status.SYMBOLIC:
        beyond = "what is decided beyond instances is in no certificate of an instance; mark an instance"
    elif any(repair.status is not Status.ENUMERATED for repair in repairs):
        beyond = "that it holds repaired is not said by certificates of instances alone, which the verifier re-checks"
    elif status in NOTHING_DECIDED or not files:
        beyond = f"it is set as {word!r}, and no certificate here decides it"
    elif step is None and status in (Status.ENUMERATED, Status.VACUOUS, Status.IN_PART) and not of_claim.boxes:
        beyond = "at no instance here all its statement steps are decided"
    return Known(_data(datum_of(of_claim, step)), beyond, tuple(file.path for file in files))


def _asking_the_kernel(of_claim: ClaimDossier) -> str:
    """The command that has the kernel accept the theorems again: of a certificate here, or else of the claim."""
    proofs = [file.path for file in of_claim.certificates if file.scope == Scope.GENERAL]
    if proofs:
        return f"exactua prove --recheck {shlex.quote(str(proofs[0]))} asks the kernel again"
    return f"exactua prove {shown_label(of_claim.claim.label)} asks the kernel"


def claims_named(files: Sequence[str]) -> Sequence[Claim]:
    """The claims of a user's files, or of installed packages. Raises InputError where there are none."""
    return [claim for file in files for claim in claims_of(file)]


def exit_code(judged: Sequence[Judged], missing: bool) -> int:
    """1 where a mark is false or stale, 3 where one is unverifiable or a file is missing, 5 where there is none."""
    states = {entry.state for entry in judged}
    if states & {State.FALSE, State.STALE}:
        return 1
    if State.UNVERIFIABLE in states or missing:
        return 3
    return 0 if states else 5


def _is_marked(mark: Mark, step: str | None, known: Candidate) -> bool:
    """Whether a certificate may be the one that is marked: of this step, or of the whole with it, at this instance."""
    label, instance = names(known.claim, known.file)
    if mark.instance:
        if instance != mark.instance:
            return False
    elif not known.file.digest.startswith(mark.certificate):
        return False
    if step is None:
        return label == known.claim.label
    return step in known.file.verdicts


def _is_of(mark: Mark, known: Candidate) -> bool:
    """Whether it is the very certificate that has the mark's label and instance, and not one of more steps."""
    several = len(known.file.judged) > 1 and not whole(known.claim, known.file.judged)
    return not several and names(known.claim, known.file)[0] == mark.label


def _as_judged(mark: Mark) -> str:
    return "repaired" if "repaired" in mark.instance.split("-") else "as written"


def _not_confirmed(verified: Verified) -> tuple[State, str] | None:
    """What comes of a mark whose certificate is not confirmed, or not as the claim's; None where it is."""
    whose = None if verified.whose is None else verified.whose.whose
    if verified.found == LABELS[NOT_CONFIRMED]:
        return State.FALSE, f"of its certificate the verifier says: {verified.lines[0]}"
    if whose in (Whose.OTHER_STATEMENT, Whose.OTHER_NETWORK):
        assert verified.whose is not None
        return State.STALE, f"its certificate has {whose}: {verified.whose.sentence}"
    if verified.found != CONFIRMED or whose is not Whose.INSTALLED:
        why = verified.lines[0] if verified.found in (SAMPLED, *LABELS.values()) or verified.whose is None else ""
        said = why or (verified.whose.sentence if verified.whose is not None else verified.lines[0])
        return State.UNVERIFIABLE, f"of its certificate the verifier says: {said}"
    return None


def _set_otherwise(datum: Data, now: Data) -> tuple[State, str] | None:
    """What comes of a mark whose data are not those that would be written now, as far as words go; None of another."""
    if (datum.kind, datum.word) != (now.kind, now.word):
        state = State.STALE if datum.kind == now.kind else State.FALSE
        return state, f"{_place(datum)} sets it as {datum.word!r}; it would be {now.word!r} now"
    if datum.where != now.where:
        return State.STALE, f"{_place(datum)} sets where as {datum.where!r}; it would be {now.where!r} now"
    return None


def _data(line: str) -> Data:
    r"""The data in a line of `report latex --fragment`."""
    label, instance, kind, word, where, digest = arguments(line, line.index("{"), 6)
    return Data(Path(), 0, label, instance, kind, word, where, digest)


def _short(digest: str) -> str:
    return f"{digest[:SHOWN]}…" if len(digest) > SHOWN else digest


def _place(datum: Data) -> str:
    return f"{datum.file}:{datum.line}"
