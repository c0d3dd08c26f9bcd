"""What Python, NumPy and sympy have for known numbers: in a step it works, or one sentence says what to write."""

from __future__ import annotations

from pathlib import Path

import pytest

from exactua import InputError, check
from exactua.claims.registry import find
from tests.own_files import cell, write

HEAD = """\
import math
import numpy as np
import sympy
from exactua.authoring import claim, every, exp, floor, levels, point, row, select, total, when
lemma = claim("lemma")
bits = levels("bits", 0, 1, 2)
"""
LINE = HEAD.count("\n") + 3
"""Of the body of a step behind it."""
NUMBERS = "row(at.columns, lambda j: point[1, j])"
SYMPY = "sympy takes no symbol of a step, such as L_(1, 1); exp, log, sqrt, floor and pi of exactua.authoring do"
REFUSED = {
    "sum(point[1, j] for j in at.columns)": "a range can't be iterated: its numbers are known only at an instance; write total(at.columns, lambda j: ...) in place of sum",
    "max(point[1, j] for j in at.columns)": "greatest, least, every, some in place of max, min, all, any",
    "min(point[1, j] for j in at.columns)": "greatest, least, every, some in place of max, min, all, any",
    "any(point[1, j] > 0 for j in at.columns)": "greatest, least, every, some in place of max, min, all, any",
    "all(point[1, j] > 0 for j in at.columns)": "greatest, least, every, some in place of max, min, all, any",
    f"sum({NUMBERS})": "write every, some, total, least or greatest over at.columns",
    f"max({NUMBERS})": "write every, some, total, least or greatest over at.columns",
    "max(point[1, 1], point[1, 2]) > 0": "write when(a >= b, a, b) in place of max(a, b)",
    "min(point[1, 1], 0) > 0": "write when(a >= b, a, b) in place of max(a, b)",
    "all([point[1, 1] > 0, point[1, 2] > 0])": "greatest, least, every or some over at.columns",
    "any([point[1, 1] > 0, point[1, 2] > 0])": "greatest, least, every or some over at.columns",
    "sorted([point[1, 1], point[1, 2]])[0] > 0": "greatest, least, every or some over at.columns",
    "abs(point[1, 1]) > 0": "write when(x >= 0, x, -x)",
    "round(point[1, 1]) > 0": 'write floor(x + "1/2"), which rounds halves up',
    "int(point[1, 1]) > 0": "or floor(x)",
    "math.exp(point[1, 1]) > 0": "no function of math takes it; exp, log, sqrt, floor and pi of exactua.authoring do",
    "math.sqrt(point[1, 1]) > 0": "exp, log, sqrt, floor and pi of exactua.authoring do",
    "range(at.n)[0] > 0": "write every or total over Columns(1, at.n)",
    "np.sin(point[1, 1]) > 0": "np.sin takes no symbol of a step; exp, log, sqrt, floor and pi of exactua.authoring do",
    "np.sum(point) > 0": "np.sum takes no symbol of a step; write total(at.columns, lambda j: ...)",
    "np.max(point) > 0": "np.max takes no symbol of a step; write greatest(at.columns, lambda j: ...)",
    "np.all(point[1, 1] > 0)": "np.all takes no symbol of a step; write every(at.columns, lambda j: ...)",
    "np.maximum(point[1, 1], 0) > 0": "np.maximum takes no symbol of a step; write when(a >= b, a, b)",
    "np.where(point[1, 1] > 0, 1, 0) > 0": "write when(a >= b, a, b) in place of max(a, b) or np.where",
    "np.abs(point[1, 1]) > 0": "write when(x >= 0, x, -x)",
    "np.array(point)[0] > 0": "L can't be iterated",
    "np.dot([1], point)[1] > 0": "L can't be iterated",
    "(np.eye(1) @ point)[1, 1] > 0": "np.matmul takes no symbol of a step; write u.dot(Z)",
    "sympy.exp(point[1, 1]) > 0": SYMPY,
    "sympy.Max(point[1, 1], 0) > 0": SYMPY,
    "sympy.Abs(point[1, 1]) > 0": SYMPY,
    "sympy.Sum(point[1, 1], (1, 2)) > 0": SYMPY,
    "point[1, 1] < sympy.pi": "a step takes integers, fractions and operands, such as pi and sqrt(2) of exactua.authoring",
    "point[1, 1] > 0 and point[1, 2] > 0": "write & | ~ and implies(p, q) for logic",
    "point[1, 1] > 0 or point[1, 2] > 0": "write & | ~ and implies(p, q) for logic",
    "not point[1, 1] > 0": "write & | ~ and implies(p, q) for logic",
    "1 if point[1, 1] > 0 else 0": "when(p, a, b) for a choice",
    "0 <= point[1, 1] <= 1": "one comparison at a time (or inside(x, lo, hi))",
    "point[1, 1] in (0, 1)": "write (x == 0) | (x == 1) in place of x in (0, 1)",
    "point[1, 1] not in (0, 1)": "write (x == 0) | (x == 1) in place of x in (0, 1)",
    "1 in at.columns": "a range has no numbers while a step is traced; write inside(x, lo, hi)",
    "len(at.columns) > 0": "at.columns has at.n numbers, at.rows at.d",
    "len(point) > 0": "write at.n, or at.d",
    "len({point[1, 1], point[1, 2]}) == 2": "write pairwise_distinct(row(...))",
    "{0: 1}[point[1, 1]] > 0": "select(k, [3, 1, 4]) for a table",
    "point[1, 1] >= 0 & point[1, 2] >= 0": "write brackets: (x >= 0) & (y >= 0)",
    "point[1, 1] == 0 | point[1, 1] == 1": "write brackets: (x >= 0) & (y >= 0)",
    "~point[1, 1] >= 0": "write brackets: (x >= 0) & (y >= 0)",
    "(point[1, 1] > 0) + 1 > 1": "how_many(at.columns, lambda j: ...) counts where one is true",
    "sum([point[1, 1] > 0, point[1, 2] > 0]) == 2": "how_many(at.columns, lambda j: ...) counts where one is true",
    "total(at.columns, lambda j: point[1, j] > 0) == 2": "how_many(at.columns, lambda j: ...) counts where one is true",
    "(point[1, 1] > 0) > (point[1, 2] > 0)": "implies(p, q) compares two",
    "[point[1, 1] > 0, point[1, 2] > 0]": "not Truth; write & between conditions",
    "every(at.columns, lambda i, j: point[i, j] > 0)": "the function takes i, j, one too many; write one range in another",
    "at['n'] > 0": "what a step is written over has names, not indices; write, for example, at.n",
    "point.sum() > 0": "L has no 'sum'; write total(at.columns, lambda j: ...)",
    "point.shape[0] > 0": "L has no 'shape'; write at.d and at.n",
    "point.T[1, 1] > 0": "L has no 'T'; write its entries with their indices changed, [j, i]",
    "point.row(1)[1] > 0": "L has no 'row'; write row(at.columns, lambda j: Z[i, j]) for row i of a matrix Z",
    "point.permuted_by(1) > 0": "L has no 'permuted_by'; did you mean 'permuted'?",
    "point.transpose()[1, 1] > 0": "L has no 'transpose'; write its entries with their indices changed, [j, i]",
    "point.zzz > 0": "L has no 'zzz'; a matrix has its entries, Z[i, j], Z.columns(lo, hi) and Z.permuted(P)",
    "point[1, 1].zzz > 0": "has no 'zzz'; a number takes + - * / // % ** and comparisons",
    "point[1, 1].is_integer()": "has no 'is_integer'; write x == floor(x)",
    "(point[1, 1] > 0).zzz": "has no 'zzz'; a condition takes & | ~ ^ == !=",
    "(point[1, 1] > 0).implies(at.n > 0)": "has no 'implies'; write implies(p, q)",
    f"{NUMBERS}.zzz > 0": "has no 'zzz'; a list has its entries, u[j], u.dot(Z) and u.times(at.columns, factor)",
    f"{NUMBERS}.norm() > 0": "has no 'norm'; write sqrt(total(at.columns, lambda j: u[j] ** 2))",
    "(-point)[1, 1] > 0": "a network takes point, what a network makes of it, Z.permuted(P) and Z.columns(lo, hi); of another",
    "(2 * point)[1, 1] > 0": "speaks a second network, compose(g, f), where g makes it of point",
    "(point + point)[1, 1] > 0": "L takes no such operator: apply it to entries",
    "point >= 0": "L takes no such operator: apply it to entries",
    f"2 * {NUMBERS} == 0": "takes no such operator: apply it to entries",
    "np.add(point[1, 1], 1, where=False) > 0": "np.add(..., where=...) takes no symbol of a step; leave where out",
    "np.exp(point[1, 1], out=None, dtype=float) > 0": "takes no symbol of a step; leave ",
    "point == 0": "0 is not a traced operand; compare entries: every(at.columns, lambda j: ...)",
}
WORKS = {
    "sum(point[1, j] for j in (1, 2)) == total(at.columns, lambda j: point[1, j])",
    "math.prod(point[1, j] for j in (1, 2)) == point[1, 1] * point[1, 2]",
    "math.floor(point[1, 1] / 2) == floor(point[1, 1] / 2)",
    "math.ceil(point[1, 1] / 2) == -floor(-point[1, 1] / 2)",
    "divmod(point[1, 1], 2)[1] == point[1, 1] % 2",
    "np.exp(point[1, 1]) == exp(point[1, 1])",
    "np.floor(point[1, 1] / 2) == floor(point[1, 1] / 2)",
    "np.sum([point[1, 1], point[1, 2]]) == point[1, 1] + point[1, 2]",
    "np.float64(0.5) * point[1, 1] == point[1, 1] / 2",
    "np.float64(0.5) - point[1, 1] <= np.float64(0.5)",
    "np.int64(2) ** point[1, 1] >= np.int64(1)",
    "np.int64(1) >= point[1, 1]",
    "sympy.Rational(1, 2) * point[1, 1] == point[1, 1] / 2",
    "((point[1, 1] == 0) ^ (point[1, 2] == 0)) == ((point[1, 1] == 0) != (point[1, 2] == 0))",
}


