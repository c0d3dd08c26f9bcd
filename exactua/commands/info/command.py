"""`exactua info`: what is in a network file."""

from __future__ import annotations

from pathlib import Path

import click

from exactua.console.formats import format_option, tell_document


@click.command("info", short_help="Layers, sizes and bit lengths of a network file.")
@click.argument("network", type=click.Path(path_type=Path))
@format_option
def command(network: Path, output_format: str) -> int:
    """Say what the network in the file NETWORK is made of, without running it.

    Layers of families and tables are counted as if they were unrolled; they aren't. Bits are those of the longest
    numerator and denominator, in lowest terms; "<=" marks bounds, where a family has too many values to look at each.
    Where the file says which theorem the network was built for, the counts that the paper prints stand beside it.

    \b
    Example: exactua info net.json
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
