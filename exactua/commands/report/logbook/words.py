"""A logbook in words: as a page, and as JSON data whose keys docs/json-output.md explains."""

from __future__ import annotations

import itertools
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from exactua.certificates.writing import witness_data
from exactua.claims.decision import StepResult
from exactua.claims.ledger import KINDS, Quote
from exactua.claims.paper_units import step_in_paper_units
from exactua.claims.problem import NOTED, Step
from exactua.claims.verdicts import Verdict, headline, left_open, word
from exactua.claims.verification import as_data, sentence
from exactua.commands.relax.words import where
from exactua.commands.report.logbook.record import Control, ControlSearch, Logbook
from exactua.evidence import emitting
from exactua.plurals import counted
from exactua.printing.citations import reference_text
from exactua.printing.documents import (
    Block,
    Code,
    Document,
    Fields,
    Heading,
    Items,
    Judged,
    Lines,
    Paragraph,
    Strong,
    Table,
    Words,
)
from exactua.printing.scope_subjects import listed, of_paper, other_parameters
from exactua.printing.statements import domain_text, formula, shown_names
from exactua.printing.text import counted_points, counterexample, instance, judgement, noun_of, points, why_vacuous

FORMAT: Final = "exactua-logbook/1"
MOST_UNDECIDED: Final = 5
"""Changes that are listed which were not decided, where no control was found."""
LONGEST_FORMULA: Final = 300
AROUND: Final = 60
"""Characters of a changed formula that are shown whole, and on both sides of what is changed in a longer one."""
NOTES: Final = {
    "silently assumed": "without an assumption that is not said",
    "constants": "with a constant that is named here",
    "reading": "as read here",
}
"""How it is told that a refuted line is a note, and no fault."""


def document(logbook: Logbook, exit_code: int) -> Document:
    """The page and the data."""
    return Document([*_blocks(logbook)], _data(logbook, exit_code))


def title(logbook: Logbook) -> str:
    """What the logbook is about: "Lemma 8 (Yun et al. 2020) at d = 2, n = 3, delta = 1/2"."""
    at = instance(logbook.decision.problem)
    names = _named(logbook)
    steps = f"{listed(names)} of " if names else ""
    return f"{steps}{of_paper(logbook.claim)}{', repaired' if logbook.repaired else ''}{f' at {at}' if at else ''}"


def _named(logbook: Logbook) -> tuple[str, ...]:
    """The steps that were named, where the claim is not judged as a whole."""
    problem = logbook.decision.problem
    return tuple(problem.judged) if len(problem.steps) < len(logbook.claim.steps) else ()


def _blocks(logbook: Logbook) -> Iterator[Block]:
    decision, cited = logbook.decision, logbook.cited
    problem = decision.problem
    yield Heading(f"Logbook: {title(logbook)}")
    verdict = headline(decision.verdict, problem.objects)
    yield Paragraph((Judged(verdict, decision.verdict), f"{judgement(decision).removeprefix(verdict)}."))
    yield Heading("The claim", 2)
    yield Fields([*_claim(logbook)])
    yield Heading("The instance", 2)
    yield Fields([*_instance(logbook)])
    yield Heading("The verdict of each step", 2)
    head: Sequence[Words] = ("step", "kind", "judged", "verdict", "points")
    yield Table([head, *(_row(logbook, result) for result in decision.results)])
    if problem.parts:
        yield Paragraph("The parts of the statement:")
        yield Items([*_parts(logbook)])
    yield Heading("What was decided, exactly", 2)
    for result in decision.results:
        yield Heading((Code(result.step.name),), 3)
        yield Fields([*_step(logbook, result)])
    yield Heading("Do it again", 2)
    yield Lines(_commands(logbook), "sh")
    yield Fields([*_certificate(logbook)])
    yield Heading("A negative control", 2)
    yield from _control(logbook)
    yield Heading("What the verdict depends on", 2)
    hanging = [*_hanging(logbook)]
    yield Items([f"{kind}: {says}" for kind, says in hanging]) if hanging else Paragraph("Nothing is known of that.")
    yield Heading("What may be claimed, and what may not", 2)
    yield Fields([("May be claimed", cited.said.may), ("May not", cited.said.may_not)])


def _judged(logbook: Logbook) -> list[StepResult]:
    return [result for result in logbook.decision.results if result.step.name in logbook.decision.problem.judged]


def _claim(logbook: Logbook) -> Iterator[tuple[str, Words]]:
    claim = logbook.claim
    yield "label", (Code(claim.label),)
    yield "paper", logbook.paper_title if logbook.reference is None else reference_text(logbook.reference)
    yield "place", claim.source
    if claim.text:
        yield "text", claim.text
    if claim.readings:
        yield "read here", "; ".join(map(str, claim.readings))
    if claim.hypotheses:
        yield "hypotheses", "; ".join(hypothesis.says for hypothesis in claim.hypotheses)


