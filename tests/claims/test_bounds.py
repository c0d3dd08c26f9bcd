"""Which bounds a step displays, which way they point, and where they are asserted."""

from __future__ import annotations

import pytest
from gmpy2 import mpq

from exactua.claims.bounds import NotMeasurable, bounds_of, places, substituted
from exactua.claims.claim import Claim
from exactua.claims.registry import find
from exactua.grids.categories import grid, u
from exactua.printing.statements import shorthand
from exactua.terms.language import integer, make, rational
from exactua.terms.printing import text
from exactua.terms.tracing import (
    Columns,
    every,
    every_permutation,
    implies,
    inside,
    outside,
    parameter,
    point,
    total,
    when,
)


def step(body, **options):
    claim = Claim("toy:bounds", title="Toy", source="none", text="")
    claim.operand(lambda at: u.dot(point).times(at.columns, at.m))
    claim.states("it", over=options.pop("over", (grid,)), **options)(body)
    return claim.steps[0]


def shown(bounds):
    return [f"{text(bound.measured)} {bound.relation} {text(bound.bound)}".replace("((u", "u") for bound in bounds]


def read(body, **options):
    return shown(bounds_of(step(body, **options)))


x = point[1, 1]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (lambda at: x <= at.m, ["L_(1, 1) <= m"]),
        (lambda at: at.m > x, ["L_(1, 1) < m"]),
        (lambda at: at.m**at.n <= at.d * x, ["d L_(1, 1) >= m^n"]),
        (lambda at: x > 0, ["L_(1, 1) > 0"]),
        (lambda at: at.m <= at.n, ["m <= n"]),
        (lambda at: at.n >= 1, ["n >= 1"]),
        (lambda at: inside(x, -at.m, at.m), ["L_(1, 1) >= -m", "L_(1, 1) <= m"]),
        (lambda at: (x <= 1) & (x >= 0), ["L_(1, 1) <= 1", "L_(1, 1) >= 0"]),
        (lambda at: every(at.columns, lambda j: implies(point[1, j] > 0, j <= at.n)), ["j <= n"]),
        (lambda at: at.m * x + x <= x, ["L_(1, 1) >= m L_(1, 1) + L_(1, 1)"]),
        (lambda at: at.m * x <= at.n * x, ["m L_(1, 1) <= n L_(1, 1)"]),
        (lambda at: outside(x, 0, at.m), []),
        (lambda at: (x <= 1) | (x >= 0), []),
        (lambda at: ~(x <= 1), []),
        (lambda at: x == at.m, []),
        (lambda at: implies(x < 1, x < 2) & implies(x < 2, x < 1), []),
        (lambda at: implies(x < 1, x < 2) & implies(x < 3, x < 1), ["L_(1, 1) < 2", "L_(1, 1) < 1"]),
    ],
)
def test_the_bounds_that_a_step_displays(body, expected):
    assert read(body) == expected


def test_a_compound_side_bounds_the_name_on_the_other():
    claim, _ = find("yun2020:global_shift")
    (lower,) = bounds_of(claim.step("above_lower_end"), shorthand(claim))
    assert (lower.upper, text(lower.measured, shorthand(claim)), text(lower.bound, shorthand(claim))) == (
        False,
        "q_j",
        "width top",
    )


def test_bounds_of_folds():
    far = {"fold": "apart", "bound": lambda at: at.m}
    assert read(lambda at: x, **far) == ["L_(1, 1) >= m"]
    assert read(lambda at: x, fold="sum", bound=lambda at: at.m) == ["L_(1, 1) <= m"]
    assert read(lambda at: x, fold="sum", bound=lambda at: at.m, relation="=") == []
    assert read(lambda at: x, fold="distinct") == []
    count = {"fold": "sum", "relation": ">="}
    assert read(lambda at: when(x == 0, 1, 0), bound=lambda at: 1, **count) == []  # it says that there is one
    assert len(read(lambda at: when(x == 0, 1, 0), bound=lambda at: 2, **count)) == 1


def test_parts_have_names():
    def both(at):
        return inside(x, 0, 1) & (x <= at.m)

    assert [bound.name for bound in bounds_of(step(both))] == ["both (1, lower end)", "both (2, upper end)", "both (3)"]


def test_with_another_bound_the_frame_stays():
    (bound,) = bounds_of(step(lambda at: every(at.columns, lambda j: implies(j > 1, point[1, j] < at.m))))
    weak = bound.with_bound("weak", bound.times(mpq(2, 3)), strict=False)
    assert text(weak.term) == "for all j = 1..n: j > 1 => L_(1, j) <= (2 / 3) m"
    strict = bound.with_bound("strict", bound.plus(mpq(-1)), strict=True)
    assert text(strict.term) == "for all j = 1..n: j > 1 => L_(1, j) < m + -1"


def instance(**parameters):
    def value(term):
        if term.operator == "param":
            return parameters[term.names[0]]
        if term.operator == "-":
            return value(term.arguments[0]) - value(term.arguments[1])
        return term.value

    return value


def test_every_choice_of_the_variables_is_a_place():
    (bound,) = bounds_of(
        step(
            lambda at: every(
                at.columns,
                lambda j: every(Columns(1, j - 1, "k"), lambda k: implies(point[1, j] > 0, point[1, k] <= j + k)),
            )
        )
    )
    positions = places(bound, instance(n=3))
    assert [place.bindings for place in positions] == [
        (("j", 2), ("k", 1)),
        (("j", 3), ("k", 1)),
        (("j", 3), ("k", 2)),
    ]
    assert [text(place.measured) for place in positions] == ["L_(1, 1)", "L_(1, 1)", "L_(1, 2)"]
    assert [text(place.given) for place in positions] == ["L_(1, 2) > 0", "L_(1, 3) > 0", "L_(1, 3) > 0"]


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (lambda at: every(Columns(1, point[1, 1], "k"), lambda k: k <= 2), "has a range that depends on the point"),
        (lambda at: every(Columns(1, 10**9, "k"), lambda k: k <= x), "more than 5,000"),
        (lambda at: every_permutation(lambda P: point.permuted(P)[1, 1] <= 1), "permutation"),
    ],
)
def test_what_cant_be_measured_says_why(body, reason):
    (bound,) = bounds_of(step(body))
    with pytest.raises(NotMeasurable, match=reason):
        places(bound, instance(n=2))


def test_substitution_leaves_bound_variables_alone():
    j = make("var", ("j",))
    inner = total(Columns(1, parameter("n"), "j"), lambda j: j)
    term = make("+", (), j, inner.term)
    assert text(substituted(term, "j", 7)) == "7 + sum_(j = 1..n) j"
    assert substituted(term, "k", 7) is term


def test_constants_are_exact():
    assert rational(mpq(4)) == integer(4)
    assert text(rational(mpq(-4, 3))) == "(-4) / 3"
