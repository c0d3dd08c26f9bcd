"""`cite`: the paper, exactua, and certificates of the claim as it is now: those that are there, or new ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from typing import Final

from exactua.certificates.writing import CERTIFICATE, certificate, digest, digest_in, file_name, short_name, write
from exactua.claims.claim import Claim
from exactua.claims.decision import Certified, Decision
from exactua.claims.dossier import CertificateFile
from exactua.claims.problem import QUESTION, Problem
from exactua.claims.references import reference_of
from exactua.claims.registry import PAPERS, command_of, paper_of, title_of
from exactua.claims.verdicts import POINT_SCOPES, Scope, Verdict
from exactua.deciding.fingerprints import of_decided, of_problem
from exactua.deciding.shards import Progress
from exactua.errors import InputError
from exactua.evidence.beside_certificates import SECONDS, beside
from exactua.evidence.boxes import require_evaluated
from exactua.evidence.carried_lines import known_as_refuted, told
from exactua.evidence.certificate_folders import Said, read_folder
from exactua.evidence.certificate_steps import is_complete, read_steps, stated
from exactua.evidence.cited_limits import CitedLimit
from exactua.evidence.ledgers import order_of
from exactua.evidence.questions import AskedNetwork, of_question, title_of_question, verdict_of_question
from exactua.evidence.scopes import theorems_about
from exactua.output_files import require_writable
from exactua.printing.citations import Citation, Cited, CitedAnswer, Software, Undecided, key
from exactua.printing.scope_of_certificates import of_certificate
from exactua.printing.scope_subjects import ALL_D, are, listed, whole
from exactua.printing.text import box as box_words
from exactua.printing.text import box_arguments, instance
from exactua.proving.evidence import decide

LIMIT: Final = "limit:network"
"""What stands for a label in the certificate of a limit that is about no claim."""
ONE_OF_ALL: Final = (
    "Where a step takes one f-bar, one assignment of values or one order of columns, only the theorems below speak of "
    "others."
)
"""What is not said by the steps of a proof, where theorems say more than they do."""
MOST_PLACES: Final = 3
"""Other instances that are listed."""
SCOPES_OF_INSTANCES: Final = (*POINT_SCOPES, Scope.SYMBOLIC.value)


def software() -> Software:
    """What the installed package says of itself."""
    data = metadata.metadata("exactua")
    summary = data["Summary"]
    title = f"{data['Name']}: {summary[0].lower()}{summary[1:]}"
    return Software(title, data["Author"], data["Version"], data["License-Expression"])


def cited_paper(paper: str) -> Citation:
    """A paper of ours, a file or a package, and exactua. Raises InputError where its REFERENCE is none."""
    return Citation(paper, title_of(paper), reference_of(paper), software())


def cited_claim(
    claim: Claim, certificates: Sequence[Cited], undecided: Sequence[Undecided] = (), paper: str | None = None
) -> Citation:
    """A claim with its paper, exactua and these certificates, each key once. Raises InputError where it has no step."""
    claim.require_steps()
    name = paper or paper_of(claim)
    once = {certificate.key: certificate for certificate in reversed(certificates)}
    return Citation(
        name,
        title_of(name),
        reference_of(name),
        software(),
        tuple(certificate for certificate in certificates if once[certificate.key] is certificate),
        tuple(undecided),
    )


def cited_question(asked: AskedNetwork) -> Citation:
    """An answer of `ask` by its certificate, with the paper whose definition it is about, if it is about one's.

    Raises InputError where it is inconclusive.
    """
    file, problem = asked.file, asked.problem
    if asked.verdict is Verdict.INCONCLUSIVE:
        raise InputError(f"certificate: {file.path} is inconclusive; there is nothing to cite")
    paper = next((name for name in PAPERS if problem.source.startswith(title_of(name))), "")
    cited = CitedAnswer(
        key("exactua", "ask", asked.asked, file.digest.removeprefix("sha256:")[:8]),
        Claim(problem.label, problem.title, problem.source, ""),
        file,
        of_question(asked),
        None,
        f"exactua verify {file.path}",
        told_title=title_of_question(asked),
        told_verdict=verdict_of_question(asked),
        called=asked.called,
    )
    title, reference = (title_of(paper), reference_of(paper)) if paper else ("a question about a network", None)
    return Citation(paper, title, reference, software(), (cited,))


def cited_limit(limit: CitedLimit) -> Citation:
    """A limit of softmax by its certificate, with the paper of its network, if that is a claim's."""
    file, claim = limit.file, limit.claim
    cited = CitedAnswer(
        key("exactua", "limit", file.digest.removeprefix("sha256:")[:8]),
        Claim(file.claim or LIMIT, "Limit of softmax", "", "") if claim is None else claim,
        file,
        limit.said,
        None,
        f"exactua verify {file.path}",
        told_title=limit.title,
        told_verdict=limit.verdict,
    )
    if claim is None:
        return Citation("", "a limit of softmax", None, software(), (cited,))
    paper = paper_of(claim)
    return Citation(paper, title_of(paper), reference_of(paper), software(), (cited,))


