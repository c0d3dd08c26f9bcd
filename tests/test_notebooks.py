"""The notebooks of docs/: what is committed below their cells is what these give, and their pages show it."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.notebooks import METADATA, NOTEBOOKS, bare, committed, differences, executed, run, written
from tests.test_documentation_site import extension

TEXTS = {path.stem: path.read_text(encoding="utf-8") for path in NOTEBOOKS}


@pytest.mark.notebooks
@pytest.mark.parametrize("name", TEXTS)
def test_every_cell_gives_what_is_committed_below_it(name: str, tmp_path: Path) -> None:
    old = json.loads(TEXTS[name])
    answer = differences(old, executed(old, tmp_path))
    assert not answer, "\n".join(["python -m tests.notebooks --write brings notebooks up to date", *answer])


@pytest.mark.notebooks
def test_another_output_and_an_error_are_seen(tmp_path: Path) -> None:
    told = {"data": {"text/plain": ["3"]}, "execution_count": 1, "metadata": {}, "output_type": "execute_result"}
    cell = {"cell_type": "code", "id": "sum", "metadata": {}, "source": ["1 + 1"], "execution_count": 1}
    notebook = committed({"cells": [{**cell, "outputs": [told]}]})
    (difference,) = differences(notebook, executed(notebook, tmp_path))
    assert difference.startswith("sum: 1 + 1")
    notebook["cells"][0]["source"] = ["1 + "]
    with pytest.raises(Exception, match="SyntaxError"):
        executed(notebook, tmp_path)


@pytest.mark.notebooks
def test_what_is_wrong_is_shown_as_one_sentence(tmp_path: Path) -> None:
    wrong = {"cell_type": "code", "id": "wrong", "metadata": {"tags": ["raises-exception"]}, "execution_count": None}
    wrong |= {"source": ["import exactua\n", "exactua.check('lemma8', d=0, n=2)"], "outputs": []}
    notebook = {"cells": [wrong], "metadata": METADATA, "nbformat": 4, "nbformat_minor": 5}
    ((told,),) = (cell["outputs"] for cell in run(notebook, tmp_path)["cells"])
    assert told["traceback"] == [
        "InputError: d: 0 is not valid; give an integer >= 1 (embedding dimension, the number of rows)"
    ]


def test_there_are_notebooks() -> None:
    assert len(TEXTS) >= 3


@pytest.mark.parametrize("name", TEXTS)
def test_it_is_committed_as_it_is_written(name: str) -> None:
    notebook = json.loads(TEXTS[name])
    assert written(committed(notebook)) == TEXTS[name]
    outputs = [output for cell in notebook["cells"] for output in cell.get("outputs", ())]
    assert outputs
    assert {output["output_type"] for output in outputs} == {
        "execute_result"
    }  # no warning, and nothing that is printed


@pytest.mark.parametrize("name", TEXTS)
def test_it_has_nothing_of_the_machine_that_it_ran_on(name: str) -> None:
    assert (
        re.findall(r"(?:/tmp|/home|/root|/Users|C:\\\\)[\w/]*|ipykernel|\b\d\d:\d\d:\d\d\b|0x[0-9a-f]{6,}", TEXTS[name])
        == []
    )


def test_differences_are_those_of_outputs_but_not_of_times() -> None:
    notebook: dict[str, Any] = json.loads(next(iter(TEXTS.values())))
    assert differences(notebook, copy.deepcopy(notebook)) == []
    k = next(k for k, cell in enumerate(notebook["cells"]) if cell.get("outputs"))
    for first, second, count in (("in 0.1 s", "in 2.5 s", 0), ("holds", "refuted", 1)):
        pair = [copy.deepcopy(notebook) for _ in range(2)]
        for each, told in zip(pair, (first, second), strict=True):
            each["cells"][k]["outputs"][0]["data"]["text/plain"] = [told]
        assert len(differences(*pair)) == count
    assert all(not cell.get("outputs") for cell in bare(notebook)["cells"])


def page(*cells: dict[str, Any]) -> str:
    return str(extension("notebook_pages", "page")(json.dumps({"cells": cells})))


def test_the_page_has_cells_and_what_they_give() -> None:
    html = {"data": {"text/html": ["<p>\n", "x</p>"], "text/plain": ["x"]}, "output_type": "execute_result"}
    plain = {"data": {"text/plain": ["y"]}, "output_type": "execute_result"}
    printed = {"output_type": "stream", "name": "stdout", "text": ["z\n"]}
    built = page(
        {"cell_type": "markdown", "source": ["# Title\n", "words"]},
        {"cell_type": "code", "source": ["f()\n", "g()"], "outputs": [html, plain, printed]},
    )
    assert built == (
        "# Title\nwords\n\n```python\nf()\ng()\n```\n\n```{raw} html\n<p>\nx</p>\n```\n\n"
        "```text\ny\n```\n\n```text\nz\n```\n"
    )


def test_no_line_of_a_cell_ends_its_block() -> None:
    built = page({"cell_type": "code", "source": ['"""\n', "```\n", '"""'], "outputs": []})
    assert built == '````python\n"""\n```\n"""\n````\n'
