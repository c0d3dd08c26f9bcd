"""What is wrong in a user's file is told with the user's own line, in one sentence, and with exit code 2."""

from __future__ import annotations

import io
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from exactua.claims.registry import find
from exactua.commands.group import main
from exactua.errors import InputError
from exactua.python_files import FileFails
from tests.own_files import FIRST, HEAD, STEPS, write


@pytest.fixture(autouse=True)
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def step(body: str, options: str = "over=bits", name: str = "gap") -> str:
    """A step whose function's body begins two lines below."""
    return f'@lemma.states("x", {options})\ndef {name}(at):\n    {body}\n'


def builder(body: str) -> str:
    """A network g, whose function's body begins two lines below, and a step that speaks of it."""
    return f'@lemma.network("g")\ndef build(values):\n    {body}\n' + step("return at.g(point)[1, 1] >= 0")


TRACED = (
    "a step is traced, not run: write & | ~ and implies(p, q) for logic, when(p, a, b) for a choice, and one "
    "comparison at a time (or inside(x, lo, hi))"
)
TRACED_BY_FUNCTION = (
    "a step is traced, not run: write when(a >= b, a, b) in place of max(a, b) or np.where, and greatest, least, every "
    "or some over at.columns in place of max, min, all or any of several"
)
FLOAT = '0.1 is a float, and no float equals 1/10; write "1/10", or binary(0.1) for its own value'
INEXACT = "is not an exact number: a step takes integers, fractions and operands"
TWO = STEPS.removeprefix("@lemma.operand\ndef first(at):\n    return at.f(point)[1, 1]\n")
AT_ONCE = [
    ("def f(:\n", 0, "SyntaxError: invalid syntax: def f(:"),
    ("x = 1\n\x00", 0, "SyntaxError: source code string cannot contain null bytes"),
    ("import nowhere_to_be_found\n", 0, "ModuleNotFoundError: No module named 'nowhere_to_be_found'"),
    ("from exactua.authoring import evry\n", 0,
     "ImportError: cannot import name 'evry' from 'exactua.authoring'; did you mean 'every'?"),
    ("evry(3)\n", 0, "NameError: name 'evry' is not defined; did you mean 'every'?"),
    ("\nraise ValueError('no\\nway')\n", 1, "ValueError: no way"),
    ("raise RuntimeError\n", 0, "RuntimeError"),
    ("import sys\nsys.exit(3)\n", 1, "sys.exit is called; a file that exactua reads has to run to its end"),
    ("def f(n):\n    return f(n + 1)\nf(1)\n", 1, "RecursionError: maximum recursion depth exceeded"),
    ("from exactua import check\ncheck('my_lemma.py::lemma', d=1, n=1)\n", 1,
     "label: my_lemma.py asks for itself while it is read; put what it runs under if __name__ == \"__main__\":"),
    (step("return every(at.columns, lambda j:\n        point[1, j] >= 0.1)"), 3,
     f"step gap: {FLOAT}"),
    (step("return point[1, 1] >= 0.1 * at.n"), 2, f"step gap: {FLOAT}"),
    (step("return point[1, 1] >= 1j"), 2, f"step gap: 1j {INEXACT}"),
    (step("return point[1, 1] >= float('inf')"), 2, f"step gap: inf {INEXACT}"),
    (step("return point[1, 1] >= 'half'"), 2, f"step gap: 'half' {INEXACT}"),
    (step("return point[1, 1] >= True"), 2, f"step gap: True {INEXACT}"),
    (step("return point[1, 1] >= point"), 2, "step gap: L is a matrix, but a number is needed here"),
    (step("return rational(0.1) <= point[1, 1]"), 2,
     f"step gap: rational: {FLOAT}"),
    (step("if at.n > 2: return at.n > 3"), 2, f"step gap: {TRACED}"),
    (step("return 0 <= at.n <= 7"), 2, f"step gap: {TRACED}"),
    (step("return at.n > 1 and at.n < 5"), 2, f"step gap: {TRACED}"),
    (step("return max(at.n, at.d) > 5"), 2, f"step gap: {TRACED_BY_FUNCTION}"),
    (step("return at.firs > 3"), 2, "step gap: my_lemma:lemma has no operand 'firs'; did you mean 'first'? it has first, f, d, n"),
    (step("return at.n > 0", "over=bits, given=lambda at: at.q > 1"), 0,
     "step gap: my_lemma:lemma has no operand 'q'; it has first, f, d, n"),
    (step("at.n > 3"), 0, "step gap: the function returns None, not Truth; is `return` missing?"),
    (step("return True"), 0,
     "step gap: the function returns True, not Truth; Python's own truth values depend on no operand"),
    (step("return at.n + 1"), 0,
     "step gap: the function returns the number n + 1, not Truth; compare it with what it should be"),
    (step("return at.n > 1", "over=bits, fold='distinct'"), 0,
     "step gap: the function returns n > 1 (Truth), not Number or Row"),
    (step("return at.n", "over=bits, fold='al'"), 0,
     "step gap: fold 'al' is not one of each, distinct, apart, sum, some, not each, and not made with folding(...)"),
    (step("return at.n", "over=bits, fold='apart'"), 0, "step gap: fold 'apart' takes a bound and one of >= >"),
    (step("return at.n", "over=bits, fold='sum', bound=lambda at: 0.1"), 0,
     f"step gap: {FLOAT}"),
    (step("return at.n > 1", "over=bits, relation='<'"), 0, "step gap: fold 'each' takes no bound and no relation"),
    (step("return at.n", "over=bits, fold='sum', relation='~', bound=lambda at: 1"), 0,
     "step gap: fold 'sum' takes a bound and one of <= = >= < >"),
    (step("return at.n", "over=bits, fold=folding(start=[0], next=lambda a, x: [a[1]], holds=lambda a: a[1])"), 0,
     "holds: a_1 is not a condition on a; compare its numbers, as in a[1] <= 7"),
    (step("return at.n > 1", "ovr=bits"), 0,
     "a step has no option 'ovr'; did you mean 'over'? it has over, given, fold, name, bound, relation, flaw, survives, "
     "same_as, meets, of, said"),
    (step("return at.n > 1", "over='bits'"), 0,
     "step gap: over: 'bits' is not a domain; write over=levels('bits', 0, 1, 2), for example"),
    (step("return at.n > 1", "over=category1"), 0,
     "step gap: the domain 'category 1' needs m, but the claim's parameters are d, n; add it to parameters="),
    (step("return point[1, 1] > 1", "flaw='false'"), 0,
     "step gap: it is about a point but has no domain; give one with over="),
    (step("return at.n > 1", "over=(bits, vocabulary('bits', [[0]]))"), 0,
     "step gap: another domain of the claim is named 'bits'; give this one another name"),
    (step("return at.n > 1") + step("return at.n > 2"), 3, "step gap: my_lemma:lemma has two steps named gap"),
    ('lemma.states("x")(lambda at: at.n > 1)\n', 0, "step <lambda>: a step has the name of its function; write it with def"),
    ('@lemma.repairs("gpa", "x", reason="y")\ndef gap(at):\n    return at.n > 1\n', 0,
     "my_lemma:lemma has no step gpa to repair"),
    (step("return total(at.columns, lambda j: sum(point[1, k] for k in range(at.n))) > 2"), 2,
     "step gap: n has no value while a step is traced, so neither range(...) nor a function of math takes it; write "
     "every or total over Columns(1, at.n), or floor(x)"),
    (step("return sum(row(at.columns, lambda j: point[1, j])) > 2"), 2,
     "step gap: [L_(1, j) : j = 1..n] can't be iterated: its length is known only at an instance; write every, some, "
     "total, least or greatest over at.columns or Columns(1, at.n)"),
    (step("return 0 in row(at.columns, lambda j: point[1, j])"), 2,
     "step gap: [L_(1, j) : j = 1..n] can't be iterated: its length is known only at an instance; write every, some, "
     "total, least or greatest over at.columns or Columns(1, at.n)"),
    (step("return len(point) > 2"), 2,
     "step gap: the length of L is known only at an instance; write at.n, or at.d, the claim's parameters"),
    (step("return abs(point[1, 1]) > 2"), 2, "step gap: |x| is not an operator of a step; write when(x >= 0, x, -x)"),
    (step("return point[1] > 2"), 2, "step gap: an entry of the matrix L has a row and a column, from 1: write [i, j]"),
    (step("return at.f(3)[1, 1] > 2"), 2,
     "step gap: 3 is not a matrix: a network is applied to `point`, or to what another makes of it, "
     "and to Z.permuted(P) and Z.columns(lo, hi) of such a matrix Z"),
    (step("return pairwise_distinct([1, 2])"), 2,
     "step gap: [1, 2] is not a traced list: write row(at.columns, lambda j: ...)"),
    (step("return implies(at.n > 1, True)"), 2,
     "step gap: True is not a traced condition: a comparison of operands, every(...), some(...)"),
    (step("return every(at.columns, lambda j: 1 > 0)"), 2,
     "step gap: True is not a traced condition: a comparison of operands, every(...), some(...)"),
    ("@lemma.define\ndef D(at):\n    return at.n > 1\n", 0, "definition D: the function returns n > 1 (Truth), not Number"),
    ("@lemma.operand\ndef second(at):\n    return 2\n", 0,
     "operand second: the function returns 2 (int), not Row or Number or MatrixOperand or Truth"),
    ('@lemma.requires("n >= 2")\ndef two(at):\n    return at.nn >= 2\n', 2,
     "hypothesis n >= 2: my_lemma:lemma has no operand 'nn'; did you mean 'n'? it has first, f, d, n"),
    ('two = vocabulary("two", [[0, 0.1]])\n', 0,
     f"two: columns, column 1, entry 2: {FLOAT}"),
    ('other = claim("other", parameters=("d", "q"))\n', 0, "'q' is not a parameter; write 'd', 'n', 'm' or Parameter(name, meaning)"),
    ('other = claim("a b")\n', 0, "'a b' is not a name; write, for example, lemma or paper:lemma, with letters, digits, _ and -"),
    (step("return every(at.n, lambda j: point[1, j] > 0)"), 2,
     "step gap: n is not a range; write at.columns, at.rows or Columns(1, at.n)"),
    (step("return at.n > 1", "over=bits, name=3"), 0, "step 3: 3 is not a name; write a name such as gap"),
    (step("return at.n > 1", "over=bits, name='a.b'"), 0, "step a.b: 'a.b' is not a name; write a name such as gap"),
    (step("return at.n > 1", "over=bits, flaw='wrong'"), 0,
     "step gap: flaw 'wrong' is not one of false, imprecise, typo, silently assumed, constants, reading"),
    (step("return at.n > 1", "over=bits, given=True"), 0,
     "step gap: True is not a function; write given=lambda at: ..."),
    (step("return at.n > 1", "over=bits, same_as=3"), 0,
     "step gap: same_as: 3 is not a label; write, for example, 'lemma.gap'"),
    (step("return at.n > 1", "over=bits, survives=(3,)"), 0,
     "step gap: survives: 3 is not a label; write, for example, ('lemma.gap',)"),
    ("@lemma.operand\ndef d(at):\n    return at.n\n", 0,
     "operand d: my_lemma:lemma has the parameter d already; give another name"),
    ("@lemma.operand\ndef columns(at):\n    return at.n\n", 0,
     "operand columns: my_lemma:lemma has the range columns already; give another name"),
    ("@lemma.define\ndef first(at):\n    return at.n\n", 0,
     "definition first: my_lemma:lemma has the operand first already; give another name"),
    ("@lemma.network('f')\ndef g(values):\n    pass\n", 0,
     "network f: my_lemma:lemma has the network f already; give another name"),
    ("@lemma.network('my net')\ndef g(values):\n    pass\n", 0, "network my net: 'my net' is not a name; write a name such as f"),
    ("lemma.network('g')(3)\n", 0, "network g: 3 is not a function; write def g(values): ..."),
    ("other = claim(3)\n", 0, "name: 3 is not a string; write it in quotes"),
    ('other = claim("other", point=1)\n', 0, "point: 1 is not a string; write it in quotes"),
    ('other = claim("other", point="XY")\n', 0, "point: 'XY' is not a letter; write, for example, \"X\""),
    ('other = claim("o", parameters=3)\n', 0, 'parameters: 3 is not a list; write, for example, ("d", "n")'),
    ('other = claim("o", parameters=("d", "d"))\n', 0, "parameters: d is given twice; give each once"),
    ('other = claim("o", work=3)\n', 0, "3 is not a function; write work=lambda values: ..."),
    ('Parameter("a b", "x")\n', 0, "parameter 'a b': this is not a name; write a name such as k"),
    ('Parameter("rows", "x")\n', 0, "parameter 'rows': this is not a name; write a name such as k"),
    ('Parameter("k", "x", ladder=3)\n', 0, "parameter k: ladder: 3 is not a list; write (3,)"),
    ('Parameter("k", "x", only=3)\n', 0, "parameter k: only: 3 is not a list; write (3,)"),
    ('Parameter("k", "x", least=2, only=(1, 2))\n', 0, "parameter k: only: 1 is not valid; give an integer >= 2"),
    ('other = claim("other", words=3)\n', 0, 'words: 3 is not a domain of words; write, for example, words("words", tokens("a b"))'),
    ('Parameter("k", "x", least=2, ladder=(1, 2))\n', 0,
     "parameter k: ladder: 1 is not valid; give an integer >= 2"),
    ('Parameter("k", "x", (1, 2))\n', 0,
     "parameter k: choices: 1 is not a word; an integer parameter has no choices"),
    ('Parameter("k", "x", ("a", "b"), ladder=("c",))\n', 0,
     "parameter k: ladder: 'c' is not valid; give one of a, b"),
    (TWO + 'lemma.relaxes("a", "b", over={"rises": "bits"})\n', 6,
     "over: 'bits' is not a domain; write over=levels('bits', 0, 1, 2), for example"),
    (TWO
     + 'lemma.relaxes("a", "b", states={"rises": lambda at: None})\n', 6,
     "the function returns None, not Truth; is `return` missing?"),
    (TWO + 'lemma.relaxes("a", "b", networks={"f": 3})\n', 6,
     "3 is not a function; write networks={'f': lambda values: Network(...)}"),
    ("Phi.of((0, 1))\n", 0,
     "piece 1: (0, 1) is not a piece; write (interval, slope, intercept), such as (below(0), -1, 0)"),
    ("@lemma.network\ndef g(values):\n    pass\n", 0,
     'the function g is given where words are needed; write @lemma.network("f")'),
    ("@lemma.states\ndef gap(at):\n    pass\n", 0,
     'the function gap is given where words are needed; write @lemma.states("what is claimed", ...)'),
    ("@lemma.proof_line\ndef gap(at):\n    pass\n", 0,
     'the function gap is given where words are needed; write @lemma.proof_line("what the proof says", ...)'),
    ("@lemma.requires\ndef two(at):\n    pass\n", 0,
     'the function two is given where words are needed; write @lemma.requires("n >= 2")'),
    ("lemma.states(3)\n", 0, '3 is given where words are needed; write @lemma.states("what is claimed", ...)'),
    (step("return every(at.colums, lambda j: point[1, j] > 0)"), 2,
     "step gap: my_lemma:lemma has no operand 'colums'; did you mean 'columns'? it has first, f, d, n"),
    (step("return point[1, :] > 2"), 2,
     "step gap: an entry of the matrix L has a row and a column, from 1: write [i, j]"),
    ('other = claim("yun2020:lemma8")\n', 0, "'yun2020' is a paper that comes with exactua; give the claim another"),
]  # fmt: skip
OPERAND = "@lemma.operand\ndef first(at):\n    return at.f(point)[1, 1]\n"
BEHIND = FIRST + OPERAND.count("\n")


