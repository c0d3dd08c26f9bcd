"""Heads whose keys and values have different sizes, in both verifiers; what is no head is refused by both."""

from __future__ import annotations

import json
from typing import Any

import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.authoring import (
    AttentionHead,
    AttentionLayer,
    Network,
    SoftmaxAttentionLayer,
    claim,
    every,
    levels,
    listed,
    point,
)
from exactua.certificates.limits import limit_certificate
from exactua.certificates.writing import certificate
from exactua.deciding.running import decide
from exactua.networks.layer import Layer
from exactua.softmax.temperature.bracket import bracket
from tests.foreign import foreign_verifier, own_verifier
from tests.networks.strategies import heads, masks, points, rationals
from tests.test_verifier import write

WIDE_KEYS = AttentionHead(W_O=[[1], [2]], W_V=[[1, -1]], W_K=[[1, 0], [0, 1]], W_Q=[[1, 1], [0, 2]], b_Q=[1, 0])
WIDE_VALUES = AttentionHead(W_O=[[1, 0], [0, "1/2"]], W_V=[[1, 0], [1, 1]], W_K=[[1, 2]], W_Q=[[0, 0]], b_Q=[1])
BITS = levels("bits", 0, 1, 2)


def decided(layers: list[Layer], domain: Any, n: int, d: int = 2) -> dict[str, Any]:
    """What a certificate says of the entries of the network's values, and of its sizes, as data."""
    network = Network(d, layers)
    lemma = claim("sizes:lemma", text="No entry is small, and the sizes are those of the weights.")
    lemma.network("f")(lambda values: network)
    sizes = [(head.key_size, head.value_size) for layer in layers for head in layer.heads]

    @lemma.states("no entry is small", over=domain)
    def large(at: Any) -> Any:
        return every(at.rows, lambda i: every(at.columns, lambda j: at.f(point)[i, j] > -(10**60)))

    @lemma.states("the head size")
    def head_size(at: Any) -> Any:
        return at.f.quantity("head size") == max(map(max, sizes))

    @lemma.states("the number of weights")
    def weights(at: Any) -> Any:
        return at.f.quantity("parameters") == sum(2 * at.d * (keys + values) + keys for keys, values in sizes)

    decision = decide(lemma.problem({"d": network.d, "n": n}))
    assert decision.verdict == "holds"
    data: dict[str, Any] = json.loads(certificate(decision))["decided"]
    return data


def codes(data: dict[str, Any]) -> tuple[int, int]:
    """What both verifiers say of a file with this."""
    content = write(data)
    return own_verifier(content), foreign_verifier(content)


@settings(max_examples=20, deadline=None)
@given(st.data())
def test_both_verifiers_evaluate_heads_of_any_two_sizes(data: st.DataObject) -> None:
    d, n = data.draw(st.integers(1, 2)), data.draw(st.integers(1, 3))
    layer = AttentionLayer(data.draw(st.lists(heads(d), min_size=1, max_size=3)), mask=data.draw(masks(n)))
    given = data.draw(st.lists(points(d, st.just(n)), min_size=1, max_size=3, unique_by=str))
    assert codes(decided([layer], listed("given", given), n, d)) == (0, 0)


@settings(max_examples=8, deadline=None)
@given(st.lists(st.lists(rationals, min_size=2, max_size=2), min_size=2, max_size=2))
def test_with_softmax_too(X: list[list[mpq]]) -> None:
    layer = SoftmaxAttentionLayer([WIDE_KEYS, WIDE_VALUES], "causal")
    assert codes(decided([layer], listed("given", [X]), 2)) == (0, 0)


@pytest.mark.parametrize("kind", [AttentionLayer, SoftmaxAttentionLayer])
@pytest.mark.parametrize(
    ("key", "value", "code"),
    [
        ("W_V", [[1, 0]], 1), ("W_V", [[1, 0], [1, 1], [0, 0]], 1), ("W_V", [], 1), ("W_V", [[1], [1]], 1),
        ("W_O", [[1], [0]], 1), ("W_O", [[1, 0, 0], [0, 1, 0]], 1), ("W_O", [[], []], 1), ("W_O", [[1, 0]], 1),
        ("W_K", [[1, 2], [0, 0]], 1), ("W_K", [[1]], 1), ("W_K", [], 1),
        ("W_Q", [[0, 0], [0, 0]], 1), ("W_Q", [[0]], 1), ("b_Q", [1, 0], 1), ("b_Q", [], 1),
        ("W_K", [[2, 4]], 0),
    ],
)  # fmt: skip
def test_what_is_no_head_is_refused(kind: type[Layer], key: str, value: Any, code: int) -> None:
    known = decided([kind([WIDE_VALUES])], BITS, 2)  # type: ignore[call-arg]
    assert codes(known) == (0, 0)
    known["networks"]["f"]["items"][0][kind.kind]["heads"][0][key] = value
    assert codes(known) == (code, code)


@pytest.mark.parametrize("head", [WIDE_KEYS, WIDE_VALUES], ids=["keys", "values"])
def test_rows_of_zeros_make_another_network(head: AttentionHead) -> None:
    """Its values are the same, its numbers of weights are not."""
    known = decided([AttentionLayer([head])], BITS, 2)
    weights = known["networks"]["f"]["items"][0]["attention"]["heads"][0]
    if head is WIDE_KEYS:
        weights["W_V"].append([0, 0])
        weights["W_O"] = [[*row, 0] for row in weights["W_O"]]
    else:
        weights["W_K"].append([0, 0])
        weights["W_Q"].append([0, 0])
        weights["b_Q"].append(0)
    assert codes(known) == (1, 1)
    (counted,) = (step for step in known["steps"] if step["name"] == "weights")
    known["steps"].remove(counted)
    known["judged"].remove("weights")
    for part in known["parts"]:
        part["steps"] = [name for name in part["steps"] if name != "weights"]
    assert codes(known) == (0, 0)


def test_a_limit_of_heads_of_two_sizes_is_confirmed_and_no_sharper_one() -> None:
    network = Network(2, [AttentionLayer([WIDE_KEYS]), AttentionLayer([WIDE_VALUES])])
    X, tolerance = [[mpq(0), mpq(1), mpq(2)], [mpq(3), mpq(-1), mpq(2)]], mpq(1, 100)
    ends = bracket(network, [X], tolerance)
    assert ends.upper is not None
    assert ends.lower is not None

    def both(upper: Any, lower: Any) -> tuple[int, int]:
        place, error = (None, None) if lower is None else (X, tolerance)
        limit = limit_certificate(network, [X], tolerance, upper, lower, place, lower_error=error)
        content = limit.text().encode("ascii")
        return own_verifier(content), foreign_verifier(content)

    assert both(ends.upper, ends.lower) == (0, 0)
    assert both(ends.lower, None) == (1, 1)
