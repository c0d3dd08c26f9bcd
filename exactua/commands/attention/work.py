"""The exact attention of tensors, some queries at a time: errors of a given output, and the nearest floats."""

from __future__ import annotations

import time
from typing import Any, Final

import numpy as np
from gmpy2 import mpq

from exactua.arithmetic.balls import dyadic_power
from exactua.arithmetic.float_formats import BY_NAME, FloatFormat, Rounded
from exactua.arithmetic.rationals import Rational
from exactua.commands.attention.record import Attention, ErrorMap, Expected, Nearest, Tolerance
from exactua.deciding.interrupts import OutOfBudget, until
from exactua.deciding.shards import Progress
from exactua.deciding.tasks import duration
from exactua.errors import InputError, Unanswered
from exactua.networks.costs import Memory, in_bytes
from exactua.softmax.attention.algorithms import Algorithm
from exactua.softmax.attention.bounding import bounds
from exactua.softmax.attention.enclosing import Enclosed, Head, enclosed
from exactua.softmax.attention.erring import EntryError, Errors
from exactua.softmax.attention.inputs import Inputs
from exactua.softmax.attention.inputs import rounded as rounded_to
from exactua.softmax.attention.tensors import Array, Tensors

MOST_DIGITS: Final = 1000
NEAREST: Final = ("float64", "float32", "float16")
"""Formats that the nearest numbers are written in."""
_TRIES: Final = 4
"""How often bits are doubled where it is not known which number is the nearest."""


def bits_for(digits: int, keys: int) -> int:
    """Bits of the weights with which each output is within 10^-digits times the spread of its column of V."""
    return int(10**digits).bit_length() + (2 * keys).bit_length() + 2


def attention(
    given: Tensors,
    output: Array | None,
    form: FloatFormat,
    *,
    digits: int,
    tolerance: tuple[Rational, Rational] | None = None,
    algorithm: Algorithm | None = None,
    nearest: str | None = None,
    inputs: Inputs | None = None,
    every_entry: bool = False,
    budget: float = 600,
    progress: Progress | None = None,
) -> Attention:
    """The exact outputs, to so many digits; the errors of `output`, in ulps of `form`, and whether all are within.

    `tolerance` is (atol, rtol); errors are compared with the proven bounds of `algorithm`, too. `nearest` names one of
    `NEAREST`. `inputs` is what was asked of the tensors. `every_entry` keeps the error and the bound of each entry.
    `budget` is in seconds.

    Raises InputError where it would take more memory than it may, and Unanswered where the budget does not suffice, as
    soon as that is seen.
    """
    began = time.monotonic()
    keys = given.sizes[1]
    bits = bits_for(digits, keys)
    _require_memory(given, bits)
    errors = None if output is None else Errors(form)
    asked = None if tolerance is None else Tolerance(*tolerance)
    expected = None if algorithm is None else Expected(algorithm)
    if expected is not None and output is not None:
        _compare_format(expected, output)
    drawn = ErrorMap.of(given.output_shape) if every_entry and output is not None else None
    rounded = None if nearest is None else Nearest(nearest, np.full(given.output_shape, np.nan, dtype=nearest))
    radius, undefined, done = mpq(0), 0, 0
    try:
        with until(began + budget):
            for at, first, head in given.parts():
                exact = enclosed(head, bits)
                unit = dyadic_power(exact.exponent)
                radius = max(radius, int(exact.radii[exact.defined].max(initial=0)) * unit)
                undefined += int(np.count_nonzero(~exact.defined))
                some = slice(first, first + len(exact.defined))
                bound = None
                if expected is not None:
                    bound = bounds(head, exact, expected.algorithm)
                    expected.greatest = max(expected.greatest, bound.greatest)
                if output is not None and errors is not None:
                    for entry in errors.add(exact, output[at][some], at, first):
                        if asked is not None:
                            _compare(asked, entry)
                        proven = None if bound is None else bound.at(entry.place[-2] - first, entry.place[-1])
                        if expected is not None and proven is not None:
                            _expect(expected, entry, proven)
                        if drawn is not None:
                            drawn.add(entry, proven)
                if rounded is not None:
                    _round(rounded, head, exact, bits, (*at, some))
                done += len(exact.defined) * keys
                _require_time(began, budget, done, given)
                if progress is not None:
                    progress(done, given.scores)
    except OutOfBudget:
        raise _too_long(began, budget, done, given) from None
    hidden = 0 if given.seen is None else given.scores - int(np.count_nonzero(given.seen))
    return Attention(
        given.lead, given.sizes, str(given.scale), hidden, undefined, digits, bits, radius,
        errors, asked, expected, rounded, time.monotonic() - began, inputs, drawn,
    )  # fmt: skip


