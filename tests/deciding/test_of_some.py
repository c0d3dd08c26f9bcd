"""What is said of some point, and of each or one of several conditions: as plain Python decides it, by every evaluator."""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.arithmetic.reals import precision
from exactua.certificates.writing import certificate, decided_data
from exactua.claims.claim import Claim, Operands
from exactua.claims.decision import Decision
from exactua.claims.problem import Problem
from exactua.claims.several import for_all_of, for_some_of
from exactua.claims.verdicts import Verdict
from exactua.deciding import running, tasks
from exactua.deciding.observations import BatchObservations, UnrolledNetworks
from exactua.deciding.running import decide
from exactua.errors import EvaluatorsDisagree, InputError
from exactua.grids.finite import levels
from exactua.networks import AttentionHead, AttentionLayer, Network, SoftmaxAttentionLayer
from exactua.printing.text import found_point
from exactua.terms.encoding import sha256
from exactua.terms.tracing import Number, Truth, exp, point, select, sqrt, total, when
from exactua.verifier.records import encode
from exactua.verifier.statements import PRIME
from tests.foreign import foreign_verifier, own_verifier
from tests.mutants import decided_by_all, rehashed

DIGITS = levels("digits", 0, 1, 3)
ORBITS = levels("orbits of digits", 0, 1, 3, order="orbits")
POINTS = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)]
"""The 1 x 2 matrices of DIGITS in their order."""

tables = st.lists(st.booleans(), min_size=9, max_size=9)


def claim_of(fold: str, said: Callable[[Operands], Any], hypothesis: list[bool] | None = None) -> Claim:
    claim = Claim("yun2020:own", "Own", "none", "A claim of the tests.")
    applies = None if hypothesis is None else lambda at: true_in(hypothesis)

    def stated(at: Operands) -> Any:
        return said(at)

    claim.states("a step", over=DIGITS, given=applies, fold=fold)(stated)
    return claim


def true_in(table: list[bool]) -> Truth:
    """Whether the point is one of those at which the table is true."""
    return place() * 0 + select(place(), [int(entry) for entry in table]) == 1


def place() -> Number:
    return 3 * point[1, 1] + point[1, 2] + 1


def at(claim: Claim, n: int = 2) -> Problem:
    return claim.problem({"d": 1, "n": n, "m": 2})


def verdict(answers: list[bool], truth: bool) -> Verdict:
    return Verdict.VACUOUS if not answers else Verdict.HOLDS if truth else Verdict.REFUTED


def confirmed(decision: Decision) -> None:
    content = certificate(decision).encode("ascii")
    assert (own_verifier(content), foreign_verifier(content)) == (0, 0)


@settings(deadline=None, max_examples=40)
@given(tables, tables, st.sampled_from(["some", "not each"]))
def test_the_least_point_is_found(table: list[bool], hypothesis: list[bool], fold: str) -> None:
    decision = decided_by_all(at(claim_of(fold, lambda _: true_in(table), hypothesis)))
    wanted = fold == "some"
    spoken_of = [k for k in range(9) if hypothesis[k]]
    answer = [k for k in spoken_of if table[k] is wanted]
    result = decision["stated"]
    assert result.verdict is verdict([table[k] for k in spoken_of], bool(answer))
    assert result.applicable == len(spoken_of)
    assert (result.found is not None) == bool(answer)
    if answer:
        assert result.found.at == ((0, answer[0]),)
        assert result.found.points == ((POINTS[answer[0]],),)
        assert result.measured.maximum.at == (0, answer[0])
    confirmed(decision)


