"""The proved verifier as a program: it says what the one in Python says, or that it does not re-check; never the wrong."""

from __future__ import annotations

import json
import os
import resource
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from exactua.certificates.writing import certificate, laid_out
from exactua.commands.verify.work import OWN_LINES
from exactua.proving.check import check
from tests.foreign import asked, own_verifier, proved, told, told_by_own
from tests.packaging import ROOT

pytestmark = pytest.mark.verifiers

SAMPLES: list[tuple[str, dict[str, Any]]] = [
    ("lemma8", {"d": 1, "n": 2}),
    ("lemma8", {"d": 2, "n": 3}),
    ("lemma10", {"d": 1, "n": 2}),
    ("so2020:contextual_mapping", {"d": 1, "n": 2}),
    ("kajitsuka2024:lemma4", {"n": 2}),
]


@pytest.fixture(scope="module")
def program() -> Path:
    return proved()


def content(label: str = "lemma8", **box: Any) -> bytes:
    return certificate(check(label, **(box or {"d": 1, "n": 2}))).encode("ascii")


def changed(**fields: Any) -> bytes:
    return laid_out({**json.loads(content())["decided"], **fields}, {}).encode("ascii")


@pytest.mark.parametrize(("label", "box"), SAMPLES)
def test_it_says_what_the_one_in_python_says(program: Path, label: str, box: dict[str, Any]) -> None:
    data = content(label, **box)
    code, text = told(program, data)
    if code == 3:
        assert text.startswith("not re-checked: ")
    else:
        own = told_by_own(data)
        assert (code, without_orders(text)) == own
        assert own[0] == 0


def without_orders(text: str) -> str:
    """The lines that every verifier has: without those about orders of columns."""
    return "\n".join(line for line in text.splitlines() if not line.startswith(OWN_LINES))


def test_it_says_for_which_steps_every_order_is_shown(program: Path) -> None:
    """A sum over orbits is not among them, nor what is static, nor what is refuted."""
    every, columns = OWN_LINES
    lines = told(program, content(d=2, n=3))[1].splitlines()
    assert lines[-1] == f"{every}property1, property2, property3, property4"
    decided = json.loads(content("so2020:contextual_mapping", d=1, n=2))["decided"]
    refuted = {step["name"] for step in decided["steps"] if step["verdict"] != "holds"}
    assert refuted
    told_steps = [
        name
        for line in told(program, content("so2020:contextual_mapping", d=1, n=2))[1].splitlines()
        if line.startswith(OWN_LINES)
        for name in line.partition(": ")[2].split(", ")
    ]
    assert told_steps
    assert not refuted & {*told_steps}
    assert any(line.startswith(columns) for line in told(program, content("lemma10", d=1, n=2))[1].splitlines())


def test_runs_are_confirmed_as_enumerated_points_are(program: Path) -> None:
    decision = check("lemma8", d=1, n=2)
    first, runs = (certificate(scoped).encode("ascii") for scoped in (decision, replace(decision, scope="runs")))
    assert told(program, first) == told(program, runs)
    assert told(program, runs)[0] == 0


@pytest.mark.parametrize("fields", [
    {"verdict": "refuted"}, {"values": {}}, {"judged": ["nothing"]}, {"networks": {}}, {"domains": []}, {"prime": 7}, {"title": 1},
])  # fmt: skip
def test_a_lie_is_refused(program: Path, fields: dict[str, Any]) -> None:
    code, text = told(program, changed(**fields))
    assert (code, own_verifier(changed(**fields))) == (1, 1)
    assert text.startswith("not confirmed: ")


@pytest.mark.parametrize("key", ["points", "applicable", "failures"])
def test_a_count_that_is_wrong_is_refused(program: Path, key: str) -> None:
    decided = json.loads(content())["decided"]
    decided["steps"][-1][key] += 1
    assert told(program, laid_out(decided, {}).encode())[0] == 1


