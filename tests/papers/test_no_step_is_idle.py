"""No step is true whatever the networks are: its hypothesis is not its assertion, and no relation has two equal sides.

Only what is seen without computing: a step that is true of all numbers is a theorem, and such a step can say no.
"""

from __future__ import annotations

import pytest

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.claims.problem import Step
from exactua.claims.registry import find, labels
from exactua.grids.finite import levels
from exactua.terms.language import Term
from exactua.terms.tracing import Truth, every, implies, point

BINDERS = ("all", "any", "permutations")
REFLEXIVE = ("=", "<=", ">=")
IRREFLEXIVE = ("!=", "<", ">")
COMPARED = {
    "=": lambda x, y: x == y, "!=": lambda x, y: x != y, "<": lambda x, y: x < y,
    "<=": lambda x, y: x <= y, ">": lambda x, y: x > y, ">=": lambda x, y: x >= y,
}  # fmt: skip


def parts(term: Term | None) -> frozenset[Term]:
    """What is asserted together."""
    if term is None:
        return frozenset()
    if term.operator == "and":
        return frozenset().union(*map(parts, term.arguments))
    return frozenset([term])


def idle(term: Term, known: frozenset[Term] = frozenset(), wanted: bool = True) -> bool:
    """Whether a term is `wanted`, true or false, by its form alone, where the terms `known` are true."""
    if wanted and term in known:
        return True
    operator, arguments = term.operator, term.arguments
    if operator == "not":
        return idle(arguments[0], known, not wanted)
    if operator in ("and", "or"):
        several = all if wanted == (operator == "and") else any
        opposite = any(argument.operator == "not" and argument.arguments[0] in arguments for argument in arguments)
        return several(idle(argument, known, wanted) for argument in arguments) or (
            opposite and wanted == (operator == "or")
        )
    if operator == "implies":
        given, asserted = arguments
        if wanted:
            return idle(asserted, known | parts(given)) or idle(given, known, False)
        return idle(given, known) and idle(asserted, known, False)
    if operator in BINDERS:
        bound = term.names[0]
        free = frozenset(fact for fact in known if bound not in fact.free)
        return operator != "any" and wanted and idle(arguments[-1], free)
    if operator in COMPARED:
        left, right = arguments
        if left == right:
            return operator in (REFLEXIVE if wanted else IRREFLEXIVE)
        if left.operator == right.operator == "integer":
            return COMPARED[operator](left.value, right.value) is wanted
    return False


def is_idle(step: Step) -> bool:
    """Whether a step is true by its form alone."""
    if step.own is not None:
        return idle(step.own.holds)
    if step.bound is not None:
        return step.term == step.bound and step.relation in REFLEXIVE
    return step.fold == "each" and idle(step.term, parts(step.given))


COPIED = {"kajitsuka2024:corollary2": ["equation49"]}
"""Displays that are an earlier one with other letters: both are written down here, and that they agree is the check."""


@pytest.mark.parametrize("label", list(labels()))
def test_every_step_can_say_no(label: str) -> None:
    assert [step.name for step in find(label)[0].steps if is_idle(step)] == COPIED.get(label, [])


tried = Claim("test:idle", title="Idle", source="-", text="-", parameters=(Parameter("d", "-"), Parameter("n", "-")))
DIGITS = levels("digits", 0, 1, 3)


def step_of(term: Truth, given: Truth | None = None) -> Step:
    claim = Claim("test:idle", title="Idle", source="-", text="-", parameters=tried.parameters)
    claim.proof_line("-", over=(DIGITS,), given=None if given is None else lambda at: given, name="line")(
        lambda at: term
    )
    return claim.step("line")


def same(at: Operands) -> Truth:
    return point[1, 1] == point[1, 2]


@pytest.mark.parametrize(
    ("term", "given"),
    [
        (lambda at: same(at), lambda at: same(at) & (point[1, 1] > 0)),
        (lambda at: implies((point[1, 1] > 0) & same(at), same(at)), None),
        (lambda at: every(at.columns, lambda k: every(at.columns, lambda j: implies(point[1, k] > j, point[1, k] > j))), None),
        (lambda at: every(at.columns, lambda k: point[1, k] <= point[1, k]), None),
        (lambda at: same(at) | ~same(at), None),
        (lambda at: ~(point[1, 1] < point[1, 1]), None),
    ],
)  # fmt: skip
def test_what_is_true_by_its_form_is_found(term, given) -> None:
    at = tried.at()
    assert is_idle(step_of(term(at), None if given is None else given(at)))


@pytest.mark.parametrize(
    ("term", "given"),
    [
        (lambda at: same(at) & (point[1, 1] > 0), lambda at: same(at)),
        (lambda at: implies(same(at), point[1, 1] > 0), None),
        (lambda at: every(at.columns, lambda k: point[1, k] > 0), lambda at: point[1, 1] > 0),
        (lambda at: point[1, 1] * 0 == 0, None),
    ],
)
def test_what_is_true_of_numbers_alone_is_left_to_the_numbers(term, given) -> None:
    at = tried.at()
    assert not is_idle(step_of(term(at), None if given is None else given(at)))
