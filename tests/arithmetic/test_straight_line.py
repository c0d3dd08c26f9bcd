"""Recorded numbers: what a program computes is what is computed without it, within the intervals that it proves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from exactua.arithmetic.batches import maximum, minimum
from exactua.arithmetic.straight_line import NotRecorded, Number, Program, Truth, levels, select

TABLE = (-7, -2, 0, 3, 11)
"""What a column of a point may be, by its number."""


def computed(program: Program, node: int, point: Sequence[int]) -> Any:
    """The value of a node at a point, given by the numbers of its columns; node after node, as Python has it."""
    rules: dict[str, Callable[..., Any]] = {
        "add": lambda a, b: a + b,
        "subtract": lambda a, b: a - b,
        "multiply": lambda a, b: a * b,
        "minimum": min,
        "maximum": max,
        "select": lambda c, a, b: a if c else b,
        "less": lambda a, b: a < b,
        "at most": lambda a, b: a <= b,
        "equal": lambda a, b: a == b,
        "and": lambda a, b: a and b,
        "or": lambda a, b: a or b,
        "not": lambda a: not a,
    }
    values: list[Any] = []
    for operation in program.nodes[: node + 1]:
        if operation.operator in ("constant", "truth"):
            values.append(operation.value)
        elif operation.operator == "table":
            values.append(TABLE[point[operation.value[1]]])
        else:
            values.append(rules[operation.operator](*(values[argument] for argument in operation.arguments)))
        assert operation.low <= int(values[-1]) <= operation.high, "outside the interval that is proven"
    return values[node]


def columns(program: Program, sorted_columns: bool = False) -> list[Number]:
    numbers = [Number(program, program.table(0, j, min(TABLE), max(TABLE))) for j in range(program.n)]
    for i in range(program.n if sorted_columns else 0):
        for j in range(i + 1, program.n):
            program.say_below(numbers[i].node, numbers[j].node, 0)
    return numbers


NUMBERS = st.recursive(
    st.one_of(
        st.integers(0, 2).map(lambda j: ("column", j)),
        st.integers(-9, 9).map(lambda k: ("constant", mpq(k))),
        st.tuples(st.integers(-9, 9), st.integers(1, 6)).map(lambda pq: ("constant", mpq(*pq))),
    ),
    lambda inner: st.one_of(
        st.tuples(st.sampled_from(["+", "-", "*", "min", "max"]), inner, inner),
        st.tuples(st.sampled_from(["<", "<=", "=", "!=", ">", ">="]), inner, inner, inner, inner),
    ),
    max_leaves=12,
)


def evaluated(expression: Any, point: Sequence[Any]) -> Any:
    """An expression over numbers of any kind: rationals, or those of a program."""
    operator, *parts = expression
    if operator == "column":
        return point[parts[0]]
    if operator == "constant":
        return parts[0]
    first, second, *rest = (evaluated(part, point) for part in parts)
    if operator in ("min", "max"):
        return minimum(first, second) if operator == "min" else maximum(first, second)
    if operator in ("+", "-", "*"):
        return {"+": first + second, "-": first - second, "*": first * second}[operator]
    condition = {
        "<": lambda: first < second,
        "<=": lambda: first <= second,
        ">": lambda: first > second,
        ">=": lambda: first >= second,
        "=": lambda: first == second,
        "!=": lambda: first != second,
    }[operator]()
    return select(condition, *rest)


@given(NUMBERS, st.lists(st.integers(0, len(TABLE) - 1), min_size=3, max_size=3), st.booleans())
def test_a_program_computes_what_it_was_traced_from(expression: Any, point: list[int], is_sorted: bool) -> None:
    program = Program(3)
    numbers = sorted(point) if is_sorted else point
    recorded = evaluated(expression, columns(program, is_sorted))
    expected = mpq(evaluated(expression, [mpq(TABLE[k]) for k in numbers]))
    if not isinstance(recorded, Number):
        assert recorded == expected
        return
    assert mpq(computed(program, recorded.node, numbers), recorded.denominator) == expected
    assert recorded.low <= expected <= recorded.high


def test_equal_operations_are_one_node() -> None:
    program = Program(2)
    x, y = columns(program)
    assert (x + y).node == (y + x).node
    assert (x - y).node != (y - x).node
    assert (x / 3 * 3).node == x.node


def test_the_order_of_sorted_columns_decides_comparisons() -> None:
    program = Program(2)
    x, y = columns(program, sorted_columns=True)
    assert (x <= y) is True
    assert (y < x) is False
    assert x.least(y).node == x.node
    assert (y - x).low == 0
    assert isinstance(x < y, Truth), "columns may be equal"
    program.say_below(x.node, y.node, 1)
    assert (x < y) is True


def test_an_undecided_comparison_is_no_python_truth() -> None:
    program = Program(2)
    x, y = columns(program)
    with pytest.raises(NotRecorded, match="depends on the point"):
        bool(x < y)
    with pytest.raises(NotRecorded, match="depends on the point"):
        min(x, y)


def test_a_program_does_not_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("exactua.arithmetic.straight_line.MOST_NODES", 10)
    program = Program(1)
    (x,) = columns(program)

    def grow(x: Number) -> None:
        for k in range(20):
            x = x * x + k

    with pytest.raises(NotRecorded, match="more than 10 operations"):
        grow(x)


def test_a_node_is_computed_when_its_last_column_is_chosen() -> None:
    program = Program(3)
    x, y, z = columns(program)
    level_of = levels(program, [0, 2, 1])
    assert [level_of[node] for node in (x.node, z.node, y.node)] == [1, 2, 3]
    total = x + z
    assert levels(program, [0, 2, 1])[total.node] == 2
    assert levels(program, [0, 1, 2])[total.node] == 3
