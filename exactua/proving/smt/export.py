"""A step at an instance as an SMT-LIB script: its negation, so that `unsat` says that the step holds.

A step that says that something is so at some point is written as it stands: `sat` says that it holds, by the point of
the model. A foreign referee of the terms: points, networks and terms are written out for a solver that knows nothing of
exactua.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations_with_replacement, pairwise
from typing import Any, Final

from gmpy2 import mpq

from exactua.claims.problem import Problem, Step
from exactua.errors import InputError
from exactua.grids.categories import DomainSpec, build
from exactua.networks import Network
from exactua.output_files import Kind
from exactua.proving.smt.expressions import Number, Script, Truth
from exactua.proving.smt.layers import State
from exactua.proving.smt.terms import Terms
from exactua.terms.language import Term
from exactua.visible_text import visible

EXPORTED_FOLDS: Final = ("each", "some", "not each", "distinct", "apart")


@dataclass(frozen=True)
class Case:
    """One way to be a counterexample, or what is said to be somewhere: at unknown points of these domains."""

    domains: tuple[str, ...]
    points: tuple[State, ...]
    found: Truth


@dataclass(frozen=True)
class SmtScript:
    """A script whose models are the counterexamples of a step, and how they are read.

    `text` ends with `(check-sat)`. In a model, the integer `case` is the number of one of the `cases`. Of a step that
    says that something is so at some point (`of_some`) the models are such points, for each of several conditions one.
    """

    text: str
    cases: tuple[Case, ...]
    of_some: bool = False

    @property
    def proving(self) -> str:
        """The answer that says that the step holds."""
        return "sat" if self.of_some else "unsat"

    @property
    def asked(self) -> str:
        """The command that asks for the values that a counterexample is read from, after `sat`."""
        entries = [str(x) for case in self.cases for point in case.points for row in point for x in row]
        names = dict.fromkeys(name for name in entries if name[0].isalpha())
        return f"(get-value ({' '.join(['case', *names])}))\n"


def smt_script(problem: Problem, step: Step) -> SmtScript:
    """The step at the instance of `problem`, d x n, unit 1 as in the paper.

    Raises InputError for folds other than each, some, not each, distinct and apart, for one condition out of several at
    every point, and for terms that have no form here.
    """
    sought = sought_of(step)
    if not sought and (step.own is not None or step.fold not in EXPORTED_FOLDS):
        if step.several is not None:
            raise InputError(
                f"export: {problem.label}.{step.name} says that one of several conditions is true at every point, "
                "which no script without quantifiers says; write a step of one condition"
            )
        raise InputError(
            f"export: the fold of {problem.label}.{step.name} is {step.fold_name}, which gathers all points; valid are "
            + ", ".join(EXPORTED_FOLDS)
        )
    writer = _Writer(problem, step)
    if len(sought) > 1 and len(step.over) > 1:
        raise InputError(
            f"export: {problem.label}.{step.name} has each of several conditions over {len(step.over)} domains; "
            "only those over one domain are exported"
        )
    if len(sought) == 1:
        cases = [writer.found(spec, f"L{k}", sought[0]) for k, spec in enumerate(step.over, 1)]
    elif sought:
        (spec,) = step.over
        each = [writer.found(spec, f"L{k}", condition) for k, condition in enumerate(sought, 1)]
        points = tuple(point for case in each for point in case.points)
        cases = [Case((spec.name,) * len(each), points, writer.script.all_of(case.found for case in each))]
    elif not step.over:
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
            script.all_of((script.compare("=", which, mpq(k)), case.found)) for k, case in enumerate(cases, 1)
        )
    )
    text = "\n".join([*_head(problem, step, bool(sought), script.nonlinear), *script.lines, "(check-sat)", ""])
    return SmtScript(text, tuple(cases), bool(sought))


def sought_of(step: Step) -> tuple[Term, ...]:
    """The conditions each of which a step says to be true at some point; none where it says something else."""
    if step.several is not None:
        return step.several.conditions if step.several.each else ()
    return () if step.sought is None else (step.sought,)


SCRIPT: Final = Kind("script of exactua export", r"; [^\n]*\n; [^\n]*\n; statement sha256:")
"""How each script begins."""


def _head(problem: Problem, step: Step, of_some: bool, nonlinear: bool) -> list[str]:
    parameters = " ".join(f"{name}={value}" for name, value in problem.parameters.items())
    return [
        f"; {visible(f'{problem.label}.{step.name} at {parameters}: {problem.source}')}",
        f"; {visible(step.says)}",
        f"; statement {problem.statement_hash(step)}",
        "; sat: the step holds at this instance, at the point of the model. unsat: it is refuted, or vacuous there."
        if of_some
        else "; unsat: the step holds at this instance, or is vacuous there. sat: the model is a counterexample.",
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

    def is_so(self, condition: Term, point: State | None, bound: Mapping[str, Number]) -> Truth:
        """Whether the hypothesis and the condition are true at the point, and have a value there."""
        terms = self.terms(point, bound)
        given = True if self.step.given is None else terms(self.step.given)
        return self.script.all_of((given, terms(condition), *terms.obligations))

    def each(self, spec: DomainSpec, name: str) -> Case:
        """A point of the domain where the step fails."""
        return self._at_some(spec, name, self.fails)

    def found(self, spec: DomainSpec, name: str, condition: Term) -> Case:
        """A point of the domain of which the step speaks, and where the condition is true."""
        return self._at_some(spec, name, partial(self.is_so, condition))

    def _at_some(self, spec: DomainSpec, name: str, so: Callable[[State, Mapping[str, Number]], Truth]) -> Case:
        """A point of the domain, on cells with any row, that is so."""
        self.script.comment(f"a point of {spec.name}")
        point = unknown_point(self.script, self.problem, spec, name)
        rows = range(1, int(self.problem.parameters["d"]) + 1) if spec.kind == "cells" else (None,)
        truths = [so(point.Z, {} if row is None else {"row": mpq(row)}) for row in rows]
        return Case((spec.name,), (point.Z,), self.script.all_of((point.belongs, self.script.any_of(truths))))

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


MOST_LISTED = 2_000


@dataclass(frozen=True)
class Point:
    """A matrix of unknown entries, d x n, unit 1, with the condition that it is a point of the domain."""

    Z: State
    belongs: Truth


def unknown_point(script: Script, problem: Problem, spec: DomainSpec, name: str) -> Point:
    """A point of the domain, to be found by the solver; its entries are called `name`_i_j.

    Raises InputError for pairs of pairs and for listed domains of more than 2,000 columns or points.
    """
    d, n = int(problem.parameters["d"]), int(problem.parameters["n"])
    if spec.kind == "pairs" and spec.of is not None:
        first, second = (unknown_point(script, problem, spec.of, name + suffix) for suffix in ("a", "b"))
        both = tuple((*left, *right) for left, right in zip(first.Z, second.Z, strict=True))
        return Point(both, script.all_of((first.belongs, second.belongs)))
    if spec.kind == "cells":
        return _real_column(script, problem, spec, name, d)
    if spec.levels is not None and spec.ids is not None and spec.kind in ("orbits", "sequences"):
        return _grid_point(script, problem, spec, name, d, n)
    return _listed_point(script, problem, spec, name, n)


def _entries(script: Script, name: str, rows: Sequence[Sequence[Number]]) -> State:
    return tuple(
        tuple(script.named(f"{name}_{i}_{j}", value) for j, value in enumerate(row, 1)) for i, row in enumerate(rows, 1)
    )


def _chosen(script: Script, index: Number, values: Sequence[Number], first: int = 0) -> Number:
    """The value that the index names, from `first` on."""
    chosen = values[-1]
    for k in range(len(values) - 2, -1, -1):
        chosen = script.choose(script.compare("=", index, mpq(first + k)), values[k], chosen)
    return chosen


def _whole(script: Script, name: str, count: int) -> tuple[Number, Truth]:
    """An integer from 0 to count - 1 as a Real, with the condition that it is one."""
    number = script.real(script.declare(name, "Int"))
    return number, script.all_of((script.compare(">=", number, mpq(0)), script.compare("<", number, mpq(count))))


def _grid_point(script: Script, problem: Problem, spec: DomainSpec, name: str, d: int, n: int) -> Point:
    """Entries are levels, or special ones; where columns stand for an orbit, their ids increase."""
    assert spec.levels is not None
    assert spec.ids is not None
    start, step, count = (mpq(problem.value(term)) for term in spec.levels)
    special = [] if spec.specials == "none" else [mpq(problem.value(term)) for term in spec.special]
    conditions: list[Truth] = []
    rows: list[list[Number]] = []
    marks: list[list[Truth]] = []
    for i in range(1, d + 1):
        row, marked = [], []
        for j in range(1, n + 1):
            level, valid = _whole(script, f"{name}_level_{i}_{j}", int(count) + len(special))
            conditions.append(valid)
            regular = script.add(start, script.multiply(step, level))
            is_special = script.compare(">=", level, count)
            row.append(
                script.choose(is_special, _chosen(script, level, special, int(count)), regular) if special else regular
            )
            marked.append(is_special if special else False)
        rows.append(row)
        marks.append(marked)
    Z = _entries(script, name, rows)
    if spec.kind == "orbits":
        weights = [mpq(weight) for weight in problem.value(spec.ids)]
        ids = [script.dot(weights, column) for column in zip(*Z, strict=True)]
        conditions += _in_order(script, ids, spec)
        if spec.specials == "required":
            conditions.append(script.any_of(mark for row in marks for mark in row))
    return Point(Z, script.all_of(conditions))


def _in_order(script: Script, numbers: Sequence[Number], spec: DomainSpec) -> list[Truth]:
    """One order for each orbit: numbers of columns, or their ids, increase, with repeats as the domain says."""
    relation = "<" if spec.repeats == "forbidden" else "<="
    conditions = [script.compare(relation, a, b) for a, b in pairwise(numbers)]
    if spec.repeats == "required":
        conditions.append(script.any_of(script.compare("=", a, b) for a, b in pairwise(numbers)))
    return conditions


def _listed_point(script: Script, problem: Problem, spec: DomainSpec, name: str, n: int) -> Point:
    """Columns, or points, are named by their numbers."""
    domain = build(spec, problem.value, problem.parameters)
    choices: list[list[Any]]
    if spec.kind == "list":
        if domain.count > MOST_LISTED:
            raise InputError(f"export: {spec.name} has more than {MOST_LISTED:,} points")
        points = [domain.matrix(rank) for rank in range(domain.count)]
        if not points:
            return Point((), False)
        rank, valid = _whole(script, f"{name}_rank", len(points))
        rows = [
            [_chosen(script, rank, [point[i][j] for point in points]) for j in range(len(points[0][0]))]
            for i in range(len(points[0]))
        ]
        return Point(_entries(script, name, rows), valid)
    if spec.kind == "product":
        read: Callable[[Any], Any] = problem.value
        choices = [[tuple(mpq(read(term)) for term in column) for column in columns] for columns in spec.sets]
    else:
        if domain.columns.count > MOST_LISTED:
            raise InputError(f"export: {spec.name} has more than {MOST_LISTED:,} columns")
        choices = [[domain.columns.column(k) for k in range(domain.columns.count)]] * n
    numbers, conditions, columns = [], [], []
    for j, column_choices in enumerate(choices, 1):
        number, valid = _whole(script, f"{name}_column_{j}", len(column_choices))
        numbers.append(number)
        conditions.append(valid)
        columns.append([_chosen(script, number, list(entries)) for entries in zip(*column_choices, strict=True)])
    if spec.kind == "orbits":
        conditions += _in_order(script, numbers, spec)
    return Point(_entries(script, name, list(zip(*columns, strict=True))), script.all_of(conditions))


def _real_column(script: Script, problem: Problem, spec: DomainSpec, name: str, d: int) -> Point:
    """A real column, in the closed box if there is one."""
    entries = [script.declare(f"{name}_{i}_1", "Real") for i in range(1, d + 1)]
    conditions: list[Truth] = []
    if spec.interval is not None:
        low, high = (mpq(problem.value(end)) for end in spec.interval)
        conditions = [
            condition
            for entry in entries
            for condition in (script.compare("<=", low, entry), script.compare("<=", entry, high))
        ]
    return Point(tuple((entry,) for entry in entries), script.all_of(conditions))


def same_point(script: Script, first: Point, second: Point) -> Truth:
    """Whether two points are the same matrix."""
    entries = zip((x for row in first.Z for x in row), (x for row in second.Z for x in row), strict=True)
    return script.all_of(script.compare("=", a, b) for a, b in entries)
