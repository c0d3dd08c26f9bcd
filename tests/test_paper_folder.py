"""A paper is a folder: one that is put beside the others, with its manifest, is known to every command."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.documentation import ROOT, blocks

pytestmark = pytest.mark.papers
PAPER = {
    block.file.removeprefix("copy/"): block.text
    for block in blocks((ROOT / "docs/adding-a-paper.md").read_text(encoding="utf-8"))
    if block.file is not None
}
"""All that a paper is made of: the files on the page that tells how one is added."""


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the checkout, as far as these commands need it, with the paper; its manifest has its pins."""
    folder = tmp_path_factory.mktemp("checkout")
    for name in ("exactua", "proofs"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("*.vo*"))
    for name in ("tests/__init__.py", "tests/inventory.py", ".ci/run"):
        (folder / name).parent.mkdir(exist_ok=True)
        shutil.copy2(ROOT / name, folder / name)
    (folder / "docs").mkdir()
    for name, text in PAPER.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    assert "rewritten: proofs/tiny2030.toml" in printed(folder, "-m", "exactua", "regress", "tiny2030", "--update")
    return folder


def printed(checkout: Path, *arguments: str) -> str:
    """What Python prints that ends with exit code 0, in a process of its own that imports the copy."""
    command = [sys.executable, *arguments]
    environment = os.environ | {"PYTHONPATH": str(checkout)}
    run = subprocess.run(command, cwd=checkout, env=environment, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr + run.stdout
    return run.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("check tiny2030:lemma1 --n 2", "tiny2030:lemma1: Lemma 1, Sec. 2; proof in App. A"),
        ("list tiny2030", "tiny2030:lemma1"),
        ("show tiny2030:lemma1", "keeps the order of the entries."),
        ("errata tiny2030", '"Every entry grows by the mean, and becomes larger."'),
        ("relax tiny2030:lemma1 --n 2", "BREAKS  constant: weight 1  ->  weight -1"),
        ("report logbook tiny2030:lemma1 --n 2", "# Logbook: Lemma 1 (Tiny 2030) at d = 1, n = 2"),
        ("regress tiny2030 --all", "2 checks: 2 as expected"),
    ],
)  # fmt: skip
def test_every_command_knows_the_paper(checkout: Path, arguments: str, said: str) -> None:
    assert said in printed(checkout, "-m", "exactua", *arguments.split())


def test_the_page_has_all_files_of_a_paper() -> None:
    assert [*PAPER] == [
        "exactua/papers/tiny2030/__init__.py",
        "exactua/papers/tiny2030/lemma01.py",
        "exactua/papers/tiny2030/inventory.toml",
        "proofs/tiny2030.toml",
    ]


def test_it_is_written_as_the_house_writes(checkout: Path) -> None:
    shutil.copy2(ROOT / "pyproject.toml", checkout)
    for arguments in (("ruff", "check"), ("ruff", "format", "--check"), ("mypy",)):
        printed(checkout, "-m", *arguments, "exactua/papers/tiny2030")


def test_its_claims_have_pages(checkout: Path) -> None:
    printed(checkout, "-m", "exactua", "report", "html", "tiny2030", "-o", "site")
    assert "keeps the order of the entries." in (checkout / "site/tiny2030/lemma1.html").read_text()


def test_its_coverage_has_a_page(checkout: Path) -> None:
    printed(checkout, "-m", "tests.inventory", "--write")
    assert "`tiny2030:lemma1.keeps_order`" in (checkout / "docs/coverage-tiny2030.md").read_text()


def test_ci_makes_its_ledger(checkout: Path) -> None:
    script = (checkout / ".ci/run").read_text()
    loop = r'papers=\$\(\.venv/bin/python -c "(.*)"\)\n *for paper in \$papers; do\n.* errata "\$paper"'
    (program,) = re.findall(loop, script)
    papers = {module.parent.name for module in (checkout / "exactua/papers").glob("*/__init__.py")}
    assert sorted(printed(checkout, "-c", program).split()) == sorted(papers | {"tiny2030"})
