"""Operators over networks: every entry, layer, range, table, activation and stage, whatever the network is.

They change a network as the certificate format writes it (docs/certificate-format.md, 4), so that no layer is left out
because nobody thought of it: the walk goes through the items, and what it finds there decides what is changed.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import (
    Rational,
    decode_integer,
    decode_rational,
    encode_integer,
    encode_rational,
    written,
)
from exactua.arithmetic.reals import decode_real, encode_real
from exactua.networks import Network
from exactua.networks.entries import in_words
from exactua.networks.heads import NAMED, TieRule
from exactua.networks.serialisation import from_data, to_data
from exactua.plurals import counted
from exactua.terms.encoding import Data

Path = tuple[str | int, ...]
"""The keys and places that lead to a part of JSON data."""

WEIGHTS: Final = ("W_O", "W_V", "W_K", "W_Q", "W_1", "W_2", "W_P", "W_C", "E")
BIASES: Final = ("b_Q", "b_1", "b_2", "gain", "bias")
OF_ITEMS: Final = ("family", "table", "group")
EXCHANGED: Final = (("W_K", "W_Q"), ("W_1", "W_2"), ("W_O", "W_P"))
"""Matrices of one layer that may have the same shape."""


@dataclass(frozen=True)
class Edit:
    """One change of a network's data: other values at some paths; the first path is where it is."""

    operator: str
    values: tuple[tuple[Path, Data], ...]
    before: str
    after: str

    @property
    def place(self) -> str:
        """The path as messages write it: ".items[0].attention.heads[1].b_Q[0]"."""
        return shown(self.values[0][0])

    def network(self, data: Data) -> Network:
        """The changed network. Raises InputError where the changed data is no network."""
        for path, value in self.values:
            data = put(data, path, value)
        return from_data(data)


def edits(network: Network) -> Iterator[Edit]:
    """All changes of a network by all operators."""
    data = to_data(network)
    yield from _of_items(data["items"], ("items",), data["stages"])
    for name, after in data["stages"].items():
        number = decode_integer(after, name)
        for by in (1, -1):
            yield _number("stage", ("stages", name), number, number + by, by)


def put(data: Data, path: Path, value: Data) -> Data:
    """The data with another value at a path; what is not on the path is shared."""
    if not path:
        return value
    key = path[0]
    changed: Any = list(data) if isinstance(data, list) else dict(data)
    changed[key] = put(data[key], path[1:], value)
    return changed


def shown(path: Path) -> str:
    """A path as messages write it."""
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path)


def _of_items(items: list[Any], path: Path, stages: Mapping[str, Any] | None = None) -> Iterator[Edit]:
    """The changes of a list of items, and of each; `stages` are those that count the items of this list."""
    words = [_item_in_words(item) for item in items]
    for k, item in enumerate(items):
        told = words[k]
        before = f"{told}, number {words[:k].count(told) + 1} of these" if told in words[:k] else told
        yield Edit("layer dropped", _with_stages(path, [*items[:k], *items[k + 1 :]], stages, k, -1), before, "nothing")
        twice = [*items[: k + 1], item, *items[k + 1 :]]
        yield Edit("layer duplicated", _with_stages(path, twice, stages, k, 1), before, f"{told} twice")
        if k and items[k - 1] != item:
            swapped = [*items[: k - 1], item, items[k - 1], *items[k + 1 :]]
            first = words[k - 1]
            yield Edit("layers swapped", ((path, swapped),), f"[{k - 1}] {first}; [{k}] {told}", f"{told}; {first}")
        yield from _of_item(item, (*path, k))


def _with_stages(
    path: Path, items: list[Any], stages: Mapping[str, Any] | None, k: int, by: int
) -> tuple[tuple[Path, Data], ...]:
    """Other items, and the stages that come after item k counted anew."""
    changed: list[tuple[Path, Data]] = [(path, items)]
    for name, after in (stages or {}).items():
        number = decode_integer(after, name)
        if number > k:
            changed.append((("stages", name), encode_integer(number + by)))
    return tuple(changed)


def _of_item(item: Mapping[str, Any], path: Path) -> Iterator[Edit]:
    ((kind, inner),) = item.items()
    at = (*path, kind)
    if kind in OF_ITEMS:
        yield from _of_items(inner["items"], (*at, "items"))
    if kind == "family":
        yield from _of_family(inner, at)
    elif kind == "table":
        yield from _of_table(inner["rows"], (*at, "rows"))
    elif kind not in OF_ITEMS:
        yield from _of_layer(inner, at)


