"""Claims that are written into no file: at Python's prompt, in a cell of a notebook, behind `python -c`."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import pytest

from exactua import check, cite, find, limit, prove, relax, trace, verifier
from exactua.certificates.writing import certificate, digest
from exactua.claims import registry
from exactua.claims.claim import Claim
from exactua.commands.group import main
from exactua.commands.verify.work import How, verified
from exactua.errors import InputError
from exactua.printing import scope_subjects
from exactua.python_files import FileFails
from tests.foreign import foreign_verifier
from tests.own_files import HEAD, STEPS, cell, write

CELL = HEAD + STEPS
"""A claim of two steps about one network: `rises` holds and `grows` is refuted."""


@pytest.fixture(autouse=True)
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("filename", ["<stdin>", "<string>", "<ipython-input-3-0a>", "/tmp/ipykernel_7/123.py"])
def test_it_is_labelled_by_its_name(filename: str) -> None:
    lemma = cell(CELL, filename=filename)["lemma"]
    assert (lemma.label, lemma.source, lemma.address) == ("notebook:lemma", "notebook", "")
    assert find(lemma) == find((lemma, None)) == (lemma, None)
    assert find((lemma, "rises")) == (lemma, "rises")
    decision = check(lemma, d=2, n=2)
    assert (decision.problem.label, decision.verdict, decision["grows"].failures) == ("notebook:lemma", "refuted", 1)
    assert check((lemma, "rises"), d=2, n=2).verdict == "holds"


def test_a_paper_of_ones_own_stays_in_the_label() -> None:
    lemma = cell(CELL.replace('claim("lemma")', 'claim("kim2023:lemma3")'))["lemma"]
    assert (lemma.label, check(lemma, d=1, n=1).problem.label) == ("kim2023:lemma3", "kim2023:lemma3")


def test_a_file_that_is_there_is_no_cell() -> None:
    file = write()
    lemma = cell(CELL, {"__name__": "__main__", "__file__": str(file)}, str(file))["lemma"]
    assert (lemma.label, lemma.written.file) == ("my_lemma:lemma", file.resolve())
    assert lemma.found_by == lemma.label  # the file may make another claim of this name later on
    module = cell(CELL, {"__name__": "my_lemma", "__file__": str(file)}, str(file))["lemma"]
    assert (module.label, module.address) == ("my_lemma:lemma", "")


def test_claims_that_have_labels_may_be_given_themselves() -> None:
    lemma8, _ = find("lemma8")
    assert digest(check(lemma8, d=1, n=2)) == digest(check("lemma8", d=1, n=2))
    write()
    own, _ = find("my_lemma.py::lemma")
    assert digest(check((own, "rises"), d=1, n=2)) == digest(check("my_lemma.py::lemma.rises", d=1, n=2))


@pytest.mark.parametrize(
    ("named", "message"),
    [
        (7, 'label: 7 is neither a label nor a claim; write "lemma8", or what claim(...) returned'),
        (None, 'label: None is neither a label nor a claim; write "lemma8", or what claim(...) returned'),
        (("lemma8", "rises"), "label: ('lemma8', 'rises') is neither a label nor a claim; write"),
    ],
)
def test_what_is_neither_a_label_nor_a_claim(named: Any, message: str) -> None:
    with pytest.raises(InputError) as caught:
        check(named, d=1, n=1)
    assert str(caught.value).startswith(message)


def test_a_step_that_there_is_not() -> None:
    lemma = cell(CELL)["lemma"]
    with pytest.raises(InputError, match=r"^step: notebook:lemma has no step 'falls'; it has rises, grows$"):
        check((lemma, "falls"), d=1, n=1)
    with pytest.raises(InputError, match=r"^label: 3 is not the name of a step; write \(lemma, \"step\"\)$"):
        check((lemma, 3), d=1, n=1)  # type: ignore[arg-type]


def test_its_label_leads_nowhere_from_outside(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "notebook:lemma.rises", "--d", "1", "--n", "1"]) == 2
    assert capsys.readouterr().err == (
        "exactua: label: notebook:lemma.rises is known only where it was made, at Python's prompt or in a notebook; "
        "write it into a file, my_claims.py, and name it my_claims.py::lemma.rises\n"
    )


# ---- cells that are run again ---------------------------------------------------------------------------------------


def test_a_claim_that_is_defined_again_is_the_new_one() -> None:
    names = cell(CELL)
    old = names["lemma"]
    assert check(old, d=1, n=2)["grows"].failures == 1
    again = cell(CELL.replace("[1, j] > point[1, j]", "[1, j] > point[1, j] - 1"), names)["lemma"]
    assert again is not old
    assert (again.label, check(again, d=1, n=2)["grows"].failures) == (old.label, 0)
    assert check(old, d=1, n=2)["grows"].failures == 1  # neither knows of the other


def test_two_claims_of_one_name_do_not_mix_in_processes_either() -> None:
    first, second = (cell(CELL.replace("W_O=[[1]]", f"W_O=[[{gain}]]"))["lemma"] for gain in (1, -1))
    for jobs in (1, 2):
        answer = [check(lemma, d=2, n=4, jobs=jobs)["rises"].failures for lemma in (first, second, first)]
        assert answer == [0, 255, 0]


def test_what_is_said_of_attention_is_not_that_of_an_older_claim() -> None:
    soft = CELL.replace("AttentionLayer([", "SoftmaxAttentionLayer([")
    hard, real = cell(CELL)["lemma"], cell(soft)["lemma"]
    box = {"d": 1, "n": 2}
    for _ in range(2):
        assert scope_subjects.hardmax(hard, box) == "hardmax with ties averaged"
        assert scope_subjects.hardmax(real, box) == ""
        assert scope_subjects.of_reals(hard, box, hard.step("rises")) is False
        assert scope_subjects.of_reals(real, box, real.step("rises")) is True


def names_of(claim: Claim) -> list[str]:
    return [step.name for step in claim.steps]


STEP = """
@lemma.states("everything rises", over=bits)
def grows(at):
    return every(at.columns, lambda j: at.f(point)[1, j] >= point[1, j])
