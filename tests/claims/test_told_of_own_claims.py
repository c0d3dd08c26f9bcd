"""What is told of somebody's own claim: values that were left out, the file that has it, and what to write instead."""

from __future__ import annotations

from pathlib import Path

import pytest

from exactua.authoring import tokens, words
from exactua.commands.group import main
from exactua.errors import InputError
from tests.own_files import HEAD, made_here, write

OWN = """from exactua.authoring import *
k, rule = Parameter("k", "a number", ladder=(2, 3)), Parameter("rule", "what ties do", ("average", "leftmost"))
lemma = claim("lemma", parameters=("d", "n", k, rule))
bits = levels("bits", 0, 1, 2)
@lemma.network("f")
def f(values):
    return Network(1, [AttentionLayer([AttentionHead(W_O=[[1]], W_V=[[1]], W_K=[[1]], W_Q=[[1]])])])
@lemma.states("x", over=bits)
def x(at):
    return at.f(point)[1, 1] >= 0
"""
CHECK = ["check", "kept/own.py::lemma", "--d", "1", "--n", "2"]


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write("", "kept/own.py", OWN)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ([], "d = 1, n = 2, k = 2 (default), rule = average (default)"),
        (["-p", "k=2"], "d = 1, n = 2, k = 2, rule = average (default)"),
        (["-p", "k=3", "-p", "rule=leftmost"], "d = 1, n = 2, k = 3, rule = leftmost"),
    ],
)
def test_a_parameter_that_was_left_out(given: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*CHECK, *given, "--no-certificate"]) == 0
    assert capsys.readouterr().out.splitlines()[1] == told


def test_the_file_of_another_network_is_named_by_its_path(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*CHECK, "--certificate", "a.json"]) == 0
    capsys.readouterr()
    write("", "kept/own.py", OWN.replace("W_O=[[1]]", "W_O=[[2]]"))
    assert main(["verify", "a.json", "--claims", "kept/own.py"]) == 0
    assert "\nthe statements of own:lemma as kept/own.py has it, with another network: f\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("returns", "fold", "told"),
    [
        ("1", "'sum', bound=lambda at: 1", "the function returns 1 (int), not Number; write rational(1)"),
        (
            "[point[1, 1], point[1, 2]]", "'distinct'",
            "the function returns [L_(1, 1), L_(1, 2)] (list), not Number or Row; write row(at.columns, lambda j: ...)",
        ),
    ],
)  # fmt: skip
def test_what_a_fold_is_given(returns: str, fold: str, told: str) -> None:
    with pytest.raises(InputError) as caught:
        made_here(f"{HEAD}@lemma.states('x', over=bits, fold={fold})\ndef x(at):\n    return {returns}\n")
    assert str(caught.value).endswith(f"step x: {told}")


def test_rational_is_a_number_of_a_sum() -> None:
    made_here(
        f"{HEAD}@lemma.states('x', over=bits, fold='sum', bound=lambda at: 1)\ndef x(at):\n    return rational(1)\n"
    )


def test_a_token_is_not_looked_for_in_a_domain() -> None:
    with pytest.raises(InputError, match=r"^a domain of words has no entries and no length; ab.has\("):
        _ = "a" in words("ab", tokens("a b"), "1..2")


def test_refuted_steps_with_words_are_told_apart(capsys: pytest.CaptureFixture[str]) -> None:
    text = """from exactua.authoring import *
ab = words("words", tokens("a b"), "1..2")
own = claim("own", words=ab)
@own.states("x", over=ab)
def zero(at):
    return ab.count("a") == 0
@own.states("y", over=ab, fold="distinct")
def both(at):
    return ab.count("a") * 0
"""
    write("", "two.py", text)
    assert main(["check", "two.py::own", "--no-certificate"]) == 1
    told = capsys.readouterr().out.splitlines()[0]
    assert told.partition("; refuted: ")[2] == 'zero at "a"; both at "a" and "b"'
