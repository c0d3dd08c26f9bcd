"""How people write numbers: every way gives the same one, and what is none is refused with its name and what is valid.

Laws: a number has one value, however it is written; a float is read as it is or not at all; `binary` is the value that
a float has; what is refused is told in one line that begins with the argument and says what to write.
"""

from __future__ import annotations

import math
import subprocess
import sys
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sympy
from gmpy2 import mpq, mpz
from hypothesis import given
from hypothesis import strategies as st

from exactua import ask, check
from exactua.arithmetic.number_reading import (
    NoNumber,
    binary,
    exact_value,
    integer,
    lists,
    rational,
    rational_of_file,
    vector,
)
from exactua.authoring import (
    RELU,
    AttentionHead,
    FeedForwardLayer,
    Network,
    PositionalEncoding,
    Table,
    box,
    claim,
    folding,
    levels,
    listed,
    point,
    product_of,
    select,
    variable,
    vocabulary,
)
from exactua.errors import InputError
from exactua.terms import tracing
from exactua.terms.language import TermError

INTEGER_WAYS: list[Callable[[int], object]] = [
    int, str, "+{}".format, " {} ".format, "{}.0".format, "{}e0".format, "{}/1".format, Fraction, Decimal, mpz, mpq,
    sympy.Integer,
]  # fmt: skip
SMALL_WAYS: list[Callable[[int], object]] = [float, np.int64, np.int32, np.float64, np.float32, np.array]
WAYS: list[Callable[[Fraction], object]] = [
    str, lambda x: f"{x.numerator}/{x.denominator}", mpq, lambda x: sympy.Rational(x.numerator, x.denominator),
]  # fmt: skip


@given(st.integers())
def test_an_integer_is_the_same_however_it_is_written(value: int) -> None:
    for way in INTEGER_WAYS:
        given_value = way(value) if value >= 0 or way != INTEGER_WAYS[2] else str(value)
        assert rational(given_value, "x") == value
        assert integer(given_value) == value
        assert type(rational(given_value, "x")) is type(mpq())


@given(st.integers(-(2**23), 2**23))
def test_a_small_integer_may_be_a_float_or_one_of_numpy(value: int) -> None:
    assert {rational(way(value), "x") for way in SMALL_WAYS} == {mpq(value)}


@given(st.fractions())
def test_a_fraction_is_the_same_however_it_is_written(value: Fraction) -> None:
    assert {rational(way(value), "x") for way in WAYS} == {mpq(value)}
    assert integer(value) == (value.numerator if value.denominator == 1 else None)


@given(st.integers(-(10**30), 10**30), st.integers(0, 40))
def test_a_decimal_is_the_fraction_that_it_says(digits: int, places: int) -> None:
    value = Fraction(digits, 10**places)
    assert rational(f"{digits}e-{places}", "x") == rational(f"{digits}E-0{places}", "x") == mpq(value)
    assert rational(Decimal(f"{digits}e-{places}"), "x") == mpq(value)


@given(st.decimals(allow_nan=False, allow_infinity=False, places=6))
def test_a_decimal_point(value: Decimal) -> None:
    assert rational(f"{value:f}", "x") == rational(value, "x") == mpq(Fraction(value))


@given(st.floats())
def test_a_float_is_read_at_its_own_value_or_refused(value: float) -> None:
    forms = [value, np.float64(value)]
    if not math.isfinite(value):
        for form in forms:
            with pytest.raises(InputError, match=r"^x: -?(nan|inf) is not an exact number; write an integer or"):
                rational(form, "x")
            with pytest.raises(InputError, match=r"^binary: .* is not a finite number; give one such as 0\.1$"):
                binary(form)
        return
    own, said = Fraction(value), Fraction(repr(value))
    assert binary(value) == binary(np.float64(value)) == mpq(own)
    for form in forms:
        if own == said and abs(own) < 2**53:
            assert rational(form, "x") == mpq(own)
            continue
        with pytest.raises(InputError) as caught:
            rational(form, "x")
        text = str(caught.value)
        assert text.startswith(f"x: {value!r} is a float")
        if abs(own) >= 2**53:
            assert text.endswith("floats do not represent every integer of this size; write the integer itself")
            continue
        assert text.endswith(f", or binary({value!r}) for its own value")
        if "no float equals" in text:
            assert rational(text.partition('write "')[2].partition('"')[0], "x") == mpq(said)


