"""What --f takes, read as a target function."""

from __future__ import annotations

import re

from exactua.errors import InputError
from exactua.targets.expression import read_expression
from exactua.targets.json_files import read_json
from exactua.targets.python_function import PythonFunction, load_function
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
                "modulus: a Python function needs --modulus, an expression in t such as 4*t: how much an entry of f "
                "changes at most where no entry of X changes by more than t"
            )
        return PythonFunction(d, n, written, load_function(match[1], match[2]), modulus)
    if written.endswith(".py"):
        raise InputError(f"f: {written} names no function; write {written}::name")
    if modulus is not None:
        raise InputError("modulus: only a Python function FILE.py::name needs one, f is exact everywhere; leave it out")
    if written.endswith(".json"):
        return read_json(written, d, n, m)
    return read_expression(written, d, n)
