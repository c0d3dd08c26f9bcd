"""Factors of integers by trial division, as far as it goes: what is left beyond counts as a power of one factor."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from gmpy2 import iroot, is_power

LARGEST_DIVISOR: Final = 10_000
"""Divisors that are tried; a factor that is left has no smaller one, and need not be prime."""


@lru_cache(maxsize=4096)
def prime_factors(number: int) -> tuple[tuple[int, int], ...]:
    """Pairs (factor, exponent) whose product is `number` >= 1, increasing; the last factor may be composite."""
    found, divisor = [], 2
    while divisor <= LARGEST_DIVISOR and divisor * divisor <= number:
        exponent = 0
        while number % divisor == 0:
            number, exponent = number // divisor, exponent + 1
        if exponent:
            found.append((divisor, exponent))
        divisor += 1 if divisor == 2 else 2
    exponent, root = 1, 2
    while number > LARGEST_DIVISOR**2 and is_power(number):
        while iroot(number, root)[1]:
            number, exponent = int(iroot(number, root)[0]), exponent * root
        root += 1
    if number > 1:
        found.append((number, exponent))
    return tuple(found)


def square_factors(number: int) -> tuple[int, tuple[int, ...]]:
    """(w, factors) with number = w^2 times the product of different factors; number >= 1."""
    whole, left = 1, []
    for factor, exponent in prime_factors(number):
        whole *= factor ** (exponent // 2)
        if exponent % 2:
            left.append(factor)
    return whole, tuple(left)
