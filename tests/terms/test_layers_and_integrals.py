"""Operators over networks layer by layer, floors, products and integrals: traced, printed, encoded, evaluated."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from exactua.arithmetic.batches import Batch
from exactua.arithmetic.polynomials import PolynomialError
from exactua.terms.encoding import from_data, to_data
from exactua.terms.evaluation import AfterLayers, Evaluator, LayerAlone, Nothing, NotObserved
from exactua.terms.language import TermError, make
from exactua.terms.printing import text
from exactua.terms.tracing import (
    Columns,
    NetworkOperand,
    Number,
    floor,
    integral,
    parameter,
    point,
    product,
    total,
    variable,
    when,
)

n, x = parameter("n"), variable("x")
network = NetworkOperand("g_c")


def value(number: Number, **variables: Any) -> Any:
    return Evaluator({"d": 1, "n": 2}, {}, Nothing())(number.term, variables)


class Told(Nothing):
    """Observations that note what they are asked."""

    def __init__(self) -> None:
        self.asked: list[Any] = []

    def point(self) -> Any:
        return ((mpq(1), mpq(2)),)

    def apply(self, network: str, stage: Any, matrix: Any) -> Any:
        self.asked.append((network, stage, matrix))
        return matrix


def test_layers_are_asked_for_by_number() -> None:
    told = Told()
    evaluator = Evaluator({"d": 1, "n": 2}, {}, told)
    assert evaluator(network.layer(network.after(point, n + 1), 2)[1, 2].term) == 2
    (first, after, matrix), (second, alone, _) = told.asked
    assert (first, second) == ("g_c", "g_c")
    assert isinstance(after, AfterLayers)
    assert after.count == 3
    assert alone == LayerAlone(2)
    assert matrix == told.point()
    with pytest.raises(TermError, match="not an integer"):
        evaluator(network.after(point, n / 3)[1, 1].term)


@given(st.integers(-50, 50), st.integers(1, 7))
def test_floors(p: int, q: int) -> None:
    assert value(floor(x), x=mpq(p, q)) == p // q
    assert 0 <= value(x - floor(x), x=mpq(p, q)) < 1


def test_products() -> None:
    assert value(product(Columns(1, x, "k"), lambda k: k), x=5) == 120
    assert value(product(Columns(1, 0, "k"), lambda k: k)) == 1


def test_integrals_over_a_cube() -> None:
    # d = 1, n = 2: the integral of (h_1 + 2 h_2)^2 over [0, s]^2 is (1/3 + 1 + 4/3) s^4
    square = integral(1 / n, lambda h: (h[1, 1] + 2 * h[1, 2]) ** 2)
    assert value(square) == mpq(8, 3) * mpq(1, 16)
    assert value(integral(x, lambda h: total(Columns(1, n), lambda j: h[1, j])), x=3) == 27
    assert value(integral(x, lambda h: n * 1), x=3) == 18
    inside = integral(1, lambda h: integral(1, lambda k: (h[1, 1] - k[1, 1]) * 1))
    with pytest.raises(PolynomialError, match="not compared"):
        value(integral(1, lambda h: when(h[1, 1] < x, 1, 0)), x=1)
    assert text(inside.term).count("integral_") == 2


@pytest.mark.parametrize(
    "number",
    [
        floor(x / 2),
        product(Columns(1, n, "k"), lambda k: k + x),
        network.after(point, n + 1)[1, 1],
        network.layer(point, 3)[1, 1],
        integral(1 / n, lambda h: (h[1, 1] + point[1, 1]) ** 2),
    ],
)
def test_json_round_trips(number: Number) -> None:
    assert from_data(to_data(number.term)) == number.term


def test_in_words() -> None:
    assert text(floor(x).term) == "floor(x)"
    assert text(network.after(point, n)[1, 1].term) == "g_c[first n layers](L)_(1, 1)"
    assert text(network.layer(point, 2)[1, 1].term) == "g_c[layer 2](L)_(1, 1)"
    assert text(integral(1, lambda h: h[1, 1] ** 2).term) == "integral_(h in [0, 1]^(d x n)) h_(1, 1)^2"


def test_integrals_inside_integrals_have_offsets_of_their_own() -> None:
    assert value(integral(1, lambda h: integral(1, lambda g: h[1, 1] * g[1, 1]))) == mpq(1, 4)
    assert value(integral(2, lambda h: integral(1, lambda g: h[1, 1] - 1) * h[1, 2])) == 0
    assert value(integral(2, lambda h: h[1, 2] * integral(1, lambda g: h[1, 1] ** 2 + g[1, 2]))) == mpq(22, 3)
    with pytest.raises(TermError, match="a side below 0"):
        value(integral(-1, lambda h: h[1, 1]))


def test_a_permutation_hides_a_variable_of_its_name_only_inside() -> None:
    inside = make("permutations", ("x",), make("=", (), *[make("permuted", ("x",), make("point"))] * 2))
    both = make("and", (), inside, make("=", (), make("var", ("x",)), n.term))
    assert Evaluator({"d": 1, "n": 2}, {}, Told())(both, {"x": 2})


def test_exponents_that_vary_over_a_batch_are_left_to_others() -> None:
    class Many(Nothing):
        def point(self) -> Any:
            return ((Batch.of(np.array([1, 2])),),)

    with pytest.raises(NotObserved, match="an exponent"):
        Evaluator({"d": 1, "n": 1}, {}, Many())((n ** point[1, 1]).term)
