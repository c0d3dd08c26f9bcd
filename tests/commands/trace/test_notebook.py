"""A trace at the prompt and in a notebook: every state and step, and what heads attend to where states are entries."""

from __future__ import annotations

from pathlib import Path

from exactua.claims.registry import find
from exactua.commands.trace.work import read_point, trace, trace_file
from exactua.deciding.trace import Trace
from exactua.networks import AttentionHead, AttentionLayer, Network, PositionalEncoding
from exactua.networks.files import read_network, write_network
from tests.printing.notebook.test_pages import html, tables


def of_lemma8(point: str = "0 1/4 3/4") -> Trace:
    return trace(find("lemma8")[0], {"d": 1, "n": 3, "m": 4}, read_point(point))


def of_entries(n: int, folder: Path) -> Trace:
    head = AttentionHead(W_O=[[1]], W_V=[[1]], W_K=[[1]], W_Q=[[1]])
    write_network(folder / "net.json", Network(1, [PositionalEncoding([[1] * n]), AttentionLayer([head])]))
    return trace_file(read_network(str(folder / "net.json")), "net.json", read_point(" ".join(map(str, range(n)))))


def test_the_prompt_has_the_first_state_and_the_last_and_what_is_false() -> None:
    assert repr(of_lemma8()).split("\n") == [
        "Trace of g_c (5 layers) of yun2020:lemma8 at d = 1, n = 3, delta = 1/4",
        "  L = [0 1/4 3/4], in category 1 (rank 1)",
        "  start: l_1 = 0, l_2 = 1/4, l_3 = 3/4",
        "  after 5 layers: l_1 = 10947, l_2 = 43821/4, l_3 = 43947/4",
        "  3 steps at this point: true 2, about pairs 1",
    ]
    lemma7 = trace(find("lemma7")[0], {"d": 1, "n": 2, "m": 4}, read_point("1/4"), "g_q_as_printed")
    false = [line for line in repr(lemma7).split("\n") if line.startswith("  false: ")]
    assert "  false: range_of_k, row 1, column 1: g_q_as_printed(X)_(row, 1) = quantised_t is false" in "\n".join(false)


def test_a_page_has_every_state_and_step() -> None:
    traced = of_lemma8()
    states, steps = tables(traced._repr_markdown_())
    assert [row[0] for row in states] == ["layer", "0", "1", "2", "", "4", "5"]
    assert states[4][1] == "(1 layer changes nothing)"
    assert [row[:2] for row in steps[1:]] == [
        ["true", "property1"],
        ["about pairs", "property2"],
        ["true", "property3"],
    ]
    assert "10947" in html(traced).words
    assert traced._repr_latex_().startswith("$$\\begin{array}{l}\n")


def test_states_of_entries_have_heads_and_many_of_them_are_matrices(tmp_path: Path) -> None:
    few, many = of_entries(3, tmp_path), of_entries(13, tmp_path)
    states, heads = tables(few._repr_markdown_())
    assert states[0][2:5] == ["Z\\_11", "Z\\_12", "Z\\_13"]
    scores, weights = ([f"{kind} j = {j}" for j in (1, 2, 3)] for kind in ("score", "weight"))
    assert heads[0] == ["", *scores, "", *weights]
    assert heads[3] == ["k = 3", "3", "6", "9", "", "1", "1", "1"]
    (states,) = tables(many._repr_markdown_())
    assert states[0] == ["layer", "where", "Z", "stage"]
    assert len(repr(many).split("\n")) <= 10
    assert {"table", "code"} <= html(many).seen
