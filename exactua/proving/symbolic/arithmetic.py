"""What the operators of terms are on forms, polynomials and numbers of which nothing is known.

Of columns by their ids there are lists with an entry for each different id; not all can be said in terms of these.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, NoReturn

from gmpy2 import mpq

from exactua.proving.symbolic.forms import Form
from exactua.proving.symbolic.polynomials import Exponent, Polynomial, sign_of
from exactua.proving.symbolic.signs import OPEN, Unknown, negated
from exactua.terms.evaluation import RULES, NotObserved, Value
from exactua.terms.language import TermError


class LowerRow:
    """Any of the rows 2, ..., d of a matrix, for all d: it is not row 1."""

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> Any:
        return True if other is self else False if other == 1 else OPEN

    def __ne__(self, other: object) -> Any:
        return negated(self == other)

    def _refused(self, *others: Any) -> NoReturn:
        raise NotObserved("a row's number is used for more than an index, for all d")

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = __pow__ = __rpow__ = _refused
    __lt__ = __le__ = __gt__ = __ge__ = _refused


class NeedsColumns(NotObserved):
    """A term depends on more than the different ids: it has to be known which column has which."""


class ByClass(tuple[Value, ...]):
    """A list with an entry for each different id, in place of one for each column."""

    __slots__ = ()


@dataclass(frozen=True, eq=False)
class OneOf:
    """Any of the columns that have the id of this number."""

    number: int

    def _refused(self, *others: Any) -> NoReturn:
        raise NeedsColumns("a column's number is used for more than an index")

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = __pow__ = __rpow__ = _refused
    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __ne__ = _refused
    __truediv__ = __rtruediv__ = __hash__ = _refused


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
