"""Entries of weights: exact rationals, or inside a family affine expressions such as `l - 1/4`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from exactua.arithmetic.rationals import Rational, rational, written
from exactua.arithmetic.reals import Real
from exactua.errors import InputError


@dataclass(frozen=True, slots=True, init=False)
class Affine:
    """constant + sum of coefficient * variable, exact: an entry of a layer that stands inside a family.

    It is built from `variable("l")` with `+`, `-` and `*` by exact numbers; `coefficients` are sorted by
    variable and never 0. Raises InputError for floats and other inexact numbers.

    >>> str(2 * variable("l") - 1)
    '2*l - 1'
    """

    constant: Rational
    coefficients: tuple[tuple[str, Rational], ...]

    def __init__(self, constant: Any, coefficients: Mapping[str, Any]) -> None:
        exact = {name: rational(value, f"coefficient of {name}") for name, value in coefficients.items()}
        object.__setattr__(self, "constant", rational(constant, "constant"))
        object.__setattr__(self, "coefficients", tuple((name, exact[name]) for name in sorted(exact) if exact[name]))

    @property
    def variables(self) -> frozenset[str]:
        """The names of the variables that occur."""
        return frozenset(name for name, _ in self.coefficients)

    def at(self, variables: Mapping[str, Rational]) -> Rational:
        """The value where the variables have these values. Raises InputError if one of them is missing."""
        value = self.constant
        for name, coefficient in self.coefficients:
            if name not in variables:
                raise InputError(f"{self} has no value: the variable {name} is not given")
            value += coefficient * rational(variables[name], name)
        return value

    def __add__(self, other: Any) -> Affine:
        if isinstance(other, Affine):
            names = self.variables | other.variables
            mine, theirs = dict(self.coefficients), dict(other.coefficients)
            return Affine(
                self.constant + other.constant,
                {name: mine.get(name, 0) + theirs.get(name, 0) for name in names},
            )
        return Affine(self.constant + rational(other, "summand"), dict(self.coefficients))

    def __mul__(self, factor: Any) -> Affine:
        exact = rational(factor, "factor")
        return Affine(self.constant * exact, {name: exact * value for name, value in self.coefficients})

    def __neg__(self) -> Affine:
        return self * -1

    def __sub__(self, other: Any) -> Affine:
        return self + entry(other, "subtrahend") * -1

    def __rsub__(self, other: Any) -> Affine:
        return -self + entry(other, "minuend")

    __radd__ = __add__
    __rmul__ = __mul__

    def __str__(self) -> str:
        return in_words(self.constant, self.coefficients)


Entry: TypeAlias = Rational | Affine | Real
"""An entry of a weight: a rational, an exact real, or an affine expression inside a family.

>>> FeedForwardLayer([[1]], [variable("l")], [["1/2"]], [0], RELU).b_1
(Affine(constant=mpq(0,1), coefficients=(('l', mpq(1,1)),)),)
"""


def variable(name: str) -> Affine:
    """The variable of a family, to build entries with: `variable("l") - mpq(1, 4)`.

    >>> str(variable("l") + 1)
    'l + 1'
    """
    return Affine(0, {name: 1})


def entry(given: Any, argument: str) -> Entry:
    """The entry that `given` writes. Raises InputError, naming `argument`, for anything that is not exact."""
    if isinstance(given, Affine):
        return given if given.coefficients else given.constant
    if isinstance(given, Real):
        return given
    return rational(given, argument)


def variables_of(entries: Iterable[Entry]) -> frozenset[str]:
    """The names of all variables that occur in these entries."""
    return frozenset(name for entry in entries if isinstance(entry, Affine) for name in entry.variables)


def in_words(constant: Rational, coefficients: Iterable[tuple[str, Rational]]) -> str:
    """`-l + 1/4`, `2*t`, `0`: an affine expression for people, variables first."""
    terms = [_term(value, name) for name, value in coefficients if value]
    if constant or not terms:
        terms.append(_term(constant, ""))
    first, *others = terms
    signed = "".join(f" - {term[1:]}" if term.startswith("-") else f" + {term}" for term in others)
    return first + signed


def _term(coefficient: Rational, name: str) -> str:
    if not name:
        return written(coefficient)
    if abs(coefficient) == 1:
        return name if coefficient > 0 else f"-{name}"
    return f"{written(coefficient)}*{name}"
