"""What `bits` prints of a network at points, a claim's or those of files: digits, failing formats, numbers that merge.

As JSON data (format "exactua-bits/1"; integers and rationals as certificates write them), of a network of a file:

    network, layers, points (how many), formats
    quantities   name; bits of numerator and denominator; lost: by format null or the first number that it does not
                 hold; least: the formats of the fewest bits that hold all; digits and exponents that are needed (null:
                 a number is no binary fraction); alike: by format null or two numbers that become one
    merges       by format null or the first two columns of an output that it rounds alike

Of a claim: label, network, formats, and `instances`: parameters, layers, points, of (how many there are), where,
quantities and merges as above, and `at`: the points that these name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from exactua.arithmetic.float_formats import BY_NAME
from exactua.arithmetic.messages import plain
from exactua.arithmetic.rationals import encode_rational
from exactua.certificates.writing import matrix_data
from exactua.commands.bits.record import Alike, AtInstance, ClaimBits, ColumnsMerge, Lost, NetworkBits, Quantity
from exactua.commands.bits.words import (
    FORMAT,
    LEAST,
    Row,
    formats_data,
    grouped,
    numbers,
    point_cell,
    taken,
    taken_data,
)
from exactua.plurals import counted
from exactua.printing.documents import Block, Document, Paragraph, Table
from exactua.printing.short_numbers import short
from exactua.printing.text import matrix, number

NAMES = tuple(BY_NAME)


def document(measured: ClaimBits) -> Document:
    """What was measured of a claim: the tables of its instance, or of several the first ones where a format fails."""
    if len(measured.instances) == 1:
        (only,) = measured.instances
        of = f"{only.title}: network {measured.network}, {_sizes(only)}"
        blocks: list[Block] = [Paragraph(f"{measured.label}, {of}, all numbers in unit 1")]
        blocks += [Table(rows, title=title) for title, rows in _tables(only.measured, of_file=False)]
        return Document(blocks, _of_claim(measured))
    count = counted(len(measured.instances), "instance")
    blocks = [Paragraph(f"{measured.label}: network {measured.network}, {count}, all numbers in unit 1")]
    blocks += [Table(rows, title=title) for title, rows in _of_several(measured)]
    return Document(blocks, _of_claim(measured))


def _sizes(at: AtInstance) -> str:
    points = len(at.measured.points)
    some = "" if points == at.of else f"{points:,} of "
    where = ", ".join(map(plain, at.where.split(", ")))
    return f"{counted(at.measured.layers, 'layer')}, {some}{counted(at.of, 'point')} ({where})"


def _of_several(measured: ClaimBits) -> Iterator[tuple[str, Sequence[Row]]]:
    """The least formats of every instance; then by format the first instance at which it fails, and what fails."""
    kinds = list(dict.fromkeys(quantity.name for at in measured.instances for quantity in at.measured.quantities))
    yield (
        LEAST,
        [
            ("instance", "layers", "points", *kinds),
            *(
                (
                    at.title,
                    f"{at.measured.layers:,}",
                    f"{len(at.measured.points):,}",
                    *(_taken(at.measured, kind) for kind in kinds),
                )
                for at in measured.instances
            ),
        ],
    )
    lost = list(_first(measured, kinds, lambda quantity, name: quantity.lost[name]))
    if lost:
        yield (
            "the first number that a format does not hold, at the first instance with one",
            [
                ("not in", "at", "of", "where", "number", "why not"),
                *grouped([(name, (at.title, *_lost(of, what, at.measured))) for name, at, of, what in lost]),
            ],
        )
    alike = list(_first(measured, kinds, lambda quantity, name: quantity.alike[name]))
    if alike:
        yield (
            "the first two different numbers, in increasing order, that a format rounds alike",
            [
                ("format", "at", "of", "numbers", "both become"),
                *grouped([(name, (at.title, *_alike(of, what))) for name, at, of, what in alike]),
            ],
        )
    yield (
        "the first point with two different columns of the output that a format rounds alike",
        [
            ("format", "at", "point", "columns", "exact", "both become"),
            *(_first_merged(name, measured.instances) for name in NAMES),
        ],
    )


def _first(
    measured: ClaimBits, kinds: Sequence[str], of: Callable[[Quantity, str], Any]
) -> Iterator[tuple[str, AtInstance, str, Any]]:
    """By format and quantity the first instance that has one, and what that is."""
    for name in NAMES:
        for kind in kinds:
            quantities = ((at, quantity) for at in measured.instances for quantity in at.measured.quantities)
            for at, quantity in quantities:
                if quantity.name == kind and (what := of(quantity, name)) is not None:
                    yield name, at, kind, what
                    break


def _taken(measured: NetworkBits, kind: str) -> str:
    quantity = next((quantity for quantity in measured.quantities if quantity.name == kind), None)
    return "-" if quantity is None else taken(quantity.least, quantity.needed)


def _first_merged(name: str, instances: Sequence[AtInstance]) -> Row:
    for at in instances:
        if at.measured.merges[name] is not None:
            format_, *cells = _merged(name, at.measured)
            return format_, at.title, *cells
    return name, "none", "-", "-", "-", "-"


def document_of_network(name: str, measured: NetworkBits) -> Document:
    """What was measured of the network in the file of this name."""
    layers, points = counted(measured.layers, "layer"), counted(len(measured.points), "point")
    tables = [Table(rows, title=title) for title, rows in _tables(measured)]
    return Document(
        [Paragraph(f"{name}: {layers}, {points}, all numbers in unit 1"), *tables], _of_network(name, measured)
    )


def _tables(measured: NetworkBits, of_file: bool = True) -> Iterator[tuple[str, Sequence[Row]]]:
    names = NAMES
    yield (
        "bits of the longest numerator and denominator, in lowest terms; states before and after the last layer",
        [
            ("numbers", "numerator", "denominator"),
            *(
                (quantity.name, f"{quantity.numerator:,}", f"{quantity.denominator:,}")
                for quantity in measured.quantities
            ),
        ],
    )
    yield (
        LEAST,
        [
            ("numbers", "formats"),
            *((quantity.name, taken(quantity.least, quantity.needed)) for quantity in measured.quantities),
        ],
    )
    held = [
        (quantity.name, *("no" if quantity.lost[name] else "yes" for name in names)) for quantity in measured.quantities
    ]
    yield "does a format hold every number?", [("numbers", *names), *held]
    lost = [(name, quantity.name, quantity.lost[name]) for quantity in measured.quantities for name in names]
    told = None if of_file else measured
    rows = [(name, _lost(what, reason, told)) for name, what, reason in lost if reason is not None]
    if rows:
        yield "the first number that it does not hold", [("not in", "of", "where", "number", "why not"), *grouped(rows)]
    yield (
        "the first point with two different columns of the output that a format rounds alike",
        [("format", "point", "columns", "exact", "both become"), *(_merged(name, measured) for name in names)],
    )

    pairs = [
        (name, _alike(quantity.name, alike))
        for quantity in measured.quantities
        for name in names
        if (alike := quantity.alike[name]) is not None
    ]
    if pairs:
        yield (
            "the first two different numbers, in increasing order, that a format rounds alike",
            [("format", "of", "numbers", "both become"), *grouped(pairs)],
        )


def _lost(what: str, lost: Lost, measured: NetworkBits | None) -> Row:
    """`measured` has the points that are shown beside their numbers, if they are shown."""
    place = lost.place if measured is None or lost.layer is None else f"layer {lost.layer}, {lost.place}"
    if lost.point is not None:
        at = "" if measured is None else f" [{point_cell(measured.points[lost.point - 1])}]"
        place = f"point {lost.point}{at}, {lost.place}"
    return what, place, short(lost.value), lost.reason


def _alike(what: str, alike: Alike) -> Row:
    return what, ", ".join(map(number, alike.exact)), number(alike.rounded)


def _merged(name: str, measured: NetworkBits) -> Row:
    merge = measured.merges[name]
    if merge is None:
        return name, f"none of {len(measured.points):,}", "-", "-", "-"
    columns = f"{merge.columns[0]}, {merge.columns[1]}"
    exact = ", ".join(f"({' '.join(map(number, column))})" for column in merge.exact)
    point = f"{merge.point}: {matrix(measured.points[merge.point - 1])}"
    return name, point, columns, exact, f"({' '.join(map(number, merge.rounded))})"


def _of_claim(measured: ClaimBits) -> dict[str, Any]:
    """The bits of a claim's network at its points as JSON data."""
    return {
        "format": FORMAT,
        "exit_code": 0,
        "label": measured.label,
        "network": measured.network,
        "formats": formats_data(),
        "instances": [_instance_data(at) for at in measured.instances],
    }