@pytest.mark.parametrize(("body", "below", "message"), AT_ONCE)
def test_while_the_file_is_read(body: str, below: int, message: str) -> None:
    write(OPERAND + body)
    with pytest.raises(InputError) as caught:
        find("my_lemma.py::lemma")
    if "null bytes" in message:
        assert str(caught.value).startswith("my_lemma.py:")
        assert "null bytes" in str(caught.value)
    else:
        assert str(caught.value) == f"my_lemma.py:{BEHIND + below}: {message}"


LATER = [
    (builder("return 1 / 0"), 2, "network g at d = 2, n = 3: ZeroDivisionError: division by zero"),
    (builder("pass"), 0, "network g at d = 2, n = 3: the function returns None, not Network; is `return` missing?"),
    (builder("return [1]"), 0, "network g at d = 2, n = 3: the function returns [1] (list), not Network"),
    (builder("return values['m']"), 2,
     "network g at d = 2, n = 3: 'm' is not a parameter of the claim; it has d, n; add it to parameters="),
    (builder("return Network(5, [])"), 0, "network g at d = 2, n = 3: the network maps 5 x n to 5 x n, but d = 2 here"),
    (builder("return Network(2, [AttentionLayer([AttentionHead([[1]], [[1]], [[1]], [[1]])])])"), 2,
     "network g at d = 2, n = 3: item 1 maps 1 x n to 1 x n, the network maps 2 x n to 2 x n: d must agree"),
    (builder("return Network(2, [FeedForwardLayer([[0.1, 0]], [0], [[1], [1]], [0, 0], RELU)])"), 2,
     f"network g at d = 2, n = 3: W_1[0][0]: {FLOAT}"),
    (builder("import numpy\n    return Network(2, [AttentionLayer([AttentionHead(*[numpy.ones(2, int)] * 4)])])"), 3,
     "network g at d = 2, n = 3: W_O is not a matrix: write its rows, such as [[1, 0], [0, 1]]"),
    (builder("return Network(2, 7)"), 2, "network g at d = 2, n = 3: items: 7 is not a list; write [layer, ...]"),
    (builder("return Network(2, [AttentionLayer(7)])"), 2,
     "network g at d = 2, n = 3: heads: 7 is not a list; write [AttentionHead(...), ...]"),
    (builder("return Network(2, [AttentionLayer([[[1]]])])"), 2,
     "network g at d = 2, n = 3: head 1: [[1]] is not a head; write AttentionHead(W_O, W_V, W_K, W_Q)"),
    (step("return at.n", "over=box('reals', 0, 1), fold='distinct'"), 0,
     'step gap: it gathers points, but a cell has infinitely many; only fold="each" takes them'),
    (step("return at.n", "fold='distinct'"), 0, "step gap: it has a fold of points but no domain; give one with over="),
    (builder("raise SystemExit"), 2,
     "network g at d = 2, n = 3: sys.exit is called; a file that exactua reads has to run to its end"),
    (builder("return Network(2, [PositionalEncoding([[1, 2], [3, 4]])])"), 3,
     "step gap: Z is 2 x 3, the positional encoding E is 2 x 2: they must agree"),
    (step("return every(at.columns, lambda j: point[1, j + 1] >= 0)"), 0,
     "step gap: entry (1, 4) outside a 2 x 3 matrix, whose columns are 1 to 3 (at [0 0 0; 0 0 0], bits, rank 0)"),
    (step("return point[1, 1 + 5 * point[1, 1]] >= 0"), 0,
     "step gap: entry (1, 6) outside a 2 x 3 matrix, whose columns are 1 to 3 (at [1 0 0; 0 0 0], bits, rank 16)"),
    (step("return point[3, 1] >= 0"), 0,
     "step gap: entry (3, 1) outside a 2 x 3 matrix, whose rows are 1 to 2 (at [0 0 0; 0 0 0], bits, rank 0)"),
    (step("return 1 / point[1, 2] >= 0"), 0, "step gap: division by zero (at [0 0 0; 0 0 0], bits, rank 0)"),
    (step("return at.n >= 0", "over=bits, given=lambda at: 1 / (at.n - 3) > 0"), 0,
     "step gap: division by zero (at [0 0 0; 0 0 0], bits, rank 0)"),
    (step("return 1 / (at.n - 3) >= 0", "flaw='false'"), 0, "step gap: division by zero"),
    (step("return at.n", "over=bits, fold='sum', bound=lambda at: 1 / (at.n - 3)"), 0, "step gap: division by zero"),
    (step("return at.n", "over=bits, fold=folding(start=[0], next=lambda a, x: [1 / a[1]], holds=lambda a: a[1] > 0)"),
     0, "step gap: the fold of gap at bits, rank 0: division by zero"),
    ("@lemma.define\ndef D(at):\n    return 1 / (at.n - 3)\n" + step("return at.D >= 0"), 0, "definition D: division by zero"),
    ('@lemma.requires("x")\ndef two(at):\n    return 1 / (at.n - 3) >= 2\n' + step("return at.n > 0"), 0,
     "hypothesis x: division by zero at d = 2, n = 3"),
    (step("return at.f(point, 'middle')[1, 1] >= 0"), 0,
     "step gap: the network f has no stage 'middle'; its stages are output"),
    ("two = vocabulary('two', [[0], [1]])\n" + step("return point[1, 1] >= 0", "over=two"), 1,
     "step gap: two: column 1 has 1 entry, but d = 2 here; give 2 each (its domain 'two')"),
]  # fmt: skip


