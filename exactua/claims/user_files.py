"""Claims of somebody's own: one with what twenty lines can leave unsaid, those that a file has, and those of packages.

PATH.py stands where a paper may, PATH.py::name is a label in it. Installed packages ship claims as entry points of the
group exactua.claims, whose names are those of papers:

    [project.entry-points."exactua.claims"]
    kim2023 = "kim_claims"

The module either has CLAIMS, which says for each name in which of its submodules a variable of that name is the claim
(as exactua/papers/so2020/__init__.py does), or holds the claims itself. TITLE may say what the paper is.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from exactua.arithmetic.messages import brief
from exactua.claims.chapters import Chapter
from exactua.claims.claim import GRID_PARAMETERS, Claim, Parameter
from exactua.claims.given import require_function
from exactua.errors import InputError
from exactua.grids.words import Words
from exactua.python_files import SEPARATOR, Place, located, located_here, module_of, place_of_caller

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


_NAME: Final = re.compile(r"[A-Za-z0-9_-]+")
_LETTER: Final = re.compile(r"[A-Za-z]")
last_made: Final[dict[str, Claim]] = {}
"""Of each label the last claim that was made in this process."""


def claim(
    name: str,
    *,
    title: str = "",
    source: str = "",
    text: str = "",
    parameters: Sequence[Parameter | str] = ("d", "n"),
    words: Words | None = None,
    work: Callable[[Mapping[str, Any]], int] | None = None,
    chapters: Sequence[Chapter] = (),
    point: str = "",
) -> Claim:
    """A claim of the file that calls this, ready for networks, definitions and steps.

    `name` is such as "lemma", which makes the label "my_lemma:lemma" in my_lemma.py and "notebook:lemma" at Python's
    prompt or in a notebook, or a whole label "paper:name".
    `title` is the name and `source` the file unless they are given; `text` is what is claimed, in words.
    `parameters` are "d" (rows), "n" (columns), "m" (delta = 1/m), and any `Parameter` besides. Of a claim about `words`
    d is the number of their rows, and n has the values that their lengths make, whether they are among the parameters
    or not. `work` tells how large
    an instance is, of which the default ladder takes those up to 20,000: the number of its points unless it is given.
    `chapters` are what other files write of it (`Chapter`), in their order; what this file writes comes behind them.
    `point` is the letter by which points are called, such as "Z": X where they are real, else L, unless it is given.
    Raises ValueError for a name that no label can have, a parameter given twice and a point that is no letter,
    TypeError for what is no text, no parameter and no chapter, FileFails for what is wrong in a chapter.

    >>> lemma, bits = claim("kim2023:lemma3", title="Lemma 3", source="Sec. 4"), levels("bits", 0, 1, 2)
    >>> @lemma.states("no entry of the first row is above 1", over=bits)
    ... def at_most_one(at):
    ...     return every(at.columns, lambda j: point[1, j] <= 1)
    >>> lemma.step("at_most_one").says
    'no entry of the first row is above 1'
    """
    written = place_of_caller(1)
    with located_here(written.file, "", written):
        declared = _declared_claim(name, written, title, source, text, parameters, words, work, chapters, point)
    last_made[declared.label] = declared
    return declared


def _declared_claim(
    name: str,
    written: Place,
    title: str,
    source: str,
    text: str,
    parameters: Sequence[Parameter | str],
    words: Words | None,
    work: Callable[[Mapping[str, Any]], int] | None,
    chapters: Sequence[Chapter],
    point: str,
) -> Claim:
    """The claim of these arguments, all of which are looked at."""
    for argument, said in (("name", name), ("title", title), ("source", source), ("text", text), ("point", point)):
        if not isinstance(said, str):
            raise TypeError(f"{argument}: {said!r} is not a string; write it in quotes")
    if point and not _LETTER.fullmatch(point):
        raise ValueError(f'point: {point!r} is not a letter; write, for example, "X"')
    if work is not None:
        require_function(work, "work=lambda values: ...")
    if words is not None and not isinstance(words, Words):
        raise TypeError(
            f'words: {brief(words)} is not a domain of words; write, for example, words("words", tokens("a b"))'
        )
    if not isinstance(parameters, (tuple, list)):
        raise TypeError(f'parameters: {parameters!r} is not a list; write, for example, ("d", "n")')
    paper, colon, short = name.rpartition(":")
    if not _NAME.fullmatch(short) or (colon and not _NAME.fullmatch(paper)):
        raise ValueError(
            f"{name!r} is not a name; write, for example, lemma or paper:lemma, with letters, digits, _ and -"
        )
    if importlib.util.find_spec(f"exactua.papers.{paper or paper_of(written.file)}") is not None:
        whose = "the claim another" if paper else f"{written.file.name} another name"
        raise ValueError(f"{paper or paper_of(written.file)!r} is a paper that comes with exactua; give {whose}")
    if words is not None:
        parameters = [*(name for name in ("d", "n") if name not in parameters), *parameters]
    known = {parameter.name: parameter for parameter in GRID_PARAMETERS}
    chosen = []
    for parameter in parameters:
        if isinstance(parameter, str) and parameter in known:
            chosen.append(known[parameter] if words is None else _of_words(known[parameter], words))
        elif isinstance(parameter, Parameter):
            chosen.append(parameter)
        else:
            raise TypeError(
                f"{parameter!r} is not a parameter; write {', '.join(map(repr, known))} or Parameter(name, meaning)"
            )
    if not isinstance(chapters, (tuple, list)) or not all(isinstance(chapter, Chapter) for chapter in chapters):
        given = brief(chapters)
        raise TypeError(f"chapters: {given} is not a list of chapters; write (first_case,), first_case = Chapter()")
    names = [parameter.name for parameter in chosen]
    if twice := next((candidate for candidate in names if names.count(candidate) > 1), None):
        raise ValueError(f"parameters: {twice} is given twice; give each once")
    declared = Claim(
        f"{paper or paper_of(written.file)}:{short}",
        title or short,
        source or written.file.name,
        text,
        tuple(chosen),
        written=written,
        chapters=chapters,
        point=point,
    )
    declared.work = work and declared.guarded("work", work, int)
    return declared


def _of_words(parameter: Parameter, words: Words) -> Parameter:
    """The parameter d or n as the words of a claim have it; any other as it is."""
    only = {"d": (words.d,), "n": words.column_counts}.get(parameter.name, ())
    return replace(parameter, only=only) if only else parameter


_NOT_IN_LABELS: Final = re.compile(r"[^A-Za-z0-9_-]+")


def paper_of(file: Path) -> str:
    """What the claims of a file are of in their labels: my_lemma for my_lemma.py."""
    return _NOT_IN_LABELS.sub("_", file.stem) or "own"


def claims_in(path: str) -> dict[str, Claim]:
    """The claims of a file by all variables that hold one, in the order in which they are written.

    Raises InputError where there is no such file or no claim in it, FileFails, with the line, where it can't be read.
    """
    file = Path(path)
    if file.suffix != ".py":
        raise InputError(f"label: {path} is not a Python file; write PATH.py{SEPARATOR}NAME")
    claims = own_claims(module_of(file, "label"))
    if not claims:
        raise InputError(f"label: {path} has no claim; write lemma = claim(...), with claim from exactua.authoring")
    for name, claim in reversed(claims.items()):
        claim.address = f"{file.resolve()}{SEPARATOR}{name}"  # by the first of its variables
    return claims


def distinct(claims: dict[str, Claim]) -> list[Claim]:
    """The claims in order, each once, where several variables may hold one."""
    return list({id(claim): claim for claim in claims.values()}.values())


def title_of(path: str) -> str:
    """The TITLE of a file, or else its name."""
    return str(getattr(module_of(Path(path), "label"), "TITLE", Path(path).name))


def own_claims(module: ModuleType) -> dict[str, Claim]:
    """The claims that a module holds in variables, but those that come with exactua."""
    return {
        name: value for name, value in vars(module).items() if isinstance(value, Claim) and value.written is not None
    }


def named(claims: dict[str, Claim], path: str) -> dict[str, Claim]:
    """The claims by all names that a label may have: their variables, and what is behind the colon of their labels.

    Raises InputError where two claims have one name.
    """
    names = dict(claims)
    for claim in claims.values():
        name = claim.label.rpartition(":")[2]
        if names.setdefault(name, claim) is not claim:
            other = next(variable for variable, held in claims.items() if held is claim)
            raise InputError(
                f"label: two claims of {path} are called {name!r}: the variables {name} and {other}; "
                f'give one of them another name, such as claim("{other}")'
            )
    return names


GROUP: Final = "exactua.claims"


@dataclass(frozen=True)
class Paper:
    """A paper that a package ships: its title, and its claims by name."""

    title: str
    claims: dict[str, Claim]


@dataclass(frozen=True)
class Declared:
    """What packages say that they ship under one name."""

    name: str
    entries: tuple[EntryPoint, ...]

    @property
    def who(self) -> str:
        """The packages, with their versions."""
        return " and ".join(dict.fromkeys(_package(entry) for entry in self.entries))

    def paper(self, taken: tuple[str, ...]) -> Paper:
        """The paper. Raises InputError, naming the package, for a `taken` name and where it can't be loaded."""
        if self.name in taken:
            raise InputError(f"{self._where}: {self.name!r} is a paper that comes with exactua; take another name")
        if len(self.entries) > 1:
            raise InputError(f"{self._where}: both have claims of this name; uninstall one of them")
        return _loaded(self)

    @property
    def _where(self) -> str:
        return f"package {self.who}, entry point {self.name!r} of {GROUP}"

    def fail(self, why: str) -> InputError:
        """What is wrong with the package, as one sentence."""
        return InputError(f"{self._where}: {why}")


