"""What a target function is: exact values at exact rational points, 0 outside [0, 1]^(d x n)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Final

from gmpy2 import mpq

from exactua.arithmetic.messages import plain
from exactua.arithmetic.rationals import Matrix, Rational, rational, written
from exactua.errors import InputError
from exactua.plurals import counted


class Target(ABC):
    """A function f from [0, 1]^(d x n) to R^(d x n), 0 outside (Yun et al. 2020, Sec. 3: f in F_PE or F_CD); unit 1."""

    kind: ClassVar[str]
    """How f is given: "expression", "table" or "callable"."""

    def __init__(self, d: int, n: int, text: str) -> None:
        check_sizes(d, n)
        self.d, self.n = d, n
        self.text = " ".join(text.split())
        """f as the user wrote it, in one line."""

    def value(self, X: Sequence[Sequence[object]]) -> Matrix:
        """f(X), d x n, exactly; 0 where X is not in [0, 1]^(d x n).

        Raises InputError, naming f, the entry and the point, where f is inexact or infinite; naming X where X is not a
        d x n matrix of exact numbers.
        """
        point = self.matrix(X)
        if not all(0 <= entry <= 1 for row in point for entry in row):
            return tuple((mpq(0),) * self.n for _ in range(self.d))
        return self.inside(point)

    @abstractmethod
    def inside(self, X: Matrix) -> Matrix:
        """f(X) for X in [0, 1]^(d x n); raises as `value` does."""

    def matrix(self, X: Sequence[Sequence[object]]) -> Matrix:
        """X as a d x n matrix of rationals. Raises InputError where it is none."""
        point = tuple(tuple(_exact(entry) for entry in row) for row in X)
        if len(point) != self.d or any(len(row) != self.n for row in point):
            raise InputError(
                f"X: {shown(point)} is not a {self.d} x {self.n} matrix, "
                f"{counted(self.d, 'row')} of {counted(self.n, 'number')}"
            )
        return point


def check_sizes(d: int, n: int) -> None:
    """Raises InputError unless d and n are positive integers."""
    for name, value in (("d", d), ("n", n)):
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise InputError(f"{name}: {value!r} is not valid; give a positive integer")


def _exact(entry: object) -> Rational:
    return entry if isinstance(entry, _RATIONAL) else rational(entry, "X")


_RATIONAL: Final = type(mpq())


def shown(X: Sequence[Sequence[Rational]]) -> str:
    """A matrix in one line, rows separated by semicolons: [0 1/2; 1/4 1]."""
    return "[" + "; ".join(" ".join(map(written, row)) for row in X) + "]"


def one_line(text: str) -> str:
    """A piece of the user's text for a message: in one line, of something long only how it begins."""
    return plain(" ".join(text.split()))
