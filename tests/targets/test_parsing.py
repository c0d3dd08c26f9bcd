"""Expressions: read with the value they are written for, refused in one sentence where they have none."""

from __future__ import annotations

import time
from fractions import Fraction

import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.commands.build.own_function import read_target
from exactua.errors import InputError
from tests.targets.strategies import GENERIC, Point, Sample, expressions, points


def value(text: str, X: object, d: int = 1, n: int = 2) -> object:
    return read_target(text, d, n).value(X)  # type: ignore[arg-type]


@given(expressions(2, 2), points(2, 2))
def test_the_value_is_what_is_written(sample: Sample, X: Point) -> None:
    f = read_target(f"{sample.text}, 0; 0, {sample.text}", 2, 2)
    assert f.value(X) == ((sample.at(X), 0), (0, sample.at(X)))


@given(expressions(1, 3), expressions(1, 3), points(1, 3).filter(lambda X: 0 not in X[0]))
def test_quotients(above: Sample, below: Sample, X: Point) -> None:
    f = read_target(f"({above.text})/(Abs({below.text}) + x1), x1**(-2), 1/2/x1/x2", 1, 3)
    x, y = X[0][0], X[0][1]
    assert f.value(X) == ((above.at(X) / (abs(below.at(X)) + x), 1 / x**2, Fraction(1, 2) / x / y),)


