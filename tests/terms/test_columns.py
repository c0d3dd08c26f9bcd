"""The columns lo, ..., hi of a matrix: one term, the same to every evaluator."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.arithmetic.forms import Cell
from exactua.arithmetic.rationals import Matrix
from exactua.deciding.cells import entries
from exactua.deciding.observations import BatchObservations, FormObservations, LiteralObservations, UnrolledNetworks
from exactua.grids.categories import build
from exactua.grids.finite import vocabulary
from exactua.networks import AttentionHead, AttentionLayer, FeedForwardLayer, Network, Phi, above, at_most
from exactua.terms.encoding import from_data, to_data
from exactua.terms.evaluation import Evaluator
from exactua.terms.language import Kind, Term, TermError, make
from exactua.terms.printing import text
from exactua.terms.tracing import MatrixOperand, NetworkOperand, Row, parameter, point

n = parameter("n")
first, second = point.columns(1, n), point.columns(n + 1, 2 * n)
numbers = st.builds(mpq, st.integers(-3, 3), st.sampled_from([1, 2]))
head = AttentionHead(W_O=[[1], [0]], W_V=[[1, 1]], W_K=[[1, 0]], W_Q=[[0, 0]], b_Q=[1])
maximum = Network(2, [AttentionLayer([head])], {"output": 1})
parameters: dict[str, int | str] = {"d": 2, "n": 2}


def at(matrix: Matrix) -> Evaluator:
    return Evaluator(parameters, {}, LiteralObservations({"f": maximum}, matrix))


def test_the_term() -> None:
    assert first.term.kind is Kind.MATRIX
    assert to_data(second.term) == ["columns", ["point"], ["+", ["param", "n"], 1], ["*", 2, ["param", "n"]]]
    assert from_data(to_data(second.term)) == second.term
    assert text(second.term) == "L[columns n + 1..2 n]"
    assert text(first[1, 2].term) == "L[columns 1..n]_(1, 2)"
    assert text(NetworkOperand("f")(first).term) == "f(L[columns 1..n])"


@pytest.mark.parametrize(
    "arguments", [(point.term, n.term), (n.term, n.term, n.term), (point.term, point.term, n.term)]
)
def test_other_types_are_refused(arguments: tuple[Term, ...]) -> None:
    with pytest.raises(TermError, match=r"^'columns' takes \(matrix, number, number\)"):
        make("columns", (), *arguments)


matrices = st.tuples(*[st.tuples(*[numbers] * 4)] * 2)


@given(matrices, st.integers(-1, 6), st.integers(-1, 6))
def test_columns_are_those_of_the_matrix(matrix: Matrix, low: int, high: int) -> None:
    cut = point.columns(low, high).term
    if 1 <= low <= high <= 4:
        assert at(matrix)(cut) == tuple(row[low - 1 : high] for row in matrix)
        assert at(matrix)(point.columns(low, high)[2, 1].term) == matrix[1][low - 1]
    else:
        with pytest.raises(TermError, match=rf"^columns {low} to {high} of a matrix with 4 columns$"):
            at(matrix)(cut)


def test_ends_are_integers() -> None:
    with pytest.raises(TermError, match=r"^1/2 is not an integer$"):
        at(((mpq(1), mpq(2)), (mpq(0), mpq(0))))(point.columns(n / 4, 2).term)


@given(matrices)
def test_networks_dot_products_and_equality_read_them(matrix: Matrix) -> None:
    """A network at half of a pair is the network at that half alone."""
    evaluator = at(matrix)
    half = tuple(row[2:] for row in matrix)
    image = MatrixOperand(make("stage", ("f", "output"), second.term))
    assert evaluator(image.term) == at(half)(NetworkOperand("f")(point).term)
    u = Row(make("list", ("i",), make("param", ("d",)), make("param", ("d",)), make("param", ("n",))))
    two = Row(make("list", ("i",), from_data(1), make("param", ("d",)), make("var", ("i",))))
    assert evaluator(two.dot(second).term) == tuple(a + 2 * b for a, b in zip(*half, strict=True))
    assert evaluator((first == second).term) == (tuple(row[:2] for row in matrix) == half)
    with pytest.raises(TermError):
        evaluator(u.dot(second).term)


@settings(max_examples=15)
@given(st.lists(st.tuples(numbers, numbers), min_size=2, max_size=4, unique=True))
def test_batches_say_the_same(columns: list[Any]) -> None:
    """Of all sequences of four columns at once, and one by one."""
    domain = build(vocabulary("words", columns), Evaluator({"d": 2, "n": 4}, {}, LiteralObservations({}, None)),
                   {"d": 2, "n": 4})  # fmt: skip
    batch = BatchObservations(UnrolledNetworks({"f": maximum}), {}, domain, domain.batch(0, domain.count))
    image = NetworkOperand("f")(second)
    values = Evaluator(parameters, {}, batch)(image[1, 2].term)
    same = np.broadcast_to(Evaluator(parameters, {}, batch)((first == second).term), (domain.count,))
    for rank in range(0, domain.count, 7):
        literal = at(domain.matrix(rank))
        assert values.value(rank) == literal(image[1, 2].term)
        assert same[rank] == literal((first == second).term)


def test_forms_have_one_column() -> None:
    relu = Phi.of((at_most(0), 0, 0), (above(0), 1, 0))
    layer = FeedForwardLayer([[1]], [0], [[1]], [0], relu)
    cell = Cell(mpq(0), mpq(1))
    forms = FormObservations(UnrolledNetworks({"f": Network(1, [layer], {"output": 1})}), entries(1, 0, cell))
    evaluator = Evaluator({"d": 1, "n": 1}, {}, forms)
    image = NetworkOperand("f")(first)
    assert evaluator((image[1, 1] == 2 * point[1, 1]).term)
    with pytest.raises(TermError, match="columns 2 to 2 of a matrix with 1 column"):
        evaluator(point.columns(2, 2)[1, 1].term)
