"""A whole run: each number of layers trained, its weights read as rationals and checked on the training set.

Its files are the set, its sequences as points, and a network file for each trained Transformer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from exactua.arithmetic.float_formats import FORMATS
from exactua.arithmetic.rationals import Matrix
from exactua.arithmetic.reals import PrecisionReached
from exactua.certificates.writing import matrix_data
from exactua.commands.build.corollary import MOST_CONTEXTS, MOST_SCORES
from exactua.commands.train.exact_check import DEFAULT_CAP, Enclosures, ExactCheck, Separated, exact_check, separation
from exactua.commands.train.labelled_tokens import TrainingSet
from exactua.commands.train.settings import Diverged, Settings, Trained
from exactua.commands.train.torch_training import Watch, train, width_of
from exactua.commands.train.weights import ATTENTION, IDS, network_of
from exactua.console.own_data import read_pairs
from exactua.errors import InputError
from exactua.file_access import read_bytes
from exactua.networks import Network
from exactua.networks.files import NETWORK, write_network
from exactua.output_files import ANY, NEW, Kind, make_folder, require_folder, require_writable, write_text
from exactua.papers.kajitsuka2024.label_maps import plateaus
from exactua.papers.kajitsuka2024.labelled_sequences import LabelledSequences
from exactua.papers.kajitsuka2024.memorising import Counts, memoriser, small_attention
from exactua.terms.encoding import canonical

DATA: Final = "data.json"
POINTS: Final = "points.json"
REPORT: Final = "report.json"
REPORTED: Final = Kind("report of exactua train", r'\{\s*"format": "exactua-train/')


@dataclass(frozen=True)
class Theory:
    """Corollary 1 (Kajitsuka & Sato 2024, Sec. 4.1) for a data set, head size s = 1."""

    fails: str | None
    """Which hypothesis does not hold, and where; None: they hold, so one layer memorises the set."""
    contexts: int
    """Tokens with the vocabulary sets of their sequences: ids that Definition 2 tells apart."""
    printed: int
    """4(s + d) + d(2nN + d)."""
    built: Counts | None
    """The numbers of the one-layer Transformer that `build corollary1` makes; None where none is made."""
    not_built: str | None
    """Why none is made."""


@dataclass(frozen=True)
class Checked:
    """A trained Transformer, the exact network that its weights are, and what that does on the training set."""

    trained: Trained
    network: Network
    check: ExactCheck
    separated: tuple[Separated, ...]
    """At the stages "attention" and "ids"."""


def theory_of(data: LabelledSequences) -> Theory:
    """The hypotheses of Corollary 1, checked, and its counts."""
    printed = Counts(data.N, data.d, data.n, 0).printed
    try:
        data.require_no_duplicates("the set", "Corollary 1 excludes that")
        data.require_consistent_contexts("the set")
    except InputError as reason:
        return Theory(str(reason), len(data.contexts), printed, None, "the hypotheses do not hold")
    contexts = len(data.contexts)
    if contexts > MOST_CONTEXTS or contexts * data.n > MOST_SCORES:
        limit = f"at most {MOST_CONTEXTS:,} contexts and {MOST_SCORES:,} scores are built"
        return Theory(None, contexts, printed, None, f"{contexts:,} contexts with {data.n} scores each; {limit}")
    try:
        counts = memoriser(data, small_attention(data), plateaus).counts
    except (InputError, PrecisionReached) as reason:
        return Theory(None, contexts, printed, None, str(reason))
    return Theory(None, contexts, printed, counts, None)


def read_set(path: Path) -> TrainingSet:
    """The set in a JSON file of pairs, as `build corollary1 --data` reads it. Raises InputError for anything else."""
    return TrainingSet(read_pairs(path), str(path))


def require_classes(given: TrainingSet) -> None:
    """Raises InputError for a set with a single class."""
    if len(given.classes) < 2:
        raise InputError(f"data: every token of {given.name} has the same label; give a set with two labels at least")


def rounded_entries(given: TrainingSet, dtype: str) -> int:
    """How many entries of the sequences the float format does not have: the float run sees them rounded."""
    form = next(known for known in FORMATS if known.name == dtype)
    entries = [entry for X in given.data.sequences for row in X for entry in row]
    other = {entry for entry in set(entries) if form.rounded(entry) != entry}
    return sum(entry in other for entry in entries)


def run(
    given: TrainingSet,
    layers: Sequence[int],
    settings: Settings,
    *,
    width: int | None = None,
    cap: int = DEFAULT_CAP,
    watch: Watch | None = None,
) -> Iterator[Checked | Diverged]:
    """Each number of layers in turn; `cap` is the most bits of a comparison.

    Raises InputError for a set with one class, and as `train` does.
    """
    require_classes(given)
    padded = given.padded(width_of(given, width))
    for count in layers:
        trained = train(given, count, settings, width, watch)
        yield trained if isinstance(trained, Diverged) else check(given, trained, padded, cap)


def check(given: TrainingSet, trained: Trained, padded: Sequence[Matrix], cap: int = DEFAULT_CAP) -> Checked:
    """The trained weights as an exact network, at the sequences of the set as w x n matrices."""
    network = network_of(trained.weights)
    enclosures = Enclosures(network, padded)
    checked = exact_check(enclosures, given.targets, trained.said, len(given.classes), trained.scores, cap)
    separated = tuple(separation(enclosures, given.data, stage, cap) for stage in (ATTENTION, IDS))
    return Checked(trained, network, checked, separated)


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
    write_text(paths["points"], canonical([matrix_data(X) for X in given.padded(width)]) + "\n", "output", kind)
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
    return {"pairs": [{"X": matrix_data(X), "Y": [list(row) for row in Y]} for X, Y in pairs]}
