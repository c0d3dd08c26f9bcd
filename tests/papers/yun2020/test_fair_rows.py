"""What is a fault of the paper and what is a note: the same label for the same kind of line, wherever it stands."""

from __future__ import annotations

import pytest

from exactua.claims.problem import Step
from exactua.claims.registry import find
from exactua.evidence.ledgers import quotes_of


def step(label: str) -> Step:
    claim, name = find(f"yun2020:{label}")
    assert name is not None
    return claim.step(name)


@pytest.mark.parametrize("label", ["lemma6.distance", "proposition5.value_swapped", "g3.any_values"])
def test_that_one_network_fails_is_no_fault_of_a_sentence_that_says_there_is_one(label: str) -> None:
    assert not step(label).is_fault


def test_the_construction_that_fails_heads_its_row_and_is_quoted_where_it_is_said_to_serve() -> None:
    head, also = step("lemma9.maps_swapped"), step("lemma9.others_unaffected")
    assert head.is_fault
    assert head.same_as is None
    assert also.same_as == "yun2020:lemma9.maps_swapped"
    quotes = [quote.text for quote in quotes_of("yun2020")["yun2020:lemma9.maps_swapped"]]
    # not what one layer does, which holds; and beside what the layers are for, that they finish it: the sentence that
    # begins with the first goes on with what is true
    assert quotes == [
        "To construct a function g_v^{tkn} that satisfies the statement of the lemma",
        "so we can use O(n(1/delta)^{dn}/n!) layers to finish our construction",
    ]
    assert not also.is_fault  # its input is none that E.4 speaks of


@pytest.mark.parametrize(
    ("label", "flaw", "same_as"),
    [
        ("global_shift.disjoint", "imprecise", None),
        ("g2.intervals_disjoint", "reading", "yun2020:global_shift.disjoint"),
        ("g1.discrete_version", "imprecise", None),
        ("theorem3.on_closed_domain", "reading", "yun2020:g1.discrete_version"),
    ],
)
def test_an_end_at_which_the_sentence_fails_is_imprecise_where_the_interval_is_printed(
    label: str, flaw: str, same_as: str | None
) -> None:
    assert (step(label).flaw, step(label).same_as) == (flaw, same_as)


def test_a_display_that_holds_is_not_quoted_for_what_it_does_not_say() -> None:
    quotes = quotes_of("yun2020")
    assert quotes["yun2020:category2.above_threshold"] == quotes["yun2020:selective_shift.cases"]
    assert "yun2020:category2.last_layer" not in quotes


@pytest.mark.parametrize(
    "label",
    ["theorem2.first_step", "theorem2.fixed_eps", "theorem2.distance", "theorem2.bounded", "theorem2.second_step"],
)
def test_what_is_decided_for_one_f_says_so(label: str) -> None:
    assert "f = tilted" in step(label).says


def test_claim_1_is_one_sentence_about_every_block() -> None:
    claim, _ = find("yun2020:claim1")
    (part,) = claim.parts
    assert part.words == claim.text
    assert part.undecided


def test_the_parts_of_lemma_8_are_all_of_its_words() -> None:
    claim, _ = find("yun2020:lemma8")
    left = claim.text
    for part in claim.parts:
        left = left.replace(part.words, "", 1)
    first, behind = "Assume that n >= 2 and delta^-1 >= 2. Then", "such that q(L) := u^T g_c(L) satisfies the following"
    assert " ".join(left.split()) == f"{first} {behind} properties:"
