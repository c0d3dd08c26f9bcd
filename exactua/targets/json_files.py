"""FILE.json as a target function: {"entries": ...}, {"table": ...} or {"pieces": ...}."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NoReturn

from gmpy2 import mpq

from exactua.arithmetic.number_reading import as_fraction
from exactua.arithmetic.rationals import Matrix, Rational, cubes_per_edge, rational, written
from exactua.errors import InputError
from exactua.plurals import counted
from exactua.targets.expression import Expression, expression, read_expression
from exactua.targets.formulas import Always, Condition, Constant, Entry, Formula, at_least, both, cases, opposite
from exactua.targets.syntax import parsed
from exactua.targets.table import Table, completed
from exactua.targets.target import Target, one_line, shown

Side = tuple[Rational, Rational]
Box = tuple[Side, ...]
"""An interval for each entry, row by row; of each the low end belongs to the box, the high end only where it is 1."""

MOST_PARTS: Final = 20_000


def common(first: Box, second: Box) -> Box | None:
    """What two boxes have in common; None where that has no volume."""
    shared = tuple((max(a, c), min(b, d)) for (a, b), (c, d) in zip(first, second, strict=True))
    return shared if all(low < high for low, high in shared) else None


def without(box: Box, hole: Box) -> list[Box]:
    """The rest of a box, as boxes, when another is cut out."""
    shared = common(box, hole)
    if shared is None:
        return [box]
    rest: list[Box] = []
    kept = list(box)
    for k, ((low, high), (bottom, top)) in enumerate(zip(box, shared, strict=True)):
        for side in ((low, bottom), (top, high)):
            if side[0] < side[1]:
                rest.append((*kept[:k], side, *kept[k + 1 :]))
        kept[k] = (bottom, top)
    return rest


def check_cover(boxes: Sequence[Box], entries: int) -> None:
    """Raises InputError, naming the boxes and a place, unless every point is in exactly one box."""
    rest: list[Box] = [((mpq(0), mpq(1)),) * entries]
    for k, box in enumerate(boxes):
        for earlier in range(k):
            if shared := common(boxes[earlier], box):
                raise InputError(f"f: pieces {earlier + 1} and {k + 1} overlap in {shown_box(shared)}")
        rest = [part for gap in rest for part in without(gap, box)]
        if len(rest) > MOST_PARTS:
            raise InputError(f"f: the gaps after piece {k + 1} fall into more than {MOST_PARTS:,} boxes")
    if rest:
        raise InputError(f"f: the pieces leave a gap: no piece has {shown_box(min(rest))}")


def shown_box(box: Box) -> str:
    """[0, 1/2] x [0, 1]: the intervals of a box, row by row."""
    return " x ".join(f"[{written(low)}, {written(high)}]" for low, high in box)


LARGEST_FILE: Final = 50_000_000


def read_json(path: str, d: int, n: int, m: int | None = None) -> Target:
    """f that a file writes: entries as expressions, a table on the grid, or pieces on boxes.

    Raises InputError, naming what is wrong and where.
    """
    data = _loaded(path)
    if not isinstance(data, dict):
        raise InputError(f'f: {path} holds no object; write {{"entries": [["x1", "x2"]]}}, "table" or "pieces"')
    kinds = [kind for kind in ("entries", "table", "pieces") if kind in data]
    if len(kinds) != 1:
        raise InputError(
            f'f: {path} has {" and ".join(kinds) or "none"} of "entries", "table", "pieces"; give exactly one'
        )
    _no_others(data, (kinds[0], *(("equivariant",) if kinds[0] == "table" else ())), path)
    if kinds[0] == "entries":
        return _entries(path, data["entries"], d, n)
    if kinds[0] == "table":
        return _table(path, data, d, n, m)
    return _pieces(path, data["pieces"], d, n)


def _loaded(path: str) -> Any:
    file = Path(path)
    try:
        if file.stat().st_size > LARGEST_FILE:
            raise InputError(f"f: {path} has more than {LARGEST_FILE:,} bytes")
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"f: {path} can't be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise InputError(f"f: {path} is not UTF-8 text") from None
    try:
        return json.loads(text, parse_float=_decimal, parse_constant=_constant, object_pairs_hook=_object)
    except RecursionError:
        raise InputError(f"f: {path} is nested too deeply") from None
    except ValueError as error:
        raise InputError(f"f: {path} is not valid JSON ({str(error).split(';')[0]})") from None


def _decimal(text: str) -> NoReturn:
    shown = text if len(text) <= 40 else text[:37] + "..."
    raise InputError(f"f: {shown} is a decimal number; write it as a fraction: {as_fraction(text)}")


def _constant(text: str) -> NoReturn:
    raise InputError(f"f: {text} is not an exact number; write an integer or a fraction such as 3/4")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        double = next(key for key, _ in pairs if [other for other, _ in pairs].count(key) > 1)
        raise InputError(f"f: the key {one_line(repr(double))} occurs twice in one object")
    return fields


def _no_others(data: dict[str, Any], known: Sequence[str], where: str) -> None:
    for key in data:
        if key not in known:
            raise InputError(f"f: {where}: unknown key {one_line(repr(key))}; known: {', '.join(known)}")


def _entries(path: str, rows: Any, d: int, n: int) -> Expression:
    if isinstance(rows, str):
        return _named(read_expression(rows, d, n), path)
    return expression(path, d, n, [[(parsed(text), text) for text in row] for row in _texts(rows, path)])


def _named(f: Expression, path: str) -> Expression:
    return Expression(f.d, f.n, path, f.formulas, f.sources)


def _texts(rows: Any, where: str) -> list[list[str]]:
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise InputError(f'f: {where}: entries are rows of expressions, such as [["x1", "x2"]]')
    for row in rows:
        for entry in row:
            if isinstance(entry, bool) or not isinstance(entry, (str, int)):
                raise InputError(
                    f'f: {where}: {one_line(repr(entry))} is not an expression; write "x1*(1 - x1)" or an integer'
                )
    return [[str(entry) for entry in row] for row in rows]


def _table(path: str, data: dict[str, Any], d: int, n: int, m: int | None) -> Table:
    table, equivariant = data["table"], data.get("equivariant", False)
    if not isinstance(table, dict):
        raise InputError(f'f: {path}: "table" is an object with "delta" and "values"')
    if "equivariant" in table and "equivariant" not in data:
        equivariant = table["equivariant"]
    _no_others(table, ("delta", "values", "equivariant"), f"{path}, table")
    if not isinstance(equivariant, bool):
        raise InputError(f'f: {path}: "equivariant" is true or false, not {one_line(repr(equivariant))}')
    if not isinstance(table.get("values"), list) or "delta" not in table:
        raise InputError(f'f: {path}: "table" is an object with "delta" and "values"')
    own = cubes_per_edge(table["delta"])
    if m is not None and m != own:
        raise InputError(f"f: the table in {path} has delta = 1/{own}, but delta = 1/{m} is given")
    values: dict[Matrix, Matrix] = {}
    for k, row in enumerate(table["values"], 1):
        if not isinstance(row, dict) or set(row) != {"L", "value"}:
            raise InputError(f'f: {path}: row {k} of the table is not {{"L": [[...]], "value": [[...]]}}')
        L, value = (_matrix(row[name], f"row {k} of the table, {name}", d, n) for name in ("L", "value"))
        if values.setdefault(L, value) != value:
            raise InputError(f"f: the table has two values for L = {shown(L)}: {shown(values[L])} and {shown(value)}")
    return Table(d, n, path, own, completed(values) if equivariant else values)


def _matrix(rows: Any, where: str, d: int, n: int) -> Matrix:
    right = isinstance(rows, list) and all(isinstance(row, list) and len(row) == n for row in rows)
    if not right or len(rows) != d:
        raise InputError(
            f"f: {where} is not a {d} x {n} matrix, {counted(d, 'row')} of {counted(n, 'number')} in [[...]]"
        )
    return tuple(tuple(rational(entry, f"f: {where}") for entry in row) for row in rows)


def _pieces(path: str, pieces: Any, d: int, n: int) -> Expression:
    if not isinstance(pieces, list) or not pieces:
        raise InputError(f'f: {path}: "pieces" is a list of {{"box": [...], "entries": [[...]]}}')
    boxes: list[Box] = []
    parts: list[Expression] = []
    for k, piece in enumerate(pieces, 1):
        if not isinstance(piece, dict) or set(piece) != {"box", "entries"}:
            raise InputError(f'f: {path}: piece {k} is not {{"box": [...], "entries": [[...]]}}')
        boxes.append(_box(piece["box"], f"the box of piece {k}", d * n))
        parts.append(_entries(path, piece["entries"], d, n))
    check_cover(boxes, d * n)
    conditions = [_inside(box, n) for box in boxes]
    conditions[-1] = Always(True)
    places = [[(i, j) for j in range(n)] for i in range(d)]
    formulas: list[list[Formula]] = [
        [cases(zip(conditions, (part.formulas[i][j] for part in parts), strict=True)) for i, j in row] for row in places
    ]
    sources = [[" | ".join(part.sources[i][j] for part in parts) for i, j in row] for row in places]
    return Expression(d, n, path, formulas, sources)


def _box(sides: Any, where: str, entries: int) -> Box:
    right = isinstance(sides, list) and all(isinstance(side, list) and len(side) == 2 for side in sides)
    if not right or len(sides) != entries:
        raise InputError(f'f: {where} is not a list of {entries} intervals such as ["0", "1/2"], one for each entry')
    box = tuple((rational(low, f"f: {where}"), rational(high, f"f: {where}")) for low, high in sides)
    for low, high in box:
        if not 0 <= low < high <= 1:
            raise InputError(f"f: {where} has the interval [{low}, {high}]; give [low, high] with 0 <= low < high <= 1")
    return box


def _inside(box: Box, n: int) -> Condition:
    """X is in the box: low <= x < high for each entry, x <= 1 where high is 1."""
    asked: list[Condition] = []
    for k, (low, high) in enumerate(box):
        entry = Entry(k // n + 1, k % n + 1)
        if low > 0:
            asked.append(at_least(entry, Constant(low)))
        if high < 1:
            asked.append(opposite(at_least(entry, Constant(high))))
    return both(asked)
