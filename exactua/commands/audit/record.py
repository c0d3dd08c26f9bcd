"""A mutant: one change of the data of one claim at one instance; and what an audit found: who said no to it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final, Literal

from exactua.claims.problem import Problem
from exactua.reprs import RichRepr

Over = Literal["network", "term", "certificate"]
"""What an operator changes: the data of a network, what a claim says, or a field of a certificate."""
OVER: Final[tuple[Over, ...]] = ("network", "term", "certificate")
Expected = Literal["unknown", "weaker", "false"]
"""What is known of a mutant by the way it is made.

"weaker": it says no more than the original, which holds, so nobody may refute it. "false": it can't be true, so
everybody has to say no. "unknown": only evaluating it can tell.
"""
Answer = Literal["caught", "passed", "no answer"]
"""What one evaluator or verifier says to a mutant.

"caught": it says no (a step that held is refuted, or can't be evaluated; a certificate is not confirmed). "passed": it
finds nothing wrong. "no answer": it says that it can't decide, or that the mutant asserts nothing.
"""
Outcome = Literal["caught", "harmless", "no answer", "weaker", "survived", "disagreement"]
"""What becomes of a mutant.

"caught": everybody who was asked said no. "harmless": all that held is still true of it, by everybody: it is the same,
as far as the claim can tell at this instance. "no answer": everybody alike says that nothing is asserted, or that one
point can't stand for its orbit. "weaker": it had to survive, and did. "survived": it is false, and somebody
passed it. "disagreement": two of those who were asked say different things, or a weaker mutant was refuted.

Of these, "caught" and "survived" make the score, "disagreement" makes the audit fail.
"""
OUTCOMES: Final[tuple[Outcome, ...]] = ("caught", "survived", "disagreement", "harmless", "no answer", "weaker")

Told = tuple[str, str, str]
"""Where a mutant differs, and what stands there before and after."""


@dataclass(frozen=True)
class Judgement:
    """What was said to a mutant, by whom. None: that one was not asked, or is not here.

    `fast` is the fast evaluator: exact batches for grids, affine forms for cells; None where there is none for any of
    the steps. The verifiers are given the honest certificate of the mutant, which they have to confirm, and the lie
    that nothing is wrong with it, which they have to refuse. `pin` is whether the hash that pins the statement (of a
    network: the digest of the certificate) differs from the original's.
    """

    literal: Answer | None
    fast: Answer | None
    verifier: Answer | None
    foreign: Answer | None
    pin: Answer | None
    outcome: Outcome
    said_no: tuple[str, ...] = ()
    """The steps that are refuted or can't be evaluated, in the claim's order."""
    remark: str = ""
    """Why there is no answer, who accepted what, or where two differ."""

    @property
    def counts(self) -> bool:
        """Whether the mutant is in the score: it is not the same as the original, nor weaker."""
        return self.outcome in ("caught", "survived", "disagreement")


@dataclass(frozen=True)
class Row:
    """One mutant as it is told, and what was said to it."""

    name: str
    """The id that `--only` takes."""
    over: Over
    operator: str
    claim: str
    parameters: Mapping[str, int | str]
    where: str
    before: str
    after: str
    expected: Expected
    judgement: Judgement
    repeatable: bool = True
    """Whether `--only` finds the claim."""


@dataclass(frozen=True)
class Audited:
    """What was audited of one claim: its instances, and the steps of them by whether they were changed."""

    claim: str
    boxes: tuple[Mapping[str, int | str], ...]
    held: int
    """Steps that hold at one of the instances."""
    left_out: int
    """Steps that hold at none: refuted, vacuous or inconclusive ones, of which no mutant is made."""
    statements: Mapping[str, str]
    """The statement hash of each step that was changed."""


@dataclass(frozen=True, repr=False)
class AuditTable(RichRepr):
    """An audit: every mutant that was looked at, in the order of the claims."""

    _told_by: ClassVar[str] = "exactua.commands.audit.function"

    rows: tuple[Row, ...]
    claims: tuple[Audited, ...]
    seed: int
    mutants: int
    """Mutants for each operator and claim, at most."""
    not_made: int
    """Changes that were drawn and describe nothing: there is no such mutant."""
    missing: int
    """Mutants that were not looked at because the budget ran out."""
    not_reached: int
    """Claims of which no mutant was drawn because it ran out."""
    foreign: bool
    """Whether the foreign verifier was asked."""

    @property
    def score(self) -> tuple[int, int]:
        """How many mutants that count (they are not harmless, nor weaker) were caught by all, and how many count."""
        counted = [row for row in self.rows if row.judgement.counts]
        return sum(row.judgement.outcome == "caught" for row in counted), len(counted)

    def of(self, outcome: Outcome) -> tuple[Row, ...]:
        """The mutants with this outcome."""
        return tuple(row for row in self.rows if row.judgement.outcome == outcome)

    @property
    def exit_code(self) -> int:
        """4 where anybody disagrees, else 1 where a mutant survived, else 3 where the budget ran out, else 0."""
        if self.of("disagreement"):
            return 4
        if self.of("survived"):
            return 1
        return 3 if self.missing or self.not_reached else 0


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
        return key_of(self.over, self.operator, (self.where, self.before, self.after))

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
    told: Callable[[], Told]
    make: Callable[[], Mutant]

    @property
    def key(self) -> str:
        """The key of the mutant, whether there is one or not."""
        return key_of(self.over, self.operator, self.told())


def key_of(over: Over, operator: str, told: Told) -> str:
    """The operator, and a hash of place and change."""
    text = "\n".join((over, operator, *told))
    return f"{operator.replace(' ', '-')}.{hashlib.sha256(text.encode()).hexdigest()[:8]}"


def instance(claim: str, parameters: Mapping[str, int | str]) -> str:
    """A claim at an instance in one word: "yun2020:lemma8@d=2,n=3,m=2"."""
    return f"{claim}@{','.join(f'{name}={value}' for name, value in parameters.items())}"
