"""`exactua export`: a step in a language of other tools, a certificate for Rocq, a network for other libraries."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from exactua.console import completion
from exactua.console.help import Command
from exactua.console.instances import single_box
from exactua.console.options import box_options, one_of, tell_namesakes
from exactua.console.output import OutputFile, say
from exactua.errors import InputError
from exactua.plurals import counted

NETWORK_FORMATS = ("npz", "safetensors", "torch", "onnx")
ROCQ = "rocq"


@click.command(
    "export",
    cls=Command,
    short_help="Write a step as SMT-LIB, a network for ONNX, ...",
    examples=(
        "exactua export lemma8.property4 --d 1 --n 2 -o property4.smt2",
        "exactua export .exactua/lemma8.d2n3m2.json --format rocq -o lemma8.v",
        "exactua export net.json --format onnx -o net.onnx --dtype float32 --lambda 1e3",
    ),
)
@click.argument("what", metavar="STEP|CERT|NETWORK", shell_complete=completion.labels_or_networks)
@box_options
@click.option("--format", "language", default="smtlib", metavar="NAME",
              shell_complete=completion.words(("smtlib", ROCQ, *NETWORK_FORMATS)),
              help="smtlib for a STEP; rocq for a CERT; npz, safetensors, torch or onnx for a NETWORK.",
              show_default=True)  # fmt: skip
@click.option("-o", "--output", type=OutputFile(), metavar="FILE",
              help="Output file; needed for a NETWORK.")  # fmt: skip
@click.option(
    "--solver",
    metavar="NAME",
    shell_complete=completion.words(("z3", "cvc5")),
    help="Ask z3 or cvc5 (exactua[smt]); print the answer.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(0, min_open=True),
    metavar="N",
    help="The solver's time (60 if not given), or, of a CERT, the verifier's (600).",
)
@click.option(
    "--dtype",
    metavar="NAME",
    shell_complete=completion.words(("float64", "float32")),
    help="Of a NETWORK: float64 (default) or float32.",
)
@click.option("--lambda", "factor", metavar="L", help="Of a NETWORK: softmax[L A] for hardmax[A].")
@click.pass_context
def command(
    context: click.Context,
    /,
    what: str,
    language: str,
    output: Path | None,
    solver: str | None,
    seconds: float | None,
    dtype: str | None,
    factor: str | None,
    **box: Any,
) -> int:
    """Export STEP, such as lemma8.property4, at an instance, for tools that know nothing of exactua.

    Or export CERT, the file of a certificate, as a Rocq file in which the kernel checks it (docs/proofs.md).

    Or export the network in the file NETWORK to other libraries (docs/exchange.md).

    \b
    Exit codes: 0 exported (with --solver: the step holds); 1 it does not, with the
    counterexample, or the certificate is not confirmed; 2 wrong usage, a solver or
    a library that is not installed, or an unreadable certificate; 3 the solver
    doesn't know, or the certificate has what is not re-checked; 4 the literal
    networks don't confirm its point.

    \f
    The script asserts that there is a counterexample. It writes out points, networks and terms, with all layers
    unrolled. unsat: the step holds at this instance, or is vacuous there. sat: the model is a counterexample. Where a
    step says that something is so at some point, the script asserts just that, and sat means that the step holds.

    The Rocq file of a certificate uses the verifier of proofs/checker, and says which statement is then proved.

    An exported network has all layers unrolled and every weight rounded once to the nearest float; export tells what
    that changed. --lambda exports the network with softmax. docs/exchange.md says how tensors are named, and how to
    load each file.
    """
    one_of(language, ("smtlib", ROCQ, *NETWORK_FORMATS), "format")
    if language in NETWORK_FORMATS:
        others = {**box, "solver": solver, "seconds": seconds}
        return _network(Path(what), language, output, dtype or "float64", factor, others)
    if language == ROCQ:
        _require_none(
            {**box, "solver": solver, "dtype": dtype, "lambda": factor}, "a step or a network", "a certificate", ROCQ
        )
        return _certificate(Path(what), output, seconds or 600)
    for name, value in (("dtype", dtype), ("lambda", factor)):
        if value is not None:
            raise InputError(
                f"{name}: it is for a network, but --format is smtlib; give --format {', '.join(NETWORK_FORMATS)}"
            )
    if _is_certificate(Path(what)):
        raise InputError(f"format: smtlib is for a step; for the certificate in {what} give {ROCQ}")
    if what.endswith(".json") or Path(what).is_file():
        raise InputError(
            f"format: smtlib is for a step; for the network in {what} give one of {', '.join(NETWORK_FORMATS)}"
        )
    return _step(what, output, solver, seconds or 60, box)


def _is_certificate(path: Path) -> bool:
    """Whether there is a file at `path` that begins as certificates do."""
    from exactua.certificates.writing import CERTIFICATE

    if not path.is_file():
        return False
    try:
        with open(path, "rb") as file:
            beginning = file.read(32)
    except OSError:
        return False
    return beginning != b"" and CERTIFICATE.has(beginning)


def _step(step: str, output: Path | None, solver: str | None, seconds: float, box: Mapping[str, Any]) -> int:
    """The script of a step, and what a solver says of it."""
    from exactua.claims.registry import find
    from exactua.output_files import require_writable, write_text
    from exactua.printing.text import in_line
    from exactua.proving.smt.export import SCRIPT, smt_script
    from exactua.proving.smt.solvers import SOLVERS, referee

    if solver is not None:
        one_of(solver, tuple(SOLVERS), "solver")
    if output is not None:
        require_writable(output, "output", SCRIPT)
    claim, name = find(step)
    tell_namesakes(step)
    claim.require_steps()
    if name is None:
        raise InputError(f"step: {step!r} is a claim; name one of its steps, such as {step}.{claim.steps[0].name}")
    problem = claim.problem(single_box(claim, **box), (name,))
    asked = claim.step(name)
    script = smt_script(problem, asked)
    if output is not None:
        write_text(output, script.text, "output", SCRIPT)
        say(f"{output}: {script.text.count(chr(10)):,} lines")
    elif solver is None:
        say(*script.text.rstrip("\n").split("\n"))
    if solver is None:
        return 0
    answer = referee(problem, asked, script, solver, seconds)
    meaning = {"sat": ": it holds, for example at", "unsat": ": there are no such points"}.get(answer.answer, "")
    said = f"{claim.label}.{name}: {solver} {answer.version} says {answer.answer}"
    say(said + meaning if script.of_some else said)
    for domain, point in zip(answer.domains, answer.points, strict=True):
        say(f"  {domain}: L = {in_line(asked.over, point)}")
    return 3 if answer.answer == "unknown" else int(answer.answer != script.proving)


def _network(
    network: Path, form: str, output: Path | None, dtype: str, factor: str | None, others: Mapping[str, Any]
) -> int:
    """A network file for another library, and what was rounded."""
    from exactua.commands.export.networks import EXPORT, export, lines, positive
    from exactua.console.output import require_another
    from exactua.output_files import require_writable

    _require_none(others, "a step", "a network", form)
    if output is None:
        raise InputError(f"output: missing; give a file for the {form} export by -o FILE")
    exact = None if factor is None else positive(factor, "lambda")
    require_another(output, "output", {"NETWORK": network})
    require_writable(output, "output", EXPORT)
    exported = export(network, form, output, dtype, exact)
    say(*lines(str(output), form, exported.size, exported.metadata))
    return 0


def _require_none(others: Mapping[str, Any], theirs: str, own: str, form: str) -> None:
    """Raises InputError for an option that is not for what is exported."""
    for name, value in others.items():
        if value not in (None, ()):
            option = {"others": "-p"}.get(name, f"--{name.replace('_', '-')}")
            raise InputError(
                f"{option.strip('-')}: {option} is for {theirs}, but --format {form} is for {own}; leave it out"
            )


def _certificate(certificate: Path, output: Path | None, seconds: float) -> int:
    """The Rocq file of a certificate; there is none of one that is not confirmed, or not decided in Rocq."""
    from exactua.commands.export.rocq import KERNEL, NoKernelFile, kernel_file, require_module
    from exactua.console.output import require_another
    from exactua.output_files import require_writable, write_text
    from exactua.proofs_folder import as_seen, proofs_folder

    if output is not None:
        require_module(output)
        require_another(output, "output", {"CERT": certificate})
        require_writable(output, "output", KERNEL)
    answer = kernel_file(certificate, seconds)
    if isinstance(answer, NoKernelFile):
        say(f"{certificate}: {answer.why}", err=True)
        return answer.code
    if output is None:
        say(*answer.text.rstrip("\n").split("\n"))
        return 0
    write_text(output, answer.text, "output", KERNEL)
    lines = f"{output}: {answer.text.count(chr(10)):,} lines"
    checker = as_seen(proofs_folder()) / "checker"
    say(lines, f"  the kernel checks {counted(answer.points, 'point')}: coqc -Q {checker} Checker {output}")
    return 0
