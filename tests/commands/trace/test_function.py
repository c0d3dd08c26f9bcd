"""`exactua.trace`: what the command traces, of labels and of claims that are made at the prompt."""

from __future__ import annotations

from typing import Any

import pytest

from exactua import find, trace
from exactua.authoring import levels, point
from exactua.commands.trace import work
from exactua.commands.trace.words import finding_says, truth_word
from exactua.errors import InputError
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
