"""Choices from a table, and the ends of interval extensions over offsets: traced, printed, encoded, evaluated."""

from __future__ import annotations

import pickle
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.arithmetic.batches import Batch
from exactua.claims.claim import Claim, Operands
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import decide
from exactua.errors import ExactuaError
from exactua.grids.categories import category2
from exactua.terms import language
from exactua.terms.encoding import from_data, to_data
from exactua.terms.evaluation import Evaluator, Nothing, NotObserved
from exactua.terms.language import Term, TermError, make
from exactua.terms.printing import text
from exactua.terms.tracing import (
    Columns,
    MatrixOperand,
    NetworkOperand,
    Number,
    Truth,
    floor,
    highest,
    integral,
    lowest,
    parameter,
    point,
    product,
    select,
    total,
    variable,
    when,
)

n, x = parameter("n"), variable("x")
network = NetworkOperand("g_c")


class At(Nothing):
    """The point whose one row has these numbers: numbers, or batches."""

    def __init__(self, *row: Any) -> None:
        self.row_of_point = (row,)

    def point(self) -> Any:
        return self.row_of_point


def value(number: Number, *row: Any, **variables: Any) -> Any:
    return Evaluator({"d": 1, "n": 2}, {}, At(*row))(number.term, variables)


def alike(number: Number, points: list[list[mpq]]) -> None:
    """The value at a batch of points is that at each of them."""
    batches = [Batch.of(np.array([int(12 * p[k]) for p in points], dtype=object), 12) for k in range(len(points[0]))]
    result = value(number, *batches)
    for k, p in enumerate(points):
        assert (result.value(k) if isinstance(result, Batch) else result) == value(number, *map(mpq, p))


# ---- select -----------------------------------------------------------------------------------------------------


@given(st.lists(st.fractions(-5, 5, max_denominator=6), min_size=1, max_size=6), st.data())
def test_a_selection_is_the_number_of_the_table(values: list[Fraction], data: st.DataObject) -> None:
    chosen = select(point[1, 1], [(n - n + v.numerator) / v.denominator for v in values])
    numbers = data.draw(st.lists(st.integers(1, len(values)), min_size=1, max_size=5))
    alike(chosen, [[mpq(k), mpq(0)] for k in numbers])
    for k in numbers:
        assert value(chosen, k, 0) == mpq(values[k - 1])


@pytest.mark.parametrize("number", [0, 3, -1, mpq(3, 2)])
def test_a_table_has_no_other_numbers(number: Any) -> None:
    chosen = select(point[1, 1], [5, 6])
    with pytest.raises(TermError):
        value(chosen, number, 0)
    with pytest.raises(TermError):
        value(chosen, Batch.of(np.array([2, int(number * 2)]), 2), 0)


def test_only_what_is_selected_is_evaluated() -> None:
    assert value(select(x, [1 / (x - x), 7]), x=2) == 7
    with pytest.raises(TermError, match="division by zero"):
        value(select(x, [1 / (x - x), 7]), x=1)


def test_tables_that_vary_are_left_to_others_at_a_batch() -> None:
    several = Batch.of(np.array([1, 2]))
    with pytest.raises(NotObserved, match="a table whose numbers vary"):
        value(select(point[1, 1], [point[1, 1], 5]), several, 0)
    with pytest.raises(NotObserved, match="a table whose numbers vary"):
        value(total(Columns(1, 2), lambda j: select(point[1, 1], [j, 5])), several, 0)
    assert value(select(n, [point[1, 1], point[1, 2] + 1]), 0, several).value(1) == 3


@pytest.mark.parametrize(
    "arguments", [(), (n.term,), (n.term, (n < 1).term), ((n < 1).term, n.term), (n.term, point.term)]
)
def test_a_selection_takes_numbers(arguments: tuple[Term, ...]) -> None:
    with pytest.raises(TermError, match="'select' takes a number and one or more numbers"):
        make("select", (), *arguments)


# ---- lowest and highest -----------------------------------------------------------------------------------------


