"""Counterexamples of certificates get exact values back, where their point really has those."""

from __future__ import annotations

from dataclasses import replace

from gmpy2 import mpq

from exactua.arithmetic.floors import floor_of
from exactua.arithmetic.reals import Real
from exactua.claims.registry import find
from exactua.deciding.running import decide
from exactua.evidence.exact_witnesses import with_exact_sides

CLAIM = find("kajitsuka2024:lemma7")[0]
PROBLEM = CLAIM.problem({"d": 1, "n": 2, "k": 1, "separation": 6}, ("boltz_a_below",))


def test_values_are_exact_again_where_they_are_those_of_the_point() -> None:
    (step,) = PROBLEM.steps
    exact = decide(PROBLEM)[step.name].witness
    assert exact is not None
    assert isinstance(exact.left, Real)
    assert with_exact_sides(PROBLEM, step, exact) is exact
    rounded = replace(exact, left=floor_of(exact.left), right=floor_of(exact.right))
    restored = with_exact_sides(PROBLEM, step, rounded)
    assert (restored.left, restored.right) == (exact.left, exact.right)
    for other in (
        replace(rounded, right=floor_of(mpq(9))),
        replace(rounded, right=(rounded.right,)),
        replace(rounded, at=((0, 0),)),
        replace(rounded, at=((0, 10**9),)),
    ):
        assert with_exact_sides(PROBLEM, step, other) is other
