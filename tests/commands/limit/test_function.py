"""`exactua.limit`: what the command finds, of labels and of claims that are made at the prompt."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from gmpy2 import mpq

from exactua import Verdict, certificate, check, find, limit, verify
from exactua.arithmetic.messages import plain
from exactua.commands.group import main
from exactua.commands.limit import work
from exactua.commands.limit.data import data
from exactua.commands.limit.instances import of_claim, of_file
from exactua.commands.limit.words import document
from exactua.errors import InputError
from exactua.networks import AttentionHead, AttentionLayer, Network
from exactua.networks.files import write_network
from exactua.printing.documents import Table
from tests.own_files import made_here


def test_it_is_what_the_command_finds() -> None:
    runs, notices = work.open_runs(["numpy"], ["float64"])
    answer = work.limit(of_claim(find("lemma8")[0], {"d": 1, "n": 2, "m": 2}), [mpq(100)], runs, notices=notices)
    asked = limit("lemma8", d=1, n=2, factors=100, backends="numpy")
    assert (asked.title, asked.bracket, asked.runs[0].name) == (answer.title, answer.bracket, answer.runs[0].name)
    again = limit(find("lemma8")[0], d=1, n=2, factors="100", backends=["numpy"])
    assert [row.certified for each in (asked, again) for row in each.rows] == [row.certified for row in answer.rows] * 2


def test_a_claim_that_is_made_here() -> None:
    answer = limit(made_here(), d=1, n=2, factors=[2, "4"])
    assert (answer.claim, len(answer.points), [row.factor for row in answer.rows]) == ("notebook:lemma", 4, [2, 4])
    assert repr(answer).split("\n")[0] == "Limit of lemma, d = 1, n = 2: network f"


def test_points_are_those_that_are_given(tmp_path: Path) -> None:
    (tmp_path / "points.json").write_text(json.dumps([[[0, "1/2"]], [[1, 2]]]))
    for points in (["0 1/2", [[1, 2]]], tmp_path / "points.json"):
        answer = limit(made_here(), d=1, n=2, factors=10, points=points)
        assert answer.points == (((0, mpq(1, 2)),), ((1, 2),))
        assert answer.survivals == ()
    assert limit(made_here(), d=1, n=2, factors=10, points=["0 1", "1 1", "1 0"], sample=2).points == (
        ((0, 1),),
        ((1, 0),),
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"factors": 0}, "factors: give numbers > 0, or a range of them"),
        ({"factors": []}, "factors: give numbers > 0, or a range of them"),
        ({"factors": "2:1"}, "factors: 2:1 is reversed"),
        ({"factors": 0.1}, "factors: "),
        ({"tolerance": 0}, "tolerance: 0 is not > 0"),
        ({"backends": 3}, "backends: 3 is not valid; give names"),
        ({"dtypes": "float8"}, "dtypes: "),
        ({"sample": 0}, "sample: 0 is not valid; give an integer >= 1"),
        ({"budget": "10m"}, "budget: '10m' is not valid; give seconds"),
        ({"network": "g"}, "network: notebook:lemma has no network 'g'"),
        ({"points": ["0 1 2", "0 1"]}, "points: point 2 is 1 x 2, point 1 is 1 x 3"),
        (
            {"point": "0 1 2"},
            "points: the point is 1 x 3, and n = 2 here; give points with 2 columns, or n = 3",
        ),
        (
            {"points": ["0", "1"]},
            "points: they are 1 x 1, and n = 2 here; give points with 2 columns, or n = 1",
        ),
    ],
)
def test_what_is_wrong_is_one_sentence(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        limit(made_here(), d=1, n=2, **{"factors": 10, **options})
    assert str(caught.value).startswith(message)


HARD = Network(1, [AttentionLayer([AttentionHead(W_O=[[1]], W_V=[[1]], W_K=[[1]], W_Q=[[1]])])])


def test_a_network_is_looked_at_at_its_points(tmp_path: Path) -> None:
    """Itself, the path of its file, or that as a text: one bracket, that of the command."""
    path = tmp_path / "net.json"
    write_network(path, HARD, {})
    points = ["1/2 1", [[2, 3]]]
    instance = of_file(path, (((mpq(1, 2), mpq(1)),), ((mpq(2), mpq(3)),)))
    runs, _ = work.open_runs(["numpy"], ["float64"])
    bracket = work.limit(instance, [mpq(10)], runs).bracket
    for network in (HARD, path, str(path)):
        answer = limit(network, points=points, factors=10, backends="numpy")
        assert (answer.bracket, answer.claim, answer.survivals) == (bracket, None, ())
        assert bracket.upper is not None
    alone = limit(HARD, point="1/2 1", factors=10)
    assert alone.points == (((mpq(1, 2), 1),),)
    assert repr(alone).startswith("Limit of network on R^(1 x n), 1 attention layer, at most 1 head of size 1\n")
    assert limit(made_here(), d=1, n=2, point=[[0, 1]], factors=10).points == (((0, 1),),)


def test_a_network_that_was_built_for_another_n_says_so(tmp_path: Path) -> None:
    """Its layers take any n, and lambda* is that of the points that are given."""
    path = tmp_path / "net.json"
    write_network(path, HARD, {"theorem": "yun2020:theorem2", "parameters": {"d": 1, "n": 2, "m": 2}})
    assert limit(path, point="0 1", factors=10).title == plain(str(path))
    wider = limit(path, point="0 1 2", factors=10)
    assert wider.title == f"{plain(str(path))}, built for n = 2, at n = 3"
    assert wider.bracket == limit(HARD, point="0 1 2", factors=10).bracket


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "points: missing; give point or points, as no claim speaks of points of the network"),
        ({"point": "0 1", "points": ["0 1"]}, "point: points are given too; give one or the other"),
        ({"point": "0 1", "d": 1}, "d: the network is a network of its own; leave it out"),
        ({"point": "0 1", "network": "f"}, "network: the network is a network of its own; leave it out"),
        ({"point": "0 1", "tie_rule": "average"}, "tie_rule: the network is a network of its own; leave it out"),
        ({"point": "0 1; 1 0"}, "points: point 1 is 2 x 2; the network maps 1 x n to 1 x n"),
        ({"points": "no.json"}, "points: there is no file no.json"),
    ],
)
def test_what_is_wrong_with_points_of_a_network_is_one_sentence(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        limit(HARD, factors=10, **options)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("word", "meant"), [("dtype", "dtypes"), ("backend", "backends"), ("factor", "factors"), ("tolerence", "tolerance")]
)
def test_a_word_that_is_nearly_an_argument_is_told_with_it(word: str, meant: str) -> None:
    """Of a network, which has no parameters, and of a claim that has not this one."""
    given: dict[str, Any] = {word: "float32"}
    for label, chosen in ((HARD, {"point": "0 1"}), (made_here(), {"d": 1, "n": 2}), ("lemma8", {"d": 1, "n": 2})):
        with pytest.raises(InputError) as caught:
            limit(label, **chosen, **given)
        assert str(caught.value) == f"no argument {word!r}; did you mean {meant}?"


def test_a_step_has_no_network_of_its_own() -> None:
    with pytest.raises(InputError, match=r"^label: notebook:lemma.grows is a step; give its claim, notebook:lemma$"):
        limit((made_here(), "grows"), d=1, n=2)


def test_the_certificate_is_that_of_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_network(tmp_path / "net.json", HARD)
    answer = limit(HARD, points=["1/2 1", "1/2 3/4"], factors=100, certificate=tmp_path / "here.json")
    words = ["limit", "--network", str(tmp_path / "net.json"), "--point", "1/2 1", "--point", "1/2 3/4"]
    assert main([*words, "--lambda", "100", "--certificate", str(tmp_path / "there.json")]) == 0
    capsys.readouterr()
    texts = {(tmp_path / name).read_text() for name in ("here.json", "there.json")} | {certificate(answer)}
    assert len(texts) == 1
    assert verify(answer).lines[0] == "confirmed: a limit of softmax (2 of 2 points recomputed)"
    assert verify(certificate(answer)).exit_code == verify(tmp_path / "here.json").exit_code == 0


def test_what_hardmax_itself_refutes_is_not_told_to_hold_or_not() -> None:
    """Condition 2 of Definition E.1 as printed is false of g_c, exactly: floats are not to blame."""
    answer = limit("definition_e1", d=1, n=2, factors=1000, backends="numpy")
    decision = check("definition_e1", d=1, n=2)
    refuted = {result.step.name for result in decision.results if result.verdict is Verdict.REFUTED}
    assert answer.refuted == {"condition2": (decision["condition2"].failures, decision["condition2"].points)}
    assert "condition2" in refuted
    tables = {block.title: block.rows for block in document(answer).blocks if isinstance(block, Table)}
    held, false = (next(rows for title, rows in tables.items() if words in title) for words in ("still hold", "itself"))
    assert [row[0] for row in held] == [
        *("", "condition1", "condition2@repaired", "condition2_up_to_order", "unique_value", "unique_value@repaired")
    ]
    assert list(false) == [("condition2", "2 of 4")]
    assert data(answer)["refuted_exactly"] == {"condition2": {"failures": 2, "points": 4}}
    assert limit("lemma8", d=1, n=2, factors=1000, backends="numpy").refuted == {}
    assert limit(HARD, point="0 1", factors=1000).refuted == {}


def test_without_anything_known_there_is_no_certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = limit(HARD, points=["0 1/2"], factors=100)
    nothing = replace(known, bracket=replace(known.bracket, upper=None, lower=None, lower_point=None))
    monkeypatch.setattr(work, "limit", lambda *_, **__: nothing)
    answer = limit(HARD, points=["0 1/2"], factors=100, certificate=tmp_path / "none.json")
    assert not answer.is_known
    assert answer.notices[-1] == "nothing is known, so there is no certificate"
    assert not (tmp_path / "none.json").exists()
    with pytest.raises(InputError, match="so there is nothing to certify"):
        certificate(answer)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (3, "certificate: 3 is not a path; give one such as answer.json"),
        ("gone/c.json", "certificate: "),
        ("points.csv", "certificate: points.csv is an input file; give another path"),
    ],
)
def test_a_certificate_that_cannot_be_written(
    given: Any, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("points.csv").write_text("0,1\n")
    with pytest.raises(InputError) as caught:
        limit(HARD, points="points.csv", factors=10, certificate=given)
    assert str(caught.value).startswith(message)
