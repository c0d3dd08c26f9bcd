"""Floats as the rational numbers that they are, read off their bits: nothing is computed in floating point."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational
from exactua.errors import InputError
from exactua.softmax.exchange.exchanged import Tensor

FLOATS: Final = {"F16": (2, 5), "BF16": (2, 8), "F32": (4, 8), "F64": (8, 11)}
"""The floating point formats of safetensors: bytes of a number, and bits of its exponent."""


def exact_tensor(dtype: str, shape: tuple[int, ...], data: bytes, where: str) -> Tensor:
    """The tensor whose little-endian entries, row-major, are these bytes; `where` names it.

    Raises InputError for a dtype that is neither one of `FLOATS` nor BOOL, and for an entry that is NaN or infinite.
    """
    if dtype == "BOOL":
        return Tensor(shape, tuple(byte != 0 for byte in data), boolean=True)
    if dtype not in FLOATS:
        raise InputError(f"{where}: its entries are {dtype}; what is read is {', '.join(FLOATS)}")
    width, exponent_bits = FLOATS[dtype]
    patterns = np.frombuffer(data, dtype=np.dtype(f"<u{width}"))
    known: dict[int, Rational] = {}
    entries: list[Any] = []
    for k, pattern in enumerate(patterns.tolist()):
        if pattern not in known:
            number = _rational(pattern, 8 * width, exponent_bits)
            if number is None:
                at = [int(i) for i in np.unravel_index(k, shape)] if shape else []
                raise InputError(f"{where}: entry {at} is NaN or infinite, and no number; nothing is read")
            known[pattern] = number
        entries.append(known[pattern])
    return Tensor(shape, tuple(entries))


def _rational(pattern: int, bits: int, exponent_bits: int) -> Rational | None:
    """The number with this bit pattern (IEEE 754, subnormal ones too); None if it is NaN or infinite."""
    fraction_bits = bits - 1 - exponent_bits
    fraction = pattern & ((1 << fraction_bits) - 1)
    exponent = (pattern >> fraction_bits) & ((1 << exponent_bits) - 1)
    if exponent == (1 << exponent_bits) - 1:
        return None
    significand = fraction if exponent == 0 else fraction | (1 << fraction_bits)
    power = max(exponent, 1) - ((1 << (exponent_bits - 1)) - 1) - fraction_bits
    value = mpq(significand << power) if power >= 0 else mpq(significand, 1 << -power)
    return -value if pattern >> (bits - 1) else value
