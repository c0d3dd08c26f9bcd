"""Run stores for tests: a problem, what its deciders find in ranges of it, and a store with all of that."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import fields
from itertools import pairwise
from pathlib import Path

from gmpy2 import mpq

from exactua.arithmetic.batches import Batch
from exactua.claims.problem import Problem
from exactua.claims.registry import find
from exactua.deciding.large_runs.store import RunStore
from exactua.deciding.plan import plan
from exactua.deciding.shards import Shard
from exactua.deciding.tally import Tally

BOX = {"d": 1, "n": 3, "m": 4}


def said(tally: Tally) -> list[object]:
    """All that a tally says, in a form that can be compared."""
    chunks = [(chunk.domain, chunk.ranks.tolist(), _numbers(chunk.values)) for chunk in tally.chunks]
    return [chunks if field.name == "chunks" else getattr(tally, field.name) for field in fields(tally)]


def _numbers(batch: Batch) -> list[list[mpq]]:
    return [[mpq(int(value), batch.denominator) for value in row] for row in batch.numerators]


def problem_of(label: str = "lemma10", judged: str = "as written", **box: int | str) -> Problem:
    """A claim, or a step of one, at an instance."""
    claim, step = find(label)
    return claim.problem(box or BOX, (step,) if step else (), judged)


def ranges_of(problem: Problem, parts: int = 4) -> Iterator[tuple[Shard, dict[str, Tally]]]:
    """Every domain in so many ranges, each with what is found there."""
    planned = plan(problem)
    for name, domain in planned.domains.items():
        ends = sorted({domain.count * k // parts for k in range(parts + 1)})
        for start, stop in pairwise(ends):
            yield Shard(name, start, stop), planned.decider()(Shard(name, start, stop))


def fill(path: Path, problem: Problem, most: int = 1000) -> str:
    """Keeps the first `most` ranges of a problem in the store of that file; the run's identity."""
    with RunStore(path) as store:
        run = store.run(problem)
        for shard, tallies in list(ranges_of(problem))[:most]:
            run.keep(shard, tallies)
    return run.identity


def change(path: Path, statement: str, *values: object) -> None:
    """Runs a statement on the file, as another program might."""
    connection = sqlite3.connect(path)
    connection.execute(statement, values)
    connection.commit()
    connection.close()
