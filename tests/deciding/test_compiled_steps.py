"""Steps decided by programs and in affine runs: the same to the byte, and caught where they go wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from gmpy2 import mpq

from exactua.arithmetic.json_values import object_at
from exactua.certificates.writing import certificate, decided_data
from exactua.claims.decision import Decision
from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.deciding.compiled_steps import ProgramRun
from exactua.deciding.plan import plan
from exactua.deciding.running import decide
from exactua.deciding.shards import Shard
from exactua.errors import EvaluatorsDisagree, InputError
from exactua.evaluators.compiled.counted import Counted, TooManyUnusual
from exactua.evaluators.compiled.vectors import Vectors
from exactua.grids.spread_order import SpreadOrder
from exactua.networks import AttentionLayer, Family, Network
from exactua.terms.encoding import canonical
from tests.evaluators.compiled.test_vectors import broken
from tests.mutants import problem


def decided(decision: Decision) -> str:
    """The hashed part, whatever its scope."""
    return canonical({**decided_data(decision), "scope": None})


@pytest.mark.parametrize(
    ("label", "d", "n", "m"),
    [("lemma10", 2, 3, 4), ("lemma8", 1, 4, 8), ("lemma8", 2, 3, 3), ("lemma10", 1, 5, 7), ("lemma8", 2, 2, 4),
     ("lemma8", 1, 2, 2), ("lemma8", 1, 3, 2), ("sorted_order", 1, 3, 5)],
)  # fmt: skip
def test_affine_runs_decide_the_same_to_the_byte(label: str, d: int, n: int, m: int) -> None:
    given = problem(label, d, n, m)
    runs = decide(given, scope="runs")
    assert runs.scope == "runs"
    assert '"scope":"runs"' in certificate(runs)
    assert decided(runs) == decided(decide(given))


def test_steps_that_are_not_affine_are_decided_point_by_point() -> None:
    given = problem("category1", 2, 2, 3)
    assert decided(decide(given, scope="runs")) == decided(decide(given))


@pytest.mark.parametrize("change", ["gain", "negative gain", "no gain", "fewer layers"])
def test_affine_runs_of_broken_networks(change: str) -> None:
    for label, d, n, m in (("lemma8", 2, 3, 2), ("lemma10", 1, 3, 6), ("lemma10", 1, 4, 5)):
        given = problem(label, d, n, m)
        mutant = given.with_networks({"g_c": broken(given.networks["g_c"], change)})
        assert decided(decide(mutant, scope="runs")) == decided(decide(mutant))


def test_a_fold_that_neighbours_do_not_decide_is_decided_by_all_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    given = problem("lemma10", 1, 3, 6)
    mutant = given.with_networks({"g_c": broken(given.networks["g_c"], "no gain")})
    monkeypatch.setattr("exactua.deciding.plan.MOST_GATHERED", 0)
    chained = decide(mutant, engine="vectors")
    assert chained["one_to_one"].verdict is Verdict.REFUTED
    assert decided(chained) == decided(decide(mutant, engine="literal"))


def test_numbers_that_do_not_grow_in_the_order_may_still_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the least id in place of the greatest, say: distinct, but in another order."""
    given = problem("lemma10", 1, 3, 5)
    mutant = given.with_networks({"g_c": broken(given.networks["g_c"], "negative gain")})
    literal = decide(mutant, engine="literal")
    monkeypatch.setattr("exactua.deciding.plan.MOST_GATHERED", 0)
    assert decided(decide(mutant, engine="vectors")) == decided(literal)


def test_the_choice_is_told() -> None:
    small, large = decide(problem("lemma8", 1, 2, 2)), decide(problem("lemma8", 2, 3, 8))
    assert small.run["engine"]["property1"] == "kernel"
    assert small.run["width"] == {}
    assert large.run["engine"]["property1"] == "vectors"
    assert large.run["width"] == {f"category {k}": "64 bits" for k in (1, 2, 3)}
    assert large.run["engine"]["layers"] == "literal"


