"""The grids of Yun et al. 2020 as data: G_delta, G~_delta, G+_delta and the Categories 1, 2, 3 (Lemma 8, App. E.3).

A `DomainSpec` says, in terms over the parameters, what 'for all L' ranges over; `build` makes it countable points.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, Literal

from gmpy2 import mpq

from exactua.arithmetic.messages import brief
from exactua.arithmetic.rationals import Matrix, Rational
from exactua.errors import InputError
from exactua.grids.columns import ColumnSet, Progression
from exactua.grids.domains import NumberedColumns, PointDomain
from exactua.grids.orbits import Orbits
from exactua.grids.pairs import Pairs
from exactua.grids.sequences import Product, Sequences
from exactua.grids.spelling import Spelling
from exactua.grids.vocabulary import Listed, Vocabulary
from exactua.reprs import ShortRepr
from exactua.terms.encoding import Data, canonical, to_data
from exactua.terms.language import Term, integer, make
from exactua.terms.tracing import Columns, Number, parameter, row, variable

Kind = Literal["orbits", "sequences", "product", "list", "chosen", "pairs", "cells"]

Terms = tuple[tuple[Term, ...], ...]
"""Columns, each with d entries; or the rows of one matrix."""


@dataclass(frozen=True, repr=False)
class DomainSpec(ShortRepr):
    """What a step quantifies over, for every instance at once.

    kind "orbits": d x n matrices up to permutation of their columns; "sequences": all of them, in order; "product":
    those whose columns are each from a list of its own; "list": these; "chosen": those of one of
    several lists, whose number, from 1, is a parameter; "pairs": all ordered pairs of points of another domain;
    "cells": all real columns (or those in a closed box), cut into finitely many cells.
    Columns of orbits and sequences are listed (`columns`), or made of levels, the regular values of an entry (start,
    step, count), and specials, the exceptional ones; `ids` is then the list u whose product u^T L_{:,j} is the id.
    """

    _told_by: ClassVar[str] = "exactua.printing.notebook.pieces"

    name: str
    kind: Kind
    levels: tuple[Term, Term, Term] | None = None
    special: tuple[Term, ...] = ()
    ids: Term | None = None
    repeats: Literal["allowed", "forbidden", "required"] = "allowed"
    specials: Literal["none", "allowed", "required"] = "allowed"
    of: DomainSpec | None = None
    """What a domain of pairs pairs."""
    columns: Terms = ()
    """The vocabulary of orbits or sequences, in place of levels, specials and ids."""
    sets: tuple[Terms, ...] = ()
    """Of a product: the columns that may stand at each place."""
    points: tuple[Terms, ...] = ()
    """Of a list: its matrices, each as rows."""
    parameter: str = ""
    """Of a chosen list: the parameter that says which."""
    options: tuple[DomainSpec, ...] = ()
    """The lists to choose from."""
    interval: tuple[Term, Term] | None = None
    """Of cells in a closed box: the ends between which all entries lie."""
    spelling: Spelling | None = field(default=None, compare=False)
    """Of words: how people write the points. It is no part of the data."""

    def __hash__(self) -> int:
        return hash((self.name, self.kind))  # a list may be long, and a name stands for one domain in a problem

    def renewed(self, spec: DomainSpec) -> DomainSpec:
        """The same with `spec` in place of the domain of its name: itself, what it pairs, or one to choose from."""
        if self.name == spec.name:
            return spec
        of = None if self.of is None else self.of.renewed(spec)
        options = tuple(option.renewed(spec) for option in self.options)
        return self if (of, options) == (self.of, self.options) else replace(self, of=of, options=options)

    def data(self) -> Data:
        """The spec as JSON data (docs/certificate-format.md, 5)."""
        return self._data

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """The terms of the domain, each once."""
        return tuple({id(term): term for term in _terms(self)}.values())

    @cached_property
    def is_literal(self) -> bool:
        """Whether its terms are numbers, so that they are the same at every instance."""
        return all(part.operator in ("integer", "/") for term in self.terms for part in term.walk())

    @cached_property
    def built(self) -> dict[tuple[int, int], Listed]:
        """What a list of numbers is, by d and n: it may be long, and several look at it."""
        return {}

    @cached_property
    def canonical(self) -> str:
        """The canonical JSON text of the spec, which many hashes are taken of."""
        return canonical(self.data())

    @cached_property
    def _data(self) -> Data:
        if self.kind == "pairs" and self.of is not None:
            return {"kind": "pairs", "of": self.of.data()}
        if self.kind == "chosen":
            return {"kind": "chosen", "parameter": self.parameter, "of": [option.data() for option in self.options]}
        if self.kind == "product":
            return {"kind": "product", "columns": [_data(columns) for columns in self.sets]}
        if self.kind == "list":
            known = {id(term): to_data(term) for term in self.terms}
            points = [[[known[id(term)] for term in row] for row in point] for point in self.points]
            return {"kind": "list", "points": points}
        if self.columns:
            repeats = {"repeats": self.repeats} if self.kind == "orbits" else {}
            return {"kind": self.kind, "columns": _data(self.columns), **repeats}
        if self.kind == "cells" or self.levels is None or self.ids is None:
            ends = {} if self.interval is None else dict(zip(("from", "to"), map(to_data, self.interval), strict=True))
            return {"kind": "cells", "columns": 1, **ends}
        start, step, count = (to_data(term) for term in self.levels)
        spec = {
            "kind": self.kind,
            "levels": {"start": start, "step": step, "count": count},
            "special": [to_data(term) for term in self._special()],
            "ids": to_data(self.ids),
        }
        if self.kind == "orbits":
            spec |= {"repeats": self.repeats, "specials": self.specials}
        return spec

    def _special(self) -> tuple[Term, ...]:
        return () if self.kind == "sequences" and self.specials == "none" else self.special


def _data(rows: Terms) -> Data:
    return [[to_data(term) for term in row] for row in rows]


Shared = dict[tuple[Any, ...], ColumnSet]
"""Sets of columns that are built, by the terms that say what they are."""


def build(
    spec: DomainSpec, value: Callable[[Term], Any], parameters: Mapping[str, Any], shared: Shared | None = None
) -> PointDomain:
    """The countable domain that `spec` (any kind but cells) is at an instance; `value` evaluates its terms.

    Domains of one instance whose columns are `shared` have one set of them, where they say it by the same terms.

    Raises InputError, naming the domain, where its columns or points do not fit d and n, or are not all different.
    """
    d, n = parameters["d"], parameters["n"]
    known: dict[Term, Rational] = {}

    def exact(rows: Terms) -> Matrix:
        for term in {term for terms in rows for term in terms}.difference(known):
            known[term] = mpq(value(term))
        return tuple(tuple(known[term] for term in terms) for terms in rows)

    if spec.kind == "pairs" and spec.of is not None:
        return Pairs(build(spec.of, value, parameters, shared))
    if spec.kind == "chosen":
        number = parameters[spec.parameter]
        if not 1 <= number <= len(spec.options):
            raise InputError(f"{spec.parameter}: {number} is not valid; {spec.name} has 1 to {len(spec.options)}")
        for option in spec.options:  # those that are not chosen are lists as well, each of its own shape
            points = [exact(point) for point in option.points]
            if points:
                Listed(points, len(points[0]), len(points[0][0]), option.name)
        return build(spec.options[number - 1], value, parameters, shared)
    if spec.kind == "product":
        return Product([exact(column_set) for column_set in spec.sets], d, n, spec.name)
    if spec.kind == "list":
        if spec.is_literal and (d, n) in spec.built:
            return spec.built[d, n]
        values = {id(term): mpq(value(term)) for term in spec.terms}
        listed = (tuple([tuple([values[id(term)] for term in row]) for row in point]) for point in spec.points)
        domain = Listed(listed, d, n, spec.name)
        if spec.is_literal:
            spec.built[d, n] = domain
        return domain
    columns: NumberedColumns
    if spec.columns:
        columns = Vocabulary(exact(spec.columns), d, spec.name)
    elif spec.levels is not None and spec.ids is not None:
        special = spec.special if spec.specials != "none" else ()
        terms = (spec.levels, special, spec.ids)
        shared = {} if shared is None else shared
        if terms not in shared:
            start, step, count = (value(term) for term in spec.levels)
            try:
                shared[terms] = ColumnSet(
                    d, Progression(start, step, count), [value(term) for term in special], value(spec.ids)
                )
            except InputError as error:
                raise InputError(f"{spec.name}: {error}") from None
        columns = shared[terms]
    else:
        raise ValueError(f"{spec.name} is not a domain of points")
    return Sequences(columns, n) if spec.kind == "sequences" else Orbits(columns, n, spec.repeats, spec.specials)


d, n, m = parameter("d"), parameter("n"), parameter("m")

u = row(Columns(1, d, "i"), lambda i: m ** (i - 1))
"""The vector u = (1, delta^-1, ..., delta^(-d+1)) of Yun et al. 2020, App. E.3; unit 1, d entries.

