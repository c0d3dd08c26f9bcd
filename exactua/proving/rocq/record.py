"""The record that comes with the sources: what the kernel accepted, and the text of what was stated then.

`assumptions.txt` has a line for each theorem: its statement and its assumptions as printed. `definitions.txt` has a
line for each definition that a statement unfolds to, and for each with which the kernel compares: the hash of its text.
Both are written by `exactua.proving.rocq.pins`. `ties.txt` has a line for each comparison of networks, states and
points that the kernel computed: the hash of the expression and the values. `exactua.proving.rocq.ties` writes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from exactua.claims.registry import find
from exactua.proving.rocq.building import Built
from exactua.proving.rocq.comparison import Tie
from exactua.proving.rocq.definitions import Definition, definition, names_of, stated, unfolded
from exactua.proving.rocq.generate import CLAIMS, exported
from exactua.proving.rocq.networks import VALUES
from exactua.proving.rocq.sources import Theorem, source_hash, sources_folder, theorems
from exactua.proving.rocq.toolchain import NotProved

ASSUMPTIONS: Final = "assumptions.txt"
DEFINITIONS: Final = "definitions.txt"
TIES: Final = "ties.txt"
COMPARISONS: Final = "Comparisons"
"""The file of the functions by which the kernel compares networks, states and points."""
_ASSUMPTIONS_HEAD: Final = """\
# Each theorem, the hash of its statement, and what Rocq prints about its assumptions. For a step of a claim that is its
# statement hash; for a statement of Statements.v it is that of the definition's text. Written, and compared in every
# run of .ci/run, by python -m exactua.proving.rocq.pins.
"""
_VERSION: Final = "# Rocq"
"""Begins the line that says which version of the kernel accepted the sources; another one may."""
_SOURCES: Final = "# sources"
_HEAD: Final = """\
# Each definition that a statement unfolds to, by file and name, and the hash of its text without comments; what else a
# file of definitions says (imports, scopes, coercions) is its context. Whoever weakens one changes what is proved: then
# a line differs. Written, and compared in every run of .ci/run, by python -m exactua.proving.rocq.pins.
"""
_TIES_HEAD: Final = """\
# Each comparison that the kernel computed to be true, and the hash of its expression and its values; the first line has
# the hash of all definitions that the expressions name. Written, and compared in every run of .ci/full, by
# python -m exactua.proving.rocq.ties.
"""
_DEFINITIONS_OF_TIES: Final = "definitions"


def pinned() -> dict[str, str]:
    """The hashes in definitions.txt, by the labels of definitions; none where there is no such file."""
    return _hashes(DEFINITIONS)


def _hashes(name: str) -> dict[str, str]:
    lines = read(sources_folder() / name).splitlines()
    return dict(line.rsplit("  ", 1) for line in lines if line and not line.startswith("#"))


def assumptions_text(built: Built) -> str:
    """assumptions.txt as it should be: the kernel's version, the hash of all sources, a line for each theorem."""
    steps = {
        export.proposition.name: export.statement
        for label in CLAIMS
        for export in exported(find(label)[0])
        if export.proposition is not None
    }
    lines = [
        f"{theorem.label}  {_statement(theorem, steps, built.sources)}  {assumptions}"
        for theorem, assumptions in built.assumptions.items()
    ]
    head = f"{_VERSION} {built.version}\n{_SOURCES} {_hash_of(built.sources)}\n"
    return _ASSUMPTIONS_HEAD + head + "\n".join(sorted(lines)) + "\n"


def _statement(theorem: Theorem, steps: Mapping[str, str], sources: Mapping[str, str]) -> str:
    if theorem.of == "Exported":
        return steps[theorem.proposition]
    return definition(sources, theorem.of, theorem.proposition).pin


def _hash_of(sources: Mapping[str, str]) -> str:
    return source_hash("\n".join(f"{name}  {source_hash(sources[name])}" for name in sorted(sources)))


