"""Section 3: terms, interpreted from the outside to the inside."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final

from tests.attack.brute_force import reals
from tests.attack.brute_force.forms import (
    Affine,
    Interval,
    Number,
    Polynomial,
    compare,
    greatest,
    index,
    integral,
    inverse,
    least,
    sign,
)  # fmt: skip
from tests.attack.brute_force.networks import Columns, Network, dot
from tests.attack.brute_force.written import Invalid, Unknown, integer, require

MOST_TURNS: Final = 200_000
MOST_OFFSETS: Final = 1_000
RELATIONS: Final[dict[str, Callable[[int], bool]]] = {
    "<": lambda s: s < 0, "<=": lambda s: s <= 0, "=": lambda s: s == 0,
    "!=": lambda s: s != 0, ">=": lambda s: s >= 0, ">": lambda s: s > 0,
}  # fmt: skip
RANGES: Final = ("in", "not in")
BINDING: Final = ("all", "any", "sum", "product", "min", "max", "list")


@dataclass(frozen=True)
class Scene:
    """Where terms are evaluated: what the certificate defines, a point or none, variables with their values."""

    parameters: dict[str, Any]
    definitions: dict[str, Number]
    networks: dict[str, Network]
    point: Columns | None = None
    variables: dict[str, Any] = field(default_factory=dict)
    offsets: dict[str, Columns] = field(default_factory=dict)
    accumulator: list[Number] | None = None
    numbers: list[Number] | None = None
    states: dict[Any, Any] = field(default_factory=dict)
    """What networks make of the point; kept for the point alone."""

    def at(self, point: Columns | None, **variables: Any) -> Scene:
        return replace(self, point=point, variables=variables, states={})

    def bound(self, name: str, value: Any) -> Scene:
        return replace(self, variables={**self.variables, name: value})

    def size(self, name: str) -> int:
        value = integer(self.parameters[name])
        require(value >= 1, f"the parameter {name}")
        return value


def numeric(x: Any) -> bool:
    return not isinstance(x, bool | list | tuple)


def number(term: Any, scene: Scene) -> Number:
    value = evaluate(term, scene)
    require(numeric(value), f"no number: {str(term)[:100]}")
    return value


def boolean(term: Any, scene: Scene) -> bool:
    value = evaluate(term, scene)
    require(isinstance(value, bool), f"neither true nor false: {str(term)[:100]}")
    return bool(value)


def matrix(term: Any, scene: Scene) -> Columns:
    value = evaluate(term, scene)
    require(isinstance(value, tuple), f"no matrix: {str(term)[:100]}")
    return tuple(value)


def numbers(term: Any, scene: Scene) -> list[Number]:
    value = evaluate(term, scene)
    require(isinstance(value, list), f"no list: {str(term)[:100]}")
    return list(value)


def span(low: Any, high: Any, scene: Scene) -> range:
    """The integers from one number to another."""
    ends = [number(low, scene), number(high, scene)]
    if any(isinstance(end, Affine) for end in ends):
        raise Unknown("a form for an end of a range")
    require(all(isinstance(end, Fraction) for end in ends), "an end of a range that is no rational")
    turns = range(math.ceil(ends[0]), math.floor(ends[1]) + 1)
    if len(turns) > MOST_TURNS:
        raise Unknown("a range with too many turns")
    return turns


def turns(term: Any, scene: Scene) -> Iterator[Scene]:
    """The scenes in which a loop evaluates its body, which is its last operand."""
    _, name, low, high, _ = term
    require(isinstance(name, str) and name != "", "a variable without a name")
    for value in span(low, high, scene):
        yield scene.bound(name, Fraction(value))


def orders(term: Any, scene: Scene) -> Iterator[Scene]:
    _, name, _ = term
    n = scene.size("n")
    require(n <= 8, "permutations of more than 8 columns")
    for order in itertools.permutations(range(1, n + 1)):
        yield scene.bound(name, ("order", order))


def equal(a: Any, b: Any) -> bool:
    if isinstance(a, list | tuple):
        require(type(a) is type(b) and len(a) == len(b), "lists or matrices of different shapes are compared")
        return all(equal(x, y) for x, y in zip(a, b, strict=True))
    require(numeric(a) and numeric(b), "what is no number is compared")
    return compare(a, b) == 0


def item(values: Any, k: Number) -> Any:
    place = index(k)
    require(1 <= place <= len(values), "an index that is out of range")
    return values[place - 1]


def evaluate(term: Any, scene: Scene) -> Any:
    """A number, a boolean, a list, or a matrix as the tuple of its columns.

    Raises:
        Invalid: it has no value.
        Unknown: it is beyond this evaluator.
    """
    if not isinstance(term, list):
        return Fraction(integer(term))
    op, *x = term
    if op in OPERATORS:
        return OPERATORS[op](x, scene)
    if op in RELATIONS:
        a, b = (evaluate(argument, scene) for argument in x)
        if op in ("=", "!="):
            return equal(a, b) == (op == "=")
        require(numeric(a) and numeric(b), "what is no number is compared")
        return RELATIONS[op](compare(a, b))
    if op in RANGES:
        value, low, high = (number(argument, scene) for argument in x)
        inside = (compare(low, value) <= 0, compare(value, high) <= 0)
        return all(inside) == (op == "in")
    if op in BINDING:
        return FOLDS[op]([evaluate(term[-1], inner) for inner in turns(term, scene)])
    if op == "permutations":
        return all(boolean(term[-1], inner) for inner in orders(term, scene))
    raise Unknown(f"the operator {op!r}")


def _booleans(values: list[Any]) -> list[bool]:
    require(all(isinstance(value, bool) for value in values), "neither true nor false")
    return values


def _numbers(values: list[Any]) -> list[Number]:
    require(all(map(numeric, values)), "no number")
    return values


def _extreme(values: list[Any], which: Callable[[list[Number]], Number]) -> Number:
    require(values, "the least or greatest of no numbers")
    return which(_numbers(values))


def _sum(values: list[Any]) -> Number:
    total: Number = Fraction(0)
    for value in _numbers(values):
        total = total + value
    return total


def _product(values: list[Any]) -> Number:
    product: Number = Fraction(1)
    for value in _numbers(values):
        product = product * value
    return product


FOLDS: Final[dict[str, Callable[[list[Any]], Any]]] = {
    "all": lambda values: all(_booleans(values)),
    "any": lambda values: any(_booleans(values)),
    "sum": _sum,
    "product": _product,
    "min": lambda values: _extreme(values, least),
    "max": lambda values: _extreme(values, greatest),
    "list": _numbers,
}


def _several(x: list[Any], scene: Scene, kind: Callable[[Any, Scene], Any]) -> list[Any]:
    require(len(x) >= 2, "fewer than two operands")
    return [kind(argument, scene) for argument in x]


def _power(x: list[Any], scene: Scene) -> Number:
    base, e = (number(argument, scene) for argument in x)
    exponent = index(e)
    require(exponent >= 0, "an exponent below 0")
    size = max(map(int.bit_length, base.as_integer_ratio())) if isinstance(base, Fraction) else 1
    if exponent > 20_000 or exponent * size > 2_000_000:
        raise Unknown("a high power")
    return base**exponent if exponent else Fraction(1)


def _floor(x: list[Any], scene: Scene) -> Number:
    value = number(x[0], scene)
    if isinstance(value, reals.Real):
        ball = value.ball(256)
        low, high = (reals._fraction(end) for end in (ball.lower(), ball.upper()))
        for whole in range(math.floor(low), math.floor(high) + 1):
            if compare(value, Fraction(whole)) >= 0 and compare(value, Fraction(whole + 1)) < 0:
                return Fraction(whole)
        raise Unknown("the floor of a real")
    if isinstance(value, Affine):
        raise Unknown("the floor of a form")
    require(isinstance(value, Fraction), "what depends on offsets is rounded")
    return Fraction(math.floor(value))


def _if(x: list[Any], scene: Scene) -> Number:
    test, a, b = x
    return number(a if boolean(test, scene) else b, scene)


def _stage(x: list[Any], scene: Scene) -> Columns:
    name, k, argument = x
    network = scene.networks[name]
    if isinstance(k, str) and not k.startswith(("0x", "-0x")):
        k = network.stages[k]
    items = index(number(k, scene))
    require(0 <= items < len(network.ends), "a stage that is not there")
    return _states(network, network.ends[items], argument, scene)


def _after(x: list[Any], scene: Scene) -> Columns:
    name, k, argument = x
    return _states(scene.networks[name], index(number(k, scene)), argument, scene)


def _states(network: Network, k: int, argument: Any, scene: Scene) -> Columns:
    Z = matrix(argument, _outside(scene))
    if argument != ["point"]:
        return network.after(k, Z)
    require(0 <= k <= len(network.layers), "so many layers are not there")
    states: list[Columns] = scene.states.setdefault(id(network), [network.after(0, Z)])
    while len(states) <= k:
        states.append(network.layer(len(states), states[-1]))
    return states[k]


def _layer(x: list[Any], scene: Scene) -> Columns:
    name, k, argument = x
    return scene.networks[name].layer(index(number(k, scene)), matrix(argument, _outside(scene)))


def _outside(scene: Scene) -> Scene:
    """In the argument of a network there are no offsets of `lowest` and `highest`."""
    kept = {name: h for name, h in scene.offsets.items() if not isinstance(h[0][0], Interval)}
    return scene if kept == scene.offsets else replace(scene, offsets=kept, states={})


def _integral(x: list[Any], scene: Scene) -> Number:
    name, side_term, body = x
    side = number(side_term, scene)
    require(sign(side) >= 0, "a side below 0")
    require(name not in scene.offsets, "offsets of one name inside each other")
    d, n = scene.size("d"), scene.size("n")
    if d * n > MOST_OFFSETS:
        raise Unknown("too many offsets")
    h = tuple(tuple(Polynomial({(((name, i, j), 1),): Fraction(1)}) for i in range(1, d + 1)) for j in range(1, n + 1))
    kept = _outside(scene).offsets
    return integral(number(body, replace(scene, offsets={**kept, name: h})), name, side, d, n)


def _end(lower: bool) -> Callable[[list[Any], Scene], Number]:
    def end(x: list[Any], scene: Scene) -> Number:
        name, side_term, body = x
        hidden = replace(scene, offsets={})
        side = number(side_term, hidden)
        require(sign(side) >= 0, "a side below 0")
        if scene.size("d") * scene.size("n") > MOST_OFFSETS:
            raise Unknown("too many offsets")
        h = tuple(tuple(Interval(Fraction(0), side) for _ in range(scene.size("d"))) for _ in range(scene.size("n")))
        value = Interval.of(number(body, replace(hidden, offsets={name: h})))
        return value.x if lower else value.y

    return end


def _entry(x: list[Any], scene: Scene) -> Number:
    Z, i, j = matrix(x[0], scene), number(x[1], scene), number(x[2], scene)
    return item(item(Z, j), i)


def _columns(x: list[Any], scene: Scene) -> Columns:
    Z, low, high = matrix(x[0], scene), index(number(x[1], scene)), index(number(x[2], scene))
    require(1 <= low <= high <= len(Z), "columns that are not there")
    return Z[low - 1 : high]


def _permuted(x: list[Any], scene: Scene) -> Columns:
    Z, (word, order) = matrix(x[0], scene), scene.variables[x[1]]
    require(word == "order" and len(order) == len(Z), "a permutation and its matrix do not fit")
    return tuple(Z[k - 1] for k in order)


def _distinct(x: list[Any], scene: Scene) -> bool:
    values = numbers(x[0], scene)
    return all(compare(a, b) != 0 for a, b in itertools.combinations(values, 2))


def _dot(x: list[Any], scene: Scene) -> list[Number]:
    u, Z = numbers(x[0], scene), matrix(x[1], scene)
    require(all(len(column) == len(u) for column in Z), "a list and a matrix do not fit")
    return [dot(u, column) for column in Z]


def _point(x: list[Any], scene: Scene) -> Columns:
    if scene.point is None:
        raise Invalid("there is no point")
    return scene.point


def _list_of(values: list[Number] | None) -> list[Number]:
    if values is None:
        raise Invalid("there is no fold here")
    return values


def _real(x: list[Any], scene: Scene, make: Callable[[Number], Number]) -> Number:
    value = number(x[0], scene)
    if isinstance(value, Affine):
        raise Unknown("a real function of a form")
    require(not isinstance(value, Polynomial | Interval), "a real function of offsets")
    return make(value)


def _select(x: list[Any], scene: Scene) -> Number:
    return number(item(x[1:], number(x[0], scene)), scene)


def _implies(x: list[Any], scene: Scene) -> bool:
    p, q = (boolean(argument, scene) for argument in x)
    return not p or q


def _variable(x: list[Any], scene: Scene) -> Number:
    require(x[0] in scene.variables, "a variable that is bound nowhere")
    value = scene.variables[x[0]]
    require(not isinstance(value, tuple), "a permutation where a number should be")
    return value


OPERATORS: Final[dict[str, Callable[[list[Any], Scene], Any]]] = {
    "param": lambda x, scene: Fraction(integer(scene.parameters[x[0]])),
    "def": lambda x, scene: scene.definitions[x[0]],
    "var": _variable,
    "+": lambda x, scene: _sum(_several(x, scene, number)),
    "*": lambda x, scene: _product(_several(x, scene, number)),
    "-": lambda x, scene: number(x[0], scene) - number(x[1], scene),
    "neg": lambda x, scene: -number(x[0], scene),
    "/": lambda x, scene: number(x[0], scene) * inverse(number(x[1], scene)),
    "^": _power,
    "floor": _floor,
    "and": lambda x, scene: all(_several(x, scene, boolean)),
    "or": lambda x, scene: any(_several(x, scene, boolean)),
    "not": lambda x, scene: not boolean(x[0], scene),
    "implies": _implies,
    "if": _if,
    "select": _select,
    "item": lambda x, scene: item(numbers(x[0], scene), number(x[1], scene)),
    "entry": _entry,
    "exp": lambda x, scene: _real(x, scene, reals.exp),
    "log": lambda x, scene: _real(x, scene, reals.log),
    "sqrt": lambda x, scene: _real(x, scene, reals.sqrt),
    "pi": lambda x, scene: reals.pi(),
    "distinct": _distinct,
    "dot": _dot,
    "point": _point,
    "stage": _stage,
    "after": _after,
    "layer": _layer,
    "network": lambda x, scene: scene.networks[x[0]].quantity(x[1]),
    "permuted": _permuted,
    "columns": _columns,
    "accumulator": lambda x, scene: _list_of(scene.accumulator),
    "numbers": lambda x, scene: _list_of(scene.numbers),
    "integral": _integral,
    "lowest": _end(True),
    "highest": _end(False),
    "offsets": lambda x, scene: scene.offsets[x[0]],
}


KNOWN: Final = {*OPERATORS, *RELATIONS, *RANGES, *BINDING, "permutations"}
"""All operators of the page."""


# ---- what a term speaks of


def has_unknown(term: Any) -> bool:
    """Whether an operator that the page does not have is in a term, or in terms."""
    parts = list(term.values()) if isinstance(term, dict) else term if isinstance(term, list) else []
    here = isinstance(term, list) and bool(term) and isinstance(term[0], str) and term[0] not in KNOWN
    return here or any(map(has_unknown, parts))


def occurring(term: Any, operators: tuple[str, ...]) -> set[str]:
    """The names that these operators carry, anywhere in a term, or in the terms of a fold or a spec."""
    names = set()
    if isinstance(term, dict):
        names |= {name for part in term.values() for name in occurring(part, operators)}
    if isinstance(term, list):
        if len(term) > 1 and term[0] in operators and isinstance(term[1], str):
            names.add(term[1])
        names |= {name for part in term for name in occurring(part, operators)}
    return names


def has_operator(term: Any, operators: tuple[str, ...]) -> bool:
    parts = list(term.values()) if isinstance(term, dict) else term if isinstance(term, list) else []
    here = isinstance(term, list) and bool(term) and isinstance(term[0], str) and term[0] in operators
    return here or any(has_operator(part, operators) for part in parts)
