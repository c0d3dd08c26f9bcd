"""A few hundred inputs of every target find nothing; what is broken on purpose is found."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from exactua import verifier
from exactua.errors import InputError
from exactua.evidence import manifests
from tests.fuzz import __main__ as command
from tests.fuzz import feeding, originals
from tests.fuzz.certificate_readers import laid_out
from tests.fuzz.changing import Written, dumped
from tests.fuzz.feeding import Feeder, input_of, target_of
from tests.fuzz.oracles import Wrong
from tests.fuzz.shrinking import shrunk
from tests.fuzz.targets import TARGETS
from tests.fuzz.telling import read_by

pytestmark = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is measured on Linux")
ROOT = Path(__file__).parent.parent.parent
MOST = 400
"""Inputs within which a planted fault is found."""


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True, timeout=300)


def test_a_few_hundred_inputs_find_nothing() -> None:
    done = run("-W", "ignore", "-m", "tests.fuzz", "--inputs", "200", "--seed", "0", "--jobs", "1", "--budget", "4m")
    assert done.returncode == 0, done.stdout[-3000:]
    assert "200 inputs in " in done.stdout
    assert all(f"\n{reader.name} " in done.stdout for reader in TARGETS)


def test_inputs_are_the_same_again_and_differ_by_seed() -> None:
    for reader in TARGETS:
        if reader.name != "runs":  # a store has times in it
            assert input_of(1, 5, reader) == input_of(1, 5, reader)
            assert any(input_of(1, k, reader) != input_of(2, k, reader) for k in range(5))
    assert {target_of(k).name for k in range(100)} == {reader.name for reader in TARGETS}


def target(name: str) -> Any:
    return next(candidate for candidate in TARGETS if candidate.name == name)


def found(name: str, most: int = MOST) -> str:
    """The mark of the first finding of a target."""
    with Feeder() as feed:
        for number in range(most):
            outcome = feed(target(name), input_of(3, number, target(name)))
            if outcome.wrong:
                return outcome.mark
    return ""


def unchecked(step: Any, whole: bool) -> None:
    """In place of what compares a step with what is found."""
    step.whole = whole


def test_a_verifier_that_compares_nothing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verifier.steps.Step, "settle", unchecked)
    assert "confirmed, and it is not true" in found("verify")


def test_a_verifier_that_takes_any_value_of_a_definition_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    demand = verifier.refusals.demand
    monkeypatch.setattr(
        verifier.statements,
        "demand",
        lambda holds, why, code=1: None if "values of the definitions" in why else demand(holds, why, code),
    )
    assert "confirmed" in found("verify", 1500)


def test_a_reader_that_lets_a_key_error_pass_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(manifests, "NEEDED", ())
    assert found("manifests") == "manifests: KeyError evidence/manifests.py:_check"


PLANTED = """
import os, socket, subprocess, sys, time
from pathlib import Path
from tests.fuzz import feeding, guarding
from tests.fuzz.targets import Target

outside = Path(sys.argv[1])
def writes(path): (outside / "x").write_text("x")
def climbs(path): (path.parent / ".." / ".." / ".." / "x").write_text("x")
def makes(path): os.mkdir(outside / "made")
def moves(path): os.rename(path, outside / "moved")
def starts(path): subprocess.run(["true"])
def shells(path): os.system("true")
def connects(path): socket.create_connection(("127.0.0.1", 9))
def runs(path): exec(compile("x = 1", str(path.parent / "canary.py"), "exec"))
def imports(path):
    sys.path.insert(0, str(path.parent))
    try:
        import canary
    finally:
        sys.path.pop(0)
def swallows(path):
    try:
        os.system("true")
    except BaseException:
        return "read"
def loops(path):
    while True: pass
def eats(path): return str(len(bytearray(600 * 2**20)))
def more(path): return str(len(bytearray(3 * 2**30)))
def nothing(path): (path.parent / "y").write_text("y"); return "read"

guarding.install()
guarding.SECONDS = 0.3
with feeding.Feeder() as feed:
    for read in (writes, climbs, makes, moves, starts, shells, connects, runs, imports, swallows, loops, eats, more, nothing):
        print(read.__name__, bool(feed(Target(read.__name__, 1, None, read), (".json", b"{}")).wrong))
"""


def test_what_must_not_be_done_is_seen(tmp_path: Path) -> None:
    done = run("-c", PLANTED, str(tmp_path))
    assert done.returncode == 0, done.stderr[-2000:]
    told = dict(line.split() for line in done.stdout.splitlines())
    assert told.pop("nothing") == "False"
    assert len(told) == 13
    assert set(told.values()) == {"True"}
    assert list(tmp_path.iterdir()) == []


def test_a_finding_is_made_small_with_its_digest() -> None:
    original = next(document for document in originals.certificates() if document.name == "sizes")
    content = laid_out({**original.data, "wrong": [1, {"here": 7}]}, original.form)
    small = shrunk(content, lambda data: b'"here":7' in data, 5)
    assert b'{"decided":{"wrong":[{"here":7}]}' in small
    assert shrunk(b"\xff" * 50 + b"x" + b"\xff" * 50, lambda data: b"x" in data) == b"x"


def test_text_stands_in_a_document_as_it_is() -> None:
    assert dumped({"b": [Written("1e999")], "a": 1}, sort=True) == '{"a":1,"b":[1e999]}'


def test_a_finding_is_told_with_its_replay(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    report = command.Report()
    report.add(17, "verify", feeding.Outcome("", "a fault", "verify: a fault"))
    report.add(18, "verify", feeding.Outcome("", "a fault", "verify: a fault"))
    text = "\n".join(command.lines(report, TARGETS, "python -m tests.fuzz --seed 5"))
    assert "FINDING in verify, 2 times: a fault" in text
    assert "replay: python -m tests.fuzz --seed 5 --replay 17" in text


def test_an_error_of_two_lines_is_no_sentence() -> None:
    class TwoLines(InputError):
        def __str__(self) -> str:  # the text of exactua's own errors is one line always
            return "points: a\nb"

    def two_lines() -> None:
        raise TwoLines

    def sentence() -> None:
        raise InputError("points: a b; give another")

    assert read_by(sentence) == "refused"
    assert read_by(sentence, lambda: None) == "read"
    with pytest.raises(Wrong, match="an error of several lines"):
        read_by(sentence, two_lines)
