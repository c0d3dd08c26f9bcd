"""Data sets, small weights, and what is decided about a Transformer that was built: every step can say no."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from gmpy2 import mpq

from exactua.arithmetic.reals import PI, PrecisionReached, Real, precision
from exactua.arithmetic.reals import log as real_log
from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.errors import InputError
from exactua.networks import AttentionHead, FeedForwardLayer, Network, PositionalEncoding, SoftmaxAttentionLayer
from exactua.papers.kajitsuka2024.data_sets import tokens
from exactua.papers.kajitsuka2024.label_maps import plateaus
from exactua.papers.kajitsuka2024.labelled_sequences import LabelledSequences
from exactua.papers.kajitsuka2024.memorised import (
    Printed,
    box,
    constants_of,
    decimal,
    memorised_claim,
    printed_logarithms,
)
from exactua.papers.kajitsuka2024.memorising import (
    Attention,
    Memoriser,
    SmallWeights,
    memoriser,
    paper_attention,
    printed_encodings,
    small_attention,
    small_encodings,
    small_weights,
    vectors,
)
from exactua.papers.kajitsuka2024.separation import Separation, squared_norm
from exactua.terms.tracing import log, rational
from tests.papers.evaluators import changed, decided_by_both, refuted_alone, with_verdict

A, B, C, D = tokens((1, 0), (2, 1), (0, 2), ("1/2", 3))


def labelled(*words: tuple[Any, ...], shift: int = 0) -> LabelledSequences:
    """Sequences of tokens; each context has labels of its own."""
    numbers: dict[Any, int] = {}
    pairs = []
    for word in words:
        contexts = [numbers.setdefault((token, frozenset(word)), len(numbers)) for token in word]
        Y = tuple(tuple((3 * number + i + shift) % 5 + 1 for number in contexts) for i in range(len(word[0])))
        pairs.append((tuple(zip(*word, strict=True)), Y))
    return LabelledSequences.of(pairs)


DATA = labelled((A, B, C), (A, B, D), (C, A, B), (D, B, C))


@pytest.fixture(scope="module")
def built() -> Memoriser:
    return memoriser(DATA, small_attention(DATA), plateaus)


def problem(construction: Memoriser, constants: Separation | None = None) -> Problem:
    claim = memorised_claim("corollary1", construction, constants or constants_of(construction.encoded.vocabulary))
    return claim.problem(box(construction))


def test_every_step_holds(built: Memoriser) -> None:
    decision = decided_by_both(problem(built))
    assert with_verdict(decision, Verdict.HOLDS) == {result.step.name for result in decision.results}
    assert [built.network(X) for X in DATA.sequences] == list(DATA.labels)


def test_permuted_sequences_share_their_contexts(built: Memoriser) -> None:
    assert len(built.ids) == len(DATA.contexts) == 9
    assert len(set(built.ids.values())) == 9


def test_separation_and_bound_are_those_of_the_ids(built: Memoriser) -> None:
    differences = [[x - y for x, y in zip(h, other, strict=True)] for h, other in combinations(built.ids.values(), 2)]
    distances = [sum((x * x for x in vector), start=mpq(0)) for vector in differences]
    assert all(distance > built.separation**2 for distance in distances)
    assert not all(distance > 4 * built.separation**2 for distance in distances)
    norms = [sum((x * x for x in h), start=mpq(0)) for h in built.ids.values()]
    assert all(norm < built.bound**2 for norm in norms)
    assert not all(norm < (built.bound * mpq(9, 10)) ** 2 for norm in norms)


def test_counts_are_those_of_the_layers(built: Memoriser) -> None:
    counts, layer = built.counts, built.feed_forward
    assert counts.hidden == layer.hidden_size
    assert counts.entries == built.network.quantity("parameters")
    assert counts.thresholds == layer.hidden_size - 4
    assert len(set(layer.b_1)) == counts.thresholds + 1
    assert counts.printed == 4 * (1 + 2) + 2 * (2 * 3 * 4 + 2)
    assert counts.built == 8 + 2 + 4 * counts.changes + 2


def test_a_label_that_is_not_given_is_seen(built: Memoriser) -> None:
    layer = built.feed_forward
    b_2 = [layer.b_2[0] + 1, layer.b_2[1]]
    other = FeedForwardLayer(layer.W_1, layer.b_1, layer.W_2, b_2, layer.activation)
    assert refuted_alone(problem(replace(built, feed_forward=other)), "memorised")


def test_other_networks_are_refuted(built: Memoriser) -> None:
    whole = problem(built)

    def network(*items: Any) -> Problem:
        stages = {"encoded": 0, "ids": 1, "output": len(items)}
        return whole.with_networks({"F": Network(2, items, stages)})

    attention, layer = built.network.items
    assert isinstance(attention, SoftmaxAttentionLayer)
    head = attention.heads[0]
    assert refuted_alone(network(layer, attention), "memorised")
    twice = network(attention, attention, layer)
    assert refuted_alone(twice, "attention_layers")
    assert refuted_alone(twice, "parameters")
    assert refuted_alone(network(SoftmaxAttentionLayer([head, head]), layer), "heads")
    wide = AttentionHead([[0, 0], [0, 0]], [[1, 0], [0, 1]], [[1, 0], [0, 1]], [[1, 0], [0, 1]])
    assert refuted_alone(network(SoftmaxAttentionLayer([wide]), layer), "head_size")
    assert refuted_alone(network(SoftmaxAttentionLayer([wide]), layer), "ids_in_intervals")
    assert refuted_alone(network(attention, layer, layer), "feed_forward_layers")
    larger = FeedForwardLayer(
        [*layer.W_1, (1, 1)], [*layer.b_1, 0], [[*row, 0] for row in layer.W_2], layer.b_2, layer.activation
    )
    assert refuted_alone(network(attention, larger), "hidden_size")
    loud = AttentionHead([[100 * x for x in row] for row in head.W_O], head.W_V, head.W_K, head.W_Q)
    assert refuted_alone(network(SoftmaxAttentionLayer([loud]), layer), "ids_bounded")


@pytest.mark.parametrize(
    ("constants", "step"),
    [
        (Separation(mpq(1), mpq(4), mpq(1)), "norms_above"),
        (Separation(mpq(1, 2), mpq(3), mpq(1)), "norms_below"),
        (Separation(mpq(1, 2), mpq(4), mpq(3, 2)), "tokens_apart"),
    ],
)
def test_hypotheses_are_strict(built: Memoriser, constants: Separation, step: str) -> None:
    assert refuted_alone(problem(built, constants), step)


def test_other_encodings_are_seen(built: Memoriser) -> None:
    """(1, 0) + (1, 1) is (2, 1)."""
    items = (PositionalEncoding([[1, 0, 0], [1, 0, 0]]), *built.network.items)
    shifted = problem(built).with_networks({"F": Network(2, items, {"encoded": 1, "ids": 2, "output": 3})})
    for step in ("other_layers", "no_duplicates", "vocabulary", "ids_in_intervals"):
        assert refuted_alone(shifted, step)


def test_separations_are_compared(built: Memoriser) -> None:
    whole, at = problem(built), memorised_claim("corollary1", built, constants_of(DATA.vocabulary)).at()
    double = rational(2 * built.separation).term
    definitions = tuple((name, double if name == "delta" else term) for name, term in whole.definitions)
    assert refuted_alone(replace(whole, definitions=definitions), "ids_apart")
    of_8 = Printed(at.d, at.n, at.V, at.r_min, at.r_max, at.epsilon).log_theorem2
    assert refuted_alone(changed(whole, "beside_theorem2", of_8 > log(at.delta)), "beside_theorem2")


def test_encodings_tell_positions_apart() -> None:
    words = labelled((A, A, B), (A, B, A), (B, A, A))
    E = small_encodings(words)
    assert E == ((3, 6, 9), (3, 6, 9)) or E[0] == E[1]
    places = [{token[k] for token in words.shifted(E).tokens} for k in range(3)]
    assert all(not first & second for first, second in combinations(places, 2))
    step = E[0][0]
    less = [
        {tuple(x + (step - 1) * k for x in token) for token in {word[k - 1] for word in words.tokens}}
        for k in (1, 2, 3)
    ]
    zero = (mpq(0), mpq(0))
    assert any(first & second for first, second in combinations(less, 2)) or any(zero in place for place in less)
    construction = memoriser(words, small_attention(words.shifted(E)), plateaus, E)
    assert [construction.network(X) for X in words.sequences] == list(words.labels)
    claim = memorised_claim("corollary2", construction, constants_of(construction.encoded.vocabulary))
    decision = decided_by_both(claim.problem(box(construction)))
    assert with_verdict(decision, Verdict.HOLDS) == {result.step.name for result in decision.results}


def test_printed_encodings_are_equation48() -> None:
    assert printed_encodings(2, 3, mpq(1, 2)) == ((1, 2, 3), (1, 2, 3))


def test_weights_of_the_paper_memorise_too() -> None:
    few = labelled((B, A), (A, B), (B, C))
    construction = memoriser(few, paper_attention(few, constants_of(few.vocabulary)), plateaus)
    assert [construction.network(X) for X in few.sequences] == list(few.labels)
    assert construction.separation < mpq(1, 10**100)
    assert all(isinstance(entry, Real) for entry in construction.attention.layer.heads[0].W_Q[0])
    norms = squared_norm(construction.attention.w)
    assert norms == 1


def test_the_token_0_has_no_id_of_its_own() -> None:
    zero, *line = tokens(0, 1, 5, 2, 4)
    same_mean = labelled((zero, line[0], line[1]), (zero, line[2], line[3]))
    with pytest.raises(InputError, match=r"the token 0 attends to all tokens alike, and r_min > 0 excludes it$"):
        small_attention(same_mean)
    with pytest.raises(InputError, match=r"those of the paper divide by r_min, and a token is 0; take small ones$"):
        paper_attention(same_mean, constants_of(same_mean.vocabulary))
    other = labelled((zero, line[0], line[1]), (zero, line[0], line[3]))
    construction = memoriser(other, small_attention(other), plateaus)
    names = {step.name for step in problem(construction).steps}
    assert {"norms_above", "beside_theorem2"}.isdisjoint(names)
    assert with_verdict(decided_by_both(problem(construction)), Verdict.HOLDS) == names


def test_one_token_and_one_sequence() -> None:
    construction = memoriser(labelled((A,)), small_attention(labelled((A,))), plateaus)
    decision = decided_by_both(problem(construction))
    assert with_verdict(decision, Verdict.HOLDS) == {step.name for step in decision.problem.steps}
    assert "beside_theorem2" not in {step.name for step in decision.problem.steps}


def test_weights_that_do_not_tell_contexts_apart() -> None:
    none = SmallWeights((1, 0), mpq(0), mpq(0), 0)
    with pytest.raises(InputError, match=r"^weights: two contexts have the same id; take others$"):
        memoriser(DATA, Attention(none.layer(), (mpq(1), mpq(4))), plateaus)
    few = labelled((B, A), (B, C))
    with precision(64), pytest.raises(PrecisionReached):
        memoriser(few, paper_attention(few, constants_of(few.vocabulary)), plateaus)


def test_vectors_tell_tokens_apart() -> None:
    vocabulary = [(mpq(a), mpq(b), mpq(c)) for a in range(3) for b in range(3) for c in range(3)]
    candidates = list(vectors(vocabulary))
    assert len(candidates) == len(set(candidates)) > 3
    for v in candidates:
        values = {sum(a * b for a, b in zip(v, token, strict=True)) for token in vocabulary}
        assert len(values) == 27
    assert list(vectors([(mpq(2),), (mpq(3),)])) == [(1,)]


def test_the_search_prefers_what_is_further_apart() -> None:
    weights = small_weights(DATA.contexts)
    assert weights is not None
    weaker = replace(weights, kappa=weights.kappa / 64)
    best, other = (memoriser(DATA, Attention(w.layer(), tuple(map(mpq, w.v))), plateaus) for w in (weights, weaker))
    assert other.separation / other.bound < best.separation / best.bound


def test_logarithms_are_those_of_the_formulas() -> None:
    few = labelled((A, B), (B, A), (A, C))
    constants = constants_of(few.vocabulary)
    logarithms = printed_logarithms(few, few, constants)
    assert list(logarithms) == ["(8)", "(47)"]
    two = mpq(2)
    scores = 4**4 * (2 * real_log(two) + 3) * PI * 2 * constants.r_max**2 / (4 * constants.epsilon * constants.r_min)
    below = constants.r_max**2 * 4**4 * (2 * real_log(two) + 3) * PI * 2
    of_8 = 2 * real_log(two) ** 2 * constants.epsilon**2 * constants.r_min / below
    of_47 = constants.epsilon * constants.r_min * real_log(two) / below
    for name, factor in (("(8)", of_8), ("(47)", of_47)):
        assert abs(logarithms[name] * real_log(mpq(10)) - (real_log(factor) - scores)) < mpq(1, 10**50)
    E = small_encodings(few)
    encoded = few.shifted(E)
    assert list(printed_logarithms(few, encoded, constants_of(encoded.vocabulary))) == ["(8)", "(50)"]
    assert printed_logarithms(labelled((A,)), labelled((A,)), constants) == {}


def test_long_decimals_are_cut() -> None:
    assert (decimal(mpq(69, 25)), decimal(mpq(397, 10**1541))) == ("69/25", "397/10^1541")