@pytest.mark.parametrize("arguments", [(), ("--jobs", "2"), ("--engine", "literal")], ids=["", "jobs", "literal"])
@pytest.mark.parametrize(("body", "below", "message"), LATER)
def test_at_an_instance(capsys, body: str, below: int, message: str, arguments: tuple[str, ...]) -> None:
    if arguments and "point" not in body:
        pytest.skip("no point is evaluated")
    write(body)
    assert main(["check", "my_lemma.py::lemma", "--d", "2", "--n", "3", *arguments]) == 2
    out, err = capsys.readouterr()
    sentence = err.replace(" (at [0 0 0; 0 0 0], bits, rank 0)", "") if "Z is" in message else err
    assert (out, sentence) == ("", f"exactua: my_lemma.py:{FIRST + below}: {message}\n")
    assert not list(Path().glob(".exactua/*"))


@pytest.mark.parametrize(
    "options",
    [
        ["check", "--d", "2", "--n", "3"],
        ["check"],
        ["prove"],
        ["prove", "--kernel", "polynomial", "--n", "2"],
        ["cite"],
        ["cite", "--d", "1", "--n", "2"],
        ["limit"],
        ["relax"],
        ["trace", "--point", "0"],
        ["explain"],
        ["derive"],
        ["export"],
    ],
    ids=" ".join,
)
def test_a_claim_without_steps(capsys, options: list[str]) -> None:
    write("")
    command, *others = options
    assert main([command, "my_lemma.py::lemma", *others]) == 2
    assert capsys.readouterr().err == (
        "exactua: my_lemma.py:2: my_lemma:lemma has no step; write one such as @lemma.states(...)\n"
    )


