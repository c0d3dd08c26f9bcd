"""What a claim rests on, with every label found: the edges of a graph of claims."""

from __future__ import annotations

from exactua.claims.claim import Claim
from exactua.claims.dossier import Edge
from exactua.claims.registry import find_beside
from exactua.errors import InputError


def edges_of(claim: Claim) -> tuple[Edge, ...]:
    """What a claim declares with `rests_on` and `assumes`, in its order; a step's label stands for its claim.

    Raises InputError where a label names no claim, or the claim itself.
    """
    edges = []
    for dependency in claim.dependencies:
        on = dependency.on
        if not dependency.assumed:
            try:
                other, _ = find_beside(claim, on)
            except InputError as error:
                raise InputError(f"{claim.label} rests on {on!r}: {error}") from None
            if other is claim:
                raise InputError(f"{claim.label} rests on {on!r}: a claim does not rest on itself")
            on = other.label
        edges.append(Edge(on, dependency.where, dependency.assumed))
    return tuple(edges)
