"""Recorded programs on batches against the exact batches that they were recorded from, on both papers' claims and on mutants."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from gmpy2 import mpq

from exactua.arithmetic.straight_line import Program
from exactua.claims.problem import Problem
from exactua.deciding.large_runs.spilling import repetition
from exactua.deciding.plan import Plan, plan
from exactua.deciding.replay import summary
from exactua.deciding.shards import Shard
from exactua.deciding.tally import Tally, grows
from exactua.errors import InputError
from exactua.evaluators.compiled.recording import Checked, Measured, Recorded, record
from exactua.evaluators.compiled.vectors import Vectors
from exactua.grids.orbits import Orbits
from exactua.networks import AttentionLayer, Family, Network
from tests.evaluators.compiled.reference import columns
from tests.evaluators.compiled.reference import counted as counted_one_by_one
from tests.mutants import problem

INSTANCES = [
    ("lemma8", 2, 3, 3),
    ("lemma8", 1, 4, 5),
    ("lemma8", 1, 2, 2),
    ("lemma10", 2, 3, 3),
    ("lemma10", 1, 5, 7),
    ("category1", 2, 3, 2),
    ("category2", 1, 3, 4),
    ("category3", 1, 3, 4),
    ("category3", 2, 2, 3),
    ("first_shifts", 1, 4, 5),
    ("global_shift", 1, 3, 5),
    ("g2", 1, 2, 4),
    ("g2", 2, 2, 2),
    ("g2", 1, 3, 3),
    ("g3", 1, 2, 3),
]


def counted(planned: Plan) -> dict[str, Tally]:
    """Every step over every point."""
    decider, whole = planned.decider(), dict[str, Tally]()
    for shard in (*planned.shards(), *decider.chained_shards()):
        for name, tally in decider(shard).items():
            whole.setdefault(name, Tally()).merge(tally)
    return whole


def traced_plan(given: Problem, monkeypatch: pytest.MonkeyPatch, chained_from: int = 0) -> Plan:
    """The plan in which all that can be recorded is, whatever its size."""
    monkeypatch.setattr("exactua.deciding.plan.WORTH_TRACING", 0)
    monkeypatch.setattr("exactua.deciding.plan.MOST_GATHERED", chained_from)
    return plan(given)


def assert_same(given: Problem, monkeypatch: pytest.MonkeyPatch) -> int:
    """Programs count what exact batches counts; how many steps were recorded."""
    planned = traced_plan(given, monkeypatch)
    ours, theirs = counted(planned), counted(plan(given, "kernel" if all_in_batches(given) else "literal"))
    assert ours.keys() == theirs.keys()
    for name, tally in ours.items():
        if tally.links:
            assert grows(tally.links, tally.points) <= (repetition(theirs[name].chunks) is None), name
            theirs[name].chunks = []
        tally.links = []
        assert summary(tally) == summary(theirs[name]), name
    return sum(engine == "vectors" for engine in planned.engines.values())


def all_in_batches(given: Problem) -> bool:
    return all(engine == "kernel" for engine in plan(given).engines.values())


@pytest.mark.parametrize(("label", "d", "n", "m"), INSTANCES)
def test_programs_count_what_batches_count(label: str, d: int, n: int, m: int, monkeypatch: pytest.MonkeyPatch) -> None:
    assert assert_same(problem(label, d, n, m), monkeypatch) > 0


def broken(network: Network, change: str) -> Network:
    """g_c with something wrong in its first family of layers, or in its last layer."""
    items = list(network.items)
    family = items[0]
    assert isinstance(family, Family)
    (layer,) = family.items
    assert isinstance(layer, AttentionLayer)
    first, second = layer.heads

    def gained(head: Any, factor: Any) -> Any:
        return replace(head, W_O=tuple(tuple(entry * factor for entry in row) for row in head.W_O))

    if change == "gain":
        layer = replace(layer, heads=(gained(first, mpq(1, 2)), gained(second, mpq(1, 2))))
    elif change == "negative gain":
        layer = replace(layer, heads=(gained(first, -1), gained(second, -1)))
    elif change == "no gain":
        layer = replace(layer, heads=(gained(first, 0), gained(second, 0)))
    elif change == "one head":
        layer = replace(layer, heads=(first,))
    elif change == "unbalanced":
        layer = replace(layer, heads=(gained(first, 2), second))
    elif change == "wide":
        wider = replace(second, b_Q=tuple(entry - 1 for entry in second.b_Q))
        layer = replace(layer, heads=(first, wider))
    items[0] = replace(family, items=(layer,))
    if change == "fewer layers":
        items[0] = replace(family, count=family.count - 1)
    elif change == "no last layer":
        items[1:] = []
        return Network(network.d, tuple(items), {"sweep": 1, "output": 1})
    return Network(network.d, tuple(items), network.stages)


CHANGES = ["gain", "negative gain", "no gain", "one head", "unbalanced", "wide", "fewer layers", "no last layer"]


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("label", ["lemma8", "lemma10"])
def test_programs_count_what_batches_count_of_broken_networks(
    label: str, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for d, n, m in ((2, 3, 2), (1, 4, 4)):
        given = problem(label, d, n, m)
        network = broken(given.networks["g_c"], change)
        if change == "no last layer" and label == "lemma8":
            continue
        assert_same(given.with_networks({"g_c": network}), monkeypatch)


def test_a_repeated_number_breaks_the_chain(monkeypatch: pytest.MonkeyPatch) -> None:
    given = problem("lemma10", 1, 3, 6)
    network = broken(given.networks["g_c"], "no gain")
    planned = traced_plan(given.with_networks({"g_c": network}), monkeypatch)
    tally = counted(planned)["one_to_one"]
    assert tally.links
    assert not grows(tally.links, tally.points)


def test_what_can_not_be_traced_is_refused_where_it_is_asked_for() -> None:
    with pytest.raises(InputError, match="no program decides a step of yun2020:claim1"):
        plan(problem("claim1", 1, 2, 2), "vectors")
    with pytest.raises(InputError, match="choose one of auto, compiled, vectors, batches, kernel, literal"):
        plan(problem("lemma8", 1, 2, 2), "fast")  # type: ignore[arg-type]


def programs() -> Iterator[tuple[Recorded, Any]]:
    for label, d, n, m in (("lemma8", 2, 3, 16), ("lemma8", 1, 3, 200), ("lemma8", 2, 4, 8)):
        given = problem(label, d, n, m)
        planned = plan(given)
        for name, domain in planned.domains.items():
            steps = [step for step in given.steps if any(spec.name == name for spec in step.over)]
            recorded, _ = record(given, planned.id_networks, domain, steps)
            assert recorded is not None
            yield recorded, domain


def test_wide_numbers_are_held_in_limbs() -> None:
    """At both ends of a domain, where bounds are attained, next to the 64-bit boundary."""
    seen = set()
    for recorded, domain in programs():
        vectors = Vectors(recorded)
        seen.add(vectors.width)
        for start in (0, domain.count - 50):
            numbers = domain.batch(start, start + 50)
            together = vectors.count(numbers)
            alone = [vectors.count(numbers[k : k + 1]) for k in range(50)]
            for k, measure in enumerate(together.measured):
                assert measure is not None
                parts = [counted.measured[k] for counted in alone]
                assert measure.total == sum(part.total for part in parts if part is not None)
                assert measure.least == min(part.least for part in parts if part is not None)
            wide = [node for node in recorded.program.nodes if max(abs(node.low), abs(node.high)) >= 2**62]
            assert bool(wide) == (recorded.bits > 62)
    assert seen == {"64 bits", "limbs of 64 bits"}


@pytest.mark.parametrize(
    ("then", "otherwise"), [(2**63, 3), (2**63 + 1, 2**63), (2**64 - 1, -5), (2**64, 1), (2**70, -(2**70))]
)
def test_a_choice_between_constants_beyond_64_bits_is_exact(then: int, otherwise: int) -> None:
    domain = Orbits(columns(5), 2, "forbidden", "none")
    program = Program(2)
    first, true = program.table(0, 0, 0, 3), program.truth(True)
    chosen = program.select(
        program.less(first, program.constant(2)), program.constant(then), program.constant(otherwise)
    )
    fails = program.less(chosen, program.constant(then))
    checked = (Checked("then", true, fails, 0),)
    measured = (Measured(true, chosen, chosen, chosen, 1),)
    tables = (domain.columns.common_ids()[1],)
    recorded = Recorded(program, tables, True, True, program.truth(False), checked, (), measured, False)
    counts = Vectors(recorded).count(domain.batch(0, domain.count))
    assert counts == counted_one_by_one(recorded, domain, 0, domain.count)


def test_zero_times_a_constant_beyond_64_bits_is_zero() -> None:
    domain = Orbits(columns(2), 2, "forbidden", "none")
    program = Program(2)
    zero, true = program.table(0, 0, 0, 0), program.truth(True)
    product = program.multiply(zero, program.constant(2**70))
    measured = (Measured(true, product, product, product, 1),)
    tables = (domain.columns.common_ids()[1],)
    checked = (Checked("zero", true, program.less(zero, product), 0),)
    recorded = Recorded(program, tables, True, True, program.truth(False), checked, (), measured, False)
    assert Vectors(recorded).count(domain.batch(0, 1)) == counted_one_by_one(recorded, domain, 0, 1)


def test_unusual_points_are_told_and_not_counted() -> None:
    given = problem("g2", 1, 2, 3)
    planned = plan(given)
    (name,) = planned.domains
    recorded, _ = record(given, planned.id_networks, planned.domains[name], given.steps)
    assert recorded is not None
    domain = planned.domains[name]
    counts = Vectors(recorded).count(domain.batch(0, domain.count))  # type: ignore[union-attr]
    assert len(counts.unusual) == 1, "L = [1 - delta, 1], where a column moves twice"
    assert planned.decider().domains[name].matrix(domain.rank(counts.unusual[0])) == ((mpq(2, 3), mpq(0)),)  # type: ignore[union-attr]
    assert all(step.applicable <= domain.count - 1 for step in counts.steps.values())


def test_shards_of_programs_join(monkeypatch: pytest.MonkeyPatch) -> None:
    planned = traced_plan(problem("lemma8", 2, 3, 3), monkeypatch)
    decider, (name, *_) = planned.decider(), planned.domains
    count = planned.domains[name].count
    whole = decider(Shard(name, 0, count))
    for cut in np.random.default_rng(0).integers(1, count, 5).tolist():
        parts = [decider(Shard(name, 0, cut)), decider(Shard(name, cut, count))]
        for step, tally in whole.items():
            joined = Tally()
            for part in parts:
                joined.merge(part[step])
            assert summary(joined) == summary(tally)
