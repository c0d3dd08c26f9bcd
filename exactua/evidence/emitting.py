"""The verifiers as single files to attach to a paper: the one in Python with its modules in it, in C, and proved.

The Python file is made of the sources when it is asked for: the modules stand one behind the other, what they import
of the standard library stands once, above them. Each file begins with its licence and the version of exactua, which its
`--version` tells, and nothing else changes.
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import exactua
from exactua.errors import InputError
from exactua.output_files import Kind, is_standard_output, require_writable, write_text

FOLDER: Final = Path(exactua.__file__).parent
PACKAGE: Final = "verifier"
START: Final = "command"
"""The module of the package that needs all others."""
SINGLE: Final = "verifier.py"
FOREIGN: Final = FOLDER / "verifier_c" / "verifier.c"
"""The file of the verifier in C that includes its parts."""
PROVED: Final = FOLDER / "verifier_ml"
"""The folder of the verifier that is proved correct: checker.ml, which Rocq extracts, and main.ml."""
COMPILED: Final[Mapping[str, tuple[str, ...]]] = {
    ".c": ("cc", "-O2", "-std=c11", "-o", "{program}", "{source}", "-lgmp"),
    ".ml": (
        "ocamlfind",
        "ocamlopt",
        "-O3",
        "-w",
        "-a",
        "-package",
        "unix,zarith",
        "-linkpkg",
        "{source}",
        "-o",
        "{program}",
    ),
}
"""How a verifier in one file is compiled, by the end of the file's name."""
_PART: Final = re.compile(r'^#include "(.*)"\n', re.MULTILINE)
UNKNOWN: Final = '"unknown (source tree)"'
"""The version that the sources tell, as they write it: there is one place in each."""
LICENCE: Final = "SPDX-License-Identifier: Apache-2.0"
COPYRIGHT: Final = "Copyright 2026 exactua contributors"
EXTRACTED: Final = "(* Some functions of the module Checker are extracted from Rocq's standard library (LGPL-2.1). *)\n"
VERIFIER: Final = Kind(
    "verifier of exactua",
    r"(# |/\* |\(\* )SPDX-License-Identifier: Apache-2\.0( \*/| \*\))?\n(# |/\* |\(\* )A verifier of exactua "
    r"|# The verifier of exactua |(/\* verifier\.c|\(\* verifier\.ml): checks a certificate of exactua again",
)
PROGRAMS: Final[Mapping[str, str]] = {".c": "exactua-verifier-c", ".ml": "exactua-verifier-ml"}
"""What the program of verifier.c and that of verifier.ml is called, here and on the PATH."""

BEGINNING: Final = """import sys

# Run as a script, Python would look for the standard library beside this file first.
if __name__ == "__main__" and not sys.flags.safe_path:
    del sys.path[0]

"""
END: Final = """

if __name__ == "__main__":
    run()
"""


@dataclass(frozen=True)
class Emitted:
    """A verifier that was written: its file, its size, its hash, and how it is run."""

    path: Path
    lines: int
    sha256: str
    commands: tuple[str, ...]


def emit(path: Path) -> Emitted:
    """Writes the verifier that the name asks for: verifier.py (or standard output) for Python, verifier.c for C.

    verifier.ml is the one in OCaml that is proved correct.

    Raises InputError for another kind of file, and where it can't be written.
    """
    makers = {".py": single_file, ".c": verifier_in_c, ".ml": proved_verifier}
    suffix = ".py" if is_standard_output(path) else path.suffix
    if suffix not in makers:
        raise InputError(
            f"emit: {path} does not end in .py, .c or .ml; write, for example, verifier.py, verifier.c or verifier.ml"
        )
    require_writable(path, "emit", VERIFIER)
    text = makers[suffix]()
    write_text(path, text, "emit", VERIFIER)
    return Emitted(
        path, len(text.splitlines()), "sha256:" + hashlib.sha256(text.encode("utf-8")).hexdigest(), commands(path)
    )


def commands(path: Path) -> tuple[str, ...]:
    """The commands, in a shell, that run a verifier in this file."""
    if is_standard_output(path):
        return ("python3 -I FILE CERTIFICATE",)
    if path.suffix == ".py":
        return (f"python3 -I {path} CERTIFICATE",)
    binary = path.with_name(PROGRAMS[path.suffix]) if path.stem == PACKAGE else path.with_suffix("")
    shown = binary if binary.is_absolute() else Path(".") / binary
    run = f"{shown} CERTIFICATE" if binary.is_absolute() else f"./{shown} CERTIFICATE"
    return (" ".join(compiling(path, binary)), run)


