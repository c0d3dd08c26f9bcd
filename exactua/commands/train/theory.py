"""What Corollary 1 says of a data set: one layer suffices, with how many numbers in the paper and in what is built."""

from __future__ import annotations

from exactua.arithmetic.reals import PrecisionReached
from exactua.commands.build.corollary_work import MOST_CONTEXTS, MOST_SCORES
from exactua.commands.train.record import Theory
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
