"""What terms speak of, also by way of definitions: a statement is pinned with this, and with nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from exactua.terms.language import Term

OF_NETWORKS: Final = ("stage", "network", "after", "layer")
OF_SIZES: Final = ("integral", "permutations")
"""Operators that are about d or n and do not name them."""

Definitions = Sequence[tuple[str, Term]]


def networks_of(terms: Iterable[Term]) -> frozenset[str]:
    """The names of the networks that these terms name themselves."""
    return _named(terms, OF_NETWORKS)


def definitions_reached(terms: Iterable[Term], definitions: Definitions) -> tuple[tuple[str, Term], ...]:
    """The definitions that these terms reach, also by way of others, in their order: each speaks of earlier ones."""
    needed, reached = set(_named(terms, ("def",))), list[tuple[str, Term]]()
    for name, term in reversed(definitions):
        if name in needed:
            needed |= _named([term], ("def",))
            reached.append((name, term))
    return tuple(reversed(reached))


def parameters_of(over: bool, terms: Sequence[Term], definitions: Definitions) -> frozenset[str] | None:
    """The parameters that these terms speak of; None for all, where they are read at points or name networks.

    An integral is over matrices of d x n, and permutations are of n columns, without a word of d or n.
    """
    reached = [*terms, *(term for _, term in definitions_reached(terms, definitions))]
    of_sizes = any(part.operator in OF_SIZES for term in reached for part in term.walk())
    return None if over or of_sizes or networks_of(reached) else _named(reached, ("param",))


def _named(terms: Iterable[Term], operators: tuple[str, ...]) -> frozenset[str]:
    return frozenset(part.names[0] for term in terms for part in term.walk() if part.operator in operators)
