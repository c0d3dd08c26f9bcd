"""What carries the conclusion of a line that fails is named once, by whichever of its names."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from exactua.claims.claim import Claim, Operands
from exactua.claims.registry import PAPERS, claims_of, find_beside


def named_twice(claim: Claim) -> Iterator[tuple[str, str, str]]:
    """Lines that name two steps of one term as two: the line, and both names."""
    for step in claim.steps:
        for one, other in combinations(step.survives, 2):
            if pinned(claim, one) == pinned(claim, other):
                yield f"{claim.label}.{step.name}", one, other


def pinned(claim: Claim, label: str) -> str:
    """The hash of what a label names; of a claim its label."""
    found, name = find_beside(claim, label)
    return found.label if name is None else found.statement_hash(found.step(name))


@pytest.mark.parametrize("paper", PAPERS)
def test_no_row_names_one_step_twice(paper: str) -> None:
    assert [found for claim in claims_of(paper) for found in named_twice(claim)] == []


def test_one_term_under_two_names_is_seen() -> None:
    claim = Claim("test:lemma", "Lemma", "nowhere", "n is small, and n is not large.")

    @claim.proof_line("n is small", survives=("yun2020:lemma9.exists_for_keys", "yun2020:lemma9.maps_swapped@repaired"))
    def small(at: Operands) -> Any:
        return at.n < 9

    @claim.proof_line("n is not large", survives=("yun2020:lemma9.exists_for_keys", "yun2020:lemma9.maps_swapped"))
    def not_large(at: Operands) -> Any:
        return at.n < 9

    assert [line for line, *_ in named_twice(claim)] == ["test:lemma.small"]
