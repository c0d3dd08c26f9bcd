"""All changes of a claim at an instance: what every operator makes of its networks and of what it says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from exactua.claims.folds import OwnFold
from exactua.claims.problem import Step
from exactua.commands.audit.network_operators import Edit, edits
from exactua.commands.audit.originals import Original, restricted
from exactua.commands.audit.record import Change, Expected, Mutant
from exactua.commands.audit.statement_operators import DomainChange, StepChange, domain_changes, step_changes
from exactua.commands.audit.term_operators import Effect, Names, Rewrite, replaced, rewrites, shown
from exactua.networks.serialisation import to_data
from exactua.terms.encoding import Data
from exactua.terms.language import Term
from exactua.terms.printing import text


@dataclass(frozen=True)
class Field:
    """A term of a step: where it stands, what a part of it that says less makes of the step, and how it is replaced."""

    place: str
    term: Term
    less: Effect
    changed: Callable[[Term], Step]
    point: bool = True
    """Whether the point, and what the domain binds, are known in it."""


def _fields(step: Step) -> Iterator[Field]:
    """Every term of a step. A hypothesis that says less makes a step that says more."""
    alone = not step.accumulates
    yield Field("term", step.term, "weaker" if alone else "unknown", lambda term: replace(step, term=term))
    if step.given is not None:
        less: Effect = "stronger" if alone else "unknown"
        yield Field("given", step.given, less, lambda term: replace(step, given=term))
    if step.bound is not None:
        yield Field("bound", step.bound, "unknown", lambda term: replace(step, bound=term), point=False)
    if step.own is not None:
        yield from _of_fold(step, step.own)


def _of_fold(step: Step, fold: OwnFold) -> Iterator[Field]:
    def field(part: str, k: int, terms: tuple[Term, ...]) -> Field:
        def changed(term: Term) -> Step:
            return replace(step, fold=replace(fold, **{part: (*terms[:k], term, *terms[k + 1 :])}))  # type: ignore[arg-type]

        return Field(f"fold.{part}[{k}]", terms[k], "unknown", changed, point=False)

    yield from (field("start", k, fold.start) for k in range(len(fold.start)))
    yield from (field("next", k, fold.next) for k in range(len(fold.next)))
    yield Field(
        "fold.holds", fold.holds, "weaker", lambda term: replace(step, fold=replace(fold, holds=term)), point=False
    )


def changes(original: Original) -> Iterator[Change]:
    """All changes of the networks, the steps that hold, and the definitions, in the claim's order."""
    yield from network_changes(original)
    yield from term_changes(original)


def network_changes(original: Original) -> Iterator[Change]:
    """All changes of every network that a step which holds speaks of."""
    for name, network in original.problem.networks.items():
        if original.depending_on(name):
            data = to_data(network)
            for edit in edits(network):
                yield Change("network", edit.operator, name, partial(_network_mutant, original, name, data, edit))


def term_changes(original: Original) -> Iterator[Change]:
    """All changes of what the steps that hold say, and of the definitions that they use."""
    problem = original.problem
    parameters = tuple(name for name, value in problem.parameters.items() if isinstance(value, int))
    stages = {name: tuple(network.stages) for name, network in problem.networks.items()}
    defined = tuple(name for name, _ in problem.definitions)
    for result in original.held:
        step = result.step
        bound = ("row",) if any(spec.kind == "cells" for spec in step.over) else ()
        names = Names(parameters, defined, stages, bound)
        for field in _fields(step):
            known = names if field.point else replace(names, variables=())
            for rewrite in rewrites(field.term, known, field.less):
                yield Change("term", rewrite.operator, step.name, partial(_term_mutant, original, step, field, rewrite))
        for change in step_changes(result):
            yield Change("term", change.operator, step.name, partial(_step_mutant, original, change))
        for k, spec in enumerate(step.over):
            for domain_change in domain_changes(spec):
                yield Change(
                    "term",
                    f"domain: {domain_change.operator}",
                    step.name,
                    partial(_domain_mutant, original, step, k, domain_change),
                )
        if len(step.over) > 1:
            for k in range(len(step.over)):
                yield Change("term", "domain: dropped", step.name, partial(_without_domain, original, step, k))
    for k, (name, term) in enumerate(problem.definitions):
        if original.depending_on_definition(name):
            for rewrite in rewrites(term, Names(parameters, defined[:k], {}), "unknown"):
                make = partial(_definition_mutant, original, name, rewrite)
                yield Change("term", rewrite.operator, f"definition {name}", make)


def _network_mutant(original: Original, name: str, data: Data, edit: Edit) -> Mutant:
    problem = original.problem
    changed = restricted(problem, original.depending_on(name), networks={name: edit.network(data)})
    return Mutant(
        "network",
        edit.operator,
        problem.label,
        problem.parameters,
        f"{name}{edit.place}",
        edit.before,
        edit.after,
        changed,
    )


def _term_mutant(original: Original, step: Step, field: Field, rewrite: Rewrite) -> Mutant:
    changed = field.changed(replaced(field.term, rewrite.path, rewrite.new))
    expected: Expected = "weaker" if rewrite.effect == "weaker" else "unknown"
    return _statement_mutant(
        original,
        rewrite.operator,
        f"{step.name}.{field.place}{shown(field.term, rewrite.path)}",
        _shown(original, rewrite.old),
        _shown(original, rewrite.new),
        changed,
        expected,
    )


def _step_mutant(original: Original, change: StepChange) -> Mutant:
    where = f"{change.step.name}.{change.place}"
    return _statement_mutant(
        original, change.operator, where, change.before, change.after, change.step, change.expected
    )


def _domain_mutant(original: Original, step: Step, k: int, change: DomainChange) -> Mutant:
    changed = replace(step, over=(*step.over[:k], change.domain, *step.over[k + 1 :]))
    expected: Expected = "weaker" if change.extent == "fewer" and not step.accumulates else "unknown"
    where = f"{step.name}.over[{k}] ({step.over[k].name})"
    operator = f"domain: {change.operator}"
    return _statement_mutant(original, operator, where, change.before, change.after, changed, expected)


def _without_domain(original: Original, step: Step, k: int) -> Mutant:
    changed = replace(step, over=step.over[:k] + step.over[k + 1 :])
    expected: Expected = "weaker" if not step.accumulates else "unknown"
    where = f"{step.name}.over[{k}]"
    return _statement_mutant(original, "domain: dropped", where, step.over[k].name, "nothing", changed, expected)


def _definition_mutant(original: Original, name: str, rewrite: Rewrite) -> Mutant:
    problem = original.problem
    whole = dict(problem.definitions)[name]
    new = replaced(whole, rewrite.path, rewrite.new)
    definitions = tuple((defined, new if defined == name else term) for defined, term in problem.definitions)
    return Mutant(
        "term",
        rewrite.operator,
        problem.label,
        problem.parameters,
        f"definition {name}{shown(whole, rewrite.path)}",
        _shown(original, rewrite.old),
        _shown(original, rewrite.new),
        restricted(problem, original.depending_on_definition(name), definitions=definitions),
    )


def _statement_mutant(
    original: Original, operator: str, where: str, before: str, after: str, step: Step, expected: Expected
) -> Mutant:
    problem = original.problem
    changed = restricted(problem, [step])
    return Mutant("term", operator, problem.label, problem.parameters, where, before, after, changed, expected=expected)


def _shown(original: Original, term: Term) -> str:
    return text(term, original.problem.shorthand)
