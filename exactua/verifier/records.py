"""Objects, arrays, numbers and hashes as they stand in a certificate (format, section 1)."""

from __future__ import annotations

import hashlib
import json
import math
import re
from fractions import Fraction

from .rationals import LARGEST_NUMBER, tidy
from .refusals import Refused, demand
from .values import Json, Rational


def canonical(value: Json) -> str:
    """The canonical form of a value."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def sha256(text: str) -> str:
    """The digest of a text, as it stands in a certificate."""
    return "sha256:" + hashlib.sha256(text.encode("ascii")).hexdigest()


def fields(value: Json, *names: str, **types: type) -> dict[str, Json]:
    """`value`, an object with exactly these keys, some of which have values of a given type."""
    kinds = {**dict.fromkeys(names, object), **types}
    fits = isinstance(value, dict) and value.keys() == kinds.keys()
    fits = fits and all(isinstance(value[key], kind) for key, kind in kinds.items())
    demand(fits, f"an object with the keys {', '.join(kinds)} lacks one or adds another, or has one of the wrong type")
    return dict(value)


def array(value: Json, length: int | None = None) -> list[Json]:
    """`value`, an array, of this length if one is given."""
    demand(isinstance(value, list) and length in (None, len(value)), "no array, or one of the wrong length")
    return list(value)


def integer(value: Json, least: float = -math.inf) -> int:
    """An integer of a certificate, not below the least one."""
    number = rational(value)
    demand(number.denominator == 1 and number >= least, f"{value} is not an integer, or is below {least}")
    return number.numerator


def rational(value: Json) -> Rational:
    """A number of a certificate, which has to be in canonical form."""
    number: Rational | None = value if type(value) is int else None
    if isinstance(value, str) and 4 * len(value) <= LARGEST_NUMBER:
        part = "(-?0x[0-9a-f]+|-?[0-9]{1,16})"
        if match := re.fullmatch(f"{part}(?:/{part})?", value):
            p, q = (int(x or "1", 16 if x and "x" in x else 10) for x in match.groups())
            number = tidy(Fraction(p, q)) if q else None
    # Whatever else was accepted so far (2/4, 0x5, -0) is not what `encode` makes of the number.
    if number is None or encode(number) != value:
        raise Refused(f"{str(value)[:100]!r} is not a number in canonical form")
    return number


def encode(number: Rational) -> int | str:
    """A number in canonical form."""
    if number.denominator != 1:
        return f"{encode(number.numerator)}/{encode(number.denominator)}"
    whole = number.numerator
    return whole if abs(whole) < 2**53 else f"{whole:#x}"
