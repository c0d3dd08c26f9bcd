"""Stages of tests: what `pytest` alone leaves out is run by `.ci/run`, each test in one of them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.conftest import STAGES, pytest_collection_modifyitems, pytest_ignore_collect, stage_of

ROOT = Path(__file__).parents[1]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"]["ini_options"]
MARKERS = [line.partition(":")[0] for line in SETTINGS["markers"]]


def test_ci_runs_every_stage_that_pytest_leaves_out() -> None:
    assert sorted(re.findall(r"not (\w+)", SETTINGS["addopts"])) == sorted(MARKERS)
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    asked = re.findall(r"pytest .*?-m '?((?:\w+ or )*\w+)", script)
    assert sorted(name for stage in asked for name in stage.split(" or ")) == sorted(MARKERS)


def test_every_name_in_a_stage_is_of_files_and_of_one_stage() -> None:
    assert set(STAGES) <= set(MARKERS)
    names = [name for those in STAGES.values() for name in those]
    tests = [path.relative_to(ROOT / "tests").as_posix() for path in (ROOT / "tests").rglob("test_*.py")]
    for name in names:
        assert any(path.startswith(name) for path in tests), name
    assert [path for path in tests if sum(path.startswith(those) for those in STAGES.values()) > 1] == []


def asked_for(expression: str) -> Any:
    return SimpleNamespace(option=SimpleNamespace(markexpr=expression), getini=lambda _: SETTINGS["markers"])


def test_a_file_is_left_out_where_its_stage_is() -> None:
    inside, outside = ROOT / "tests/papers/yun2020/test_lemma06.py", ROOT / "tests/test_docs.py"
    assert (stage_of(inside), stage_of(outside), stage_of(ROOT / "proofs")) == ("papers", None, None)
    for expression, left_out in (("not papers and not pages", True), ("papers", None), ("", None)):
        assert pytest_ignore_collect(inside, asked_for(expression)) is left_out
        assert pytest_ignore_collect(outside, asked_for(expression)) is None


@pytest.mark.parametrize(("own", "markers"), [(None, ["papers"]), ("proofs", []), ("parametrize", ["papers"])])
def test_a_test_is_in_the_stage_of_its_file_or_in_its_own(own: str | None, markers: list[str]) -> None:
    added: list[str] = []
    item: Any = SimpleNamespace(path=ROOT / "tests/papers/yun2020/test_lemma06.py", add_marker=added.append)
    item.iter_markers = lambda: [SimpleNamespace(name=own)] if own else []
    pytest_collection_modifyitems(asked_for(""), [item])
    assert added == markers
