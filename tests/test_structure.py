"""The files of the package: none is a splinter or only passes on, none import in a circle, and a small check enters few."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

pytestmark = pytest.mark.sources

PACKAGE = Path(__file__).parent.parent / "exactua"

SHORT = 40
"""Lines: a module that is shorter, and that a single other one imports, stands in that one."""
ENTERED = 70
"""Files of exactua that `check lemma8 --d 2 --n 3` may enter."""
FOUND_BY_NAME = {"__main__.py", "command.py"}
"""Modules that nobody imports: what Python, and the group of the commands, find by their names."""
OF_A_COMMAND = {"work.py", "record.py", "words.py"}
"""The parts that the folder of a command has, however short they are."""
PUBLIC = {"authoring.py"}
"""A module that passes on what files of claims import."""
SAYING_NOTHING = {"one", "found", "made"}
"""Names that a local variable does not have: they do not say of what."""
BOUND = re.compile(rf"\b(as|import) +({'|'.join(SAYING_NOTHING)})\b|\b({'|'.join(SAYING_NOTHING)})( in\b| *[=:,)\]])")
"""How a text looks that may give a variable such a name; docstrings look so, too."""


STRING = re.compile(r'"""(?:.|\n)*?"""|"[^"\n]*"')


@dataclass(frozen=True)
class Parsed:
    """What a module imports, what of it while it is imported itself, and whether it defines anything."""

    imports: tuple[ast.Import | ast.ImportFrom, ...]
    at_once: tuple[ast.Import | ast.ImportFrom, ...]
    defines: bool


@cache
def parsed(path: Path) -> Parsed:
    """A module without its syntax tree, which is large."""
    tree = ast.parse(path.read_text())
    imports = tuple(node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom))
    at_once = tuple(node for node in _at_once(tree) if isinstance(node, ast.Import | ast.ImportFrom))
    own = [node for node in tree.body if not isinstance(node, ast.Import | ast.ImportFrom | ast.Expr)]
    return Parsed(imports, at_once, any(not ast.unparse(node).startswith("__all__") for node in own[:2]))


def modules_of(package: Path) -> dict[str, Path]:
    """The modules of a package by their full names."""
    names = {}
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package.parent).with_suffix("").parts
        names[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return names


def imports_of(path: Path, name: str, modules: Mapping[str, Path], *, at_once: bool = False) -> set[str]:
    """The modules of the package that a module imports; `at_once`: while it is imported itself."""
    package = name if path.stem == "__init__" else name.rpartition(".")[0]
    imported = set()
    for node in parsed(path).at_once if at_once else parsed(path).imports:
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            source = ".".join([*above, *([node.module] if node.module else [])])
            inside = {f"{source}.{alias.name}" for alias in node.names}
            imported |= inside & modules.keys() or {source}
    return (imported & modules.keys()) - {name}


def _at_once(node: ast.AST) -> Iterator[ast.AST]:
    """What is executed when a module is imported."""
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef | ast.expr):
            continue
        if isinstance(inner, ast.If) and ast.unparse(inner.test) == "TYPE_CHECKING":
            continue
        yield inner
        yield from _at_once(inner)


def splinters(package: Path) -> set[str]:
    """The short modules that a single module imports, outside of the papers' folders."""
    modules = modules_of(package)
    importers: dict[str, set[str]] = {name: set() for name in modules}
    for name, path in modules.items():
        for imported in imports_of(path, name, modules):
            importers[imported].add(name)
    texts = "".join(path.read_text() for path in modules.values())
    return {
        path.relative_to(package).as_posix() for name, path in modules.items()
        if len(path.read_text().splitlines()) < SHORT and len(importers[name]) <= 1 and path.stem != "__init__"
        and path.name not in FOUND_BY_NAME and not (path.name in OF_A_COMMAND and path.parent.parent.name == "commands")
        and "papers" not in path.parts and f'"{name}"' not in texts
    }  # fmt: skip


def passing_on(package: Path) -> set[str]:
    """The modules, other than a package's face, that define nothing."""
    return {
        path.relative_to(package).as_posix() for path in package.rglob("*.py")
        if path.name != "__init__.py" and not parsed(path).defines
    }  # fmt: skip


def in_circles(package: Path) -> set[str]:
    """The modules that import themselves, by way of others, while they are imported, and those that need one of them."""
    modules = modules_of(package)
    waiting = {name: imports_of(path, name, modules, at_once=True) for name, path in modules.items()}
    while free := [name for name, needs in waiting.items() if not needs & waiting.keys()]:
        for name in free:
            del waiting[name]
    return set(waiting)


