"""Exact rationals: how they are written and encoded. `number_reading` says how people give them.

A cube has the width delta = 1/m, the unit in which column ids are integers.
"""

from __future__ import annotations

import json
import re
from typing import Final, TypeAlias

from gmpy2 import mpq

from exactua.arithmetic.number_reading import NoNumber, exact_value
from exactua.arithmetic.number_reading import rational as rational
from exactua.errors import InputError

Rational: TypeAlias = mpq
"""An exact rational number (gmpy2)."""

Matrix: TypeAlias = tuple[tuple[Rational, ...], ...]
"""d rows of n exact rationals: a sequence of n tokens, as the papers write it."""

_PLAIN: Final = 2**53
_WHOLE: Final = re.compile(r"[+-]?[0-9]{1,15}|-?0x[0-9a-f]*")
"""A text that is meant as an integer."""
_EXAMPLE: Final = 'write an integer or a fraction such as "3/4"'
_BRIEF: Final = 40


def encode_integer(value: int) -> int | str:
    """The JSON form of an integer of any size: plain below 2^53, hexadecimal from there on."""
    value = int(value)
    return value if -_PLAIN < value < _PLAIN else hex(value)


def encode_rational(value: Rational | int) -> int | str:
    """The JSON form of a rational: an integer, or "p/q" in lowest terms."""
    exact = mpq(value)
    if exact.denominator == 1:
        return encode_integer(int(exact.numerator))
    return f"{encode_integer(int(exact.numerator))}/{encode_integer(int(exact.denominator))}"


def encode_known(value: Rational | int | None) -> int | str | None:
    """The same of a number that may not be known; None stays."""
    return None if value is None else encode_rational(value)


def decode_integer(encoded: object, where: str) -> int:
    """The integer that `encode_integer` wrote. Raises InputError for any other writing."""
    if isinstance(encoded, int) and not isinstance(encoded, bool):
        value = encoded
    elif isinstance(encoded, str) and re.fullmatch(r"-?0x[1-9a-f][0-9a-f]*", encoded):
        value = int(encoded, 16)
    elif isinstance(encoded, str) and re.fullmatch(r"[+-]?[0-9]{1,15}", encoded):
        raise InputError(f"{where}: {_shown(encoded)} is a string; write the number {int(encoded)}")
    else:
        raise InputError(f'{where}: {_shown(encoded)} is not an integer; write 5, or "0x…" from 2^53 on')
    if encode_integer(value) != encoded:
        raise InputError(
            f"{where}: {_shown(encoded)} is not written canonically; write {_shown(encode_integer(value))}"
        )
    return value


def decode_rational(encoded: object, where: str) -> Rational:
    """The rational that `encode_rational` wrote. Raises InputError for any other writing."""
    if isinstance(encoded, str) and "/" in encoded:
        parts = encoded.split("/")
        numbers = [_decode_part(part) for part in parts]
        if len(parts) == 2 and numbers[0] is not None and numbers[1] is not None and numbers[1] > 1:
            value = mpq(numbers[0], numbers[1])
            if encode_rational(value) == encoded:
                return value
        raise InputError(f'{where}: {_shown(encoded)} is not a fraction in lowest terms such as "-3/4"')
    if isinstance(encoded, str) and not _WHOLE.fullmatch(encoded):
        if re.fullmatch(r"[+-]?[0-9]+", encoded) and len(encoded) > _BRIEF:
            raise InputError(f'{where}: an integer from 2^53 on is written in hexadecimal, "0x..."')
        try:
            instead = encode_rational(exact_value(encoded))
        except NoNumber:
            raise InputError(f"{where}: {_shown(encoded)} is not an exact number; {_EXAMPLE}") from None
        advice = f"write {json.dumps(instead)}" if len(str(instead)) <= _BRIEF else _EXAMPLE
        raise InputError(f"{where}: {_shown(encoded)} is not written canonically; {advice}")
    return mpq(decode_integer(encoded, where))


def _decode_part(part: str) -> int | None:
    if re.fullmatch(r"-?(0|[1-9][0-9]{0,15})", part):
        return int(part)
    return int(part, 16) if re.fullmatch(r"-?0x[1-9a-f][0-9a-f]*", part) else None


def _shown(value: object) -> str:
    if isinstance(value, int) and value.bit_length() > 200:
        return f"an integer of {value.bit_length():,} bits"
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def written(value: Rational | int) -> str:
    """The number for people: decimal digits of any length, "p/q" where it is not an integer; a real rounded."""
    return str(mpq(value) if isinstance(value, int) else value)  # gmpy2 prints any number of digits


def cubes_per_edge(delta: object) -> int:
    """m, where delta = 1/m. Raises InputError unless delta is an exact unit fraction 1/m with an integer m >= 2."""
    exact = rational(delta, "delta")
    if exact.numerator != 1 or exact.denominator < 2:
        text = str(delta).strip()
        shown = text if len(text) <= 40 else f"{text[:37]}..."
        raise InputError(f"delta: {shown} is not valid; give 1/m with an integer m >= 2, such as 1/4")
    return int(exact.denominator)
