"""All D at a fixed n: what is said of all of them is so at each, and only networks with the profile are spoken of."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from typing import Any

import pytest

from exactua.claims.claim import Claim
from exactua.claims.registry import find
from exactua.claims.verdicts import Scope, Verdict
from exactua.deciding.running import decide
from exactua.errors import InputError
from exactua.grids.categories import category2
from exactua.papers.yun2020.variants import SWEEPS
from exactua.proving.symbolic.deciding import decide_step
from exactua.proving.symbolic.general import AllD, decide_for_all_D
from exactua.proving.symbolic.instance import fails_literally
from exactua.proving.symbolic.polynomials import Polynomial
from exactua.terms.language import integer, make
from exactua.terms.tracing import Columns, every, point, row, some

CLAIMS = ("lemma8", "lemma10", "category1", "category2", "category3", "global_shift", "first_shifts")
INSTANCES = [(1, 2), (1, 3), (1, 4), (2, 2)]


@pytest.mark.parametrize("n", [2, 3, 10])
@pytest.mark.parametrize("label", ["lemma8", "lemma10"])
def test_the_lemmas_hold_for_all_D(label: str, n: int) -> None:
    decision = decide_for_all_D(find(label)[0], n)
    assert (decision.scope, decision.verdict) == (Scope.GENERAL, Verdict.HOLDS)
    assert {result.verdict for result in decision.steps} == {Verdict.HOLDS}
    assert len(decision.remarks) == 1


@pytest.mark.parametrize("n", [2, 3])
@pytest.mark.parametrize("label", CLAIMS)
def test_instances_agree(label: str, n: int) -> None:
    claim = find(label)[0]
    general = decide_for_all_D(claim, n)
    for d, m in INSTANCES:
        instance = decide(claim.problem({"d": d, "n": n, "m": m}), replayed=0)
        for result in general.steps:
            if result.verdict is Verdict.HOLDS:
                assert instance[result.step.name].verdict in (Verdict.HOLDS, Verdict.VACUOUS), result.step.name
            if result.verdict is Verdict.VACUOUS:
                assert instance[result.step.name].verdict is Verdict.VACUOUS


OPEN_STEPS = {
    "category1": set[str](),
    "category2": set[str](),
    "category3": {"special_ids"},
    "global_shift": set[str](),
    "first_shifts": {
        "first_id_by_entries",
        "first_id_by_shift",
        "first_id",
        "one_step",
    },  # sums over d rows, a quotient
}


@pytest.mark.parametrize("label", list(OPEN_STEPS))
def test_what_is_left_open(label: str) -> None:
    decision = decide_for_all_D(find(label)[0], 3)
    assert {result.step.name for result in decision.steps if result.verdict is Verdict.INCONCLUSIVE} == OPEN_STEPS[
        label
    ]


def test_what_is_refuted_has_a_point_of_an_instance() -> None:
    claim = find("category2")[0]
    result = decide_for_all_D(claim, 3, ("above_threshold",))["above_threshold"]
    assert result.verdict is Verdict.REFUTED
    assert result.witness is not None
    assert result.witness.parameters == {"d": 1, "m": 2}
    problem = claim.problem({"n": 3, **result.witness.parameters}, ("above_threshold",))
    assert fails_literally(problem, problem.steps[0], result.witness.points[0]) is not None


def sharper(n: int, step: str, change: Any) -> Verdict:
    """The verdict of a step of Lemma 10 with its right side changed."""
    setting = AllD(find("lemma10")[0], n, (step,))
    (old,) = setting.problem.steps
    left, right = old.term.arguments
    term = make(old.term.operator, (), left, change(right))
    return decide_step(setting, replace(old, term=term)).verdict


D, LESS = make("def", ("D",)), make("-", (), make("def", ("D",)), integer(1))


def test_sharper_statements_never_hold() -> None:
    # the upper bound is taken at n = 2; at n = 3 the least bound is D^3 (D - 1) - (2 D - 1) (D - 1)
    def without(term: Any, by: int) -> Any:
        return lambda right: make("-", (), make("-", (), right, term), integer(by))

    more = make("*", (), LESS, D)  # (2 D - 1) (D - 1) = (D - 1)^2 + (D - 1) D
    for n, term, by, verdict in (
        (2, integer(0), 0, Verdict.HOLDS),
        (2, integer(0), 1, Verdict.REFUTED),
        (3, more, 0, Verdict.HOLDS),
        (3, more, 1, Verdict.REFUTED),
    ):
        assert sharper(n, "upper_bound", without(term, by)) is verdict
    assert sharper(3, "bound_expanded", lambda right: make("+", (), right, integer(1))) is Verdict.REFUTED


def test_a_step_that_fails_for_large_D_alone_does_not_hold() -> None:
    limit = integer(10**9)
    assert sharper(3, "upper_bound", lambda right: limit) in (Verdict.REFUTED, Verdict.INCONCLUSIVE)
    assert sharper(3, "upper_bound", lambda right: integer(1)) is Verdict.REFUTED


@pytest.mark.parametrize("key", list(SWEEPS))
def test_a_network_with_another_profile_is_not_spoken_of(key: str) -> None:
    claim = find("lemma10")[0]
    other = replace_network(claim, SWEEPS[key][2])
    decision = decide_for_all_D(other, 3)
    assert decision["upper_bound"].verdict in (Verdict.INCONCLUSIVE, Verdict.REFUTED)
    assert decision["telescopes"].verdict is Verdict.HOLDS  # it speaks of the ids before the network
    assert not decision.profiles


def replace_network(claim: Claim, builder: Any) -> Claim:
    changed = Claim(claim.label, claim.title, claim.source, claim.text)
    for name in ("steps", "hypotheses", "definitions", "operands"):
        setattr(changed, name, getattr(claim, name))
    changed.networks = {"g_c": builder}
    return changed


def test_the_least_D_is_that_of_the_family() -> None:
    setting = AllD(find("lemma8")[0], 5)
    spec = setting.problem.steps[6].over[0]
    (family,) = setting.classes(spec)
    for pairs, least in ((False, 5), (True, 6)):
        evaluator = setting.evaluator(family, spec, pairs=pairs)
        D = Polynomial.of(evaluator.values["D"])
        assert (D.terms[0], D.terms[1]) == (least, 1)


def test_what_is_false_in_layers_that_some_points_do_not_have() -> None:
    """Before layer l_1 nothing moves: there is such a layer where l_1 > 0, and none where l_1 = 0."""
    claim = copy(find("category2")[0])
    at, old = claim.at(), claim.steps[0]
    u = row(Columns(1, at.d, "i"), lambda i: at.m ** (i - 1))
    only_at_0 = every(Columns(1, at.D, "k"), lambda k: (u.dot(at.g_c.after(point, k))[1] >= 0) & (u.dot(point)[1] == 0))
    for given, term in ((None, ~only_at_0), (only_at_0, at.l[1] > 0)):
        assumed = None if given is None else given.term
        claim.steps = [replace(old, over=(category2,), given=assumed, term=term.term)]
        assert decide_for_all_D(claim, 2).steps[0].verdict is Verdict.REFUTED


def rows_verdict(function: Any) -> Verdict:
    """The verdict, for all D, of a step over Category 1 at n = 2."""
    setting = AllD(find("global_shift")[0], 2, ("other_rows",))
    (old,) = setting.problem.steps
    return decide_step(setting, replace(old, given=None, term=function(setting.claim.at()).term)).verdict


def test_rows_for_all_d() -> None:
    rows = Columns(1, find("global_shift")[0].at().d, "i")

    def moved(at: Any) -> Any:
        return every(at.rows, lambda i: (i == 1) | (at.g_c(point)[i, 1] == point[i, 1]))

    assert rows_verdict(moved) is Verdict.HOLDS
    for function in (
        lambda at: every(at.rows, lambda i: at.g_c(point)[i, 1] == point[i, 1]),  # row 1 is moved
        lambda at: every(rows, lambda i: every(rows, lambda k: point[i, 1] == point[k, 1])),  # rows are not alike
        lambda at: every(at.rows, lambda i: point[i, 1] == point[i, 2]),  # columns are not
        lambda at: every(at.rows, lambda i: i <= 2),  # there may be more rows
        lambda at: some(at.rows, lambda i: point[i, 1] == point[i, 1]),
    ):
        assert rows_verdict(function) in (Verdict.REFUTED, Verdict.INCONCLUSIVE)


def test_claims_of_other_parameters_are_refused() -> None:
    with pytest.raises(InputError, match="other parameters"):
        decide_for_all_D(find("claim1")[0], 3)
    with pytest.raises(InputError, match="n"):
        decide_for_all_D(find("lemma8")[0], 1)
    with pytest.raises(InputError, match="step"):
        decide_for_all_D(find("lemma8")[0], 2, ("nonesuch",))
