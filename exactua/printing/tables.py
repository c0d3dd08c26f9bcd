"""Aligned columns of plain text."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from exactua.visible_text import visible


def table(rows: Sequence[Sequence[str]], right: Collection[int] = ()) -> Iterator[str]:
    """The rows as lines with aligned columns, two spaces apart; the columns numbered in `right` from 0 end flush."""
    rows = [[*map(visible, row)] for row in rows]  # as wide as they are shown
    columns = max((len(row) for row in rows), default=0)
    widths = [max(len(row[k]) for row in rows if k < len(row)) for k in range(columns)]
    for row in rows:
        cells = [cell.rjust(widths[k]) if k in right else cell.ljust(widths[k]) for k, cell in enumerate(row)]
        yield "  ".join(cells).rstrip()
