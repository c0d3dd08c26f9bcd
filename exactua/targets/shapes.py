"""How many rows and columns f has, read off what the user wrote, where that says it."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Any

from exactua.errors import InputError
from exactua.file_access import read_bytes
from exactua.targets.json_files import read_json
from exactua.targets.syntax import parsed

LARGEST_FILE = 64 * 2**20


def written_shape(text: str) -> tuple[int, int] | None:
    """d and n of f as `read_target` takes it; None where the text fits any: one expression for all, a .py file."""
    written = str(text).strip()
    if ".py" in written and (written.endswith(".py") or ".py::" in written):
        return None
    return _of_file(written) if written.endswith(".json") else _of_expression(written)


def _of_expression(written: str) -> tuple[int, int] | None:
    rows = [parsed(part) for part in written.split(";")]
    first = rows[0]
    if len(rows) == 1 and isinstance(first, ast.Call) and len(first.args) == 1:  # Matrix([[...], ...])
        inner = first.args[0]
        first = inner if isinstance(inner, ast.List) else first
    if len(rows) == 1 and isinstance(first, ast.List):
        nested = first.elts and isinstance(first.elts[0], ast.List)
        return (len(first.elts), len(first.elts[0].elts)) if nested else (1, len(first.elts))  # type: ignore[attr-defined]
    widths = [len(row.elts) if isinstance(row, ast.Tuple) else 1 for row in rows]
    return None if len(rows) == 1 and widths == [1] else (len(rows), widths[0])


def _of_file(path: str) -> tuple[int, int] | None:
    """The shape of the entries, of the first L of a table, or of the entries of the first piece."""
    try:
        data = json.loads(read_bytes(Path(path), "f", LARGEST_FILE))
    except (ValueError, RecursionError):
        return None  # what is wrong with it, `read_target` says
    matrix = _first_matrix(data)
    if isinstance(matrix, list) and matrix and isinstance(matrix[0], list):
        return len(matrix), len(matrix[0])
    return None


def _first_matrix(data: Any) -> Any:
    try:
        if "table" in data:
            return data["table"]["values"][0]["L"]
        return data["entries"] if "entries" in data else data["pieces"][0]["entries"]
    except (KeyError, IndexError, TypeError):
        return None


def shape(text: str, d: int | None, n: int | None) -> tuple[int, int]:
    """d and n as given, or as written in f. Raises InputError where neither says them."""
    written = written_shape(text) if d is None or n is None else None
    rows, columns = written or (None, None)
    rows, columns = d if d is not None else rows, n if n is not None else columns
    if rows is None or columns is None:
        _require_readable(str(text).strip(), rows or 1, columns or 2)
        missing = "d" if rows is None else "n"
        raise InputError(
            f"{missing}: f doesn't say how many {'rows' if missing == 'd' else 'columns'} it has; give --{missing}"
        )
    return rows, columns


def _require_readable(written: str, d: int, n: int) -> None:
    """Raises InputError where it is the file that is wrong: to ask for d or n then would mislead."""
    if written.endswith(".json"):
        read_json(written, d, n)
    elif written.endswith(".py"):
        raise InputError(f"f: {written} names no function; write {written}::name")
    elif (match := re.match(r"(.+\.py)::", written)) and not Path(match[1]).exists():
        raise InputError(f"f: there is no file {match[1]}; write FILE.py::name")
