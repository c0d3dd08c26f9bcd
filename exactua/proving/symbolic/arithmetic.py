"""What the operators of terms are on forms, polynomials and numbers of which nothing is known."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

from gmpy2 import mpq

from exactua.proving.symbolic.classes import ByClass, NeedsColumns
from exactua.proving.symbolic.forms import Form
from exactua.proving.symbolic.polynomials import Exponent, Polynomial, sign_of
from exactua.proving.symbolic.signs import Unknown
from exactua.terms.evaluation import RULES, NotObserved, Value
from exactua.terms.language import TermError


def different(values: Sequence[Value]) -> Value:
    """Whether the numbers of a list are pairwise different."""
    if isinstance(values, ByClass):
        raise NeedsColumns("whether the numbers of columns with equal ids are different")
    sides = [sign(b - a) for a, b in pairwise(values)]
    if all(side == 2 for side in sides) or all(side == -2 for side in sides):
        return True
    return RULES["distinct"](values)


def sign(value: Value) -> Any:
    """The sign of a number, a polynomial or a form."""
    return value.sign if isinstance(value, (Form, Unknown)) else sign_of(value)


def divided(a: Value, b: Value) -> Value:
    """The quotient of two numbers. Raises NotObserved where the divisor varies."""
    if isinstance(a, Unknown) and sign(b) in (2, -2):
        return Unknown()
    if isinstance(b, Unknown):
        raise NotObserved("a quotient by a number that varies")
    if isinstance(b, Form):
        if not b.fixed:
            raise NotObserved("a quotient by a number that varies")
        a, b = a * b.denominator, b.constant
    if isinstance(b, Polynomial):
        if isinstance(a, Form):
            return a.over(b)
        raise NotObserved("a quotient of polynomials")
    if b == 0:
        raise TermError("division by zero")
    return a * (1 / mpq(b))


def power(a: Value, e: Value) -> Value:
    """a to the power e. Raises NotObserved where it is not affine, or not known."""
    if isinstance(a, Unknown):
        return Unknown()
    return e.power_of(a) if isinstance(e, Exponent) else RULES["^"](a, e)


FORM_RULES: Final = {**RULES, "/": divided, "distinct": different, "^": power}
