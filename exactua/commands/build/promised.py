"""What the theorem promises for an epsilon: its delta and its number of layers, from a modulus of continuity of f.

theorem_2_hardmax_on_the_cube (proofs/rocq, NetworkStatements.v): if |f| <= B, omega is the modulus of continuity of f
on [0, 1]^(d x n) and

    d n (omega(delta/2)^p + n (n - 1)/2 delta^d B^p) <= epsilon^p,

then the modified Transformer with (d/delta + d) + (delta^-d + 1) + (d + 2 + n C(delta^-d, n)) blocks is within epsilon.
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from typing import Final

from gmpy2 import mpq

from exactua.arithmetic.decimals import decimal
from exactua.arithmetic.rationals import Rational
from exactua.commands.build.slopes import MayJump, constants
from exactua.errors import InputError
from exactua.papers.yun2020.built import Instance, Promise
from exactua.targets.expression import Expression
from exactua.targets.python_function import PythonFunction

THEOREM: Final = "theorem_2_hardmax_on_the_cube"
MOST_BITS: Final = 4_096
"""How long 1/delta may get before a modulus counts as one that does not fall to 0."""


def promise(instance: Instance, epsilon: Rational) -> Promise | str:
    """The largest delta that halving and bisection find for the theorem, with its layers; or why there is none.

    `instance` is one that was measured: of a Python function its values at the centres of cubes, and the stated
    modulus, bound |f|.
    """
    f, modulus = instance.target, ""
    omega: Callable[[Rational], Rational]
    if isinstance(f, PythonFunction):
        B = max(abs(value) for A in instance.values.values() for row in A for value in row) + instance.modulus
        modulus, omega, stated = f.modulus, f.modulus_at, True
    elif isinstance(f, Expression):
        try:
            L, B = constants(f)
        except MayJump as why:
            return f"no modulus of continuity of f is known: {why}"
        modulus, stated = "t" if L == 1 else f"{decimal(L)}*t", False

        def omega(t: Rational) -> Rational:
            return L * t
    else:
        return "a table jumps between its cubes, and has no modulus of continuity that falls to 0"
    d, n, p = f.d, f.n, instance.p

    def serves(m: int) -> bool:
        return bool(d * n * (omega(mpq(1, 2 * m)) ** p + mpq(n * (n - 1), 2 * m**d) * B**p) <= epsilon**p)

    try:
        m = _least(serves)
    except InputError as error:  # a modulus without a value at some t
        return str(error)
    if m is None:
        return f"the modulus {modulus} does not fall far enough for any delta"
    return Promise(m, layers(d, n, m), modulus, stated, B)


def layers(d: int, n: int, m: int) -> int:
    """The blocks of the theorem's network at delta = 1/m, in each of which one layer is at work."""
    columns = m**d
    return int(d * m + d + columns + 1 + d + 2 + n * comb(columns, n))


def _least(serves: Callable[[int], bool]) -> int | None:
    """An m >= 2 that serves, of which m - 1 does not (m = 2 apart): the least one, where all after it serve too."""
    low, high = 1, 2
    while not serves(high):
        if high.bit_length() > MOST_BITS:
            return None
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if serves(middle) else (middle, high)
    return high