"""


def test_a_step_that_is_written_again_takes_the_place_of_the_older_one() -> None:
    names = cell(CELL)
    assert check(names["lemma"], d=1, n=2).verdict == "refuted"
    cell(STEP, names)
    assert names_of(names["lemma"]) == ["rises", "grows"]
    assert check(names["lemma"], d=1, n=2).verdict == "holds"
    cell(STEP.replace("states", "proof_line"), names)
    assert (names_of(names["lemma"]), names["lemma"].step("grows").kind) == (["rises", "grows"], "proof line")


def test_a_whole_cell_of_steps_may_be_run_again() -> None:
    names = cell(HEAD)
    for _ in range(2):
        cell(STEPS, names)
    fresh = cell(CELL)["lemma"]
    assert [fresh.statement_hash(step) for step in fresh.steps] == [
        names["lemma"].statement_hash(step) for step in names["lemma"].steps
    ]
    assert digest(check(names["lemma"], d=2, n=2)) == digest(check(fresh, d=2, n=2))


def test_a_step_that_is_wrong_leaves_the_older_one() -> None:
    names = cell(CELL)
    with pytest.raises(InputError, match="the function returns"):
        cell(STEP.replace("return every", "every"), names)
    assert check(names["lemma"], d=1, n=2)["grows"].verdict == "refuted"


def test_a_network_and_a_definition_are_the_new_ones_in_steps_that_stay() -> None:
    names = cell(CELL)
    cell("@lemma.define\ndef K(at):\n    return at.n\n", names)
    cell('@lemma.proof_line("K = 3")\ndef three(at):\n    return at.K == 3\n', names)
    box = {"d": 1, "n": 2}
    assert [check(names["lemma"], **box)[name].verdict for name in ("grows", "three")] == ["refuted", "refuted"]
    cell("@lemma.define\ndef K(at):\n    return at.n + 1\n", names)
    cell(
        '@lemma.network("f")\ndef f(values):\n    return Network(values["d"], [PositionalEncoding([[1, 1]])])\n', names
    )
    assert [check(names["lemma"], **box)[name].verdict for name in ("grows", "three")] == ["holds", "holds"]


def test_steps_that_keep_an_older_operand_are_named() -> None:
    names = cell(CELL)
    uses = '@lemma.proof_line("x", over=bits)\ndef small(at):\n    return at.first <= 9\n'
    cell(uses, names)
    operand = "@lemma.operand\ndef first(at):\n    return at.f(point)[1, 1]{}\n"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        cell(operand.format(""), names)  # the same again
    with pytest.warns(
        UserWarning, match=r"^notebook:lemma: first is another operand now, and small still has the older"
    ):
        cell(operand.format(" + 1"), names)
    cell(uses, names)
    assert any(names["lemma"].operands["first"].term == part for part in names["lemma"].step("small").term.walk())


def test_hypotheses_parts_and_what_is_said_are_not_there_twice() -> None:
    names = cell(CELL.replace('claim("lemma")', 'claim("lemma", text="Nothing falls. Everything rises.")'))
    again = """