def kept_limit(limit: Certified, folder: Path) -> Path:
    """The file of a limit's certificate in `folder`, under the name of its digest; it is written unless it is there.

    Raises InputError where it can't be, and where nothing is known.
    """
    text = limit.certificate_text()
    path = folder / f"limit.{digest_in(text).removeprefix('sha256:')[:12]}.json"
    if not path.exists():
        require_writable(path, "certificate", CERTIFICATE, in_new_folder=True)
        write(path, text)
    return path


def kept_answer(decision: Decision, folder: Path) -> Path:
    """The file of an answer's certificate in `folder`, under the name of its digest; it is written unless it is there.

    Raises InputError where it can't be.
    """
    name = decision.problem.label.removeprefix(QUESTION)
    path = folder / f"ask.{name}.{digest(decision).removeprefix('sha256:')[:12]}.json"
    if not path.exists():
        require_writable(path, "certificate", CERTIFICATE, in_new_folder=True)
        write(path, certificate(decision))
    return path


def at_hand(claim: Claim, step: str | None, folder: Path) -> Iterator[Cited]:
    """The certificates of the claim (of one step, if it is named) in `folder`, of what it states now, decided ones."""
    if not folder.is_dir():
        return
    refuted: list[str] | None = None
    said = read_folder([claim], folder)
    for file in said.files.get(claim.found_by, ()):
        says = (file.judged or file.proved) and file.verdict != Verdict.INCONCLUSIVE
        current = says and not set(file.judged) & set(file.stale)
        if current and (step is None or file.judged in ((step,), (f"{step}@repaired",))):
            refuted = known_as_refuted(claim) if refuted is None else refuted
            yield _cited(claim, file, refuted, refuted_elsewhere(claim, file, said, folder))


def deciding_nothing(claim: Claim, folder: Path) -> list[str]:
    """The names of the certificates of the claim in `folder` that are about what it states now, and inconclusive."""
    if not folder.is_dir():
        return []
    files = read_folder([claim], folder).files.get(claim.found_by, ())
    return [
        file.path.name
        for file in files
        if file.verdict == Verdict.INCONCLUSIVE and not set(file.judged) & set(file.stale)
    ]


def at_instance(
    claim: Claim,
    problem: Problem,
    steps: tuple[str, ...],
    judged: str,
    folder: Path,
    budget: float,
    progress: Progress | None = None,
    decision: Decision | None = None,
) -> Cited | Undecided:
    """The certificate that `check` would write of this problem, in `folder`: it is taken if it is there, else made.

    It is made of the `decision` about the problem, where that is known.

    A file counts where its digest is that of what it says, every point is decided, and the problem is this one. Raises
    InputError where it can't be written, EvaluatorsDisagree.
    """
    path = folder / file_name(problem, steps, judged)
    if not _is_of(path, problem, decision):
        require_writable(path, "certificate", CERTIFICATE, in_new_folder=True)
        decision = decide(problem, budget=budget, progress=progress) if decision is None else decision
        require_evaluated(decision)
        if decision.verdict is Verdict.INCONCLUSIVE:
            reasons = [result.reason for result in decision.results if result.reason]
            none = problem.parts and all(part.undecided for part in problem.parts)
            reasons += ["no part of its statement is decided"] if none else []
            reasons += [f"not decided: {part.why}" for part in problem.parts if part.undecided]
            if "interrupted" in decision.run:
                raise KeyboardInterrupt
            asked = _check(claim, problem.parameters, steps, judged == "repaired")
            if claim.is_made_here:
                asked = f"{'.'.join([claim.label, *steps])} at {instance(problem)}"
            return Undecided(asked, "; ".join(reasons[:1]))
        write(path, certificate(decision))
    file = read_steps(claim, path, stated(path)).file
    return _cited(claim, file, known_as_refuted(claim), _elsewhere(claim, file, folder))


def of_file(claim: Claim, path: Path) -> Cited:
    """The certificate in a file, of what the claim states now.

    Raises InputError where it is none, one of another statement or another network, or an inconclusive one.
    """
    cited = in_file(claim, path)
    if not cited.file.judged:
        raise InputError(_of_another(claim, path))
    if cited.file.verdict == Verdict.INCONCLUSIVE:
        raise InputError(f"certificate: {path} is inconclusive; there is nothing to cite")
    return cited


