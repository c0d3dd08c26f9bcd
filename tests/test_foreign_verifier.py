"""The verifier in C against the one in Python: they confirm and refuse the same files, at the same sampled points."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from exactua.certificates.writing import certificate, laid_out
from exactua.claims.problem import Problem
from exactua.claims.registry import find, labels
from exactua.claims.verdicts import POINT_SCOPES
from exactua.commands.audit import foreign
from exactua.commands.audit.certificate_changes import fields_of
from exactua.deciding.running import decide
from exactua.proving.check import check
from tests.compare_verifiers import changed, small_problem, sort_of
from tests.foreign import foreign_verifier, own_verifier, program, sampling, told, told_by_own

SEED = "0123456789abcdef" * 2


def problem(label: str) -> Problem:
    return small_problem(find(label)[0])


@pytest.mark.parametrize("label", list(labels()))
def test_both_say_the_same_of_a_claim_and_of_changed_copies(label: str) -> None:
    content = certificate(decide(problem(label))).encode("ascii")
    assert (foreign_verifier(content), own_verifier(content)) == (0, 0)
    for what, data in changed(content, 4, random.Random(label)):
        mine, code = own_verifier(data), foreign_verifier(data)
        assert sort_of(mine) == sort_of(code), f"{what}: Python {mine}, C {code}"


@pytest.mark.parametrize("label", ["lemma8", "lemma10", "lemma7", "so2020:contextual_mapping"])
def test_in_runs_both_say_what_they_say_of_enumerated_points(label: str) -> None:
    """The scopes claim the same: relabelled and hashed again a true certificate stays true, and a lie a lie."""
    first = decide(problem(label))
    content = certificate(replace(first, scope="runs")).encode("ascii")
    assert told(program(), content)[1] == told(program(), certificate(first).encode("ascii"))[1]
    assert (foreign_verifier(content), own_verifier(content)) == (0, 0)
    decided, said = json.loads(content)["decided"], set()
    fields = [field for field in fields_of(decided) if field.path[0] != "scope"]
    for field in random.Random(label).sample(fields, 25):
        copies = [laid_out(field.applied(decided | {"scope": scope}), {}).encode("ascii") for scope in POINT_SCOPES]
        codes = {sort_of(ask(copy)) for ask in (own_verifier, foreign_verifier) for copy in copies}
        assert len(codes) == 1, field
        said |= codes
    assert "refused" in said


@pytest.mark.parametrize(("form", "code"), [
    ("proof/2", 3), ("limit/2", 1), ("limit/3", 2), ("certificate/2", 1), ("certificate/3", 2),
    ("proof/1", 2), ("limit/1", 2), ("certificate/1", 2),
])  # fmt: skip
def test_files_of_other_formats_are_not_rechecked(form: str, code: int) -> None:
    assert foreign_verifier(laid_out({"scope": "limit"}, {}, form).encode("ascii")) == code


@pytest.mark.parametrize("scope", ["sampled", "run", "runs ", "Runs", ""])
def test_neither_knows_another_scope(scope: str) -> None:
    decided = json.loads(certificate(decide(problem("lemma10"))))["decided"]
    content = laid_out(decided | {"scope": scope}, {}).encode("ascii")
    assert (foreign_verifier(content), own_verifier(content)) == (3, 3)


def test_what_is_printed_is_the_same() -> None:
    content = certificate(check("lemma8", d=1, n=3)).encode("ascii")
    code, text = told(program(), content)
    first, second, *_ = text.splitlines()
    assert (code, first) == (0, "confirmed: holds (10 of 10 points recomputed)")
    assert second == "says of itself: yun2020:lemma8 at d=1 n=3 m=2"
    assert text.removesuffix("\n") == told_by_own(content)[1]
    assert told(program(), content.replace(b"sha256:", b"sha257:", 1))[0] in (1, 2)


def test_they_sample_the_same_points() -> None:
    """A wrong hypothesis count shows only where the points in question are looked at: both have to look there."""
    content = certificate(check("lemma10", d=1, n=3, delta="1/8"))
    decided = json.loads(content)["decided"]
    said = set()
    for k, step in enumerate(decided["steps"]):
        if step["measure"] is None:
            continue
        for change in ({"max": step["measure"]["min"]}, {"min": step["measure"]["max"]}, {"sum": 1}):
            if step["measure"] | change == step["measure"]:
                continue
            copy = json.loads(content)["decided"]
            copy["steps"][k]["measure"] |= change
            lie = laid_out(copy, {}).encode("ascii")
            for sample in (1, 8, 40, None):
                mine = own_verifier(lie, sample, SEED)
                assert mine == foreign_verifier(lie, *sampling(sample, SEED)), (step["name"], change, sample)
                said.add((sample is None, mine))
    assert said == {(True, 1), (False, 1), (False, 3)}, "some lies show in a sample, and some do not"


@pytest.mark.parametrize(
    ("content", "code"),
    [(b"", 2), (b"{}", 2), (b'{"decided":1}', 2), (b"\xff\xfe", 2), (b"[" * 100_000, 2), (b'{"exactua":' * 9999, 2)],
)
def test_what_is_no_certificate_is_unreadable(content: bytes, code: int) -> None:
    assert foreign_verifier(content) == own_verifier(content) == code


def test_wrong_usage_is_exit_code_2(tmp_path: Path) -> None:
    for arguments in ([], ["a", "b"], ["--sample"], ["--sample", "x", "a"], [str(tmp_path / "missing.json")],
                      ["a", "--full"], ["a", "--limit", "5"]):  # fmt: skip
        done = subprocess.run([str(program()), *arguments], capture_output=True, text=True, timeout=10)
        assert done.returncode == 2, arguments
        assert (done.stdout + done.stderr).strip()


def test_it_builds_without_a_warning(tmp_path: Path) -> None:
    program()
    compiler = shutil.which("cc") or shutil.which("gcc")
    assert compiler is not None
    options = ["-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", "-o", str(tmp_path / "v")]
    done = subprocess.run(
        [compiler, *options, str(foreign.FOREIGN), "-lgmp"], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