@pytest.mark.parametrize(
    "command",
    [
        ["check", "my_lemma.py", "--ladder", "--jobs", "2"],
        ["errata", "my_lemma.py", "--jobs", "2"],
        ["explain", "my_lemma.py::lemma.gap", "--d", "1", "--n", "2", "--at", "0 1"],
        ["trace", "my_lemma.py::lemma", "--d", "1", "--n", "2", "--point", "0 1"],
        ["relax", "my_lemma.py::lemma", "--jobs", "2"],
    ],
)
def test_other_commands_tell_the_line_too(capsys, command: list[str]) -> None:
    write(step("return at.f(point)[1, at.n + 1] >= 0"))
    assert main(command) == 2
    err = capsys.readouterr().err
    assert f"exactua: my_lemma.py:{FIRST}: step gap: entry (" in err.splitlines()[-1]


LADDERS = [
    ("", 'claim("lemma", work=lambda values: 1 / 0)', 2,
     "work at d = 1, n = 2: ZeroDivisionError: division by zero"),
    ("", 'claim("lemma", work=lambda values: values["m"])', 2,
     "work at d = 1, n = 2: 'm' is not a parameter of the claim; it has d, n; add it to parameters="),
    ("", 'claim("lemma", work=lambda values: "many")', 2,
     "work at d = 1, n = 2: the function returns 'many' (str), not int"),
    ("", 'claim("lemma", parameters=("d", "n", Parameter("k", "a number")))', 2,
     'k has no values on a ladder; write Parameter("k", ..., ladder=(1, 2))'),
    ('@lemma.requires("x")\ndef two(at):\n    return 1 / (at.n - 3) != 0\n', 'claim("lemma")', FIRST,
     "hypothesis x: division by zero at d = 1, n = 3"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "built", "line", "message"), LADDERS)
