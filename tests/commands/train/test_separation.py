"""Definition 2 in balls beside `ask`, which decides it on exact reals; each answer that there is."""

from __future__ import annotations

from dataclasses import replace

import pytest
from gmpy2 import mpq

from exactua.claims.verdicts import Verdict
from exactua.commands.ask.work import ask
from exactua.commands.train.exact_check import Enclosures
from exactua.commands.train.labelled_tokens import TrainingSet
from exactua.commands.train.separation import separation
from exactua.commands.train.weights import network_of
from tests.commands.train.small import labelled, tiny, weights


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
