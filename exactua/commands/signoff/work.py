"""Sign-offs as they are asked for: written, taken back, and held against the steps as they are now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from exactua.arithmetic.messages import brief
from exactua.claims.claim import Claim
from exactua.claims.problem import Step
from exactua.claims.registry import find
from exactua.claims.signoff import ReadBy, Signoff
from exactua.errors import InputError
from exactua.evidence import signoffs
from exactua.evidence.signoffs import Signoffs

WANTED: Final = {
    "by": ("the name of the person who read the step"),
    "quote": "the words of the paper that the step states",
}


@dataclass(frozen=True)
class Signed:
    """A sign-off that was written."""

    path: Path
    step: Step
    entry: Signoff
    replaced: bool
    """Whether a stale one of the same person is replaced."""


@dataclass(frozen=True)
class Listed:
    """A sign-off of a file, held against its step."""

    path: Path
    entry: Signoff
    read_by: ReadBy | None
    """None: it does not count."""
    reason: str = ""
    """Why it does not: there is no such step, or the paper does not say it."""


def sign(label: str, by: str, quote: str, page: str, file: Path | None) -> Signed:
    """Writes a sign-off of the step that a label names.

    Raises InputError where there is no such step, where the paper does not say it, where the same person has signed it
    off as it is now, for a name or a quote that says nothing, and where the file can't be written.
    """
    claim, step = step_of(label)
    if why := signoffs.unsaid(claim, step):
        raise InputError(f"step: {why}")
    words = {key: signoffs.words_of(given, key) for key, given in (("by", by), ("quote", quote), ("page", page))}
    known = signoffs.require_file(file or signoffs.default_file(claim))
    statement = claim.statement_hash(step)
    before = signoffs.of_person(known, signoffs.key_of(claim, step), words["by"])
    if before is not None and before.statement == statement:
        raise InputError(
            f"by: {brief(before.by)} has signed off {before.step} in {known.path}; take that back first, by "
            "`exactua signoff STEP --remove --by NAME`"
        )
    entry = Signoff(known.label_of(claim, step), statement, **words)
    signoffs.rewrite(known, [] if before is None else [before], [entry])
    return Signed(known.path, step, entry, before is not None)


def step_of(label: str) -> tuple[Claim, Step]:
    """The step that a label names. Raises InputError where there is none, or where it names a whole claim."""
    claim, name = find(label)
    claim.require_steps()
    if name is None:
        names = ", ".join(step.name for step in claim.steps)
        raise InputError(f"step: {brief(label)} is a claim, but a person signs off one step; it has {names}")
    return claim, claim.step(name)


def remove(label: str, by: str | None, file: Path | None) -> tuple[Path, Signoff]:
    """Takes a sign-off back: where it was, and what it was. The step need not be there any more.

    Raises InputError where there is none, and where several people signed the step off and no name says which.
    """
    key, default = _key(label)
    path = file or default
    if not path.exists():
        raise InputError(f"file: there is no file {path}, so nothing is signed off in it; give --file FILE")
    known = signoffs.require_file(path)
    entries = [entry for entry in known.entries if entry.step == label or known.key(entry) == key]
    if by is not None:
        name = signoffs.words_of(by, "by")
        named = [entry for entry in entries if signoffs.of_person(Signoffs(path, (entry,)), known.key(entry), name)]
        if entries and not named:
            raise InputError(f"by: {brief(name)} has not signed off {label} in {path}; {_people(entries)}")
        entries = named
    if not entries:
        raise InputError(f"step: {brief(label)} is not signed off in {path}; `exactua signoff --list` shows what is")
    if len(entries) > 1:
        raise InputError(f"by: several people signed off {label} in {path}; give --by NAME: {_people(entries)}")
    signoffs.rewrite(known, entries)
    return path, entries[0]


def _key(label: str) -> tuple[str, Path]:
    """The key of a label, and its default file; of one that names no step any more, the label itself."""
    try:
        claim, step = step_of(label)
    except InputError:
        return label, signoffs.OURS if signoffs.is_in_checkout() and not signoffs.OWN.exists() else signoffs.OWN
    return signoffs.key_of(claim, step), signoffs.default_file(claim)


def _people(entries: Sequence[Signoff]) -> str:
    return f"signed off by {', '.join(entry.by for entry in entries)}"


def listed(file: Path | None, label: str | None = None) -> list[Listed]:
    """The sign-offs of a file, or of all that are shown, each held against its step as it is now.

    `label` restricts them to one step, or to the steps of a claim. Raises InputError where a file can't be read, and
    where there is no such claim.
    """
    files = signoffs.here() if file is None else (signoffs.read(file),)
    wanted = None if label is None else _keys(label)
    result = []
    for known in files:
        for entry in known.entries:
            key = known.key(entry)
            if wanted is None or key in wanted:
                result.append(_held(known, entry, key))
    return result


def _keys(label: str) -> set[str]:
    claim, name = find(label)
    return {signoffs.key_of(claim, step) for step in claim.steps if name in (None, step.name)}


def _held(known: Signoffs, entry: Signoff, key: str) -> Listed:
    try:
        claim, step = step_of(key)
    except InputError as error:
        return Listed(known.path, entry, None, str(error))
    if signoffs.key_of(claim, step) != key:
        return Listed(known.path, entry, None, f"step: write {known.label_of(claim, step)}")
    if why := signoffs.unsaid(claim, step):
        return Listed(known.path, entry, None, f"step: {why}")
    (read_by,) = signoffs.Readers([Signoffs(known.path, (entry,))]).of(claim, step)
    return Listed(known.path, entry, read_by)
