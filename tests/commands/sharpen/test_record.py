"""What is said of a bound over a ladder follows from all of its instances."""

from __future__ import annotations

from typing import Any

import pytest
from gmpy2 import mpq

from exactua.claims.bounds import bounds_of
from exactua.claims.claim import Claim
from exactua.commands.sharpen.record import At, Measurement, Row, Spot
from exactua.grids.categories import grid
from exactua.terms.tracing import point


def row(factors: dict[tuple[int, int], Any]) -> Row:
    """A bound that was measured at n = 2, with these factors at (d, m)."""
    claim = Claim("toy:trend", title="Toy", source="none", text="")
    claim.states("it", over=(grid,))(lambda at: point[1, 1] <= at.m)
    (bound,) = bounds_of(claim.steps[0])
    measurements = [
        At({"d": d, "n": 2, "m": m}, Measurement(1, mpq(0), Spot(()), None, None, 1, mpq(factor), Spot(())))
        for (d, m), factor in factors.items()
    ]
    return Row(bound, tuple(measurements), 0, {})


@pytest.mark.parametrize(
    ("second", "word"),
    [({}, "the same"), ({2: 1}, "the same"), ({2: 1, 3: 1}, "the same"), ({2: 1, 3: 5}, ""), ({2: 1, 3: 1, 4: 2}, "")],
)
def test_a_factor_is_the_same_for_every_delta_at_every_d(second: dict[int, int], word: str) -> None:
    factors = {**{(1, m): 1 for m in (2, 3, 4)}, **{(2, m): factor for m, factor in second.items()}}
    assert row(factors).trend(2) == word
    assert row(factors).trend(3) == ""


@pytest.mark.parametrize(
    ("factors", "word"),
    [((1, 2, 5), "rising"), ((5, 2, 1), "falling"), ((1, 2, 2), ""), ((1, 2), ""), ((1,), ""), ((), "")],
)
def test_two_instances_make_no_trend(factors: tuple[int, ...], word: str) -> None:
    assert row({(1, m): factor for m, factor in enumerate(factors, 2)}).trend(2) == word
