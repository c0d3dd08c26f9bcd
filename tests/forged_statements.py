"""Certificates that are true, under the name of Lemma 8, and are not Lemma 8: three ways, at an instance and for all D."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Final

from exactua.arithmetic.rationals import Rational
from exactua.certificates.writing import certificate
from exactua.claims.claim import Claim
from exactua.claims.problem import Problem
from exactua.claims.registry import find
from exactua.deciding.running import decide
from exactua.grids.categories import category2
from exactua.networks import AttentionLayer, Network
from exactua.papers.yun2020.selective_shift import contextual_map, profile, psi
from exactua.proving.symbolic import certificates as symbolic
from exactua.proving.symbolic.general import decide_for_all_D
from exactua.terms.language import Term, integer, make

INSTANCE: Final = {"d": 2, "n": 3, "m": 2}


def lemma8() -> Claim:
    return find("yun2020:lemma8")[0]


def one_category(problem: Problem) -> Problem:
    """Property 4 over category 2 only."""
    step = next(step for step in problem.steps if step.name == "property4")
    return problem.with_steps(replace(step, over=(category2,)))


def nothing_asserted(problem: Problem) -> Problem:
    """Property 3 of no column: its "all" is empty."""
    step = next(step for step in problem.steps if step.name == "property3")
    return problem.with_steps(
        replace(step, term=make("all", step.term.names, integer(1), integer(0), step.term.arguments[2]))
    )


def another_gain(problem: Problem) -> Problem:
    """The last gain twice as large, and t_l and t_r with it."""

    def doubled(name: str, term: Term) -> Term:
        return term if name == "D" else make("*", (), integer(2), term)

    changed = replace(problem, definitions=tuple((name, doubled(name, term)) for name, term in problem.definitions))
    return changed.with_networks({"g_c": with_gain(2)} if problem.networks else {})


def with_gain(factor: int) -> Network:
    """g_c with another gain of its last layer."""
    own, (d, n, m) = contextual_map(INSTANCE), INSTANCE.values()
    last = AttentionLayer((psi(d, m, Rational(0), gain=factor * Rational(m) ** (d * (n + 1))),))
    return Network(d, (own.items[0], last), own.stages)


FORGERIES: Final[dict[str, Callable[[Problem], Problem]]] = {
    "one category": one_category,
    "nothing asserted": nothing_asserted,
    "another gain": another_gain,
}
WRONG: Final = {
    "one category": "step property4 is not that",
    "nothing asserted": "step property3 is not that",
    "another gain": "steps t_l_positive, t_l_below_t_r, property3 and 1 more are not those",
}
"""What is said of the forgery of this name."""


@cache
def at_instance(name: str | None, gain: int = 1, steps: tuple[str, ...] = ()) -> bytes:
    """The certificate of a forgery at d = 2, n = 3, delta = 1/2; None: of Lemma 8 itself, perhaps with another gain."""
    problem = lemma8().problem(INSTANCE, steps)
    if gain != 1:
        problem = problem.with_networks({"g_c": with_gain(gain)})
    return certificate(decide(problem if name is None else FORGERIES[name](problem))).encode()


@cache
def for_all_D(name: str | None, gain: int = 1, steps: tuple[str, ...] = ()) -> bytes:
    """The same for all D at n = 3."""
    decision = decide_for_all_D(lemma8(), 3, steps)
    if name is not None:
        changed = FORGERIES[name](decision.problem)
        steps_found = (replace(result, step=step) for result, step in zip(decision.steps, changed.steps, strict=True))
        decision, gain = (
            replace(decision, problem=changed, steps=tuple(steps_found)),
            2 if name == "another gain" else 1,
        )
    if gain != 1:
        own = profile(3)
        (head,) = own.stacks[-1].heads
        last = replace(own.stacks[-1], heads=(replace(head, gain=tuple(gain * x for x in head.gain)),))
        decision = replace(decision, profiles={"g_c": replace(own, stacks=(*own.stacks[:-1], last))})
    return symbolic.certificate(decision, {}).encode()
