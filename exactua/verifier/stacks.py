"""Families of points, and what stacks of layers make of their ids (format, section 8).

What it cannot interpret, or decide by signs, it raises as NotImplementedError.
"""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Iterator
from fractions import Fraction
from functools import cache, cmp_to_key, reduce
from typing import NamedTuple, TypeAlias

from .forms import (
    UNKNOWN,
    Form,
    beyond,
    both,
    equal,
    form_power,
    greatest,
    less,
    number,
    order,
    polynomial,
    shown_positive,
    whole,
)
from .rationals import divide, tidy
from .records import array, canonical, fields, integer, rational
from .refusals import demand
from .values import Json, Number, Rational, Spend, Weights
from .weights import Weighing

Coefficients: TypeAlias = "list[Rational]"  # of a polynomial in D, the constant one first

Shape: TypeAlias = "tuple[int, int] | tuple[int, int, tuple[int, ...]]"  # numbers of ids >= 0, of others; of columns
Added: TypeAlias = "tuple[int, Weights, Weights]"  # which head; what it writes, what it reads by


class Stack(NamedTuple):
    """Layers l = start, ..., count of them; each head adds gain times what it attends to, by x <> l + threshold."""

    start: Coefficients
    layers: Coefficients
    heads: list[tuple[Coefficients, Coefficients]]


Items: TypeAlias = "tuple[list[list[Stack]], dict[str, int]]"  # the stacks of each item of a network, and its stages


def at(coefficients: Coefficients, D: Number) -> Number:
    """The value of a polynomial in D."""
    return reduce(lambda value, c: value * D + c, reversed(coefficients), 0)


def profile(record: Json) -> Items:
    """The stacks of each item of a profile, and its stages."""

    def read(P: Json, whole: bool = False) -> Coefficients:
        coefficients = [integer(c) if whole else rational(c) for c in array(P)]
        demand(coefficients == [] or coefficients[-1] != 0, "a polynomial ends with a coefficient 0")
        return coefficients

    fields(record, items=list, stages=dict)
    items = []
    for stack in record["items"]:
        fields(stack, "start", "count", heads=list)
        heads = [fields(head, "gain", "threshold") for head in stack["heads"]]
        pairs = [(read(head["gain"]), read(head["threshold"])) for head in heads]
        decoded = Stack(read(stack["start"], True), read(stack["count"], True), pairs)
        layers = at(decoded.layers, polynomial([2, 1]))
        demand(shown_positive(layers, False), "a number of layers may be negative")
        items.append([decoded])
    stages = {name: integer(k, 0) for name, k in record["stages"].items()}
    demand(max(stages.values(), default=0) <= len(items), "a profile has not so many stages")
    return items, stages


def stacks_of(item: Json, d: int, m: int) -> Iterator[Stack]:
    """The stacks of layers that an item of a network is at an instance."""
    ((kind, body),) = item.items()
    if kind == "group":
        for inner in body["items"]:
            yield from stacks_of(inner, d, m)
    elif "tie_rule" in body:
        yield Stack([], [1], [([gain], [level]) for _, gain, level in adding(body, {}, d, m)])
    elif kind == "family" and ["tie_rule" in layer for item in body["items"] for layer in item.values()] == [True]:
        numbers: list[Number] = [rational(body[key]) for key in ("start", "step", "count")]
        start, step, count = numbers
        # What a head adds is a product of two weights: where it is the same in three turns, it is so in all.
        (layer,), turns = body["items"][0].values(), [start, start + step, start + 2 * step][:count]
        first, *later = (list(adding(layer, {body["variable"]: x}, d, m)) for x in turns) if turns else ([],)
        grown = ([(w, gain, level + k) for w, gain, level in first] for k in range(1, len(turns)))
        known = all(map(operator.eq, later, grown))
        beyond(not known, "a family in which not just thresholds grow, by 1 in units of 1/m")
        yield Stack([], [count], [([gain], [level]) for _, gain, level in first])
    else:
        beyond(True, f"{kind!r} in a symbolic run")


