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
from exactua.deciding.running import decide
from exactua.softmax.temperature.bracket import bracket
from exactua.softmax.temperature.propagation import Bound, certified_error
from exactua.verifier import networks as verifier_networks
from exactua.verifier.stacks import stacks_of
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


HARMLESS = AttentionHead([[0]], [[1]], [[1]], [[1]])
"""Adds nothing: whatever the mask is, no value shows it."""


@pytest.mark.parametrize(("mask", "code"), [
    ("causally", 3), (True, 3), (1, 3), (None, 1), ([], 1), ([[True, True], [True]], 1), ([[True]], 1),
    ([[1, True], [True, True]], 1), ([[True, True], [0, True]], 1), ([[False, True], [False, True]], 1),
    ([[True] * 3] * 3, 1), ([[True, False], [True, True]], 0), ("strictly causal", 0),
])  # fmt: skip
def test_what_is_no_mask_is_refused(mask: Any, code: int) -> None:
    known = decided(Network(1, [AttentionLayer([HARMLESS])]), levels("bits", 0, 1, 2), 2)
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


def confirmed(network: Network, X: Any, upper: Any, lower: Any) -> bool:
    """Whether the verifier confirms that softmax is within 1/100 from `upper` on, and is not at `lower`."""
    place, error = (None, None) if lower is None else (X, TOLERANCE)
    limit = limit_certificate(network, [X], TOLERANCE, upper, lower, place, lower_error=error)
    return own_verifier(limit.text().encode("ascii")) == 0


TOLERANCE = mpq(1, 100)


def is_sharp(network: Network, X: Any) -> None:
    """What the tool finds is confirmed, and neither end of it is where the other one is."""
    ends = bracket(network, [X], TOLERANCE)
    assert ends.upper is not None
    assert ends.lower is not None
    assert confirmed(network, X, ends.upper, ends.lower)
    assert not confirmed(network, X, ends.lower, None)
    assert not confirmed(network, X, ends.upper * 2, ends.upper)


@pytest.mark.parametrize("mask", MASKS, ids=["causal", "strictly causal", "rows"])
def test_limits_know_masks(mask: Any) -> None:
    is_sharp(Network(2, [AttentionLayer([READING], mask=mask), AttentionLayer([READING])]), POINT)


def test_what_a_mask_forbids_needs_no_gap() -> None:
    """Column 2 has the score of column 1 and another value: a tie for who attends to both, none under a strict mask."""
    tied = [[mpq(1), mpq(1)], [mpq(3), mpq(-1)]]
    for mask, upper in ((None, False), ("causal", False), ("strictly causal", True)):
        network = Network(2, [AttentionLayer([READING], "leftmost", mask)])
        assert (bracket(network, [tied], TOLERANCE).upper is not None) == upper


def test_equal_columns_under_a_mask_are_told_apart() -> None:
    """The first token gets nothing and the others do, so that the layer behind finds them different."""
    behind = AttentionHead([[0], [1]], [[0, 1]], [[0, 1]], [[0, 0]], [1])
    network = Network(2, [AttentionLayer([READING], mask="strictly causal"), AttentionLayer([behind])])
    equal = [[mpq(1)] * 3, [mpq(2)] * 3]
    is_sharp(network, equal)
    early = certified_error(network, equal, mpq(1, 1000))
    assert not isinstance(early, Bound) or early.error > TOLERANCE


def test_a_symbolic_run_has_no_mask() -> None:
    head = {"W_O": [[1]], "W_V": [[1]], "W_K": [[1]], "W_Q": [[1]], "b_Q": [0]}
    assert list(stacks_of({"attention": {"tie_rule": "average", "heads": [head]}}, 1, 2))
    with pytest.raises(NotImplementedError, match="a mask in a symbolic run"):
        list(stacks_of({"attention": {"tie_rule": "average", "heads": [head], "mask": "causal"}}, 1, 2))


def test_a_long_mask_is_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its entries are read in every turn of a family, so that they count as weights do."""
    size = 60
    item = {
        "attention": {
            "tie_rule": "average",
            "heads": [{"W_O": [[1]], "W_V": [[1]], "W_K": [[1]], "W_Q": [[1]], "b_Q": [0]}],
        }
    }
    for mask, most in (("causal", 10**5), ([[True] * size] * size, 1000)):
        item["attention"]["mask"] = mask
        family = {"family": {"variable": "k", "start": 0, "step": 1, "count": 2000, "items": [item]}}
        network = verifier_networks.Network({"d": 1, "items": [family], "stages": {}}, "f", [10**9])
        work = network.weights + network.quantities["further work"]
        assert (work > verifier_networks.LARGEST_NETWORK) == (most == 1000)
