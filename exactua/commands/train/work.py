"""A whole run: each number of layers trained, its weights read as rationals and checked on the training set."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from exactua.arithmetic.float_formats import FORMATS
from exactua.arithmetic.rationals import Matrix
from exactua.arithmetic.reals import PrecisionReached
from exactua.commands.build.corollary import MOST_CONTEXTS, MOST_SCORES
from exactua.commands.train.exact_check import DEFAULT_CAP, Enclosures, exact_check
from exactua.commands.train.labelled_tokens import TrainingSet
from exactua.commands.train.record import Checked, Theory
from exactua.commands.train.separation import separation
from exactua.commands.train.settings import Diverged, Settings, Trained
from exactua.commands.train.torch_training import Watch, train, width_of
from exactua.commands.train.weights import ATTENTION, IDS, network_of
from exactua.console.own_data import read_pairs
from exactua.errors import InputError
from exactua.papers.kajitsuka2024.label_maps import plateaus
from exactua.papers.kajitsuka2024.labelled_sequences import LabelledSequences
from exactua.papers.kajitsuka2024.memorising import Counts, memoriser, small_attention


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
