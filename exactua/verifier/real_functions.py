"""What terms say of reals: exp, log and sqrt of a number, and pi (format, section 9)."""

from __future__ import annotations

import math
from fractions import Fraction

from .rationals import divide, size, tidy
from .readings import Kinds, Reader, Reading
from .reals import Atom, Real, cost, exp, powered, real_product, sign
from .refusals import NOT_RECHECKED, demand
from .values import Json, Number, Spend


def read_real(op: str, operands: list[Json], variables: Kinds, context: Reader) -> Reading:
    """exp, log or sqrt of a term, or pi, as a function of a point and of the variables."""
    spend = spender(context)
    if op == "pi":
        demand(operands == [], "pi with an operand")
        return lambda scene, bound: Real(0, {Atom.made("pi", None): 1}, spend)
    (operand,), function = operands, {"exp": exp, "log": log, "sqrt": sqrt}[op]
    inner = context.read(operand, variables, "number")
    return lambda scene, bound: function(inner(scene, bound), spend)


def spender(context: Reader) -> Spend:
    """Takes elementary steps from those of a certificate; one that asks for more is not refused for it."""

    def spend(steps: int) -> None:
        context.budget[0] -= steps
        demand(context.budget[0] >= 0, "reals ask for more work than this verifier does", NOT_RECHECKED)

    return spend


def log(x: Number, spend: Spend) -> Number:
    """The logarithm, an error where x <= 0; log(y exp(z)) is log y + z, and likewise for roots."""
    if sign(x) <= 0:
        raise ValueError("the logarithm of a number that is not above 0")
    coefficient, factors = x.factors() if isinstance(x, Real) else (x, {})
    for atom in factors:
        if atom.kind in ("exp", "sqrt"):
            rest = real_product(coefficient, {other: k for other, k in factors.items() if other is not atom}, spend)
            return log(rest, spend) + (atom.of if atom.kind == "exp" else divide(log(atom.of, spend), 2))
    return 0 if not factors and x == 1 else Real(0, {Atom.made("log", x): 1}, spend)


def sqrt(x: Number, spend: Spend) -> Number:
    """The square root, an error where x < 0; that of a product is the product of roots, where sqrt(y^2) is |y|."""
    if sign(x) <= 0:
        demand(sign(x) == 0, "the square root of a number below 0")
        return 0
    if not isinstance(x, Real):
        spend(cost(size(x)))
        whole = Fraction(math.isqrt(x.numerator), math.isqrt(x.denominator))
        return tidy(whole) if whole * whole == x else Real(0, {Atom.made("sqrt", x): 1}, spend)
    coefficient, factors = x.factors()
    parts = [(atom.of if atom.kind == "sum" else Real(0, {atom: 1}, spend), k) for atom, k in factors.items()]
    alone = Real(0, {Atom.made("sqrt", x): 1}, spend)
    if coefficient == 1 and [*factors.values()] == [1]:
        return alone
    made: Number = 1
    for part, k in parts:
        if sign(part) > 0:
            made = made * powered(sqrt(part, spend), k)
        elif k % 2:
            return alone
        else:
            made = made * powered(-part, k // 2)
    return made * sqrt(coefficient, spend)
