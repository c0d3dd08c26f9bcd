"""Sums of nodes of a program with integer weights, and what can be said of them without their bounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

Terms = tuple[tuple[int, int], ...]
"""Nodes and their weights, none of them 0, by node."""


class WeightedSum(NamedTuple):
    """The integer that `terms` and a constant add up to."""

    terms: Terms
    constant: int


def in_order(terms: Mapping[int, int]) -> Terms:
    """Terms by node, those of weight 0 left out."""
    return tuple(sorted((a, w) for a, w in terms.items() if w))


def negative(terms: Terms) -> bool:
    """Whether the largest weight is negative, the first of them if there are several: one of T and -T is so."""
    return max(terms, key=lambda term: abs(term[1]))[1] < 0


def negated(terms: Terms) -> Terms:
    """The terms of the opposite sum."""
    return tuple((a, -w) for a, w in terms)


def added(first: WeightedSum, second: WeightedSum, factor: int = 1) -> WeightedSum:
    """first + factor * second."""
    terms = dict(first.terms)
    for a, w in second.terms:
        terms[a] = terms.get(a, 0) + factor * w
    return WeightedSum(in_order(terms), first.constant + factor * second.constant)


def scaled(number: WeightedSum, factor: int) -> WeightedSum:
    """factor * number."""
    return added(WeightedSum((), 0), number, factor)


def by_weight(terms: Terms) -> dict[int, tuple[list[int], list[int]]]:
    """For each size of a weight, the nodes that have it as it is, and those that have it negated."""
    parts: dict[int, tuple[list[int], list[int]]] = {}
    for a, w in terms:
        parts.setdefault(abs(w), ([], []))[w < 0].append(a)
    return parts


def divided(terms: Terms, base: int) -> tuple[WeightedSum, WeightedSum]:
    """Quotients and remainders of weights by a base, remainders as small as can be."""
    upper, lower = {}, {}
    for a, w in terms:
        upper[a] = (2 * w + base) // (2 * base)
        lower[a] = w - base * upper[a]
    return WeightedSum(in_order(upper), 0), WeightedSum(in_order(lower), 0)
