"""The wall of a format: how far the exact outputs themselves are from the nearest numbers of the format."""

from __future__ import annotations

from collections.abc import Sequence

from exactua.arithmetic.float_formats import FloatFormat
from exactua.arithmetic.rationals import Matrix, Rational
from exactua.commands.limit.record import Wall


def wall(form: FloatFormat, points: Sequence[Matrix], outputs: Sequence[Matrix]) -> Wall:
    """The greatest |round(x) - x| over all entries of the exact outputs, d x n matrices of rationals, unit 1."""
    known: dict[Rational, Rational | None] = {}
    worst: Wall | None = None
    for point, output in zip(points, outputs, strict=True):
        for x in (entry for row in output for entry in row):
            if x not in known:
                rounded = form.rounded(x)
                known[x] = None if isinstance(rounded, str) else abs(rounded - x)
            error = known[x]
            if error is None:
                if worst is None or worst.error is not None or abs(x) > abs(worst.value):
                    worst = Wall(form, None, point, x)
            elif worst is None or (worst.error is not None and error > worst.error):
                worst = Wall(form, error, point, x)
    assert worst is not None
    return worst
