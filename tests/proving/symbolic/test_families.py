"""Families cover every point of a domain once, and what a network does depends on the set of ids alone."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations, groupby, pairwise
from typing import Any

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from exactua.claims.registry import find
from exactua.errors import InputError
from exactua.grids.categories import DomainSpec, build, category1, category2, category3, extended_grid, grid
from exactua.proving.symbolic.families import (
    Family,
    by_columns,
    compositions,
    families,
    ids_around,
    ids_of,
    matrix_of,
    number_by_columns,
    read_grid,
    vertices,
)
from exactua.proving.symbolic.instance import Instance
from exactua.terms.evaluation import NotObserved
from exactua.terms.language import integer

DOMAINS = (category1, category2, category3, grid, extended_grid)
BOXES = ((1, 2, 3), (1, 3, 2), (1, 4, 3), (2, 2, 2), (2, 3, 2))


def made(spec: DomainSpec, box: tuple[int, int, int]) -> Any:
    d, n, m = box
    instance = Instance(find("lemma8")[0].problem({"d": d, "n": n, "m": m}))
    domain = build(spec, instance.problem.value, instance.problem.parameters)
    return instance, domain


def ids_at(grid: Any, matrix: Any) -> list[int]:
    return [int(grid.id_of(column)) for column in zip(*matrix, strict=True)]


def contains(family: Family, grid: Any, ids: list[int]) -> bool:
    """Whether a point with these sorted ids is one of the family's."""
    if len({number for number in ids if number >= 0}) != family.distinct:
        return False
    negative = [number for number in ids if number < 0]
    if family.columns is None:
        return bool(negative) == bool(family.negative)
    if len(negative) != family.negative:
        return False
    places = [sorted(set(ids[len(negative) :])).index(number) + len(negative) for number in ids[len(negative) :]]
    return tuple(places) == family.columns[len(negative) :]


@pytest.mark.parametrize("spec", DOMAINS, ids=lambda spec: spec.name)
@pytest.mark.parametrize("box", BOXES)
def test_every_point_is_in_exactly_one_family(spec: DomainSpec, box: tuple[int, int, int]) -> None:
    instance, domain = made(spec, box)
    own = instance.grid(spec)
    limit = instance.most_distinct(own)
    assert instance.points(spec) == domain.count
    for several in (list(families(spec, own, limit)), list(by_columns(spec, own, limit))):
        for rank in range(domain.count):
            ids = ids_at(own, domain.matrix(rank))
            assert ids == sorted(ids)
            assert sum(contains(family, own, ids) for family in several) == 1
    assert len(several) == number_by_columns(spec, own, limit)


@pytest.mark.parametrize("box", BOXES)
def test_negative_ids_are_at_most_the_bound_and_the_bound_is_one_of_them(box: tuple[int, int, int]) -> None:
    instance, domain = made(category3, box)
    own, (d, n, m) = instance.grid(category3), box
    numbers = {number for rank in range(domain.count) for number in ids_at(own, domain.matrix(rank)) if number < 0}
    D = m**d
    assert max(numbers) == own.bound == -m * D**n + D - m
    assert {int(own.id_of(column)) for column in own.special_columns} <= numbers
    assert int(own.id_of(own.special_columns[0])) == min(numbers)


@pytest.mark.parametrize("spec", DOMAINS, ids=lambda spec: spec.name)
def test_vertices_are_points_of_their_family(spec: DomainSpec) -> None:
    for box in BOXES:
        instance, domain = made(spec, box)
        own = instance.grid(spec)
        for family in families(spec, own, instance.most_distinct(own)):
            tried = list(vertices(family, own))
            assert tried
            for columns in tried:
                matrix = matrix_of(columns)
                assert domain.matrix(domain.rank_of(matrix)) == matrix
                assert contains(family, own, ids_at(own, matrix))


@given(st.integers(1, 6), st.integers(1, 6), st.randoms(use_true_random=False))
def test_forms_of_ids_take_all_increasing_ids(K: int, distinct: int, source: random.Random) -> None:
    distinct = min(distinct, K)
    ids = sorted(source.sample(range(K), distinct))
    instance = Instance(find("lemma8")[0].problem({"d": 1, "n": max(distinct, 2), "m": max(K, 2)}))
    own = instance.grid(grid)
    forms = ids_of(Family(distinct, 0), own)
    gaps = [b - a - 1 for a, b in pairwise(ids)]
    point = (ids[0], *gaps)
    values = [form.constant + sum(a * b for a, b in zip(form.slopes, point, strict=True)) for form in forms]
    assert values == ids
    assert sum(point) <= forms[0].simplex.total


def solutions(forms: Any, total: int) -> Any:
    """The values of forms at all points of their simplex."""
    variables = forms[0].simplex.variables
    for cuts in combinations(range(total + variables), variables):
        ends = (-1, *cuts)
        point = tuple(b - a - 1 for a, b in pairwise(ends))
        yield tuple(form.constant + sum(a * b for a, b in zip(form.slopes, point, strict=True)) for form in forms)