def declared() -> dict[str, Declared]:
    """What the installed packages declare, by name; nothing of them is loaded."""
    return _declared(tuple(sys.path))


@functools.lru_cache(maxsize=4)
def _declared(_: tuple[str, ...]) -> dict[str, Declared]:
    from importlib.metadata import entry_points

    by_name: dict[str, dict[str, EntryPoint]] = {}
    for entry in entry_points(group=GROUP):
        by_name.setdefault(entry.name, {})[f"{_package(entry)} {entry.value}"] = entry
    return {name: Declared(name, tuple(entries.values())) for name, entries in sorted(by_name.items())}


def _package(entry: EntryPoint) -> str:
    return "" if entry.dist is None else f"{entry.dist.name} {entry.dist.version}"


@functools.lru_cache(maxsize=64)
def _loaded(declared: Declared) -> Paper:
    (entry,) = declared.entries
    try:
        folder = _folder(entry.module.partition(".")[0])
        with redirect_stdout(sys.stderr), located(folder):  # what a package prints is no part of an answer
            module = entry.load()
            if not isinstance(module, ModuleType):
                raise TypeError(f"{entry.value} is not a module")
            claims = dict(_claims(module))
    except InputError as error:
        raise declared.fail(str(error)) from None
    if not claims:
        raise declared.fail(f"{entry.value} has no CLAIMS and holds no claim; write lemma = claim(...) in it")
    for claim in distinct(claims):
        _name(declared, next(name for name, other in claims.items() if other is claim), claim)
    return Paper(str(getattr(module, "TITLE", declared.name)), claims)