def adding(body: Json, around: dict[str, Rational], d: int, m: int) -> Iterator[tuple[Added, Rational, Rational]]:
    """Of each head that adds something, its weights but b_Q, its gain, and its threshold in units of 1/m."""
    beyond("mask" in body, "a mask in a symbolic run")
    entries, u = Weighing(around), [m**i for i in range(d)]
    for place, head in enumerate(body["heads"]):
        beyond(len(head["b_Q"]) != 1 or len(head["W_V"]) != 1, "a head of another size than 1")
        W_V, W_K, W_Q = rows = [entries.matrix(head[key], 1, d)[0] for key in ("W_V", "W_K", "W_Q")]
        W_O, (b,) = entries.matrix(head["W_O"], d, 1), entries.vector(head["b_Q"], 1)
        if any(map(any, W_O)) and any(W_V):
            along = all(row == [row[0] * x for x in u] for row in rows) and not any(map(any, W_O[1:]))
            beyond(not along or W_K[0] * W_Q[0] <= 0, "a head that is no multiple of psi")
            yield (place, W_O, rows), tidy(W_O[0][0] * W_V[0]), divide(-m * b, W_Q[0])


class Family(NamedTuple):
    """Points with as many different ids: D, these, if the second stands for several, and if corners are points, too."""

    D: Number
    n: int
    ids: list[Number]
    several: bool = False
    cornered: bool = True

    @property
    def merged(self) -> bool:
        """Whether there are fewer ids than columns."""
        return 0 < len(self.ids) < self.n


def family(D: Number, n: int, m: int, count: int, negative: int, times: tuple[int, ...] = ()) -> Family:
    """The points with so many different non-negative and negative ids, and (if given) as many columns with each.

    m is the one of the instance, or the least.
    """
    N, top = D - count, [form_power(D, n) * -m + D - m, *[0] * count]
    slopes = [[-1] * (k + 1) + [0] * (negative - k - 1) for k in range(negative)]
    ids = [Form([top[0] - k, *top[1:], *slopes[k]], N, count) for k in reversed(range(negative))]
    gaps = [[1] * (j + 1) + [0] * (count - j - 1) for j in range(count)]
    ids += [Form([j, *gaps[j], *[0] * negative], N, count) for j in range(count)]
    if times:
        ids = [x for x, k in zip(ids, times, strict=True) for _ in range(k)]
    return Family(D, n, ids, negative == 2 and len(ids) < n, negative < 2)


def patterns(spec: Json, n: int) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """The same as shapes, with any number of negative ids, and how many columns have each of the ids."""
    for count, negative in shapes(spec, n):
        for more in range(negative, n - count + 1 if negative == 2 else negative + 1):
            for cuts in itertools.combinations(range(1, n), count + more - 1):
                yield count, more, tuple(b - a for a, b in itertools.pairwise((0, *cuts, n)))


def shapes(spec: Json, n: int) -> list[tuple[int, int]]:
    """The numbers of different non-negative and of different negative ids that points of a domain have."""
    m, ids = ["param", "m"], spec.get("ids")
    known = {"kind": "orbits", "levels": {"start": 0, "step": ["/", 1, m], "count": m}, "ids": ids}
    known["special"] = [["neg", ["^", m, ["*", ["param", "n"], ["param", "d"]]]]]
    repeats, specials = known["repeats"], known["specials"] = spec.get("repeats"), spec.get("specials")
    kinds = [*((x, "none") for x in ("forbidden", "required", "allowed"))]
    kinds += [("allowed", "required"), ("allowed", "allowed")]
    fits = (repeats, specials) in kinds and reads_ids(ids) and canonical(spec) == canonical(known)
    beyond(not fits, "such a domain in a symbolic run")
    counts = {"forbidden": range(n, n + 1), "required": range(1, n), "allowed": range(1, n + 1)}[repeats]
    regular = [(k, 0) for k in counts] if specials != "required" else []
    return regular + ([(k, e) for k in range(n) for e in (1, 2) if k + e <= n] if specials != "none" else [])


def reads_ids(term: Json) -> bool:
    """Whether a term is u = (1, m, m^2, ...)."""
    name = term[1] if isinstance(term, list) and len(term) == 5 else None
    power = ["^", ["param", "m"], ["-", ["var", name], 1]]
    return isinstance(name, str) and canonical(term) == canonical(["list", name, 1, ["param", "d"], power])


def attended(points: Family, ids: list[Number], sign: int) -> Number:
    """The greatest of the ids, or (sign -1) the least."""
    x, *more = greatest(ids, sign)
    beyond(more != [], "which id is the greatest, or the least, is not decided by signs")
    beyond(points.several and x is ids[1], "a head may attend to one of several negative ids")
    return x


def alone(points: Family, ids: list[Number], start: Number, heads: list[tuple[Number, Number]]) -> list[Number]:
    """The ids after one layer."""
    extreme = cache(lambda sign: attended(points, ids, sign))
    tied, moved = all(equal(x, ids[0]) for x in ids), []
    for x in ids:
        changed = x
        for gain, threshold in heads:
            above, below = less(start + threshold, x), less(x, start + threshold)
            beyond(not (above or below or tied), "an id may be above, at or below a threshold")
            changed = changed + extreme(-1 if below else 1) * gain
        moved.append(changed)
    return moved


