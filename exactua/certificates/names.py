"""What the terms of a certificate may mention: every name is known, and every variable is bound where it stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from exactua.arithmetic.messages import quoted
from exactua.claims.reach import OF_NETWORKS
from exactua.errors import InputError
from exactua.networks import Network
from exactua.terms.language import BINDERS, FOLDED, OVER_OFFSETS, Term

_SIZED: Final = {"permutations": "n", **dict.fromkeys(OVER_OFFSETS, "dn")}
"""Operators with what they need to know of the size of matrices."""
_VARIABLES: Final = ("var", "permuted", "offsets")
"""Operators in which a variable stands."""
_BOUND: Final = {"permutations": "permuted", **dict.fromkeys(OVER_OFFSETS, "offsets")}
"""Of what binds no number, the operator in which its variable may stand."""


Around = Mapping[str, str]
"""Variables that are bound around a term, each with the operator that it may stand in."""


@dataclass
class Names:
    """What terms may mention: integer parameters, networks with their stages, and the definitions so far."""

    parameters: Mapping[str, int]
    networks: Mapping[str, Network]

    def __post_init__(self) -> None:
        self.definitions: list[str] = []

    def require_size(self, size: str, where: str) -> None:
        """Raises InputError unless this parameter is there and at least 1."""
        if self.parameters.get(size, 0) < 1:
            raise InputError(f"{where}: it needs a parameter {size} >= 1")

    def require(self, term: Term, where: str, around: Around = MappingProxyType({}), *, point: bool = False) -> Term:
        """`term`, once all names in it are known; `around` are variables that are bound around it."""
        for part in term.walk():
            name = part.names[0] if part.names else ""
            kinds = {"param": self.parameters, "def": self.definitions, **dict.fromkeys(OF_NETWORKS, self.networks)}
            if part.operator in kinds and name not in kinds[part.operator]:
                words = {"param": "integer parameter", "def": "definition before it"}
                raise InputError(f"{where}: there is no {words.get(part.operator, 'network')} {quoted(name)}")
            if part.operator == "stage" and len(part.names) == 2:
                stages = dict(self.networks[name].named_stages)
                if part.names[1] not in stages:
                    raise InputError(f"{where}: the network {quoted(name)} has no stage {quoted(part.names[1])}")
            for size in _SIZED.get(part.operator, ""):
                self.require_size(size, where)
            if part.operator == "point" and not point:
                raise InputError(f"{where}: it speaks of a point where there is none")
        _require_bound(term, where, around)
        return term


def _require_bound(term: Term, where: str, around: Around) -> None:
    """Raises InputError where nothing binds a variable of its kind."""
    name, inner = term.names[-1] if term.names else "", around
    if term.operator in FOLDED and around.get(FOLDED[term.operator]) != term.operator:
        raise InputError(f"{where}: {term.operator!r} stands outside of a fold")
    if term.operator in _VARIABLES and around.get(name) != term.operator:
        raise InputError(f"{where}: nothing binds the variable {quoted(name)} of {term.operator!r}")
    if term.operator in BINDERS:
        if not name:
            raise InputError(f"{where}: a variable has no name")
        if term.operator in OVER_OFFSETS and name in around:
            raise InputError(f"{where}: the offsets {quoted(name)} have the name of a variable around them")
        inner = {**around, name: _BOUND.get(term.operator, "var")}
    for k, part in enumerate(term.arguments):
        _require_bound(part, where, inner if k + 1 == len(term.arguments) else around)
