"""A chapter of a claim, which another module writes: it says the same as a claim does, and is none.

A claim whose proof fills several modules lists its chapters in its own module, in the paper's order:

    lemma7 = Claim("kajitsuka2024:lemma7", ..., chapters=(statement, first_case, second_case))

A chapter can't be checked; a claim has all its steps as soon as there is one, whichever module is imported first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import nullcontext
from typing import Any, TypeVar

from exactua.claims.claim import Builder, Claim
from exactua.claims.given import Operands
from exactua.claims.own_data import OWN_DATA
from exactua.networks import Network
from exactua.python_files import located, place_of
from exactua.terms.tracing import Number, Truth

Written = TypeVar("Written", bound=Callable[..., Any])
Declaring = Callable[[Written], Written]


class Chapter:
    """Hypotheses, definitions, operands, networks and steps in the order in which they are written.

    Nothing can be added once a claim lists the chapter: ValueError. What else is wrong in it is raised by that claim.

    >>> first_case = Chapter()
    >>> @first_case.proof_line("in the first case a column is a row number")
    ... def first(at):
    ...     return at.d >= at.n
    >>> [step.name for step in claim("lemma", chapters=[first_case]).steps]
    ['first']
    """

    def __init__(self) -> None:
        self.claims: list[str] = []
        """The labels of the claims that list the chapter."""
        self._declared: list[tuple[Callable[[Claim], Callable[[Any], Any]], Callable[..., Any]]] = []

    def requires(self, says: str) -> Declaring[Callable[[Operands], Truth]]:
        """As `Claim.requires`."""
        return self._noting(lambda claim: claim.requires(says))

    def define(self, function: Callable[[Operands], Number]) -> Callable[[Operands], Number]:
        """As `Claim.define`."""
        return self._noting(lambda claim: claim.define)(function)

    def operand(self, function: Callable[[Operands], Any]) -> Callable[[Operands], Any]:
        """As `Claim.operand`."""
        return self._noting(lambda claim: claim.operand)(function)

    def network(self, name: str) -> Declaring[Builder]:
        """As `Claim.network`."""
        return self._noting(lambda claim: claim.network(name))

    def family(self, name: str, members: Iterable[Any]) -> Declaring[Callable[..., Network]]:
        """As `Claim.family`."""
        return self._noting(lambda claim: claim.family(name, members))

    def states(self, says: str, **options: Any) -> Declaring[Callable[[Operands], Any]]:
        """As `Claim.states`."""
        return self._noting(lambda claim: claim.states(says, **options))

    def proof_line(self, says: str, **options: Any) -> Declaring[Callable[[Operands], Any]]:
        """As `Claim.proof_line`."""
        return self._noting(lambda claim: claim.proof_line(says, **options))

    def repairs(self, step: str, says: str, *, reason: str, **options: Any) -> Declaring[Callable[[Operands], Any]]:
        """As `Claim.repairs`."""
        return self._noting(lambda claim: claim.repairs(step, says, reason=reason, **options))

    def writes(self, function: Callable[[Claim], None]) -> None:
        """What is known only when a claim is made: `function` writes it into the claim, in its place here."""

        def write(claim: Claim) -> Declaring[Callable[[Claim], None]]:
            def written(writing: Callable[[Claim], None]) -> Callable[[Claim], None]:
                writing(claim)
                return writing

            return written

        self._noting(write)(function)

    def _noting(self, declaration: Callable[[Claim], Declaring[Written]]) -> Declaring[Written]:
        def note(function: Written) -> Written:
            if self.claims:
                raise ValueError(f"{self.claims[0]} has this chapter already; write all of it where it is made")
            self._declared.append((declaration, function))
            return function

        return note

    def write_to(self, claim: Claim) -> None:
        """Says of `claim` what stands here. Raises what the claim raises, of an own one FileFails with the line."""
        if not claim.label.startswith(OWN_DATA):  # which is a copy of one that lists the chapter already
            self.claims.append(claim.label)
        for declaration, function in self._declared:
            place = None if claim.written is None else place_of(function)
            with nullcontext() if place is None else located(place.file.parent, place):
                declaration(claim)(function)
