"""What people who think in automata write by mistake: one sentence with their own line, and what to write instead."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from exactua import authoring
from exactua.claims.registry import find
from exactua.errors import InputError
from exactua.python_calls import CALLS, OTHER_ATTRIBUTES, how_called, said_of_attribute, said_of_call

HEAD = """from itertools import product as cross
from exactua.authoring import *
ab = words("words", tokens("a b"), "1..3")
c = claim("c", words=ab)
@c.family("head", cross((-1, 0, 1), repeat=2))
def head(values, w):
    return Network(2, [AttentionLayer([AttentionHead([[1], [0]], [[*w]], [[0, 0]], [[0, 0]])])])
"""
LINES = HEAD.count("\n")

SAID = [
    ('ab.starts("a")', """a domain of words has no 'starts'; write ab.has("a", ab.first)"""),
    ('ab.endswith("a")', """a domain of words has no 'endswith'; write ab.has("a", ab.last)"""),
    ('ab.contains("a")', """a domain of words has no 'contains'; write ab.count("a") >= 1"""),
    ("ab.length > 1", "a domain of words has no 'length'; write at.n, less a start and an end token"),
    ("ab.lenghts", "a domain of words has no 'lenghts'; did you mean 'lengths'?"),
    (
        "ab.zzz",
        "a domain of words has no 'zzz'; it has has, same, count, places, first, last, row, matrix, word",
    ),
    ('ab.has("a", 0)', "column: 0 is not one of words; columns count from 1, and the last is at.n"),
    ('ab.has("a", -1)', "column: -1 is not one of words; columns count from 1, and the last is at.n"),
    ('ab.has("a", 4)', "column: 4 is not one of words; the longest of its words has 3 columns"),
    ("ab.same(0, 1)", "column: 0 is not one of words; columns count from 1, and the last is at.n"),
    ("point[1, 0] == 1", "column 0 of the matrix L: columns count from 1, and at.n is the last"),
    ("at.head[0](point)[0, 1] == 1", "row 0 of the matrix head_1(L): rows count from 1, and at.d is the last"),
    ('ab.has("a")', 'has: j is missing; write has("a", j)'),
    ('ab.count("a", "b")', 'count: it takes 1 argument, and 2 are given, without their names; write count("a")'),
    ("ab[1]", 'a domain of words has no entries and no length; ab.has("a", j) asks each of its words for a token'),
    ("len(ab) == 1", 'a domain of words has no entries and no length; ab.has("a", j) asks each of its words for a token'),
    ('"a" in ab', 'a domain of words has no entries and no length; ab.has("a", j) asks each of its words for a token'),
    ("every(at.columns)", "every: condition is missing; write every(at.columns, lambda j: ...)"),
    ("every(1, at.n, lambda j: ab.has('a', j))",
     "every: it takes 2 arguments, and 3 are given, without their names; write every(at.columns, lambda j: ...)"),
    ("some(lambda j: ab.has('a', j), at.columns)",
     "some: a function is given where the range should be; write some(at.columns, lambda j: ...)"),
    ("total(lambda j: 1, at.columns) == 1",
     "total: a function is given where the range should be; write total(at.columns, lambda j: ...)"),
    ("how_many(lambda j: ab.has('a', j), at.columns) == 1",
     "how_many: a function is given where the range should be; write how_many(at.columns, lambda j: ...)"),
    ("every(at.columns, lambda: ab.has('a', 1))",
     "the function takes no argument, and is given one; write lambda j: ..."),
    ("every(range(1, 4), lambda j: ab.has('a', j))", "range(1, 4) is not a range of a step; write Columns(1, 3)"),
    ("some('ab', lambda t: ab.count(t) > 0)",
     "'ab' is not a range; write Columns(1, at.n), or | between what is said of each"),
    ("for_some_of(lambda f: f(point)[1, 1] == 1, at.head)",
     "for_some_of: a function is given where the family should be; write for_some_of(at.head, lambda f: ...)"),
    ("for_all_of(at.head, lambda f, j: f(point)[1, j] == 1)",
     "the function takes f, j, one too many; for_all_of gives one of the family at a time"),
    ("any(h(point)[1, 1] == 1 for h in at.head)",
     "a step is traced, not run: write for_some_of(at.head, lambda h: ...) where it is one of them for all points; where it"
     " may be another at each, sum(when(..., 1, 0) for h in at.head) >= 1"),
    ("all(f(point)[1, 1] == 1 for f in at.head)",
     "a step is traced, not run: write for_all_of(at.head, lambda f: ...)"),
    ("at.columns.start == 1", "a range has no 'start'; write lo, the first number of it"),
    ("every_permutation(lambda P: P.zzz == 1)",
     "a permutation has no 'zzz'; a permutation is applied to a matrix; write point.permuted(P)[i, j]"),
    ("at.columns.zzz == 1", "a range has no 'zzz'; it has lo, hi, letter"),
    ("at.head.heads", "a family of networks has no 'heads'"),
    ("at.head[0].heads", """a network has no 'heads'; write at.f.quantity("heads")"""),
    ("point == ab.matrix('a b')",
     'L is compared with a list of numbers; compare entries, point[1, 2] == 0; of a word, ab.has("a", 1) & ab.has("b",'
     " 2)"),
]  # fmt: skip


@pytest.fixture(autouse=True)
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def refused(body: str) -> str:
    Path("own.py").write_text(HEAD + body)
    with pytest.raises(InputError) as caught:
        find("own.py::c")
    return str(caught.value)


@pytest.mark.parametrize(("said", "message"), SAID)
def test_in_a_step(said: str, message: str) -> None:
    step = f'@c.states("a step", over=ab)\ndef gap(at):\n    return {said}\n'
    assert refused(step) == f"own.py:{LINES + 3}: step gap: {message}"


BESIDE = [
    ("@c.family('g', [1])\ndef g(values):\n    pass\n",
     "family g: the function g takes 1 argument (values), but is given 2; write def f(values, member): ..."),
    ("@c.network('g')\ndef g(values, w):\n    pass\n",
     "network g: the function g takes 2 arguments (values, w), but is given one; write def g(values): ..."),
    ("@c.states('x', over=words)\ndef g(at):\n    return ab.count('a') > 0\n",
     'step g: over: the function words is not a domain; write over=ab, with ab = words("words", tokens("a b"), "1..4") above'),
    ("@c.states('x', over=tokens('a b'))\ndef g(at):\n    return ab.count('a') > 0\n", None),
    ("@c.state('x', over=ab)\ndef g(at):\n    pass\n", "a claim has no 'state'; did you mean 'states'?"),
    ("@c.asserts('x', over=ab)\ndef g(at):\n    pass\n",
     """a claim has no 'asserts'; write @lemma.states("words", over=bits)"""),
    ("@c.states(over=ab)\ndef g(at):\n    pass\n", 'states: says is missing; write @lemma.states("words", over=bits)'),
    ("@c.states('x', over=ab, where=lambda at: ab.has('a', 1))\ndef g(at):\n    pass\n",
     "a step has no option 'where'; did you mean 'given'? it has over, given, fold, name, bound, relation, flaw,"
     " survives, same_as, meets, of, said"),
    ("@c.requires('has a')\ndef g(at):\n    return ab.has('a', 1)\n",
     "hypothesis has a: it is about a point, but a hypothesis depends on the parameters alone; given= of a step restricts"
     " points, where= of words(...) restricts words"),
    ("@c.define\ndef K(at):\n    return ab.count('a')\n",
     "definition K: it is about a point, but a definition depends on the parameters alone; @lemma.operand makes a number of"
     " the point"),
    ("w = words(tokens('a b'), '1..3')\n",
     'name: the name comes first, then the tokens; write words("words", tokens("a b"), "1..4")'),
    ("w = words('w', tokens('a b'), length='1..3')\n",
     """words: it has no argument 'length', did you mean 'lengths'; write words("words", tokens("a b"), "1..4")"""),
    ("w = words('w', tokens('a b'), '1..3', regex='a*')\n",
     """words: it has no argument 'regex', which is written where="(ab)*"; write words("words", tokens("a b"), "1..4")"""),
    ("w = words('w', tokens('a b'), '1..3', where=lambda: True)\n",
     "w: where: the function takes no argument, and is given one; write lambda word: ..."),
    ("w = words('w', tokens('a b', positions=lambda j, n: [j]), '1..3')\n",
     "positions: the function takes j, n, one too many; write lambda j: [j]"),
    ("w = words('w', tokens('a b'), '1..3', answers={'y': lambda: 1})\n",
     "w: answers: y: the function takes no argument, and is given one; write lambda word: ..."),
    ("d = claim('d', ab)\n",
     'claim: it takes 1 argument, and 2 are given, without their names; write claim("lemma"), or claim("lemma", words=ab)'
     " of words"),
    ("h = AttentionHead([[1]], [[1]], [[1]])\n", "AttentionHead: W_Q is missing; write AttentionHead(W_O, W_V, W_K, W_Q)"),
    ("h = AttentionLayer([], causal=True)\n",
     """AttentionLayer: it has no argument 'causal', which is written mask="causal"; write AttentionLayer(heads)"""),
]  # fmt: skip


@pytest.mark.parametrize(("body", "message"), BESIDE)
def test_beside_steps(body: str, message: str | None) -> None:
    said = refused(body)
    place, _, told = said.partition(": ")
    assert re.fullmatch(r"own\.py:[0-9]+", place)
    assert LINES < int(place.rpartition(":")[2]) <= LINES + body.count("\n")
    assert message is None or told == message
    assert "TypeError" not in said
    assert " at 0x" not in said


def test_a_function_of_the_file_is_told_as_python_tells_it() -> None:
    body = "def every(x, y):\n    return 1\n@c.states('x', over=ab)\ndef g(at):\n    return every(1)\n"
    assert refused(body).endswith("step g: TypeError: every() missing 1 required positional argument: 'y'")


WITHOUT_ARGUMENTS = {"Chapter", "everywhere"}


def test_every_function_that_a_file_imports_is_known_by_how_it_is_called() -> None:
    for name in authoring.__all__:
        if callable(getattr(authoring, name)) and name not in WITHOUT_ARGUMENTS:
            assert how_called(name).startswith((f"{name}(", f"@{name}"))
    for name in CALLS:
        owner, _, method = name.partition(".")
        thing = getattr(authoring, owner, None) or vars(inspect.getmodule(authoring.every))[owner]
        assert callable(getattr(thing, method) if method else thing)


def test_what_others_call_an_attribute_is_none() -> None:
    ab = authoring.words("words", authoring.tokens("a b"), 2)
    things = {"Words": ab, "Tokens": ab.tokens, "Claim": authoring.claim("lemma")}
    for kind, thing in things.items():
        for name in OTHER_ATTRIBUTES[kind]:
            assert not hasattr(thing, name)
            assert said_of_attribute(thing, name).count("write ") >= 1
    assert said_of_attribute([], "starts") == ""


@pytest.mark.parametrize(
    "message", ["", "f() missing", "unsupported operand type(s) for +: 'int' and 'str'", "own() takes no"]
)
def test_other_messages_stay(message: str) -> None:
    assert said_of_call(message) == ""