@given(st.floats(width=32, allow_nan=False, allow_infinity=False))
def test_a_float_of_32_bits_has_its_own_shortest_decimal(value: float) -> None:
    short = np.float32(value)
    assert binary(short) == mpq(Fraction(value))
    if abs(value) >= 2**24:
        with pytest.raises(
            InputError, match=r"floats do not represent every integer of this size; write the integer itself$"
        ):
            rational(short, "x")
    elif Fraction(str(short)) == Fraction(value):
        assert rational(short, "x") == mpq(Fraction(value))
    else:
        with pytest.raises(InputError, match=r"or binary\(np\.float32\(.*\)\) for its own value$"):
            rational(short, "x")


def test_what_the_float_0_1_is() -> None:
    with pytest.raises(InputError) as caught:
        rational(0.1, "W[0][1]")
    assert str(caught.value) == (
        'W[0][1]: 0.1 is a float, and no float equals 1/10; write "1/10", or binary(0.1) for its own value'
    )
    assert (rational("1/10", "x"), rational(binary(0.1), "x")) == (mpq(1, 10), mpq(3602879701896397, 2**55))
    assert binary(np.array([[0.1, 0.5]])) == [[binary(0.1), mpq(1, 2)]]
    assert binary([0.1]) == [binary(0.1)]


SYMBOL = sympy.Symbol("a")
EXAMPLE = "write an integer or a fraction such as 3/4"
REFUSED = [
    (True, f"True is not an exact number; {EXAMPLE}"),
    (np.True_, f"np.True_ is not an exact number; {EXAMPLE}"),
    (sympy.true, f"True is not an exact number; {EXAMPLE}"),
    (None, f"None is not an exact number; {EXAMPLE}"),
    (1j, f"1j is not an exact number; {EXAMPLE}"),
    (np.complex64(1), f"np.complex64(1+0j) is not an exact number; {EXAMPLE}"),
    (float("nan"), f"nan is not an exact number; {EXAMPLE}"),
    (float("-inf"), f"-inf is not an exact number; {EXAMPLE}"),
    (Decimal("inf"), f"Decimal('Infinity') is not an exact number; {EXAMPLE}"),
    (sympy.oo, f"oo is not an exact number; {EXAMPLE}"),
    (sympy.nan, f"nan is not an exact number; {EXAMPLE}"),
    (sympy.sqrt(2), f"sqrt(2) is not an exact number; {EXAMPLE}"),
    (sympy.Float("0.5"), f"0.500000000000000 is not an exact number; {EXAMPLE}"),
    (SYMBOL, f"a is a symbol without a value; {EXAMPLE}"),
    (SYMBOL + sympy.Symbol("b"), f"a + b has no value, as a, b has none; {EXAMPLE}"),
    (sympy.eye(2), f"a matrix of 2 x 2 entries is given where one number is needed; {EXAMPLE}"),
    (np.zeros((2, 3)), f"an array of shape (2, 3) is given where one number is needed; {EXAMPLE}"),
    (np.timedelta64(3, "s"), f"np.timedelta64(3,'s') is not an exact number; {EXAMPLE}"),
    (np.ma.masked, f"an array of shape () is given where one number is needed; {EXAMPLE}"),
    ([1], f"[1] is not an exact number; {EXAMPLE}"),
    (b"1", f"b'1' is not an exact number; {EXAMPLE}"),
    ("", f"'' is not an exact number; {EXAMPLE}"),
    (".", f"'.' is not an exact number; {EXAMPLE}"),
    ("e5", f"'e5' is not an exact number; {EXAMPLE}"),
    ("abc", f"'abc' is not an exact number; {EXAMPLE}"),
    ("1/2/3", f"'1/2/3' is not an exact number; {EXAMPLE}"),
    ("0x10", f"'0x10' is not an exact number; {EXAMPLE}"),
    ("1_000", f"'1_000' is not an exact number; {EXAMPLE}"),
    ("٣", f"'٣' is not an exact number; {EXAMPLE}"),
    ("1/0", f"1/0 has denominator 0; {EXAMPLE}"),
    ("1e99999", f"1e99999 has an exponent of more than 3 digits; {EXAMPLE}"),
    ("9" * 10_001, f"'{'9' * 37}...' is not an exact number; {EXAMPLE}"),
    (1e-300, '1e-300 is a float, and no float equals 1e-300; write "1e-300", or binary(1e-300) for its own value'),
    (0.30000000000000004, "0.30000000000000004 is a float that was rounded; write the fraction that is meant, such as "
     '"1/3", or binary(0.30000000000000004) for its own value'),
    (9007199254740993.0, "9007199254740992.0 is a float, and floats do not represent every integer of this size; write the integer itself"),
    (np.float16(2049), "2.048e+03 is a float, and floats do not represent every integer of this size; write the integer itself"),
]  # fmt: skip


