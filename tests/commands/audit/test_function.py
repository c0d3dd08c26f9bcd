"""`exactua.audit`: the mutants of the command, of claims that are made at the prompt too."""

from __future__ import annotations

from typing import Any

import pytest

from exactua import audit, find
from exactua.commands.audit import work
from exactua.errors import InputError
from tests.own_files import made_here
from tests.printing.notebook.test_pages import tables


def test_it_is_the_audit_of_the_command() -> None:
    box = {"d": 1, "n": 2, "m": 3}
    asked = audit("lemma10", d=1, n=2, delta="1/3", over="term")
    task = work.Task("yun2020:lemma10", (box,))
    assert asked == work.audit([task], work.Settings(over=work.over_of(["term"])))
    assert audit(find("lemma10")[0], d=1, n=2, delta="1/3", over=["term"]).rows == asked.rows
    assert all(row.repeatable for row in asked.rows)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_claim_that_is_made_here(jobs: int) -> None:
    table = audit(made_here(), d=1, n=2, jobs=jobs, over=["network", "term"])
    caught, of = table.score
    assert caught == of > 5
    assert {row.claim for row in table.rows} == {"notebook:lemma"}
    assert not any(row.repeatable for row in table.rows)


def test_the_step_that_is_false_is_left_out() -> None:
    table = audit(made_here(), d=1, n=2, over="term")
    assert [(each.held, each.left_out) for each in table.claims] == [(1, 1)]
    with pytest.raises(InputError, match=r"^claim: notebook:lemma has no step that holds at a small instance"):
        audit((made_here(), "grows"), d=1, n=2)


def test_it_is_told_without_options_of_the_command() -> None:
    table = audit(made_here(), d=1, n=2, over="network", mutants=2)
    caught, of = table.score
    assert repr(table).split("\n")[1].startswith(f"  {caught} of {of} mutants that are not equivalent were caught by")
    page = table._repr_markdown_()
    assert "--" not in page.replace("---", "") + repr(table)
    assert tables(page)[1][1][0] == "notebook:lemma"


@pytest.mark.parametrize(
    ("labels", "options", "message"),
    [
        ((), {}, "labels: none is given"),
        (("lemma8", "lemma10"), {"d": 1}, "d, n, delta: they go with one claim"),
        (("lemma8",), {"over": "weights"}, "over: 'weights' is not valid; choose from network, term, certificate"),
        (("lemma8",), {"over": 3}, "over: 3 is not valid"),
        (("lemma8",), {"seed": -1}, "seed: -1 is not valid; give an integer >= 0"),
        (("lemma8",), {"mutants": 0}, "mutants: 0 is not valid"),
        (("lemma8",), {"jobs": 0}, "jobs: 0 is not valid"),
        (("lemma8",), {"budget": 0}, "budget: 0 is not valid"),
        ((3,), {}, "label: 3 is neither a label nor a claim"),
    ],
)
def test_what_is_wrong_is_one_sentence(labels: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        audit(*labels, **options)
    assert str(caught.value).startswith(message)