def test_compiled_loops_decide_the_same_to_the_byte() -> None:
    pytest.importorskip("llvmlite")
    given = problem("lemma8", 2, 3, 3)
    compiled = decide(given, engine="compiled")
    assert compiled.run["engine"]["property2"] == "compiled"
    assert decided(compiled) == decided(decide(given, engine="literal"))


def test_compiled_loops_need_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("exactua.deciding.plan.available", lambda: False)
    with pytest.raises(
        InputError,
        match=r"^engine: llvmlite is not installed, and compiled loops need it; run: pip install 'exactua\[fast\]'$",
    ):
        decide(problem("lemma8", 1, 2, 2), engine="compiled")
    assert decide(problem("lemma8", 2, 3, 4), scope="runs").run["engine"]["property1"] == "plain"


def test_without_a_compiler_everything_is_decided_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("exactua.deciding.plan.available", lambda: False)
    monkeypatch.setattr("exactua.deciding.plan.WORTH_COMPILING", 0)
    planned = plan(problem("lemma8", 2, 3, 8))
    assert set(planned.engines.values()) == {"vectors"}


# faults of a program are seen by the replay


def off_by_one(self: Vectors, numbers: Any) -> Counted:
    counted = COUNT(self, numbers)
    return replace(
        counted, measured=tuple(measure and replace(measure, total=measure.total + 1) for measure in counted.measured)
    )


def one_failure(self: Vectors, numbers: Any) -> Counted:
    counted = COUNT(self, numbers)
    first = tuple(int(k) for k in numbers[0])
    steps = {name: replace(step, failures=1, first_failure=first) for name, step in counted.steps.items()}
    return replace(counted, steps=steps)


def not_everywhere(self: Vectors, numbers: Any) -> Counted:
    counted = COUNT(self, numbers)
    return replace(
        counted, steps={k: replace(step, applicable=step.applicable - 1) for k, step in counted.steps.items()}
    )


COUNT = Vectors.count


@pytest.mark.parametrize("fault", [off_by_one, one_failure, not_everywhere])
@pytest.mark.parametrize("m", [3, 8])
def test_faults_of_programs_are_seen(m: int, fault: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Vectors, "count", fault)
    with pytest.raises(EvaluatorsDisagree):
        decide(problem("lemma8", 2, 3, m), engine="vectors")


def test_faults_of_affine_runs_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    real = ProgramRun.runs

    def short(self: ProgramRun, start: int, stop: int) -> Any:
        tallies, unusual = real(self, start, stop)
        for tally in tallies.values():
            tally.residue += 1
        return tallies, unusual

    monkeypatch.setattr(ProgramRun, "runs", short)
    with pytest.raises(EvaluatorsDisagree, match="spreads"):
        decide(problem("lemma10", 2, 3, 8), scope="runs", replayed=1)


def test_a_chain_that_says_too_much_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    given = problem("lemma10", 1, 3, 6)
    mutant = given.with_networks({"g_c": broken(given.networks["g_c"], "no gain")})
    monkeypatch.setattr("exactua.deciding.plan.MOST_GATHERED", 0)
    real = ProgramRun.chain

    def growing(self: ProgramRun, start: int, stop: int) -> Any:
        tallies = real(self, start, stop)
        for tally in tallies.values():
            tally.links = [replace(link, grows=True) for link in tally.links]
        return tallies

    monkeypatch.setattr(ProgramRun, "chain", growing)
    with pytest.raises(EvaluatorsDisagree, match="different numbers"):
        decide(mutant, engine="vectors")


def test_where_a_program_says_nothing_batches_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    given = problem("lemma8", 2, 3, 3)
    expected = decided(decide(given))

    def nothing(self: ProgramRun, start: int, stop: int) -> Iterator[Counted]:
        raise TooManyUnusual("too many")

    monkeypatch.setattr(ProgramRun, "counts", nothing)
    assert decided(decide(given, engine="vectors")) == expected


