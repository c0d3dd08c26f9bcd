"""The operators of terms, each with the kinds of its operands and of its value (format, section 3)."""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import TypeVar

from .rationals import divide, power, product, tidy, total
from .refusals import demand
from .values import Column, Matrix, Number, Value

Entry = TypeVar("Entry")


def pick(values: Sequence[Entry], k: Number) -> Entry:
    """Entry number k, from 1."""
    demand(type(k) is int and 1 <= k <= len(values), "an index is out of range")
    return values[int(k) - 1]


def different(values: list[Value]) -> bool:
    """Whether they are pairwise different; all neighbours are compared, so that it does not depend on the sorting."""
    return not any([*itertools.starmap(operator.eq, itertools.pairwise(sorted(values)))])


def dot(u: list[Number], Z: Matrix) -> list[Number]:
    """u^T Z, by entries."""
    return [inner_product(u, column) for column in Z]


def inner_product(u: list[Number], column: Column) -> Number:
    """The sum of u_i z_i, of rational numbers by the numerators of z: one fraction is made, and not one for each i."""
    if not {*map(type, u), *map(type, column)} <= {int, Fraction}:
        return total(itertools.starmap(operator.mul, zip(u, column, strict=True)))
    common = 1
    for x in column:
        common = tidy(math.lcm(common, x.denominator))
    numerators = [x.numerator * (common // x.denominator) for x in column]
    whole = sum(itertools.starmap(operator.mul, zip(u, numerators, strict=True)))
    return tidy(whole if common == 1 else divide(whole, common))


def same(a: Value, b: Value) -> bool:
    """Whether two numbers, two lists or two matrices are equal entry by entry."""
    if isinstance(a, list | tuple):
        demand(len(a) == len(b), "lists or matrices of different shapes are compared")
        return all(map(same, a, b))
    return bool(a == b)


def permuted(Z: Matrix, order: tuple[int, ...]) -> Matrix:
    """The columns of Z in this order."""
    demand(len(Z) == len(order), "a permutation and its matrix do not fit")
    return tuple(Z[k - 1] for k in order)


EVALUATIONS = ("stage", "after", "layer")
REALS = ("exp", "log", "sqrt", "pi")
RELATIONS: dict[str, Callable[[Value, Value], bool]] = {
    "<": operator.lt, "<=": operator.le, ">=": operator.ge, ">": operator.gt,
    "=": same, "!=": lambda a, b: not same(a, b),
}  # fmt: skip
RANGES: dict[str, Callable[[Number, Number, Number], bool]] = {
    "in": lambda x, low, high: low <= x <= high,
    "not in": lambda x, low, high: x < low or x > high,
}
STRICT: dict[str, tuple[str, str, Callable[..., Value]]] = {  # kinds of the operands, kind of the value, the value
    "-": ("number number", "number", lambda a, b: tidy(a - b)), "neg": ("number", "number", operator.neg),
    "/": ("number number", "number", divide), "^": ("number number", "number", power),
    "floor": ("number", "number", lambda a: tidy(math.floor(a))),
    "permuted": ("matrix permutation", "matrix", permuted),
    "item": ("list number", "number", pick), "dot": ("list matrix", "list", dot),
    "entry": ("matrix number number", "number", lambda Z, i, j: pick(pick(Z, j), i)),
    "columns": ("matrix number number", "matrix",
                lambda Z, i, j: (pick(Z, i), *Z[i : pick(range(i, len(Z) + 1), j - i + 1)])),
    "distinct": ("list", "boolean", different), "not": ("boolean", "boolean", operator.not_),
    **{op: ("number number", "boolean", relation) for op, relation in RELATIONS.items()},
    **{op: ("number number number", "boolean", member) for op, member in RANGES.items()},
}  # fmt: skip
FOLDS: dict[str, tuple[str, str, Callable[[Iterable[Value]], Value]]] = {  # kinds of what is folded, of the value; fold
    "+": ("number", "number", total), "*": ("number", "number", product),
    **dict.fromkeys(("and", "all"), ("boolean", "boolean", lambda parts: all([*parts]))),  # what has no value shows
    **dict.fromkeys(("or", "any"), ("boolean", "boolean", lambda parts: any([*parts]))),
    "sum": ("number", "number", total), "product": ("number", "number", product), "list": ("number", "list", list),
    "min": ("number", "number", min), "max": ("number", "number", max),
}  # fmt: skip
BINDING = ("all", "any", "sum", "product", "min", "max", "list", "permutations", "integral", "lowest", "highest")
