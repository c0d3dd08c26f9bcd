"""Heat maps of heads: every number as it is, in a colour by how great it is; what a mask forbids is marked."""

from __future__ import annotations

import re
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from exactua import trace
from exactua.commands.trace.words import document, report
from exactua.deciding.trace import Trace
from exactua.printing.renderers.html import STRONGEST
from tests.own_files import cell
from tests.printing.notebook.test_pages import html, tables

WORDS = """
from exactua.authoring import *
lemma = claim("lemma", parameters=("d", "n"))
@lemma.network("f")
def f(values):
    return Network(1, [{layer}([AttentionHead(W_O=[[1]], W_V=[[1]], W_K=[[1]], W_Q=[[0]], b_Q=[1])], mask={mask})])
@lemma.states("x", over=levels("bits", -5, 1, 11))
def x(at):
    return at.f(point)[1, 1] >= point[1, 1] - 100
"""


def traced(point: str, mask: str = '"causal"', layer: str = "AttentionLayer") -> Trace:
    lemma = cell(WORDS.format(layer=layer, mask=mask))["lemma"]
    return trace(lemma, point, d=1, n=len(point.split()))


def shades(heat_map: Trace) -> list[list[int | None]]:
    """How strong the colours of cells of the heat map are, row by row; None of a cell without a shade."""
    page = heat_map._repr_html_()
    (table,) = re.findall(r"<table><caption>layer 1, head 1 of 1</caption>(.*?)</table>", page, re.DOTALL)
    cells = [re.findall(r"<td([^>]*)>", row) for row in re.findall("<tr>(.*?)</tr>", table, re.DOTALL)[1:]]
    found_shades = [[re.search(r"rgba\(31, 111, 180, (\d+)%\)", style) for style in row] for row in cells]
    return [[None if match is None else int(match[1]) for match in row] for row in found_shades]


def test_the_greater_a_number_the_stronger_its_colour() -> None:
    heat_map = traced("0 2 1", mask="None")
    _, heads, _ = tables(heat_map._repr_markdown_())
    assert heads == [
        ["", "score j = 1", "score j = 2", "score j = 3", "", "weight j = 1", "weight j = 2", "weight j = 3"],
        ["k = 1", "0", "0", "0", "", "0", "0", "0"],
        ["k = 2", "2", "2", "2", "", "1", "1", "1"],
        ["k = 3", "1", "1", "1", "", "0", "0", "0"],
    ]
    half = STRONGEST // 2
    assert shades(heat_map) == [
        [None, 0, 0, 0, None, 0, 0, 0],
        [None, *[STRONGEST] * 3, None, *[STRONGEST] * 3],
        [None, half, half, half, None, 0, 0, 0],
    ]


@given(st.lists(st.integers(-5, 5), min_size=1, max_size=5), st.booleans())
def test_shades_are_in_the_order_of_the_numbers(point: list[int], causal: bool) -> None:
    heat_map = traced(" ".join(map(str, point)), mask='"causal"' if causal else "None")
    states = [state for state in heat_map.states if state.heads]
    if not states:
        return
    rows, n = shades(heat_map), len(point)
    seen = {(point[k], rows[k][1 + j]) for k in range(n) for j in range(n) if (k, j) not in states[0].masked}
    for (x, shade), (y, other) in zip(sorted(seen), sorted(seen)[1:], strict=False):
        assert shade is not None
        assert other is not None
        assert shade < other if x < y else shade == other
    assert all(rows[k][1 + j] is None for k, j in states[0].masked)
    assert states[0].masked == ({(k, j) for k in range(n) for j in range(k)} if causal else set())


def test_what_a_mask_forbids_is_marked_in_every_form() -> None:
    heat_map = traced("0 2 1")
    text = "\n".join(report(heat_map))
    assert (
        "scores and weights that token j (column) gives to token k (row); masked: the mask forbids that token" in text
    )
    assert [line.split("|")[0].split()[3:] for line in text.split("\n") if line.startswith("  k = ")] == [
        ["0", "0", "0"],
        ["2", "masked", "2", "2"],
        ["1", "masked", "1", "masked", "1"],
    ]
    assert "masked: the mask forbids that token, so its score does not count" in "".join(html(heat_map).words)
    assert tables(heat_map._repr_markdown_())[1][3][1:4] == ["1 masked", "1 masked", "1"]
    assert [state["masked"] for state in document(heat_map)["states"]] == [[], [[2, 1], [3, 1], [3, 2]]]
    assert "masked" not in "\n".join(report(traced("0 2 1", mask="None")))


def test_weights_of_softmax_have_their_first_digits() -> None:
    heat_map = traced("0 2 1", layer="SoftmaxAttentionLayer")
    assert tables(heat_map._repr_markdown_())[1][2] == [
        "k = 2",
        "2 masked",
        "2",
        "2",
        "",
        "0",
        r"\~0.8808",
        r"\~0.66524",
    ]
    assert shades(heat_map)[1][6:] == [STRONGEST * 88 // 100, STRONGEST * 66 // 100]


def test_many_tokens_have_no_table(tmp_path: Path) -> None:
    heat_map = traced(" ".join(["1"] * 12 + ["2"]))
    assert "scores and weights are 13 x 13 for each head, and shown up to 12 tokens" in "".join(html(heat_map).words)


def test_rationals_are_exact_and_what_is_rounded_is_said_to_be() -> None:
    fine = WORDS.replace('levels("bits", -5, 1, 11)', 'levels("bits", 0, "1/12345678901", 3)')
    lemma = cell(fine.format(layer="AttentionLayer", mask="None"))["lemma"]
    page = trace(lemma, "1/12345678901 2/12345678901", d=1, n=2)._repr_markdown_()
    assert "| k = 2 | 2/12345678901 |" in page
    assert "numbers with" not in page
    assert r"numbers with \~ are approximate" in traced("0 2 1", layer="SoftmaxAttentionLayer")._repr_markdown_()
