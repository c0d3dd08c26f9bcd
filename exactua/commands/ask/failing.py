"""A step that is undecided at some points, and false at one that is known: it is decided of that one alone.

A step says something of every point, and one point where it is false refutes it, whatever is open elsewhere. In a
certificate a step with undecided points claims nothing, so the step is put once more, over the point that fails. That
it is the least such point is not said.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from exactua.arithmetic.rationals import Matrix
from exactua.certificates.writing import UNDECIDED
from exactua.claims.decision import Decision, Position
from exactua.claims.lettering import halves
from exactua.claims.problem import Problem, Step
from exactua.claims.verdicts import Verdict
from exactua.commands.ask.record import Side
from exactua.evidence.asked_terms import these_two
from exactua.grids.categories import pairs_of
from exactua.grids.finite import listed
from exactua.terms.language import Term, integer, make


@dataclass(frozen=True)
class Failing:
    """A point at which a step is false; of a step over pairs it is [L L']."""

    point: Matrix
    at: tuple[Position, ...] = ()
    """Its place among all points; none where nobody asks for it."""
    bindings: Mapping[str, Any] = field(default_factory=dict)
    """Which values of variables that the step speaks of are looked at there: {"k": 1}."""

    @classmethod
    def of_pair(cls, first: Side, second: Side) -> Failing:
        """Two points, and the columns of their images that count."""
        columns = {name: side.column for name, side in (("k", first), ("l", second)) if side.column is not None}
        return cls(beside(first.point, second.point), bindings=columns)


def beside(X: Matrix, Y: Matrix) -> Matrix:
    """[X Y]."""
    return tuple(x + y for x, y in zip(X, Y, strict=True))


def undecided_steps(decision: Decision) -> set[str]:
    """The steps at every point of which reals were compared, and at some in vain."""
    return {
        result.step.name
        for result in decision.results
        if result.complete and result.reason is not None and result.reason.startswith(UNDECIDED)
    }


def failing_steps(decision: Decision, evaluated: Mapping[str, Failing], literal: bool = False) -> dict[str, Failing]:
    """Steps of which a point is known where they are false, and not decided so: by deciding, or else as `evaluated`.

    In a decision by the layers as written, which no verifier may be able to follow, refuted steps, too.
    """
    known = {}
    for result in decision.results:
        name = result.step.name
        if result.verdict in (Verdict.HOLDS, Verdict.VACUOUS) or result.step.fold != "each" or not result.step.over:
            continue
        witness = result.known or (result.witness if literal else None)
        if witness is not None:
            known[name] = Failing(witness.points[0], witness.at, witness.bindings)
        elif result.verdict is Verdict.INCONCLUSIVE and name in evaluated:
            known[name] = evaluated[name]
    return known


def narrowed(problem: Problem, failing: Mapping[str, Failing]) -> Problem:
    """The problem with these steps over the points that fail alone."""
    steps = (_of_one(step, failing[step.name]) if step.name in failing else step for step in problem.steps)
    return replace(problem, steps=tuple(steps))


def of_steps(problem: Problem, names: Iterable[str]) -> Problem:
    """These steps of a problem alone."""
    steps = tuple(step for step in problem.steps if step.name in names)
    return replace(problem, steps=steps, judged=tuple(step.name for step in steps), parts=())


def _of_one(step: Step, known: Failing) -> Step:
    name, says = f"points where {step.name} fails", f"{step.says}, of one that fails"
    step = replace(step, term=_looked_at(step.term, known.bindings))
    if step.over[0].kind != "pairs":
        return replace(step, says=says, over=(listed(name, [known.point]),))
    first, second = halves(known.point)
    over = (pairs_of(listed(name, dict.fromkeys((first, second)))),)
    if first == second:
        return replace(step, says=says, over=over)
    given = these_two(first, second).term
    return replace(
        step, says=says, over=over, given=given if step.given is None else make("and", (), given, step.given)
    )


def _looked_at(term: Term, bindings: Mapping[str, Any]) -> Term:
    """The condition for these values of its variables alone: others may be undecided."""
    if term.operator != "all" or term.names[0] not in bindings:
        return term
    value = integer(int(bindings[term.names[0]]))
    return make("all", term.names, value, value, _looked_at(term.arguments[2], bindings))


def joined(
    decision: Decision,
    again: Decision,
    names: Container[str],
    verdicts: Container[Verdict] = (Verdict.HOLDS, Verdict.VACUOUS, Verdict.REFUTED),
) -> Decision:
    """What was decided of all steps, with the results of those of these names that were then decided at every point.

    Only these `verdicts` are taken over: of a step that was narrowed to one point, that it is refuted says all of it.
    """
    others = {
        result.step.name: result
        for result in again.results
        if result.step.name in names and result.complete and result.verdict in verdicts
    }
    results = tuple(others.get(result.step.name, result) for result in decision.results)
    problem = replace(decision.problem, steps=tuple(result.step for result in results))
    domains = {domain.name: domain for domain in (*again.domains, *decision.domains)}
    engines = {name: used for name, used in again.run["engine"].items() if name in others}
    return replace(
        decision,
        problem=problem,
        domains=tuple(domains[spec.name] for spec in problem.domains),
        results=results,
        run={
            **decision.run,
            "engine": {**decision.run["engine"], **engines},
            "replayed": decision.run["replayed"] + again.run["replayed"],
            "seconds": _sum(decision.run["seconds"], again.run["seconds"]),
        },
    )


def _sum(*seconds: str) -> str:
    thousandths = sum(int(second.replace(".", "")) for second in seconds)
    return f"{thousandths // 1000}.{thousandths % 1000:03}"
