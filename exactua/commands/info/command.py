"""`exactua info`: what is in a network file."""

from __future__ import annotations

from pathlib import Path

import click

from exactua.console import completion
from exactua.console.formats import format_option, tell_document
from exactua.console.help import Command


@click.command(
    "info",
    cls=Command,
    short_help="Tell layers, sizes and bit lengths of a network file.",
    examples=(
        "exactua info net.json",
        "exactua info net.json --format markdown",
    ),
)
@click.argument("network", type=click.Path(path_type=Path), shell_complete=completion.networks)
@format_option
def command(network: Path, output_format: str) -> int:
    """Say what the network in the file NETWORK is made of, without running it.

    info counts the layers of families and tables as if they were unrolled. Bits are those of the longest numerator and
    denominator, in lowest terms; "<=" marks a bound, where a family has too many values to read each. If the file says
    for which theorem the network was built, the paper's counts stand beside it.

    \b
    Exit codes: 0 the file is a network, whatever is in it; 2 wrong usage or a bad file.
    """
    from exactua.commands.info.words import document
    from exactua.networks.files import read_network
    from exactua.networks.inspection import inspect
    from exactua.papers.yun2020.counts import counts_of

    file = read_network(network)
    counts = counts_of(file.theorem, file.network, file.parameters)
    tell_document(document(str(network), file, inspect(file.network), counts), None, "", output_format)
    return 0
