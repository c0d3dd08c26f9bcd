"""Sign-offs on disk: who read which step beside its paper. One file comes with exactua; users have their own.

    [[signoff]]
    step = "yun2020:lemma8.property3"
    statement = "sha256:..."
    by = "..."
    quote = "the words of the paper"
    page = "13"

A step of a file is named from the folder of the sign-offs on: "my_lemma.py::lemma.grows". Nothing that such a file
names is run to show its sign-offs beside a claim that is shown anyway.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from exactua.arithmetic.messages import brief
from exactua.claims.claim import Claim
from exactua.claims.problem import Step
from exactua.claims.registry import PAPERS
from exactua.claims.signoff import ReadBy, Signoff
from exactua.claims.verdicts import StepKind
from exactua.errors import InputError
from exactua.file_access import read_bytes
from exactua.output_files import ANY, NEW, require_writable, write_text
from exactua.proofs_folder import proofs_folder
from exactua.python_files import SEPARATOR

OURS: Final = Path(__file__).with_name("signoffs.toml")
"""The file that comes with exactua: of the steps of its papers."""
OWN: Final = Path("signoffs.toml")
"""A user's own, in the current folder."""
LARGEST_FILE: Final = 2**20
LONGEST: Final = {"by": 200, "quote": 2_000, "page": 40}
"""Characters of what a person writes."""
KEYS: Final = ("step", "statement", "by", "quote", "page")
NEEDED: Final = KEYS[:-1]
_HASH: Final = re.compile(r"sha256:[0-9a-f]{64}")
_BEGINNING: Final = """\
# Who read which step beside its paper, and says that it says what the paper says.
# exactua signoff STEP --by NAME --quote "..." adds an entry here.
"""


@dataclass(frozen=True)
class Signoffs:
    """The sign-offs of one file, in its order."""

    path: Path
    entries: tuple[Signoff, ...] = ()

    def key(self, entry: Signoff) -> str:
        """What the label of an entry means in any folder: `key_of` of its step, if there is one."""
        file, separator, name = entry.step.rpartition(SEPARATOR)
        return f"{(self.path.parent / file).resolve()}{separator}{name}" if separator else entry.step

    def label_of(self, claim: Claim, step: Step) -> str:
        """The label of a step as this file writes it."""
        file, separator, name = claim.found_by.rpartition(SEPARATOR)
        if not separator:
            return key_of(claim, step)
        return f"{os.path.relpath(file, self.path.parent.resolve())}{separator}{name}.{step.name}"


def key_of(claim: Claim, step: Step) -> str:
    """What names a step in any folder."""
    return f"{claim.found_by}.{step.name}"


def unsaid(claim: Claim, step: Step) -> str:
    """Why no words of a paper say the step, in a sentence; "" where they may."""
    if step.kind is StepKind.REPAIRED:
        line = step.name.partition("@")[0]
        return f"{step.name} is a repair, which the paper does not say; sign off {line}"
    if claim.is_ours:
        return f"{claim.label} is a claim of exactua on the paper, which its authors do not make"
    return "" if step.said else f"the paper does not say {step.name}, which is used there or is a remark of exactua"


def is_in_checkout() -> bool:
    """Whether the current folder lies in the checkout that runs, in which the file of the papers is kept."""
    root = proofs_folder().parent
    return (root / "pyproject.toml").is_file() and Path.cwd().resolve().is_relative_to(root.resolve())


def default_file(claim: Claim) -> Path:
    """Where a sign-off of a claim goes unless it is told: that of the papers in a checkout, else the user's own."""
    of_paper = claim.found_by.rpartition(":")[0] in PAPERS
    return OURS if of_paper and is_in_checkout() else OWN


def read(path: Path) -> Signoffs:
    """The sign-offs of a file. Raises InputError, with file and entry, where it is none of sign-offs."""
    return parse(_text(path), path)


def _text(path: Path) -> str:
    try:
        return read_bytes(path, "file", LARGEST_FILE).decode("utf-8")
    except UnicodeDecodeError:
        raise InputError(f"{path}: not UTF-8 text; a file of sign-offs is a TOML file") from None


