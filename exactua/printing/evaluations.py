"""Values of a network at points: as text for people, as JSON and as CSV; every rational is written out exactly.

A real has no digits that are all of it: in text and CSV it is rounded to 12 digits, with "about" before its matrix, or
~ before it; in JSON it is rounded down to 64 bits. Nothing reads it again as an exact number.

The JSON (format "exactua-eval/1"; numbers as certificates write them, a real as its floor) has the keys

    exit_code         0: no document is printed where there are no values
    network           the file
    d, n              shape of the points and values
    stage             name of the stage that was read; null for the output
    points, values    matrices, as arrays of rows, in the order given
    batched           how many points went through the dense batches
    replayed          how many of these were evaluated again by the literal network, which agrees
    bits              proven bound, in bits, on every integer of the batches, numerators and scores; 0 without batches
    wide_from         number of the layer, from 1, from which on some have more than 62 bits; null where none has

The CSV has a header, and one line a point: the entries of its value, row by row. `eval --points` reads it again where
all of them are rational.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from exactua.arithmetic.floors import encode_number
from exactua.arithmetic.json_values import in_decimals
from exactua.arithmetic.rationals import Matrix, written
from exactua.arithmetic.reals import Real
from exactua.printing.text import matrix, matrix_value

FORMAT: Final = "exactua-eval/1"
OF_CSV: Final = "Z_1_?1[,\n]"
"""How the CSV begins."""
ROUNDED: Final = {
    "text": 'note: behind "about" reals, and long fractions beside them, are rounded to 12 digits',
    "csv": "note: entries with ~ are reals, rounded to 12 digits, and no exact numbers",
    "json": "note: entries with a floor are reals, rounded down to 64 bits: floor 2^exponent",
}
"""What is said beside values that are reals, in each format."""


def report(points: Sequence[Matrix], values: Sequence[Matrix]) -> Iterator[str]:
    """One line a point: `[0 1/4] -> [1 1/2]`, or `[0 1] -> about [1 2]` where an entry is a real."""
    for point, value in zip(points, values, strict=True):
        yield f"[{matrix(point)}] -> {matrix_value(value)}"


def are_rounded(values: Sequence[Matrix]) -> bool:
    """Whether an entry is a real, which is told by its first digits."""
    return any(isinstance(entry, Real) for value in values for row in value for entry in row)


def summary(evaluation: Any) -> str:
    """How many points there were, and how their values were found."""
    points, batched, replayed = len(evaluation.points), evaluation.batched, evaluation.replayed
    at = "" if evaluation.stage is None else f" at stage {json.dumps(evaluation.stage)}"
    counted = f"{points:,} point{'' if points == 1 else 's'}{at}"
    if not batched:
        return f"{counted}, by the literal network"
    how = f"{counted}, in batches of {evaluation.representation}"
    if not replayed:
        return f"{how}; none of them again by the literal network"
    return f"{how}; {replayed:,} of them again by the literal network, which agrees"


def entry_names(d: int, n: int) -> tuple[str, ...]:
    """Z_11, Z_12, ...: names of the entries, row by row; with an underscore in between from ten rows or columns on."""
    between = "" if d < 10 and n < 10 else "_"
    return tuple(f"Z_{i}{between}{j}" for i in range(1, d + 1) for j in range(1, n + 1))


def csv_lines(values: Sequence[Matrix]) -> Iterator[str]:
    """A header and one line a value."""
    yield ",".join(entry_names(len(values[0]), len(values[0][0])))
    for value in values:
        yield ",".join(f"{'~' * isinstance(entry, Real)}{written(entry)}" for row in value for entry in row)


def json_lines(network: str, evaluation: Any) -> Iterator[str]:
    """The evaluation as JSON, one line a point; its keys are documented at the head of this module."""
    points, values = evaluation.points, evaluation.values
    head = {
        "format": FORMAT,
        "exit_code": 0,
        "network": network,
        "d": len(points[0]),
        "n": len(points[0][0]),
        "stage": evaluation.stage,
        "batched": evaluation.batched,
        "replayed": evaluation.replayed,
        "bits": evaluation.bits,
        "wide_from": evaluation.wide_from,
    }
    yield "{"
    yield from (f"  {json.dumps(key)}: {json.dumps(value)}," for key, value in head.items())
    yield from _matrices("points", points, ",")
    yield from _matrices("values", values, "")
    yield "}"


def _matrices(key: str, matrices: Sequence[Matrix], end: str) -> Iterator[str]:
    yield f"  {json.dumps(key)}: ["
    for k, X in enumerate(matrices, 1):
        data = [[encode_number(entry) for entry in row] for row in X]
        yield f"    {json.dumps(in_decimals(data))}{',' if k < len(matrices) else ''}"
    yield f"  ]{end}"
