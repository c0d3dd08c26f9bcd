"""f as a formula for each entry: exact everywhere, and open to exact integration."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from exactua.arithmetic.rationals import Matrix, Rational
from exactua.errors import InputError
from exactua.targets.branches import Branch, branch, leaves
from exactua.targets.evaluation import Entries, Infinite, NoCase, evaluate, traced
from exactua.targets.formulas import HIGHEST_DEGREE, Always, Cases, Formula, constant_bits, degree, walk
from exactua.targets.kinks import Kinks, kinks
from exactua.targets.parsing import Reader, entry_named
from exactua.targets.syntax import parsed, source_of
from exactua.targets.target import Target, one_line, shown
from exactua.terms.tracing import Number

MOST_BITS_TOGETHER: Final = 1_000_000
"""Bits of all constants of a formula, each as often as a power repeats it."""


class Expression(Target):
    """f given by d x n formulas: rational functions of the entries of X with Max, Min, Abs and Piecewise."""

    kind: ClassVar[str] = "expression"

    def __init__(
        self,
        d: int,
        n: int,
        text: str,
        formulas: Sequence[Sequence[Formula]],
        sources: Sequence[Sequence[str]],
    ) -> None:
        super().__init__(d, n, text)
        self.formulas = tuple(map(tuple, formulas))
        self.sources = tuple(map(tuple, sources))
        """What the user wrote for each entry."""
        self._kinks: Kinks | None = None
        for i, j in self.places():
            if degree(self.formulas[i - 1][j - 1]) > HIGHEST_DEGREE:
                raise InputError(f"f: {self._entry(i, j)}, has a degree larger than {HIGHEST_DEGREE:,}")
            if constant_bits(self.formulas[i - 1][j - 1]) > MOST_BITS_TOGETHER:
                raise InputError(f"f: {self._entry(i, j)}, has constants of more than {MOST_BITS_TOGETHER:,} bits")
            self._check_cases(i, j)

    def places(self) -> Iterator[tuple[int, int]]:
        """Row and column of every entry, from 1."""
        return ((i, j) for i in range(1, self.d + 1) for j in range(1, self.n + 1))

    def inside(self, X: Matrix) -> Matrix:
        """f(X) for X in [0, 1]^(d x n)."""
        return tuple(tuple(self._value(i, j, X) for j in range(1, self.n + 1)) for i in range(1, self.d + 1))

    def _value(self, i: int, j: int, X: Matrix) -> Rational:
        try:
            return evaluate(self.formulas[i - 1][j - 1], X)
        except Infinite:
            raise InputError(f"f: {self._entry(i, j)}, is infinite at X = {shown(X)}") from None
        except NoCase:
            raise InputError(f"f: {self._entry(i, j)}, has no case for X = {shown(X)}") from None

    def _check_cases(self, i: int, j: int) -> None:
        """Raises InputError where no case of a Piecewise holds on a part of the cube."""
        for part in walk(self.formulas[i - 1][j - 1]):
            if isinstance(part, Cases) and (not part.cases or part.cases[-1][0] != Always(True)):
                for _ in leaves(branch(part, self.d, self.n, self._entry(i, j)), self._entry(i, j)):
                    pass

    def _entry(self, i: int, j: int) -> str:
        return f"entry ({i}, {j}), {one_line(self.sources[i - 1][j - 1])}"

    def term(self, x: Entries, i: int, j: int) -> Number:
        """f_ij as a term over the traced entries x(i, j), rows and columns from 1."""
        return traced(self.formulas[i - 1][j - 1], x)

    def branches(self, i: int, j: int) -> Branch:
        """f_ij as a tree of choices whose leaves have no Max, Min, Abs and Piecewise; made while it is walked."""
        return branch(self.formulas[i - 1][j - 1], self.d, self.n, self._entry(i, j))

    def breakpoints(self) -> frozenset[Rational]:
        """All c with 0 < c < 1 such that f may have a kink or a jump on a plane x_ij = c."""
        return self._found().breakpoints

    def kinks_elsewhere(self) -> bool:
        """Whether f may have a kink or a jump that is on no plane x_ij = c with a rational c, as Max(x1, x2) has."""
        return self._found().elsewhere

    def _found(self) -> Kinks:
        if self._kinks is None:
            parts = [kinks(self.formulas[i - 1][j - 1], self.d, self.n, self._entry(i, j)) for i, j in self.places()]
            self._kinks = Kinks(
                frozenset().union(*(part.breakpoints for part in parts)), any(part.elsewhere for part in parts)
            )
        return self._kinks


def read_expression(text: str, d: int, n: int) -> Expression:
    """f that `text` writes: an expression for each entry, or one with x[i, j], i and j for all of them.

    Raises InputError where it is not readable, is not exact, or has another number of entries.
    """
    rows = [_entries(part) for part in text.split(";")]
    if len(rows) == 1 and (inner := _matrix(rows[0])) is not None:
        rows = inner
    if len(rows) == 1 and len(rows[0]) == 1 and d * n > 1 and not _is_for_one_entry(rows[0][0][0], d, n):
        rows = [rows[0] * n] * d
    return expression(text, d, n, rows)


Written = tuple[ast.expr, str]
"""The tree of an entry, and the text it was parsed from."""


def expression(text: str, d: int, n: int, rows: Sequence[Sequence[Written]]) -> Expression:
    """f with these entries. Raises InputError where they are not d rows of n, or not exact."""
    if len(rows) != d or any(len(row) != n for row in rows):
        lengths = [len(row) for row in rows]
        given = f"{len(rows)} x {lengths[0]}" if len(set(lengths)) == 1 else f"rows of {', '.join(map(str, lengths))}"
        raise InputError(
            f"f: {given} entries are given, but d x n = {d} x {n}; separate the entries of a row by commas and rows by "
            "semicolons, or give one expression in x[i, j]"
        )
    formulas = [
        [
            Reader(source, d, n, {"i": i, "j": j, "d": d, "n": n}).formula(node)
            for j, (node, source) in enumerate(row, 1)
        ]
        for i, row in enumerate(rows, 1)
    ]
    sources = [[source_of(node, " ".join(source.split())) for node, source in row] for row in rows]
    return Expression(d, n, text, formulas, sources)


def _entries(part: str) -> list[Written]:
    tree = parsed(part)
    return [(node, part) for node in tree.elts] if isinstance(tree, ast.Tuple) else [(tree, part)]


def _matrix(row: list[Written]) -> list[list[Written]] | None:
    """The rows of [[a, b], [c, d]], Matrix([[a, b], [c, d]]) or [a, b]; None where it is written otherwise."""
    node, source = row[0]
    match node:
        case ast.Call(
            ast.Name("Matrix" | "ImmutableMatrix" | "ImmutableDenseMatrix" | "MutableDenseMatrix"), [only], []
        ):
            node = only
    if len(row) > 1 and all(isinstance(element, ast.List) for element, _ in row):
        return [[(entry, source) for entry in element.elts] for element, _ in row if isinstance(element, ast.List)]
    if len(row) > 1 or not isinstance(node, ast.List):
        return None
    if node.elts and all(isinstance(element, ast.List) for element in node.elts):
        return [[(entry, source) for entry in element.elts] for element in node.elts if isinstance(element, ast.List)]
    return [[(entry, source) for entry in node.elts]]


def _is_for_one_entry(node: ast.expr, d: int, n: int) -> bool:
    """Whether entries of X are named by numbers alone, as in x1 and x[1, 2]; with i or j it is for every entry."""
    names = {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}
    if names & {"i", "j"}:
        return False
    return any(entry_named(name, d, n) for name in names) or any(
        isinstance(inner, ast.Subscript) and not any(isinstance(part, ast.Name) for part in ast.walk(inner.slice))
        for inner in ast.walk(node)
    )