def parse(text: str, path: Path) -> Signoffs:
    """The sign-offs that a text is; `path` is its name in messages."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: not a TOML file ({error})") from None
    for key in data:
        if key != "signoff":
            raise InputError(f"{path}: unknown key {key!r}; a file of sign-offs has [[signoff]] alone")
    entries = data.get("signoff", [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise InputError(f"{path}: signoff: write each under a [[signoff]] of its own")
    signoffs = Signoffs(path, tuple(_entry(entry, f"{path}: signoff {k}") for k, entry in enumerate(entries, 1)))
    seen: dict[tuple[str, str], int] = {}
    for k, entry in enumerate(signoffs.entries, 1):
        first = seen.setdefault((signoffs.key(entry), _person(entry.by)), k)
        if first != k:
            raise InputError(f"{path}: signoff {k}: {brief(entry.by)} has signed off {entry.step} in signoff {first}")
    return signoffs


def _entry(entry: Mapping[str, Any], where: str) -> Signoff:
    for key, value in entry.items():
        if key not in KEYS:
            raise InputError(f"{where}: unknown key {key!r}; known: {', '.join(KEYS)}")
        if not isinstance(value, str):
            shown = "a list or a table" if isinstance(value, (list, dict)) else brief(value)
            raise InputError(f"{where}: {key}: {shown} is not a string")
    for key in NEEDED:
        if key not in entry:
            raise InputError(f"{where}: {key} is missing")
    if not _HASH.fullmatch(entry["statement"]):
        raise InputError(f"{where}: statement: {brief(entry['statement'])} is not sha256: and 64 hexadecimal digits")
    if not entry["step"].strip():
        raise InputError(f"{where}: step: it is empty; give the label of a step")
    try:
        words = {key: words_of(entry.get(key, ""), key) for key in LONGEST}
    except InputError as error:
        raise InputError(f"{where}: {error}") from None
    return Signoff(entry["step"], entry["statement"], **words)


def words_of(given: str, argument: str) -> str:
    """What a person writes, in one line. Raises InputError where it says nothing, is too long or can't be printed.

    A page alone may be left out.
    """
    words = " ".join(given.split())
    if not words and argument != "page":
        what = "the name of the person who read the step" if argument == "by" else "the words of the paper"
        raise InputError(f"{argument}: it is empty; give {what}")
    if len(words) > LONGEST[argument]:
        raise InputError(f"{argument}: it has {len(words):,} characters; at most {LONGEST[argument]:,} are taken")
    if not words.isprintable():
        raise InputError(f"{argument}: {brief(words)} has characters that can't be printed; leave them out")
    return words


def _person(name: str) -> str:
    return " ".join(name.split()).casefold()


def here() -> tuple[Signoffs, ...]:
    """The sign-offs that are shown: those that come with exactua, and the user's own in the current folder.

    Raises InputError where a file can't be read.
    """
    paths = {path.resolve(): path for path in (OURS, OWN) if path.exists()}
    return tuple(read(path) for path in paths.values())


class Readers:
    """Who read which step, of several files of sign-offs at once."""

    def __init__(self, files: Iterable[Signoffs]) -> None:
        self._entries: dict[str, list[Signoff]] = {}
        for file in files:
            for entry in file.entries:
                known = self._entries.setdefault(file.key(entry), [])
                if entry not in known:
                    known.append(entry)

    def of(self, claim: Claim, step: Step, statement: str | None = None) -> tuple[ReadBy, ...]:
        """The sign-offs of a step, those that are not stale first; `statement` is its hash now, where it is at hand.

        None of a step that the paper does not say.
        """
        entries = self._entries.get(key_of(claim, step), ())
        if not entries or unsaid(claim, step):
            return ()
        now = statement or claim.statement_hash(step)
        read_by = (ReadBy(entry, entry.statement != now) for entry in entries)
        return tuple(sorted(read_by, key=lambda reader: reader.stale))


def require_file(path: Path) -> Signoffs:
    """The sign-offs of a file that is to be written, of none where it is missing.

    Raises InputError, before anything is done, where it is another file, or can't be written.
    """
    if not os.path.lexists(path):
        require_writable(path, "file", NEW)
        return Signoffs(path)
    require_writable(path, "file", ANY)
    return read(path)


def of_person(signoffs: Signoffs, key: str, by: str) -> Signoff | None:
    """What this person says of the step with this key in a file; capitals and spaces of the name don't matter."""
    return next(
        (entry for entry in signoffs.entries if signoffs.key(entry) == key and _person(entry.by) == _person(by)), None
    )


def rewrite(signoffs: Signoffs, remove: Sequence[Signoff], add: Sequence[Signoff] = ()) -> None:
    """Writes the file without some of its entries and with others behind them; all comments stay.

    Raises InputError where it was changed since it was read, or where it can't be written.
    """
    import tomlkit

    path = signoffs.path
    exists = os.path.lexists(path)
    text = _text(path) if exists else _BEGINNING
    if parse(text, path) != signoffs:
        raise InputError(f"{path}: the file was changed meanwhile; run the command again")
    document = tomlkit.parse(text)
    if removed := [number for number, entry in enumerate(signoffs.entries) if entry in remove]:
        for number in reversed(removed):
            del document["signoff"][number]
        if not document["signoff"]:
            del document["signoff"]
    new = document.as_string()
    for entry in add:
        values = {key: value for key in KEYS if (value := getattr(entry, key))}
        new = f"{new.rstrip()}\n\n{tomlkit.dumps({'signoff': [values]})}"
    kept = tuple(entry for entry in signoffs.entries if entry not in remove)
    if parse(new, path) != Signoffs(path, (*kept, *add)):
        raise InputError(f"{path}: can't be updated in place; write each sign-off under a [[signoff]] of its own")
    write_text(path, new.rstrip() + "\n", "file", ANY if exists else NEW)
