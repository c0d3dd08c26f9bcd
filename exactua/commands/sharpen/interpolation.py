"""Polynomials in one variable through exact points: found on some, confirmed on all others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational, written


@dataclass(frozen=True)
class Fit:
    """A polynomial, coefficients from the constant one on, with the number of values that confirm it beyond those
    that determine it."""

    coefficients: tuple[Rational, ...]
    confirmed: int

    @property
    def degree(self) -> int:
        """The degree; that of 0 is 0."""
        return len(self.coefficients) - 1

    def __call__(self, x: Rational | int) -> Rational:
        """The value at x."""
        value = mpq(0)
        for coefficient in reversed(self.coefficients):
            value = value * x + coefficient
        return value

    def text(self, name: str) -> str:
        """The polynomial in the variable `name`, highest power first: 2 D^3 - D^2 + 1."""
        parts: list[str] = []
        for power in range(self.degree, -1, -1):
            coefficient = mpq(self.coefficients[power])
            if coefficient == 0 and self.degree:
                continue
            variable = "" if power == 0 else name if power == 1 else f"{name}^{power}"
            size = written(abs(coefficient))
            factor = variable if size == "1" and variable else f"{size} {variable}".rstrip()
            if parts:
                parts.append(f"{'-' if coefficient < 0 else '+'} {factor}")
            else:
                parts.append(f"-{factor}" if coefficient < 0 else factor)
        return " ".join(parts) or "0"


def fit(values: Mapping[int, Rational], confirming: int = 2) -> Fit | None:
    """The polynomial of least degree through all values that at least `confirming` of them confirm; None if there is
    none.

    The lowest arguments determine it, all others must agree exactly. A search: it proves nothing beyond the values.
    """
    arguments = sorted(values)
    for size in range(1, len(arguments) - confirming + 1):
        polynomial = through([(x, values[x]) for x in arguments[:size]])
        fitted = Fit(polynomial, len(arguments) - size)
        if all(fitted(x) == values[x] for x in arguments[size:]):
            return fitted
    return None


def through(points: Sequence[tuple[int, Rational]]) -> tuple[Rational, ...]:
    """The coefficients of the polynomial of least degree through the points (different arguments), by Newton."""
    differences = [mpq(value) for _, value in points]
    for order in range(1, len(points)):
        for k in range(len(points) - 1, order - 1, -1):
            span = points[k][0] - points[k - order][0]
            differences[k] = (differences[k] - differences[k - 1]) / span
    coefficients = [mpq(0)]
    for k in range(len(points) - 1, -1, -1):  # Horner: p <- p (x - x_k) + difference_k
        shifted = [mpq(0), *coefficients]
        for power, coefficient in enumerate(coefficients):
            shifted[power] -= points[k][0] * coefficient
        shifted[0] += differences[k]
        coefficients = shifted
    while len(coefficients) > 1 and coefficients[-1] == 0:
        coefficients.pop()
    return tuple(coefficients)
