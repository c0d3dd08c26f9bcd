"""A function of the user's own file: exact values, an assumed modulus, and errors that name the point."""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path

import pytest
from gmpy2 import mpq
from hypothesis import HealthCheck, given, settings

from exactua.commands.build.own_function import read_target
from exactua.errors import InputError
from exactua.targets.python_function import PythonFunction
from tests.targets.strategies import Point, points

SOURCE = """
from fractions import Fraction
import gmpy2
import helper_beside

def square(X):
    assert isinstance(X, tuple) and isinstance(X[0], tuple) and isinstance(X[0][0], Fraction)
    return [[x * x for x in row] for row in X]

def flat(X): return [X[0][0], 1]
def mixed(X): return ((gmpy2.mpq(1, 3), helper_beside.ONE),)
def floats(X): return [[X[0][0], float(X[0][1])]]
def boolean(X): return [[True, 0]]
def text(X): return [["1/2", 0]]
def short(X): return [[0]]
def tall(X): return [[0, 0], [0, 0]]
def scalar(X): return 3
def nothing(X): return None
def lines(X): return "\\n" * 500
def fails(X): raise ValueError("no\\nvalue")
def divides(X): return [[1 / X[0][0], 0]]
def leaves(X): raise SystemExit(3)
def deep(X): return deep(X)
def wants_more(X, y): return X
class Odd:
    def __repr__(self): raise RuntimeError
def odd(X): return [[Odd(), 0]]
def unspeakable(X):
    class Silent(Exception):
        def __str__(self): raise RuntimeError
    raise Silent
def array(X):
    import numpy
    return numpy.array([[1, 2]])
def objects(X):
    import numpy
    return numpy.array([[X[0][0], X[0][1]]], dtype=object)
CONSTANT = 3
"""


@pytest.fixture(autouse=True)
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my_f.py").write_text(SOURCE)
    Path("helper_beside.py").write_text("ONE = 1\n")


def function(name: str, modulus: str = "4*t", d: int = 1, n: int = 2) -> PythonFunction:
    f = read_target(f"my_f.py::{name}", d, n, modulus=modulus)
    assert isinstance(f, PythonFunction)
    return f


@given(points(2, 3))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
def test_values(X: Point) -> None:
    f = function("square", d=2, n=3)
    assert f.value(X) == tuple(tuple(x * x for x in row) for row in X)
    assert all(isinstance(value, type(mpq())) for row in f.value(X) for value in row)


def test_what_may_be_returned() -> None:
    X = [["1/3", "1/4"]]
    assert function("flat").value(X) == ((mpq(1, 3), 1),)
    assert function("mixed").value(X) == ((mpq(1, 3), 1),)
    assert function("array").value(X) == ((1, 2),)
    assert function("objects").value(X) == ((mpq(1, 3), mpq(1, 4)),)
    assert function("fails").value([[2, 0]]) == ((0, 0),)


def test_it_says_what_it_is() -> None:
    f = function("square", " 4*t +  t**2")
    assert (f.kind, f.text, f.modulus) == ("callable", "my_f.py::square", "4*t + t**2")
    assert f.modulus_at(Fraction(1, 2)) == mpq(9, 4)
    assert str(Path.cwd()) not in sys.path


AT = "at X = [0 1/2]"
SHAPE = "return 1 row of 2 integers or fractions"
CALLS = [
    ("floats", f"f: my_f.py::floats returns the float 0.5 in entry (1, 2) {AT}; return integers or fractions.Fraction"),
    ("boolean", f"f: my_f.py::boolean returns the bool True in entry (1, 1) {AT}; return integers or "
     "fractions.Fraction"),
    ("text", f"f: my_f.py::text returns the str '1/2' in entry (1, 1) {AT}; return integers or fractions.Fraction"),
    ("odd", f"f: my_f.py::odd returns the Odd a Odd in entry (1, 1) {AT}; return integers or fractions.Fraction"),
    ("short", f"f: my_f.py::short returns [[0]] {AT}; {SHAPE}"),
    ("tall", f"f: my_f.py::tall returns [[0, 0], [0, 0]] {AT}; {SHAPE}"),
    ("scalar", f"f: my_f.py::scalar returns 3 {AT}; {SHAPE}"),
    ("nothing", f"f: my_f.py::nothing returns None {AT}; {SHAPE}"),
    ("fails", f"f: my_f.py::fails raises ValueError: no value {AT}"),
    ("divides", f"f: my_f.py::divides raises ZeroDivisionError: Fraction(1, 0) {AT}"),
    ("leaves", f"f: my_f.py::leaves raises SystemExit: 3 {AT}"),
    ("deep", f"f: my_f.py::deep raises RecursionError: maximum recursion depth exceeded {AT}"),
    ("unspeakable", f"f: my_f.py::unspeakable raises Silent {AT}"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "message"), CALLS)
def test_no_exact_value_at_a_point(name: str, message: str) -> None:
    f = function(name)
    with pytest.raises(InputError) as caught:
        f.value([[0, "1/2"]])
    assert str(caught.value) == message
    assert caught.value.__cause__ is None


def test_long_returns_are_cut_and_wrong_arguments_told() -> None:
    for name in ("lines", "wants_more"):
        with pytest.raises(InputError) as caught:
            function(name).value([[0, "1/2"]])
        assert "\n" not in str(caught.value)
        assert len(str(caught.value)) < 200


FILES = [
    ("my_f.py::none", "4*t", "f: my_f.py has no function 'none'; it has Fraction, square, flat"),
    ("my_f.py::CONSTANT", "4*t", "f: my_f.py has no function 'CONSTANT'; it has Fraction, square"),
    ("other.py::f", "4*t", "f: there is no file other.py; write FILE.py::name"),
    ("my_f.py", "4*t", "f: my_f.py names no function; write my_f.py::name"),
    ("my_f.py::square", None, "modulus: a Python function needs --modulus, an expression in t such as 4*t"),
    ("x1, x2", "4*t", "modulus: only a Python function FILE.py::name needs one; f is exact everywhere, so leave it out"),
    ("my_f.py::square", "-4*t", "modulus: -4*t is -4 at t = 1; a modulus is not negative"),
    ("my_f.py::square", "t - 1/3", "modulus: t - 1/3 is -1/12 at t = 1/4; a modulus is not negative"),
    ("my_f.py::square", "0.5*t", "modulus: 0.5 is a float, and floats are not exact; write 1/2"),
    ("my_f.py::square", "sqrt(t)", "modulus: sqrt has no exact values at rational points"),
    ("my_f.py::square", "x1", "modulus: x1 is not a variable; valid are t"),
    ("my_f.py::square", "1/(1 - t)", "modulus: 1/(1 - t) has no value at t = 1"),
    ("my_f.py::square", "", "modulus: an expression is missing"),
    ("broken.py::f", "t", "f: broken.py can't be run: SyntaxError: "),
    ("raising.py::f", "t", "f: raising.py can't be run: NameError: name 'y' is not defined"),
    ("exiting.py::f", "t", "f: exiting.py can't be run: SystemExit"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "modulus", "message"), FILES)
def test_what_is_wrong_with_a_file_or_a_modulus(text: str, modulus: str | None, message: str) -> None:
    Path("broken.py").write_text("def f(:\n")
    Path("raising.py").write_text("x = y\n")
    Path("exiting.py").write_text("raise SystemExit\n")
    with pytest.raises(InputError) as caught:
        read_target(text, 1, 2, modulus=modulus)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)
