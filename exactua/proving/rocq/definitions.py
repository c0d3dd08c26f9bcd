"""The definitions that a statement unfolds to: in which file and lines each stands, and a hash of its text.

A file of definitions consists of sentences. Some define names (`Definition`, `Fixpoint`, `Record`, ...); all others are
the context of the file (`Open Scope`, `Import`, `Coercion`, a notation), on which every definition of it depends.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from exactua.proving.rocq.sources import Theorem, bare, source_hash
from exactua.proving.rocq.toolchain import NotProved

CONTEXT: Final = "(context)"
"""The name under which the context of a file is pinned."""

_DEFINES: Final = re.compile(
    r"(?:(?:#\[[^\]]*\]|Local|Global|Program|Polymorphic|Cumulative|Private)\s+)*"
    r"(?:Definition|Example|Let|Fixpoint|CoFixpoint|Function|Inductive|CoInductive|Variant|Record|Structure|Class|Instance)"
    r"\s+([\w']+)"
)
_NAME: Final = re.compile(r"(?:(?:\w+\.)*(\w+)\.)?([^\W\d][\w']*)")
_PARTS: Final = re.compile(r"(?:[{;|]|:=|\bwith)\s*([^\W\d][\w']*)")
"""What a type introduces beside its own name: constructors, fields, what is defined together with it."""
_TOGETHER: Final = re.compile(r"\bwith\s+([^\W\d][\w']*)")
_SENTENCE: Final = re.compile(r"""(?>(?:"[^"]*"|[^".]++|\.(?!\s|$))*)\.(?=\s|$)""")
_REQUIRES: Final = re.compile(r"From\s+Exactua\s+Require\s+(?:(?:Import|Export)\s+)?([\w\s]+)\.")
_IMPORTS: Final = re.compile(r"\b(Import|Export)\s+([\w\s.]+)\.$")


@dataclass(frozen=True)
class Definition:
    """A sentence that defines a name, or the context of a file."""

    module: str
    name: str
    text: str
    """Without comments, in one line."""
    lines: tuple[int, int]
    """The first and the last line of it; of a context, those of its first and last sentence."""

    @property
    def label(self) -> str:
        """Module and name."""
        return f"{self.module}.{self.name}" if self.name != CONTEXT else f"{self.module} {CONTEXT}"

    @property
    def pin(self) -> str:
        """The hash of the text."""
        return source_hash(self.text)


@dataclass(frozen=True)
class _File:
    """The definitions of a file in order, its context, and what each sentence names."""

    definitions: tuple[Definition, ...]
    context: Definition
    introduced: Mapping[str, int]
    """The number of the definition that introduces a name."""
    used: tuple[frozenset[tuple[str, str]], ...]
    """The names in the text of each definition, each with the module that stands before it, or ""."""
    requires: tuple[str, ...]
    imports: tuple[str, ...]
    """The modules whose names need no module before them."""
    exports: tuple[str, ...]


@lru_cache(maxsize=256)
def _file(module: str, source: str) -> _File:
    definitions: list[Definition] = []
    introduced: dict[str, int] = {}
    around: list[tuple[str, int, int]] = []
    for text, first, last in _sentences(source):
        match = _DEFINES.match(text)
        if match is None:
            around.append((text, first, last))
            continue
        parts = _PARTS if re.search(r"\b(?:Co)?(?:Inductive|Variant|Record|Structure|Class)\b", match[0]) else _TOGETHER
        for name in (match[1], *parts.findall(text)):
            introduced.setdefault(name, len(definitions))
        definitions.append(Definition(module, match[1], text, (first, last)))
    context = Definition(
        module,
        CONTEXT,
        "\n".join(text for text, _, _ in around),
        (around[0][1], around[-1][2]) if around else (1, 1),
    )
    required = [name for text, _, _ in around for part in _REQUIRES.findall(text) for name in part.split()]
    imported = [
        (kind, name.rpartition(".")[2])
        for text, _, _ in around
        for kind, names in _IMPORTS.findall(text)
        for name in names.split()
    ]
    used = tuple(_names(definition.text) for definition in definitions)
    exported = tuple(name for kind, name in imported if kind == "Export")
    return _File(
        tuple(definitions), context, introduced, used, tuple(required), tuple(name for _, name in imported), exported
    )


def _sentences(source: str) -> Iterator[tuple[str, int, int]]:
    """Each sentence without comments, in one line, with the lines in which it begins and ends."""
    line = 1
    for part in _SENTENCE.findall(bare(source, strings=True)):
        last = line + part.count("\n")
        inside = part.lstrip()
        yield " ".join(inside.split()), last - inside.count("\n"), last
        line = last


@lru_cache(maxsize=4096)
def _names(text: str) -> frozenset[tuple[str, str]]:
    return frozenset(_NAME.findall(text))


def definition(sources: Mapping[str, str], module: str, name: str) -> Definition:
    """The definition of that name. Raises NotProved where it is not there."""
    return _of(sources, module).definitions[_number(sources, module, name)]


def _number(sources: Mapping[str, str], module: str, name: str) -> int:
    """Which definition of its file introduces a name. Raises NotProved where none does."""
    number = _of(sources, module).introduced.get(name)
    if number is None:
        raise NotProved(f"there is no definition {name} in {module}.v")
    return number


def unfolded(sources: Mapping[str, str], roots: Iterable[str]) -> list[Definition]:
    """What the definitions `roots` (MODULE.NAME) unfold to: themselves, all that they name, and the files' contexts.

    A name is what the file, before the sentence that has it, or a file that it imports, calls so: where a bound
    variable has such a name, there is one definition too many, and never one too few. In the order of files and lines.
    Raises NotProved for a root that is not there.
    """
    seen: dict[tuple[str, int], Definition] = {}
    waiting: list[tuple[str, int]] = []
    for root in roots:
        module, _, name = root.partition(".")
        waiting.append((module, _number(sources, module, name)))
    known = {module: _of(sources, module) for module in _required(sources, {module for module, _ in waiting})}
    visible = {module: _imported(known, module) for module in known}
    while waiting:
        module, number = waiting.pop()
        if (module, number) in seen:
            continue
        file = known[module]
        seen[module, number] = file.definitions[number]
        for before, name in file.used[number]:
            own = file.introduced.get(name, number)
            if own < number:
                waiting.append((module, own))
            for other in (*visible[module], *([before] if before in known else [])):
                if name in known[other].introduced:
                    waiting.append((other, known[other].introduced[name]))
    definitions = [*seen.values(), *(file.context for file in known.values())]
    return sorted(definitions, key=lambda definition: (definition.module, definition.name != CONTEXT, definition.lines))


def _of(sources: Mapping[str, str], module: str) -> _File:
    if f"{module}.v" not in sources:
        raise NotProved(f"{module}.v is missing")
    return _file(module, sources[f"{module}.v"])


def _required(sources: Mapping[str, str], modules: Iterable[str]) -> set[str]:
    """These files, all that they require, and that these require."""
    return _closure(modules, lambda module: _of(sources, module).requires)


def _imported(known: Mapping[str, _File], module: str) -> set[str]:
    """All files whose names a file has, those that its imports export among them."""
    imported = _closure(known[module].imports, lambda file: known[file].exports if file in known else ())
    return imported & known.keys()


def _closure(first: Iterable[str], more: Callable[[str], Iterable[str]]) -> set[str]:
    reached: set[str] = set()
    waiting = list(first)
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += more(name)
    return reached


def stated(sources: Mapping[str, str], theorems: Iterable[Theorem]) -> list[Definition]:
    """All definitions that the statements of these theorems unfold to."""
    return unfolded(sources, dict.fromkeys(f"{theorem.of}.{theorem.proposition}" for theorem in theorems))


def names_of(sources: Mapping[str, str], module: str) -> list[str]:
    """All definitions of a file, as MODULE.NAME."""
    return [f"{module}.{definition.name}" for definition in _of(sources, module).definitions]


def lines_of(sources: Mapping[str, str], definitions: Iterable[Definition]) -> dict[str, list[tuple[int, int]]]:
    """The first and last lines of definitions, by file; those with nothing but comments between them are one range."""
    result: dict[str, list[tuple[int, int]]] = {}
    for definition in sorted(definitions, key=lambda definition: (definition.module, definition.lines)):
        if not definition.text:
            continue
        file, (first, last) = f"{definition.module}.v", definition.lines
        ranges = result.setdefault(file, [])
        between = bare(sources[file]).splitlines()[ranges[-1][1] : first - 1] if ranges else ["."]
        if any(line.strip() for line in between):
            ranges.append((first, last))
        else:
            ranges[-1] = (ranges[-1][0], max(last, ranges[-1][1]))
    return result
