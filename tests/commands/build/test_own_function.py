"""f as a matrix of sympy in a MatrixSymbol: it has the values that sympy computes."""

from __future__ import annotations

import re
from typing import Any

import pytest
import sympy
from gmpy2 import mpq

from exactua.commands.build.own_function import build, target_of
from exactua.errors import InputError

X, Y = sympy.MatrixSymbol("X", 2, 2), sympy.MatrixSymbol("Y", 2, 2)
POINT = [["1/2", "1/3"], ["1/5", "1"]]
HALF = sympy.Rational(1, 2)


@pytest.mark.parametrize("f", [
    2 * X + X.T, X * X, sympy.HadamardProduct(X, X), sympy.Matrix(X), sympy.ImmutableMatrix(X), sympy.Identity(2),
    sympy.Matrix([[sympy.Max(X[0, 1], X[1, 0]), sympy.Abs(X[0, 0] - X[1, 1])], [sympy.Min(X[0, 0], HALF), X[0, 1] / 3]]),
    sympy.Matrix([[sympy.Piecewise((X[0, 0], X[0, 1] < HALF), (1, True)), 0], [X[1, 0] ** 2, X[1, 1]]]),
])  # fmt: skip
def test_it_has_the_values_that_sympy_computes(f: Any) -> None:
    target = target_of(f, None, None)
    assert (target.d, target.n) == (2, 2)
    point = sympy.Matrix([[sympy.Rational(entry) for entry in row] for row in POINT])
    known = sympy.Matrix(f.subs(X, point) if f.has(X) else f).doit()
    assert target.value(POINT) == tuple(
        tuple(mpq(int(known[i, j].p), int(known[i, j].q)) for j in range(2)) for i in range(2)
    )


def test_a_network_is_built_for_it() -> None:
    Z = sympy.MatrixSymbol("Z", 1, 2)
    built, written = (build("theorem3", f, delta="1/4") for f in (Z / 2, "x1/2, x2/2"))
    assert built.decision.verdict == "holds"
    assert built.distances == written.distances


@pytest.mark.parametrize(("f", "message"), [
    (X + Y, "f: it is 2 x 2 and made of X, 2 x 2 and Y, 2 x 2; give a matrix in one MatrixSymbol of its shape"),
    (X * sympy.MatrixSymbol("Z", 2, 1), "f: it is 2 x 1 and made of X, 2 x 2 and Z, 2 x 1; give a matrix in one"),
    (X[:, :1], "f: it is 2 x 1 and made of X, 2 x 2; give a matrix in one MatrixSymbol of its shape"),
    (sympy.MatrixSymbol("X", 2, sympy.Symbol("k")), "f: X has an unknown shape; give its MatrixSymbol d and n as numbers"),
    (sympy.Matrix([[sympy.exp(X[0, 0]), 0], [0, 0]]), "f: exp has no exact values at rational points"),
])  # fmt: skip
def test_what_is_no_function_of_one_matrix_is_refused(f: Any, message: str) -> None:
    with pytest.raises(InputError, match=f"^{re.escape(message)}"):
        target_of(f, None, None)
