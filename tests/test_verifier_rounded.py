"""Rounded layers in both verifiers: every number and every tie, reals, and what is changed in a certificate."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.arithmetic.float_formats import BY_NAME
from exactua.authoring import (
    RELU,
    AttentionHead,
    AttentionLayer,
    FeedForwardLayer,
    LayerNormalisation,
    Network,
    PositionalEncoding,
    RoundedLayer,
    SoftmaxAttentionLayer,
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
from exactua.errors import InputError
from exactua.verifier.layers import FORMATS, rounded
from tests.foreign import foreign_verifier, own_verifier
from tests.networks.strategies import attention_layers, feed_forward_layers, points, rationals
from tests.networks.test_rounded_layer import DTYPES, numbers
from tests.test_verifier import write

HEAD = AttentionHead([[1], [0]], [[1, 1]], [[1, 0]], [[0, 1]], [1])
STAYS = FeedForwardLayer([[0, 0]], [0], [[0], [0]], [0, 0], RELU)
SOFT = RoundedLayer(SoftmaxAttentionLayer([HEAD]), "bfloat16")


def decided(network: Network, domain: Any, n: int, least: Any = -1) -> dict[str, Any]:
    """What a certificate says of the network's values: how small they are, and whether columns of points merge."""
    lemma = claim("rounded:lemma", text="Entries are not small.")
    lemma.network("f")(lambda values: network)

    @lemma.states("no entry is small", over=domain)
    def large(at: Any) -> Any:
        return every(at.rows, lambda i: every(at.columns, lambda j: at.f(point)[i, j] >= least))

    @lemma.states("no two points merge", over=domain, fold="distinct")
    def apart(at: Any) -> Any:
        return at.f(point)[1, 1] + 3 * at.f(point)[2, 1]

    return as_data(lemma, network.d, n)


def as_data(lemma: Any, d: int, n: int) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(certificate(decide(lemma.problem({"d": d, "n": n}))))["decided"]
    return data


def codes(data: dict[str, Any]) -> tuple[int, int]:
    """What both verifiers say of a file with this."""
    content = write(data)
    return own_verifier(content), foreign_verifier(content)


def test_the_formats_are_those_of_the_package() -> None:
    known = {
        name: (form.precision, form.least, form.greatest, form.taken, form.overflow == "saturate")
        for name, form in BY_NAME.items()
    }
    assert known == FORMATS


@pytest.mark.parametrize("format", DTYPES)
def test_every_number_and_every_tie_in_python(format: str) -> None:
    known, form = numbers(format), BY_NAME[format]
    for x in (*known, *((a + b) / 2 for a, b in pairwise(known))):
        assert rounded(format, Fraction(int(x.numerator), int(x.denominator))) == form.rounded(x)


