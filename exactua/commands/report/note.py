"""The ledger of a paper as a short note to its authors: what was checked, each fault, how to repeat it.

What is in quotation marks is the paper's; our words never are.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import exactua
from exactua.claims.claim import Claim
from exactua.claims.dossier import ClaimDossier, PaperDossier, Status
from exactua.claims.ledger import Counterexample, Quote, Row, Spread, Survival, section_and_sentence
from exactua.claims.lettering import placed_points
from exactua.claims.problem import Flaw
from exactua.claims.references import Reference
from exactua.claims.verdicts import Part, Reading, StepKind, Verdict
from exactua.evidence.scopes import theorems_about
from exactua.plurals import counted
from exactua.printing.citations import reference_text
from exactua.printing.errata import parameters, replay, told_words
from exactua.printing.mathematics_in_words import in_latex
from exactua.printing.renderers.latex import breakable, escaped, typewriter
from exactua.printing.renderers.markdown import escaped as markdown_escaped
from exactua.printing.scope_subjects import capital, listed, of_reals
from exactua.printing.text import in_line, number, short_matrix, sides, sides_in_paper_units
from exactua.python_files import shown_label

WIDTH: Final = 88
GROUPS: Final = (
    ("false", "False as printed"),
    ("imprecise", "Imprecise"),
    ("typo", "Typos in the text as we have it"),
)
"""Flaws by weight, and how the note heads them."""
_KINDS: Final = {
    "false": ("is false", "are false"),
    "imprecise": ("is imprecise", "are imprecise"),
    "typo": ("may be a typo", "may be typos"),
}
CONCLUSIONS: Final = {
    Survival.SURVIVES: "",
    Survival.PARTLY: "",
    Survival.ALONE: "",
    Survival.VACUOUS: "What it serves says nothing there.",
    Survival.FALLS: "Its conclusion fails, too.",
    Survival.UNKNOWN: "Whether what it serves holds nevertheless is not decided.",
}
WHOLE: Final = (Status.GENERAL, Status.SYMBOLIC, Status.ENUMERATED)
"""How claims are known of which every part is decided, and holds."""
_TIES: Final = " A tie rule other than 'average' is a choice of ours, and such a counterexample one for that choice."
LONGEST_SIDE: Final = 32
INSTALL: Final = "python3 -m venv .venv && .venv/bin/pip install ."
UNREAD: Final = (
    "No person has read these entries yet: the program found and worded them, and you may be the first to judge them."
)
_DELTA: Final = re.compile(r"(?<![A-Za-z])delta(?![A-Za-z])")
_PREAMBLE: Final = r"""\documentclass[10pt,twocolumn]{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\usepackage{amsmath}
\usepackage[a4paper,hmargin=12mm,top=11mm,bottom=14mm,footskip=6mm,columnsep=5mm]{geometry}
\setlength{\parindent}{0pt}
\setlength{\parskip}{1.5pt}
\emergencystretch=3em
\raggedbottom
\newcommand{\heading}[1]{\par\medskip\textbf{#1}\par\nopagebreak}
\newcommand{\fault}[2]{\par\hangindent=1em\textbf{#1}\enspace #2}"""


@dataclass(frozen=True)
class Fault:
    """One fault: where it stands, the paper's words, how they were read, why that fails, what would do instead."""

    place: str
    quotes: tuple[Quote, ...]
    """The paper's own words, the same fault's other places among them."""
    labels: Mapping[Quote, str]
    """Of words that are less wrong than the first ones, or not everywhere: "imprecise"."""
    reading: str
    """What was decided, in our words."""
    because: str
    fails: str
    conclusion: str
    suggestion: str
    replay: str


@dataclass(frozen=True)
class Note:
    """The note before it is set: paragraphs, the wrong lines by weight, paragraphs."""

    title: str
    opening: tuple[str, ...]
    groups: tuple[tuple[str, tuple[Fault, ...]], ...]
    closing: tuple[str, ...]


def note(dossier: PaperDossier, reference: Reference | None) -> Note:
    """The note that a dossier amounts to; the paper is named by its reference, else by its title."""
    rows = list(dossier.ledger.rows)
    groups = []
    for flaw, heading in GROUPS:
        faults = tuple(_fault(row) for row in rows if row.step.flaw == flaw)
        if faults:
            groups.append((f"{heading} ({len(faults)})", faults))
    return Note(
        f"Lines of {dossier.title} that do not hold as printed",
        tuple(_opening(dossier, reference, rows)),
        tuple(groups),
        tuple(_closing(dossier)),
    )


def _opening(paper: PaperDossier, reference: Reference | None, rows: list[Row]) -> Iterator[str]:
    ledger = paper.ledger
    steps = [step for dossier in _of_authors(paper) for step in dossier.steps]
    decided = [
        sum(step.spread.total > 0 and step.step.kind is not StepKind.REPAIRED for step in dossier.steps)
        for dossier in _of_authors(paper)
    ]
    lines, claims = sum(decided), sum(count > 0 for count in decided)
    unsaid = sum(step.spread.total > 0 and not step.step.said for step in steps)
    name = paper.title if reference is None else reference_text(reference).rstrip(".")
    instances = ledger.instances - ledger.ours.get("instances", 0)
    balls = ", and of reals in balls that enclose them" if _any_of_reals(paper) else ""
    yield "Dear authors,"
    yield (
        f"with exactua {exactua.__version__}, a program that decides statements in exact arithmetic{balls}, we have "
        f"checked {counted(lines, 'line')} of {counted(claims, 'claim')} of: {name}. "
        f"{_unsaid(unsaid)}Each line was decided at every point of small instances ({instances:,} in all)."
        f"{_standing(paper)}"
    )
    if not rows:
        yield "No line was found that does not hold as printed."
        return
    counts = [(flaw, sum(row.step.flaw == flaw for row in rows)) for flaw, _ in GROUPS]
    kinds = [f"{count if len(rows) > 1 else 'it'} {_KINDS[flaw][count > 1]}" for flaw, count in counts if count]
    wrong = sum(len(_printed(row)) for row in rows)
    entries = "" if wrong == len(rows) else f", in {counted(len(rows), 'entry')}"
    others = "" if wrong == len(rows) else " of its first line (the ledger has those of the others)"
    ruled = (row.least.problem.parameters.get("tie_rule", "average") for row in rows if row.least)
    ties = _TIES if any(rule != "average" for rule in ruled) else ""
    yield (
        f"{counted(wrong, 'line')} did not hold as printed{entries}: {listed(kinds)}. Below stands for each what you "
        f"print, in quotation marks and in plain text, how we read it, the least counterexample{others}, and where we "
        "have one a wording that holds wherever we decided it. Unless an entry says otherwise, the conclusion that a "
        "line serves survives wherever both were decided, by other lines or by the wording suggested, and then as far "
        "as that wording goes. What a statement concludes is concerned only where an entry says 'statement' or quotes "
        "it; what it assumes, and a definition, where an entry quotes that. Numbers are those that were compared, ids "
        f"in unit 1, some squared.{ties}"
    )
    yield from (f"{words}." for words in ledger.prefaces_of(rows))
    yield UNREAD


def _printed(row: Row) -> list[Row]:
    """The lines of an entry that are wrong as printed, and not in a reading of ours alone."""
    return [row, *(line for line in row.also if line.is_fault)]


def _unsaid(count: int) -> str:
    what = "it is used, or a remark of ours" if count == 1 else "some are used, others are remarks of ours"
    return f"At least {count} of these lines {_are(count)} not said there: {what}. " if count else ""


def _any_of_reals(paper: PaperDossier) -> bool:
    """Whether some line that was decided speaks of reals."""
    return any(
        of_reals(dossier.claim, step.spread.places[0].boxes[0], step.step)
        for dossier in _of_authors(paper)
        for step in dossier.steps
        if step.spread.places
    )


def _of_authors(paper: PaperDossier) -> list[ClaimDossier]:
    """The claims that the authors make; claims of our own on their paper are none of theirs."""
    return [dossier for dossier in paper.claims if not dossier.claim.is_ours]


def _standing(paper: PaperDossier) -> str:
    """What is known of the statements, which authors care for most: each of their claims stands in one clause.

    A definition is met by an object, or it is not; of those no statement holds.
    """
    claims = _of_authors(paper)
    faulty = [dossier for dossier in claims if dossier.status in (Status.REFUTED, Status.REPAIRED) and _flaws(dossier)]
    definitions = [dossier for dossier in claims if dossier.claim.objects() and dossier not in faulty]
    statements = [dossier for dossier in claims if dossier not in (*faulty, *definitions)]
    quoted = [
        (line.step.name, quote.text) for row in paper.ledger.rows for line in _printed(row) for quote in line.quotes
    ]
    clauses = [*_of_statements(statements, quoted), *_of_definitions(definitions)]
    clauses += _silent(claims, quoted)
    false = [dossier for dossier in faulty if "false" in _flaws(dossier)]
    typos = [dossier for dossier in faulty if _flaws(dossier) == {"typo"}]
    others = [dossier for dossier in faulty if dossier not in (*false, *typos)]
    for concerned, said in (
        (false, "do not hold as printed"),
        (typos, "do not hold by a typo alone"),
        (others, "are imprecise, or lack an assumption, as printed"),
    ):
        if concerned:
            titles = listed([_with_failing_parts(dossier) for dossier in concerned])
            clauses.append(f"{'those' if clauses else 'the statements'} of {titles} {said}")
    return f" {capital('; '.join(clauses))}." if clauses else ""


def _with_failing_parts(dossier: ClaimDossier) -> str:
    """The title, and how many parts of the statement its refuted steps are about, where that is not all of it:
    "Lemma 1 (1 of its 2 parts; 1 is not decided)"."""
    refuted = {step.step.name for step in dossier.steps if step.status in (Status.REFUTED, Status.REPAIRED)}
    parts, title = dossier.claim.parts, dossier.claim.title
    failing = sum(not refuted.isdisjoint(part.steps) for part in parts)
    if failing == len(parts):
        return title
    left = sum(part.words not in dossier.proved and not part.is_decided(refuted) for part in parts)
    return (
        f"{title} ({failing} of its {counted(len(parts), 'part')}{f'; {left} {_are(left)} not decided' * (left > 0)})"
    )


def _is_general(dossier: ClaimDossier) -> bool:
    """Whether theorems decide all of a statement: each of its steps, or each of its parts."""
    parts = dossier.claim.parts
    return dossier.status is Status.GENERAL or (parts != [] and all(part.words in dossier.proved for part in parts))


def _over_the_reals(claim: Claim) -> bool:
    """Whether theorems over the reals decide parts of it."""
    deciding = {name for part in claim.parts for name in part.theorems}
    return any(theorem.assumes for theorem in theorems_about(claim) if theorem.name in deciding)


def _of_statements(claims: list[ClaimDossier], quoted: list[tuple[str, str]]) -> Iterator[str]:
    holding = [dossier for dossier in claims if dossier.status in WHOLE or _is_general(dossier)]
    general = sum(map(_is_general, holding))
    if holding:
        read = [str(reading) for dossier in holding for reading in _of_theorems(dossier)]
        real = [dossier.claim.title for dossier in holding if _is_general(dossier) and _over_the_reals(dossier.claim)]
        proved = f", for {general} of them by theorems of the Rocq kernel for all parameters, in rational numbers"
        proved += f" ({listed(real)}: in real ones)" if real else ""
        proved += f" (read here: {'; '.join(read)})" if read else ""
        text = f"what was decided of the statements of {counted(len(holding), 'claim')} holds"
        yield text + (proved if general else "")
    in_part = [dossier for dossier in claims if dossier.status is Status.IN_PART]
    doubted = [dossier for dossier in in_part if _doubted(dossier, quoted)]
    said = bool(holding)
    for count, rest in (
        (len(in_part) - len(doubted), "what was decided holds, and a part{} is not decided"),
        (len(doubted), "a part{} holds, and another, quoted below, fails as read there"),
    ):
        if count:
            more = f"{count} more{' claim' * (count == 1)}" if said else f"the statements of {counted(count, 'claim')}"
            yield f"of {more} {rest.format('' if count == 1 else ' of each')}"
            said = True


def _doubted(dossier: ClaimDossier, quoted: list[tuple[str, str]]) -> list[Part]:
    """The parts of a claim that are not decided, and stand among the words that entries quote as wrong: where a part
    names the refuted step beside which they stand, since a line of a proof may have the same words."""

    def fails(part: Part, step: str, quote: str) -> bool:
        text = part.words.rstrip(" .,;")
        return bool(re.search(rf"\b{step}\b", part.undecided)) and (text in quote or quote.rstrip(" .,;") in text)

    undecided = [part for part in dossier.claim.parts if part.undecided]
    return [part for part in undecided if any(fails(part, step, quote) for step, quote in quoted)]


def _of_definitions(claims: list[ClaimDossier]) -> Iterator[str]:
    refuted = (Status.REFUTED, Status.REPAIRED)
    for statuses, met in ((WHOLE, "met"), ((Status.IN_PART,), "met in part"), (refuted, "not met")):
        defining = [dossier for dossier in claims if dossier.status in statuses]
        if defining:
            objects = listed(defining[0].claim.objects()) if len(defining) == 1 else "objects of our choice"
            titles = listed([dossier.claim.title for dossier in defining])
            read = [words for dossier in defining for words in _read_where_refuted(dossier)]
            note = f" (read here: {'; '.join(read)})" if read else ""
            yield f"{counted(len(defining), 'definition')} ({titles}) {_are(len(defining))} {met} by {objects}{note}"


def _of_theorems(dossier: ClaimDossier) -> Iterator[Reading]:
    """How those words of a text are read that theorems decide."""
    words = {part.words for part in dossier.claim.parts if part.theorems}
    return (reading for reading in dossier.claim.readings if _is_general(dossier) and reading.words in words)


def _read_where_refuted(dossier: ClaimDossier) -> Iterator[str]:
    """How those words of a text are read that its refuted steps decide."""
    refuted = {step.step.name for step in dossier.steps if step.status in (Status.REFUTED, Status.REPAIRED)}
    words = {part.words for part in dossier.claim.parts if refuted & {*part.steps}}
    yield from (str(reading) for reading in dossier.claim.readings if reading.words in words)


def _silent(claims: list[ClaimDossier], quoted: list[tuple[str, str]]) -> Iterator[str]:
    known = (*WHOLE, Status.IN_PART, Status.REFUTED, Status.REPAIRED)
    silent = [dossier for dossier in claims if dossier.status not in known and not _is_general(dossier)]
    for dossier in silent:
        if count := len(_doubted(dossier, quoted)):
            parts = len(dossier.claim.parts)
            fail = "fails" if count == 1 else "fail"
            rest = f", and the other{'s are' if parts - count > 1 else ' is'} not decided" if count < parts else ""
            of = f"the {counted(parts, 'part')} of {dossier.claim.title}"
            yield f"of {of} {count}, quoted below, {fail} as read there{rest}"
    titles = [dossier.claim.title for dossier in silent if not _doubted(dossier, quoted)]
    if titles:
        yield f"of {len(titles)} ({listed(titles)}) no part of the statement is decided"


def _flaws(dossier: ClaimDossier) -> set[Flaw]:
    """The flaws of the statement steps that are refuted and faults."""
    refuted = [step for step in dossier.steps if step.status in (Status.REFUTED, Status.REPAIRED)]
    return {step.step.flaw for step in refuted if step.step.kind is StepKind.STATEMENT and step.step.is_fault}


def _closing(dossier: PaperDossier) -> Iterator[str]:
    ledger = dossier.ledger
    yield (
        f"To repeat it, install exactua from a copy of its sources ({INSTALL}). Then the command under an entry shows "
        f"its counterexample with all values, and exactua errata {shown_label(dossier.paper)} the whole ledger."
    )
    text = (
        "What we do not claim: that a line which held is thereby proved, unless a theorem is named: other parameters "
        "were not evaluated. That it holds for every function, or every set of data, that a theorem speaks of: a line "
        "takes examples of them, as the ledger shows. That a theorem is false because a line of its proof is. That "
        "every slip is yours: we worked from a text of the paper, and some may be of that text alone."
    )
    others = sum(1 + len(row.also) for row in ledger.notes)
    others += sum(1 + len(row.also) - len(_printed(row)) for row in ledger.rows)
    if others:
        text += (
            f" {counted(others, 'line')} {_are(others)} not listed: no fault of yours, but false in a reading of ours, "
            "or without an assumption that goes without saying, not met by an object, or saying nothing at the "
            "instances evaluated."
        )
    if ledger.undecided:
        text += f" {counted(len(ledger.undecided), 'line')} could not be decided everywhere."
    yield text


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


def _fault(row: Row) -> Fault:
    stated = [line for line in _printed(row) if line.step.kind is StepKind.STATEMENT]
    kind = "statement" if row in stated else ""
    if stated and not kind:
        kind = f"statement of {listed(list(dict.fromkeys(line.title for line in stated)))}"
    suggestion = ""
    if row.repair is not None:
        says = section_and_sentence(row.repair.step.says)[1]
        broken = row.repair.spread.count(Verdict.REFUTED) or not row.repair.spread.count(Verdict.HOLDS)
        suggestion = says if not broken else ""
    quotes = tuple(dict.fromkeys(quote for line in _printed(row) for quote in line.quotes))
    title = capital(row.step.of.removeprefix("the ")) or row.title
    section = "" if _places(quotes) > 1 or (not kind and row.section in title) else row.section
    where = f" ({', '.join(filter(None, [kind, section]))})" if kind or section else ""
    return Fault(
        f"{title}{where}",
        quotes,
        _labels(row),
        row.sentence,
        "" if row.repair is None else row.repair.step.reason or "",
        "" if row.least is None else fails(row.least),
        _conclusion(row),
        suggestion,
        "" if row.least is None else replay(row.least),
    )


def _conclusion(row: Row) -> str:
    """What becomes of what the line serves, where that is not just that it survives."""
    away = [survivor.label for survivor in row.conclusion if not survivor.spread.total]
    if row.survival is Survival.UNKNOWN and away:
        verb = "was" if len(away) == 1 else "were"
        return f"What it serves is said by {listed(away)}, which {verb} not decided for this letter."
    return "It is its own conclusion." if row.is_own_conclusion else CONCLUSIONS[row.survival]


def _labels(row: Row) -> dict[Quote, str]:
    """What is to be said of the words of the same fault's other lines, where these are of another kind than the first,
    or fail with some choices alone; nothing of words that also stand beside a line that is like the first."""
    labels: dict[Quote, str] = {}
    for line in _printed(row):
        kind = line.kind if line.kind != row.kind else ""
        where = _only_with(line.spread) if _only_with(line.spread) != _only_with(row.spread) else ""
        label = "; ".join(filter(None, [kind, where]))
        for quote in line.quotes:
            labels[quote] = min(labels.get(quote, label), label, key=len)
    return {quote: label for quote, label in labels.items() if label}


def _only_with(spread: Spread) -> str:
    """The choices without which a line was never refuted, among those there were; "" where it was with all:
    "of the tie rules average, leftmost and rightmost it fails with average alone"."""
    boxes = [(place.verdict is Verdict.REFUTED, box) for place in spread.places for box in place.boxes]
    choices = []
    for name in dict.fromkeys(name for _, box in boxes for name, value in box.items() if isinstance(value, str)):
        known = sorted({str(box[name]) for _, box in boxes})
        failing = sorted({str(box[name]) for refuted, box in boxes if refuted})
        if failing != known:
            of = f"of the {name.replace('_', ' ')}s {listed(known)}"
            choices.append(f"{of} it fails with {listed(failing, 'or')} alone")
    return "; ".join(choices)


def fails(least: Counterexample) -> str:
    """The least counterexample in short: "at d = 1, n = 2, delta = 1/2, L = [0 1/2]: 13 = 27/2 is false"."""
    witness, step = least.witness, least.step
    placed = placed_points(least.problem, step, witness)
    shown = [(mark, in_line(step.over, point, short_matrix)) for mark, point, _ in placed if _is_short(point)]
    points = "".join(f", {mark} = {in_one_line}" for mark, in_one_line in shown)
    bound = "".join(f", {name} = {value}" for name, value in witness.bindings.items())
    told = "".join(f", {words}" for words in told_words(least))
    where = f"at {parameters(least)}{points}{told}{bound}"
    if step.fold == "distinct":
        return f"{where}: the value {number(sides_in_paper_units(least.problem, step, witness)[0])} is taken twice"
    left, right = ("", "") if witness.relation is None else sides(least.problem, step, witness)
    if not left or max(len(left), len(right)) > LONGEST_SIDE:
        return f"{where}: it is false"
    return f"{where}: {left} {witness.relation} {right} is false"


def _is_short(point: Any) -> bool:
    """Whether a point has few characters, and no entry of which only the first digits would be told."""
    shown = short_matrix(point)
    return len(shown) <= 2 * LONGEST_SIDE and "~" not in shown


def text(note: Note) -> Iterator[str]:
    """The note as plain text."""
    yield from (note.title, "")
    for words in note.opening:
        yield from (*textwrap.wrap(words, WIDTH), "")
    for heading, faults in note.groups:
        yield from (heading, "")
        for fault in faults:
            first, *others = _sentences(fault)
            yield from _indented(f"{fault.place}: {first}", "  ", "    ")
            yield from _indented(" ".join(others), "    ", "    ")
            if fault.replay:
                yield f"    $ {fault.replay}"
        yield ""
    for words in note.closing:
        yield from (*textwrap.wrap(words, WIDTH), "")


def _indented(words: str, first: str, behind: str) -> list[str]:
    return textwrap.wrap(
        words, WIDTH, initial_indent=first, subsequent_indent=behind, break_on_hyphens=False, break_long_words=False
    )


def _sentences(fault: Fault) -> list[str]:
    parts = [
        _quoted(fault.quotes, fault.labels),
        f"{'Read as' if fault.quotes else 'What was decided'}: {fault.reading}.",
        f"Fails {fault.fails}." if fault.fails else "",
        f"That is because {fault.because}." if fault.because else "",
        fault.conclusion,
        f"Suggested: {fault.suggestion}." if fault.suggestion else "",
    ]
    return [part for part in parts if part]


def _places(quotes: tuple[Quote, ...]) -> int:
    return len({quote.place for quote in quotes})


def _quoted(quotes: tuple[Quote, ...], labels: Mapping[Quote, str]) -> str:
    """The paper's words, each with its place where they stand in several, and with its label if it has one."""
    places, shown = _places(quotes) > 1, []
    for quote in quotes:
        behind = "; ".join(filter(None, [quote.place if places else "", labels.get(quote, "")]))
        shown.append(f'"{quote.text}"{f" ({behind})" if behind else ""}')
    text = "; ".join(shown)
    return text if text.endswith('."') or not text else f"{text}."


def markdown(note: Note) -> Iterator[str]:
    """The note as Markdown."""
    yield from (f"# {markdown_escaped(note.title)}", "")
    for words in note.opening:
        yield from (markdown_escaped(words), "")
    for heading, faults in note.groups:
        yield from (f"## {heading}", "")
        for fault in faults:
            shown = " ".join(map(markdown_escaped, _sentences(fault)))
            yield f"- **{markdown_escaped(fault.place)}**: {shown}" + (f" `{fault.replay}`" if fault.replay else "")
        yield ""
    for words in note.closing:
        yield from (markdown_escaped(words), "")


def _with_delta(words: str) -> str:
    """Words as LaTeX, delta as a letter where it stands in no formula."""
    return _DELTA.sub(lambda _: r"$\delta$", breakable(words))


def latex(note: Note) -> Iterator[str]:
    """The note as a LaTeX document that compiles alone."""
    yield from (*_PREAMBLE.split("\n"), r"\begin{document}\fontsize{7.6}{8.9}\selectfont\raggedright")
    yield rf"{{\normalsize\bfseries {escaped(note.title)}}}\par\medskip"
    for words in note.opening:
        yield from (breakable(words), "")
    for heading, faults in note.groups:
        yield rf"\heading{{{heading}}}"
        for fault in faults:
            shown = " ".join(in_latex(words, _with_delta) for words in _sentences(fault))
            shown += rf" {{\fontsize{{6.4}}{{8.9}}\selectfont {typewriter(fault.replay)}}}" if fault.replay else ""
            yield rf"\fault{{{breakable(fault.place)}}}{{{shown}}}"
    yield r"\par\medskip"
    for words in note.closing:
        yield from (breakable(words), "")
    yield r"\end{document}"
