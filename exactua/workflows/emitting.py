"""The verifiers as single files to attach to a paper: the Python one with its parts in it, and the one in C.

The Python file is made of the sources when it is asked for: each part verifier_*.py becomes a function that is given
the core and returns what the part defines, and nothing else changes.
"""

from __future__ import annotations

import ast
import hashlib
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import exactua
from exactua.errors import InputError
from exactua.output_files import Kind, is_standard_output, require_writable, write_text

FOLDER: Final = Path(exactua.__file__).parent
CORE: Final = "verifier.py"
FOREIGN: Final = "verifier.c"
VERIFIER: Final = Kind(
    "verifier of exactua", r"# The verifier of exactua |/\* verifier\.c: checks a certificate of exactua again"
)

LOADER: Final = '''@cache
def part(file: str) -> Any:
    """A part of this verifier, one of the functions below: all this is its `core`."""
    return PARTS_BY_FILE[file](SimpleNamespace(**globals()))
'''


@dataclass(frozen=True)
class Emitted:
    """A verifier that was written: its file, its size, its hash, and how it is run."""

    path: Path
    lines: int
    sha256: str
    commands: tuple[str, ...]


def emit(path: Path) -> Emitted:
    """Writes the verifier that the name asks for: verifier.py (or standard output) for Python, verifier.c for C.

    Raises InputError for another kind of file, and where it can't be written.
    """
    makers = {".py": single_file, ".c": foreign}
    suffix = ".py" if is_standard_output(path) else path.suffix
    if suffix not in makers:
        raise InputError(f"emit: {path} is no .py and no .c file; write such as verifier.py or verifier.c")
    require_writable(path, "emit", VERIFIER)
    text = makers[suffix]()
    write_text(path, text, "emit", VERIFIER)
    return Emitted(
        path, len(text.splitlines()), "sha256:" + hashlib.sha256(text.encode("utf-8")).hexdigest(), commands(path)
    )


def commands(path: Path) -> tuple[str, ...]:
    """The commands, in a shell, that run a verifier in this file."""
    if path.suffix == ".py":
        return (f"python3 -I {path} CERTIFICATE",)
    program = path.with_suffix("")
    shown = program if program.is_absolute() else Path(".") / program
    run = f"{shown} CERTIFICATE" if program.is_absolute() else f"./{shown} CERTIFICATE"
    return (f"cc -O2 -std=c11 -o {program} {path} -lgmp", run)


def foreign() -> str:
    """The verifier in C, as it is."""
    return (FOLDER / FOREIGN).read_text(encoding="utf-8")


def single_file() -> str:
    """The Python verifier and its parts in one file, which needs Python's standard library alone."""
    source = (FOLDER / CORE).read_text(encoding="utf-8")
    tree = ast.parse(source)
    lines = source.splitlines(keepends=True)
    loader = next(node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "part")
    start = tree.body[-1]
    assert isinstance(start, ast.If), "verifier.py ends by starting itself"
    first = min([loader.lineno, *(one.lineno for one in loader.decorator_list)]) - 1
    assert loader.end_lineno is not None
    head, rest = lines[:first], lines[loader.end_lineno : start.lineno - 1]
    parts = sorted(FOLDER.glob("verifier_*.py"))
    table = "".join(f'    "{part.name}": {part.stem},\n' for part in parts)
    return "".join(
        [
            f"# The verifier of exactua {exactua.__version__} in one file: {CORE} and its parts.\n",
            *head,
            LOADER,
            *rest,
            *(piece for part in parts for piece in _as_function(part)),
            f"PARTS_BY_FILE = {{\n{table}}}\n\n",
            *lines[start.lineno - 1 :],
        ]
    )


def _as_function(part: Path) -> Iterator[str]:
    """A part as a function of the core; what it defines is what it returns."""
    source = part.read_text(encoding="utf-8")
    tree, lines = ast.parse(source), source.splitlines(keepends=True)
    body = []
    for node in tree.body:
        own = isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id == "core"
        future = isinstance(node, ast.ImportFrom) and node.module == "__future__"
        listed = isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
        listed = listed and node.targets[0].id == "__all__"  # type: ignore[attr-defined]
        if own or future or listed:
            assert node.end_lineno is not None
            body.append((node.lineno, node.end_lineno))
    left_out = {number for first, last in body for number in range(first, last + 1)}
    kept = "".join(line for number, line in enumerate(lines, 1) if number not in left_out)
    yield f"# ---- {part.name} {'-' * (107 - len(part.name))}\n\n\n"
    yield f"def {part.stem}(core: Any) -> Any:\n"
    yield textwrap.indent(kept, "    ")
    yield "\n    return SimpleNamespace(**locals())\n\n\n"