def _folder(module: str) -> Path:
    """Where the lines of a package are: its folder, or the one file that it is."""
    spec = importlib.util.find_spec(module)
    if spec is None or spec.origin is None:
        raise InputError(f"there is no module {module!r}")
    file = Path(spec.origin).resolve()
    return file.parent if file.name == "__init__.py" else file


def _claims(module: ModuleType) -> Iterator[tuple[str, Claim]]:
    listed: Any = getattr(module, "CLAIMS", None)
    if listed is None:
        yield from own_claims(module).items()
        return
    if not isinstance(listed, dict):
        raise TypeError("CLAIMS is not a dict from names of claims to names of submodules")
    for name, where in listed.items():
        value = getattr(importlib.import_module(f"{module.__name__}.{where}"), name)
        if not isinstance(value, Claim):
            raise TypeError(f"{name} in {module.__name__}.{where} is not a claim; write {name} = claim(...)")
        yield name, value


def _name(declared: Declared, name: str, claim: Claim) -> None:
    """Lets the label of a claim be that by which it is found. Raises InputError where its author gave another."""
    paper, _, short = claim.label.rpartition(":")
    by_default = claim.written is not None and paper == paper_of(claim.written.file)
    if not by_default and (paper, short) != (declared.name, name):
        raise declared.fail(f'its claim {name!r} has the label {claim.label!r}; write claim("{declared.name}:{name}")')
    claim.label = f"{declared.name}:{name}"
