"""What `bits` prints of a claim's instances: tables of bit lengths, of failing formats and of merging ids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from exactua.arithmetic.float_formats import ALL_FORMATS
from exactua.commands.bits.record import QUANTITIES, UNITS, Bits, Box, Failure, InstanceBits, Merge, Sought
from exactua.printing.short_numbers import short
from exactua.printing.tables import table
from exactua.printing.text import matrix, number

Row = tuple[str, ...]

HEADINGS: Final = ("d", "n", "delta", "layers", "points", "looked at", *QUANTITIES)
RIGHT: Final = (0, 1, 2, 3, 4, 6, 7, 8, 9)
IN_UNITS: Final = {"delta": "in units of delta", "1": "in unit 1"}
LONGEST_POINT: Final = 80


def report(found: Bits) -> Iterator[str]:
    """The lines of a report for people."""
    yield heading(found)
    yield ""
    yield from table([HEADINGS, *map(_cells, found.instances)], right=RIGHT)
    yield ""
    yield from explanations(found)
    for title, rows in sections(found):
        yield ""
        yield title
        yield from table(rows)


def markdown(found: Bits) -> Iterator[str]:
    """The same as Markdown."""
    yield heading(found)
    yield from _markdown_table([HEADINGS, *map(_cells, found.instances)])
    yield ""
    yield from (f"- {one}" for one in explanations(found))
    for title, rows in sections(found):
        yield ""
        yield f"**{title}**"
        yield from _markdown_table(rows)


def _markdown_table(rows: Sequence[Row]) -> Iterator[str]:
    yield ""
    for cells in (rows[0], tuple("---" for _ in rows[0]), *rows[1:]):
        yield f"| {' | '.join(cells)} |"


def heading(found: Bits) -> str:
    """Which claim, at which points, at how many instances."""
    count = len(found.instances)
    return f"{found.label}: {found.points}, {count:,} instance{'' if count == 1 else 's'}"


def explanations(found: Bits) -> Iterator[str]:
    """What the columns of the first table mean."""
    yield "bits of the longest numerator: weights as printed, scores in units of delta^2/2, ids in units of delta;"
    yield "before and after the last layer; >= where the largest number is not known"
    ways = {_looked_at(one): None for one in found.instances}
    meant = {
        "all": "all: every layer at every point",
        "form": "form: proven closed forms for the largest numbers, attained at a point that was evaluated",
        "some": "some: only the first points were evaluated",
    }
    yield from (meant[way] for way in ways)


def _looked_at(one: InstanceBits) -> str:
    if one.enumerated:
        return "all"
    return "form" if all(known.exact for known in one.known["delta"].values()) else "some"


def _cells(one: InstanceBits) -> Row:
    d, n, m = one.box
    return (
        str(d),
        str(n),
        f"1/{m}",
        f"{one.layers:,}",
        f"{one.points:,}",
        _looked_at(one),
        *(bits_cell(one, quantity) for quantity in QUANTITIES),
    )


def bits_cell(one: InstanceBits, quantity: str) -> str:
    """The bits of a quantity: "-" without a point, >= where the largest number is not known."""
    if not one.points and quantity != "weights":
        return "-"
    return f"{'' if one.known['delta'][quantity].exact else '>= '}{one.bits[quantity]:,}"


def sections(found: Bits) -> Iterator[tuple[str, list[Row]]]:
    """The other tables, each with a title: where formats fail, unit by unit, and where ids merge."""
    last = found.instances[-1].box if found.instances else (0, 0, 0)
    for unit in UNITS:
        title = f"least (d, n, delta) at which a format does not hold every number, {IN_UNITS[unit]}"
        rows: list[Row] = [("format", *QUANTITIES)]
        for form in ALL_FORMATS:
            mine = {one.what: one for one in found.failures if (one.unit, one.format) == (unit, form.name)}
            rows.append((form.name, *(_where(mine[quantity], last) for quantity in QUANTITIES)))
        yield title, rows
        yield f"a number that it does not hold, {IN_UNITS[unit]}", list(_failures(found, unit))
    for unit in UNITS:
        yield (
            f"least (d, n, delta) at which two ids of one context are rounded alike, {IN_UNITS[unit]}",
            list(_merges(found, unit, last)),
        )


def shown(box: Box) -> str:
    """(1, 2, 1/3)."""
    return f"({box[0]}, {box[1]}, 1/{box[2]})"


def _where(one: Sought, last: Box) -> str:
    text = f"none up to {shown(last)}" if one.found is None else shown(one.found.box)
    if not one.open:
        return text
    others = "" if len(one.open) == 1 else f" and {len(one.open) - 1:,} more"
    return f"{text}; open: {shown(one.open[0])}{others}"


def _failures(found: Bits, unit: str) -> Iterator[Row]:
    yield ("not in", "of", "at", "number", "why not", "L")
    rows: list[tuple[str, Row]] = []
    for one in found.failures:
        if one.unit == unit and isinstance(one.found, Failure):
            at = "-" if one.found.point is None else _point(matrix(one.found.point))
            told = one.what, shown(one.found.box), short(one.found.value), one.found.reason, at
            rows.append((one.format, told))
    yield from grouped(rows)


def grouped(rows: Sequence[tuple[str, Row]]) -> Iterator[Row]:
    """Rows that are the same for several formats as one, with their names in front."""
    formats: dict[Row, list[str]] = {}
    for name, row in rows:
        formats.setdefault(row, []).append(name)
    return ((", ".join(names), *row) for row, names in formats.items())


def _merges(found: Bits, unit: str, last: Box) -> Iterator[Row]:
    yield ("format", "points", "at", "L", "columns", "ids", "both become")
    for one in found.merges:
        if one.unit != unit:
            continue
        if not isinstance(one.found, Merge):
            yield one.format, one.what, _where(one, last), "-", "-", "-", "-"
            continue
        i, j = one.found.columns
        ids = ", ".join(map(number, one.found.ids))
        point = _point(matrix(one.found.point))
        yield one.format, one.what, _where(one, last), point, f"{i}, {j}", ids, number(one.found.rounded)


def _point(text: str) -> str:
    return text if len(text) <= LONGEST_POINT else f"{text[: LONGEST_POINT - 3]}..."
