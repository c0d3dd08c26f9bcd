"""FIRST, with and without layer normalisation: verdicts by both evaluators, and that every step can say no."""

from __future__ import annotations

import pytest

from exactua.arithmetic.rationals import Rational
from exactua.claims.verdicts import Verdict
from exactua.errors import InputError
from exactua.networks import Network, SoftmaxAttentionLayer
from exactua.papers.chiang2022 import first as page
from exactua.papers.chiang2022.encoder_layers import feed_forward, head, norm, only_kept
from exactua.papers.chiang2022.first import first
from exactua.papers.chiang2022.first_layernorm import first_layernorm
from exactua.terms.tracing import exp, log, point, rational, sqrt
from tests.papers.background.deciding import refuted, says_no, vacuous, verdict

at, at_norm = first.at(), first_layernorm.at()
SHORT, WITH_NORM = {"n": 3, "big": 1}, {"n": 3, "big": 1, "e": 5}


def with_items(claim, values, **items: object) -> dict[str, Network]:  # type: ignore[no-untyped-def]
    """The network f with other layers in some places, counted from 0: _2=layer."""
    f = claim.problem(values).networks["f"]
    changed = list(f.items)
    for place, item in items.items():
        changed[int(place[1:])] = item  # type: ignore[assignment]
    return {"f": Network(f.d, changed, dict(f.stages))}


@pytest.mark.parametrize(("n", "big"), [(2, 1), (5, 1), (4, 10)])
def test_first_holds(n: int, big: int) -> None:
    assert refuted(first, {"n": n, "big": big}) == set()
    assert vacuous(first, {"n": n, "big": big}) == (set() if big == 1 else {"cross_entropy"})


@pytest.mark.parametrize(("n", "e"), [(2, 5), (3, 20)])
def test_first_with_norms_holds(n: int, e: int) -> None:
    assert refuted(first_layernorm, {"n": n, "big": 1, "e": e}) == set()


def test_a_second_layer_that_does_not_look_at_the_mark_is_seen() -> None:
    blind = SoftmaxAttentionLayer([head(6, 1, query={2: 1}, key={3: 1}, value={3: Rational(-1, 2)}, output={5: 1})])
    assert says_no(first, SHORT, "correct", networks=with_items(first, SHORT, _2=blind))


def test_a_first_layer_that_marks_zeros_is_seen() -> None:
    zeros = feed_forward([{0: 1, 3: 1}], [-1], {4: [1]}, 6)
    for step in ("correct", "marked", "exact_distance"):
        assert says_no(first, SHORT, step, networks=with_items(first, SHORT, _1=zeros))


def test_scores_that_are_not_divided_are_seen() -> None:
    undivided = SoftmaxAttentionLayer(
        [head(6, 6, query={2: 1}, key={3: 1}, value={3: Rational(-1, 2), 4: 1}, output={5: 1})]
    )
    networks = with_items(first, SHORT, _2=undivided)
    assert verdict(first, SHORT, "correct", networks=networks) is Verdict.HOLDS
    assert says_no(first, SHORT, "exact_distance", networks=networks)


def test_bounds_of_first_are_sharp() -> None:
    signed = page.signed(at)
    assert says_no(first, SHORT, "exact_distance", signed == at.weight / 2 + rational("1/1000000"))
    assert says_no(first, SHORT, "correct", signed > rational("1/3"))
    closer = log(1 + exp(-signed)) > (1 - rational(2) / (5 * at.n)) * log(2)
    assert says_no(first, {"n": 5, "big": 1}, "cross_entropy", closer)


def test_norms_and_the_last_map_are_needed() -> None:
    without = with_items(first_layernorm, WITH_NORM, _6=only_kept(12, 4))
    assert says_no(first_layernorm, WITH_NORM, "preserved", networks=without)
    assert says_no(first_layernorm, WITH_NORM, "correct", networks=without)
    larger = with_items(first_layernorm, WITH_NORM, _7=norm(12, Rational(1)))
    assert verdict(first_layernorm, WITH_NORM, "correct", networks=larger) is Verdict.HOLDS
    assert says_no(first_layernorm, WITH_NORM, "cross_entropy", networks=larger)
    one_sided = with_items(first_layernorm, WITH_NORM, _2=feed_forward([{0: -1, 2: -1, 3: 1}], [0], {4: [1]}, 12))
    assert says_no(first_layernorm, WITH_NORM, "mirror", networks=one_sided)
    zeros = feed_forward([{1: -1, 2: -1, 3: 1}], [0], {4: [1], 10: [-1]}, 12)
    assert says_no(first_layernorm, WITH_NORM, "marked", networks=with_items(first_layernorm, WITH_NORM, _2=zeros))


def test_the_limit_with_norms_is_sharp() -> None:
    output = at_norm.output
    assert says_no(first_layernorm, WITH_NORM, "below_limit", (output < sqrt(6) - rational("1/1000")))
    assert says_no(first_layernorm, WITH_NORM, "exact_at_eps_0", at_norm.f_eps_0(point)[6, 1] == sqrt(6))
    assert says_no(first_layernorm, WITH_NORM, "cross_entropy", 9 * log(1 + exp(-output)) < log(2))


def test_lengths_that_are_not_listed_are_refused() -> None:
    with pytest.raises(InputError, match="n: 9 is not valid"):
        first.problem({"d": 6, "n": 9, "big": 1})
