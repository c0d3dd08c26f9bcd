"""What carries the conclusion of a line that fails is named once, by whichever of its names."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from exactua.claims.claim import N_COLUMNS, Claim, Operands
from exactua.claims.registry import PAPERS, claims_of, find_beside
from exactua.claims.verdicts import StepKind


def named_twice(claim: Claim) -> Iterator[tuple[str, str, str]]:
    """Lines that name two steps of one term as two: the line, and both names."""
    for step in claim.steps:
        for first, other in combinations(step.survives, 2):
            if pinned(claim, first) == pinned(claim, other):
                yield f"{claim.label}.{step.name}", first, other


def pinned(claim: Claim, label: str) -> str:
    """The hash of what a label names; of a claim its label."""
    owner, name = find_beside(claim, label)
    return owner.label if name is None else owner.statement_hash(owner.step(name))


def unnamed(claim: Claim) -> list[str]:
    """The faults of its proof whose carrier is named by none, where the statement is not decided as a whole."""
    return [
        f"{claim.label}.{step.name}"
        for step in claim.steps
        if step.kind is StepKind.PROOF_LINE and step.is_fault and not step.survives
        if any(candidate.name == f"{step.name}@repaired" for candidate in claim.steps)
        if any(part.undecided for part in claim.parts)
    ]


@pytest.mark.parametrize("paper", PAPERS)
def test_what_is_decided_of_a_statement_in_part_carries_no_line(paper: str) -> None:
    """That a network has two heads doesn't carry what its proof says of its values."""
    assert [line for claim in claims_of(paper) for line in unnamed(claim)] == []


def test_a_line_without_a_named_carrier_is_seen() -> None:
    claim = Claim("test:lemma", "Lemma", "nowhere", "n is small.", parameters=(N_COLUMNS,))
    claim.proof_line("n is 1", name="one")(lambda at: at.n == 1)
    claim.repairs("one", "n is at most 9", reason="it may be 2")(lambda at: at.n <= 9)
    assert unnamed(claim) == []
    claim.part("n is small.", undecided="nobody asked")
    assert unnamed(claim) == ["test:lemma.one"]


@pytest.mark.parametrize("paper", PAPERS)
def test_no_row_names_one_step_twice(paper: str) -> None:
    assert [doubled for claim in claims_of(paper) for doubled in named_twice(claim)] == []


def test_one_term_under_two_names_is_seen() -> None:
    claim = Claim("test:lemma", "Lemma", "nowhere", "n is small, and n is not large.")

    @claim.proof_line("n is small", survives=("yun2020:lemma9.exists_for_keys", "yun2020:lemma9.maps_swapped@repaired"))
    def small(at: Operands) -> Any:
        return at.n < 9

    @claim.proof_line("n is not large", survives=("yun2020:lemma9.exists_for_keys", "yun2020:lemma9.maps_swapped"))
    def not_large(at: Operands) -> Any:
        return at.n < 9

    assert [line for line, *_ in named_twice(claim)] == ["test:lemma.small"]
