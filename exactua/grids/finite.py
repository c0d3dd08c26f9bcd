"""Domains of one's own: any finite set of sequences, a vocabulary of tokens, products, levels, boxes of reals.

Entries are exact: integers, fractions such as "1/3" or mpq, and numbers made of the parameters and definitions of the
claim. What shows only at an instance (another number of rows or columns than d and n, two columns that become equal)
is refused there, with the name of the domain.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, Final, Literal, get_args

from gmpy2 import mpq

from exactua.arithmetic.messages import brief
from exactua.arithmetic.number_reading import lists, told_of_arrays
from exactua.arithmetic.rationals import Rational, rational
from exactua.errors import InputError
from exactua.grids.categories import DomainSpec, Terms, d
from exactua.grids.domains import Progression
from exactua.grids.orbits import Repeats
from exactua.plurals import counted
from exactua.terms.language import Term
from exactua.terms.language import rational as literal
from exactua.terms.tracing import Columns, Number, row

Entry = Any
"""An exact number: int, "1/3", Fraction, mpq, or a number over the parameters and definitions of a claim."""

Order = Literal["sequences", "orbits"]

_RATIONAL: Final = type(mpq())


def listed(name: str, points: Iterable[Sequence[Sequence[Entry]]]) -> DomainSpec:
    """These d x n matrices, each as its rows, unit 1, in this order; there may be none.

    Raises InputError for an entry that is not exact, rows or points of different shapes, a point given twice.

    >>> listed("two points", [[[0, "1/2"]], [[1, 0]]]).data()
    {'kind': 'list', 'points': [[[0, ['/', 1, 2]]], [[1, 0]]]}
    """
    read, given = _Entries(name), _several(points, name, "points")
    with told_of_arrays(points):
        matrices = tuple(read.rows(point, f"point {k}", "row") for k, point in enumerate(given, 1))
    for k, (first, second) in enumerate(pairwise(matrices), 1):
        if (len(first), len(first[0])) != (len(second), len(second[0])):
            a, b = (f"{len(point)} x {len(point[0])}" for point in (first, second))
            raise InputError(f"{name}: point {k + 1} is {b}, point {k} is {a}; all are d x n")
    _all_different(matrices, name, "points")
    return DomainSpec(name, "list", points=matrices)


def chosen(name: str, parameter: str, lists: Iterable[DomainSpec]) -> DomainSpec:
    """One of several lists of matrices, each of its own d and n: the parameter says which, from 1.

    Raises InputError where something else than a list is given, for no list and for no name of a parameter.

    >>> chosen("data", "k", [listed("one token", [[[0]]]), listed("two tokens", [[[0, 1]]])]).data()["parameter"]
    'k'
    """
    if not isinstance(parameter, str) or not parameter.isidentifier():
        raise InputError(
            f"{name}: parameter: {brief(parameter)} is not the name of a parameter; write a name such as 'k'"
        )
    if not isinstance(lists, Iterable):
        raise InputError(f"{name}: lists: {brief(lists)} is not a list; write [listed(...), ...]")
    options = tuple(lists)
    for k, option in enumerate(options, 1):
        if not isinstance(option, DomainSpec) or option.kind != "list":
            raise InputError(f"{name}: choice {k} is not a list of points; write listed(...)")
    if not options:
        raise InputError(f"{name}: there is nothing to choose from; give at least one list")
    return DomainSpec(name, "chosen", parameter=parameter, options=options)


def vocabulary(
    name: str, columns: Iterable[Sequence[Entry]], order: Order = "sequences", repeats: Repeats = "allowed"
) -> DomainSpec:
    """All d x n matrices whose columns are of this vocabulary, unit 1; of "orbits" one for each order of columns.

    `repeats` of orbits: whether columns may be equal ("allowed"), are all different ("forbidden") or not ("required").
    Raises InputError for another word, an entry that is not exact, columns of different lengths, a column given twice.

    >>> vocabulary("tokens", [[0, 1], [1, 0]]).data()
    {'kind': 'sequences', 'columns': [[0, 1], [1, 0]]}
    """
    _check_order(name, order, repeats)
    tokens = _Entries(name).rows(columns, "columns", "column")
    _all_different(tokens, name, "columns")
    return DomainSpec(name, order, repeats=repeats, columns=tokens)


def product_of(name: str, sets: Iterable[Iterable[Sequence[Entry]]]) -> DomainSpec:
    """All d x n matrices whose column j is of the j-th of these sets of columns: one set for each of the n places.

    Raises InputError for an entry that is not exact, columns of different lengths, a column twice in one set, no set.

    >>> product_of("first 0 or 1, then 2", [[[0], [1]], [[2]]]).data()
    {'kind': 'product', 'columns': [[[0], [1]], [[2]]]}
    """
    read = _Entries(name)
    column_sets = tuple(
        read.rows(columns, f"set {j}", "column") for j, columns in enumerate(_several(sets, name, "sets"), 1)
    )
    if not column_sets:
        raise InputError(f"{name}: a product needs sets; give one set of columns for each of the n places")
    for j, (first, second) in enumerate(pairwise(column_sets), 1):
        if len(first[0]) != len(second[0]):
            shown = (
                f"the columns of set {j + 1} have {counted(len(second[0]), 'entry')}, those of set {j} {len(first[0])}"
            )
            raise InputError(f"{name}: {shown}; all have d")
    for j, columns in enumerate(column_sets, 1):
        _all_different(columns, f"{name}: set {j}", "columns")
    return DomainSpec(name, "product", sets=column_sets)


def levels(
    name: str,
    start: Entry,
    step: Entry,
    count: Entry,
    *,
    order: Order = "sequences",
    repeats: Repeats = "allowed",
) -> DomainSpec:
    """All d x n matrices with entries start, start + step, ..., `count` of them; or one for each order of columns.

    Columns are numbered by the digits of their entries, the first row lowest. Raises InputError as `vocabulary` does,
    and where start, step and count make no levels.

    >>> bits = levels("bits", start=0, step=1, count=2)
    >>> bits.kind, bits.data()["levels"]
    ('sequences', {'start': 0, 'step': 1, 'count': 2})
    """
    _check_order(name, order, repeats)
    read = _Entries(name)
    terms = (read(start, "start"), read(step, "step"), read(count, "count"))
    if not any(isinstance(entry, Number) for entry in (start, step, count)):
        try:
            Progression(rational(start, "start"), rational(step, "step"), rational(count, "count"))
        except InputError as error:
            raise InputError(f"{name}: {error}") from None
    number = Number(terms[2])
    ids = row(Columns(1, d, "i"), lambda i: number ** (i - 1))
    return DomainSpec(name, order, terms, (), ids.term, repeats, "none")


def box(name: str, low: Entry, high: Entry) -> DomainSpec:
    """Every row and every real column with all d entries in [low, high], both ends included, cut into cells.

    For networks that treat every column, and in it every entry, alone. Raises InputError for an end that is not exact,
    and where low < high is false.

    >>> box("unit cube", 0, 1).data()
    {'kind': 'cells', 'columns': 1, 'from': 0, 'to': 1}
    >>> box("unit cube", 1, 0)
    Traceback (most recent call last):
    exactua.errors.InputError: unit cube: [1, 0] is not an interval; low must be less than high
    """
    read = _Entries(name)
    ends = (read(low, "low"), read(high, "high"))
    if not any(isinstance(end, Number) for end in (low, high)) and not rational(low, "low") < rational(high, "high"):
        raise InputError(f"{name}: [{low}, {high}] is not an interval; low must be less than high")
    return DomainSpec(name, "cells", interval=ends)


class _Entries:
    """Reads the numbers of one domain; each is made once."""

    def __init__(self, name: str) -> None:
        if not isinstance(name, str) or not name.strip():
            raise InputError(f"name: {name!r} is not a name for a domain; give a word or a few")
        self.name = name
        self._known: dict[Any, Term] = {}
        self._rationals: dict[Rational, Term] = {}

    def __call__(self, entry: Entry, where: str) -> Term:
        """The entry as a term. Raises InputError for no exact number, and for one of a point or a network."""
        if isinstance(entry, Number):
            beyond = next((part for part in entry.term.walk() if part.operator in _POINTS), None)
            if beyond is not None or entry.term.free:
                raise InputError(f"{self.name}: {where}: {entry} is not known without a point; use parameters alone")
            return entry.term
        key = (type(entry), entry) if isinstance(entry, (int, str, _RATIONAL)) else None
        if key is None or key not in self._known:
            term = literal(rational(entry, f"{self.name}: {where}"))
            if key is None:
                return term
            self._known[key] = term
            if isinstance(entry, _RATIONAL):
                self._rationals[entry] = term
        return self._known[key]

    def _met(self, entries: list[Any]) -> tuple[Term, ...] | None:
        """The terms of rationals all of which were read before."""
        if {*map(type, entries)} != {_RATIONAL}:
            return None
        try:
            return tuple(map(self._rationals.__getitem__, entries))
        except KeyError:
            return None

    def rows(self, rows: Iterable[Sequence[Entry]], where: str, noun: str) -> Terms:
        """At least one row (or column), all of one length, which is at least 1."""
        terms = []
        for k, entries in enumerate(_several(rows, self.name, where), 1):
            at = f"{where}, {noun} {k}"
            row = _several(entries, self.name, at)
            if not row:
                raise InputError(f"{self.name}: {at} is empty; give at least one entry")
            known = self._met(row)
            with told_of_arrays([rows, entries]):
                terms.append(known or tuple(self(entry, f"{at}, entry {i}") for i, entry in enumerate(row, 1)))
        if not terms:
            raise InputError(f"{self.name}: {where} has no {noun}; give at least one")
        for k, entries in enumerate(terms, 1):
            if len(entries) != len(terms[0]):
                shown = f"{where}: {noun} {k} has {counted(len(entries), 'entry')}, {noun} 1 has {len(terms[0])}"
                raise InputError(f"{self.name}: {shown}; all have the same number")
        return tuple(terms)


_POINTS = ("point", "stage", "after", "layer", "network")


def _several(given: Any, name: str, where: str) -> list[Any]:
    """A list of what is given; a number, or a text, is none."""
    if type(given) in (tuple, list):  # as most are, and lists may be long
        return list(given)
    given = lists(given, f"{name}: {where}")
    if isinstance(given, (str, bytes)) or not hasattr(given, "__iter__"):
        raise InputError(f"{name}: {where}: {given!r} is not a list; write [{given}]")
    return list(given)


def _check_order(name: str, order: str, repeats: str) -> None:
    for argument, given, valid in (("order", order, get_args(Order)), ("repeats", repeats, get_args(Repeats))):
        if given not in valid:
            raise InputError(f"{name}: {argument}: {given!r} is not one of {', '.join(valid)}")
    if order == "sequences" and repeats != "allowed":
        raise InputError(f"{name}: repeats: {repeats!r} applies only to orbits; in sequences columns may be equal")


def _all_different(listed: Sequence[Any], name: str, what: str) -> None:
    first: dict[Any, int] = {}
    for k, entry in enumerate(listed, 1):
        if first.setdefault(entry, k) != k:
            raise InputError(f"{name}: {what} {first[entry]} and {k} are the same; give each once")
