"""All changes of a claim at an instance: what every operator makes of its networks and of what it says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from exactua.claims.folds import OwnFold
from exactua.claims.problem import Step
from exactua.commands.audit.network_operators import Edit, edits
from exactua.commands.audit.originals import Original, restricted
from exactua.commands.audit.record import Change, Expected, Mutant, Told
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
                told = partial(_of_edit, name, edit)
                yield Change("network", edit.operator, name, told, partial(_network_mutant, original, name, data, edit))


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
                told = partial(_of_rewrite, original, f"{step.name}.{field.place}", field.term, rewrite)
                make = partial(_term_mutant, original, step, field, rewrite, told)
                yield Change("term", rewrite.operator, step.name, told, make)
        for change in step_changes(result):
            told = partial(_of_step, change)
            yield Change("term", change.operator, step.name, told, partial(_step_mutant, original, change))
        for k, spec in enumerate(step.over):
            for domain_change in domain_changes(spec):
                told, operator = partial(_of_domain, step, k, domain_change), f"domain: {domain_change.operator}"
                make = partial(_domain_mutant, original, step, k, domain_change)
                yield Change("term", operator, step.name, told, make)
        if len(step.over) > 1:
            for k in range(len(step.over)):
                make = partial(_without_domain, original, step, k)
                yield Change("term", "domain: dropped", step.name, partial(_of_dropped, step, k), make)
    for k, (name, term) in enumerate(problem.definitions):
        if original.depending_on_definition(name):
            for rewrite in rewrites(term, Names(parameters, defined[:k], {}), "unknown"):
                place = f"definition {name}"
                told = partial(_of_rewrite, original, place, term, rewrite)
                make = partial(_definition_mutant, original, name, rewrite, told)
                yield Change("term", rewrite.operator, place, told, make)


def _of_edit(name: str, edit: Edit) -> Told:
    return f"{name}{edit.place}", edit.before, edit.after


def _network_mutant(original: Original, name: str, data: Data, edit: Edit) -> Mutant:
    problem = original.problem
    changed = restricted(problem, original.depending_on(name), networks={name: edit.network(data)})
    told = _of_edit(name, edit)
    return Mutant("network", edit.operator, problem.label, problem.parameters, *told, changed)


def _of_rewrite(original: Original, place: str, term: Term, rewrite: Rewrite) -> Told:
    return f"{place}{shown(term, rewrite.path)}", _shown(original, rewrite.old), _shown(original, rewrite.new)


def _term_mutant(original: Original, step: Step, field: Field, rewrite: Rewrite, told: Callable[[], Told]) -> Mutant:
    changed = field.changed(replaced(field.term, rewrite.path, rewrite.new))
    expected: Expected = "weaker" if rewrite.effect == "weaker" else "unknown"
    return _statement_mutant(original, rewrite.operator, told(), changed, expected)


def _of_step(change: StepChange) -> Told:
    return f"{change.step.name}.{change.place}", change.before, change.after


def _step_mutant(original: Original, change: StepChange) -> Mutant:
    return _statement_mutant(original, change.operator, _of_step(change), change.step, change.expected)


def _of_domain(step: Step, k: int, change: DomainChange) -> Told:
    return f"{step.name}.over[{k}] ({step.over[k].name})", change.before, change.after


def _domain_mutant(original: Original, step: Step, k: int, change: DomainChange) -> Mutant:
    changed = replace(step, over=(*step.over[:k], change.domain, *step.over[k + 1 :]))
    expected: Expected = "weaker" if change.extent == "fewer" and not step.accumulates else "unknown"
    return _statement_mutant(original, f"domain: {change.operator}", _of_domain(step, k, change), changed, expected)


def _of_dropped(step: Step, k: int) -> Told:
    return f"{step.name}.over[{k}]", step.over[k].name, "nothing"


def _without_domain(original: Original, step: Step, k: int) -> Mutant:
    changed = replace(step, over=step.over[:k] + step.over[k + 1 :])
    expected: Expected = "weaker" if not step.accumulates else "unknown"
    return _statement_mutant(original, "domain: dropped", _of_dropped(step, k), changed, expected)


def _definition_mutant(original: Original, name: str, rewrite: Rewrite, told: Callable[[], Told]) -> Mutant:
    problem = original.problem
    new = replaced(dict(problem.definitions)[name], rewrite.path, rewrite.new)
    definitions = tuple((defined, new if defined == name else term) for defined, term in problem.definitions)
    changed = restricted(problem, original.depending_on_definition(name), definitions=definitions)
    return Mutant("term", rewrite.operator, problem.label, problem.parameters, *told(), changed)


def _statement_mutant(original: Original, operator: str, told: Told, step: Step, expected: Expected) -> Mutant:
    problem = original.problem
    changed = restricted(problem, [step])
    return Mutant("term", operator, problem.label, problem.parameters, *told, changed, expected=expected)


def _shown(original: Original, term: Term) -> str:
    return text(term, original.problem.shorthand)
