"""A citation at the prompt and in a notebook: what is cited, what may be claimed of it, and the BibTeX of it."""

from __future__ import annotations

from collections.abc import Iterator

from exactua.claims.verification import sentence
from exactua.printing.citations import Citation, Cited, reference_text, undecided_lines
from exactua.printing.documents import Block, Code, Document, Lines, Paragraph, Table, Words


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
