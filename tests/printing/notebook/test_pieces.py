"""What claims and networks are made of is shown in a few short lines, whatever it is."""

from __future__ import annotations

import pytest

from exactua import find
from exactua.authoring import (
    box,
    category1,
    category3,
    chosen,
    grid_sequences,
    levels,
    listed,
    pairs_of,
    product_of,
    real_columns,
    vocabulary,
)
from exactua.claims.registry import PAPERS, claims_of
from exactua.networks import AttentionHead, AttentionLayer, PositionalEncoding
from exactua.printing.notebook.pieces import WIDTH
from exactua.reprs import MOST_LINES
from tests.own_files import made_here


def test_a_term_is_told_as_it_is_printed() -> None:
    assert repr(made_here().step("rises").term) == "Term: for all j = 1..n: f(L)_(1, j) >= L_(1, j)"


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        (levels("bits", 0, 1, 2), ["Domain bits: matrices", "  with entries 0, 1"]),
        (
            category1,
            [
                "Domain category 1: matrices up to the order of their columns, all columns different",
                "  with entries k * 1 / m, k = 0, ..., m - 1",
            ],
        ),
        (
            category3,
            [
                "Domain category 3: matrices up to the order of their columns",
                "  with entries k * 1 / m, k = 0, ..., m - 1, or -m^(n d), at least once",
            ],
        ),
        (real_columns, ["Domain all real columns: all real columns, in finitely many cells"]),
        (pairs_of(levels("bits", 0, 1, 2)), ["Domain pairs of bits: all ordered pairs of points of bits"]),
        (listed("two", [[[0, 1]], [[1, 0]]]), ["Domain two: 2 matrices"]),
        (vocabulary("words", [[0], [1]]), ["Domain words: matrices", "  with columns [0], [1]"]),
    ],
)
def test_a_domain_is_told_by_what_it_ranges_over(spec: object, told: list[str]) -> None:
    assert repr(spec).split("\n") == told


def test_every_kind_of_domain_has_words() -> None:
    single = listed("one", [[[0]]])
    specs = [
        box("box", 0, 1),
        grid_sequences,
        product_of("product", [[[0]], [[1]]]),
        chosen("some", "k", [single, single]),
    ]
    assert all(repr(spec).startswith(f"Domain {spec.name}: ") for spec in specs)


def test_a_layer_and_a_head_are_told_by_their_weights() -> None:
    head = AttentionHead(W_O=[[1]], W_V=[[2]], W_K=[[3]], W_Q=[[4]])
    assert repr(head) == "Head: W_O = [1]  W_V = [2]  W_K = [3]  W_Q = [4]  b_Q = [0]"
    assert repr(AttentionLayer([head])).split("\n")[0] == "AttentionLayer: attention, 1 head, hardmax ties: average"
    assert repr(PositionalEncoding([[0, 1]])) == "PositionalEncoding: positional encoding, E = [0 1]"


def test_every_step_and_network_of_the_papers_is_told_shortly() -> None:
    told = []
    for claim in (claim for paper in PAPERS for claim in claims_of(paper)):
        told += [repr(part) for step in claim.steps for part in (*step.terms, *step.over)]
    network = find("lemma7")[0].networks["g_q_as_printed"]({"d": 1, "n": 2, "m": 4})
    told += [repr(item) for item in network.items] + [repr(layer) for layer in network.layers()]
    assert len(told) > 500
    assert all(len(lines) <= MOST_LINES for lines in (text.split("\n") for text in told))
    assert max(len(line) for text in told for line in text.split("\n")) <= WIDTH == 100