@pytest.mark.parametrize(("value", "message"), REFUSED, ids=range(len(REFUSED)))
def test_what_is_refused_is_told_in_these_words(value: object, message: str) -> None:
    with pytest.raises(InputError) as caught:
        rational(value, "x")
    assert str(caught.value) == f"x: {message}"
    assert integer(value) is None
    with pytest.raises(NoNumber):
        exact_value(value)


def test_what_cannot_be_shown_is_refused_nevertheless() -> None:
    class Sullen:
        def __repr__(self) -> str:
            raise RuntimeError

    with pytest.raises(InputError, match=r"^x: what is given, of type Sullen, is not an exact number"):
        rational(Sullen(), "x")


def test_a_float_in_a_file_may_have_had_more_digits() -> None:
    assert rational_of_file("0.5", "x") == mpq(1, 2)
    with pytest.raises(InputError, match=r"^x: 0\.5 is a float, and floats are not exact; write 1/2$"):
        rational_of_file(0.5, "x")


# ---- arrays, and every place where numbers are taken -----------------------------------------------------------


HALVES: list[Any] = [
    [[1, "1/2"], [0, 2]],
    ((1, 0.5), ("0.0", mpz(2))),
    np.array([[1, 0.5], [0, 2]]),
    np.array([[1, 0.5], [0, 2]], dtype=np.float32),
    np.array([[1, Fraction(1, 2)], [0, mpq(2)]], dtype=object),
    np.asmatrix(np.array([[1, 0.5], [0, 2]])),
    [np.array([1, 0.5]), np.array([0.0, 2])],
    sympy.Matrix([[1, sympy.Rational(1, 2)], [0, 2]]),
    sympy.ImmutableMatrix([[1, sympy.Rational(1, 2)], [0, 2]]),
    sympy.Array([[1, sympy.Rational(1, 2)], [0, 2]]),
]
EXACT = ((mpq(1), mpq(1, 2)), (mpq(0), mpq(2)))


@pytest.mark.parametrize("matrix", HALVES, ids=range(len(HALVES)))
def test_every_place_takes_every_matrix(matrix: Any) -> None:
    layer = FeedForwardLayer(matrix, [0, 0], matrix, [0, 0], RELU)
    assert (layer.W_1, layer.W_2) == (EXACT, EXACT)
    assert AttentionHead(matrix, matrix, matrix, matrix).W_K == EXACT
    assert PositionalEncoding(matrix).E == EXACT
    assert Network(2, [])(matrix) == EXACT
    assert Table(("x", "y"), matrix, []).rows == EXACT
    assert vocabulary("w", matrix) == vocabulary("w", HALVES[0])
    assert listed("w", [matrix]) == listed("w", [HALVES[0]])
    assert product_of("w", [matrix]) == product_of("w", [HALVES[0]])


