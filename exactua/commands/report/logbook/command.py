"""`exactua report logbook`: one check with all that somebody else needs to do it again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from exactua.console import completion
from exactua.console.help import Command
from exactua.console.options import (
    BOX_OPTIONS,
    box_options,
    budget_option,
    formats,
    given_among,
    kept_in_option,
    tell_namesakes,
)
from exactua.console.output import OutputFile, require_output, say, tell
from exactua.errors import InputError

if TYPE_CHECKING:
    from exactua.commands.report.logbook.record import Logbook
    from exactua.printing.citations import Undecided

FORMATS: Final = ("markdown", "json")


@click.command(
    "logbook",
    cls=Command,
    short_help="One check as a page for a reproduction report.",
    examples=(
        "exactua report logbook lemma10 --d 1 --n 2",
        "exactua report logbook .exactua/lemma8.d2n3m2.json -o lemma8.md",
    ),
    rare="--tie-rule",
)
@click.argument("label", metavar="CLAIM", shell_complete=completion.labels_or_certificates)
@box_options
@click.option("--repaired", is_flag=True, help="Decide the repaired steps, not the printed ones.")
@kept_in_option("Where the certificate is kept.")
@budget_option("Time for the check, the verifier, and the control", "60s")
@click.option("-o", "--output", type=OutputFile(), metavar="FILE", help="Write it there.")
@formats(FORMATS)
def command(label: str, **options: Any) -> int:
    """Write down one check so that somebody else can do it again, for a reproduction report.

    CLAIM is a claim, such as lemma8, a step, my_lemma.py::lemma, or a certificate of a claim that comes with exactua:
    FILE.json. logbook decides it at the one instance that --d, --n, --delta, --tie-rule or -p name, keeps the
    certificate and asks the verifier about it.

    \b
    Exit codes: 0 written, whatever the verdict, and the verifier confirmed the certificate in full;
    1 written, and the verifier does not confirm the certificate; 2 wrong usage;
    3 nothing is written, as the check is inconclusive, or it is written, and the certificate was only
    sampled or not re-checked; 4 the evaluators disagree.

    \f
    The page has the paper and the place, every step with its words, formula, hash and verdict, the points, the commands
    that repeat and re-check it, and what the verdict depends on.

    The page has a negative control, too: the same check with one change that is refuted, with the least counterexample.
    logbook first tries at this instance what relax drops. Then it tries bounds, as sharp as sharpen finds them here;
    hypotheses on the parameters, where an instance violates them; and changes of the statement, as audit makes them.
    Where none is refuted, the page says so.
    """
    from exactua.claims.verification import in_full, refused
    from exactua.commands.report.logbook.words import document, title
    from exactua.printing.citations import Undecided
    from exactua.printing.renderers import RENDERERS

    require_output(options["output"])
    logbook = _logbook(label, options)
    if isinstance(logbook, Undecided):
        say(f"nothing is written: {logbook.command} is inconclusive: {logbook.reason}", err=True)
        return 3
    code = 1 if refused(logbook.verification) else 0 if in_full(logbook.verification) else 3
    form: str = options["output_format"]
    tell(RENDERERS[form].write(document(logbook, code)), options["output"], title(logbook), form)
    return code


def _logbook(label: str, options: dict[str, Any]) -> Logbook | Undecided:
    from exactua.claims.registry import find, is_paper
    from exactua.commands.report.logbook.work import AS_WRITTEN, REPAIRED, of_certificate, of_instance
    from exactua.console.instances import single_box
    from exactua.console.progress import progress_bar

    if label.lower().endswith(".json"):
        for _, option in given_among(options, (*BOX_OPTIONS, "repaired")):
            raise InputError(f"label: {label} is a certificate, which has its own instance; leave out {option}")
        with progress_bar(quiet=False) as progress:
            return of_certificate(Path(label), options["budget"], progress)
    if is_paper(label):
        raise InputError(f"label: {label} is a paper; name one of its claims")
    claim, step = find(label)
    tell_namesakes(label)
    box = single_box(claim, **{name: options[name] for name in BOX_OPTIONS})
    judged = REPAIRED if options["repaired"] else AS_WRITTEN
    with progress_bar(quiet=False) as progress:
        return of_instance(claim, step, box, judged, options["folder"], options["budget"], progress)
