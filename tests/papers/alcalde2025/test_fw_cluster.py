"""thm: fw.cluster: the first times at which it fails, exact values there, and what the repair needs."""

from __future__ import annotations

from fractions import Fraction

import pytest
from gmpy2 import mpq

from exactua.claims.verdicts import Verdict
from exactua.networks import Network
from exactua.papers.alcalde2025.dynamics import multiple, step_with_room
from exactua.papers.alcalde2025.fw_cluster import J, bounded, fw_cluster, iteration
from exactua.papers.alcalde2025.fw_cluster_plane import fw_cluster_plane
from exactua.terms.tracing import every
from tests.papers.background.deciding import least, refuted, says_no, vacuous, verdict

at = fw_cluster.at()


def line(t: int) -> dict[str, int]:
    return {"d": 2, "n": 2, "t": t}


def plane(t: int) -> dict[str, int]:
    return {"d": 4, "n": 3, "t": t}


def position_after(x: list[Fraction], s: int) -> list[Fraction]:
    """x^{s+1} from x^s."""
    low, high, gamma = min(x), max(x), Fraction(2, s + 2)
    return [entry + gamma * ((low if entry > 0 else high) - entry) for entry in x]


def position(start: list[int], t: int) -> list[Fraction]:
    """x^t of tokens on the line, in fractions."""
    x = [Fraction(entry) for entry in start]
    for s in range(t):
        x = position_after(x, s)
    return x


def first_failure(start: list[int], last: int) -> int | None:
    """The least t <= last at which the bound fails, in fractions; None where a token has more than one argmin before."""
    diameter = Fraction(max(start) - min(start))
    x = [Fraction(entry) for entry in start]
    for t in range(last + 1):
        if 0 in x and min(x) != max(x):
            return None
        x = position_after(x, t)
        if max(entry**2 for entry in x) / 2 > Fraction(2, t + 1) * diameter**2:
            return t
    return None


def test_three_and_minus_one_and_all_others() -> None:
    assert position([3, -1], 2) == [Fraction(5, 3), Fraction(1, 3)]
    assert position([-3, 2], 3) == [Fraction(-1, 2)] * 2
    assert first_failure([3, -1], 600) == 575
    others = {(a, -b): first_failure([a, -b], 575) for a in (1, 2, 3) for b in (1, 2, 3)}
    assert {start: t for start, t in others.items() if t is not None} == {
        (3, -1): 575, (1, -3): 575, (3, -2): 400, (2, -3): 400,
    }  # fmt: skip


def test_the_network_is_the_iteration() -> None:
    network = iteration(1, 12)
    x = position([3, -1], 13)
    assert [[Fraction(str(entry)) for entry in row] for row in network([[3, -1], [0, 0]])] == [x, [0, 0]]


@pytest.mark.parametrize(("t", "failing"), [(1, set()), (2, {"origin_stays"}), (400, {"bound", "origin_stays"})])
def test_on_the_line(t: int, failing: set[str]) -> None:
    assert refuted(fw_cluster, line(t)) == failing
    assert vacuous(fw_cluster, line(t)) == set()


def test_the_least_counterexamples() -> None:
    assert least(fw_cluster, line(400), "bound") == ([["-3", "2"], ["0", "0"]], "1/8", "50/401")
    assert verdict(fw_cluster, line(399), "bound") is Verdict.HOLDS
    tokens, left, right = least(fw_cluster_plane, plane(16), "bound")
    assert tokens[:2] == [["-1000", "1000", "1"], ["985", "985", "-20"]]
    assert (left, right) == ("970225/2", "8000000/17")
    assert least(fw_cluster_plane, plane(28), "bound")[1:] == ("18", "512/29")


@pytest.mark.parametrize(
    ("t", "failing"),
    [(0, set()), (1, {"origin_stays"}), (15, {"origin_stays"}), (16, {"bound", "origin_stays"})],
)
def test_in_the_plane(t: int, failing: set[str]) -> None:
    assert refuted(fw_cluster_plane, plane(t)) == failing


def test_the_repair_needs_its_hypothesis() -> None:
    assert says_no(fw_cluster, line(400), "bound@repaired", given=None)
    assert says_no(fw_cluster_plane, plane(16), "bound@repaired", given=None)


def test_sharper_bounds_are_refuted() -> None:
    half = every(at.columns, lambda i: 16 * J(at.after[1, i]) <= at.rate)
    assert says_no(fw_cluster, line(0), "bound", half)
    assert says_no(fw_cluster, line(0), "bound@repaired", half)
    assert says_no(fw_cluster, line(400), "excess", bounded(at, J))


def test_other_iterations_are_found() -> None:
    swapping = [item for _ in range(9) for item in step_with_room(multiple(-1, 1), 1)]
    climbing = [item for s in range(9) for item in step_with_room(multiple(1, 1), mpq(2, s + 2))]
    for items in (swapping, climbing):
        network = Network(2, items, {"output": len(items)})
        for step in ("bound", "bound@repaired"):
            assert says_no(fw_cluster, line(8), step, networks={"f": network}), step
    constant = [item for _ in range(4) for item in step_with_room(multiple(-1, 1), "1/2")]
    assert says_no(fw_cluster, line(1), "origin_stays", networks={"f": Network(2, constant, {"output": 8})})
