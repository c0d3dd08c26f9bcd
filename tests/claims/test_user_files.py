"""Claims in a user's own file: labels, everything that takes one, and what the file may do to the process."""

from __future__ import annotations

import json
import os
import pickle
import shlex
import sys
from pathlib import Path

import pytest

from exactua import check
from exactua.certificates.writing import certificate, digest
from exactua.claims.registry import PAPERS, claims_of, find, find_beside, is_paper, title_of
from exactua.commands.group import main
from exactua.deciding.running import decide
from exactua.errors import InputError
from exactua.terms.encoding import sha256
from tests.own_files import HEAD, STEPS, write


@pytest.fixture(autouse=True)
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(capsys, *arguments: str) -> tuple[int, str]:
    code = main(arguments)
    captured = capsys.readouterr()
    assert captured.err == ""
    return code, captured.out


def refusal(capsys, *arguments: str) -> str:
    code = main(arguments)
    captured = capsys.readouterr()
    assert (code, captured.out) == (2, "")
    assert captured.err.count("\n") == 1
    return captured.err.removeprefix("exactua: ").rstrip("\n")


@pytest.mark.parametrize("label", ["my_lemma.py::lemma", "./my_lemma.py::lemma", "{here}/my_lemma.py::lemma"])
def test_a_claim_is_found_by_its_variable(label: str, tmp_path: Path) -> None:
    write()
    claim, step = find(label.format(here=tmp_path))
    assert (claim.label, step) == ("my_lemma:lemma", None)
    assert claim.found_by == f"{tmp_path.resolve()}/my_lemma.py::lemma"
    assert find(f"{label.format(here=tmp_path)}.grows") == (claim, "grows")
    assert find(claim.found_by)[0] is claim


def test_a_claim_is_found_by_the_name_in_its_label() -> None:
    write(STEPS, head=HEAD.replace('claim("lemma")', 'claim("kim2023:lemma-3")'))
    claim, _ = find("my_lemma.py::lemma")
    assert claim.label == "kim2023:lemma-3"
    assert find("my_lemma.py::lemma-3.rises") == (claim, "rises")
    assert find_beside(claim, "kim2023:lemma-3.rises") == find_beside(claim, "lemma.rises") == (claim, "rises")
    assert find_beside(claim, "lemma8")[0].label == "yun2020:lemma8"


@pytest.mark.parametrize(
    ("label", "message"),
    [
        ("none.py::lemma", "label: there is no file none.py"),
        ("folder.py::lemma", "label: folder.py is a directory; give the path of a file"),
        ("my_lemma.txt::lemma", "label: my_lemma.txt is not a Python file; write PATH.py::NAME"),
        ("my_lemma.py::lema", "label: my_lemma.py has no claim 'lema'; did you mean lemma? it has lemma, other"),
        ("my_lemma.py::bits", "label: my_lemma.py has no claim 'bits'; it has lemma, other"),
        ("my_lemma.py::", "label: my_lemma.py has no claim ''; it has lemma, other"),
        ("my_lemma.py::lemma.grow", "step: my_lemma:lemma has no step 'grow'; it has rises, grows"),
        ("my_lemma.py", "label: my_lemma.py is a file of claims; name one of them, such as my_lemma.py::lemma"),
        (
            "empty.py::lemma",
            "label: empty.py has no claim; write lemma = claim(...), with claim from exactua.authoring",
        ),
        (
            "twice.py::lemma",
            "label: two claims of twice.py are called 'lemma': the variables lemma and other; give one of them another "
            'name, such as claim("other")',
        ),
        ("my_lemma:lemma", "label: no paper 'my_lemma'; did you mean my_lemma.py::lemma?"),
        (
            "your_lemma:lemma",
            f"label: no paper 'your_lemma' in 'your_lemma:lemma'; known: {', '.join(PAPERS)}",
        ),
    ],
)
def test_labels_of_nothing(label: str, message: str) -> None:
    Path("folder.py").mkdir()
    write(STEPS + 'other = claim("other")\n')
    write('other = claim("lemma")\n', "twice.py")
    write("", "empty.py", "from exactua.papers.yun2020.lemma08 import lemma8\n")
    with pytest.raises(InputError) as caught:
        find(label)
    assert str(caught.value) == message


def test_a_claim_in_two_variables_is_one_claim() -> None:
    write(STEPS + "main = lemma\n")
    assert find("my_lemma.py::main.rises")[0] is find("my_lemma.py::lemma")[0]
    assert [claim.found_by.rpartition("::")[2] for claim in claims_of("my_lemma.py")] == ["lemma"]


