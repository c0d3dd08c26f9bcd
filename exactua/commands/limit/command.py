"""`exactua limit`: how sharp softmax must be, and what floating point makes of it: proved and measured."""

from __future__ import annotations

import json
from collections.abc import Container
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from exactua.console import completion
from exactua.console.formats import tell_document
from exactua.console.help import Command
from exactua.console.instances import single_box
from exactua.console.options import (
    BOX_OPTIONS,
    binary_option,
    box_options,
    budget_option,
    denominator_option,
    device_option,
    memory_option,
    one_of,
)
from exactua.console.output import OutputFile, say
from exactua.errors import InputError
from exactua.plurals import counted
from exactua.printing.renderers import RENDERERS

if TYPE_CHECKING:
    from exactua.commands.limit.instances import LimitInstance
    from exactua.commands.limit.record import Limit

NAMES = {
    "file": "network",
    "written": "point",
    "factors": "lambda",
    "picture": "plot",
    "others": "p",
    "network_name": "network-name",
}
"""Options whose names are others inside."""


def _backends() -> tuple[str, ...]:
    """The names of the backends, for a shell."""
    from exactua.softmax.floats.backends import NAMES as BACKENDS

    return BACKENDS


@click.command(
    "limit",
    cls=Command,
    short_help="Prove and measure how sharp softmax must be.",
    examples=(
        "exactua limit lemma8 --d 2 --n 3 --lambda 1e1:1e6 --dtype float64",
        'exactua limit --network net.json --point "0 1/4" --point "1/4 0"',
        "exactua limit lemma8 --d 2 --n 2 --lambda 2^4:2^10 --dtype bfloat16 --certify",
    ),
    rare="--tie-rule --denominator --binary --network-name --steps --device --sample --budget --max-memory "
    "--certificate",
)
@click.argument("label", required=False, shell_complete=completion.labels)
@box_options
@click.option("--network", "file", type=click.Path(path_type=Path), metavar="FILE",
              shell_complete=completion.networks,
              help="A network file, in place of LABEL.")  # fmt: skip
@click.option("--point", "written", multiple=True, metavar="MATRIX",
              help='A point (repeatable): "0 1/4; 1/2 3/4".')  # fmt: skip
@click.option("--points", type=click.Path(path_type=Path), metavar="FILE",
              help="Points: .json, .csv or .npy.")  # fmt: skip
@click.option("--grid", metavar="LEVELS", help='All points with these entries: "0 1/2" --n 2.')
@denominator_option("integers of an .npy file")
@binary_option
@click.option("--network-name", metavar="NAME", help="One of the claim's networks; the first if not given.")
@click.option("--lambda", "factors", default="1e1:1e6", metavar="A:B", show_default=True,
              help="100, 1e1:1e6 or 16,64.")  # fmt: skip
@click.option(
    "--steps", default=1, metavar="K", type=click.IntRange(1, 100), help="Factors a decade.", show_default=True
)
@click.option("--tolerance", default="1/100", metavar="T", show_default=True,
              help="Largest error of an entry.")  # fmt: skip
@click.option(
    "--backend",
    metavar="NAMES",
    shell_complete=completion.words_and_commas(_backends),
    help="auto, numpy, torch, jax, or several.",
)
@click.option("--dtype", metavar="NAMES", shell_complete=completion.words_and_commas(completion.float_formats),
              help="float64 (default), bfloat16, ..., or several.")  # fmt: skip
@click.option("--certify", is_flag=True,
              help="Decide LABEL itself, rounded to --dtype.")  # fmt: skip
@device_option
@click.option("--sample", metavar="K", type=click.IntRange(1), help="Only K of the points, evenly spread.")
@budget_option("Time of the proof")
@memory_option()
@click.option("--plot", "picture", type=OutputFile(), metavar="FILE",
              help="Draw errors against lambda: .png or .svg.")  # fmt: skip
@click.option("--certificate", type=OutputFile(), metavar="FILE",
              help="Certificate file (several: a folder).")  # fmt: skip
@click.option("--table", "whole_table", is_flag=True, help="The table 'proved and measured' of 25 instances.")
@click.option("-o", "--output", type=OutputFile(), metavar="FILE", help="Write the result there.")
@click.option("--format", "output_format", metavar="NAME", shell_complete=completion.words(RENDERERS),
              help=f"{', '.join(RENDERERS)}.")  # fmt: skip
