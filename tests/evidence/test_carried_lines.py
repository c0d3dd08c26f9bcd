"""Refuted proof lines of the claims that a proof rests on."""

from __future__ import annotations

from exactua.claims.claim import GRID_PARAMETERS, Claim
from exactua.claims.registry import find
from exactua.claims.verdicts import Verdict
from exactua.evidence.carried_lines import carriers, decided_there, known_as_refuted, label_of, told, undecided_there


def test_a_claim_is_carried_by_all_that_it_rests_on_by_any_way() -> None:
    lemma8, _ = find("yun2020:lemma8")
    labels = [carrier.label for carrier in carriers(lemma8)]
    assert labels[:2] == ["yun2020:selective_shift", "yun2020:column_id"]
    assert {"yun2020:category2", "yun2020:lemma10", "yun2020:claim1"} <= set(labels)
    assert len(set(labels)) == len(labels)
    assert "yun2020:lemma8" not in labels
    assert carriers(Claim("test:lemma", "Lemma", "nowhere", "text", GRID_PARAMETERS)) == []


def test_what_manifests_expect_is_told_of_the_papers_own_tie_rule() -> None:
    lemma8, _ = find("yun2020:lemma8")
    refuted = known_as_refuted(lemma8)
    assert "yun2020:category1.above_telescoped" in refuted
    assert "yun2020:category2.above_threshold" not in refuted  # a note: it is silently assumed
    assert not any(label.startswith("yun2020:claim1.") for label in refuted)  # refuted for other tie rules alone
    assert known_as_refuted(find("yun2020:column_id")[0]) == []


def test_they_are_told_with_their_kind_and_what_carries_the_conclusion() -> None:
    shown = told(["yun2020:category1.above_telescoped", "kajitsuka2024:theorem2.equation38_transposed"])
    assert shown.startswith(
        "yun2020:category1.above_telescoped (imprecise; of its conclusion see yun2020:category1.last_inequality"
    )
    assert told(["yun2020:lemma7.range_of_k"]).endswith("of its conclusion see its repair)")
    assert told(["yun2020:claim1.equivariant"]).startswith("yun2020:claim1.equivariant (false, not said there; ")
    assert shown.endswith(
        "equation38_transposed (typo in the text as we have it; of its conclusion see kajitsuka2024:theorem2.equation38_product)"
    )


def test_they_are_decided_at_the_instance() -> None:
    category2, _ = find("yun2020:category2")
    problem = category2.problem({"d": 1, "n": 2, "m": 2})
    results = list(decided_there(problem, 60))
    refuted = [label_of(result) for result in results if result.verdict is Verdict.REFUTED]
    assert "yun2020:category1.above_telescoped" in refuted
    assert not any(label.startswith(("yun2020:category2.", "yun2020:selective_shift.")) for label in refuted)
    assert undecided_there(problem, results) == []
    assert undecided_there(problem, []) == known_as_refuted(category2) != []
