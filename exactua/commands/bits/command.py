"""`exactua bits`: how many bits exact numbers take, which formats hold them, and where ids merge."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from exactua.console.formats import format_option, tell_document
from exactua.console.options import denominator_option, given_among, memory_option, one_of
from exactua.console.output import OutputFile, require_another, require_output
from exactua.errors import InputError

if TYPE_CHECKING:
    from exactua.commands.bits.record import Box
    from exactua.printing.documents import Document

CATEGORIES = {"1": 1, "1..2": 2, "1..3": 3}
OF_CLAIMS = ("d", "n", "delta", "categories", "states", "search", "plot")
"""The options that a network of a file does not take."""


@click.command("bits", short_help="Bits of weights, scores and ids, and which formats hold them.")
@click.argument("label", required=False)
@click.option("--d", metavar="D", help="Embedding dimensions: 2, 1..3 or 1,3.")
@click.option("--n", metavar="N", help="Sequence lengths: 3, 2..4 or 2,4.")
@click.option("--delta", metavar="1/m", help="1/4, 1/2..1/8 or 1/2,1/4; 1/2 if not given.")
@click.option("--categories", metavar="C", help="Points of lemma8: 1, 1..2 or 1..3.  [default: 1..3]")
@click.option("--states", type=click.IntRange(1, 10_000_000), metavar="K",
              help="Look at every state up to K points times layers.  [default: 50000]")  # fmt: skip
@click.option("--search", type=click.IntRange(1, 100_000_000), metavar="K",
              help="Points of an instance that are searched for merging ids.  [default: 300000]")  # fmt: skip
@click.option("--network", type=click.Path(path_type=Path), metavar="FILE", help="A network file, in place of LABEL.")
@click.option("--points", type=click.Path(path_type=Path), metavar="FILE", help="Its points: .json, .csv or .npy.")
@denominator_option()
@memory_option()
@click.option("--plot", type=OutputFile(), metavar="FILE", help="Draw the bits into a .png or .svg file.")
@click.option("-o", "--output", type=OutputFile(), metavar="FILE", help="Write the result there.")
@format_option
def command(label: str | None, output: Path | None, output_format: str, **options: Any) -> int:
    """Say how many bits the exact numbers of a contextual map take, and which floating point formats hold them.

    LABEL is lemma8 or g2. At each (d, n, delta): the bits of weights, scores, and ids before and after the last layer;
    then the least (d, n, delta) at which float16, bfloat16, float32 and float64 do not hold every number, and at which
    they round two different ids of one context to the same number. Everything is exact: nothing is computed in floating
    point. What is found speaks of the instances that are named.

    With --network and --points it is the same of a network of your own at points of your own.

    \b
    Examples: exactua bits lemma8 --d 1..3 --n 2..4 --delta 1/2..1/8 --plot heat.png
              exactua bits --network net.json --points points.json

    \b
    Exit codes: 0 the bits were measured; 2 wrong usage; 4 the evaluators disagree.
    """
    if output is not None:
        require_another(output, "output", {name: options[name] for name in ("network", "points", "plot")})
    require_output(output)
    if options["network"] is not None or options["points"] is not None:
        document, what = _of_network(label, options)
    else:
        document, what = _of_claim(label, options)
    tell_document(document, output, what, output_format)
    return 0


def _of_claim(label: str | None, options: dict[str, Any]) -> tuple[Document, str]:
    from exactua.commands.bits.measuring import MOST_STATES
    from exactua.commands.bits.words import document
    from exactua.commands.bits.work import MOST_POINTS, bits
    from exactua.console.options import tell_namesakes
    from exactua.console.progress import progress_bar
    from exactua.plurals import counted

    if label is None:
        raise InputError("label: missing; give lemma8 or g2, or else --network FILE with --points FILE")
    if options["denominator"] is not None:
        raise InputError("denominator: it is for an .npy file of --points; leave it out")
    categories = options["categories"]
    if categories is not None:
        one_of(categories, tuple(CATEGORIES), "categories")
    if options["plot"] is not None:
        from exactua.printing.pictures.figures import require_drawable

        require_drawable(options["plot"])
    chosen = _boxes(options)
    with progress_bar(quiet=False, noun="instances") as progress:
        measured = bits(
            label,
            chosen,
            CATEGORIES.get(categories) if categories is not None else None,
            options["states"] or MOST_STATES,
            options["search"] or MOST_POINTS,
            progress,
        )
    tell_namesakes(label)
    if options["plot"] is not None:
        from exactua.commands.bits.picture import draw_bits

        draw_bits(measured, options["plot"])
    return document(measured, options["plot"] and str(options["plot"])), counted(len(measured.instances), "instance")


def _boxes(options: dict[str, Any]) -> list[Box]:
    from exactua.claims.ranges import MOST_BOXES, cubes, integers

    for name in ("d", "n"):
        if options[name] is None:
            raise InputError(f"{name}: missing; give it as --{name} 2 or --{name} 2..4")
    d, n = (integers(options[name], name) for name in ("d", "n"))
    m = cubes(options["delta"]) if options["delta"] is not None else [2]
    if len(d) * len(n) * len(m) > MOST_BOXES:
        raise InputError(f"box: more than {MOST_BOXES} instances; split the ranges")
    return [(a, b, c) for a in d for b in n for c in m]


def _of_network(label: str | None, options: dict[str, Any]) -> tuple[Document, str]:
    from exactua.commands.bits.own_network import network_bits
    from exactua.commands.bits.words import document_of_network
    from exactua.console.point_files import read_points
    from exactua.networks.files import read_network
    from exactua.plurals import counted

    if label is not None:
        raise InputError(f"label: {label} is given beside --network or --points; give either a claim or a network")
    for name, other in (("network", "points"), ("points", "network")):
        if options[name] is None:
            raise InputError(f"{name}: missing; --{other} needs --{name} FILE beside it")
    for name, option in given_among(options, OF_CLAIMS):
        raise InputError(f"{name}: it is for the instances of a claim; leave out {option} with --network")
    network = read_network(options["network"]).network
    points = read_points(options["points"], network.d, options["denominator"])
    measured = network_bits(network, points, str(options["points"]))
    return document_of_network(str(options["network"]), measured), counted(len(measured.points), "point")
