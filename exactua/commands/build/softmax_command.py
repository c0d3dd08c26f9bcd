"""`exactua build theorem2 --softmax`: the true Transformer of Theorem 2, with softmax and ReLUs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from exactua.certificates.writing import CERTIFICATE
from exactua.console.output import say, say_data
from exactua.errors import InputError
from exactua.output_files import is_standard_output, require_writable

if TYPE_CHECKING:
    from exactua.commands.build.true_transformer.built import BuiltTrue


def build_true(theorem: str, options: dict[str, Any], arguments: dict[str, Any], certificate_path: Path) -> BuiltTrue:
    """g-bar and T. Raises InputError, before anything is built, where a certificate of lambda can't be written.

    `arguments` are those of `exactua.build`, `options` those of the command.
    """
    from exactua.commands.build.softmax_work import build_softmax

    _limit_path(options["output"], options["f"], certificate_path)
    return build_softmax(theorem, tolerance=options["tolerance"], strips=options["strips"], **arguments)


def write_and_tell(both: BuiltTrue, options: dict[str, Any], certificate_path: Path) -> int:
    """Writes network and certificates, prints, and returns the exit code."""
    from exactua.certificates import limits
    from exactua.certificates.writing import certificate, digest, write
    from exactua.commands.build import words as builds
    from exactua.commands.build.softmax_words import document, lines, true_data
    from exactua.commands.build.work import boundary
    from exactua.evidence.boxes import exit_code
    from exactua.networks.files import write_network

    limit_path = _limit_path(options["output"], options["f"], certificate_path)
    output: Path = options["output"]
    built, code = both.built, exit_code(both.built.decision)
    size = write_network(output, both.true.network, true_data(both))
    write(certificate_path, certificate(built.decision))
    limit = limits.limit_certificate(**both.limit)
    limits.write(limit_path, limit)
    not_zero = boundary(built.instance)
    if options["output_format"] == "json":
        files = {"network": output, "certificate": certificate_path, "picture": options["picture"]}
        say_data(document(both, not_zero, files, str(limit_path), code))
        return code
    for line in (*builds.lines(built, not_zero), "", *lines(both), "", *builds.step_lines(built, str(output))):
        say(line)
    say("")
    say(f"network      {output}  {size:,} bytes: T")
    say(f"certificate  {certificate_path}  {digest(built.decision)}: g, and T with hardmax")
    say(f"             {limit_path}  {limit.digest}: lambda")
    return code


def _limit_path(output: Path, f: str, certificate: Path) -> Path:
    """Where the certificate of lambda goes. Raises InputError where it is another file, or not writable."""
    if is_standard_output(output):
        raise InputError("output: with --softmax a certificate of lambda goes beside the network; give -o FILE")
    path = output.with_suffix(".limit.json")
    require_writable(path, "output", CERTIFICATE)
    others = {"certificate": certificate} | ({"f": Path(f.strip())} if f.strip().endswith(".json") else {})
    for name, other in others.items():
        if path.resolve() == other.resolve():
            raise InputError(f"{name}: {path} is where the certificate of lambda goes; give another path")
    return path