def _instance_data(at: AtInstance) -> dict[str, Any]:
    lost = [lost.point for quantity in at.measured.quantities for lost in quantity.lost.values() if lost is not None]
    merged = [merge.point for merge in at.measured.merges.values() if merge is not None]
    named = sorted({point for point in (*lost, *merged) if point is not None})
    return {
        "parameters": dict(at.parameters),
        "layers": at.measured.layers,
        "points": len(at.measured.points),
        "of": at.of,
        "where": at.where,
        **_quantities_data(at.measured),
        "at": {str(point): matrix_data(at.measured.points[point - 1]) for point in named},
    }


def _of_network(name: str, measured: NetworkBits) -> dict[str, Any]:
    """The bits of a network at points as JSON data."""
    return {
        "format": FORMAT,
        "exit_code": 0,
        "network": name,
        "layers": measured.layers,
        "points": len(measured.points),
        "formats": formats_data(),
        **_quantities_data(measured),
    }


def _quantities_data(measured: NetworkBits) -> dict[str, Any]:
    return {
        "quantities": [
            {
                "name": quantity.name,
                "numerator": quantity.numerator,
                "denominator": quantity.denominator,
                "lost": {form: None if lost is None else _lost_data(lost) for form, lost in quantity.lost.items()},
                "least": list(quantity.least),
                **taken_data(quantity.needed),
                "alike": {form: None if pair is None else _alike_data(pair) for form, pair in quantity.alike.items()},
            }
            for quantity in measured.quantities
        ],
        "merges": {form: None if merge is None else _columns_data(merge) for form, merge in measured.merges.items()},
    }


def _lost_data(lost: Lost) -> dict[str, Any]:
    place = {"place": lost.place} if lost.layer is None else {"place": lost.place, "layer": lost.layer}
    return {"number": encode_rational(lost.value), "why": lost.reason, "point": lost.point, **place}


def _alike_data(alike: Alike) -> dict[str, Any]:
    return {"numbers": numbers(alike.exact), "rounded": encode_rational(alike.rounded)}


def _columns_data(merge: ColumnsMerge) -> dict[str, Any]:
    return {
        "point": merge.point,
        "columns": list(merge.columns),
        "exact": [numbers(column) for column in merge.exact],
        "rounded": numbers(merge.rounded),
    }