def _instance(logbook: Logbook) -> Iterator[tuple[str, Words]]:
    decision = logbook.decision
    if decision.problem.parameters:
        yield "parameters", instance(decision.problem)
        meanings = {parameter.name: parameter.explained for parameter in logbook.claim.parameters}
        yield "where", "; ".join(f"{name} is the {meanings[name]}" for name in decision.problem.parameters)
    yield "points", points(decision)
    every = "every point" if decision.complete else "not every point"
    yield "scope", f"{decision.scope}: {every} of this instance was decided, and none of another"


def _row(logbook: Logbook, result: StepResult) -> Sequence[Words]:
    step = result.step
    judged = "yes" if step.name in logbook.decision.problem.judged else "no"
    verdict = Judged(word(result.verdict, step.objects), result.verdict)
    return (Code(step.name),), step.kind.value, judged, (verdict,), counted_points(result)


def _parts(logbook: Logbook) -> Iterator[Words]:
    open_parts = [part.words for part in _open(logbook)]
    for part in logbook.decision.problem.parts:
        if part.words in open_parts:
            yield f'"{part.words}": not decided: {part.why}'
        else:
            yield f'"{part.words}": decided by {listed(part.steps)}'


def _open(logbook: Logbook) -> list[Any]:
    verdicts = {result.step.name: result.verdict for result in _judged(logbook)}
    return left_open(logbook.decision.problem.parts, verdicts)


def _step(logbook: Logbook, result: StepResult) -> Iterator[tuple[str, Words]]:
    claim, step, problem = logbook.claim, result.step, logbook.decision.problem
    yield "in words", step.says
    for quote in logbook.quotes.get(step.name, ()):
        yield "in the paper", f'"{quote.text}" ({quote.place})'
    yield "over", domain_text(claim, step)
    yield "formula", (Code(_formula(logbook, step)),)
    yield "statement", (Code(claim.statement_hash(step)),)
    if step.meets is not None:
        yield "asks whether it is met by", step.meets
    if step.reason is not None:
        yield "repaired", step.reason
    if result.verdict is Verdict.VACUOUS:
        yield "vacuous", why_vacuous(result)
    if result.verdict is Verdict.INCONCLUSIVE and result.reason:
        yield "not decided", result.reason
    if result.witness is not None:
        for line in counterexample(problem, step, result.witness, result.complete):
            name, _, said = line.partition(": ")
            yield name, (Code(said),)


def _formula(logbook: Logbook, step: Step) -> str:
    return formula(step_in_paper_units(step, logbook.claim.degrees), shown_names(logbook.claim, step))


def _commands(logbook: Logbook) -> list[str]:
    """The commands that decide it again and re-check the certificate, each verifier behind what writes it."""
    path = logbook.cited.file.path
    decide = [] if logbook.cited.check is None else [logbook.cited.check]
    return [*decide, logbook.cited.verify, *_verifiers(path)]


def _verifiers(path: Path) -> list[str]:
    commands = []
    for name in ("verifier.py", "verifier.c"):
        commands.append(f"exactua verifier --emit {name}")
        *prepare, run = emitting.commands(Path(name))
        commands += [*prepare, run.replace("CERTIFICATE", shlex.quote(str(path)))]
    return commands


def _certificate(logbook: Logbook) -> Iterator[tuple[str, Words]]:
    file = logbook.cited.file
    yield "version", f"exactua {logbook.version}"
    yield "certificate", (Code(str(file.path)),)
    yield "digest", (Code(file.digest),)
    yield (
        "what it is of",
        "the digest is of what was decided: statements, networks, points, counts, counterexamples; machine, evaluator "
        "and number of processes are outside of it",
    )
    yield "re-checked in this run", f"{sentence(logbook.verification)}{file.by_evidence}"


def _control(logbook: Logbook) -> Iterator[Block]:
    search = logbook.search
    if search.control is None:
        yield Paragraph(no_control(logbook))
        if search.undecided:
            told = [f"{changed}: {reason}" for changed, reason in search.undecided[:MOST_UNDECIDED]]
            more = len(search.undecided) - len(told)
            yield Items([*told, *([f"and {more:,} more"] if more else [])])
        return
    control = search.control
    broken = control.broken
    yield Paragraph(
        (
            "The same check with one thing changed is ",
            Strong("refuted"),
            f": its step {broken.step.name} holds above. {_tried(search)}",
        )
    )
    yield Fields([*_control_fields(control)])


