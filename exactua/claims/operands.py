"""What steps are written over."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any, NoReturn

from exactua.terms.tracing import Columns, NetworkOperand, definition, parameter

if TYPE_CHECKING:
    from exactua.claims.claim import Claim


class OfFamily(tuple[NetworkOperand, ...]):
    """The networks of a family: at.head, of which at.head[0] is the first."""

    __slots__ = ()

    def __call__(self, *given: object) -> NoReturn:
        """Raises TypeError: a family is no network."""
        raise TypeError("a family of networks is called; write for_all_of(at.head, lambda f: f(point)[1, 1] == 0)")


class Operands:
    """What a step is written over: the claim's parameters, definitions, operands and networks as attributes.

    Raises AttributeError, with the nearest name that the claim has, for another one and for a parameter of words.

    >>> at = claim("lemma", parameters=("d", "n", "m")).at()
    >>> total(at.rows, lambda i: at.m ** (i - 1) * point[i, 1])
    sum_(i = 1..d) m^(i - 1) L_(i, 1)
    """

    def __init__(self, claim: Claim) -> None:
        self._claim = claim

    def __getattr__(self, name: str) -> Any:
        claim = self._claim
        if name in claim.operands:
            for words in claim.asked_in.get(name, ()):
                words.note()
            return claim.operands[name]
        if name in claim.definitions:
            return definition(name)
        if name in claim.families:
            return OfFamily(map(NetworkOperand, claim.families[name]))
        if name in claim.networks:
            return NetworkOperand(name)
        if any(declared.name == name and not declared.choices for declared in claim.parameters):
            return parameter(name)
        numbered = {network for family in claim.families.values() for network in family}
        known = [*claim.operands, *claim.definitions, *claim.families]
        known += [network for network in claim.networks if network not in numbered]
        known += [declared.name for declared in claim.parameters if not declared.choices]
        if any(declared.name == name for declared in claim.parameters):
            raise AttributeError(f"{name} is a parameter of words ({claim.label}), which no step can read")
        near = difflib.get_close_matches(name, [*known, "columns", "rows"], 1)
        hint = f"did you mean {near[0]!r}? " if near else ""
        raise AttributeError(f"{claim.label} has no operand {name!r}; {hint}it has {', '.join(known) or 'none'}")

    def __getitem__(self, name: object) -> NoReturn:
        raise TypeError(f"at[{name!r}]: what a step is written over has names; write such as at.n")

    @property
    def columns(self) -> Columns:
        """The column numbers 1, ..., n."""
        return Columns(1, parameter("n"), "j")

    @property
    def rows(self) -> Columns:
        """The row numbers 1, ..., d."""
        return Columns(1, parameter("d"), "i")
