"""Claims about finite data, about data of one's own in place of theirs: what a file holds, by what the claim takes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from exactua.arithmetic.json_values import array_at, object_at, parsed
from exactua.arithmetic.messages import brief
from exactua.arithmetic.number_reading import rational_of_json
from exactua.arithmetic.rationals import Matrix
from exactua.claims.claim import Claim
from exactua.claims.registry import Named, command_of, find
from exactua.console.point_files import MAX_BYTES, read_points
from exactua.errors import InputError
from exactua.file_access import read_bytes
from exactua.papers.kajitsuka2024.labelled_sequences import LabelledSequences, Labels
from exactua.plurals import counted


def with_data(
    label: Named, data: str | Path, *, d: int | None = None, denominator: int | None = None
) -> Claim | tuple[Claim, str]:
    """A claim (or a step of it) about finite data, about data of one's own in a file.

    `check`, `trace` and `relax` take what it returns.

    Theorem 2 of Kajitsuka & Sato takes sequences, d x n matrices in a .json, .csv or .npy file as `eval` reads them;
    Lemma 7 vectors, matrices of one row; Corollary 1 a .json file of pairs, as `build corollary1` reads it. `d` is how
    many rows the points of a .csv file have, `denominator` what the integers of an .npy file are divided by.

    Raises InputError for another claim, for what is wrong with the file, and for data that are not as the claim asks.

    >>> with_data("lemma8", "points.json")
    Traceback (most recent call last):
    exactua.errors.InputError: data: yun2020:lemma8 has no finite data that a file could replace; leave it out
    """
    claim, step = find(label)
    if claim.takes is None:
        raise InputError(f"data: {command_of(claim)} has no finite data that a file could replace; leave it out")
    if not isinstance(data, (str, Path)):
        raise InputError(
            f"data: {brief(data)} is not a path; write the data to a .json or .csv file, and give its path"
        )
    path = Path(data)
    if claim.takes.kind == "pairs":
        if denominator is not None:
            raise InputError("denominator: it is for an .npy file, but pairs are in a .json file; leave it out")
        given: Any = read_pairs(path)
    else:
        rows = 1 if claim.takes.kind == "vectors" else d
        if rows is None and path.suffix.lower() == ".csv":
            raise InputError(f"d: missing; {path} does not say how many rows a sequence has: give --d")
        given = read_points(path, rows or 1, denominator, argument="data")
        if len(given[0]) != rows and rows is not None:
            raise InputError(
                f"{path}: point 1 has {counted(len(given[0]), 'row')}, but d = {rows} here; give {rows} x n each"
            )
    own = claim.takes.make(given, str(path))
    return own if step is None else (own, own.step(step).name)


def read_pairs(path: Path) -> LabelledSequences:
    """The data set in a JSON file, which may come from anybody.

    Raises InputError, one sentence with the file, the pair and the entry, for a file that can't be read, for anything
    that is no data set, and for numbers that are not exact.
    """
    return pairs_in(parsed(read_bytes(path, "data", MAX_BYTES), str(path)), str(path))


def pairs_in(data: Any, where: str = "data") -> LabelledSequences:
    """The data set that JSON data describes; entries may be Fractions too. Raises InputError as `read_pairs` does."""
    given = array_at(object_at(data, where, ("pairs",))["pairs"], f"{where}: pairs")
    pairs = []
    for k, pair in enumerate(given, 1):
        at = f"{where}: pair {k}"
        X, Y = (object_at(pair, at, ("X", "Y"))[name] for name in ("X", "Y"))
        pairs.append((_matrix(X, f"{at}: X"), _labels(Y, f"{at}: Y")))
    return LabelledSequences.of(pairs, where)


def _matrix(data: Any, where: str) -> Matrix:
    return tuple(
        tuple(rational_of_json(entry, f"{where}: row {i}, column {k}") for k, entry in enumerate(row, 1))
        for i, row in enumerate(_rows(data, where), 1)
    )


def _labels(data: Any, where: str) -> Labels:
    return tuple(
        tuple(_label(entry, f"{where}: row {i}, column {k}") for k, entry in enumerate(row, 1))
        for i, row in enumerate(_rows(data, where), 1)
    )


def _rows(data: Any, where: str) -> list[list[Any]]:
    return [array_at(row, f"{where}: row {i}") for i, row in enumerate(array_at(data, where), 1)]


def _label(entry: Any, where: str) -> int:
    if isinstance(entry, bool) or not isinstance(entry, int) or entry < 1:
        raise InputError(f"{where}: {brief(entry)} is not a label; labels are the integers 1, 2, ..., C")
    return entry
