"""`exactua.build`: a network for a function of the user's own: text, a sympy matrix, or a Python function."""

from __future__ import annotations

import re
import sys
from typing import Any

from exactua.arithmetic.messages import brief
from exactua.arithmetic.rationals import Rational, cubes_per_edge, rational
from exactua.commands.build import work as building
from exactua.deciding.running import DEFAULT_BUDGET
from exactua.deciding.shards import Progress
from exactua.errors import InputError, told_in_arguments
from exactua.papers.yun2020.built import Built
from exactua.papers.yun2020.constructions import ValueMap
from exactua.targets.expression import read_expression
from exactua.targets.json_files import read_json
from exactua.targets.python_function import PythonFunction, load_function
from exactua.targets.shapes import shape
from exactua.targets.table import Table
from exactua.targets.target import Target, check_sizes


def read_target(text: str, d: int, n: int, m: int | None = None, modulus: str | None = None) -> Target:
    """The function f: [0, 1]^(d x n) -> R^(d x n) that `text` writes.

    An expression for each entry ("x1*(1 - x1), x2*(1 - x2)"), one for all of them in x[i, j], FILE.json with entries, a
    table or pieces, or FILE.py::name, a function of the user's own file, which is run. `m`: the grid that a table must
    have, delta = 1/m. `modulus`: for FILE.py::name alone and needed there, the assumed omega(t) as an expression in t.
    Raises InputError, in one sentence, where f is not exact or not readable.
    """
    check_sizes(d, n)
    written = str(text).strip()
    if match := re.fullmatch(r"(.+\.py)::\s*(\S+)", written, re.DOTALL):
        if modulus is None:
            raise InputError(
                "modulus: a Python function needs --modulus, an expression in t such as 4*t: the most that an entry "
                "of f changes where no entry of X changes by more than t"
            )
        return PythonFunction(d, n, written, load_function(match[1], match[2]), modulus)
    if written.endswith(".py"):
        raise InputError(f"f: {written} names no function; write {written}::name")
    if modulus is not None:
        raise InputError(
            "modulus: only a Python function FILE.py::name needs one; f is exact everywhere, so leave it out"
        )
    if written.endswith(".json"):
        return read_json(written, d, n, m)
    return read_expression(written, d, n)


def target_of(f: Any, d: int | None, n: int | None, m: int | None = None, modulus: str | None = None) -> Target:
    """What is meant by f: text as the command line takes it, something that prints so (sympy), or a Python function.

    Raises InputError where it is not exact or not readable, and where its shape is neither given nor written in it.
    """
    if callable(f) and not hasattr(f, "free_symbols"):
        if d is None or n is None:
            raise InputError(f"{'d' if d is None else 'n'}: a Python function doesn't say its shape; give d and n")
        if modulus is None:
            raise InputError("modulus: a Python function needs one, an expression in t such as '4*t'")
        return PythonFunction(d, n, getattr(f, "__name__", "f"), f, modulus)
    written = str(_in_entries(f))
    rows, columns = shape(written, d, n)
    return read_target(written, rows, columns, m, modulus)


def _in_entries(f: Any) -> Any:
    """f itself, but of a matrix of sympy in a `MatrixSymbol` the same in its entries x[i, j], which count from 1."""
    sympy = sys.modules.get("sympy")
    if sympy is None or not isinstance(f, (sympy.MatrixBase, sympy.MatrixExpr)):
        return f
    try:
        explicit = f if isinstance(f, sympy.MatrixBase) else f.as_explicit()
    except ValueError:
        raise InputError(f"f: {brief(f)} has an unknown shape; give its MatrixSymbol d and n as numbers") from None
    entries = [
        entry for entry in explicit.atoms(sympy.Expr) if isinstance(getattr(entry, "parent", None), sympy.MatrixSymbol)
    ]
    made_of = sorted({f"{entry.parent}, {entry.parent.rows} x {entry.parent.cols}" for entry in entries})
    if len(made_of) > 1 or any(entry.parent.shape != explicit.shape for entry in entries):
        raise InputError(
            f"f: it is {explicit.rows} x {explicit.cols} and made of {' and '.join(made_of)}; "
            "give a matrix in one MatrixSymbol of its shape"
        )
    return explicit.xreplace({entry: sympy.Symbol(f"x[{entry.i + 1}, {entry.j + 1}]") for entry in entries})


@told_in_arguments()
def build(
    theorem: str,
    f: Any,
    *,
    d: int | None = None,
    n: int | None = None,
    delta: object = None,
    epsilon: object = None,
    p: int = 2,
    modulus: str | None = None,
    parts: int | None = None,
    value_map: ValueMap | None = None,
    jobs: int = 1,
    budget: float = DEFAULT_BUDGET,
    progress: Progress | None = None,
    extend: building.Extension | None = None,
) -> Built:
    """The modified Transformer of "theorem2" or "theorem3" for f, its distances from f, and the decision about them.

    f: [0, 1]^(d x n) -> R^(d x n); distances are d_p to the power p, unit 1 (Yun et al. 2020, Sec. 3, App. C).
    `delta` = 1/m as "1/4", a Fraction or an mpq; or `epsilon`, for which the widest delta is found. d and n are read
    off f where it says them. `modulus`: of a Python function, the assumed omega(t). `extend` may add steps. Raises
    InputError for anything wrong with the arguments or with f, EvaluatorsDisagree if two evaluators differ.

    >>> built = build("theorem2", "x1*(1 - x1), x2*(1 - x2)", delta="1/2")
    >>> print(built.decision.verdict, built.distances["f to g"].lower)
    holds 151/3840
    """
    m = None if delta is None else cubes_per_edge(delta)
    target = target_of(f, d, n, m, modulus)
    exact: Rational | None = None if epsilon is None else rational(epsilon, "epsilon")
    if m is None and exact is None and isinstance(target, Table):
        m = target.m
    return building.build(
        theorem,
        target,
        p,
        m=m,
        epsilon=exact,
        parts=parts,
        value_map=value_map,
        jobs=jobs,
        budget=budget,
        progress=progress,
        extend=extend,
    )
