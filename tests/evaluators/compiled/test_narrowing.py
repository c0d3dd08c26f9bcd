"""Numbers of any size in machine integers: programs on NumPy arrays against Python's integers, at the edges of words."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from exactua.arithmetic.straight_line import TRUTH_OPERATORS, Node, Program
from exactua.evaluators.compiled.narrowing import FITS, Narrowing
from exactua.evaluators.compiled.recording import Checked, Compared, Measured, Recorded
from exactua.evaluators.compiled.vectors import Vectors
from exactua.evaluators.compiled.weighted_sums import WeightedSum, divided
from exactua.grids.orbits import Orbits
from exactua.grids.sequences import Sequences
from tests.evaluators.compiled.reference import OPERATIONS, chained, columns, counted, drawn, in_order, values

EDGES = sorted({sign * (2**e + k) for e in (0, 31, 32, 62, 63, 64, 93, 126) for k in (-1, 0, 1) for sign in (1, -1)})
edges = st.one_of(st.sampled_from(EDGES), st.integers(-(2**100), 2**100), st.integers(-9, 9))
narrow = st.one_of(st.sampled_from([e for e in EDGES if abs(e) <= 2**62]), st.integers(-(2**62), 2**62))
tables = st.lists(narrow, min_size=3, max_size=3)


def recorded(program: Program, listed: list[list[int]], numbers: list[int], truths: list[int]) -> Recorded:
    """All of these numbers are measured, all of these truths checked."""
    true = program.truth(True)
    measured = tuple(Measured(true, x, x, x, 1) for x in numbers)
    checked = tuple(Checked(f"truth {k}", true, truth, None) for k, truth in enumerate(truths))
    compared = tuple(Compared(f"number {k}", true, (x,), 1, None) for k, x in enumerate(numbers))
    arrays = tuple(np.array(table, dtype=np.int64) for table in listed)
    return Recorded(program, arrays, False, False, program.truth(False), checked, compared, measured, False)


def of_tables(listed: list[list[int]]) -> tuple[Program, list[int]]:
    """A program of two columns, and the nodes of what each table has for each of them."""
    program = Program(2)
    return program, [program.table(t, j, min(x), max(x)) for t, x in enumerate(listed) for j in range(2)]


def assert_exact(built: Recorded) -> None:
    """The program at all points at once, and at each alone."""
    domain = Sequences(columns(3), 2)
    numbers, vectors = domain.batch(0, domain.count), Vectors(built)
    assert vectors.count(numbers) == counted(built, domain, 0, domain.count)
    for (_, rows), compared in zip(vectors.compared(numbers), built.compared, strict=True):
        exact = [[values(built, point)[node] for point in numbers.tolist()] for node in compared.numbers]
        assert rows.tolist() == exact
    for k in range(domain.count):
        assert vectors.count(numbers[k : k + 1]) == counted(built, domain, k, k + 1)


@given(tables, tables, edges, edges, edges, edges)
@example([0, -1, 1], [2**62, -(2**62), 0], 2**62, 2**62 - 1, 2**93, -(2**93))
@example([2**62 - 1, 2**62, 1], [2**31, -(2**31), 0], 2**63, 1, -(2**62), 2**62)
def test_sums_with_weights_are_exact(x: list[int], y: list[int], w: int, v: int, c: int, bound: int) -> None:
    program, (a, b, p, q) = of_tables([x, y])

    def weighted(node: int, weight: int) -> int:
        return program.multiply(program.constant(weight), node)

    first = program.add(program.add(weighted(a, w), p), program.constant(c))
    second = program.add(weighted(b, w), weighted(q, v))
    third = program.subtract(first, second)
    limit = program.constant(bound)
    truths = [
        make(*pair)
        for make in (program.less, program.at_most, program.equal)
        for pair in ((first, second), (first, limit), (limit, third))
    ]
    numbers = [
        first,
        second,
        third,
        program.minimum(first, second),
        program.maximum(first, second),
        program.minimum(third, limit),
        program.select(program.less(a, b), first, second),
        program.select(program.less(p, q), limit, first),
        program.maximum(program.minimum(first, program.constant(2**31)), program.constant(-(2**62))),
    ]
    assert_exact(recorded(program, [x, y], numbers, truths))


@given(tables, tables, edges, edges)
@example([2**62, -(2**62), 0], [2**62, -(2**62), 1], 2**63, 2**93)
@example([-(2**62)] * 3, [-(2**62), -(2**62), 2**31 - 1 - 2**62], -(2**93) - 1, 0)  # one node is two limbs of a number
def test_products_of_wide_numbers_are_exact(x: list[int], y: list[int], w: int, bound: int) -> None:
    program, (a, b, p, q) = of_tables([x, y])
    product = program.multiply(a, q)
    first = program.multiply(program.add(product, program.multiply(program.constant(w), p)), b)
    square = program.multiply(first, first)
    limit = program.constant(bound)
    truths = [program.less(first, square), program.at_most(square, program.multiply(limit, limit))]
    truths.append(program.equal(square, program.multiply(first, product)))
    assert_exact(recorded(program, [x, y], [product, first, square, program.minimum(first, product)], truths))


@given(st.sampled_from([2**63 - 1, -(2**63), 2**62 + 1]), edges)
def test_tables_of_the_longest_machine_integers_are_read(entry: int, weight: int) -> None:
    program, (a, b) = of_tables([[entry, -1, 0]])
    number = program.add(program.multiply(program.constant(weight), a), b)
    truths = [program.less(a, b), program.equal(number, program.constant(entry * (weight + 1)))]
    assert_exact(recorded(program, [[entry, -1, 0]], [a, number, program.multiply(a, b)], truths))


@given(tables, st.integers(-5, 5), st.sampled_from([2**31, 2**62, 2**63, 2**93, 3**50]))
def test_numbers_at_the_neighbours_of_a_bound_are_told_apart(x: list[int], off: int, weight: int) -> None:
    """A weighted sum against the value that it has at one of the points, and against its neighbours."""
    program, (a, b) = of_tables([x])
    number = program.add(program.multiply(program.constant(weight), a), b)
    limit = program.constant(weight * x[1] + x[2] + off)
    truths = [program.less(number, limit), program.at_most(number, limit), program.equal(number, limit)]
    truths += [program.less(limit, number), program.at_most(limit, number)]
    assert_exact(recorded(program, [x], [number], truths))


@given(st.integers(0, 2**32), st.sampled_from([1, 2**20, 2**31, 2**61, 2**62, 2**63, 2**93, 2**200]), st.booleans())
def test_random_programs_count_what_python_integers_count(seed: int, scale: int, sequences: bool) -> None:
    random = Random(seed)
    domain = Sequences(columns(4), 2) if sequences else Orbits(columns(6), 3, "forbidden", "none")
    built = drawn(random, domain, scale, tables=2)
    vectors, (start, stop) = Vectors(built), sorted(random.choices(range(domain.count + 1), k=2))
    assert vectors.count(domain.batch(start, stop)) == counted(built, domain, start, stop)
    if isinstance(domain, Orbits):
        everywhere = built.only({"always", "compared"})
        points = in_order(domain, 2, 6)
        cut = random.randint(1, len(points))
        batches = [np.array(part) for part in (points[:cut], points[cut:]) if part]
        (answer,), (exact,) = Vectors(everywhere).chain(batches), chained(everywhere, domain, 2, 6)
        assert answer.broken == exact.broken
        if exact.broken is None:
            assert answer == exact


@given(st.integers(0, 2**32), st.sampled_from([1, 2**62, 2**93, 2**200]))
def test_every_node_of_a_narrowed_program_keeps_its_bounds(seed: int, scale: int) -> None:
    domain = Orbits(columns(6), 3, "forbidden", "none")
    built = drawn(Random(seed), domain, scale, tables=2)
    narrowed = Narrowing(built)
    for node in narrowed.program.nodes:
        assert node.operator in ("constant", "multiply", "subtract") or max(abs(node.low), abs(node.high)) <= FITS
        assert max(abs(node.low), abs(node.high)) < 2**63 or node.operator == "constant"
    for point in domain.batch(0, domain.count).tolist()[::7]:
        answer = at_point(narrowed.program, built, point)
        exact = values(built, point)
        for k in built.needed:
            if built.program.nodes[k].operator in TRUTH_OPERATORS:
                assert answer[narrowed.truth(k)] == exact[k]
            else:
                assert total(narrowed.number(k), answer) == exact[k]
                limbs = narrowed.limbs(narrowed.number(k))
                answer = at_point(narrowed.program, built, point)
                assert limbs.value([answer[node] for node in limbs.nodes]) == exact[k]


def at_point(program: Program, built: Recorded, point: list[int]) -> list[Any]:
    """A narrowed program at one point, in Python's integers; every node within its bounds."""
    answer: list[Any] = []
    for node in program.nodes:
        if node.operator in ("quotient", "remainder"):
            division = divmod(answer[node.arguments[0]], node.value)
            answer.append(division[node.operator == "remainder"])
        else:
            single = Recorded(program, built.tables, False, False, 0, (), (), (), False)
            answer.append(value_of(single, node, answer, point))
        assert node.low <= answer[-1] <= node.high
    return answer


