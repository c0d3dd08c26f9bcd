"""Relaxations of a claim: one hypothesis, condition, domain, constant, strictness or tie rule less than it has.

A relaxation changes the data of a claim's problem and nothing else; what breaks then is for `workflows.relaxing` to
find. Hypotheses, conditions of steps, domains of different columns and tie rules are relaxed automatically; constants
and strict ends are what a claim declares with `Claim.relaxes`.
"""

from __future__ import annotations

import difflib
import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, Literal

from exactua.claims.problem import Problem, Step
from exactua.claims.verdicts import StepKind
from exactua.errors import InputError
from exactua.grids.categories import DomainSpec, category1, category2, category3, grid, pairs_of
from exactua.networks import AttentionLayer, Network, TieRule
from exactua.networks.quantities import templates
from exactua.networks.retouching import with_tie_rule
from exactua.terms.language import Term, make
from exactua.terms.printing import text

if TYPE_CHECKING:
    from exactua.claims.claim import Claim, Hypothesis

Kind = Literal["hypothesis", "condition", "domain", "tie rule", "constant", "strictness"]

KINDS: Final[tuple[Kind, ...]] = ("hypothesis", "domain", "condition", "tie rule", "constant", "strictness")
"""The kinds in the order in which they are listed."""

Values = Mapping[str, Any]


@dataclass(frozen=True)
class Relaxation:
    """One thing less: what is dropped, what stands in its place, and the data of the problem that it changes."""

    name: str
    """What is dropped, as `--drop` takes it: "delta^-1 >= 2"."""
    kind: Kind
    becomes: str
    """What stands in its place; for a hypothesis, where it is violated."""
    aliases: tuple[str, ...] = ()
    """Other names that `--drop` takes."""
    steps: tuple[str, ...] = ()
    """The steps that are asked about; none: all of the claim."""
    except_for: tuple[str, ...] = ()
    """Steps that only state what is changed, so that their failure says nothing."""
    without: tuple[str, ...] = ()
    """Hypotheses (their words) that an instance violates."""
    below: tuple[str, ...] = ()
    """Parameters that may be below what the claim insists on."""
    networks: Mapping[str, Callable[[Values], Network]] = field(default_factory=dict)
    """Builders in place of the claim's."""
    definitions: Mapping[str, Term] = field(default_factory=dict)
    changed: Mapping[str, Step] = field(default_factory=dict)
    """Steps in place of those of the same name."""
    tie_rule: TieRule | None = None
    numbered: Callable[[Values, int], Mapping[str, Network]] | None = None
    """Networks with the integer k for the constant, from which the least k that serves is found."""
    most: Callable[[Values], int] | None = None
    """The paper's value of that constant."""
    remark: str = ""
    """What has to be said beside what is found, such as why a step is left out."""
    implied_by: str = ""
    """A relaxation that drops more: where that breaks nothing, this one doesn't."""

    @property
    def violates(self) -> bool:
        """Whether the relaxation is tried at instances at which the claim is not stated."""
        return bool(self.without or self.below)

    def problem(self, claim: Claim, parameters: Mapping[str, int | str], steps: Sequence[str] = ()) -> Problem:
        """The claim, or these steps of it, at an instance with the relaxation in place.

        Raises InputError where parameters are invalid for another reason than what is dropped.
        """
        problem = claim.problem(parameters, tuple(steps), without=self.without, below=self.below)
        definitions = tuple((name, self.definitions.get(name, term)) for name, term in problem.definitions)
        changed = tuple(self.changed.get(step.name, step) for step in problem.steps)
        used = frozenset().union(*(step.networks() for step in changed)) if changed else frozenset()
        values = problem.parameters
        networks = {name: network for name, network in problem.networks.items() if name in used}
        networks |= {name: build(values) for name, build in self.networks.items() if name in used}
        missing = used - set(networks)
        networks |= {name: claim.networks[name](values) for name in missing}
        if self.tie_rule is not None:
            networks = {name: with_tie_rule(network, self.tie_rule) for name, network in networks.items()}
        return replace(problem, definitions=definitions, networks=networks, steps=changed)


