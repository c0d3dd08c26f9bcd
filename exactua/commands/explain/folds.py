"""What a step comes to that speaks of several points at once: for `explain`, at the points given and over all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational
from exactua.claims.decision import Witness
from exactua.claims.problem import COMPARING, Problem, Step
from exactua.commands.explain.dissection import Dissection
from exactua.commands.explain.record import Collision, Folded, Node
from exactua.deciding.fold import RELATION, end_failure, fold_evaluator, folding_of, unsound_orbits
from exactua.deciding.plan import Plan, plan
from exactua.terms.evaluation import Evaluator
from exactua.terms.language import TermError

MOST_SUMMED: Final = 1_000_000
"""Points over which the total of a sum, or an own fold, is computed again."""
MOST_COMPARED: Final = 2_000
"""Numbers of the points given of which the nearest two are looked for."""


def folded_at(problem: Problem, step: Step, evaluators: Sequence[Evaluator], first: Evaluator) -> Folded:
    """What a step that speaks of several points has to say of those given."""
    numbers = []
    for evaluator in evaluators:
        value = evaluator(step.term)
        numbers.append(tuple(map(mpq, value)) if isinstance(value, tuple) else (mpq(value),))
    bound = None if step.bound is None else mpq(first(step.bound))
    nearest = _nearest(step, numbers, bound) if step.fold in COMPARING else None
    total = _total(problem, step) if step.fold == "sum" else None
    if step.own is None:
        return Folded(tuple(numbers), bound, nearest, total)
    accumulated, obstacle = _accumulated(problem, step)
    return Folded(tuple(numbers), None, None, None, accumulated, obstacle)


def _nearest(step: Step, numbers: Sequence[tuple[Rational, ...]], bound: Rational | None) -> Collision | None:
    placed = [(value, k, i) for k, values in enumerate(numbers) for i, value in enumerate(values, 1)]
    if len(placed) > MOST_COMPARED:
        placed = sorted(placed)
        pairs = list(pairwise(placed))
    else:
        pairs = list(combinations(placed, 2))
    if not pairs:
        return None
    (first, k, i), (second, k2, j) = min(pairs, key=lambda pair: abs(pair[1][0] - pair[0][0]))
    distance = abs(second - first)
    if step.relation is not None and bound is not None:
        wrong = not RELATION[step.relation](distance, bound)
    else:
        wrong = distance == 0
    return Collision((k, k2), (i, j), (first, second), distance, bool(wrong))


def fold_truth(step: Step, folded: Folded) -> bool | None:
    """Whether the points given contradict the step; True for two that don't, None where others matter.

    Not of an own fold, of which `in_the_end` knows.
    """
    if step.fold == "sum":
        if folded.total is None or folded.bound is None or step.relation is None:
            return None
        return bool(RELATION[step.relation](folded.total, folded.bound))
    if folded.nearest is not None and folded.nearest.wrong:
        return False
    return True if len(folded.numbers) == 2 else None


def _total(problem: Problem, step: Step) -> Rational | None:
    """The sum over all matrices of the step's domains; None where there are too many."""
    planned, obstacle = _planned(problem, step)
    if obstacle:
        return None
    decider = planned.decider()
    total: Rational = sum((decider(shard)[step.name].total for shard in planned.shards()), start=mpq(0))
    return total


def _planned(problem: Problem, step: Step) -> tuple[Plan, str]:
    """The plan of one step, and why its points are not gone through again, if they aren't."""
    planned = plan(replace(problem, steps=(step,)))
    too_many = planned.obstacle is None and planned.points > MOST_SUMMED
    return planned, planned.obstacle or ("there are too many points to go through here" if too_many else "")


def _accumulated(problem: Problem, step: Step) -> tuple[tuple[Rational, ...] | None, str]:
    """What the accumulator of an own fold is in the end, and why nothing is asserted of it, if nothing is."""
    planned, obstacle = _planned(problem, step)
    obstacle = obstacle or unsound_orbits(problem, step) or ""
    if obstacle:
        return None, obstacle
    decider = planned.decider()
    try:
        folding = folding_of(problem, step, planned.domains)
        for shard in planned.shards():
            folding.add(shard, decider(shard)[step.name].chunks)
    except TermError as error:
        return None, str(error)
    silent = "" if folding.applied else "no point satisfies the hypothesis" if planned.points else "there is no point"
    return tuple(map(mpq, folding.accumulator)), silent


def in_the_end(problem: Problem, step: Step, folded: Folded) -> tuple[bool | None, Witness | None, Node | None]:
    """Whether the assertion of an own fold is true in the end (None: not known), where it fails, and its parts."""
    assert step.own is not None
    if folded.accumulated is None or folded.obstacle:
        return None, None, None
    failure = end_failure(problem, step.own, folded.accumulated)
    tree = Dissection(fold_evaluator(problem, folded.accumulated), problem.shorthand).node(step.own.holds, {})
    if failure is None:
        return True, None, tree
    return False, Witness.of(failure), tree