@pytest.mark.parametrize("format", DTYPES)
def test_numbers_and_ties_in_both(format: str) -> None:
    """A point has numbers, or ties, in its first row, and in the second one what the package rounds them to."""
    known, form, size = numbers(format), BY_NAME[format], 64
    given = [*known, *((a + b) / 2 for a, b in pairwise(known))]
    given += [x + mpq(1, 3) * (y - x) for x, y in pairwise(known)]
    given = given[:: 2 * (len(given) // 2500) + 1]
    given += [mpq(0)] * (-len(given) % size)
    matrices = [
        [row, [form.rounded(x) for x in row]] for row in (given[k : k + size] for k in range(0, len(given), size))
    ]
    lemma = claim("rounded:numbers", text="Both rows are the same.")
    lemma.network("f")(lambda values: Network(2, [RoundedLayer(STAYS, format)]))

    @lemma.states("the rows are the same", over=listed("given", matrices))
    def same(at: Any) -> Any:
        return every(at.columns, lambda j: at.f(point)[1, j] == at.f(point)[2, j])

    data = as_data(lemma, 2, size)
    assert data["verdict"] == "holds"
    assert codes(data) == (0, 0)


@settings(max_examples=25, deadline=None)
@given(st.data(), st.sampled_from(sorted(BY_NAME)))
def test_both_recompute_what_the_program_computes(data: st.DataObject, format: str) -> None:
    n = data.draw(st.integers(1, 3))
    normal = LayerNormalisation([1, "1/3"], [0, 2], "1/7")
    soft = SoftmaxAttentionLayer([HEAD], data.draw(st.sampled_from([None, "causal", "strictly causal"])))
    first = data.draw(st.lists(st.sampled_from([normal, soft]), min_size=1, max_size=2))
    layers = [*first, *data.draw(st.lists(st.one_of(attention_layers(2), feed_forward_layers(2)), max_size=1))]
    network = Network(2, [RoundedLayer(layer, format) for layer in layers])
    given = data.draw(st.lists(points(2, st.just(n)), min_size=1, max_size=3, unique_by=str))
    try:
        known = decided(network, listed("given", given), n, data.draw(rationals))
    except InputError:
        with pytest.raises(InputError, match="overflows"):
            [network(Z) for Z in given]
        return
    assert codes(known) == (0, 0)


@pytest.mark.parametrize(("change", "code"), [
    ({"format": "float8_e4m3fn"}, 1), ({"format": "float9"}, 3), ({"format": 8}, 1), ({"more": 0}, 1), ({"layer": {}}, 1),
    ({"layer": {"rounded layer": SOFT.data()}}, 1),
    ({"format": "float9", "layer": {"rounded layer": SOFT.data()}}, 3), ({"layer": {"sorting": {}}}, 3), ({"layer": 1}, 1),
    ({"layer": {"softmax attention": SoftmaxAttentionLayer(
        [AttentionHead([[1], [0]], [[1, 1]], [[5, 0]], [[0, 1]], [1])]).data()}}, 1),
])  # fmt: skip
def test_another_format_or_another_layer_is_another_network(change: dict[str, Any], code: int) -> None:
    known = decided(Network(2, [SOFT]), levels("bits", 0, 1, 3), 2, mpq(7, 5))
    assert codes(known) == (0, 0)
    known["networks"]["f"]["items"][0]["rounded layer"] |= change
    assert codes(known) == (code, code)


def test_both_verifiers_tell_truths_from_lies() -> None:
    known, truths = decided(Network(2, [SOFT]), levels("bits", 0, 1, 3), 1, mpq(1, 5)), Truths("auto")
    forged = [lie.make() for lie in lies_of(known, truths)]
    told = [(truths(changed).holds, codes(changed)) for changed in forged if changed is not None and changed != known]
    assert set(told) == {(True, (0, 0)), (False, (1, 1))}
    assert told.count((False, (1, 1))) > 20


def test_what_overflows_is_refused_by_both() -> None:
    shift = RoundedLayer(PositionalEncoding([[400], [0]]), "float16")
    known = decided(Network(2, [shift]), levels("bits", 0, 1, 2), 1)
    assert codes(known) == (0, 0)
    known["networks"]["f"]["items"][0]["rounded layer"]["layer"]["positional encoding"]["E"] = [[70000], [0]]
    assert codes(known) == (1, 1)


def test_numbers_of_a_softmax_that_is_rounded_are_rationals_and_may_merge() -> None:
    domain, soft = levels("bits", 0, 1, 3), SoftmaxAttentionLayer([HEAD])
    verdicts = {}
    for format in ("float4_e2m1fn", "bfloat16"):
        known = decided(Network(2, [RoundedLayer(soft, format)]), domain, 2, -1)
        assert isinstance(known["steps"][0]["measure"]["sum"], (int, str))
        assert codes(known) == (0, 0)
        verdicts[format] = known["steps"][1]["verdict"]
    assert verdicts["float4_e2m1fn"] == "refuted"


def test_one_point_stands_for_its_orbit() -> None:
    orbits = levels("orbits", 0, 1, 2, order="orbits")
    known = decided(Network(2, [SOFT]), orbits, 2, -2)
    assert (known["steps"][0]["verdict"], codes(known)) == ("holds", (0, 0))
    for layer in (PositionalEncoding([[0, 0], [0, 0]]), AttentionLayer([HEAD], "leftmost")):
        known = decided(Network(2, [SOFT, RoundedLayer(layer, "float32")]), orbits, 2, -2)
        assert (known["steps"][0]["verdict"], codes(known)) == ("inconclusive", (0, 0))
