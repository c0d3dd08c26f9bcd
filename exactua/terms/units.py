"""Units: the terms of a claim count column ids in units of delta; here they are written in unit 1, as the paper does.

delta = 1/m. A number x of a term is m^k times the paper's number, where k is its degree: 1 for an id m u^T Z and for
what is made of ids, 0 for counts and entries. The degree only decides how a term is shown: the one that `in_unit_1`
makes has at every point exactly the value of the first one, divided by m^k, whatever the degrees of definitions are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from exactua.terms.language import INTERVALS, QUANTIFIERS, REDUCTIONS, RELATIONS, Kind, Term, integer, make

_ZERO, _ONE = integer(0), integer(1)
M: Final = make("param", ("m",))
DELTA: Final = make("/", (), integer(1), M)

Degrees = Mapping[str, int]
"""Of definitions: the power of m by which each is greater than the paper's number; 0 for one that is not named."""

_OF_SAME: Final = ("+", "-", "neg", "if", "select", "sum", "min", "max", "list")
"""Operators whose number has the degree of the parts that it is made of."""


def degree(term: Term, defined: Degrees) -> int:
    """The power of m that the number, or each number of the list, is greater by than the paper's; 0 where it mixes."""
    operator, parts = term.operator, term.arguments
    if operator == "def":
        return defined.get(term.names[0], 0)
    if operator == "*":
        return sum(degree(part, defined) for part in parts) + _scales(term)
    if operator == "/":
        above, below = (degree(part, defined) for part in parts)
        return above - 1 if above and _has_m(parts[1]) else above - below
    if operator == "^":
        return degree(parts[0], defined) * parts[1].value if parts[1].operator == "integer" else 0
    if operator in _OF_SAME:
        degrees = _degrees_of_parts(term, defined) - {0}
        return degrees.pop() if len(degrees) == 1 else 0
    return degree(parts[0], defined) if operator == "item" else 0


def unit_of(terms: Iterable[Term], defined: Degrees) -> int:
    """The degree in which numbers that are compared are shown: that of the one with a unit; 0 of whole numbers."""
    terms = list(terms)
    if any(part.operator == "floor" for term in terms for part in term.walk()):
        return 0
    return max((degree(term, defined) for term in terms), default=0)


def _alike(term: Term) -> tuple[Term, ...]:
    """The parts of a number that have its own unit."""
    if term.operator in ("if", "select"):
        return term.arguments[1:]
    return term.arguments[-1:] if term.operator in (*REDUCTIONS, "list") else term.arguments


def _degrees_of_parts(term: Term, defined: Degrees) -> set[int]:
    """The degrees of the parts with the unit of the term; 0 itself has any."""
    return {degree(part, defined) for part in _alike(term) if part != _ZERO}


def _has_m(term: Term) -> bool:
    return M in (term.arguments if term.operator == "*" else (term,))


def _scales(product: Term) -> bool:
    """Whether a factor m of the product makes an id, or an entry of a state, a number of deltas."""
    return _has_m(product) and any(map(_in_unit_1, product.arguments))


def _in_unit_1(part: Term) -> bool:
    """Whether a number is made of ids u^T Z or of entries of states as they stand."""
    if part.operator in ("item", "entry"):
        return part.arguments[0].operator in ("dot", "point", "stage", "after", "layer", "columns")
    if part.operator == "*":
        return not _scales(part) and any(map(_in_unit_1, part.arguments))
    return part.operator in _OF_SAME and any(map(_in_unit_1, _alike(part)))


def in_unit_1(term: Term, defined: Degrees, unit: int | None = None) -> Term:
    """The term with every number of degree k divided by m^k; a number itself by m^`unit` (None: as its degree says).

    Definitions of degree k are taken to be divided by m^k as well. What is a truth keeps its value.
    """
    if term.kind is Kind.TRUTH:
        return _truth(term, defined)
    if term.kind is Kind.MATRIX:
        return _counted(term, defined)
    return _number(term, defined, degree(term, defined) if unit is None else unit)


def _truth(term: Term, defined: Degrees) -> Term:
    unit = unit_of(term.arguments, defined) if term.operator in (*RELATIONS, *INTERVALS) else None
    parts = [
        in_unit_1(part, defined, (0 if part.kind is Kind.NUMBER else None) if unit is None else unit)
        for part in term.arguments
    ]
    return make(term.operator, term.names, *parts)


def _counted(term: Term, defined: Degrees) -> Term:
    """A term whose numbers are counts, places or entries: they keep their values."""
    return make(term.operator, term.names, *(in_unit_1(part, defined, 0) for part in term.arguments))


