"""Every field of a certificate changed: the hashed part is walked, and each value is changed as its type allows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import decode_integer, decode_rational, encode_integer, encode_rational
from exactua.claims.verdicts import Scope, StepKind, Verdict
from exactua.commands.audit.certificate_changes import fitted
from exactua.commands.audit.network_operators import Path, put
from exactua.errors import ExactuaError
from exactua.networks import TieRule
from exactua.terms.encoding import Data
from exactua.terms.language import OF_NETWORKS, QUANTITIES

HASHES_FIT: Final = ", hashes and values made to fit"

_ALIKE: Final = (
    ("<", "<=", "=", "!=", ">=", ">"), ("in", "not in"), ("+", "*"), ("-", "/", "^"), ("neg", "floor"), ("and", "or"),
    ("all", "any"), ("sum", "product", "min", "max", "list"), ("lowest", "highest", "integral"), ("after", "layer"),
    ("param", "def", "var"), ("point", "accumulator", "numbers"), ("not", "distinct"), ("if", "select"),
)  # fmt: skip
_WORDS: Final[Mapping[str, Sequence[str]]] = {
    "verdict": [member.value for member in Verdict],
    "scope": [*(member.value for member in Scope), "sampled", "general"],
    "repeats": ("allowed", "forbidden", "required"),
    "specials": ("none", "allowed", "required"),
    "tie_rule": [member.value for member in TieRule],
    "fold": ("each", "distinct", "apart", "sum"),
    "relation": _ALIKE[0],
}
_KINDS: Final = ([member.value for member in StepKind], ["orbits", "sequences", "pairs", "cells", "product", "list"])
_NAMED: Final = ("parameters", "values", "networks", "stages", "bindings")
"""Objects whose keys are names."""
_SPEC_TERMS: Final = {"levels": 2, "special": 2, "ids": 1, "from": 1, "to": 1}
"""Keys of the spec of a domain with the number of keys, itself included, that lead to a term."""
_STATED: Final = ("definitions", "name", "spec", "fold", "given", "term", "bound", "relation", "over", "parameters")
"""What statement hashes and values depend on."""


@dataclass(frozen=True)
class Field:
    """One change of one place: the operator's name, the path, and what kind of place it is."""

    operator: str
    path: Path
    kind: str
    value: Any = None
    """What stands there in the end; of operators on elements and keys, what they need."""
    fitted: bool = False
    """Whether statement hashes and values are made to fit afterwards."""

    @property
    def stated(self) -> bool:
        """Whether a statement hash, or the value of a definition, depends on what stands there."""
        return _is_stated(self.path)

    def applied(self, decided: Mapping[str, Any]) -> dict[str, Any]:
        """The hashed part with this change."""
        changed: dict[str, Any] = put(decided, self.path, self.value)
        return fitted(changed) if self.fitted else changed


def fields_of(decided: Mapping[str, Any]) -> Iterator[Field]:
    """Every change of every place of the hashed part, the places in the order of the data."""
    names, known = _words_by_kind(decided), _names(decided)
    for path, value in _walk(decided, ()):
        kind = kind_of(path)
        for operator, changed in _changes(path, value, known.get(_role(decided, path), names.get(kind, ()))):
            yield Field(operator, path, kind, changed)
            if _is_stated(path):
                yield Field(operator + HASHES_FIT, path, kind, changed, fitted=True)


def _is_stated(path: Path) -> bool:
    """Whether a statement hash, or the value of a definition, depends on what stands there."""
    if path[:1] in (("definitions",), ("parameters",)):
        return True
    return len(path) >= 3 and path[0] in ("domains", "steps") and path[2] in _STATED


def _walk(value: Data, path: Path) -> Iterator[tuple[Path, Data]]:
    if path:
        yield path, value
    if isinstance(value, dict):
        for key in sorted(value):
            yield from _walk(value[key], (*path, key))
    elif isinstance(value, list):
        for k, element in enumerate(value):
            yield from _walk(element, (*path, k))


def kind_of(path: Path) -> str:
    """What kind of place a path is: names and numbers left out, at most its first and last three keys.

    Of a term there are three kinds: the whole, an operator, anything else in it.
    """
    depth = _term_depth(path)
    if depth is not None and len(path) > depth:
        return f"{kind_of(path[:depth])} {'operator' if path[-1] == 0 else 'part'}"
    parts: list[str] = []
    for k, part in enumerate(path):
        if isinstance(part, int):
            parts[-1] += "[]"
        else:
            parts.append("*" if k and path[k - 1] in _NAMED else part)
    return ".".join([*parts[:1], *parts[1:][-3:]])


def _term_depth(path: Path) -> int | None:
    """How many keys lead to the term that a place is in; None where it is in none."""
    if path[0] == "definitions":
        return 3 if path[2:3] == (1,) else None
    if path[0] == "steps" and path[2:3] == ("fold",):
        return 4 if path[3:4] == ("holds",) else 5 if len(path) > 4 else None
    if path[0] == "steps":
        return 3 if path[2:3] in (("term",), ("given",), ("bound",)) else None
    if path[0] == "domains" and path[2:3] == ("spec",):
        at = path[3:] if path[3:4] != ("of",) else path[4:]
        return len(path) - len(at) + _SPEC_TERMS[str(at[0])] if at and str(at[0]) in _SPEC_TERMS else None
    return None