def test_a_file_is_a_paper(capsys) -> None:
    write(
        STEPS
        + 'TITLE = "Kim 2023"\nother = claim("other")\n@other.states("n is positive")\ndef positive(at):\n    return at.n > 0\n'
    )
    assert is_paper("my_lemma.py")
    assert not is_paper("my_lemma.py::lemma")
    assert not is_paper("lemma8")
    assert [claim.label for claim in claims_of("my_lemma.py")] == ["my_lemma:lemma", "my_lemma:other"]
    assert title_of("my_lemma.py") == "Kim 2023"
    assert (
        "Errata of Kim 2023: 1 fault and 0 notes, from 1 of 3 lines"
        in run(capsys, "errata", "my_lemma.py", "--n", "2", "--jobs", "1")[1]
    )
    code, out = run(capsys, "check", "my_lemma.py", "--ladder", "--no-certificate")
    assert (code, "my_lemma.py: 2 claims, 23 instances" in out) == (1, True)
    code, out = run(capsys, "list", "my_lemma.py")
    assert [line.split()[0] for line in out.splitlines()] == ["claim", "my_lemma.py::lemma", "my_lemma.py::other"]
    assert refusal(capsys, "check", "my_lemma.py") == (
        "label: my_lemma.py is a file; name one of its claims, or add --ladder to decide them all"
    )
    assert refusal(capsys, "check", "your_lemma.py") == "label: there is no file your_lemma.py"
    assert refusal(capsys, "check", "lehrsatz") == "label: no claim 'lehrsatz'; `exactua list` shows all claims"


def test_every_command_takes_such_a_label(capsys) -> None:
    write(path="below/my_lemma.py")
    label, box = "below/my_lemma.py::lemma", ("--d", "1", "--n", "2")
    code, out = run(capsys, "check", label, *box)
    assert code == 1
    assert out.splitlines()[0] == "my_lemma:lemma: lemma, my_lemma.py"
    assert "certificate .exactua/my_lemma.lemma.d1n2.json" in out
    assert run(capsys, "verify", ".exactua/my_lemma.lemma.d1n2.json")[0] == 0
    (replay,) = (line.partition("replay: ")[2] for line in out.splitlines() if "replay: " in line)
    assert replay == f'exactua explain {label}.grows --d 1 --n 2 --at "0 0"'
    assert "FALSE: " in run(capsys, *shlex.split(replay)[1:])[1]
    assert "4 points" in run(capsys, "sharpen", f"{label}.rises", "--d", "1", "--n", "2", "--jobs", "1")[1]
    assert "FALSE" in run(capsys, "explain", f"{label}.grows", *box)[1]
    assert "for all L in bits" in run(capsys, "show", label)[1]
    code, out = run(capsys, "errata", "below/my_lemma.py", "--d", "1", "--n", "2", "--jobs", "1")
    (replay,) = (line.partition("replay")[2].strip() for line in out.splitlines() if line.startswith("   replay"))
    assert replay == f'exactua explain {label}.grows --d 1 --n 2 --at "0 0"'
    assert run(capsys, *shlex.split(replay)[1:])[0] == 0
    out = run(capsys, "errata", "below/my_lemma.py", "--certificates", ".exactua")[1]
    assert "1. my_lemma:lemma.grows: false" in out
    assert "refuted at d1n2; certificates: 1 confirmed in full" in run(capsys, "list", "below/my_lemma.py")[1]


def test_what_breaks_is_replayed_by_its_command(capsys) -> None:
    write(
        '@lemma.states("x", over=bits, given=lambda at: point[1, 1] > 0)\n'
        "def gap(at):\n    return at.f(point)[1, 1] > point[1, 1]\n"
    )
    report = json.loads(run(capsys, "relax", "my_lemma.py", "--n", "2", "--jobs", "1", "--format", "json")[1])
    breaks = [finding["first"]["replay"] for finding in report["findings"] if finding["first"]]
    assert breaks
    for command in breaks:
        assert command.startswith("exactua relax my_lemma.py::lemma.gap --drop")
        assert "BREAKS" in run(capsys, *shlex.split(command)[1:])[1]
    out = run(capsys, "relax", "my_lemma.py::lemma", "--n", "2", "--jobs", "1", "--format", "markdown")[1]
    assert "`exactua relax my_lemma.py::lemma --format markdown`" in out


def test_processes_find_it_again(capsys) -> None:
    write(path="a b/my_lemma.py")
    alone = run(capsys, "check", "a b/my_lemma.py::lemma", "--d", "2", "--n", "2", "--no-certificate")[1]
    both = run(capsys, "check", "a b/my_lemma.py::lemma", "--d", "2", "--n", "2", "--no-certificate", "--jobs", "2")[1]
    assert [line for line in alone.splitlines() if "decided in" not in line] == [
        line for line in both.splitlines() if "decided in" not in line
    ]
    assert "replay: exactua explain 'a b/my_lemma.py::lemma'.grows --d 2" in both
    ledgers = [run(capsys, "errata", "a b/my_lemma.py", "--n", "2", "--jobs", jobs)[1] for jobs in ("1", "2")]
    assert ledgers[0] == ledgers[1]
    for command in ("relax", "sharpen"):
        tables = [run(capsys, command, "a b/my_lemma.py", "--n", "2", "--jobs", jobs)[1] for jobs in ("1", "2")]
        assert tables[0] == tables[1]


