"""`exactua verify`: certificates recomputed by the independent verifier, and compared with the claims they name."""

from __future__ import annotations

import re
from pathlib import Path

import click

from exactua.console import completion
from exactua.console.help import Command
from exactua.console.options import one_of, text_or_json
from exactua.console.output import say, say_data
from exactua.errors import InputError

ALL = "all"
"""In place of the name of a verifier: each of them."""


def _verifiers() -> tuple[str, ...]:
    """The verifiers that can be asked, for a shell."""
    from exactua.commands.verify.work import VERIFIERS

    return (*VERIFIERS, ALL)


@click.command(
    "verify",
    cls=Command,
    short_help="Re-check certificates with the independent verifier.",
    examples=(
        "exactua verify .exactua/lemma8.d2n3m2.json",
        "exactua verify theirs.json --claims my_lemma.py",
    ),
    rare="--seed",
)
@click.argument(
    "certificates",
    nargs=-1,
    required=True,
    metavar="CERT...",
    type=click.Path(path_type=Path),
    shell_complete=completion.certificates,
)
@click.option(
    "--sample", type=click.IntRange(1), metavar="K", help="Recompute K points of each domain; confirm nothing."
)
@click.option("--seed", metavar="HEX", help="Seed of a sample: 32 hexadecimal digits; random if not given.")
@click.option("--every-point", is_flag=True, help="Recompute every point, also where evidence decides.")
@click.option(
    "--seconds",
    type=click.FloatRange(0),
    default=600,
    metavar="N",
    help="Wall-clock seconds for each file; 0: no limit.",
    show_default=True,
)
@click.option(
    "--claims",
    "paper",
    metavar="FILE",
    shell_complete=completion.claim_files,
    help="Compare with the claims of your file my_lemma.py too, or of an installed package.",
)
@click.option(
    "--with",
    "by",
    default="python",
    metavar="NAME",
    shell_complete=completion.words(_verifiers),
    help="The verifier that is asked: python, c or proved; all: each of them.",
    show_default=True,
)
@text_or_json
def command(
    certificates: tuple[Path, ...],
    sample: int | None,
    seed: str | None,
    every_point: bool,
    seconds: float,
    paper: str | None,
    by: str,
    output_format: str,
) -> int:
    """Re-check certificates: CERT is the file that `exactua check` or another command wrote, or a folder of such files.

    The verifier shares no code with what wrote the file. It decides every point again, one by one, or a step with
    complete evidence by that evidence. It takes a sample if you ask, or if all points would take longer than --seconds.
    A certificate has statements of its own; verify compares them with the installed claim of that name. It never runs
    or opens what a certificate names. .exactua/verified keeps the answer, for list, cite, regress and report.

    For c and proved it asks exactua-verifier-c or -ml on the PATH if of this version, else one that it compiles
    once. The proved one's checker, in Rocq, confirms nothing false; it does not decide all (docs/proved-verifier.md).

    \b
    Exit codes: 0 the certificate is confirmed, whatever its verdict: everything in it was recomputed;
    1 it is not, or it is and has another statement under the name of a claim; 2 wrong usage, an
    unreadable file, or a folder without a certificate; 3 points were only sampled, it holds something
    that this verifier cannot interpret, or there was not enough time; 4 the verifiers disagree.

    Of several files: 4 before 1, 1 before 2, 2 before 3, 3 before 0.
    """
    from exactua.claims.registry import claims_of
    from exactua.commands.verify.words import block, document, summary
    from exactua.commands.verify.work import PYTHON, VERIFIERS, How, Verified, overall, verified
    from exactua.evidence.compiled_verifiers import PROVED, program
    from exactua.evidence.verifications import keep

    if seed is not None and not re.fullmatch("[0-9a-f]{32}", seed):
        raise InputError(f"seed: {seed[:60]!r} is not valid; give 32 hexadecimal digits, in lower case")
    one_of(by, (*VERIFIERS, ALL), "with")
    asked = VERIFIERS if by == ALL else (by,)
    if sample is not None and PROVED in asked:
        raise InputError(f"sample: the proved verifier samples nothing; give --with python or c, not {by}")
    for name in asked:
        if name != PYTHON:
            program(name)  # whatever comes of the files, it is said first if it can't be built
    how = How(sample, seed, seconds, every_point, () if paper is None else claims_of(paper), asked)
    several = len(certificates) > 1 or certificates[0].is_dir()
    files: list[Verified] = []
    others: list[Path] = []
    for outcome in verified(certificates, how):
        if not isinstance(outcome, Verified):
            others.append(outcome)
            continue
        files.append(outcome)
        if output_format == "text":
            say(*block(outcome, several))
        if outcome.record is not None:
            try:
                keep(outcome.record)
            except InputError as error:
                say(f"note: it is not remembered: {error}", err=True)
    if output_format == "json":
        say_data(document(files, others))
    elif several:
        say(summary(files, others))
    return overall(files)
