"""Points as people give them: read, checked against an instance, put in the order that a domain speaks of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from exactua.arithmetic.rationals import Matrix, Rational, rational
from exactua.claims.claim import Claim
from exactua.claims.lettering import halves
from exactua.claims.problem import Problem
from exactua.errors import InputError
from exactua.grids.categories import DomainSpec, build, category3
from exactua.grids.columns import ColumnSet, TooManyColumns
from exactua.grids.domains import CountTooLarge, PointDomain, Progression, brief, listing
from exactua.grids.spelling import quoted
from exactua.grids.words import Words
from exactua.plurals import counted


def read_point(text: str) -> Matrix:
    """The matrix that "0 1/4; 1/2 3/4" writes: rows by semicolons, entries by spaces or commas.

    Raises InputError, naming row and column, for an entry that is no exact rational and for rows of unequal length.
    """
    rows = [row.replace(",", " ").split() for row in text.split(";")]
    for i, row in enumerate(rows, 1):
        if not row:
            raise InputError(
                f"point: row {i} is empty; write rows by semicolons and entries by spaces, as 0 1/4; 1/2 0"
            )
        if len(row) != len(rows[0]):
            raise InputError(
                f"point: row {i} has {counted(len(row), 'entry')}, row 1 has {len(rows[0])}; rows must be equally long"
            )
    return tuple(
        tuple(rational(entry, f"point: row {i}, column {j}") for j, entry in enumerate(row, 1))
        for i, row in enumerate(rows, 1)
    )


def read_written(written: Sequence[str], read: Callable[[str], Matrix] = read_point) -> tuple[Matrix, ...]:
    """The points that several texts write. Raises InputError, with its number where there are several."""
    points = []
    for k, text in enumerate(written, 1):
        try:
            points.append(read(text))
        except InputError as error:
            if len(written) == 1:
                raise
            raise InputError(f"point: point {k}: {str(error).removeprefix('point: ')}") from None
    return tuple(points)


def point_of(claim: Claim, text: str) -> Matrix:
    """The matrix that the text writes: a word, where the claim speaks of words, else rows of numbers.

    Raises InputError for a token that there is not, a word that is none of its domains, a matrix that no word could be
    by the number of its rows, and what `read_point` raises.
    """
    objections, known = [], [*_words_of(claim)]
    for words in known:
        try:
            return words.matrix(text)
        except InputError as error:
            objections.append(str(error).removeprefix("word: "))
    try:
        matrix = read_point(text)
    except InputError:
        if not objections:
            raise
    else:
        if not known or any(_may_be_of(words, matrix) for words in known):
            return matrix
        if len(matrix) > 1:
            shape = f"{len(matrix)} x {len(matrix[0])} is the shape of no word here"
            objections.insert(0, f"{shape}; give a word of {known[0].spelled_how}, or {known[0].d} rows of numbers")
    raise InputError(f"point: {objections[0]}")


def _may_be_of(words: Words, matrix: Matrix) -> bool:
    """Whether a matrix has the shape of a word, or of a pair of words, whatever its entries."""
    width, widths = len(matrix[0]), words.column_counts
    return len(matrix) == words.d and (not widths or bool({width, width / 2} & {*widths}))


def _words_of(claim: Claim) -> Iterator[Words]:
    """The domains of words that steps of a claim are over, or over pairs of which they are."""
    bases = dict.fromkeys(spec.of or spec for step in claim.steps for spec in step.over)
    return (base for base in bases if isinstance(base, Words))


def width_of(claim: Claim, points: Sequence[Matrix]) -> int | None:
    """Of a claim about words the n that the first of these points has; None of another claim, and without points."""
    of_words = any(True for _ in _words_of(claim))
    return len(points[0][0]) if of_words and points else None


def with_width(claim: Claim, given: Mapping[str, Any], points: Sequence[Matrix]) -> dict[str, Any]:
    """The options that name an instance; of a claim about words --n is that of the first point if it is not given."""
    n = width_of(claim, points)
    return {**given, "n": str(n)} if n is not None and given["n"] is None else dict(given)


def check_shape(claim: Claim, box: Mapping[str, Any], matrix: Matrix, any_width: bool) -> None:
    """Raises InputError for a point that has not the d x n entries of the instance (with `any_width`: d rows)."""
    defaults = {parameter.name: parameter.default for parameter in claim.parameters}
    d, n = (box.get(name, defaults.get(name)) for name in ("d", "n"))
    if isinstance(n, int) and len(matrix[0]) != n:
        _refuse_length([*_words_of(claim)], matrix, n)
    needed = [d, None if any_width else n]
    for wanted, given in zip(needed, (len(matrix), len(matrix[0])), strict=True):
        if isinstance(wanted, int) and given != wanted:
            form = f"{d} row{'s' if d != 1 else ''} of any length" if any_width else f"{d} x {n}"
            raise InputError(
                f"point: {len(matrix)} x {len(matrix[0])} is not the shape that {claim.label} needs here; give {form}, "
                "rows by semicolons and entries by spaces"
            )


def _refuse_length(known: Sequence[Words], matrix: Matrix, n: int) -> None:
    """Raises InputError for a word that has not n columns, where there are words."""
    for words in known:
        word = words.word(matrix)
        if word is not None:
            width, more = len(matrix[0]), len(matrix[0]) - len(word)
            edges = f", the {words.edges} among them" if more else ""
            wanted = f", or a word of {counted(n - more, 'token')}" if n > more else ""
            given = f"{quoted(word)} has {counted(width, 'column')}{edges}, but n = {n} here"
            raise InputError(f"point: {given}; give n = {width}{wanted}")


def grids(problem: Problem) -> tuple[ColumnSet, ...]:
    """All columns, special ones included, of the grids that the claim's domains are parts of.

    Without a domain it is the paper's grid G+_delta, where the claim knows delta.
    """
    specs = [spec.of or spec for spec in problem.domains if spec.kind != "cells"]
    if not problem.domains and "m" in problem.parameters:
        specs = [category3]
    return tuple(_grid(problem, spec) for spec in specs if spec.levels is not None)


def _grid(problem: Problem, spec: DomainSpec) -> ColumnSet:
    whole = build(replace(spec, repeats="allowed", specials="allowed"), problem.value, problem.parameters)
    assert isinstance(whole.columns, ColumnSet)
    return whole.columns


def check_entries(problem: Problem, matrix: Matrix) -> None:
    """Raises InputError, naming row and column, for an entry off the grid, where all domains are parts of grids."""
    finite = [spec.of or spec for spec in problem.domains if spec.kind != "cells"]
    objections = [_off_grid(columns, matrix) for columns in grids(problem)]
    if objections and None not in objections and all(spec.levels is not None for spec in finite):
        raise InputError(f"point: {objections[0]}")


def _off_grid(columns: ColumnSet, matrix: Matrix) -> str | None:
    levels = columns.levels
    for i, row in enumerate(matrix, 1):
        for j, entry in enumerate(row, 1):
            if entry not in levels and entry not in columns.specials:
                regular = levels.shown() if isinstance(levels, Progression) else listing(levels)
                shown = ", ".join(filter(None, (listing(columns.specials), regular)))
                return f"row {i}, column {j}: {brief(entry)} is not on the grid {{{shown}}}"
    return None


def ids_of(u: Sequence[Rational], matrix: Matrix) -> tuple[Rational, ...]:
    """The ids u^T Z of the columns, unit 1."""
    return tuple(
        sum((a * entry for a, entry in zip(u, column, strict=True)), start=Rational(0))
        for column in zip(*matrix, strict=True)
    )


def ordered(matrix: Matrix, u: Sequence[Rational]) -> Matrix:
    """The matrix with its columns by increasing id: what stands for its orbit."""
    ids = ids_of(u, matrix)
    order = sorted(range(len(ids)), key=lambda j: ids[j])
    return tuple(tuple(row[j] for j in order) for row in matrix)


@dataclass(frozen=True)
class Placed:
    """A matrix beside a domain: as the domain has it, with its rank; or why it is none of its points."""

    taken: Matrix
    """The same as the domain has it: in orbits its columns in the order of their numbers."""
    rank: int | None
    """None where the columns of the domain are too many to be listed, too."""
    objection: str | None


class Placement:
    """Where matrices lie in the domains of a problem; each finite domain is built once."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._built: dict[DomainSpec, PointDomain] = {}

    def __call__(self, spec: DomainSpec, matrix: Matrix) -> Placed:
        """The matrix, which has d rows, in the domain of `spec`: on cells every column is a point, and has no rank."""
        if spec.kind == "cells":
            return Placed(matrix, None, self._outside_box(spec, matrix))
        n = self._problem.parameters["n"]
        assert isinstance(n, int)
        width = 2 * n if spec.of is not None else n
        if len(matrix[0]) != width:
            return Placed(matrix, None, f"its points have {counted(width, 'column')}")
        if spec.of is not None:
            return self._pair(spec, spec.of, matrix)
        if spec.levels is not None:
            return self._on_grid(spec, matrix)
        if spec.spelling is not None and spec.spelling.word(matrix) is None:
            return Placed(matrix, None, "it is not one of its words")
        domain, taken = self._domain(spec), matrix
        try:
            if spec.kind == "orbits":
                taken = domain.columns.matrix(sorted(domain.columns.numbers(matrix)))
            return Placed(taken, domain.rank_of(taken), None)
        except InputError as error:
            return Placed(taken, None, str(error).removeprefix("matrix: "))

    def _outside_box(self, spec: DomainSpec, matrix: Matrix) -> str | None:
        if spec.interval is None:
            return None
        low, high = map(self._problem.value, spec.interval)
        outside = ((i, entry) for i, row in enumerate(matrix, 1) for entry in row if not low <= entry <= high)
        first = next(outside, None)
        return None if first is None else f"row {first[0]}: {brief(first[1])} is not in [{brief(low)}, {brief(high)}]"

    def _pair(self, spec: DomainSpec, of: DomainSpec, matrix: Matrix) -> Placed:
        left, right = (self(of, part) for part in halves(matrix))
        taken = tuple(first + second for first, second in zip(left.taken, right.taken, strict=True))
        objections = (("L", left.objection), ("L'", right.objection))
        why = next((f"{name}: {objection}" for name, objection in objections if objection is not None), None)
        rank = None if why is not None else self._rank(spec, taken)
        return Placed(taken, rank, why)

    def _on_grid(self, spec: DomainSpec, matrix: Matrix) -> Placed:
        columns = _grid(self._problem, spec)
        taken = ordered(matrix, columns.ids) if spec.kind == "orbits" else matrix
        why = _off_grid(columns, matrix) or _left_out(spec, columns, matrix)
        return Placed(taken, None if why is not None else self._rank(spec, taken), why)

    def _rank(self, spec: DomainSpec, matrix: Matrix) -> int | None:
        with suppress(TooManyColumns, CountTooLarge):
            return self._domain(spec).rank_of(matrix)
        return None

    def _domain(self, spec: DomainSpec) -> PointDomain:
        if spec not in self._built:
            self._built[spec] = build(spec, self._problem.value, self._problem.parameters)
        return self._built[spec]


def _left_out(spec: DomainSpec, columns: ColumnSet, matrix: Matrix) -> str | None:
    """Why a matrix on the grid is no point of the domain; None where it is one."""
    vectors = list(zip(*matrix, strict=True))
    special = next(((i, j) for j, column in enumerate(vectors, 1) for i, entry in enumerate(column, 1)
                    if entry in columns.specials), None)  # fmt: skip
    if spec.specials == "none" and special is not None:
        return "the entry in row {}, column {} is exceptional".format(*special)
    if spec.specials == "required" and special is None:
        return "no entry is exceptional"
    if spec.kind == "sequences" or spec.repeats == "allowed":
        return None
    first = next(((vectors.index(column) + 1, j) for j, column in enumerate(vectors, 1)
                  if vectors.index(column) + 1 < j), None)  # fmt: skip
    if spec.repeats == "forbidden" and first is not None:
        return "columns {} and {} are equal".format(*first)
    if spec.repeats == "required" and first is None:
        return "all columns are different"
    return None