def command(label: str | None, **options: Any) -> int:
    """Put softmax[lambda A] for hardmax[A] in a network of the claim LABEL, or of a file, at finitely many points.

    limit proves that for all lambda >= lambda* every point is within the tolerance, and measures the same network in
    floating point. --certify decides the statement of LABEL itself, with every layer rounded once to --dtype, and
    writes a certificate for each lambda.

    \b
    Exit codes: 0 a lambda* is certified; with --certify the statement holds at
    every lambda in every format; 1 with --certify it is refuted at one;
    2 wrong usage; 3 nothing is certified; with --certify it is not decided at one;
    4 the evaluators disagree; 5 with --certify nothing was checked (all vacuous).

    \f
    The points are those of the steps of the claim, unless --point or --points gives others. Those of --network may also
    be all d x n matrices with entries of --grid, where --n is the number of columns. The format is text, or
    what FILE of --output ends in, unless --format gives another.

    Proved are lambda*, and a lambda at which some point is not within the tolerance. Measured are the errors of the
    network in floating point, as exact numbers; the wall of a format, which is the error of rounding the exact outputs
    alone; the first place at which floats and the exact network differ; and the number of points at which the steps of
    the claim still hold. NaN and infinities are counted, and enter no number.

    --certify takes the networks of the claim with softmax[lambda A] for hardmax[A]. It computes every layer exactly,
    rounds its output once to the format of --dtype, and decides the statement for each lambda at all points of the
    instance. Formats are also tf32, float8_e4m3fn, float8_e5m2 and float4_e2m1fn. `exactua verify` checks each
    certificate again.
    """
    from exactua.certificates.writing import CERTIFICATE
    from exactua.console.output import require_another, require_output
    from exactua.output_files import require_writable

    output: Path | None = options["output"]
    suffixes = {renderer.suffix: name for name, renderer in RENDERERS.items()}
    chosen = options["output_format"] or suffixes.get("" if output is None else output.suffix, "text")
    one_of(chosen, tuple(RENDERERS), "format")
    taken = {"network": options["file"], "points": options["points"]}
    for argument, path in (("output", output), ("certificate", options["certificate"]), ("plot", options["picture"])):
        if path is not None:
            require_another(path, argument, taken)
            taken[argument] = path
    require_output(output)
    if options["certificate"] is not None and not options["certify"]:
        require_writable(options["certificate"], "certificate", CERTIFICATE)
    if options["picture"] is not None:
        from exactua.printing.pictures.figures import require_drawable

        require_drawable(options["picture"])
    if options["whole_table"]:
        return _table(label, options, chosen)
    if options["certify"]:
        return _certify(label, options, chosen)
    limit = _limit(label, options, quiet=chosen != "text")
    return _told(limit, options, chosen)


def _limit(label: str | None, options: dict[str, Any], quiet: bool) -> Limit:
    from exactua.commands.limit.factors import factors
    from exactua.commands.limit.work import limit, open_runs, tolerance_of
    from exactua.console.progress import progress_bar

    chosen, tolerance = factors(options["factors"], options["steps"]), tolerance_of(options["tolerance"])
    instance = _instance(label, options)
    backend, dtype = ("auto" if options["backend"] is None else options["backend"], options["dtype"])
    runs, notices = open_runs(_names(backend), _names("float64" if dtype is None else dtype), options["device"])
    with progress_bar(quiet) as progress:
        return limit(instance, chosen, runs, tolerance, budget=options["budget"], notices=notices, progress=progress)


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",")]


def _instance(label: str | None, options: dict[str, Any]) -> LimitInstance:
    from exactua.commands.limit.instances import of_claim, of_file, on_grid
    from exactua.console.options import tell_namesakes
    from exactua.console.point_files import over
    from exactua.console.point_sets import require_no_grid, require_single
    from exactua.console.points import point_of, read_written

    box = {name: options[name] for name in BOX_OPTIONS}
    file, points, written, grid = options["file"], options["points"], options["written"], options["grid"]
    require_single(written, points, grid)
    entries = over(options["denominator"], options["binary"])
    if (label is None) == (file is None):
        given = "neither is given" if label is None else "both are given"
        raise InputError(f"label: give a claim, such as lemma8, or else --network FILE; {given}")
    if file is not None:
        for name in (*BOX_OPTIONS, "network_name"):
            if options[name] not in (None, ()) and not (name == "n" and grid is not None):
                raise InputError(
                    f"{NAMES.get(name, name.replace('_', '-'))}: {file} is a network of its own; leave it out"
                    f"{', or give n with --grid' if name == 'n' else ''}"
                )
        if grid is not None:
            return of_file(file, on_grid(grid, options["n"]), entries, options["sample"])
        if points is None and not written:
            raise InputError(
                "points: missing; a network file needs --point MATRIX, --points FILE, or --grid LEVELS with --n"
            )
        return of_file(file, read_written(written) if points is None else points, entries, options["sample"])
    require_no_grid(grid)
    from exactua.claims.registry import find

    if str(label).lower().endswith(".json"):
        raise InputError(f"label: {label} is no claim; a network file is given as --network {label}")
    claim, step = find(str(label))
    if step is not None:
        raise InputError(f"label: {label} is a step; give its claim, {claim.found_by}")
    tell_namesakes(str(label))
    values = single_box(claim, **box)
    if written:
        points = read_written(written, lambda text: point_of(claim, text))
    return of_claim(claim, values, options["network_name"], points, entries, options["sample"])


