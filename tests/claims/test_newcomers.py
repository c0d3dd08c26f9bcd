"""Claims about words as somebody new to it writes them: what is wrong is one sentence that says what to write."""

from __future__ import annotations

from pathlib import Path

import pytest

from exactua import check
from exactua.commands.group import main
from tests.own_files import cell, write

HEAD = """\
from exactua.authoring import *
ab = words("w", tokens("a b", width=3), "1..4")
lemma = claim("lemma", words=ab)
"""
HEADS = HEAD.replace("from exactua", "from itertools import product\nfrom exactua", 1)
CHANGED = HEAD.replace("lemma =", "#")
ANSWERED = HEAD.replace('"1..4"', '"1..4", answers={"more": lambda w: w.count("a") > 1}')
SORTED = HEAD.replace('"1..4"', '"1..4", where=lambda w: w == sorted(w)')
FAMILY = """\
@lemma.family("head", [(0,), (1,)])
def head(values, w):
    return Network(3, [AttentionLayer([AttentionHead([[1], [0], [0]], [[w[0], 0, 0]], [[0] * 3], [[0] * 3])])])
"""


def step(body: str, over: str = "over=ab", argument: str = "at") -> str:
    return f'@lemma.states("x", {over})\ndef s({argument}):\n    return {body}\n'


def network(body: str, argument: str = "values") -> str:
    return f'@lemma.network("f")\ndef f({argument}):\n    return {body}\n' + step("at.f(point)[1, 1] >= 0")


MISTAKES = {
    "letters in one token": (
        HEAD.replace("a b", "ab") + step('ab.count("a") > 0'),
        "step s: token: 'a' is not a token of w; its tokens are ab; if its letters are meant, write tokens(\"a b\")",
    ),
    "place before token": (
        HEAD + step('ab.has(1, "a")'),
        "step s: token: 1 is not a token of w; its tokens are a, b; write, for example, has('a', 1)",
    ),
    "a token as a number": (
        HEAD + step('point[1, 1] == "a"'),
        "'a' is not an exact number: a step takes integers, fractions and operands; has('a', j) of its words asks for a "
        "token",
    ),
    "numbers as tokens": (
        HEAD.replace('"a b"', "[0, 1]"),
        'tokens: 0 is not a token; give printable characters without a space, such as "0" in quotes',
    ),
    "a tuple is no list": (
        SORTED,
        "no word of lengths 1, 2, 3, 4 over a, b is left; it is given tuples, such as ('a',)",
    ),
    "an answer yes or no": (
        ANSWERED,
        'w: answers: more of "a": False is not a number; write 1 and 0, or int(...) of True and False',
    ),
    "no argument": (
        HEAD + step("ab.count('a') > 0", argument=""),
        "the function s takes no argument, but is given one",
    ),
    "a parameter itself": (
        HEAD.replace("words=ab)", 'words=ab, parameters=(k := Parameter("k", "how many", ladder=(1, 2)),))')
        + step('ab.count("a") == k'),
        "step s: a step takes the parameter itself; write at.k",
    ),
    "n in place of values": (
        HEAD + network("Network(3, [PositionalEncoding([[0] * n] * 3)])", "n"),
        "network f at d = 3, n = 1: the function is given the values of all parameters, not one of them; write "
        'values["d"], values["n"]',
    ),
    "a mask that is a function": (
        HEAD
        + network(
            "Network(3, [AttentionLayer([AttentionHead([[1]] * 3, [[1] * 3], [[1] * 3], [[1] * 3])],"
            " mask=lambda j, k: k < j)])"
        ),
        'mask: a function is not a mask; write None, "causal", "strictly causal" or n rows of n booleans, such as '
        "[[k <= j for j in range(n)] for k in range(n)]",
    ),
    "another product": (HEADS + "product((-1, 0, 1), repeat=2)\n", "write itertools.product for Python's"),
    "every head": (
        HEAD + FAMILY + step("every(at.head, lambda f: f(point)[1, 1] == 0)"),
        "step s: a family of networks is not a range; write for_all_of(at.head, lambda f: ...)",
    ),
    "some head": (
        HEAD + FAMILY + step("some(at.head, lambda f: f(point)[1, 1] == 0)"),
        "step s: a family of networks is not a range; write for_some_of(at.head, lambda f: ...)",
    ),
    "so many heads": (
        HEAD + FAMILY + step("how_many(at.head, lambda f: f(point)[1, 1] == 0) == 1"),
        "step s: a family of networks is not a range; sum(when(..., 1, 0) for f in at.head) counts the networks whose condition is true at one point; no step counts those where it is true at every point",
    ),
    "an entry of a network": (
        HEAD + FAMILY + step("at.head[0][3, 1] == 0"),
        "step s: head_1 is a network and has no entries; those of its output are at.head_1(point)[i, j]",
    ),
    "a condition that is 1": (
        HEAD + step('ab.has("a", 1) == 1'),
        "step s: 1 is not a traced condition: write p in place of p == 1, ~p in place of p != 1",
    ),
    "a condition that is False": (
        HEAD + step('ab.has("a", 1) == False'),
        "step s: False is not a traced condition: write ~p in place of p == False, p in place of p != False",
    ),
    "a family called": (
        HEAD + FAMILY + step("at.head(point)[1, 1] == 0"),
        "step s: a family of networks can't be called; write for_all_of(at.head, lambda f: f(point)[1, 1] == 0)",
    ),
    "no lengths": (
        CHANGED.replace("#", "lemma = claim('lemma') #") + step('ab.count("a") > at.n / 2'),
        "n: missing; mine:lemma needs n, the sequence length, the number of columns; or claim(..., words=) takes all "
        "lengths from its words",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_told(
    mistake: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    text, message = MISTAKES[mistake]
    write(text, "mine.py", head="")
    assert main(["check", "mine.py::lemma"]) == 2
    said = capsys.readouterr().err
    assert message in said
    assert said.count("\n") == 1


def test_words_give_d_and_n_beside_other_parameters() -> None:
    text = HEAD.replace("words=ab)", 'words=ab, parameters=(Parameter("k", "how many", ladder=(1, 2)),))')
    lemma = cell(text + step('(how_many(at.columns, lambda j: ab.has("a", j)) == at.k) == (ab.count("a") == at.k)'))[
        "lemma"
    ]
    decision = check(lemma, k=2)
    assert [parameter.name for parameter in lemma.parameters] == ["d", "n", "k"]
    assert (decision.verdict, len(decision.instances)) == ("holds", 4)
