"""Tasks cover what is left, each rank once, whatever their size."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactua.claims.registry import find
from exactua.deciding import tasks as module
from exactua.deciding.plan import plan
from exactua.deciding.running import decide
from exactua.deciding.shards import Shard
from exactua.deciding.tasks import Pace, batch_size, count_of, decided, gaps, joined, tasks
from exactua.errors import ExactuaError
from tests.deciding.mixed_steps import problem


@st.composite
def disjoint(draw: st.DrawFn) -> tuple[int, list[tuple[int, int]]]:
    """A number of ranks, and disjoint ranges of them in any order, some of them empty."""
    count = draw(st.integers(0, 60))
    ends = sorted(draw(st.lists(st.integers(0, count), max_size=12)))
    ranges = list(zip(ends[::2], ends[1::2], strict=False))
    return count, draw(st.permutations(ranges))


@given(disjoint())
def test_ranges_and_their_gaps_are_all_ranks(case: tuple[int, list[tuple[int, int]]]) -> None:
    count, ranges = case
    taken = [rank for span in joined(ranges) for rank in range(*span)]
    left = [rank for span in gaps(count, ranges) for rank in range(*span)]
    assert taken == sorted(rank for span in ranges for rank in range(*span))
    assert sorted(taken + left) == list(range(count))
    assert count_of(gaps(count, ranges)) == len(left)
    assert all(a[1] < b[0] for a, b in zip(joined(ranges), joined(ranges)[1:], strict=False))


def test_what_was_decided_twice_is_no_result() -> None:
    assert joined([(3, 5), (0, 3), (4, 4)]) == [(0, 5)]
    with pytest.raises(ExactuaError, match="rank 4 was decided twice"):
        joined([(0, 5), (4, 6)])


class Fixed(Pace):
    """A pace that is known."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def point(self, domain: str) -> float:
        return self._seconds


@given(
    disjoint(),
    st.sampled_from([0.0, 1e-9, 1e-3, 0.02, 0.1, 9.0]),
    st.integers(1, 5),
    st.sampled_from(["auto", "literal"]),
)
def test_tasks_cover_what_is_left(
    case: tuple[int, list[tuple[int, int]]], seconds: float, jobs: int, engine: str
) -> None:
    decider = plan(problem(), engine).decider()
    name = next(iter(decider.domains))
    cut = list(tasks(decider, {name: gaps(*case)}, Fixed(seconds), jobs))
    assert {task.domain for task in cut} <= {name}
    assert joined((task.start, task.stop) for task in cut) == gaps(*case)
    assert all(task.start < task.stop for task in cut)


def test_a_task_takes_a_moment() -> None:
    planned = plan(problem(), "literal")
    decider = planned.decider()
    name = "G+"
    assert name in planned.domains

    def sizes(seconds: float, jobs: int = 1, count: int = 10**9) -> set[int]:
        shards = tasks(decider, {name: [(0, count)]}, Fixed(seconds), jobs)
        return {shard.stop - shard.start for shard, _ in zip(shards, range(5), strict=False)}

    assert batch_size(decider, name) == module.SLOW_BATCH
    assert sizes(0.0) == {module.SLOW_BATCH}
    assert sizes(9.0) == {1}
    assert sizes(0.02) == {12}
    assert sizes(0.01) == {16}
    assert sizes(1e-6) == {250_000 - 250_000 % module.SLOW_BATCH}
    assert sizes(1e-6, jobs=2, count=80_000) == {10_000 - 10_000 % module.SLOW_BATCH}  # four tasks for each process
    fast = plan(problem(), "kernel").decider()
    domain = next(name for name in fast.domains if batch_size(fast, name) > module.SLOW_BATCH)
    batch = batch_size(fast, domain)
    assert {shard.stop - shard.start for shard in tasks(fast, {domain: [(0, 9 * batch)]}, Fixed(9.0), 1)} == {batch}
    cut = list(tasks(fast, {domain: [(5, 9 * batch)]}, Fixed(0.0), 1))
    assert cut[0] == Shard(domain, 5, batch)  # later ones begin where batches do


def test_a_task_is_its_batches() -> None:
    decider = plan(problem(m=9), "literal").decider()
    for name, domain in decider.domains.items():
        whole, batches = decided(decider, Shard(name, 0, domain.count)), decider(Shard(name, 0, domain.count))
        assert set(whole) == set(batches)
        for step, tally in whole.items():
            other = batches[step]
            assert (tally.points, tally.applicable, tally.failures, tally.total, tally.minimum, tally.residue) == (
                other.points, other.applicable, other.failures, other.total, other.minimum, other.residue
            )  # fmt: skip


@pytest.mark.parametrize(
    ("seconds", "installed", "worth", "told"),
    [(400.0, False, 0, True), (1.0, False, 0, False), (400.0, True, 0, False), (400.0, False, 10**9, False)],
)
def test_a_long_run_says_what_would_make_it_faster(
    seconds: float, installed: bool, worth: int, told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one line, where the extra is missing and most of the time would be its to save."""
    given = find("lemma8")[0].problem({"d": 2, "n": 3, "m": 8})
    monkeypatch.setattr("exactua.deciding.tasks.available", lambda: installed)
    monkeypatch.setattr("exactua.deciding.tasks.WORTH_COMPILING", worth)
    built = plan(given)
    taken = dict.fromkeys(built.domains, seconds / 3)
    advice = module.faster(built, taken)
    assert (advice is not None) == told
    if advice is not None:
        expected = (
            "this takes about 7 min; with llvmlite (pip install 'exactua[fast]') it would be about 5 times as fast"
        )
        assert advice == expected
        assert module.faster(plan(given, "batches"), taken) is None, "batches are no program"


def test_the_advice_is_a_notice_of_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    notices: list[str] = []
    monkeypatch.setattr("exactua.deciding.running.faster", lambda built, seconds: f"{sum(seconds.values()) > 0}")
    for engine in ("auto", "vectors"):
        decide(find("lemma8")[0].problem({"d": 2, "n": 3, "m": 4}), engine=engine, notice=notices.append)
    assert notices == ["True"], "the engine was chosen, or the box is small"
