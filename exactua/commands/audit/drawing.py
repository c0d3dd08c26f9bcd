"""Which mutants are looked at: a few of each operator and claim, drawn by a seed."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from exactua.commands.audit.certificates import mutants_of
from exactua.commands.audit.mutants import Change, Mutant, Over, instance
from exactua.commands.audit.operators import changes
from exactua.commands.audit.originals import Original
from exactua.errors import InputError
from exactua.terms.language import TermError

CERTIFICATES: Final = 12
"""Changed certificates of each claim, where one mutant of each operator over other data is drawn."""


@dataclass(frozen=True)
class Drawn:
    """A mutant with the original that it was made of."""

    original: Original
    mutant: Mutant

    @property
    def name(self) -> str:
        """The id that `--only` takes: the label that finds the claim, the instance, and the mutant's key."""
        return f"{instance(self.original.found_by, self.mutant.parameters)}#{self.mutant.key}"


@dataclass(frozen=True)
class Draw:
    """The mutants of one claim, by operator in the order in which operators first occur; how many were not made."""

    drawn: tuple[Drawn, ...]
    not_made: int


def draw(originals: Sequence[Original], seed: int, number: int, only: frozenset[Over]) -> Draw:
    """At most `number` mutants of each operator over the instances of one claim: the same for the same seed.

    They are drawn from networks and steps in turn, so that a long statement does not take the place of short ones.
    """
    by_operator: dict[tuple[Over, str], dict[tuple[int, str], list[Change]]] = {}
    for k, original in enumerate(originals):
        for change in changes(original):
            if change.over in only:
                groups = by_operator.setdefault((change.over, change.operator), {})
                groups.setdefault((k, change.step), []).append(change)
    label = originals[0].problem.label
    drawn: list[Drawn] = []
    not_made = 0
    for (over, operator), groups in by_operator.items():
        source = random.Random(f"{seed}:{label}:{over}:{operator}")
        by_name: dict[str, Drawn] = {}
        for k, change in _in_turn(groups, source):
            mutant = made(change)
            if mutant is None:
                not_made += 1
            else:
                by_name.setdefault(mutant.name, Drawn(originals[k], mutant))
            if len(by_name) >= number:
                break
        drawn += by_name.values()
    if "certificate" in only:
        drawn += _certificates(originals[0], seed, number)
    return Draw(tuple(drawn), not_made)


def _certificates(original: Original, seed: int, number: int) -> list[Drawn]:
    source = random.Random(f"{seed}:{original.problem.label}:certificate")
    return [Drawn(original, mutant) for mutant in mutants_of(original.decision, source, CERTIFICATES * number)]


def find_mutant(originals: Sequence[Original], key: str, seed: int, number: int) -> Drawn | None:
    """The mutant with this key among all of these instances, None where there is none.

    Changed certificates are looked for among those that this seed draws.
    """
    operator = key.rpartition(".")[0]
    for original in originals:
        for change in changes(original):
            if change.operator.replace(" ", "-") == operator:
                mutant = made(change)
                if mutant is not None and mutant.key == key:
                    return Drawn(original, mutant)
    certificates = (drawn for original in originals for drawn in _certificates(original, seed, number))
    return next((drawn for drawn in certificates if drawn.mutant.key == key), None)


def made(change: Change) -> Mutant | None:
    """The mutant, None where the changed data describes nothing."""
    try:
        return change.make()
    except (InputError, TermError):
        return None


def _in_turn(groups: dict[tuple[int, str], list[Change]], source: random.Random) -> Iterator[tuple[int, Change]]:
    """All changes, one of each group in turn, in an order that the source of chance gives."""
    waiting = [(k, list(members)) for (k, _), members in groups.items()]
    source.shuffle(waiting)
    while waiting:
        for group in list(waiting):
            k, members = group
            yield k, members.pop(source.randrange(len(members)))
            if not members:
                waiting.remove(group)