def accepted(sources: Mapping[str, str]) -> Built:
    """What assumptions.txt says of these sources: the version that accepted them, and what each theorem assumes.

    Raises NotProved where it is of other sources, or of other statements.
    """
    written = read(sources_folder() / ASSUMPTIONS)
    version, assumed = "", {}
    for line in written.splitlines():
        if line.startswith(_VERSION):
            version = line.removeprefix(_VERSION).strip()
        elif not line.startswith("#"):
            label, _, assumptions = line.split("  ", 2)
            assumed[label] = assumptions
    known = {theorem: assumed[theorem.label] for theorem in theorems(sources) if theorem.label in assumed}
    built = Built(version, dict(sources), known)
    if assumptions_text(built) != written:
        raise NotProved(f"kernel: {ASSUMPTIONS}, the record that comes with exactua, is of other sources or statements")
    return built


def definitions_text(sources: Mapping[str, str], of: Iterable[Theorem]) -> str:
    """definitions.txt as it should be. Raises NotProved where a statement has no definition."""
    definitions = {definition.label: definition for definition in stated(sources, of)}
    if f"{COMPARISONS}.v" in sources:
        definitions |= {
            definition.label: definition for definition in unfolded(sources, names_of(sources, COMPARISONS))
        }
    return (
        _HEAD + "\n".join(sorted(f"{definition.label}  {definition.pin}" for definition in definitions.values())) + "\n"
    )


def changed(sources: Mapping[str, str], of: Iterable[Theorem]) -> list[Definition]:
    """The definitions that these theorems' statements unfold to and that are not those pinned, in order.

    Raises NotProved where a statement has no definition.
    """
    pins = pinned()
    return [definition for definition in stated(sources, of) if pins.get(definition.label) != definition.pin]


def ties_text(sources: Mapping[str, str], compared: Iterable[Tie]) -> str:
    """ties.txt with these comparisons."""
    lines = dict.fromkeys(f"{tie.name}  {tie.pin}" for tie in compared)
    return _TIES_HEAD + "\n".join([f"{_DEFINITIONS_OF_TIES}  {_compared_with(sources)}", *lines]) + "\n"


def computed(sources: Mapping[str, str]) -> dict[str, str]:
    """The hashes in ties.txt, by the names of the comparisons. Raises NotProved where they are of other definitions."""
    hashes = _hashes(TIES)
    if hashes.pop(_DEFINITIONS_OF_TIES, None) != _compared_with(sources):
        raise NotProved(
            f"kernel: {TIES} is of other definitions than those of proofs/rocq; compare with them, and write it anew, "
            "with python -m exactua.proving.rocq.ties"
        )
    return hashes


def _compared_with(sources: Mapping[str, str]) -> str:
    """The hash of all definitions that comparisons name."""
    modules = ("Transformers", "Grids", "FeedForward", "PositionNetworks", "TieRules", COMPARISONS)
    names = [name for module in modules for name in names_of(sources, module)]
    names += ["Statements.t_l", "Statements.t_r", *(f"Exported.{name}" for name in VALUES)]
    return source_hash("\n".join(f"{definition.label}  {definition.pin}" for definition in unfolded(sources, names)))


def differences(written: str, new: str) -> list[str]:
    """The lines of one list that the other has not, but for the version of the kernel."""
    old_lines, new_lines = (
        [line for line in text.splitlines() if not line.startswith(_VERSION)] for text in (written, new)
    )
    return [f"- {line}" for line in old_lines if line not in new_lines] + [
        f"+ {line}" for line in new_lines if line not in old_lines
    ]


def told(definition: Definition) -> str:
    """That a definition is not the one pinned."""
    return (
        f"{definition.module}.v: line {definition.lines[0]}: {definition.label} is not the definition "
        f"that {DEFINITIONS} pins; where the change is meant, write the pins "
        "anew with python -m exactua.proving.rocq.pins"
    )


def read(path: Path) -> str:
    """A file of the record; "" where it is not there."""
    return path.read_text(encoding="utf-8") if path.is_file() else ""
