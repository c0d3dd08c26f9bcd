"""`exactua trace`: exact states layer by layer, and steps that agree with `check`."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path

import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.arithmetic.rationals import decode_rational
from exactua.claims.registry import find
from exactua.commands.group import main
from exactua.commands.trace.words import document, report
from exactua.commands.trace.work import read_point, trace, trace_file
from exactua.networks import (
    AttentionHead,
    AttentionLayer,
    Family,
    FeedForwardLayer,
    Group,
    Network,
    Phi,
    SoftmaxAttentionLayer,
    Table,
    everywhere,
    variable,
)
from exactua.networks.files import NetworkFile, read_network, write_network
from exactua.networks.matrices import plus, product
from exactua.printing.text import matrix, options
from exactua.proving.check import check
from tests.commands import network_files

GOLDEN = Path(__file__).parents[2] / "golden"
EXAMPLE = ["lemma8", "--d", "1", "--n", "3", "--delta", "1/4", "--point", "0 1/4 3/4"]
PICTURES = pytest.mark.skipif(importlib.util.find_spec("matplotlib") is None, reason="needs matplotlib")


def traced(capsys, *arguments: str) -> dict:
    assert main(["trace", *arguments, "--format", "json"]) == 0
    return json.loads(capsys.readouterr().out)


def verdicts(document: dict) -> dict:
    return {step["name"]: step["true"] for step in document["steps"]}


def test_the_example_is_as_it_was(capsys):
    assert main(["trace", *EXAMPLE]) == 0
    assert capsys.readouterr().out == (GOLDEN / "trace-lemma8-d1n3m4.txt").read_text()


def test_the_ids_move_as_computed_by_hand(capsys):
    # D = 4: 0 + 4 (3 - 0) = 12, 1 + 4 (12 - 1) = 45, 3 + 4 (45 - 3) = 171, and D^(n + 1) 171 = 256 * 171 = 43776 more
    states = traced(capsys, *EXAMPLE)["states"]
    assert [(state["layer"], state["place"], state["values"], state["stages"]) for state in states] == [
        (0, "start", [0, 1, 3], []),
        (1, "l = 0", [12, 1, 3], []),
        (2, "l = 1/4", [12, 45, 3], []),
        (4, "l = 3/4", [12, 45, 171], ["sweep"]),
        (5, "layer 5", [12 + 43776, 45 + 43776, 171 + 43776], ["output"]),
    ]
    assert [state["unchanged"] for state in states] == [0, 0, 0, 1, 0]
    assert [state["moved"] for state in states[1:]] == [[12, 0, 0], [0, 44, 0], [0, 0, 168], [43776] * 3]


def test_the_last_state_is_the_networks_value():
    claim, _ = find("lemma8")
    history = trace(claim, {"d": 2, "n": 3, "m": 2}, read_point("0 -64 1/2; 1/2 0 0"))
    assert history.states[-1].matrix == history.problem.networks["g_c"](history.point)
    for state in history.states:
        for stage in state.stages:
            assert state.matrix == history.problem.networks["g_c"].stage(history.point, stage)
    assert sum(state.unchanged for state in history.states) + history.unchanged + 4 == history.layers + 1


def test_steps_at_the_point_show_both_values(capsys):
    document = traced(capsys, *EXAMPLE)
    assert verdicts(document) == {"property1": True, "property2": None, "property3": True}
    property3 = next(step for step in document["steps"] if step["name"] == "property3")
    assert property3["domain"] == "category 1"
    assert [reading["left"] for reading in property3["readings"]] == [43788, 43821, 43947]
    assert {(reading["relation"], *reading["right"]) for reading in property3["readings"]} == {("in", 12288, 49152)}


@pytest.mark.parametrize(
    ("point", "domain", "steps"),
    [
        ("0 1/4 3/4", "category 1", {"property1", "property2", "property3"}),
        ("0 1/4 1/4", "category 2", {"property4"}),
        ("-64 1/4 1/4", "category 3", {"property4"}),
    ],
)
def test_the_category_decides_which_steps_speak(capsys, point, domain, steps):
    document = traced(capsys, "lemma8", "--d", "1", "--n", "3", "--delta", "1/4", "--point", point)
    assert [entry["name"] for entry in document["domains"]] == [domain]
    assert set(verdicts(document)) == steps


def test_the_rank_is_that_of_check(capsys):
    document = traced(capsys, *EXAMPLE)
    # the orbits of category 1 at D = 4, n = 3: 012, 013, 023, 123
    assert document["domains"] == [{"name": "category 1", "rank": 1}]


def test_another_order_of_the_columns_is_said_and_changes_no_verdict(capsys):
    given = [*EXAMPLE[:-1], "3/4 0 1/4"]
    assert main(["trace", *given]) == 0
    out = capsys.readouterr().out
    assert "another order than the one given): L = [0 1/4 3/4]:" in out
    document = traced(capsys, *given)
    assert document["ordered"] == [[0, "1/4", "3/4"]]
    assert document["steps"] == traced(capsys, *EXAMPLE)["steps"]
    assert document["states"][0]["values"] == [3, 0, 1]
    assert document["states"][-1]["values"] == [43947, 43788, 43821]


def test_lemma10_reads_the_last_column_by_id_not_by_place(capsys):
    first = traced(capsys, "lemma10", *EXAMPLE[1:])
    other = traced(capsys, "lemma10", *EXAMPLE[1:-1], "3/4 1/4 0")
    assert first["steps"] == other["steps"]
    bounds = {
        step["name"]: (reading["left"], reading["right"]) for step in first["steps"] for reading in step["readings"]
    }
    assert bounds["lower_bound"] == (48, 171)
    assert bounds["upper_bound"] == (171, 183)


def test_a_point_that_no_step_speaks_about(capsys):
    arguments = ["lemma10", "--d", "1", "--n", "3", "--delta", "1/4", "--point", "0 0 1/4"]
    assert main(["trace", *arguments]) == 0
    out = capsys.readouterr().out
    assert "in category 2 (rank 1), which no step of the claim is about" in out
    assert "no step of the claim is about it" in out
    assert traced(capsys, *arguments)["steps"] == []


@pytest.mark.parametrize(("rule", "true"), [("average", True), ("leftmost", False), ("rightmost", False)])
def test_the_tie_rule_decides_claim1(capsys, rule, true):
    document = traced(
        capsys, "claim1", "--d", "2", "--n", "2", "--tie-rule", rule, "--network", "block", "--point", "-16 0; -16 0"
    )
    assert verdicts(document)["equivariant"] is true
    assert {"attention_commutes", "feed_forward_commutes"} <= set(document["other_steps"])


@pytest.mark.parametrize(
    ("label", "box", "step"),
    [
        ("claim1", {"d": 2, "n": 2, "m": 2, "tie_rule": "leftmost"}, "attention_commutes"),
        ("claim1", {"d": 1, "n": 3, "m": 2, "tie_rule": "rightmost"}, "equivariant"),
        ("lemma7", {"d": 1, "n": 2, "m": 4}, "range_of_k"),
        ("lemma7", {"d": 2, "n": 2, "m": 3}, "range_of_k"),
    ],
)
def test_the_command_that_a_counterexample_names_replays_it(capsys, label, box, step):
    parameters = {name: value for name, value in box.items() if name != "m"}
    result = check(f"{label}.{step}", delta=f"1/{box['m']}", **parameters)[step]
    witness, (network,) = result.witness, result.step.networks()
    problem = find(label)[0].problem(box)
    arguments = [label, *options(problem).split(), "--network", network, "--point", matrix(witness.points[0])]
    document = traced(capsys, *arguments)
    (reading,) = next(s["readings"] for s in document["steps"] if s["name"] == step and s["true"] is False)
    assert decoded(reading["left"]) == witness.left
    assert decoded(reading["right"]) == witness.right


def decoded(value):
    return tuple(map(decoded, value)) if isinstance(value, list) else decode_rational(value, "value")


def test_entries_of_a_token_wise_network_are_read_one_by_one(capsys):
    # delta = 1/4: 1/3 -> 1/4, 7/8 -> 3/4, outside [0, 1) -> -4^(2 * 2) = -256
    document = traced(capsys, "lemma7", "--d", "2", "--n", "2", "--delta", "1/4", "--point", "1/3 -1 0; 7/8 2 1")
    assert document["columns"] == ["Z_11", "Z_12", "Z_13", "Z_21", "Z_22", "Z_23"]
    assert document["states"][-1]["matrix"] == [["1/4", -256, 0], ["3/4", -256, -256]]
    readings = {tuple(s["entry"]): s["readings"][0] for s in document["steps"] if s["name"] == "quantises"}
    assert {entry: reading["left"] for entry, reading in readings.items()} == {
        (1, 1): "1/4", (1, 2): -256, (1, 3): 0, (2, 1): "3/4", (2, 2): -256, (2, 3): -256
    }  # fmt: skip
    assert all(reading["left"] == reading["right"] for reading in readings.values())
    assert [state["place"] for state in document["states"]] == [
        "start", "row 1, layer 1", "row 1, k = 1", "row 2, layer 6", "row 2, k = 3"
    ]  # fmt: skip


def test_a_false_step_is_told_with_both_values(capsys):
    arguments = ["lemma7", "--d", "1", "--n", "2", "--delta", "1/4", "--network", "g_q_as_printed", "--point", "1/4"]
    assert main(["trace", *arguments]) == 0
    out = capsys.readouterr().out
    assert re.search(r"false +range_of_k +row 1, column 1: .* is false: 1/16 on the left, 1/4 on the right\n", out)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["lemma8", "--d", "1", "--n", "3", "--point", "0 1/2"], "point: 1 x 2 is not the shape"),
        (["lemma8", "--d", "1", "--n", "3", "--point", "0 1/2"], "give 1 x 3"),
        (["lemma8", "--d", "2", "--n", "2", "--point", "0 1/2"], "give 2 x 2"),
        (["yun2020:lemma7", "--d", "2", "--n", "2", "--point", "0 1/2"], "give 2 rows of any length"),
        (
            ["lemma8", "--d", "2", "--n", "2", "--point", "0 1/2; 0 1/3"],
            "point: row 2, column 2: 1/3 is not on the grid {-16, 0, 1/2}",
        ),
        (["lemma8", "--d", "1", "--n", "2", "--point", "0 1"], "point: row 1, column 2: 1 is not on the grid"),
        (["lemma8", "--d", "1", "--n", "2", "--point", "0 0.3"], "point: row 1, column 2: 3/10 is not on the grid"),
        (["lemma8", "--d", "1", "--n", "2", "--point", "0 x"], "point: row 1, column 2: 'x' is not an exact number"),
        (["lemma8", "--d", "2", "--n", "2", "--point", "0 0; 1/2"], "point: row 2 has 1 entry, row 1 has 2"),
        (["lemma8", "--d", "2", "--n", "2", "--point", "0 0;"], "point: row 2 is empty"),
        (["lemma8", "--d", "1", "--n", "2", "--point", ""], "point: row 1 is empty"),
        (["lemma8", "--d", "1", "--n", "2", "--network", "f", "--point", "0 0"], "no network 'f'; choose one of g_c"),
        (["lemma8", "--d", "1", "--n", "2..3", "--point", "0 0"], "n: '2..3' writes 2 values; give one"),
        (["lemma8", "--d", "1", "--n", "2", "--tie-rule", "leftmost", "--point", "0 0"], "tie_rule: "),
        (["claim1", "--d", "1", "--n", "2", "--tie-rule", "middle", "--point", "0 0"], "'middle' is not valid"),
        (["lemma8", "--n", "2", "--point", "0 0"], "d: missing; yun2020:lemma8 needs d"),
        (["lemma8", "--d", "1", "--n", "2", "--delta", "1/1000000", "--point", "0 0"], "g_c has 1,000,001 layers"),
        (["lemma8", "--d", "40", "--n", "2", "--point", ";".join(["0 0"] * 40)], "at most 1,000,000 are evaluated"),
        (["yun2020:lemma7", "--d", "1", "--n", "1000000000000", "--point", "0"], "more than 2,000,000 bits"),
        (["lemma8", "--d", "1", "--n", "2", "--point", "0 0", "--format", "xml"], "format: 'xml' is not valid"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_2(capsys, arguments, message):
    assert main(["trace", *arguments]) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.err.count("\n") == 1
    assert not captured.out


@PICTURES
@pytest.mark.parametrize("suffix", ["png", "svg"])
def test_a_picture_has_the_same_bytes_twice(capsys, tmp_path, suffix):
    written = []
    for name in ("a", "b"):
        path = tmp_path / f"{name}.{suffix}"
        assert main(["trace", *EXAMPLE, "--plot", str(path)]) == 0
        written.append(path.read_bytes())
    assert written[0] == written[1]
    assert written[0].startswith(b"\x89PNG" if suffix == "png" else b"<?xml")


@PICTURES
def test_another_point_is_another_picture(capsys, tmp_path):
    for name, point in (("a.svg", "0 1/4 3/4"), ("b.svg", "0 1/2 3/4")):
        assert main(["trace", *EXAMPLE[:-1], point, "--plot", str(tmp_path / name)]) == 0
    assert (tmp_path / "a.svg").read_bytes() != (tmp_path / "b.svg").read_bytes()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("a.pdf", "ends in neither .png nor .svg"),
        ("a", "ends in neither .png nor .svg"),
        ("folder.png", "is a directory; give the path of a file"),
        ("none/a.png", "none; give a path in one that exists"),
    ],
)
def test_a_picture_that_can_not_be_drawn_is_refused_before_anything_is_computed(
    capsys, tmp_path, monkeypatch, name, message
):
    def fails(*_):
        raise AssertionError("computed")

    monkeypatch.setattr("exactua.commands.trace.work.trace", fails)
    (tmp_path / "folder.png").mkdir()
    assert main(["trace", *EXAMPLE, "--plot", str(tmp_path / name)]) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.err.count("\n") == 1


def test_without_matplotlib_it_says_what_to_install(capsys, tmp_path, monkeypatch):
    find_spec = importlib.util.find_spec
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "matplotlib" else find_spec(name))
    assert main(["trace", *EXAMPLE, "--plot", str(tmp_path / "a.png")]) == 2
    assert capsys.readouterr().err == "exactua: plot: matplotlib is not installed; run: pip install 'exactua[plot]'\n"


def test_a_network_file_is_traced_by_ids_where_it_says_how_it_was_built(capsys, tmp_path):
    path = network_files.theorem2(tmp_path)
    document = traced(capsys, path, "--point", "0 1/3")
    assert (document["claim"], document["network"], document["layers"]) == (None, path, 24)
    assert (document["columns"], document["unit"]) == (["l_1", "l_2"], "delta")
    stages = {name: state for state in document["states"] for name in state["stages"]}
    # D = 4: the ids 0 and 1 are shifted as by Lemma 10, 0 + 4 (1 - 0) = 4, 1 + 4 (4 - 1) = 13, and 4^3 * 13 = 832 more
    assert [(name, state["values"]) for name, state in stages.items()] == [
        ("quantised", [0, 1]),
        ("contexts", [836, 845]),
        ("output", [8, 12]),
    ]
    network = read_network(path).network
    for name, state in stages.items():
        state_matrix = tuple(tuple(decode_rational(entry, name) for entry in row) for row in state["matrix"])
        assert state_matrix == network.stage([[0, "1/3"]], name)
    assert document["steps"] == document["domains"] == []


def test_a_network_file_as_text_shows_entries_at_its_stages(capsys, tmp_path):
    assert main(["trace", network_files.theorem3(tmp_path), "--point", "0 1/4"]) == 0
    out = capsys.readouterr().out
    assert "\nids l_j = u^T Z_(:,j)\n" in out
    assert "    1  layer 1                0  5/4  l_2 +1      encoded\n" in out
    assert out.endswith(
        "\nentries of Z, unit 1\n"
        "  encoded     [0 5/4]\n  quantised   [0 1]\n  contextual  [98 99]\n  output      [1/8 1/4]\n"
    )


def test_a_network_file_without_a_theorem_shows_entries(capsys, tmp_path, monkeypatch):
    network_files.encoding(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert main(["trace", "./encoding.json", "--point", "0 1/4; 1/2 3/4"]) == 0
    assert capsys.readouterr().out.splitlines()[:8] == [
        "./encoding.json: network file, 1 layer",
        "d = 2",
        "X = [0 1/4; 1/2 3/4]",
        "",
        "entries of Z",
        "layer  where    Z_11  Z_12  Z_21  Z_22  moved               stage",
        "    0  start       0   1/4   1/2   3/4",
        "    1  layer 1     0   3/4   3/2   3/4  Z_12 +1/2, Z_21 +1  output",
    ]


def test_the_rows_of_a_table_are_places(capsys, tmp_path):
    a, b, c = (variable(name) for name in "abc")
    shift = FeedForwardLayer([[a]], [b], [[0]], [c], Phi.of((everywhere(), 0, 0)))
    table = Table(["a", "b", "c"], [[1, 2, 3], [4, 5, mpq(10) ** 80]], [shift])
    write_network(tmp_path / "net.json", Network(1, [Group("value\nmap", [table])]))
    places = [state["place"] for state in traced(capsys, str(tmp_path / "net.json"), "--point", "0")["states"]]
    assert places == ["start", "value\\nmap, a = 1, ...", "value\\nmap, a = 4, ..."]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--point", "0 0 0"], "point is 1 x 3, but the positional encoding of the network fixes 1 x 2"),
        (["--point", "0 0; 0 0"], "point is 2 x 2; the network maps 1 x n to 1 x n"),
        (["--point", "0 x"], "point: row 1, column 2: 'x' is not an exact number"),
        (["--point", "0 0", "--d", "1"], "which has its own; leave out --d"),
        (["--point", "0 0", "--delta", "1/2"], "which has its own; leave out --delta"),
        (["--point", "0 0", "-p", "k=1"], "which has its own; leave out -p"),
        (["--point", "0 0", "--network", "g"], "which has its own; leave out --network"),
        (["--point", "0 0", "--format", "csv"], "format: 'csv' is not valid"),
    ],
)
def test_bad_input_beside_a_network_file_is_one_sentence(capsys, tmp_path, arguments, message):
    assert main(["trace", network_files.theorem3(tmp_path), *arguments]) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.err.count("\n") == 1
    assert not captured.out


def test_a_file_that_is_not_there_and_an_endless_one_are_refused(capsys, tmp_path):
    assert main(["trace", str(tmp_path / "none.json"), "--point", "0"]) == 2
    assert "there is no file" in capsys.readouterr().err
    shift = FeedForwardLayer([[1]], [variable("l")], [[1]], [0], Phi.of((everywhere(), 0, 0)))
    write_network(tmp_path / "net.json", Network(1, [Family("l", 0, 1, 10**30, [shift])]))
    assert main(["trace", str(tmp_path / "net.json"), "--point", "0"]) == 2
    assert "has about 10^30 layers; at most 1,000,000 are evaluated one by one\n" in capsys.readouterr().err


ENTRIES = st.fractions(-9, 9, max_denominator=9)


def of_size(rows: int, columns: int) -> st.SearchStrategy:
    return st.lists(st.lists(ENTRIES, min_size=columns, max_size=columns), min_size=rows, max_size=rows)


HEADS = st.builds(AttentionHead, of_size(8, 2), of_size(2, 8), of_size(2, 8), of_size(2, 8))
LAYERS = st.builds(
    AttentionLayer,
    st.lists(HEADS, min_size=1, max_size=3),
    st.sampled_from(["average", "leftmost", "rightmost"]),
    st.sampled_from([None, "causal", "strictly causal"]),
)


@settings(deadline=None, max_examples=15)
@given(st.lists(LAYERS, min_size=1, max_size=2), of_size(8, 4))
def test_heads_are_shown_with_what_they_give_within_a_hundred_columns(layers, rows):
    """W_O W_V Z times the weights shown, summed over heads, is what moves; no line is longer than a screen."""
    point = tuple(tuple(map(mpq, row)) for row in rows)
    history = trace_file(NetworkFile(Network(8, layers)), "net.json", point)
    Z, by_number = point, dict(enumerate(layers, 1))
    for state in history.states[1:]:
        heads = by_number[state.layer].heads
        moved = Z
        for head, (scores, weights) in zip(heads, state.heads, strict=True):
            assert scores == head.scores(Z)
            assert {sum(column) for column in zip(*weights, strict=True)} <= {0, 1}
            moved = plus(moved, product(product(head.W_O, product(head.W_V, Z)), weights))
        Z = state.matrix
        assert moved == Z
    lines = list(report(history))
    assert max(map(len, lines)) <= 100
    shown = sum(line.startswith("layer") and ", head " in line for line in lines)
    assert shown == sum(len(state.heads) for state in history.states)
    assert document(history)["states"][0]["heads"] == []


def test_softmax_heads_are_shown(capsys, tmp_path):
    head = AttentionHead(W_O=[[1]], W_V=[[1]], W_K=[[1]], W_Q=[[1]])
    write_network(tmp_path / "net.json", Network(1, [SoftmaxAttentionLayer([head])]))
    assert main(["trace", str(tmp_path / "net.json"), "--point", "0 1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "  k = 1      0      0  |    1/2  ~0.26894" in lines
    assert lines[-1].startswith("(numbers with ~ are approximate, to 5 digits")


def test_ids_have_their_heads_where_they_are_asked_for(capsys):
    assert main(["trace", *EXAMPLE]) == 0
    short = capsys.readouterr().out
    assert main(["trace", *EXAMPLE, "--attention"]) == 0
    long = capsys.readouterr().out
    assert ", head " not in short
    assert "layer 2 (l = 1/4), head 2 of 2" in long
    assert [line for line in long.splitlines() if line and line in short] == [
        line for line in short.splitlines() if line
    ]


def test_many_tokens_are_left_to_the_data(capsys, tmp_path):
    head = AttentionHead(W_O=[[1]], W_V=[[1]], W_K=[[1]], W_Q=[[1]])
    write_network(tmp_path / "net.json", Network(1, [AttentionLayer([head])]))
    assert main(["trace", str(tmp_path / "net.json"), "--point", " ".join(map(str, range(17)))]) == 0
    out = capsys.readouterr().out
    assert "17 x 17 for each head, more than 16 tokens: --format json has them" in out
    assert ", head 1" not in out


def test_reals_are_in_the_data_as_they_are_in_certificates(capsys, tmp_path):
    """e^-100 of the weight stays on the first token: 1 - e^-100 / (1 + e^-100) is rounded down, to (2^64 - 1) 2^-64."""
    head = AttentionHead(W_O=[[1]], W_V=[[1]], W_K=[[1]], W_Q=[[0]], b_Q=[100])
    path = tmp_path / "soft.json"
    write_network(path, Network(1, [SoftmaxAttentionLayer([head])]))
    last = traced(capsys, str(path), "--point", "0 1")["states"][-1]
    below = {"exponent": -64, "floor": str(2**64 - 1)}
    assert last["matrix"] == [[below, {"exponent": -63, "floor": str(2**64 - 1)}]]
    assert last["moved"] == [below, below]
    assert last["heads"][0]["scores"] == [[0, 0], [100, 100]]
    assert last["heads"][0]["weights"][1] == [below, below]


def test_a_stage_is_no_option_as_every_one_is_shown(capsys) -> None:
    assert main(["trace", "lemma8", "--stage", "ids"]) == 2
    said = "exactua: stage: trace shows every stage; leave --stage out (see exactua trace --help)\n"
    assert capsys.readouterr().err == said
    assert main(["check", "lemma8", "--stage", "ids"]) == 2
    assert "No such option '--stage'" in capsys.readouterr().err
