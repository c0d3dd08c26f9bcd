"""Symbolic results replayed: the same steps decided by enumeration, at all points of small instances."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import comb
from typing import Any, Final

from exactua.claims.claim import Claim
from exactua.claims.problem import Problem
from exactua.claims.verdicts import Scope, Verdict
from exactua.deciding.running import decide
from exactua.errors import EvaluatorsDisagree
from exactua.proving.symbolic.deciding import decide_step
from exactua.proving.symbolic.instance import Instance
from exactua.proving.symbolic.result import SymbolicResult

MOST_WORK: Final = 4000
"""Points times layers of an instance that is replayed."""
MOST_INSTANCES: Final = 4

Box = Mapping[str, Any]


def replay(claim: Claim, result: SymbolicResult, boxes: Sequence[Box] | None = None) -> tuple[Box, ...]:
    """Decides the steps of a symbolic result again at small instances, and both ways; the instances.

    By default the largest that are affordable and no larger than the result's own. Raises EvaluatorsDisagree where
    enumeration finds another verdict, of the result itself where it is for all D.
    """
    parameters = result.problem.parameters
    if boxes is None:
        boxes = list(instances(claim, parameters))
    names = tuple(step.step.name for step in result.steps)
    for box in boxes:
        problem = claim.problem(box, names)
        verdicts = {enumerated.step.name: enumerated.verdict for enumerated in decide(problem, replayed=0).results}
        instance = Instance(problem)
        for step in problem.steps:
            again = decide_step(instance, step).verdict
            _compare(problem, step.name, again, verdicts[step.name])
            if result.scope is Scope.GENERAL and verdicts[step.name] not in LEFT_BY[result[step.name].verdict]:
                raise _different(problem, step.name, f"{result[step.name].verdict} for all D", verdicts[step.name])
    return tuple(boxes)


LEFT_BY: Final = {
    Verdict.HOLDS: (Verdict.HOLDS, Verdict.VACUOUS, Verdict.INCONCLUSIVE),
    Verdict.VACUOUS: (Verdict.VACUOUS, Verdict.INCONCLUSIVE),
    Verdict.REFUTED: tuple(Verdict),
    Verdict.INCONCLUSIVE: tuple(Verdict),
}
"""By the verdict for all D, the verdicts that an instance may have."""


def _compare(problem: Problem, step: str, symbolic: Verdict, enumerated: Verdict) -> None:
    if symbolic != enumerated and Verdict.INCONCLUSIVE not in (symbolic, enumerated):
        raise _different(problem, step, f"{symbolic} by affine forms", enumerated)


def _different(problem: Problem, step: str, symbolic: str, enumerated: Verdict) -> EvaluatorsDisagree:
    at = ", ".join(f"{name} = {value}" for name, value in problem.parameters.items())
    return EvaluatorsDisagree(f"{problem.label}.{step}: {symbolic} and {enumerated} by enumeration at {at}")


def instances(claim: Claim, parameters: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Small instances, the largest first: no parameter is larger than the given ones; with all n columns for all D."""
    if not {"d", "n", "m"} <= {parameter.name for parameter in claim.parameters}:
        return
    n, others = int(parameters["n"]), {name: value for name, value in parameters.items() if name not in ("d", "n", "m")}
    boxes = [
        {"d": d, "n": columns, "m": m, **others}
        for d in range(1, min(int(parameters.get("d", 2)), 2) + 1)
        for columns in (range(2, min(n, 4) + 1) if "d" in parameters else [n])
        for m in range(2, min(int(parameters.get("m", 6)), 6) + 1)
    ]
    small = [box for box in boxes if claim.stated_at(box) and _work(box) <= MOST_WORK]
    yield from sorted(small, key=lambda box: (-_work(box), box["d"], box["n"], box["m"]))[:MOST_INSTANCES]


def _work(box: Box) -> int:
    """Orbits of G+_delta times layers."""
    return comb((box["m"] + 1) ** box["d"] + box["n"] - 1, box["n"]) * int(box["m"] ** box["d"])
