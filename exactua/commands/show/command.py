"""`exactua show`: what a claim says, step by step."""

from __future__ import annotations

from typing import Any

import click

from exactua.console import completion
from exactua.console.help import Command
from exactua.console.instances import single_box
from exactua.console.options import box_options, formats, tell_namesakes
from exactua.console.output import say, say_data


@click.command(
    "show",
    cls=Command,
    short_help="Show what a claim says, step by step.",
    examples=(
        "exactua show lemma8",
        "exactua show lemma8.property3 --d 2 --n 3",
    ),
)
@click.argument("label", shell_complete=completion.labels)
@box_options
@formats(("text", "json", "latex"), "text, json or latex.")
def command(label: str, output_format: str, **box: Any) -> int:
    """Show what LABEL, such as lemma8 or lemma8.property3, states: its names, its steps and their formulas.

    With --d and --n (and --delta) show adds the values and the networks of that instance. Behind each step stand twelve
    digits of its statement hash, and its scopes: enumerated, symbolic, all D, general (docs/proofs.md). --format json
    has the whole hash, and the terms as data. --format latex sets the formulas for a paper that loads amsmath.
    'read by' names who signed the step off (exactua signoff).

    Exit codes: 0 shown; 2 wrong usage.
    """
    from exactua.claims.registry import find
    from exactua.commands.audit.score import told
    from exactua.errors import InputError
    from exactua.evidence.scopes import theorems_about
    from exactua.evidence.scopes import told as told_scopes
    from exactua.evidence.signoffs import Readers, here
    from exactua.evidence.statements import document, instance
    from exactua.printing.statements import report

    claim, step = find(label)
    tell_namesakes(label)
    problem = None
    if any(given not in (None, ()) for given in box.values()):
        problem = instance(claim, single_box(claim, **box), (step,) if step else ())
    if output_format == "json":
        say_data(document(claim, step, problem, theorems_about(claim), Readers(here())))
    elif output_format == "latex":
        from exactua.printing.typeset_statements import in_latex

        if problem is not None:
            raise InputError("format: latex shows a claim without an instance; leave out what gives one")
        say(*in_latex(claim, step))
    else:
        hashes = {known.name: claim.statement_hash(known) for known in claim.steps}
        scopes = {name: told.words for name, told in told_scopes(claim).items()}
        readers = Readers(here())
        read_by = {known.name: readers.of(claim, known, hashes[known.name]) for known in claim.steps}
        say(*report(claim, step, hashes, problem, scopes, theorems_about(claim), read_by))
        if step is None and (score := told(claim)) is not None:
            say("", f"audit: {score}")
    return 0
