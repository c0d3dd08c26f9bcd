"""A step decided on all families of its domains, every comparison by signs.

What holds on all families holds at every point. What is false at a vertex is refuted by that point, if the literal
networks agree; what is neither is inconclusive.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from exactua.claims.problem import COMPARING, Step
from exactua.claims.verdicts import Verdict
from exactua.deciding.fold import RELATION
from exactua.grids.categories import DomainSpec
from exactua.grids.domains import CountTooLarge
from exactua.proving.symbolic import separating
from exactua.proving.symbolic.arithmetic import NeedsColumns, sign
from exactua.proving.symbolic.evaluating import FamilyEvaluator
from exactua.proving.symbolic.families import Family
from exactua.proving.symbolic.forms import Form
from exactua.proving.symbolic.instance import truth
from exactua.proving.symbolic.result import SymbolicStep, SymbolicWitness
from exactua.proving.symbolic.separating import NotShown
from exactua.proving.symbolic.setting import Setting
from exactua.proving.symbolic.signs import OPEN, Answer
from exactua.terms.evaluation import NotObserved
from exactua.terms.language import TermError


def decide_step(setting: Setting, step: Step) -> SymbolicStep:
    """The verdict of one step. Raises EvaluatorsDisagree where a counterexample is none for the literal networks."""
    try:
        if not step.over:
            return setting.static(step)
        if step.fold == "each":
            return _each(setting, step)
        if step.fold in COMPARING:
            return _compared(setting, step)
        return _open(step, "a fold of all points is not decided by forms")
    except (NotObserved, TermError, CountTooLarge) as reason:
        return _open(step, str(reason))


def _open(step: Step, reason: str, families: int = 0) -> SymbolicStep:
    return SymbolicStep(step, Verdict.INCONCLUSIVE, reason, None, families)


@dataclass(frozen=True)
class OnFamily:
    """What a step is on a family: whether its hypothesis is true there, and whether it holds where that is true."""

    spec: DomainSpec
    family: Family
    applies: Answer
    holds: Answer
    reason: str = ""


def on_families(setting: Setting, step: Step, spec: DomainSpec) -> list[OnFamily]:
    """The step on all families of a domain: by classes where that is enough, else with known columns."""
    try:
        return [_on_halves(setting, step, spec, family) for family in setting.classes(spec)]
    except NeedsColumns:
        return [_on_halves(setting, step, spec, family) for family in setting.with_columns(spec)]


def _on_halves(setting: Setting, step: Step, spec: DomainSpec, family: Family) -> OnFamily:
    """The step on a family: on its points with the id 0 and on the others, where it is not decided on all together."""
    whole = _on_family(setting, step, spec, family)
    if whole.holds is not OPEN or not family.halves:
        return whole
    halves = [_on_family(setting, step, spec, half) for half in family.halves if setting.has_points(half, spec)]
    if any(half.holds is not True for half in halves):
        return whole
    answers = {half.applies for half in halves}
    applies = True if True in answers else False if answers == {False} else OPEN
    return OnFamily(spec, family, applies, True)


def _on_family(setting: Setting, step: Step, spec: DomainSpec, family: Family) -> OnFamily:
    applies: Answer = OPEN
    try:
        evaluator = setting.evaluator(family, spec)
        applies = True if step.given is None else truth(evaluator(step.given))
        if applies is False:
            return OnFamily(spec, family, False, True)
        holds = truth(evaluator(step.term))
        return OnFamily(spec, family, applies, holds, "" if holds is True else "its truth is not decided by signs")
    except NeedsColumns:
        raise
    except (NotObserved, TermError) as reason:
        return OnFamily(spec, family, applies, OPEN, str(reason))


def _each(setting: Setting, step: Step) -> SymbolicStep:
    answers = [answer for spec in step.over for answer in on_families(setting, step, spec)]
    failing = [answer for answer in answers if answer.holds is not True]
    if failing:
        witness = setting.counterexample(step, [(answer.spec, answer.family) for answer in failing])
        if isinstance(witness, SymbolicWitness):
            return SymbolicStep(step, Verdict.REFUTED, None, witness, len(answers))
        return _open(step, f"over {failing[0].family}: {witness or failing[0].reason}", len(answers))
    if unsound := setting.unsound(step):
        return _open(step, unsound, len(answers))
    if all(answer.applies is False for answer in answers):
        return SymbolicStep(step, Verdict.VACUOUS, None, None, len(answers))
    patterns = [(answer.spec, answer.family) for answer in answers if answer.applies is OPEN]
    if any(answer.applies is True for answer in answers) or setting.applicable(step, patterns):
        return SymbolicStep(step, Verdict.HOLDS, None, None, len(answers))
    return _open(step, "whether any point satisfies the hypothesis is not decided by signs", len(answers))


def _compared(setting: Setting, step: Step) -> SymbolicStep:
    """A step that compares the numbers of different points: distinct, or apart."""
    if setting.at_most_one_point(step):
        return SymbolicStep(step, Verdict.VACUOUS)
    patterns = [(spec, family) for spec in step.over for family in setting.classes(spec)]
    if len(patterns) != 1 or step.given is not None or patterns[0][1].columns is None:
        return _open(step, "points of several patterns of ids are not compared", len(patterns))
    ((spec, family),) = patterns
    evaluator = setting.evaluator(family, spec, pairs=True)
    relation, bound = ">", 0
    if step.fold == "apart":
        assert step.relation is not None
        assert step.bound is not None
        relation, bound = step.relation, evaluator(step.bound)
        if sign(bound) not in (0, 1, 2):
            raise NotShown("a distance that may be negative")
    low, high = _ends(_numbers(evaluator, step), relation, bound)
    order = separating.splits(low)
    limit = bound * low.denominator
    for nearest in separating.distances(low, high, order):
        for corner, distance in enumerate(separating.corner_values(nearest, low.simplex.total)):
            if RELATION[relation](distance, limit) is not True:
                witness = setting.near_pair(step, spec, (nearest, corner), relation, bound)
                if isinstance(witness, SymbolicWitness):
                    return SymbolicStep(step, Verdict.REFUTED, None, witness, 1)
                return _open(step, "that any two points are apart is not shown by one order of coordinates", 1)
    if unsound := setting.unsound(step):
        return _open(step, unsound, 1)
    return SymbolicStep(step, Verdict.HOLDS, None, None, 1, order)


def _numbers(evaluator: FamilyEvaluator, step: Step) -> tuple[Form, ...]:
    """The numbers of a step at the points of a family, all as forms."""
    value = evaluator(step.term)
    numbers = value if isinstance(value, tuple) else (value,)
    if not numbers or not all(isinstance(number, Form) for number in numbers):
        raise NotShown("no numbers, or one that does not depend on the point")
    return numbers


def _ends(numbers: tuple[Form, ...], relation: str, bound: Any) -> tuple[Form, Form]:
    """The least and the greatest of the numbers at every point, all of them apart. Raises NotShown otherwise."""
    if len(numbers) > 1 and sign(numbers[-1] - numbers[0]) == -2:
        numbers = numbers[::-1]
    for low, high in pairwise(numbers):
        if RELATION[relation](high - low, bound) is not True or sign(high - low) not in (1, 2):
            raise NotShown("that the numbers of one point are apart, in the order of its columns, is not shown")
    return numbers[0], numbers[-1]