def test_as_a_library() -> None:
    write()
    assert check("my_lemma.py::lemma", d=1, n=2)["grows"].failures == 1
    assert check("my_lemma.py::lemma.rises", d=1, n=2).verdict == "holds"
    with pytest.raises(InputError, match="n: missing; my_lemma:lemma needs n"):
        check("my_lemma.py::lemma", d=1)
    with pytest.raises(InputError, match="delta: my_lemma:lemma has no such parameter; it has d, n"):
        check("my_lemma.py::lemma", d=1, n=1, delta="1/2")


def test_where_it_was_written_is_no_part_of_what_is_decided() -> None:
    write(path="one/my_lemma.py")
    write("\n\n# moved\n" + STEPS, path="two/my_lemma.py")
    problems = [find(f"{folder}/my_lemma.py::lemma")[0].problem({"d": 1, "n": 2}) for folder in ("one", "two")]
    assert problems[0].places != problems[1].places
    assert problems[0] == problems[1]
    hashes = [[problem.statement_hash(step) for step in problem.steps] for problem in problems]
    assert hashes[0] == hashes[1]
    decisions = [decide(problem) for problem in problems]
    assert digest(decisions[0]) == digest(decisions[1])
    assert "/one/" not in certificate(decisions[0])
    assert sha256({"file": "one"}) != sha256({"file": "two"})


def test_a_problem_reaches_processes_that_begin_afresh() -> None:
    write()
    problem = find("my_lemma.py::lemma")[0].problem({"d": 1, "n": 2})
    again = pickle.loads(pickle.dumps(problem))
    assert (again, again.address, again.places, again.command) == (
        problem, problem.address, problem.places, "my_lemma.py::lemma",
    )  # fmt: skip


def test_a_file_runs_once_until_it_changes(capsys) -> None:
    file = write('print("running")\n' + STEPS)
    first, _ = find("my_lemma.py::lemma")
    assert find("./my_lemma.py::lemma.rises")[0] is first
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", "running\n")
    status = file.stat()
    write('print("runs again")\n' + STEPS)
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))  # the size alone tells
    second, _ = find("my_lemma.py::lemma")
    assert second is not first
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns + 1))
    assert find("my_lemma.py::lemma")[0] is not second


def test_each_folder_has_its_own_helpers() -> None:
    for folder, gain in (("one", 1), ("two", 2)):
        write(f"GAIN = {gain}\n", f"{folder}/helper_beside.py", "")
        write(
            "import helper_beside\n" + STEPS.replace("[1, j] >= ", "[1, j] >= helper_beside.GAIN * "), f"{folder}/a.py"
        )
    before = list(sys.path)
    assert check("one/a.py::lemma.rises", d=1, n=1).verdict == "holds"
    assert check("two/a.py::lemma.rises", d=1, n=1).verdict == "holds"
    first, second = (find(f"{folder}/a.py::lemma")[0].step("rises") for folder in ("one", "two"))
    assert first.term != second.term
    assert sys.path == before
    assert "helper_beside" not in sys.modules


def test_claims_of_a_helper_are_told_with_their_own_lines(capsys) -> None:
    write(STEPS + '@lemma.states("x", over=bits)\ndef gap(at):\n    return 1 / (at.n - 2) > 0\n', "helper_claims.py")
    write("from helper_claims import lemma\n", head="")
    assert refusal(capsys, "check", "my_lemma.py::lemma.gap", "--d", "1", "--n", "2").startswith(
        "helper_claims.py:17: step gap: division by zero"
    )


def test_ctrl_c_while_the_file_runs_is_ctrl_c(capsys) -> None:
    write("raise KeyboardInterrupt\n")
    assert main(["check", "my_lemma.py::lemma"]) == 3
    assert capsys.readouterr().err.strip() == "exactua: interrupted"


def test_a_file_that_failed_is_run_again() -> None:
    write("missing\n")
    modules = set(sys.modules)
    for _ in range(2):
        with pytest.raises(InputError, match="'missing' is not defined"):
            find("my_lemma.py::lemma")
    assert set(sys.modules) == modules
    write()
    assert find("my_lemma.py::lemma")[0].steps


def test_parameters_of_ones_own(capsys) -> None:
    write(
        '@lemma.states("k n > 1")\ndef gap(at):\n    return at.k * at.n > 1\n',
        head='from exactua.authoring import *\nlemma = claim("lemma", parameters=("n", Parameter("k", "a factor")))\n',
    )
    code, out = run(capsys, "check", "my_lemma.py::lemma", "--n", "1", "-p", "k=3")
    assert (code, out.splitlines()[1]) == (0, "n = 1, k = 3")
    assert "certificate .exactua/my_lemma.lemma.n1k3.json" in out
    assert refusal(capsys, "check", "my_lemma.py::lemma", "--n", "1") == (
        "k: missing; my_lemma:lemma needs k, the a factor"
    )
