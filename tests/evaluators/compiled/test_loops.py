"""Printed loops against the program evaluated point by point, in plain Python and compiled."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.arithmetic.straight_line import Program
from exactua.errors import EvaluatorsDisagree, InputError
from exactua.evaluators.compiled import native
from exactua.evaluators.compiled.loops import PointLoops, order_of, progression
from exactua.evaluators.compiled.native import Loops, TooManyUnusual
from exactua.evaluators.compiled.recording import Checked, Measured, Recorded
from exactua.grids.orbits import Orbits
from exactua.grids.sequences import Sequences
from tests.evaluators.compiled import reference
from tests.evaluators.compiled.reference import Domain, columns, counted, drawn

CATEGORIES = [("forbidden", "none"), ("required", "none"), ("allowed", "required"), ("allowed", "allowed"),
              ("forbidden", "required"), ("required", "required"), None]  # fmt: skip
compiled = pytest.mark.skipif(not native.available(), reason="llvmlite is not installed")


def domain_of(category: tuple[str, str] | None, n: int, regular: int = 5, special: int = 2) -> Domain:
    if category is None:
        return Sequences(columns(3, 1), n)
    return Orbits(columns(regular, special), n, *category)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_loops_count_what_point_by_point_evaluation_counts(data: st.DataObject) -> None:
    n = data.draw(st.integers(1, 5), "n")
    domain = domain_of(data.draw(st.sampled_from(CATEGORIES), "category"), n, data.draw(st.integers(1, 5)))
    ranks = sorted(data.draw(st.tuples(*[st.integers(0, domain.count)] * 2), "ranks"))
    start, stop = ranks[0], min(ranks[1], ranks[0] + 150)
    scale = data.draw(st.sampled_from([1, 2**40, 2**70, 2**150]), "scale")
    program = drawn(Random(data.draw(st.integers(0, 2**32), "seed")), domain, scale, tables=2)
    assert Loops(program, domain, plain=True).points(start, stop) == counted(program, domain, start, stop)


@compiled
@pytest.mark.parametrize(
    ("category", "n", "scale"),
    [(CATEGORIES[0], 3, 2**40), (CATEGORIES[1], 4, 2**90), (CATEGORIES[2], 2, 2**90), (None, 3, 2**90)],
)
def test_compiled_loops_count_the_same(category: tuple[str, str] | None, n: int, scale: int) -> None:
    domain = domain_of(category, n, 7)
    random = Random(n)
    program = drawn(random, domain, scale, tables=2, nodes=25)
    while (program.bits > 62) != (scale > 2**62):
        program = drawn(random, domain, scale, tables=2, nodes=25)
    loops = Loops(program, domain)
    assert loops.width == ("64 bits" if scale < 2**62 else "128 bits")
    for _ in range(10):
        start, stop = sorted(random.randint(0, domain.count) for _ in range(2))
        assert loops.points(start, stop) == counted(program, domain, start, stop)
    assert loops.points(0, domain.count) == counted(program, domain, 0, domain.count)


EDGES = [sign * edge for edge in (2**62 - 2, 2**62 - 1, 2**63, 2**126 - 2) for sign in (1, -1)]


def on_the_edge(edges: list[int]) -> tuple[Recorded, Domain]:
    """Numbers that attain an edge, and one unit more and less: (the id) - 1 is added to each."""
    domain = Orbits(columns(3), 2, "allowed", "none")
    program = Program(2)
    first, second = (program.table(0, j, 0, 2) for j in (0, 1))
    shifted = program.add(first, program.constant(-1))
    numbers = [program.add(shifted, program.constant(edge)) for edge in edges]
    numbers += [program.multiply(shifted, number) for number in numbers if abs(program.nodes[number].low) < 2**120]
    true, false = program.truth(True), program.truth(False)
    measured = tuple(Measured(true, number, number, number, 1) for number in numbers)
    tables = (domain.columns.common_ids()[1],)
    checked = tuple(
        Checked(f"at most {edge}", true, program.less(program.constant(edge), number), k)
        for k, (edge, number) in enumerate(zip(edges, numbers, strict=False))
    )
    assert second
    return Recorded(program, tables, True, False, false, checked, (), measured, False), domain


@compiled
def test_numbers_that_attain_the_edges_of_words_are_exact() -> None:
    recorded, domain = on_the_edge(EDGES)
    assert recorded.bits == 126
    counts = Loops(recorded, domain).points(0, domain.count)
    assert counts == counted(recorded, domain, 0, domain.count)
    assert {measured.least for measured in counts.measured} >= {edge - 1 for edge in EDGES}
    assert {measured.greatest for measured in counts.measured} >= {edge + 1 for edge in EDGES}


@pytest.mark.parametrize(
    ("edge", "width"),
    [(2**62 - 2, "64 bits"), (2**62 - 1, "128 bits"), (1 - 2**62, "128 bits"), (2 - 2**62, "64 bits")],
)
def test_the_width_is_what_the_proven_interval_needs(edge: int, width: str) -> None:
    recorded, domain = on_the_edge([edge])
    sums = Recorded(
        recorded.program,
        recorded.tables,
        True,
        False,
        recorded.unusual,
        recorded.checked,
        (),
        recorded.measured[:1],
        False,
    )
    printing = PointLoops(sums, domain)._printing
    assert (printing.widths[sums.measured[0].least] == 64) == (width == "64 bits")


def test_numbers_beyond_126_bits_are_left_to_plain_python() -> None:
    recorded, domain = on_the_edge([2**126 - 1])
    with pytest.raises(InputError, match="plain: False"):
        Loops(recorded, domain)
    plain = Loops(recorded, domain, plain=True)
    assert plain.width == "integers of any size"
    assert plain.points(0, domain.count) == counted(recorded, domain, 0, domain.count)


@pytest.mark.parametrize("plain", [True, pytest.param(False, marks=compiled)])
def test_ties_go_to_the_lexicographically_least_point(plain: bool) -> None:
    """The points with l_1 + l_2 + l_3 = 5 are (0, 1, 4) and (0, 2, 3), which the loops visit in the other order."""
    domain = Orbits(columns(6), 3, "forbidden", "none")
    program = Program(3)
    first, second, third = (program.table(0, j, 0, 5) for j in range(3))
    there = program.equal(program.add(program.add(first, second), third), program.constant(5))
    single, two = program.constant(1), program.constant(2)
    bump, dip = program.select(there, two, single), program.select(there, single, two)
    true = program.truth(True)
    measured = (Measured(true, dip, dip, dip, 1), Measured(true, bump, bump, bump, 1))
    checked = (Checked("elsewhere", true, there, 0), Checked("here", true, program.opposite(there), 1))
    ids = domain.columns.common_ids()[1]
    recorded = Recorded(program, (ids,), True, True, program.truth(False), checked, (), measured, False)
    counts = Loops(recorded, domain, plain).points(0, domain.count)
    assert counts == counted(recorded, domain, 0, domain.count)
    assert (
        counts.measured[0].least_at
        == counts.measured[1].greatest_at
        == counts.steps["elsewhere"].first_failure
        == (0, 1, 4)
    )
    if plain:
        assert Loops(recorded, domain, plain).runs(0, 6)[0] == counts


def everything_unusual(domain: Domain) -> Recorded:
    program = Program(domain.n)
    low = program.table(0, 0, 0, 100)
    return Recorded(
        program,
        (domain.columns.common_ids()[1],),
        True,
        False,
        program.at_most(low, program.constant(99)),
        (),
        (),
        (),
        False,
    )


@pytest.mark.parametrize("plain", [True, pytest.param(False, marks=compiled)])
def test_unusual_points_are_listed_and_too_many_refused(plain: bool) -> None:
    domain = Orbits(columns(101), 2, "allowed", "none")
    loops = Loops(everything_unusual(domain), domain, plain=plain)
    counts = loops.points(7, 4103)
    assert len(counts.unusual) == 4096
    assert sorted(counts.unusual) == list(reference.points(domain, 7, 4103))
    with pytest.raises(TooManyUnusual):
        loops.points(7, 4104)


def test_a_wrong_enumeration_is_noticed_by_its_count(monkeypatch: pytest.MonkeyPatch) -> None:
    domain = Orbits(columns(6), 3, "required", "none")
    recorded = drawn(Random(1), domain)
    assert Loops(recorded, domain, plain=True).points(0, domain.count).visited == domain.count
    monkeypatch.setattr(PointLoops, "_bounds", lambda self, j: (f"low{j}", f"high{j}"))
    with pytest.raises(EvaluatorsDisagree, match="visited"):
        Loops(recorded, domain, plain=True).points(0, domain.count)


def test_the_loops_of_orbits_fix_the_extreme_columns_first() -> None:
    assert order_of(4, True) == [0, 3, 1, 2]
    assert order_of(4, False) == [0, 1, 2, 3]
    assert order_of(1, True) == [0]


def test_a_table_that_bends_is_no_progression() -> None:
    assert progression([-4, -1, 2, 5]) == (-4, 3)
    assert progression([-4, -1, 2, 6]) is None
    assert progression([7]) == (7, 0)