def test_on_the_ladder(capsys, body: str, built: str, line: int, message: str) -> None:
    write(body + STEPS, head=HEAD.replace('claim("lemma")', built))
    for command in (["check", "my_lemma.py", "--ladder"], ["errata", "my_lemma.py"], ["sharpen", "my_lemma.py"]):
        assert main(command) == 2
        assert capsys.readouterr().err == f"exactua: my_lemma.py:{line}: {message}\n"


def test_a_relaxation_tells_its_own_line(capsys) -> None:
    relaxation = 'lemma.relaxes("the gain", "none", networks={"f": lambda values: 1 / 0})\n'
    write(STEPS + relaxation)
    assert main(["relax", "my_lemma.py::lemma", "--drop", "the gain", "--d", "1", "--n", "2"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    where = FIRST + STEPS.count("\n")
    assert f"my_lemma.py:{where}: network f with none at d = 1, n = 2: ZeroDivisionError: division by zero" in out


def test_a_hypothesis_that_is_not_satisfied(capsys) -> None:
    write('@lemma.requires("n >= 2")\ndef two(at):\n    return at.n >= 2\n' + STEPS)
    assert main(["check", "my_lemma.py::lemma", "--d", "1", "--n", "1"]) == 2
    assert capsys.readouterr().err == "exactua: d = 1, n = 1: my_lemma.py states lemma for n >= 2 only\n"


def test_an_error_in_a_helper_is_told_with_the_helpers_line() -> None:
    Path("helper_of_mine.py").write_text("def half(x):\n    return x >= 0.1\n")
    write("from helper_of_mine import half\n" + step("return half(point[1, 1])"))
    with pytest.raises(FileFails, match=r"^helper_of_mine\.py:2: step gap: 0\.1 is a float, and no float equals 1/10"):
        find("my_lemma.py::lemma")


def test_what_exactua_does_wrong_itself_is_not_told_as_the_users_fault() -> None:
    write(STEPS)
    claim, _ = find("my_lemma.py::lemma")
    with pytest.raises(InputError) as caught:
        claim.problem({"d": 1, "n": "two"})
    assert "my_lemma.py" not in str(caught.value)


def test_python_itself_says_where_it_was() -> None:
    write(step("return at.n + 1"))
    with redirect_stdout(io.StringIO()), pytest.raises(TypeError) as caught:
        exec(compile(Path("my_lemma.py").read_text(), "my_lemma.py", "exec"), {"__name__": "__main__"})
    assert caught.value.__notes__ == ["while exactua reads step gap"]
    assert HEAD


def test_a_file_that_python_is_begun_with_has_its_errors_with_their_line() -> None:
    """As a cell has, and of the class that was raised, too."""
    write(
        """
from exactua import InputError
from exactua.terms.language import TermError
def told(kind, wrong):
    try:
        wrong()
    except InputError as error:
        print(isinstance(error, kind), error)
def of_function(at): return every(at.columns, lambda j: point[1, j] >= 0.1)
told(TermError, lambda: lemma.states("x", over=bits)(of_function))
told(TypeError, lambda: lemma.states(of_function))
told(TypeError, lambda: lemma.states("x", over=bits)(lambda: 1))
told(ValueError, lambda: claim("a b"))
"""
    )
    ran = subprocess.run([sys.executable, "my_lemma.py"], capture_output=True, text=True, check=False)
    begin = [line.partition(";")[0] for line in ran.stdout.splitlines()]
    assert (begin, ran.stderr, ran.returncode) == (
        [
            "True my_lemma.py:16: step of_function: 0.1 is a float, and no float equals 1/10",
            "True my_lemma.py:18: the function of_function is given where words are needed",
            "True my_lemma.py:19: the function takes no argument, but is given one",
            "True my_lemma.py:20: 'a b' is not a name",
        ],
        "",
        0,
    )


INCONCLUSIVE = [
    ("return every(at.rows, lambda i: point[i, 1] <= 1 / at.n)",
     "along row 1 a comparison also depends on row 2, but a cell varies one entry; write the step of point[chosen_row, 1] alone"),
    ("return at.f(point)[chosen_row, 1] >= 0",
     "f has a layer that is not feed-forward, and cells pass through no other"),
    ("return point[chosen_row, 1] * point[chosen_row, 1] >= 0",
     "a product of two entries is not affine: cells can't decide it"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "reason"), INCONCLUSIVE)
def test_what_cells_can_not_decide_is_inconclusive_with_the_reason(capsys, body: str, reason: str) -> None:
    write(step(body, "over=box('reals', 0, 1)"))
    assert main(["check", "my_lemma.py::lemma", "--d", "2", "--n", "3", "--no-certificate"]) == 3
    out, err = capsys.readouterr()
    assert (f"because step gap: {reason}\n" in out, err) == (True, "")
    assert "the points were not counted\n" in out


def test_a_file_has_the_name_of_no_paper(capsys) -> None:
    write(path="yun2020.py")
    assert main(["check", "yun2020.py::lemma", "--d", "1", "--n", "2"]) == 2
    assert capsys.readouterr().err == (
        "exactua: yun2020.py:2: 'yun2020' is a paper that comes with exactua; give yun2020.py another name\n"
    )


@pytest.mark.parametrize(
    ("label", "message"),
    [
        ("my_lemma", "no claim 'my_lemma'; did you mean my_lemma.py::NAME?"),
        ("my_lemma:lemma", "no paper 'my_lemma'; did you mean my_lemma.py::lemma?"),
        ("my_lemma.py:lemma", "no paper 'my_lemma.py'; did you mean my_lemma.py::lemma?"),
    ],
)
def test_a_label_that_means_a_file(label: str, message: str) -> None:
    write("raise RuntimeError  # the file is not run")
    with pytest.raises(InputError) as caught:
        find(label)
    assert str(caught.value) == f"label: {message}"


def test_an_instance_that_is_too_large_names_what_the_claim_has(capsys) -> None:
    write(STEPS)
    assert main(["check", "my_lemma.py::lemma", "--d", "1000", "--n", "1001"]) == 2
    message = "exactua: d, n: L has more than 1,000,000 entries here; take a smaller instance\n"
    assert capsys.readouterr().err == message


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("lemma.define(3)", "3 is not a function; write @lemma.define above def D(at): ..."),
        ("lemma.operand(None)", "None is not a function; write @lemma.operand above def q(at): ..."),
        ("lemma.states('x', over=bits)('y')", "'y' is not a function; write @lemma.states(\"what is claimed\", ...) above def gap(at): ..."),
        ("lemma.states('x', over=bits, survives=3)(lambda at: point[1, 1] >= 0)", "step <lambda>: survives: 3 is not a label; write, for example, ('lemma.gap',)"),
        ("lemma.family('g', 3)(lambda values, member: None)", "family g: members: 3 is not a list; write a list such as [(0, 1), (1, 0)]"),
        ("lemma.part(3)", "words: 3 is not a string; write it in quotes"),
        ("lemma.reads('x', None)", "how: None is not a string; write it in quotes"),
        ("lemma.preface([1])", "words: [1] is not a string; write it in quotes"),
        ("lemma.tells([1])", "names: [1] is not a string; write it in quotes"),
        ("lemma.repairs([1], 'x', reason='y')", "step: [1] is not a string; write it in quotes"),
        ("lemma.relaxes('a', 'b', states=3)", "states: 3 has no names; write, for example, states={'f': ...}"),
        ("Parameter('k', 3)", "parameter k: meaning: 3 is not a string; write it in quotes"),
        ("Parameter('k', 'x', least=None)", "parameter k: least: None is not an integer; write an integer such as 1"),
        ("Parameter('k', 'x', follows=3)", "parameter k: follows: 3 is not a parameter with values; write, for example, (\"data\", (3, 4))"),
    ],
)  # fmt: skip
def test_arguments_of_another_type_are_told(capsys, written: str, message: str) -> None:
    write(f"{written}\n")
    assert main(["check", "my_lemma.py::lemma", "--d", "1", "--n", "2"]) == 2
    assert capsys.readouterr().err == f"exactua: my_lemma.py:{FIRST}: {message}\n"
