"""`exactua derive`: a bound, line by line of its proof: equations as identities of sympy, and all decided exactly."""

from __future__ import annotations

from typing import Any

import click

from exactua.console import completion
from exactua.console.help import Command
from exactua.console.instances import single_box
from exactua.console.options import about_data, box_options, tell_namesakes
from exactua.console.output import say
from exactua.errors import InputError

MOST_WORK = 300
"""Points, as the ladder counts them, of an instance that is decided where none is given."""


@click.command(
    "derive",
    cls=Command,
    short_help="Derive a bound, line by line of its proof.",
    examples=(
        "exactua derive lemma10.upper_bound",
        "exactua derive lemma10.lower_bound --d 2 --n 3",
    ),
)
@click.argument("label", shell_complete=completion.labels)
@box_options
@about_data()
def command(label: str, **box: Any) -> int:
    """Derive LABEL, a step such as lemma10.upper_bound, from the other lines of its claim.

    derive chains the lines that lead from one side to the other. sympy says of each equation whether it is an identity
    in the parameters. exactua decides each line, and the bound itself, at the instance of --d, --n, ... or, without
    one, at the small instances of the default ladder.

    \b
    Exit codes: 0 every line holds; 1 one is refuted; 2 wrong usage; 3 one is inconclusive;
    5 the bound is vacuous at every instance.
    """
    from exactua.claims.registry import find
    from exactua.claims.verdicts import Verdict
    from exactua.commands.derive.work import derive, lines
    from exactua.evidence.boxes import ladder, work

    claim, step = find(label)
    tell_namesakes(label)
    claim.require_steps()
    if step is None:
        raise InputError(f"label: {label} is a claim; give one of its steps, such as {label}.{claim.steps[0].name}")
    if any(given not in (None, ()) for given in box.values()):
        instances = [single_box(claim, **box)]
    else:
        instances = [values for values in ladder(claim) if work(claim, values) <= MOST_WORK]
    if not instances:
        raise InputError(f"label: {claim.label} has no small instance on its ladder; give one, such as --d 1 --n 2")
    derived = derive(claim, step, instances)
    say(*lines(derived))
    reached = {verdict for verdicts in derived.verdicts.values() for verdict in verdicts}
    if Verdict.REFUTED in reached:
        return 1
    if Verdict.INCONCLUSIVE in reached:
        return 3
    return 5 if set(derived.verdicts[step]) == {Verdict.VACUOUS} else 0
