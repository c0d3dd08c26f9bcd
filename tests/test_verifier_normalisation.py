"""Layer normalisation in both verifiers: what the format page says, and nothing else, is confirmed."""

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
    LayerNormalisation,
    Network,
    PositionalEncoding,
    claim,
    every,
    levels,
    listed,
    point,
)
from exactua.certificates.writing import certificate
from exactua.commands.audit.certificate_lies import lies_of
from exactua.commands.audit.certificate_truth import Truths
from exactua.deciding.running import decide
from tests.foreign import foreign_verifier, own_verifier
from tests.networks.strategies import attention_layers, points, rationals
from tests.test_verifier import write

SUMS = AttentionHead([[1], [0]], [[1, 1]], [[1, 0]], [[0, 1]], [1])


def decided(network: Network, domain: Any, n: int, least: Any = -1) -> dict[str, Any]:
    """What a certificate says of all entries of the network's values, as data."""
    lemma = claim("normal:lemma", text="Entries are not small.")
    lemma.network("f")(lambda values: network)

    @lemma.states("no entry is small", over=domain)
    def large(at: Any) -> Any:
        return every(at.rows, lambda i: every(at.columns, lambda j: at.f(point)[i, j] >= least))

    @lemma.states("the first is the larger one", over=domain)
    def ordered(at: Any) -> Any:
        return every(at.columns, lambda j: at.f(point)[1, j] * at.f(point)[2, j] < at.f(point)[1, j])

    content = certificate(decide(lemma.problem({"d": network.d, "n": n})))
    data: dict[str, Any] = json.loads(content)["decided"]
    return data


def codes(data: dict[str, Any]) -> tuple[int, int]:
    """What both verifiers say of a file with this."""
    content = write(data)
    return own_verifier(content), foreign_verifier(content)


NORMAL = LayerNormalisation([1, 2], ["1/3", 0], "1/7")
NETWORK = Network(2, [NORMAL, AttentionLayer([SUMS])])


@pytest.mark.parametrize("least", [-3, "7/5", 0])
def test_an_honest_certificate_is_confirmed_by_both(least: Any) -> None:
    known = decided(NETWORK, levels("bits", 0, 1, 3), 2, mpq(least))
    assert codes(known) == (0, 0)
    assert known["steps"][0]["measure"]["sum"] is None
    assert set(known["steps"][0]["measure"]["min"]) == {"floor", "exponent"}


@settings(max_examples=20, deadline=None)
@given(st.data())
def test_both_recompute_what_the_program_computes(data: st.DataObject) -> None:
    n = data.draw(st.integers(1, 3))
    gain, bias = (data.draw(st.lists(rationals, min_size=2, max_size=2)) for _ in range(2))
    epsilon = data.draw(st.sampled_from([mpq(1, 3), mpq(1, 10**5), mpq(4)]))
    behind = data.draw(st.lists(attention_layers(2), max_size=1))
    network = Network(
        2, [*data.draw(st.lists(attention_layers(2), max_size=1)), LayerNormalisation(gain, bias, epsilon), *behind]
    )
    given = data.draw(st.lists(points(2, st.just(n)), min_size=1, max_size=3, unique_by=str))
    known = decided(network, listed("given", given), n, data.draw(rationals))
    assert codes(known) == (0, 0)


@pytest.mark.parametrize(("field", "value"), [
    ("gain", [1, 1]), ("gain", [2, 1]), ("bias", [0, 0]), ("bias", ["1/3", "1/100"]), ("epsilon", 0), ("epsilon", "1/8"),
])  # fmt: skip
def test_another_field_is_another_network(field: str, value: Any) -> None:
    known = decided(NETWORK, levels("bits", 0, 1, 3), 2, mpq(7, 5))
    known["networks"]["f"]["items"][0]["layer normalisation"][field] = value
    assert codes(known) == (1, 1)


@pytest.mark.parametrize(("change", "code"), [
    ({"gain": [1]}, 1), ({"bias": [1, 2, 3]}, 1), ({"epsilon": -1}, 1), ({"epsilon": "0"}, 1), ({"epsilon": None}, 1),
    ({"gain": 1}, 1), ({"more": 0}, 1), ({"gain": [0, 0], "bias": [-3, -3]}, 1),
])  # fmt: skip
def test_what_is_no_normalisation_is_refused(change: dict[str, Any], code: int) -> None:
    known = decided(Network(2, [NORMAL]), levels("bits", 0, 1, 2), 1, -2)
    assert codes(known) == (0, 0)
    known["networks"]["f"]["items"][0]["layer normalisation"] |= change
    assert codes(known) == (code, code)


def test_both_verifiers_tell_truths_from_lies() -> None:
    """Every consistent change that an audit makes of a certificate: counts, verdicts, witnesses, extremes, ranges."""
    known, truths = decided(NETWORK, levels("bits", 0, 1, 3), 1, mpq(7, 5)), Truths("auto")
    forged = [lie.make() for lie in lies_of(known, truths)]
    told = [(truths(changed).holds, codes(changed)) for changed in forged if changed is not None and changed != known]
    assert set(told) == {(True, (0, 0)), (False, (1, 1))}
    assert told.count((False, (1, 1))) > 20


def test_a_column_without_variance_is_refused_by_both() -> None:
    known = decided(Network(2, [LayerNormalisation([1, 1], [0, 0], 1)]), levels("bits", 0, 1, 2), 1)
    assert codes(known) == (0, 0)
    known["networks"]["f"]["items"][0]["layer normalisation"]["epsilon"] = 0
    assert codes(known) == (1, 1)


def test_one_point_stands_for_its_orbit() -> None:
    orbits = levels("orbits", 0, 1, 2, order="orbits")
    known = decided(Network(2, [NORMAL]), orbits, 2, -2)
    assert (known["steps"][0]["verdict"], codes(known)) == ("holds", (0, 0))
    known = decided(Network(2, [NORMAL, PositionalEncoding([[0, 0], [0, 0]])]), orbits, 2, -2)
    assert (known["steps"][0]["verdict"], codes(known)) == ("inconclusive", (0, 0))


def test_roots_in_roots_are_for_both() -> None:
    twice = Network(2, [LayerNormalisation([1, 2], [0, 1], "1/7"), LayerNormalisation([1, 2], [0, 1], "1/7")])
    assert codes(decided(twice, levels("bits", 0, 1, 3), 1, -3)) == (0, 0)


def test_a_network_without_one_has_no_such_key() -> None:
    known = decided(Network(2, [AttentionLayer([SUMS])]), levels("bits", 0, 1, 2), 1)
    assert [list(item) for item in known["networks"]["f"]["items"]] == [["attention"]]
    assert isinstance(known["steps"][0]["measure"]["sum"], (int, str))
