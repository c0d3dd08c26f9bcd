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
    """The sum of coefficient * monomial; a monomial is the exponents of the variables 0, ..., `variables` - 1.

    Two of them may know different numbers of variables: what both know are the same ones.
    """

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

    def _among(self, variables: int) -> Polynomial:
        """The same polynomial in more variables."""
        more = (0,) * (variables - self.variables)
        if not more:
            return self
        return Polynomial(variables, {monomial + more: coefficient for monomial, coefficient in self.terms.items()})

    def _both(self, other: Any) -> tuple[Polynomial, Polynomial]:
        """This and `other` in the variables of both."""
        other = self._of(other)
        variables = max(self.variables, other.variables)
        return self._among(variables), other._among(variables)

    def __add__(self, other: Any) -> Polynomial:
        first, second = self._both(other)
        terms = dict(first.terms)
        for monomial, coefficient in second.terms.items():
            terms[monomial] = terms[monomial] + coefficient if monomial in terms else coefficient
        return Polynomial(first.variables, terms)

    __radd__ = __add__

    def __neg__(self) -> Polynomial:
        return Polynomial(self.variables, {monomial: -coefficient for monomial, coefficient in self.terms.items()})

    def __sub__(self, other: Any) -> Polynomial:
        return self + -self._of(other)

    def __rsub__(self, other: Any) -> Polynomial:
        return self._of(other) + -self

    def __mul__(self, other: Any) -> Polynomial:
        first, second = self._both(other)
        terms: dict[tuple[int, ...], Any] = {}
        for left, a in first.terms.items():
            for right, b in second.terms.items():
                monomial = tuple(map(int.__add__, left, right))
                terms[monomial] = terms[monomial] + a * b if monomial in terms else a * b
        return Polynomial(first.variables, terms)

    __rmul__ = __mul__

    def __pow__(self, exponent: int) -> Polynomial:
        power = Polynomial(self.variables, {(0,) * self.variables: 1})
        for _ in range(exponent):
            power = power * self
        return power

    def integral(self, side: Any, first: int = 0) -> Any:
        """The integral over [0, side] for each variable from `first` on, exactly: a polynomial in those before, if any.

        It is a number (or a batch) where none of those before occurs.
        """
        terms: dict[tuple[int, ...], Any] = {}
        for monomial, coefficient in self.terms.items():
            factor, rest = mpq(1), monomial[:first]
            for exponent in monomial[first:]:
                factor *= mpq(side) ** (exponent + 1) / (exponent + 1)
            terms[rest] = terms.get(rest, 0) + coefficient * factor
        if any(map(any, terms)):
            return Polynomial(first, terms)
        return terms.get((0,) * first, 0)

    def _refused(self, other: object) -> NoReturn:
        raise PolynomialError("polynomials are not compared: an integral takes +, -, * and powers of its variables")

    __lt__ = __le__ = __gt__ = __ge__ = _refused
    __eq__ = __ne__ = _refused
