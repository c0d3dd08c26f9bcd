"""`exactua attention`: the exact softmax attention of tensors in files, and what a given output of it is in error."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from exactua.console import completion
from exactua.console.formats import format_option, tell_document
from exactua.console.help import Command
from exactua.console.options import memory_option
from exactua.console.output import OutputFile, require_output, say


@click.command(
    "attention",
    cls=Command,
    short_help="Enclose attention exactly; tell an output's error.",
    examples=(
        "exactua attention q.npy k.npy v.npy --output-file o.npy --atol 1e-3",
        "exactua attention qkv.npz --causal --nearest exact.npy",
    ),
    rare="--round-inputs --nearest-dtype --max-memory",
)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="Q K V | FILE")
@click.option("--output-file", type=click.Path(path_type=Path), metavar="FILE", help="The output to compare, .npy.")
@click.option(
    "--mask", type=click.Path(path_type=Path), metavar="FILE", help="Truth values, True where a query sees a key."
)
@click.option("--causal", is_flag=True, help="Query i sees keys up to i.")
@click.option(
    "--bias", type=click.Path(path_type=Path), metavar="FILE", help="Floats added to scaled scores; -inf: unseen."
)
@click.option("--scale", metavar="NUMBER", help='Such as 1/8, or "1/sqrt(50)"; 1/sqrt(size) if not given.')
@click.option("--digits", default=20, metavar="N", type=click.IntRange(1, 1000), show_default=True,
              help="Every exact output is within 10^-N times the spread of its column of V.")  # fmt: skip
@click.option(
    "--dtype",
    metavar="NAME",
    shell_complete=completion.words(completion.float_formats),
    help="The format of the ulps; the output's own if not given.",
)
@click.option("--atol", metavar="NUMBER", help="Is every |output - exact| <= ATOL + RTOL |exact|?")
@click.option("--rtol", metavar="NUMBER", help="The same; 0 if only the other is given.")
@click.option(
    "--algorithm",
    metavar="WORDS",
    help='How it was computed, "flash-bfloat16 block=128": are all errors within its bound?',
)
@click.option("--round-inputs", is_flag=True, help="Round Q, K, V and the bias to the algorithm's format first.")
@click.option(
    "--nearest", type=click.Path(path_type=Path), metavar="FILE", help="An .npy file for the exact outputs, rounded."
)
@click.option(
    "--nearest-dtype",
    metavar="NAME",
    shell_complete=completion.words(("float64", "float32", "float16")),
    help="Their format: float64 (default), float32 or float16.",
)
@click.option("--plot", "picture", type=OutputFile(), metavar="FILE",
              help="Draw every entry's error and bound into a .png or .svg file.")  # fmt: skip
@click.option("--budget", default="10m", metavar="TIME", help="Time limit: 60s, 10m, 2h.", show_default=True)
@memory_option()
@format_option
@click.option("--output", type=OutputFile(), metavar="FILE", help="Where the report goes.")
def command(files: tuple[Path, ...], **options: Any) -> int:
    """Enclose softmax(scale Q K^T + bias) V exactly, and compute the error of an output in floats.

    Q, K and V are .npy files of floats, batch x heads x tokens x size. FILE is one .npz or .safetensors file with q, k,
    v and, optionally, output, mask and bias. Every float is read at its exact value.

    \b
    Exit codes: 0 what was asked is so; 1 an entry is beyond the tolerance, or the bound of the
    algorithm, or not finite; 2 wrong usage; 3 more digits, or more time, are needed, or a nearest
    number is not known.
    """
    from exactua.commands.attention.files import read, require_nearest, write_nearest
    from exactua.commands.attention.function import attention
    from exactua.commands.attention.picture import draw
    from exactua.commands.attention.words import document, notes
    from exactua.console.options import seconds
    from exactua.console.output import require_another
    from exactua.console.progress import progress_bar
    from exactua.errors import InputError
    from exactua.printing.pictures.figures import require_drawable

    chosen, report, nearest = options["output_format"], options["output"], options["nearest"]
    picture = options["picture"]
    rounded_to = options["nearest_dtype"]
    budget = seconds(options["budget"], "budget")
    taken: dict[str, Path | None] = dict(zip(("q", "k", "v") if len(files) == 3 else ("tensors",), files, strict=False))
    taken |= {name.replace("_", "-"): options[name] for name in ("output_file", "mask", "bias")}
    for argument, path in (("output", report), ("nearest", nearest), ("plot", picture)):
        if path is not None:
            require_another(path, argument, taken)
            taken[argument] = path
    if report is not None and report.suffix.lower() == ".npy":
        raise InputError(f"output: {report} is not a name for a report; give the output to measure by --output-file")
    require_output(report)
    if picture is not None:
        require_drawable(picture)
    if nearest is not None:
        require_nearest(nearest)
    elif rounded_to is not None:
        raise InputError("nearest-dtype: it applies only with --nearest; give --nearest too, or leave it out")
    arrays, own = read(files, {name: options[name] for name in ("output_file", "mask", "bias")})
    if picture is not None and "output" not in arrays:
        raise InputError("plot: it needs an output; give --output-file, or leave it out")
    with progress_bar(quiet=chosen != "text" and report is None, noun="scores") as progress:
        measured = attention(
            **arrays,
            causal=options["causal"],
            scale=options["scale"],
            digits=options["digits"],
            dtype=own if options["dtype"] is None else options["dtype"],
            atol=options["atol"],
            rtol=options["rtol"],
            algorithm=options["algorithm"],
            round_inputs=options["round_inputs"],
            nearest=None if nearest is None else rounded_to or "float64",
            every_entry=picture is not None,
            budget=budget,
            progress=progress,
        )
    if nearest is not None and measured.nearest is not None:
        write_nearest(nearest, measured.nearest)
    if picture is not None:
        draw(measured, picture)
    tell_document(document(measured), report, "the report", chosen)
    for note in notes(measured):
        say(note, err=True)
    if picture is not None and (chosen == "text" or report is not None):
        say(f"picture {picture}")
    return measured.exit_code
