"""`exactua.relax`: what breaks first when something is dropped, and how it shows at the prompt and in a notebook."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from exactua.claims.registry import Named, find, is_paper, standing
from exactua.commands.relax import work
from exactua.commands.relax.record import Finding, Outcome, RelaxationTable
from exactua.commands.relax.words import HEAD, breaks, cells, heading, scope, where
from exactua.console.python_arguments import further_sizes, processes, sizes
from exactua.deciding.shards import Progress
from exactua.errors import InputError, told_in_arguments
from exactua.printing.documents import Block, Document, Paragraph, Strong, Table, Words


@told_in_arguments()
def relax(
    label: Named,
    drop: str | None = None,
    *,
    d: object = None,
    n: object = None,
    delta: object = None,
    jobs: int = 1,
    progress: Progress | None = None,
    **parameters: object,
) -> RelaxationTable:
    """What breaks first when one thing that a claim has is dropped: `drop`, or by default each in turn.

    `label` is a label, a claim or `(claim, "step")`, as `check` takes it, or the name of a paper: "yun2020". `drop` is
    such as "delta^{-1} >= 2". `d`, `n` and `delta` leave those instances alone that have one of these values, each a
    number or a list of numbers; n = 1 and delta = 1 are valid. So do further `parameters` of a claim, whose values need
    not be those of its ladder. So many processes (`jobs`) try relaxations; what they
    come to never depends on that.

    Raises InputError for anything wrong with the arguments and where no instance is left, EvaluatorsDisagree if two
    evaluators differ.

    >>> table = relax("lemma10", "delta^{-1} >= 2", d=1, n=2, delta=1)
    >>> [(finding.name, str(finding.outcome)) for finding in table.findings]
    [('delta^-1 >= 2', 'breaks')]
    """
    only: dict[str, Sequence[int | str]] = {**sizes(d, n, delta)}
    if isinstance(label, str) and is_paper(paper := label.removesuffix(":")):
        if drop is not None:
            raise InputError(f"drop: {label} is a paper; name the claim whose {drop!r} is dropped")
        if parameters:
            raise InputError(f"{next(iter(parameters))}: {label} is a paper; name the claim whose parameter is meant")
        return work.relax_paper(paper, only=only, jobs=processes(jobs), progress=progress)
    claim, step = find(label)
    only |= further_sizes(claim, parameters)
    with standing(claim):
        named = claim.found_by if step is None else f"{claim.found_by}.{step}"
        return work.relax(named, drop, only=only, jobs=processes(jobs, claim), progress=progress)


def prompt(table: RelaxationTable) -> Iterator[str]:
    """The lines at the prompt: what breaks first."""
    yield heading(table)
    for finding in sorted(table.findings, key=lambda finding: finding.outcome is not Outcome.BREAKS):
        yield f"  {finding.outcome}: {finding.name}  ->  {finding.becomes}"
        if finding.first is not None:
            yield f"    {breaks(finding.first)}"
            yield f"    {where(finding.first)}"
        elif finding.boxes:
            yield f"    on {scope(finding)}"


def document(table: RelaxationTable) -> Document:
    """The same with all findings, those of each claim in a table."""
    blocks: list[Block] = [Paragraph(f"{heading(table)}; this says nothing about other instances")]
    for label, title, source in table.claims:
        own = [finding for finding in table.findings if finding.claim.split(".")[0] == label]
        if own:
            blocks.append(Table([HEAD, *map(_row, own)], title=f"{label}: {title} ({source})"))
        else:
            blocks.append(Paragraph(f"{label}: nothing here can be relaxed"))
    return Document(blocks, None)


def _row(finding: Finding) -> tuple[Words, ...]:
    dropped, kind, outcome, first, last = cells(finding)
    return dropped, kind, (Strong(outcome),) if finding.outcome is Outcome.BREAKS else outcome, first, last
