"""From JSON data to domains: everything is checked, and what is wrong is named with its path."""

from __future__ import annotations

from typing import Any, Final

from exactua.arithmetic.json_values import array_at, kind, object_at, string_at
from exactua.arithmetic.messages import quoted
from exactua.errors import InputError
from exactua.grids.categories import DomainSpec, Terms
from exactua.terms.encoding import from_data
from exactua.terms.language import Kind, Term

KINDS: Final = ("orbits", "sequences", "product", "list", "chosen", "pairs", "cells")
"""The kinds of domains."""

REPEATS: Final = ("allowed", "forbidden", "required")
SPECIALS: Final = ("none", "allowed", "required")


def spec_from_data(data: object, name: str, where: str = "spec") -> DomainSpec:
    """The domain of this name that the JSON data describes (docs/certificate-format.md, 5); `where` is its place.

    The data may come from anybody. Raises InputError, one sentence with the path of what is wrong such as
    `spec.levels.step`, for anything that is no domain. `spec_from_data(spec.data(), spec.name).data() == spec.data()`.
    """
    fields = object_at(data, where)
    kind = string_at(fields.get("kind"), f"{where}.kind")
    if kind not in KINDS:
        raise InputError(f"{where}.kind: {quoted(kind)} is not one of {', '.join(KINDS)}")
    if kind == "orbits" and "columns" in fields:
        object_at(data, where, ("kind", "columns", "repeats"))
        columns = _rows(fields["columns"], f"{where}.columns")
        return DomainSpec(name, "orbits", repeats=_word(fields, "repeats", REPEATS, where), columns=columns)
    if kind == "sequences" and "columns" in fields:
        object_at(data, where, ("kind", "columns"))
        return DomainSpec(name, "sequences", columns=_rows(fields["columns"], f"{where}.columns"))
    return _READERS[kind](fields, name, where)


def _pairs(fields: dict[str, Any], name: str, where: str) -> DomainSpec:
    of = object_at(fields, where, ("kind", "of"))["of"]
    inner_kind = object_at(of, f"{where}.of").get("kind")
    if inner_kind in ("pairs", "cells"):
        raise InputError(f"{where}.of: there are no pairs of {inner_kind}")
    return DomainSpec(name, "pairs", of=spec_from_data(of, name.removeprefix("pairs of "), f"{where}.of"))


def _cells(fields: dict[str, Any], name: str, where: str) -> DomainSpec:
    ends = ("from", "to") if {"from", "to"} & fields.keys() else ()
    object_at(fields, where, ("kind", "columns", *ends))
    if fields["columns"] != 1 or isinstance(fields["columns"], (bool, float)):
        raise InputError(f"{where}.columns: {kind(fields['columns'])} is not 1; cells are those of one column")
    if not ends:
        return DomainSpec(name, "cells")
    low, high = (number_term(fields[end], f"{where}.{end}") for end in ends)
    return DomainSpec(name, "cells", interval=(low, high))


def _product(fields: dict[str, Any], name: str, where: str) -> DomainSpec:
    sets = array_at(object_at(fields, where, ("kind", "columns"))["columns"], f"{where}.columns")
    return DomainSpec(
        name, "product", sets=tuple(_rows(columns, f"{where}.columns[{k}]") for k, columns in enumerate(sets))
    )


def _list(fields: dict[str, Any], name: str, where: str) -> DomainSpec:
    points = array_at(object_at(fields, where, ("kind", "points"))["points"], f"{where}.points")
    return DomainSpec(name, "list", points=tuple(_rows(rows, f"{where}.points[{k}]") for k, rows in enumerate(points)))


def _chosen(fields: dict[str, Any], name: str, where: str) -> DomainSpec:
    object_at(fields, where, ("kind", "parameter", "of"))
    parameter = string_at(fields["parameter"], f"{where}.parameter")
    options = []
    for k, option in enumerate(array_at(fields["of"], f"{where}.of")):
        at = f"{where}.of[{k}]"
        if object_at(option, at).get("kind") != "list":
            raise InputError(f"{at}: only lists are chosen from")
        options.append(spec_from_data(option, f"{name} {k + 1}", at))
    if not options or not parameter:
        raise InputError(f"{where}: it needs a parameter and at least one list")
    return DomainSpec(name, "chosen", parameter=parameter, options=tuple(options))


def _orbits(fields: dict[str, Any], name: str, where: str) -> DomainSpec:
    object_at(fields, where, ("kind", "levels", "special", "ids", "repeats", "specials"))
    repeats, specials = _word(fields, "repeats", REPEATS, where), _word(fields, "specials", SPECIALS, where)
    return DomainSpec(name, "orbits", *_columns(fields, where), repeats, specials)


def _sequences(fields: dict[str, Any], name: str, where: str) -> DomainSpec:
    object_at(fields, where, ("kind", "levels", "special", "ids"))
    return DomainSpec(name, "sequences", *_columns(fields, where))


_READERS: Final = {
    "orbits": _orbits,
    "sequences": _sequences,
    "product": _product,
    "list": _list,
    "chosen": _chosen,
    "pairs": _pairs,
    "cells": _cells,
}


def _word(fields: dict[str, Any], key: str, valid: tuple[str, ...], where: str) -> Any:
    word = string_at(fields[key], f"{where}.{key}")
    if word not in valid:
        raise InputError(f"{where}.{key}: {quoted(word)} is not one of {', '.join(valid)}")
    return word


def _columns(fields: dict[str, Any], where: str) -> tuple[tuple[Term, Term, Term], tuple[Term, ...], Term]:
    """The levels, the special levels and the ids of columns."""
    levels = object_at(fields["levels"], f"{where}.levels", ("start", "step", "count"))
    start, step, count = (number_term(levels[key], f"{where}.levels.{key}") for key in ("start", "step", "count"))
    special = tuple(
        number_term(level, f"{where}.special[{k}]")
        for k, level in enumerate(array_at(fields["special"], f"{where}.special"))
    )
    ids = from_data(fields["ids"], f"{where}.ids")
    if ids.kind is not Kind.LIST:
        raise InputError(f"{where}.ids: a {ids.kind.value} is not a list of numbers")
    return (start, step, count), special, ids


def _rows(data: object, where: str) -> Terms:
    """At least one row (or column) of numbers."""
    rows = array_at(data, where)
    if not rows:
        raise InputError(f"{where}: it is empty")
    return tuple(
        tuple(number_term(entry, f"{where}[{k}][{i}]") for i, entry in enumerate(array_at(row, f"{where}[{k}]")))
        for k, row in enumerate(rows)
    )


def number_term(data: object, where: str) -> Term:
    """The term of a number that the JSON data describes. Raises InputError for anything else."""
    term = from_data(data, where)
    if term.kind is not Kind.NUMBER:
        raise InputError(f"{where}: a {term.kind.value} is not a number")
    return term
