"""Weights as an exact network: beside the formula in floats, with an exact read-out."""

from __future__ import annotations

import math
import re
from dataclasses import replace

import pytest
from gmpy2 import mpq

from exactua.commands.train.weights import network_of, parameters
from exactua.errors import InputError
from exactua.networks.files import read_network, write_network
from tests.commands.train.small import weights


def by_formula(given, X):
    """(20), (3) and the scores in float64, token by token."""
    dot = lambda a, b: math.fsum(x * y for x, y in zip(a, b, strict=True))  # noqa: E731
    tokens = [list(map(float, token)) for token in zip(*X, strict=True)]
    for block in given.blocks:
        keys, queries = [dot(block.v_1, z) for z in tokens], [dot(block.v_2, z) for z in tokens]
        after = []
        for z, query in zip(tokens, queries, strict=True):
            powers = [math.exp(key * query) for key in keys]
            mean = dot(powers, keys) / math.fsum(powers)
            h = [x + w * mean for x, w in zip(z, block.W_O, strict=True)]
            hidden = [max(0.0, dot(row, h) + b) for row, b in zip(block.W_1, block.b_1, strict=True)]
            after.append([x + dot(row, hidden) + b for x, row, b in zip(h, block.W_2, block.b_2, strict=True)])
        tokens = after
    return [[dot(row, h) + s for row, s in zip(given.read_out, given.bias, strict=True)] for h in tokens]


@pytest.mark.parametrize("layers", [1, 3])
def test_the_network_is_the_formula(layers):
    given = weights(layers, width=3, classes=2)
    X = [[1, 0, -1], [2, 1, 0], [0, 0, 0]]
    scores = network_of(given).stage(X, "scores")
    wanted = by_formula(given, X)
    for k in range(3):
        for c in range(2):
            difference = scores[c][k] - mpq(wanted[k][c])
            assert -mpq(1, 10**12) < difference < mpq(1, 10**12)
        assert scores[2][k] == 0


def test_the_read_out_is_exact_and_every_float_is_taken_as_it_is():
    given = weights(1)
    block = replace(given.blocks[0], W_O=(0.0, 0.0), W_2=((0.0,) * 3,) * 2, b_2=(0.0, 0.0))
    given = replace(given, blocks=(block,), read_out=((0.1, -2.0), (3.0, 0.5)), bias=(1e-30, -1.0))
    network = network_of(given)
    for x, y in ((1, 0), (-3, 2), (0, 0), (5, -7)):
        assert network([[x], [y]]) == (
            (mpq(0.1) * x - 2 * y + mpq(1e-30),),
            (3 * x + mpq(1, 2) * y - 1,),
        )


def test_parameters_are_counted():
    given = weights(3, width=5, hidden=4, classes=2)
    numbers = [number for block in given.blocks for vector in (block.v_1, block.v_2, block.W_O, block.b_1, block.b_2)
               for number in vector] + [number for block in given.blocks for rows in (block.W_1, block.W_2) for row in rows
               for number in row] + [number for row in given.read_out for number in row] + list(given.bias)  # fmt: skip
    assert given.parameters == len(numbers) == parameters(3, 5, 4, 2)


def test_it_is_a_rank_1_transformer_and_its_file_reads_back(tmp_path):
    network = network_of(weights(2))
    assert network.quantity("head size") == network.quantity("heads") == 1
    assert network.quantity("attention layers") == 2
    assert network.stages == {"attention": 1, "ids": 4, "scores": 5}
    write_network(tmp_path / "net.json", network)
    assert read_network(tmp_path / "net.json").network == network


@pytest.mark.parametrize("entry", [math.nan, math.inf, -math.inf])
def test_what_is_no_number_is_not_read(entry):
    given = weights(2)
    broken = replace(given, blocks=(given.blocks[0], replace(given.blocks[1], b_1=(0.0, entry, 0.0))))
    with pytest.raises(InputError, match=rf"weights: b_1 of layer 2 has the entry {entry}, which is not a number"):
        network_of(broken)


def test_more_classes_than_rows_are_told():
    with pytest.raises(
        InputError, match=re.escape("width: the scores of 3 classes need 3 rows, but there are 2; give a width >= 3")
    ):
        network_of(weights(1, width=2, classes=3))
