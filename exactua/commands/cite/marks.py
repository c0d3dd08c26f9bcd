r"""`cite --format latex`: the mark of each certificate, which `tex check` reads, with the data that set it."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Final

from exactua.claims.registry import command_of
from exactua.claims.verdicts import Scope
from exactua.claims.verification import NOT_VERIFIED, state
from exactua.commands.report.latex import data_of, names
from exactua.evidence.marked_statements import marked_statement
from exactua.plurals import counted
from exactua.printing.citations import Citation, Cited, CitedAnswer
from exactua.printing.scope_subjects import whole
from exactua.python_files import SEPARATOR

MOST_COMMANDS: Final = 3
"""How many commands that verify are said."""


def mark_lines(citation: Citation) -> Iterator[str]:
    """For each certificate the data that exactua.sty needs, and the mark; a comment where there is none."""
    if not citation.certificates:
        yield "% no certificate, so no mark"
    for cited in citation.certificates:
        yield f"% {cited.title}"
        if why := _unmarked(cited):
            yield f"% no mark: {why}"
            continue
        yield from data_of(cited.claim, cited.file)
        yield from mark(cited)


def _unmarked(cited: Cited) -> str:
    """Why a certificate has no mark; "" of one that has."""
    if isinstance(cited, CitedAnswer):
        return "it is of no claim's steps"
    if len(cited.file.judged) > 1 and not whole(cited.claim, cited.file.judged):
        return "it judges several steps, and not the whole statement; cite each of them"
    return ""


def marked(citation: Citation) -> list[Cited]:
    """The certificates that have a mark."""
    return [cited for cited in citation.certificates if not _unmarked(cited)]


def hints(citation: Citation) -> Iterator[str]:
    """What is left to do about the marks: to verify certificates, and to check marks of claims of somebody's file."""
    unverified = [cited for cited in marked(citation) if state(cited.file.verified) == NOT_VERIFIED]
    proofs = [cited for cited in unverified if cited.file.scope == Scope.GENERAL]
    others = [cited for cited in unverified if cited.file.scope != Scope.GENERAL]
    for those, then in ((others, " and cite again"), (proofs, "; a mark does not say that a proof was re-checked")):
        if those:
            commands = list(dict.fromkeys(cited.verify for cited in those))
            more = f" and {len(commands) - MOST_COMMANDS} more" if len(commands) > MOST_COMMANDS else ""
            run = f"{'; '.join(commands[:MOST_COMMANDS])}{more}"
            said = "says" if len(those) == 1 else "say"
            yield f"{counted(len(those), 'mark')} {said} '{NOT_VERIFIED}': run {run}{then}"
    files = [command_of(cited.claim).partition(SEPARATOR) for cited in marked(citation)]
    for file in dict.fromkeys(path for path, separator, _ in files if separator):
        yield f"to check the marks of {file}: exactua tex check PAPER.tex --claims {shlex.quote(file)}"


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
