"""A Transformer that memorises a data set, as text and as JSON data: weights, separations, counts, what was decided."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from gmpy2 import mpq

from exactua.arithmetic.balls import floor, shown
from exactua.arithmetic.rationals import encode_rational
from exactua.arithmetic.reals import Value
from exactua.certificates.writing import digest
from exactua.claims.verdicts import Verdict
from exactua.papers.kajitsuka2024.labelled_sequences import shown_column
from exactua.papers.kajitsuka2024.memorised import Memorised, decimal
from exactua.papers.kajitsuka2024.memorising import Counts
from exactua.plurals import counted
from exactua.printing.machine import box
from exactua.printing.text import matrix, number, report

FORMAT: Final = "exactua-memorised/1"
DIGITS: Final = 12
"""Digits of reals in JSON."""


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
        "encodings": None
        if memoriser.encodings is None
        else [[encode_rational(x) for x in row] for row in memoriser.encodings],
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
