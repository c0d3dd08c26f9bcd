"""The record that comes with the sources: what the kernel accepted, and the text of what was stated then.

`assumptions.txt` has a line for each theorem: its statement and its assumptions as printed. `definitions.txt` has a
line for each definition that a statement unfolds to, and for each with which the kernel compares: the hash of its text.
Both are written by `exactua.proving.rocq.pins`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from exactua.proving.rocq.definitions import Definition, names_of, stated, unfolded
from exactua.proving.rocq.sources import Theorem, sources_folder

ASSUMPTIONS: Final = "assumptions.txt"
DEFINITIONS: Final = "definitions.txt"
COMPARISONS: Final = "Comparisons"
"""The file of the functions by which the kernel compares networks, states and points."""
_HEAD: Final = """\
# Each definition that a statement unfolds to, by file and name, and the hash of its text without comments; what else a
# file of definitions says (imports, scopes, coercions) is its context. Whoever weakens one changes what is proved: then
# a line differs. Written, and compared in every run of .ci/run, by python -m exactua.proving.rocq.pins.
"""


def pinned() -> dict[str, str]:
    """The hashes in definitions.txt, by the labels of definitions; none where there is no such file."""
    path = sources_folder() / DEFINITIONS
    if not path.is_file():
        return {}
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    return dict(line.rsplit("  ", 1) for line in lines)


def definitions_text(sources: Mapping[str, str], theorems: Iterable[Theorem]) -> str:
    """definitions.txt as it should be. Raises NotProved where a statement has no definition."""
    found = {one.label: one for one in stated(sources, theorems)}
    if f"{COMPARISONS}.v" in sources:
        found |= {one.label: one for one in unfolded(sources, names_of(sources, COMPARISONS))}
    return _HEAD + "\n".join(sorted(f"{one.label}  {one.pin}" for one in found.values())) + "\n"


def changed(sources: Mapping[str, str], theorems: Iterable[Theorem]) -> list[Definition]:
    """The definitions that these theorems' statements unfold to and that are not those pinned, in order.

    Raises NotProved where a statement has no definition.
    """
    pins = pinned()
    return [one for one in stated(sources, theorems) if pins.get(one.label) != one.pin]


def told(one: Definition) -> str:
    """That a definition is not the one pinned."""
    return (
        f"{one.module}.v: line {one.lines[0]}: {one.label} is not the definition that {DEFINITIONS} pins; where the "
        "change is meant, write the pins anew with python -m exactua.proving.rocq.pins"
    )


def read(path: Path) -> str:
    """A file of the record; "" where it is not there."""
    return path.read_text(encoding="utf-8") if path.is_file() else ""