def _told(limit: Limit, options: dict[str, Any], chosen: str) -> int:
    from exactua.commands.limit import data as limits_data
    from exactua.commands.limit import words as limits

    if options["picture"] is not None:
        from exactua.commands.limit.picture import draw

        draw(limits_data.picture(limit), options["picture"])
    tell_document(limits.document(limit), options["output"], f"limit of {limit.title}", chosen)
    told = [("picture", options["picture"]), ("certificate", _certified(limit, options["certificate"]))]
    if chosen == "text" or options["output"] is not None:
        for name, path in told:
            if path is not None:
                say(f"{name} {path}")
    return limit.exit_code


def _certified(limit: Limit, path: Path | None) -> Path | None:
    """Where the certificate was written, if it was: nothing is there to certify without lambda* and a failure."""
    if path is None:
        return None
    from exactua.certificates.writing import write
    from exactua.commands.limit.work import NOTHING_KNOWN

    if not limit.is_known:
        say(f"note: {NOTHING_KNOWN}", err=True)
        return None
    write(path, limit.certificate_text())
    return path


ONLY_CERTIFIED = (*BOX_OPTIONS, "label", "factors", "steps", "dtype", "certify", "budget", "certificate", "output",
                  "output_format", "max_memory")  # fmt: skip


def _certify(label: str | None, options: dict[str, Any], chosen: str) -> int:
    """Decides a claim after rounding, writes the certificates and tells what became of it."""
    from exactua.claims.registry import find
    from exactua.commands.limit import rounded_words
    from exactua.commands.limit.factors import factors
    from exactua.commands.limit.rounded import formats_named, require_places, rounded_limit
    from exactua.console.options import tell_namesakes
    from exactua.console.progress import progress_bar

    _leave_out_but(ONLY_CERTIFIED, "--certify")
    if label is None:
        raise InputError("label: give a claim, such as lemma8; --certify decides its statement")
    if options["dtype"] is None:
        raise InputError("dtype: missing; --certify rounds to a format, so give one, such as --dtype bfloat16")
    formats = formats_named(_names(options["dtype"]))
    given = factors(options["factors"], options["steps"])
    claim, step = find(label)
    if step is not None:
        raise InputError(f"label: {label} is a step; give its claim, {claim.found_by}")
    tell_namesakes(label)
    require_places(options["certificate"], len(given) * len(formats))
    box = single_box(claim, **{name: options[name] for name in BOX_OPTIONS})
    with progress_bar(chosen != "text", noun="roundings") as progress:
        limit = rounded_limit(claim, box, given, formats, budget=options["budget"], progress=progress)
    limit = limit.written(options["certificate"])
    tell_document(rounded_words.document(limit), options["output"], f"limit of {limit.problem.label}", chosen)
    if chosen == "text" or options["output"] is not None:
        say(*(f"certificate {file}" for file in limit.files if file is not None))
    return limit.exit_code


ONLY_THE_TABLES = ("backend", "device", "dtype", "output", "output_format", "tolerance", "whole_table")


def _table(label: str | None, options: dict[str, Any], chosen: str) -> int:
    from exactua.commands.limit import tables as limit_tables
    from exactua.commands.limit.proved_and_measured import default_runs, table
    from exactua.commands.limit.work import tolerance_of
    from exactua.console.progress import progress_bar

    _leave_out(label)
    tolerance = tolerance_of(options["tolerance"])
    backends, dtypes = (None if options[name] is None else _names(options[name]) for name in ("backend", "dtype"))
    runs, notices = default_runs(backends, dtypes, options["device"])
    with progress_bar(chosen != "text" and options["output"] is None, noun="instances") as progress:
        rows = table(runs, tolerance, progress=progress)
    limit_table = limit_tables.Table(rows, runs, tolerance, notices)
    document = limit_tables.document(limit_table, limit_tables.machine(runs), _written(options))
    tell_document(document, options["output"], counted(len(rows), "instance"), chosen)
    return 0 if all(row.bracket.upper is not None for row in rows) else 3


def _leave_out(label: str | None) -> None:
    """Raises InputError for what --table has of its own."""
    if label is not None:
        raise InputError(f"label: --table has its own instances; leave out {label}")
    _leave_out_but(ONLY_THE_TABLES, "--table")


def _leave_out_but(names: Container[str], option: str) -> None:
    """Raises InputError for an argument that was given, and is none of those of an option."""
    context = click.get_current_context()
    for name in context.params:
        if name not in names and context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE:
            what = NAMES.get(name, name).replace("_", "-")
            raise InputError(f"{what}: it is not for {option}; leave it out{_instead(name, option)}")


def _instead(name: str, option: str) -> str:
    """What to give in place of an argument, where there is such a way."""
    if (name, option) == ("file", "--certify"):
        path = json.dumps(str(click.get_current_context().params["file"]), ensure_ascii=False)
        network = f"read_network({path}).network"
        return f"; --certify decides a claim: write one whose network is {network} (docs/howto-bfloat16.md)"
    return ""


def _written(options: dict[str, Any]) -> str:
    """The command that writes the page again."""
    named = [("--backend", options["backend"]), ("--dtype", options["dtype"]), ("-o", options["output"])]
    return " ".join(["exactua limit --table", *(f"{name} {value}" for name, value in named if value is not None)])
