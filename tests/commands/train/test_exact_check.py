"""The exact check and Definition 2 in balls, beside the literal network and `ask` on exact reals: they see each change."""

from __future__ import annotations

from dataclasses import replace

import pytest
from gmpy2 import mpq

from exactua.claims.verdicts import Verdict
from exactua.commands.ask.work import ask
from exactua.commands.train.exact_check import Enclosures, exact_check, separation
from exactua.commands.train.labelled_tokens import TrainingSet
from exactua.commands.train.weights import network_of
from tests.commands.train.small import labelled, tiny, weights


def checked(given, said=None, scores=None, cap=4096, data=None):
    data = tiny() if data is None else data
    enclosures = Enclosures(network_of(given), data.padded(given.width))
    said = data.targets if said is None else said
    return exact_check(enclosures, data.targets, said, len(given.bias), scores, cap)


def exact_classes(given, data):
    """By the literal network: the class and its lead at each token."""
    classes = []
    for X in data.padded(given.width):
        for column in zip(*network_of(given)(X), strict=True):
            scores = column[: len(given.bias)]
            top = next(c for c, score in enumerate(scores) if all(score >= other for other in scores))
            rest = [score for c, score in enumerate(scores) if c != top]
            classes.append((top, scores[top] - next(score for score in rest if all(score >= other for other in rest))))
    return classes


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("layers", [1, 2])
def test_it_says_what_the_literal_network_says(layers, seed):
    given = weights(layers, width=3, classes=3, seed=seed)
    result = checked(given)
    for token, (top, lead) in zip(result.tokens, exact_classes(given, tiny()), strict=True):
        assert token.exact == top
        low, high = token.margin
        assert 0 < low <= lead <= high
        assert high - low < mpq(1, 2**30)


def says(given):
    classes = iter(top for top, _ in exact_classes(given, tiny()))
    return tuple(tuple(next(classes) for _ in row) for row in tiny().targets)


def test_a_flipped_label_and_a_changed_weight_are_seen():
    given = weights(2)
    said = says(given)
    assert checked(given, said).agreeing == 6
    flipped = (said[0], (said[1][0], 1 - said[1][1], said[1][2]))
    result = checked(given, flipped)
    (token,) = result.differing
    assert (token.sequence, token.position, token.said, token.exact) == (2, 2, 1 - said[1][1], said[1][1])
    assert token.margin[0] > 0
    assert result.agreeing == 5
    changed = replace(given, bias=(given.bias[0] + 64, given.bias[1]))
    assert {token.exact for token in checked(changed, said).tokens} == {0}
    assert len(checked(changed, said).differing) == sum(label == 1 for row in said for label in row)


def test_right_tokens_are_counted_by_the_labels_of_the_set():
    given = weights(2)
    said = says(given)
    wanted = sum(
        a == b for row, other in zip(said, tiny().targets, strict=True) for a, b in zip(row, other, strict=True)
    )
    assert checked(given, said).correct == wanted
    assert checked(given, ((1 - said[0][0], *said[0][1:]), said[1])).correct == wanted


def test_equal_scores_are_undecided_at_the_cap():
    given = weights(1)
    twins = replace(given, read_out=(given.read_out[0],) * 2, bias=(0.5, 0.5))
    result = checked(twins, cap=256)
    assert len(result.undecided) == 6
    assert result.bits == 256
    assert result.agreeing == len(result.differing) == 0
    assert result.least_margin is None
    assert all(low <= 0 <= high for low, high in (token.margin for token in result.tokens))


def test_precision_rises_until_near_scores_are_told_apart():
    given = weights(1)
    near = replace(given, read_out=(given.read_out[0],) * 2, bias=(0.0, 2.0**-150))
    assert len(checked(near, cap=64).undecided) == 6
    result = checked(near)
    assert {token.exact for token in result.tokens} == {1}
    assert result.bits == 256
    for low, high in (token.margin for token in result.tokens):
        assert low <= mpq(1, 2**150) <= high
    least = result.least_margin
    assert least is not None
    assert least.margin[0] == min(token.margin[0] for token in result.tokens)


def test_float_scores_are_compared_with_exact_ones():
    given = weights(1)
    given = replace(given, blocks=(replace(given.blocks[0], W_O=(0.0, 0.0), W_2=((0.0,) * 3,) * 2, b_2=(0.0, 0.0)),))
    network = network_of(given)
    floats = [[[float(row[k]) for row in network(X)] for k in range(3)] for X in tiny().padded(2)]
    assert checked(given, scores=floats).error < mpq(1, 2**50)
    floats[1][2][0] += 0.125
    result = checked(given, scores=floats)
    assert mpq(1, 8) <= result.error < mpq(1, 8) + mpq(1, 2**50)
    assert [token.error > mpq(1, 9) for token in result.tokens] == [False] * 5 + [True]
    assert checked(given).error is None


def separated(given, stage="attention", cap=4096, data=None):
    data = tiny() if data is None else data
    return separation(Enclosures(network_of(given), data.padded(given.width)), data.data, stage, cap)


@pytest.mark.parametrize("stage", ["attention", "ids"])
def test_it_is_what_ask_finds(stage):
    given = weights(1)
    apart = separated(given, stage)
    answer = ask(
        network_of(given),
        list(tiny().padded(2)),
        property="contextual-mapping",
        definition="kajitsuka2024",
        stage=stage,
    )
    assert apart.verdict is answer.verdict is Verdict.HOLDS
    assert answer.separation is not None
    near = mpq(1, 2**50)
    assert apart.at_least**2 <= answer.separation.squared + near
    assert answer.separation.squared <= apart.at_most**2
    assert apart.at_most - apart.at_least < near
    assert apart.places == tuple((side.rank + 1, side.column) for side in answer.separation.sides)
    (radius,) = (constant for constant in answer.constants if constant.name == "radius_squared")
    assert radius.value - near <= apart.norms_below**2 <= radius.value + near


def silent(given, **changes):
    return replace(given, blocks=(replace(given.blocks[0], **changes), *given.blocks[1:]))


def test_without_attention_no_context_is_told():
    apart = separated(silent(weights(1), W_O=(0.0, 0.0)))
    assert apart.verdict is Verdict.REFUTED
    assert apart.places == ((1, 1), (2, 1))
    assert apart.at_least == apart.at_most == 0


def test_ids_that_are_too_near_for_the_cap_are_undecided():
    faint = silent(weights(1), W_O=(2.0**-200, 0.0))
    apart = separated(faint, cap=64)
    assert apart.verdict is Verdict.INCONCLUSIVE
    assert apart.at_least == 0 < apart.at_most < mpq(1, 2**40)
    apart = separated(faint)
    assert apart.verdict is Verdict.HOLDS
    assert apart.bits > 64
    assert 0 < apart.at_least <= apart.at_most < mpq(1, 2**199)


def test_where_nothing_must_differ_it_is_vacuous():
    training_set = TrainingSet(labelled(([[1, 1]], [[1, 2]]), ([[1, 1]], [[2, 2]])), "one")
    apart = separated(weights(1), data=training_set)
    assert (apart.verdict, apart.at_most, apart.places) == (Verdict.VACUOUS, None, None)