def both(side: Any, body: Any) -> list[Number]:
    return [lowest(side, body), highest(side, body)]


def test_ends_over_a_cube() -> None:
    assert [value(end) for end in both(1 / n, lambda h: h[1, 1] - 2 * h[1, 2])] == [-1, mpq(1, 2)]
    assert [value(end) for end in both(2, lambda h: (h[1, 1] - 1) ** 2)] == [0, 1]
    assert [value(end) for end in both(2, lambda h: (h[1, 1] - 1) * (h[1, 1] - 1))] == [-1, 1]
    assert [value(end, x=3) for end in both(x, lambda h: 1 / (1 + h[1, 2]))] == [mpq(1, 4), 1]
    assert [value(end) for end in both(5, lambda h: n * 3)] == [6, 6]
    assert [value(end) for end in both(0, lambda h: h[1, 1] + 4)] == [4, 4]
    assert [value(end) for end in both(1, lambda h: total(Columns(1, n), lambda j: j * h[1, j]))] == [0, 3]
    assert [value(end) for end in both(1, lambda h: product(Columns(1, n), lambda j: h[1, j] - j))] == [0, 2]
    assert value(lowest(1, lambda h: h[1, 1]) + highest(2, lambda h: h[1, 1])) == 2


@pytest.mark.parametrize(
    "body",
    [
        lambda h: when(h[1, 1] < 2, 1, 0),
        lambda h: floor(h[1, 1]),
        lambda h: n ** h[1, 1],
        lambda h: 1 / h[1, 1],
        lambda h: select(h[1, 1], [1, 2]),
        lambda h: h[1, h[1, 1]],
        lambda h: integral(h[1, 2], lambda g: n * 1),
        lambda h: lowest(h[1, 2], lambda g: n * 1),
        lambda h: integral(1, lambda g: g[1, 1] * h[1, 1]),
        lambda h: integral(1, lambda g: h[1, 1] + g[1, 1]),
        lambda h: lowest(1, lambda g: h[1, 1] + g[1, 1]),
        lambda h: highest(1, lambda g: h[1, 1] * 1),
        lambda h: network(h, "output")[1, 1],
        lambda h: network.after(h, 0)[1, 1],
        lambda h: network.layer(h, 1)[1, 1],
    ],
)
def test_what_has_no_bounds_is_an_error(body: Any) -> None:
    for bounded in (lowest, highest):
        with pytest.raises(TermError):
            value(bounded(1, body))


def test_what_has_no_bounds_at_a_point_leaves_the_step_undecided_and_breaks_nothing() -> None:
    claim = Claim("yun2020:undefined", "Undefined", "none", "A claim of the tests.")

    @claim.states("compared", over=(category2,))
    def compared(at: Operands) -> Truth:
        return highest(1, lambda h: when(h[1, 1] < point[1, 1], 1, 0)) <= 1

    (result,) = decide(claim.problem({"d": 1, "n": 2, "m": 3})).results
    assert result.verdict is Verdict.INCONCLUSIVE
    assert "not compared" in (result.reason or "")


def test_bounds_and_integrals_of_a_choice_that_varies_with_the_point() -> None:
    claim = Claim("yun2020:chosen", "Chosen", "none", "A claim of the tests.")

    @claim.states("bounds", over=(category2,))
    def bounds(at: Operands) -> Truth:
        chosen = highest(2, lambda h: when(point[1, 1] > 0, 3 * h[1, 1], point[1, 1] - h[1, 2]))
        return chosen == when(point[1, 1] > 0, 6, 0)

    @claim.states("integrals", over=(category2,))
    def integrals(at: Operands) -> Truth:
        return integral(1, lambda h: when(point[1, 1] > 0, h[1, 1], 0)) == when(point[1, 1] > 0, 1, 0) / 2

    decision = decide(claim.problem({"d": 1, "n": 2, "m": 3}))
    assert [result.verdict for result in decision.results] == [Verdict.HOLDS] * 2


