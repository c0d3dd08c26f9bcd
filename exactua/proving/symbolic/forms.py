"""Affine forms over a simplex: exact values that stand for all points of a family at once.

The variables v_1, ..., v_k, v_0 of a family are >= 0 and sum to N, so a form has its extremes at the vertices: it is
f_0 + N f_i at vertex i (v_0 has coefficient 0 in every form). Besides there are rays, variables >= 0 without an upper
end, and lines, numbers of which nothing is known. Every comparison is answered at all vertices at once (`signs`).
"""

from __future__ import annotations

from collections.abc import Mapping
from math import gcd
from operator import add, sub
from types import MappingProxyType
from typing import Any, Final

from gmpy2 import mpq, mpz

from exactua.proving.symbolic.polynomials import Polynomial, sign_of
from exactua.proving.symbolic.signs import Sign, at_most, below, joint, negated, zero
from exactua.terms.evaluation import NotObserved

NO_LINES: Final[Mapping[Any, Any]] = MappingProxyType({})
_ONE: Final = 1
_RATIONAL: Final = type(mpq())
_INTEGERS: Final = (int, type(mpz()))
_WHOLE: Final = (*_INTEGERS, Polynomial)


class Simplex:
    """What forms range over: `variables` of v_1, v_2, ..., the sum N of all, and a number of rays."""

    def __init__(self, total: Any, variables: int, rays: int = 0) -> None:
        self.total, self.variables, self.rays = total, variables, rays
        self.compared = 0
        """How many forms were compared with 0 so far."""
        self._exact = not isinstance(total, Polynomial)

    def constant(self, value: Any) -> Form:
        """A number as a form."""
        return Form(self, value, (0,) * self.variables, (0,) * self.rays)

    def variable(self, number: int) -> Form:
        """The variable v_(number + 1)."""
        unit = tuple(int(k == number) for k in range(self.variables))
        return Form(self, 0, unit, (0,) * self.rays)

    def ray(self, number: int) -> Form:
        """The ray of this number, from 0."""
        return Form(self, 0, (0,) * self.variables, tuple(int(k == number) for k in range(self.rays)))

    def line(self, key: Any) -> Form:
        """A number of which nothing is known but its name."""
        return Form(self, 0, (0,) * self.variables, (0,) * self.rays, {key: 1})

    def sign(self, form: Form) -> Sign:
        """The sign of a form at all points."""
        self.compared += 1
        if form.lines:
            return None
        at_vertices = self._sign_at_vertices(form)
        away = joint(map(sign_of, form.rays)) if self.rays else 0
        if away == 0 or at_vertices is None:
            return at_vertices
        if away is None or (at_vertices and (at_vertices > 0) != (away > 0)):
            return None
        return at_vertices or (1 if away > 0 else -1)

    def _sign_at_vertices(self, form: Form) -> Sign:
        if self._exact:
            least = form.constant + self.total * min(form.slopes, default=0) if self.variables else form.constant
            most = form.constant + self.total * max(form.slopes, default=0) if self.variables else form.constant
            least, most = min(least, form.constant), max(most, form.constant)
            if least > 0 or most < 0:
                return 2 if least > 0 else -2
            if least == 0:
                return 1 if most else 0
            return None if most else -1
        constant = sign_of(form.constant)
        slopes = joint(sign_of(slope) for slope in form.slopes if not _is_zero(slope))
        if constant is not None and slopes is not None and (constant >= 0) == (slopes >= 0):
            return constant if constant or not slopes else 1 if slopes > 0 else -1
        values = (sign_of(form.constant + self.total * slope) for slope in form.slopes if not _is_zero(slope))
        return joint((constant, *values))


def _is_zero(slope: Any) -> bool:
    return not slope.terms if isinstance(slope, Polynomial) else not slope


