"""The exact networks compute what the authors' matrices, written out as printed, give in floats."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from exactua.claims.claim import Claim
from exactua.grids.words import Words
from exactua.papers.chiang2022.first import first, symbols
from exactua.papers.chiang2022.first_layernorm import first_layernorm
from exactua.papers.chiang2022.first_layernorm import symbols as symbols_with_norm
from exactua.papers.chiang2022.parity import bits, parity
from exactua.papers.chiang2022.parity_layernorm import bits as bits_with_norm
from exactua.papers.chiang2022.parity_layernorm import parity_layernorm
from tests.papers.chiang2022 import as_printed

CASES = [
    (first, symbols, as_printed.first, {"big": 1}, (6, "first")),
    (first, symbols, as_printed.first, {"big": 3}, (6, "first")),
    (first_layernorm, symbols_with_norm, as_printed.first_layernorm, {"big": 2, "e": 5}, (6, "first")),
    (parity, bits, as_printed.parity, {"big": 1}, (9, "last")),
    (parity, bits, as_printed.parity, {"big": 3}, (9, "last")),
    (parity_layernorm, bits_with_norm, as_printed.parity_layernorm, {"big": 2, "e": 5}, (9, "last")),
]


@pytest.mark.parametrize(("claim", "domain", "program", "options", "output"), CASES)
def test_outputs_are_those_of_the_matrices_as_printed(
    claim: Claim, domain: Words, program: Callable[..., float], options: dict[str, int], output: tuple[int, str]
) -> None:
    row, end = output
    given: dict[str, Any] = {"big": options["big"]} | ({"eps": 10.0 ** -options["e"]} if "e" in options else {})
    for length in (1, 2, 3):
        network = claim.problem({"d": domain.d, "n": length + 1, **options}).networks["f"]
        for word in product((0, 1), repeat=length):
            exact = network(domain.matrix(list(map(str, word))))[row - 1][0 if end == "first" else -1]
            assert abs(float(str(exact)) - program(word, **given)) < 1e-9, word
