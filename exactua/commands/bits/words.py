"""What `bits` prints of ids at the instances of a claim: bit lengths, failing formats, ids that merge.

As JSON data (format "exactua-bits/1"; integers and rationals as certificates write them), of a claim:

    exit_code    0: no document is printed where nothing was measured
    label        the claim, and `points`: which points
    instances    d, n, m = 1/delta, layers, points, enumerated (every layer at every point), and `bits`: of each
                 quantity the bits of the longest numerator, and whether this is exact (else at least so many); ids in
                 units of delta, scores in units of delta^2/2, weights as printed
                 and `needed`: by unit and quantity the formats of the fewest bits that hold all numbers (null: open),
                 and where every number was looked at, the digits and exponents that they take (else null)
    formats      name, precision, exponents and bits of each format, and what becomes of what is too large
    failures     format, unit ("delta" or "1"), of (the quantity), found (null: at no instance) and open (d, n, m of the
                 instances before it that are not decided); found has d, n, m, the number, why, and the point
    merges       the same of two ids: the point, the numbers of its columns, both ids, and the number that they become
    searched_to  d, n, m of the last instance
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from exactua.arithmetic.float_formats import ALL_FORMATS
from exactua.arithmetic.messages import cut
from exactua.arithmetic.rationals import Matrix, Rational, encode_integer, encode_rational
from exactua.certificates.writing import matrix_data
from exactua.commands.bits.extents import Needed
from exactua.commands.bits.record import (
    FORMATS,
    QUANTITIES,
    UNITS,
    Bits,
    Box,
    Failure,
    InstanceBits,
    Known,
    Merge,
    Sought,
)
from exactua.plurals import counted
from exactua.printing.documents import Block, Document, Items, Paragraph, Table
from exactua.printing.short_numbers import short
from exactua.printing.text import matrix, number

Row = tuple[str, ...]

HEADINGS: Final = ("d", "n", "delta", "layers", "points", "evaluated", *QUANTITIES)
RIGHT: Final = (0, 1, 2, 3, 4, 6, 7, 8, 9)
IN_UNITS: Final = {"delta": "in units of delta", "1": "in unit 1"}
LEAST: Final = "the formats of the fewest bits that hold every number: significant bits, exponents"
COMPUTED_IN: Final = tuple(form.name for form in ALL_FORMATS)
LONGEST_POINT: Final = 80
FORMAT: Final = "exactua-bits/1"


def document(measured: Bits, picture: str | None) -> Document:
    """What was measured of a claim; `picture` is the file that shows it, if one does."""
    blocks: list[Block] = [
        Paragraph(heading(measured)),
        Table([HEADINGS, *map(_cells, measured.instances)], right=RIGHT),
        Items([*explanations(measured)]),
        *(Table(rows, title=title) for title, rows in sections(measured)),
        *([] if picture is None else [Paragraph(f"picture {picture}")]),
    ]
    return Document(blocks, _of_claim(measured))


def heading(measured: Bits) -> str:
    """Which network of which claim, at which points, at how many instances."""
    instances = counted(len(measured.instances), "instance")
    return f"{measured.label}: network {measured.network}, {measured.points}, {instances}"


def explanations(measured: Bits) -> Iterator[str]:
    """What the columns of the first table mean."""
    yield "bits of the longest numerator: weights as printed, scores in units of delta^2/2, ids in units of delta;"
    yield "before and after the last layer; >= where the largest number is not known"
    ways = {_looked_at(instance): None for instance in measured.instances}
    meant = {
        "all": "all: every layer at every point",
        "form": "form: proven closed forms for the largest numbers, attained at a point that was evaluated",
        "some": "some: only the first points were evaluated",
    }
    yield from (meant[way] for way in ways)


def _looked_at(instance: InstanceBits) -> str:
    if instance.enumerated:
        return "all"
    return "form" if all(known.exact for known in instance.known["delta"].values()) else "some"


def _cells(instance: InstanceBits) -> Row:
    d, n, m = instance.box
    return (
        str(d),
        str(n),
        f"1/{m}",
        f"{instance.layers:,}",
        f"{instance.points:,}",
        _looked_at(instance),
        *(bits_cell(instance, quantity) for quantity in QUANTITIES),
    )


def bits_cell(instance: InstanceBits, quantity: str) -> str:
    """The bits of a quantity: "-" without a point, >= where the largest number is not known."""
    if not instance.points and quantity != "weights":
        return "-"
    return f"{'' if instance.known['delta'][quantity].exact else '>= '}{instance.bits[quantity]:,}"


def sections(measured: Bits) -> Iterator[tuple[str, list[Row]]]:
    """The other tables, each with a title: where formats fail, unit by unit, and where ids merge."""
    last = measured.instances[-1].box if measured.instances else (0, 0, 0)
    for unit in UNITS:
        yield f"{LEAST}, {IN_UNITS[unit]}", list(_narrowest(measured, unit))
    for unit in UNITS:
        title = f"least (d, n, delta) at which a format does not hold every number, {IN_UNITS[unit]}"
        rows: list[Row] = [("format", *QUANTITIES)]
        for form in FORMATS:
            mine = {
                sought.what: sought for sought in measured.failures if (sought.unit, sought.format) == (unit, form.name)
            }
            rows.append((form.name, *(_where(mine[quantity], last) for quantity in QUANTITIES)))
        yield title, rows
        yield f"a number that it does not hold, {IN_UNITS[unit]}", list(_failures(measured, unit))
    for unit in UNITS:
        yield (
            f"least (d, n, delta) at which two ids of one context are rounded alike, {IN_UNITS[unit]}",
            list(_merges(measured, unit, last)),
        )


def _narrowest(measured: Bits, unit: str) -> Iterator[Row]:
    yield ("d", "n", "delta", *QUANTITIES)
    for instance in measured.instances:
        d, n, m = instance.box
        cells = (_narrowest_cell(instance, unit, quantity) for quantity in QUANTITIES)
        yield str(d), str(n), f"1/{m}", *cells


def _narrowest_cell(instance: InstanceBits, unit: str, quantity: str) -> str:
    if not instance.points and quantity != "weights":
        return "-"
    known = instance.known[unit][quantity]
    least = known.least
    if least is None:
        return "open"
    return taken(least, known.attained.needed if known.bound == known.attained else None)


def taken(least: Sequence[str], needed: Needed | None) -> str:
    """ "float8_e4m3fn, float8_e5m2: 3, -2..4": the formats; behind them bits and exponents, where these are known."""
    names = ", ".join(least) or "none"
    if needed is None or needed.exponents is None:
        return names
    return f"{names}: {needed.digits}, {needed.exponents[0]}..{needed.exponents[1]}"


def shown(box: Box) -> str:
    """(1, 2, 1/3)."""
    return f"({box[0]}, {box[1]}, 1/{box[2]})"


def _where(sought: Sought, last: Box) -> str:
    text = f"none up to {shown(last)}" if sought.found is None else shown(sought.found.box)
    if not sought.open:
        return text
    others = "" if len(sought.open) == 1 else f" and {len(sought.open) - 1:,} more"
    return f"{text}; open: {shown(sought.open[0])}{others}"


def _failures(measured: Bits, unit: str) -> Iterator[Row]:
    yield ("not in", "of", "at", "number", "why not", "L")
    rows: list[tuple[str, Row]] = []
    for sought in measured.failures:
        if sought.unit == unit and isinstance(sought.found, Failure):
            at = "-" if sought.found.point is None else point_cell(sought.found.point)
            told = sought.what, shown(sought.found.box), short(sought.found.value), sought.found.reason, at
            rows.append((sought.format, told))
    yield from grouped(rows)


def grouped(rows: Sequence[tuple[str, Row]]) -> Iterator[Row]:
    """Rows that are the same for several formats as one, with their names in front.

    The formats that libraries compute in stand before the others, apart from them.
    """
    formats: dict[tuple[bool, Row], list[str]] = {}
    for name, row in sorted(rows, key=lambda row: row[0] not in COMPUTED_IN):
        formats.setdefault((name in COMPUTED_IN, row), []).append(name)
    return ((", ".join(names), *row) for (_, row), names in formats.items())


def _merges(measured: Bits, unit: str, last: Box) -> Iterator[Row]:
    yield ("format", "points", "at", "L", "columns", "ids", "both become")
    for sought in measured.merges:
        if sought.unit != unit:
            continue
        if not isinstance(sought.found, Merge):
            yield sought.format, sought.what, _where(sought, last), "-", "-", "-", "-"
            continue
        i, j = sought.found.columns
        ids = ", ".join(map(number, sought.found.ids))
        point = point_cell(sought.found.point)
        yield sought.format, sought.what, _where(sought, last), point, f"{i}, {j}", ids, number(sought.found.rounded)


def point_cell(point: Matrix) -> str:
    """A point in a cell; of a long one how it begins."""
    return cut(matrix(point), LONGEST_POINT)


def _of_claim(measured: Bits) -> dict[str, Any]:
    """The bits of a claim as JSON data."""
    return {
        "format": FORMAT,
        "exit_code": 0,
        "label": measured.label,
        "points": measured.points,
        "instances": [
            {
                **_box_data(instance.box),
                "layers": instance.layers,
                "points": encode_integer(instance.points),
                "enumerated": instance.enumerated,
                "bits": {
                    name: {"bits": instance.bits[name], "exact": instance.known["delta"][name].exact}
                    for name in QUANTITIES
                },
                "needed": {
                    unit: {name: _needed_data(instance.known[unit][name]) for name in QUANTITIES} for unit in UNITS
                },
            }
            for instance in measured.instances
        ],
        "formats": formats_data(),
        "failures": [_sought_data(failure, "of") for failure in measured.failures],
        "merges": [_sought_data(merge, "points") for merge in measured.merges],
        "searched_to": _box_data(measured.instances[-1].box),
    }


def formats_data() -> list[dict[str, Any]]:
    """What each format is, as JSON data."""
    return [
        {
            "name": form.name,
            "precision": form.precision,
            "least": form.least,
            "greatest": form.greatest,
            "bits": form.bits,
            "overflow": form.overflow,
        }
        for form in FORMATS
    ]


def _needed_data(known: Known) -> dict[str, Any]:
    needed = known.attained.needed if known.bound == known.attained else None
    return {"least": known.least if known.least is None else list(known.least), **taken_data(needed)}


def taken_data(needed: Needed | None) -> dict[str, Any]:
    """The digits and exponents that are needed, as JSON data."""
    exponents = None if needed is None or needed.exponents is None else list(needed.exponents)
    return {"digits": None if needed is None else needed.digits, "exponents": exponents}


def _box_data(box: Box) -> dict[str, int]:
    return dict(zip(("d", "n", "m"), box, strict=True))


def _sought_data(sought: Sought, noun: str) -> dict[str, Any]:
    return {
        "format": sought.format,
        "unit": sought.unit,
        noun: sought.what,
        "found": None if sought.found is None else _found_data(sought.found),
        "open": [_box_data(box) for box in sought.open],
    }


def _found_data(example: Failure | Merge) -> dict[str, Any]:
    if isinstance(example, Failure):
        point = None if example.point is None else matrix_data(example.point)
        return {
            **_box_data(example.box),
            "number": encode_rational(example.value),
            "why": example.reason,
            "point": point,
        }
    return {
        **_box_data(example.box),
        "point": matrix_data(example.point),
        "columns": list(example.columns),
        "ids": numbers(example.ids),
        "rounded": encode_rational(example.rounded),
    }


def numbers(values: Sequence[Rational]) -> list[int | str]:
    """Rationals as JSON data."""
    return [encode_rational(value) for value in values]
