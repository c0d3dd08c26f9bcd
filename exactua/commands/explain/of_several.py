"""A step about several conditions, such as networks of a family, taken apart: what each comes to at a point of its own.

for_all_of(at.head, ...) with fold="some"      for each condition the least point at which it is true
for_some_of(at.head, ...) at every point       the condition that is true at all; where none is, for each the least
                                               point at which it is false
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from exactua.arithmetic.rationals import Matrix
from exactua.claims.decision import StepResult, Witness
from exactua.claims.lettering import placed_points
from exactua.claims.problem import NUMBERS_OF_SOME, Problem, Step
from exactua.claims.several import Several
from exactua.commands.explain.dissection import MOST_INSTANCES, SHOWN_OF_MANY, Dissection
from exactua.commands.explain.record import Node
from exactua.deciding.running import decide
from exactua.plurals import counted
from exactua.printing.text import in_line, member
from exactua.terms.evaluation import Evaluator
from exactua.terms.language import Term, integer
from exactua.terms.tracing import Truth, when


def in_members(
    problem: Problem,
    step: Step,
    accumulated: Sequence[object],
    evaluator_at: Callable[[Matrix], Evaluator],
    at: Evaluator | None,
) -> Node:
    """What the conditions that matter come to: at the point that is asked for, else each at the least that shows it.

    `accumulated` has a number for each condition: 1 where it is as the step says. A step that holds of each, or of
    none, shows the first few and the last; else the first that decides it.
    """
    several = step.several
    assert several is not None
    as_said = [number == 1 for number in accumulated]
    true = all(as_said) if several.each else any(as_said)
    if several.each == true:
        places = [*range(len(as_said))]
        shown = places if len(places) <= MOST_INSTANCES else [*places[:SHOWN_OF_MANY], places[-1]]
    else:
        shown = [as_said.index(not several.each)]
    results = {} if at is not None else _least_points(problem, step, several, shown, true)
    nodes: list[Node] = []
    for k in shown:
        condition = _written(several, k)
        of = member(problem, condition)
        whose = f"{of}, " if of else ""
        if at is not None:
            node, where = Dissection(at, problem.shorthand).node(condition, at.bound), ""
        elif (witness := results[k].found) is not None and witness.points:
            evaluator = evaluator_at(witness.points[0])
            node = Dissection(evaluator, problem.shorthand).node(condition, evaluator.bound)
            where = f"at {_point(problem, step, witness)}"
        else:
            continue
        note = ": ".join(filter(None, [where, node.note]))
        nodes.append(Node(node.text, node.value, f"{whose}{note}".removesuffix(", "), node.children))
        if len(nodes) == SHOWN_OF_MANY and len(shown) < len(as_said) and len(shown) > 1:
            nodes.append(Node("", None, f"{len(as_said) - len(shown)} more"))
    return Node(how_many(several, accumulated), None, "", tuple(nodes))


def how_many(several: Several, accumulated: Sequence[object]) -> str:
    """Of how many of the conditions it is so what the step says of each, or of one."""
    return how_many_are(several, accumulated, "at some point" if several.each else "at every point")


def how_many_are(several: Several, numbers: Sequence[object], where: str) -> str:
    """Of how many of the conditions the number is 1, which it is where they are as the step says."""
    count = sum(number == 1 for number in numbers)
    said = f"{'false' if several.fold == 'not each' else 'true'} {where}"
    return f"{count} of {counted(len(numbers), 'condition')} {'is' if count == 1 else 'are'} {said}"


def _written(several: Several, k: int) -> Term:
    """A condition as it is written: with "not each" what is said to be false."""
    condition = several.conditions[k]
    return condition.arguments[0] if several.fold == "not each" else condition


def _least_points(
    problem: Problem, step: Step, several: Several, places: Sequence[int], true: bool
) -> Mapping[int, StepResult]:
    """Of each of these conditions the least point at which it is true, or false."""
    steps = []
    for k in places:
        term = when(Truth(several.conditions[k]), *NUMBERS_OF_SOME["some" if true else "not each"]).term
        name = f"{step.name}_{k}"
        steps.append(replace(step, name=name, term=term, fold="sum", bound=integer(1), relation=">=", reason=None))
    asked = replace(problem, steps=tuple(steps), judged=tuple(each.name for each in steps), parts=())
    decision = decide(asked)
    return {k: decision[each.name] for k, each in zip(places, steps, strict=True)}


def _point(problem: Problem, step: Step, witness: Witness) -> str:
    placed = placed_points(problem, step, witness)
    return " and ".join(f"{name} = {in_line(step.over, point)}" for name, point, _ in placed)
