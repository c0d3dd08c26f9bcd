"""Sharpest constants: known ones are found and confirmed, the search agrees with every point, a wrong one is noticed."""

from __future__ import annotations

import sys
from dataclasses import replace
from itertools import pairwise
from types import ModuleType

import pytest
from gmpy2 import mpq

from exactua.claims.bounds import bounds_of, places
from exactua.claims.claim import Claim
from exactua.claims.registry import find
from exactua.claims.verdicts import Verdict
from exactua.commands.sharpen import extremes
from exactua.commands.sharpen import work as sharpening
from exactua.commands.sharpen.work import bounds_in, rungs, sharpen
from exactua.deciding.plan import plan
from exactua.deciding.running import decide
from exactua.errors import EvaluatorsDisagree, InputError
from exactua.grids.categories import category1, extended_grid, grid, pairs_of, real_columns, u
from exactua.printing.statements import shorthand
from exactua.terms.tracing import every, every_permutation, implies, inside, point, total, when
from tests.evidence.sample import install, small

toy = Claim(
    "sample:toy", title="Lemma 3", source="App. C", text="Bounds whose sharpest constants are known.", work=small
)


@toy.operand
def l(at):  # noqa: E743
    return u.dot(point).times(at.columns, at.m)


# over G, d = 1: ids are 0, ..., m - 1, sorted; over category 1 they are different
@toy.states("ids are at most 2 m", over=(grid,))
def loose(at):
    return every(at.columns, lambda j: at.l[j] <= 2 * at.m)


@toy.states("ids are at most m - 1", over=(grid,))
def tight(at):
    return every(at.columns, lambda j: at.l[j] <= at.m - 1)


@toy.states("the largest id is at least n - 1", over=(category1,))
def lower(at):
    return at.l[at.n] >= at.n - 1


@toy.states("ids are below m", over=(grid,))
def strict(at):
    return every(at.columns, lambda j: at.l[j] < at.m)


@toy.states("ids are at most m - 2, which is false", over=(grid,))
def false(at):
    return every(at.columns, lambda j: at.l[j] <= at.m - 2)


@toy.states("l_1 is less than l_n, which moves", over=(category1,))
def moving(at):
    return at.l[1] < at.l[at.n]


@toy.states("minus the ids is at least -m", over=(grid,))
def negative(at):
    return every(at.columns, lambda j: -at.l[j] >= -at.m)


@toy.states("the bound is 0", over=(grid,))
def zero(at):
    return at.l[1] >= 0


@toy.states("the bound changes its sign", over=(grid,))
def no_sign(at):
    return at.l[1] - at.l[at.n] <= at.l[1] - 1 + 1


@toy.states("under a condition", over=(grid,))
def conditional(at):
    return every(at.columns, lambda j: implies((at.l[j] > 0) & (j > 1), at.l[j] >= 1))


@toy.states("given that there is an id above 0", over=(grid,), given=lambda at: at.l[at.n] > 0)
def hypothetical(at):
    return at.l[at.n] >= 1


@toy.states("an interval", over=(grid,))
def interval(at):
    return inside(at.l[at.n], -1, at.m)


@toy.states("the sum of the numbers 1 is at most 2 m^n", over=(grid,), fold="sum", bound=lambda at: 2 * at.m**at.n)
def summed(at):
    return at.n / at.n


@toy.states("3 l_1 + ... are apart", over=(grid,), fold="apart", bound=lambda at: 1)
def apart(at):
    return 3 * total(at.columns, lambda j: at.l[j] * at.m**j)


@toy.states("without a point", given=lambda at: at.n > 2)
def static(at):
    return at.m <= at.m**at.n


@toy.states("pairs", over=(pairs_of(grid),))
def paired(at):
    return at.m * u.dot(point)[1] - at.m * u.dot(point)[at.n + 1] <= at.m


@toy.states("no point satisfies it", over=(grid,), given=lambda at: at.l[1] > at.l[at.n])
def silent(at):
    return at.l[1] <= 5


@toy.proof_line("cells", over=(real_columns,))
def on_cells(at):
    return when(point[1, 1] > 0, 1, 0) <= 1


@toy.proof_line("permutations", over=(grid,))
def permuted(at):
    return every_permutation(lambda P: point.permuted(P)[1, 1] <= 1)


@toy.proof_line("no inequality", over=(extended_grid,))
def equality(at):
    return at.l[1] == at.l[1]


def install_toy(patch: pytest.MonkeyPatch) -> None:
    """Makes the toy a claim of the sample, for a test."""
    install(patch)
    package, page = sys.modules["exactua.papers.sample"], ModuleType("exactua.papers.sample.toys")
    patch.setitem(package.__dict__, "CLAIMS", {**package.CLAIMS, "toy": "toys"})
    page.__dict__["toy"] = toy
    patch.setitem(sys.modules, page.__name__, page)


