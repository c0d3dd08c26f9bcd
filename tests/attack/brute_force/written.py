"""Section 1: canonical JSON, and how numbers are written."""

from __future__ import annotations

import hashlib
import json
import re
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

CERTIFICATE: Final = "certificate/2"
LIMIT: Final = "limit/2"
PROOF: Final = "proof/2"
PRIME: Final = 2**61 - 1


class Invalid(Exception):
    """The file says something that has no meaning, or is an error: so it is not true."""


class Unknown(Exception):
    """Whether it is true is beyond this evaluator."""


def require(holds: object, otherwise: str) -> None:
    if not holds:
        raise Invalid(otherwise)


def canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def sha256(text: str) -> str:
    return "sha256:" + hashlib.sha256(text.encode("ascii")).hexdigest()


def laid_out(decided: Any, form: str = CERTIFICATE, run: Any = None) -> bytes:
    """The bytes of the file with this hashed part."""
    text = canonical(decided)
    return (
        f'{{"decided":{text},\n"digest":"{sha256(text)}",\n"exactua":"{form}",\n"run":{canonical(run or {})}}}\n'
    ).encode("ascii")


def integer(value: Any) -> int:
    number = rational(value)
    require(number.denominator == 1, f"{value!r} is no integer")
    return number.numerator


def rational(value: Any) -> Fraction:
    """The number that is written so; a number that is written in another way is refused."""
    require(type(value) in (int, str), f"{value!r} is no number")
    return _rational(value)


@lru_cache(maxsize=100_000, typed=True)
def _rational(value: int | str) -> Fraction:
    if isinstance(value, int):
        number = Fraction(value)
    else:
        part = r"-?(?:0x[0-9a-f]+|[0-9]+)"
        require(re.fullmatch(f"{part}(/{part})?", value), f"{value!r} is no number")
        number = Fraction(1)
        for k, text in enumerate(value.split("/")):
            x = int(text, 16 if "x" in text else 10)
            require(k == 0 or x > 0, f"{value!r} has a divisor that is not positive")
            number = number / x if k else Fraction(x)
    require(
        encode(number) == value and type(encode(number)) is type(value), f"{value!r} is not written as it should be"
    )
    return number


def encode(number: Fraction | int) -> int | str:
    p, q = Fraction(number).as_integer_ratio()

    def whole(x: int) -> int | str:
        return x if abs(x) < 2**53 else hex(x)

    return whole(p) if q == 1 else f"{whole(p)}/{whole(q)}"
