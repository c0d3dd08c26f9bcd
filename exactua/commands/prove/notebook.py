"""A general result at the prompt and in a notebook: the verdict, and of each step the theorem or why there is none."""

from __future__ import annotations

from collections.abc import Iterator

from exactua.certificates.proofs import Proof, domain_of
from exactua.claims.verdicts import StepKind, phrase
from exactua.commands.prove.words import decided_parts, open_parts, step_cells
from exactua.plurals import counted
from exactua.printing.documents import Block, Document, Items, Judged, Paragraph, Strong, Table


def prompt(proof: Proof) -> Iterator[str]:
    """The lines at the prompt."""
    yield f"Proof of {proof.claim.label} for {_domain(proof)}"
    yield f"  verdict: {_verdict(proof)} (scope general)"
    if proof.recorded is not None:
        yield f"  {_recorded(proof)}"
    yield f"  {_counts(proof)}"
    yield from (f"  {line}" for line in (*decided_parts(proof), *open_parts(proof)))


def document(proof: Proof) -> Document:
    """The same with every step."""
    blocks: list[Block] = [
        Paragraph((Strong(proof.claim.label), f": {proof.claim.title}, {proof.claim.source}")),
        Paragraph((Judged(_verdict(proof), proof.verdict), f" for {_domain(proof)}; {_counts(proof)}")),
    ]
    if proof.recorded is not None:
        blocks.append(Paragraph(_recorded(proof)))
    if parts := [*decided_parts(proof), *open_parts(proof)]:
        blocks.append(Items(parts))
    for kind in StepKind:
        rows = [step_cells(proof, proved) for proved in proof.steps if proved.step.kind is kind]
        if rows:
            blocks.append(Table([("for all parameters", "step", "by"), *rows], title=kind.value))
    if proof.written:
        blocks.append(Table([("theorem",), *((theorem.text,) for theorem in proof.written)], title="theorems about it"))
    return Document(blocks, None)


def _domain(proof: Proof) -> str:
    return domain_of(proof.claim, of_delta=True)


def _recorded(proof: Proof) -> str:
    return f"nothing was proved here, this is the record that comes with exactua: {proof.recorded}"


def _verdict(proof: Proof) -> str:
    return phrase(proof.verdict, proof.claim.objects(proof.judged))


def _counts(proof: Proof) -> str:
    word = "general" if proof.recorded is None else "recorded as general"
    return f"{sum(step.general for step in proof.steps)} of {counted(len(proof.steps), 'step')} {word}"
