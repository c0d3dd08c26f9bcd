"""Own folds decided: as plain Python computes them, in enumeration order, by every evaluator and number of jobs."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua import verifier
from exactua.certificates.reading import problem_of
from exactua.certificates.writing import certificate, decided_data
from exactua.claims.claim import Claim, Operands
from exactua.claims.decision import Decision
from exactua.claims.folds import OwnFold, folding
from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.deciding import collected, replay
from exactua.deciding import shards as deciding
from exactua.deciding.fold import Folding, folding_of
from exactua.deciding.plan import plan
from exactua.deciding.running import decide
from exactua.deciding.shards import Shard
from exactua.errors import EvaluatorsDisagree
from exactua.grids.categories import (
    DomainSpec,
    all_sequences,
    category1,
    category2,
    category3,
    extended_grid,
    grid,
    grid_sequences,
    pairs_of,
    u,
)
from exactua.networks import AttentionHead, AttentionLayer, Network, TieRule
from exactua.papers.yun2020.selective_shift import contextual_map
from exactua.terms.encoding import canonical
from exactua.terms.tracing import (
    Columns,
    Number,
    Row,
    Truth,
    every,
    greatest,
    implies,
    parameter,
    point,
    row,
    select,
    total,
    variable,
    when,
)
from tests.mutants import decided_by_all, rehashed

n, m = parameter("n"), parameter("m")
ids = u.dot(point)


def claim_of(
    fold: OwnFold,
    value: Callable[[Operands], Number | Row],
    over: Sequence[DomainSpec] = (grid_sequences,),
    given: Callable[[Operands], Truth] | None = None,
) -> Claim:
    claim = Claim("yun2020:own", "Own", "none", "A claim of the tests.")
    claim.network("g_c")(contextual_map)
    claim.network("leftmost")(leftmost)
    value.__name__ = "folded"
    claim.states("a fold", over=tuple(over), fold=fold, given=given)(value)
    return claim


def leftmost(values: Mapping[str, Any]) -> Network:
    head = AttentionHead([[1]], [[1]], [[0]], [[0]], [0])
    return Network(1, (AttentionLayer((head,), TieRule.LEFTMOST),), {"output": 1})


def at(claim: Claim, d: int, n: int, m: int) -> Problem:
    return claim.problem({"d": d, "n": n, "m": m})


def only(decision: Decision) -> Any:
    return decision["folded"]


# a fold that does not commute, with rationals, cases and a loop, and the same in plain Python

horner = folding(
    start=[1, 0, 0],
    next=lambda a, x: [
        when(a[3] >= 7, 0, a[1] / 2 + x[1]),
        total(Columns(1, n, "j"), lambda j: j * x[j]) - a[2],
        select(a[3] + 1, [1, 2, 3, 4, 5, 6, 7, 8, 0]),
    ],
    holds=lambda a: (a[1] <= 0) & (a[2] == 0),
)


def horner_in_python(points: Sequence[Sequence[Any]]) -> tuple[Any, ...]:
    a: tuple[Any, ...] = (mpq(1), mpq(0), 0)
    for x in points:
        weighed = sum((k * number for k, number in enumerate(x, 1)), start=mpq(0))
        a = (mpq(0) if a[2] >= 7 else a[0] / 2 + x[0], weighed - a[1], (a[2] + 1) % 9)
    return a


def in_the_end(problem: Problem) -> tuple[Any, ...]:
    """The accumulator of the problem's one step, by shards."""
    planned = plan(problem)
    folding = folding_of(problem, problem.steps[0], planned.domains)
    decider = planned.decider()
    for shard in planned.shards():
        folding.add(shard, decider(shard)["folded"].chunks)
    assert folding.complete
    return folding.accumulator