@settings(deadline=None, max_examples=40)
@given(st.lists(tables, min_size=1, max_size=4), tables, st.sampled_from(["each", "some", "not each"]), st.booleans())
def test_quantifiers_over_conditions_stand_before_those_over_points(
    several: list[list[bool]], hypothesis: list[bool], fold: str, of_all: bool
) -> None:
    quantify, over_conditions = (for_all_of, all) if of_all else (for_some_of, any)
    decision = decided_by_all(at(claim_of(fold, lambda _: quantify(several, true_in), hypothesis)))
    spoken_of = [k for k in range(9) if hypothesis[k]]
    over_points: dict[str, Callable[[list[bool]], bool]] = {
        "each": lambda table: all(table[k] for k in spoken_of),
        "some": lambda table: any(table[k] for k in spoken_of),
        "not each": lambda table: not all(table[k] for k in spoken_of),
    }
    result = decision["stated"]
    said = [over_points[fold](table) for table in several]
    assert result.verdict is verdict([*map(bool, spoken_of)], over_conditions(said))
    if result.verdict is Verdict.HOLDS and fold == "each" and not of_all:
        assert result.found.bindings == {"k": said.index(True) + 1}
    if result.verdict is Verdict.REFUTED and fold != "each" and of_all:
        assert result.witness.bindings == {"k": said.index(False) + 1}
    confirmed(decision)


def test_what_is_said_of_some_pair_is_said_of_matrices_and_not_of_orbits() -> None:
    claim = Claim("yun2020:own", "Own", "none", "A claim of the tests.")
    claim.states("the sum of some is 2", over=ORBITS, fold="some")(sum_is_two)
    decision = decided_by_all(at(claim))
    assert decision["sum_is_two"].verdict is Verdict.HOLDS
    assert decision["sum_is_two"].found.points == (((0, 2),),)
    confirmed(decision)


def sum_is_two(at: Operands) -> Truth:
    return total(at.columns, lambda j: point[1, j]) == 2


LIES = {
    "a point that is not the least": lambda step: step["measure"] | {"max_at": ["digits", 5]},
    "no point": lambda step: step["measure"] | {"max": 0, "sum": 0},
    "more points": lambda step: step["measure"] | {"sum": 5},
}


@pytest.mark.parametrize("lie", LIES)
def test_both_verifiers_refuse_another_point(lie: str) -> None:
    decision = decide(at(claim_of("some", lambda _: place() >= 4)))
    content = certificate(decision)
    decided = json.loads(content)["decided"]
    assert decided["steps"][0]["measure"]["max_at"] == ["digits", 3]
    decided["steps"][0]["measure"] = LIES[lie](decided["steps"][0])
    forged = rehashed(decided)
    assert (own_verifier(forged), foreign_verifier(forged)) == (1, 1)


@pytest.mark.parametrize("fold", ["some", "not each"])
@pytest.mark.parametrize("true_somewhere", [True, False])
def test_both_verifiers_refuse_the_other_verdict(fold: str, true_somewhere: bool) -> None:
    least = {"some": 9 if true_somewhere else 10, "not each": 2 if true_somewhere else 1}[fold]
    decision = decide(at(claim_of(fold, lambda _: place() >= least)))
    assert decision.verdict is (Verdict.HOLDS if true_somewhere else Verdict.REFUTED)
    decided = json.loads(certificate(decision))["decided"]
    step = decided["steps"][0]
    other = "refuted" if true_somewhere else "holds"
    witness = {"at": [], "bindings": {}, "left": 0, "points": [], "relation": ">=", "right": 1}
    step |= {"verdict": other, "failures": int(true_somewhere), "witness": witness if true_somewhere else None}
    decided["verdict"] = other
    forged = rehashed(decided)
    assert (own_verifier(forged), foreign_verifier(forged)) == (1, 1)


WEIGHTS = tuple(itertools.product((-1, 0, 1), repeat=2))


def family() -> Claim:
    """Heads that add o times the mean of the tokens with the largest product with q times their own."""
    claim = Claim("yun2020:own", "Own", "none", "A claim of the tests.")

    @claim.family("head", WEIGHTS)
    def head(values: Any, weights: tuple[int, int]) -> Network:
        o, q = weights
        return Network(1, [AttentionLayer([AttentionHead([[o]], [[1]], [[1]], [[q]], [0])])], {"output": 1})

    @claim.states("each maps some matrix to another one", over=DIGITS, fold="not each")
    def moves(at: Operands) -> Any:
        return for_all_of(at.head, lambda f: f(point)[1, 1] == point[1, 1])

    @claim.states("one keeps all of them", over=DIGITS)
    def keeps(at: Operands) -> Any:
        return for_some_of(at.head, lambda f: f(point)[1, 1] == point[1, 1])

    return claim