def _number(term: Term, defined: Degrees, unit: int) -> Term:
    """The number, or each of the list, divided by m^unit."""
    own = degree(term, defined)
    if term.operator == "integer":
        return _integer(term, unit)
    if term.operator == "list" or (term.operator in _OF_SAME and _degrees_of_parts(term, defined) - {own}):
        return _of_parts(term, defined, unit)
    if term.operator in REDUCTIONS and unit < own:
        return _of_parts(term, defined, unit)
    if term.operator in _OF_SAME:
        return times_delta(_of_parts(term, defined, own), unit - own)
    if unit < own and term.operator == "*":
        if unit == own - 1 and _scales(term):
            return _product([in_unit_1(part, defined) for part in term.arguments])
        if [degree(part, defined) for part in term.arguments if degree(part, defined)] == [own]:
            return _product([_number(part, defined, min(unit, degree(part, defined))) for part in term.arguments])
    if not unit:
        return _counted(term, defined) if term.operator == "^" else times_delta(_as_it_is(term, defined), -own)
    if term.kind is Kind.LIST and unit != own:
        raise ValueError(f"the numbers of {term.operator!r} are in unit 1")
    return times_delta(_as_it_is(term, defined), unit - own)


def _integer(term: Term, unit: int) -> Term:
    if term.value < 0 and unit:
        return make("neg", (), _integer(integer(-term.value), unit))
    return times_delta(term, unit) if term.value else term


def _of_parts(term: Term, defined: Degrees, unit: int) -> Term:
    """The same of its parts, each divided by m^unit."""
    alike = _alike(term)
    others = term.arguments[: len(term.arguments) - len(alike)]
    parts = [in_unit_1(part, defined, 0) for part in others] + [_number(part, defined, unit) for part in alike]
    return make(term.operator, term.names, *parts)


def _as_it_is(term: Term, defined: Degrees) -> Term:
    """A number that is no sum and has no cases, divided by m to its own degree."""
    operator, parts = term.operator, term.arguments
    if operator == "*":
        return _product([in_unit_1(part, defined) for part in (_without_m(parts) if _scales(term) else parts)])
    if operator == "/":
        above = in_unit_1(parts[0], defined)
        if not (degree(parts[0], defined) and _has_m(parts[1])):
            return make("/", (), above, in_unit_1(parts[1], defined))
        below = _without_m(parts[1].arguments) if parts[1].operator == "*" else ()
        return make("/", (), above, in_unit_1(_product(below), defined)) if below else above
    if operator == "^" and degree(term, defined):
        return make("^", (), in_unit_1(parts[0], defined), parts[1])
    if operator == "item":
        return make("item", (), in_unit_1(parts[0], defined), in_unit_1(parts[1], defined, 0))
    return _counted(term, defined) if parts else term


def _without_m(factors: tuple[Term, ...]) -> list[Term]:
    left = list(factors)
    left.remove(M)
    return left


def _product(factors: Sequence[Term]) -> Term:
    return make("*", (), *factors) if len(factors) > 1 else factors[0] if factors else _ONE


def times_delta(term: Term, power: int) -> Term:
    """The number times delta^power; of a power below 0 times a power of m."""
    while power > 0 and _has_m(term):
        term, power = _product(_without_m(term.arguments) if term.operator == "*" else ()), power - 1
    if not power:
        return term
    factor = DELTA if power > 0 else M
    factor = factor if abs(power) == 1 else make("^", (), factor, integer(abs(power)))
    rest = term.arguments if term.operator == "*" else () if term == _ONE else (term,)
    coefficient = 1 if rest and rest[0].operator == "integer" else 0  # "2 delta", as one writes it
    return _product([*rest[:coefficient], factor, *rest[coefficient:]])


def _counting(term: Term) -> Iterable[Term]:
    """The parts of a term that are exponents, places, ends of ranges, or factors of something other than an integer."""
    if term.operator == "*":
        return term.arguments if sum(part.operator != "integer" for part in term.arguments) > 1 else ()
    if term.operator in (*QUANTIFIERS, *REDUCTIONS, "list"):
        return term.arguments[:-1]
    return () if term.operator in (*_OF_SAME, *RELATIONS, *INTERVALS, "/") else term.arguments


def degrees(definitions: Mapping[str, Term], said: Sequence[Term]) -> dict[str, int]:
    """The degree of each definition: that of the numbers that it is made of or, as a whole side of a relation in the
    terms `said`, compared with. One that is a factor, an exponent, a place or how far something counts has none.
    """
    parts = {part for term in (*said, *definitions.values()) for part in set(term.walk())}
    counts = {counted.names[0] for part in parts for counted in _counting(part) if counted.operator == "def"}
    relations = [part.arguments for part in parts if part.operator in (*RELATIONS, *INTERVALS)]
    known, units = dict[str, int](), dict[Term, int]()
    while True:
        before = len(known), len(units)
        for name, term in definitions.items():
            if own := degree(term, known):
                known[name] = own
        for sides in relations:
            if unit := max(unit_of(sides, known), *(units.get(side, 0) for side in sides)):
                units |= dict.fromkeys((side for side in sides if side.operator != "integer"), unit)
        for side, unit in units.items():
            if side.operator == "def" and side.names[0] not in counts:
                known.setdefault(side.names[0], unit)
        if (len(known), len(units)) == before:
            return known


def counts_ids(terms: Iterable[Term]) -> bool:
    """Whether some id is counted in units of delta in these terms, as m u^T Z."""
    return any(
        part.operator == "*" and _has_m(part) and any(_is_id(factor) for factor in part.arguments)
        for term in terms
        for part in set(term.walk())
    )


def _is_id(term: Term) -> bool:
    return term.operator == "item" and term.arguments[0].operator == "dot"
