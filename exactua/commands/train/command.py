"""`exactua train`: rank-1 Transformers trained in floats, and what their weights do exactly on the training set."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from exactua.console import completion
from exactua.console.help import Command
from exactua.console.options import device_option, one_of, text_or_json, word_option
from exactua.console.output import OutputFile, say, say_data
from exactua.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from exactua.commands.train.labelled_tokens import TrainingSet
    from exactua.commands.train.settings import Diverged, Settings
    from exactua.commands.train.work import Checked, Theory

GENERATED = ("labels", "sequences", "n", "d")
"""Options of generated sets: a file has its own numbers."""
MOST_RUNS = 16


@click.command(
    "train",
    cls=Command,
    short_help="Train rank-1 Transformers; check weights exactly.",
    examples=(
        "exactua train rank1 --layers 1,3,6 -o trained",
        "exactua train rank1 --data pairs.json --epochs 100 -o trained --plot curves.png",
    ),
    rare="--batch --hidden --width --learning-rate --precision --device",
)
@click.argument("model", metavar="rank1", shell_complete=completion.words(("rank1",)))
@click.option("--layers", default="1,3,6", metavar="L", help="Numbers of layers: 1,3,6 or 1..4.", show_default=True)
@click.option("--data", default="generated", metavar="FILE", show_default=True,
              help="Pairs of X and Y as `build corollary1` takes them, or 'generated'.")  # fmt: skip
@click.option(
    "--labels",
    metavar="RULE",
    shell_complete=completion.words(("cues", "random")),
    help="Labels of a generated set: cues (default) or random.",
)
@click.option("--sequences", type=int, metavar="N", help="Sequences of a generated set; 128 if not given.")
@click.option("--n", type=int, metavar="N", help="Their length; 6 if not given.")
@click.option("--d", type=int, metavar="D", help="Entries of their tokens; 16 if not given.")
@click.option("--epochs", default=400, metavar="K", help="Epochs.", show_default=True)
@click.option("--batch", default=32, metavar="K", help="Sequences of a batch.", show_default=True)
@click.option("--hidden", default=64, metavar="Q", help="Hidden size of feed-forward layers.", show_default=True)
@click.option("--width", type=int, metavar="W", help="Rows of a state; the greater of d and C if not given.")
@click.option(
    "--learning-rate", default="1/100", metavar="A", help="Learning rate of Adam: 1/100 or 0.01.", show_default=True
)
@click.option("--seed", default=1, metavar="K", help="Seed of a generated set and of the training.", show_default=True)
@device_option
@word_option("--dtype", valid=("float32", "float64"))
@click.option(
    "--precision", type=int, metavar="BITS", help="Bits at which a comparison is given up; 4,096 if not given."
)
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, metavar="FOLDER",
              help="Where data, networks and report go.")  # fmt: skip
@click.option("--plot", type=OutputFile(), metavar="FILE", help="The curves as .png or .svg.")
@text_or_json
def command(model: str, **options: Any) -> int:
    """Train rank-1 Transformers without layer normalisation on labelled tokens (Kajitsuka and Sato 2024, Sec. 5).

    train shows each run's accuracy by epoch beside the count of Corollary 1. Then it reads the trained weights as
    rationals and evaluates them exactly on the training set. Does every token get the class of the float run? Are ids
    of different contexts different, and with which separation? Needs PyTorch: pip install 'exactua[train]'.

    \b
    Exit codes: 0 the exact networks say what the float runs say; 1 at some token another class;
    2 wrong usage; 3 a run diverged, or a token is undecided.
    """
    from exactua.claims.ranges import integers
    from exactua.commands.train import words as training
    from exactua.commands.train.torch_training import require_torch, width_of
    from exactua.commands.train.work import require_classes, require_output, rounded_entries, run, theory_of
    from exactua.console.progress import progress_bar

    one_of(model, ("rank1",), "model")
    layers = integers(options["layers"], "layers")
    settings, cap = _settings(options), _cap(options["precision"])
    file = None if options["data"] == "generated" else Path(options["data"])
    _require_layers(layers)
    require_output(options["output"], layers, file)
    _require_picture(options["plot"], layers)
    given = _set(options, file)
    require_classes(given)
    width = width_of(given, options["width"])
    require_torch(settings.device)
    as_json = options["output_format"] == "json"
    theory = theory_of(given.data)
    if not as_json:
        say(*training.heading(given, theory, settings, rounded_entries(given, settings.dtype)))
        say("")
    runs: list[Checked | Diverged] = []
    for count in layers:
        with progress_bar(quiet=as_json, noun="epochs") as watch:
            runs += run(given, [count], settings, width=width, cap=cap, watch=watch)
    code = _exit_code(runs)
    told = _write(given, theory, settings, width, runs, options, code)
    if as_json:
        say_data(told)
        return code
    say(*training.results(given, settings, runs))
    say("")
    say(f"files        {' '.join(told['files'].values())}")
    return code


def _settings(options: dict[str, Any]) -> Settings:
    from exactua.commands.train.settings import Settings, learning_rate

    rate = learning_rate(options["learning_rate"])
    names = ("epochs", "batch", "hidden", "seed", "device", "dtype")
    return Settings(learning_rate=rate, **{name: options[name] for name in names})


def _cap(bits: int | None) -> int:
    from exactua.arithmetic.reals import LEAST_BITS, MOST_BITS
    from exactua.commands.train.exact_check import DEFAULT_CAP
    from exactua.commands.train.settings import require_integer

    if bits is None:
        return DEFAULT_CAP
    require_integer(bits, "precision", LEAST_BITS, MOST_BITS)
    return bits


def _require_layers(layers: Sequence[int]) -> None:
    """Raises InputError for a number of layers that there is not, before the first of them is trained."""
    from exactua.commands.train.settings import MOST_LAYERS, require_integer

    if len(layers) > MOST_RUNS:
        raise InputError(f"layers: {len(layers)} runs; give at most {MOST_RUNS} numbers of layers")
    for count in layers:
        require_integer(count, "layers", 1, MOST_LAYERS)


def _require_picture(plot: Path | None, layers: Sequence[int]) -> None:
    """Raises InputError where no picture can be drawn into the file."""
    if plot is not None:
        from exactua.commands.train.picture import require_lines
        from exactua.printing.pictures.figures import require_drawable

        require_drawable(plot)
        require_lines(layers)


def _set(options: dict[str, Any], file: Path | None) -> TrainingSet:
    """The set in the file, or the generated one. Raises InputError for options of one beside the other."""
    from exactua.commands.train.labelled_tokens import generated
    from exactua.commands.train.work import read_set

    given = {name: options[name] for name in GENERATED if options[name] is not None}
    if file is not None:
        for name in given:
            raise InputError(f"{name}: it is for generated sets, but {file} has its own; leave out --{name}")
        return read_set(file)
    return generated(given.pop("labels", "cues"), seed=options["seed"], **given)


def _exit_code(runs: Sequence[Checked | Diverged]) -> int:
    from exactua.commands.train.settings import Diverged

    checks = [run.check for run in runs if not isinstance(run, Diverged)]
    if any(check.differing for check in checks):
        return 1
    return 3 if len(checks) < len(runs) or any(check.undecided for check in checks) else 0


def _write(
    given: TrainingSet,
    theory: Theory,
    settings: Settings,
    width: int,
    runs: Sequence[Checked | Diverged],
    options: dict[str, Any],
    code: int,
) -> dict[str, Any]:
    """Writes data, networks, picture and report; the report's data."""
    import platform
    from importlib.metadata import version

    from exactua.arithmetic.json_values import json_text
    from exactua.commands.train.picture import draw_training
    from exactua.commands.train.settings import Diverged
    from exactua.commands.train.words import diverged, document
    from exactua.commands.train.work import REPORT, REPORTED, Checked, write_files
    from exactua.output_files import write_text

    files = write_files(options["output"], given, settings, width, runs)
    if options["plot"] is not None:
        ended = [diverged(run) for run in runs if isinstance(run, Diverged)]
        draw_training(options["plot"], given, theory, [run for run in runs if isinstance(run, Checked)], ended)
        files["picture"] = str(options["plot"])
    report = options["output"] / REPORT
    versions = {"python": platform.python_version(), **{name: version(name) for name in ("exactua", "torch")}}
    told = document(given, theory, settings, runs, {**files, "report": str(report)}, versions, code)
    write_text(report, json_text(told) + "\n", "output", REPORTED)
    return told
