"""What a report says of how points were gone through: the scope where it is not enumerated, the evaluators, the widths."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from exactua.claims.decision import Decision, Witness
from exactua.printing.machine import box
from exactua.printing.text import how, report, violated
from exactua.proving.check import check
from exactua.terms.language import integer, make
from exactua.terms.tracing import point
from tests.own_files import HEAD, made_here

DECISION = check("lemma8", d=1, n=3, delta="1/4", replayed=0)
"""A step without points, steps over all three categories, and steps over the first alone."""
PROPERTY2 = "property2"


def by(engines: dict[str, str], rest: str = "kernel", **run: Any) -> Decision:
    """The decision as if these steps had been decided by these engines."""
    told = {result.step.name: engines.get(result.step.name, rest) for result in DECISION.results}
    return replace(DECISION, run={**DECISION.run, "seconds": "1.000", "engine": told, **run})


@pytest.mark.parametrize(
    ("decision", "told"),
    [
        (by({}), "exact batches"),
        (by({}, rest="forms"), "affine forms on cells"),
        (by({PROPERTY2: "literal"}), "exact batches and the literal networks, point by point"),
        (by({PROPERTY2: "compiled"}), "compiled loops and exact batches"),
        (by({}, rest="compiled", width={"category 1": "64 bits"}), "compiled loops (64 bits)"),
        (
            by({PROPERTY2: "vectors"}, rest="compiled", width={"category 2": "64 bits", "category 1": "64 bits"}),
            "compiled loops and NumPy in batches (64 bits)",
        ),
        (
            by({}, "vectors", width={"category 3": "128 bits", "category 2": "64 bits", "category 1": "64 bits"}),
            "NumPy in batches (category 1, category 2: 64 bits; category 3: 128 bits)",
        ),
        (
            by({PROPERTY2: "plain"}, width={"category 1": "integers of any size"}),
            "loops in Python (integers of any size) and exact batches",
        ),
        (by({PROPERTY2: "abacus"}), "abacus and exact batches"),
    ],
)
def test_every_evaluator_is_told_in_words(decision: Decision, told: str) -> None:
    assert how(decision) == f"decided in 1.000 s by {told}"


def test_a_width_is_told_of_programs_only() -> None:
    assert "bits" not in how(by({}, width={"category 1": "64 bits"}))


def lines(decision: Decision) -> list[str]:
    return [line for line, _ in report(decision)]


def test_the_scope_is_told_where_it_is_not_enumerated() -> None:
    runs = replace(DECISION, scope="runs")
    differing = [pair for pair in zip(lines(DECISION), lines(runs), strict=True) if pair[0] != pair[1]]
    assert [new for _, new in differing] == [
        "35 orbits in affine runs (category 1: 4, category 2: 16, category 3: 15)",
        "HOLDS: 10 of 10 judged steps hold; this speaks of this instance only, of which every point was decided, "
        "in affine runs",
    ]
    for old, new in differing:
        assert new.replace(" in affine runs", "").removesuffix(",") == old
    assert (box(DECISION, None, 0)["scope"], box(runs, None, 0)["scope"]) == ("enumerated", "runs")


def test_a_verdict_found_early_is_not_said_of_every_point() -> None:
    decision = check("lemma7.range_of_k", d=1, n=2, delta="1/4")
    early = replace(decision, results=(replace(decision.results[0], complete=False),))
    assert "of which every point was decided" in lines(decision)[-1]
    assert "of which not every point was decided" in lines(early)[-1]


def test_what_was_not_decided_is_not_said_to_be() -> None:
    early = replace(check("lemma10", d=2, n=3, max_points=1), scope="runs")
    assert lines(early)[-2].startswith("INCONCLUSIVE: ")
    assert lines(early)[-1].startswith("because ")
    assert all("every point was decided" not in line for line in lines(early))


def equivalent(said: str, **box: Any) -> str:
    """What is told of a step that says this of the 1 x n matrices with entries 0 and 1, at its least counterexample."""
    step = f'@lemma.states("iff", over=bits)\ndef iff(at):\n    return {said}\n'
    decision = check(made_here(HEAD + step), d=1, n=2, **box)
    witness = decision["iff"].witness
    assert witness is not None
    return violated(decision.problem, decision["iff"].step, witness)


X, Y = "point[1, 1]", "point[1, at.n]"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (f"({X} > 0) == ({Y} > 0)", "L_(1, n) > 0 is true, and L_(1, 1) > 0 is false: 0 on the left, 0 on the right"),
        (f"({X} < 1) == ({Y} < 1)", "L_(1, 1) < 1 is true, and L_(1, n) < 1 is false: 1 on the left, 1 on the right"),
        (
            f"({X} < 1) == (({X} <= 1) & ({Y} <= 0))",
            "L_(1, 1) < 1 is true, and L_(1, n) <= 0 is false: 1 on the left, 0 on the right",
        ),
        (
            f"(({X} <= 0) & ({Y} >= 0)) == every(at.columns, lambda j: point[1, j] <= 0)",
            "at j = 2, (L_(1, 1) <= 0 and L_(1, n) >= 0) is true, and L_(1, j) <= 0 is false: 1 on the left, 0 on the right",
        ),
        (f"({X} < 1) == ~({X} < 1)", "L_(1, 1) < 1 is true, and not L_(1, 1) < 1 is false"),
        (
            f"every(at.columns, lambda j: ({X} < 1) == (point[1, j] < 1))",
            "at j = 2, L_(1, 1) < 1 is true, and L_(1, j) < 1 is false: 1 on the left, 1 on the right",
        ),
        (f"implies({X} < 1, {Y} < 1)", "L_(1, 1) < 1 => L_(1, n) < 1 is false: 1 on the left, 1 on the right"),
    ],
)
def test_of_an_equivalence_the_side_that_holds_and_the_one_that_fails_are_told(said: str, told: str) -> None:
    assert equivalent(said) == told
    assert equivalent(said, jobs=2, engine="vectors") == told


def test_of_an_equivalence_whose_false_side_is_not_known_both_are_shown() -> None:
    """Either side may have failed in the same relation."""
    both = make("<", (), point[1, 1].term, integer(1))
    less = make("and", (), both, make("<", (), point[1, 2].term, integer(1)))
    term = make("and", (), make("implies", (), both, less), make("implies", (), less, both))
    decision = check(
        made_here(HEAD + '@lemma.states("s", over=bits)\ndef s(at):\n    return point[1, 1] < 2\n'), d=1, n=2
    )
    step = replace(decision["s"].step, term=term)
    for false, told in (
        (both, "(L_(1, 1) < 1 => "),
        (None, "(L_(1, 1) < 1 => "),
        (less.arguments[1], "L_(1, 1) < 1 is"),
    ):
        witness = Witness((), (), {}, "<", 1, 1, false)
        assert violated(decision.problem, step, witness).startswith(told)
