"""Masks of hardmax attention, in both verifiers: what they leave of a layer, and how a certificate writes them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.authoring import AttentionHead, AttentionLayer, Network, claim, every, levels, listed, point
from exactua.certificates.limits import limit_certificate
from exactua.certificates.writing import certificate
from exactua.checking.running import decide
from exactua.limits.temperature.bracket import bracket
from tests.foreign import foreign_verifier, own_verifier
from tests.networks.strategies import attention_layers, masks, points
from tests.test_verifier import write

LARGEST = AttentionHead([[1]], [[1]], [[1]], [[0]], [1])
"""Adds the largest entry of those that a column attends to."""
EARLIER = [[True, True, True], [False, True, False], [False, False, True]]
"""A mask: a column attends to itself and to the first one."""


def decided(network: Network, domain: Any, n: int) -> dict[str, Any]:
    """What a certificate says of all entries of the network's values, as data."""
    lemma = claim("masked:lemma", text="No entry is small.")
    lemma.network("f")(lambda values: network)

    @lemma.states("no entry is small", over=domain)
    def large(at: Any) -> Any:
        return every(at.rows, lambda i: every(at.columns, lambda j: at.f(point)[i, j] > -(10**60)))

    content = certificate(decide(lemma.problem({"d": network.d, "n": n})))
    data: dict[str, Any] = json.loads(content)["decided"]
    return data


def codes(data: dict[str, Any]) -> tuple[int, int]:
    """What both verifiers say of a file with this."""
    content = write(data)
    return own_verifier(content), foreign_verifier(content)


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_both_verifiers_evaluate_a_masked_layer_as_it_is_defined(data: st.DataObject) -> None:
    d, n = data.draw(st.integers(1, 2)), data.draw(st.integers(1, 3))
    layers = data.draw(st.lists(attention_layers(d, masks=masks(n)), min_size=1, max_size=2))
    given = data.draw(st.lists(points(d, st.just(n)), min_size=1, max_size=3, unique_by=str))
    assert codes(decided(Network(d, layers), listed("given", given), n)) == (0, 0)


MASKS = ["causal", "strictly causal", EARLIER]


@pytest.mark.parametrize("mask", MASKS, ids=["causal", "strictly causal", "rows"])
def test_another_mask_is_another_network(mask: Any) -> None:
    network = Network(1, [AttentionLayer([LARGEST], mask=mask)])
    known = decided(network, levels("bits", 0, 1, 2), 3)
    assert codes(known) == (0, 0)
    layer = known["networks"]["f"]["items"][0]["attention"]
    assert layer["mask"] == mask
    for other in [*MASKS, [[True] * 3] * 3]:
        layer["mask"] = other
        assert codes(known) == ((0, 0) if other == mask else (1, 1))
    del layer["mask"]
    assert codes(known) == (1, 1)


@pytest.mark.parametrize(("mask", "code"), [
    ("causally", 3), (True, 3), (1, 3), ([], 1), ([[True, True], [True]], 1), ([[1, True], [True, True]], 1),
    ([[False, True], [False, True]], 1), ([[True]], 1), ([[True] * 3] * 3, 1), (None, 1),
])  # fmt: skip
def test_what_is_no_mask_is_refused(mask: Any, code: int) -> None:
    known = decided(Network(1, [AttentionLayer([LARGEST], mask="causal")]), levels("bits", 0, 1, 2), 2)
    known["networks"]["f"]["items"][0]["attention"]["mask"] = mask
    assert codes(known) == (code, code)


def test_with_a_mask_one_point_does_not_stand_for_its_orbit() -> None:
    orbits = levels("orbits", 0, 1, 2, order="orbits")
    known = decided(Network(1, [AttentionLayer([LARGEST])]), orbits, 2)
    assert (known["steps"][0]["verdict"], codes(known)) == ("holds", (0, 0))
    known = decided(Network(1, [AttentionLayer([LARGEST], mask="causal")]), orbits, 2)
    assert (known["steps"][0]["verdict"], codes(known)) == ("inconclusive", (0, 0))
    known["steps"][0] |= {"verdict": "holds", "reason": None}
    known["verdict"] = "holds"
    assert codes(known) == (1, 1)


def test_a_layer_without_a_mask_has_no_such_key() -> None:
    """So networks without one keep the digests that they had."""
    known = decided(Network(1, [AttentionLayer([LARGEST])]), levels("bits", 0, 1, 2), 2)
    assert set(known["networks"]["f"]["items"][0]["attention"]) == {"heads", "tie_rule"}


READING = AttentionHead([[0], [1]], [[0, 1]], [[1, 0]], [[0, 0]], [1])
"""Scores are the first row, values the second, which it adds to."""
POINT = [[mpq(0), mpq(1), mpq(2)], [mpq(3), mpq(-1), mpq(2)]]


@pytest.mark.parametrize("mask", MASKS, ids=["causal", "strictly causal", "rows"])
def test_limits_know_masks(mask: Any) -> None:
    layer = AttentionLayer([READING], mask=mask)
    network = Network(2, [layer, AttentionLayer([READING])])
    found = bracket(network, [POINT], mpq(1, 100))
    assert found.upper is not None
    assert found.lower is not None
    made = limit_certificate(
        network, [POINT], mpq(1, 100), found.upper, found.lower, found.lower_point, lower_error=found.lower_error
    )
    text = made.text()
    assert own_verifier(text.encode("ascii")) == 0
    assert '"mask"' in text


def test_what_a_mask_forbids_needs_no_gap() -> None:
    """Column 2 has the score of column 1 and another value: a tie for who attends to both, none under a strict mask."""
    tied = [[mpq(1), mpq(1)], [mpq(3), mpq(-1)]]
    for mask, upper in ((None, False), ("causal", False), ("strictly causal", True)):
        network = Network(2, [AttentionLayer([READING], "leftmost", mask)])
        assert (bracket(network, [tied], mpq(1, 100)).upper is not None) == upper


def test_equal_columns_under_a_mask_are_told_apart() -> None:
    """They become different, and the bound of the layer behind is for each of them."""
    network = Network(2, [AttentionLayer([READING], mask="strictly causal"), AttentionLayer([READING])])
    equal = [[mpq(1), mpq(1), mpq(1)], [mpq(2), mpq(2), mpq(2)]]
    found = bracket(network, [equal], mpq(1, 100))
    made = limit_certificate(network, [equal], mpq(1, 100), found.upper, None, None)
    assert own_verifier(made.text().encode("ascii")) == 0