def in_file(claim: Claim, path: Path) -> Cited:
    """The same, whatever its verdict, and also where it judges no step: of a claim of which no step is a statement.

    Raises InputError where it is none, or one of another statement or another network.
    """
    try:
        file = read_steps(claim, path, stated(path)).file
    except InputError as error:
        raise InputError(f"certificate: {path}: {error}") from None
    if set(file.judged or file.verdicts) & set(file.stale):
        raise InputError(_of_another(claim, path))
    return _cited(claim, file, known_as_refuted(claim), _elsewhere(claim, file, path.parent))


def _of_another(claim: Claim, path: Path) -> str:
    return f"certificate: {path} is about another statement or network than {claim.label} has now"


def _elsewhere(claim: Claim, file: CertificateFile, folder: Path) -> str:
    """What the other certificates of the claim in `folder` refute of this one's steps; "" where they can't be read."""
    try:
        said = read_folder([claim], folder, begins=f"{short_name(claim.label)}.")
    except InputError:
        return ""
    return refuted_elsewhere(claim, file, said, folder)


def refuted_elsewhere(claim: Claim, file: CertificateFile, said: Said, folder: Path) -> str:
    """At which other instances steps that a certificate judges, and does not refute, are refuted by others there."""
    where: dict[tuple[str, ...], list[str]] = {}
    for name in file.judged if file.scope in SCOPES_OF_INSTANCES else ():
        boxes = [
            dict(at)
            for at, noted in said.of(claim, name).items()
            if noted.at.verdict is Verdict.REFUTED and dict(at) != dict(file.box)
        ]
        if boxes and file.verdicts[name] != Verdict.REFUTED:
            boxes.sort(key=lambda box: order_of(claim, box))
            where.setdefault(tuple(box_words(box) for box in boxes), []).append(name)
    return " ".join(
        f"At {_places(places)} {listed(names)} {are(names)} refuted, by certificates in {folder}."
        for places, names in where.items()
    )


def _places(places: Sequence[str]) -> str:
    """Other instances, the first of many: "another instance (d = 3, n = 2)"."""
    if len(places) == 1:
        return f"another instance ({places[0]})"
    shown = "; ".join(places[:MOST_PLACES])
    return f"{len(places):,} other instances ({'the first are ' if len(places) > MOST_PLACES else ''}{shown})"


def _is_of(path: Path, problem: Problem, decision: Decision | None) -> bool:
    """Whether there is a whole certificate of this very problem, or of this very decision about it."""
    try:
        certificate = stated(path)
        if decision is not None and certificate.digest != digest(decision):
            return False
        same = is_complete(certificate) and of_decided(certificate.decided) == of_problem(problem)
        return same and certificate.decided["verdict"] != Verdict.INCONCLUSIVE
    except (InputError, KeyError, TypeError, ValueError, AttributeError):
        return False


def _cited(claim: Claim, file: CertificateFile, refuted: Sequence[str], elsewhere: str) -> Cited:
    steps = () if whole(claim, file.judged) else tuple(name.removesuffix("@repaired") for name in file.judged)
    repaired = any(name.endswith("@repaired") for name in file.judged)
    scope = "" if file.scope == Scope.ENUMERATED else file.scope
    numbers = "".join(f"{name}{value}" for name, value in file.box.items() if isinstance(value, int))
    words = [str(value) for value in file.box.values() if isinstance(value, str)]
    parts = ["exactua", short_name(claim.label), *steps, "repaired" if repaired else "", scope, numbers, *words]
    check = None if claim.is_made_here else _check(claim, file.box, steps, repaired, file.scope)
    proof = file.scope == Scope.GENERAL
    verify = f"exactua {'prove --recheck' if proof else 'verify'} {file.path}"
    written = theorems_about(claim) if proof else ()
    said = of_certificate(claim, file, replace(beside(claim, file, SECONDS), elsewhere=elsewhere))
    if refuted and not claim.objects():  # a definition has no proof
        carried = " Its proof rests on claims of which lines are refuted, here or at other parameters: "
        carried += f"{told(refuted)}."
        said = replace(said, may_not=said.may_not + carried)
    if written:
        said = replace(said, may_not=f"{said.may_not} {ONE_OF_ALL}")
    return Cited(key(*parts), claim, file, said, check, verify, written)


def _check(
    claim: Claim,
    box: Mapping[str, int | str],
    steps: Sequence[str],
    repaired: bool,
    scope: str = Scope.ENUMERATED,
) -> str:
    """The command that comes to the same certificate."""
    label = ".".join([command_of(claim), *steps[:1]])
    flag = ["--repaired"] if repaired else []
    if scope in (ALL_D, Scope.GENERAL):
        n = ["--kernel", "polynomial", "--n", str(box["n"])] if scope == ALL_D else []
        return " ".join(["exactua", "prove", label, *n, *flag])
    arguments = [word for pair in box_arguments(box) for word in pair]
    scoped = ["--scope", scope] if scope != POINT_SCOPES[0] else []
    return " ".join(["exactua", "check", label, *arguments, *scoped, *flag])