def _of_layer(fields: Mapping[str, Any], at: Path) -> Iterator[Edit]:
    """What can be changed of each field of a layer, whatever kind it is of."""
    for rule in TieRule if "tie_rule" in fields else ():
        if rule != fields["tie_rule"]:
            yield Edit("tie rule", (((*at, "tie_rule"), rule.value),), fields["tie_rule"], rule.value)
    if "mask" in fields:
        yield from _of_mask(fields["mask"], (*at, "mask"))
        if fields["mask"] is not None and "tie_rule" not in fields:  # of hardmax none is no key, and not null
            yield Edit("mask", (((*at, "mask"), None),), _mask(fields["mask"]), _mask(None))
    if "heads" in fields:
        yield from _of_heads(fields["heads"], (*at, "heads"))
    else:
        yield from _of_matrices(fields, at)
    if "activation" in fields:
        yield from _of_activation(fields["activation"], (*at, "activation"))
        yield from _of_hidden(fields, at)
    if "epsilon" in fields:
        yield from _of_number("epsilon", decode_rational(fields["epsilon"], "epsilon"), (*at, "epsilon"))
    for by in (1, -1) if "centre" in fields else ():
        yield _number("centre", (*at, "centre"), fields["centre"], fields["centre"] + by, by)


def _of_heads(heads: list[Any], path: Path) -> Iterator[Edit]:
    """Every head left out, and every entry of each."""
    for k, head in enumerate(heads):
        if len(heads) > 1:
            yield Edit("head dropped", ((path, [*heads[:k], *heads[k + 1 :]]),), f"head [{k}]", "nothing")
        yield from _of_matrices(head, (*path, k))


def _of_mask(mask: Data, at: Path) -> Iterator[Edit]:
    """Another mask by name, and each entry of rows turned round, where its column still attends to something."""
    for other in NAMED:
        if other != mask:
            yield Edit("mask", ((at, other),), _mask(mask), _mask(other))
    for k, row in enumerate(mask if isinstance(mask, list) else ()):
        for j, entry in enumerate(row):
            if not entry or sum(other[j] for other in mask) > 1:
                yield Edit("mask", (((*at, k, j), not entry),), _mask(mask), f"[{k + 1}, {j + 1}] {not entry}")


def _mask(mask: Data) -> str:
    return "no mask" if mask is None else "a mask of its own" if isinstance(mask, list) else f"{mask} mask"


def _of_matrices(owner: Mapping[str, Any], path: Path) -> Iterator[Edit]:
    """Every entry of every matrix and bias of a head or a layer, and its matrices exchanged."""
    for name in (name for name in WEIGHTS if name in owner):
        for i, row in enumerate(owner[name]):
            for j, value in enumerate(row):
                yield from _of_entry("weight", value, (*path, name, i, j))
    for name in (name for name in BIASES if name in owner):
        for i, value in enumerate(owner[name]):
            yield from _of_entry("bias", value, (*path, name, i))
    for first, second in EXCHANGED:
        if first in owner and second in owner and owner[first] != owner[second]:
            changed = (((*path, first), owner[second]), ((*path, second), owner[first]))
            yield Edit("matrices exchanged", changed, f"{first}, {second}", f"{second}, {first}")


def _of_entry(kind: str, value: Data, path: Path) -> Iterator[Edit]:
    """One entry: of an affine one its constant, and the coefficient of each variable."""
    if isinstance(value, list):
        number: Any = decode_real(value, kind)
        for operator, changed in _changed_numbers(number):
            yield Edit(f"{kind} {operator}", ((path, encode_real(changed)),), str(number), str(changed))
        return
    if not isinstance(value, dict):
        yield from _of_number(kind, decode_rational(value, kind), path)
        return
    numbers = {name: decode_rational(coefficient, name) for name, coefficient in value.items()}
    for name, number in numbers.items():
        for operator, changed in _changed_numbers(number):
            told = {**numbers, name: changed}
            yield Edit(
                f"{kind if name == 'constant' else 'coefficient'} {operator}",
                (((*path, name), encode_rational(changed)),),
                _affine(numbers),
                _affine(told),
            )


def _affine(numbers: Mapping[str, Rational]) -> str:
    return in_words(numbers["constant"], [(name, number) for name, number in numbers.items() if name != "constant"])


def _of_number(kind: str, number: Rational, path: Path) -> Iterator[Edit]:
    for operator, changed in _changed_numbers(number):
        yield Edit(f"{kind} {operator}", ((path, encode_rational(changed)),), written(number), written(changed))


def _changed_numbers(number: Rational) -> Iterator[tuple[str, Rational]]:
    """The number by every operator that changes it."""
    yield "+ 1", number + 1
    yield "- 1", number - 1
    if number:
        yield "negated", -number
        yield "zeroed", mpq(0)
        yield "doubled", 2 * number