def _control_fields(control: Control) -> Iterator[tuple[str, Words]]:
    broken = control.broken
    stated = control.kind in ("sharpened bound", "changed statement", "changed network")
    yield "kind", control.kind
    changed, becomes = apart(control.changed, control.becomes) if stated else (control.changed, control.becomes)
    yield "as it is", (Code(changed),) if stated else changed
    yield "in its place", (Code(becomes),) if stated else becomes
    yield "step", f"{broken.step.name} ({broken.step.kind.value}): {broken.step.says}"
    yield "least counterexample", where(broken)
    if control.replay:
        yield ("the values there" if stated else "again"), (Code(control.replay),)


def apart(before: str, after: str) -> tuple[str, str]:
    """Two formulas as they are, or of long ones where they differ, with what stands around that."""
    if max(len(before), len(after)) <= LONGEST_FORMULA:
        return before, after
    head = _alike(before, after)
    tail = _alike(before[head:][::-1], after[head:][::-1])
    first, last = max(head - AROUND, 0), max(tail - AROUND, 0)

    def cut(text: str) -> str:
        return f"{'... ' if first else ''}{text[first : len(text) - last]}{' ...' if last else ''}"

    return cut(before), cut(after)


def _alike(first: str, second: str) -> int:
    """How many characters two texts begin with alike."""
    pairs = zip(first, second, strict=False)
    return sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))


def no_control(logbook: Logbook) -> str:
    """Why there is no control, in a sentence."""
    search = logbook.search
    if not search.asked:
        if logbook.decision.verdict is Verdict.REFUTED:
            return "None was looked for: the check itself is refuted, and no judged step holds."
        return "There is none: no judged step holds, so that none can break."
    undecided = f", {len(search.undecided):,} of which {_were(len(search.undecided))} not decided" * bool(
        search.undecided
    )
    tried = (
        "There is none"
        if not search.tried
        else f"There is none among {search.tried:,} changes that were tried{undecided}"
    )
    stopped = "; the budget was over before all were tried" if search.stopped else ""
    known = "" if search.tried else ": nothing is known that could be changed"
    return f"{tried}{known}{stopped}."


def _tried(search: ControlSearch) -> str:
    """How many changes were tried before the one that is refuted."""
    before, undecided = search.tried - 1, len(search.undecided)
    if not before:
        return "It is the first change that was tried."
    if not undecided:
        return f"{counted(before, 'change')} {_were(before)} tried before, and none of them is refuted."
    tried = f"{counted(before, 'change')} {_were(before)} tried before"
    return f"{tried}, {undecided:,} of which {_were(undecided)} not decided."


def _were(count: int) -> str:
    return "was" if count == 1 else "were"


def _hanging(logbook: Logbook) -> Iterator[tuple[str, str]]:
    """What the verdict depends on: the kind of a disagreement, and what the data say of it."""
    claim, decision = logbook.claim, logbook.decision
    box = decision.problem.parameters
    for reading in claim.readings:
        yield "reading", f"{reading}; another reading is another statement, which was not decided"
    for part in _open(logbook):
        yield "part", f'"{part.words}" is not decided: {part.why}'
    for hypothesis in claim.hypotheses:
        yield "hypothesis", f"{hypothesis.says}; instances that violate it are no instances of the claim"
    yield from _of_steps(logbook)
    for parameter in claim.parameters:
        others = [choice for choice in parameter.choices if choice != box.get(parameter.name)]
        if others:
            name = parameter.name.replace("_", " ")
            yield "choice", f"{name} {box.get(parameter.name)}; {listed(others)} {_were(len(others))} not decided here"
    if claim.parameters:
        yield "instance", f"no point of other {other_parameters(claim)} was decided here"
    control = logbook.search.control
    if control is not None:
        yield "control", f"with the change above {control.broken.step.name} is refuted"


def _of_steps(logbook: Logbook) -> Iterator[tuple[str, str]]:
    """What the verdict depends on, step by step: vacuous ones, faults and notes, repairs, and proof lines beside it."""
    claim, decision = logbook.claim, logbook.decision
    results = {result.step.name: result for result in decision.results}
    for result in _judged(logbook):
        step = result.step
        name = step.name.removesuffix("@repaired")
        if result.verdict is Verdict.VACUOUS:
            yield "vacuous", f"{step.name} asserts nothing here: {why_vacuous(result)}"
        if result.verdict is Verdict.REFUTED and step.flaw in NOTED:
            yield "note", f"{step.name} is refuted {NOTES[step.flaw]}, which is no fault of the text"
        elif result.verdict is Verdict.REFUTED and step.is_fault:
            yield "fault", f"{step.name} is refuted as printed ({KINDS.get(step.flaw, step.flaw)})"
        if step.name != name:
            yield "repair", f"{step.name} is judged in place of {name} ({_told(results.get(name))}): {step.reason}"
        elif repaired := next((other for other in claim.steps if other.name == f"{name}@repaired"), None):
            told = _told(results.get(repaired.name))
            yield "repair", f"{repaired.name} ({told}) stands beside {name}: {repaired.reason}"
    if lines := [result.step.name for result in decision.refuted_proof_lines]:
        are, count = ("is", "it counts") if len(lines) == 1 else ("are", "they count")
        yield "proof line", f"{listed(lines)} {are} refuted, and not judged; with check --strict {count}"


