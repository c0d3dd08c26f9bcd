"""Operators over terms: every relation, constant, index, range, quantifier and part of any term.

Of each change it is known, where that follows from the form of the term alone, whether the term says less than before
(is implied by it) or more: that goes down through `and`, `or`, `all`, `any` and to the conclusion of `implies`, turns
around at `not` and at a premise, and is lost where a truth value becomes a number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

from exactua.terms.language import QUANTITIES, RELATIONS, Kind, Term, integer, make

Effect = Literal["weaker", "stronger", "unknown"]
"""What a change makes of a truth value: it follows from what was said, what was said follows from it, or neither."""

TURNED: Final[dict[Effect, Effect]] = {"weaker": "stronger", "stronger": "weaker", "unknown": "unknown"}
IMPLIED: Final = {"<": ("<=", "!="), "=": ("<=", ">="), ">": (">=", "!=")}
"""The relations that follow from a relation."""

SWAPPED: Final = {"all": "any", "any": "all", "min": "max", "max": "min", "sum": "product", "product": "sum",
                  "lowest": "highest", "highest": "lowest"}  # fmt: skip
RANGED: Final = ("all", "any", "sum", "product", "min", "max", "list")
ARITHMETIC: Final = {"+": "*", "*": "+", "-": "+", "/": "*", "^": "*"}
INDICES: Final = {"item": (1,), "entry": (1, 2), "columns": (1, 2), "select": (0,), "after": (0,), "layer": (0,)}
"""The arguments of an operator that say where something is found."""

Path = tuple[int, ...]
"""The numbers of the arguments that lead to a part of a term."""


@dataclass(frozen=True)
class Names:
    """What a term may mention at some place."""

    parameters: tuple[str, ...]
    definitions: tuple[str, ...]
    stages: Mapping[str, tuple[str, ...]]
    """The networks, each with its stages."""
    variables: tuple[str, ...] = ()
    """The bound variables that are numbers, outermost first."""


@dataclass(frozen=True)
class Rewrite:
    """One change of a term: the part at `path` becomes `new`."""

    operator: str
    path: Path
    old: Term
    new: Term
    effect: Effect


def rewrites(term: Term, names: Names, effect: Effect = "weaker") -> Iterator[Rewrite]:
    """All changes of a term by all operators.

    `effect` is what a part that says less makes of the whole: "weaker" for an assertion, "stronger" for a hypothesis,
    "unknown" for a number.
    """
    yield from _rewrites(term, names, (), effect if term.kind is Kind.TRUTH else "unknown")


def replaced(term: Term, path: Path, new: Term) -> Term:
    """The term with another part at a path. Raises TermError where that makes no term."""
    if not path:
        return new
    parts = list(term.arguments)
    parts[path[0]] = replaced(parts[path[0]], path[1:], new)
    return make(term.operator, term.names, *parts)


def shown(term: Term, path: Path) -> str:
    """A path as one into the JSON data of the term: "[2][0]" where the operator is at 0."""
    text = ""
    for k in path:
        before = 1 if term.operator == "permuted" else 1 + len(term.names)
        text += f"[{before + k}]"
        term = term.arguments[k]
    return text


def _rewrites(term: Term, names: Names, path: Path, less: Effect) -> Iterator[Rewrite]:
    for operator, new, effect in _of_node(term, names):
        if new != term:
            yield Rewrite(operator, path, term, new, _whole(effect, less))
    places = (0, 1) if term.operator in RANGED else INDICES.get(term.operator, ())
    for k, part in enumerate(term.arguments):
        inside = names
        if term.operator in (*RANGED,) and k == len(term.arguments) - 1:
            inside = replace(names, variables=(*names.variables, term.names[0]))
        named = part.operator == "integer" and k in places
        if not named:  # the ends of a range and indices have operators of their own
            yield from _rewrites(part, inside, (*path, k), _down(term, k, part, less))


def _down(term: Term, k: int, part: Term, less: Effect) -> Effect:
    """What a part that says less makes of the whole, one step down."""
    if part.kind is not Kind.TRUTH or term.kind is not Kind.TRUTH:
        return "unknown"
    if term.operator == "not" or (term.operator == "implies" and k == 0):
        return TURNED[less]
    return less


def _whole(effect: Effect, less: Effect) -> Effect:
    return less if effect == "weaker" else TURNED[less] if effect == "stronger" else "unknown"


Found = tuple[str, Term, Effect]


def _of_node(term: Term, names: Names) -> Iterator[Found]:
    """The changes of a term at its root."""
    operator, parts = term.operator, term.arguments
    if operator == "integer":
        yield "constant + 1", integer(term.value + 1), "unknown"
        yield "constant - 1", integer(term.value - 1), "unknown"
    elif term.kind is Kind.TRUTH:
        yield from _of_truth(term)
    elif operator in ("param", "def", "var"):
        yield from _of_name(term, names)
    elif operator in ("stage", "after", "layer", "network"):
        yield from _of_network(term, names)
    else:
        yield from _of_number(term)
    if operator in RANGED:
        yield from _of_range(term)
    for k in INDICES.get(operator, ()):
        for sign, by in (("+ 1", 1), ("- 1", -1)):
            yield f"index {sign}", _with(term, k, _plus(parts[k], by)), "unknown"
    if operator in SWAPPED:
        yield (
            f"{min(operator, SWAPPED[operator])} for {max(operator, SWAPPED[operator])}",
            make(SWAPPED[operator], term.names, *parts),
            "unknown",
        )


def _of_truth(term: Term) -> Iterator[Found]:
    operator, parts = term.operator, term.arguments
    if operator in RELATIONS:
        others = RELATIONS if parts[0].kind is Kind.NUMBER else ("=", "!=")
        for other in others:
            effect: Effect = "unknown"
            if other in IMPLIED.get(operator, ()):
                effect = "weaker"
            elif operator in IMPLIED.get(other, ()):
                effect = "stronger"
            yield "relation", make(other, (), *parts), effect
    elif operator in ("in", "not in"):
        x, low, high = parts
        yield "relation", make("not in" if operator == "in" else "in", (), *parts), "unknown"
        ends = (make("<=", (), low, x), make("<=", (), x, high))
        inner = (make("<", (), low, x), make("<", (), x, high))
        if operator == "in":
            yield "end of an interval dropped", ends[0], "weaker"
            yield "end of an interval dropped", ends[1], "weaker"
            yield "end of an interval opened", make("and", (), inner[0], ends[1]), "stronger"
            yield "end of an interval opened", make("and", (), ends[0], inner[1]), "stronger"
        else:
            yield "end of an interval opened", make("not", (), make("and", (), inner[0], ends[1])), "weaker"
            yield "end of an interval opened", make("not", (), make("and", (), ends[0], inner[1])), "weaker"
    elif operator in ("and", "or"):
        for k in range(len(parts)):
            rest = parts[:k] + parts[k + 1 :]
            dropped = rest[0] if len(rest) == 1 else make(operator, (), *rest)
            yield "part dropped", dropped, "weaker" if operator == "and" else "stronger"
        swapped = make("or" if operator == "and" else "and", (), *parts)
        yield "and for or", swapped, "weaker" if operator == "and" else "stronger"
    elif operator == "not":
        yield "negation dropped", parts[0], "unknown"
    elif operator == "implies":
        yield "premise dropped", parts[1], "stronger"
        yield "premise for conclusion", make("implies", (), parts[1], parts[0]), "unknown"
        yield "premise asserted", make("and", (), *parts), "stronger"


def _of_range(term: Term) -> Iterator[Found]:
    """One value more or less at either end; fewer values say less under `all`, more under `any`."""
    fewer: Effect = {"all": "weaker", "any": "stronger"}.get(term.operator, "unknown")  # type: ignore[assignment]
    for k, by, said, effect in (
        (0, 1, "range begins later", fewer),
        (0, -1, "range begins earlier", TURNED[fewer]),
        (1, 1, "range ends later", TURNED[fewer]),
        (1, -1, "range ends earlier", fewer),
    ):
        yield said, _with(term, k, _plus(term.arguments[k], by)), effect


def _of_name(term: Term, names: Names) -> Iterator[Found]:
    """Another name of the same sort that is known there."""
    known = {"param": names.parameters, "def": names.definitions, "var": names.variables}[term.operator]
    for name in known:
        yield "another name", make(term.operator, (name,)), "unknown"
    if term.operator == "var":
        for sign, by in (("+ 1", 1), ("- 1", -1)):
            yield f"variable {sign}", _plus(term, by), "unknown"


def _of_network(term: Term, names: Names) -> Iterator[Found]:
    operator, parts, (network, *rest) = term.operator, term.arguments, term.names
    for other, stages in names.stages.items():
        if operator != "stage" or not rest or rest[0] in stages:
            yield "another network", make(operator, (other, *rest), *parts), "unknown"
    if operator == "network":
        for quantity in QUANTITIES:
            yield "another quantity", make(operator, (network, quantity)), "unknown"
        return
    yield "network left out", parts[-1], "unknown"
    if operator == "stage" and rest:
        for stage in names.stages[network]:
            yield "another stage", make(operator, (network, stage), *parts), "unknown"
    elif operator == "stage":
        for sign, by in (("+ 1", 1), ("- 1", -1)):
            yield f"index {sign}", _with(term, 0, _plus(parts[0], by)), "unknown"


def _of_number(term: Term) -> Iterator[Found]:
    operator, parts = term.operator, term.arguments
    if operator in ARITHMETIC:
        yield "arithmetic", make(ARITHMETIC[operator], (), *parts), "unknown"
    if operator == "+" and len(parts) == 2:
        yield "arithmetic", make("-", (), *parts), "unknown"
    if operator in ("+", "*"):
        for k in range(len(parts)):
            rest = parts[:k] + parts[k + 1 :]
            yield "part dropped", rest[0] if len(rest) == 1 else make(operator, (), *rest), "unknown"
    elif operator in ("-", "/"):
        yield "operands exchanged", make(operator, (), *reversed(parts)), "unknown"
        yield "part dropped", parts[0], "unknown"
    elif operator == "^":
        yield "exponent + 1", _with(term, 1, _plus(parts[1], 1)), "unknown"
        yield "exponent - 1", _with(term, 1, _plus(parts[1], -1)), "unknown"
    elif operator in ("neg", "floor", "permuted"):
        yield f"{ {'neg': 'sign', 'floor': 'floor', 'permuted': 'permutation'}[operator] } dropped", parts[0], "unknown"
    elif operator == "if":
        condition, then, otherwise = parts
        yield "case dropped", then, "unknown"
        yield "case dropped", otherwise, "unknown"
        yield "cases exchanged", make("if", (), condition, otherwise, then), "unknown"


def _plus(term: Term, by: int) -> Term:
    if term.operator == "integer":
        return integer(term.value + by)
    return make("+" if by > 0 else "-", (), term, integer(abs(by)))


def _with(term: Term, k: int, part: Term) -> Term:
    parts = list(term.arguments)
    parts[k] = part
    return make(term.operator, term.names, *parts)
