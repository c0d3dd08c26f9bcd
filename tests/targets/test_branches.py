"""Terms, trees of branches and kinks of expressions: they say what the values say."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from exactua.commands.build.own_function import read_target
from exactua.errors import InputError
from exactua.targets.branches import Branch, Fork, Leaf, leaves
from exactua.targets.expression import Expression
from exactua.targets.formulas import has_kink
from tests.targets.strategies import (
    GENERIC,
    Point,
    Sample,
    expressions,
    operand,
    points,
    polynomials,
    value_of,
)


def expression(text: str, d: int = 1, n: int = 2) -> Expression:
    f = read_target(text, d, n)
    assert isinstance(f, Expression)
    return f


def walked(tree: Branch, X: Point) -> Leaf:
    """The leaf that the forks lead to at X; the differences are evaluated as terms."""
    while isinstance(tree, Fork):
        assert tree.polynomial
        difference = value_of(tree.difference(operand), X)
        assert difference == tree.value(tuple(tuple(map(mpq, row)) for row in X))
        tree = tree.first if difference >= 0 else tree.second
    return tree


@given(expressions(2, 2), points(2, 2))
def test_the_term_has_the_value(sample: Sample, X: Point) -> None:
    f = expression(f"{sample.text}, 0; 0, 0", 2, 2)
    assert value_of(f.term(operand, 1, 1), X) == f.value(X)[0][0] == sample.at(X)


@given(expressions(2, 2), st.permutations(GENERIC))
def test_the_branch_has_the_value(sample: Sample, numbers: list[Any]) -> None:
    X = ((numbers[0], numbers[1]), (numbers[2], numbers[3]))
    f = expression(f"{sample.text}, 0; 0, 0", 2, 2)
    leaf = walked(f.branches(1, 1), X)
    assert not has_kink(leaf.formula)
    assert leaf.polynomial
    assert value_of(leaf.term(operand), X) == sample.at(X)
    above, below = leaf.expanded
    assert {monomial: c for monomial, c in below.terms.items() if c} == {(0, 0, 0, 0): 1}
    flat = [mpq(x) for row in X for x in row]
    total = mpq(0)
    for monomial, c in above.terms.items():
        part = mpq(c)
        for x, exponent in zip(flat, monomial, strict=True):
            part *= x**exponent
        total += part
    assert total == sample.at(X)


@given(polynomials(1, 3))
def test_polynomials_have_one_leaf_and_no_kink(sample: Sample) -> None:
    f = expression(f"{sample.text}, 0, 0", 1, 3)
    assert isinstance(f.branches(1, 1), Leaf)
    assert (f.breakpoints(), f.kinks_elsewhere()) == (frozenset(), False)


@given(expressions(1, 2), st.data())
def test_between_breakpoints_there_is_one_polynomial(sample: Sample, data: st.DataObject) -> None:
    """No kink is missed: on a box between breakpoints, without kinks elsewhere, every path leads to the same function."""
    f = expression(f"{sample.text}, 0")
    if f.kinks_elsewhere():
        return
    ends = sorted({mpq(0), mpq(1), *f.breakpoints()})
    boxes = [data.draw(st.sampled_from(list(pairwise(ends)))) for _ in range(2)]

    def inside(share: mpq) -> list[list[mpq]]:
        return [[low + (high - low) * share for low, high in boxes]]

    first = walked(f.branches(1, 1), inside(mpq(1, 2)))  # type: ignore[arg-type]
    for share in (mpq(1, 1001), mpq(2, 7), mpq(1000, 1001)):
        X = inside(share)
        assert value_of(first.term(operand), X) == f.value(X)[0][0]  # type: ignore[arg-type]


@given(expressions(1, 2), expressions(1, 2), expressions(1, 2), st.permutations(GENERIC))
def test_the_branch_of_a_quotient_has_the_value(a: Sample, b: Sample, c: Sample, numbers: list[Any]) -> None:
    """Comparisons of quotients, also of negative denominators, are turned into comparisons of polynomials."""
    X = ((numbers[0], numbers[1]),)
    texts = (
        f"Max(({a.text})/(-1 - Abs({b.text})), {c.text})",
        f"Piecewise((1/(x1 + 1), {a.text} > 1/(x2 - 2)), (x1, True))",
    )
    f = expression(", ".join(texts))
    for j in (1, 2):
        leaf = walked(f.branches(1, j), X)
        assert not has_kink(leaf.formula)
        assert leaf.value(tuple(tuple(map(mpq, row)) for row in X)) == f.value(X)[0][j - 1]
    assert f.value(X)[0][0] == max(a.at(X) / (-1 - abs(b.at(X))), c.at(X))


HAT = "Max(0, 1 - Abs(2*x[i, j] - 1))"


@pytest.mark.parametrize(
    ("text", "breakpoints", "elsewhere"),
    [
        (HAT, {mpq(1, 2)}, False),
        ("Max(x1, x2), 0", set(), True),
        ("Max(x1, x1), Abs(x1)", set(), False),
        ("Abs(x1 + x2 + 1), Max(x1 - 2, x2 + 3)", set(), False),
        ("Abs((x1 - 1/3)*(x2 - 1/5)), 0", {mpq(1, 3), mpq(1, 5)}, False),
        ("Abs(x1*x2 - x1/7), 0", {mpq(1, 7)}, False),
        ("Abs(x1**2 - 1/9), Abs(x2**2 - 1/2)", {mpq(1, 3)}, True),
        ("Abs((x1 - 1/2)**2), Abs(x1**2 + 1/2)", set(), False),
        ("Abs((x1 - 1/2)**3), 0", {mpq(1, 2)}, False),
        ("Piecewise((x1, x1 < 1/4), (Max(x2, 2/3), x1 >= 1/4)), 0", {mpq(1, 4), mpq(2, 3)}, False),
        ("Piecewise((Max(x1, 1/8), x1 > 1), (x2, True)), 0", {mpq(1, 8)}, False),
        ("Max(x1, 1/4, 1/3), 0", {mpq(1, 3)}, False),
        ("Max(0, Max(x1, 1/4) - Max(x1, 1/2)), 0", {mpq(1, 4), mpq(1, 2)}, False),
        ("Piecewise((x1, Eq(x1, x2)), (x2, True)), 0", set(), False),
        ("Abs((2*x1 - 1)/(3*x2 - 1)), 0", {mpq(1, 2), mpq(1, 3)}, False),
        ("Max(1/(1 + x1), 2/3), 0", {mpq(1, 2)}, False),
    ],
)
def test_kinks(text: str, breakpoints: set[object], elsewhere: bool) -> None:
    f = expression(text)
    assert (f.breakpoints(), f.kinks_elsewhere()) == (breakpoints, elsewhere)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Abs(x1 - 1/2) + Abs(1 - 2*x1) + Abs(x1 - 1/2)**2, 0", 2),
        (f"{' + '.join(f'Abs(x1 - Rational({k}, 40))' for k in range(1, 40))}, 0", 40),
        ("Max(x1, 1 + x2, -x2), 0", 1),
        ("Piecewise((1, x1 > x1), (2, True)), 0", 1),
        ("Piecewise((1, Max(x1, x2) > Max(x2, x1)), (2, True)), 0", 2),
        ("Piecewise((1, Ne(x1, x2)), (2, True)), 0", 1),
        ("Piecewise((1, x1 < 1/2), (2, x1 >= 1/2)), 0", 2),
        (HAT, 2),
    ],
)
def test_a_path_is_asked_nothing_twice(text: str, count: int) -> None:
    assert len(list(leaves(expression(text).branches(1, 1), "f"))) == count


@given(
    st.lists(st.tuples(st.integers(-3, 3), st.integers(0, 12), st.booleans()), min_size=1, max_size=12), points(1, 2)
)
def test_many_kinks_along_one_entry(kinks: list[tuple[int, int, bool]], X: Point) -> None:
    """The bounds that a path has found for an entry decide the rest of its kinks rightly."""
    signs = {True: "Abs(x1 - {})", False: "Max({} - x1, 0)"}
    text = " + ".join(f"({a})*{signs[which].format(f'({c}/12)')}" for a, c, which in kinks)
    tree = expression(f"{text}, 0").branches(1, 1)
    x = X[0][0]
    wanted = sum(a * (abs(x - Fraction(c, 12)) if which else max(Fraction(c, 12) - x, 0)) for a, c, which in kinks)
    assert walked(tree, X).value(((mpq(x), mpq(0)),)) == wanted
    places = {c for a, c, _ in kinks if a and 0 < c < 12}
    assert len(list(leaves(tree, "f"))) <= 1 + len(places)


def test_quotients_are_no_polynomials() -> None:
    f = expression("Max(x1/(1 + x2), 1/2), 1/(1 + x1) + x2")
    forks = f.branches(1, 1)
    assert isinstance(forks, Fork)
    assert forks.polynomial
    assert [leaf.polynomial for leaf in leaves(forks, "f")] == [False, True]
    leaf = f.branches(1, 2)
    assert isinstance(leaf, Leaf)
    assert not leaf.polynomial
    assert value_of(leaf.term(operand), [[mpq(1, 2), mpq(1, 3)]]) == 1


def test_too_many_pieces_are_refused() -> None:
    many = " + ".join(f"Abs(x1 - {k}*x2 + Rational({k}, 99))" for k in range(1, 40))
    f = expression(f"Abs({many} - 7), 0")
    with pytest.raises(InputError) as caught:
        f.breakpoints()
    assert str(caught.value).startswith("f: entry (1, 1), Abs(Abs(x1 - 1*x2 + Rational(1, 99))")
    assert "has more than 1,000 pieces; write fewer Max, Min, Abs, Piecewise" in str(caught.value)


def test_too_long_a_comparison_is_refused() -> None:
    f = expression("Max((x11 + x12 + x13 + x21 + x22 + x23 + 1)**40, x11), 0, 0; 0, 0, 0", 2, 3)
    with pytest.raises(InputError, match=r"^f: multiplied out, an expression has more than 20,000 monomials$"):
        f.branches(1, 1)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "Max(1/(x1 - x1), x2), 0",
            "f: entry (1, 1), Max(1/(x1 - x1), x2), is infinite on a part of [0, 1]^(d x n): it divides by 0",
        ),
        (
            "1/(Max(x1, x2) - x1), 0",
            "f: entry (1, 1), 1/(Max(x1, x2) - x1), is infinite on a part of [0, 1]^(d x n): it divides by 0",
        ),
    ],
)
def test_infinite_on_a_part(text: str, why: str) -> None:
    with pytest.raises(InputError) as caught:
        list(leaves(expression(text).branches(1, 1), "f"))
    assert str(caught.value) == why


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Piecewise((1, Eq(x1*(x1 + 1), x1**2 + x1)), (2, True)), 0", 1),
        ("Piecewise((1, Ne((x1 - x2)*(x1 + x2), x1**2 - x2**2)), (2, True)), 0", 2),
        ("Piecewise((1, Eq(Max(x1, x2), x1)), (2, True)), 0", 2),
        ("Piecewise((1, Eq(Max(x1, x2), x2)), (2, True)), 0", 1),
        ("Piecewise((1, Eq(x1, 1/3)), (2, True)), 0", 2),
    ],
)
def test_an_equality_holds_on_a_branch_where_it_is_an_identity(text: str, value: int) -> None:
    X = ((mpq(1, 4), mpq(3, 4)),)
    f = expression(text)
    assert walked(f.branches(1, 1), X).value(X) == f.value(X)[0][0] == value  # type: ignore[arg-type]
