"""No claim depends on which module was imported first, and nobody holds one of which steps are missing."""

from __future__ import annotations

import ast
import graphlib
import importlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

import exactua.papers
from exactua.claims.chapters import Chapter
from exactua.claims.claim import Claim
from exactua.claims.registry import find, labels
from tests.papers import first_imported

PROGRAM = Path(first_imported.__file__)
ROOT = Path(exactua.papers.__file__).parent
MODULES = first_imported.modules()


def differences(*arguments: str) -> dict[str, list[str]]:
    """What is different, by the module of `papers` that was imported first."""
    run = subprocess.run([sys.executable, PROGRAM, *arguments], check=True, stdout=subprocess.PIPE, text=True)
    by_module: dict[str, list[str]] = json.loads(run.stdout)
    return by_module


@pytest.mark.imports
def test_every_claim_is_the_same_whichever_module_was_imported_first():
    by_module = differences()
    assert set(by_module) == set(MODULES)
    assert len(by_module) >= 110
    assert {module: different for module, different in by_module.items() if different} == {}


BEGINNING = """
from exactua.claims.claim import Claim
{made} = {making}

@{made}.states("n is positive")
def first(at):
    return at.n >= 1
"""
NEXT = """
{imported}
@{made}.proof_line("n is positive, once more")
def {name}(at):
    return at.n >= 1
"""
MADE = 'Claim("spread:lemma", "Lemma", "nowhere", "n is positive")'
PACKAGE = 'TITLE = "Spread"\nCLAIMS = {"lemma": "lemma"}\nALIASES = {}\n'


def spread(folder: Path, modules: dict[str, str]) -> dict[str, list[str]]:
    """The differences of a paper with these modules, without the name of the paper in theirs."""
    (folder / "spread").mkdir()
    for name, text in {"__init__": PACKAGE, **modules}.items():
        (folder / "spread" / f"{name}.py").write_text(text)
    by_module = differences(str(folder), "spread")
    return {name.removeprefix("exactua.papers.spread").lstrip("."): said for name, said in by_module.items()}


def test_steps_that_modules_add_to_the_claim_of_another_are_found_out(tmp_path):
    taken = "from exactua.papers.spread.beginning import lemma\n"
    by_module = spread(
        tmp_path,
        {
            "beginning": BEGINNING.format(made="lemma", making=MADE),
            "middle": NEXT.format(imported=taken, made="lemma", name="between"),
            "end": NEXT.format(imported=taken, made="lemma", name="last"),
            "beside": NEXT.format(imported=taken, made="lemma", name="of_nobody"),
            "lemma": f"from exactua.papers.spread import middle, end\n{taken}",
        },
    )
    assert by_module == {
        "": [],
        "beginning": ["spread:lemma held: 1 of 3 steps"],
        "beside": ["spread:lemma held: 2 of 3 steps", "spread:lemma found: 4 of 3 steps"],
        "end": ["spread:lemma held: 2 of 3 steps", "spread:lemma found: 3 of 3 steps"],
        "lemma": [],
        "middle": ["spread:lemma held: 2 of 3 steps"],
    }


def test_what_a_step_says_is_looked_at_beside_its_name(tmp_path):
    counted = "from exactua.papers.spread import counts\ncounts.least += 1\n"
    lemma = BEGINNING.format(made="lemma", making=MADE).replace("n >= 1", "n >= counts.least")
    modules = {"counts": "least = 1\n", "beside": counted}
    by_module = spread(tmp_path, {**modules, "lemma": f"from exactua.papers.spread import counts\n{lemma}"})
    assert by_module["beside"] == ["spread:lemma found: 1 of 1 steps, in order"]
    assert by_module["lemma"] == by_module["counts"] == []


def test_a_claim_that_lists_its_chapters_is_the_same_whichever_of_them_was_imported_first(tmp_path):
    part = "from exactua.claims.chapters import Chapter\n{0} = Chapter()\n"
    listed = [f"from exactua.papers.spread.{name} import {name}\n" for name in ("end", "middle", "beginning")]
    by_module = spread(
        tmp_path,
        {
            "beginning": BEGINNING.format(made="beginning", making="Chapter()").replace("claim import Claim", "chapters import Chapter"),
            "middle": NEXT.format(imported=part.format("middle"), made="middle", name="between"),
            "end": NEXT.format(imported=part.format("end"), made="end", name="last"),
            "lemma": "".join(listed)
            + BEGINNING.format(made="lemma", making=MADE.replace(")", ", chapters=(beginning, middle, end))")).replace("def first", "def own"),
        },
    )  # fmt: skip
    assert by_module == {"": [], "beginning": [], "end": [], "lemma": [], "middle": []}


def imports_of(name: str) -> set[str]:
    """The modules of papers that a module imports, wherever in it."""
    path = ROOT.joinpath(*name.split(".")[2:])
    text = (path / "__init__.py" if path.is_dir() else path.with_suffix(".py")).read_text()
    imported = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module:
            imported |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
    return imported & set(MODULES)


def test_no_module_of_papers_imports_itself_by_way_of_others():
    edges = {name: imports_of(name) for name in MODULES}
    assert sum(map(len, edges.values())) > 250
    tuple(graphlib.TopologicalSorter(edges).static_order())
    with pytest.raises(graphlib.CycleError):
        tuple(graphlib.TopologicalSorter({"a": {"b"}, "b": {"a"}}).static_order())


def test_every_chapter_is_listed_by_one_claim():
    chapters = {
        id(value): (f"{name}.{variable}", value)
        for name in MODULES
        for variable, value in vars(importlib.import_module(name)).items()
        if isinstance(value, Chapter)
    }
    for label in labels():
        find(label)
    assert len(chapters) == 12
    assert [name for name, chapter in chapters.values() if len(chapter.claims) != 1] == []
    assert not any(isinstance(chapter, Claim) for _, chapter in chapters.values())
