"""The sorted order and its runs against the same points sorted and compared by brute force."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import comb
from random import Random

import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.arithmetic.straight_line import NotRecorded, Program
from exactua.claims.registry import find
from exactua.deciding.plan import plan
from exactua.evaluators.column_ids import IdLayers, IdNetwork
from exactua.evaluators.compiled import native
from exactua.evaluators.compiled.loops import spread_count
from exactua.evaluators.compiled.native import Loops
from exactua.evaluators.compiled.recording import Compared, Measured, Recorded, record
from exactua.grids.orbits import Orbits
from tests.evaluators.compiled.reference import chained, columns, counted, drawn, in_order, points

compiled = pytest.mark.skipif(not native.available(), reason="llvmlite is not installed")


def lemma8(n: int, m: int, gain: mpq | None = None) -> tuple[Recorded, Orbits]:
    """The steps of Lemma 8 over Category 1; `gain` multiplies the gains of the network's heads."""
    problem = find("lemma8")[0].problem({"d": 2, "n": n, "m": m})
    planned = plan(problem)
    id_networks: Mapping[str, IdNetwork] = planned.id_networks
    if gain is not None:
        id_networks = {name: _with_gain(network, gain) for name, network in id_networks.items()}
    steps = [step for step in problem.steps if any(over.name == "category 1" for over in step.over)]
    recorded, refused = record(problem, id_networks, planned.domains["category 1"], steps)
    assert not refused
    return recorded, planned.domains["category 1"]


def _with_gain(network: IdNetwork, factor: mpq) -> IdNetwork:
    items = tuple(
        tuple(replace(layer, heads=tuple(replace(head, gain=head.gain * factor) for head in layer.heads)) if isinstance(layer, IdLayers) and layer.count > 1 else layer for layer in layers)
        for layers in network.items
    )  # fmt: skip
    return IdNetwork(network.u, items, network.direction)


@pytest.mark.parametrize(("n", "m"), [(2, 4), (3, 3), (4, 3), (5, 3)])
def test_the_sorted_order_is_all_of_category_1_exactly_once(n: int, m: int) -> None:
    recorded, domain = lemma8(n, m)
    K = domain.columns.count
    loops = Loops(recorded, domain, plain=True)
    assert sorted(in_order(domain, 0, K)) == list(points(domain, 0, domain.count))
    (chain,) = loops.chain(0, K)
    assert chain.points == domain.count == spread_count(n, K, 0, K)
    assert [chain] == chained(recorded, domain, 0, K)
    assert chain.broken is None


@pytest.mark.parametrize("n", [2, 3, 4])
def test_parts_of_the_order_join(n: int) -> None:
    recorded, domain = lemma8(n, 3)
    loops = Loops(recorded, domain, plain=True)
    K = domain.columns.count
    before = -1
    for W in range(n - 1, K):
        (part,) = loops.chain(W, W + 1)
        assert [part] == chained(recorded, domain, W, W + 1) == loops.runs(W, W + 1)[1]
        assert part.points == comb(W - 1, n - 2) * (K - W)
        assert part.first > before
        before = part.last


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 5), st.integers(0, 2**32), st.sampled_from([1, 2**70]), st.booleans())
def test_runs_and_chains_of_any_program_are_those_of_its_points(n: int, seed: int, scale: int, bent: bool) -> None:
    random = Random(seed)
    domain = Orbits(columns(n + random.randint(0, 4)), n, "forbidden", "none")
    recorded = drawn(random, domain, scale, bent=bent)
    loops = Loops(recorded, domain, plain=True)
    K = domain.columns.count
    first, last = sorted(random.randint(0, K) for _ in range(2))
    for ends in ((0, K), (first, last)):
        chains = chained(recorded, domain, *ends)
        assert loops.chain(*ends) == chains
        counts, along = loops.runs(*ends)
        assert along == chains
        if ends == (0, K):
            assert counts == counted(recorded, domain, 0, domain.count)


@compiled
@pytest.mark.parametrize(("n", "m"), [(3, 4), (4, 3)])
def test_compiled_runs_count_what_the_points_come_to(n: int, m: int) -> None:
    recorded, domain = lemma8(n, m)
    loops, plain = Loops(recorded, domain), Loops(recorded, domain, plain=True)
    K = domain.columns.count
    assert loops.chain(0, K) == plain.chain(0, K)
    assert loops.runs(0, K) == plain.runs(0, K) == (loops.points(0, domain.count), loops.chain(0, K))


@compiled
@pytest.mark.parametrize("scale", [2**30, 2**80])
def test_compiled_runs_of_a_random_program(scale: int) -> None:
    domain = Orbits(columns(9), 3, "forbidden", "none")
    recorded = drawn(Random(5), domain, scale, nodes=30)
    counts, chains = Loops(recorded, domain).runs(0, 9)
    assert (counts, chains) == (counted(recorded, domain, 0, domain.count), chained(recorded, domain, 0, 9))


@pytest.mark.parametrize("gain", [mpq(1, 3), mpq(0), mpq(-1), mpq(2)])
def test_a_network_with_a_wrong_gain_breaks_the_chain(gain: mpq) -> None:
    recorded, domain = lemma8(3, 3, gain)
    loops = Loops(recorded, domain, plain=True)
    K = domain.columns.count
    (chain,) = loops.chain(0, K)
    assert [chain] == chained(recorded, domain, 0, K)
    assert chain.broken is not None
    counts, along = loops.runs(0, K)
    assert counts == loops.points(0, domain.count)
    assert along == [chain]