def _told(result: StepResult | None) -> str:
    """The verdict at this instance, in brackets behind a step's name."""
    return "not decided here" if result is None else f"{word(result.verdict, result.step.objects)} here"


def _data(logbook: Logbook, exit_code: int) -> dict[str, Any]:
    claim, decision, cited = logbook.claim, logbook.decision, logbook.cited
    problem = decision.problem
    domains = {domain.name: domain.points for domain in decision.domains}
    open_parts = {part.words: part.why for part in _open(logbook)}
    return {
        "format": FORMAT,
        "exit_code": exit_code,
        "version": logbook.version,
        "claim": claim.label,
        "title": claim.title,
        "source": claim.source,
        "text": claim.text,
        "paper": logbook.paper,
        "paper_title": logbook.paper_title,
        "reference": None if logbook.reference is None else reference_text(logbook.reference),
        "readings": [{"words": reading.words, "how": reading.how} for reading in claim.readings],
        "hypotheses": [hypothesis.says for hypothesis in claim.hypotheses],
        "parameters": dict(problem.parameters),
        "scope": decision.scope,
        "repaired": logbook.repaired,
        "verdict": decision.verdict.value,
        "words": cited.verdict,
        "judged": list(problem.judged),
        "domains": [
            {"name": spec.name, "points": domains[spec.name], "noun": noun_of(spec)} for spec in problem.domains
        ],
        "parts": [
            {"words": part.words, "decided": part.words not in open_parts, "steps": list(part.steps),
             "why": open_parts.get(part.words)}
            for part in problem.parts
        ],
        "steps": [_step_data(logbook, result) for result in decision.results],
        "certificate": {
            "file": str(cited.file.path),
            "digest": cited.file.digest,
            "verified": as_data(logbook.verification),
        },
        "check": cited.check,
        "verify": cited.verify,
        "verifiers": _verifiers(cited.file.path),
        "control": _control_data(logbook),
        "hangs_on": [{"kind": kind, "says": says} for kind, says in _hanging(logbook)],
        "may_be_claimed": cited.said.may,
        "may_not": cited.said.may_not,
    }  # fmt: skip


def _step_data(logbook: Logbook, result: StepResult) -> dict[str, Any]:
    step, problem = result.step, logbook.decision.problem
    told = [] if result.witness is None else [*counterexample(problem, step, result.witness, result.complete)]
    return {
        "name": step.name,
        "kind": step.kind.value,
        "judged": step.name in problem.judged,
        "verdict": result.verdict.value,
        "reason": result.reason,
        "says": step.says,
        "quotes": [_quote(quote) for quote in logbook.quotes.get(step.name, ())],
        "over": domain_text(logbook.claim, step),
        "formula": _formula(logbook, step),
        "statement": logbook.claim.statement_hash(step),
        "points": result.points,
        "applicable": result.applicable,
        "failures": result.failures,
        "repairs": step.reason,
        "witness": None if result.witness is None else witness_data(step, result.witness, problem.has_reals(step)),
        "counterexample": told,
    }


def _quote(quote: Quote) -> dict[str, str]:
    return {"text": quote.text, "section": quote.section, "page": quote.page}


def _control_data(logbook: Logbook) -> dict[str, Any]:
    search = logbook.search
    control = search.control
    return {
        "asked": list(search.asked),
        "tried": search.tried,
        "undecided": [{"changed": changed, "reason": reason} for changed, reason in search.undecided],
        "stopped": search.stopped,
        "none": no_control(logbook) if control is None else None,
        "first": None if control is None else _first(control),
    }


def _first(control: Control) -> dict[str, Any]:
    broken = control.broken
    witness = broken.witness
    assert witness is not None
    return {
        "kind": control.kind,
        "changed": control.changed,
        "becomes": control.becomes,
        "step": broken.step.name,
        "parameters": dict(broken.problem.parameters),
        "there": where(broken),
        "witness": witness_data(broken.step, witness, broken.problem.has_reals(broken.step)),
        "points": broken.points,
        "failures": broken.failures,
        "replay": control.replay or None,
    }
