"""Operators over what a step says besides its term: hypothesis, fold, bound, relation, domains, and what was measured.

Of a domain: one column, level or point more or less, repeats and special entries allowed or not. What was measured
makes mutants of which it is known what they have to come to: a bound that is moved up to the extreme that some point
attains is still true, and moved past it by one it is false.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from exactua.arithmetic.floors import floor_of
from exactua.claims.decision import StepResult
from exactua.claims.given import RELATIONS_OF_FOLDS
from exactua.claims.problem import COMPARING, Step
from exactua.commands.audit.record import Expected
from exactua.grids.categories import DomainSpec
from exactua.terms.language import Kind, Term, integer, make, rational
from exactua.terms.printing import text

OPPOSITE: Final = {"<": (">=",), "<=": (">",), ">": ("<=",), ">=": ("<",), "=": ("<", ">")}
"""The relations that are false where a relation is true."""
WEAKER: Final = {"<": ("<=",), ">": (">=",), "=": ("<=", ">=")}
LAX: Final = {"<": 1, "<=": 1, ">": -1, ">=": -1, "=": 0}
"""In which direction a bound moves to say less."""
Extent = Literal["fewer", "more", "other"]
"""Whether all points of the new domain are points of the old one, the other way round, or neither."""
CHOICES: Final = {"repeats": ("allowed", "forbidden", "required"), "specials": ("none", "allowed", "required")}


@dataclass(frozen=True)
class StepChange:
    """One change of a step; `place` is the field that it is in."""

    operator: str
    place: str
    before: str
    after: str
    step: Step
    expected: Expected = "unknown"


def step_changes(result: StepResult) -> Iterator[StepChange]:
    """All changes of the hypothesis, the fold, the bound and the relation of a step that holds."""
    step = result.step
    if step.given is not None:
        yield StepChange("hypothesis dropped", "given", text(step.given), "none", replace(step, given=None))
        negated = make("not", (), step.given)
        yield StepChange("hypothesis negated", "given", text(step.given), text(negated), replace(step, given=negated))
    if step.fold == "each":
        negated = make("not", (), step.term)
        changed = replace(step, term=negated)
        yield StepChange("assertion negated", "term", text(step.term), text(negated), changed, "false")
        yield from _measured(result)
    elif step.fold in COMPARING:
        yield from _of_comparing(result)
    elif step.fold == "sum":
        yield from _of_sum(step)
    elif step.own is not None:
        negated = make("not", (), step.own.holds)
        changed = replace(step, fold=replace(step.own, holds=negated))
        before, after = text(step.own.holds), text(negated)
        yield StepChange("assertion negated", "fold.holds", before, after, changed, "false")


def _of_comparing(result: StepResult) -> Iterator[StepChange]:
    """Folds that compare the numbers of different points: `distinct` is to be apart by more than 0."""
    step, unit = result.step, integer(1)
    said = _fold(step)

    def change(operator: str, expected: Expected, bound: Term | None, relation: str | None) -> StepChange:
        fold = "distinct" if bound is None else "apart"
        changed = replace(step, fold=fold, bound=bound, relation=relation)
        return StepChange(operator, "fold", said, _fold(changed), changed, expected)

    if step.fold == "distinct":
        yield change("fold", "unknown", unit, ">=")
        yield change("fold", "unknown", unit, ">")
        yield change("fold", "weaker", integer(0), ">")
        yield change("fold", "weaker", integer(0), ">=")
    else:
        assert step.bound is not None
        yield change("fold", "unknown", None, None)
        if step.relation == ">=":
            yield change("relation of the fold", "unknown", step.bound, ">")
        else:
            yield change("relation of the fold", "weaker", step.bound, ">=")
        yield change("bound + 1", "unknown", make("+", (), step.bound, unit), step.relation)
        yield change("bound - 1", "weaker", make("-", (), step.bound, unit), step.relation)
    if result.measured is not None:
        spread = result.measured.maximum.value - result.measured.minimum.value
        yield change("past what was measured", "false", rational(spread + 1), ">=")


def _of_sum(step: Step) -> Iterator[StepChange]:
    assert step.relation is not None
    assert step.bound is not None
    said = _fold(step)
    for relation in RELATIONS_OF_FOLDS["sum"]:
        if relation != step.relation:
            expected: Expected = "unknown"
            if relation in OPPOSITE[step.relation]:
                expected = "false"
            elif relation in WEAKER.get(step.relation, ()):
                expected = "weaker"
            changed = replace(step, relation=relation)
            yield StepChange("relation of the fold", "relation", said, _fold(changed), changed, expected)
    for sign, by in (("+", 1), ("-", -1)):
        changed = replace(step, bound=make(sign, (), step.bound, integer(1)))
        lax = LAX[step.relation]
        expected = "false" if not lax else "weaker" if lax == by else "unknown"
        yield StepChange(f"bound {sign} 1", "bound", said, _fold(changed), changed, expected)


def _fold(step: Step) -> str:
    if step.bound is None:
        return step.fold_name
    return f"{step.fold} {step.relation} {text(step.bound)}"


def _measured(result: StepResult) -> Iterator[StepChange]:
    """An inequality or an interval moved up to the extreme that was measured, and past it."""
    step, measured = result.step, result.measured
    if measured is None:
        return
    least, most = measured.minimum.value, measured.maximum.value
    above_least, above_most = least, most
    if measured.residue is None:  # floors of reals, which lie somewhere between these and the next ones
        above_least, above_most = floor_of(least).above, floor_of(most).above
    inner = step.term
    while inner.operator == "all":
        inner = inner.arguments[2]
    unit: Any = 1
    changes: list[tuple[Term, Expected]] = []
    if inner.operator in OPPOSITE and inner.arguments[0].kind is Kind.NUMBER:
        left, right = inner.arguments
        if inner.operator in ("<", "<="):
            changes = [(_moved("<=", left, least, right), "weaker"), (_moved("<", left, above_least, right), "false")]
        elif inner.operator in (">", ">="):
            changes = [(_moved(">=", left, above_most, right), "weaker"), (_moved(">", left, most, right), "false")]
        else:
            changes = [(_moved("=", left, unit, right), "false"), (_moved("=", left, -unit, right), "false")]
    elif inner.operator == "in":
        x = inner.arguments[0]
        changes = [
            (_in(inner.operator, x, least, above_most), "weaker"),
            (_in(inner.operator, x, above_least + 1, above_most), "false"),
            (_in(inner.operator, x, least, most - 1), "false"),
        ]
    elif inner.operator == "not in":
        changes = [(_in(inner.operator, inner.arguments[0], least, above_least), "false")]
    for new, expected in changes:
        operator = "up to what was measured" if expected == "weaker" else "past what was measured"
        term = _around(step.term, inner, new)
        yield StepChange(operator, "term", text(inner), text(new), replace(step, term=term), expected)


def _moved(relation: str, left: Term, by: Any, right: Term) -> Term:
    return make(relation, (), make("+", (), left, rational(by)), right)


def _in(operator: str, x: Term, low: Any, high: Any) -> Term:
    return make(operator, (), x, rational(low), rational(high))


def _around(term: Term, inner: Term, new: Term) -> Term:
    """The quantifiers around `inner`, around `new`."""
    if term is inner:
        return new
    low, high, body = term.arguments
    return make(term.operator, term.names, low, high, _around(body, inner, new))


@dataclass(frozen=True)
class DomainChange:
    """One change of a domain."""

    operator: str
    before: str
    after: str
    domain: DomainSpec
    extent: Extent


def domain_changes(spec: DomainSpec) -> Iterator[DomainChange]:
    """All changes of a domain by all operators; of pairs, those of what is paired."""
    if spec.kind == "pairs" and spec.of is not None:
        for change in domain_changes(spec.of):
            yield replace(change, domain=replace(spec, of=change.domain))
        return
    if spec.kind == "orbits":
        yield from _of_choice(spec, "repeats")
        if spec.special:
            yield from _of_choice(spec, "specials")
    if spec.kind in ("orbits", "sequences") and spec.levels is not None:
        yield from _of_levels(spec)
    if spec.kind == "orbits" and spec.repeats == "allowed" and spec.specials != "required":
        ordered = replace(spec, kind="sequences")
        yield DomainChange("every order", "orbits", "sequences", ordered, "more")
    for k, _ in enumerate(spec.columns if len(spec.columns) > 1 else ()):
        fewer = replace(spec, columns=spec.columns[:k] + spec.columns[k + 1 :])
        yield DomainChange("point left out", f"column [{k}]", "nothing", fewer, "fewer")
    for k, _ in enumerate(spec.points if len(spec.points) > 1 else ()):
        fewer = replace(spec, points=spec.points[:k] + spec.points[k + 1 :])
        yield DomainChange("point left out", f"point [{k}]", "nothing", fewer, "fewer")
    for j, columns in enumerate(spec.sets):
        for k, _ in enumerate(columns if len(columns) > 1 else ()):
            sets = (*spec.sets[:j], columns[:k] + columns[k + 1 :], *spec.sets[j + 1 :])
            yield DomainChange(
                "point left out", f"column [{k}] at place [{j}]", "nothing", replace(spec, sets=sets), "fewer"
            )
    if spec.interval is not None:
        low, high = spec.interval
        below, above = make("-", (), low, integer(1)), make("+", (), high, integer(1))
        yield DomainChange("box", "from", "from - 1", replace(spec, interval=(below, high)), "more")
        yield DomainChange("box", "to", "to + 1", replace(spec, interval=(low, above)), "more")


def _of_choice(spec: DomainSpec, key: Literal["repeats", "specials"]) -> Iterator[DomainChange]:
    now = getattr(spec, key)
    for other in CHOICES[key]:
        if other != now:
            extent: Extent = "more" if other == "allowed" else "fewer" if now == "allowed" else "other"
            changed = replace(spec, repeats=other) if key == "repeats" else replace(spec, specials=other)  # type: ignore[arg-type]
            yield DomainChange(f"{key} allowed or not", f"{key} {now}", f"{key} {other}", changed, extent)


def _of_levels(spec: DomainSpec) -> Iterator[DomainChange]:
    assert spec.levels is not None
    start, step, count = spec.levels
    unit = integer(1)

    def levels(changed: tuple[Term, Term, Term]) -> DomainSpec:
        return replace(spec, levels=changed)

    fewer, more = make("-", (), count, unit), make("+", (), count, unit)
    yield DomainChange("levels", "count", "count - 1", levels((start, step, fewer)), "fewer")
    yield DomainChange("levels", "count", "count + 1", levels((start, step, more)), "more")
    shifted = make("+", (), start, step)
    yield DomainChange("levels", "start", "start + step", levels((shifted, step, fewer)), "fewer")
    yield DomainChange("levels", "start", "start - step", levels((make("-", (), start, step), step, more)), "more")
