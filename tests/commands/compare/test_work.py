"""Layers compared: what is known of them by hand, formats that see too little, and input that is none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from gmpy2 import mpq

from exactua.claims.verdicts import Verdict
from exactua.commands.compare.candidates import CANDIDATES, Candidate, NotBuilt, Sequences
from exactua.commands.compare.work import Compared, compare, read_sequences, sequences_of
from exactua.errors import InputError
from exactua.networks import Network
from exactua.networks.softmax_attention import SoftmaxAttentionLayer

BY_NAME = {candidate.name: candidate for candidate in CANDIDATES}


def exact(*sequences: list[list[object]]) -> list[tuple[tuple[mpq, ...], ...]]:
    return [tuple(tuple(map(mpq, row)) for row in X) for X in sequences]


def one(name: str, *sequences: list[list[object]]) -> Compared:
    (comparison,) = compare(sequences_of(exact(*sequences)), [BY_NAME[name]])
    return comparison


SAME_MEAN = ([[1, 2, 5, 6]], [[1, 3, 4, 6]])


def test_same_least_greatest_and_mean_defeat_hardmax_and_average_but_not_softmax() -> None:
    for name, verdict in (
        ("one hardmax layer", Verdict.REFUTED),
        ("average attention", Verdict.REFUTED),
        ("one softmax layer", Verdict.HOLDS),
        ("hardmax stack", Verdict.HOLDS),
    ):
        assert one(name, *SAME_MEAN).answers["definition2"].verdict is verdict, name


def test_the_softmax_layer_is_one_layer_with_its_separation_certified() -> None:
    comparison = one("one softmax layer", *SAME_MEAN)
    assert comparison.network is not None
    (layer,) = comparison.network.items
    assert isinstance(layer, SoftmaxAttentionLayer)
    separation = comparison.answers["definition2"].separation
    assert separation is not None
    assert separation.below
    assert separation.squared > 0
    assert comparison.answers["definition2"].decision["separation"].verdict is Verdict.HOLDS


def test_permuted_sequences_meet_definition_e1_by_position_only() -> None:
    permuted = ([["1/2", "1/4"]], [["1/4", "1/2"]])
    assert one("one softmax layer", *permuted).answers["definition_e1"].verdict is Verdict.REFUTED
    assert one("bi-linear projection", *permuted).answers["definition_e1"].verdict is Verdict.HOLDS
    assert one("separable convolution", *permuted).answers["definition_e1"].verdict is Verdict.HOLDS


def test_a_format_that_is_too_narrow_sees_no_difference() -> None:
    far = ([[0, 4096]], [[mpq(1, 64), 4096]])
    comparison = one("average attention", *far)
    assert comparison.answers["definition2"].verdict is Verdict.HOLDS
    assert comparison.seen == {"float16": False, "float32": True, "float64": True}


def test_stacks_that_are_too_high_are_not_built() -> None:
    comparison = one("hardmax stack", [[0, mpq(1, 7919)]], [[0, 1]])
    assert comparison.network is None
    assert "has 7,922 layers; at most 5,000" in comparison.reason


def test_networks_on_the_grid_begin_by_taking_the_sequences_there() -> None:
    given = Sequences(tuple(exact([["-1/2", "3/2"]], [["1/2", "3/2"]])))
    assert given.values == {"d": 1, "n": 2, "m": 3}
    for X in given.points:
        assert set(given.onto_grid()(X)[0]) <= {mpq(0), mpq(1, 3), mpq(2, 3)}


def test_what_can_not_be_built_is_said() -> None:
    def never(given: Sequences) -> tuple[Network, tuple[mpq, ...]]:
        raise NotBuilt("nothing serves")

    (comparison,) = compare(sequences_of(exact([[1]])), [Candidate("none", "nowhere", never)])
    assert (comparison.reason, comparison.answers, comparison.seen) == ("nothing serves", {}, {})


@pytest.mark.parametrize(
    ("data", "why"),
    [([], "there is no sequence in it"), ([[]], "there is no sequence in it"), ([[[1, 2]], [[1, 2, 3]]], "point 2"),
     ([[[0.5]]], "float"), ({"points": 3}, "there is no sequence in it"), ([[[k]] for k in range(201)], "at most 200")],
)  # fmt: skip
def test_sequences_that_are_none_are_refused(tmp_path: Path, data: object, why: str) -> None:
    file = tmp_path / "sequences.json"
    file.write_text(json.dumps(data))
    with pytest.raises(InputError, match=why):
        read_sequences(file)
    with pytest.raises(InputError, match=r"is not a \.json file"):
        read_sequences(tmp_path / "points.csv")
