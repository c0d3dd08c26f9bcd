"""A mutant: one change of the data of one claim at one instance."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from exactua.claims.problem import Problem
from exactua.commands.audit.record import OUTCOMES, OVER, Answer, Expected, Judgement, Outcome, Over

__all__ = ["OUTCOMES", "OVER", "Answer", "Change", "Expected", "Judgement", "Mutant", "Outcome", "Over", "instance"]


@dataclass(frozen=True)
class Mutant:
    """One change of the data of one claim at one instance.

    Over a network or a term `problem` is the changed problem, restricted to the steps that held before and depend on
    what was changed; `certificate` is None. Over a certificate `certificate` has the bytes of the changed file with its
    true digest, and `problem` is None.
    """

    over: Over
    operator: str
    """What the operator does, in a few words without commas: "weight + 1", "relation"."""
    claim: str
    """The claim's label."""
    parameters: Mapping[str, int | str]
    where: str
    """The place: "g_c.items[0].family.items[0].attention.heads[1].b_Q[0]" or "property3.term[2][0]"."""
    before: str
    after: str
    problem: Problem | None = None
    certificate: bytes | None = None
    expected: Expected = "unknown"

    @cached_property
    def key(self) -> str:
        """What tells it from others of the claim at the instance: the operator and a hash of place and change."""
        told = "\n".join((self.over, self.operator, self.where, self.before, self.after))
        return f"{self.operator.replace(' ', '-')}.{hashlib.sha256(told.encode()).hexdigest()[:8]}"

    @property
    def name(self) -> str:
        """The mutant in one word, whatever the seed: "yun2020:lemma8@d=2,n=3,m=2#weight-+-1.0f3a2b1c"."""
        return f"{instance(self.claim, self.parameters)}#{self.key}"


@dataclass(frozen=True)
class Change:
    """A mutant that has not been made yet: there are far more of them than are looked at.

    `make` raises InputError or TermError where the changed data describes nothing (a matrix of no shape, an empty
    activation): there is no such mutant then.
    """

    over: Over
    operator: str
    step: str
    """What it is drawn from in turn: the network or the step."""
    make: Callable[[], Mutant]


def instance(claim: str, parameters: Mapping[str, int | str]) -> str:
    """A claim at an instance in one word: "yun2020:lemma8@d=2,n=3,m=2"."""
    return f"{claim}@{','.join(f'{name}={value}' for name, value in parameters.items())}"
