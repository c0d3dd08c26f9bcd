"""Tables of values for points: a file of matrices, or what `exactua eval --format json` wrote: points and values."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from exactua.arithmetic.json_values import parsed
from exactua.arithmetic.rationals import Matrix
from exactua.console.point_files import MAX_BYTES, matrices_in, read_points
from exactua.errors import InputError
from exactua.file_access import read_bytes
from exactua.printing.evaluations import FORMAT


@dataclass(frozen=True)
class Table:
    """Values in the order of their points; with the points where the file has them too."""

    where: str
    values: tuple[Matrix, ...]
    points: tuple[Matrix, ...] | None = None


def read_table(path: Path, d: int, denominator: int | None = None) -> Table:
    """The values in a file of matrices (.json, .csv, .npy), or the points and values in a file that `eval` wrote.

    Raises InputError, one sentence with the file, for a file that can't be read, for numbers that are not exact, and
    for as many values as points are not.
    """
    if path.suffix.lower() == ".json":
        where = str(path)
        data = parsed(read_bytes(path, "table", MAX_BYTES), where)
        if isinstance(data, dict) and data.get("format") == FORMAT:
            points, values = (matrices_in(data.get(key), f"{where}: {key}") for key in ("points", "values"))
            if len(points) != len(values):
                raise InputError(f"{where}: {len(points):,} points and {len(values):,} values; give each its value")
            return Table(where, values, points)
    return Table(str(path), read_points(path, d, denominator))
