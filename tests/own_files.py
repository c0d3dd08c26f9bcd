"""Files of claims that a user might write, for tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

HEAD = """\
from exactua.authoring import *
lemma = claim("lemma")
bits = levels("bits", 0, 1, 2)
@lemma.network("f")
def attend(values):
    d, u = values["d"], [[1] * values["d"]]
    return Network(d, [AttentionLayer([AttentionHead(W_O=[[1]] * d, W_V=u, W_K=u, W_Q=u)])])
"""
"""A claim with a network; what is put behind it begins in line 8."""

FIRST = HEAD.count("\n") + 1

STEPS = """\
@lemma.operand
def first(at):
    return at.f(point)[1, 1]
@lemma.states("nothing falls", over=bits)
def rises(at):
    return every(at.columns, lambda j: at.f(point)[1, j] >= point[1, j])
@lemma.states("everything rises", over=bits)
def grows(at):
    return every(at.columns, lambda j: at.f(point)[1, j] > point[1, j])
"""


def write(body: str = STEPS, path: str = "my_lemma.py", head: str = HEAD) -> Path:
    """A file of claims in the current folder, or one below it."""
    file = Path(path)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(head + body, encoding="utf-8")
    return file


def cell(text: str, names: dict[str, Any] | None = None, filename: str = "<stdin>") -> dict[str, Any]:
    """The names that a cell leaves behind; IPython runs it so, with the name of a file that is not there."""
    names = {"__name__": "__main__"} if names is None else names
    exec(compile(text, filename, "exec"), names)
    return names


def made_here(text: str = HEAD + STEPS) -> Any:
    """The claim that such a cell makes: `rises` holds and `grows` is refuted."""
    return cell(text)["lemma"]
