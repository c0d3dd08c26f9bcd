"""A least counterexample in one line that is exact and can be read: what a manifest pins of a refuted step.

    category 1:0 [0 1/3] & category 1:2 [1/3 2/3] | 27 > 27
    all real columns:3 [1/4] | row = 1 | 1/16 = 1/4

The points with domain and rank, the bound variables, the relation that is false with both exact values. Parts that
there are not are left out; what is longer than `LONGEST` ends with the hash of the whole line.
"""

from __future__ import annotations

import hashlib
from typing import Any, Final

from exactua.arithmetic.rationals import written
from exactua.claims.decision import Witness
from exactua.claims.problem import Step
from exactua.printing.text import matrix
from exactua.terms.language import INTERVALS

LONGEST: Final = 240
KEPT: Final = 140
"""Characters of a longer line that stay before its hash."""


def pin(step: Step, witness: Witness) -> str:
    """The witness of a step in one line; two witnesses that differ in anything have different lines."""
    at = zip(witness.at, witness.points, strict=True)
    places = " & ".join(f"{step.over[domain].name}:{rank} [{matrix(point)}]" for (domain, rank), point in at)
    bindings = ", ".join(f"{name} = {_value(value)}" for name, value in witness.bindings.items())
    line = " | ".join(part for part in (places, bindings, _relation(witness)) if part)
    if len(line) <= LONGEST:
        return line
    return f"{line[:KEPT]}... sha256:{hashlib.sha256(line.encode('utf-8')).hexdigest()}"


def _relation(witness: Witness) -> str:
    if witness.relation is None:
        return "false"
    right = witness.right
    shown = f"[{_value(right[0])}, {_value(right[1])}]" if witness.relation in INTERVALS else _value(right)
    return f"{_value(witness.left)} {witness.relation} {shown}"


def _value(value: Any) -> str:
    if not isinstance(value, tuple):
        return written(value)
    if value and isinstance(value[0], tuple):
        return f"[{matrix(value)}]"
    return f"({', '.join(map(written, value))})"
