"""`exactua eval`: the exact values of a network file at points."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from exactua.console import completion
from exactua.console.help import Command
from exactua.console.options import binary_option, denominator_option, memory_option, one_of
from exactua.console.output import OutputFile, say
from exactua.errors import InputError
from exactua.plurals import counted
from exactua.visible_text import joined

if TYPE_CHECKING:
    from exactua.arithmetic.rationals import Matrix
    from exactua.networks import Network


@click.command(
    "eval",
    cls=Command,
    short_help="Evaluate a network file at points, exactly.",
    examples=(
        'exactua eval net.json --point "0 1/4" --point "1/2 3/4"',
        'exactua eval net.json --grid "0 1/4 1/2" --n 3 --format csv --output values.csv',
    ),
    rare="--binary --stage --max-memory --replay",
)
@click.argument("network", type=click.Path(path_type=Path), shell_complete=completion.networks)
@click.option(
    "--point",
    "written",
    multiple=True,
    metavar="MATRIX",
    help='Rows by semicolons, entries by spaces: "0 1/4; 1/2 3/4" (repeatable).',
)
@click.option("--points", "file", type=click.Path(path_type=Path), metavar="FILE", help="A .json, .csv or .npy file.")
@denominator_option()
@binary_option
@click.option("--grid", "levels", metavar="LEVELS", help='All matrices with these entries: --grid "0 1/4 1/2" --n 3.')
@click.option("--delta", metavar="1/m", help="All points of the grid {0, 1/m, ..., 1 - 1/m}.")
@click.option("--n", type=int, metavar="N", help="Columns of the points of a grid.")
@click.option("--stage", metavar="NAME", help="The state at a stage of the network; its output if not given.")
@click.option("--budget", default="10m", metavar="TIME", help="Time limit: 60s, 10m, 2h.", show_default=True)
@memory_option()
@click.option("--replay", default=10, metavar="N", type=click.IntRange(0), show_default=True,
              help="Points of batches to evaluate again literally.")  # fmt: skip
@click.option("--format", "output_format", metavar="NAME", shell_complete=completion.words(("text", "json", "csv")),
              help="text, json or csv; text, or what FILE of --output ends in, if not given.")  # fmt: skip
@click.option("--output", type=OutputFile(), metavar="FILE", help="Where the values go.")
def command(
    network: Path,
    written: tuple[str, ...],
    file: Path | None,
    denominator: int | None,
    binary: bool,
    levels: str | None,
    delta: str | None,
    n: int | None,
    stage: str | None,
    budget: str,
    replay: int,
    output_format: str | None,
    output: Path | None,
) -> int:
    """Evaluate the network in the file NETWORK at points, exactly.

    The points come from --point, from a file (--points), or from a grid: --grid and --delta give every d x n matrix
    with entries of some levels, in lexicographic order of the columns. --help-all says what a file of points holds.

    \b
    Exit codes: 0 the values are there; 2 wrong usage or a bad file; 3 the budget ran out;
    4 the evaluators disagree.

    \f
    eval puts up to eight points through the literal network, layer by layer. It puts more points through the network in
    batches, and some of them again literally. The last line tells which integers the batches were of, with the proven
    bound on their size. eval rounds a value that is no rational number, as softmax makes them, where it writes it, and
    says so in a note.

    \b
    A file of --points has d x n matrices, all with the same n:
      .json   [[[0, "1/4"]], [["1/2", "3/4"]]]      integers or "p/q", or
              {"denominator": 8, "points": [[[0, 2]], [[4, 6]]]}
      .csv    one point a line, its d n entries row by row; a header is allowed.
              A decimal is read exactly as it is written: 0.1 is 1/10
      .npy    integers of shape (points, d, n), with --denominator; or floats, with
              --binary, which reads each float as the rational that it is
    """
    import time

    from exactua.console.options import seconds
    from exactua.console.output import marked, of_command, require_another, require_output
    from exactua.console.point_files import over, read_points, require_file, require_shapes
    from exactua.console.points import read_written
    from exactua.console.progress import progress_bar
    from exactua.deciding.interrupts import until
    from exactua.evidence.evaluating import evaluate, items_of_stage, require_time
    from exactua.networks import Network
    from exactua.networks.files import read_network
    from exactua.networks.items import fixed_columns
    from exactua.output_files import write_text
    from exactua.printing import evaluations

    chosen = output_format or {".json": "json", ".csv": "csv"}.get(output.suffix if output else "", "text")
    one_of(chosen, ("text", "json", "csv"), "format")
    allowed = seconds(budget, "budget")
    if output is not None:
        require_another(output, "output", {"network": network, "points": file})
        require_output(output, also=evaluations.OF_CSV)
    asked = [bool(written), file is not None, levels is not None, delta is not None]
    if sum(asked) != 1:
        raise InputError("point: give --point, once or several times, or else one of --points FILE, --grid and --delta")
    if n is not None and levels is None and delta is None:
        raise InputError("n: the points say how many columns they have; give n with --grid or --delta alone")
    entries = over(denominator, binary)
    require_file(file, entries)
    given = read_network(network)
    after = items_of_stage(given.network, stage)
    part = Network(given.network.d, given.network.items[:after])
    if levels is not None or delta is not None:
        points = _points_of_grid(levels, delta, part, n, given.parameters.get("n"))
    else:
        points = read_written(written) if file is None else read_points(file, part.d, entries)
    columns = require_shapes(points, part.d, fixed_columns(part.items), "point" if file is None else str(file))
    built_for = given.parameters.get("n", columns)
    with progress_bar(quiet=False) as progress:
        require_time(given.network, points, stage, replay, allowed)
        with until(time.monotonic() + allowed, f"budget: the {budget} ran out before the values were there: raise it"):
            evaluation = evaluate(given.network, points, stage, replay, progress)
    if chosen == "json":
        lines = list(evaluations.json_lines(str(network), evaluation))
    elif chosen == "csv":
        lines = list(evaluations.csv_lines(evaluation.values))
    else:
        lines = list(evaluations.report(evaluation.points, evaluation.values))
    if output is not None:
        text = marked(joined(lines), chosen)
        write_text(output, text + "\n", "output", of_command(evaluations.OF_CSV))
        lines = [f"values {output}"]
    say(*lines)
    if chosen == "text" or output is not None:
        say(evaluations.summary(evaluation))
    if evaluations.are_rounded(evaluation.values):
        say(evaluations.ROUNDED[chosen], err=True)
    if built_for != columns:
        say(
            f"note: {network} was built for n = {built_for}, and these points have {counted(columns, 'column')}",
            err=True,
        )
    return 0


def _points_of_grid(
    written: str | None, delta: str | None, network: Network, n: int | None, built_for: int | None
) -> tuple[Matrix, ...]:
    """Every d x n matrix with these entries, those of the first column varying slowest.

    The entries are written, or are the levels 0, delta, ..., 1 - delta of the paper's grid G_delta, unit 1. Where n is
    not given it is that of the network's layers, or else what the network was built for. Raises InputError where there
    is none or the layers fix another, for a level that is given twice, and for more than 2,000,000 numbers.
    """
    from exactua.arithmetic.rationals import Rational, cubes_per_edge
    from exactua.console.options import numbers
    from exactua.console.point_sets import grid_of, require_listed

    m = 0 if delta is None else cubes_per_edge(delta)
    levels = tuple(Rational(k, m) for k in range(m)) if written is None else numbers(written, "grid")
    points = grid_of(network, levels, n, built_for)
    require_listed(points, len(levels))
    return tuple(points.matrices())