def relaxations(claim: Claim) -> tuple[Relaxation, ...]:
    """All relaxations of a claim: the automatic ones and those that it declares, by kind."""
    found = [*_hypotheses(claim), *_domains(claim), *_conditions(claim), *_tie_rules(claim), *claim.relaxable]
    for name, (steps, reason) in claim.spared.items():
        if not any(one.name == name for one in found):
            raise ValueError(f"{claim.label} has no relaxation {name} to leave steps out of")
        found = [
            replace(one, except_for=(*one.except_for, *steps), remark=reason) if one.name == name else one
            for one in found
        ]
    return tuple(sorted(found, key=lambda one: KINDS.index(one.kind)))


def find_relaxation(claim: Claim, drop: str) -> Relaxation:
    """The relaxation that `drop` names; braces, spaces and what stands in brackets behind a name don't matter.

    Raises InputError, with the nearest name, where there is none.
    """
    known = relaxations(claim)
    for simplified in (normalised, _without_source):
        for one in known:
            if simplified(drop) in {simplified(name) for name in (one.name, *one.aliases)}:
                return one
    names = {normalised(name): one.name for one in known for name in (*one.aliases, one.name)}
    if not names:
        raise InputError(f"drop: {claim.label} has nothing that can be relaxed")
    near = difflib.get_close_matches(normalised(drop), names, 1)
    hint = f"did you mean {names[near[0]]!r}?" if near else f"it has {', '.join(repr(one.name) for one in known)}"
    raise InputError(f"drop: {claim.label} has no relaxation {drop!r}; {hint}")


def normalised(name: str) -> str:
    """A name without spaces, braces and brackets, in lower case: delta^{-1} >= 2 and delta^(-1)>=2 are delta^-1>=2."""
    plain = name.lower().replace("\u2265", ">=").replace("\u2264", "<=").replace("\\", "")
    return re.sub(r"[\s{}()$*]", "", plain)


def _without_source(name: str) -> str:
    """The same without a remark in brackets at its end."""
    return normalised(re.sub(r"\s*\([^()]*\)\s*$", "", name))


def _hypotheses(claim: Claim) -> Iterator[Relaxation]:
    """Every hypothesis on the parameters, and what a parameter is at least although no hypothesis says so."""
    spoken_of: set[str] = set()
    for hypothesis in claim.hypotheses:
        names = _parameters(hypothesis)
        spoken_of |= set(names)
        aliases = (text(hypothesis.term), _without_remark(hypothesis.says))
        where = {"n >= 2": "n = 1", "m >= 2": "delta = 1"}.get(aliases[0], "violated")
        yield Relaxation(hypothesis.says, "hypothesis", where, aliases, without=(hypothesis.says,), below=names)
    for one in claim.parameters:
        if one.least > 1 and one.name not in spoken_of:
            shown = f"delta^-1 >= {one.least}" if one.name == "m" else f"{one.name} >= {one.least}"
            where = "delta = 1" if one.name == "m" else f"{one.name} < {one.least}"
            name = f"{shown} (on which check insists)"
            yield Relaxation(name, "hypothesis", where, (shown, f"{one.name} >= {one.least}"), below=(one.name,))


def _parameters(hypothesis: Hypothesis) -> tuple[str, ...]:
    """The parameters that a hypothesis speaks of."""
    return tuple(dict.fromkeys(part.names[0] for part in hypothesis.term.walk() if part.operator == "param"))


def _without_remark(says: str) -> str:
    return re.sub(r"\s*\([^()]*\)\s*$", "", says)


def _domains(claim: Claim) -> Iterator[Relaxation]:
    """Domains of different columns: what a step says of Category 1, said of Category 2 or of special entries too.

    Where a claim has steps over Category 2 or 3 without Category 1, its steps over Category 1 are a case of a case
    distinction, whose other case is one of these: no hypothesis is dropped there automatically (Lemma 8, whose
    Properties 1 to 3 are about G~_delta by hypothesis, declares its own).
    """
    if any({category2, category3} & set(step.over) and category1 not in step.over for step in claim.steps):
        return
    yield from different_columns(claim, tuple(step.name for step in claim.steps))