def _number(kind: str, path: Path, number: int, changed: int, by: int) -> Edit:
    sign = "+ 1" if by > 0 else "- 1"
    return Edit(f"{kind} {sign}", ((path, encode_integer(changed)),), written(number), written(changed))


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _of_family(family: Mapping[str, Any], path: Path) -> Iterator[Edit]:
    """The ends of the range: one turn more or less at either end, another step."""
    start, step = (decode_rational(family[key], key) for key in ("start", "step"))
    count = decode_integer(family["count"], "count")
    range_ = f"{family['variable']} from {written(start)} by {written(step)}, {_times(count)}"

    def edit(operator: str, **changed: Rational | int) -> Edit:
        old = {"start": start, "step": step, "count": count}
        values = old | changed
        told = f"{family['variable']} from {written(values['start'])} by {written(values['step'])}"
        paths = tuple(((*path, key), encode_rational(mpq(new))) for key, new in changed.items() if new != old[key])
        return Edit(operator, paths, range_, f"{told}, {_times(values['count'])}")

    yield edit("range one longer", count=count + 1)
    yield edit("range begins earlier", start=start - step, count=count + 1)
    if count:
        yield edit("range one shorter", count=count - 1)
        yield edit("range begins later", start=start + step, count=count - 1)
    yield edit("range shifted", start=start + (step or 1))
    if step and count > 1:
        yield edit("range reversed", start=start + (count - 1) * step, step=-step)
    yield edit("step doubled" if step else "step + 1", step=2 * step or mpq(1))


def _of_table(rows: list[Any], path: Path) -> Iterator[Edit]:
    for k, row in enumerate(rows):
        if len(rows) > 1:
            yield Edit("row dropped", ((path, [*rows[:k], *rows[k + 1 :]]),), f"row [{k}] {_row(row)}", "nothing")
        if k and rows[k - 1] != row:
            swapped = [*rows[: k - 1], row, rows[k - 1], *rows[k + 1 :]]
            yield Edit(
                "rows swapped",
                ((path, swapped),),
                f"[{k - 1}] {_row(rows[k - 1])}; [{k}] {_row(row)}",
                f"{_row(row)}; {_row(rows[k - 1])}",
            )
        for j, value in enumerate(row):
            yield from _of_number("row entry", decode_rational(value, "row"), (*path, k, j))


def _row(row: list[Any]) -> str:
    return "(" + ", ".join(str(value) for value in row) + ")"


def _of_activation(pieces: list[Any], path: Path) -> Iterator[Edit]:
    """Slope and intercept of every piece; every breakpoint moved, given to the other piece, or left out."""
    for k, piece in enumerate(pieces):
        for key in ("slope", "intercept"):
            yield from _of_number(key, decode_rational(piece[key], key), (*path, k, key))
    for k, (left, right) in enumerate(itertools.pairwise(pieces)):
        at = decode_rational(left["to"], "to")
        told = f"{written(at)} belongs to piece [{k if left['to_closed'] else k + 1}]"
        paths = ((*path, k, "to_closed"), (*path, k + 1, "from_closed"))
        given = tuple(zip(paths, (not left["to_closed"], not right["from_closed"]), strict=True))
        yield Edit("end given away", given, told, f"to piece [{k + 1 if left['to_closed'] else k}]")
        ends = (("moved up", _towards(at, right["to"], 1)), ("moved down", _towards(at, left["from"], -1)))
        for operator, moved in ends:
            if moved != at:
                values = tuple((path_, encode_rational(moved)) for path_ in ((*path, k, "to"), (*path, k + 1, "from")))
                yield Edit(f"breakpoint {operator}", values, written(at), written(moved))
        merged = {**left, "to": right["to"], "to_closed": right["to_closed"]}
        yield Edit(
            "pieces merged",
            ((path, [*pieces[:k], merged, *pieces[k + 2 :]]),),
            f"pieces [{k}] and [{k + 1}]",
            f"piece [{k}] alone",
        )


def _towards(at: Rational, end: Data, by: int) -> Rational:
    """Half the way to the next breakpoint, at most by 1; by 1 where there is none."""
    if end is None:
        return at + by
    half = (decode_rational(end, "end") - at) / 2
    return at + (min(half, mpq(1)) if by > 0 else max(half, mpq(-1)))


def _of_hidden(layer: Mapping[str, Any], path: Path) -> Iterator[Edit]:
    """A hidden node left out, where there are several."""
    hidden = len(layer["b_1"])
    for k in range(hidden if hidden > 1 else 0):
        values = (
            ((*path, "b_1"), _without(layer["b_1"], k)),
            ((*path, "W_1"), _without(layer["W_1"], k)),
            ((*path, "W_2"), [_without(row, k) for row in layer["W_2"]]),
        )
        yield Edit("hidden node dropped", values, f"node [{k}] of {hidden}", "nothing")


def _without(values: list[Any], k: int) -> list[Any]:
    return [*values[:k], *values[k + 1 :]]


def _item_in_words(item: Mapping[str, Any]) -> str:
    ((kind, inner),) = item.items()
    if kind == "family":
        return f"family over {inner['variable']} ({inner['count']} turns)"
    if kind == "table":
        return f"table of {counted(len(inner['rows']), 'row')}"
    if kind == "group":
        return f"group {inner['name']!r}"
    return f"{kind} layer" if kind.endswith("attention") else f"{kind.replace('_', '-')} layer"