@settings(deadline=None, max_examples=25)
@given(st.integers(1, 2), st.integers(1, 3), st.integers(2, 4), st.integers(1, 40))
def test_it_is_what_plain_python_computes(d: int, n: int, m: int, size: int) -> None:
    problem = at(claim_of(horner, lambda _: ids), d, n, m)
    columns = [
        sum((m**i * mpq(level, m) for i, level in enumerate(column)), start=mpq(0))
        for column in itertools.product(range(m), repeat=d)
    ]
    expected = horner_in_python(list(itertools.product(sorted(columns), repeat=n)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(deciding, "SMALLEST_SHARD", size)
        assert in_the_end(problem) == expected
        result = only(decide(problem))
    if expected[0] > 0:
        assert (result.verdict, result.failures) == (Verdict.REFUTED, 1)
        assert (result.witness.relation, result.witness.left, result.witness.right) == ("<=", expected[0], 0)
    elif expected[1] != 0:
        assert (result.witness.relation, result.witness.left, result.witness.right) == ("=", expected[1], 0)
    else:
        assert result.verdict is Verdict.HOLDS


def test_the_order_of_the_points_matters() -> None:
    last = folding(start=[0, 0], next=lambda a, x: [x[1], a[1]], holds=lambda a: (a[1] == 8) & (a[2] == 7))
    decision = decided_by_all(at(claim_of(last, lambda at: 3 * ids[1] + 1 * 9 * ids[2] / 3 + ids[2] * 0), 1, 2, 3))
    assert in_the_end(at(claim_of(last, lambda at: 9 * ids[1] + 3 * ids[2]), 1, 2, 3)) == (8, 7)
    assert only(decision).verdict is Verdict.REFUTED
    for turned in (lambda at: 8 - 9 * ids[1] - 3 * ids[2], lambda at: 3 * ids[1] + 9 * ids[2]):
        assert in_the_end(at(claim_of(last, turned), 1, 2, 3)) in ((0, 1), (8, 5))
        assert only(decide(at(claim_of(last, turned), 1, 2, 3))).verdict is Verdict.REFUTED


def test_domains_come_in_the_order_of_the_step_and_not_of_the_problem() -> None:
    digits = folding(start=[0], next=lambda a, x: [10 * a[1] + x[1]], holds=lambda a: a[1] == 0)
    claim = claim_of(digits, lambda at: 1 + point[1, 1] * m, (category2, category1))
    claim.steps.insert(0, replace(claim.steps[0], name="other", over=(category1, category2)))
    problem = at(claim, 1, 2, 3)
    decision = decided_by_all(problem)
    assert decision["folded"].witness is not None
    assert decision["other"].witness is not None
    assert (decision["folded"].witness.left, decision["other"].witness.left) == (123112, 112123)
    assert [domain.name for domain in decision.domains] == ["category 1", "category 2"]


def test_each_point_of_an_orbit_domain_is_taken_once() -> None:
    counting = folding(start=[0], next=lambda a, x: [a[1] + x[1]], holds=lambda a: a[1] == 6)
    problem = at(claim_of(counting, lambda at: n / n, (grid,)), 1, 2, 3)
    assert only(decided_by_all(problem)).verdict is Verdict.HOLDS


summed = folding(start=[0], next=lambda a, x: [a[1] + x[1]], holds=lambda a: a[1] <= 7)


@settings(deadline=None, max_examples=20)
@given(st.integers(1, 2), st.integers(1, 2), st.integers(2, 3), st.integers(-40, 60))
def test_a_sum_over_sequences_agrees_with_the_built_in_one(d: int, n: int, m: int, bound: int) -> None:
    fold = replace(summed, holds=(Row(summed.next[0].arguments[0].arguments[0])[1] <= bound).term)
    claim = claim_of(fold, lambda at: at.m * at.g_c(point)[1, 1], (all_sequences,))

    def added(at: Operands) -> Number:
        return at.m * at.g_c(point)[1, 1]

    claim.states("a sum", over=(all_sequences,), fold="sum", relation="<=", bound=lambda at: bound)(added)
    decision = decide(at(claim, d, n, m))
    own, built_in = decision["folded"], decision["added"]
    assert (own.verdict, own.failures, own.measured) == (built_in.verdict, built_in.failures, built_in.measured)
    if own.witness is not None:
        assert built_in.witness is not None
        assert (own.witness.left, own.witness.right) == (built_in.witness.left, built_in.witness.right)


@pytest.mark.parametrize(
    "over", [(grid_sequences,), (category1, category2, category3), (pairs_of(grid),), (extended_grid,)]
)
def test_every_evaluator_and_the_verifier_agree(over: tuple[DomainSpec, ...]) -> None:
    greatest_gap = folding(
        start=[0, 0],
        next=lambda a, x: [when(x[1] - a[2] > a[1], x[1] - a[2], a[1]), x[1]],
        holds=lambda a: every(Columns(1, 2, "k"), lambda k: a[k] < 1),
    )
    claim = claim_of(greatest_gap, lambda at: row(Columns(1, 2), lambda j: m * point[1, j]), over)
    result = only(decided_by_all(at(claim, 1, 2, 3)))
    assert result.verdict is Verdict.REFUTED
    assert set(result.witness.bindings) == {"k"}


def test_a_network_in_the_middle() -> None:
    strict = folding(
        start=[-1], next=lambda a, x: [greatest(Columns(1, n, "j"), lambda j: x[j])], holds=lambda a: a[1] <= 0
    )
    problem = at(claim_of(strict, lambda at: u.dot(at.g_c(point)), (category1,)), 2, 2, 2)
    decision = decide(problem)
    assert decision.run["engine"] == {"folded": "kernel"}
    assert decided_data(decision) == decided_data(decide(problem, engine="literal"))


@pytest.mark.parametrize("size", [1, 7, 4096])
def test_jobs_and_shards_change_no_byte(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deciding, "SMALLEST_SHARD", size)
    for m in (2, 3):
        problem = at(claim_of(horner, lambda at: ids), 1, 3, m)
        alone, together = decide(problem), decide(problem, jobs=2)
        assert canonical(decided_data(alone)) == canonical(decided_data(together))


@settings(deadline=None, max_examples=40)
@given(st.permutations(range(9)), st.data())
def test_shards_may_come_in_any_order(order: list[int], data: st.DataObject) -> None:
    problem = at(claim_of(horner, lambda at: ids, (category2, grid_sequences)), 1, 3, 3)
    planned = plan(problem)
    decider, step = planned.decider(), problem.steps[0]
    counts = [planned.domains[spec.name].count for spec in step.over]
    cuts = sorted(data.draw(st.sets(st.integers(1, counts[1] - 1), min_size=7, max_size=7)))
    shards = [Shard("category 2", 0, counts[0])]
    shards += [Shard(step.over[1].name, low, high) for low, high in itertools.pairwise([0, *cuts, counts[1]])]
    folding = Folding(problem, step, counts)
    for k, place in enumerate(order):
        assert not folding.complete
        folding.add(shards[place], decider(shards[place])["folded"].chunks)
        assert folding.complete == (k == 8)
    assert folding.accumulator == in_the_end(problem)


# verdicts


def test_nothing_applicable_is_vacuous_and_the_end_is_not_looked_at() -> None:
    wrong = folding(start=[0], next=lambda a, x: [a[1] + x[1]], holds=lambda a: 1 / a[1] > 3)
    result = only(decided_by_all(at(claim_of(wrong, lambda at: ids, given=lambda at: point[1, 1] < 0), 1, 1, 2)))
    assert (result.verdict, result.applicable, result.failures) == (Verdict.VACUOUS, 0, 0)
    empty = claim_of(wrong, lambda at: ids, (category1,))
    assert only(decided_by_all(at(empty, 1, 3, 2))).verdict is Verdict.VACUOUS


def test_points_outside_of_the_hypothesis_are_passed_over() -> None:
    digits = folding(start=[0], next=lambda a, x: [10 * a[1] + x[1]], holds=lambda a: a[1] == 0)
    claim = claim_of(digits, lambda at: m * point[1, 1], given=lambda at: point[1, 1] * m != 2)
    result = only(decided_by_all(at(claim, 1, 1, 5)))
    assert (result.points, result.applicable, result.witness.left) == (5, 4, 134)


def test_one_point_that_stands_for_no_orbit_says_nothing() -> None:
    never = folding(start=[0], next=lambda a, x: [a[1] + x[1]], holds=lambda a: a[1] < 0)
    claim = claim_of(never, lambda at: at.leftmost(point)[1, 1], (grid,))
    decision = decided_by_all(at(claim, 1, 2, 2))
    result = only(decision)
    assert (result.verdict, result.failures, result.witness) == (Verdict.INCONCLUSIVE, 0, None)
    assert result.reason.endswith("one point does not stand for its orbit")
    in_the_fold = folding(
        start=[0], next=lambda a, x: [a[1] + Operands(claim).leftmost.quantity("heads")], holds=lambda a: a[1] < 0
    )
    assert (
        only(decided_by_all(at(claim_of(in_the_fold, lambda at: ids, (grid,)), 1, 2, 2))).verdict
        is Verdict.INCONCLUSIVE
    )
    over_sequences = claim_of(never, lambda at: at.leftmost(point)[1, 1])
    assert only(decided_by_all(at(over_sequences, 1, 2, 2))).verdict is Verdict.REFUTED


def test_a_part_of_the_points_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deciding, "SMALLEST_SHARD", 2)
    problem = at(
        claim_of(folding(start=[0], next=lambda a, x: [a[1]], holds=lambda a: a[1] > 0), lambda at: ids), 1, 2, 2
    )
    assert only(decide(problem)).verdict is Verdict.REFUTED
    for partial in (decide(problem, max_points=1), decide(problem, budget=0)):
        assert only(partial).verdict is Verdict.INCONCLUSIVE
        assert (only(partial).failures, only(partial).witness) == (0, None)
        verifier.verify(certificate(partial).encode())


ERRORS = {
    "a division by zero": (
        folding(start=[2], next=lambda a, x: [a[1] - 1 + x[1] / a[1] * 0], holds=lambda a: a[1] > 0),
        "a step can't be evaluated: the fold of folded at G in every order, rank 2: division by zero",
    ),
    "a list that is too short": (
        folding(start=[2], next=lambda a, x: [x[3]], holds=lambda a: a[1] > 0),
        "a step can't be evaluated: the fold of folded at G in every order, rank 0: index 3 outside 1..2",
    ),
    "a number that grows": (
        folding(start=[2], next=lambda a, x: [a[1] ** 50], holds=lambda a: a[1] > 0),
        "a step can't be evaluated: the fold of folded at G in every order, rank 3: "
        "a number of the accumulator has more than 1,000,000 bits",
    ),
    "a denominator that grows": (
        folding(start=[1], next=lambda a, x: [a[1] ** 40 / 3], holds=lambda a: a[1] > 0),
        "a step can't be evaluated: the fold of folded at G in every order, rank 4: "
        "a number of the accumulator has more than 1,000,000 bits",
    ),
    "an error in the end": (
        folding(start=[2], next=lambda a, x: [0], holds=lambda a: 1 / a[1] > 0),
        "a step can't be evaluated: the fold of folded in the end: division by zero",
    ),
}


@pytest.mark.parametrize("name", ERRORS)
@pytest.mark.parametrize("engine", ["auto", "literal"])
def test_what_cannot_be_computed_is_said_with_the_point(name: str, engine: Any) -> None:
    fold, reason = ERRORS[name]
    decision = decide(at(claim_of(fold, lambda at: ids), 1, 2, 3), engine=engine)
    assert (only(decision).verdict, only(decision).reason) == (Verdict.INCONCLUSIVE, reason)
    assert verifier.verify(certificate(decision).encode()).verdict == "inconclusive"


def test_an_error_of_a_case_that_is_not_taken_is_none() -> None:
    guarded = folding(
        start=[0], next=lambda a, x: [when(x[1] == 0, a[1], 1 / x[1])], holds=lambda a: implies(a[1] < 0, 1 / m < 0)
    )
    assert only(decided_by_all(at(claim_of(guarded, lambda at: ids), 1, 1, 3))).verdict is Verdict.HOLDS


def test_lists_may_be_of_different_lengths_and_empty() -> None:
    def first_columns(at: Operands) -> Row:
        return row(Columns(1, m * point[1, 1], "j"), lambda j: j)

    counted = folding(
        start=[0, 0],
        next=lambda a, x: [a[1] + 1, when(a[1] == 2, x[2], a[2])],
        holds=lambda a: (a[1] == 3) & (a[2] == 2),
    )
    result = only(decided_by_all(at(claim_of(counted, first_columns), 1, 1, 3)))
    assert (result.verdict, result.measured.residue) == (Verdict.HOLDS, 1 + 1 + 2)
    nothing = claim_of(
        folding(start=[0], next=lambda a, x: [a[1] + 1], holds=lambda a: a[1] == 9),
        lambda at: row(Columns(1, 0), lambda j: j),
    )
    decision = decided_by_all(at(nothing, 1, 2, 3))
    assert (only(decision).verdict, only(decision).measured) == (Verdict.HOLDS, None)
    assert decision.run["engine"] == {"folded": "kernel"}


# what a fast evaluator gets wrong does not pass


def test_a_fast_evaluator_that_is_wrong_at_one_point_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = at(claim_of(horner, lambda at: ids), 1, 2, 3)
    honest = deciding.tally_batch

    def swapped(*arguments: Any, **others: Any) -> Any:
        tally = honest(*arguments, **others)
        for chunk in tally.chunks:  # two points have each other's numbers: extremes and sums stay
            chunk.values.numerators[:, [1, 2]] = chunk.values.numerators[:, [2, 1]]
        return tally

    monkeypatch.setattr(deciding, "tally_batch", swapped)
    with pytest.raises(EvaluatorsDisagree, match="folded: the literal networks and exact batches differ"):
        decide(problem)


def test_numbers_of_many_points_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = at(claim_of(horner, lambda at: ids), 1, 3, 3)
    before = decide(problem)
    kept: list[int] = []
    honest = replay.summary

    def counted(tally: Any) -> Any:
        kept.append(len(tally.chunks))
        return honest(tally)

    monkeypatch.setattr(replay, "summary", counted)
    decide(problem)
    assert set(kept) == {1}
    kept.clear()
    monkeypatch.setattr(collected, "MOST_KEPT", 26)
    assert canonical(decided_data(decide(problem, replayed=27))) == canonical(decided_data(before))
    assert set(kept) == {0}


def test_the_time_of_a_fold_is_part_of_the_estimate() -> None:
    slow = folding(
        start=[0],
        next=lambda a, x: [total(Columns(1, 200, "k"), lambda k: total(Columns(1, 30, "i"), lambda i: k * i + x[1]))],
        holds=lambda a: a[1] > 0,
    )
    result = only(decide(at(claim_of(slow, lambda at: ids), 1, 11, 2), budget=1))
    assert result.verdict is Verdict.INCONCLUSIVE
    assert "would take about" in result.reason


# the certificate


def test_the_problem_is_read_back_from_the_certificate() -> None:
    decision = decide(at(claim_of(horner, lambda at: ids, (grid_sequences,), lambda at: point[1, 1] > 0), 1, 2, 3))
    again = problem_of(decided_data(decision))
    assert again.steps[0].own == horner
    assert canonical(decided_data(decide(again))) == canonical(decided_data(decision))
    assert rehashed(decided_data(decide(again))) == rehashed(decided_data(decision))


def test_a_variable_of_a_domain_is_none_of_a_fold() -> None:
    with pytest.raises(Exception, match="which nothing binds there"):
        folding(start=[variable("row")], next=lambda a, x: [a[1]], holds=lambda a: a[1] > 0)
