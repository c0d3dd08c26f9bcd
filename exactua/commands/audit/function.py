"""`exactua.audit`: can the checker say no to mutants of a claim? And how that shows at the prompt and in a notebook."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from exactua.claims.registry import Named, find, is_paper, standing
from exactua.commands.audit import work
from exactua.commands.audit.record import AuditTable
from exactua.commands.audit.words import ANSWERS, FAILURES, HEADINGS, answer_rows, claim_rows, heading, summary, told
from exactua.console.python_arguments import positive, processes, seconds
from exactua.deciding.shards import Progress
from exactua.errors import InputError, told_in_arguments
from exactua.printing.documents import Block, Document, Items, Lines, Paragraph, Table
from exactua.proving.check import values_of


@told_in_arguments()
def audit(
    *labels: Named,
    d: int | None = None,
    n: int | None = None,
    delta: object = None,
    over: str | Sequence[str] = (),
    seed: int = work.DEFAULT_SEED,
    mutants: int = work.DEFAULT_MUTANTS,
    jobs: int = 1,
    budget: float = work.DEFAULT_BUDGET,
    progress: Progress | None = None,
    **parameters: int | str,
) -> AuditTable:
    """Claims changed on purpose, and who says no: evaluators and verifiers are given the mutants.

    `labels` are labels, claims, `(claim, "step")` or names of papers, one at least. `d`, `n`, `delta` and further
    parameters say at which instance one claim is audited; small instances of its ladder are unless they are given.
    `over` is "network", "term" or "certificate", or several of them; `mutants` of each operator are drawn by `seed`.
    So many processes (`jobs`) judge mutants, for `budget` seconds.

    Raises InputError for anything wrong with the arguments, and where no step of a claim holds at a small instance.

    >>> table = audit("lemma10", d=1, n=2, over="term", delta="1/3")
    >>> table.score[0] == table.score[1] > 0, table.exit_code
    (True, 0)
    """
    if not labels:
        raise InputError('labels: none is given; give a claim, such as audit("lemma8"), or a paper')
    claims = [find(label)[0] for label in labels if not (isinstance(label, str) and is_paper(label.removesuffix(":")))]
    settings = work.Settings(_seed(seed), positive(mutants, "mutants"), work.over_of(_words(over)))
    with standing(*claims):
        tasks = work.tasks_of([_label(label) for label in labels])
        if not (d is None and n is None and delta is None and not parameters):
            if len(tasks) != 1:
                raise InputError("d, n, delta: they go with one claim; leave them out, or give one claim")
            tasks = [replace(tasks[0], boxes=(values_of(find(tasks[0].label)[0], d, n, delta, parameters),))]
        return work.audit(tasks, settings, jobs=processes(jobs, *claims), budget=seconds(budget), progress=progress)


def _label(named: Named) -> str:
    """The label that stands for what is named, while its claim stands."""
    if isinstance(named, str):
        return named
    claim, step = find(named)
    return claim.found_by if step is None else f"{claim.found_by}.{step}"


def _words(over: object) -> Sequence[str]:
    words = (over,) if isinstance(over, str) else over
    if not isinstance(words, (list, tuple)):
        raise InputError(f"over: {over!r} is not valid; give words such as 'term', or a list of them")
    return words


def _seed(seed: object) -> int:
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise InputError(f"seed: {seed!r} is not valid; give an integer >= 0")
    return seed


def prompt(table: AuditTable) -> Iterator[str]:
    """The lines at the prompt: failures come before what is not in the score."""
    score, *others = summary(table, options=False)
    yield heading(table)
    yield f"  {score}"
    for outcome in FAILURES:
        for row in table.of(outcome):
            yield f"  {outcome}: {row.operator} at {row.where}"
    yield from (f"  {line}" for line in others)


def document(table: AuditTable) -> Document:
    """The same with the failures in full, who caught what, and the claims."""
    blocks: list[Block] = [Paragraph(heading(table)), Items([*summary(table, options=False)])]
    blocks += (Lines([*told(row)]) for outcome in FAILURES for row in table.of(outcome))
    blocks.append(Table([ANSWERS, *answer_rows(table)], right=range(1, 5), title="who caught what"))
    by_claim = [("claim", "instances", "steps", *HEADINGS), *claim_rows(table)]
    blocks.append(Table(by_claim, right=range(1, 10), title="by claim"))
    return Document(blocks, None)
