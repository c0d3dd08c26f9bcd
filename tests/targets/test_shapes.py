"""How many rows and columns f has, where the text says it."""

from __future__ import annotations

import json

import pytest

from exactua.commands.build.own_function import read_target
from exactua.errors import InputError
from exactua.targets.shapes import shape, written_shape

WRITTEN = [
    ("x1, x2", (1, 2)), ("x1, x2, x3", (1, 3)), ("x11, x12; x21, x22", (2, 2)), ("x11; x21", (2, 1)),
    ("[x1, x2]", (1, 2)), ("[[x1, x2]]", (1, 2)), ("[[x11, x12], [x21, x22]]", (2, 2)),
    ("Matrix([[x11, x12], [x21, x22]])", (2, 2)), ("Matrix([x1, x2])", (1, 2)), ("(x1, x2)", (1, 2)), ("Max(x1, x2), 1/2", (1, 2)),
    (" x1*(1 - x1) , x2*(1 - x2) ", (1, 2)), ("0, 0, 0; 0, 0, 0", (2, 3)),
]  # fmt: skip


@pytest.mark.parametrize(("text", "shape"), WRITTEN)
def test_expressions_say_their_shape(text, shape) -> None:
    assert written_shape(text) == shape
    target = read_target(text, *shape)
    assert (target.d, target.n) == shape


@pytest.mark.parametrize(
    "text", ["x[i, j]*(1 - x[i, j])", "0", "f.py::f", "folder/f.py", "Max(x1, x2)", "sum(x[1, k] for k in columns)"]
)
def test_one_expression_and_a_python_file_fit_any_shape(text) -> None:
    assert written_shape(text) is None


FILES = [
    ({"entries": [["x1", "x2", "x3"]]}, (1, 3)),
    ({"entries": [["x11"], ["x21"]]}, (2, 1)),
    ({"table": {"delta": "1/2", "values": [{"L": [["0", "0"]], "value": [[1, 2]]}]}}, (1, 2)),
    ({"pieces": [{"box": [["0", "1"]] * 4, "entries": [["x11", "x12"], ["x21", "x22"]]}]}, (2, 2)),
    ({"entries": "x[i, j]"}, None), ({"entries": []}, None), ({"entries": [3]}, None), ({"table": []}, None), ({"table": {"values": []}}, None),
    ({"pieces": {}}, None), ([], None), (3, None), (None, None), ("x1, x2", None), ({}, None),
]  # fmt: skip


@pytest.mark.parametrize(("data", "shape"), FILES)
def test_files_say_their_shape(tmp_path, data, shape) -> None:
    path = tmp_path / "f.json"
    path.write_text(json.dumps(data))
    assert written_shape(str(path)) == shape


@pytest.mark.parametrize("content", ["", "{", "[" * 100_000, '{"entries": '])
def test_a_file_that_is_no_json_says_nothing(tmp_path, content) -> None:
    (tmp_path / "f.json").write_text(content)
    assert written_shape(str(tmp_path / "f.json")) is None


def test_a_missing_file_is_named() -> None:
    with pytest.raises(InputError, match=r"f: there is no file nowhere\.json"):
        written_shape("nowhere.json")


def test_given_numbers_come_first() -> None:
    assert shape("x1, x2", None, None) == (1, 2)
    assert shape("x1, x2", 2, 3) == (2, 3)  # `read_target` says that this doesn't fit
    assert shape("x[i, j]", 2, 3) == (2, 3)
    assert shape("x1, x2", None, 2) == (1, 2)


@pytest.mark.parametrize(
    ("d", "n", "message"),
    [
        (None, 2, "d: f doesn't say how many rows it has; give --d"),
        (2, None, "n: f doesn't say how many columns it has; give --n"),
        (None, None, "d: f doesn't say how many rows it has; give --d"),
    ],
)
def test_what_is_missing_is_named(d, n, message) -> None:
    with pytest.raises(InputError) as raised:
        shape("x[i, j]", d, n)
    assert str(raised.value) == message


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("f.json", "{", "is not valid JSON"),
        ("f.json", "[]", "holds no object"),
        ("f.json", '{"entry": [["x1", "x2"]]}', 'has none of "entries", "table", "pieces"'),
        ("f.json", '{"pieces": []}', '"pieces" is a list of'),
        ("f.py", "", "names no function; write"),
        ("f.json", '{"entries": "x[i, j]"}', "d: f doesn't say how many rows it has; give --d"),
    ],
)
def test_a_wrong_file_is_named_before_d_is_asked_for(tmp_path, name, content, message) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(InputError) as raised:
        shape(str(tmp_path / name), None, None)
    assert message in str(raised.value)


def test_a_missing_python_file_is_named_before_d_is_asked_for() -> None:
    with pytest.raises(InputError, match=r"f: there is no file nowhere\.py; write FILE\.py::name"):
        shape("nowhere.py::f", None, None)
