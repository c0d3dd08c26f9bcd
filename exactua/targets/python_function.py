"""f as a Python function in the user's own file: the file is run, the values are checked to be exact."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar

from gmpy2 import mpq

from exactua.arithmetic.rationals import Matrix, Rational, rational
from exactua.errors import InputError
from exactua.plurals import counted
from exactua.python_files import FileFails, module_of, told
from exactua.targets.evaluation import Infinite, NoCase, evaluate
from exactua.targets.formulas import Entry, Formula
from exactua.targets.parsing import Reader
from exactua.targets.syntax import parsed
from exactua.targets.target import Target, one_line, shown


class PythonFunction(Target):
    """f given by a function that takes d tuples of n fractions and returns d rows of n integers or fractions.

    Its modulus of continuity is the user's assumption, which nothing here checks:
    |f(X)_ij - f(Y)_ij| <= omega(t) whenever ||X - Y||_inf <= t.
    """

    kind: ClassVar[str] = "callable"

    def __init__(self, d: int, n: int, text: str, function: Callable[..., Any], modulus: str) -> None:
        """`text` names the function in messages; `modulus` is omega as an expression in t, such as "4*t".

        Raises InputError where the modulus is not exact or negative.
        """
        super().__init__(d, n, text)
        self.function = function
        self.before_call: Callable[[], None] = _nothing
        """Called before each call of the function; it may raise, such as when a time is up."""
        self.modulus = " ".join(modulus.split())
        """omega(t) as the user wrote it: an assumption."""
        self._omega = _read_modulus(modulus)
        for k in range(11):
            self.modulus_at(mpq(1, 2**k))

    def modulus_at(self, t: Rational | Fraction | int) -> Rational:
        """omega(t) for an exact t > 0. Raises InputError where it is negative or infinite."""
        at = rational(t, "t")
        try:
            value = evaluate(self._omega, ((at,),))
        except (Infinite, NoCase):
            raise InputError(f"modulus: {one_line(self.modulus)} has no value at t = {at}") from None
        if value < 0:
            raise InputError(f"modulus: {one_line(self.modulus)} is {value} at t = {at}; a modulus is not negative")
        return value

    def inside(self, X: Matrix) -> Matrix:
        """f(X) for X in [0, 1]^(d x n); the file's function is called."""
        given = tuple(tuple(Fraction(int(x.numerator), int(x.denominator)) for x in row) for row in X)
        self.before_call()
        try:
            with redirect_stdout(sys.stderr):  # what the function prints is no part of the answer
                result = self.function(given)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise InputError(f"f: {self.text} raises {one_line(told(error))} at X = {shown(X)}") from None
        return self._checked(result, X)

    def _checked(self, result: Any, X: Matrix) -> Matrix:
        rows = _rows(result)
        if self.d == 1 and rows is not None and not any(_rows(row) is not None for row in rows):
            rows = [rows]
        shape = f"{counted(self.d, 'row')} of {self.n} integers or fractions"
        if rows is None or len(rows) != self.d:
            raise InputError(f"f: {self.text} returns {_shown(result)} at X = {shown(X)}; return {shape}")
        values = []
        for i, row in enumerate(map(_rows, rows), 1):
            if row is None or len(row) != self.n:
                raise InputError(f"f: {self.text} returns {_shown(result)} at X = {shown(X)}; return {shape}")
            values.append(tuple(self._exact(entry, i, j, X) for j, entry in enumerate(row, 1)))
        return tuple(values)

    def _exact(self, entry: Any, i: int, j: int, X: Matrix) -> Rational:
        if isinstance(entry, bool) or not isinstance(entry, (int, Fraction, type(mpq()))):
            kind = "float" if isinstance(entry, float) else type(entry).__name__
            raise InputError(
                f"f: {self.text} returns the {one_line(kind)} {_shown(entry)} in entry ({i}, {j}) at X = {shown(X)}; "
                "return integers or fractions.Fraction"
            )
        return mpq(entry)


def _nothing() -> None:
    """Nothing is in the way of a call."""


def load_function(path: str, name: str) -> Callable[..., Any]:
    """The function `name` of the user's file, which is run. Raises InputError where it can't be had."""
    file = Path(path)
    if not file.is_file():
        raise InputError(f"f: there is no file {path}; write FILE.py::name")
    try:
        module = module_of(file, "f")
    except FileFails as failure:
        raise InputError(f"f: {path} can't be run: {one_line(told(failure.error or failure))}") from None
    function = getattr(module, name, None)
    if not callable(function):
        own = [key for key, value in vars(module).items() if callable(value) and not key.startswith("_")]
        raise InputError(f"f: {path} has no function {one_line(repr(name))}; it has {', '.join(own) or 'none'}")
    loaded: Callable[..., Any] = function
    return loaded


def _read_modulus(text: str) -> Formula:
    reader = Reader(text, 1, 1, argument="modulus")
    reader.entries, reader.numbers = False, {"t": Entry(1, 1)}
    return reader.formula(parsed(text, "modulus"))


def _rows(value: Any) -> list[Any] | None:
    """The elements of a list or tuple, or of an array of objects; None for anything else."""
    if hasattr(value, "tolist") and not isinstance(value, (str, bytes)):
        try:
            value = value.tolist()
        except Exception:
            return None
    return list(value) if isinstance(value, (list, tuple)) else None


def _shown(value: Any) -> str:
    try:
        return one_line(repr(value))
    except Exception:
        return f"a {type(value).__name__}"
