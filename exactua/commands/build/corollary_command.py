"""`exactua build corollary1` and `corollary2`: a one-layer Transformer for a data set in a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from exactua.console.output import say, say_data
from exactua.errors import InputError

DEFAULT_BITS = 2**17
"""The cap of the precision unless --precision gives another: ids of weights of the paper take as many for |V| = 3."""


def build_corollary(corollary: str, options: dict[str, Any]) -> int:
    """Builds, prints and writes network and certificate. Raises InputError before anything is written."""
    from exactua.arithmetic.reals import precision
    from exactua.certificates.writing import certificate, digest, write
    from exactua.commands.build.command import beside
    from exactua.commands.build.corollary_words import document, lines, memorised_data, step_lines
    from exactua.commands.build.corollary_work import build_memoriser
    from exactua.console.instances import one_of
    from exactua.console.options import seconds
    from exactua.console.own_data import read_pairs
    from exactua.console.progress import progress_bar
    from exactua.evidence.boxes import exit_code
    from exactua.networks.files import write_network

    one_of(options["output_format"], ("text", "json"), "format")
    one_of(options["weights"] or "small", ("small", "paper"), "weights")
    budget = seconds(options["budget"], "budget")
    data, output = options["data"], options["output"]
    if data is None:
        raise InputError(f"data: missing; {corollary} takes a data set, --data pairs.json")
    certificate_path = options["certificate_path"] or beside(output)
    _require_files(data, output, certificate_path)
    bits = DEFAULT_BITS if options["precision"] is None else options["precision"]
    with precision(bits), progress_bar(quiet=options["output_format"] != "text") as progress:
        built = build_memoriser(
            corollary,
            read_pairs(data),
            weights=options["weights"] or "small",
            where=str(data),
            jobs=options["jobs"],
            budget=budget,
            progress=progress,
        )
        code = exit_code(built.decision)
        size = write_network(output, built.memoriser.network, memorised_data(built))
        write(certificate_path, certificate(built.decision))
        if options["output_format"] == "json":
            say_data(document(built, output, certificate_path, code))
            return code
        for line in (*lines(built, str(data)), "", *step_lines(built, str(output)), ""):
            say(line)
    say(f"network      {output}  {size:,} bytes")
    say(f"certificate  {certificate_path}  {digest(built.decision)}")
    return code


def _require_files(data: Path, output: Path, certificate: Path) -> None:
    """Raises InputError, before anything is computed, unless both can be written, and all three are different."""
    from exactua.certificates.writing import CERTIFICATE
    from exactua.networks.files import NETWORK
    from exactua.output_files import require_writable

    seen = {data.resolve(): "data"}
    for argument, path, kind in (("output", output, NETWORK), ("certificate", certificate, CERTIFICATE)):
        other = seen.setdefault(path.resolve(), argument)
        if other != argument:
            raise InputError(f"{argument}: {path} is the file of --{other} too; give another path")
        require_writable(path, argument, kind)