def test_points_are_compared_with_their_neighbours_in_whole_spreads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("exactua.deciding.plan.MOST_GATHERED", 0)
    monkeypatch.setattr("exactua.deciding.compiled_steps.CHAINED_TASK", {"vectors": 50})
    planned = plan(problem("lemma10", 1, 3, 8), "vectors")
    decider = planned.decider()
    shards = list(decider.chained_shards())
    starts = SpreadOrder(planned.domains["category 1"]).starts()  # type: ignore[arg-type]
    assert len(shards) > 1
    assert [shard.start for shard in shards] == [0, *(shard.stop for shard in shards[:-1])]
    assert {shard.stop for shard in shards} <= set(starts)
    assert shards[-1].stop == planned.domains["category 1"].count
    assert all(shard.order == "spread" for shard in shards)


def test_the_scope_of_a_certificate_is_told_to_verifiers() -> None:
    given: Problem = problem("lemma10", 1, 3, 5)
    data = object_at(decided_data(decide(given, scope="runs")), "decided")
    assert data["scope"] == "runs"


def test_unusual_points_are_decided_in_batches() -> None:
    given = problem("g2", 1, 2, 6)
    recorded, literal = decide(given, engine="vectors"), decide(given, engine="literal")
    assert "vectors" in recorded.run["engine"].values()
    assert decided(recorded) == decided(literal)


def test_a_shard_of_compiled_loops_is_any_range_of_ranks() -> None:
    pytest.importorskip("llvmlite")
    given = problem("lemma8", 2, 3, 3)
    compiled, batches = plan(given, "compiled").decider(), plan(given, "kernel").decider()
    for name, domain in compiled.domains.items():
        for start, stop in np.sort(np.random.default_rng(1).integers(0, domain.count, (5, 2))).tolist():
            ours, theirs = (decider(Shard(name, start, stop)) for decider in (compiled, batches))
            for step, tally in ours.items():
                assert (
                    tally.points,
                    tally.applicable,
                    tally.failures,
                    tally.minimum,
                    tally.maximum,
                    tally.residue,
                ) == (
                    theirs[step].points,
                    theirs[step].applicable,
                    theirs[step].failures,
                    theirs[step].minimum,
                    theirs[step].maximum,
                    theirs[step].residue,
                )


def test_affine_runs_that_say_nothing_of_most_points_are_decided_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """With so many layers that columns move again, and few points that may be set aside."""
    monkeypatch.setattr("exactua.evaluators.compiled.native.MOST_UNUSUAL", 8)
    monkeypatch.setattr("exactua.evaluators.compiled.bookkeeping.MOST_UNUSUAL", 8)
    for label, m in (("lemma8", 5), ("lemma10", 6)):
        given = problem(label, 1, 3, m)
        items = list(given.networks["g_c"].items)
        assert isinstance(items[0], Family)
        items[0] = replace(items[0], count=10 * items[0].count)
        (layer,) = items[0].items
        assert isinstance(layer, AttentionLayer)
        heads = tuple(
            replace(head, W_O=tuple(tuple(mpq(entry, m) for entry in row) for row in head.W_O)) for head in layer.heads
        )
        items[0] = replace(items[0], items=(replace(layer, heads=heads),))
        network = Network(1, tuple(items), given.networks["g_c"].stages)
        mutant = given.with_networks({"g_c": network})
        each = replace(mutant, steps=tuple(step for step in mutant.steps if step.fold == "each"), judged=())
        for posed in (mutant, each):
            planned = plan(posed, scope="runs")
            (program,) = planned.programs["category 1"]
            assert program.in_runs
            with pytest.raises(TooManyUnusual):
                program.runs(0, program.domain.count)
            assert decided(decide(posed, scope="runs")) == decided(decide(posed))
