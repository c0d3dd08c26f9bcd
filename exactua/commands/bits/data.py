"""What `bits` finds as JSON data (format "exactua-bits/1"; integers and rationals as certificates write them).

Of a claim:

    exit_code    0: no document is printed where nothing was measured
    label        the claim, and `points`: which points
    instances    d, n, m = 1/delta, layers, points, enumerated (every layer at every point), and `bits`: of each
                 quantity the bits of the longest numerator, and whether this is exact (else at least so many); ids in
                 units of delta, scores in units of delta^2/2, weights as printed
    formats      name, precision and exponents of each format
    failures     format, unit ("delta" or "1"), of (the quantity), found (null: at no instance) and open (d, n, m of the
                 instances before it that are not decided); found has d, n, m, the number, why, and the point
    merges       the same of two ids: the point, the numbers of its columns, both ids, and the number that they become
    searched_to  d, n, m of the last instance

Of a network: network, layers, points, quantities (name; bits of numerator and denominator; lost: null or the first
number that the format does not hold), merges.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from exactua.arithmetic.float_formats import ALL_FORMATS
from exactua.arithmetic.rationals import Rational, encode_integer, encode_rational
from exactua.certificates.writing import matrix_data
from exactua.commands.bits.record import QUANTITIES, Bits, Box, ColumnsMerge, Failure, Lost, Merge, NetworkBits, Sought

FORMAT: Final = "exactua-bits/1"


def of_claim(measured: Bits) -> dict[str, Any]:
    """The bits of a claim as JSON data."""
    return {
        "format": FORMAT,
        "exit_code": 0,
        "label": measured.label,
        "points": measured.points,
        "instances": [
            {
                **_box(instance.box),
                "layers": instance.layers,
                "points": encode_integer(instance.points),
                "enumerated": instance.enumerated,
                "bits": {
                    name: {"bits": instance.bits[name], "exact": instance.known["delta"][name].exact}
                    for name in QUANTITIES
                },
            }
            for instance in measured.instances
        ],
        "formats": _formats(),
        "failures": [_sought(failure, "of") for failure in measured.failures],
        "merges": [_sought(merge, "points") for merge in measured.merges],
        "searched_to": _box(measured.instances[-1].box),
    }


def _formats() -> list[dict[str, Any]]:
    return [
        {"name": form.name, "precision": form.precision, "least": form.least, "greatest": form.greatest}
        for form in ALL_FORMATS
    ]


def _box(box: Box) -> dict[str, int]:
    return dict(zip(("d", "n", "m"), box, strict=True))


def _sought(sought: Sought, noun: str) -> dict[str, Any]:
    return {
        "format": sought.format,
        "unit": sought.unit,
        noun: sought.what,
        "found": None if sought.found is None else _found(sought.found),
        "open": [_box(box) for box in sought.open],
    }


def _found(example: Failure | Merge) -> dict[str, Any]:
    if isinstance(example, Failure):
        point = None if example.point is None else matrix_data(example.point)
        return {**_box(example.box), "number": encode_rational(example.value), "why": example.reason, "point": point}
    return {
        **_box(example.box),
        "point": matrix_data(example.point),
        "columns": list(example.columns),
        "ids": _numbers(example.ids),
        "rounded": encode_rational(example.rounded),
    }


def _numbers(values: Sequence[Rational]) -> list[int | str]:
    return [encode_rational(value) for value in values]


def of_network(name: str, measured: NetworkBits) -> dict[str, Any]:
    """The bits of a network at points as JSON data."""
    return {
        "format": FORMAT,
        "exit_code": 0,
        "network": name,
        "layers": measured.layers,
        "points": len(measured.points),
        "formats": _formats(),
        "quantities": [
            {
                "name": quantity.name,
                "numerator": quantity.numerator,
                "denominator": quantity.denominator,
                "lost": {form: None if lost is None else _lost(lost) for form, lost in quantity.lost.items()},
            }
            for quantity in measured.quantities
        ],
        "merges": {form: None if merge is None else _columns(merge) for form, merge in measured.merges.items()},
    }


def _lost(lost: Lost) -> dict[str, Any]:
    return {"number": encode_rational(lost.value), "why": lost.reason, "point": lost.point, "place": lost.place}


def _columns(merge: ColumnsMerge) -> dict[str, Any]:
    return {
        "point": merge.point,
        "columns": list(merge.columns),
        "exact": [_numbers(column) for column in merge.exact],
        "rounded": _numbers(merge.rounded),
    }
