"""`exactua.trace`: what the command traces, of labels and of claims that are made at the prompt."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from exactua import check, find, trace
from exactua.authoring import AttentionHead, AttentionLayer, Network, levels, pairs_of, point
from exactua.claims.lettering import halves
from exactua.commands.trace import work
from exactua.commands.trace.words import finding_says, truth_word
from exactua.errors import InputError
from exactua.networks.files import write_network
from tests.own_files import made_here


def test_it_is_what_the_command_traces() -> None:
    traced = trace("lemma8", "0 1/4 3/4", d=1, n=3, delta="1/4")
    assert traced == work.trace(find("lemma8")[0], {"d": 1, "n": 3, "m": 4}, work.read_point("0 1/4 3/4"))
    assert trace(find("lemma8")[0], [[0, "1/4", "3/4"]], d=1, n=3, delta="1/4") == traced


def test_a_claim_that_is_made_here() -> None:
    lemma = made_here()
    traced = trace((lemma, "grows"), [[1, 0], [0, 1]], d=2, n=2)
    assert (traced.problem.label, traced.network) == ("notebook:lemma", "f")
    assert {finding.step.name: finding.true for finding in traced.findings} == {"rises": True, "grows": True}


TWICE = Network(1, [AttentionLayer([AttentionHead([[1]], [[1]], [[1]], [[1]], [0])])] * 2)


def test_a_network_is_traced_without_a_claim(tmp_path: Path) -> None:
    """Itself, the path of its file, or that as a text."""
    path = tmp_path / "net.json"
    write_network(path, TWICE)
    traced = trace(TWICE, "1 2")
    assert traced.of_file
    assert traced.states[-1].matrix == TWICE([[1, 2]])
    assert repr(traced).splitlines()[0] == "Trace of network (2 layers)"
    for file in (path, str(path)):
        assert trace(file, [[1, 2]]).states == traced.states


def test_a_counterexample_is_traced_at_its_instance() -> None:
    decision = check("claim1.equivariant", d=1, n=2, tie_rule="leftmost")
    witness = decision["equivariant"].witness
    assert witness is not None
    traced = trace("claim1", witness)
    assert traced.network == "block"
    assert (traced.point, traced.problem.parameters) == (((-4, 0),), decision.problem.parameters)
    assert "equivariant" in [finding.step.name for finding in traced.findings if finding.true is False]
    assert trace("claim1", witness, network="attention").network == "attention"
    assert trace("claim1", witness, d=1, n=2).problem.parameters["tie_rule"] == "average"
    assert trace(TWICE, witness).point == ((-4, 0),)


def test_of_a_counterexample_of_two_points_the_first_is_traced() -> None:
    lemma = made_here()
    bits = levels("bits", 0, 1, 2)
    lemma.states("all are equal", over=pairs_of(bits), name="equal")(
        lambda at: at.f(point.columns(1, at.n)) == at.f(point.columns(at.n + 1, 2 * at.n))
    )
    result = check((lemma, "equal"), d=1, n=2)["equal"]
    assert result.witness is not None
    assert trace(lemma, result.witness).point == halves(result.witness.points[0])[0]


@pytest.mark.parametrize(
    ("label", "at", "options", "message"),
    [
        (TWICE, "1 2", {"d": 1}, "d: the network is not a claim; leave it out"),
        (TWICE, "1 2", {"network": "f"}, "network: the network is not a claim; leave it out"),
        (TWICE, "1; 2", {}, "point is 2 x 1; the network maps 1 x n to 1 x n"),
        ("no.json", "1", {}, "network: there is no file no.json"),
        (3, "1", {}, "label: 3 is neither a label nor a claim"),
    ],
)
def test_what_is_wrong_with_a_network_is_one_sentence(
    label: Any, at: Any, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(InputError) as caught:
        trace(label, at, **options)
    assert str(caught.value).startswith(message)


def test_what_is_said_of_points_together_is_told_as_that() -> None:
    lemma = made_here()
    bits = levels("bits", 0, 1, 2)

    def ends_at_1(at: Any) -> Any:
        return at.f(point)[1, 1] == 1

    lemma.states("some does", over=bits, fold="some", name="some")(ends_at_1)
    lemma.states("not each does", over=bits, fold="not each", name="not_each")(ends_at_1)
    lemma.states("a sum", over=bits, fold="sum", bound=lambda at: 9, name="sum")(lambda at: at.f(point)[1, 1])
    traced = trace(lemma, [[0, 1]], d=1, n=2)
    ends = traced.states[-1].values[0] == 1
    told = {finding.step.name: (truth_word(finding), finding_says(traced, finding)) for finding in traced.findings}
    not_so = {True: "so", False: "not so"}
    assert told["some"] == ("some", f"says of some point what is {not_so[ends]} at this one")
    assert told["not_each"] == ("some", f"says of some point what is {not_so[not ends]} at this one")
    assert told["sum"][0] == "sum"
    assert told["sum"][1].endswith(" for this point to its sum over all points")


@pytest.mark.parametrize(
    ("point", "options", "message"),
    [
        ("0 1 1", {"n": 2}, "point: 1 x 3 is not the shape that notebook:lemma needs here; give 1 x 2"),
        ([[0.1, 0]], {"n": 2}, "point: row 1, column 1: "),
        ("0 1", {"n": 2, "network": "g"}, "network: notebook:lemma has no network 'g'; choose one of f"),
        ("0 1", {}, "n: missing; notebook:lemma needs n"),
        ("0 1", {"n": 2, "k": 3}, "k: notebook:lemma has no such parameter"),
    ],
)
def test_what_is_wrong_is_one_sentence(point: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        trace(made_here(), point, d=1, **options)
    assert str(caught.value).startswith(message)