@pytest.fixture(autouse=True)
def sample(monkeypatch: pytest.MonkeyPatch) -> None:
    install_toy(monkeypatch)


@pytest.fixture(scope="module")
def sharpened_toy():
    with pytest.MonkeyPatch.context() as patch:
        install_toy(patch)
        (sharpened,) = sharpen([(toy, None)])
    return sharpened


def row(sharpened, name):
    return next(row for row in sharpened.rows if row.bound.name == name)


BOXES = 12
LARGEST = mpq(3)
"""m - 1 at the widest instance, m = 4."""


@pytest.mark.parametrize(
    ("name", "factor", "summand", "attained", "refuted"),
    [
        ("loose", LARGEST / 8, -3, 0, 0),
        ("tight", 1, 0, BOXES, 0),
        ("lower", 1, 0, 6, 0),
        ("strict", LARGEST / 4, -1, 0, 0),
        ("false", None, 1, 0, BOXES),
        ("moving", mpq(2, 3), -1, 0, 0),
        ("negative", LARGEST / 4, 1, 0, 0),
        ("zero", None, 0, BOXES, 0),
        ("no_sign", None, 0, BOXES, 0),
        ("conditional", 1, 0, BOXES, 0),
        ("hypothetical", 1, 0, BOXES, 0),
        ("interval (lower end)", 0, 1, 0, 0),
        ("interval (upper end)", LARGEST / 4, -1, 0, 0),
        ("summed", mpq(1, 2), -4, 0, 0),
        ("static", mpq(1, 4), -6, 0, 0),
        ("paired", LARGEST / 4, -1, 0, 0),
    ],
)
def test_known_constants(sharpened_toy, name, factor, summand, attained, refuted):
    bound_row = row(sharpened_toy, name)
    assert bound_row.best is not None
    assert (bound_row.best.factor, bound_row.best.summand) == (factor, summand)
    assert (len(bound_row.attained), len(bound_row.refuted)) == (attained, refuted)
    assert bound_row.confirmed > len(bound_row.found)


def test_the_first_point_of_a_bound_that_is_attained(sharpened_toy):
    first = row(sharpened_toy, "tight").attained[0]
    assert first.box == {"d": 1, "n": 2, "m": 2}
    assert first.measured.spot.points == (((mpq(0), mpq(1, 2)),),)
    assert first.measured.spot.bindings == (("j", 2),)


def test_distances_of_two_points(sharpened_toy):
    bound_row = row(sharpened_toy, "apart")
    for at in bound_row.found:
        sums = sorted(
            3 * sum(entry * at.box["m"] * at.box["m"] ** j for j, entry in enumerate(matrix[0], 1))
            for matrix in points_of(at.box)
        )
        assert at.measured.extreme == min(b - a for a, b in pairwise(sums))
        assert len(at.measured.spot.points) == 2


def points_of(box):
    problem = toy.problem(box, ("tight",))
    (points,) = plan(problem).domains.values()
    return [points.matrix(rank) for rank in range(points.count)]


def test_what_says_nothing_and_what_is_not_measured(sharpened_toy):
    assert (row(sharpened_toy, "silent").found, row(sharpened_toy, "silent").silent) == ((), BOXES)
    assert row(sharpened_toy, "static").silent == 3
    for name, reason in (("on_cells", "real columns"), ("permuted", "permutation")):
        assert row(sharpened_toy, name).found == ()
        ((why, count),) = row(sharpened_toy, name).unmeasured.items()
        assert (reason in why, count) == (True, BOXES)
    assert [step.name for step in sharpened_toy.without] == ["equality"]


def test_closed_forms(sharpened_toy):
    def forms(name, n):
        return {form.of: form.fit.text(form.variable) for form in row(sharpened_toy, name).closed if form.n == n}

    # three values of m: only constants can be confirmed by two
    assert forms("tight", 2) == {"slack": "0"}
    assert forms("strict", 2) == {"slack": "1"}
    assert forms("static", 3) == {}


def test_a_bound_that_is_attained_is_refuted_when_sharpened_by_a_unit(sharpened_toy):
    bound = row(sharpened_toy, "tight").bound
    for at in row(sharpened_toy, "tight").attained:
        steps = [bound.with_bound(f"{k}", bound.plus(mpq(k)), strict=False) for k in (0, -1)]
        decision = decide(replace(toy.problem(at.box, ("tight",)), steps=tuple(steps), judged=()))
        assert [result.verdict for result in decision.results] == [Verdict.HOLDS, Verdict.REFUTED]