@given(st.data())
@settings(max_examples=40)
def test_what_sympy_prints_has_the_value_that_sympy_computes(data: st.DataObject) -> None:
    sympy = pytest.importorskip("sympy")
    x, y = sympy.symbols("x1 x2", real=True)
    atoms = st.sampled_from([x, y, sympy.Rational(1, 2), sympy.Integer(2), sympy.Rational(-3, 7)])

    def grow(inner: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
        return st.one_of(
            st.builds(lambda a, b: a + b, inner, inner),  # type: ignore[operator]
            st.builds(lambda a, b: a * b, inner, inner),  # type: ignore[operator]
            st.builds(lambda a: a**2, inner),  # type: ignore[operator]
            st.builds(sympy.Max, inner, inner),
            st.builds(sympy.Min, inner, inner),
            st.builds(sympy.Abs, inner),
            st.builds(
                lambda a, b, c, e: sympy.Piecewise((c, (a < b) & (a > 0)), (e, ~sympy.Eq(a, b)), (a, True)),
                inner, inner, inner, inner,
            ),
            st.builds(lambda a, b: sympy.Piecewise((a, (x < 1 - y) | sympy.Ne(x, b)), (b, True)), inner, inner),
        )  # fmt: skip

    expr = data.draw(st.recursive(atoms, grow, max_leaves=5))
    at = (data.draw(st.fractions(0, 1, max_denominator=5)), data.draw(st.fractions(0, 1, max_denominator=5)))
    known = expr.subs({x: sympy.Rational(*at[0].as_integer_ratio()), y: sympy.Rational(*at[1].as_integer_ratio())})  # type: ignore[attr-defined]
    first = read_target(f"{expr}, 0", 1, 2).value([at])[0][0]
    assert first == mpq(int(known.p), int(known.q))
    assert read_target(str(sympy.Matrix([[expr, 0]])), 1, 2).value([at])[0][0] == first


def test_sympys_own_objects_are_taken() -> None:
    sympy = pytest.importorskip("sympy")
    x1, x2 = sympy.symbols("x1 x2")
    f = read_target(sympy.Matrix([[x1 * (1 - x1), x2 / 2]]), 1, 2)
    assert f.value([["1/3", "1/3"]]) == ((mpq(2, 9), mpq(1, 6)),)


@pytest.mark.parametrize(
    "text",
    ["x11, x12; x21, x22", "x_1_1, x_1_2; x_2_1, x_2_2", "x[1,1], x[1,2]; x[2,1], x[2,2]", "x[i, j]",
     "[[x11, x12], [x21, x22]]", "Matrix([[x11, x12], [x21, x22]])", "[x11, x12], [x21, x22]",
     "x[i, j] if i == 1 else x[d, j]", "x[3 - (3 - i), n + 1 - (n + 1 - j)]",
     "sum(x[k, l] for k in rows for l in columns if k == i and l == j)",
     "prod(x[k, l]**Piecewise((1, (k == i) & (l == j)), (0, True)) for k in rows for l in range(1, n + 1))",
     "Max(x[i, l] for l in columns if l == j) + Min(0*x[k, 1] for k in rows)",
     "sum([x[i, j]/2, x[i, j]/2])", "x[i, j]**1 + 0 if i <= j or not i <= j else 7"],
)  # fmt: skip
def test_ways_to_write_the_identity(text: str) -> None:
    X = ((GENERIC[0], GENERIC[1]), (GENERIC[2], GENERIC[3]))
    assert read_target(text, 2, 2).value(X) == X


def test_one_row_has_short_names_also_beyond_nine_columns() -> None:
    X = [[Fraction(k, 20) for k in range(1, 13)]]
    f = read_target(", ".join(f"x{k}" for k in range(1, 13)), 1, 12)
    assert f.value(X) == tuple(map(tuple, X))


@pytest.mark.parametrize("X", [[["-1/9", "1/2"]], [["1/2", "10/9"]], [[2, 2]]])
def test_zero_outside(X: list[list[object]]) -> None:
    assert value("1, 1/(x1 - x2)", X) == ((0, 0),)


@given(points(1, 2))
def test_sign_and_ite_as_sympy_prints_them(X: Point) -> None:
    x, y = X[0]
    text = "sign(x1 - x2), Piecewise((1, ITE(x1 < x2, x1 > 1/2, Eq(x2, 0))), (2, True))"
    holds = x > Fraction(1, 2) if x < y else y == 0
    assert value(text, X) == (((x > y) - (x < y), 1 if holds else 2),)


def test_only_the_case_that_holds_is_evaluated() -> None:
    text = "Piecewise((0, Eq(x1, 0)), (1/x1, True)), 0 if x1 == 0 else 1/x1"
    assert value(text, [[0, 0]]) == ((0, 0),)
    assert value(text, [["1/2", 0]]) == ((2, 2),)


REFUSED = [
    ("0.5, x2", "f: 0.5 is a float, and floats are not exact; write 1/2"),
    ("x1*2.50, x2", "f: 2.5 is a float, and floats are not exact; write 5/2"),
    ("1e-400, x2", "f: 1e-400 is a decimal number; write it as a fraction: "
     "an integer or a fraction such as 3/4"),
    ("sin(x1), x2", "f: sin has no exact values at rational points; give a polynomial, a quotient of polynomials, "
     "Max, Min, Abs, Piecewise, or a Python function with --modulus"),
    ("x1*pi, x2", "f: pi has no exact values at rational points; give a polynomial, a quotient of polynomials, "
     "Max, Min, Abs, Piecewise, or a Python function with --modulus"),
    ("x1**(1/2), x2", "f: x1**(1/2) has no exact values at rational points; give a polynomial, a quotient of "
     "polynomials, Max, Min, Abs, Piecewise, or a Python function with --modulus"),
    ("x1**x2, x2", "f: x1**x2 has no exact values at rational points; give a polynomial, a quotient of "
     "polynomials, Max, Min, Abs, Piecewise, or a Python function with --modulus"),
    ("x3, x1", "f: x3 is not a variable; valid are x1, x2"),
    ("y, x1", "f: y is not a variable; valid are x1, x2"),
    ("__class__, x1", "f: __class__ is not a variable; valid are x1, x2"),
    ("x1^2, x2", "f: x1^2 is not valid: ^ is not a power here; write **, such as x1**2"),
    ("foo(x1), x2", "f: foo is not a known function; valid are Max, Min, Abs, Piecewise, Rational, sum and prod"),
    ("x1/0, x2", "f: x1/0 is infinite: it divides by 0"),
    ("x1, 0**(-1)", "f: 0**(-1) is infinite: it divides by 0"),
    ("x1", "f: 1 x 1 entries are given, but d x n = 1 x 2; separate the entries of a row by commas and rows by "
     "semicolons, or give one expression in x[i, j]"),
    ("x1, x2; x1", "f: rows of 2, 1 entries are given, but d x n = 1 x 2; separate the entries of a row by commas and "
     "rows by semicolons, or give one expression in x[i, j]"),
    ("x[0, 1], x2", "f: x[0, 1] is not valid: X has rows 1 to 1 and columns 1 to 2, but this is x[0, 1]"),
    ("x[i, j + 1]", "f: x[i, j + 1] is not valid: X has rows 1 to 1 and columns 1 to 2, but this is x[1, 3]"),
    ("x[x1, 1], x2", "f: x1 is not valid: an index is an integer made of i, j, d, n and the names in a sum"),
    ("x1 < x2, x2", "f: x1 < x2 is not valid: it is not a part of an expression"),
    ("Piecewise(x1), x2", "f: x1 is not valid: a case of Piecewise is written (expression, condition)"),
    ("Piecewise((x1, x2)), x2", "f: x2 is not valid: a condition compares expressions, such as x1 < 1/2"),
    ("Piecewise((x1, x1 < 1/2)), x2", "f: entry (1, 1), Piecewise((x1, x1 < 1/2)), has no case on a part of "
     "[0, 1]^(d x n); end it with (…, True)"),
    ("sum(x1), x2", "f: sum(x1) is not valid: write sum(x[k, l] for k in rows for l in columns)"),
    ("sum(x[1, k] for k in 5), x2", "f: 5 is not valid: a name runs over rows, columns or range(first, last + 1)"),
    ("sum(x1 for x1 in columns), x2", "f: x1 is not valid: this name has a meaning already; take another"),
    ("sum(k for k in rows if x1 > 0), x2", "f: x1 > 0 is not valid: an `if` inside a sum compares indices, not entries "
     "of X"),
    ("'x1', x2", "f: 'x1' is not valid: write integers and fractions such as 1/2"),
    ("x1 +, x2", "f: x1 +, x2 is not an expression (invalid syntax); write one such as x1*(1 - x1)"),
    ("", "f: an expression is missing; write one such as x1*(1 - x1)"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_refused_with_these_words(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_target(text, 1, 2)
    assert str(caught.value) == message


AT_A_POINT = [
    ("x1, 1/x1", "f: entry (1, 2), 1/x1, is infinite at X = [0 1/2]"),
    ("(x1 - x1)/x1, x2", "f: entry (1, 1), (x1 - x1)/x1, is infinite at X = [0 1/2]"),
    ("Piecewise((x1, x1 < 0), (1, x1 > 0)), x2", "f: entry (1, 1), Piecewise((x1, x1 < 0), (1, x1 > 0)), has no case "
     "for X = [0 1/2]"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), AT_A_POINT)
def test_no_value_at_a_point(text: str, message: str) -> None:
    f = read_target(text, 1, 2)
    with pytest.raises(InputError) as caught:
        f.value([[0, "1/2"]])
    assert str(caught.value) == message


@pytest.mark.parametrize(
    "X", [[["1/2"]], [["1/2", "1/2"], ["1/2", "1/2"]], [["half", "1/2"]], [[0.1, "1/2"]], [["1/2", None]]]
)
def test_a_point_is_an_exact_matrix(X: list[list[object]]) -> None:
    with pytest.raises(InputError, match=r"^X: "):
        value("x1, x2", X)


HOSTILE = [
    "__import__('os').system('true')", "().__class__.__bases__[0]", "x1.__class__, x2", "(lambda: 1)(), x2",
    "[y for y in (1, 2)], x2", "x1 if __import__ else x2, x2", "10**10**10, x2", "2**(10**9)*x1, x2",
    "(x1**1000)**1000, x2", "((x1 + 2**90000)**1000)**1, x2", "(" * 5000 + "x1" + ")" * 5000, "-" * 40000 + "x1", "Abs(" * 100 + "x1" + ")" * 100 + ", x2",
    "+".join(["x1"] * 15000), "x1" * 100000, "9" * 5000 + ", x2", "x1**99999, x2", "x1\x00, x2", "x1 # \n, x2) + (x1",
    "sum(1 for a in range(10**6)), x2", "sum(1 for a in range(1000) for b in range(1000) for c in rows), x2",
    "sum(1 for a in range(99999) for b in range(99999) if 1 > 2), x2",
    "sum(1 for a in range(99999) for b in range(99999) if False), x2",
    "sum(1 for a in range(99999) for b in range(99999) for c in range(0)), x2",
    "f'{x1}', x2", "x1 := 2", "(y := x1), x2", "await x1", "x1 @ x2, x1", "x1 // 2, x2", "x1 % 2, x2", "1j, x2",
    "True, x2", "None, x2", "..., x2", "*x1, x2", "x1 and x2, x2", "Max(), x2", "Abs(), x2", "Max(x1, key=x2), x2",
    "Rational(x1, 2), x2", "Rational(1, 0), x2", "x[1:2], x2", "x[1][2], x2", "x, x", "Rational(0.5), x2",
    "9" * 4000 + "**2000, x2", "Piecewise(), x2", "ｘ9, x2", "Max(*[x1, x2]), x2", "import os",
    "sign(" * 55 + "x1" + ")" * 55 + ", x2", "ITE(" * 50 + "x1 < 1" + ", x1 < 1, x2 < 1)" * 50,
    "Piecewise((1, " + "ITE(" * 50 + "x1 < 1" + ", x1 < 1, x2 < 1)" * 50 + "), (2, True)), x2",
    "(1 if 0 < " * 25 + "x1" + " < 1 else 0)" * 25 + ", x2", "x1;x2;", "{x1}, x2",
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: text[:30].encode("ascii", "replace").decode())
def test_hostile_input_is_one_sentence_at_once(text: str) -> None:
    started = time.perf_counter()
    with pytest.raises(InputError) as caught:
        read_target(text, 1, 2)
    message = str(caught.value)
    assert message.startswith("f: ")
    assert "\n" not in message
    assert len(message) < 400
    assert time.perf_counter() - started < 5


@pytest.mark.parametrize(("d", "n"), [(0, 2), (2, -1), (True, 2)])
def test_sizes_are_positive(d: int, n: int) -> None:
    with pytest.raises(InputError, match="is not valid; give a positive integer"):
        read_target("x[i, j]", d, n)