def _words_by_kind(decided: Mapping[str, Any]) -> dict[str, list[str]]:
    """The words that stand at each kind of place."""
    words: dict[str, list[str]] = {}
    for path, value in _walk(decided, ()):
        if isinstance(value, str) and value not in words.setdefault(kind_of(path), []):
            words[kind_of(path)].append(value)
    return words


def _names(decided: Mapping[str, Any]) -> dict[str, list[str]]:
    """The names that an operator may carry, by operator."""
    networks = list(decided["networks"])
    variables = {
        value[1] for _, value in _walk(decided["steps"], ()) if isinstance(value, list) and value[:1] == ["var"]
    }
    return {
        "param": list(decided["parameters"]),
        "def": [name for name, _ in decided["definitions"]],
        "var": sorted({"row", *variables}),
        **dict.fromkeys(OF_NETWORKS, networks),
    }


def _role(decided: Mapping[str, Any], path: Path) -> str:
    """The operator that carries the name at this place; nothing where none does."""
    depth = _term_depth(path)
    if depth is None or len(path) <= depth or path[-1] != 1:
        return ""
    term: Any = decided
    for part in path[:-1]:
        term = term[part]
    return str(term[0]) if isinstance(term, list) else ""


def _changes(path: Path, value: Data, names: Sequence[str]) -> Iterator[tuple[str, Data]]:
    """What may stand in place of a value, each with the operator's name."""
    if isinstance(value, bool):
        yield "flipped", not value
        yield "boolean as a number", int(value)
    elif isinstance(value, int):
        yield from _of_integer(value)
    elif isinstance(value, str):
        yield from _of_word(path, value, names)
    elif value is None:
        yield from (("null becomes 0", 0), ("null becomes a word", "x"), ("null becomes an object", {}))
    elif isinstance(value, list):
        for k, element in enumerate(value):
            yield "element dropped", [*value[:k], *value[k + 1 :]]
            yield "element twice", [*value[:k], element, *value[k:]]
            if k and value[k - 1] != element:
                yield "elements swapped", [*value[: k - 1], element, value[k - 1], *value[k + 1 :]]
    else:
        for key in sorted(value):
            others = {other: value[other] for other in value if other != key}
            yield "key removed", others
            yield "key renamed", {**others, f"{key}x": value[key]}
        yield "key added", {**value, "more": 0}
    if isinstance(value, (list, dict)) and value:
        yield "emptied", type(value)()
    if value is not None:
        yield "null", None


def _of_integer(value: int) -> Iterator[tuple[str, Data]]:
    yield "+ 1", encode_integer(value + 1)
    yield "- 1", encode_integer(value - 1)
    if value:
        yield "sign", -value
        yield "zero", 0
    if value in (0, 1):
        yield "number as a boolean", bool(value)
    yield "written in hexadecimal", hex(value)
    yield "written as a word", str(value)
    yield "written as a float", float(value)
    yield "written as a fraction", f"{2 * value}/2"


def _of_word(path: Path, value: str, names: Sequence[str]) -> Iterator[tuple[str, Data]]:
    if re.fullmatch("sha256:[0-9a-f]{64}", value):
        yield "digit of a hash", f"{value[:-1]}{'0' if value[-1] != '0' else '1'}"
        yield "hash in capitals", value.upper()
        return
    if (number := _number(value)) is not None:
        yield "+ 1", encode_rational(number + 1)
        yield "sign", encode_rational(-number)
        yield "zero", 0
        yield from _spellings(value, number)
        return
    for other in _alternatives(path, value, names):
        yield "another word", other
    yield "a letter more", f"{value}x"
    yield "empty word", ""
    yield "word becomes a number", 1


def _spellings(value: str, number: mpq) -> Iterator[tuple[str, Data]]:
    if number.denominator != 1:
        yield "reciprocal", encode_rational(1 / number) if number else value
        yield "not in lowest terms", f"{encode_integer(2 * number.numerator)}/{encode_integer(2 * number.denominator)}"
        yield "plus sign", f"+{value}"
    else:
        yield "- 1", encode_rational(number - 1)
        yield "hexadecimal in capitals", value.upper().replace("X", "x")
        yield "leading zero", value.replace("0x", "0x0")
        yield "written in decimal", str(number)


def _number(value: str) -> mpq | None:
    try:
        return decode_rational(value, "") if "/" in value else mpq(decode_integer(value, ""))
    except ExactuaError:
        return None


def _alternatives(path: Path, value: str, names: Sequence[str]) -> list[str]:
    """Other words that might stand in place of this one."""
    key = next((part for part in reversed(path) if isinstance(part, str)), "")
    alike = [words for words in _ALIKE if value in words] if path[-1] == 0 or key == "relation" else []
    words: Sequence[str] = alike[0] if alike else _WORDS.get(key, ()) if not isinstance(path[-1], int) else ()
    if key == "kind":
        words = next((some for some in _KINDS if value in some), ())
    if value in QUANTITIES:
        words = QUANTITIES
    others = [word for word in (words or names) if word != value]
    return others[:5]