def stated(body: str) -> str:
    return f'{HEAD}@lemma.states("x", over=bits)\ndef gap(at):\n    return {body}\n'


@pytest.mark.parametrize("body", REFUSED)
@pytest.mark.parametrize("where", ["prompt", "notebook", "file"])
def test_what_does_not_work_says_what_does(
    body: str, where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = stated(body)
    write(text, "mine.py", head="")
    filename = "<stdin>" if where == "prompt" else "/tmp/ipykernel_7/123.py"
    with pytest.raises((InputError, AttributeError, TypeError)) as caught:
        find("mine.py::lemma") if where == "file" else cell(text, filename=filename)
    message = str(caught.value)
    assert REFUSED[body] in message
    assert "\n" not in message
    if where == "file":
        assert message.startswith(f"mine.py:{LINE}: step gap: ") or f"mine.py:{LINE - 2}: step gap: " in message


@pytest.mark.parametrize("body", sorted(WORKS))
def test_what_works_says_what_it_should(body: str) -> None:
    assert check(cell(stated(body))["lemma"], d=1, n=2).verdict == "holds"


@pytest.mark.parametrize(
    ("name", "instead"), [("iff", "p == q"), ("exactly", "how_many"), ("forall", "every"), ("ceil", "-floor(-x)")]
)
def test_a_name_that_others_use(name: str, instead: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for text in (stated(f"{name}(point[1, 1])"), f"from exactua.authoring import {name}\n"):
        write(text, "mine.py", head="")
        with pytest.raises(InputError, match=rf"{name}.*; write .*") as caught:
            find("mine.py::lemma")
        assert f"; write {instead}" in str(caught.value)
