"""The replay compares what was decided, in the batches in which it was decided; every fault ends without a verdict."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from exactua import check
from exactua.arithmetic.batches import Batch
from exactua.claims.verdicts import Verdict
from exactua.deciding import processes, replay
from exactua.deciding.observations import FormObservations
from exactua.errors import EvaluatorsDisagree
from exactua.evaluators.column_ids import IdNetwork

Fault = Callable[[Batch], Batch]


def everyone_is_the_first(ids: Batch) -> Batch:
    return Batch.of(np.repeat(ids.numerators[:, :1], ids.numerators.shape[1], axis=1), ids.denominator)


def rolled(ids: Batch) -> Batch:
    return Batch.of(np.roll(ids.numerators, 1, axis=1), ids.denominator)


def last_point_off_by_one(ids: Batch) -> Batch:
    numerators = ids.numerators.copy()
    numerators[:, -1] += 1
    return Batch.of(numerators, ids.denominator)


def columns_swapped(ids: Batch) -> Batch:
    return Batch.of(ids.numerators[::-1].copy(), ids.denominator)


@pytest.mark.parametrize("fault", [everyone_is_the_first, rolled, last_point_off_by_one])
@pytest.mark.parametrize(
    ("label", "box"), [("lemma8", (1, 3, 5)), ("lemma10", (1, 3, 5)), ("lemma8.property3", (2, 2, 3))]
)
def test_faults_of_whole_batches_in_small_boxes(
    monkeypatch: pytest.MonkeyPatch, fault: Fault, label: str, box: tuple[int, int, int]
) -> None:
    faulty(monkeypatch, fault)
    d, n, m = box
    with pytest.raises(EvaluatorsDisagree):
        check(label, d=d, n=n, delta=f"1/{m}")


@pytest.mark.parametrize("fault", [everyone_is_the_first, rolled, columns_swapped])
def test_faults_of_whole_batches_in_large_boxes(monkeypatch: pytest.MonkeyPatch, fault: Fault) -> None:
    faulty(monkeypatch, fault)
    with pytest.raises(EvaluatorsDisagree):
        check("lemma10", d=2, n=3, delta="1/6")


@pytest.fixture
def shared(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many processes replays are shared by, however fast all is decided."""
    numbers = list[int]()
    begun = processes.processes

    def spied(jobs: int, prepare: Any = None, *arguments: Any) -> Any:
        if prepare is replay._inherit:
            numbers.append(jobs)
        return begun(jobs, prepare, *arguments)

    monkeypatch.setattr(replay, "WORTH_PROCESSES", 0)
    monkeypatch.setattr(processes, "processes", spied)
    return numbers


@pytest.mark.skipif(multiprocessing.get_start_method() != "fork", reason="replays are shared by forked processes")
@pytest.mark.parametrize("fault", [everyone_is_the_first, rolled, columns_swapped])
def test_faults_are_found_by_processes_that_share_a_replay(
    monkeypatch: pytest.MonkeyPatch, shared: list[int], fault: Fault
) -> None:
    faulty(monkeypatch, fault)
    with pytest.raises(EvaluatorsDisagree):
        check("lemma8", d=2, n=3, delta="1/6", jobs=2)
    assert shared == [2]


@pytest.mark.skipif(multiprocessing.get_start_method() != "fork", reason="replays are shared by forked processes")
def test_processes_replay_as_many_points_as_one_does(shared: list[int]) -> None:
    alone, together = (check("lemma8", d=2, n=3, replayed=20, jobs=jobs) for jobs in (1, 2))
    assert alone.run["replayed"] == together.run["replayed"] > 0
    assert shared == [2]


def faulty(monkeypatch: pytest.MonkeyPatch, fault: Fault) -> None:
    honest = IdNetwork.states

    def states(self: IdNetwork, ids: Batch) -> Iterator[Batch]:
        first, *others = honest(self, ids)
        yield first
        for state in others:
            yield fault(state)

    monkeypatch.setattr(IdNetwork, "states", states)


def test_faults_of_affine_forms(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = FormObservations.apply

    def shifted(self: FormObservations, network: str, stage: Any, matrix: Any) -> Any:
        return tuple(
            (entry + 1,) if hasattr(entry, "slopes") else (entry,) for (entry,) in honest(self, network, stage, matrix)
        )

    monkeypatch.setattr(FormObservations, "apply", shifted)
    with pytest.raises(EvaluatorsDisagree):
        check("lemma7", d=1, n=2)


@pytest.mark.parametrize(("wanted", "least"), [(0, 0), (5, 14), (10**6, 165)])
def test_as_many_points_as_wanted(wanted: int, least: int) -> None:
    decision = check("lemma8", d=2, n=3, replayed=wanted)
    assert decision.verdict is Verdict.HOLDS
    assert least <= decision.run["replayed"] <= max(least, 3 * wanted if wanted < 145 else 165)


def test_a_large_box_is_replayed_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "SHORTEST_SECONDS", 0.5)
    decision = check("lemma8", d=2, n=3, delta="1/4")
    assert 12 <= decision.run["replayed"] < 3000


@pytest.mark.parametrize("most", [10, 1_000_000])
def test_of_a_shard_too_large_for_the_memory_the_first_points_are_replayed(
    monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    """Shards are at most 4,096, so that those of 10^13 points are of billions."""
    sizes = list[int]()
    whole = replay.Replayer._same_in_batches

    def spied(self: replay.Replayer, shard: Any, recorded: Any) -> None:
        sizes.append(shard.stop - shard.start)
        whole(self, shard, recorded)

    monkeypatch.setattr(replay, "LARGEST_AGAIN", most)
    monkeypatch.setattr(replay.Replayer, "_same_in_batches", spied)
    decision = check("lemma10", d=2, n=3, delta="1/6", engine="compiled")
    assert decision.verdict is Verdict.HOLDS
    assert sizes
    assert max(sizes) == min(most, 4096)
