"""Random small claims in small: all agree, what is drawn is what is asked, and the comparison can fail."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.attack.asking import Answers
from tests.attack.claims import planted, stage
from tests.attack.claims.comparing import (
    Comparison,
    alone,
    asked_of,
    asked_otherwise,
    certificate,
    compared,
    not_inconclusive,
)
from tests.attack.claims.drawn import Drawn, drawn
from tests.attack.claims.occurring import FLOORS, too_rare
from tests.attack.claims.python_file import source
from tests.pocket_certificates import entry

STEP: dict[str, Any] = {
    "name": "s1", "kind": "statement", "says": "in words", "over": ["few"], "fold": "each", "given": None,
    "bound": None, "relation": None, "term": ["<=", entry(1, 1), 1],
}  # fmt: skip


def small(**step: Any) -> Drawn:
    """A claim of one step over two points."""
    domains = {"few": {"kind": "list", "points": [[[0]], [[1]]]}}
    box = {"d": 1, "n": 1, "m": 2, "k": 1}
    return Drawn(0, box, [], {}, domains, [{**STEP, **step}], [], "auto", "enumerated", "plain")


def test_a_hundred_claims_agree(tmp_path: Path) -> None:
    differences = [compared(drawn(1, number), tmp_path).difference for number in range(100)]
    assert [difference for difference in differences if difference] == []


def test_a_claim_is_drawn_again_by_its_number() -> None:
    assert drawn(0, 17) == drawn(0, 17)
    assert len({source(drawn(0, number)) for number in range(50)}) == 50
    assert drawn(1, 17) != drawn(0, 17)


def test_a_certificate_that_asks_something_else_is_told(tmp_path: Path) -> None:
    claim = small()
    decided = compared(claim, tmp_path).decided
    assert asked_otherwise(claim, decided) == ""
    assert "term of step s1" in asked_otherwise(small(term=["<", entry(1, 1), 1]), decided)
    assert "domain few" in asked_otherwise(
        replace(claim, domains={"few": {"kind": "list", "points": [[[0]]]}}), decided
    )
    assert "parameters" in asked_otherwise(replace(claim, box={**claim.box, "k": 2}), decided)


@pytest.mark.parametrize("codes", [(0, 1), (1, 0), (1, 1), (3, 3)])
def test_what_a_verifier_does_not_confirm_is_told(codes: tuple[int, int], tmp_path: Path) -> None:
    assert compared(small(), tmp_path, lambda content: Answers(*codes)).difference
    assert not compared(small(), tmp_path).difference


def test_what_brute_force_says_otherwise_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = certificate(small(), tmp_path)
    wrong = content.replace(b'"failures":0', b'"failures":1')
    assert wrong != content
    monkeypatch.setattr("tests.attack.claims.comparing.certificate", lambda claim, folder: wrong)
    assert "brute force" in compared(small(), tmp_path, lambda content: Answers(0, 0)).difference


def test_a_step_without_a_value_may_be_inconclusive_and_no_other_one(tmp_path: Path) -> None:
    dividing = small(term=["<", ["/", 1, entry(1, 1)], 2])
    assert compared(dividing, tmp_path) == Comparison({})  # nothing is certified
    asked = asked_of(dividing)
    assert alone(asked["steps"][0], asked) is None
    decided = compared(small(), tmp_path).decided
    step = {**decided["steps"][0], "verdict": "inconclusive", "reason": "undecided at 1 point"}
    assert not_inconclusive({**decided, "steps": [{**step, "term": dividing.steps[0]["term"]}]}) == ""
    assert not_inconclusive({**decided, "steps": [step]}) == "s1 is holds, and not inconclusive: undecided at 1 point"


def test_an_error_is_a_difference_unless_a_step_has_no_value(tmp_path: Path) -> None:
    without = small(over=[], term=["<", ["/", 1, 0], 2])
    assert compared(without, tmp_path).difference == ""
    assert alone(asked_of(without)["steps"][0], asked_of(without)) is None
    assert "exactua: " in compared(small(fold="sum"), tmp_path).difference  # of a condition


def test_what_occurs_too_seldom_is_told() -> None:
    claims = 4000
    often = Counter({word: int(floor * claims / 1000) + 1 for word, floor in FLOORS.items()})
    assert too_rare(often, claims) == []
    for word in FLOORS:
        assert [sentence.split(": in ")[0] for sentence in too_rare(often - Counter({word: claims}), claims)] == [word]
    assert len(too_rare(Counter(), claims)) == len(FLOORS) > 80


def test_the_stage_fails_where_something_differs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(stage, "too_rare", lambda words, claims: [])
    assert stage.main(4, 0, 1) == 0
    assert "seed 0: 4 claims, 0 differences" in capsys.readouterr().out
    monkeypatch.setattr(stage, "tallies", lambda *of: [stage.Tally(1, differences=[(3, "they differ")])])
    assert stage.main(1, 0, 1) == 1
    assert "DIFFERENCE: they differ\n  replay: python -m tests.attack --claim 3 --seed 0" in capsys.readouterr().out
    monkeypatch.setattr(stage, "tallies", lambda *of: [stage.Tally(1)])
    monkeypatch.setattr(stage, "too_rare", lambda words, claims: ["a fold"])
    assert stage.main(1, 0, 1) == 1
    assert "TOO RARE: a fold" in capsys.readouterr().out


def test_a_claim_is_printed_and_compared_again(capsys: pytest.CaptureFixture[str]) -> None:
    assert stage.replay(3, 0) == 0
    printed = capsys.readouterr().out
    assert source(drawn(0, 3)) in printed
    assert printed.endswith("all agree\n")


@pytest.mark.parametrize("plant", planted.PLANTS, ids=lambda plant: plant.name)
def test_what_is_planted_has_a_place_in_exactua(plant: planted.Plant) -> None:
    text = (Path(planted.exactua.__file__).parent / plant.file).read_text()
    assert text.count(plant.text) == 1
    assert plant.instead != plant.text


@pytest.mark.parametrize("name", ["< is <=", "a strictly causal mask is causal", "the last of equal minima is told"])
def test_planted_errors_are_found(name: str) -> None:
    plant = next(candidate for candidate in planted.PLANTS if candidate.name == name)
    count, how = planted.found(plant)
    assert count is not None
    assert "exactua: " in how or "not confirmed" in how


def test_without_an_error_nothing_is_found() -> None:
    plant = replace(planted.PLANTS[0], instead=planted.PLANTS[0].text)
    assert planted.found(plant, most=20) == (None, "")


@pytest.mark.parametrize(
    ("number", "why"),
    [
        (35932, "permutations in a hypothesis, at points of which a program says nothing"),
        (46440, "a number // an operand"),
        (54915, "permutations inside a relation"),
        (85277, "permutations of which the first point needs none"),
    ],
)
def test_what_differed_once(number: int, why: str, tmp_path: Path) -> None:
    assert not compared(drawn(0, number), tmp_path).difference, why