u^T L_{:,j} is the id of column j; on `grid` it is a multiple of delta.

>>> u.dot(point)[1] <= definition("D") - 1
([m^(i - 1) : i = 1..d]^T L)_1 <= D - 1
"""

outside_level: Number = -(m ** (n * d))
"""The value -delta^(-nd) that the quantiser gives to entries outside [0, 1) (Lemma 7)."""

_regular = (integer(0), (1 / m).term, m.term)

extended_grid = DomainSpec("G+", "orbits", _regular, (outside_level.term,), u.term)
"""G+_delta = {-delta^(-nd), 0, delta, ..., 1 - delta}^(d x n) of Yun et al. 2020, App. E.1, up to permutation.

Its d x n matrices, unit 1, one for each order of their columns: what the quantiser of Lemma 7 has as outputs.

>>> [domain.points for domain in check("lemma9.maximum", d=1, n=2).domains]
[6]
"""

grid = replace(extended_grid, name="G", specials="none")
"""G_delta = {0, delta, ..., 1 - delta}^(d x n) of Yun et al. 2020, App. C and D, up to permutation.

Its d x n matrices, unit 1, one for each order of their columns.

>>> [domain.points for domain in check("blocks.equation1", d=1, n=2).domains]
[3]
"""

category1 = replace(grid, name="category 1", repeats="forbidden")
"""Category 1 = G~_delta of Yun et al. 2020, App. E.1.2 and E.3.1: the matrices of `grid` with different columns.

