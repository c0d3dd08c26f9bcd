"""A paper is a folder: one that is put beside the others, with its manifest, is known to every command."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.papers
CLAIMS = '''\
"""A paper of one lemma, which is false at n = 3."""

from exactua.claims.claim import Claim, Parameter

lemma = Claim(
    "tiny2030:lemma",
    title="Lemma 1",
    source="Sec. 1",
    text="n is at most 2.",
    parameters=(Parameter("n", "a number", ladder=(1, 2, 3)),),
)


@lemma.states("n <= 2")
def small(at):
    return at.n <= 2
'''
PAPER = {
    "exactua/papers/tiny2030/__init__.py": 'TITLE = "Tiny 2030"\nCLAIMS = {"lemma": "lemma01"}\n',
    "exactua/papers/tiny2030/lemma01.py": CLAIMS,
    "exactua/papers/tiny2030/inventory.toml": (
        'title = "Tiny 2030, line by line"\npapers = ["tiny2030"]\n\n[counts]\n\n[[item]]\nid = "1-lemma1"\nsection = "1"\n'
        'kind = "statement"\nabout = "n is at most 2"\nsteps = ["tiny2030:lemma.small"]\nquote = "Lemma 1. n is at most 2."\n'
    ),
    "proofs/tiny2030.toml": '[[check]]\nclaim = "tiny2030:lemma"\nn = 2\nexpect = "holds"\n',
}
"""All that a paper is made of."""


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
        ("check tiny2030:lemma --n 2", "tiny2030:lemma: Lemma 1, Sec. 1"),
        ("list tiny2030", "tiny2030:lemma"),
        ("show tiny2030:lemma", "n is at most 2."),
        ("errata tiny2030", '"Lemma 1. n is at most 2."'),
        ("regress tiny2030 --all", "1 check: 1 as expected"),
    ],
)  # fmt: skip
def test_every_command_knows_the_paper(checkout: Path, arguments: str, said: str) -> None:
    assert said in printed(checkout, "-m", "exactua", *arguments.split())


def test_its_claims_have_pages(checkout: Path) -> None:
    printed(checkout, "-m", "exactua", "report", "html", "tiny2030", "-o", "site")
    assert "n is at most 2." in (checkout / "site/tiny2030/lemma.html").read_text()


def test_its_coverage_has_a_page(checkout: Path) -> None:
    printed(checkout, "-m", "tests.inventory", "--write")
    assert "`tiny2030:lemma.small`" in (checkout / "docs/coverage-tiny2030.md").read_text()


def test_ci_makes_its_ledger(checkout: Path) -> None:
    script = (checkout / ".ci/run").read_text()
    (program,) = re.findall(r'for paper in \$\(\.venv/bin/python -c "(.*)"\); do\n.* errata "\$paper"', script)
    assert printed(checkout, "-c", program).split()[-1] == "tiny2030"