@pytest.mark.parametrize(
    "values", [[3, "1/2"], (3, 0.5), np.array([3, 0.5]), sympy.Matrix([3, "1/2"]), sympy.Matrix([[3, "1/2"]])]
)
def test_every_place_takes_every_vector(values: Any) -> None:
    assert FeedForwardLayer([[1], [1]], values, [[1, 1]], [0], RELU).b_1 == (mpq(3), mpq(1, 2))
    assert select(point[1, 1], values).term == select(point[1, 1], [3, Fraction(1, 2)]).term
    never = {"next": lambda a, x: a_row(a), "holds": lambda a: a[1] > 0}

    def a_row(a: Any) -> list[Any]:
        return [a[1], a[2]]

    assert folding(start=values, **never).start == folding(start=[3, mpq(1, 2)], **never).start


@pytest.mark.parametrize(
    "half", ["1/2", "0.5", 0.5, Fraction(1, 2), mpq(1, 2), np.float32(0.5), np.array(0.5), sympy.Rational(1, 2)]
)
def test_every_place_takes_every_number(half: Any) -> None:
    x = point[1, 1]
    assert levels("g", half, half, 3) == levels("g", mpq(1, 2), mpq(1, 2), 3)
    assert box("b", half, 1) == box("b", mpq(1, 2), 1)
    exact = Fraction(1, 2)
    for term in (x > half, x < half, x >= half, x <= half, x == half, x != half):
        assert "1 / 2" in repr(term)
    for left, right in [(x + half, x + exact), (x - half, x - exact), (x * half, x * exact), (x / half, x / exact)]:
        assert left.term == right.term
    if not isinstance(half, str):  # of "1/2" % x Python makes something else
        for left, right in [(half + x, exact + x), (half - x, exact - x), (half * x, exact * x), (half / x, exact / x)]:
            assert left.term == right.term
        assert (half < x).term == (x > exact).term
        assert str(half * variable("l") + half) == "1/2*l + 1/2"
    assert check("lemma8.t_l_below_t_r", d=1, n=2, delta=half).verdict == "holds"


def test_a_fraction_to_a_power_does_not_become_a_float() -> None:
    exact = sys.version_info >= (3, 13)  # from then on Python hands a Fraction over as it is
    if exact:
        assert repr(Fraction(1, 3) ** point[1, 1]) == "(1 / 3)^L_(1, 1)"
    for base in (0.5,) if exact else (Fraction(1, 3), 0.5):
        with pytest.raises(
            TermError, match=r"has a float as its base, as a Fraction there becomes one; write, for example,"
        ):
            _ = base ** point[1, 1]
    assert repr(mpq(1, 3) ** point[1, 1]) == repr("1/3" ** point[1, 1]) == "(1 / 3)^L_(1, 1)"


@pytest.mark.parametrize("two", [2, "2", 2.0, "2.0", np.int64(2), np.uint8(2), mpz(2), Fraction(2), sympy.Integer(2)])
def test_parameters_are_integers_however_they_are_written(two: Any) -> None:
    lemma = claim("lemma", parameters=("n",))

    @lemma.states("n = 2")
    def is_two(at: Any) -> Any:
        return at.n == 2

    problem = lemma.problem({"n": two})
    assert problem.parameters == {"n": 2}
    assert type(problem.parameters["n"]) is int


@pytest.mark.parametrize("wrong", [0, -1, 2.5, "1/2", "two", True, None, np.array([1, 2]), sympy.Symbol("n"), 1j])
def test_other_parameters_are_refused_by_name(wrong: Any) -> None:
    lemma = claim("lemma", parameters=("n",))
    lemma.states("n > 0")(positive)
    with pytest.raises(InputError, match=r"^n: (.* is not valid; give an integer >= 1|missing)"):
        lemma.problem({"n": wrong})


def positive(at: Any) -> Any:
    return at.n > 0


