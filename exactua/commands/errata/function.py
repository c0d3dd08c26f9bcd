"""`exactua.errata`: the ledger of wrong lines, and how it shows at the prompt and in a notebook."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from exactua.arithmetic.messages import brief
from exactua.claims.claim import Claim
from exactua.claims.ledger import Ledger
from exactua.claims.registry import is_paper, paper_of, standing
from exactua.console.python_arguments import processes, sizes
from exactua.deciding.shards import Progress
from exactua.errors import InputError, told_in_arguments
from exactua.evidence.certificate_folders import from_certificates
from exactua.evidence.ledgers import from_checks, of_claims
from exactua.plurals import counted
from exactua.printing.documents import Document
from exactua.printing.errata import document as page
from exactua.printing.scope_subjects import of_paper


@told_in_arguments()
def errata(
    paper: str | Claim,
    *,
    d: object = None,
    n: object = None,
    delta: object = None,
    certificates: str | Path | None = None,
    jobs: int = 1,
    progress: Progress | None = None,
) -> Ledger:
    """The lines of a paper that are wrong, decided on its default ladder, with all that was found about each.

    `paper` is the name of a paper ("yun2020"), of a file ("my_lemma.py") or of an installed package; or a claim, whose
    lines alone are then decided. `d`, `n` and `delta` leave those instances alone that have one of these values, each a
    number or a list of numbers; of somebody's own claims values that are not on the ladder are tried. `certificates` is
    a folder of certificates, which is taken at its word in place of new checks. So many processes (`jobs`) decide
    instances.

    Raises InputError for anything wrong with the arguments and where no instance is left, EvaluatorsDisagree if two
    evaluators differ.

    >>> lemma7, _ = find("lemma7")
    >>> ledger = errata(lemma7, d=1, n=2, delta="1/3")
    >>> ledger.instances, [row.label for row in ledger.rows]
    (1, ['yun2020:lemma7.range_of_k'])
    """
    only = sizes(d, n, delta)
    if isinstance(paper, Claim):
        if certificates is not None:
            raise InputError("certificates: a folder is read for a paper; give the name of one, or leave it out")
        with standing(paper):
            ledger = of_claims(paper_of(paper), [paper], only, processes(jobs, paper), progress=progress)
        return replace(ledger, title=of_paper(paper))
    if not isinstance(paper, str) or not is_paper(paper):
        raise InputError(f'paper: {brief(paper)} is no paper and no claim; give such as "yun2020" or "my_lemma.py"')
    if certificates is not None:
        if only:
            raise InputError(f"{next(iter(only))}: the certificates have their own instances; leave it out")
        return from_certificates(paper, Path(certificates))
    return from_checks(paper, only, processes(jobs), progress=progress)


def prompt(ledger: Ledger) -> Iterator[str]:
    """The lines at the prompt: the faults, each with what becomes of its conclusion."""
    told = f"{counted(len(ledger.rows), 'fault')} and {counted(len(ledger.notes), 'note')}"
    lines = f"{counted(ledger.steps, 'line')} of {counted(ledger.claims, 'claim')}"
    yield f"Errata of {ledger.title}: {told} in {lines}, at {counted(ledger.instances, 'instance')}"
    if ledger.undecided:
        yield f"  not decided: {counted(len(ledger.undecided), 'line')}"
    for row in (*ledger.rows, *ledger.notes):
        yield f"  {row.label}: {row.kind}" + (f"; its conclusion {row.survival}" if row.conclusion else "")


def document(ledger: Ledger) -> Document:
    """The ledger as the command prints it."""
    return page(ledger, 3 if ledger.undecided else 0)
