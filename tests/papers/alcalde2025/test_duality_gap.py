"""prop: trash: a sharper bound, other steps, and the time 0."""

from __future__ import annotations

import pytest

from exactua.errors import InputError
from exactua.networks import Network
from exactua.papers.alcalde2025.duality_gap import duality_gap, form, gap
from exactua.papers.alcalde2025.dynamics import multiple, step
from exactua.papers.alcalde2025.geometry import token
from exactua.terms.tracing import Number, Truth, every, greatest
from tests.papers.background.deciding import refuted, says_no

at = duality_gap.at()


@pytest.mark.parametrize(("d", "n", "t"), [(1, 2, 1), (1, 3, 4), (2, 2, 2)])
def test_the_gap_is_bounded(d: int, n: int, t: int) -> None:
    assert refuted(duality_gap, {"d": d, "n": n, "t": t}) == set()


def test_a_tenth_of_the_bound_is_too_little() -> None:
    def satisfied(i: Number) -> Truth:
        top = greatest(at.columns, lambda k: form(token(at.last, k), at))
        return 20 * gap(at, at.first, i) / 3 <= top - form(token(at.first, i), at)

    assert says_no(duality_gap, {"d": 1, "n": 2, "t": 1}, "bound", every(at.columns, satisfied))


def test_steps_down_are_found() -> None:
    items = [item for s in range(2) for item in step(multiple(-1, 1), "1/2")]
    down = Network(1, items, {"output": 4})
    assert says_no(duality_gap, {"d": 1, "n": 2, "t": 2}, "bound", networks={"f": down})


def test_it_has_no_time_0() -> None:
    with pytest.raises(InputError, match="t"):
        duality_gap.problem({"d": 1, "n": 2, "t": 0})
