"""`exactua new`: a file of claims of one's own to begin with."""

from __future__ import annotations

import keyword
import shlex
import sys
from pathlib import Path
from typing import Final

import click

from exactua.console.help import Command
from exactua.console.output import say
from exactua.errors import InputError

TEMPLATE: Final = '''\
"""A claim of my own: a network, a grid, and three steps, one of which is false.

Let f add the largest column sum of L to the first entry of every column. Where that sum is positive,
all of them grow.
"""

from exactua.authoring import AttentionHead, AttentionLayer, Network, claim, every, greatest, levels, point, total

lemma = claim("lemma", text="f adds the largest column sum of L to the first entry of every column.")

# "For all L": the d x n matrices with entries 0 and 1. d and n are given when the claim is checked.
bits = levels("bits", start=0, step=1, count=2)


@lemma.network("f")
def largest_sum(values):
    # One head. The query is 1 everywhere, so every column looks at those with the largest sum u^T Z.
    d = values["d"]
    u, first, none = [[1] * d], [[int(i == 0)] for i in range(d)], [[0] * d]
    return Network(d, [AttentionLayer([AttentionHead(W_O=first, W_V=u, W_K=u, W_Q=none, b_Q=[1])])])


@lemma.operand
def largest(at):
    return greatest(at.columns, lambda k: total(at.rows, lambda i: point[i, k]))


@lemma.states("every first entry grows by the largest column sum", over=bits)
def adds_the_largest(at):
    return every(at.columns, lambda j: at.f(point)[1, j] == point[1, j] + at.largest)


@lemma.states("where that is positive, every first entry becomes larger", over=bits, given=lambda at: at.largest > 0)
def grows_where_positive(at):
    return every(at.columns, lambda j: at.f(point)[1, j] > point[1, j])


# This step is false, and exactua says so: without the hypothesis there is a counterexample. Look at the
# least one, which `check` prints, and at what `explain` tells about it: there the largest sum is 0.
@lemma.states("every first entry becomes larger", over=bits)
def grows(at):
    return every(at.columns, lambda j: at.f(point)[1, j] > point[1, j])
'''


@click.command(
    "new",
    cls=Command,
    short_help="Begin a file of your own claims.",
    examples=(
        "exactua new my_lemma.py",
        "exactua new my_lemma.py --force",
    ),
)
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE.py")
@click.option("--force", is_flag=True, help="Write over FILE.py if it exists.")
def command(file: Path, force: bool) -> int:
    """Write FILE.py, a small example that works: a network, a grid and three steps, one of which is false.

    docs/own-claims.md says what else a file of claims may hold.

    Exit codes: 0 written; 2 wrong usage, or a FILE.py that exists and --force is not given.
    """
    new_file(file, force)
    say(f"{file}: a network, a grid and three steps, one of which is false", "", "next:")
    for line in next_commands(file):
        say(f"  {line}")
    return 0


def new_file(path: Path, force: bool = False) -> None:
    """Writes the example into a new file; an existing one is replaced only with `force`.

    Raises InputError for a path that is no NAME.py with the name of a module, for an existing file, and where it can't
    be written.
    """
    from exactua.claims.registry import PAPERS
    from exactua.output_files import ANY, NEW, require_writable, write_text

    name = path.stem
    if path.suffix != ".py" or not name.isidentifier() or keyword.iskeyword(name):
        raise InputError(f"file: {path} is not a name for a Python module; give one such as my_lemma.py")
    if name in sys.stdlib_module_names or name == "exactua":
        raise InputError(f"file: Python has a module {name!r}, which {path} would hide; give another name")
    if name in PAPERS:
        raise InputError(f"file: {name!r} is a paper that comes with exactua; give another name")
    if path.exists() and not force:
        raise InputError(f"file: {path} exists; give another name, or --force to write over it")
    require_writable(path, "file", ANY)
    write_text(path, TEMPLATE, "file", ANY if force else NEW)


def next_commands(path: Path) -> tuple[str, ...]:
    """What to try with the file."""
    from exactua.python_files import SEPARATOR

    label = shlex.quote(f"{path}{SEPARATOR}lemma")
    return (
        f"exactua check {label} --d 2 --n 3",
        f"exactua verify .exactua/{path.stem}.lemma.d2n3.json",
        f"exactua explain {label}.grows --d 2 --n 3",
        f"exactua show {label}",
    )
