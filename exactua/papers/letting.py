"""What a page of a paper lets its letters stand for, in one list: operands of its claim, each under its name.

    let(
        lemma6,
        gap=lambda at: at.a[at.n] - at.b[at.n],  # a_n - b_n
        gained=lambda at: boltz(at.b, at.columns) - boltz(at.a, at.columns),
    )

An operand whose making takes more than an expression is a function of its own, beneath `@lemma6.operand`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from exactua.claims.chapters import Chapter
from exactua.claims.claim import Claim, Operands


def let(claim: Claim | Chapter, **operands: Callable[[Operands], Any]) -> None:
    """Gives these operands to a claim, or to a chapter of one, in their order.

    Raises what `Claim.operand` raises.
    """
    for name, operand in operands.items():
        operand.__name__ = name
        claim.operand(operand)