def test_of_a_family_of_networks_the_first_is_named() -> None:
    problem = at(family())
    decision = decided_by_all(problem)
    still = WEIGHTS.index((0, -1)) + 1
    assert decision["moves"].verdict is Verdict.REFUTED
    assert decision["moves"].witness.bindings == {"k": still}
    assert decision["keeps"].found.bindings == {"k": still}
    assert problem.members[f"head_{still}"] == "(0, -1)"
    assert len(problem.networks) == 9
    confirmed(decision)


def two_heads() -> Claim:
    """Layers of two heads, and one head that is told to add the same in each order."""
    claim = Claim("yun2020:own", "Own", "none", "A claim of the tests.")

    @claim.family("layer", itertools.product(WEIGHTS, repeat=2))
    def layer(values: Any, weights: tuple[tuple[int, int], ...]) -> Network:
        heads = [AttentionHead([[o]], [[1]], [[1]], [[q]], [0]) for o, q in weights]
        return Network(1, [AttentionLayer(heads)], {"output": 1})

    @claim.states("one keeps all first tokens that are not 2, and makes 3 of no other", over=DIGITS)
    def some(at: Operands) -> Any:
        return for_some_of(at.layer, lambda f: (f(point)[1, 1] == point[1, 1]) | (f(point)[1, 1] == 3))

    return claim


