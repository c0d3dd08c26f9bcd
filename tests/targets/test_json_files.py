"""Targets from JSON: entries, tables on the grid, pieces on boxes; what is wrong is named."""

from __future__ import annotations

import itertools
import json
import os
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from gmpy2 import mpq
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from exactua.commands.build.own_function import read_target
from exactua.errors import InputError
from exactua.targets.expression import Expression
from exactua.targets.json_files import check_cover, common, without
from exactua.targets.table import Table
from exactua.targets.target import Target
from tests.targets.strategies import Point, operand, points, value_of


@pytest.fixture(autouse=True)
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def read(data: Any, d: int = 1, n: int = 2, m: int | None = None) -> Target:
    Path("f.json").write_text(data if isinstance(data, str) else json.dumps(data))
    return read_target("f.json", d, n, m)


def rows(*values: tuple[Any, Any]) -> list[dict[str, Any]]:
    return [{"L": [list(L)], "value": [list(value)]} for L, value in values]


HALVES = [(0, 0), (0, "1/2"), ("1/2", 0), ("1/2", "1/2")]


def table(values: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    return {"table": {"delta": "1/2", "values": values}, **more}


def test_entries() -> None:
    f = read({"entries": [["x1*x2", "Max(x1, 1/2)"]]})
    assert isinstance(f, Expression)
    assert (f.kind, f.text) == ("expression", "f.json")
    assert f.value([["1/3", "1/4"]]) == ((mpq(1, 12), mpq(1, 2)),)
    assert read({"entries": "x[i, j]**2"}, 2, 2).value([[1, "1/2"], [0, "1/3"]]) == ((1, mpq(1, 4)), (0, mpq(1, 9)))
    assert read({"entries": [[1, "-2/3"]]}).value([[0, 0]]) == ((1, mpq(-2, 3)),)


@given(points(1, 2))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_table_is_constant_on_cubes(X: Point) -> None:
    f = read(table(rows(*((L, (k, -k)) for k, L in enumerate(HALVES, 1)))), m=2)
    assert isinstance(f, Table)
    assert (f.kind, f.m) == ("table", 2)
    if any(x == 1 for x in X[0]):
        assert f.value(X) == ((0, 0),)
    else:
        k = 1 + 2 * (X[0][0] >= Fraction(1, 2)) + (X[0][1] >= Fraction(1, 2))
        assert f.value(X) == ((k, -k),)
        L = tuple(tuple(mpq(int(2 * x), 2) for x in row) for row in X)
        assert f.values[L] == f.value(X)


def test_a_table_is_completed_only_where_asked() -> None:
    given_rows = rows(((0, 0), (1, 1)), ((0, "1/2"), (2, 3)), (("1/2", "1/2"), (4, 4)))
    f = read(table(given_rows, equivariant=True))
    assert f.value([["3/4", "1/4"]]) == ((3, 2),)
    with pytest.raises(InputError) as caught:
        read(table(given_rows))
    assert str(caught.value) == "f: the table has no value for L = [1/2 0]; it needs 4 of them"


ALL = rows(*((L, (1, 1)) for L in HALVES))

TABLES = [
    (table(ALL[:3]), "f: the table has no value for L = [1/2 1/2]; it needs 4 of them"),
    (table([*ALL, *rows(((0, 0), (1, 2)))]), "f: the table has two values for L = [0 0]: [1 1] and [1 2]"),
    (table([*ALL, *rows(((0, "1/3"), (1, 1)))]), "f: L = [0 1/3] is not on the grid of delta = 1/2; entries are 0, 1/2, "
     "..., 1/2"),
    (table([*ALL, *rows(((0, 1), (1, 1)))]), "f: L = [0 1] is not on the grid of delta = 1/2; entries are 0, 1/2, "
     "..., 1/2"),
    (table(rows(((0, 0), (1, 2))), equivariant=True), "f: the table is not equivariant: f([0 0]) = [1 2], and from "
     "f([0 0]) = [1 2] follows [2 1]"),
    (table(rows(((0, "1/2"), (1, 2)), (("1/2", 0), (1, 2))), equivariant=True), "f: the table is not equivariant: "
     "f([1/2 0]) = [1 2], and from f([0 1/2]) = [1 2] follows [2 1]"),
    (table([{"L": [[0, 0]]}]), 'f: f.json: row 1 of the table is not {"L": [[...]], "value": [[...]]}'),
    (table([{"L": [[0]], "value": [[0, 0]]}]), "f: row 1 of the table, L is not a 1 x 2 matrix, 1 row of 2 numbers in "
     "[[...]]"),
    (table(rows(((0, 0), (1, "x1")))), "f: row 1 of the table, value: 'x1' is not an exact number; write an integer or "
     "a fraction such as 3/4"),
    ('{"table": {"delta": "1/2", "values": [{"L": [[0, 0]], "value": [[0.25, 1]]}]}}', "f: 0.25 is a decimal number; "
     "write it as a fraction: 1/4"),
    ('{"table": {"delta": "1/2", "values": [{"L": [[0, 0]], "value": [[NaN, 1]]}]}}', "f: NaN is not an exact number; "
     "write an integer or a fraction such as 3/4"),
    (table(ALL, equivariant="yes"), "f: f.json: \"equivariant\" is true or false, not 'yes'"),
    (table(ALL, extra=1), "f: f.json: unknown key 'extra'; known: table, equivariant"),
    ({"table": {"delta": "2/3", "values": []}}, "delta: 2/3 is not valid; give 1/m with an integer m >= 2, such as 1/4"),
    ({"table": {"values": []}}, 'f: f.json: "table" is an object with "delta" and "values"'),
    ({"table": 3}, 'f: f.json: "table" is an object with "delta" and "values"'),
    ({"table": {"delta": "1/2000", "values": []}}, "f: for delta = 1/2000 a table has 4,000,000 cubes; at most "
     "1,000,000 are read"),
]  # fmt: skip


@pytest.mark.parametrize(("data", "message"), TABLES)
def test_what_is_wrong_with_a_table(data: Any, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read(data)
    assert str(caught.value) == message


def test_the_grid_that_is_asked_for() -> None:
    with pytest.raises(InputError) as caught:
        read(table(ALL), m=4)
    assert str(caught.value) == "f: the table in f.json has delta = 1/2, but delta = 1/4 is given"


THREE = [
    {"box": [["0", "1/2"], [0, 1]], "entries": [["x1", "1"]]},
    {"box": [["1/2", "1"], [0, "1/3"]], "entries": [["1 - x1", "2"]]},
    {"box": [["1/2", "1"], ["1/3", 1]], "entries": [["x2", "Max(x2, 3/4)"]]},
]


@given(points(1, 2), st.permutations(THREE))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_pieces_hold_on_their_boxes(X: Point, pieces: list[Any]) -> None:
    f = read({"pieces": pieces})
    x, y = X[0]
    if x < Fraction(1, 2):
        wanted = (x, Fraction(1))
    elif y < Fraction(1, 3):
        wanted = (1 - x, Fraction(2))
    else:
        wanted = (y, max(y, Fraction(3, 4)))
    assert f.value(X) == (wanted,)
    assert isinstance(f, Expression)
    assert tuple(value_of(f.term(operand, 1, j), X) for j in (1, 2)) == wanted
    assert (f.breakpoints(), f.kinks_elsewhere()) == ({mpq(1, 2), mpq(1, 3), mpq(3, 4)}, False)


def piece(*sides: Any) -> dict[str, Any]:
    return {"box": list(sides), "entries": [["x1", "x2"]]}


PIECES = [
    ([piece([0, "1/2"], [0, 1])], "f: the pieces leave a gap: no piece has [1/2, 1] x [0, 1]"),
    ([*THREE[:2]], "f: the pieces leave a gap: no piece has [1/2, 1] x [1/3, 1]"),
    ([*THREE, piece(["1/4", "3/4"], [0, "1/2"])], "f: pieces 1 and 4 overlap in [1/4, 1/2] x [0, 1/2]"),
    ([piece([0, 1])], 'f: the box of piece 1 is not a list of 2 intervals such as ["0", "1/2"], one for each entry'),
    ([piece([0, 1], ["1/2", "1/2"])], "f: the box of piece 1 has the interval [1/2, 1/2]; give [low, high] with "
     "0 <= low < high <= 1"),
    ([piece([0, 1], [0, 2])], "f: the box of piece 1 has the interval [0, 2]; give [low, high] with "
     "0 <= low < high <= 1"),
    ([piece([0, 1], [0, "a"])], "f: the box of piece 1: 'a' is not an exact number; write an integer or a fraction such "
     "as 3/4"),
    ([], 'f: f.json: "pieces" is a list of {"box": [...], "entries": [[...]]}'),
    ([3], 'f: f.json: piece 1 is not {"box": [...], "entries": [[...]]}'),
]  # fmt: skip


@pytest.mark.parametrize(("pieces", "message"), PIECES)
def test_what_is_wrong_with_pieces(pieces: Any, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read({"pieces": pieces})
    assert str(caught.value) == message


FILES = [
    ("[]", 'f: f.json holds no object; write {"entries": [["x1", "x2"]]}, "table" or "pieces"'),
    ("{}", 'f: f.json has none of "entries", "table", "pieces"; give exactly one'),
    ('{"entries": [], "pieces": []}', 'f: f.json has entries and pieces of "entries", "table", "pieces"; give exactly one'),
    ('{"entries": [["x1", "x2"]], "entries": []}', "f: the key 'entries' occurs twice in one object"),
    ('{"entries": [["x1", null]]}', 'f: f.json: None is not an expression; write "x1*(1 - x1)" or an integer'),
    ('{"entries": 3}', 'f: f.json: entries are rows of expressions, such as [["x1", "x2"]]'),
    ('{"entries": [["x1", "sin(x2)"]]}', "f: sin has no exact values at rational points; give a polynomial, a quotient "
     "of polynomials, Max, Min, Abs, Piecewise, or a Python function with --modulus"),
    ("{", "f: f.json is not valid JSON (Expecting property name enclosed in double quotes: line 1 column 2 (char 1))"),
    ("[" * 100_000, "f: f.json is nested too deeply"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), FILES, ids=range(len(FILES)))
def test_what_is_wrong_with_a_file(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read(text)
    assert str(caught.value) == message


def test_a_file_that_is_not_there_or_no_text() -> None:
    with pytest.raises(InputError, match=r"^f: none\.json can't be read \(No such file or directory\)$"):
        read_target("none.json", 1, 2)
    Path("bytes.json").write_bytes(os.urandom(4) + b"\xff\xfe\xff")
    with pytest.raises(InputError, match=r"^f: bytes\.json "):
        read_target("bytes.json", 1, 2)
    with pytest.raises(InputError, match=r"^f: f\.json is not valid JSON"):
        read('{"entries": [["x1", ' + "9" * 5000 + "]]}")


sides = st.tuples(st.integers(0, 3), st.integers(1, 4)).map(lambda pair: (min(pair), max(min(pair) + 1, max(pair))))
boxes = st.tuples(sides, sides).map(lambda box: tuple((mpq(low, 4), mpq(high, 4)) for low, high in box))


@given(st.lists(boxes, min_size=1, max_size=6))
def test_a_cover_is_found_where_every_cell_is_covered_once(chosen: list[Any]) -> None:
    """Against counting: the 16 cells of the grid of quarters, each in how many boxes."""
    counts = [
        sum(all(low <= mpq(k, 4) < high for k, (low, high) in zip(cell, box, strict=True)) for box in chosen)
        for cell in itertools.product(range(4), repeat=2)
    ]
    if counts == [1] * 16:
        check_cover(chosen, 2)
    else:
        with pytest.raises(InputError, match="overlap" if max(counts) > 1 else "leave a gap"):
            check_cover(chosen, 2)


@given(boxes, boxes)
def test_a_box_without_another_is_the_rest(box: Any, hole: Any) -> None:
    def volume(region: Any) -> Any:
        product = mpq(1)
        for low, high in region:
            product *= high - low
        return product

    shared = common(box, hole)
    rest = without(box, hole)
    assert sum(map(volume, rest)) + (volume(shared) if shared else 0) == volume(box)
    assert all(common(rest_box, hole) is None for rest_box in rest)
    assert all(common(a, b) is None for a, b in itertools.combinations(rest, 2))