class Form:
    """(constant + sum of slopes times variables, rays and lines) / denominator, over one simplex."""

    __slots__ = ("constant", "denominator", "lines", "rays", "simplex", "slopes")
    __hash__ = None  # type: ignore[assignment]

    def __init__(
        self,
        simplex: Simplex,
        constant: Any,
        slopes: tuple[Any, ...],
        rays: tuple[Any, ...],
        lines: Mapping[Any, Any] = NO_LINES,
        denominator: Any = _ONE,
    ) -> None:
        self.simplex, self.constant, self.slopes, self.rays = simplex, constant, slopes, rays
        self.lines, self.denominator = lines, denominator

    @property
    def fixed(self) -> bool:
        """Whether it is the same number at all points."""
        return not self.lines and all(map(_is_zero, self.slopes)) and all(map(_is_zero, self.rays))

    @property
    def sign(self) -> Sign:
        """Its sign at all points; denominators are positive."""
        return self.simplex.sign(self)

    def _times(self, factor: Any) -> Form:
        lines = {key: value * factor for key, value in self.lines.items()} if self.lines else NO_LINES
        return Form(
            self.simplex,
            self.constant * factor,
            tuple([slope * factor for slope in self.slopes]),
            tuple([ray * factor for ray in self.rays]) if self.rays else (),
            lines,
            self.denominator,
        )

    def _over(self, denominator: Any) -> Form:
        divisor = _ONE if denominator == 1 and not isinstance(denominator, Polynomial) else denominator
        return Form(self.simplex, self.constant, self.slopes, self.rays, self.lines, divisor)

    def _plus(self, other: Any, combine: Any) -> Any:
        if not isinstance(other, Form):
            split = _split(other)
            if split is None:
                return NotImplemented
            number, denominator = split
            if denominator is not _ONE:
                return self._plus(self.simplex.constant(number)._over(denominator), combine)
            if self.denominator is not _ONE:
                number = number * self.denominator
            constant = combine(self.constant, number)
            return Form(self.simplex, constant, self.slopes, self.rays, self.lines, self.denominator)
        first, second, denominator = self, other, self.denominator
        if denominator is not other.denominator and not _same(denominator, other.denominator):
            first, second = first._times(other.denominator), second._times(denominator)
            denominator = denominator * other.denominator
        lines = NO_LINES
        if first.lines or second.lines:
            keys = {**first.lines, **second.lines}
            combined = {key: combine(first.lines.get(key, 0), second.lines.get(key, 0)) for key in keys}
            lines = {key: value for key, value in combined.items() if not _is_zero(value)}
        return Form(
            self.simplex,
            combine(first.constant, second.constant),
            tuple(map(combine, first.slopes, second.slopes)),
            tuple(map(combine, first.rays, second.rays)) if first.rays else (),
            lines,
            denominator,
        )

    def __add__(self, other: Any) -> Any:
        return self._plus(other, add)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return self._plus(other, sub)

    def __neg__(self) -> Form:
        return self._times(-1)

    def __rsub__(self, other: Any) -> Any:
        return (-self)._plus(other, add)

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, Form):
            if not other.fixed:
                if not self.fixed:
                    raise NotObserved("a product of two numbers that vary is not affine")
                self, other = other, self
            return self._times(other.constant)._divided(other.denominator)
        split = _split(other)
        if split is None:
            return NotImplemented
        number, denominator = split
        if self.denominator is not _ONE and _same(number, self.denominator):
            return self._over(denominator)
        common = 1
        if isinstance(number, _INTEGERS) and isinstance(self.denominator, _INTEGERS) and self.denominator is not _ONE:
            common = gcd(int(number), int(self.denominator))
        if common != 1:
            return self._over(self.denominator // common)._times(number // common)._divided(denominator)
        return self._times(number)._divided(denominator)

    __rmul__ = __mul__

    def _divided(self, denominator: Any) -> Form:
        return self if denominator is _ONE else self._over(self.denominator * denominator)

    def over(self, divisor: Any) -> Form:
        """This divided by a number (or a polynomial) that is positive."""
        split = _split(divisor)
        if split is None or sign_of(divisor) != 2:
            raise NotObserved("a quotient by a number that is not shown to be positive")
        return self._times(split[1])._divided(split[0])

    def __pow__(self, exponent: int) -> Any:
        if exponent == 0:
            return 1
        if exponent == 1:
            return self
        if not self.fixed:
            raise NotObserved("a power of a number that varies is not affine")
        return self.simplex.constant(self.constant**exponent)._over(self.denominator**exponent)

    def _minus(self, other: Any) -> Any:
        difference = self._plus(other, sub)
        return difference if difference is NotImplemented else difference.sign

    def __lt__(self, other: Any) -> Any:
        sign = self._minus(other)
        return sign if sign is NotImplemented else below(sign)

    def __le__(self, other: Any) -> Any:
        sign = self._minus(other)
        return sign if sign is NotImplemented else at_most(sign)

    def __gt__(self, other: Any) -> Any:
        sign = self._minus(other)
        return sign if sign is NotImplemented else negated(at_most(sign))

    def __ge__(self, other: Any) -> Any:
        sign = self._minus(other)
        return sign if sign is NotImplemented else negated(below(sign))

    def __eq__(self, other: object) -> Any:
        sign = self._minus(other)
        return sign if sign is NotImplemented else zero(sign)

    def __ne__(self, other: object) -> Any:
        sign = self._minus(other)
        return sign if sign is NotImplemented else negated(zero(sign))

    def __repr__(self) -> str:
        return f"Form({self.constant}, {self.slopes}, {self.rays}, {dict(self.lines)}, / {self.denominator})"


def _split(value: Any) -> tuple[Any, Any] | None:
    """A number as numerator and denominator; None for what is no number."""
    if isinstance(value, _WHOLE):
        return value, _ONE
    if isinstance(value, _RATIONAL):
        return (int(value.numerator), _ONE) if value.denominator == 1 else (value.numerator, value.denominator)
    return None


def _same(first: Any, second: Any) -> bool:
    """Whether two numbers (or polynomials) are the same, coefficient by coefficient."""
    if isinstance(first, Polynomial) or isinstance(second, Polynomial):
        return Polynomial.of(first).same(second)
    return bool(first == second)
