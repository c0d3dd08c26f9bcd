"""The items of a network: layers of every kind, and groups, families and tables of them (format, section 4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from .attention import ATTENTION_KINDS
from .feed_forward import FEED_FORWARD_KINDS
from .other_layers import OTHER_KINDS
from .rationals import tidy
from .records import array, fields, integer, rational
from .refusals import NOT_RECHECKED, Refused, demand
from .values import Json, Rational
from .weighted_layers import WeightedLayer
from .weights import Layer, Weighing

TURN: Layer = (lambda Z: Z, 0, {})  # stands for the work of a turn, or of an item, in which there is no layer


def walk(
    items: Json, d: int, around: dict[str, Rational], repeats: int, every: bool, budget: list[int]
) -> Iterator[tuple[Layer, int]]:
    """Every layer in order; or those of one turn of each family and of each table, with how often they occur.

    In the second case turns count as well, as often as they give a value to a variable, and so does each item that is
    no layer.
    """
    for item in array(items):
        ((kind, body),) = item.items()
        if not every and kind in ("group", *TURNS):
            yield TURN, repeats
        if kind == "group":
            yield from walk(fields(body, "items", name=str)["items"], d, around, repeats, every, budget)
        elif kind in TURNS:
            names, count, turn = TURNS[kind](body)
            demand(len({"", "constant", *around, *names}) == 2 + len(around) + len(names), TAKEN)
            times = repeats if every else tidy(repeats * count)
            if not every:
                yield TURN, tidy(times * len(names))
            for k in range(count if every else 1):
                values = dict(zip(names, turn(k), strict=True))
                yield from walk(body["items"], d, {**around, **values}, times, every, budget)
        else:
            yield read_layer(kind, body, d, Weighing(around, budget)), repeats


def read_family(body: Json) -> Turns:
    """The one variable of a family, the number of turns and its value in turn k, from 0."""
    fields(body, "start", "step", "count", "items", variable=str)
    start, step = rational(body["start"]), rational(body["step"])
    return [body["variable"]], integer(body["count"], 0), lambda k: [tidy(start + k * step)]


def read_table(body: Json) -> Turns:
    """The variables of a table, its number of rows and its row k, from 0: their values."""
    fields(body, "items", variables=list, rows=list)
    names, rows = body["variables"], body["rows"]
    demand(bool(names and rows), "a table without a variable or without a row")
    demand(all(isinstance(name, str) for name in names), "a variable is not a word")
    exact = [[rational(x) for x in array(row, len(names))] for row in rows]
    return names, len(rows), exact.__getitem__


Turns: TypeAlias = "tuple[list[str], int, Callable[[int], list[Json]]]"  # variables, number of turns, values in turn k
TURNS: dict[str, Callable[[Json], Turns]] = {"family": read_family, "table": read_table}
TAKEN = "a variable of a family or of a table is taken, or no name"


LAYER_KINDS = {**ATTENTION_KINDS, **FEED_FORWARD_KINDS, **OTHER_KINDS}


def read_layer(kind: str, body: Json, d: int, entries: Weighing) -> Layer:
    """The layer that an item writes, of which the entries are so read."""
    demand(kind in LAYER_KINDS, f"a layer of the kind {kind!r}", NOT_RECHECKED)
    apply, weights, quantities = LAYER_KINDS[kind].read(body, d, entries)
    return apply, weights, {**quantities, "real": int(entries.real or "makes reals" in quantities)}


def weighted_layers(items: Json, d: int, around: dict[str, Rational] | None = None) -> Iterator[WeightedLayer]:
    """Every layer in order, families and tables unrolled; items that a Network has read before."""
    known = around or {}
    for item in items:
        ((kind, body),) = item.items()
        entries = Weighing(known)
        if kind == "group":
            yield from weighted_layers(body["items"], d, known)
        elif kind in TURNS:
            names, count, turn = TURNS[kind](body)
            for k in range(count):
                yield from weighted_layers(body["items"], d, {**known, **dict(zip(names, turn(k), strict=True))})
        else:
            weighted = LAYER_KINDS[kind].weighted
            if weighted is None:
                raise Refused(f"the limit of a layer of the kind {kind!r}", NOT_RECHECKED)
            yield weighted(body, d, entries)
