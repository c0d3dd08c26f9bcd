"""Points of domains of one's own, as people give them: where they lie, what the steps say there, and in which words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from exactua.claims.claim import D_ROWS, N_COLUMNS, Claim
from exactua.claims.decision import Decision
from exactua.claims.relaxable import find_relaxation
from exactua.claims.verdicts import Verdict
from exactua.commands.explain import words as explanations
from exactua.commands.explain.work import explain
from exactua.commands.relax.breaking import tried
from exactua.commands.relax.every_order import in_every_order
from exactua.commands.trace import words as traces
from exactua.commands.trace.work import read_point, trace
from exactua.console.points import Placement
from exactua.deciding.running import decide
from exactua.errors import InputError
from exactua.evidence.boxes import DomainDoesNotFit, ladder, work
from exactua.grids.categories import DomainSpec, pairs_of, real_columns
from exactua.grids.finite import box, levels, listed, vocabulary
from exactua.networks import AttentionHead, AttentionLayer, Network, TieRule
from exactua.printing import statements, text
from exactua.terms.tracing import every, parameter, point
from tests.deciding.test_own_domains import WORDS, bag, choices, clipping, made, own, unit_box, words
from tests.own_files import cell

BOX: dict[str, int | str] = {"d": 2, "n": 3}


def traced(claim: Claim, given: str, **box: Any) -> str:
    return "\n".join(traces.report(trace(claim, box or BOX, read_point(given))))


def explained(claim: Claim, step: str, *at: str, **box: Any) -> str:
    lines = explanations.report(explain(claim, step, box or BOX, [read_point(written) for written in at]))
    return " ".join(" ".join(lines).split())


# ---- where a point lies -----------------------------------------------------------------------------------------


def placement_of(*specs: DomainSpec, **box: Any) -> Placement:
    claim = Claim("own:places", "Places", "none", "", (D_ROWS, N_COLUMNS))
    for k, spec in enumerate(specs):
        claim.states("nothing", over=(spec,), name=f"s{k}")(lambda at: point[1, 1] == point[1, 1])
    return Placement(claim.problem(box or BOX))


@pytest.mark.parametrize("spec", [words, bag, own, choices, pairs_of(own), pairs_of(bag), levels("grid", 0, 1, 2)])
def test_every_point_lies_where_it_is(spec: DomainSpec) -> None:
    claim = made(spec) if spec.kind != "pairs" else made(spec.of or spec)
    decision = decide(claim.problem(BOX, ("halves_agree" if spec.kind == "pairs" else "bounded",)))
    placement = placement_of(spec)
    result = decision.results[0]
    assert result.witness is not None or result.verdict is Verdict.HOLDS
    if result.witness is not None:
        placed = placement(spec, result.witness.points[0])
        assert (placed.taken, placed.rank) == (result.witness.points[0], result.witness.at[0][1])
        assert placed.objection is None


OBJECTIONS = [
    (words, "0 1 9; 0 1/3 0", "column 3: (9, 0) is not one of the 3 columns of this domain"),
    (choices, "0 1 3; 0 1/3 3", "column 2: (1, 1/3) is not one of the 1 column of this domain"),
    (own, "0 1 2; 1 0 4", "it is not one of the 3 points of this domain"),
    (vocabulary("sets", WORDS, "orbits", "forbidden"), "0 1 1; 0 1/3 1/3", "two columns are equal; in this domain all "
                                                                        "columns are different"),
    (pairs_of(words), "0 1 1; 0 1/3 1/3", "its points have 6 columns"),
    (pairs_of(words), "0 0 0 0 0 9; 0 0 0 0 0 9", "L': column 3: (9, 9) is not one of the 3 columns of this domain"),
    (levels("grid", 0, 1, 2), "0 1 2; 0 1 1", "row 1, column 3: 2 is not on the grid {0, 1}"),
    (levels("grid", 0, 1, 2), "0 1; 0 1", "its points have 3 columns"),
    (box("box", 0, 1), "1; 3/2", "row 2: 3/2 is not in [0, 1]"),
]  # fmt: skip


@pytest.mark.parametrize(("spec", "given", "why"), OBJECTIONS)
def test_a_point_outside_is_told_why(spec: DomainSpec, given: str, why: str) -> None:
    placed = placement_of(spec)(spec, read_point(given))
    assert (placed.rank, placed.objection) == (None, why)


def test_orbits_take_columns_in_the_order_of_the_vocabulary() -> None:
    placed = placement_of(bag)(bag, read_point("1/2 0 1; 2 0 1/3"))
    assert placed.taken == read_point("0 1 1/2; 0 1/3 2")
    assert placement_of(pairs_of(bag))(pairs_of(bag), read_point("1 0 0 1/2 0 1; 1/3 0 0 2 0 1/3")).rank == 10 * 1 + 4


def test_ends_of_a_box_belong_to_it_and_the_line_has_no_end() -> None:
    for given in ("0; 1", "1; 0", "1/2; 1/3"):
        assert placement_of(unit_box)(unit_box, read_point(given)).objection is None
    assert placement_of(real_columns)(real_columns, read_point("-100; 100")).objection is None


# ---- trace ------------------------------------------------------------------------------------------------------


def both() -> Claim:
    claim = made(words)
    claim.states("in any order", over=(bag,), name="in_bag")(
        lambda at: every(at.columns, lambda j: at.g(point)[1, j] <= 3)
    )
    return claim


def test_trace_says_in_which_domains_a_point_lies() -> None:
    shown = traced(both(), "1/2 1 0; 2 1/3 0")
    assert "L = [1/2 1 0; 2 1/3 0], in words (rank 21) and in bag (rank 4)" in shown
    assert "entries of Z" in shown
    assert "for steps over orbits, its columns in the order of the vocabulary" in shown
    assert "L = [0 1 1/2; 0 1/3 2]:" in shown
    assert "false   bounded" in shown
    assert "halves_agree" not in shown  # it speaks of pairs


def test_trace_goes_through_a_point_of_no_domain() -> None:
    shown = traced(made(own), "9 9 9; 9 9 9")
    assert "in no domain of the claim" in shown
    assert "no step of the claim is about it" in shown
    assert traced(made(own), "0 1 2; 1 0 3").startswith("own:own")


def test_trace_of_levels_refuses_what_is_off_the_grid() -> None:
    claim = made(levels("grid", 0, "1/2", 2))
    with pytest.raises(InputError, match=r"^point: row 1, column 2: 7 is not on the grid \{0, 1/2\}$"):
        traced(claim, "0 7 0; 0 0 0")
    claim.states("elsewhere", over=(levels("wider", 7, 1, 2),), name="elsewhere")(lambda at: point[1, 1] >= 7)
    assert "in wider" in traced(claim, "7 7 7; 7 7 8")


def test_trace_reads_a_box_at_every_entry_inside() -> None:
    shown = " ".join(traced(clipping, "1 2; 0 0", d=2).split())
    assert "X = [1 2; 0 0], in [0, 2] entries" in shown
    assert "identity row 1, column 1: 1 = 1; 0 = 0" in shown
    assert "identity row 1, column 2" not in shown  # 2 is outside of [0, 1]
    assert "below_1 row 1, column 2" in shown


def test_trace_says_the_same_of_cells_and_points_of_one_claim() -> None:
    claim = Claim("own:mixed", "Mixed", "none", "", (D_ROWS, N_COLUMNS))
    claim.network("clip")(clipping.networks["clip"])
    pair = listed("two", [[[0, 1]], [[2, 0]]])
    claim.states("points", over=(pair,), name="points")(lambda at: at.clip(point)[1, 1] <= 1)
    claim.states("box", over=(unit_box,), name="cells")(lambda at: at.clip(point)[1, 1] <= 1)
    shown = traced(claim, "2 0", d=1, n=2)
    assert "in two (rank 1)" in shown
    assert "points  1 <= 1" in shown
    assert "cells   row 1, column 2: 0 <= 1" in shown
    assert "cells   row 1, column 1" not in shown


# ---- explain ----------------------------------------------------------------------------------------------------


def test_explain_finds_the_least_counterexample_and_says_where_it_lies() -> None:
    assert "L = [0 1 2; 1 0 3], in own (rank 0)" in explained(made(own), "bounded")
    shown = explained(made(bag), "bounded", "1/2 1 0; 2 1/3 0")
    assert "in bag (rank 4); given as [1/2 1 0; 2 1/3 0], its columns here in the order of the vocabulary" in shown


def test_explain_says_why_a_step_does_not_speak_of_a_point() -> None:
    shown = explained(made(own), "bounded", "0 1 2; 1 0 4")
    assert "not in own: it is not one of the 3 points of this domain" in shown
    assert "The step does not speak of this point" in shown
    shown = explained(clipping, "below_1", "5; 0", d=2)
    assert "not in [0, 2]: row 1: 5 is not in [0, 2]" in shown


def test_explain_takes_a_pair_as_two_points_or_as_one() -> None:
    two = explained(made(own), "halves_agree", "0 1 2; 1 0 3", "2 1 0; 3 0 1")
    assert "L = [0 1 2; 1 0 3] and L' = [2 1 0; 3 0 1], in pairs of own (rank 2)" in two
    assert explained(made(own), "halves_agree", "0 1 2 2 1 0; 1 0 3 3 0 1") == two


# ---- words ------------------------------------------------------------------------------------------------------


def report_of(decision: Decision) -> str:
    return "\n".join(line for line, _ in text.report(decision))


def test_reports_count_points_of_every_kind_and_replay_pairs() -> None:
    shown = report_of(decide(made(own).problem(BOX)))
    assert "12 points (own: 3, pairs of own: 9)" in shown
    assert "[3 points, false at 2]" in shown
    assert 'replay: exactua explain own:own.halves_agree --d 2 --n 3 --at "0 1 2; 1 0 3" --at "1/3 0 0; 0 0 0"' in shown
    assert "[27 sequences" in report_of(decide(made(words).problem(BOX, ("bounded",))))


def test_statements_say_what_a_step_ranges_over() -> None:
    said = {step.name: statements.domain_text(claim, step) for claim in (made(bag), made(own)) for step in claim.steps}
    assert said["first_row"] == "for any two L, L' in own"
    assert statements.domain_text(made(bag), made(bag).step("first_row")) == (
        "for any two L, L' in bag, not permutations of each other"
    )
    assert statements.domain_text(clipping, clipping.step("identity")) == (
        "for every row and every real column X with entries in [0, 1]"
    )


# ---- ladders and relaxations ------------------------------------------------------------------------------------


def test_the_ladder_of_own_domains_is_the_instances_that_they_fit() -> None:
    assert list(ladder(made(own))) == [{"d": 2, "n": 3}]
    assert list(ladder(made(words))) == [{"d": 2, "n": n} for n in (2, 3, 4)]  # 3^n points and 9^n pairs
    assert work(made(own), BOX) == 3 + 9
    assert {box["d"] for box in ladder(clipping)} == {1, 2, 3}
    with pytest.raises(DomainDoesNotFit, match=r"^own: point 1 is 2 x 3"):
        work(made(own), {"d": 1, "n": 3})


def leftmost(values: Any) -> Network:
    """Columns attend to the maximum of their first entries; ties are what the tie rule says."""
    head = AttentionHead(W_O=[[0], [1]], W_V=[[0, 1]], W_K=[[1, 0]], W_Q=[[0, 0]], b_Q=[1])
    return Network(2, [AttentionLayer([head], TieRule.AVERAGE)], {"output": 1})


TOKENS = [(0, 0), (1, 0), (1, 1)]


@pytest.mark.parametrize("repeats", ["allowed", "forbidden", "required"])
def test_orbits_of_a_vocabulary_are_read_in_every_order(repeats: Any) -> None:
    """The sequences that the rewritten step speaks of are those whose columns, sorted, are an orbit."""
    spec = vocabulary("tokens", TOKENS, "orbits", repeats)
    claim = Claim("own:order", "Order", "none", "", (D_ROWS, N_COLUMNS))
    claim.states("one", over=(spec,), fold="sum", bound=lambda at: 0, name="s")(lambda at: parameter("n") / at.n)
    step = in_every_order(claim.step("s"))
    assert step is not None
    problem = claim.problem({"d": 2, "n": 3})
    orders = decide(replace(problem, steps=(step,)))["s"]
    orbits = decide(problem)["s"]
    assert orders.witness is not None
    assert orbits.witness is not None
    assert orders.witness.left == orbits.witness.left == {"allowed": 27, "forbidden": 6, "required": 21}[repeats]


def test_another_tie_rule_breaks_a_step_over_a_vocabulary() -> None:
    """With equal maxima shared, the second row gains the same in any order; with the leftmost, what comes first."""
    claim = Claim("own:ties", "Ties", "none", "", (D_ROWS, N_COLUMNS))
    claim.network("g")(leftmost)
    spec = vocabulary("tokens", TOKENS, "orbits")
    claim.states("no gain above 1/2 + m", over=(spec,), name="gain")(lambda at: at.g(point)[2, 1] <= point[2, 1] + 1)
    claim.states("two ones share", over=(spec,), name="shared", given=lambda at: point[1, 1] + point[1, 2] == 2)(
        lambda at: (at.g(point)[2, 1] - point[2, 1]) * 2 == point[2, 1] + point[2, 2]
    )
    box: dict[str, int | str] = {"d": 2, "n": 2}
    assert decide(claim.problem(box)).verdict is Verdict.HOLDS
    relaxation = find_relaxation(claim, "hardmax shares equal maxima (leftmost)")
    known = {"gain": Verdict.HOLDS, "shared": Verdict.HOLDS}
    finding = tried(claim, relaxation, known, (), {"d": (2,), "n": (2,)}, 10)
    assert finding.first is not None
    assert finding.first.step.name == "shared"
    assert finding.first.step.over[0].name == "tokens in every order"


def test_a_domain_may_use_a_definition_and_another_may_have_no_value() -> None:
    text = """\
from exactua.authoring import *
lemma = claim("lemma")
@lemma.define
def c(at):
    return at.n + 1
@lemma.define
def gap(at):
    return 1 / (at.n - 2)
w1 = levels("w1", 0, 1, definition("c"))
@lemma.states("x", over=w1)
def fine(at):
    return point[1, 1] >= 0
"""
    claim = cell(text)["lemma"]
    assert {"d": 1, "n": 2} in list(ladder(claim))
    assert work(claim, {"d": 1, "n": 2}) == 9
