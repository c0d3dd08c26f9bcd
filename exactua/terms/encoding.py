"""Terms as JSON data, canonical JSON, and the hash that pins a statement."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final

from exactua.arithmetic.rationals import decode_integer, encode_integer
from exactua.errors import InputError
from exactua.terms.language import BINDERS, Term, TermError, integer, make

Data = Any
"""JSON data: null, booleans, integers, strings, arrays, objects. Never a float."""


def canonical(data: Data) -> str:
    """The canonical JSON text of `data`: sorted keys, no spaces, ASCII, no floats (docs/certificate-format.md, 1)."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def canonical_object(values: Mapping[str, str]) -> str:
    """The canonical JSON text of an object whose values are in that form already."""
    return f"{{{','.join(f'{canonical(key)}:{values[key]}' for key in sorted(values))}}}"


def sha256(data: Data) -> str:
    """SHA-256 of the canonical JSON of `data`, as "sha256:…"."""
    return sha256_of_text(canonical(data))


def sha256_of_text(text: str) -> str:
    """SHA-256 of a text in ASCII, as "sha256:…"."""
    return "sha256:" + hashlib.sha256(text.encode("ascii")).hexdigest()


def to_data(term: Term) -> Data:
    """The term as JSON data (docs/certificate-format.md, 3)."""
    arguments = [to_data(argument) for argument in term.arguments]
    if term.operator == "integer":
        return encode_integer(term.value)
    if term.operator == "stage":
        return ["stage", *term.names, *arguments]
    if term.operator == "permuted":
        return ["permuted", *arguments, term.names[0]]
    return [term.operator, *term.names, *arguments]


def from_data(data: Data, where: str = "term") -> Term:
    """The term that `to_data` wrote. Raises InputError for anything else, nesting of more than 200 levels included."""
    try:
        return _from_data(data, where, 200)
    except TermError as error:
        raise InputError(f"{where}: {error}") from None


def _from_data(data: Data, where: str, depth: int) -> Term:
    if not isinstance(data, list):
        return integer(decode_integer(data, where))
    if depth == 0:
        raise InputError(f"{where}: nested more than 200 levels deep")
    if not data or not isinstance(data[0], str):
        raise InputError(f"{where}: a term is an integer or an array that starts with its operator")
    operator, rest = data[0], data[1:]
    if operator == "permuted" and len(rest) == 2:
        rest = [rest[1], rest[0]]
    count = _name_count(operator, rest)
    names = rest[:count]
    if len(names) != count or not all(isinstance(name, str) for name in names):
        raise InputError(f"{where}: {operator!r} carries {count} names")
    arguments = [_from_data(part, where, depth - 1) for part in rest[count:]]
    return make(operator, tuple(names), *arguments)


_NAMED: Final = ("param", "def", "var", "permuted", "after", "layer", "offsets")


def _name_count(operator: str, rest: list[Data]) -> int:
    if operator == "stage":
        return 2 if len(rest) > 1 and isinstance(rest[1], str) and not rest[1].startswith(("0x", "-0x")) else 1
    if operator == "network":
        return 2
    return 1 if operator in BINDERS or operator in _NAMED else 0
