"""A claim: its text, its names, and its steps in the paper's order, typeset. No verdict: that is of an instance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from exactua.claims.claim import Claim
from exactua.claims.paper_units import term_in_paper_units, with_delta
from exactua.claims.problem import Step
from exactua.claims.verdicts import Part, StepKind
from exactua.plurals import counted
from exactua.printing import mathematics_in_words, statements, typeset_statements
from exactua.printing.documents import Block, Document, Paragraph, Strong, Table, Words
from exactua.printing.notebook import formulas
from exactua.printing.text import HEADINGS
from exactua.terms.language import Term


def prompt(claim: Claim) -> Iterator[str]:
    """The lines at the prompt."""
    yield f"Claim {claim.label}: {claim.title}, {claim.source}"
    if claim.text:
        yield f"  {' '.join(claim.text.split())}"
    yield f"  parameters: {', '.join(parameter.name for parameter in claim.parameters) or 'none'}"
    if claim.hypotheses:
        yield f"  hypotheses: {'; '.join(hypothesis.says for hypothesis in claim.hypotheses)}"
    if claim.networks:
        yield f"  networks: {', '.join(claim.networks_in_short)}"
    for kind in StepKind:
        names = [step.name for step in claim.steps if step.kind is kind]
        if names:
            noun = kind.value if kind is StepKind.PROOF_LINE else f"{kind.value} step"
            yield f"  {counted(len(names), noun)}: {', '.join(names)}"
    if not claim.steps:
        yield "  no steps"


def document(claim: Claim) -> Document:
    """The same with definitions, operands and steps, typeset."""
    blocks: list[Block] = [Paragraph((Strong(claim.label), f": {claim.title}, {claim.source}"))]
    if claim.text:
        blocks.append(Paragraph(mathematics_in_words.typeset(" ".join(claim.text.split()))))
    if claim.parts:
        parts = [tuple(map(mathematics_in_words.typeset, (part.words, _decided(part)))) for part in claim.parts]
        blocks.append(Table([("part of the statement", "decided"), *parts]))
    parameters = [
        (_name(parameter.name), mathematics_in_words.typeset(parameter.explained)) for parameter in claim.parameters
    ]
    blocks.append(Table([("parameter", "meaning"), *parameters]))
    if claim.hypotheses:
        says = "; ".join(hypothesis.says for hypothesis in claim.hypotheses)
        blocks.append(Paragraph(mathematics_in_words.typeset(f"hypotheses: {says}")))
    if names := [*_names(claim)]:
        blocks.append(Table([("name", "stands for"), *names]))
    for kind, asked, heading in HEADINGS:
        chosen = [step for step in claim.steps if step.kind is kind and step.is_question is asked]
        if chosen:
            blocks.append(Table([("step", "what it says"), *(_row(claim, step) for step in chosen)], title=heading))
    return Document(blocks, None)


def _decided(part: Part) -> str:
    """By which steps and theorems, or why none decides it."""
    if not part.undecided:
        return part.decided_by
    by = f"{part.decided_by}; otherwise " if part.decided_by else ""
    return f"{by}not decided: {part.why}"


def _name(name: str) -> Words:
    return (formulas.typeset(name, lambda form: typeset_statements.name(name, form)),)


def _names(claim: Claim) -> Iterator[tuple[Words, ...]]:
    """What the names in the formulas stand for, in the paper's unit."""
    names = statements.shown_names(claim)
    written: dict[str, tuple[Term, Mapping[Term, str]]] = {}
    written |= {name: (term, {}) for term, name in statements.reading_vectors(claim).items()}
    written |= {name: (term, with_delta(names)) for name, term in statements.shown_definitions(claim).items()}
    operands = {name: term_in_paper_units(operand.term, claim.degrees) for name, operand in claim.operands.items()}
    written |= {name: (term, names) for name, term in operands.items()}
    for name, (term, known) in written.items():
        yield _name(name), (_operand(term, known),)


def _operand(term: Term, names: Mapping[Term, str]) -> str:
    text = statements.operand_text(term, names)
    return formulas.typeset(text, lambda form: typeset_statements.operand(term, names, form))


def _row(claim: Claim, step: Step) -> tuple[Words, ...]:
    asks = (f"asks whether it is met by {step.meets}",) if step.meets is not None else ()
    repaired = (f"repaired: {step.reason}",) if step.reason is not None else ()
    return (Strong(step.name),), formulas.says(step, formulas.statement_of_claim(claim, step), (*asks, *repaired))
