"""What `attention` says: the enclosure, the errors by three measures with their worst places, and what is within."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational, encode_rational
from exactua.commands.attention.record import Attention, Expected, Tolerance
from exactua.plurals import counted
from exactua.printing.documents import Block, Document, Fields, Items, Paragraph, Table
from exactua.printing.short_numbers import rounded_down, rounded_up
from exactua.softmax.attention.erring import EntryError, Errors, Place, Spread

FORMAT: Final = "exactua-attention/1"
QUANTILES: Final = (mpq(1, 2), mpq(9, 10), mpq(99, 100), mpq(999, 1000))
"""Shares of the entries whose greatest error is told."""


def prompt(measured: Attention) -> Iterator[str]:
    """The lines at the prompt."""
    yield f"Attention of {_shape(measured)}"
    yield f"  {_enclosed(measured)}"
    if measured.errors is not None:
        yield from (f"  {line}" for line in _worst(measured.errors))
    yield from (f"  {line}" for line in [*_asked(measured), *notes(measured)])


def notes(measured: Attention) -> Iterator[str]:
    """That entries of the output are no numbers of the format to which the algorithm rounds its output."""
    expected = measured.expected
    if expected is not None and expected.first_foreign is not None:
        no_numbers = "is not a number" if expected.foreign == 1 else "are not numbers"
        yield (
            f"note: this algorithm rounds its output to {expected.algorithm.format.name}, but "
            f"{counted(expected.foreign, 'entry')} of the given output, the first at {_place(expected.first_foreign)}, "
            f"{no_numbers} of this format"
        )


def document(measured: Attention) -> Document:
    """The same with a table of quantiles, and as JSON."""
    blocks: list[Block] = [
        Fields([("tensors", _shape(measured)), ("exact", _enclosed(measured))]),
    ]
    if measured.errors is not None:
        blocks.append(Table(list(_rows(measured.errors)), right=range(1, 2 + len(QUANTILES))))
        blocks.append(Items([*_worst(measured.errors), *_left_out(measured)]))
    for line in _asked(measured):
        blocks.append(Paragraph(line))
    return Document(blocks, data(measured))


def _shape(measured: Attention) -> str:
    queries, keys, size, values = measured.sizes
    heads = f"{' x '.join(map(str, measured.lead))} heads, " if measured.lead else ""
    of_values = "" if size == values else f", values of size {values}"
    hidden = f", {measured.hidden:,} pairs hidden" if measured.hidden else ""
    each = f"{counted(queries, 'query')}, {counted(keys, 'key')} of size {size}{of_values}"
    return f"{heads}{each}, scale {measured.scale}{hidden}{_rounded(measured)}"


def _rounded(measured: Attention) -> str:
    inputs = measured.inputs
    if inputs is None or not inputs.rounds:
        return ""
    return f"; rounded to {inputs.form.name} first: {inputs.changed:,} of {counted(inputs.numbers, 'number')} changed"


def _enclosed(measured: Attention) -> str:
    queries = f"; {counted(measured.undefined, 'query')} without a key left out" if measured.undefined else ""
    return f"every output within {rounded_up(measured.radius)} of the centre of its enclosure{queries}"


def _rows(errors: Errors) -> Iterator[tuple[str, ...]]:
    yield ("", *(f"{_percent(share)} up to" for share in QUANTILES), "worst")
    for name, spread in _spreads(errors):
        if spread.count:
            yield (
                name,
                *(rounded_up(spread.quantile(share)) for share in QUANTILES),
                _range(spread.greatest),
            )


def _spreads(errors: Errors) -> Iterator[tuple[str, Spread]]:
    yield "absolute error", errors.absolute
    yield "relative error", errors.relative
    yield f"error in ulps of {errors.form.name}", errors.ulps


def _worst(errors: Errors) -> Iterator[str]:
    for name, spread in _spreads(errors):
        if spread.worst is not None:
            where = f"{_place(spread.worst.place)}: {_entry(spread.worst)}"
            yield f"worst {name}: {_range(spread.greatest)} at {where}"
    if errors.not_finite and errors.first_not_finite is not None:
        yield f"{counted(errors.not_finite, 'entry')} not finite, the first at {_place(errors.first_not_finite)}"


def _left_out(measured: Attention) -> Iterator[str]:
    errors = measured.errors
    if errors is not None and errors.without_relative:
        of = counted(errors.without_relative, "entry")
        yield f"{of} that may be 0 exactly, with no relative error and none in ulps"


def _asked(measured: Attention) -> Iterator[str]:
    asked, nearest = measured.tolerance, measured.nearest
    if asked is not None:
        bound = _bound(asked)
        if asked.worst is not None and asked.excess is not None:
            yield (
                f"NOT WITHIN {bound}: {counted(asked.beyond, 'entry')} beyond it, most at "
                f"{_place(asked.worst.place)} by {rounded_down(asked.excess)}: {_entry(asked.worst)}"
            )
        elif asked.undecided:
            of = counted(asked.undecided, "entry")
            yield f"INCONCLUSIVE: {of} not separated from {bound}; give more --digits"
        elif measured.errors is not None and measured.errors.not_finite:
            of = counted(measured.errors.not_finite, "entry")
            yield f"NOT WITHIN {bound}: {of} not finite; {counted(asked.within, 'entry')} within it"
        elif not asked.within:
            yield f"nothing is compared with {bound}: no query sees a key"
        else:
            yield f"WITHIN {bound}: {counted(asked.within, 'entry')}"
    if measured.expected is not None:
        yield from _of_algorithm(measured.expected, measured.errors)
    if nearest is not None:
        if nearest.undecided:
            of = counted(nearest.undecided, "entry")
            yield f"INCONCLUSIVE: nearest {nearest.dtype} of {of} not known; the enclosure's lower end is rounded there"
        else:
            yield f"nearest {nearest.dtype}: every output rounded to nearest, ties to even"


def _bound(asked: Tolerance) -> str:
    parts = [_number(asked.atol)] if asked.atol or not asked.rtol else []
    return " + ".join([*parts, *([f"{_number(asked.rtol)} |exact|"] if asked.rtol else [])])


def _of_algorithm(expected: Expected, errors: Errors | None) -> Iterator[str]:
    algorithm, closest = expected.algorithm, expected.closest
    not_finite = 0 if errors is None else errors.not_finite
    yield f"algorithm {algorithm.name}, as assumed: {algorithm}"
    if closest is None:
        if errors is not None:
            why = (
                "no entry is finite, and bounds cover only runs without overflow"
                if not_finite
                else "no query sees a key"
            )
            yield f"no error is compared with its bound: {why}"
        yield f"without overflow no output errs by more than {rounded_up(expected.greatest)}"
        return
    proven = f"where at most {rounded_up(expected.bound)} is proven"
    where = f"{_place(closest.place)}: {_range(closest.absolute)}, {proven}"
    if expected.beyond:
        yield f"NOT EXPECTED: {counted(expected.beyond, 'entry')} beyond the bound, the farthest at {where}"
    elif expected.undecided:
        yield f"INCONCLUSIVE: {counted(expected.undecided, 'entry')} not separated from the bound; give more --digits"
    else:
        part, greatest = rounded_up(100 * expected.part, 2), rounded_up(expected.greatest)
        if not_finite:
            yield (
                f"NOT ALL FINITE: {counted(not_finite, 'entry')}, which no bound covers; all other errors are "
                f"within their bounds, which are at most {greatest}"
            )
        else:
            yield f"EXPECTED: every error is within its bound, which is at most {greatest}"
        yield f"closest to its bound, {part}% of it, is {where}"


def _percent(share: Rational) -> str:
    return f"{float(100 * share):g}%"


def _range(bounds: tuple[Rational, Rational]) -> str:
    """A number between two bounds in three digits, which are one where the bounds are close."""
    low, high = rounded_down(bounds[0]), rounded_down(bounds[1])
    return f"about {low}" if low == high else f"{low} to {rounded_up(bounds[1])}"


def _number(value: Rational) -> str:
    return rounded_down(value, 6)


def _place(place: Place) -> str:
    names = ("batch", "head", "query", "column")[-len(place) :] if len(place) <= 4 else ()
    if not names:
        return f"[{', '.join(map(str, place))}]"
    return f"[{', '.join(map(str, place))}] ({', '.join(names)})"


def _entry(entry: EntryError) -> str:
    return f"{rounded_down(entry.given, 9)} given, about {rounded_down(entry.centre, 9)} exactly"


def data(measured: Attention) -> dict[str, Any]:
    """The JSON form: docs/json-output.md."""
    errors, asked, nearest = measured.errors, measured.tolerance, measured.nearest
    return {
        "format": FORMAT,
        "exit_code": measured.exit_code,
        "shape": {
            "lead": list(measured.lead),
            **dict(zip(("queries", "keys", "size", "values"), measured.sizes, strict=True)),
        },
        "scale": measured.scale,
        "hidden": measured.hidden,
        "undefined": measured.undefined,
        "rounded_inputs": None
        if measured.inputs is None or not measured.inputs.rounds
        else {"to": measured.inputs.form.name, "numbers": measured.inputs.numbers, "changed": measured.inputs.changed},
        "digits": measured.digits,
        "bits": measured.bits,
        "radius": encode_rational(measured.radius),
        "errors": None if errors is None else _errors_data(errors),
        "tolerance": None
        if asked is None
        else {
            "atol": encode_rational(asked.atol),
            "rtol": encode_rational(asked.rtol),
            "within": asked.within,
            "beyond": asked.beyond,
            "undecided": asked.undecided,
            "worst": None if asked.worst is None else _entry_data(asked.worst),
        },
        "expected": None if measured.expected is None else _expected_data(measured.expected),
        "nearest": None
        if nearest is None
        else {"dtype": nearest.dtype, "undecided": nearest.undecided, "undefined": nearest.undefined},
        "seconds": f"{measured.seconds:.1f}",
    }


def _expected_data(expected: Expected) -> dict[str, Any]:
    return {
        "algorithm": expected.algorithm.name,
        "words": str(expected.algorithm),
        "greatest_bound": encode_rational(expected.greatest),
        "within": expected.within,
        "beyond": expected.beyond,
        "undecided": expected.undecided,
        "closest": None
        if expected.closest is None
        else {
            "part": encode_rational(expected.part),
            "bound": encode_rational(expected.bound),
            **_entry_data(expected.closest),
        },
    }


def _errors_data(errors: Errors) -> dict[str, Any]:
    return {
        "ulps_of": errors.form.name,
        "entries": errors.absolute.count,
        "not_finite": errors.not_finite,
        "first_not_finite": None if errors.first_not_finite is None else list(errors.first_not_finite),
        "without_relative": errors.without_relative,
        "measures": {
            key: None if spread.worst is None else _spread_data(spread)
            for key, spread in (("absolute", errors.absolute), ("relative", errors.relative), ("ulps", errors.ulps))
        },
    }


def _spread_data(spread: Spread) -> dict[str, Any]:
    assert spread.worst is not None
    return {
        "quantiles": [
            {"share": encode_rational(share), "at_most": encode_rational(spread.quantile(share))} for share in QUANTILES
        ],
        "worst": {
            "at_least": encode_rational(spread.greatest[0]),
            "at_most": encode_rational(spread.greatest[1]),
            **_entry_data(spread.worst),
        },
    }


def _entry_data(entry: EntryError) -> dict[str, Any]:
    return {
        "place": list(entry.place),
        "given": encode_rational(entry.given),
        "exact": [encode_rational(entry.centre - entry.radius), encode_rational(entry.centre + entry.radius)],
    }
