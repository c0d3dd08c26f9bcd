"""The parts of every statement cover it: each of its words is in a part, or says what is assumed."""

from __future__ import annotations

import re
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest

from exactua.claims.claim import Claim
from exactua.claims.registry import find, labels
from exactua.claims.verdicts import StepKind, places

SETTINGS: dict[str, list[str]] = tomllib.loads((Path(__file__).parent / "settings.toml").read_text(encoding="utf-8"))
JOINING = {
    "then",
    "there",
    "exist",
    "exists",
    "such",
    "that",
    "and",
    "also",
    "where",
    "we",
    "have",
    "so",
    "thus",
    "but",
}
ORDER = re.compile(r"(?<!\w)O\(|quadratically|asymptotic|arbitrarily|for large|for moderate", re.IGNORECASE)
"""What a statement says of how something grows, or of all that is large enough: no instance decides it."""

each = pytest.mark.parametrize("label", tuple(labels()))


def left_over(claim: Claim, settings: list[str]) -> list[str]:
    """The words of a claim's text that stand in no part and in no setting."""
    pieces, behind, words = sorted(positions(claim, settings)), 0, list[str]()
    for start, stop in pieces:
        words += re.findall(r"[^\s,.;:]+", claim.text[behind:start])
        behind = stop
    words += re.findall(r"[^\s,.;:]+", claim.text[behind:])
    return [word for word in words if word.lower() not in JOINING]


def positions(claim: Claim, settings: list[str]) -> list[tuple[int, int]]:
    """Where the parts stand in the text, and the settings; each behind the one before."""
    parts, settled = places(claim.text, [part.words for part in claim.parts]), places(claim.text, settings)
    assert parts is not None
    assert settled is not None
    return [*parts, *settled]


@each
def test_the_parts_cover_the_statement(label: str) -> None:
    claim, _ = find(label)
    assert claim.parts
    assert left_over(claim, SETTINGS.get(label, [])) == []


@each
def test_every_statement_step_decides_one_part(label: str) -> None:
    claim, _ = find(label)
    deciding = [step for part in claim.parts for step in part.steps]
    assert sorted(deciding) == sorted(step.name for step in claim.steps if step.kind is StepKind.STATEMENT)


@each
def test_no_two_pieces_of_a_statement_overlap(label: str) -> None:
    claim, _ = find(label)
    pieces = sorted(positions(claim, SETTINGS.get(label, [])))
    assert all(stop <= start for (_, stop), (start, _) in pairwise(pieces))


@each
def test_no_step_at_an_instance_decides_an_order_of_growth(label: str) -> None:
    claim, _ = find(label)
    assert [part.words for part in claim.parts if part.steps and ORDER.search(part.words)] == []


def test_an_order_of_growth_is_seen() -> None:
    assert ORDER.search("has attention cost O(L^2 d).")
    assert ORDER.search("makes the operation arbitrarily close to exact")
    assert ORDER.search("For large L, the quadratic attention term becomes the bottleneck")
    assert not ORDER.search("W_O(X) W_V")
    assert sum(bool(ORDER.search(part.words)) for label in labels() for part in find(label)[0].parts) > 15


def test_a_word_that_no_part_has_is_seen() -> None:
    claim = Claim("test:lemma", "Lemma", "nowhere", "Let n be even. Then f(n) = 0 and g(n) = 1.")
    claim.part("f(n) = 0", undecided="nobody asked")
    assert left_over(claim, ["Let n be even."]) == ["g(n)", "=", "1"]
    claim.part("g(n) = 1", undecided="nobody asked")
    assert left_over(claim, ["Let n be even."]) == []
    assert left_over(claim, []) == ["Let", "n", "be", "even"]


def test_settings_are_of_claims_that_there_are() -> None:
    assert set(SETTINGS) <= set(labels())
