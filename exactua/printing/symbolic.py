"""A symbolic result as text for people, and as JSON for programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from exactua.claims.lettering import letter
from exactua.claims.problem import Problem
from exactua.claims.verdicts import Scope, Verdict, left_open
from exactua.deciding.plan import describe_count
from exactua.printing.machine import told
from exactua.printing.text import (
    by_kind,
    concluding,
    instance,
    matrix,
    noun_of,
    refuted_lines,
    replay_command,
    undecided,
    unmet,
    violated,
)
from exactua.proving.symbolic.certificates import decided_data, digest
from exactua.proving.symbolic.result import SymbolicResult, SymbolicStep


def all_D(result: SymbolicResult) -> str:
    """The scope of a result for all D: "all D at n = 3"; it is not general, which is said of theorems alone."""
    return f"all D at n = {result.problem.parameters['n']}"


def scope_line(result: SymbolicResult) -> str:
    """What was decided at once, and how: "symbolic: all 4,064,785 orbits by 156 forms in 6 families of points"."""
    forms = f"{result.forms:,} forms in {result.families} famil{'y' if result.families == 1 else 'ies'} of points"
    if result.scope is Scope.GENERAL:
        return f"{all_D(result)}: all points of all instances with n = {result.problem.parameters['n']}, by {forms}"
    kinds = {spec.name: noun_of(spec) for spec in result.problem.domains}
    if not result.points:
        return "symbolic: no points, every step is decided once"
    counts = [count for count in result.points.values() if count is not None]
    noun = next(iter(kinds.values())) if len(set(kinds.values())) == 1 else "points"
    shown = f"{describe_count(sum(counts))} {noun}" if len(counts) == len(result.points) else noun
    parts = ", ".join(
        f"{name}: {'not counted' if count is None else describe_count(count)}"
        for name, count in sorted(result.points.items())
    )
    return f"symbolic: all {shown} ({parts}) by {forms}"


def where(result: SymbolicResult, delta_is_default: bool = False) -> str:
    """The parameters for people."""
    if result.scope is Scope.GENERAL:
        return f"n = {result.problem.parameters['n']}, all d >= 1 and delta = 1/m <= 1/2"
    return instance(result.problem, delta_is_default)


def report(result: SymbolicResult, delta_is_default: bool = False) -> Iterator[tuple[str, Verdict | None]]:
    """The lines of a report, each with the verdict whose colour it has (None: plain)."""
    problem = result.problem
    yield f"{problem.label}: {problem.title}, {problem.source}", None
    yield where(result, delta_is_default), None
    yield scope_line(result), None
    yield "", None
    yield from by_kind(result.steps, lambda decided: decided.step.says, lambda decided: details(problem, decided))
    yield "", None
    yield from ((line, result.verdict) for line in conclusion(result))


def details(problem: Problem, decided: SymbolicStep) -> Iterator[str]:
    """Why a step is repaired or not decided, and its counterexample with the command that replays it."""
    if decided.step.reason is not None:
        yield f"repaired: {decided.step.reason}"
    if decided.reason is not None:
        yield f"because {decided.reason}"
    witness = decided.witness
    if witness is None or witness.failure is None:
        return
    at = ""
    if witness.parameters is not None:
        problem = replace(problem, parameters={**problem.parameters, **witness.parameters})
        at = f" at {instance(problem)}"
    for k, point in enumerate(witness.points):
        name = letter(problem, decided.step.over, k)
        yield f"{'and' if k else f'counterexample{at}'}: {name} = [{matrix(point)}]  ({witness.domain})"
    yield f"there: {violated(problem, decided.step, witness.failure)}"
    yield f"replay: {replay_command(problem, decided.step, witness.failure)}"


def conclusion(result: SymbolicResult) -> list[str]:
    """The verdict of the judged steps, what it speaks of, and what is left open."""
    judged = [decided for decided in result.steps if decided.step.name in result.problem.judged]
    parts = result.problem.parts
    verdicts = {decided.step.name: decided.verdict for decided in judged}
    text = concluding(verdicts, parts, result.verdict, result.problem.objects)
    open_parts = [*undecided(left_open(parts, verdicts), result.problem.label)]
    refuted = refuted_lines(decided.step for decided in result.refuted_proof_lines) + unmet(result.unmet)
    if result.verdict is Verdict.INCONCLUSIVE:
        reasons = dict.fromkeys(decided.reason for decided in judged if decided.reason)
        return [text + refuted, *(f"because {reason}" for reason in reasons), *open_parts]
    general = f"all D = delta^-d >= 2 at n = {result.problem.parameters['n']}"
    about = general if result.scope is Scope.GENERAL else "this instance only, and of all its points at once"
    text += f"; this speaks of {about}{refuted}"
    return [text, *open_parts, *result.remarks]


def how(seconds: str, replayed: Sequence[Mapping[str, Any]]) -> str:
    """How long it took, and where it was replayed by enumeration."""
    text = f"decided in {seconds} s by affine forms"
    if replayed:
        boxes = ", ".join(f"({box['d']}, {box['n']}, 1/{box['m']})" for box in replayed)
        text += f"; replayed by enumeration at all points of (d, n, delta) = {boxes}"
    return text


def box(result: SymbolicResult, certificate: str | None, exit_code: int, run: Mapping[str, Any]) -> dict[str, Any]:
    """The result for programs: what was decided (without networks and terms), where its certificate is."""
    counted_run = {**run, "families": result.families, "forms": result.forms}
    data = told(decided_data(result), result.steps, digest(result), certificate, exit_code, counted_run)
    return {**data, "scope": all_D(result)} if result.scope is Scope.GENERAL else data
