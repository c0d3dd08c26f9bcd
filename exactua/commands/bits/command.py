"""`exactua bits`: how many bits exact numbers take, which formats hold them, and where ids merge."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from exactua.console import completion
from exactua.console.formats import format_option, tell_document
from exactua.console.help import Command
from exactua.console.options import (
    BOX_OPTIONS,
    binary_option,
    box_options,
    denominator_option,
    given_among,
    memory_option,
    one_of,
)
from exactua.console.output import OutputFile, require_another, require_output
from exactua.errors import InputError

if TYPE_CHECKING:
    from exactua.claims.claim import Claim
    from exactua.commands.bits.record import Box
    from exactua.printing.documents import Document

CATEGORIES = {"1": 1, "1..2": 2, "1..3": 3}
ON_IDS = ("categories", "states", "search", "plot")
"""The options of claims whose network acts on column ids alone, where every number is one of ids or scores."""
AT_POINTS = ("network_name", "sample", "entries")
"""The options of claims that have every number of their network looked at."""
OF_CLAIMS = (*BOX_OPTIONS, *ON_IDS, *AT_POINTS)
"""The options that a network of a file does not take."""


@click.command(
    "bits",
    cls=Command,
    short_help="Count bits of numbers; name the formats for them.",
    examples=(
        "exactua bits lemma8 --d 1..3 --n 2..4 --delta 1/2..1/8 --plot heat.png",
        "exactua bits --network net.json --points points.json",
    ),
    rare="--tie-rule --categories --states --search --sample --network-name --denominator --binary --max-memory",
)
@click.argument("label", required=False, shell_complete=completion.labels)
@box_options
@click.option(
    "--categories",
    metavar="C",
    shell_complete=completion.words(CATEGORIES),
    help="Points of lemma8: 1, 1..2 or 1..3.  [default: 1..3]",
)
@click.option("--states", type=click.IntRange(1, 10_000_000), metavar="K",
              help="Read every id of up to K points times layers.  [default: 50000]")  # fmt: skip
@click.option("--search", type=click.IntRange(1, 100_000_000), metavar="K",
              help="Points of an instance to search for merging ids.  [default: 300000]")  # fmt: skip
@click.option("--entries", is_flag=True, help="Read every entry of every state, not the ids.")
@click.option("--network-name", metavar="NAME", help="One of the claim's networks; the first if not given.")
@click.option("--sample", metavar="K", type=click.IntRange(1), help="Only K of the claim's points, evenly spread.")
@click.option("--network", type=click.Path(path_type=Path), metavar="FILE", shell_complete=completion.networks,
              help="A network file, in place of LABEL.")  # fmt: skip
@click.option("--point", "written", multiple=True, metavar="MATRIX",
              help='A point of your own (repeatable): "0 1/4; 1/2 3/4".')  # fmt: skip
@click.option("--points", type=click.Path(path_type=Path), metavar="FILE",
              help="Points of your own: .json, .csv or .npy.")  # fmt: skip
@click.option("--grid", metavar="LEVELS", help='All points with these entries: "0 1/2" --n 2.')
@denominator_option()
@binary_option
@memory_option()
@click.option("--plot", type=OutputFile(), metavar="FILE", help="Draw the bits into a .png or .svg file.")
@click.option("-o", "--output", type=OutputFile(), metavar="FILE", help="Write the result there.")
@format_option
def command(label: str | None, output: Path | None, output_format: str, **options: Any) -> int:
    """Say how many bits the exact numbers of a network take, and which floating point formats hold them.

    LABEL is a claim of a paper, or of your own (FILE::CLAIM), whose network has hardmax and rational weights. Points
    are those of the claim, unless --point or --points gives others; --network takes a network of your own. All numbers
    are exact.

    \b
    Exit codes: 0 the bits were measured; 2 wrong usage; 4 the evaluators disagree.

    \f
    At each instance bits reads all weights, scores and states, at every point that the steps of the claim range over.
    It tells the digits and exponents that they take, the formats of the fewest bits that hold all of them, the first
    number that each format does not hold, with its layer and point, and different numbers and columns that the format
    rounds to the same value. It computes nothing in floating point. Its results speak of the named instances only.

    Where the network of a claim acts on column ids alone, as those of lemma8 and g2 do, bits tells the bits of weights,
    scores, and ids before and after the last layer. Then it tells the least (d, n, delta) at which a format does not
    hold every number, and the least at which it rounds two different ids of one context to the same number. Closed
    forms measure large instances of g_c of Lemma 8. --entries reads every entry of every state instead.
    """
    if output is not None:
        require_another(output, "output", {name: options[name] for name in ("network", "points", "plot")})
    require_output(output)
    if options["network"] is not None or (label is None and _has_points(options)):
        document, what = _of_network(label, options)
    else:
        document, what = _of_claim(label, options)
    tell_document(document, output, what, output_format)
    return 0


def _has_points(options: dict[str, Any]) -> bool:
    """Whether points are given, in whatever way."""
    return options["points"] is not None or bool(options["written"]) or options["grid"] is not None


def _of_claim(label: str | None, options: dict[str, Any]) -> tuple[Document, str]:
    from exactua.claims.registry import find
    from exactua.commands.bits.at_points import require_measurable
    from exactua.commands.bits.extents import NotInUnits
    from exactua.commands.bits.mapped import NotOnIds
    from exactua.console.options import parameter_boxes, tell_namesakes
    from exactua.console.point_files import over, require_file
    from exactua.console.point_sets import require_no_grid, require_single

    if label is None:
        raise InputError("label: missing; give a claim, such as lemma8, or else --network FILE with --points FILE")
    require_no_grid(options["grid"])
    require_single(options["written"], options["points"], None)
    if label.lower().endswith(".json"):
        raise InputError(f"label: {label} is no claim; a network file is given as --network {label}")
    claim, step = find(label)
    if step is not None:
        raise InputError(f"label: {label} is a step; give its claim, {claim.found_by}")
    require_measurable(claim, options["network_name"])
    require_file(options["points"], over(options["denominator"], options["binary"]))
    if options["categories"] is not None:
        one_of(options["categories"], tuple(CATEGORIES), "categories")
    if options["plot"] is not None:
        from exactua.printing.pictures.figures import require_drawable

        require_drawable(options["plot"])
    likely = claim.likely_values
    for parameter in claim.parameters:
        name = parameter.name
        wanting = name in ("d", "n") and options[name] is None and parameter.default is None and not parameter.only
        if wanting and claim.only_size(name, likely) is None:
            raise InputError(f"{name}: missing; give it as --{name} 2 or --{name} 2..4")
    boxes = parameter_boxes(claim, *(options[name] for name in BOX_OPTIONS))
    tell_namesakes(label)
    if not _has_points(options) and not any(given_among(options, AT_POINTS)):
        with suppress(NotInUnits, NotOnIds):
            return _on_ids(claim, boxes, options)
    return _at_points(claim, boxes, options)


def _on_ids(claim: Claim, boxes: list[dict[str, Any]], options: dict[str, Any]) -> tuple[Document, str]:
    """What is told of ids. Raises NotOnIds, or NotInUnits, where the claim's numbers are not ids in units of delta."""
    from exactua.commands.bits.mapped import NotOnIds
    from exactua.commands.bits.measuring import MOST_STATES
    from exactua.commands.bits.words import document
    from exactua.commands.bits.work import MOST_POINTS, bits
    from exactua.console.progress import progress_bar
    from exactua.plurals import counted

    if any(set(box) != {"d", "n", "m"} for box in boxes):
        raise NotOnIds(f"label: {claim.label} is not asked about (d, n, delta) alone")
    of_ids: list[Box] = [(box["d"], box["n"], box["m"]) for box in boxes]
    categories = None if options["categories"] is None else CATEGORIES[options["categories"]]
    with progress_bar(quiet=False, noun="instances") as progress:
        measured = bits(
            claim,
            of_ids,
            categories,
            options["states"] or MOST_STATES,
            options["search"] or MOST_POINTS,
            progress,
        )
    if options["plot"] is not None:
        from exactua.commands.bits.picture import draw_bits

        draw_bits(measured, options["plot"])
    return document(measured, options["plot"] and str(options["plot"])), counted(len(measured.instances), "instance")