def test_what_is_no_certificate_is_unreadable(program: Path) -> None:
    whole = content()
    for data in (b"", b"{}", b"\xff\x00", whole[:-1], whole + b"\n"):
        code, text = told(program, data)
        assert code == 2
        assert text.startswith("unreadable: the file is ")


def test_a_digest_of_something_else_is_refused(program: Path) -> None:
    data = content().replace(b'"holds"', b'"refuted"', 1)
    assert told(program, data) == (1, "not confirmed: the digest is not that of the hashed part\n")
    assert own_verifier(data) == 1


def test_what_it_does_not_decide_is_not_rechecked(program: Path) -> None:
    code, text = told(program, changed(scope="cells \\u001b[31m"))
    assert code == 3
    assert text.isprintable() or text.count("\n") == 1
    limit = content().replace(b'"exactua":"certificate/2"', b'"exactua":"limit/2"')
    assert told(program, limit) == (3, "not re-checked: a limit of softmax\n")


def test_the_claim_is_shown_as_what_it_says_of_itself_and_escaped(program: Path) -> None:
    for claim in ("a b", "\x1b[31mred", 'quoted " and \\', "\N{GREEK SMALL LETTER ALPHA}", ""):
        data = changed(claim=claim)
        code, text = told(program, data)
        assert (code, without_orders(text)) == told_by_own(data)
        assert text.splitlines()[1].startswith("says of itself: ")


def test_only_regular_files_are_read(program: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe", Path("/dev/zero")):
        assert asked(program, str(path)) == (2, "unreadable: the file is not a regular file\n")
    assert asked(program, str(tmp_path / "missing")) == (2, "unreadable: the file cannot be read\n")
    with (tmp_path / "large").open("wb") as file:
        file.truncate(64 * 2**20 + 1)
    assert asked(program, str(tmp_path / "large")) == (2, "unreadable: the file is empty, or larger than 64 MiB\n")


def test_time_is_bounded_and_never_sampled(program: Path) -> None:
    assert told(program, content(d=2, n=3, delta="1/4"), "--seconds", "0.01") == (
        3, "not re-checked: it takes more time than it may\n",
    )  # fmt: skip
    assert told(program, content(), "--seconds=0")[0] == 0


def test_a_small_stack_is_no_verdict(program: Path, tmp_path: Path) -> None:
    """A shell that may not have a larger stack; whatever comes of it, it is right."""
    file = tmp_path / "c.json"
    file.write_bytes(content(d=2, n=3))
    codes = set()
    for size in (2**16, 2**18, 2**23):
        done = subprocess.run(
            [str(program), str(file)],
            capture_output=True,
            preexec_fn=lambda size=size: resource.setrlimit(resource.RLIMIT_STACK, (size, size)),
        )
        codes.add(done.returncode)
    assert codes <= {0, 3}
    assert 0 in codes


def test_too_little_memory_is_no_verdict(program: Path, tmp_path: Path) -> None:
    """The run-time system of OCaml ends the program where it finds none; that is said, too."""
    file = tmp_path / "c.json"
    file.write_bytes(laid_out({"a": [1] * 300_000}, {}).encode())
    most = 64 * 2**20
    done = subprocess.run(
        [str(program), str(file)],
        capture_output=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (most, most)),
    )
    assert (done.returncode, done.stdout) == (3, b"not re-checked: it takes more memory than there is\n")


@pytest.mark.parametrize(
    "words",
    [[], ["a", "b"], ["a", "--seconds"], ["a", "--seconds", "-1"], ["a", "--sample", "3"], ["a", "--seconds=x"]],
)
def test_wrong_usage(program: Path, words: list[str]) -> None:
    assert asked(program, *words) == (2, "usage: verifier CERT [--seconds N]\n")


def test_help(program: Path) -> None:
    assert asked(program, "--help") == (0, "usage: verifier CERT [--seconds N]\n")


def test_only_main_is_not_extracted() -> None:
    folder = ROOT / "exactua" / "verifier_ml"
    assert sorted(path.name for path in folder.iterdir()) == ["checker.ml", "main.ml"]
    assert len((folder / "main.ml").read_text().splitlines()) < 200
