"""Exact batches of few points are read off a batch of those around them, and are the same."""

from __future__ import annotations

import random

import numpy as np
import pytest

from exactua.deciding import shards as module
from exactua.deciding.cells import CellDomain
from exactua.deciding.plan import plan
from exactua.deciding.replay import summary
from exactua.deciding.shards import Decider, Shard, index_of, matrices_of_batch, tally_batch
from tests.deciding.mixed_steps import problem


def decider_in_batches() -> Decider:
    """What decides the mixed claim by exact batches alone."""
    planned = plan(problem(), "batches")
    return Decider(planned.problem, planned.domains, planned.id_networks, planned.engines)


@pytest.mark.parametrize("around", [4, 16, 1000])
def test_any_shard_counts_what_a_batch_of_its_own_does(around: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BATCH_AROUND", around)
    decider, order, compared = decider_in_batches(), random.Random(1), 0
    for name, domain in decider.domains.items():
        assert not isinstance(domain, CellDomain)
        for _ in range(12):
            start = order.randrange(domain.count)
            stop = min(domain.count, start + order.randint(1, 6))
            numbers = domain.batch(start, stop)
            tallies = decider(Shard(name, start, stop))
            for step in decider.problem.steps:
                if step.name not in tallies or decider.engines.get(step.name) != "kernel":
                    continue
                ranks, weights = np.arange(start, stop), matrices_of_batch(domain, numbers)
                own = decider.batch_evaluator(name, numbers)
                alone = tally_batch(step, own, index_of(step, name), ranks, weights)
                assert summary(tallies[step.name]) == summary(alone)
                compared += 1
    assert compared > 100


def test_a_batch_is_evaluated_once_for_the_shards_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    decider, sizes = decider_in_batches(), []
    honest = Decider.batch_evaluator

    def counting(self: Decider, domain: str, numbers: np.ndarray) -> object:
        sizes.append(len(numbers))
        return honest(self, domain, numbers)

    monkeypatch.setattr(Decider, "batch_evaluator", counting)
    name = "category 3"
    count = decider.domains[name].count
    for rank in range(count):
        decider(Shard(name, rank, rank + 1))
    assert sizes == [count]
    assert 1 < count <= module.BATCH_AROUND
