"""A step at an instance as an SMT-LIB script: its negation, so that `unsat` says that the step holds.

A foreign referee of the terms: points, networks and terms are written out for a solver that knows nothing of exactua.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Final

from gmpy2 import mpq

from exactua.claims.problem import Problem, Step
from exactua.errors import InputError
from exactua.grids.categories import DomainSpec
from exactua.networks import Network
from exactua.output_files import Kind
from exactua.proving.smt.expressions import Number, Script, Truth
from exactua.proving.smt.layers import State
from exactua.proving.smt.points import same_point, unknown_point
from exactua.proving.smt.terms import Terms
from exactua.visible_text import visible

EXPORTED_FOLDS: Final = ("each", "distinct", "apart")


@dataclass(frozen=True)
class Case:
    """One way to be a counterexample: at unknown points of these domains."""

    domains: tuple[str, ...]
    points: tuple[State, ...]
    fails: Truth


@dataclass(frozen=True)
class SmtScript:
    """A script whose models are the counterexamples of a step, and how they are read.

    `text` ends with `(check-sat)`. In a model, the integer `case` is the number of one of the `cases`.
    """

    text: str
    cases: tuple[Case, ...]

    @property
    def asked(self) -> str:
        """The command that asks for the values that a counterexample is read from, after `sat`."""
        entries = [str(x) for case in self.cases for point in case.points for row in point for x in row]
        names = dict.fromkeys(name for name in entries if name[0].isalpha())
        return f"(get-value ({' '.join(['case', *names])}))\n"


def smt_script(problem: Problem, step: Step) -> SmtScript:
    """The step at the instance of `problem`, d x n, unit 1 as in the paper.

    Raises InputError for folds other than each, distinct and apart, and for terms that have no form here.
    """
    if step.own is not None or step.fold not in EXPORTED_FOLDS:
        raise InputError(
            f"export: the fold of {problem.label}.{step.name} is {step.fold_name}, which gathers all points; valid are "
            + ", ".join(EXPORTED_FOLDS)
        )
    writer = _Writer(problem, step)
    if not step.over:
        cases = [Case((), (), writer.fails(None, {}))]
    elif step.fold == "each":
        cases = [writer.each(spec, f"L{k}") for k, spec in enumerate(step.over, 1)]
    else:
        pairs = combinations_with_replacement(step.over, 2)
        cases = [writer.compared(first, second, f"L{k}", f"K{k}") for k, (first, second) in enumerate(pairs, 1)]
    script = writer.script
    which = script.real(script.declare("case", "Int"))
    script.require(
        script.any_of(
            script.all_of((script.compare("=", which, mpq(k)), case.fails)) for k, case in enumerate(cases, 1)
        )
    )
    text = "\n".join([*_head(problem, step, script.nonlinear), *script.lines, "(check-sat)", ""])
    return SmtScript(text, tuple(cases))


SCRIPT: Final = Kind("script of exactua export", r"; [^\n]*\n; [^\n]*\n; statement sha256:")
"""How each script begins."""


def _head(problem: Problem, step: Step, nonlinear: bool) -> list[str]:
    parameters = " ".join(f"{name}={value}" for name, value in problem.parameters.items())
    return [
        f"; {visible(f'{problem.label}.{step.name} at {parameters}: {problem.source}')}",
        f"; {visible(step.says)}",
        f"; statement {problem.statement_hash(step)}",
        "; unsat: the step holds at this instance, or is vacuous there. sat: the model is a counterexample.",
        "(set-option :produce-models true)",
        f"(set-logic {'QF_NIRA' if nonlinear else 'QF_LIRA'})",
    ]


class _Writer:
    """Writes the cases of one step into one script."""

    def __init__(self, problem: Problem, step: Step) -> None:
        self.problem, self.step, self.script = problem, step, Script()
        self.values: dict[str, Number] = {name: mpq(value) for name, value in problem.values.items()}
        self.networks: Mapping[str, Network] = problem.networks

    def terms(self, point: State | None, bound: Mapping[str, Number]) -> Terms:
        """The evaluator of terms at a point."""
        return Terms(self.script, self.problem.parameters, self.values, self.networks, point, bound)

    def fails(self, point: State | None, bound: Mapping[str, Number]) -> Truth:
        """Whether the hypothesis is true at the point, and the term is false or has no value."""
        hypothesis, said = self.terms(point, bound), self.terms(point, bound)
        given = True if self.step.given is None else hypothesis(self.step.given)
        holds = said(self.step.term)
        right = self.script.all_of((holds, *said.obligations, *hypothesis.obligations))
        return self.script.all_of((given, self.script.negate(right)))

    def each(self, spec: DomainSpec, name: str) -> Case:
        """A point of the domain where the step fails."""
        self.script.comment(f"a point of {spec.name}")
        point = unknown_point(self.script, self.problem, spec, name)
        rows = range(1, int(self.problem.parameters["d"]) + 1) if spec.kind == "cells" else (None,)
        failures = [self.fails(point.Z, {} if row is None else {"row": mpq(row)}) for row in rows]
        fails = self.script.all_of((point.belongs, self.script.any_of(failures)))
        return Case((spec.name,), (point.Z,), fails)

    def compared(self, first: DomainSpec, second: DomainSpec, *names: str) -> Case:
        """Two points of which two numbers are too close, or one of which two numbers of its own are.

        They are different points: of two domains, or different matrices of the same.
        """
        script = self.script
        script.comment(f"a point of {first.name} and a point of {second.name}")
        points = [
            unknown_point(script, self.problem, spec, name) for spec, name in zip((first, second), names, strict=True)
        ]
        numbers: list[tuple[Number, ...]] = []
        conditions: list[Truth] = []
        for point in points:
            terms = self.terms(point.Z, {})
            if self.step.given is not None:
                conditions.append(terms(self.step.given))
            value = terms(self.step.term)
            numbers.append(value if isinstance(value, tuple) else (value,))
            conditions += [point.belongs, *terms.obligations]
        if first == second:
            conditions.append(script.negate(same_point(script, *points)))
        of_both = [(a, b) for a in numbers[0] for b in numbers[1]]
        of_one = [(a, b) for own in numbers for i, a in enumerate(own) for b in own[i + 1 :]]
        close = script.any_of(self._too_close(a, b) for a, b in of_both + of_one)
        return Case((first.name, second.name), tuple(point.Z for point in points), script.all_of((*conditions, close)))

    def _too_close(self, a: Number, b: Number) -> Truth:
        script, step = self.script, self.step
        if step.fold == "distinct" or step.bound is None or step.relation is None:
            return script.compare("=", a, b)
        distance = script.choose(script.compare(">=", a, b), script.subtract(a, b), script.subtract(b, a))
        return script.negate(script.compare(step.relation, distance, mpq(self.problem.value(step.bound))))
