"""Exact reals as JSON data: terms without parameters and points, the same whatever was computed before.

exp(1/2) * 3 - log(2)  ->  ["+", ["*", 3, ["exp", "1/2"]], ["*", -1, ["log", 2]]]
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from exactua.arithmetic.rationals import Rational, decode_rational, encode_rational
from exactua.arithmetic.reals import PI, PrecisionReached, Real, RealError, Value, exp, log, product, sqrt
from exactua.errors import InputError

DEEPEST: Final = 100
OPERATORS: Final = ("+", "*", "^", "exp", "log", "sqrt", "pi")


def encode(x: Value) -> Any:
    """The JSON form of a number: that of a rational, or an array."""
    if not isinstance(x, Real):
        return encode_rational(x)
    if x.kind == "sum":
        parts = [encode(part) if c == 1 else ["*", encode_rational(c), encode(part)] for part, c in x.parts]
        parts.sort(key=_text)
        constant = [encode_rational(x.constant)] if x.constant else []
        return ["+", *constant, *parts] if len(constant) + len(parts) > 1 else parts[0]
    if x.kind == "product":
        powers = [encode(base) if e == 1 else ["^", encode(base), e] for base, e in x.parts]
        return ["*", *sorted(powers, key=_text)] if len(powers) > 1 else powers[0]
    return [x.kind, *(encode(part) for part in x.parts)]


def _text(data: Any) -> str:
    return json.dumps(data, sort_keys=True)


def decode(
    data: Any, where: str, depth: int = DEEPEST, number: Callable[[object, str], Rational] = decode_rational
) -> Value:
    """The number that `encode` wrote; `number` reads the rational ones. Raises InputError, naming `where`, for others.

    A power has an integer exponent, which may be negative.
    """
    if not isinstance(data, list):
        return number(data, where)
    if not data or data[0] not in OPERATORS or not depth:
        raise InputError(f"{where}: a real is an array that begins with one of {', '.join(OPERATORS)}, not too deep")
    operator, *arguments = data
    try:
        if operator == "^" and len(arguments) == 2 and type(arguments[1]) is int and abs(arguments[1]) <= 1000:
            base = decode(arguments[0], where, depth - 1, number)
            if arguments[1] < 0 and base == 0:
                raise RealError("division by zero")
            return product((base, arguments[1]))
        values = [decode(part, where, depth - 1, number) for part in arguments]
        if operator == "pi" and not values:
            return PI
        if operator in ("exp", "log", "sqrt") and len(values) == 1:
            return {"exp": exp, "log": log, "sqrt": sqrt}[operator](values[0])
        if operator in ("+", "*") and len(values) >= 2:
            result = values[0]
            for value in values[1:]:
                result = result + value if operator == "+" else result * value
            return result
    except (RealError, PrecisionReached) as error:
        raise InputError(f"{where}: {error}") from None
    raise InputError(f"{where}: {operator} does not take {len(arguments)} such numbers")
