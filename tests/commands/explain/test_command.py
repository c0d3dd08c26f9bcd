"""`exactua explain`: a step taken apart at a point, with every value exact."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from exactua.commands.explain.words import report
from exactua.commands.explain.work import explain
from exactua.commands.group import main
from exactua.papers.background.relative_bias import relative_bias
from exactua.printing.text import value_of
from tests.evidence.sample import install
from tests.test_docs import TEXTS, _keys

GOLDEN = Path(__file__).parents[2] / "golden"
EXAMPLES = {
    "explain-lemma7-range_of_k": ["lemma7.range_of_k", "--d", "1", "--n", "2", "--delta", "1/4", "--at", "1/4"],
    "explain-lemma10-closed_form": ["lemma10.closed_form", "--d", "1", "--n", "3", "--delta", "1/4"],
    "explain-lemma8-property2": [
        "lemma8.property2", "--d", "1", "--n", "3", "--delta", "1/4", "--at", "0 1/4 1/2", "--at", "1/2 3/4 0"
    ],
    "explain-claim1-equivariant": ["claim1.equivariant", "--d", "1", "--n", "2", "--tie-rule", "leftmost"],
    "explain-sample-sums_apart": ["sample:gaps.sums_apart", "--d", "1", "--n", "2", "--delta", "1/4"],
    "explain-sample-count": ["sample:gaps.count", "--d", "1", "--n", "3", "--delta", "1/3"],
    "explain-sample-pairwise_order": ["sample:gaps.pairwise_order", "--d", "1", "--n", "2", "--delta", "1/3"],
    "explain-sample-says_nothing": ["sample:gaps.says_nothing", "--d", "1", "--n", "2"],
}  # fmt: skip


@pytest.fixture(autouse=True)
def sample(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def document(capsys, *arguments: str) -> dict:
    code, out, err = run(capsys, "explain", *arguments, "--format", "json")
    assert (code, err) == (0, "")
    return json.loads(out)


def parts(node: dict) -> dict:
    """The value of every part by its text."""
    values = {node["text"]: node["value"]}
    for child in node["parts"]:
        values |= parts(child)
    return values


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_are_as_they_were(capsys, name):
    code, out, err = run(capsys, "explain", *EXAMPLES[name])
    assert (code, err) == (0, "")
    assert out == (GOLDEN / f"{name}.txt").read_text()
    assert [line for line in out.splitlines() if len(line) > 100] == []


def test_a_false_equation_with_its_repair(capsys):
    data = document(capsys, *EXAMPLES["explain-lemma7-range_of_k"])
    assert (data["true"], data["applicable"], data["row"]) == (False, True, 1)
    assert "1/16 on the left, 1/4 on the right" in data["in_words"]
    # k = 0, 1/4, 1/2, 3/4 flatten [k/4, (k + 1)/4): 1/4 lands on 1/4 - 3/16
    assert parts(data["tree"])["g_q_as_printed(X)_(1, 1)"] == "1/16"
    assert data["repaired"]["true"] is True
    assert data["repaired"]["reason"].startswith("k is multiplied by delta in the layer")


def test_every_part_of_the_closed_form_as_computed_by_hand(capsys):
    # D = 4; l = 0, 1, 2: 2 + 4 (1 - 2) + 16 (0 - 1) + 64 (2 - 0) = 110
    data = document(capsys, *EXAMPLES["explain-lemma10-closed_form"])
    values = parts(data["tree"])
    assert values["sum_(k = 1..n - 1) D^k (l_(n - k) - l_(n - k + 1))"] == -20
    assert values["k = 1: D^1 (l_2 - l_3)"] == -4
    assert values["k = 2: D^2 (l_1 - l_2)"] == -16
    assert values["D^n (l_n - l_1)"] == 128
    assert values["top"] == 110
    assert {operand["name"]: operand["value"] for operand in data["operands"]} == {
        "D": 4, "u": [1], "after_sweep": [8, 29, 110], "top": 110, "l": [0, 1, 2]
    }  # fmt: skip


def test_the_conjunct_and_the_column_that_are_false_are_named(capsys):
    data = document(capsys, *EXAMPLES["explain-sample-pairwise_order"])
    first, second = data["tree"]["parts"]
    assert (first["value"], second["value"]) == (True, False)
    assert second["note"] == "1 on the left, 2 on the right"
    data = document(capsys, "sample:scaled.unchanged", "--d", "1", "--n", "2", "-p", "k=2", "--at", "0 1/2")
    assert data["tree"]["note"] == "false at j = 2"  # 2 * 0 = 0
    assert [part["text"] for part in data["tree"]["parts"]] == ["k ids_2 = ids_2"]


def test_two_points_that_collide(capsys):
    data = document(capsys, *EXAMPLES["explain-sample-sums_apart"])
    assert (data["true"], data["numbers"], data["bound"], data["relation"]) == (False, [[3], [3]], 1, ">=")
    assert data["nearest"] == {"points": [0, 1], "places": [1, 1], "values": [3, 3], "distance": 0, "wrong": True}
    at = ["--at", "0 1/4", "--at", "0 3/4"]
    data = document(capsys, *EXAMPLES["explain-sample-sums_apart"], *at)
    assert (data["true"], data["nearest"]["distance"]) == (True, 2)
    data = document(capsys, *EXAMPLES["explain-sample-sums_apart"], *at[:2])
    assert (data["true"], data["numbers"]) == (None, [[1]])


def test_the_sum_is_over_all_matrices_and_not_over_orbits(capsys):
    data = document(capsys, *EXAMPLES["explain-sample-count"])
    # three columns: one set of three different ones, in six orders
    assert (data["true"], data["total"], data["bound"]) == (False, 6, 27)
    assert (data["repaired"]["true"], data["repaired"]["total"], data["repaired"]["bound"]) == (True, 6, 6)


def test_a_point_given_in_another_order_is_read_by_increasing_id(capsys):
    first = document(capsys, "lemma10.closed_form", "--d", "1", "--n", "3", "--delta", "1/4", "--at", "1/2 0 1/4")
    other = document(capsys, "lemma10.closed_form", "--d", "1", "--n", "3", "--delta", "1/4", "--at", "0 1/4 1/2")
    assert first["points"][0]["given"] == [["1/2", 0, "1/4"]]
    assert first["points"][0]["point"] == other["points"][0]["point"] == [[0, "1/4", "1/2"]]
    assert first["tree"] == other["tree"]


@pytest.mark.parametrize(
    ("point", "objection"),
    [
        ("0 0 1/4", "not in category 1: columns 1 and 2 are equal"),
        ("-64 0 1/4", "not in category 1: the entry in row 1, column 1 is exceptional"),
    ],
)
def test_a_point_that_the_step_does_not_speak_of_is_read_all_the_same(capsys, point, objection):
    data = document(capsys, "lemma10.upper_bound", "--d", "1", "--n", "3", "--delta", "1/4", "--at", point)
    assert data["points"][0]["domain"] is None
    assert data["points"][0]["objection"] == objection
    assert data["in_words"].startswith("The step does not speak of this point; read there all the same: ")


def test_a_hypothesis_that_is_false_is_said(capsys):
    data = document(capsys, *EXAMPLES["explain-sample-says_nothing"])
    assert (data["applicable"], data["verdict"], data["given"]["value"]) == (False, "vacuous", False)
    assert data["given"]["note"] == "0 on the left, 1 on the right"


def test_without_a_point_it_is_where_an_inequality_is_nearest_to_failing(capsys):
    data = document(capsys, "lemma10.upper_bound", "--d", "1", "--n", "3", "--delta", "1/4")
    margins = {}
    for point in ("0 1/4 1/2", "0 1/4 3/4", "0 1/2 3/4", "1/4 1/2 3/4"):
        explained = document(capsys, "lemma10.upper_bound", "--d", "1", "--n", "3", "--delta", "1/4", "--at", point)
        values = parts(explained["tree"])
        margins[json.dumps(explained["points"][0]["point"])] = values["D^n (D - 1) - (D - 1)^2"] - values["top"]
    least = json.dumps(data["points"][0]["point"])
    assert margins[least] == min(margins.values())
    assert len(set(margins.values())) > 1


def test_a_step_that_needs_no_point(capsys):
    data = document(capsys, "lemma8.t_l_below_t_r", "--d", "2", "--n", "2")
    assert (data["points"], data["true"], data["verdict"]) == ([], True, None)
    assert {operand["name"]: operand["value"] for operand in data["operands"]} == {"t_l": 768, "t_r": 3072}


def test_a_repair_over_other_points_is_given_in_words(capsys):
    code, out, _ = run(capsys, "explain", "coarse_resolution.in_the_range", "--d", "1", "--n", "2")
    assert code == 0
    repair = " ".join(out.partition("repair ")[2].split())
    assert repair.startswith("E.3.1: every l_j is in [0 : delta : delta^(-d+1) - delta] (because [l_1 ... l_n] has n")
    assert repair.endswith("explain yun2020:coarse_resolution.in_the_range@repaired")


def test_an_empty_domain(capsys):
    data = document(capsys, "lemma10.upper_bound", "--d", "1", "--n", "3")
    assert (data["points"], data["true"], data["tree"], data["verdict"]) == ([], None, None, "vacuous")
    assert data["in_words"] == "NOTHING is asserted here"


def test_a_row_of_a_column(capsys):
    arguments = ["lemma7.range_of_k", "--d", "2", "--n", "2", "--delta", "1/4", "--at", "0; 1/4"]
    data = document(capsys, *arguments)
    assert (data["row"], data["true"]) == (2, False)
    data = document(capsys, *arguments, "--row", "1")
    assert (data["row"], data["true"]) == (1, True)


def test_a_search_that_ends_early_is_exit_3(capsys, monkeypatch):
    from exactua.commands.explain import work as explaining

    honest = explaining.decide
    monkeypatch.setattr(explaining, "decide", lambda *a, **b: honest(*a, **{**b, "max_points": 1}))
    code, out, _ = run(capsys, "explain", "lemma10.upper_bound", "--d", "1", "--n", "2", "--delta", "1/4")
    assert code == 3
    assert "inconclusive: 6 points, more than the 1 of" in " ".join(out.split())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["lemma8", "--d", "1", "--n", "2"], "step: 'lemma8' is a claim; name one of its steps, such as lemma8.layers"),
        (["lemma8.property9", "--d", "1", "--n", "2"], "step: yun2020:lemma8 has no step 'property9'"),
        (["lemma8.t_l_positive", "--d", "1", "--n", "2", "--at", "0 0"], "is decided once and speaks of no point"),
        (["lemma8.property1", "--d", "1", "--n", "2", "--at", "0 0", "--at", "0 0"], "speaks of 1 point, and 2 are given"),
        (["lemma8.property2", "--d", "1", "--n", "2", *(["--at", "0 1/2"] * 3)], "speaks of 2 points, and 3 are given"),
        (["lemma8.property1", "--d", "1", "--n", "2", "--at", "0 1/3"], "1/3 is not on the grid {-4, 0, 1/2}"),
        (["lemma8.property1", "--d", "1", "--n", "2", "--at", "0"], "1 x 1 is not the shape that yun2020:lemma8 needs"),
        (["lemma8.property1", "--d", "1", "--n", "2..3"], "n: '2..3' writes 2 values; give one"),
        (["lemma7.quantises", "--d", "2", "--n", "2", "--at", "0"], "1 row is given, and yun2020:lemma7.quantises needs"),
        (["lemma7.quantises", "--d", "1", "--n", "2", "--at", "0", "--row", "2"], "row: 2 is not a row; there are 1"),
        (["sample:gaps.pairwise_order", "--d", "1", "--n", "2", "--at", "0 1/2"], "give 1 x 4"),
        (["sample:scaled.unchanged", "--d", "1", "--n", "2", "-p", "values=other"], "'other' is not valid; choose one of plain"),
        (["sample:scaled.unchanged", "--d", "1", "--n", "2", "-p", "k=0"], "k: 0 is not valid; give an integer >= 1"),
        (["sample:scaled.unchanged", "--d", "1", "--n", "2", "-p", "k"], "p: 'k' is not NAME=VALUE"),
        (["lemma8.property1", "--d", "1", "--n", "2", "--format", "xml"], "format: 'xml' is not valid"),
    ],
)  # fmt: skip
def test_bad_input_is_one_sentence_and_exit_2(capsys, arguments, message):
    code, out, err = run(capsys, "explain", *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_json_page_has_every_key(capsys, name):
    section = TEXTS["docs/json-output.md"].split("\n## explain\n")[1].split("\n## ")[0]
    assert [key for key in dict.fromkeys(_keys(document(capsys, *EXAMPLES[name]))) if f"`{key}`" not in section] == []


def test_one_point_alone_is_no_pair(capsys):
    code, out, _ = run(capsys, "explain", "lemma8.property2", "--d", "1", "--n", "3", "--delta", "1/3")
    assert code == 0
    assert "there is one point alone, and no pair" in out
    assert "hypothesis;" not in out


def test_what_is_said_of_some_point_is_read_at_the_least_one():
    said = " ".join(report(explain(relative_bias, "shifting", {"d": 1, "n": 3})))
    assert "the least at which it is true" in said
    assert "TRUE at this point" in said
    other = explain(relative_bias, "shifting", {"d": 1, "n": 3}, [((0, 0, 0),)])
    assert other.true is False
    assert any("FALSE at this point, which refutes nothing" in line for line in report(other))
    nowhere = [*report(explain(relative_bias, "reversing", {"d": 1, "n": 7, "c": 0}))]
    assert "FALSE at all points" in nowhere


def test_of_a_bound_that_is_a_number_its_value_is_not_said_again():
    assert value_of("D^n", 27) == ", and D^n is 27"
