"""`exactua info`: what a network file is made of, beside what the paper prints."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from exactua.claims.registry import find
from exactua.commands.group import main
from exactua.networks import (
    AttentionHead,
    AttentionLayer,
    BilinearProjection,
    Family,
    Network,
    PositionalEncoding,
    Table,
    variable,
)
from exactua.networks.files import read_network, write_network
from exactua.papers.yun2020.counts import theorem2_counts, theorem3_counts
from tests.commands import network_files

GOLDEN = Path(__file__).parents[2] / "golden"


def told(capsys, path: str) -> dict:
    assert main(["info", path, "--format", "json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("name", ["theorem2", "theorem3", "encoding"])
def test_the_text_is_as_it_was(capsys, tmp_path, monkeypatch, name):
    path = getattr(network_files, name)(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert main(["info", Path(path).name]) == 0
    assert capsys.readouterr().out == (GOLDEN / f"info-{name}.txt").read_text()


def test_json_has_the_counts_computed_by_hand(capsys, tmp_path):
    data = told(capsys, network_files.theorem2(tmp_path))
    # d/delta + d = 5, D + 1 = 5, then 1 + d + n C(D, n) = 2 + 2 * 6 = 14; n D^n / n! = 16
    assert data["layers"] == {"attention": 5, "feed-forward": 19}
    assert data["blocks"] == 23
    assert [(count["here"], count["value"]) for count in data["counts"]] == [
        (5, 5), (5, 5), (14, 16), (23, 16), (121, 16), (10, 1), (2, 2), (1, 1), (1, 1),
    ]  # fmt: skip
    assert (data["format"], data["exit_code"]) == ("exactua-info/1", 0)
    assert set(data["sizes"]) == {
        "heads", "head_size", "hidden_size", "activations_outside_phi", "parameters", "largest_layer_parameters",
    }  # fmt: skip
    # 4 layers with 2 heads and one with 1, of 4 + 1 numbers each; 19 feed-forward layers of 4 numbers
    assert data["sizes"]["parameters"] == (4 * 2 + 1) * 5 + 19 * 4 == 121
    assert data["tie_rules"] == {"average": 5}
    assert data["stages"] == [
        {"name": "quantised", "items": 1, "layers": 5},
        {"name": "contexts", "items": 3, "layers": 10},
        {"name": "output", "items": 17, "layers": 24},
    ]
    assert data["built"] == network_files.THEOREM2


@pytest.mark.parametrize(("d", "n", "m"), [(1, 2, 2), (2, 2, 2), (1, 3, 4), (2, 3, 2), (3, 5, 8), (1, 4, 2)])
def test_the_paper_s_values_are_those_of_the_claims(d, n, m):
    network, values = Network(d, []), find("tightness")[0].problem({"d": d, "n": n, "m": m}, with_networks=False).values
    two = {count.what: count.value for count in theorem2_counts(network, {"d": d, "n": n, "m": m})}
    three = {count.what: count.value for count in theorem3_counts(network, {"d": d, "n": n, "m": m})}
    assert two["Transformer blocks"] == values["printed"]
    assert two["parameters"] == values["memorized"]
    assert three["layers"] == n * m ** (d * n)
    assert three["parameters"] == d * n * m ** (d * n)


def test_a_count_that_is_not_the_paper_s_is_seen():
    """One attention layer more in the part of g_c."""
    head = AttentionHead([[1]], [[1]], [[1]], [[1]])
    items = [Family("l", 0, 1, 5, [AttentionLayer([head])])]
    network = Network(1, items, {"quantised": 0, "contexts": 1})
    counts = {count.what: (count.here, count.value) for count in theorem2_counts(network, {"d": 1, "n": 2, "m": 3})}
    assert counts["g_c: attention layers"] == (5, 4)
    assert counts["heads"] == (1, 2)
    assert "g_q: feed-forward layers" not in counts  # it has no items


def test_without_stages_the_parts_are_not_told(capsys, tmp_path):
    network = read_network(network_files.theorem2(tmp_path)).network
    write_network(tmp_path / "bare.json", Network(1, network.items), network_files.THEOREM2)
    assert next(count["what"] for count in told(capsys, str(tmp_path / "bare.json"))["counts"]) == "Transformer blocks"


def test_tables_and_endless_families_are_counted_without_unrolling(capsys, tmp_path):
    head = AttentionHead([[variable("a")]], [[1]], [[1]], [[1]], [variable("b")])
    table = Table(["a", "b"], [[1, "1/2"], [3, "1/4"]], [AttentionLayer([head], "leftmost")])
    write_network(tmp_path / "net.json", Network(1, [Family("l", 0, 1, 10**30, [table])]))
    data = told(capsys, str(tmp_path / "net.json"))
    assert data["layers"]["attention"] == str(2 * 10**30)
    assert data["written"] == {"items": 1, "layers": 1, "families": 1, "tables": 1, "rows": 2}
    assert data["bits"]["biases"] == {"numerator": 1, "denominator": 3, "exact": True}
    assert list(data["tie_rules"]) == ["leftmost"]
    assert main(["info", str(tmp_path / "net.json")]) == 0
    assert "2000000000000000000000000000000 layers" in capsys.readouterr().out


def test_bounds_are_marked(capsys, tmp_path):
    head = AttentionHead([[1]], [[1]], [[1]], [[1]], [variable("l")])
    write_network(tmp_path / "net.json", Network(1, [Family("l", 0, "1/4", 10**30, [AttentionLayer([head])])]))
    assert main(["info", str(tmp_path / "net.json")]) == 0
    out = capsys.readouterr().out
    rows = [line.split() for line in out.splitlines()]
    assert ["biases", "<=", "100", "<=", "3"] in rows
    assert ["weights", "1", "1"] in rows


def test_encodings_that_exclude_each_other_are_told(capsys, tmp_path):
    items = [PositionalEncoding([[1, 2]]), BilinearProjection.averaging([[1]], 3)]
    write_network(tmp_path / "net.json", Network(1, items))
    assert main(["info", str(tmp_path / "net.json")]) == 0
    assert "no point fits: the network has a positional encoding for 2 columns" in capsys.readouterr().out


def test_nothing_in_a_file_reaches_the_terminal_unescaped(capsys, tmp_path):
    network = Network(1, [], {"\x1b[31m": 0})
    built = {"theorem": "a\x1b[2J", "f": "\x1b]0;x\x07", "distances": {"\x9b": "x" * 10_000}, "certificate": [1, None]}
    write_network(tmp_path / "net.json", network, built)
    assert main(["info", str(tmp_path / "net.json")]) == 0
    out = capsys.readouterr().out
    assert not set(out) & {"\x1b", "\x07", "\x9b"}
    assert max(map(len, out.splitlines())) < 600


@pytest.mark.parametrize(
    ("built", "message"),
    [
        ({"theorem": "yun2020:theorem2", "parameters": {"d": 3, "n": 2, "m": 2}}, "built.parameters.d: 3 is not"),
        ({"theorem": ["x"]}, "built.theorem: an array is not a string"),
    ],
)
def test_what_is_wrong_in_built_is_one_sentence(capsys, tmp_path, built, message):
    path = network_files.theorem2(tmp_path, built)
    assert main(["info", path]) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.err.count("\n") == 1


def test_what_is_no_network_file_is_one_sentence(capsys, tmp_path):
    (tmp_path / "a.json").write_text('{"d": 1}')
    for path, message in [
        ("a.json", "network: missing key items"),
        ("b.json", "there is no file"),
        (".", "is a directory"),
    ]:
        assert main(["info", str(tmp_path / path)]) == 2
        captured = capsys.readouterr()
        assert message in captured.err
        assert captured.err.count("\n") == 1


def test_a_file_that_names_no_theorem_says_so(capsys, tmp_path):
    path = network_files.theorem2(tmp_path, {"parameters": {"d": 1, "n": 2, "m": 4}, "f": "x"})
    assert main(["info", path]) == 0
    assert "\nnames no theorem that it was built for; built at d = 1, n = 2, delta = 1/4\n" in capsys.readouterr().out
