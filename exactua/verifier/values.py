"""What the numbers, the matrices and the data of a certificate are to the checker of types.

Four things have no type before they are looked at, and `Any` stands for them here and nowhere else in the verifier.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeAlias

Json: TypeAlias = Any  # of a file: what json.loads makes of it, until `fields`, `array`, `integer` have looked at it
Number: TypeAlias = Any  # a Rational; or what varies within a point, with operators of its own: Affine, Real, Form, ...
Value: TypeAlias = Any  # of a term: a Number, a truth value, a list, a Matrix, a permutation; `read` tells its kind
Name: TypeAlias = Any  # in a proof that reals are equal: an int, or words, numbers and sums in each other, to be hashed

Rational: TypeAlias = "int | Fraction"
Column: TypeAlias = "tuple[Number, ...]"
Matrix: TypeAlias = "tuple[Column, ...]"  # its columns
Weights: TypeAlias = "list[list[Number]]"  # the rows of a matrix
Piece: TypeAlias = "tuple[Rational | None, bool, Rational, Rational]"  # upper end, whether it has it, slope, intercept
Spend: TypeAlias = "Callable[[int], None]"  # is told how many elementary steps are taken
