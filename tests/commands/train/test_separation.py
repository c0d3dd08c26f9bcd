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
    found = separated(given, stage)
    answer = ask(
        network_of(given),
        list(tiny().padded(2)),
        property="contextual-mapping",
        definition="kajitsuka2024",
        stage=stage,
    )
    assert found.verdict is answer.verdict is Verdict.HOLDS
    assert answer.separation is not None
    near = mpq(1, 2**50)
    assert found.at_least**2 <= answer.separation.squared + near
    assert answer.separation.squared <= found.at_most**2
    assert found.at_most - found.at_least < near
    assert found.places == tuple((side.rank + 1, side.column) for side in answer.separation.sides)
    (radius,) = (one for one in answer.constants if one.name == "radius_squared")
    assert radius.value - near <= found.norms_below**2 <= radius.value + near


def silent(given, **changes):
    return replace(given, blocks=(replace(given.blocks[0], **changes), *given.blocks[1:]))


def test_without_attention_no_context_is_told():
    found = separated(silent(weights(1), W_O=(0.0, 0.0)))
    assert found.verdict is Verdict.REFUTED
    assert found.places == ((1, 1), (2, 1))
    assert found.at_least == found.at_most == 0


def test_ids_that_are_too_near_for_the_cap_are_undecided():
    faint = silent(weights(1), W_O=(2.0**-200, 0.0))
    found = separated(faint, cap=64)
    assert found.verdict is Verdict.INCONCLUSIVE
    assert found.at_least == 0 < found.at_most < mpq(1, 2**40)
    found = separated(faint)
    assert found.verdict is Verdict.HOLDS
    assert found.bits > 64
    assert 0 < found.at_least <= found.at_most < mpq(1, 2**199)


def test_where_nothing_must_differ_it_is_vacuous():
    one = TrainingSet(labelled(([[1, 1]], [[1, 2]]), ([[1, 1]], [[2, 2]])), "one")
    found = separated(weights(1), data=one)
    assert (found.verdict, found.at_most, found.places) == (Verdict.VACUOUS, None, None)