@lemma.requires("n <= {}")
def few(at):
    return at.n <= {}
lemma.part("Nothing falls.", "rises")
lemma.part("Everything rises.", "grows")
lemma.reads("falls", "by any number")
lemma.preface("L is a matrix")
lemma.rests_on("lemma8", where="Sec. 1")
lemma.assumes("a fact", where="Sec. 2")
lemma.relaxes("f", "g", networks={{"f": largest}})
"""
    names["largest"] = lambda values: names["lemma"].networks["f"](values)
    for _ in range(2):
        cell(again.format(3, 3), names)
    lemma = names["lemma"]
    counts = [lemma.hypotheses, lemma.parts, lemma.readings, lemma.prefaces, lemma.dependencies, lemma.relaxable]
    assert [*map(len, counts)] == [1, 2, 1, 1, 2, 1]
    cell('@lemma.requires("n <= 3")\ndef fewer(at):\n    return at.n <= 2\n', names)
    with pytest.raises(InputError, match="states lemma for n <= 3 only"):
        check(lemma, d=1, n=3)


def test_a_name_of_another_kind_stays_taken() -> None:
    names = cell(CELL)
    with pytest.raises(ValueError, match="has the network f already"):
        cell("@lemma.define\ndef f(at):\n    return at.n\n", names)


def test_a_part_of_the_statement_keeps_a_step_that_states_it() -> None:
    names = cell(CELL.replace('claim("lemma")', 'claim("lemma", text="Everything rises.")'))
    cell('lemma.part("Everything rises.", "grows")', names)
    with pytest.raises(ValueError, match="it decides a part of the statement"):
        cell(STEP.replace("states", "proof_line"), names)


def test_a_domain_of_the_same_name_is_the_new_one_everywhere() -> None:
    names = cell(CELL)
    cell(
        '@lemma.proof_line("pairs", over=pairs_of(bits), fold="distinct")\ndef apart(at):\n    return at.first\n', names
    )
    with pytest.warns(
        UserWarning, match=r"^notebook:lemma: bits is another domain now, and rises, apart range over it too$"
    ):
        cell('bits = levels("bits", 0, 1, 3)' + STEP, names)
    with pytest.raises(ValueError, match="another domain of the claim is named 'bits'"):
        cell(STEP.replace("over=bits", 'over=(bits, levels("bits", 0, 1, 2))'), names)
    decision = check(names["lemma"], d=1, n=2)
    assert {result.points for result in decision.results if result.step.name != "apart"} == {9}
    assert {spec.of or spec for step in names["lemma"].steps for spec in step.over} == {names["bits"]}


def test_cells_about_words_may_be_run_again_in_any_order() -> None:
    head = 'from exactua.authoring import *\nab = words("w", tokens("a b"), "1..3")\n'
    built = 'lemma = claim("lemma", words=ab)\n'
    step = '@lemma.states("x", over=ab)\ndef x(at):\n    return ab.count("a") <= at.n\n'
    names = cell(head + built + step)
    for again, verdict in ((step, "holds"), (step.replace("<=", "<"), "refuted"), (head, "refuted"), (step, "holds")):
        cell(again, names)
        assert [known.name for known in names["lemma"].steps] == ["x"]
        assert check(names["lemma"]).verdict == verdict
    older = names["lemma"]
    cell(built + step.replace("<=", "<"), names)
    assert (check(older).verdict, check(names["lemma"]).verdict) == ("holds", "refuted")


def test_files_stay_strict(capsys: pytest.CaptureFixture[str]) -> None:
    write(STEPS + STEP)
    assert main(["check", "my_lemma.py::lemma", "--d", "1", "--n", "2"]) == 2
    assert "my_lemma:lemma has two steps named grows" in capsys.readouterr().err


# ---- labels that stand for what was made here -----------------------------------------------------------------------


def test_a_label_stands_for_a_claim_for_as_long_as_that_is_said() -> None:
    lemma = cell(CELL)["lemma"]
    with registry.standing(lemma):
        assert find("notebook:lemma") == (lemma, None)
        assert find("notebook:lemma.rises") == (lemma, "rises")
        with pytest.raises(InputError, match="has no step 'falls'"):
            find("notebook:lemma.falls")
        assert find("lemma8")[0].label == "yun2020:lemma8"
    with pytest.raises(InputError, match="known only where it was made"):
        find("notebook:lemma")


def test_a_problem_is_of_the_last_claim_of_its_label() -> None:
    first, second = cell(CELL)["lemma"], cell(CELL)["lemma"]
    assert registry.claim_of(check(first, d=1, n=1).problem) is second
    assert registry.claim_of(check("lemma8", d=1, n=2).problem) is find("lemma8")[0]
    write()
    assert registry.claim_of(check("my_lemma.py::lemma", d=1, n=1).problem).address.endswith("my_lemma.py::lemma")
    with pytest.raises(InputError, match="names a file, and no file is read here"):
        registry.claim_named("other.py::lemma")


def test_commands_find_what_has_a_label() -> None:
    assert not registry.is_found(check(cell(CELL)["lemma"], d=1, n=1).problem)
    assert registry.is_found(check("lemma8", d=1, n=2).problem)
    write()
    assert registry.is_found(check("my_lemma.py::lemma", d=1, n=1).problem)


# ---- certificates and processes -------------------------------------------------------------------------------------


def test_its_certificate_is_confirmed_without_any_code_of_theirs(tmp_path: Path) -> None:
    lemma: Claim = cell(CELL)["lemma"]
    path = tmp_path / "certificate.json"
    path.write_text(certificate(check(lemma, d=2, n=3)))
    decided = json.loads(path.read_text())["decided"]
    assert (decided["claim"], decided["source"]) == ("notebook:lemma", "notebook")
    assert str(tmp_path) not in path.read_text()
    assert verifier.verify(str(path)).verdict == "refuted"
    alone = [sys.executable, "-I", str(Path(verifier.__file__).parent), str(path)]
    run = subprocess.run(alone, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (run.returncode, run.stdout.splitlines()[0]) == (0, "confirmed: refuted (64 of 64 points recomputed)")
    assert foreign_verifier(path.read_bytes()) == 0  # the one in C
    (here,) = verified([path], How(claims=[lemma]))
    assert not isinstance(here, Path)
    assert (here.exit_code, here.found) == (0, "confirmed")
    assert any("notebook:lemma as notebook has it" in line for line in here.lines)


SCRIPT = (
    CELL
    + """
