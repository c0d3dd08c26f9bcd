"""Polynomials in finitely many variables with exact coefficients, and their integrals over a cube.

Coefficients are integers, rationals or batches of them: whatever has + and *. There is no order on polynomials.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NoReturn

from gmpy2 import mpq

from exactua.errors import ExactuaError

MOST_MONOMIALS: Final = 200_000


class PolynomialError(ExactuaError):
    """A polynomial was compared, was divided by, or became too long."""


class Polynomial:
    """The sum of coefficient * monomial; a monomial is the exponents of the variables 0, ..., `variables` - 1."""

    __slots__ = ("terms", "variables")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, variables: int, terms: Mapping[tuple[int, ...], Any]) -> None:
        if len(terms) > MOST_MONOMIALS:
            raise PolynomialError(f"a polynomial with more than {MOST_MONOMIALS:,} monomials")
        self.variables, self.terms = variables, dict(terms)

    @classmethod
    def variable(cls, number: int, variables: int) -> Polynomial:
        """The variable `number`, from 0."""
        return cls(variables, {tuple(int(k == number) for k in range(variables)): 1})

    def _of(self, other: Any) -> Polynomial:
        if isinstance(other, Polynomial):
            return other
        return Polynomial(self.variables, {(0,) * self.variables: other})

    def __add__(self, other: Any) -> Polynomial:
        terms = dict(self.terms)
        for monomial, coefficient in self._of(other).terms.items():
            terms[monomial] = terms[monomial] + coefficient if monomial in terms else coefficient
        return Polynomial(self.variables, terms)

    __radd__ = __add__

    def __neg__(self) -> Polynomial:
        return Polynomial(self.variables, {monomial: -coefficient for monomial, coefficient in self.terms.items()})

    def __sub__(self, other: Any) -> Polynomial:
        return self + -self._of(other)

    def __rsub__(self, other: Any) -> Polynomial:
        return self._of(other) + -self

    def __mul__(self, other: Any) -> Polynomial:
        terms: dict[tuple[int, ...], Any] = {}
        for left, a in self.terms.items():
            for right, b in self._of(other).terms.items():
                monomial = tuple(map(int.__add__, left, right))
                terms[monomial] = terms[monomial] + a * b if monomial in terms else a * b
        return Polynomial(self.variables, terms)

    __rmul__ = __mul__

    def __pow__(self, exponent: int) -> Polynomial:
        power = Polynomial(self.variables, {(0,) * self.variables: 1})
        for _ in range(exponent):
            power = power * self
        return power

    def integral(self, side: Any) -> Any:
        """The integral over [0, side]^variables, exactly."""
        total: Any = 0
        for monomial, coefficient in self.terms.items():
            factor = mpq(1)
            for exponent in monomial:
                factor *= mpq(side) ** (exponent + 1) / (exponent + 1)
            total = total + coefficient * factor
        return total

    def _refused(self, other: object) -> NoReturn:
        raise PolynomialError("polynomials are not compared: an integral takes +, -, * and powers of its variables")

    __lt__ = __le__ = __gt__ = __ge__ = _refused
    __eq__ = __ne__ = _refused