@pytest.mark.parametrize("distinct", [0, 1, 2, 3])
def test_every_number_of_layers_lies_in_one_gap(distinct: int) -> None:
    instance, _ = made(grid, (1, 4, 5))
    own, members = instance.grid(grid), []
    family = Family(distinct, 0)
    for gap in range(distinct + 1):
        ids, layer = ids_around(family, own, gap, 0)
        members += list(solutions((*ids, layer), layer.simplex.total))
        ids, layer = ids_around(family, own, gap, 1)
        behind = list(solutions((*ids, layer), layer.simplex.total)) if layer.simplex.total >= 0 else []
        before = [-1, *ids]
        assert all(point[-1] >= (point[gap - 1] if gap else -1) + 2 for point in behind)
        assert len(before) == distinct + 1
    wanted = [(*ids, k) for ids in combinations(range(5), distinct) for k in range(6)]
    assert sorted(members) == wanted


@pytest.mark.parametrize("distinct", [1, 2, 3])
def test_halves_are_the_points_with_the_id_0_and_the_others(distinct: int) -> None:
    instance, _ = made(grid, (1, 4, 5))
    own = instance.grid(grid)
    members = []
    for half in Family(distinct, 0).halves:
        ids = ids_of(half, own)
        points = set(solutions(ids, ids[0].simplex.total))  # x_1 = 0 leaves one variable without a meaning
        assert {point[0] == 0 for point in points} == {half.zero is True}
        assert half.halves == ()
        members += sorted(points)
    assert sorted(members) == list(combinations(range(5), distinct))
    assert Family(0, 2).halves == ()


def test_equal_columns_stay_equal_and_their_number_does_not_matter() -> None:
    # the lemma that lets one family stand for all patterns of equal columns, against the literal networks
    for d, n, m in ((1, 4, 3), (2, 3, 2), (1, 3, 3)):
        instance, domain = made(extended_grid, (d, n, m))
        network, own = instance.problem.networks["g_c"], instance.grid(extended_grid)
        known: dict[tuple[int, ...], dict[int, Any]] = {}
        ranks = random.Random(d * n).sample(range(domain.count), min(60, domain.count))
        for rank in ranks:
            matrix = domain.matrix(rank)
            ids = ids_at(own, matrix)
            after = [own.id_of(column) for column in zip(*network(matrix), strict=True)]
            images = {}
            for number, pairs in groupby(zip(ids, after, strict=True), key=lambda pair: pair[0]):
                values = {value for _, value in pairs}
                assert len(values) == 1
                images[number] = values.pop()
            pattern = tuple(sorted(images))
            assert known.setdefault(pattern, images) == images
        assert max(Counter(len(pattern) for pattern in known).values()) > 1


def test_compositions() -> None:
    assert list(compositions(3, 2)) == [(1, 2), (2, 1)]
    assert list(compositions(0, 0)) == [()]
    assert list(compositions(2, 0)) == []
    assert sum(1 for _ in compositions(7, 3)) == 15


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"special": (find("lemma8")[0].at().m.term,)}, "given twice|not negative"),
        ({"kind": "sequences"}, "no domain of orbits"),
        ({"repeats": "forbidden", "specials": "required"}, "rule for repeated"),
    ],
)
def test_other_domains_are_not_read(change: dict[str, Any], reason: str) -> None:
    instance = Instance(find("lemma8")[0].problem({"d": 1, "n": 2, "m": 2}))
    spec = replace(category3, **change)

    def read() -> None:
        own, _ = read_grid(spec, instance.problem.value, instance.problem.parameters)
        list(families(spec, own))

    with pytest.raises(NotObserved, match=reason):
        read()


def test_special_columns_with_ids_that_are_not_negative_are_refused() -> None:
    instance = Instance(find("lemma8")[0].problem({"d": 2, "n": 2, "m": 3}))
    spec = replace(category3, special=(integer(-1),))  # -1 in row 1 alone, and the rest as large as can be: 3
    with pytest.raises(NotObserved, match="not negative"):
        instance.grid(spec)
    assert mpq(instance.grid(category3).bound) < 0


def test_special_columns_with_equal_ids_are_refused() -> None:
    """At d = m = 2 the columns (0, -8) and (-8, -4) both have the id -16."""
    instance = Instance(find("lemma8")[0].problem({"d": 2, "n": 2, "m": 2}))
    for levels, different in (((-8, -4), False), ((-8, -5), True), ((-8, -8), False)):
        spec = replace(category3, name=str(levels), special=tuple(map(integer, levels)))
        if different:
            assert mpq(instance.grid(spec).bound) < 0
        elif len(set(levels)) == 1:
            with pytest.raises(InputError):
                instance.grid(spec)
        else:
            with pytest.raises(NotObserved, match="same id"):
                instance.grid(spec)
    spec = replace(category3, special=(integer(-(10**9)), integer(-(10**8))))
    large = Instance(find("lemma8")[0].problem({"d": 16, "n": 2, "m": 2}))
    with pytest.raises(NotObserved, match="same id"):
        large.grid(spec)
