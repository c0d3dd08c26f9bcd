"""The separations delta that are printed, in logarithms: (8), (47) and (50) (Kajitsuka & Sato 2024).

    log of (8) = log( 2 (log n)^2 eps^2 r_min / (r_max^2 (|V|+1)^4 (2 log n + 3) pi d) )
                 - (|V|+1)^4 (2 log n + 3) pi d r_max^2 / (4 eps r_min)

For n = 1 all of them are 0 and have no logarithm.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational, written
from exactua.arithmetic.reals import Value
from exactua.papers.kajitsuka2024.labelled_sequences import LabelledSequences
from exactua.papers.kajitsuka2024.separation import Separation, Token, above, below, difference, squared_norm
from exactua.terms.evaluation import Evaluator, Nothing
from exactua.terms.tracing import Number, log, number, pi, rational

LONGEST: Final = 20
"""Characters of a fraction that is written out."""


@dataclass(frozen=True)
class Printed:
    """What the formulas speak of, as operands of steps: all > 0, n >= 2."""

    d: Number | int
    n: Number
    V: Number
    r_min: Number
    r_max: Number
    epsilon: Number

    @property
    def log_theorem2(self) -> Number:
        """The logarithm of (8)."""
        return log(2) + 2 * log(log(self.n)) + 2 * log(self.epsilon) + log(self.r_min) + self._common

    @property
    def log_corollary1(self) -> Number:
        """The logarithm of (47)."""
        return log(self.epsilon) + log(self.r_min) + log(log(self.n)) + self._common

    @property
    def _common(self) -> Number:
        """The logarithm of 1 / (r_max^2 (|V|+1)^4 (2 log n + 3) pi d) and of the exponential."""
        size, gap = (self.V + 1) ** 4, 2 * log(self.n) + 3
        denominator = 2 * log(self.r_max) + log(size) + log(gap) + log(pi) + log(self.d)
        return -denominator - size * gap * pi * self.d * self.r_max**2 / (4 * self.epsilon * self.r_min)


@dataclass(frozen=True)
class PrintedWithEncodings:
    """What (50) speaks of, as operands of steps: all > 0, n >= 2; r_max and epsilon are those of X, without E."""

    d: Number | int
    n: Number
    N: Number
    r_max: Number
    epsilon: Number

    @property
    def log_corollary2(self) -> Number:
        """The logarithm of (50)."""
        size, gap, reach = (self.n * self.N + 1) ** 4, 2 * log(self.n) + 3, (2 * self.n + 1) ** 2
        top = log(2) + 2 * log(log(self.n)) + 2 * log(self.epsilon)
        denominator = log(reach) + log(self.r_max) + log(size) + log(gap) + log(pi) + log(self.d)
        return top - denominator - reach * size * gap * pi * self.d * self.r_max / (4 * self.epsilon)


def decimal(value: Rational) -> str:
    """A decimal of few digits for people: 69/25 as it is, 397/10^1541 where it is long."""
    text = written(value)
    if len(text) <= LONGEST:
        return text
    places = 0
    while (value * mpq(10) ** places).denominator != 1:
        places += 1
    return f"{written(value * mpq(10) ** places)}/10^{places}"


def constants_of(vocabulary: Sequence[Token]) -> Separation:
    """Constants of Definition 1, decimals of three digits; r_min is 0 where a token is 0.

    epsilon is r_max where there is one token, as nothing is asked of it then.
    """
    norms = list(map(squared_norm, vocabulary))
    distances = [squared_norm(difference(x, y)) for x, y in combinations(vocabulary, 2)]
    r_max = above(max(norms), 3) if any(norms) else mpq(1)
    return Separation(
        below(min(norms), 3) if all(norms) else mpq(0), r_max, below(min(distances), 3) if distances else r_max
    )


def printed_logarithms(data: LabelledSequences, encoded: LabelledSequences, constants: Separation) -> dict[str, Value]:
    """Logarithms to base 10 of delta of (8), and of (47) or (50): exact reals, by equation number.

    `encoded` is what the attention is given, X or X + E, with its constants. (50) is there for X + E, (47) for X; they
    are left out where they are 0 (n = 1), and (8) and (47) where a token is 0.
    """
    if data.n == 1:
        return {}
    logarithms = {}
    if constants.r_min:
        numbers = map(rational, (constants.r_min, constants.r_max, constants.epsilon))
        formulas = Printed(data.d, number(data.n), number(len(encoded.vocabulary)), *numbers)
        logarithms["(8)"] = log10_of(formulas.log_theorem2)
        if encoded is data:
            logarithms["(47)"] = log10_of(formulas.log_corollary1)
    if encoded is not data:
        of_X = constants_of(data.vocabulary)
        numbers = map(rational, (of_X.r_max, of_X.epsilon))
        logarithms["(50)"] = log10_of(
            PrintedWithEncodings(data.d, number(data.n), number(data.N), *numbers).log_corollary2
        )
    return logarithms


def log10_of(logarithm: Number) -> Any:
    """A natural logarithm, as a term without parameters, made one to base 10."""
    return Evaluator({}, {}, Nothing())((logarithm / log(number(10))).term)
