"""The trained layer of docs/exchange.md: what its page says of it, decided exactly."""

from itertools import combinations_with_replacement
from pathlib import Path

import pytest
from gmpy2 import mpq

from exactua.commands.export.networks import Asked, import_tensors

pytest.importorskip("safetensors")
FILE = Path(__file__).parents[3] / "docs" / "examples" / "one_layer.safetensors"
TOKENS = [(mpq(0), mpq(0)), (mpq(1), mpq(0)), (mpq(0), mpq(1)), (mpq(1), mpq(1))]


@pytest.mark.parametrize("attention", ["softmax", "hardmax"])
def test_it_knows_at_every_token_whether_the_last_one_occurs(attention):
    """Sequences up to permutation: the layer treats all columns alike."""
    network = import_tensors(FILE, Asked(attention, heads=1)).network
    margins = []
    for sequence in combinations_with_replacement(TOKENS, 3):
        absent, present = network(tuple(zip(*sequence, strict=True)))
        sign = 1 if TOKENS[3] in sequence else -1
        margins += [sign * (b - a) for a, b in zip(absent, present, strict=True)]
    assert len(margins) == 60
    assert all(margin > mpq(69, 10) for margin in margins)
    assert not all(margin > mpq(73, 10) for margin in margins)
