"""`build corollary1` and `build corollary2`: a one-layer Transformer for a user's data set, decided like a claim.

    {"pairs": [{"X": [[1, "1/2", 0], [0, 1, 1]], "Y": [[1, 2, 1], [3, 1, 2]]}, ...]}

X and Y are d rows of n entries, one column a token; entries of X are exact, those of Y labels 1, 2, ...
"""

from __future__ import annotations

import time
from typing import Final

from exactua.arithmetic.balls import shown
from exactua.arithmetic.rationals import Matrix
from exactua.arithmetic.reals import PrecisionReached
from exactua.deciding.interrupts import until
from exactua.deciding.running import DEFAULT_BUDGET, Progress
from exactua.errors import InputError
from exactua.papers.kajitsuka2024.label_maps import plateaus
from exactua.papers.kajitsuka2024.labelled_sequences import LabelledSequences
from exactua.papers.kajitsuka2024.memorised import (
    COROLLARIES,
    WEIGHTS,
    Corollary,
    Memorised,
    WeightsOf,
    box,
    constants_of,
    log10_of,
    memorised_claim,
    printed_logarithms,
)
from exactua.papers.kajitsuka2024.memorising import (
    memoriser,
    paper_attention,
    printed_encodings,
    small_attention,
    small_encodings,
)
from exactua.proving.evidence import decide
from exactua.terms.tracing import log
from exactua.terms.tracing import rational as rational_number

MOST_CONTEXTS: Final = 1_000
MOST_SCORES: Final = 5_000
"""Of all contexts: each has n scores."""


def build_memoriser(
    corollary: str,
    data: LabelledSequences,
    *,
    weights: WeightsOf = "small",
    where: str = "data",
    jobs: int = 1,
    budget: float = DEFAULT_BUDGET,
    progress: Progress | None = None,
) -> Memorised:
    """The Transformer of "corollary1" or "corollary2" for a data set, and the decision about it.

    `where` is what messages about the data set begin with. Raises InputError for a token that stands twice in a
    sequence (Corollary 1), for inconsistent labels, where no weights are found, and where the cap of the precision
    (`exactua.arithmetic.reals.precision`) doesn't suffice.
    """
    chosen = _corollary(corollary)
    if weights not in WEIGHTS:
        raise InputError(f"weights: {weights!r} is not valid; choose one of {', '.join(WEIGHTS)}")
    E: Matrix | None = None
    if chosen == "corollary1":
        data.require_no_duplicates(where, "Corollary 1 excludes that, Corollary 2 allows it: build corollary2")
        data.require_consistent_contexts(where)
    else:
        data.require_consistent_sequences(where)
        r_max = constants_of(data.vocabulary).r_max
        E = small_encodings(data) if weights == "small" else printed_encodings(data.d, data.n, r_max)
    encoded = data if E is None else data.shifted(E)
    if (contexts := len(encoded.contexts)) > MOST_CONTEXTS or contexts * data.n > MOST_SCORES:
        raise InputError(
            f"{where}: {contexts:,} contexts with {data.n:,} scores each; at most {MOST_CONTEXTS:,} contexts and "
            f"{MOST_SCORES:,} scores in all can be built; give fewer sequences or shorter ones"
        )
    constants = constants_of(encoded.vocabulary)
    printed = printed_logarithms(data, encoded, constants)
    spent = f"budget: {budget:g} s do not suffice to build the network: raise --budget"
    deadline = time.monotonic() + budget
    try:
        with until(deadline, spent):
            attention = small_attention(encoded) if weights == "small" else paper_attention(encoded, constants)
            built = memoriser(data, attention, plateaus, E)
            claim = memorised_claim(chosen, built, constants)
    except PrecisionReached as error:
        least = ""
        if weights == "paper" and "(8)" in printed:
            least = f"; with the weights of the paper they may differ by as little as 10^{shown(printed['(8)'], 6)}"
        raise InputError(
            f"precision: {error.bits:,} bits do not tell the ids of all contexts apart{least}; "
            f"give a larger --precision{' or take small weights' if least else ''}"
        ) from None
    logarithms = {"certified": log10_of(log(rational_number(built.separation))), **printed}
    decision = decide(
        claim.problem(box(built)), jobs=jobs, budget=max(1, deadline - time.monotonic()), progress=progress
    )
    return Memorised(chosen, weights, built, constants, logarithms, decision)


def _corollary(name: str) -> Corollary:
    for corollary in COROLLARIES:
        if name in (corollary, f"kajitsuka2024:{corollary}"):
            return corollary
    raise InputError(f"corollary: {name!r} can't be built; choose one of {', '.join(COROLLARIES)}")
