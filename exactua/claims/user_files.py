"""Claims of somebody's own: one with what twenty lines can leave unsaid, and those that a file has.

PATH.py stands where a paper may, PATH.py::name is a label in it.
"""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from exactua.arithmetic.messages import brief
from exactua.claims.chapters import Chapter
from exactua.claims.claim import GRID_PARAMETERS, Claim, Parameter
from exactua.claims.given import require_function
from exactua.errors import InputError
from exactua.grids.words import Words
from exactua.python_files import SEPARATOR, module_of, place_of_caller

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
    for argument, said in (("name", name), ("title", title), ("source", source), ("text", text), ("point", point)):
        if not isinstance(said, str):
            raise TypeError(f"{argument}: {said!r} is no text; write it in quotes")
    if point and not _LETTER.fullmatch(point):
        raise ValueError(f'point: {point!r} is no letter; write such as "X"')
    if work is not None:
        require_function(work, "work=lambda values: ...")
    if words is not None and not isinstance(words, Words):
        raise TypeError(f'words: {brief(words)} is no domain of words; write such as words("words", tokens("a b"))')
    if not isinstance(parameters, (tuple, list)):
        raise TypeError(f'parameters: {parameters!r} is no list; write such as ("d", "n")')
    paper, colon, short = name.rpartition(":")
    if not _NAME.fullmatch(short) or (colon and not _NAME.fullmatch(paper)):
        raise ValueError(f"{name!r} is no name; write such as lemma or paper:lemma, in letters, digits, _ and -")
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
                f"{parameter!r} is no parameter; write {', '.join(map(repr, known))} or Parameter(name, meaning)"
            )
    if not isinstance(chapters, (tuple, list)) or not all(isinstance(chapter, Chapter) for chapter in chapters):
        given = brief(chapters)
        raise TypeError(f"chapters: {given} is no list of chapters; write (first_case,), first_case = Chapter()")
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
    last_made[declared.label] = declared
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
        raise InputError(f"label: {path} is no Python file; write PATH.py{SEPARATOR}NAME")
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
