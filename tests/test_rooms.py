"""The rooms of the house: imports never point up, the exact path knows no floats, start-up stays light."""

from __future__ import annotations

import ast
import builtins
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "exactua"
ROOMS = ["arithmetic", "terms", "targets", "grids", "networks", "claims", "certificates", "evaluators", "papers",
         "deciding", "proving", "softmax", "printing", "evidence", "console", "commands"]  # fmt: skip


def imported(path: Path) -> set[str]:
    """The rooms that a module imports from, anywhere in it."""
    rooms = set()
    for node in ast.walk(ast.parse(path.read_text())):
        names = [node.module] if isinstance(node, ast.ImportFrom) and node.module else []
        names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        rooms |= {name.split(".")[1] for name in names if name.startswith("exactua.") and name.count(".")}
    return rooms & set(ROOMS)


@pytest.mark.sources
def test_imports_never_point_up() -> None:
    modules = [path for room in ROOMS for path in (PACKAGE / room).rglob("*.py")]
    assert len(modules) > 50
    upwards = {
        f"{path.relative_to(PACKAGE)} imports {other}"
        for path in modules
        for other in imported(path)
        if ROOMS.index(other) > ROOMS.index(path.relative_to(PACKAGE).parts[0])
    }
    assert upwards == set()


DOCSTRING = re.compile(r'"""(.*?)"""', re.DOTALL)


def lost_references(package: Path) -> set[str]:
    """What docstrings call `module.name` where no module of that name knows the name, or nothing is called so."""
    sources = {path: path.read_text() for path in package.rglob("*.py")}
    known: dict[str, set[str]] = {}
    for path, source in sources.items():
        name = path.parent.name if path.stem == "__init__" else path.stem
        known.setdefault(name, {"py"}).update(re.findall(r"\w+", DOCSTRING.sub("", source)))
        known.setdefault(path.parent.name, set()).add(path.stem)
    used = set(known).union(*known.values())
    return {
        f"{path.relative_to(package)}: {said[0]}"
        for path, source in sources.items()
        for text in DOCSTRING.findall(source)
        for said in re.finditer(r"`([a-z_]+)\.([A-Za-z_]+)`", text)
        if said[1] not in used or said[2] not in known.get(said[1], used)
    }


def test_what_docstrings_point_to_is_there(tmp_path: Path) -> None:
    elsewhere = {"assumptions.txt", "definitions.txt", "ties.txt", "nn.Linear", "onnx.ModelProto"}
    assert {reference.split("`")[1] for reference in lost_references(PACKAGE)} <= elsewhere
    (tmp_path / "here.py").write_text('"""See `here.known`, `here.lost` and `gone.known`."""\nknown = 1\n')
    assert lost_references(tmp_path) == {"here.py: `here.lost`", "here.py: `gone.known`"}


def test_every_folder_is_a_package_that_git_ruff_and_pytest_look_into() -> None:
    """A folder called `build` is left out by what many tools leave out by themselves."""
    modules = {path for folder in (PACKAGE, PACKAGE.parent / "tests") for path in folder.rglob("*.py")}
    assert {path.parent for path in modules} == {path.parent for path in modules if path.name == "__init__.py"}
    settings = tomllib.loads((PACKAGE.parent / "pyproject.toml").read_text())["tool"]
    ignored = (PACKAGE.parent / ".gitignore").read_text().split()
    left_out = {*ignored, *settings["ruff"]["exclude"], *settings["pytest"]["ini_options"]["norecursedirs"]}
    assert not {name.rstrip("/") for name in left_out} & {part for path in modules for part in path.parts}


BESIDE = {
    "authoring.py": ROOMS[: ROOMS.index("claims") + 1],
    "child_processes.py": [],
    "errors.py": [],
    "file_access.py": [],
    "output_files.py": [],
    "plurals.py": [],
    "proofs_folder.py": [],
    "reprs.py": [],
    "visible_text.py": [],
    "python_files.py": [],
    "unexpected.py": [],
    "pytest_plugin.py": ROOMS,
}
"""Modules beside the rooms, each with the rooms that it may import from: those below what may import it."""


@pytest.mark.parametrize(("name", "rooms"), BESIDE.items())
def test_modules_beside_the_rooms_import_from_below(name: str, rooms: list[str]) -> None:
    assert imported(PACKAGE / name) <= set(rooms)


FLOAT_CODE = {"floats", "exchange", "pictures", "train"}
"""The folders that compute or draw in floating point; bounds on temperature are exact like everything else."""

PICTURES = {"picture.py"}
"""What a command draws."""

SECONDS = {
    "console/progress.py",
    "deciding/tasks.py",
    "deciding/plan.py",
    "deciding/replay.py",
    "deciding/running.py",
    "evidence/regression.py",
}
"""Where sizes and seconds are estimated in floating point; values never are."""


