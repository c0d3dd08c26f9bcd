"""A fixed list of mutants, tests/mutants.txt: each is caught as it is written there, and every line of a claim has one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from exactua.claims.registry import PAPERS, claims_of
from exactua.commands.audit import term_operators
from exactua.commands.audit.record import Judgement, Mutant
from tests.mutant_list import (
    INCONCLUSIVE,
    NO_VALUE,
    REFUTED,
    Line,
    lines,
    mutants_of,
    of_claim,
    of_networks,
    original_at,
    told,
    unbroken,
)

SLOW = (
    "theorem2",
    "corollary1",
    "corollary2",
    "proposition1",
    "proof_sketch",
    "lemma6",
    "lemma7",
    "masked_layers",
    "masks",
)
LEFT_OUT = {f"kajitsuka2024:{name}" for name in SLOW}
"""Claims whose mutants take minutes, so that the audit alone is asked about them: exact reals, data sets."""
CLAIMS = [claim.label for paper in PAPERS for claim in claims_of(paper) if claim.label not in LEFT_OUT]
PASSED = Judgement("passed", "passed", "passed", None, "caught", "harmless")
TABLE = Path(__file__).parents[3] / "docs/audit-table.md"


def judged(those: list[Line], mutants: Mapping[str, Mutant]) -> list[Line | None]:
    """What the audit says today of the mutants of a claim; None of one that it does not make any more."""
    return [told(mutants[line.name], original_at(line.place)) if line.name in mutants else None for line in those]


def unsaid(those: list[Line], mutants: Mapping[str, Mutant]) -> set[str]:
    """The steps without a mutant of their own: of what they say, or of a network that matters to them."""
    stated: set[str] = set()
    broken = unbroken(those[0].claim)
    for line in those:
        if line.verdict == REFUTED:
            (broken if mutants[line.name].over == "network" else stated).update(line.steps)
    originals = [original_at(place) for place in {line.place for line in those}]
    held = {result.step.name for original in originals for result in original.held}
    speaking = {name for original in originals for steps in of_networks(original).values() for name in steps}
    return (held - stated) | (speaking - broken)


@pytest.mark.parametrize("label", CLAIMS)
def test_every_mutant_is_caught_as_before_and_every_line_has_one(label: str) -> None:
    those = of_claim(label)
    mutants = mutants_of(those)
    assert judged(those, mutants) == those != []
    assert unsaid(those, mutants) == set()


def test_a_line_without_a_mutant_is_seen() -> None:
    *others, last = of_claim("background:exact_selection")  # the mutants of statements stand last
    assert set(last.steps) <= unsaid(others, mutants_of(others))


def test_the_list_is_long_and_has_every_claim() -> None:
    written = [line for line in lines() if "#" in line.name]
    assert len(written) >= 500
    assert len({line.name for line in written}) == len(written)
    assert {line.claim for line in written} == set(CLAIMS)
    assert {line.verdict for line in written} <= {REFUTED, NO_VALUE, INCONCLUSIVE}
    assert all(line.steps for line in written if line.verdict == REFUTED)


def test_every_operator_that_catches_anything_is_in_the_list() -> None:
    rows = re.findall(r"^\| (network|term) \| (.+?) \| \d+ \| (\d+) \|", TABLE.read_text(encoding="utf-8"), re.M)
    catching = {operator.replace(" ", "-") for _, operator, caught in rows if int(caught)}
    assert len(catching) > 70
    assert catching - {line.operator for line in lines()} == set()


def test_a_mutant_that_is_passed_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    those = of_claim("background:exact_selection")
    monkeypatch.setattr("tests.mutant_list.judge", lambda mutant, original, program: PASSED)
    assert not any(judged(those, mutants_of(those)))


def test_a_mutant_that_is_made_no_more_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    those = of_claim("background:exact_selection")
    assert len(mutants_of(those)) == len(those)
    monkeypatch.setattr(term_operators, "RELATIONS", ())
    monkeypatch.setattr(term_operators, "_of_number", lambda term: iter(()))
    assert None in judged(those, mutants_of(those))
