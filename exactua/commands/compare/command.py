"""`exactua compare`: which kinds of layers tell the contexts of given sequences apart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from exactua.console.formats import format_option, tell_document
from exactua.console.help import Command
from exactua.console.options import budget_option, jobs_option, memory_option, precision_option
from exactua.console.output import say
from exactua.plurals import counted


@click.command(
    "compare",
    cls=Command,
    short_help="Compare layers as contextual mappings of your data.",
    examples=(
        "exactua compare sequences.json",
        "exactua compare sequences.json --networks networks/ --format markdown",
    ),
)
@click.argument("points", type=click.Path(path_type=Path))
@jobs_option
@budget_option("Time for a definition")
@memory_option()
@precision_option
@click.option("--certificates", type=click.Path(path_type=Path), metavar="FOLDER", help="Folder for the certificates.")
@click.option("--networks", type=click.Path(path_type=Path), metavar="FOLDER", help="Folder for the networks.")
@click.option("--no-certificate", is_flag=True, help="Write no certificates.")
@format_option
def command(points: Path, **options: Any) -> int:
    """Compare layers at the sequences of the JSON file POINTS: a list of matrices, each a list of its d rows.

    compare builds a hardmax stack (Yun et al. 2020), one softmax layer (Kajitsuka and Sato 2024), one hardmax layer,
    average attention, a bi-linear projection and a separable convolution for these sequences. It decides exactly
    whether each is a contextual mapping, by three definitions. It computes the least distance of ids that must differ,
    and whether float16, float32 and float64 could separate such ids.

    \b
    Exit codes: 0 everything was decided; 2 wrong usage; 3 something is inconclusive, or interrupted;
    4 the evaluators disagree.
    """
    from exactua.arithmetic.reals import precision
    from exactua.certificates.writing import certificate, write
    from exactua.claims.verdicts import Verdict
    from exactua.commands.compare import words as comparisons
    from exactua.commands.compare.work import compare, read_sequences
    from exactua.console.progress import progress_bar
    from exactua.deciding.interrupts import OutOfBudget
    from exactua.networks.files import write_network
    from exactua.output_files import make_folder, require_folder

    chosen = options["output_format"]
    given = read_sequences(points)
    folder: Path = options["certificates"] or Path(".exactua")
    if not options["no_certificate"]:
        require_folder(folder, "certificates")
    if options["networks"] is not None:
        make_folder(options["networks"], "networks")
    rows, paths, interrupted = [], dict[str, str](), False
    try:
        with precision(options["precision"]), progress_bar(quiet=chosen != "text", noun="layers"):
            for row in compare(given, budget=options["budget"], jobs=options["jobs"]):
                rows.append(row)
                stem = f"compare.{row.name.replace(' ', '_').replace('-', '_')}"
                if options["networks"] is not None and row.network is not None:
                    write_network(options["networks"] / f"{stem}.{points.stem}.json", row.network)
                if options["no_certificate"]:
                    continue
                for key, answer in row.answers.items():
                    path = folder / f"{stem}.{key}.{points.stem}.json"
                    write(path, certificate(answer.decision))
                    paths[f"{row.name}:{key}"] = str(path)
    except KeyboardInterrupt as error:
        if isinstance(error, OutOfBudget) or not rows:
            raise
        interrupted = True
    verdicts = [answer.verdict for row in rows for answer in row.answers.values()]
    code = 3 if interrupted or Verdict.INCONCLUSIVE in verdicts else 0
    if interrupted:
        say("exactua: interrupted; the comparisons so far follow", err=True)
    heading = f"{counted(given.count, 'sequence')} of {points}: d = {given.d}, n = {given.n}"
    tell_document(comparisons.document(heading, rows, paths, code), None, "", chosen)
    if paths and chosen == "text":
        say(f"certificates {folder}")
    return code
