"""Cells and Voronoi cells: what each line needs."""

from __future__ import annotations

from exactua.papers.alcalde2025.cells import (
    cells,
    for_mixtures,
    in_a_level_set,
    in_cell,
    triangles,
    v,
    voronoi,
)
from exactua.papers.alcalde2025.geometry import inner, times_positive
from exactua.terms.tracing import every, how_many, some
from tests.papers.background.deciding import least, refuted, says_no

TRIANGLES = {"d": 2, "n": 3}
at = cells.at()


def test_the_cells_of_two_triangles() -> None:
    assert refuted(cells, TRIANGLES) == set()


def test_lines_about_cells_can_fail() -> None:
    alone = for_mixtures(lambda x: how_many(at.columns, lambda i: in_cell(at, x, i)) == 1)
    assert says_no(cells, TRIANGLES, "cover", alone)
    whole = for_mixtures(lambda x: every(at.columns, lambda i: in_cell(at, x, i)))
    for name in ("cover", "convex", "no_interior"):
        assert says_no(cells, TRIANGLES, name, whole), name
    first = for_mixtures(lambda x: some(at.rows, lambda k: in_cell(at, x, k)))
    assert says_no(cells, TRIANGLES, "cover", first)


def test_compared_with_every_point_no_voronoi_cell_is_a_cell() -> None:
    assert refuted(voronoi, TRIANGLES) == {"every_y"}
    assert least(voronoi, TRIANGLES, "every_y")[0] == [["1", "0", "-1"], ["0", "1", "0"]]


def test_the_repair_needs_one_level_set() -> None:
    assert says_no(voronoi, TRIANGLES, "every_y@repaired", over=(triangles,))


def test_the_level_set_is_one() -> None:
    level = every(at.columns, lambda i: inner(times_positive(v(i), at.rows), v(i), at.rows) == 2)
    other = every(at.columns, lambda i: inner(v(i), v(i), at.rows) == 1)
    assert not says_no(voronoi, TRIANGLES, "every_y@repaired", level)
    assert says_no(voronoi, TRIANGLES, "every_y@repaired", other)
    assert in_a_level_set.points