def _require_memory(given: Tensors, bits: int) -> None:
    """Raises InputError where some queries of a head would take more memory than they may."""
    memory = given.memory(bits)
    if memory > Memory.most:
        raise InputError(
            f"memory: a head of {given.sizes[1]:,} keys would take about {in_bytes(memory)}, more than the "
            f"{in_bytes(Memory.most)} of --max-memory: raise it, or give fewer keys or digits"
        )


def _require_time(began: float, budget: float, done: int, given: Tensors) -> None:
    """Raises Unanswered where what is left would take more than twice the budget, going by what is done."""
    took = time.monotonic() - began
    if took > min(1, budget) and took * given.scores / done > 2 * budget:
        raise _too_long(began, budget, done, given)


def _too_long(began: float, budget: float, done: int, given: Tensors) -> Unanswered:
    """How long all scores take, going by what is done; where that is nothing, the first part takes still longer."""
    took = time.monotonic() - began
    all_of_them = took * given.scores / (done or min(given.rows * given.sizes[1], given.scores))
    return Unanswered(
        f"budget: {budget:g} s do not suffice: {given.scores:,} scores take about {duration(all_of_them)}"
        f"{'' if done else ' or more'}; raise --budget, or give fewer heads or queries"
    )


def _compare(asked: Tolerance, entry: EntryError) -> None:
    """Counts an entry as within the tolerance, beyond it, or neither."""
    lower, upper = entry.absolute
    least, most = max(abs(entry.centre) - entry.radius, mpq(0)), abs(entry.centre) + entry.radius
    if upper <= asked.atol + asked.rtol * least:
        asked.within += 1
        return
    excess = lower - asked.atol - asked.rtol * most
    if excess <= 0:
        asked.undecided += 1
        return
    asked.beyond += 1
    if asked.excess is None or excess > asked.excess:
        asked.worst, asked.excess = entry, excess


def _expect(expected: Expected, entry: EntryError, bound: Rational) -> None:
    """Counts an entry as within its proven bound, beyond it, or neither."""
    lower, upper = entry.absolute
    if upper <= bound:
        expected.within += 1
    elif lower > bound:
        expected.beyond += 1
    else:
        expected.undecided += 1
    part = upper / bound  # which is never 0: the last rounding may underflow
    if expected.closest is None or part > expected.part:
        expected.closest, expected.part, expected.bound = entry, part, bound


def _compare_format(expected: Expected, output: Array) -> None:
    """Counts the finite entries that are no numbers of the format of the algorithm's output."""
    other = np.argwhere(np.isfinite(output) & (rounded_to(output, expected.algorithm.format) != output))
    expected.foreign = len(other)
    expected.first_foreign = tuple(other[0].tolist()) if len(other) else None


def _round(nearest: Nearest, head: Head, exact: Enclosed, bits: int, where: Any) -> None:
    """Writes the nearest numbers of a format; rows of which one is not known are enclosed more closely."""
    form = BY_NAME[nearest.dtype]
    array = nearest.array[where]
    for i in range(len(exact.defined)):
        if not exact.defined[i]:
            nearest.undefined += 1
            continue
        row, closer = _neighbours(exact, i, form), bits
        for _ in range(_TRIES):
            if all(below == above for below, above in row):
                break
            closer *= 2
            row = _neighbours(enclosed(head.rows(slice(i, i + 1)), closer), 0, form)
        nearest.undecided += sum(below != above for below, above in row)
        array[i] = [float(below) for below, _ in row]


def _neighbours(exact: Enclosed, i: int, form: FloatFormat) -> list[tuple[Rounded, Rounded]]:
    """What the ends of the enclosures of a row become in a format."""
    unit = dyadic_power(exact.exponent)
    return [
        (form.rounded((centre - radius) * unit), form.rounded((centre + radius) * unit))
        for centre, radius in zip(map(mpq, exact.centres[i]), map(mpq, exact.radii[i]), strict=True)
    ]