def test_the_power_with_exponent_0_is_a_number() -> None:
    assert [value(end) for end in both(3, lambda h: when((h[1, 1] - 1) ** 0 == 1, h[1, 1], 7))] == [0, 3]


@pytest.mark.parametrize("side", [1, n / 6])
def test_powers_of_bounds_do_not_explode(side: Any) -> None:
    with pytest.raises(TermError, match="a power with more than"):
        value(highest(side, lambda h: (h[1, 1] + 2) ** 10**9))


def test_the_offsets_of_an_integral_around_have_no_bounds() -> None:
    with pytest.raises(TermError, match="the offsets 'h' of what is around can't occur in bounds over 'h1'"):
        integral(1, lambda g: lowest(1, lambda h: h[1, 1] + g[1, 1]))
    with pytest.raises(TermError, match="the offsets 'h' of bounds can't occur in 'integral'"):
        lowest(1, lambda h: integral(1, lambda g: h[1, 1] + g[1, 1]))
    assert value(integral(2, lambda g: g[1, 1] * highest(3, lambda h: h[1, 1]))) == 12
    assert value(highest(3, lambda h: h[1, 1] * integral(2, lambda g: g[1, 1]))) == 12


def test_a_side_is_a_number_from_0_on() -> None:
    with pytest.raises(TermError, match="a side below 0"):
        value(lowest(-1, lambda h: h[1, 1]))
    with pytest.raises(NotObserved, match="the side of a cube"):
        value(lowest(point[1, 1], lambda h: h[1, 1]), Batch.of(np.array([1, 2])), 0)


BODIES = st.recursive(
    st.sampled_from(["h1", "h2", "p1", "p2"]) | st.integers(-3, 3),
    lambda inner: st.tuples(st.sampled_from(["+", "-", "*", "half", "square", "cube"]), inner, inner),
    max_leaves=7,
)


def built(tree: Any, h: MatrixOperand) -> Any:
    leaves = {"h1": h[1, 1], "h2": h[1, 2], "p1": point[1, 1], "p2": point[1, 2]}
    if not isinstance(tree, tuple):
        return n - n + tree if isinstance(tree, int) else leaves[tree]
    op, a, b = tree[0], built(tree[1], h), built(tree[2], h)
    return {
        "+": lambda: a + b, "-": lambda: a - b, "*": lambda: a * b, "half": lambda: a / 2, "square": lambda: a**2,
        "cube": lambda: a**3,
    }[op]()  # fmt: skip


POINTS = st.lists(
    st.lists(st.builds(mpq, st.integers(-3, 3), st.integers(1, 3)), min_size=2, max_size=2), min_size=1, max_size=4
)


@given(BODIES, POINTS, st.integers(0, 2))
@settings(max_examples=100, deadline=None)
def test_batches_have_the_ends_of_their_points(tree: Any, points: list[list[mpq]], side: int) -> None:
    for end in both(side, lambda h: built(tree, h)):
        alike(end, points)


@given(BODIES, POINTS, st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=4))
@settings(max_examples=100, deadline=None)
def test_values_at_offsets_lie_between_the_ends(tree: Any, points: list[list[mpq]], at: list[tuple[int, int]]) -> None:
    low, high = both(2, lambda h: built(tree, h))
    for row in points:
        for s, t in at:
            offsets = ((mpq(s, 2), mpq(t, 2)),)
            body = built(tree, MatrixOperand(make("offsets", ("h",))))
            inside = Evaluator({"d": 1, "n": 2}, {}, At(*row))(body.term, {"h": offsets})
            assert value(low, *row) <= inside <= value(high, *row)


# ---- as data ----------------------------------------------------------------------------------------------------

TERMS = [
    select(n, [1, n, x]),
    select(floor(x / 2), [n * 3]),
    lowest(1 / n, lambda h: (h[1, 1] + point[1, 1]) ** 2),
    highest(x, lambda h: select(n, [h[1, 1], h[1, 2] / 2])),
]


@pytest.mark.parametrize("number", TERMS)
def test_json_round_trips(number: Number) -> None:
    assert from_data(to_data(number.term)) == number.term
    assert pickle.loads(pickle.dumps(number.term)) == number.term


