"""What may be relaxed in a claim, and which relaxation a name means.

Hypotheses, conditions of steps, domains of different columns and tie rules may be without being declared; constants,
windows and layers are what a claim declares with `Claim.relaxes`.
"""

from __future__ import annotations

import difflib
import itertools
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from exactua.arithmetic.messages import cut
from exactua.claims.problem import Problem, Step
from exactua.claims.relaxation import KINDS, Relaxation, different_columns
from exactua.errors import InputError
from exactua.grids.categories import category1, category2, category3
from exactua.networks import TieRule
from exactua.networks.items import templates
from exactua.terms.language import Term, make
from exactua.terms.printing import text

if TYPE_CHECKING:
    from exactua.claims.claim import Claim, Hypothesis


def relaxations(claim: Claim) -> tuple[Relaxation, ...]:
    """All relaxations of a claim: the automatic ones and those that it declares, by kind."""
    known = [*_hypotheses(claim), *_domains(claim), *_conditions(claim), *_tie_rules(claim), *claim.relaxable]
    for name, (steps, reason) in claim.spared.items():
        if not any(relaxation.name == name for relaxation in known):
            raise ValueError(f"{claim.label} has no relaxation {name} to leave steps out of")
        known = [
            replace(relaxation, except_for=(*relaxation.except_for, *steps), remark=reason)
            if relaxation.name == name
            else relaxation
            for relaxation in known
        ]
    return tuple(sorted(known, key=lambda relaxation: KINDS.index(relaxation.kind)))


def find_relaxation(claim: Claim, drop: str) -> Relaxation:
    """The relaxation that `drop` names, or that alone begins so.

    Braces and spaces don't matter, nor does a remark in brackets behind a name.

    Raises InputError, with the nearest name, where there is none.
    """
    known = relaxations(claim)
    for simplified in (normalised, _without_source):
        for relaxation in known:
            if simplified(drop) in {simplified(name) for name in (relaxation.name, *relaxation.aliases)}:
                return relaxation
    begin = [relaxation for relaxation in known if normalised(relaxation.name).startswith(normalised(drop))]
    if len(begin) == 1 and normalised(drop):
        return begin[0]
    names = {
        normalised(name): relaxation.name for relaxation in known for name in (*relaxation.aliases, relaxation.name)
    }
    if not names:
        raise InputError(f"drop: {claim.label} has nothing to relax")
    near = difflib.get_close_matches(normalised(drop), names, 1)
    hint = (
        f"did you mean {names[near[0]]!r}?"
        if near
        else f"it has {', '.join(repr(relaxation.name) for relaxation in known)}"
    )
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
    for parameter in claim.parameters:
        if parameter.least > 1 and parameter.name not in spoken_of:
            shown = (
                f"delta^-1 >= {parameter.least}" if parameter.name == "m" else f"{parameter.name} >= {parameter.least}"
            )
            where = "delta = 1" if parameter.name == "m" else f"{parameter.name} < {parameter.least}"
            name = f"{shown} (on which check insists)"
            yield Relaxation(
                name, "hypothesis", where, (shown, f"{parameter.name} >= {parameter.least}"), below=(parameter.name,)
            )


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


def _conditions(claim: Claim) -> Iterator[Relaxation]:
    """Every step with a condition: the step without it, and with its strict relations made weak, at the same points."""
    for step in claim.steps:
        if step.given is None:
            continue
        shown = text(step.given, {operand.term: name for name, operand in claim.operands.items()})
        free = {step.name: replace(step, given=None)}
        name = f"condition of {step.name}"
        becomes = f"without: {cut(shown, LONGEST_CONDITION)}"
        yield Relaxation(name, "condition", becomes, (step.name,), (step.name,), changed=free)
        weak = _weakened(step.given)
        if weak != step.given:
            closed = {step.name: replace(step, given=weak)}
            becomes = f"strict relations made weak in: {cut(shown, LONGEST_CONDITION)}"
            yield Relaxation(
                f"strictness of the condition of {step.name}",
                "strictness",
                becomes,
                steps=(step.name,),
                changed=closed,
                implied_by=name,
            )


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
    """How hardmax breaks ties, by each rule that not all layers have; none where a claim goes through rules itself."""
    if any(parameter.name == "tie_rule" and parameter.ladder for parameter in claim.parameters):
        return
    problem = _some_instance(claim)
    speaking = (
        tuple(step.name for step in problem.steps if step.over and has_attention(problem, step)) if problem else ()
    )
    if not speaking:
        return
    assert problem is not None
    own = {rule for step in problem.steps if step.name in speaking for rule in _rules(problem, step)}
    said, short = _SAID_OF_TIES[next(iter(own)) if len(own) == 1 else None]
    everywhere = " in every layer" if len(own) > 1 else ""
    for rule in TieRule:
        if own == {rule}:
            continue
        share = "equal maxima share" if rule is TieRule.AVERAGE else f"the {rule} one takes all"
        aliases = (f"tie rule {rule}", f"tie rule: {rule}", str(rule), f"{short}: {rule}")
        yield Relaxation(f"{said} ({rule})", "tie rule", share + everywhere, aliases, speaking, tie_rule=rule)


_SAID_OF_TIES: Final = {
    TieRule.AVERAGE: ("hardmax shares equal maxima", "average"),
    TieRule.LEFTMOST: ("the leftmost of equal maxima takes all", "leftmost"),
    TieRule.RIGHTMOST: ("the rightmost of equal maxima takes all", "rightmost"),
    None: ("each layer has its own tie rule", "own"),
}
"""What a claim's layers do with equal maxima, and a short word for it; None: not all the same."""


def _some_instance(claim: Claim) -> Problem | None:
    """The claim at a small instance, None where none of the smallest is one.

    Sizes that are fixed by construction are as they are. Raises InputError where no network can be built at any.
    """
    likely = claim.likely_values
    wanting = [
        parameter.name
        for parameter in claim.parameters
        if parameter.default is None and claim.only_size(parameter.name, likely) is None
    ]
    failed: InputError | None = None
    for values in itertools.product(range(1, 4), repeat=len(wanting)):
        if claim.stated_at(box := dict(zip(wanting, values, strict=True))):
            try:
                return claim.problem(box)
            except InputError as error:  # such as a network that is for n >= 2 alone
                failed = failed or error
    if failed is not None:
        raise failed
    return None


def has_attention(problem: Problem, step: Step) -> bool:
    """Whether a network that the step speaks of has a layer of hardmax attention."""
    return bool(_rules(problem, step))


def _rules(problem: Problem, step: Step) -> set[TieRule]:
    """The tie rules of the layers of the networks that the step speaks of."""
    layers = (layer for name in step.networks() for layer, _ in templates(problem.networks[name].items))
    return {layer.tie_rule for layer in layers if layer.tie_rule is not None}
