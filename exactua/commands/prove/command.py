"""`exactua prove`: what holds for all parameters, by a proof kernel."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from exactua.console import completion
from exactua.console.help import Command
from exactua.console.options import certificate_option, no_certificate_option, repaired_option, word_option
from exactua.console.output import OutputFile, say, say_data
from exactua.errors import InputError
from exactua.plurals import counted
from exactua.printing.renderers import RENDERERS

if TYPE_CHECKING:
    from exactua.certificates.proofs import Proof
    from exactua.deciding.shards import Progress
    from exactua.proving.kernels import GeneralKernel
    from exactua.proving.symbolic import SymbolicResult

DEFAULT_N = "2..10"
ASKS = "asks the kernel for the assumptions of each theorem"


@click.command(
    "prove",
    cls=Command,
    short_help="Prove a claim for all parameters; ask a kernel.",
    examples=(
        "exactua prove lemma10",
        "exactua prove lemma8 --kernel polynomial --n 2..10",
    ),
)
@click.argument("label", required=False, shell_complete=completion.labels)
@word_option("--kernel", "kernel_name", valid=("rocq", "polynomial"))
@click.option("--n", metavar="RANGE", help="With --kernel polynomial: the numbers of columns, such as 10 or 2..10.")
@click.option("--all", "everything", is_flag=True, help="A table of all claims with their scopes.")
@repaired_option
@click.option(
    "--recheck",
    "recheck_path",
    type=click.Path(path_type=Path),
    metavar="FILE",
    shell_complete=completion.certificates,
    help="Prove again the result in this certificate.",
)
@certificate_option("Certificate file.")
@no_certificate_option
@click.option(
    "--format",
    "output_format",
    default="text",
    metavar="NAME",
    shell_complete=completion.words(RENDERERS),
    help=f"text or json; with --all {', '.join(RENDERERS)}.",
    show_default=True,
)
@click.option("-o", "--output", type=OutputFile(), metavar="FILE", help="With --all: output file.")
@click.option("--scopes", type=OutputFile(), metavar="FILE", help="With --all: write the table as data, too.")
def command(label: str | None, **options: Any) -> int:
    """Prove LABEL, such as lemma10 or lemma8.property3, for all parameters, and write a certificate.

    The kernel rocq compiles proofs/rocq and looks up the theorem of each step, for all d, n and delta. The kernel
    polynomial runs the networks on ids whose coefficients are polynomials in D, for all d and delta at each n of --n.
    rocq takes over a minute of a core to ask for the assumptions of the theorems, and minutes more where its cache has
    not the compiled files; polynomial takes seconds.

    \b
    Exit codes: 0 every judged step is general; 1 a proof is refused, a step is refuted, or a
    certificate differs from what was proved anew; 2 wrong usage; 3 a judged step has no proof,
    or the kernel is not installed (then the record of what it accepted is shown); 4 exactua's
    networks are others than those that the theorems are about.
    """
    from exactua.commands.prove.work import POLYNOMIAL, kernel_named
    from exactua.console.options import one_of
    from exactua.proving.kernels import KernelMissing
    from exactua.proving.rocq.toolchain import NotProved

    one_of(options["output_format"], tuple(RENDERERS) if options["everything"] else ("text", "json"), "format")
    if not options["everything"] and (options["output"] or options["scopes"]):
        raise InputError("output: --output and --scopes go with --all; a certificate goes where --certificate says")
    if sum((label is not None, options["everything"], options["recheck_path"] is not None)) != 1:
        raise InputError("label: give a label such as lemma10, or --all, or --recheck FILE, and one of them only")
    if options["kernel_name"] == POLYNOMIAL and label is None:
        raise InputError(f"kernel: {POLYNOMIAL} takes a label; --all asks every kernel, and --recheck is for proofs")
    if options["kernel_name"] == POLYNOMIAL and label is not None:
        return _for_all_D(label, options["n"], options)
    if options["n"] is not None:
        raise InputError("n: the kernel rocq speaks of all n; leave out --n, or give --kernel polynomial")
    kernel = kernel_named(options["kernel_name"])
    try:
        if options["recheck_path"] is not None:
            return _recheck(options["recheck_path"])
        if label is None:
            return _all(kernel, options)
        return _one(label, kernel, options)
    except KernelMissing as error:
        say(f"exactua: {error}", err=True)
        return 3
    except NotProved as error:
        say(f"exactua: {error}", err=True)
        return 1


@contextmanager
def _compiling(quiet: bool) -> Iterator[Progress]:
    """A callback for the files that are compiled. What the kernel is asked after them is told as a phase of its own.

    Where stderr is no terminal one line says both when the first file is there.
    """
    from exactua.console.progress import on_a_terminal, phased, progress_bar

    said = quiet or on_a_terminal()

    def told(done: int, total: int) -> None:
        nonlocal said
        if not said and done < total:
            files = counted(total, "file")
            say(f"prove compiles what its cache has not of {files}, then {ASKS}; this takes minutes", err=True)
        said = True
        if on_terminal is not None:
            on_terminal(done, total)

    with progress_bar(quiet, noun="files") as progress, phased(progress, ASKS) as on_terminal:
        yield told


def _one(label: str, kernel: GeneralKernel, options: dict[str, Any]) -> int:
    from exactua.certificates.proofs import proof_file_name
    from exactua.certificates.writing import CERTIFICATE, write
    from exactua.claims.registry import find
    from exactua.claims.verdicts import EXIT_CODES
    from exactua.commands.prove.work import prove, recorded
    from exactua.console.options import tell_namesakes
    from exactua.output_files import require_writable
    from exactua.proving.kernels import KernelMissing

    claim, step = find(label)
    tell_namesakes(label)
    steps = (step,) if step else ()
    judged = "repaired" if options["repaired"] else "as written"
    try:
        kernel.require()
    except KernelMissing as error:
        return _told(recorded(claim, steps, judged, error), None, 3, options)
    target: Path | None = options["certificate_path"]
    path = None if options["no_certificate"] else target or Path(".exactua") / proof_file_name(claim, steps)
    if path is not None:
        require_writable(path, "certificate", CERTIFICATE)
    with _compiling(quiet=options["output_format"] != "text") as progress:
        proof = prove(claim, steps, kernel, judged, progress)
    if path is not None:
        write(path, proof.text({"kernel": kernel.name}))
    return _told(proof, path, EXIT_CODES[proof.verdict], options)


def _told(proof: Proof, path: Path | None, code: int, options: dict[str, Any]) -> int:
    """Prints a general result: the exit code."""
    from exactua.commands.prove.words import document, lines

    if options["output_format"] == "json":
        say_data(document(proof, None if path is None else str(path), code))
    else:
        say(*lines(proof))
        if path is not None:
            say(f"certificate {path}  {proof.digest}")
    return code


def _all(kernel: GeneralKernel, options: dict[str, Any]) -> int:
    import json

    from exactua.commands.prove import words
    from exactua.console.formats import tell_document
    from exactua.console.output import require_output
    from exactua.console.progress import progress_bar
    from exactua.evidence import scopes
    from exactua.output_files import require_writable, write_text
    from exactua.proving.kernels import KernelMissing

    require_output(options["output"])
    if options["scopes"] is not None:
        require_writable(options["scopes"], "scopes", scopes.SCOPES)
    asked: GeneralKernel | None = kernel
    missing: KernelMissing | None = None
    with progress_bar(quiet=options["output_format"] != "text", noun="files") as progress:
        try:
            kernel.require()
        except KernelMissing as error:
            asked, missing = None, error
        rows = [scopes.scopes(claim, asked, progress) for claim in scopes.every_claim()]
        theorems = scopes.written_about(scopes.every_claim(), asked)
    evidence = {} if asked is None else dict(asked.evidence())
    data = scopes.document(rows, evidence, theorems)
    if options["scopes"] is not None:
        write_text(options["scopes"], json.dumps(data, indent=1, sort_keys=True) + "\n", "scopes", scopes.SCOPES)
    document = words.scopes_document(rows, evidence or None, theorems, data)
    tell_document(document, options["output"], counted(len(rows), "claim"), options["output_format"])
    if missing is not None:
        say(f"exactua: {missing}", err=True)
    return 0 if missing is None else 3


def _recheck(path: Path) -> int:
    from exactua.commands.prove.words import lines
    from exactua.commands.prove.work import recheck

    with _compiling(quiet=False) as progress:
        proof, differences = recheck(path, progress)
    if differences:
        more = f" (and {len(differences) - 1} more)" if len(differences) > 1 else ""
        say(f"not confirmed: {differences[0]}{more}")
        return 1
    say(*lines(proof))
    say(f"confirmed {path}  {proof.digest}")
    return 0


def _for_all_D(label: str, n: str | None, options: Mapping[str, Any]) -> int:
    """Decides LABEL for all D at each n of a range, writes a certificate for each and prints them: the exit code.

    Every result is held against enumeration at small instances, so EvaluatorsDisagree may be raised.
    """
    from exactua.claims.ranges import integers
    from exactua.claims.registry import find
    from exactua.claims.verdicts import EXIT_CODES
    from exactua.console.options import tell_namesakes
    from exactua.console.output import tell_lines
    from exactua.evidence.boxes import joint_exit_code
    from exactua.printing import symbolic
    from exactua.proving.symbolic.general import decide_for_all_D
    from exactua.proving.symbolic.replaying import replay

    claim, step = find(label)
    tell_namesakes(label)
    values = integers(n or DEFAULT_N, "n")
    steps = (step,) if step else ()
    judged = "repaired" if options["repaired"] else "as written"
    target: Path | None = options["certificate_path"]
    if target is not None and len(values) > 1:
        raise InputError(f"certificate: {target} is one file, and n = {n or DEFAULT_N} makes {len(values)}; give one n")
    results: list[SymbolicResult] = []
    boxes = []
    for number in values:
        began = time.monotonic()
        result = decide_for_all_D(claim, number, steps, judged)
        seconds = f"{time.monotonic() - began:.3f}"
        results.append(result)
        replayed = replay(claim, result)
        run = {"engine": "affine forms", "seconds": seconds, "replayed": [dict(box) for box in replayed]}
        path = _written(result, steps, judged, run, target, options["no_certificate"])
        boxes.append(symbolic.box(result, path, EXIT_CODES[result.verdict], run))
        if options["output_format"] == "text" and len(values) == 1:
            tell_lines(symbolic.report(result))
            say(symbolic.how(seconds, replayed))
        elif options["output_format"] == "text":
            say(f"{result.verdict:<12} {symbolic.where(result)}: {symbolic.scope_line(result)}")
    code = joint_exit_code(EXIT_CODES[result.verdict] for result in results)
    if options["output_format"] == "json":
        say_data({"format": "exactua-prove/1", "results": boxes, "exit_code": code})
    elif len(values) > 1:
        say(*_summary(results))
    return code


def _written(
    result: SymbolicResult,
    steps: tuple[str, ...],
    judged: str,
    run: Mapping[str, Any],
    target: Path | None,
    leave_out: bool,
) -> str | None:
    from exactua.certificates.writing import CERTIFICATE, write
    from exactua.output_files import require_writable
    from exactua.printing.scope_subjects import listed
    from exactua.proving.symbolic.certificates import certificate, certificate_name

    if leave_out:
        return None
    if without := sorted(result.problem.networks_reached - result.profiles.keys()):
        verb = "is" if len(without) == 1 else "are"
        say(f"no certificate: {listed(without)} {verb} not known for all D", err=True)
        return None
    path = target or Path(".exactua") / certificate_name(result, steps, judged)
    require_writable(path, "certificate", CERTIFICATE)
    write(path, certificate(result, run))
    return str(path)


def _summary(results: Sequence[SymbolicResult]) -> list[str]:
    """For each step the n at which it is decided for all D, and how."""
    lines = [""]
    names = [step.step.name for step in results[0].steps]
    width = max(map(len, names))
    for name in names:
        by_verdict: dict[str, list[int]] = {}
        for result in results:
            by_verdict.setdefault(result[name].verdict.value, []).append(int(result.problem.parameters["n"]))
        told = ", ".join(f"{verdict} for all D at n = {_range(values)}" for verdict, values in by_verdict.items())
        lines.append(f"  {name:<{width}}  {told}")
    return lines


def _range(values: Sequence[int]) -> str:
    """2..10, or 2, 4, 5."""
    if len(values) > 2 and list(values) == list(range(values[0], values[-1] + 1)):
        return f"{values[0]}..{values[-1]}"
    return ", ".join(map(str, values))
