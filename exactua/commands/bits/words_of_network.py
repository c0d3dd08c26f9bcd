"""What `bits` prints of a network of a file at points of a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from exactua.arithmetic.float_formats import ALL_FORMATS
from exactua.commands.bits.record import Lost, NetworkBits
from exactua.commands.bits.words import Row, grouped
from exactua.printing.short_numbers import short
from exactua.printing.tables import table
from exactua.printing.text import matrix, number


def report(name: str, found: NetworkBits) -> Iterator[str]:
    """The lines of a report for people."""
    yield heading(name, found)
    for title, rows in sections(found):
        yield ""
        yield title
        yield from table(rows)


def markdown(name: str, found: NetworkBits) -> Iterator[str]:
    """The same as Markdown."""
    yield heading(name, found)
    for title, rows in sections(found):
        yield ""
        yield f"**{title}**"
        yield ""
        for cells in (rows[0], tuple("---" for _ in rows[0]), *rows[1:]):
            yield f"| {' | '.join(cells)} |"


def heading(name: str, found: NetworkBits) -> str:
    """Which network, of how many layers, at how many points."""
    layers, points = (
        f"{count:,} {noun}{'' if count == 1 else 's'}"
        for count, noun in ((found.layers, "layer"), (len(found.points), "point"))
    )
    return f"{name}: {layers}, {points}, all numbers in unit 1"


def sections(found: NetworkBits) -> Iterator[tuple[str, Sequence[Row]]]:
    """Tables, each with a title: bits, which formats hold what, the numbers that they don't, columns that merge."""
    names = tuple(form.name for form in ALL_FORMATS)
    yield (
        "bits of the longest numerator and denominator, in lowest terms; states before and after the last layer",
        [
            ("numbers", "numerator", "denominator"),
            *((one.name, f"{one.numerator:,}", f"{one.denominator:,}") for one in found.quantities),
        ],
    )
    held = [(one.name, *("no" if one.lost[name] else "yes" for name in names)) for one in found.quantities]
    yield "does a format hold every number?", [("numbers", *names), *held]
    lost = [(name, one.name, one.lost[name]) for one in found.quantities for name in names]
    rows = [(name, _lost(what, reason)) for name, what, reason in lost if reason is not None]
    if rows:
        yield "the first number that it does not hold", [("not in", "of", "where", "number", "why not"), *grouped(rows)]
    yield (
        "the first point with two different columns of the output that a format rounds alike",
        [("format", "point", "columns", "exact", "both become"), *(_merge(name, found) for name in names)],
    )


def _lost(what: str, lost: Lost) -> Row:
    place = lost.place if lost.point is None else f"point {lost.point}, {lost.place}"
    return what, place, short(lost.value), lost.reason


def _merge(name: str, found: NetworkBits) -> Row:
    merge = found.merges[name]
    if merge is None:
        return name, f"none of {len(found.points):,}", "-", "-", "-"
    columns = f"{merge.columns[0]}, {merge.columns[1]}"
    exact = ", ".join(f"({' '.join(map(number, column))})" for column in merge.exact)
    point = f"{merge.point}: {matrix(found.points[merge.point - 1])}"
    return name, point, columns, exact, f"({' '.join(map(number, merge.rounded))})"
