"""`build corollary1` and `build corollary2`: a one-layer Transformer for a user's data set, decided like a claim.

    {"pairs": [{"X": [[1, "1/2", 0], [0, 1, 1]], "Y": [[1, 2, 1], [3, 1, 2]]}, ...]}

X and Y are d rows of n entries, one column a token; entries of X are exact, those of Y labels 1, 2, ...
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from gmpy2 import mpq

from exactua.arithmetic.balls import floor, shown
from exactua.arithmetic.rationals import Matrix, encode_rational
from exactua.arithmetic.reals import PrecisionReached, Value
from exactua.certificates.writing import digest, matrix_data
from exactua.claims.verdicts import Verdict
from exactua.deciding.interrupts import until
from exactua.deciding.running import DEFAULT_BUDGET
from exactua.deciding.shards import Progress
from exactua.errors import InputError
from exactua.papers.kajitsuka2024 import memorised
from exactua.papers.kajitsuka2024.label_maps import plateaus
from exactua.papers.kajitsuka2024.labelled_sequences import LabelledSequences, shown_column
from exactua.papers.kajitsuka2024.memorised import (
    COROLLARIES,
    WEIGHTS,
    Corollary,
    Memorised,
    WeightsOf,
    constants_of,
    decimal,
    log10_of,
    memorised_claim,
    printed_logarithms,
)
from exactua.papers.kajitsuka2024.memorising import (
    Counts,
    memoriser,
    paper_attention,
    printed_encodings,
    small_attention,
    small_encodings,
)
from exactua.plurals import counted
from exactua.printing.machine import box
from exactua.printing.text import matrix, number, report
from exactua.proving.evidence import decide
from exactua.terms.tracing import log
from exactua.terms.tracing import rational as rational_number

MOST_CONTEXTS: Final = 1_000
MOST_SCORES: Final = 5_000
"""Of all contexts: each has n scores."""
FORMAT: Final = "exactua-memorised/1"
DIGITS: Final = 12
"""Digits of reals in JSON."""


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
            f"precision: {error.bits:,} bits do not separate the ids of all contexts{least}; "
            f"give a larger --precision{' or take small weights' if least else ''}"
        ) from None
    logarithms = {"certified": log10_of(log(rational_number(built.separation))), **printed}
    decision = decide(
        claim.problem(memorised.box(built)), jobs=jobs, budget=max(1, deadline - time.monotonic()), progress=progress
    )
    return Memorised(chosen, weights, built, constants, logarithms, decision)


def _corollary(name: str) -> Corollary:
    for corollary in COROLLARIES:
        if name in (corollary, f"kajitsuka2024:{corollary}"):
            return corollary
    raise InputError(f"corollary: {name!r} can't be built; choose one of {', '.join(COROLLARIES)}")


def document(built: Memorised, network: Path, certificate: Path, exit_code: int) -> dict[str, Any]:
    """What `exactua build corollary1 --format json` prints (docs/json-output.md); the network file is there already."""
    return {
        "format": FORMAT,
        "exit_code": exit_code,
        "network": str(network),
        "bytes": network.stat().st_size,
        "built": memorised_data(built),
        "check": box(built.decision, str(certificate), exit_code),
    }


def memorised_data(built: Memorised) -> dict[str, Any]:
    """What the network file says about how the network was built: JSON data, numbers as integers or strings."""
    memoriser, constants, counts = built.memoriser, built.constants, built.memoriser.counts
    return {
        "corollary": f"kajitsuka2024:{built.corollary}",
        "weights": built.weights,
        "data": {
            "N": memoriser.data.N,
            "d": memoriser.data.d,
            "n": memoriser.data.n,
            "C": memoriser.data.C,
            "vocabulary": len(memoriser.encoded.vocabulary),
            "contexts": len(memoriser.ids),
        },
        "encodings": None if memoriser.encodings is None else matrix_data(memoriser.encodings),
        "constants": {name: encode_rational(getattr(constants, name)) for name in ("r_min", "r_max", "epsilon")},
        "separation": {
            "delta": encode_rational(memoriser.separation),
            "r": encode_rational(memoriser.bound),
            "log10": {name: shown(value, DIGITS) for name, value in built.logarithms.items()},
        },
        "numbers": {"built": counts.built, "printed": counts.printed, "entries": counts.entries},
        "certificate": digest(built.decision),
        "verdict": built.decision.verdict.value,
    }


def lines(built: Memorised, data: str) -> Iterator[str]:
    """What was built; `data` is where the data set came from."""
    memoriser = built.memoriser
    given, encoded = memoriser.data, memoriser.encoded
    argument, equation = ("X", "(17)") if memoriser.encodings is None else ("X + E", "(18)")
    yield f"{data}: N = {given.N}, d = {given.d}, n = {given.n}, C = {given.C}"
    name = built.corollary.removeprefix("corollary")
    yield f"Corollary {name}, {equation}: F({argument}) = F^FF(F^SA({argument})) = Y for every pair"
    yield ""
    yield from _weights(built)
    size = f"{len(encoded.vocabulary)} token{'s' if len(encoded.vocabulary) != 1 else ''}"
    yield f"contexts     {len(memoriser.ids)}: tokens with the vocabulary of their sequence; |V| = {size}"
    yield from _separations(built)
    yield from _counts(memoriser.counts)


def _weights(built: Memorised) -> Iterator[str]:
    memoriser = built.memoriser
    head = memoriser.attention.layer.heads[0]
    if built.weights == "small":
        W_O = shown_column(tuple(row[0] for row in head.W_O))
        yield (
            f"attention    one softmax head of size 1: W_K = W_V = {shown_column(memoriser.attention.w)}, "
            f"W_Q = {shown_column(head.W_Q[0])}, W_O = {W_O}"
        )
    else:
        query, entry = next((a, b) for a, b in zip(head.W_Q[0], memoriser.attention.w, strict=True) if b)
        yield (
            f"attention    one softmax head of size 1, weights of App. A.2: v = {shown_column(memoriser.attention.w)}, "
            f"u^T u' = {shown(query / entry, DIGITS)}"
        )
    if memoriser.encodings is not None:
        what = "the printed ones, (48)" if built.weights == "paper" else "small ones"
        yield f"encodings    E, {what}: {number(memoriser.encodings[0][0])} k in all rows of column k"


def _separations(built: Memorised) -> Iterator[str]:
    memoriser, constants = built.memoriser, built.constants
    logarithms = {name: _two_decimals(value) for name, value in built.logarithms.items()}
    yield (
        f"separation   10^{logarithms['certified']}  certified: ids differ by more than {decimal(memoriser.separation)}"
        f"; their norms are less than {decimal(memoriser.bound)}"
    )
    where = f"r_min = {decimal(constants.r_min)}, r_max = {decimal(constants.r_max)}, "
    where += f"epsilon = {decimal(constants.epsilon)}"
    says = {
        "(8)": f"delta of Theorem 2 for {'X' if memoriser.encodings is None else 'X + E'}: {where}",
        "(47)": "delta in the proof of Corollary 1",
        "(50)": "delta in the proof of Corollary 2",
    }
    for name, value in logarithms.items():
        if name in says:
            yield f"             10^{value}  {name}, {says[name]}"
    if memoriser.data.n == 1:
        yield "             (8) is 0 for n = 1, as log n = 0"
    elif not constants.r_min:
        yield "             (8) has no value: a token is 0, and r_min has to be above 0 and less than its norm"


def _two_decimals(x: Value) -> str:
    """A real number rounded to hundredths: -238508.96."""
    hundredths = floor(x * 100 + mpq(1, 2))
    whole, part = divmod(abs(hundredths), 100)
    return f"{'-' if hundredths < 0 else ''}{whole}.{part:02}"


def _counts(counts: Counts) -> Iterator[str]:
    yield (
        f"numbers      {counts.built:,}: {counts.attention} in W_O, W_V, W_K, W_Q, {counts.projection} in w, "
        f"{counted(counts.thresholds, 'threshold')}, {counted(counts.steps, 'step')}, {counts.first} in b_2"
        + (f", {counts.encodings} in E" if counts.encodings else "")
    )
    yield f"             {counts.printed:,} in the paper, 4(s + d) + d(2nN + d)" + (
        ", and E" if counts.encodings else ""
    )
    yield f"             {counts.entries:,} entries of weights and biases, zeros included: {counts.hidden} hidden units"


def step_lines(built: Memorised, network: str) -> Iterator[str]:
    """What was decided, step by step, with the first sequence where one fails; `network` is the file."""
    results = {result.step.name: result for result in built.decision.results}
    for line, verdict in report(built.decision):
        if verdict is None:
            continue
        yield line
        result = results.get(line.split()[1]) if line.startswith("  ") else None
        if result is None:
            continue
        if result.verdict is Verdict.INCONCLUSIVE and result.reason is not None:
            yield f"    {result.reason}"
        if result.witness is not None and result.witness.points:
            X = matrix(result.witness.points[0])
            yield f'    least counterexample: X = [{X}]; replay: exactua eval {network} --point "{X}"'