@pytest.mark.parametrize(
    "data",
    [
        ["select", 1], ["select"], ["select", "k", 1, 2], ["lowest", 1, 2], ["lowest", "h", 1], ["highest", "h", 1, 2, 3],
        ["lowest", "h", 1, ["=", 1, 1]], ["integral", "g", 1, ["lowest", "h", 1, ["entry", ["offsets", "g"], 1, 1]]],
    ],
)  # fmt: skip
def test_data_of_no_term_is_refused(data: Any) -> None:
    with pytest.raises(ExactuaError):
        from_data(data)


def test_in_words() -> None:
    assert text(select(n, [1, x]).term) == "(1, x)_n"
    assert text(select(n + 1, [1, x]).term) == "(1, x)_(n + 1)"
    assert text(select(n, range(1, 9)).term) == "(1, 2, 3, 4, 5, 6, 7, 8)_n"
    assert text(select(n, range(1, 5001)).term) == "(1, 2, 3, 4, 5, 6, 7, 8, ... 4,992 more)_n"
    assert text(lowest(1 / n, lambda h: h[1, 1] ** 2).term) == "lowest_(h in [0, 1 / n]^(d x n)) h_(1, 1)^2"
    assert text(highest(1, lambda h: h[1, 1]).term) == "highest_(h in [0, 1]^(d x n)) h_(1, 1)"
    assert text((highest(1, lambda h: h[1, 1]) * 2).term).startswith("(highest_(h in")


def test_ends_of_an_interval_in_words() -> None:
    """Fractions of integers as people write them; in a term around them brackets stay."""
    x = point[1, 1]
    ends = [language.rational(mpq(end)) for end in ("-1/5", "1/5")]
    assert text(make("in", (), x.term, *ends)) == "L_(1, 1) in [-1/5, 1/5]"
    assert text(make("not in", (), x.term, ends[0], language.integer(-1))) == "L_(1, 1) not in [-1/5, -1]"
    assert text(make("in", (), x.term, (-(1 / n)).term, (1 / n).term)) == "L_(1, 1) in [-(1 / n), 1 / n]"
    assert text(make("in", (), ends[0], *ends)) == "(-1) / 5 in [-1/5, 1/5]"


def test_the_less_and_the_greater_of_two_numbers_in_words() -> None:
    assert text(when(x <= n, x, n).term) == text(when(x < n, x, n).term) == "min(x, n)"
    assert text((1 + when(x > 0, x, 0)).term) == "1 + max(x, 0)"
    assert text(when(x <= n, n, x).term) == "(n if x <= n else x)"


def test_a_quotient_beside_a_factor_stands_in_brackets() -> None:
    assert text((n / x * n).term) == "(n / x) n"
    assert text((n * (n / x) * x).term) == "n (n / x) x"
    assert text((n * (x / n)).term) == "n x / n"  # one number, however it is read
    assert text((n / x * n).term, {(n / x).term: "q"}) == "q n"
    assert text((n / x / n).term) == "n / x / n"


def test_a_choice_by_its_sign_is_an_absolute_value() -> None:
    x, y = point[1, 1], point[1, 2]
    assert str(when(x < 0, -x, x)) == str(when(x <= 0, -x, x)) == str(when(x >= 0, x, -x)) == "|L_(1, 1)|"
    assert str(when(x - y > 0, x - y, y - x)) == "|L_(1, 1) - L_(1, 2)|"
    assert str(2 * when(x - 1 < 0, -(x - 1), x - 1) ** 2) == "2 |L_(1, 1) - 1|^2"
    assert str(when(x < 0, x, -x)) == "(L_(1, 1) if L_(1, 1) < 0 else -L_(1, 1))"
    assert str(when(x < 1, -x, x)) == "(-L_(1, 1) if L_(1, 1) < 1 else L_(1, 1))"
    assert str(when(x < 0, -y, y)) == "(-L_(1, 2) if L_(1, 1) < 0 else L_(1, 2))"