def different_columns(claim: Claim, names: Sequence[str]) -> Iterator[Relaxation]:
    """For these steps over Category 1: different columns dropped, and no entry -delta^(-nd) dropped."""
    for name, aliases, becomes, wider in (
        ("all columns of L are different", ("different columns", "L in G~_delta"), "L in G_delta", grid),
        (
            "no entry is -delta^(-nd)",
            ("regular entries",),
            "L in G+_delta, all columns different",
            different_or_special,
        ),
    ):
        swapped = {(category1,): (wider,), (pairs_of(category1),): (pairs_of(wider),)}
        steps = {one: claim.step(one) for one in names}
        changed = {one: replace(step, over=swapped[step.over]) for one, step in steps.items() if step.over in swapped}
        if changed:
            yield Relaxation(name, "domain", becomes, aliases, steps=tuple(changed), changed=changed)


different_or_special: Final[DomainSpec] = replace(category1, name="G+, different columns", specials="allowed")
"""The matrices of G+_delta, up to permutation, whose columns are all different."""


def _conditions(claim: Claim) -> Iterator[Relaxation]:
    """Every step with a condition: the step without it, and with its strict relations made weak, at the same points."""
    for step in claim.steps:
        if step.given is None:
            continue
        shown = text(step.given, {operand.term: name for name, operand in claim.operands.items()})
        free = {step.name: replace(step, given=None)}
        name = f"condition of {step.name}"
        yield Relaxation(name, "condition", f"without: {_brief(shown)}", (step.name,), (step.name,), changed=free)
        weak = _weakened(step.given)
        if weak != step.given:
            closed = {step.name: replace(step, given=weak)}
            becomes = f"strict relations made weak in: {_brief(shown)}"
            yield Relaxation(
                f"strictness of the condition of {step.name}",
                "strictness",
                becomes,
                steps=(step.name,),
                changed=closed,
                implied_by=name,
            )


def _brief(shown: str) -> str:
    return shown if len(shown) <= LONGEST_CONDITION else f"{shown[: LONGEST_CONDITION - 3]}..."


LONGEST_CONDITION: Final = 110


def _weakened(term: Term) -> Term:
    """The condition with < and > outside of negations and inner numbers made <= and >=."""
    if term.operator in ("<", ">"):
        return make(term.operator + "=", term.names, *term.arguments)
    if term.operator in ("and", "or"):
        return make(term.operator, term.names, *map(_weakened, term.arguments))
    if term.operator in ("all", "any"):
        return make(term.operator, term.names, *term.arguments[:-1], _weakened(term.arguments[-1]))
    return term


def _tie_rules(claim: Claim) -> Iterator[Relaxation]:
    """The hardmax that shares the weight among equal scores, where a claim has attention; not where rules are asked."""
    if any(one.name == "tie_rule" and one.ladder for one in claim.parameters):
        return
    problem = _some_instance(claim)
    speaking = (
        tuple(step.name for step in problem.steps if step.over and has_attention(problem, step)) if problem else ()
    )
    if not speaking:
        return
    for rule in (TieRule.LEFTMOST, TieRule.RIGHTMOST):
        name = f"hardmax shares equal maxima ({rule})"
        aliases = (f"tie rule {rule}", f"tie rule: {rule}", str(rule), f"average: {rule}")
        yield Relaxation(name, "tie rule", f"the {rule} one takes all", aliases, speaking, tie_rule=rule)


def _some_instance(claim: Claim) -> Problem | None:
    """The claim at a small instance, None where none of the smallest is one."""
    names = [one.name for one in claim.parameters if one.default is None]
    for values in itertools.product(range(1, 4), repeat=len(names)):
        if claim.stated_at(box := dict(zip(names, values, strict=True))):
            return claim.problem(box)
    return None


def has_attention(problem: Problem, step: Step) -> bool:
    """Whether a network that the step speaks of has an attention layer."""
    return any(
        isinstance(layer, AttentionLayer)
        for name in step.networks()
        for layer, _ in templates(problem.networks[name].items)
    )


def in_order(steps: Sequence[Step]) -> list[Step]:
    """Statement steps before proof lines before repaired ones, each in the paper's order."""
    kinds = (StepKind.STATEMENT, StepKind.PROOF_LINE, StepKind.REPAIRED)
    return sorted(steps, key=lambda step: kinds.index(step.kind))
