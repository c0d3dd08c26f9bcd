"""What a relaxation came to: what breaks first, or that nothing breaks on the instances that were tried."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from exactua.claims.decision import Witness
from exactua.claims.problem import Problem, Step
from exactua.claims.relaxation import Kind
from exactua.reprs import RichRepr


class Outcome(enum.StrEnum):
    """The answer to one relaxation."""

    BREAKS = "breaks"
    STAYS = "does not break"
    """No step broke on the instances that were tried; nothing is said of others."""
    UNBUILT = "cannot be built"
    INCONCLUSIVE = "inconclusive"


How = Literal["refuted", "undefined", "vacuous"]
"""A step that held is false; or speaks of what there is not; or no point is left that it speaks about."""


def listed(names: Iterable[str]) -> str:
    """The first six names, and how many more there are."""
    shown = list(names)
    return ", ".join(shown[:6]) + (f" and {len(shown) - 6} more" if len(shown) > 6 else "")


@dataclass(frozen=True)
class Break:
    """A step that holds as the paper has it and does not with the relaxation, at the least instance."""

    problem: Problem
    """The instance with that step alone, without its networks."""
    step: Step
    how: How
    witness: Witness | None
    reason: str | None
    points: int
    failures: int
    also: tuple[str, ...] = ()
    """Other steps that break at this instance."""


@dataclass(frozen=True)
class Finding:
    """One relaxation of one claim, with what it came to and over what."""

    claim: str
    """Label of the claim, or of the one step that was asked about."""
    name: str
    kind: Kind
    becomes: str
    outcome: Outcome
    first: Break | None
    statement: Break | None
    """The first statement step that breaks: `first`, where that is one; None where none does."""
    statements_asked: bool
    """Whether statement steps were asked about."""
    boxes: tuple[Mapping[str, int | str], ...]
    """The instances that were decided, smallest first; the last ones are left out once all is found."""
    points: int
    """Points of the instances at which nothing broke, counted for every step that was decided there."""
    asked: int
    """The number of steps that were asked about."""
    notes: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    """The parameters whose values were given: the command that finds a break again gives them too."""


@dataclass(frozen=True, repr=False)
class RelaxationTable(RichRepr):
    """All relaxations of some claims."""

    _told_by: ClassVar[str] = "exactua.commands.relax.function"

    title: str
    asked: str
    """What stands for LABEL on a command line: the paper, or the one claim that the table is about."""
    findings: tuple[Finding, ...]
    claims: tuple[tuple[str, str, str], ...]
    """Label, title and source of every claim, also of those without relaxations."""
    work: int
    """What an instance may count on the ladder."""
