"""Matrices of floats as integers times one power of two: every finite float is one, exactly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from flint import fmpz_mat

from exactua.errors import InputError

Floats = np.ndarray[Any, np.dtype[np.float64]]
"""A matrix of doubles: the formats of 32, 16 and 8 bits are among them, each number at its own value."""
MOST_NUMBERS: Final = 2**28
_SIGNIFICAND: Final = 53


@dataclass(frozen=True)
class Dyadics:
    """`integers` 2^`exponent`, rows of a matrix."""

    integers: list[list[int]]
    exponent: int

    @property
    def matrix(self) -> fmpz_mat:
        """The integers, as python-flint has them."""
        return fmpz_mat(self.integers)


def dyadics(floats: Floats) -> Dyadics:
    """A matrix of finite doubles, at least one row and one column, exactly."""
    fractions, exponents = np.frexp(floats)
    whole = np.ldexp(fractions, _SIGNIFICAND).astype(np.int64)
    powers = exponents.astype(np.int64) - _SIGNIFICAND
    least = int(powers[whole != 0].min(initial=0))
    return Dyadics(
        [
            [number << (power - least) if number else 0 for number, power in zip(row, row_powers, strict=True)]
            for row, row_powers in zip(whole.tolist(), powers.tolist(), strict=True)
        ],
        least,
    )


def doubles(given: Any, argument: str) -> Floats:
    """An array of floats, integers or truth values as doubles, with no value changed.

    bfloat16, float8 and others of ml_dtypes are taken, and tensors of PyTorch. Raises InputError for complex numbers,
    for texts and dates, for integers beyond 2^53, of which not all are doubles, and for more than 2^28 numbers.
    """
    array = array_of(given, argument)
    if array.dtype.kind not in "biuf" and not _is_float_of_ml_dtypes(array.dtype):
        raise InputError(f"{argument}: its entries are {array.dtype}; give floats")
    if array.size > MOST_NUMBERS:
        raise InputError(f"{argument}: {array.size:,} numbers; at most {MOST_NUMBERS:,} are taken")
    with np.errstate(over="ignore"):  # what is no double is refused below
        floats = array.astype(np.float64)
    if array.dtype.kind in "iu" and array.size and max(int(array.max()), -int(array.min())) > 2**53:
        raise InputError(f"{argument}: an integer is beyond 2^53, where not all are doubles; give floats")
    if array.dtype.kind == "f" and array.dtype.itemsize > 8 and not np.array_equal(floats, array, equal_nan=True):
        raise InputError(f"{argument}: its entries are {array.dtype}, but not all of them are doubles; give float64")
    return floats


def array_of(given: Any, argument: str) -> np.ndarray[Any, Any]:
    """What is given as an array of NumPy. Raises InputError for rows of different lengths, and for what is no array."""
    try:
        if hasattr(given, "detach"):  # a tensor of PyTorch; NumPy lacks its floats of 16 and 8 bits, which float32 has
            given = given.detach().cpu()
            given = (given.float() if "bfloat16" in str(given.dtype) or "float8" in str(given.dtype) else given).numpy()
        return np.asarray(given)
    except ValueError:
        raise InputError(f"{argument}: its rows have different lengths; give an array") from None
    except (TypeError, RuntimeError):  # a packed, sparse or quantized tensor, or one of another library on a GPU
        raise InputError(f"{argument}: NumPy has no array of it; give an array of floats") from None


def _is_float_of_ml_dtypes(dtype: np.dtype[Any]) -> bool:
    return dtype.kind == "V" and dtype.type.__module__ == "ml_dtypes"


def small_numbers(
    precision: int, least: int, largest: int, has_infinity: bool
) -> np.ndarray[Any, np.dtype[np.float32]]:
    """The numbers of all 256 codes of a format of 8 bits: sign, exponent, significand; NaN where a code is none."""
    behind = precision - 1
    table = np.empty(256, dtype=np.float32)
    for code in range(256):
        exponent, part = (code & 127) >> behind, code & ((1 << behind) - 1)
        size = np.ldexp(part + (exponent > 0) * (1 << behind), least + max(exponent, 1) - 1 - behind)
        if size > largest:
            size = np.inf if has_infinity and not part else np.nan
        table[code] = -size if code & 128 else size
    return table
