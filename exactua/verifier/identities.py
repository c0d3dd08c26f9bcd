"""Proofs that two reals are equal: their difference is 0 by the rules of exp, log and sqrt.

A real is written as a quotient: a polynomial with rational coefficients over powers of *divisors*, which are
polynomials, too. A monomial is a product of integer powers of *generators* and of exp of a sum of rational multiples
of *exponents*. An exponent is log p (written as p) or a monomial over powers of divisors. Generators are pi; log p, for
a prime p or a number without small factors; log |x|, for a generator or divisor x; and a root, r = Q sqrt(P / Q) for
polynomials P and Q. The rules are

    exp(x) exp(y) = exp(x + y)   exp(k log p) = p^k, k an integer   log |x y| = log |x| + log |y|   r^2 = P Q

What is 0 by these rules is 0. What is not may be 0 all the same.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import reduce
from typing import Protocol, TypeAlias

from .rationals import LARGEST_NUMBER, divide, signed_power, size, tidy
from .refusals import Refused
from .values import Name, Number, Rational, Spend

Powers: TypeAlias = "frozenset[tuple[Name, Number]]"  # names with exponents, or of terms with coefficients; none is 0
Monomials: TypeAlias = "dict[tuple[Powers, Powers], Rational]"  # coefficients of monomials: exponents, generators
Quotient: TypeAlias = "tuple[Monomials, Powers]"  # over powers of divisors
NONE: Powers = frozenset()
ONE: Monomials = {(NONE, NONE): 1}
LARGEST_PROOF = 4000  # monomials, before those that are the same are put together
LARGEST_PRIME = 2**12  # that is looked for in a number
LARGEST_FACTORED = 20_000  # bits of a number of which primes are looked for
LARGEST_REPEATED = 1000  # of a prime or a number


class Factor(Protocol):
    """An atom of a real: pi; exp, log or sqrt of a number; a real that is a factor; or a product of powers of atoms."""

    kind: str
    of: Number  # a rational number or an Expression; of a product, the exponents by factors; None of pi


class Expression(Protocol):
    """A real: a constant and a sum of rational multiples of atoms."""

    constant: Rational
    spend: Spend

    @property
    def terms(self) -> Mapping[Number, Rational]:
        """The coefficients of atoms, each of which is a Factor."""


class Beyond(Exception):
    """A proof that would take too much work."""


def require(feasible: bool) -> None:
    """Give a proof up that takes too much."""
    if not feasible:
        raise Beyond


def is_zero(x: Expression) -> bool:
    """Whether a real is shown to be 0."""
    try:
        return not Proof(x.spend).value(x)[0]
    except (Beyond, Refused, RecursionError):
        return False


def generator(*name: Name) -> Monomials:
    """The monomial that is one generator."""
    return {(NONE, frozenset({(name, 1)})): 1}


def multiple(a: Monomials, x: Rational) -> Monomials:
    """A polynomial times a rational number."""
    return {monomial: tidy(coefficient * x) for monomial, coefficient in a.items() if x}


def gathered(terms: Iterable[tuple[Number, Number]]) -> dict[Number, Number]:
    """The coefficient of each, where it is not 0."""
    coefficients = dict[Number, Number]()
    for name, coefficient in terms:
        coefficients[name] = coefficients.get(name, 0) + coefficient
    return {name: tidy(coefficient) for name, coefficient in coefficients.items() if coefficient}


def joined(a: Powers, b: Powers, sign: int = 1) -> Powers:
    """The product of two products of powers (their quotient), or the sum (the difference) of two sums."""
    return frozenset(gathered([*a, *((name, sign * k) for name, k in b)]).items()) if b else a


def reduced(exponents: Powers) -> tuple[Rational, Powers]:
    """A rational factor, and exponents in which the coefficients of log p are in [0, 1)."""
    factor, whole = 1, [(p, math.floor(x)) for p, x in exponents if type(p) is int and not 0 <= x < 1]
    for p, k in whole:
        require(abs(k) <= LARGEST_REPEATED)
        factor = tidy(signed_power(p, k) * factor)
    return factor, joined(exponents, frozenset(whole), -1)


def primes(x: Rational) -> dict[int, int]:
    """The prime factors of a positive rational number; what is left without small ones counts as one."""
    require(size(x) <= LARGEST_FACTORED)
    exponents = dict[int, int]()
    for rest, side in ((x.numerator, 1), (x.denominator, -1)):
        for p in range(2, LARGEST_PRIME):
            while rest % p == 0:
                rest, exponents[p] = rest // p, exponents.get(p, 0) + side
        while rest > 1 and math.isqrt(rest) ** 2 == rest:
            rest, side = math.isqrt(rest), 2 * side
        exponents |= {rest: exponents.get(rest, 0) + side} if rest > 1 else {}
    return exponents


class Proof:
    """What is known of the atoms of a real, of divisors and of roots while it is written as a quotient."""

    def __init__(self, spend: Spend):
        self.spend, self.known = spend, dict[Factor, Quotient]()
        self.divisors, self.roots = list[Monomials](), list[Quotient]()

    def value(self, x: Expression | Rational) -> Quotient:
        """A rational number or a real."""
        if isinstance(x, int | Fraction):
            return multiple(ONE, x), NONE
        terms = [(multiple(ONE, x.constant), NONE)]
        for atom, coefficient in x.terms.items():
            above, under = self.atom(atom)
            terms.append((multiple(above, coefficient), under))
        return self.sum(terms)

    def atom(self, atom: Factor) -> Quotient:
        """An atom of a real."""
        if atom not in self.known:
            of = self.power(atom.of) if atom.kind == "product" else self.value(atom.of or 0)
            ways = {"pi": lambda x: (generator("pi"), NONE), "exp": self.exp, "log": self.log, "sqrt": self.sqrt}
            self.known[atom] = ways[atom.kind](of) if atom.kind in ways else of
        return self.known[atom]

    def power(self, factors: Mapping[Factor, int]) -> Quotient:
        """A product of powers of atoms."""
        quotients = list[Quotient]()
        for atom, exponent in factors.items():
            require(abs(exponent) <= LARGEST_REPEATED)
            quotients += [self.atom(atom) if exponent > 0 else self.inverse(self.atom(atom))] * abs(exponent)
        return self.times(quotients)

    def product(self, a: Monomials, b: Monomials) -> Monomials:
        """The product of polynomials."""
        if a is ONE or b is ONE:
            return a if b is ONE else b
        self.spend(20 * len(a) * len(b))
        require(len(a) * len(b) <= LARGEST_PROOF)
        by_squares = dict[Powers, list[tuple[tuple[Powers, Powers], Rational]]]()  # by the roots that are squared
        for (E, M), x in a.items():
            for (F, N), y in b.items():
                factor, exponents = reduced(joined(E, F))
                coefficient, generators = factor * x * y, joined(M, N)
                require(size(coefficient) <= LARGEST_NUMBER)
                squares = frozenset((name, k) for name, k in generators if name[0] == "root" and k == 2)
                by_squares.setdefault(squares, []).append(((exponents, generators - squares), coefficient))
        total = gathered(by_squares.pop(NONE, []))
        for squares, terms in by_squares.items():
            part: Monomials = gathered(terms)
            for radicand in sorted((self.radicand(place) for (_, place), _ in squares), key=len):
                part = self.product(part, radicand)
            total = gathered([*total.items(), *part.items()])
        return total

    def radicand(self, place: int) -> Monomials:
        """The square of a root."""
        P, under = self.roots[place]
        return self.product(P, self.expanded(under))

    def together(self, polynomials: Iterable[Monomials]) -> Monomials:
        """The product of polynomials, those of fewer monomials first."""
        return reduce(self.product, sorted(polynomials, key=len), ONE)

    def expanded(self, powers: Powers) -> Monomials:
        """The product of powers of divisors."""
        require(degree_of(powers) <= LARGEST_PROOF)
        return self.together(self.divisors[place] for place, k in powers for _ in range(k))

    def found(self, a: Monomials) -> tuple[int | None, int]:
        """The number of the divisor that a polynomial or its negative is, None for none; and which of both it is."""
        both = (multiple(a, -1), a)
        places = ((place, 1 if both.index(D) else -1) for place, D in enumerate(self.divisors) if D in both)
        return next(places, (None, 1))

    def cancelled(self, above: Monomials, under: Powers) -> Quotient:
        """A quotient without a divisor that the numerator is up to a number and a monomial."""
        if above and any(len(self.divisors[place]) == len(above) for place, _ in under):
            factor, monomial, rest = factored(above)
            place, sign = self.found(rest)
            if place in dict(under):
                return {monomial: factor * sign}, joined(under, frozenset({(place, 1)}), -1)
        return above, under if above else NONE

    def times(self, quotients: Iterable[Quotient]) -> Quotient:
        """The product of quotients; a numerator that is a divisor of any of them up to a monomial goes first."""
        aboves, under = list[Monomials](), NONE
        parts = list(quotients)
        for _, below in parts:
            under = joined(under, below)
        for numerator, _ in parts:
            above, under = self.cancelled(numerator, under)
            aboves.append(above)
        return self.cancelled(self.together(aboves), under)

    def inverse(self, a: Quotient) -> Quotient:
        """1 / a, where a is not 0."""
        factor, (E, M), rest = factored(a[0])
        place, sign = self.divisor(rest)
        more, exponents = reduced(joined(NONE, E, -1))
        monomial = {(exponents, joined(NONE, M, -1)): divide(sign * more, factor)}
        under = NONE if place is None else frozenset({(place, 1)})
        return self.cancelled(self.product(self.expanded(a[1]), monomial), under)

    def divisor(self, a: Monomials) -> tuple[int | None, int]:
        """The number of the divisor that a polynomial or its negative is, None for 1; and which of both it is."""
        for sign in (1, -1):
            if multiple(a, sign) == ONE:
                return None, sign
        place, sign = self.found(a)
        if place is None:
            self.divisors.append(a)
            place = len(self.divisors) - 1
        return place, sign

    def sum(self, terms: Iterable[Quotient]) -> Quotient:
        """The sum of quotients: first of those over the same divisors, then over the divisors of all."""
        groups = dict[Powers, Monomials]()
        for quotient in terms:
            add_to(groups, quotient)
        for degree in range(max(map(degree_of, groups), default=0), 0, -1):  # what cancels comes to a lower one
            for under in [under for under in groups if degree_of(under) == degree]:
                add_to(groups, self.cancelled(groups.pop(under), under))
        names = {name for under in groups for name, _ in under}
        common = frozenset((name, max(dict(under).get(name, 0) for under in groups)) for name in names)
        parts = (self.product(above, self.expanded(joined(common, under, -1))) for under, above in groups.items())
        return self.cancelled(gathered(item for part in parts for item in part.items()), common)

    def exp(self, x: Quotient) -> Quotient:
        """exp of a sum of exponents."""
        factor, exponents = reduced(frozenset((exponent_name(monomial, x[1]), k) for monomial, k in x[0].items()))
        return {(exponents, NONE): factor}, NONE

    def logarithm(self, factor: Rational, exponents: Powers) -> Quotient:
        """log of a positive rational number times exp of a sum of exponents."""
        self.spend(1000)
        terms = list[Quotient]()
        for name, k in [*primes(factor).items(), *exponents]:
            term: Quotient = (generator("log p", name), NONE) if type(name) is int else ({name[0]: 1}, name[1])
            terms.append((multiple(term[0], k), term[1]))
        return self.sum(terms)

    def log(self, x: Quotient) -> Quotient:
        """log |x|."""
        factor, (E, M), rest = factored(x[0])
        place, _ = self.divisor(rest)
        names = [*M, *((divisor, -k) for divisor, k in x[1]), (place, int(place is not None))]
        parts = gathered((monomial, k) for name, k in names for monomial in generator("log", name))
        return self.sum([self.logarithm(factor, E), (parts, NONE)])

    def sqrt(self, x: Quotient) -> Quotient:
        """The root of x >= 0."""
        factor, (E, M), rest = factored(x[0])
        half, under = self.logarithm(factor, E)
        root = self.exp((multiple(half, Fraction(1, 2)), under))
        P, Q = self.product({(NONE, M): 1}, rest), self.expanded(x[1])
        if P == Q:
            return root
        if (P, x[1]) not in self.roots:
            self.roots.append((P, x[1]))
        return self.times([root, (generator("root", self.roots.index((P, x[1]))), x[1])])


def degree_of(under: Powers) -> int:
    """How many divisors there are in a product of them."""
    return sum(k for _, k in under)


def add_to(groups: dict[Powers, Monomials], quotient: Quotient) -> None:
    """Adds a quotient to those over the same divisors; what is 0 is none."""
    above, under = quotient
    total = gathered([*groups.pop(under, {}).items(), *above.items()])
    if total:
        groups[under] = total


def exponent_name(monomial: tuple[Powers, Powers], under: Powers) -> Name:
    """The name of an exponent."""
    E, M = monomial
    names = [name for name, k in M if name[0] == "log p" and k == 1]
    return names[0][1] if names and len(M) == 1 and not E and not under else (monomial, under)


def factored(a: Monomials) -> tuple[Rational, tuple[Powers, Powers], Monomials]:
    """A positive number, a monomial without roots, and what is left, of which these are the factors."""
    require(a != {})
    common = []
    for side in (0, 1):
        terms = [dict(monomial[side]) for monomial in a]
        least = {name: min(term.get(name, 0) for term in terms) for term in terms for name in term}
        common.append(frozenset((x, k) for x, k in least.items() if k and not (side and x[0] == "root")))
    E, M = common
    factor = divide(math.gcd(*(x.numerator for x in a.values())), math.lcm(*(x.denominator for x in a.values())))
    rest = {(joined(F, E, -1), joined(N, M, -1)): divide(x, factor) for (F, N), x in a.items()}
    return factor, (E, M), rest
