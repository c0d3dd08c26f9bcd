"""Data sets: what they are said to be, and that their tables are those of their sequences."""

from __future__ import annotations

import pytest
from gmpy2 import mpq

from exactua.claims.claim import Claim
from exactua.claims.problem import Problem
from exactua.papers.kajitsuka2024.data_sets import (
    D_OF_DATA,
    DATA,
    DATA_SETS,
    FIRST_VIOLATION,
    N_OF_DATA,
    DataSet,
    data_set,
    sequences,
    tokens,
)
from exactua.papers.kajitsuka2024.separation import Token, along, keeps_apart, squared_norm
from exactua.papers.kajitsuka2024.sequence_operands import (
    absolute,
    both_separated,
    describe_data,
    describe_vocabulary,
    different_vocabulary,
    first,
    have_to_differ,
    norm,
    provided,
    second,
    separated,
    shared,
    token_of_vocabulary,
    vocabulary_separated,
)
from exactua.terms.evaluation import Evaluator, Nothing
from exactua.terms.tracing import Truth, number, rational

VALID = DATA_SETS[: FIRST_VIOLATION - 1]


def _claim() -> Claim:
    claim = Claim("kajitsuka2024:data", "Data", "", "", parameters=(DATA, D_OF_DATA, N_OF_DATA))
    describe_data(claim)
    describe_vocabulary(claim)
    return claim


claim = _claim()
at = claim.at()


class OnePoint(Nothing):
    """A point alone, without networks."""

    def __init__(self, *columns: Token) -> None:
        self.columns = columns

    def point(self) -> tuple[Token, ...]:
        return tuple(zip(*self.columns, strict=True))


def holds(condition: Truth, data: int, *columns: Token) -> bool:
    problem: Problem = claim.problem({"data": data})
    return bool(Evaluator(problem.parameters, problem.values, OnePoint(*columns))(condition.term))


def duplicates(data: DataSet) -> bool:
    return any(len(set(sequence)) < len(sequence) for sequence in data.sequences)


@pytest.mark.parametrize("single", VALID, ids=lambda data: data.about)
def test_the_hypotheses_of_theorem_2_hold(single: DataSet) -> None:
    assert single.constants.holds(single.vocabulary)
    assert single.constants.r_min > 0
    assert not duplicates(single)
    assert keeps_apart(single.unit_vector, single.with_zero)
    assert squared_norm(single.unit_vector) == 1
    assert keeps_apart(single.second_unit_vector, single.with_zero)
    assert single.second_unit_vector != single.unit_vector
    assert len(single.with_zero) == len(single.vocabulary) + 1
    assert (single.d <= 3, single.n <= 4, len(single.sequences) <= 4, len(single.vocabulary) <= 5) == (True,) * 4


def test_each_of_the_last_ones_violates_one_hypothesis() -> None:
    zero, repeated = DATA_SETS[FIRST_VIOLATION - 1 :]
    assert not zero.constants.holds(zero.vocabulary)
    assert not duplicates(zero)
    assert repeated.constants.holds(repeated.vocabulary)
    assert duplicates(repeated)


def test_there_is_what_can_go_wrong() -> None:
    assert len(VALID) >= 10
    assert any(data.n == 1 for data in VALID)
    assert any(len(data.sequences) == 1 for data in VALID)
    assert any(len({frozenset(s) for s in data.sequences}) < len(data.sequences) for data in VALID)
    assert any(data.d > 1 and len(set(map(squared_norm, data.vocabulary))) == 1 for data in VALID)
    assert {data.head_size for data in VALID} == {1, 2}
    assert max(data.d for data in VALID) == 3
    assert max(data.n for data in VALID) == 4
    assert max(len(data.vocabulary) for data in VALID) == 5
    assert max(len(data.sequences) for data in VALID) == 4


def test_the_tables_are_those_of_the_data_sets() -> None:
    for data, sample in enumerate(DATA_SETS, 1):
        problem = claim.problem({"data": data})
        assert (problem.parameters["d"], problem.parameters["n"]) == (sample.d, sample.n)
        values = problem.values
        constants = sample.constants
        assert [values[name] for name in ("V", "r_min", "r_max", "epsilon")] == [
            len(sample.vocabulary), constants.r_min, constants.r_max, constants.epsilon
        ]  # fmt: skip
        for k, token in enumerate(sample.vocabulary, 1):
            for i, entry in enumerate(token, 1):
                assert problem.value(token_of_vocabulary(at, number(k), number(i)).term) == entry
        assert len(sequences.options[data - 1].points) == len(sample.sequences)


def test_a_sequence_is_tested_for_each_hypothesis() -> None:
    for columns, expected in (
        (tokens(1, -1), True),
        (tokens(1, 1), False),  # (6)
        (tokens(1, "1/2"), False),  # r_min
        (tokens(1, 3), False),  # r_max
        (tokens(1, "3/2"), False),  # epsilon
    ):
        assert holds(separated(at), 2, *columns) is expected
    assert holds(both_separated(at), 2, *tokens(1, -1, 1, 2))
    for pair in (
        tokens(1, 1, 1, 2),
        tokens(1, 2, 1, 1),
        tokens(1, 3, 1, 2),
        tokens(1, 2, -1, 3),
        tokens(1, 2, -1, "3/2"),
    ):
        assert not holds(both_separated(at), 2, *pair)


def test_vocabularies_and_shared_tokens() -> None:
    for pair, different in ((tokens(1, 2, 2, 1), False), (tokens(1, 2, 1, -1), True), (tokens(1, 1, 1, 2), True)):
        assert holds(different_vocabulary(at), 2, *pair) is different
        assert holds(different_vocabulary(at), 2, *pair[2:], *pair[:2]) is different
        for k, other in ((1, 1), (1, 2), (2, 1), (2, 2)):
            same = pair[k - 1] == pair[other + 1]
            assert holds(shared(at, number(k), number(other)), 2, *pair) is (different and same)
            assert holds(have_to_differ(at, number(k), number(other)), 2, *pair) is (different or not same)
    assert holds(first(at) == second(at), 2, *tokens(1, 2, 1, 2))
    assert not holds(first(at) == second(at), 2, *tokens(1, 2, 2, 1))


def test_norms_and_conditions() -> None:
    assert holds(norm(at, lambda i: rational(-3) + 0 * i) == 3, 2)  # d = 1
    assert holds(norm(at, lambda i: 4 * i - 1) ** 2 == 58, 3)  # d = 2: (3, 7)
    assert holds((absolute(number(-2)) == 2) & (absolute(number(2)) == 2), 2)
    assert holds(provided(number(1) == 2, lambda: 1 / (number(1) - 1) == 0), 2)  # not looked at
    assert not holds(provided(number(1) == 1, lambda: number(1) == 2), 2)


def test_a_vocabulary_is_separated_or_not() -> None:
    for data in range(1, len(DATA_SETS) + 1):
        assert holds(vocabulary_separated(at), data) is DATA_SETS[data - 1].constants.holds(
            DATA_SETS[data - 1].vocabulary
        )


def test_a_set_of_ones_own() -> None:
    data = data_set("mine", [tokens((3, 4), (0, 1)), tokens((3, 4), ("1/2", 0))], digits=2)
    assert (data.d, data.n, data.head_size, len(data.vocabulary)) == (2, 2, 1, 3)
    assert data.matrices == (((3, 0), (4, 1)), ((3, mpq(1, 2)), (4, 0)))
    assert all(along(data.unit_vector, x) for x in data.vocabulary)
