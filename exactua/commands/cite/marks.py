r"""`cite --format latex`: the mark of each certificate, which `tex check` reads, with the data that set it."""

from __future__ import annotations

from collections.abc import Iterator

from exactua.commands.report.latex import data_of, names
from exactua.evidence.marked_statements import marked_statement
from exactua.printing.citations import Citation, Cited, CitedAnswer
from exactua.printing.scope_subjects import whole


def mark_lines(citation: Citation) -> Iterator[str]:
    """For each certificate the data that exactua.sty needs, and the mark; a comment where there is none."""
    if not citation.certificates:
        yield "% no certificate, so no mark"
    for cited in citation.certificates:
        yield f"% {cited.title}"
        if isinstance(cited, CitedAnswer):
            yield "% no mark: it is of no claim's steps"
            continue
        if len(cited.file.judged) > 1 and not whole(cited.claim, cited.file.judged):
            yield "% no mark: it judges several steps, and not the whole statement; cite each of them"
            continue
        yield from data_of(cited.claim, cited.file)
        yield from mark(cited)


def mark(cited: Cited) -> Iterator[str]:
    r"""The lines of the mark of a certificate: `\exactuachecked` with its instance, verdict, statement and digest."""
    label, instance = names(cited.claim, cited.file)
    hashes = {step.name: cited.claim.statement_hash(step) for step in cited.claim.steps}
    said = [instance, f"verdict={cited.file.verdict}"]
    if statement := marked_statement(hashes, cited.file.judged):
        said.append(f"statement={statement}")
    said.append(f"certificate={cited.file.digest}")
    first, *others = said
    yield rf"\exactuachecked[{first},"
    for pair in others[:-1]:
        yield f"  {pair},"
    yield f"  {others[-1]}]{{{label}}}"