from exactua import check
from exactua.certificates.writing import digest
if __name__ == "__main__":
    decisions = [check(lemma, d=2, n=6, jobs=jobs) for jobs in (1, 2)]
    assert digest(decisions[0]) == digest(decisions[1])
    print(decisions[1].problem.label, decisions[1].run["jobs"], decisions[1]["grows"].points, decisions[1].verdict)
"""
)


@pytest.mark.processes
@pytest.mark.parametrize(
    ("way", "method"),
    # Python itself can't begin a process by spawn where it reads its program from a pipe
    [("script.py", "fork"), ("-c", "fork"), ("-", "fork"), ("script.py", "spawn"), ("-c", "spawn")],
)
def test_workers_are_sent_what_is_to_be_decided(way: str, method: str) -> None:
    text = SCRIPT.replace(
        '__main__":\n', f'__main__":\n    __import__("multiprocessing").set_start_method("{method}")\n'
    )
    Path("script.py").write_text(text)
    arguments = {"script.py": ["script.py"], "-c": ["-c", text], "-": ["-"]}[way]
    run = subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, input=text if way == "-" else "", check=False
    )
    label = "script:lemma" if way == "script.py" else "notebook:lemma"
    assert (run.returncode, run.stdout, run.stderr) == (0, f"{label} 2 4096 refuted\n", "")


def test_its_problem_needs_no_code_of_theirs() -> None:
    problem = cell(CELL)["lemma"].problem({"d": 1, "n": 2})
    assert pickle.loads(pickle.dumps(problem)) == problem
    assert b"__main__" not in pickle.dumps(problem)


# ---- what is wrong is a sentence ------------------------------------------------------------------------------------


CLAIM = "from exactua.authoring import *\nlemma = claim('lemma')\nbits = levels('bits', 0, 1, 2)\n"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("return True", "the function returns True, not Truth; Python's own truth values depend on no operand"),
        ("return 1 < 2", "the function returns True, not Truth; Python's own truth values depend on no operand"),
        ("pass", "the function returns None, not Truth; is `return` missing?"),
        (
            "return point[1, 1]",
            "the function returns the number L_(1, 1), not Truth; compare it with what it should be",
        ),
    ],
)
def test_a_step_that_returns_no_condition(body: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    step = f'@lemma.states("x", over=bits)\ndef gap(at):\n    {body}\n'
    with pytest.raises(InputError) as caught:
        cell(CLAIM + step)
    assert str(caught.value) == f"notebook:4: step gap: {message}"
    assert isinstance(caught.value, TypeError)
    assert caught.value.__notes__ == ["while exactua reads step gap"]
    Path("wrong.py").write_text(CLAIM + step)
    assert main(["check", "wrong.py::lemma", "--d", "1", "--n", "1"]) == 2
    assert capsys.readouterr().err == f"exactua: wrong.py:4: step gap: {message}\n"


@pytest.mark.parametrize(
    ("body", "line", "message"),
    [
        (
            "return every(at.columns, lambda j:\n        point[1, j] >= 0.1)",
            7,
            "0.1 is a float, and no float equals 1/10;",
        ),
        ("return point[1, 1] >= point", 6, "L is a matrix, but a number is needed here"),
        ("return 0 <= at.n <= 7", 6, "a step is traced, not run:"),
        ("return at.nn > 3", 6, "notebook:lemma has no operand 'nn'; did you mean 'n'?"),
        ("return [1, 2][at.n] > 0", 6, "n has no value while a step is traced"),
        ("return some(at.columns, lambda j: True)", 6, "True is not a traced condition"),
    ],
)
@pytest.mark.parametrize("filename", ["<stdin>", "/tmp/ipykernel_7/123.py"])
def test_what_a_step_can_not_say_is_told_with_its_name_and_line(
    filename: str, body: str, line: int, message: str
) -> None:
    """An InputError, which a notebook shows as its sentence; still one of the class that was raised."""
    step = f'@lemma.states("x", over=bits)\ndef gap(at):\n    {body}\n'
    with pytest.raises(InputError) as caught:
        cell(CLAIM + step, filename=filename)
    assert str(caught.value).startswith(f"notebook:{line}: step gap: {message}")
    assert caught.value._render_traceback_() == [f"FileFails: {caught.value}"]
    assert pickle.loads(pickle.dumps(caught.value)).args == caught.value.args


def test_what_python_raises_in_a_cell_is_left_to_the_prompt() -> None:
    """It shows the line itself, and what stands in it."""
    step = '\n@lemma.states("x", over=bits)\ndef gap(at):\n    return at.n > evry\n'
    with pytest.raises(NameError) as caught:
        cell(CLAIM + step)
    assert not isinstance(caught.value, InputError)
    assert caught.value.__notes__ == ["while exactua reads step gap"]


@pytest.mark.parametrize(
    "asked", [lambda lemma: trace(lemma, d=1, n=1, point="0"), lambda lemma: limit(lemma, d=1, n=1, factors=10)]
)
def test_what_no_point_can_be_put_into_is_told_with_its_line(asked: Any) -> None:
    lemma = cell(HEAD + '@lemma.states("x", over=bits)\ndef gap(at):\n    return at.f(point)[at.n + 1, 1] >= 0\n')
    with pytest.raises(InputError, match=r"^notebook:8: step gap: entry \(2, 1\) outside a 1 x 1 matrix"):
        asked(lemma["lemma"])


def test_a_claim_without_steps(capsys: pytest.CaptureFixture[str]) -> None:
    claim = cell(CLAIM)["lemma"]
    for asked in (
        lambda: check(claim, d=1, n=1),
        lambda: check(claim),
        lambda: prove(claim),
        lambda: prove(claim, kernel="polynomial", n=2),
        lambda: cite(claim),
        lambda: limit(claim),
        lambda: relax(claim),
        lambda: trace(claim, "0"),
    ):
        with pytest.raises(InputError) as caught:
            asked()
        assert str(caught.value) == "notebook:2: notebook:lemma has no step; write one such as @lemma.states(...)"
    Path("wrong.py").write_text(CLAIM)
    assert main(["check", "wrong.py::lemma", "--d", "1", "--n", "1"]) == 2
    assert (
        capsys.readouterr().err
        == "exactua: wrong.py:2: wrong:lemma has no step; write one such as @lemma.states(...)\n"
    )


@pytest.mark.parametrize("filename", ["<stdin>", "/tmp/ipykernel_7/123.py"])
def test_what_fails_at_an_instance_is_told_with_its_line_in_the_cell(filename: str) -> None:
    network = '@lemma.network("f")\ndef f(values):\n    return Network(values["k"], [])\n'
    step = '@lemma.states("x", over=bits)\ndef gap(at):\n    return at.f(point)[1, 1] >= 0\n'
    with pytest.raises(FileFails) as caught:
        check(cell(CLAIM + network + step, filename=filename)["lemma"], d=1, n=1)
    assert str(caught.value) == (
        "notebook:6: network f at d = 1, n = 1: 'k' is not a parameter of the claim; it has d, n; add it to parameters="
    )
    beyond = '@lemma.states("x", over=bits)\ndef gap(at):\n    return point[1, 7] >= 0\n'
    decision = check(cell(CLAIM + beyond, filename=filename)["lemma"], d=1, n=1)
    assert decision.verdict == "inconclusive"
    assert "notebook:4: step gap: entry (1, 7) outside a 1 x 1 matrix" in str(decision["gap"].reason)


def test_no_command_is_shown_for_a_claim_of_a_script_that_may_make_another_of_its_name(tmp_path: Path) -> None:
    text = """
from exactua import check
from exactua.authoring import claim, every, levels, point
bits = levels("bits", 0, 1, 2)
for k in (0, 1):
    lemma = claim("lemma")
    @lemma.states("small", over=bits)
    def small(at):
        return every(at.columns, lambda j: point[1, j] <= k)
    if __name__ == "__main__":
        print(check(lemma, d=1, n=2).results[0])
"""
    Path(tmp_path, "loop.py").write_text(text)
    done = subprocess.run([sys.executable, "loop.py"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "refuted" in done.stdout
    assert "holds" in done.stdout
    assert "replay" not in done.stdout
