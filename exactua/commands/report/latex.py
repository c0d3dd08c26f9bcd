"""What is known of papers as LaTeX: data for the marks of exactua.sty, two tables, and what may be claimed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from importlib import resources
from typing import Final

from exactua.certificates.proofs import domain_of
from exactua.claims.claim import Claim
from exactua.claims.dossier import CertificateFile, ClaimDossier, PaperDossier, Status, StepDossier
from exactua.claims.paper_units import step_in_paper_units
from exactua.claims.problem import Step
from exactua.claims.verdicts import Objects, StepKind, Verdict, phrase
from exactua.claims.verification import Outcome, refused, words
from exactua.evidence.beside_certificates import beside_all
from exactua.output_files import Kind
from exactua.plurals import counted
from exactua.printing.mathematics_in_words import in_latex
from exactua.printing.renderers.latex import breakable, escaped, typewriter
from exactua.printing.scope_of_dossiers import of_claim
from exactua.printing.scope_subjects import ALL_D, ScopeSentence, instance, own_choices, refuted_at_instance, whole
from exactua.printing.statements import shown_names
from exactua.printing.typeset_statements import definitions, domain, formula

DIGITS: Final = 8
"""Of a digest, in marks and tables."""
PREAMBLE: Final = r"""\documentclass[10pt]{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\usepackage[a4paper,margin=20mm]{geometry}
\usepackage{amsmath}
\usepackage{amssymb}
\usepackage{exactua}
\usepackage[hidelinks]{hyperref}
\emergencystretch=3em"""
WORDS: Final = {
    Status.GENERAL: ("good", "proved for all parameters"),
    Status.SYMBOLIC: ("good", "checked, and decided beyond instances"),
    Status.ENUMERATED: ("good", "checked"),
    Status.IN_PART: ("none", "checked in part"),
    Status.VACUOUS: ("none", "vacuous: it says nothing there"),
    Status.REPAIRED: ("bad", "refuted as written; holds repaired"),
    Status.REFUTED: ("bad", "refuted as written"),
    Status.INCONCLUSIVE: ("none", "inconclusive"),
    Status.ASSUMED: ("none", "assumed, not checked"),
    Status.STALE: ("none", "not checked as it is now"),
    Status.UNCHECKED: ("none", "not checked"),
}
"""How a mark says a status, and whether that is good, bad or none of the two."""
UNDECIDED: Final = {
    Status.INCONCLUSIVE: "no part of what is stated is decided by steps or theorems, or a certificate leaves one open",
    Status.UNCHECKED: "it has no statement step, or one without a certificate here and without a theorem",
}
"""What stands below the table of claims of these, which both say that nothing is decided."""
VERDICTS: Final = {
    Verdict.HOLDS: ("good", "checked"),
    Verdict.REFUTED: ("bad", "refuted"),
    Verdict.VACUOUS: ("none", "vacuous: it says nothing there"),
    Verdict.INCONCLUSIVE: ("none", "inconclusive"),
    Verdict.IN_PART: ("none", "checked in part"),
}
OF_STYLE: Final = Kind("style file of exactua", r"% exactua\.sty: ")
"""The style file."""
_UNSAFE: Final = re.compile(r"[^A-Za-z0-9_.-]+")
_HASHED: Final = len("sha256:")


def document(papers: Sequence[PaperDossier], statements: bool) -> Iterator[str]:
    """The lines of a document that compiles alone, beside exactua.sty; `statements` adds what each step states."""
    yield from PREAMBLE.split("\n")
    yield from fragment(papers)
    yield r"\begin{document}"
    for number, paper in enumerate(papers, 1):
        yield rf"\section*{{{escaped(paper.title)}}}"
        yield rf"\csname exactuatable@{number}\endcsname"
        yield r"\subsection*{What may be claimed, and what may not}"
        yield r"\begin{description}\raggedright\small"
        for dossier in paper.claims:
            yield from _sentences(dossier.claim, of_claim(dossier, beside_all(dossier)))
        yield r"\end{description}"
        if statements:
            yield r"\subsection*{What each step states}"
            for dossier in paper.claims:
                yield from _statements(dossier)
    yield r"\section*{Certificates}"
    yield r"\exactuacertificates"
    yield r"\end{document}"


def fragment(papers: Sequence[PaperDossier]) -> Iterator[str]:
    r"""What the preamble of somebody's own document reads with \input: the data of all marks, and both tables."""
    yield "% Load exactua.sty first."
    for paper in papers:
        for dossier in paper.claims:
            yield from _data(dossier)
    for number, paper in enumerate(papers, 1):
        yield rf"\expandafter\newcommand\csname exactuatable@{number}\endcsname{{%"
        yield from _table(paper)
        yield "}"
    tables = "".join(rf"\csname exactuatable@{number}\endcsname" for number in range(1, len(papers) + 1))
    yield rf"\newcommand\exactuatable{{{tables}}}"
    yield r"\newcommand\exactuacertificates{%"
    yield from _certificates(papers)
    yield "}"


def _data(dossier: ClaimDossier) -> Iterator[str]:
    yield datum_of(dossier)
    for step in dossier.steps:
        yield datum_of(dossier, step)
    for file in dossier.certificates:
        yield from data_of(dossier.claim, file)


def datum_of(dossier: ClaimDossier, step: StepDossier | None = None) -> str:
    """The data of the mark of a claim, or of one of its steps, over all instances."""
    claim = dossier.claim
    if step is not None:
        return _datum(claim, f".{step.step.name}", step.status, step.spread.range, [step], "")
    files = [
        file
        for file in dossier.certificates
        if whole(claim, file.judged) and not file.stale and not refused(file.verified)
    ]
    return _datum(claim, "", dossier.status, dossier.box, _statement_steps(dossier), _digest(files))


def data_of(claim: Claim, file: CertificateFile) -> Iterator[str]:
    """The data of the mark of one certificate: what it says, and what a verifier said of it."""
    kind, word = certified(claim, file)
    label, name = names(claim, file)
    yield _line(label, name, kind, word, box(_where(claim, file)), short(file.digest))
    yield rf"\exactuaverified{{{label}}}{{{name}}}{{{escaped(words(file.verified))}}}"


def _statement_steps(dossier: ClaimDossier) -> list[StepDossier]:
    return [step for step in dossier.steps if step.step.kind is StepKind.STATEMENT]


def _where(claim: Claim, file: CertificateFile) -> str:
    if file.scope == ALL_D:
        return f"n = {file.box['n']}, all D"
    return instance(claim, file.box) if file.box else domain_of(claim, of_delta=True)


def _datum(claim: Claim, step: str, status: Status, decided: str, steps: Sequence[StepDossier], digest: str) -> str:
    kind, word = WORDS[status]
    if status is Status.GENERAL:
        decided, digest = domain_of(claim, of_delta=True), ""
    vacuous = sum(step.status is Status.VACUOUS for step in steps)
    if kind == "good" and vacuous:
        word += f", {vacuous} of {len(steps)} steps vacuous"
    least = next((step.least for step in steps if step.status is status and step.least is not None), None)
    if kind == "bad" and least is not None:
        decided = f"at {instance(claim, least.problem.parameters)}"
    return _line(f"{claim.label}{step}", "", kind, word, box(decided), digest)


def _line(label: str, name: str, kind: str, word: str, where: str, digest: str) -> str:
    return rf"\exactuadata{{{label}}}{{{name}}}{{{kind}}}{{{word}}}{{{where}}}{{{digest}}}"


def status_words(status: Status, objects: Objects) -> tuple[str, str]:
    """How a mark says a status: of a definition, whether its objects meet it, which is nothing bad if they do not."""
    kind, word = WORDS[status]
    verdict = {Status.IN_PART: Verdict.IN_PART, Status.REPAIRED: Verdict.REFUTED, Status.REFUTED: Verdict.REFUTED}
    return ("none", phrase(verdict[status], objects)) if objects and status in verdict else (kind, word)


def certified(claim: Claim, file: CertificateFile) -> tuple[str, str]:
    """How a mark says what a certificate says: good, bad or none, and the word."""
    if refused(file.verified):
        return "bad", Outcome.REFUSED.value
    if set(file.judged) & set(file.stale):
        return WORDS[Status.STALE]
    if objects := claim.objects(file.judged):
        return "good" if file.verdict == Verdict.HOLDS else "none", phrase(Verdict(file.verdict), objects)
    kind, word = VERDICTS[Verdict(file.verdict)]
    vacuous = [name for name in file.judged if file.verdicts[name] == Verdict.VACUOUS]
    if file.verdict == Verdict.HOLDS and vacuous:
        word += f", {len(vacuous)} of {len(file.judged)} steps vacuous"
    ours = any(name.endswith("@repaired") for name in file.judged) or own_choices(claim, file.box)
    if file.verdict == Verdict.REFUTED and not ours:
        word = refuted_at_instance(claim, [name for name in file.judged if file.verdicts[name] == Verdict.REFUTED])
    return kind, word


def names(claim: Claim, file: CertificateFile) -> tuple[str, str]:
    """The two names by which a certificate is marked: the claim, or its step, and the instance: d2n3m2."""
    numbers = "".join(f"{name}{value}" for name, value in file.box.items() if isinstance(value, int))
    parts = [numbers, *(str(value) for value in file.box.values() if isinstance(value, str))]
    scope = [] if file.scope == "enumerated" else [file.scope.replace(" ", "-")]
    repaired = ["repaired"] if any(name.endswith("@repaired") for name in file.judged) else []
    steps = [] if whole(claim, file.judged) else [name.removesuffix("@repaired") for name in file.judged]
    name = "-".join(filter(None, [*parts, *scope, *repaired]))
    return ".".join([claim.label, *steps[:1]]), _UNSAFE.sub("-", name)


def short(digest: str) -> str:
    """The digest with its first digits alone."""
    return rf"{digest[:_HASHED]}\allowbreak {digest[_HASHED : _HASHED + DIGITS]}\dots{{}}"


def _digest(files: Sequence[CertificateFile]) -> str:
    return (
        short(files[0].digest) if len(files) == 1 else r"\rmfamily " + counted(len(files), "certificate") * bool(files)
    )


def box(words: str) -> str:
    """The words for instances as LaTeX: ranges with a dash, delta as a letter."""
    text = re.sub(r"(?<=[0-9])\.\.(?=[0-9])", "–", words)
    return re.sub(r"\bdelta\b", lambda _: r"$\delta$", escaped(text.replace(">=", "≥")))


def _table(paper: PaperDossier) -> Iterator[str]:
    yield r"{\footnotesize\setlength{\tabcolsep}{3pt}%"
    yield r"\begin{longtable}{@{}E{.27\linewidth}E{.21\linewidth}E{.22\linewidth}rrr@{}}"
    head = r"claim & status & decided at & \multicolumn{3}{c@{}}{statement steps} \\"
    counts = r"& & & hold & vacuous & refuted \\"
    yield from _headed(rf"{head} \cmidrule(l){{4-6}}", counts)
    for dossier in paper.claims:
        kind, word = status_words(dossier.status, dossier.claim.objects())
        steps = _statement_steps(dossier)
        shown = rf"\exactuarow{{{dossier.claim.label}}}{{{escaped(dossier.claim.title)}}}"
        lines = f"; {counted(dossier.refuted_lines, 'proof line')} refuted" if dossier.refuted_lines else ""
        cells = (
            rf"{shown} \newline \texttt{{\scriptsize {breakable(dossier.claim.label)}}}",
            rf"\exactua{kind}{{{escaped(word)}}}{lines}",
            box(dossier.box) or "--",
            *(str(number) if (number := count) else "--" for count in tallies(steps)),
        )
        yield rf"{' & '.join(cells)} \\[1pt]"
    yield r"\end{longtable}"
    statuses = {dossier.status for dossier in paper.claims}
    for status, says in UNDECIDED.items():
        if status in statuses:
            yield rf"\par\noindent\emph{{{WORDS[status][1]}}}: {says}."
    yield r"\par}"


def tallies(steps: Sequence[StepDossier]) -> tuple[int, int, int]:
    """How many of these steps hold wherever they say something, are vacuous everywhere, are refuted somewhere."""
    holding = sum(step.status in (Status.GENERAL, Status.SYMBOLIC, Status.ENUMERATED) for step in steps)
    refuted = sum(step.status in (Status.REFUTED, Status.REPAIRED) for step in steps)
    return holding, sum(step.status is Status.VACUOUS for step in steps), refuted


def _certificates(papers: Sequence[PaperDossier]) -> Iterator[str]:
    yield r"{\footnotesize\setlength{\tabcolsep}{3pt}%"
    yield r"\begin{longtable}{@{}E{.22\linewidth}E{.18\linewidth}E{.11\linewidth}E{.11\linewidth}E{.31\linewidth}@{}}"
    yield from _headed(r"claim & instance & verdict & verifier & digest \\")
    for paper in papers:
        for dossier in paper.claims:
            for file in dossier.certificates:
                label = names(dossier.claim, file)[0]
                _, word = certified(dossier.claim, file)
                digest = r"\allowbreak{}".join(file.digest[k : k + 32] for k in range(_HASHED, len(file.digest), 32))
                row = (
                    typewriter(label),
                    box(_where(dossier.claim, file)),
                    breakable(word),
                    breakable(words(file.verified)),
                    rf"{{\fontsize{{6}}{{7}}\selectfont\texttt{{{digest}}}}}",
                )
                yield rf"{' & '.join(row)} \\"
    yield r"\end{longtable}}"


def _headed(*rows: str) -> Iterator[str]:
    yield r"\toprule"
    yield from rows
    yield r"\midrule\endhead"
    yield r"\bottomrule\endfoot"


def _sentences(claim: Claim, said: ScopeSentence) -> Iterator[str]:
    yield rf"\item[{{{escaped(claim.title)}}}] {in_latex(said.may, breakable)}"
    yield ""
    yield rf"\emph{{Not:}} {in_latex(said.may_not, breakable)}"


def _statements(dossier: ClaimDossier) -> Iterator[str]:
    known = shown_names(dossier.claim)
    yield rf"{{\raggedright\small\paragraph{{{escaped(dossier.claim.title)}}} {breakable(dossier.claim.source)}."
    if shown := list(definitions(dossier.claim, known)):
        yield f"Here {', '.join(shown)}."
    yield r"\begin{itemize}"
    for step in dossier.steps:
        yield from _statement(dossier.claim, step.step, step.status)
    yield r"\end{itemize}}"


def _statement(claim: Claim, step: Step, status: Status) -> Iterator[str]:
    kind, word = WORDS[status]
    shown = formula(step_in_paper_units(step, claim.degrees), shown_names(claim, step), "latex")
    yield rf"\item {typewriter(step.name)} ({step.kind}, \exactua{kind}{{{word}}}): {in_latex(step.says, breakable)}"
    yield rf"\par {domain(claim, step, 'latex')}: {shown}"


def style() -> str:
    """The style file: marks and tables."""
    return resources.files("exactua.commands.report").joinpath("exactua.sty").read_text(encoding="utf-8")