def value_of(built: Recorded, node: Node, answer: list[Any], point: list[int]) -> Any:
    if node.operator in ("constant", "truth"):
        return node.value
    if node.operator == "table":
        return int(built.tables[node.value[0]][point[node.value[1]]])
    operation: Any = OPERATIONS[node.operator]
    return operation(*(answer[i] for i in node.arguments))


def total(number: WeightedSum, answer: list[Any]) -> int:
    return number.constant + sum(weight * int(answer[node]) for node, weight in number.terms)


@given(st.lists(narrow, min_size=2, max_size=6), st.lists(edges, min_size=2, max_size=6), edges)
def test_the_order_of_limbs_is_that_of_numbers(numbers: list[int], weights: list[int], constant: int) -> None:
    """All sums of the numbers with these weights, up to their signs, sorted by limbs."""
    assume(any(weights))
    size = min(len(numbers), len(weights))
    program = Program(size)
    tables = [[number, -number, 0] for number in numbers[:size]]
    nodes = [program.table(t, t, min(table), max(table)) for t, table in enumerate(tables)]
    total_node = program.constant(constant)
    for node, weight in zip(nodes, weights, strict=False):
        total_node = program.add(total_node, program.multiply(program.constant(weight), node))
    built = recorded(program, tables, [total_node], [])
    narrowed = Narrowing(built)
    limbs = narrowed.limbs(narrowed.number(total_node))
    random = Random(0)
    seen = []
    for _ in range(30):
        point = [random.randrange(3) for _ in range(size)]
        answer = at_point(narrowed.program, built, point)
        seen.append(([answer[node] for node in limbs.nodes], values(built, point)[total_node]))
    assert all(limbs.value(limbs_of) == exact for limbs_of, exact in seen)
    assert [exact for _, exact in sorted(seen)] == sorted(exact for _, exact in seen)


@pytest.mark.parametrize("planted", ["quotient", "window", "carry"])
def test_an_error_in_the_limbs_is_found(planted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What these tests compare does differ where a base is off by one, a window is overlooked or nothing is carried."""
    if planted == "window":
        monkeypatch.setattr(Narrowing, "_spans", lambda self, number: 0)
    right = Narrowing._split_by

    def wrong(self: Narrowing, terms: Any, base: int) -> Any:
        upper, lower, used = right(self, terms, base)
        if planted == "quotient":
            return upper, lower, used + 1
        if planted == "carry":
            return divided(terms, base)[0], lower, used
        return upper, self._summed(divided(terms, base)[1]), used

    monkeypatch.setattr(Narrowing, "_split_by", wrong)
    x = [2**62 - 1, -(2**62), 5]
    program, (a, b) = of_tables([x])
    number = program.add(program.multiply(program.constant(2**31 + 7), a), program.multiply(program.constant(-3), b))
    limit = program.constant((2**31 + 7) * 5 - 15)
    built = recorded(program, [x], [number], [program.less(number, limit), program.equal(number, limit)])
    with pytest.raises(AssertionError):
        assert_exact(built)
