"""Public names, and the functions that pages list, are told with an example, and the examples give what they say."""

from __future__ import annotations

import ast
import doctest
import importlib
import importlib.util
import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from tests.documentation import ROOT

MODULES = ("exactua", "exactua.authoring", "exactua.networks")
"""What they offer stands before every example, as if by `from ... import *`."""

PAGES = ("api-results.md", "api-softmax.md", "api-networks.md")
"""Pages with functions of other modules, which stand before their own examples alone."""

WITHOUT = {
    "__version__": "the next release has another one",
    "EvaluatorsDisagree": "no input is known at which two evaluators differ",
    "read_network": "it reads a file, and `loads` has the example",
}
"""Names that need no example, each with the reason."""

WRITING = {"verify": ".exactua", "write": "results", "write_network": "net.json", "read_arrays": "net.npz"}
"""Names whose examples write, and what: of `verify` what was verified is remembered."""


def functions_on_pages() -> list[tuple[str, str]]:
    """The functions that the pages list and that no module of `MODULES` offers."""
    listed = []
    for page in PAGES:
        module = ""
        for kind, named in re.findall(
            r"^\.\. (currentmodule|module|autofunction):: (\S+)$",
            (ROOT / "docs" / page).read_text(encoding="utf-8"),
            re.M,
        ):
            module = named if kind != "autofunction" else module
            if kind == "autofunction" and module not in MODULES:
                listed.append((module, named))
    return listed


PUBLIC = [(module, name) for module in MODULES for name in importlib.import_module(module).__all__]
ON_PAGES = functions_on_pages()
TOLD = [*PUBLIC, *ON_PAGES]
IDS = [f"{module}.{name}" for module, name in TOLD]


@cache
def written(module: str) -> tuple[Path, ast.Module]:
    """The file of a module, and what stands in it."""
    spec = importlib.util.find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin), ast.parse(Path(spec.origin).read_text(encoding="utf-8"))


def docstrings(module: str, name: str) -> list[tuple[str, str, int]]:
    """The texts that tell what a name is, each with its file and line: its own first, then those of its members.

    They are read from the source, where the text below `pi = ...` is its docstring; imported names are followed.
    """
    file, tree = written(module)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and any((alias.asname or alias.name) == name for alias in node.names):
            origin = next(alias.name for alias in node.names if (alias.asname or alias.name) == name)
            return docstrings(importlib.util.resolve_name("." * node.level + (node.module or ""), module), origin)
    where = file.relative_to(ROOT).as_posix()
    for node, below in zip(tree.body, [*tree.body[1:], None], strict=True):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name == name and not overloaded(node):
            return [(text, where, line) for text, line in told_of(node)]
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if any(isinstance(target, ast.Name) and target.id == name for target in targets):
            return [(text_of(below) or "", where, (below or node).lineno)]
    raise AssertionError(f"{name} is not made at the top of {where}")


def overloaded(node: ast.FunctionDef | ast.ClassDef) -> bool:
    """Whether it is one of the types of a call, whose texts stand in the function itself."""
    return any(isinstance(told, ast.Name) and told.id == "overload" for told in node.decorator_list)


def told_of(node: ast.FunctionDef | ast.ClassDef) -> Iterator[tuple[str, int]]:
    """The docstring of a function or a class, "" where there is none, and the texts inside of it."""
    own = node.body[0]
    yield text_of(own) or "", own.lineno
    yield from ((text, line) for text, line in texts(node) if line != own.lineno)


def texts(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """The texts that stand for themselves, with their lines."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and (text := text_of(node)) is not None:
            yield text, node.lineno


def text_of(node: ast.AST | None) -> str | None:
    """The text that stands for itself, as docstrings do."""
    alone = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    return node.value.value if alone else None


def wrong(text: str, where: str = "example", line: int = 0, own: Iterable[tuple[str, str]] = ()) -> list[str]:
    """What the examples in a text should give and do not, in the words of doctest; `own` are names of its module."""
    public = {name: getattr(importlib.import_module(module), name) for module, name in PUBLIC}
    public |= {"Fraction": Fraction, **{name: getattr(importlib.import_module(at), name) for at, name in own}}
    told: list[str] = []
    test = doctest.DocTestParser().get_doctest(text, public, where, where, line)
    doctest.DocTestRunner(verbose=False).run(test, out=told.append)
    return told


@pytest.mark.parametrize(("module", "name"), TOLD, ids=IDS)
def test_every_public_name_has_an_example(module: str, name: str) -> None:
    has_one = ">>>" in docstrings(module, name)[0][0]
    assert has_one == (name not in WITHOUT), "WITHOUT is what has none"


@pytest.mark.parametrize(("module", "name"), TOLD, ids=IDS)
def test_examples_give_what_they_say(module: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    own = [(module, name)] if module not in MODULES else []
    told = [complaint for text, where, line in docstrings(module, name) for complaint in wrong(text, where, line, own)]
    assert not told, "\n".join(told)
    assert [path.name for path in tmp_path.iterdir()] == ([WRITING[name]] if name in WRITING else [])


def test_no_example_stands_where_none_is_run() -> None:
    run = {(where, line) for module, name in TOLD for text, where, line in docstrings(module, name) if ">>>" in text}
    there = {
        (path.relative_to(ROOT).as_posix(), line)
        for path in (ROOT / "exactua").rglob("*.py")
        if re.search("^ *>>> ", source := path.read_text(encoding="utf-8"), re.MULTILINE)
        for text, line in texts(ast.parse(source))
        if ">>>" in text
    }
    assert there == run


def test_names_without_an_example_are_public() -> None:
    assert {name for _, name in PUBLIC} >= set(WITHOUT)
    assert ("exactua.softmax.temperature.bracket", "bracket") in ON_PAGES


def test_a_name_means_one_thing() -> None:
    meanings = {(name, *docstrings(module, name)[0][1:]) for module, name in PUBLIC}
    assert len(meanings) == len({name for _, name in PUBLIC})


@pytest.mark.parametrize(
    ("module", "name", "right", "broken"),
    [
        ("exactua", "check", "refuted 1/16 = 1/4", "refuted 1/16 = 1/3"),
        ("exactua.authoring", "total", "sum_(j = 1..n) L_(1, j)", "sum_(j = 0..n) L_(1, j)"),
        ("exactua.authoring", "category1", "[1]\n", "[2]\n"),
        ("exactua.authoring", "box", "low must be less than high", "low may be high"),
        ("exactua.authoring", "pi", "pi / 2 >", "py / 2 >"),
    ],
)
def test_a_broken_example_is_seen(module: str, name: str, right: str, broken: str) -> None:
    text, *_ = docstrings(module, name)[0]
    assert right in text
    assert not wrong(text)
    assert "Failed example" in "".join(wrong(text.replace(right, broken)))


def test_docstrings_are_found_where_they_are_written() -> None:
    assert docstrings("exactua", "check")[0][1] == "exactua/proving/check.py"
    assert docstrings("exactua.authoring", "u")[0][0].startswith("The vector u")
    assert docstrings("exactua.authoring", "RELU")[0][1].startswith("exactua/networks/")
    assert any(text.startswith("No point satisfied") for text, *_ in docstrings("exactua", "Verdict"))
    with pytest.raises(AssertionError, match="x is not made"):
        docstrings("exactua.grids.categories", "x")
