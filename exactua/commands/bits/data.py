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


def of_claim(found: Bits) -> dict[str, Any]:
    """The bits of a claim as JSON data."""
    return {
        "format": FORMAT,
        "exit_code": 0,
        "label": found.label,
        "points": found.points,
        "instances": [
            {
                **_box(one.box),
                "layers": one.layers,
                "points": encode_integer(one.points),
                "enumerated": one.enumerated,
                "bits": {
                    name: {"bits": one.bits[name], "exact": one.known["delta"][name].exact} for name in QUANTITIES
                },
            }
            for one in found.instances
        ],
        "formats": _formats(),
        "failures": [_sought(one, "of") for one in found.failures],
        "merges": [_sought(one, "points") for one in found.merges],
        "searched_to": _box(found.instances[-1].box),
    }


def _formats() -> list[dict[str, Any]]:
    return [
        {"name": one.name, "precision": one.precision, "least": one.least, "greatest": one.greatest}
        for one in ALL_FORMATS
    ]


def _box(box: Box) -> dict[str, int]:
    return dict(zip(("d", "n", "m"), box, strict=True))


def _sought(one: Sought, what: str) -> dict[str, Any]:
    return {
        "format": one.format,
        "unit": one.unit,
        what: one.what,
        "found": None if one.found is None else _found(one.found),
        "open": [_box(box) for box in one.open],
    }


def _found(one: Failure | Merge) -> dict[str, Any]:
    if isinstance(one, Failure):
        point = None if one.point is None else matrix_data(one.point)
        return {**_box(one.box), "number": encode_rational(one.value), "why": one.reason, "point": point}
    return {
        **_box(one.box),
        "point": matrix_data(one.point),
        "columns": list(one.columns),
        "ids": _numbers(one.ids),
        "rounded": encode_rational(one.rounded),
    }


def _numbers(values: Sequence[Rational]) -> list[int | str]:
    return [encode_rational(value) for value in values]


def of_network(name: str, found: NetworkBits) -> dict[str, Any]:
    """The bits of a network at points as JSON data."""
    return {
        "format": FORMAT,
        "exit_code": 0,
        "network": name,
        "layers": found.layers,
        "points": len(found.points),
        "formats": _formats(),
        "quantities": [
            {
                "name": one.name,
                "numerator": one.numerator,
                "denominator": one.denominator,
                "lost": {form: None if lost is None else _lost(lost) for form, lost in one.lost.items()},
            }
            for one in found.quantities
        ],
        "merges": {form: None if one is None else _columns(one) for form, one in found.merges.items()},
    }


def _lost(one: Lost) -> dict[str, Any]:
    return {"number": encode_rational(one.value), "why": one.reason, "point": one.point, "place": one.place}


def _columns(one: ColumnsMerge) -> dict[str, Any]:
    return {
        "point": one.point,
        "columns": list(one.columns),
        "exact": [_numbers(column) for column in one.exact],
        "rounded": _numbers(one.rounded),
    }
