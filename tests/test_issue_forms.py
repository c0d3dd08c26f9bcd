"""The forms of issues, and the code of conduct: what GitHub reads, what they point to, and that they invent no contact."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.documentation import ROOT

FORMS = sorted(path for path in (ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml") if path.stem != "config")
ADDRESS = re.compile(r"[\w.+-]+@[\w-]+\.\w+")


def form(path: Path) -> dict[str, Any]:
    data = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert isinstance(data, dict)
    return data


def test_there_is_a_form_for_each_kind_of_issue() -> None:
    assert [form(path)["name"] for path in FORMS] == [
        "A bug",
        "A step misstates the paper",
        "A paper I would like checked",
    ]


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_a_form_is_one_that_github_reads(path: Path) -> None:
    data = form(path)
    assert {"name", "description", "body"} <= set(data) <= {"name", "description", "title", "labels", "body"}
    assert all(field["type"] in ("markdown", "input", "textarea") for field in data["body"])
    asked = [field for field in data["body"] if field["type"] != "markdown"]
    names = [field["id"] for field in asked]
    assert len(names) == len({*names})
    assert all(re.fullmatch(r"[a-z]+", name) for name in names)
    assert all(field["attributes"]["label"] for field in asked)
    assert all(field["attributes"]["value"] for field in data["body"] if field["type"] == "markdown")


def test_who_reports_a_misstated_step_says_which_and_why() -> None:
    fields = form(ROOT / ".github/ISSUE_TEMPLATE/misstated-step.yml")["body"][1:]
    assert [field["id"] for field in fields] == ["label", "hash", "quote", "page", "why"]
    assert all(field["validations"]["required"] for field in fields)


@pytest.mark.parametrize("path", [*FORMS, ROOT / "CODE_OF_CONDUCT.md"], ids=lambda path: path.stem)
def test_what_is_named_is_there_and_nobody_is_invented(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    files = set(re.findall(r"(?:docs/)?[\w-]+\.md", text))
    assert [name for name in files if not (ROOT / name).is_file()] == []
    assert ADDRESS.findall(text) == []
