"""What an evaluator remembers is what it would compute: sums, terms without a point, choices among entries."""

from __future__ import annotations

from typing import Any

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from exactua.arithmetic.reals import exp
from exactua.deciding.observations import LiteralObservations
from exactua.terms import evaluation
from exactua.terms.evaluation import Evaluator, Value
from exactua.terms.language import Term, TermError
from exactua.terms.tracing import Columns, Number, number, parameter, point, row, total, when

D = parameter("D")
numbers = Columns(0, D**2 - 1, "number")


def relu(x: Number) -> Number:
    """max(x, 0)."""
    return when(x > 0, x, 0)


def digit(code: Number, place: Number) -> Number:
    """A digit of a number in base D."""
    return code // D ** (place - 1) % D


def listed(code: Number) -> Number:
    """How near the point is to the matrix with these digits: a sum over a list, entries and a choice."""
    digits = row(Columns(1, 2, "e"), lambda place: digit(code, place))
    return total(Columns(1, 2, "j"), lambda j: relu(1 - 3 * (point[1, j] - digits[j])))


without_a_point = total(numbers, lambda code: total(Columns(1, 2, "e"), lambda place: digit(code, place) ** 2))
near = total(Columns(1, 2, "i"), lambda i: total(numbers, lambda code: listed(code) * (code + i * point[1, i])))
several = total(Columns(1, 2, "i"), lambda i: near * i + without_a_point * point[1, i])


def evaluated(term: Term, x: Any, y: Any, remembered: dict[Any, Value] | None = None, D: int = 3) -> Value:
    """The value of a term at the point [x y]."""
    observations = LiteralObservations({}, ((x, y),))
    return Evaluator({"D": D, "d": 1, "n": 2}, {}, observations, remembered=remembered)(term)


def plainly(term: Term, x: Any, y: Any, monkeypatch: pytest.MonkeyPatch) -> Value:
    """The same where nothing with variables is remembered."""
    with monkeypatch.context() as patched:
        patched.setattr(evaluation, "_RECALLED", ())
        patched.setattr(evaluation, "_entries_of", lambda body: ())
        return evaluated(term, x, y)


rationals = st.builds(mpq, st.integers(-4, 10), st.integers(1, 4))


@given(st.lists(st.tuples(rationals, rationals), min_size=1, max_size=4), st.sampled_from([1, 7, 4096]))
def test_points_that_share_what_is_remembered_have_their_own_values(points: list[Any], most: int) -> None:
    shared: dict[Any, Value] = {}
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(evaluation, "MOST_REMEMBERED", most)
        for x, y in points:
            for term in (near.term, several.term):
                with pytest.MonkeyPatch.context() as inner:
                    assert evaluated(term, x, y, shared) == plainly(term, x, y, inner)
    for term, _ in shared:
        assert not any(part.operator == "point" for part in term.walk())


def test_reals_are_remembered_by_what_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    x, y = exp(mpq(1, 3)), exp(mpq(1, 7)) * mpq(1, 2)
    assert evaluated(near.term, x, y) == plainly(near.term, x, y, monkeypatch)
    assert evaluated(near.term, y, x) == plainly(near.term, y, x, monkeypatch)


def test_a_term_without_a_point_is_computed_once_for_all_points(monkeypatch: pytest.MonkeyPatch) -> None:
    computed: list[str] = []
    honest = Evaluator._compute

    def counting(self: Evaluator, term: Term) -> Value:
        computed.append(term.operator)
        return honest(self, term)

    monkeypatch.setattr(Evaluator, "_compute", counting)
    shared: dict[Any, Value] = {}
    evaluated(near.term, mpq(1), mpq(2), shared)
    first = computed.count("floor")
    assert first == 3 * 2 * 9  # three floors, two places, nine numbers
    evaluated(near.term, mpq(5), mpq(6), shared)
    assert computed.count("floor") == first


def test_what_is_chosen_among_few_entries_is_computed_once_for_their_values(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen: list[Term] = []
    honest = Evaluator._if

    def counting(self: Evaluator, term: Term) -> Value:
        chosen.append(term)
        return honest(self, term)

    monkeypatch.setattr(Evaluator, "_if", counting)
    evaluated(near.term, mpq(1), mpq(2))
    assert len(chosen) == 2 * 3  # for each entry and each digit; there are 9 matrices with 2 entries


def test_an_entry_that_is_not_chosen_need_not_be_there() -> None:
    reads_on = total(Columns(1, 2, "j"), lambda j: when(point[1, j] > 0, point[1, j], point[1, j + 5])).term
    assert evaluated(reads_on, mpq(1), mpq(2)) == 3
    with pytest.raises(TermError, match="entry"):
        evaluated(reads_on, mpq(1), mpq(-2))


def test_other_parameters_have_their_own_values() -> None:
    assert evaluated(without_a_point.term, 0, 0) == 9 * 2 * mpq(5, 3)
    assert evaluated(without_a_point.term, 0, 0, D=2) == 4
    assert evaluated(number(7).term, 0, 0) == 7