def compiling(source: Path, program: Path) -> list[str]:
    """The command that makes a program of a verifier in one file that is not in Python."""
    return [word.format(source=source, program=program) for word in COMPILED[source.suffix]]


def verifier_in_c(source: Path = FOREIGN) -> str:
    """The verifier in C in one file: each part, as it is, where it is included."""
    text = _PART.sub(
        lambda part: f"// ---- {part[1]}\n\n{(source.parent / part[1]).read_text(encoding='utf-8').rstrip()}\n",
        source.read_text(encoding="utf-8"),
    )
    return _first_lines("/* ", " */") + _with_version(text)


def _first_lines(opening: str, closing: str = "") -> str:
    """The licence, the version and whose it is, in two comments."""
    said = (LICENCE, f"A verifier of exactua {exactua.__version__}. {COPYRIGHT}")
    return "".join(f"{opening}{line}{closing}\n" for line in said)


def _with_version(text: str) -> str:
    """The text of a verifier that tells the version of exactua. Raises ValueError for one with no place, or several."""
    before, *after = text.split(UNKNOWN)
    (rest,) = after
    return f'{before}"{exactua.__version__}"{rest}'


def proved_verifier(folder: Path = PROVED) -> str:
    """The proved verifier in one file: what was extracted, as it is, as a module of that name; before it and behind it
    what reads a file and says the answer."""
    head, _, rest = (folder / "main.ml").read_text(encoding="utf-8").partition("\n\n(* ---- ")
    checker = (folder / "checker.ml").read_text(encoding="utf-8").strip("\n")
    head = head.replace("(* main.ml: ", "(* verifier.ml: ", 1).replace(" checker.ml main.ml ", " verifier.ml ", 1)
    text = f"{head}\n\n{EXTRACTED}\nmodule Checker = struct\n\n{checker}\n\nend\n\n(* ---- {rest}"
    return _first_lines("(* ", " *)") + _with_version(text)


def single_file() -> str:
    """The Python verifier in one file, which needs Python's standard library alone.

    No two of its modules define the same name, so that each name means in one file what it means in the package.
    """
    order = _in_order()
    imports, names = set[str](), dict[str, set[str]]()
    for module in order:
        for node in module.imports:
            if isinstance(node, ast.Import):
                imports |= {f"import {alias.name}\n" for alias in node.names}
            elif node.level == 0 and node.module != "__future__":
                names.setdefault(str(node.module), set()).update(alias.name for alias in node.names)
    chosen = {f"from {module} import {', '.join(sorted(imported))}\n" for module, imported in names.items()}
    root = ast.parse((FOLDER / PACKAGE / "__init__.py").read_text(encoding="utf-8"))
    text = "".join(
        [
            "# The verifier in Python in one file: each module behind those that it needs.\n",
            f'"""{ast.get_docstring(root)}\n"""\n\nfrom __future__ import annotations\n\n',
            BEGINNING,
            *sorted(imports - {"import sys\n"}),
            *sorted(chosen),
            *(piece for module in order for piece in (_heading(module), module.text)),
            END,
        ]
    )
    return _first_lines("# ") + _with_version(text)


@dataclass(frozen=True)
class _Module:
    """A module of the verifier: its docstring, its imports, the modules that it needs, and what follows on these."""

    name: str
    docstring: str
    imports: tuple[ast.Import | ast.ImportFrom, ...]
    text: str

    @property
    def needs(self) -> list[str]:
        return [str(node.module) for node in self.imports if isinstance(node, ast.ImportFrom) and node.level]


def _module(name: str) -> _Module:
    source = (FOLDER / PACKAGE / f"{name}.py").read_text(encoding="utf-8")
    tree = ast.parse(source)
    imports = tuple(node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom))
    end = max(node.end_lineno or 0 for node in imports)
    text = "".join(source.splitlines(keepends=True)[end:])
    return _Module(name, ast.get_docstring(tree) or "", imports, text.strip("\n") + "\n")


def _in_order() -> list[_Module]:
    """The modules that the command line needs, each behind those that it needs itself."""
    order = dict[str, _Module]()

    def visit(name: str) -> None:
        if name not in order:
            module = _module(name)
            for other in module.needs:
                visit(other)
            order[name] = module

    visit(START)
    return list(order.values())


def _heading(module: _Module) -> str:
    """The name and the docstring of a module as a comment."""
    rule = "-" * (112 - len(module.name))
    lines = [f"# {line}".rstrip() for line in module.docstring.splitlines()]
    return "\n\n" + "\n".join([f"# ---- {module.name} {rule}", "#", *lines]) + "\n\n\n"
