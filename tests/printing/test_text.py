"""What a report says of how points were gone through: the scope where it is not enumerated, the evaluators, the widths."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from exactua.claims.decision import Decision
from exactua.printing.machine import box
from exactua.printing.text import how, report
from exactua.proving.check import check

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