def one_compared(build, n: int = 2, K: int = 6) -> tuple[Recorded, Orbits]:
    """A program that compares what `build` makes of a program and its ids."""
    domain = Orbits(columns(K), n, "forbidden", "none")
    program = Program(n)
    ids = [program.table(0, j, j, K - n + j) for j in range(n)]
    numbers = build(program, ids)
    true, false = program.truth(True), program.truth(False)
    compared = (Compared("compared", true, tuple(numbers), 1, None),)
    return Recorded(program, (domain.columns.common_ids()[1],), True, True, false, (), compared, (), False), domain


def spread(program: Program, ids: list[int]) -> list[int]:
    """10 (l_2 - l_1) + l_2: increasing in the sorted order."""
    gap = program.subtract(ids[1], ids[0])
    return [program.add(program.multiply(program.constant(10), gap), ids[1])]


def too_slow(program: Program, ids: list[int]) -> list[int]:
    """3 (l_2 - l_1) + l_2: runs overlap."""
    gap = program.subtract(ids[1], ids[0])
    return [program.add(program.multiply(program.constant(3), gap), ids[1])]


def falling(program: Program, ids: list[int]) -> list[int]:
    """Different numbers everywhere, in another order."""
    return [program.subtract(program.constant(0), spread(program, ids)[0])]


def equal_pair(program: Program, ids: list[int]) -> list[int]:
    """A point that brings the same number twice, by two different nodes."""
    (number,) = spread(program, ids)
    return [number, program.add(program.subtract(number, ids[0]), ids[0])]


def bumped(program: Program, ids: list[int]) -> list[int]:
    """As it should be, but for the point (1, 3)."""
    (number,) = spread(program, ids)
    here = program.both(program.equal(ids[0], program.constant(1)), program.equal(ids[1], program.constant(3)))
    return [program.select(here, program.constant(0), number)]


def wide_apart(program: Program, ids: list[int]) -> list[int]:
    """Two numbers farther apart than the slope: neighbours on a run interleave."""
    (number,) = spread(program, ids)
    return [number, program.add(number, program.constant(1))]


@pytest.mark.parametrize("build", [too_slow, falling, equal_pair, bumped, wide_apart])
def test_what_is_out_of_order_breaks_the_chain(build) -> None:
    recorded, domain = one_compared(build)
    loops = Loops(recorded, domain, plain=True)
    chains = chained(recorded, domain, 0, 6)
    assert chains[0].broken is not None
    assert loops.chain(0, 6) == loops.runs(0, 6)[1] == chains


def test_what_is_in_order_does_not() -> None:
    recorded, domain = one_compared(spread)
    assert Loops(recorded, domain, plain=True).chain(0, 6) == chained(recorded, domain, 0, 6)
    assert Loops(recorded, domain, plain=True).runs(0, 6)[1][0].broken is None


def test_a_run_is_as_bent_as_its_worst_operation() -> None:
    """A decision in the middle of a run is found though both ends agree on other decisions."""
    for K in range(4, 9):
        for middle in range(K):

            def bent(program: Program, ids: list[int], middle: int = middle) -> list[int]:
                (number,) = spread(program, ids)
                hit = program.equal(ids[0], program.constant(middle))
                return [program.select(hit, program.constant(0), number)]

            recorded, domain = one_compared(bent, K=K)
            assert Loops(recorded, domain, plain=True).runs(0, K)[1] == chained(recorded, domain, 0, K)


@pytest.mark.parametrize("operation", ["multiply", "minimum", "maximum"])
def test_numbers_that_bend_without_a_decision_are_measured_point_by_point(operation: str) -> None:
    """l_1 (9 - l_2), and the smaller and the larger of l_1 and 9 - l_2: none of them is affine on a run."""
    domain = Orbits(columns(9), 2, "forbidden", "none")
    program = Program(2)
    first, second = (program.table(0, j, 0, 8) for j in (0, 1))
    number = getattr(program, operation)(first, program.subtract(program.constant(9), second))
    measured = (Measured(program.truth(True), number, number, number, 1),)
    ids = domain.columns.common_ids()[1]
    recorded = Recorded(program, (ids,), True, True, program.truth(False), (), (), measured, False)
    assert Loops(recorded, domain, plain=True).runs(0, 9)[0] == counted(recorded, domain, 0, domain.count)


@pytest.mark.parametrize(
    "domain", [Orbits(columns(5), 2, "allowed", "none"), Orbits(columns(5, 2), 2, "forbidden", "required")]
)
def test_other_domains_have_no_such_order(domain: Orbits) -> None:
    recorded = drawn(Random(3), domain)
    with pytest.raises(NotRecorded, match="regular columns"):
        Loops(recorded, domain, plain=True).chain(0, 5)


def test_ids_that_are_not_consecutive_have_no_such_order() -> None:
    recorded, domain = one_compared(spread)
    ids = recorded.tables[0].copy()
    ids[-1] += 1
    with pytest.raises(NotRecorded, match="consecutive"):
        Loops(replace(recorded, tables=(ids,)), domain, plain=True).chain(0, 6)


def test_entries_are_compared_point_by_point_but_not_run_by_run() -> None:
    domain = Orbits(columns(7), 3, "forbidden", "none")
    recorded = drawn(Random(11), domain, tables=2, nodes=60)
    assert Loops(recorded, domain, plain=True).chain(0, 7) == chained(recorded, domain, 0, 7)
    with pytest.raises(NotRecorded, match="entries"):
        Loops(recorded, domain, plain=True).runs(0, 7)