It is empty, and what is stated over it vacuous, where n > delta^-d.

>>> [domain.points for domain in check("lemma8.property1", d=1, n=2).domains]
[1]
>>> check("lemma8.property1", d=1, n=3).verdict
<Verdict.VACUOUS: 'vacuous'>
"""

category2 = replace(grid, name="category 2", repeats="required")
"""Category 2 = G_delta without G~_delta of Yun et al. 2020, App. E.3.2: the matrices of `grid` with duplicate columns.

>>> {domain.name: domain.points for domain in check("lemma8.property4", d=1, n=2).domains}
{'category 3': 3, 'category 2': 2}
"""

category3 = replace(extended_grid, name="category 3", specials="required")
"""Category 3 = G+_delta without G_delta of Yun et al. 2020, App. E.3.3: an entry of the matrix is -delta^(-nd).

>>> {domain.name: domain.points for domain in check("lemma8.property4", d=1, n=2).domains}
{'category 3': 3, 'category 2': 2}
"""

all_sequences = replace(extended_grid, name="G+ in every order", kind="sequences")
"""G+_delta itself (Yun et al. 2020, App. E.1): its d x n matrices, unit 1, in every order of their columns.

>>> [domain.points for domain in check("claim1.scores", d=1, n=2).domains]
[9]
"""

grid_sequences = replace(grid, name="G in every order", kind="sequences")
"""G_delta itself (Yun et al. 2020, App. C and D): its d x n matrices, unit 1, in every order of their columns.

>>> [domain.points for domain in check("lemma4.distance_bump", d=1, n=2).domains]
[4]
"""


def pairs_of(spec: DomainSpec) -> DomainSpec:
    """All ordered pairs (L, L') of points of `spec`, equal ones too: the point is the d x 2n matrix [L L'].

    Raises InputError for what is no domain, and for pairs and cells: only the points of a finite set make pairs.

    >>> pairs_of(category1).name
    'pairs of category 1'
    >>> point.columns(1, parameter("n")) == point.columns(parameter("n") + 1, 2 * parameter("n"))
    L[columns 1..n] = L[columns n + 1..2 n]
    """
    if not isinstance(spec, DomainSpec):
        raise InputError(f"pairs: {brief(spec)} is not a domain; write, for example, pairs_of(levels('bits', 0, 1, 2))")
    if spec.kind in ("pairs", "cells"):
        raise InputError(f"pairs: {spec.name} is a domain of {spec.kind}; only points of a finite set make pairs")
    return DomainSpec(f"pairs of {spec.name}", "pairs", of=spec)


real_columns = DomainSpec("all real columns", "cells")
"""Every row and every column of R^(d x 1): what a token-wise network is given, cut into cells along that row.

A step over it reads the row `chosen_row` of the point and of what networks make of it. Both are decided for all reals
of a cell at once.

>>> [domain.points for domain in check("lemma7.quantises", d=1, n=2).domains]
[7]
"""

chosen_row = variable("row")
"""The row that a point of `real_columns` or of a `box` is cut along: a number from 1 to d.

>>> inside(point[chosen_row, 1], 0, 1)
L_(row, 1) in [0, 1]
"""


def terms_of(spec: DomainSpec) -> tuple[Term, ...]:
    """The terms of a domain, each once however many entries of points it is."""
    return spec.terms


def _terms(spec: DomainSpec) -> Iterator[Term]:
    waiting: list[object] = [spec]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Term):
            yield part
        elif isinstance(part, DomainSpec):
            if part.parameter:
                yield make("param", (part.parameter,))
            waiting += [getattr(part, field.name) for field in dataclasses.fields(part) if field.name != "points"]
            waiting += {id(term): term for point in part.points for row in point for term in row}.values()
        elif isinstance(part, tuple):
            waiting += part
