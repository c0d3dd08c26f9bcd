"""States as matrices, where a table of their entries is too wide, and scores and weights of heads; for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from exactua.arithmetic import balls, floors
from exactua.arithmetic.floors import Floor
from exactua.arithmetic.messages import plain
from exactua.arithmetic.rationals import Matrix, written
from exactua.arithmetic.reals import Real
from exactua.commands.trace.rows import column_names, row_names, row_order
from exactua.deciding.trace import State, Trace
from exactua.plurals import counted
from exactua.printing.renderers.text import WIDTH, table
from exactua.printing.short_numbers import DIGITS, decimal

LONGEST_CELL: Final = 12
"""Characters up to which a number stands in a matrix as it is."""
MOST_TOKENS: Final = 16
"""Tokens up to which scores and weights are shown."""
MASKED: Final = "masked"
"""Stands beside a score that has no say."""
APPROXIMATE: Final = f"numbers with ~ are approximate, to {DIGITS} digits; --format json has all of them"


def states(trace: Trace) -> Iterator[str]:
    """Each state that something leads to, with its matrix below it."""
    rounded, order = False, row_order(trace)
    rows, columns = row_names(trace), column_names(trace)
    for state in trace.states:
        if state.unchanged:
            yield nothing_changed(state.unchanged)
        yield _heading(state)
        matrix = [[*map(cell, state.matrix[i - 1])] for i in order]
        lines = list(_grid(matrix, [rows[i - 1] for i in order], columns))
        rounded = rounded or any("~" in line for line in lines)
        yield from lines
    if trace.unchanged:
        yield nothing_changed(trace.unchanged)
    if rounded:
        yield f"({APPROXIMATE})"


def nothing_changed(count: int) -> str:
    """That so many layers between two states of the table change nothing."""
    return f"         ({counted(count, 'layer')} {'changes' if count == 1 else 'change'} nothing)"


def heads(trace: Trace) -> Iterator[str]:
    """What each head of the layers that change something attends to: its scores, and beside or below them its weights.

    In row k and column j stands what token j gives to token k.
    """
    attending = [state for state in trace.states if state.heads]
    if not attending:
        return
    yield ""
    said = "; masked: the mask forbids that token" if any(state.masked for state in attending) else ""
    yield f"scores and weights that token j (column) gives to token k (row){said}"
    n, rounded = len(trace.point[0]), False
    if n > MOST_TOKENS:
        yield f"  {n} x {n} for each head, more than {MOST_TOKENS} tokens: --format json has them"
        return
    for state in attending:
        for number, (scores, weights) in enumerate(state.heads, 1):
            yield f"{_place(state)}, head {number} of {len(state.heads)}"
            lines = list(_beside(_scores(state, scores), [[*map(cell, row)] for row in weights]))
            rounded = rounded or any("~" in line for line in lines)
            yield from lines
    if rounded:
        yield f"({APPROXIMATE})"


def _place(state: State) -> str:
    layer = f"layer {state.layer}"
    return layer if state.place == layer else f"{layer} ({state.place})"


def _heading(state: State) -> str:
    where = "start" if state.layer == 0 else f"after {_place(state)}"
    return f"{where}, stage {', '.join(map(plain, state.stages))}" if state.stages else where


def _scores(state: State, scores: Matrix) -> list[list[str]]:
    """The scores as they are shown, each that the mask forbids with the word for it."""
    return [
        [f"{cell(score)} {MASKED}" if (k, j) in state.masked else cell(score) for j, score in enumerate(row)]
        for k, row in enumerate(scores)
    ]


def _beside(scores: Sequence[Sequence[str]], weights: Sequence[Sequence[str]]) -> Iterator[str]:
    n = len(scores)
    names = [f"j = {j}" for j in range(1, n + 1)]
    rows = [["", *names, "|", *names]]
    for k in range(n):
        rows.append([f"k = {k + 1}", *scores[k], "|", *weights[k]])
    lines = [f"  {line}" for line in table(rows, right=range(1, 2 * n + 2))]
    if max(map(len, lines)) <= WIDTH:
        yield from lines
        return
    keys = [f"k = {k}" for k in range(1, n + 1)]
    yield "  scores"
    yield from _grid(scores, keys, names)
    yield "  weights"
    yield from _grid(weights, keys, names)


def _grid(matrix: Sequence[Sequence[str]], rows: Sequence[str], columns: Sequence[str]) -> Iterator[str]:
    """The entries with the names of rows and columns; as many columns at a time as a line has room for."""
    cells = [[name, *(line[j] for line in matrix)] for j, name in enumerate(columns)]
    labels = ["", *rows]
    for some in _fitting(cells, WIDTH - 2 - max(map(len, labels))):
        yield from (f"  {line}" for line in table(list(zip(labels, *some, strict=True)), right=range(1, len(some) + 1)))


def _fitting(columns: Sequence[list[str]], room: int) -> Iterator[list[list[str]]]:
    """The columns, in groups that are no wider than that; a group has at least one."""
    group, left = list[list[str]](), room
    for column in columns:
        width = 2 + max(map(len, column))
        if group and width > left:
            yield group
            group, left = [], room
        group.append(column)
        left -= width
    yield group


def cell(value: Any) -> str:
    """A number in a cell: as it is where that is short, else its first digits behind a ~."""
    if isinstance(value, Floor):
        return f"~{floors.shown(value, DIGITS)}"
    if isinstance(value, Real):
        return f"~{balls.shown(value, DIGITS)}"
    exact = written(value)
    return exact if len(exact) <= LONGEST_CELL else f"~{decimal(value)}"
