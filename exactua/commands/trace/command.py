"""`exactua trace`: one point through a network, layer by layer."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from exactua.console import completion
from exactua.console.help import Command
from exactua.console.instances import single_box
from exactua.console.options import (
    BOX_OPTIONS,
    about_data,
    box_options,
    given_among,
    memory_option,
    tell_namesakes,
    text_or_json,
)
from exactua.console.output import OutputFile, say, say_data
from exactua.errors import InputError

if TYPE_CHECKING:
    from exactua.deciding.trace import Trace


@click.command(
    "trace",
    cls=Command,
    short_help="Trace one point through a network, layer by layer.",
    examples=(
        'exactua trace lemma8 --d 1 --n 3 --delta 1/4 --point "0 1/4 3/4"',
        'exactua trace net.json --point "0 1/4"',
    ),
    rare="--data --denominator --max-memory",
)
@click.argument("label", shell_complete=completion.labels_or_networks)
@box_options
@about_data()
@click.option(
    "--point",
    required=True,
    metavar="POINT",
    help='Rows by semicolons, entries by spaces: "0 1/4; 1/2 3/4"; of a claim about words a word: "a b b a".',
)
@click.option("--network", metavar="NAME", help="One of the claim's networks; the first if not given.")
@click.option("--attention", is_flag=True, help="Show scores and weights of every head, also for ids.")
@memory_option()
@click.option("--plot", "picture", type=OutputFile(), metavar="FILE", help="Draw the trace, too: .png or .svg.")
@text_or_json
def command(
    label: str,
    point: str,
    network: str | None,
    attention: bool,
    picture: Path | None,
    output_format: str,
    **box: Any,
) -> int:
    """Trace a point through one of the networks of LABEL, exactly, and read the claim's steps there.

    LABEL may be a network file, such as net.json or ./net. Then there is no claim, and trace shows the states alone.

    trace prints one row for each state at which something changes: the column ids u^T Z in units of delta, or the
    entries where a network has no attention. A state with too many numbers for a row is a matrix. Behind entries stand
    the scores and weights of every head.

    Exit codes: 0 traced, whatever the steps say there; 2 wrong usage.

    \f
    Of each step trace shows the numbers at this point. "pairs" marks a step that compares points, "some" one that
    asserts something of some point, "sum" and "fold" one that sums or folds over all points.

    \b
    --format json prints one object (integers, strings "p/q" and "0x...", reals as in certificates):
      format, claim, parameters, values, units, network, layers, point,
      tokens       only of a point that is a word
      ordered      the point's columns by increasing id
      columns      names of the values; unit: "delta" or "1"
      states       layer, place, unchanged, stages, matrix, values, moved,
                   heads (scores, weights), masked
      unchanged    layers at the end that change nothing
      domains      name, rank
      steps        name, domain, entry, applicable, true, readings
      other_steps  steps about other networks
    """
    from exactua.claims.registry import find
    from exactua.commands.trace.words import document, report
    from exactua.commands.trace.work import trace
    from exactua.console.points import point_of, with_width

    if picture is not None:
        from exactua.printing.pictures.traces import require_drawable

        require_drawable(picture)
    if is_file(label):
        traced = _of_file(label, point, network, box)
    else:
        claim, _ = find(label)
        tell_namesakes(label)
        matrix = point_of(claim, point)
        traced = trace(claim, single_box(claim, **with_width(claim, box, [matrix])), matrix, network)
    if output_format == "json":
        say_data(document(traced))
    else:
        say(*report(traced, attention))
    if picture is not None:
        from exactua.printing.pictures.traces import draw

        draw(traced, picture)
        if output_format == "text":
            say(f"picture {picture}")
    return 0


def is_file(label: str) -> bool:
    """Whether what stands for a label names a network file: it ends in .json, or has a slash and is no own claim."""
    from exactua.python_files import is_own

    return label.lower().endswith(".json") or (not is_own(label) and ("/" in label or os.sep in label))


def _of_file(label: str, point: str, network: str | None, box: Mapping[str, Any]) -> Trace:
    from exactua.commands.trace.work import read_point, trace_file
    from exactua.networks.files import read_network

    for name, option in given_among({**box, "network": network}, (*BOX_OPTIONS, "network")):
        raise InputError(f"{name}: {label} is a network file, which has its own; leave out {option}")
    return trace_file(read_network(Path(label)), label, read_point(point))
