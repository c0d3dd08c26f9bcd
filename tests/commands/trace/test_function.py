"""`exactua.trace`: what the command traces, of labels and of claims that are made at the prompt."""

from __future__ import annotations

from typing import Any

import pytest

from exactua import find, trace
from exactua.commands.trace import work
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