def saying_nothing(path: Path) -> set[str]:
    """The local variables of a module that have a name which does not say of what: "line: name"."""
    spots = set[tuple[int, str]]()
    text = path.read_text()
    if not BOUND.search(STRING.sub("", text)):
        return set()
    for function in ast.walk(ast.parse(text)):
        if not isinstance(function, ast.FunctionDef | ast.Lambda):
            continue
        for node in ast.walk(function):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                spots.add((node.lineno, node.id))
            elif isinstance(node, ast.arg):
                spots.add((node.lineno, node.arg))
            elif isinstance(node, ast.ExceptHandler):
                spots.add((node.lineno, node.name or ""))
            elif isinstance(node, ast.alias):
                spots.add((node.lineno, node.asname or node.name))
    return {f"{line}: {name}" for line, name in spots if name in SAYING_NOTHING}


def test_no_module_is_a_splinter_of_the_only_one_that_imports_it() -> None:
    assert splinters(PACKAGE) == set()


def test_no_module_only_passes_on() -> None:
    assert passing_on(PACKAGE) == PUBLIC


def test_no_modules_import_in_a_circle() -> None:
    assert in_circles(PACKAGE) == set()


def test_local_variables_say_what_they_are() -> None:
    folders = [PACKAGE, PACKAGE.parent / "tests", PACKAGE.parent / "benchmarks"]
    paths = [path for folder in folders for path in folder.rglob("*.py")]
    assert len(paths) > 1000
    assert {path: names for path in paths if (names := saying_nothing(path))} == {}


def test_these_tests_can_fail(tmp_path: Path) -> None:
    package = tmp_path / "house"
    (package / "papers").mkdir(parents=True)
    (package / "commands/check").mkdir(parents=True)
    texts = {
        "__init__.py": "",
        "low.py": "def size(x):\n    return x\n",
        "left.py": "from house.right import b\nfrom . import low\n\na = 1\n",
        "right.py": "from house.left import a\n\ndef b(one):\n    made = [x for found in one]\n    return made\n",
        "late.py": "def f():\n    from house.late import g\n    import house.early\n\ng = 1\n",
        "early.py": "import house.late as late\nfrom typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    import house.low\n\nmade = 1\n",
        "mirror.py": '"""Passes on."""\n\nfrom house.low import size as size\n\n__all__ = ["size"]\n',
        "named.py": 'teller = "house.named"\n',
        "long.py": "x = 1\n" * SHORT,
        "papers/page.py": "x = 1\n",
        "words.py": "x = 1\n",
        "commands/check/words.py": "x = 1\n",
    }  # fmt: skip
    for name, text in texts.items():
        (package / name).write_text(text)
    assert splinters(package) == {"left.py", "right.py", "late.py", "early.py", "mirror.py", "words.py"}
    assert passing_on(package) == {"mirror.py"}
    assert in_circles(package) == {"house.left", "house.right"}
    assert saying_nothing(package / "right.py") == {"3: one", "4: made", "4: found"}
    assert saying_nothing(package / "early.py") == set()


COUNTING = """
import sys
from pathlib import Path

entered = set()

def enter(frame, event, argument):
    code = frame.f_code  # bodies of modules and classes are no functions, nor are comprehensions
    if event == "call" and code.co_flags & 1 and not code.co_name.endswith(("comp>", "genexpr>")):
        entered.add(code.co_filename)

sys.setprofile(enter)
from exactua.commands.group import main
code = main(["check", "lemma8", "--d", "2", "--n", "3"])
sys.setprofile(None)
package = Path(sys.modules["exactua"].__file__).parent
assert code == 0
print(*sorted(name for name in entered if Path(name).is_relative_to(package)), sep="\\n")
"""


def test_a_small_check_enters_few_files(tmp_path: Path) -> None:
    """Those in which a function is called, while they are imported or later."""
    ran = subprocess.run([sys.executable, "-c", COUNTING], cwd=tmp_path,
                         check=True, capture_output=True, text=True)  # fmt: skip
    entered = [line for line in ran.stdout.splitlines() if line.endswith(".py")]
    assert str(PACKAGE / "papers/yun2020/lemma08.py") in entered
    assert len(entered) <= ENTERED, "\n".join(entered)