def test_of_heads_in_another_order_one_order_is_evaluated(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is counted, and what stands in the certificate, is what it was."""
    calls: list[str] = []
    moved = BatchObservations._moved
    monkeypatch.setattr(BatchObservations, "_moved", lambda self, *asked: calls.append(asked[0]) or moved(self, *asked))
    problem = at(two_heads())
    told: list[tuple[int, int]] = []
    decision = decide(problem, replayed=0, networks=lambda *numbers: told.append(numbers))
    assert len({*calls}) == 21 + 6  # two heads or one that add something, of 2 * 3 kinds
    assert told[:81] == [(k, 81) for k in range(1, 82)]
    monkeypatch.setattr(UnrolledNetworks, "alike", lambda self, name: name)
    calls.clear()
    again = decide(problem, replayed=0)
    assert len({*calls}) == 81 - 9
    assert decided_data(again) == decided_data(decision)
    assert decided_by_all(problem).results == decision.results
    confirmed(decision)


def test_one_weight_of_one_network_of_a_family_matters() -> None:
    decided = json.loads(certificate(decide(at(family()))))["decided"]
    layer = decided["networks"]["head_4"]["items"][0]["attention"]
    assert layer["heads"][0]["W_O"] == [[0]]
    layer["heads"][0]["W_O"] = [[1]]
    forged = rehashed(decided)
    assert (own_verifier(forged), foreign_verifier(forged)) == (1, 1)


def test_evaluators_that_disagree_at_the_point_are_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    from exactua.deciding import fold

    class Wrong:
        def __init__(self, *_: Any) -> None:
            pass

        def __call__(self, *_: Any) -> bool:
            return False

    problem = at(claim_of("some", lambda _: place() >= 4))
    real = fold.settle

    def settled(decider: Any, *arguments: Any) -> Any:
        monkeypatch.setattr(type(decider), "literal_evaluator", lambda *_: Wrong())
        return real(decider, *arguments)

    monkeypatch.setattr("exactua.deciding.running.settle", settled)
    with pytest.raises(EvaluatorsDisagree, match="true by exact batches and false by the literal networks at digits"):
        decide(problem)


def of_reals(fold: str, said: Callable[[Operands], Any], **options: Any) -> Problem:
    """A step about a head with softmax, over the digits."""
    claim = Claim("yun2020:own", "Own", "none", "A claim of the tests.")
    head = AttentionHead([[1]], [[1]], [[1]], [[1]])
    claim.network("soft")(lambda values: Network(1, [SoftmaxAttentionLayer([head])], {"output": 1}))

    def stated(at: Operands) -> Any:
        return said(at)

    claim.states("a step", over=DIGITS, fold=fold, **options)(stated)
    return at(claim)


def added(at: Operands) -> Number:
    """What the head adds to the first token: the mean of the digits, weighed by e^(product with the first)."""
    return at.soft(point)[1, 1] - point[1, 1]


MEANS = [(a * math.exp(a * a) + b * math.exp(a * b)) / (math.exp(a * a) + math.exp(a * b)) for a, b in POINTS]


@settings(deadline=None, max_examples=15)
@given(st.integers(1, 39), st.sampled_from(["some", "not each"]))
def test_reals_in_the_condition_are_decided_and_confirmed(twentieths: int, fold: str) -> None:
    limit = Fraction(twentieths, 20) + Fraction(1, 1000)
    decision = decide(of_reals(fold, lambda at: added(at) > limit))
    answer = [k for k in range(9) if (MEANS[k] > limit) is (fold == "some")]
    result = decision["stated"]
    assert result.verdict is (Verdict.HOLDS if answer else Verdict.REFUTED)
    assert (result.found.at if answer else None) == (((0, answer[0]),) if answer else None)
    assert result.measured.residue == len(answer)
    confirmed(decision)


def test_conditions_on_reals_are_several_too() -> None:
    several = of_reals("some", lambda at: for_all_of((0, 1, 3), lambda least: added(at) > Fraction(least, 2)))
    decision = decide(several)
    assert decision["stated"].witness is None
    assert decision.verdict is Verdict.HOLDS
    confirmed(decision)
    missed = decide(of_reals("some", lambda at: for_all_of((1, 4, 5), lambda least: added(at) > Fraction(least, 2))))
    assert missed["stated"].witness.bindings == {"k": 2}
    confirmed(missed)


def test_how_many_points_are_so_may_be_counted() -> None:
    counted = of_reals("sum", lambda at: when(added(at) > Fraction(3, 2), 1, 0), bound=lambda _: 2, relation="=")
    decision = decide(counted)
    assert decision.verdict is (Verdict.HOLDS if sum(mean > 1.5 for mean in MEANS) == 2 else Verdict.REFUTED)
    confirmed(decision)


@pytest.mark.parametrize("fold", ["some", "not each"])
def test_what_is_undecided_somewhere_claims_nothing(fold: str) -> None:
    hard = of_reals(fold, lambda at: sqrt(3 + 2 * sqrt(2)) <= 1 + sqrt(2) + point[1, 1])
    with precision(256):
        decision = decide(hard)
    result = decision["stated"]
    assert result.reason == "undecided at 3 of 9 points with 256 bits"
    assert (result.verdict, result.applicable, result.found) == (Verdict.INCONCLUSIVE, 0, None)
    confirmed(decision)


def test_what_is_undecided_in_a_part_of_the_points_claims_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    take = running.PlanRun._take

    def interrupted(*given: Any) -> None:
        take(*given)
        raise KeyboardInterrupt

    monkeypatch.setattr(tasks, "SLOW_BATCH", 4)
    monkeypatch.setattr(running.PlanRun, "_take", interrupted)
    with precision(256):
        decision = decide(of_reals("each", lambda at: sqrt(3 + 2 * sqrt(2)) <= 1 + sqrt(2) + point[1, 1]))
    result = decision["stated"]
    assert (result.complete, result.reason) == (False, "undecided at 3 of 4 points with 256 bits")
    confirmed(decision)


def test_several_that_are_undecided_somewhere_claim_nothing() -> None:
    def hard(at: Operands) -> Any:
        return for_some_of((0, 1), lambda more: sqrt(3 + 2 * sqrt(2)) <= 1 + sqrt(2) + point[1, 1] + more)

    with precision(256):
        decision = decide(of_reals("each", hard))
    assert decision["stated"].reason == "undecided at 3 of 9 points with 256 bits"
    confirmed(decision)


@pytest.mark.parametrize(
    "forge",
    [
        lambda step: {"measure": step["measure"] | {"max_at": ["digits", 6]}},
        lambda step: {"measure": step["measure"] | {"sum": 5}},
        lambda step: {"measure": None},
        lambda step: {"verdict": "refuted", "failures": 1,
                      "witness": {"at": [], "bindings": {}, "left": 0, "points": [], "relation": ">=", "right": 1}},
    ],
)  # fmt: skip
def test_both_verifiers_refuse_another_tale_of_reals(forge: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    decided = json.loads(certificate(decide(of_reals("some", lambda at: added(at) > Fraction(3, 2)))))["decided"]
    (step,) = decided["steps"]
    assert (step["verdict"], step["measure"]["max_at"]) == ("holds", ["digits", 5])
    step |= forge(step)
    decided["verdict"] = step["verdict"]
    forged = rehashed(decided)
    assert (own_verifier(forged), foreign_verifier(forged)) == (1, 1)


def test_numbers_that_are_reals_are_summed_by_nobody() -> None:
    """Sums of reals, and bounds that are reals, stay beyond both verifiers: not re-checked."""
    decision = decide(of_reals("some", lambda at: added(at) > Fraction(3, 2)))
    for changed in ({"bound": ["exp", 0]}, {"term": ["if", [">", ["exp", 1], 2], ["exp", 0], 0]}):
        decided = json.loads(certificate(decision))["decided"]
        decided["steps"][0] |= changed
        step = decided["steps"][0]
        domains = [[domain["name"], domain["spec"]] for domain in decided["domains"]]
        said = {key: step[key] for key in ("bound", "fold", "given", "relation", "term")}
        step["statement"] = sha256(said | {"definitions": [], "domains": domains})
        forged = rehashed(decided)
        assert (own_verifier(forged), foreign_verifier(forged)) in ((3, 3), (1, 1))
    with pytest.raises(InputError, match="its numbers are reals, and no fold gathers reals"):
        of_reals("sum", lambda at: when(added(at) > 1, 1, 0), bound=lambda _: exp(1), relation="<=")


@pytest.fixture
def _in_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    """No run seems to fit into its budget, and tasks are as small as can be."""
    monkeypatch.setattr(running, "too_long", lambda *_: "that takes too long")
    monkeypatch.setattr(tasks, "MOMENT", 0)


def first_sum(fold: str, wanted: int, *others: Callable[[Claim], Any]) -> Problem:
    """Of nine digits, 19,683 points: those with this sum are sought."""

    def stated(at: Operands) -> Any:
        reached = total(at.columns, lambda j: point[1, j]) >= wanted
        return reached if fold == "some" else ~reached

    claim = Claim("yun2020:own", "Own", "none", "A claim of the tests.")
    claim.states("a step", over=DIGITS, fold=fold)(stated)
    for other in others:
        other(claim)
    return at(claim, 9)


@pytest.mark.usefixtures("_in_haste")
@pytest.mark.parametrize("fold", ["some", "not each"])
def test_where_there_is_no_time_for_all_points_one_is_enough(fold: str) -> None:
    decision = decide(first_sum(fold, 13))
    result = decision["stated"]
    assert (decision.verdict, decision.complete, result.reason) == (Verdict.HOLDS, False, None)
    assert (result.points, result.found.at) == (4096, ((0, 2 * 3**6 - 1),))
    said = next(found_point(decision.problem, result))
    assert said.startswith(f"least {'such point' if fold == 'some' else 'counterexample'} among the points that were")
    confirmed(decision)


@pytest.mark.usefixtures("_in_haste")
def test_a_step_of_which_no_point_is_found_goes_through_all() -> None:
    decision = decide(first_sum("some", 19))
    assert (decision.verdict, decision.complete) == (Verdict.REFUTED, True)


@pytest.mark.usefixtures("_in_haste")
def test_where_something_is_said_of_all_points_too_nothing_is_begun() -> None:
    decision = decide(first_sum("some", 13, lambda claim: claim.states("another", over=DIGITS)(all_small)))
    assert {result.reason for result in decision.results} == {"that takes too long"}
    assert {result.points for result in decision.results} == {0}


def all_small(at: Operands) -> Truth:
    return point[1, 1] <= 2


@pytest.mark.usefixtures("_in_haste")
@pytest.mark.parametrize(
    ("change", "verdict"),
    [
        ({"verdict": "inconclusive"}, "inconclusive"),
        ({"max": 0, "max_at": ["digits", 0]}, "holds"),
        ({"max": 0, "max_at": ["digits", 0], "sum": 0}, "inconclusive"),
        ({"max_at": ["digits", 4000]}, "holds"),
    ],
)
def test_both_verifiers_refuse_another_tale_of_a_part(change: dict[str, Any], verdict: str) -> None:
    decided = json.loads(certificate(decide(first_sum("some", 13))))["decided"]
    (step,) = decided["steps"]
    step["verdict"] = decided["verdict"] = verdict
    step["measure"] |= {key: value for key, value in change.items() if key != "verdict"}
    forged = rehashed(decided)
    assert (own_verifier(forged), foreign_verifier(forged)) == (1, 1)


@pytest.mark.usefixtures("_in_haste")
@pytest.mark.parametrize("otherwise", [0, -1])
def test_a_part_says_nothing_of_a_sum_where_others_are_below_0(otherwise: int) -> None:
    decided = json.loads(certificate(decide(first_sum("some", 13))))["decided"]
    (step,) = decided["steps"]
    count = step["measure"]["sum"]
    step["term"][3] = otherwise
    step["measure"] |= {"min": otherwise, "sum": encode((count + otherwise * (4096 - count)) % PRIME)}
    said = {key: step[key] for key in ("bound", "fold", "given", "relation", "term")}
    domains = [[domain["name"], domain["spec"]] for domain in decided["domains"]]
    step["statement"] = sha256(said | {"definitions": [], "domains": domains})
    for verdict, accepted in (("holds", otherwise == 0), ("inconclusive", otherwise < 0)):
        step["verdict"] = decided["verdict"] = verdict
        content = rehashed(decided)
        assert (own_verifier(content), foreign_verifier(content)) == ((0, 0) if accepted else (1, 1))


def sought_and_lost(first: int, without_value: int) -> Problem:
    """Of nine digits, 19,683 points: true from the rank `first` on, without a value at another rank."""

    def stated(at: Operands) -> Truth:
        rank = total(at.columns, lambda j: 3 ** (at.n - j) * point[1, j])
        return (rank >= first) & (1 / (rank - without_value) <= 1)

    claim = Claim("yun2020:own", "Own", "none", "A claim of the tests.")
    claim.states("a step", over=DIGITS, fold="some")(stated)
    return at(claim, 9)


@pytest.mark.usefixtures("_in_haste")
@pytest.mark.parametrize("moment", [0, 0.01, 10])
@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.processes)])
@pytest.mark.parametrize(("first", "without_value"), [(3, 2), (2, 3), (5000, 5001), (9000, 4), (4, 9000), (5001, 5000)])
def test_what_comes_first_counts_however_tasks_are_cut_and_whoever_decides_them(
    monkeypatch: pytest.MonkeyPatch, moment: float, jobs: int, first: int, without_value: int
) -> None:
    monkeypatch.setattr(tasks, "MOMENT", moment)
    decision = decide(sought_and_lost(first, without_value), jobs=jobs)
    result = decision["stated"]
    if first < without_value:
        assert (result.verdict, result.found.at) == (Verdict.HOLDS, ((0, first),))
        confirmed(decision)
    else:
        assert (result.verdict, result.found, result.points) == (Verdict.INCONCLUSIVE, None, 0)
        assert f"rank {without_value})" in result.reason or "division by zero" in result.reason
