"""`exactua new`: the file that it writes works, says what it should, and nothing is written over."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import time
from pathlib import Path

import pytest

from exactua.commands.group import main
from exactua.commands.new.command import TEMPLATE


@pytest.fixture(autouse=True)
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


NEW = """\
my_lemma.py: a network, a grid and three steps, one of which is false

next:
  exactua check my_lemma.py::lemma --d 2 --n 3
  exactua verify .exactua/my_lemma.lemma.d2n3.json
  exactua explain my_lemma.py::lemma.grows --d 2 --n 3
  exactua show my_lemma.py::lemma
"""

CHECK = """\
my_lemma:lemma: lemma, my_lemma.py
d = 2, n = 3
64 sequences (bits: 64)

statement
  holds        adds_the_largest      every first entry grows by the largest column sum  [64 sequences]
  holds        grows_where_positive  where that is positive, every first entry becomes larger  [64 sequences, 63 under the hypothesis]
  refuted      grows                 every first entry becomes larger  [64 sequences, false at 1]
               least counterexample: L = [0 0 0; 0 0 0]  (bits, rank 0)
               there: at j = 1, f(L)_(1, j) > L_(1, j) is false: 0 on the left, 0 on the right
               replay: exactua explain my_lemma.py::lemma.grows --d 2 --n 3 --at "0 0 0; 0 0 0"

REFUTED: 1 of 3 judged steps is refuted, 2 hold; this speaks of this instance only, of which every point was decided
decided in _ s by exact batches; 64 points evaluated again by the literal networks
certificate .exactua/my_lemma.lemma.d2n3.json  sha256:5c3755442e0ff29138158193ca162cc2bc17c06ab80e42b4da0fa853fc36f20e
"""

VERIFY = """\
confirmed: refuted (64 of 64 points recomputed)
every statement is that of my_lemma:lemma as my_lemma.py has it
says of itself: my_lemma:lemma at d=2 n=3
  adds_the_largest: holds (points 64, applicable 64, failures 0) sha256:_
  grows_where_positive: holds (points 64, applicable 63, failures 0) sha256:_
  grows: refuted (points 64, applicable 64, failures 1) sha256:_
"""


def test_new_then_check_then_verify(capsys) -> None:
    assert run(capsys, "new", "my_lemma.py") == (0, NEW, "")
    assert Path("my_lemma.py").read_text() == TEMPLATE
    code, out, err = run(capsys, "check", "my_lemma.py::lemma", "--d", "2", "--n", "3")
    assert (code, re.sub(r"in [0-9.]+ s", "in _ s", out), err) == (1, CHECK, "")
    code, out, err = run(capsys, "verify", ".exactua/my_lemma.lemma.d2n3.json", "--claims", "my_lemma.py")
    assert (code, re.sub("sha256:[0-9a-f]{64}", "sha256:_", out), err) == (0, VERIFY, "")


def test_every_command_that_it_names_works(capsys) -> None:
    out = run(capsys, "new", "my_lemma.py")[1]
    commands = [line.strip() for line in out.split("next:\n")[1].splitlines()]
    assert len(commands) == 4
    assert [run(capsys, *shlex.split(command)[1:])[::2] for command in commands] == [(1, ""), (0, ""), (0, ""), (0, "")]


def test_it_is_decided_within_a_second_process_and_all() -> None:
    assert main(["new", "my_lemma.py"]) == 0
    best = 60.0
    for _ in range(3):
        began = time.perf_counter()
        command = [sys.executable, "-m", "exactua", "check", "my_lemma.py::lemma", "--d", "2", "--n", "3"]
        assert subprocess.run(command, capture_output=True).returncode == 1
        best = min(best, time.perf_counter() - began)
    assert best < 2


def test_the_comment_about_the_false_step_is_true(capsys) -> None:
    # a mutant: with the hypothesis of the step before, the false step is true
    changed = TEMPLATE.replace(
        'becomes larger", over=bits)', 'becomes larger", over=bits, given=lambda at: at.largest > 0)'
    )
    assert changed != TEMPLATE
    Path("my_lemma.py").write_text(changed)
    assert run(capsys, "check", "my_lemma.py::lemma", "--d", "2", "--n", "3", "--no-certificate")[0] == 0


def test_the_template_is_short_and_plain() -> None:
    lines = [line for line in TEMPLATE.splitlines() if line.strip() and not line.startswith(("#", '"""'))]
    assert len(lines) <= 30
    assert max(map(len, TEMPLATE.splitlines())) <= 118
    assert "delta" not in TEMPLATE


@pytest.mark.parametrize(
    ("file", "message"),
    [
        ("my-lemma.py", "file: my-lemma.py is not a name for a Python module; give one such as my_lemma.py"),
        ("class.py", "file: class.py is not a name for a Python module; give one such as my_lemma.py"),
        ("my_lemma", "file: my_lemma is not a name for a Python module; give one such as my_lemma.py"),
        ("2lemma.py", "file: 2lemma.py is not a name for a Python module; give one such as my_lemma.py"),
        ("random.py", "file: Python has a module 'random', which random.py would hide; give another name"),
        ("yun2020.py", "file: 'yun2020' is a paper that comes with exactua; give another name"),
        ("exactua.py", "file: Python has a module 'exactua', which exactua.py would hide; give another name"),
        ("none/my_lemma.py", "file: there is no folder none; give a path in one that exists"),
        ("there.py", "file: there.py exists; give another name, or --force to write over it"),
        ("folder.py", "file: folder.py exists; give another name, or --force to write over it"),
    ],
)
def test_what_is_not_written(capsys, file: str, message: str) -> None:
    Path("there.py").write_text("mine\n")
    Path("folder.py").mkdir()
    assert run(capsys, "new", file) == (2, "", f"exactua: {message}\n")
    assert Path("there.py").read_text() == "mine\n"
    assert sorted(path.name for path in Path().iterdir()) == ["folder.py", "there.py"]


def test_force(capsys) -> None:
    Path("there.py").write_text("mine\n")
    assert run(capsys, "new", "there.py", "--force")[0] == 0
    assert Path("there.py").read_text() == TEMPLATE
    Path("folder.py").mkdir()
    assert run(capsys, "new", "folder.py", "--force") == (
        2, "", "exactua: file: folder.py is a directory; give the path of a file\n",
    )  # fmt: skip
