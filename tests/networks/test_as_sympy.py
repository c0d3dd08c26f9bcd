"""A network at a matrix of symbols: at points it has the values of the literal network, exactly."""

from __future__ import annotations

from typing import Any

import pytest
import sympy
from gmpy2 import mpq
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from exactua.arithmetic.reals import exp, sqrt
from exactua.errors import InputError
from exactua.networks import (
    RELU,
    AttentionHead,
    AttentionLayer,
    BilinearProjection,
    FeedForwardLayer,
    LayerNormalisation,
    Network,
    PositionalEncoding,
    SeparableConvolution,
    SoftmaxAttentionLayer,
    TieRule,
)
from exactua.networks.as_sympy import MOST_PARTS
from tests.networks.strategies import heads, masks, matrix, piecewise_linear, rationals

LARGEST = AttentionHead([[1]], [[1]], [[1]], [[0]], [1])
small = st.integers(-2, 3).map(mpq)
"""Equal entries are common, and so are equal scores."""


def exact(x: Any) -> Any:
    return sympy.Rational(int(x.numerator), int(x.denominator))


def symbols(d: int, n: int) -> list[list[Any]]:
    return [[sympy.Symbol(f"z{i}{j}", real=True) for j in range(n)] for i in range(d)]


def at(form: Any, Z: list[list[Any]], X: Any) -> list[list[Any]]:
    """The matrix with numbers in place of symbols."""
    values = {z: exact(x) for rows in zip(Z, X, strict=True) for z, x in zip(*rows, strict=True)}
    return form.subs(values, simultaneous=True).tolist()


def literal(network: Network, X: Any) -> list[list[Any]]:
    return [[exact(entry) for entry in row] for row in network(X)]


@st.composite
def cases(draw: st.DrawFn) -> tuple[Network, list[Any]]:
    """One layer that makes choices, perhaps with layers around it that make none."""
    d, n = draw(st.integers(1, 2)), draw(st.integers(1, 3))
    choosing = (
        AttentionLayer(draw(st.lists(heads(d), min_size=1, max_size=2)), draw(st.sampled_from(TieRule)), draw(masks(n)))
        if draw(st.booleans())
        else FeedForwardLayer(draw(matrix(2, d)), [1, 0], draw(matrix(d, 2)), [0] * d, draw(piecewise_linear()))
    )
    around: list[Any] = [
        PositionalEncoding(draw(matrix(d, n))),
        FeedForwardLayer(draw(matrix(1, d)), [draw(rationals)], draw(matrix(d, 1)), [0] * d, RELU),
        SeparableConvolution(draw(matrix(d, d)), draw(matrix(d, 2)), 1),
        BilinearProjection(draw(matrix(d, d)), draw(matrix(n, n))),
    ]
    before, behind = (draw(st.lists(st.sampled_from(around), max_size=1)) for _ in range(2))
    points = st.lists(st.lists(small, min_size=n, max_size=n), min_size=d, max_size=d)
    return Network(d, [*before, choosing, *behind]), [draw(points) for _ in range(4)]


@given(cases())
@settings(max_examples=12, deadline=None)
def test_it_has_the_value_of_the_network(case: tuple[Network, list[Any]]) -> None:
    network, points = case
    Z = symbols(network.d, len(points[0][0]))
    try:
        form = network.as_sympy(Z)
    except InputError:
        assume(False)
    assert not form.has(sympy.Float)
    for X in points:
        assert at(form, Z, X) == literal(network, X)


@given(cases())
@settings(max_examples=20, deadline=None)
def test_at_numbers_it_is_the_value(case: tuple[Network, list[Any]]) -> None:
    network, points = case
    for X in points:
        assert network.as_sympy(X).tolist() == literal(network, X)


def test_two_layers_of_hardmax() -> None:
    other = AttentionHead([["1/2"]], [[1]], [[-1]], [[1]], [0])
    network, Z = Network(1, [AttentionLayer([LARGEST]), AttentionLayer([other])]), symbols(1, 2)
    form = network.as_sympy(Z)
    for a in range(-1, 2):
        for b in range(-2, 4):
            assert at(form, Z, [[mpq(a), mpq(b, 2)]]) == literal(network, [[mpq(a), mpq(b, 2)]])