@pytest.mark.sources
def test_the_exact_path_has_no_floats() -> None:
    floats = []
    for path in PACKAGE.rglob("*.py"):
        name = path.relative_to(PACKAGE).as_posix()
        if name in SECONDS or path.name in PICTURES or FLOAT_CODE & {*path.parts}:
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, float):
                floats.append(f"{name}:{node.lineno}: {node.value}")
            if isinstance(node, ast.Attribute) and node.attr in ("float64", "float32", "isclose", "allclose"):
                floats.append(f"{name}:{node.lineno}: {node.attr}")
    assert floats == []
    assert all((PACKAGE / name).is_file() for name in SECONDS)


def loaded(program: str) -> set[str]:
    text = f"import sys\n{program}\nprint(' '.join(sys.modules))"
    return set(subprocess.run([sys.executable, "-c", text], check=True, capture_output=True, text=True).stdout.split())


HEAVY = {
    "numpy",
    "sympy",
    "gmpy2",
    "flint",
    "llvmlite",
    "dask",
    "distributed",
    "sqlite3",
    "tomlkit",
    "matplotlib",
    "array_api_compat",
    "torch",
    "jax",
    "onnx",
    "safetensors",
}


def test_help_loads_nothing_heavy() -> None:
    modules = loaded("from exactua.commands.group import main\nimport io, contextlib\n"
                     "with contextlib.redirect_stdout(io.StringIO()): main(['--help'])")  # fmt: skip
    assert "click" in modules
    assert modules & HEAVY == set()


def test_the_test_of_absence_can_fail() -> None:
    assert loaded("import exactua.deciding.running") & HEAVY == {"numpy", "gmpy2"}


def test_a_small_check_loads_neither_sympy_nor_matplotlib() -> None:
    modules = loaded("from exactua import check\ncheck('lemma8', d=1, n=2)")
    assert modules & HEAVY == {"numpy", "gmpy2"}


def test_the_exact_path_does_not_load_float_code() -> None:
    decided = "from exactua import check\ncheck('lemma8', d=1, n=2)\ncheck('kajitsuka2024:lemma4', n=2)"
    assert not [name for name in loaded(decided) if name.startswith("exactua.softmax")]
    floats = loaded("from exactua.softmax.floats.backends import open_backend\nopen_backend('numpy')")
    assert {"exactua.softmax", "array_api_compat"} <= floats  # so that the absence above can be missed


def test_a_small_check_by_the_command_opens_no_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    command = "from exactua.commands.group import main\nimport io, contextlib\nwith contextlib.redirect_stdout(io.StringIO()): "
    asked = ["check", "lemma8", "--d", "2", "--n", "3"]
    assert loaded(f"{command}main({asked})") & HEAVY == {"numpy", "gmpy2"}
    assert [path.name for path in tmp_path.rglob("*")] == [".exactua", "lemma8.d2n3m2.json"]
    assert "sqlite3" in loaded(f"{command}main({[*asked, '--store', 'runs.sqlite']})")


def test_regress_loads_tomlkit_only_to_rewrite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "some.toml").write_text(
        '[[check]]\nclaim = "lemma8"\nd = 1\nn = 2\ndelta = "1/2"\nexpect = "holds"\n[unlisted]\nyun2020 = "one is enough"\n'
    )
    command = "from exactua.commands.group import main\nimport io, contextlib\nwith contextlib.redirect_stdout(io.StringIO()): "
    assert "tomlkit" not in loaded(f"{command}main(['regress', 'some.toml', '--jobs', '1'])")
    assert "tomlkit" in loaded(f"{command}main(['regress', 'some.toml', '--jobs', '1', '--update'])")


VERIFIER = PACKAGE / "verifier"


