"""Polynomials in D and m, for all of them at once: compared by the signs of their coefficients."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from exactua.proving.symbolic.signs import Answer, Sign, at_most, below, negated, zero
from exactua.terms.evaluation import NotObserved

SECOND: Final = 1 << 24
"""Exponents of a monomial as one number: that of t plus `SECOND` times that of r."""


class Polynomial:
    """A polynomial in t = D - D_0 and r = m - 2 with exact coefficients, for all t, r >= 0 at once.

    `terms` are the coefficients (none of them 0) by exponents. It is compared by signs of coefficients: all >= 0, and
    the constant one > 0, is positive.
    """

    __slots__ = ("terms",)
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, terms: Mapping[int, Any]) -> None:
        self.terms = {exponents: value for exponents, value in terms.items() if value}

    @staticmethod
    def of(value: Any) -> Polynomial:
        """A number as a polynomial; a polynomial as it is."""
        return value if isinstance(value, Polynomial) else Polynomial({0: value})

    def _plus(self, other: Any, factor: int) -> Any:
        if not isinstance(other, Polynomial):
            if not _is_number(other):
                return NotImplemented
            other = Polynomial({0: other})
        terms = dict(self.terms)
        for exponents, value in other.terms.items():
            terms[exponents] = terms.get(exponents, 0) + factor * value
        return Polynomial(terms)

    def __add__(self, other: Any) -> Any:
        return self._plus(other, 1)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return self._plus(other, -1)

    def __rsub__(self, other: Any) -> Any:
        return (-self)._plus(other, 1)

    def __neg__(self) -> Polynomial:
        return Polynomial({exponents: -value for exponents, value in self.terms.items()})

    def __mul__(self, other: Any) -> Any:
        if not isinstance(other, Polynomial):
            if not _is_number(other):
                return NotImplemented
            return Polynomial({exponents: value * other for exponents, value in self.terms.items()})
        terms: dict[int, Any] = {}
        for left, a in self.terms.items():
            for right, b in other.terms.items():
                terms[left + right] = terms.get(left + right, 0) + a * b
        return Polynomial(terms)

    __rmul__ = __mul__

    def __pow__(self, exponent: int) -> Polynomial:
        power, square = Polynomial({0: 1}), self
        while exponent:
            if exponent & 1:
                power = power * square
            square, exponent = square * square if exponent > 1 else square, exponent >> 1
        return power

    def same(self, other: Any) -> bool:
        """Whether it is the same polynomial."""
        return self.terms == Polynomial.of(other).terms

    @property
    def sign(self) -> Sign:
        """Its sign for all t, r >= 0, where coefficients show it."""
        if not self.terms:
            return 0
        least, most = min(self.terms.values()), max(self.terms.values())
        if least > 0:
            return 2 if 0 in self.terms else 1
        return (-2 if 0 in self.terms else -1) if most < 0 else None

    def _against(self, other: Any, answer: Callable[[Sign], Answer]) -> Any:
        difference = self._plus(other, -1)
        return difference if difference is NotImplemented else answer(difference.sign)

    def __lt__(self, other: Any) -> Any:
        return self._against(other, below)

    def __le__(self, other: Any) -> Any:
        return self._against(other, at_most)

    def __gt__(self, other: Any) -> Any:
        opposite = self._against(other, at_most)
        return opposite if opposite is NotImplemented else negated(opposite)

    def __ge__(self, other: Any) -> Any:
        opposite = self._against(other, below)
        return opposite if opposite is NotImplemented else negated(opposite)

    def __eq__(self, other: object) -> Any:
        return self._against(other, zero)

    def __ne__(self, other: object) -> Any:
        opposite = self._against(other, zero)
        return opposite if opposite is NotImplemented else negated(opposite)

    def __repr__(self) -> str:
        return f"Polynomial({self.terms})"


def _is_number(value: object) -> bool:
    return hasattr(value, "numerator") and not isinstance(value, Polynomial)


def sign_of(value: Any) -> Sign:
    """The sign of an exact number or of a polynomial."""
    if isinstance(value, Polynomial):
        return value.sign
    return 2 if value > 0 else -2 if value < 0 else 0


@dataclass(frozen=True, eq=False)
class Exponent:
    """factor d + constant, where d is the dimension, which is not known: m to this power is D^factor m^constant."""

    factor: int
    constant: int
    D: Polynomial
    m: Polynomial

    def __add__(self, other: Any) -> Exponent:
        if isinstance(other, Exponent):
            return replace(self, factor=self.factor + other.factor, constant=self.constant + other.constant)
        return replace(self, constant=self.constant + _whole(other))

    def __mul__(self, other: Any) -> Exponent:
        times = _whole(other)
        return replace(self, factor=self.factor * times, constant=self.constant * times)

    def __pow__(self, exponent: Any) -> Exponent:
        if exponent == 1:
            return self
        raise NotObserved("a power of d, for all d")

    def __neg__(self) -> Exponent:
        return self * -1

    def __sub__(self, other: Any) -> Exponent:
        return self.__add__(-other)

    def __rsub__(self, other: Any) -> Exponent:
        return (-self).__add__(other)

    __radd__, __rmul__ = __add__, __mul__

    @property
    def sign(self) -> Sign:
        """Its sign for all d >= 1, where that shows it."""
        extreme = self.factor + self.constant  # at d = 1
        if self.factor == 0 or extreme * self.factor > 0:
            return 2 if extreme > 0 else -2 if extreme < 0 else 0
        return None if extreme else 1 if self.factor > 0 else -1

    def __lt__(self, other: Any) -> Any:
        return below((self - other).sign)

    def __le__(self, other: Any) -> Any:
        return at_most((self - other).sign)

    def __gt__(self, other: Any) -> Any:
        return negated(at_most((self - other).sign))

    def __ge__(self, other: Any) -> Any:
        return negated(below((self - other).sign))

    def __eq__(self, other: Any) -> Any:
        return zero((self - other).sign)

    def __ne__(self, other: Any) -> Any:
        return negated(zero((self - other).sign))

    __hash__ = None  # type: ignore[assignment]

    def power_of(self, base: Any) -> Polynomial:
        """`base` to this power. Raises NotObserved where that is no polynomial in D and m."""
        if not isinstance(base, Polynomial) or not base.same(self.m) or self.factor < 0 or self.constant < 0:
            raise NotObserved("a power whose exponent depends on d, for all d")
        power: Polynomial = self.D**self.factor * self.m**self.constant
        return power


def _whole(value: Any) -> int:
    if not isinstance(value, int):
        raise NotObserved("a number made of d, for all d")
    return value
