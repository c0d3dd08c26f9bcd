"""The lines of a claim that lead from one side of a bound to the other: which sympy shows, and what exactua decides."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from exactua.claims.claim import Claim
from exactua.claims.own_data import OWN_DATA
from exactua.claims.problem import Problem, Step
from exactua.claims.registry import command_of
from exactua.claims.verdicts import Verdict
from exactua.commands.derive.best import Best, best_versions
from exactua.deciding.running import decide
from exactua.errors import InputError
from exactua.plurals import counted
from exactua.printing.renderers.text import table
from exactua.printing.text import instance
from exactua.terms.language import Term
from exactua.terms.printing import text

if TYPE_CHECKING:
    from exactua.claims.as_sympy import SympyClaim

RISING: Final = {"<": "<", "<=": "<=", "=": "="}
FALLING: Final = {">": "<", ">=": "<=", "=": "="}


@dataclass(frozen=True)
class Link:
    """One line of a chain: `low` stands in `relation` (<, <= or =) to `high`, which is what `step` says."""

    step: Step
    low: Term
    relation: str
    high: Term
    shown: str = ""
    """How sympy shows an equation, in words; "" where it does not, or was not asked."""


@dataclass(frozen=True)
class Derived:
    """A bound with the lines that lead to it, at some instances."""

    claim: Claim
    step: Step
    links: tuple[Link, ...]
    """From its lesser side to its greater one; where no other lines lead there the step alone."""
    problems: tuple[Problem, ...]
    verdicts: Mapping[str, tuple[Verdict, ...]]
    """Of each line and of the bound itself, at each instance."""
    attained: tuple[bool | None, ...]
    """At each instance, whether both sides are equal somewhere; None where no point was decided."""
    best: tuple[Best, ...] = ()
    """The best version of the bound for each n, where it is measured."""


def derive(claim: Claim, name: str, instances: Sequence[Mapping[str, int | str]]) -> Derived:
    """The lines of the claim that lead from one side of a step to the other, decided at these instances.

    Raises InputError where the step is no relation of two numbers.
    """
    step = claim.step(name)
    if step.fold != "each" or step.term.operator not in {**RISING, **FALLING}:
        raise InputError(
            f"label: {claim.label}.{name} is not a relation between two numbers; derive takes a bound or an equation"
        )
    sizes = sorted({instance["n"] for instance in instances if isinstance(instance.get("n"), int)}, key=int)
    said = {"": claim.as_sympy(), **{str(n): claim.as_sympy(n=n) for n in sizes}}
    chain = _chain(claim, step) or _edges(replace(step, given=None))[:1]
    links = tuple(replace(link, shown=_how(link, said)) for link in chain)
    names = tuple(dict.fromkeys([*(link.step.name for link in links), name]))
    problems = tuple(claim.problem(instance, names) for instance in instances)
    decisions = [decide(problem) for problem in problems]
    verdicts = {known: tuple(decision[known].verdict for decision in decisions) for known in names}
    attained = tuple(_attained(decision[name]) for decision in decisions)
    return Derived(claim, step, links, problems, verdicts, attained, best_versions(claim, step, instances))


def _edges(step: Step) -> list[Link]:
    """What a step says of two numbers, from the lesser one to the greater; an equation in both directions."""
    if step.fold != "each" or step.given is not None:
        return []
    left, right = step.term.arguments if len(step.term.arguments) == 2 else (step.term, step.term)
    rising = [Link(step, left, RISING[step.term.operator], right)] if step.term.operator in RISING else []
    return rising + ([Link(step, right, FALLING[step.term.operator], left)] if step.term.operator in FALLING else [])


def _chain(claim: Claim, step: Step) -> list[Link]:
    """The fewest lines, about the points of the step, from one side of it to the other; none where none lead there."""
    target = _edges(replace(step, given=None))[0]
    others = [other for other in claim.steps if other is not step and (not other.over or {*step.over} <= {*other.over})]
    lines = [link for other in others for link in _edges(other) if link.high != link.low]
    allowed = [link for link in lines if target.relation != "=" or link.relation == "="]
    came: dict[Term, Link | None] = {target.low: None}
    waiting = deque([target.low])
    while waiting and target.high not in came:
        here = waiting.popleft()
        for link in allowed:
            if link.low == here and link.high not in came:
                came[link.high] = link
                waiting.append(link.high)
    chain: list[Link] = []
    before = came.get(target.high)
    while before is not None:
        chain.append(before)
        before = came[before.low]
    if target.relation == "<" and all(link.relation != "<" for link in chain):
        return []
    return chain[::-1]


def _how(link: Link, said: Mapping[str, SympyClaim]) -> str:
    """How sympy shows an equation: for all parameters, or at these n; "" where it does not."""
    if link.relation != "=":
        return ""
    if _is_identity(link, said[""]):
        return "the difference expands to 0"
    sizes = [n for n, claim in said.items() if n and _is_identity(link, claim)]
    return f"the difference expands to 0 at n = {', '.join(sizes)}" if sizes else ""


def _is_identity(link: Link, said: SympyClaim) -> bool:
    form = said.steps[link.step.name].term
    if form is None or not form.is_Relational:
        return False
    return bool(said.in_parameters(form.lhs - form.rhs).expand() == 0)


def _attained(result: Any) -> bool | None:
    """Whether the margin of the bound, its greater side less its lesser one, is 0 somewhere."""
    if result.measured is None:
        return None
    falling = result.step.term.operator in (">", ">=")
    return bool((result.measured.maximum if falling else result.measured.minimum).value == 0)


def lines(derived: Derived) -> Iterator[str]:
    """The derivation, line by line."""
    claim, step, some = derived.claim, derived.step, derived.problems[0]
    names = some.shorthand
    yield f"{claim.label}.{step.name}: {text(step.term, names)}"
    if step.says:
        yield f"  says: {step.says}"
    for name, term in claim.definitions.items():
        yield f"  {name} := {text(term, names)}"
    if some.degrees is not None:
        yield "  terms count ids in units of delta"
    yield ""
    rows = [("  ", text(derived.links[0].low, names), "", "")]
    rows += [
        (f"  {link.relation}", text(link.high, names), link.step.name, _known(derived, link.step.name, link.shown))
        for link in derived.links
    ]
    yield from table(rows)
    yield ""
    if derived.links[0].step.name == step.name:
        yield "no other lines of the claim lead from one side to the other"
    where = f"at {counted(len(derived.problems), 'instance')}"
    if len(derived.problems) == 1:
        where = f"at {instance(some)}"
    yield f"decided {where}: {step.name} {_verdicts(derived, step.name)}"
    told = [known for known in derived.attained if known is not None and step.term.operator != "="]
    if any(told):
        first = next(problem for problem, known in zip(derived.problems, derived.attained, strict=True) if known)
        yield f"both sides are equal somewhere at {sum(told)} of {len(told)} instances, first at {instance(first)}"
    elif told:
        sharpen = f"; by how much, exactua sharpen {command_of(claim)}.{step.name} measures"
        sharpen = "" if claim.label.startswith(OWN_DATA) else sharpen
        yield f"both sides are equal nowhere at {counted(len(told), 'instance')}{sharpen}"
    yield from _best_versions(derived)
    if any(link.shown for link in derived.links):
        yield "sympy's identities are not verdicts; the decisions are about these instances only"
    else:
        yield "the decisions are about these instances only"


def _best_versions(derived: Derived) -> Iterator[str]:
    """The best version of the bound, for each n at which it is not attained everywhere as it is printed."""
    names = derived.problems[0].shorthand
    for best in derived.best:
        if not best.lines:
            continue
        where = "" if best.n == "" else f" at n = {best.n}"
        how = (
            ("a polynomial that fits all of them (a search, not a proof)")
            if best.is_fit
            else "one number for all of them"
        )
        yield ""
        yield f"best version{where}, by the extremes at {counted(best.instances, 'instance')}: {how}"
        yield from table([(f"    {line.relation:<2}", text(line.term, names), line.known) for line in best.lines])
    if printed := [str(best.n) for best in derived.best if not best.lines and len(derived.best) > 1]:
        yield ""
        yield f"best as printed at n = {', '.join(printed)}: both sides are equal somewhere at each of its instances"
    if any(best.lines for best in derived.best):
        yield ""


def _known(derived: Derived, name: str, shown: str) -> str:
    return "; ".join(part for part in (_verdicts(derived, name), f"sympy: {shown}" if shown else "") if part)


def _verdicts(derived: Derived, name: str) -> str:
    """The verdicts of a line: one word where all are the same."""
    verdicts = derived.verdicts[name]
    counts = [(verdict, verdicts.count(verdict)) for verdict in Verdict if verdict in verdicts]
    if len(counts) == 1:
        return str(counts[0][0])
    return ", ".join(f"{verdict} at {count}" for verdict, count in counts)