def test_ragged_and_masked_arrays_are_refused() -> None:
    ragged = np.array([[1], [1, 2]], dtype=object)
    with pytest.raises(InputError, match="W_1: row 2 has 2 entries, row 1 has 1; rows must be equally long"):
        FeedForwardLayer(ragged, [0, 0], [[1, 1]], [0], RELU)
    masked = np.ma.array([[1, 2]], mask=[[False, True]])
    with pytest.raises(InputError, match="W_1: some entries of the array are masked; give an array with"):
        FeedForwardLayer(masked, [0], [[1]], [0], RELU)
    strange = np.array([[1, object]], dtype=object)
    with pytest.raises(InputError, match=r"W_1\[0\]\[1\]: <class 'object'> is not an exact number; write an integer"):
        FeedForwardLayer(strange, [0], [[1]], [0], RELU)
    with pytest.raises(InputError, match=r"X\[0\]\[1\]: a is a symbol without a value"):
        Network(1, [])([[1, sympy.Symbol("a")]])
    with pytest.raises(InputError, match=r"X\[0\]\[0\]: np\.True_ is not an exact number"):
        Network(1, [])(np.array([[True]]))


def test_arrays_are_lists_and_lists_stay() -> None:
    plain = [[1, 2]]
    assert lists(plain, "x") is plain
    assert lists("12", "x") == "12"
    assert lists(np.zeros((1, 2, 1)), "x") == [[[0], [0]]]
    assert vector(sympy.Matrix([1, 2]), "x") == [1, 2]
    assert lists(sympy.Matrix([1, 2]), "x") == [[1], [2]]


def test_neither_numpy_nor_sympy_is_imported_for_it() -> None:
    code = (
        "import sys; from exactua.arithmetic.number_reading import rational, lists\n"
        "assert rational('0.9', 'x') == rational('9/10', 'x') and lists((1,), 'x') == (1,)\n"
        "try: rational(object(), 'x')\nexcept Exception: pass\n"
        "print(sorted({'numpy', 'sympy'} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


class Half(Fraction):
    """A Fraction of somebody's own."""


class Two(int):
    """An integer that calls itself another one."""

    def __int__(self) -> int:
        return 7


def test_numbers_of_classes_derived_from_them_are_what_they_are() -> None:
    assert rational(Half(1, 2), "x") == mpq(1, 2)
    assert rational(Two(2), "x") == 2


def test_a_text_is_no_list_of_its_letters() -> None:
    with pytest.raises(InputError, match=r"^select: '31' is a text; write a list of numbers, such as \[3, 1, 4\]$"):
        vector("31", "select")


def test_an_operand_of_steps_is_told_apart_from_a_number() -> None:
    """`rational` makes operands; a weight is a number, with the same name in words."""
    three_fifths = tracing.rational("3/5")
    for operand, shown in ((three_fifths, "3 / 5"), (-three_fifths, "-(3 / 5)"), (point[1, 1], "L_(1, 1)")):
        with pytest.raises(InputError) as caught:
            FeedForwardLayer([[1]], [0], [[operand]], [0], RELU)
        assert str(caught.value) == (
            f"W_2[0][0]: {shown} is an operand of a step, not a number; rational() is for steps; write a number, such as "
            'Fraction("3/4")'
        )


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_a_whole_array_of_decimals_has_a_way_in(dtype: type) -> None:
    """The message names it, and it gives the decimals that are printed; one number is told by itself."""
    told = r"for its own value; for a whole array A, A\.astype\(str\) has the decimals and binary\(A\) its own values$"
    weights = np.array([[0.1, -0.25], [3, 1e-7]], dtype=dtype)
    network = Network(2, [PositionalEncoding([[0, 0], [0, 0]])])
    refused: list[Callable[[], object]] = [
        lambda: PositionalEncoding(weights),
        lambda: FeedForwardLayer([[1, 1]], weights[0][:1], [[1], [1]], [0, 0], RELU),
        lambda: ask(network, np.array([weights]), property="injective"),
    ]
    for attempt in refused:
        with pytest.raises(InputError, match=told):
            attempt()
    with pytest.raises(InputError, match=r"for its own value$"):
        PositionalEncoding([[weights[0][0]]])
    decimals = PositionalEncoding(weights.astype(str)).E
    assert decimals == ((mpq("1/10"), mpq("-1/4")), (mpq(3), mpq(1, 10**7)))
    assert PositionalEncoding(binary(weights)).E[0][0] == mpq(*map(int, weights[0][0].as_integer_ratio()))