def test_what_is_shown() -> None:
    x, y = sympy.symbols("x y", real=True)
    network = Network(1, [AttentionLayer([LARGEST]), FeedForwardLayer([[1]], [-1], [[2]], [0], RELU)], {"middle": 1})
    largest = sympy.Piecewise((x, x > y), (y, y > x), (x / 2 + y / 2, True), evaluate=False)
    assert network.as_sympy([[x, y]], "middle") == sympy.Matrix([[x + largest, y + largest]])
    assert network.as_sympy(sympy.Matrix([[x, y]]), 0) == sympy.Matrix([[x, y]])
    above_zero = sympy.Piecewise((x, x > 0), (0, sympy.Gt(0, x)), (x / 2, True), evaluate=False)
    assert network.as_sympy([[x, 0]])[0, 0] == x + above_zero + 2 * sympy.Max(0, x + above_zero - 1)
    leftmost = Network(1, [AttentionLayer([LARGEST], "leftmost")]).as_sympy([[x, y]])
    assert leftmost[0, 1] == y + sympy.Piecewise((x, x >= y), (y, True), evaluate=False)


def test_softmax_and_weights_that_are_reals() -> None:
    x, y = sympy.symbols("x y", real=True)
    head = AttentionHead([[sqrt(mpq(2))]], [[exp(mpq(1)) / 3]], [[1]], [[1]], [0])
    form = Network(1, [SoftmaxAttentionLayer([head], "strictly causal")]).as_sympy([[x, y]])
    assert form == sympy.Matrix([[x, y + sympy.sqrt(2) * sympy.E * x / 3]])
    plain = Network(1, [SoftmaxAttentionLayer([AttentionHead([[1]], [[1]], [[1]], [[0]], [1])])]).as_sympy([[x, y]])
    powers = sympy.exp(x) + sympy.exp(y)
    assert sympy.simplify(plain[0, 0] - (x + (x * sympy.exp(x) + y * sympy.exp(y)) / powers)) == 0


X, Y = sympy.symbols("x y", real=True)
MANY = [[sympy.Symbol(f"x{k}", real=True) for k in range(12)]]
LOWER, UPPER = (AttentionHead([[gain]], [[1]], [[1]], [[1]], [bias]) for gain, bias in ((2, "1/4"), (-2, "-1/4")))
DEEP = Network(1, [AttentionLayer([LOWER, UPPER])] * 2)


@pytest.mark.parametrize(("network", "Z", "message"), [
    (Network(1, [AttentionLayer([LARGEST])]), MANY,
     f"network: after layer 1 the entries at this Z would have more than {MOST_PARTS:,} parts; give numbers for some "
     "entries, fewer columns, or the network up to an earlier layer"),
    (DEEP, [[X, Y]],
     "network: layer 2 compares choices with more than 32 cases at this Z; give numbers for some entries, or the network "
     "up to an earlier layer"),
    (Network(1, [LayerNormalisation([1], [0], 1)]), [[X]],
     "network: layer 1 is a layer normalisation, which has no form here; give the network up to the layer before"),
    (Network(1, []), [[X], [Y]], "Z is 2 x 1, the network maps 1 x n to 1 x n: it needs 1 row"),
    (Network(1, []), [[0.1]], "Z[0][0]: 0.1 is a float, and no float equals 1/10"),
    (Network(1, []), [[X * 0.5]], "Z[0][0]: 0.5*x has a float; write fractions such as Rational(1, 2)"),
    (Network(1, []), [["x"]], "Z[0][0]: 'x' is not an exact number"),
    (Network(1, [PositionalEncoding([[0, 1]])]), [[X]], "Z is 1 x 1, the positional encoding E is 1 x 2"),
    (Network(1, [AttentionLayer([LARGEST], mask=[[True]])]), [[X, Y]], "the mask is 1 x 1, but the matrix has 2 columns"),
])  # fmt: skip
def test_what_has_no_form_is_refused_in_a_sentence(network: Network, Z: Any, message: str) -> None:
    with pytest.raises(InputError) as raised:
        network.as_sympy(Z)
    assert str(raised.value).startswith(message)


def test_stages_are_those_of_the_network() -> None:
    with pytest.raises(InputError, match=r"the network has no stage \"middle\"; its stages are: none"):
        Network(1, []).as_sympy([[X]], "middle")
    with pytest.raises(InputError, match=r"stage 2 is not one of 0, \.\.\., 0"):
        Network(1, []).as_sympy([[X]], 2)


@pytest.mark.parametrize("entry", [sympy.I, sympy.nan, sympy.oo, -sympy.oo, sympy.zoo, 1 + sympy.I])
def test_what_is_not_real_is_refused(entry: Any) -> None:
    head = AttentionHead([[1]], [[1]], [[1]], [[1]])
    with pytest.raises(InputError, match=r"Z\[0\]\[1\]: .* is not a real number"):
        Network(1, [AttentionLayer([head])]).as_sympy([[1, entry]])
