"""What claims and networks are made of, at the prompt: terms, domains, layers and heads, each in a few short lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from exactua.grids.categories import DomainSpec
from exactua.networks.heads import AttentionHead
from exactua.networks.items import Family, Group, Item, Table
from exactua.networks.layer import Layer
from exactua.networks.printing import item_lines
from exactua.plurals import counted
from exactua.reprs import cut
from exactua.terms.language import Term
from exactua.terms.printing import text

WIDTH: Final = 100
"""Characters of a line."""
MOST: Final = 20
"""Columns of a domain that are told."""
MOST_LEVELS: Final = 10

Piece = Term | DomainSpec | Layer | AttentionHead | Family | Group | Table


def prompt(piece: Piece) -> Iterator[str]:
    """The lines at the prompt."""
    yield from (cut(line, WIDTH) for line in _lines(piece))


def _lines(piece: Piece) -> Iterator[str]:
    match piece:
        case Term():
            yield f"Term: {text(piece)}"
        case DomainSpec():
            kind, _, entries = _range(piece).partition(" with ")
            yield f"Domain {piece.name}: {kind}"
            if entries:
                yield f"  with {entries}"
        case AttentionHead():
            yield f"Head: {piece.words()}"
        case _:
            item: Item = piece
            first, *others = item_lines(item)
            yield f"{type(piece).__name__}: {first}"
            yield from others


def _range(spec: DomainSpec) -> str:
    """What a domain ranges over, in words."""
    if spec.kind == "pairs" and spec.of is not None:
        return f"all ordered pairs of points of {spec.of.name}"
    if spec.kind == "cells":
        ends = "" if spec.interval is None else " with entries in [{}, {}]".format(*map(text, spec.interval))
        return f"all real columns{ends}, in finitely many cells"
    if spec.kind == "chosen":
        return f"the list of number {spec.parameter} of {', '.join(option.name for option in spec.options)}"
    if spec.kind == "list":
        return f"{len(spec.points):,} matri{'x' if len(spec.points) == 1 else 'ces'}"
    if spec.kind == "product":
        return f"matrices with {counted(len(spec.sets), 'column')}, each from a list of its own"
    kind = "matrices up to the order of their columns" if spec.kind == "orbits" else "matrices"
    repeats = {"allowed": "", "forbidden": ", all columns different", "required": ", some columns equal"}[spec.repeats]
    if spec.columns:
        shown = [f"[{', '.join(map(text, column))}]" for column in spec.columns[:MOST]]
        return f"{kind}{repeats} with columns {', '.join(shown)}{', ...' * (len(spec.columns) > MOST)}"
    assert spec.levels is not None
    special = f", or {', '.join(map(text, spec.special))}" if spec.special and spec.specials != "none" else ""
    once = ", at least once" if special and spec.specials == "required" else ""
    return f"{kind}{repeats} with entries {_levels(*spec.levels)}{special}{once}"


def _levels(start: Term, step: Term, count: Term) -> str:
    """The regular values of an entry: "0, 1", or where they begin, by how much they grow, and how many there are."""
    if {start.operator, step.operator, count.operator} == {"integer"} and count.value <= MOST_LEVELS:
        return ", ".join(str(start.value + k * step.value) for k in range(count.value))
    first = "" if start.operator == "integer" and start.value == 0 else f"{text(start)} + "
    return f"{first}k * {text(step)}, k = 0, ..., {text(count)} - 1"
