"""Every field of a certificate changed, and a changed certificate made to agree with itself again.

The hashed part is walked, and each value is changed as its type allows. What agrees with itself has what its steps
reach, and nothing else. So are the certificates that lie about a mutant: hashed again, as they should be but for what
is said to hold.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import decode_integer, decode_rational, encode_integer, encode_rational
from exactua.certificates.reading import problem_of
from exactua.certificates.writing import decided_data, laid_out, values_data
from exactua.claims.decision import Decision
from exactua.claims.problem import Problem, definitions_data
from exactua.claims.verdicts import Scope, StepKind, Verdict, concluded, parts_of
from exactua.commands.audit.network_operators import Path, put
from exactua.errors import ExactuaError
from exactua.networks import TieRule
from exactua.networks.serialisation import to_data as network_data
from exactua.terms.encoding import Data, sha256, to_data
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


def definitions_reached(terms: Data, definitions: Data) -> list[Data]:
    """The definitions that terms reach, also by way of others, in their order."""
    needed, reached = set(_named(terms, ("def",))), list[Data]()
    for pair in reversed(definitions):
        if pair[0] in needed:
            needed.update(_named(pair[1], ("def",)))
            reached.append(pair)
    return reached[::-1]


def terms_of(step: Mapping[str, Any], specs: Mapping[str, Any]) -> list[Data]:
    """All terms of a step, those in the specs of its domains too."""
    return [*(step.get(key) for key in ("term", "given", "bound", "fold")), *(specs[name] for name in step["over"])]


def reached(decided: Mapping[str, Any]) -> dict[str, Any]:
    """The hashed part without the definitions, values, networks and domains that no step reaches."""
    over = {name for step in decided["steps"] for name in step["over"]}
    domains = [domain for domain in decided["domains"] if domain["name"] in over]
    specs = {domain["name"]: domain["spec"] for domain in domains}
    terms = [terms_of(step, specs) for step in decided["steps"]]
    definitions = definitions_reached(terms, decided["definitions"])
    names, spoken = {name for name, _ in definitions}, set(_named([terms, definitions], OF_NETWORKS))
    return {
        **decided,
        "definitions": definitions,
        "domains": domains,
        "networks": {name: network for name, network in decided["networks"].items() if name in spoken},
        "values": {name: value for name, value in decided["values"].items() if name in names},
    }


def _named(data: Data, operators: tuple[str, ...]) -> Iterator[str]:
    if isinstance(data, list) and len(data) > 1 and data[0] in operators and isinstance(data[1], str):
        yield data[1]
    for part in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from _named(part, operators)


@dataclass(frozen=True)
class Lie:
    """One consistent change: the operator's name, the place, and the hashed part that it makes."""

    operator: str
    where: str
    make: Callable[[], dict[str, Any] | None]
    """Makes the changed hashed part; None where it turns out that there is none."""


def judged_again(decided: Mapping[str, Any]) -> dict[str, Any]:
    """The hashed part with the overall verdict that its judged steps make."""
    verdicts = [step["verdict"] for step in decided["steps"] if step["name"] in decided["judged"]]
    return {**decided, "verdict": concluded(map(Verdict, verdicts), parts_of(decided)).value}


def with_step(decided: Mapping[str, Any], k: int, **changes: Data) -> dict[str, Any]:
    """The hashed part with other results of a step, and the overall verdict that they make."""
    steps = list(decided["steps"])
    steps[k] = {**steps[k], **changes}
    return judged_again({**decided, "steps": steps})


def fitted(decided: Mapping[str, Any]) -> dict[str, Any]:
    """The hashed part with the statement hashes, and the values of the definitions, that belong to what it says.

    What no step reaches any more is left out. Where it is so ill-formed that there are none, they stay as they are.
    """
    changed = dict(decided)
    try:
        changed = reached(decided)
        specs = {domain["name"]: domain["spec"] for domain in decided["domains"]}
        changed["steps"] = [{**step, "statement": statement(step, specs, decided)} for step in decided["steps"]]
    except (KeyError, TypeError, AttributeError, ValueError, IndexError):
        return changed
    try:
        return changed | {"values": values_data(problem_of(changed))}
    except ExactuaError:
        return changed


def statement(step: Mapping[str, Any], specs: Mapping[str, Any], decided: Mapping[str, Any]) -> str:
    """The hash of what a step of a certificate states (docs/certificate-format.md, 6)."""
    keys = ("fold", "given", "term", *(("bound", "relation") if step.get("bound") is not None else ()))
    definitions = definitions_reached(terms_of(step, specs), decided["definitions"])
    stated = {key: step[key] for key in keys} | {"definitions": definitions}
    return sha256(stated | {"domains": [[name, specs[name]] for name in step["over"]]})


def rehashed(decided: Data) -> bytes:
    """A certificate with this hashed part and its true digest."""
    return laid_out(decided, {}).encode("ascii")


def says_it_holds(decision: Decision, names: Collection[str]) -> bytes:
    """The decision's certificate, but these steps are said to hold: no failure, no witness, everything else is true."""
    decided = decided_data(decision)
    for step in decided["steps"]:
        if step["name"] in names:
            step |= {"verdict": Verdict.HOLDS.value, "failures": 0, "witness": None, "reason": None}
    return rehashed(judged_again(decided))


def says_nothing_changed(before: Decision, problem: Problem) -> bytes:
    """What was found of the original, said of a changed problem with the same steps: statement hashes are true."""
    decided, problem = decided_data(before), problem.reached
    for record, step in zip(decided["steps"], problem.steps, strict=True):
        record |= {
            "term": to_data(step.term),
            "given": None if step.given is None else to_data(step.given),
            "fold": step.fold_data,
            "bound": None if step.bound is None else to_data(step.bound),
            "relation": step.relation,
            "over": [spec.name for spec in step.over],
            "statement": problem.statement_hash(step),
        }
    specs = {spec.name: spec for spec in problem.domains}
    for domain in decided["domains"]:
        if domain["name"] in specs:
            domain["spec"] = specs[domain["name"]].data()
    decided["domains"] = [domain for domain in decided["domains"] if domain["name"] in specs]
    decided["networks"] = {name: network_data(network) for name, network in problem.networks.items()}
    decided["definitions"] = definitions_data(problem.definitions)
    decided["values"] = _values(problem, decided["values"])
    return rehashed(decided)


def _values(problem: Problem, before: Data) -> Data:
    """The values of the definitions, those of before where they have none."""
    try:
        return values_data(problem)
    except ExactuaError:
        return before
