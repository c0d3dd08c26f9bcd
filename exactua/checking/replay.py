"""The second evaluator: chosen points evaluated again by the literal networks and compared value by value."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import numpy as np
from gmpy2 import mpq

from exactua.checking.deciding import Decider, measured_numbers
from exactua.checking.domains import CellDomain
from exactua.claims.decision import StepResult
from exactua.claims.problem import Step
from exactua.errors import EvaluatorsDisagree
from exactua.numbers.batches import Batch
from exactua.numbers.rationals import written
from exactua.terms.evaluation import Evaluator
from exactua.terms.measures import measure_of

MOST_REPLAYED: Final = 1000
SHORTEST_SECONDS: Final = 0.25


def replay(
    decider: Decider,
    results: Sequence[StepResult],
    decided: dict[str, list[tuple[int, int]]],
    wanted: int | None,
    seconds: float,
) -> int:
    """Evaluates points again literally and compares them with the kernel (on cells: samples with the forms).

    Every extreme witness, and `wanted` points spread evenly over each domain; by default all of them in small domains,
    else up to 1,000 for as long as a fifth of `seconds`. Returns how many points were replayed.
    Raises EvaluatorsDisagree with the point, the step and both values at the first difference.
    """
    deadline = time.monotonic() + max(seconds / 5, SHORTEST_SECONDS)
    count = 0
    for name, domain in decider.domains.items():
        steps = [
            result.step
            for result in results
            if any(spec.name == name for spec in result.step.over)
            and (decider.engines.get(result.step.name) == "kernel" or isinstance(domain, CellDomain))
        ]
        if not steps:
            continue
        small = sum(stop - start for start, stop in decided[name]) <= MOST_REPLAYED
        for rank in sorted(_witness_ranks(name, results)):
            _compare(decider, name, rank, steps)
            count += 1
        for rank in _spread(decided[name], MOST_REPLAYED if wanted is None else wanted):
            if wanted is None and not small and time.monotonic() > deadline:
                break
            _compare(decider, name, rank, steps)
            count += 1
    return count


def _witness_ranks(name: str, results: Iterable[StepResult]) -> set[int]:
    found: set[int] = set()
    for result in results:
        positions = [] if result.witness is None else list(result.witness.at)
        if result.measured is not None:
            positions += [result.measured.minimum.at, result.measured.maximum.at]
        found |= {rank for domain, rank in positions if result.step.over[domain].name == name}
    return found


def _spread(ranges: Sequence[tuple[int, int]], wanted: int) -> Iterator[int]:
    """Up to `wanted` of the ranks in these ranges, evenly spread."""
    total = sum(stop - start for start, stop in ranges)
    wanted = min(wanted, total)
    for k in range(wanted):
        index = total * k // wanted
        for start, stop in ranges:
            if index < stop - start:
                yield start + index
                break
            index -= stop - start


def _compare(decider: Decider, name: str, rank: int, steps: Sequence[Step]) -> None:
    domain = decider.domains[name]
    literal = decider.literal_evaluator(name, rank)
    if isinstance(domain, CellDomain):
        other = decider.point_evaluator(name, rank)
    else:
        other = decider.batch_evaluator(name, np.array([domain.unrank(rank)], dtype=np.int64))
    for step in steps:
        first, second = _values(step, literal), _values(step, other)
        if first != second:
            raise EvaluatorsDisagree(
                f"{decider.problem.label}.{step.name}: the literal networks and the kernel disagree at "
                f"{name}, rank {rank}: {_shown(first)} against {_shown(second)}"
            )


def _values(step: Step, evaluator: Evaluator) -> list[Any]:
    """Hypothesis, truth and measured numbers of a step at the evaluator's point."""
    applicable = step.given is None or bool(_plain(evaluator(step.given)))
    if not applicable:
        return [False]
    values = [True, *(_plain(value) for value in _numbers(step, evaluator))]
    if step.fold == "each":
        values.append(bool(_plain(evaluator(step.term))))
    return values


def _numbers(step: Step, evaluator: Evaluator) -> Iterator[Any]:
    if any(spec.kind == "cells" for spec in step.over):
        yield from measured_numbers(step, evaluator)
    else:
        yield from measure_of(step.term).values(evaluator)


def _plain(value: Any) -> Any:
    if isinstance(value, Batch):
        return value.value(0)
    if isinstance(value, np.ndarray):
        return bool(value[0])
    return value if isinstance(value, bool) else mpq(value)


def _shown(values: Sequence[Any]) -> str:
    return "[" + ", ".join(str(value) if isinstance(value, bool) else written(value) for value in values) + "]"