def modules_of(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.py"))


def imports_of(path: Path) -> list[tuple[int, str]]:
    """What a module imports, anywhere in it: how many dots stand before it, and its name."""
    imports = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            imports += [(0, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            imports.append((node.level, node.module or ""))
    return imports


def imported_from_elsewhere(folder: Path) -> set[str]:
    """What is imported that is neither of the standard library nor a module beside."""
    own = {path.stem for path in modules_of(folder)}
    imports = {entry for path in modules_of(folder) for entry in imports_of(path)}
    return {
        name for dots, name in imports
        if not (dots == 1 and name in own) and (dots or name.split(".")[0] not in sys.stdlib_module_names)
    }  # fmt: skip


def in_a_circle(folder: Path) -> set[str]:
    """The modules that import themselves, by way of others, and those that need one of them."""
    waiting = {path.stem: {name for dots, name in imports_of(path) if dots} for path in modules_of(folder)}
    while free := [name for name, needs in waiting.items() if not needs & waiting.keys()]:
        for name in free:
            del waiting[name]
    return set(waiting)


def defined_in(path: Path) -> set[str]:
    """The names that a module defines itself."""
    names = set()
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names |= {name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)}
    return names


def with_two_meanings(folder: Path) -> set[str]:
    """The names that two modules define, or that one defines and the language or an import has as well."""
    modules = [path for path in modules_of(folder) if not path.stem.startswith("__")]
    taken, twice = set(dir(builtins)), set[str]()
    for path in modules:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import) or (isinstance(node, ast.ImportFrom) and not node.level):
                taken |= {alias.asname or alias.name for alias in node.names}
    for path in modules:
        twice |= defined_in(path) & taken
        taken |= defined_in(path)
    return twice


def saying_any(folder: Path) -> set[str]:
    """The modules in which something is of the type Any."""
    return {
        path.name for path in modules_of(folder)
        if any(isinstance(node, ast.Name) and node.id == "Any" for node in ast.walk(ast.parse(path.read_text())))
    }  # fmt: skip


def test_the_verifier_imports_the_standard_library_and_itself_only() -> None:
    assert len(modules_of(VERIFIER)) > 20
    assert imported_from_elsewhere(VERIFIER) == set()


def test_no_module_of_the_verifier_has_a_name_of_the_standard_library() -> None:
    assert {path.stem for path in modules_of(VERIFIER)} & sys.stdlib_module_names == set()


def test_the_verifier_imports_in_no_circle() -> None:
    assert in_a_circle(VERIFIER) == set()


def test_a_name_means_one_thing_in_the_verifier() -> None:
    """So that its modules can stand in one file, one behind the other."""
    assert with_two_meanings(VERIFIER) == set()


def test_the_verifier_is_typed() -> None:
    """mypy checks it like everything else; what has no type before it is looked at has a name, in one module."""
    settings = tomllib.loads((PACKAGE.parent / "pyproject.toml").read_text())["tool"]["mypy"]
    assert settings["strict"] is True
    assert not [
        override for override in settings["overrides"] if any("verifier" in name for name in override["module"])
    ]
    assert saying_any(VERIFIER) == {"values.py"}


def test_these_tests_of_the_verifier_can_fail(tmp_path: Path) -> None:
    texts = {
        "low": "import math\n\ndef size(x: int) -> int:\n    return x\n",
        "left": "from .right import b\n\na, list = 1, 2\n",
        "right": "from .left import a\nfrom exactua.terms import x\n\ndef size() -> None:\n    import numpy\n\nb: int = 3\n",
        "high": "from typing import Any\nfrom .left import a\nfrom ..terms import x\n\nmath: Any = a\n",
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.py").write_text(text)
    assert imported_from_elsewhere(tmp_path) == {"exactua.terms", "numpy", "terms"}
    assert in_a_circle(tmp_path) == {"left", "right", "high"}
    assert with_two_meanings(tmp_path) == {"size", "list", "math"}
    assert saying_any(tmp_path) == {"high.py"}


WITH_SYMPY = {f"{room}/as_sympy.py" for room in ("terms", "networks", "claims")}
"""The modules that import sympy, each where it is asked for a form."""
ASKING_FOR_FORMS = {*WITH_SYMPY, "networks/network.py", "claims/claim.py", "commands/derive/work.py"}
"""Those that import these: methods that give forms, and the command that prints what sympy says of an equation."""


def with_sympy(folder: Path) -> tuple[set[str], set[str]]:
    """The modules that import sympy or mpmath, and those that import or name a module of forms."""
    imports, asks = set(), set()
    for path in folder.rglob("*.py"):
        name, text = path.relative_to(folder).as_posix(), path.read_text()
        if re.search(r"^\s*(import|from) (sympy|mpmath)", text, re.MULTILINE):
            imports.add(name)
        if re.search(r"^\s*(import|from) \S*as_sympy|^\s*from \S+ import .*\bas_sympy", text, re.MULTILINE):
            asks.add(name)
    return imports, asks


def test_sympy_decides_nothing() -> None:
    """No module that decides imports it, nor a module that gives forms; `derive` decides each line without it."""
    imports, asks = with_sympy(PACKAGE)
    assert imports == WITH_SYMPY
    assert asks <= ASKING_FOR_FORMS
    assert not re.search("mpmath", "".join((PACKAGE / name).read_text() for name in WITH_SYMPY))
    top = [(PACKAGE / name).read_text() for name in WITH_SYMPY]
    assert not any(re.search(r"^(import|from) sympy", text, re.MULTILINE) for text in top)


def test_the_test_of_sympy_can_fail(tmp_path: Path) -> None:
    (tmp_path / "decides.py").write_text("def f():\n    from sympy import simplify\n")
    (tmp_path / "asks.py").write_text("from exactua.terms.as_sympy import Reader\n")
    (tmp_path / "names.py").write_text("from exactua.terms import as_sympy\n")
    assert with_sympy(tmp_path) == ({"decides.py"}, {"asks.py", "names.py"})


def test_the_package_loads_no_command_before_its_function_is_asked_for() -> None:
    assert not [name for name in loaded("import exactua; dir(exactua)") if name.startswith("exactua.")]
    assert "exactua.commands.relax.work" in loaded("from exactua import relax")
    assert "exactua.commands.limit.work" not in loaded("from exactua import relax")
