"""What heads attend to, as tables: the greater a number, the stronger the colour of its cell, beside the number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from exactua.arithmetic.floors import Floor, floor_of
from exactua.arithmetic.rationals import Matrix, Rational
from exactua.arithmetic.reals import PrecisionReached, Real
from exactua.commands.trace.matrices import MASKED, cell
from exactua.deciding.trace import State, Trace
from exactua.errors import InputError
from exactua.printing.documents import Block, Paragraph, Shade, Table, Words, plain
from exactua.printing.text import number

MOST_TOKENS: Final = 12
"""Tokens up to which scores and weights have a table."""
ABOUT: Final = "~"
APPROXIMATE: Final = "; numbers with ~ are approximate, and `heads` of a state has them all"
EXPLAINED: Final = "token j (column) gives to token k (row); the stronger the colour of a cell, the greater its number"


def heat_maps(trace: Trace) -> Iterator[Block]:
    """Scores and weights of each head of the layers that change something, n x n, the two beside each other."""
    attending = [state for state in trace.states if state.heads]
    if not attending:
        return
    n = len(trace.point[0])
    if n > MOST_TOKENS:
        yield Paragraph(f"scores and weights are {n} x {n} for each head, and shown up to {MOST_TOKENS} tokens")
        return
    tables = [*_tables(attending, n)]
    masked = (
        ("; masked: the mask forbids that token, so its score does not count")
        if any(s.masked for s in attending)
        else ""
    )
    rounded = any(ABOUT in plain(words) for table in tables for row in table.rows for words in row)
    yield Paragraph(f"scores and weights that {EXPLAINED}{masked}{APPROXIMATE * rounded}")
    yield from tables


def _tables(attending: Sequence[State], n: int) -> Iterator[Table]:
    for state in attending:
        place = "" if state.place == f"layer {state.layer}" else f" ({state.place})"
        for head, (scores, weights) in enumerate(state.heads, 1):
            title = f"layer {state.layer}{place}, head {head} of {len(state.heads)}"
            yield Table(_rows(state, scores, weights), right=range(1, 2 * n + 2), title=title)


def _rows(state: State, scores: Matrix, weights: Matrix) -> list[tuple[Words, ...]]:
    n = len(scores)
    seen = [[(k, j) not in state.masked for j in range(n)] for k in range(n)]
    dark = _percents([scores[k][j] for k in range(n) for j in range(n) if seen[k][j]])
    darker = _percents([*(entry for row in weights for entry in row)], Rational(0), Rational(1))
    rows: list[tuple[Words, ...]] = [
        ("", *(f"score j = {j}" for j in range(1, n + 1)), "", *(f"weight j = {j}" for j in range(1, n + 1)))
    ]
    for k in range(n):
        told = [
            Shade(_told(scores[k][j]), next(dark)) if seen[k][j] else f"{_told(scores[k][j])} {MASKED}"
            for j in range(n)
        ]
        rows.append((f"k = {k + 1}", *told, "", *(Shade(_told(entry), next(darker)) for entry in weights[k])))
    return rows


def _told(value: Any) -> str:
    """A rational as it is; a real, or a very long number, by its first digits."""
    return cell(value) if isinstance(value, Real | Floor) else number(value).replace("about ", ABOUT)


def _percents(values: Sequence[Any], least: Rational | None = None, greatest: Rational | None = None) -> Iterator[int]:
    """How strong the colour of each number is, from 0 at the least to 100 at the greatest; of reals by 64 bits."""
    known = [_near(value) for value in values]
    low = min((near for near in known if near is not None), default=Rational(0)) if least is None else least
    high = max((near for near in known if near is not None), default=Rational(0)) if greatest is None else greatest
    for near in known:
        yield 0 if near is None or low == high else min(100, max(0, int(100 * (near - low) / (high - low))))


def _near(value: Any) -> Rational | None:
    """A rational near the number, for its colour alone; None where there is none within reach."""
    try:
        floor = floor_of(value) if isinstance(value, Real) else value
        return floor.value if isinstance(floor, Floor) else Rational(floor)
    except (PrecisionReached, InputError):
        return None