@pytest.mark.parametrize(
    ("label", "boxes"),
    [
        ("yun2020:lemma10", [{"d": 1, "n": 3, "m": 4}, {"d": 2, "n": 2, "m": 2}]),
        ("yun2020:category1", [{"d": 1, "n": 3, "m": 4}]),
        ("yun2020:category3", [{"d": 1, "n": 3, "m": 2}]),
        ("yun2020:first_shifts", [{"d": 1, "n": 3, "m": 4}]),
        ("yun2020:coarse_resolution", [{"d": 1, "n": 2, "m": 3}]),
    ],
)
def test_the_search_agrees_with_the_literal_networks_at_every_point(label, boxes):
    claim, _ = find(label)
    bounds = [bound for bound in bounds_in(claim, claim.steps) if bound.step.over and bound.step.fold == "each"]
    for box in boxes:
        problem = claim.problem(box)
        decider = plan(problem, "literal").decider()
        measured, _ = extremes.measure(problem, bounds)
        for bound, measure in zip(bounds, measured, strict=True):
            sides = [
                (mpq(evaluator(place.measured)), mpq(evaluator(place.bound)))
                for spec in bound.step.over
                for rank in range(decider.domains[spec.name].count)
                for evaluator in [decider.literal_evaluator(spec.name, rank)]
                for place in places(bound, problem.value)
                if place.given is None or evaluator(place.given)
            ]
            if not sides:
                assert measure is None
                continue
            assert measure.slack == min(limit - x if bound.upper else x - limit for x, limit in sides), bound.name
            signs = {(limit > 0) - (limit < 0) for _, limit in sides}
            if len(signs) > 1 or signs == {0}:
                assert measure.factor is None
            else:
                ratios = [x / limit for x, limit in sides]
                assert measure.factor == (max if bound.upper == (signs == {1}) else min)(ratios), bound.name


@pytest.mark.parametrize("shift", [1, -1])
@pytest.mark.parametrize("constant", ["slack", "factor"])
def test_a_constant_that_is_not_the_sharpest_is_noticed(monkeypatch, shift, constant):
    """Too sharp: it does not hold. Too weak: what is sharper is not refuted."""
    honest = extremes.measure

    def wrong(problem, bounds):
        measured, points = honest(problem, bounds)
        return [
            replace(measure, **{constant: getattr(measure, constant) + mpq(shift, 100)}) for measure in measured
        ], points

    monkeypatch.setattr(sharpening, "measure", wrong)
    with pytest.raises(EvaluatorsDisagree, match="measured otherwise"):
        sharpen([(toy, "tight")], only={"n": [2]})


def test_processes_change_nothing():
    serial, parallel = (sharpen([(toy, None)], only={"n": [2, 3]}, jobs=jobs) for jobs in (1, 2))
    assert serial == parallel


def test_progress_counts_every_instance_twice():
    told = []
    sharpen([(toy, "tight")], only={"n": [2]}, progress=lambda done, total: told.append((done, total)))
    assert told == [(k, 6) for k in range(1, 7)]


def test_statements_come_with_their_repairs():
    claim, _ = find("sample:gaps")
    (everything,) = sharpen([(claim, None)], only={"n": [2]})
    (stated,) = sharpen([(claim, None)], only={"n": [2]}, statements=True)
    assert [entry.bound.name for entry in everything.rows][:2] == ["increasing", "wide_gap"]
    assert [entry.bound.name for entry in stated.rows] == ["increasing"]


def test_what_would_make_a_refuted_line_true():
    claim, _ = find("sample:gaps")
    (sharpened,) = sharpen([(claim, "wide_gap")])
    (bound_row,) = sharpened.rows
    assert (bound_row.best.factor, bound_row.best.summand) == (mpq(1, 2), -1)
    assert bound_row.refuted[0].box == {"d": 1, "n": 2, "m": 2}


def test_instances():
    claim, _ = find("yun2020:lemma10")
    assert len(rungs(claim)) == 47
    assert len(rungs(claim, 2_000)) == 38
    assert rungs(claim, only={"d": [2], "n": [2], "m": [2, 3]}) == tuple({"d": 2, "n": 2, "m": m} for m in (2, 3))
    with pytest.raises(InputError, match=r"no instance of the default ladders has n in \[9\]"):
        sharpen([(claim, None)], only={"n": [9]})


def test_lemma_10():
    claim, _ = find("yun2020:lemma10")
    (sharpened,) = sharpen([(claim, None)], most=2_000)
    lower, upper = row(sharpened, "lower_bound"), row(sharpened, "upper_bound")
    assert (lower.attained, lower.refuted, lower.best.summand) == ((), (), 1)
    forms = {form.n: form.fit.text(form.variable) for form in lower.closed if form.of == "extreme"}
    assert forms == {2: "D^2 - D + 1", 3: "2 D^3 - D^2 - D + 2"}
    assert {at.box["n"] for at in upper.attained} == {2}
    assert upper.best.factor == 1
    # what the proof bounds the lower bound by leaves a factor n - 1
    step = row(sharpened, "above_lower_bound")
    assert all(at.measured.factor == at.box["n"] - 1 for at in step.found)


def test_shorthand_makes_no_difference_to_the_terms():
    claim, _ = find("yun2020:lemma10")
    step = claim.step("lower_bound")
    assert bounds_of(step, shorthand(claim))[0].step is step
