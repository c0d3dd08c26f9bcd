"""`exactua audit`: can the checker say no? Mutants of claims, put to every evaluator and verifier."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from exactua.console import completion
from exactua.console.formats import format_option, tell_document
from exactua.console.help import Command
from exactua.console.options import (
    BOX_OPTIONS,
    box_options,
    budget_option,
    jobs_by_core,
    parameter_boxes,
    tell_namesakes,
)
from exactua.console.output import OutputFile, cores, require_output
from exactua.errors import InputError
from exactua.plurals import counted


@click.command(
    "audit",
    cls=Command,
    short_help="Change claims on purpose; see who detects it.",
    examples=(
        "exactua audit lemma8",
        "exactua audit my_lemma.py::lemma --d 2 --n 3 --mutants 5",
    ),
    rare="--tie-rule --only --harmless --score",
)
@click.argument("labels", metavar="[CLAIM]...", nargs=-1, shell_complete=completion.labels_or_papers)
@box_options
@click.option(
    "--over",
    metavar="NAME",
    multiple=True,
    shell_complete=completion.words(("network", "term", "certificate")),
    help="Only network, term or certificate (repeatable).",
)
@click.option(
    "--seed", default=0, metavar="N", type=click.IntRange(0), help="Seed that chooses the mutants.", show_default=True
)
@click.option(
    "--mutants",
    default=1,
    metavar="N",
    type=click.IntRange(1),
    help="Mutants of each operator and claim.",
    show_default=True,
)
@click.option("--only", metavar="ID", help="Decide one mutant again, by its id.")
@click.option("--harmless", is_flag=True, help="Also show harmless mutants and those without an answer.")
@jobs_by_core
@budget_option("Time that it may take")
@click.option("-o", "--output", type=OutputFile(), metavar="FILE", help="Write the result there.")
@click.option("--score", type=OutputFile(), metavar="FILE", help="Write the scores of the claims there, as JSON.")
@format_option
def command(labels: tuple[str, ...], **options: Any) -> int:
    """Change CLAIMs (claims, steps or papers; all that come with exactua by default) on purpose, and see who says no.

    Mutation operators change weights, ranges and layers of a claim's networks, relations, constants, indices and
    quantifiers of its statements, and fields of its certificates; --seed chooses --mutants of each. The literal
    evaluator, the fast ones and the verifiers decide them. They have to agree, and the verifiers to refuse a
    certificate that says nothing is wrong.

    \b
    Exit codes: 0 every mutant that is not equivalent was caught; 1 one survived; 2 wrong usage;
    3 the budget ran out; 4 an evaluator or a verifier disagrees with the others.
    """
    from exactua.commands.audit import words as audits
    from exactua.commands.audit.score import SCORE, written
    from exactua.commands.audit.work import Settings, audit, audit_one, over_of, tasks_of
    from exactua.console.progress import progress_bar
    from exactua.output_files import require_writable, write_text

    require_output(options["output"])
    if options["score"] is not None:
        require_writable(options["score"], "score", SCORE)
    settings = Settings(options["seed"], options["mutants"], over_of(options["over"]))
    boxed = any(options[name] not in (None, ()) for name in BOX_OPTIONS)
    if options["only"] is not None:
        if labels or boxed:
            raise InputError("only: an id names its claim and its instance; leave out other arguments")
        table = audit_one(options["only"], settings)
    else:
        tasks = tasks_of(labels)
        if boxed:
            from exactua.claims.registry import find

            if len(tasks) != 1:
                raise InputError("box: --d, --n, --delta and -p go with one claim; leave them out, or name one")
            claim, _ = find(tasks[0].label)
            boxes = parameter_boxes(claim, **{name: options[name] for name in BOX_OPTIONS})
            tasks = [replace(tasks[0], boxes=tuple(boxes))]
        with progress_bar(quiet=False, noun="mutants") as progress:
            table = audit(tasks, settings, jobs=options["jobs"] or cores(), budget=options["budget"], progress=progress)
    for label in labels:
        tell_namesakes(label)
    alone = options["only"] is not None
    document = audits.alone(table) if alone else audits.document(table, labels, options["harmless"])
    tell_document(document, options["output"], counted(len(table.rows), "mutant"), options["output_format"])
    if options["score"] is not None:
        write_text(options["score"], written(table), "score", SCORE)
    return table.exit_code
