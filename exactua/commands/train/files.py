"""The files of a training run: the set, its sequences as points, and a network file for each trained Transformer."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from exactua.arithmetic.rationals import Matrix, encode_rational
from exactua.commands.train.labelled_tokens import TrainingSet
from exactua.commands.train.record import Checked
from exactua.commands.train.settings import Diverged, Settings
from exactua.errors import InputError
from exactua.file_access import read_bytes
from exactua.networks.files import NETWORK, write_network
from exactua.output_files import ANY, NEW, Kind, make_folder, require_folder, require_writable, write_text
from exactua.papers.kajitsuka2024.labelled_sequences import LabelledSequences
from exactua.terms.encoding import canonical

DATA: Final = "data.json"
POINTS: Final = "points.json"
REPORT: Final = "report.json"
REPORTED: Final = Kind("report of exactua train", r'\{\s*"format": "exactua-train/')


def network_name(layers: int) -> str:
    """The name of the file of a network."""
    return f"layers{layers}.json"


def kind_of_data(folder: Path) -> Kind:
    """What data and points may be written over: any where the report of an earlier run lies beside them."""
    report = folder / REPORT
    beginning = read_bytes(report, "output", 2**28)[:100] if report.exists() else b""
    return ANY if beginning and REPORTED.has(beginning) else NEW


def require_output(folder: Path, layers: Sequence[int], data: Path | None) -> None:
    """Raises InputError, before anything is computed, where the files can't be written into the folder.

    It is made if it is missing. `data` is a file that is read, and must not be written over.
    """
    require_folder(folder, "output")
    names = {DATA: kind_of_data(folder), POINTS: kind_of_data(folder), REPORT: REPORTED}
    for name, kind in {**names, **dict.fromkeys(map(network_name, layers), NETWORK)}.items():
        if data is not None and data.resolve() == (folder / name).resolve():
            raise InputError(f"output: {data} would be written over, and it is the data; give another folder")
        require_writable(folder / name, "output", kind, in_new_folder=True)


def write_files(
    folder: Path, given: TrainingSet, settings: Settings, width: int, runs: Sequence[Checked | Diverged]
) -> dict[str, str]:
    """Writes all but the report, each file whole; their paths by what they are. Raises InputError where it can't."""
    make_folder(folder, "output")
    kind = kind_of_data(folder)
    paths = {"data": folder / DATA, "points": folder / POINTS}
    write_text(paths["data"], canonical(_pairs(given.data)) + "\n", "output", kind)
    write_text(paths["points"], canonical([_rows(X) for X in given.padded(width)]) + "\n", "output", kind)
    for run in runs:
        if isinstance(run, Checked):
            layers = run.trained.layers
            paths[f"layers{layers}"] = folder / network_name(layers)
            write_network(folder / network_name(layers), run.network, _trained(run, given, settings))
    return {name: str(path) for name, path in paths.items()}


def _trained(checked: Checked, given: TrainingSet, settings: Settings) -> dict[str, object]:
    """How the weights came about, as the network file says it."""
    return {
        "trained": {
            "set": given.name,
            "layers": checked.trained.layers,
            "epochs": settings.epochs,
            "seed": settings.seed,
            "dtype": settings.dtype,
            "learning_rate": str(settings.learning_rate),
            "right": checked.trained.correct[-1],
            "tokens": given.total,
        }
    }


def _pairs(data: LabelledSequences) -> dict[str, object]:
    """The set as `read_pairs` reads it."""
    pairs = zip(data.sequences, data.labels, strict=True)
    return {"pairs": [{"X": _rows(X), "Y": [list(row) for row in Y]} for X, Y in pairs]}


def _rows(X: Matrix) -> list[list[int | str]]:
    return [[encode_rational(entry) for entry in row] for row in X]
