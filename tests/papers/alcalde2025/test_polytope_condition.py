"""prop: polytope.condition: the tie at which it fails, and lines without it."""

from __future__ import annotations

from exactua.papers.alcalde2025.polytope_condition import polytope_condition
from exactua.terms.tracing import every, implies
from tests.papers.background.deciding import least, refuted, says_no

TRIANGLES = {"d": 2, "n": 3}
at = polytope_condition.at()


def test_a_vertex_on_the_hyperplane_is_on_no_side() -> None:
    assert refuted(polytope_condition, TRIANGLES) == {"hyperplane", "angle"}
    for step in ("hyperplane", "angle"):
        # <v_2, v_1> = <v_2, v_2> = 1
        assert least(polytope_condition, TRIANGLES, step)[0] == [["-1", "0", "-1"], ["-1", "-1", "0"]]


def test_repaired_lines_can_fail() -> None:
    for step in ("hyperplane@repaired", "angle@repaired"):
        both = every(at.columns, lambda i: at.in_own_alone[i] == at.in_own[i])
        assert says_no(polytope_condition, TRIANGLES, step, both)
        always = every(at.columns, lambda i: at.one_side[i] == 1)
        assert says_no(polytope_condition, TRIANGLES, step, always)


def test_an_implication_survives_as_written() -> None:
    forward = every(at.columns, lambda i: implies(at.one_side[i] == 1, at.in_own[i] == 1))
    assert not says_no(polytope_condition, TRIANGLES, "hyperplane@repaired", forward)
