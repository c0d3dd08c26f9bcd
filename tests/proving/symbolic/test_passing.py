"""The ids of a family after a network, as forms, are what the literal network makes of every point."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from exactua.claims.problem import Problem
from exactua.claims.registry import find
from exactua.evaluators.profiles import LayerStack, Profile, ProfileHead, profile_of
from exactua.grids.categories import DomainSpec, build, category1, category2, category3, extended_grid
from exactua.networks import Network
from exactua.papers.yun2020.variants import SWEEPS
from exactua.proving.symbolic.families import Family, families, ids_of
from exactua.proving.symbolic.forms import Form, Simplex
from exactua.proving.symbolic.instance import Instance
from exactua.proving.symbolic.passing import NotDecided, Passage, whole_number
from exactua.proving.symbolic.signs import Unknown
from exactua.terms.evaluation import NotObserved
from tests.strategies import id_networks

BOXES = ((1, 2, 3), (1, 3, 4), (2, 3, 2), (1, 4, 3))


def instance_of(box: tuple[int, int, int], network: Network | None = None) -> Instance:
    d, n, m = box
    problem: Problem = find("lemma8")[0].problem({"d": d, "n": n, "m": m})
    return Instance(problem if network is None else problem.with_networks({"g_c": network}))


def members(instance: Instance, spec: DomainSpec, most: int) -> Iterator[tuple[Family, Any, list[int]]]:
    """Random points of a domain, each with its family and the distinct ids that the family's forms stand for."""
    own = instance.grid(spec)
    domain = build(spec, instance.problem.value, instance.problem.parameters)
    several = list(families(spec, own, instance.most_distinct(own)))
    for rank in random.Random(7).sample(range(domain.count), min(most, domain.count)):
        matrix = domain.matrix(rank)
        ids = sorted(int(own.id_of(column)) for column in zip(*matrix, strict=True))
        regular = sorted({number for number in ids if number >= 0})
        negative = [number for number in ids if number < 0]
        for family in several:
            if family.distinct == len(regular) and bool(family.negative) == bool(negative):
                if family.negative == 0:
                    yield family, matrix, regular
                else:
                    choices = {1: [0], 2: [0, -1], 3: [0, len(negative) // 2, -1]}[family.negative]
                    yield family, matrix, [negative[k] for k in choices] + regular


def value(form: Form, ids: list[int], family: Family, bound: int | None) -> Any:
    """A form at the point where the family's ids are these."""
    negative, regular = ids[: family.negative], ids[family.negative :]
    variables = [b - a - 1 for a, b in zip([-1, *regular], regular, strict=False)]
    rays = [b - a for a, b in zip(negative, [*negative[1:], bound], strict=True)] if negative else []
    parts = zip((*form.slopes, *form.rays), (*variables, *reversed(rays)), strict=True)
    return (form.constant + sum(mpq(a) * b for a, b in parts)) / mpq(form.denominator)


def compare(instance: Instance, spec: DomainSpec, most: int = 12) -> int:
    """Compares all states of some points; how many were decided by forms."""
    own, network = instance.grid(spec), instance.problem.networks["g_c"]
    decided = 0
    for family, matrix, ids in members(instance, spec, most):
        try:
            passage = Passage(instance.profile("g_c", own), ids_of(family, own), family.generic)
            states = [passage.after_items(k) for k in range(len(network.items) + 1)]
        except NotObserved:
            continue
        before = [own.id_of(column) for column in zip(*matrix, strict=True)]
        for items, state in enumerate(states):
            after = [own.id_of(column) for column in zip(*network.stage(matrix, items), strict=True)]
            for number, form in zip(ids, state, strict=True):
                assert value(form, ids, family, own.bound) == after[before.index(number)]
        decided += 1
    return decided


@pytest.mark.parametrize("spec", [category1, category2, category3], ids=lambda spec: spec.name)
@pytest.mark.parametrize("box", BOXES)
def test_forms_are_the_literal_states(spec: DomainSpec, box: tuple[int, int, int]) -> None:
    instance = instance_of(box)
    domain = build(spec, instance.problem.value, instance.problem.parameters)
    assert compare(instance, spec) == min(12, domain.count)


@pytest.mark.parametrize("key", list(SWEEPS))
def test_forms_of_variants_are_the_literal_states(key: str) -> None:
    box = (1, 3, 4)
    network = SWEEPS[key][2]({"d": 1, "n": 3, "m": 4})
    for spec in (category1, category2, category3):
        count = compare(instance_of(box, network), spec)
        if key in ("wide", "low", "high", "both", "one head") and spec is category1:
            assert count == 0  # thresholds at ids, several ids moved, gains that don't cancel


@given(st.data())
def test_forms_of_any_network_on_ids_are_the_literal_states(data: st.DataObject) -> None:
    box = data.draw(st.sampled_from([(1, 2, 3), (1, 3, 3), (2, 2, 2)]))
    compare(instance_of(box, data.draw(id_networks(box[0], box[2]))), extended_grid, most=4)


def run(*heads: tuple[Any, Any], count: int = 4, start: Any = 0, pace: int = 1) -> Profile:
    stack = LayerStack(start, count, tuple(ProfileHead(gain, mpq(threshold)) for gain, threshold in heads), pace)
    return profile_of(stack, stages={"output": 1})


def two_ids() -> tuple[Form, ...]:
    simplex = Simplex(3, 2)
    t = simplex.variable(0)
    return t, t + simplex.variable(1) + 1


HALF = mpq(1, 2)


@pytest.mark.parametrize(
    ("profile", "reason"),
    [
        (run((4, -HALF)), "don't cancel"),
        (run((4, -1), (-4, HALF)), "lies at an id"),
        (run((4, -3 * HALF), (-4, 3 * HALF)), "several ids"),
        (run((HALF, -HALF), (-HALF, HALF)), "no integers"),
        (run((4, -HALF), (-4, HALF), start=HALF), "no integers"),
        (run((1, 0), count=1), "above or below a threshold"),
    ],
)
def test_what_the_shortcut_does_not_allow_is_not_decided(profile: Profile, reason: str) -> None:
    with pytest.raises(NotDecided, match=reason):
        Passage(profile, two_ids()).after_items(1)


def test_runs_that_move_nothing_are_passed() -> None:
    ids = two_ids()
    for profile in (run(), run((4, -HALF), (-4, -HALF)), run((4, -3), (-4, -3)), run((1, -1), count=0)):
        assert Passage(profile, ids).after_items(1) is ids


def test_half_integers_before_a_run_are_not_passed_over() -> None:
    halved = LayerStack(0, 1, (ProfileHead(HALF, mpq(-1)),))
    sweep = run((4, -HALF), (-4, HALF)).stacks[0]
    profile = profile_of(halved, sweep, stages={"output": 2})
    with pytest.raises(NotDecided, match="no integers"):
        Passage(profile, two_ids()).after_items(2)


def test_a_generic_id_is_no_extreme() -> None:
    simplex = Simplex(0, 0, 2)
    low, high = simplex.constant(-1) - simplex.ray(0), simplex.constant(-2) - simplex.ray(1)
    with pytest.raises(NotDecided, match="which of two"):
        Passage(run((1, 5), count=1), (low, high), None).after_items(1)
    ordered = (simplex.constant(-1) - simplex.ray(0), simplex.constant(-1))
    assert Passage(run((1, 5), count=1), ordered, None).after_items(1)
    with pytest.raises(NotDecided, match="several negative ids"):
        Passage(run((1, 5), count=1), ordered, 0).after_items(1)


def test_states_between_layers() -> None:
    instance = instance_of((1, 3, 4))
    own = instance.grid(category1)
    ids = ids_of(Family(3, 0), own)
    passage = Passage(instance.profile("g_c", own), ids)
    first = passage.after_layers(ids[0] + 1)
    assert first[0] is not ids[0]
    assert first[1:] == ids[1:]
    assert passage.after_layers(ids[2] + 1) == passage.after_items(1)
    assert passage.after_layers(5) == passage.after_items(2)
    assert passage.after_layers(0) == ids
    somewhere = passage.after_layers(2)
    assert [isinstance(form, Unknown) for form in somewhere] == [
        False,
        True,
        False,
    ]  # D = 4: x_1 <= 1 < x_3, x_2 in (1, 2)
    for wrong in (-1, 6, HALF, ids[0] * HALF, ids[0] - 1):
        with pytest.raises(NotDecided):
            passage.after_layers(wrong)


def test_whole_numbers() -> None:
    t, x = two_ids()
    assert whole_number(t + x)
    assert not whole_number(t * HALF)
    assert whole_number((t + x) * HALF * 2)
    assert not whole_number(Simplex(3, 2).line("entry"))
