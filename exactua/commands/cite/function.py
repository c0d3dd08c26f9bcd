"""`exactua.cite`: how to cite what was decided, at the prompt and in a notebook."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from exactua.arithmetic.messages import brief
from exactua.certificates import limits
from exactua.certificates.reading import parameter_value, read_certificate
from exactua.claims.claim import Claim
from exactua.claims.decision import Answered, Certified, Decision, decision_in
from exactua.claims.problem import QUESTION, Problem
from exactua.claims.registry import Named, claim_named, claim_of, find, is_paper
from exactua.claims.verification import sentence
from exactua.commands.cite.work import (
    at_hand,
    at_instance,
    cited_claim,
    cited_limit,
    cited_paper,
    cited_question,
    kept_answer,
    kept_limit,
    of_file,
)
from exactua.console.python_arguments import seconds
from exactua.deciding.shards import Progress
from exactua.errors import InputError, no_argument, told_in_arguments
from exactua.evidence.certificate_steps import stated
from exactua.evidence.cited_limits import read_cited
from exactua.evidence.questions import read_question
from exactua.networks.layer import KINDS
from exactua.printing.citations import Citation, Cited, Undecided, reference_text, undecided_lines
from exactua.printing.documents import Block, Code, Document, Lines, Paragraph, Table, Words
from exactua.printing.text import box_arguments
from exactua.proving.check import values_of
from exactua.python_files import SEPARATOR

FOLDER: Final = Path(".exactua")
"""Where certificates are, and where a new one is kept, unless another folder is named."""


@told_in_arguments()
def cite(
    what: Named | Decision | Answered | Certified | Path,
    *,
    d: int | None = None,
    n: int | None = None,
    delta: object = None,
    judged: str = "as written",
    folder: str | Path = FOLDER,
    budget: float = 60,
    progress: Progress | None = None,
    **parameters: int | str,
) -> Citation:
    """The paper, exactua, and a certificate by its digest, with what may be claimed of it and what may not.

    `what` is a decision, an answer of `ask`, or a limit, whose certificate is kept in `folder`; or the path of a
    certificate, which ends in .json; or a label, a claim or `(claim, "step")` as `check` takes it: at the instance that
    `d`, `n`, `delta` and further parameters name, which is decided within `budget` seconds unless its certificate is in
    `folder`, else with all certificates of it that are there; or the name of a paper. `judged` "repaired" cites
    repaired steps in place of those that they repair. The `bibtex` of what is returned is the text of a .bib file.

    Raises InputError for anything wrong with the arguments, for a certificate of another statement than the claim's,
    and where one can't be kept; EvaluatorsDisagree if two evaluators differ.

    >>> cite("yun2020").reference.fields["year"]
    '2020'
    """
    is_found = isinstance(what, (Decision, Answered, Certified)) or _is_file(what)
    if parameters and (is_found or (isinstance(what, str) and is_paper(what))):
        raise InputError(no_argument(next(iter(parameters)), ("folder",), "cite of what is decided, or of a paper,"))
    asked = not (d is None and n is None and delta is None and not parameters)
    where = _folder(folder)
    if isinstance(what, (Decision, Answered, Certified)) or _is_file(what):
        if asked or judged != "as written":
            raise InputError("d, n, delta, judged: a decision and a certificate have their own; leave them out")
        if isinstance(what, Certified):
            return cited_limit(read_cited(kept_limit(what, where)))
        if isinstance(what, (Decision, Answered)):
            decision = decision_in(what)
            if decision.problem.label.startswith(QUESTION):
                return cited_question(read_question(kept_answer(decision, where)))
            return _of_decision(decision, where)
        path = Path(str(what))
        if _is_limit(path):
            return cited_limit(read_cited(path))
        if _decided_in(path)["claim"].startswith(QUESTION):
            return cited_question(read_question(path))
        claim = _claim_of_file(path)
        return cited_claim(claim, [of_file(claim, path)])
    if isinstance(what, str) and what.lstrip().startswith("{"):
        raise InputError("what: the text of a certificate is cited by its file; give the path of that, or the decision")
    if isinstance(what, Path):
        raise InputError(f"what: {what} does not end in .json, as certificates do; give the path of one")
    if isinstance(what, str) and is_paper(what):
        if asked or judged != "as written":
            raise InputError(f"label: {what} is a paper; name one of its claims, or leave out its instance")
        return cited_paper(what)
    claim, step = find(what)
    steps = () if step is None else (step,)
    if not asked:
        if judged != "as written":
            raise InputError("judged: it needs an instance, such as d=1, n=2; without one certificates are taken")
        return cited_claim(claim, list(at_hand(claim, step, where)))
    problem = claim.problem(values_of(claim, d, n, delta, parameters), steps, judged)
    return _citation(claim, at_instance(claim, problem, steps, judged, where, seconds(budget), progress))


def _of_decision(decision: Decision, folder: Path) -> Citation:
    """The citation of a decision, of several instances with a certificate of each."""
    claim, answers = claim_of(decision.problem), list[Cited | Undecided]()
    for decided in decision.instances or (decision,):
        problem = decided.problem
        names = tuple(name.removesuffix("@repaired") for name in problem.judged)
        judged = "as written" if names == problem.judged else "repaired"
        steps = () if len(problem.steps) == len(claim.steps) else names
        _require_current(claim, problem, steps, judged)
        answers.append(at_instance(claim, problem, steps, judged, folder, 0, decision=decided))
    return _citation(claim, *answers)


def _require_current(claim: Claim, problem: Problem, steps: tuple[str, ...], judged: str) -> None:
    """Raises InputError where the claim states something else now, or about other networks."""
    there = {step.name for step in problem.steps} <= {step.name for step in claim.steps}
    now = claim.problem(problem.parameters, steps, judged) if there else problem
    mine, its = ((each.steps, each.values, each.networks, each.judged) for each in (problem, now))
    if not there or mine != its:
        raise InputError(
            f"what: the decision is about another statement or network than {claim.label} has now; decide it again"
        )


def _citation(claim: Claim, *answers: Cited | Undecided) -> Citation:
    undecided = [answer for answer in answers if isinstance(answer, Undecided)]
    return cited_claim(claim, [answer for answer in answers if not isinstance(answer, Undecided)], undecided)


def _is_file(what: Any) -> bool:
    return isinstance(what, (str, Path)) and str(what).lower().endswith(".json")


def _folder(folder: object) -> Path:
    if not isinstance(folder, (str, Path)):
        raise InputError(f"folder: {brief(folder)} is no path; give one, such as {FOLDER}")
    return Path(folder)


def _claim_of_file(path: Path) -> Claim:
    """The claim that a certificate names, if it is known here: no file that it names is read."""
    decided = _decided_in(path)
    label: str = decided["claim"]
    try:
        return claim_named(label)
    except InputError:
        if _rounds(decided["networks"]):
            raise InputError(
                f"certificate: {path} is of {label}, a claim of a file, with rounded layers, as limit --certify writes "
                "it; cite speaks of claims as they stand, and exactua verify --claims FILE "
                f"{shlex.quote(str(path))} compares it"
            ) from None
        raise InputError(
            f"certificate: {path} is of {label}, a claim of a file that is not read for it; cite the claim, such as "
            f"{_command(label, decided['parameters'], path.parent)}"
        ) from None


def _rounds(data: Any) -> bool:
    """Whether a rounded layer, as `limit --certify` makes them, is among the networks of a certificate."""
    if isinstance(data, Mapping):
        rounding = (kind.name for kind in KINDS.values() if kind.makes_rationals)
        return any(name in data for name in rounding) or any(map(_rounds, data.values()))
    return isinstance(data, (list, tuple)) and any(map(_rounds, data))


def _command(label: str, parameters: Mapping[str, Any], folder: Path) -> str:
    """The command that cites the claim of a certificate at its instance, where its file has the name of its label."""
    paper, _, name = label.partition(":")
    box = {key: parameter_value(value, key) for key, value in parameters.items()}
    words = [f"{paper}.py{SEPARATOR}{name}", *(word for pair in box_arguments(box) for word in pair)]
    words += [] if folder == FOLDER else ["--certificates", str(folder)]
    return f"exactua cite {shlex.join(words)}"


def _decided_in(path: Path) -> Mapping[str, Any]:
    """What a certificate says was decided. Raises InputError where the file is none."""
    try:
        return stated(path).decided
    except InputError as error:
        raise InputError(f"certificate: {path}: {error}") from None


def _is_limit(path: Path) -> bool:
    """Whether the file is a certificate of a limit, whose digest is that of what it says."""
    try:
        read_certificate(path, limits.FORMAT)
    except InputError:
        return False
    return True


def prompt(citation: Citation) -> Iterator[str]:
    """The lines at the prompt; `.bibtex` has all of it."""
    yield f"Citation of {citation.title}"
    for cited in citation.certificates:
        yield f"  {cited.title}: {cited.verdict}"
        yield f"    {cited.file.digest}"
    yield from (f"  {line}" for line in undecided_lines(citation))
    if not citation.certificates:
        yield "  no certificate"
    yield "  .bibtex is the text for a .bib file"


def document(citation: Citation) -> Document:
    """The same with references as one writes them, what may be claimed of each certificate, and the BibTeX."""
    software = citation.software
    blocks: list[Block] = []
    if citation.reference is not None:
        blocks.append(Paragraph(reference_text(citation.reference)))
    blocks.append(Paragraph(f"{software.author}. {software.title}. Version {software.version}, {software.license}."))
    blocks += (Table([*_fields(cited)], title=cited.title, has_head=False) for cited in citation.certificates)
    blocks += map(Paragraph, undecided_lines(citation))
    blocks.append(Lines(citation.bibtex.rstrip("\n").split("\n"), "bibtex", "BibTeX"))
    return Document(blocks, None)


def _fields(cited: Cited) -> Iterator[tuple[str, Words]]:
    yield "may be claimed", cited.said.may
    yield "may not", cited.said.may_not
    yield from (("theorem", theorem.text) for theorem in cited.theorems)
    yield "verdict", cited.verdict
    yield "digest", (Code(cited.file.digest),)
    yield "status", f"{sentence(cited.file.verified)}{cited.file.by_evidence}"
    if cited.check is not None:
        yield "check", (Code(cited.check),)
    yield "verify", (Code(cited.verify),)