def selected(heads: list[tuple[Number, Number]]) -> tuple[int, Number]:
    """The one integer e between thresholds, and A: layer l adds A (greatest - least) to id l + e, to others nothing."""
    exact = all(isinstance(level, Fraction) and level.denominator != 1 for _, level in heads)
    beyond(not exact or sum(gain for gain, _ in heads) != 0, "layers that are not selective")
    heads, amount, pairs = sorted(heads, key=lambda head: head[1]), 0, list[tuple[int, Number]]()
    for (gain, low), (_, high) in itertools.pairwise(heads):
        amount += gain
        between = range(math.floor(low) + 1, math.floor(high) + 1) if amount != 0 else range(0)
        beyond(len(between) + len(pairs) > 1, "layers that select more than one id")
        pairs += [(e, amount) for e in between]
    return pairs[0] if pairs else (0, 0)


def sweep(points: Family, ids: list[Number], stack: Stack) -> Iterator[tuple[Number, list[Number]]]:
    """After each layer of a stack that moves something: how many layers that were, and the ids."""
    D = points.D
    e, amount = selected([(at(gain, D), at(level, D)) for gain, level in stack.heads if any(gain)])
    if amount == 0:
        return
    first = at(stack.start, D) + e
    last = first + at(stack.layers, D) - 1
    integers = all(map(whole, [first, last, amount, *ids]))
    beyond(not integers, "ids that are not known to be multiples of 1/m")

    def waits(x: Number) -> bool:
        inside = both([less(first, x, False), less(x, last, False)])
        beyond(inside is None, "an id may be one that a layer selects, or not")
        return bool(inside)

    by_size: Number = cmp_to_key(lambda j, k: order(ids[j], ids[k]))
    waiting = sorted((k for k, x in enumerate(ids) if waits(x)), key=by_size)
    while waiting:
        x = ids[waiting[0]]
        moved = [k for k in waiting if order(ids[k], x) == 0]
        y = x + (attended(points, ids, 1) - attended(points, ids, -1)) * amount
        ids = [y if k in moved else z for k, z in enumerate(ids)]
        waiting = waiting[len(moved) :]
        if not less(y, x, False) and waits(y):
            beyond(not less(x, y), "an id may be selected again, or not")
            waiting = sorted(waiting + moved, key=by_size)
        yield x - first + 1, ids


class Course:
    """The ids on their way through a network: after how many layers they are which."""

    def __init__(self, points: Family, items: list[list[Stack]], spend: Spend):
        self.layers: Number = 0
        self.stops: list[tuple[Number, list[Number]]] = [(0, points.ids)]
        self.ends = [0]
        for item in items:
            for stack in item:
                self.through(points, stack, spend)
            self.ends.append(len(self.stops) - 1)

    def through(self, points: Family, stack: Stack, spend: Spend) -> None:
        """Go on through a stack of layers."""
        ids, count = self.stops[-1][1], at(stack.layers, points.D)
        if count == 1:
            values = [(at(gain, points.D), at(level, points.D)) for gain, level in stack.heads if any(gain)]
            ids = alone(points, ids, at(stack.start, points.D), values)
        elif count != 0:
            for passed, moved in sweep(points, ids, stack):
                spend(len(ids) ** 2)
                self.stops.append((self.layers + passed, ids := moved))
        self.layers = self.layers + count
        self.stops.append((self.layers, ids))

    def stage(self, k: Number) -> Number:
        """The ids after the first k top-level items."""
        demand(type(number(k)) is int and 0 <= k < len(self.ends), "a network has no such stage")
        return self.stops[self.ends[k]][1]

    def after(self, k: Number) -> Number:
        """The ids after the first k layers."""
        behind = [less(layers, k, False) for layers, _ in self.stops]
        within = less(k, self.layers, False)
        demand(behind[0] is not False and within is not False, "a network has not so many layers")
        beyond(not (behind[0] and within), "a number of layers may be out of range")
        demand(type(k) is not Fraction or whole(k), "a number of layers is not an integer")
        beyond(not whole(k), "a number of layers is not known to be an integer")
        passed = [ids for (_, ids), known in zip(self.stops, behind, strict=True) if known]
        others = [ids for (_, ids), known in zip(self.stops, behind, strict=True) if known is None]
        possible = zip(passed[-1], *others, strict=True)
        return [x if all(y is x or equal(x, y) for y in more) else UNKNOWN for x, *more in possible]
