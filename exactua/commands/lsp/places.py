r"""Where labels stand in a text: in LaTeX, Markdown and Python, and in a user's own file of claims.

Labels are found as text: nothing is imported, and nothing need be complete, as it is being written.
"""

from __future__ import annotations

import ast
import bisect
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from exactua.commands.tex.reading import MARK, visible_source

LABEL: Final = r"(?:[A-Za-z][\w-]*:)?[A-Za-z_][\w-]*(?:\.[\w-]+)*(?:@repaired)?"
_WHOLE: Final = re.compile(LABEL)
_FULL: Final = re.compile(r"(?<![\w:/.@-])[A-Za-z][\w-]*:[A-Za-z_]\w*(?:\.\w+)*(?:@repaired)?(?![\w:/*<{(\[-])")
_FENCE: Final = re.compile(r"^(`{3,}|~{3,})[^\n]*\n.*?(?:^\1[^\n]*$|\Z)", re.DOTALL | re.MULTILINE)
_BLANK: Final = re.compile(r"\n[ \t]*(?=\n)")
_STRING: Final = re.compile(r"""(?<![\w"'])(["'])([^"'\\\n]{1,300})\1""")
_BEGUN: Final = re.compile(r"(?<![\w:/.@-])([A-Za-z][\w-]*):([\w.@-]*)$")
STEPS: Final = ("states", "proof_line", "repairs")
"""The decorators that make a function a step."""


@dataclass(frozen=True)
class Place:
    """A label in a text, between two offsets."""

    start: int
    end: int
    label: str
    is_marked: bool
    r"""Whether it can be nothing but a label: in `\exactuachecked`, or all that a string or a span of code has."""


def language_of(path: str, said: str = "") -> str:
    """latex, markdown, python, or "" for another: by what the editor says, else by the name of the file."""
    known = {"tex": "latex", "latex": "latex", "markdown": "markdown", "python": "python"}
    suffixes = {".tex": "latex", ".ltx": "latex", ".md": "markdown", ".markdown": "markdown", ".py": "python"}
    return known.get(said) or suffixes.get(Path(path).suffix.lower(), "")


def places(text: str, language: str) -> list[Place]:
    """The labels in a text of this language, in their order. Bare ones (lemma8) may be other words as well."""
    look = {"latex": _in_latex, "markdown": _in_markdown, "python": _in_python}.get(language)
    return [] if look is None else sorted(look(text), key=lambda place: place.start)


def place_at(text: str, language: str, offset: int) -> Place | None:
    """The label at an offset, the end of the label too; None where there is none."""
    return next((place for place in places(text, language) if place.start <= offset <= place.end), None)


def begun(line: str) -> tuple[str, str] | None:
    """The paper, and what follows it, of a label that is begun at the end of a line: ("yun2020", "lem")."""
    match = _BEGUN.search(line)
    return None if match is None else (match[1], match[2])


def _in_latex(text: str) -> Iterator[Place]:
    seen = visible_source(text)
    marks = []
    for match in MARK.finditer(seen):
        label = (match[2] or "").strip()
        if label and _WHOLE.fullmatch(label):
            start = match.start(2) + len(match[2]) - len(match[2].lstrip())
            marks.append(Place(start, start + len(label), label, True))
    yield from marks
    taken = {place.start for place in marks}
    yield from (place for place in _full(seen, 0) if place.start not in taken)


def _in_markdown(text: str) -> Iterator[Place]:
    fences = list(_FENCE.finditer(text))
    for fence in fences:
        yield from _full(fence[0], fence.start())
    rest = _FENCE.sub(lambda fence: re.sub(r"[^\n]", "\n", fence[0]), text)
    for start, end in _spans(rest):
        code = rest[start:end]
        label = code.strip()
        if _WHOLE.fullmatch(label):
            start += len(code) - len(code.lstrip())
            yield Place(start, start + len(label), label, True)
        else:
            yield from _full(code, start)


def _spans(text: str) -> Iterator[tuple[int, int]]:
    """The spans of code: what stands between two runs of as many backticks, within a paragraph."""
    runs = list(re.finditer("`+", text))
    blanks = [blank.start() for blank in _BLANK.finditer(text)]
    following: dict[int, int] = {}
    closing = [0] * len(runs)
    for number in reversed(range(len(runs))):
        closing[number] = following.get(len(runs[number][0]), -1)
        following[len(runs[number][0])] = number
    number = 0
    while number < len(runs):
        other = closing[number]
        start = runs[number].end()
        end = runs[other].start() if other >= 0 else -1
        if end < 0 or bisect.bisect(blanks, start) != bisect.bisect(blanks, end):
            number += 1
            continue
        yield start, end
        number = other + 1


def _in_python(text: str) -> Iterator[Place]:
    for string in _STRING.finditer(text):
        if _WHOLE.fullmatch(string[2]):
            yield Place(string.start(2), string.end(2), string[2], True)
        else:
            yield from _full(string[2], string.start(2))


def _full(text: str, begin: int) -> Iterator[Place]:
    """Whole labels, with their paper, in some text: they may be something else, such as a key with its value."""
    for match in _FULL.finditer(text):
        yield Place(begin + match.start(), begin + match.end(), match[0], False)


@dataclass(frozen=True)
class Written:
    """Where a user's own file writes a claim or a step: the lines, counted from 1, and the label."""

    first: int
    last: int
    label: str


def written_in(text: str, stem: str) -> list[Written]:
    """The claims and steps that a file of claims writes, without running it; none where it is no Python (yet)."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of escapes that the file has: it is read, and not run
            body = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    claims: dict[str, str] = {}
    entries = []
    for node in body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            name = _claimed(node.value)
            if name is not None:
                label = name if ":" in name else f"{stem}:{name}"
                claims[node.targets[0].id] = label
                entries.append(Written(node.lineno, node.end_lineno or node.lineno, label))
        elif isinstance(node, ast.FunctionDef):
            for decorator in node.decorator_list:
                if (step := _step(decorator, node.name, claims)) is not None:
                    entries.append(Written(decorator.lineno, node.lineno, step))
    return entries


def _claimed(node: ast.expr) -> str | None:
    """The name that `claim("name", ...)` gives; None of another expression."""
    if not (isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant)):
        return None
    called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    return node.args[0].value if called == "claim" and isinstance(node.args[0].value, str) else None


def _step(node: ast.expr, function: str, claims: dict[str, str]) -> str | None:
    """The label of the step that a decorator makes of a function; None of another decorator."""
    call = node.func if isinstance(node, ast.Call) else None
    if not (isinstance(call, ast.Attribute) and isinstance(call.value, ast.Name) and call.value.id in claims):
        return None
    assert isinstance(node, ast.Call)
    if call.attr not in STEPS:
        return None
    if call.attr != "repairs":
        return f"{claims[call.value.id]}.{function}"
    repaired = node.args[0].value if node.args and isinstance(node.args[0], ast.Constant) else None
    return f"{claims[call.value.id]}.{repaired}@repaired" if isinstance(repaired, str) else None
