"""Values of untrusted JSON data: each is checked for its type, and what is wrong is said with its path."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Final, TypeVar

from exactua.arithmetic.messages import cut, quoted
from exactua.arithmetic.rationals import encode_rational
from exactua.errors import InputError

_LONGEST_NUMBER: Final = 1_000_000
_MAX_DIGITS: Final = 4000
_EXAMPLE: Final = 'write an integer or a fraction such as "3/4"'

T = TypeVar("T")

_ENCODED: Final = re.compile(r"-?(?:0x[0-9a-f]+|[0-9]{1,16})(?:/(?:0x[0-9a-f]+|[0-9]{1,16}))?")
_FEW: Final = 16**3571
"""Integers below it have at most 4,300 digits, what Python reads by itself."""


def json_text(data: object) -> str:
    """JSON of results, for other programs: numbers as `fractions.Fraction` reads them, up to 4,300 digits.

    Integers from 2^53 on are strings. Longer ones stay hexadecimal, as all of them are in certificates.
    """
    return json.dumps(in_decimals(data), indent=2)


def in_decimals(data: object) -> Any:
    """JSON data in which the numbers of certificates are decimal, those of more than 4,300 digits aside."""
    if isinstance(data, dict):
        return {key: in_decimals(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [in_decimals(value) for value in data]
    if not isinstance(data, str) or "0x" not in data or not _ENCODED.fullmatch(data):
        return data
    whole = [int(part, 16 if "0x" in part else 10) for part in data.split("/")]
    return "/".join(map(str, whole)) if all(-_FEW < part < _FEW for part in whole) else data


class RepeatedKey(dict[str, Any]):
    """A JSON object in which `key` occurs more than once: the parser notes it, `object_at` refuses it."""

    def __init__(self, pairs: Sequence[tuple[str, Any]], key: str) -> None:
        super().__init__(pairs)
        self.key = key


def parsed(text: str | bytes, where: str) -> Any:
    """The data that a JSON text describes, which anybody may have written.

    Raises InputError for a text that is not UTF-8, not JSON or nested too deeply, and for endless integers; floats and
    repeated keys are refused where the data is read.
    """
    try:
        return json.loads(
            text if isinstance(text, str) else str(text, "utf-8"),
            object_pairs_hook=object_of_pairs,
            parse_int=lambda digits: _integer(digits, where),
        )
    except UnicodeDecodeError as error:
        if where.endswith((".npz", ".safetensors")):
            raise InputError(
                f"{where}: it holds arrays, and is no JSON; `exactua import {where} -o net.json` makes a network file"
            ) from None
        raise InputError(f"{where}: the text is not UTF-8 (byte {error.start})") from None
    except json.JSONDecodeError as error:
        raise InputError(f"{where}: the text is not JSON: {error}") from None
    except RecursionError:
        raise InputError(f"{where}: the text is nested too deeply") from None


def _integer(digits: str, where: str) -> int:
    if len(digits) > _MAX_DIGITS:
        raise InputError(f'{where}: an integer of {len(digits)} digits is written in hexadecimal, "0x..."')
    return int(digits)


def object_of_pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """What `json.loads` makes of an object (its `object_pairs_hook`), a repeated key not forgotten."""
    data = dict(pairs)
    if len(data) == len(pairs):
        return data
    occurrences = Counter(key for key, _ in pairs)
    return RepeatedKey(pairs, next(key for key, times in occurrences.items() if times > 1))


def object_at(data: object, where: str, keys: Sequence[str] | None = None) -> dict[str, Any]:
    """`data` if it is an object, with exactly these keys unless None."""
    if not isinstance(data, dict):
        raise InputError(f"{where}: {kind(data)} is not an object")
    if isinstance(data, RepeatedKey):
        raise InputError(f"{where}: the key {quoted(data.key)} occurs more than once")
    if not all(isinstance(key, str) for key in data):
        raise InputError(f"{where}: the keys of an object are strings")
    if keys is not None:
        for key in keys:
            if key not in data:
                raise InputError(f"{where}: missing key {key}; the keys are {', '.join(keys)}")
        for key in data:
            if key not in keys:
                raise InputError(f"{where}: unknown key {quoted(key)}; the keys are {', '.join(keys)}")
    return data


def array_at(data: object, where: str) -> list[Any]:
    """`data` if it is an array."""
    if not isinstance(data, list):
        raise InputError(f"{where}: {kind(data)} is not an array")
    return data


def string_at(data: object, where: str) -> str:
    """`data` if it is a string."""
    if not isinstance(data, str):
        raise InputError(f"{where}: {kind(data)} is not a string")
    return data


def boolean_at(data: object, where: str) -> bool:
    """`data` if it is a boolean."""
    if not isinstance(data, bool):
        raise InputError(f"{where}: {kind(data)} is not true or false")
    return data


def number_at(data: object, where: str) -> int | str:
    """`data` if it has a type and a size in which exact numbers are written."""
    if isinstance(data, float):
        raise InputError(f"{where}: {data!r} is a float; write {_exactly(data)}")
    if isinstance(data, bool) or not isinstance(data, (int, str)):
        raise InputError(f"{where}: {kind(data)} is not a number; {_EXAMPLE}")
    if isinstance(data, int) and abs(data) >= 2**53:
        raise InputError(f'{where}: an integer from 2^53 on is written in hexadecimal, "0x..."')
    if isinstance(data, str) and len(data) > _LONGEST_NUMBER:
        raise InputError(f"{where}: a number of more than {_LONGEST_NUMBER} characters is not read")
    return data


def built(where: str, build: Callable[[], T]) -> T:
    """What `build` makes; the place is put in front of what it refuses."""
    try:
        return build()
    except InputError as error:
        raise InputError(f"{where}: {cut(str(error), 1000)}") from None


def kind(data: object) -> str:
    """The type of JSON data in words; a short value is shown too."""
    if data is None:
        return "null"
    if isinstance(data, bool):
        return str(data).lower()
    if isinstance(data, (int, float)):
        return "a number"
    names = {dict: "an object", list: "an array", str: "a string"}
    return next(
        (name for python, name in names.items() if isinstance(data, python)),
        f"a Python {type(data).__name__}",
    )


def _exactly(data: float) -> str:
    if math.isfinite(data):
        text = json.dumps(encode_rational(Fraction(repr(data))))
        if len(text) <= 40:
            return text
    return 'an integer or a fraction such as "3/4"'
