"""The lines of a claim that lead from one side of a bound to the other: which sympy shows, and what exactua decides."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from exactua.claims.claim import Claim
from exactua.claims.problem import Problem, Step
from exactua.claims.verdicts import Verdict
from exactua.commands.derive.best import Best, best_versions
from exactua.deciding.running import decide
from exactua.errors import InputError
from exactua.terms.language import Term

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
            f"label: {claim.label}.{name} is no relation of two numbers; derive takes a bound or an equation"
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
    found = came.get(target.high)
    while found is not None:
        chain.append(found)
        found = came[found.low]
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
