"""The formats of the float path, correct rounding to them, one by one or arrays at once, and points in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Any, Final, TypeAlias

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from exactua.arithmetic.float_formats import BY_NAME, FloatFormat
from exactua.arithmetic.float_formats import FORMATS as OF_NUMPY
from exactua.arithmetic.messages import quoted
from exactua.arithmetic.rationals import Matrix, Rational
from exactua.arithmetic.reals import Real
from exactua.errors import InputError

FloatArray = NDArray[np.float64]

FORMATS: Final = BY_NAME
"""The formats by the names that array libraries give them."""


def format_of(dtype: str) -> FloatFormat:
    """The format of this name. Raises InputError for another name."""
    if dtype not in FORMATS:
        raise InputError(f"dtype: {quoted(str(dtype))} is not a format; write one of {', '.join(FORMATS)}")
    return FORMATS[dtype]


def nearest(x: Any, form: FloatFormat) -> float:
    """The number of the format nearest to x, a rational or a `Real`, as a float; inf or NaN where x overflows."""
    if type(x) is int or type(x) is Rational:
        quick = _quick(int(x.numerator), int(x.denominator), form)
        if quick is not None:
            return quick
    rounded = form.rounded(x)
    if isinstance(rounded, str):
        return float(rounded)
    return int(rounded.numerator) / int(rounded.denominator)


def _quick(numerator: int, denominator: int, form: FloatFormat) -> float | None:
    """The number itself where it is an integer of the format or such an integer over a small power of two."""
    if denominator & (denominator - 1) or abs(numerator).bit_length() > form.precision:
        return None
    if denominator.bit_length() > -form.least or abs(numerator).bit_length() > form.greatest:
        return None
    return numerator / denominator


def carried(values: FloatArray, form: FloatFormat) -> NDArray[Any]:
    """float64 numbers rounded once to the format, ties to even, in the NumPy format that it is or that holds it.

    NaN stays NaN, and infinities stay infinite where the format has them. NumPy rounds to its own formats in one step;
    of others libraries may round twice on the way, so that it is done here, and what float32 then carries is in the
    format.
    """
    if form in OF_NUMPY:
        with np.errstate(over="ignore"):
            narrow: NDArray[Any] = values.astype(form.name)
            return narrow
    _, exponents = np.frexp(values)
    # the quantum of a number in [2^(e-1), 2^e) is 2^(e - precision), and below the normal numbers that of the least
    quanta = np.maximum(exponents, form.least + 1) - form.precision
    with np.errstate(over="ignore"):
        wide: FloatArray = np.ldexp(np.rint(np.ldexp(values, -quanta)), quanta)
        largest = float(form.largest)
        beyond = {"inf": np.inf, "nan": np.nan, "saturate": largest}[form.overflow]
        return np.where(np.abs(wide) > largest, np.copysign(beyond, wide), wide).astype(np.float32)


def exact(value: float) -> Rational:
    """The rational that a finite float is."""
    numerator, denominator = float(value).as_integer_ratio()
    return mpq(numerator, denominator)


@dataclass
class Rounding:
    """What rounding to the format did to exact numbers: how many there were, and what they became."""

    what: str
    form: FloatFormat
    numbers: int = 0
    inexact: int = 0
    """Those that the format does not hold."""
    overflowed: int = 0
    """Of these, those that are too large: they became infinite, NaN or the greatest number, as the format has it."""
    vanished: int = 0
    """Of these, those that are not 0 and became 0."""
    first: dict[str, str] = field(default_factory=dict)
    """Where the first of each kind stands: its name."""
    where: str = ""
    """Of what the numbers are that are rounded at present."""
    known: dict[Any, float] = field(default_factory=dict, repr=False)

    def __call__(self, x: Any, name: str) -> float:
        """The nearest number of the format; what happened to x, called `name`, is noted."""
        rounded = self.known.get(x)
        if rounded is None:
            rounded = self.known[x] = nearest(x, self.form)
        self.numbers += 1
        if self._overflows(x, rounded):
            self._note("overflowed", name)
        elif rounded == 0 and x != 0:
            self._note("vanished", name)
        elif isinstance(x, Real) or exact(rounded) != x:
            self._note("inexact", name)
        return rounded

    def _overflows(self, x: Any, rounded: float) -> bool:
        if self.form.overflow == "saturate":
            return abs(rounded) == self.form.largest and isinstance(self.form.rounded(x, "inf"), str)
        return not isfinite(rounded)

    def _note(self, kind: str, name: str) -> None:
        self.inexact += 1
        if kind != "inexact":
            setattr(self, kind, getattr(self, kind) + 1)
        self.first.setdefault(kind, f"{name}{self.where}")

    def told(self) -> list[str]:
        """A sentence for what overflowed, and one for what vanished; none where nothing did."""
        overflow = {"inf": "are infinite", "nan": "are NaN", "saturate": "become the greatest number"}
        words = {"overflowed": f"overflow and {overflow[self.form.overflow]}", "vanished": "are not 0 and become 0"}
        return [
            f"{getattr(self, kind):,} of {self.numbers:,} {self.what} {what} in {self.form.name}, "
            f"the first of them {self.first[kind]}"
            for kind, what in words.items()
            if getattr(self, kind)
        ]


@dataclass(frozen=True, eq=False)
class RoundedPoints:
    """Points rounded to a format once, for many runs: `values` of shape (points, d, n), and what became of entries."""

    values: FloatArray
    rounding: Rounding

    @classmethod
    def of(cls, points: Sequence[Matrix], dtype: str) -> RoundedPoints:
        """Matrices of rationals, rounded to nearest. Raises InputError where they have not all one shape."""
        rounding = Rounding("entries of points", format_of(dtype))
        d, n = (len(points[0]), len(points[0][0])) if len(points) else (1, 1)
        for number, matrix in enumerate(points, 1):
            if len(matrix) != d or any(len(row) != n for row in matrix):
                raise InputError(f"points: number {number} has another shape than number 1, which is {d} x {n}")
        rounded = [
            [[rounding(entry, f"in number {number}") for entry in row] for row in matrix]
            for number, matrix in enumerate(points, 1)
        ]
        return cls(np.array(rounded, dtype=np.float64).reshape(len(points), d, n), rounding)

    def __len__(self) -> int:
        return len(self.values)


Points: TypeAlias = Sequence[Matrix] | FloatArray | RoundedPoints
"""Matrices of rationals, or float64 numbers of shape (points, d, n): rounded once; or what is rounded already."""


def rounded_points(points: Points, d: int, dtype: str) -> RoundedPoints:
    """The points in the format, d x n each.

    Raises InputError for another shape, an array that is not of float64, points rounded to another format.
    """
    form = format_of(dtype)
    if isinstance(points, np.ndarray):
        if points.ndim != 3 or points.dtype != np.float64:
            raise InputError(
                f"points: an array of {points.dtype} of shape {points.shape}; give float64 numbers of shape "
                f"(points, {d}, n)"
            )
        rounded = RoundedPoints(points, Rounding("entries of points", form))
    else:
        rounded = points if isinstance(points, RoundedPoints) else RoundedPoints.of(points, dtype)
    if rounded.rounding.form != form:
        raise InputError(f"points: they are rounded to {rounded.rounding.form.name}, but the network to {dtype}")
    if len(rounded) and (rounded.values.shape[1] != d or not rounded.values.shape[2]):
        rows, columns = rounded.values.shape[1:]
        raise InputError(f"points: they are {rows} x {columns}; the network maps {d} x n matrices, n >= 1")
    return rounded