def _at_points(claim: Claim, boxes: list[dict[str, Any]], options: dict[str, Any]) -> tuple[Document, str]:
    from exactua.commands.bits.at_points import claim_bits
    from exactua.commands.bits.at_points_words import document
    from exactua.console.point_files import over
    from exactua.console.points import point_of, read_written
    from exactua.console.progress import progress_bar
    from exactua.plurals import counted

    for name, option in given_among(options, ON_IDS):
        raise InputError(f"{name}: it is for ids of columns, and here all entries are read; leave out {option}")
    written = options["written"]
    points = read_written(written, lambda text: point_of(claim, text)) if written else options["points"]
    with progress_bar(quiet=False, noun="instances") as progress:
        measured = claim_bits(
            claim,
            boxes,
            options["network_name"],
            points,
            over(options["denominator"], options["binary"]),
            options["sample"],
            progress,
        )
    return document(measured), counted(len(measured.instances), "instance")


def _of_network(label: str | None, options: dict[str, Any]) -> tuple[Document, str]:
    from exactua.commands.bits.at_points import network_bits
    from exactua.commands.bits.at_points_words import document_of_network
    from exactua.commands.limit.instances import on_grid, way_to_hardmax
    from exactua.console.point_files import over, read_points, require_file
    from exactua.console.point_sets import require_listed, require_single
    from exactua.console.points import read_written
    from exactua.networks.files import read_network
    from exactua.networks.items import speaks_of_reals
    from exactua.plurals import counted

    written, grid = options["written"], options["grid"]
    if label is not None:
        raise InputError(f"label: {label} is given beside --network or --points; give either a claim or a network")
    require_single(written, options["points"], grid)
    if options["network"] is None:
        given = "points" if options["points"] is not None else "point" if written else "grid"
        claim = "" if given == "grid" else ", or a claim,"
        raise InputError(f"network: missing; --{given} needs --network FILE{claim} beside it")
    if not _has_points(options):
        raise InputError(
            "points: missing; --network needs --point MATRIX, --points FILE, or --grid LEVELS with --n beside it"
        )
    for name, option in given_among(options, OF_CLAIMS):
        if name == "n" and grid is not None:
            continue
        said = name.replace("_", "-")
        raise InputError(f"{said}: it is for the instances of a claim; leave out {option} with --network")
    entries = over(options["denominator"], options["binary"])
    require_file(options["points"], entries)
    file = read_network(options["network"])
    where = "point" if written else str(options["points"])
    if grid is not None:
        on_it = on_grid(grid, options["n"])(file)
        require_listed(on_it, len(grid.replace(",", " ").split()))
        points, where = tuple(on_it.matrices()), on_it.shown
    elif written:
        points = read_written(written)
    else:
        points = read_points(options["points"], file.network.d, entries)
    try:
        measured = network_bits(file.network, points, where)
    except InputError as error:
        raise InputError(f"{error}{way_to_hardmax(file) if speaks_of_reals(file.network) else ''}") from None
    return document_of_network(str(options["network"]), measured), counted(len(measured.points), "point")
