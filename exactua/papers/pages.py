"""What a page of a paper says once: what its letters stand for, and of which points the lines behind it speak.

    let(
        lemma6,
        gap=lambda at: at.a[at.n] - at.b[at.n],  # a_n - b_n
        gained=lambda at: boltz(at.b, at.columns) - boltz(at.a, at.columns),
    )

    if_all_negative = Lines(category3, over=CATEGORY_3, given=all_negative)

    @if_all_negative.proof_line("E.3.3: L~ = L")
    def unchanged(at): ...

`define` does the same for definitions, `networks` for networks. What takes more than an expression is a function of
its own, beneath `@lemma6.operand`, `@lemma6.define` or `@lemma6.network("f")`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from exactua.claims.chapters import Chapter
from exactua.claims.claim import Builder, Claim, Operands
from exactua.terms.tracing import Number


def let(claim: Claim | Chapter, **operands: Callable[[Operands], Any]) -> None:
    """Gives these operands to a claim, or to a chapter of one, in their order.

    Raises what `Claim.operand` raises.
    """
    for name, operand in operands.items():
        operand.__name__ = name
        claim.operand(operand)


def define(claim: Claim | Chapter, **definitions: Callable[[Operands], Number]) -> None:
    """Gives these definitions to a claim, or to a chapter of one, in their order: numbers made of the parameters.

    Raises what `Claim.define` raises.
    """
    for name, definition in definitions.items():
        definition.__name__ = name
        claim.define(definition)


def networks(claim: Claim | Chapter, **builders: Builder) -> None:
    """Gives these networks to a claim, or to a chapter of one, in their order, each made of the parameter values.

    Raises what `Claim.network` raises.
    """
    for name, builder in builders.items():
        claim.network(name)(builder)


class Lines:
    """Lines of a claim, or of a chapter, with the same options: in most cases over the same points, given the same."""

    def __init__(self, claim: Claim | Chapter, **options: Any) -> None:
        self._claim = claim
        self._options = options

    def states(self, says: str, **options: Any) -> Callable[[Callable[[Operands], Any]], Callable[[Operands], Any]]:
        """As `Claim.states`."""
        return self._claim.states(says, **self._options, **options)

    def proof_line(self, says: str, **options: Any) -> Callable[[Callable[[Operands], Any]], Callable[[Operands], Any]]:
        """As `Claim.proof_line`."""
        return self._claim.proof_line(says, **self._options, **options)

    def repairs(
        self, step: str, says: str, *, reason: str, **options: Any
    ) -> Callable[[Callable[[Operands], Any]], Callable[[Operands], Any]]:
        """As `Claim.repairs`."""
        return self._claim.repairs(step, says, reason=reason, **self._options, **options)


def per_box(cost: Callable[..., int]) -> Callable[[Mapping[str, Any]], int]:
    """What an instance costs, as a function of the parameters that the function of `cost` names: lambda d, n: ..."""
    names = cost.__code__.co_varnames[: cost.__code__.co_argcount]
    return lambda values: int(cost(*(values[name] for name in names)))
