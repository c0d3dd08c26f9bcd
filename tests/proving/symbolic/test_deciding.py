"""Symbolic verdicts held against enumeration: whenever signs decide, enumeration says the same."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from gmpy2 import mpq

from exactua.claims.problem import Problem
from exactua.claims.registry import find
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import decide
from exactua.errors import EvaluatorsDisagree
from exactua.grids.categories import all_sequences, category1, category2, category3
from exactua.networks import AttentionLayer, Network
from exactua.proving.symbolic import decide_symbolically, instance
from exactua.proving.symbolic.deciding import decide_step
from exactua.proving.symbolic.instance import Instance, fails_literally
from exactua.terms.language import Term, integer, make
from exactua.terms.tracing import Columns, Number, Row, every, point, row, some, total, when
from tests.mutants import problem
from tests.proving.symbolic.comparing import compared

LADDER = [(1, 2, 2), (1, 2, 5), (1, 3, 2), (1, 3, 4), (1, 4, 3), (1, 5, 2), (2, 2, 2), (2, 2, 3), (2, 3, 2), (3, 2, 2)]
SHORT = [(1, 2, 2), (1, 3, 4), (2, 2, 2)]
CLAIMS = ("lemma8", "lemma10", "category1", "category2", "category3", "global_shift", "first_shifts")


@pytest.mark.parametrize("box", LADDER)
@pytest.mark.parametrize("label", ["lemma8", "lemma10"])
def test_lemmas_are_decided_on_the_ladder(label: str, box: tuple[int, int, int]) -> None:
    assert compared(problem(label, *box))[Verdict.INCONCLUSIVE] == 0


@pytest.mark.parametrize("box", SHORT)
@pytest.mark.parametrize("label", CLAIMS[2:])
def test_the_proof_is_decided_as_enumeration_decides_it(label: str, box: tuple[int, int, int]) -> None:
    compared(problem(label, *box))


OPEN_STEPS = {
    "category1": set[str](),
    "category2": set[str](),
    "category3": {"special_ids"},  # it speaks of single entries
    "global_shift": set[str](),
    "first_shifts": set[str](),
}


@pytest.mark.parametrize("label", list(OPEN_STEPS))
def test_what_is_left_open(label: str) -> None:
    decision = decide_symbolically(problem(label, 2, 3, 4))
    assert {result.step.name for result in decision.steps if result.verdict is Verdict.INCONCLUSIVE} == OPEN_STEPS[
        label
    ]


# Sharper statements


def sharper(whole: Problem, step: str, function: Any) -> Problem:
    claim = find(whole.label)[0]
    (old,) = [candidate for candidate in whole.steps if candidate.name == step]
    return replace(whole, steps=(replace(old, term=function(claim.at()).term),), judged=(step,))


def shifted(term: Term, by: int) -> Term:
    """The relation behind every quantifier, with its smaller side larger by that much."""
    if term.operator == "all":
        return make("all", term.names, *term.arguments[:2], shifted(term.arguments[2], by))
    left, right = term.arguments
    if term.operator in (">", ">="):
        return make(term.operator, (), left, make("+", (), right, integer(by)))
    return make(term.operator, (), make("+", (), left, integer(by)), right)


MEASURED = (
    "lemma10.lower_bound", "lemma10.upper_bound", "lemma10.below_coarsest", "lemma10.above_lower_bound",
    "category1.order", "category1.above_weighted", "category2.below_category1", "category2.at_most_largest",
    "category3.pushed_far", "category3.first_shift_at_least", "global_shift.above_lower_end", "global_shift.below_bound",
)  # fmt: skip
"""Steps whose conclusion is one inequality at every point."""


@pytest.mark.parametrize("box", [(1, 2, 3), (1, 3, 4), (2, 3, 2)])
@pytest.mark.parametrize("label", MEASURED)
def test_statements_sharper_by_one_unit_are_refuted(label: str, box: tuple[int, int, int]) -> None:
    claim, _, name = label.partition(".")
    whole = problem(claim, *box)
    (step,) = [candidate for candidate in whole.steps if candidate.name == name]
    measured = decide(replace(whole, steps=(step,), judged=()), replayed=0)[name].measured
    assert measured is not None
    relation = step.term
    while relation.operator == "all":
        relation = relation.arguments[2]
    margin = measured.maximum.value * -1 if relation.operator in (">", ">=") else measured.minimum.value
    slack = int(margin) - int(relation.operator in ("<", ">"))
    for by, verdict in ((slack, Verdict.HOLDS), (slack + 1, Verdict.REFUTED)):
        mutant = replace(whole, steps=(replace(step, term=shifted(step.term, by)),), judged=(name,))
        assert decide(mutant, replayed=0)[name].verdict is verdict
        result = decide_symbolically(mutant)[name]
        assert result.verdict in (verdict, Verdict.INCONCLUSIVE)
        if result.verdict is Verdict.REFUTED:
            assert result.witness is not None
            (matrix,) = result.witness.points
            assert fails_literally(mutant, mutant.steps[0], matrix) == result.witness.failure


def test_both_ends_of_lemma_10_are_decided_sharply() -> None:
    # the least and the greatest value are taken at vertices
    for end, margin in (("lower_bound", 0), ("upper_bound", 0)):
        whole = problem("lemma10", 2, 3, 3)
        (step,) = [candidate for candidate in whole.steps if candidate.name == end]
        measured = decide(replace(whole, steps=(step,)), replayed=0)[end].measured
        assert measured is not None
        margin = int(measured.minimum.value)
        verdicts = [
            decide_symbolically(replace(whole, steps=(replace(step, term=shifted(step.term, by)),)))[end].verdict
            for by in (margin, margin + 1)
        ]
        assert verdicts == [Verdict.HOLDS, Verdict.REFUTED]


# Folds that compare points


def apart(whole: Problem, step: str, bound: Term, relation: str) -> Problem:
    (old,) = [candidate for candidate in whole.steps if candidate.name == step]
    changed = replace(old, fold="apart", bound=bound, relation=relation)
    return replace(whole, steps=(changed,), judged=(step,))


@pytest.mark.parametrize("box", [(1, 2, 3), (1, 3, 4), (2, 2, 2)])
def test_how_far_tops_are_apart(box: tuple[int, int, int]) -> None:
    whole = problem("lemma10", *box)
    distance = 1
    while decide(apart(whole, "one_to_one", integer(distance + 1), ">="))["one_to_one"].verdict is Verdict.HOLDS:
        distance += 1
    for bound, relation, verdict in (
        (0, ">", Verdict.HOLDS),
        (distance, ">=", Verdict.HOLDS),
        (distance, ">", Verdict.REFUTED),
        (distance + 1, ">=", Verdict.REFUTED),
    ):
        mutant = apart(whole, "one_to_one", integer(bound), relation)
        result = decide_symbolically(mutant)["one_to_one"]
        assert result.verdict is verdict is decide(mutant)["one_to_one"].verdict
        if result.witness is not None:
            assert result.witness.failure is not None
            assert (result.witness.failure.left, len(result.witness.points)) == (distance, 2)


def test_numbers_that_are_taken_twice_are_found() -> None:
    whole = problem("lemma8", 1, 2, 3)
    (old,) = [candidate for candidate in whole.steps if candidate.name == "property2"]
    first = make("item", (), find("lemma8")[0].at().q.term, integer(1))
    gap = make("-", (), make("item", (), find("lemma8")[0].at().q.term, integer(2)), first)
    mutant = replace(whole, steps=(replace(old, term=gap),), judged=("property2",))
    result = decide_symbolically(mutant)["property2"]
    assert decide(mutant)["property2"].verdict is Verdict.REFUTED
    assert result.verdict is Verdict.REFUTED
    assert result.witness is not None
    assert result.witness.failure is not None
    assert result.witness.failure.relation == "!="


def test_one_point_is_no_pair() -> None:
    assert decide_symbolically(problem("lemma10", 1, 2, 2))["one_to_one"].verdict is Verdict.VACUOUS
    assert decide_symbolically(problem("lemma10", 1, 3, 2))["lower_bound"].verdict is Verdict.VACUOUS


# What is not decided by forms


@pytest.mark.parametrize("rule", ["leftmost", "rightmost"])
def test_other_tie_rules_are_never_called_proved(rule: str) -> None:
    whole = problem("lemma8", 2, 3, 2)
    sweep, last = whole.networks["g_c"].items
    assert isinstance(last, AttentionLayer)
    other = Network(2, (sweep, AttentionLayer(last.heads, rule)), {"sweep": 1, "output": 2})
    decision = decide_symbolically(whole.with_networks({"g_c": other}))
    assert decision["property3"].verdict is Verdict.INCONCLUSIVE
    assert compared(whole.with_networks({"g_c": other}))


def test_sequences_and_sums_are_left_to_enumeration() -> None:
    whole = problem("lemma10", 1, 2, 3)
    (old,) = [candidate for candidate in whole.steps if candidate.name == "lower_bound"]
    for change in (
        {"over": (all_sequences,)},
        {"fold": "sum", "bound": integer(0), "relation": ">=", "term": integer(1)},
    ):
        mutant = replace(whole, steps=(replace(old, **change),), judged=("lower_bound",))  # type: ignore[arg-type]
        assert decide_symbolically(mutant)["lower_bound"].verdict is Verdict.INCONCLUSIVE


def test_large_networks_are_not_replayed_layer_by_layer() -> None:
    decision = decide_symbolically(sharper(problem("lemma10", 16, 4, 16), "lower_bound", lambda at: at.top <= 0))
    assert decision["lower_bound"].verdict is Verdict.INCONCLUSIVE
    assert "too many layers" in str(decision["lower_bound"].reason)


def test_a_counterexample_of_forms_alone_is_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(instance, "fails_literally", lambda *arguments: None)
    mutant = sharper(problem("lemma10", 1, 2, 3), "lower_bound", lambda at: at.top < at.l[1])
    with pytest.raises(EvaluatorsDisagree, match="false by affine forms"):
        decide_symbolically(mutant)


# Large instances


def test_a_large_instance() -> None:
    for label in ("lemma8", "lemma10"):
        decision = decide_symbolically(problem(label, 16, 12, 16))
        assert decision.verdict is Verdict.HOLDS
        assert all(result.verdict is Verdict.HOLDS for result in decision.steps)
    assert sum(count for count in decision.points.values() if count is not None) > 10**200


# States after each layer


LAYERS: dict[str, tuple[Any, Verdict]] = {
    "the least id never falls": (
        lambda at: every(Columns(1, at.D, "k"), lambda k: first_id(at, k - 1) <= first_id(at, k)),
        Verdict.HOLDS,
    ),
    "the first column stays where it is": (
        lambda at: every(Columns(0, at.D, "k"), lambda k: first_id(at, k) == at.l[1]),
        Verdict.REFUTED,
    ),
    "it is moved once": (lambda at: moves(at) == 1, Verdict.HOLDS),
    "it is moved twice": (lambda at: moves(at) == 2, Verdict.REFUTED),
    "it is moved before layer 1": (
        lambda at: every(Columns(1, at.D, "k"), lambda k: first_id(at, k) != at.l[1]),
        Verdict.REFUTED,
    ),
}


def first_id(at: Any, k: Any) -> Number:
    return at.m * row(Columns(1, at.d, "i"), lambda i: at.m ** (i - 1)).dot(at.g_c.after(point, k))[1]


def moves(at: Any) -> Number:
    return total(Columns(1, at.D, "k"), lambda k: when(first_id(at, k - 1) == first_id(at, k), 0, 1))


@pytest.mark.parametrize("case", list(LAYERS))
def test_states_after_each_layer(case: str) -> None:
    function, verdict = LAYERS[case]
    for box in ((1, 3, 4), (2, 2, 2)):
        assert at_columns(function, category1, box=box) == (verdict, verdict)


@pytest.mark.parametrize("box", [(1, 2, 3), (1, 3, 3), (2, 2, 2)])
def test_what_is_false_in_layers_that_some_points_do_not_have(box: tuple[int, int, int]) -> None:
    """Before layer l_1 nothing moves: there is such a layer where l_1 > 0, and none where l_1 = 0."""

    def only_at_0(at: Any) -> Any:
        return every(Columns(1, at.D, "k"), lambda k: (first_id(at, k) >= 0) & (at.l[1] == 0))

    for over in (category1, category2):
        assert at_columns(lambda at: ~only_at_0(at), over, box=box) == (Verdict.REFUTED, Verdict.REFUTED)
        assert at_columns(lambda at: at.l[1] == 0, over, only_at_0, box) == (Verdict.HOLDS, Verdict.HOLDS)
        assert at_columns(lambda at: at.l[1] > 0, over, only_at_0, box) == (Verdict.REFUTED, Verdict.REFUTED)


# Terms over columns


def at_columns(
    function: Any, over: Any, given: Any = None, box: tuple[int, int, int] = (1, 4, 3)
) -> tuple[Verdict, Verdict]:
    """The verdicts, symbolic and enumerated, of a step over a domain."""
    claim = find("category2")[0]
    whole = problem("category2", *box)
    step = replace(
        whole.steps[0],
        term=function(claim.at()).term,
        over=(over,),
        given=None if given is None else given(claim.at()).term,
    )
    mutant = replace(whole, steps=(step,), judged=(step.name,))
    return decide_step(Instance(mutant), step).verdict, decide(mutant)[step.name].verdict


def l_sum(at: Any) -> Number:
    return total(at.columns, lambda j: at.l[j])


CASES: dict[str, Any] = {
    "a sum over equal columns": lambda at: l_sum(at) <= at.n * at.l[at.n],
    "neighbours": lambda at: every(Columns(2, at.n), lambda j: at.l[j - 1] <= at.l[j]),
    "some column": lambda at: some(at.columns, lambda j: at.l[j] == at.l[1]),
    "pairs of columns": lambda at: every(
        at.columns, lambda j: every(at.columns, lambda k: (at.l[j] != at.l[k]) | (at.q[j] == at.q[k]))
    ),
    "a list of columns": lambda at: row(at.columns, lambda j: at.l[j] + 1) == row(at.columns, lambda j: 1 + at.l[j]),
    "entries": lambda at: every(at.columns, lambda j: at.m * point[1, j] == at.l[j]),
    "false of some": lambda at: every(at.columns, lambda j: at.l[j] < at.l[at.n]),
    "false of all": lambda at: some(at.columns, lambda j: at.l[j] < at.l[1]),
}


@pytest.mark.parametrize("case", list(CASES))
@pytest.mark.parametrize("over", [category1, category2], ids=lambda spec: spec.name)
def test_terms_over_columns(case: str, over: Any) -> None:
    symbolic, enumerated = at_columns(CASES[case], over)
    assert symbolic is (enumerated if enumerated is not Verdict.VACUOUS else Verdict.VACUOUS)


def test_terms_over_negative_columns_are_decided_or_left_open() -> None:
    for case, function in CASES.items():
        symbolic, enumerated = at_columns(function, category3)
        assert symbolic in (Verdict.INCONCLUSIVE, enumerated), case
    assert at_columns(CASES["neighbours"], category3)[0] is Verdict.HOLDS


def test_a_hypothesis_that_no_point_satisfies() -> None:
    assert at_columns(CASES["neighbours"], category2, lambda at: at.l[1] > at.l[at.n]) == (
        Verdict.VACUOUS,
        Verdict.VACUOUS,
    )
    assert at_columns(CASES["neighbours"], category2, lambda at: at.l[1] == 2)[0] is Verdict.HOLDS
    assert at_columns(lambda at: at.l[1] == 0, category2, lambda at: at.l[at.n] == 0)[0] in (
        Verdict.HOLDS,
        Verdict.INCONCLUSIVE,
    )


def rows_of(at: Any) -> Row:
    return row(at.columns, lambda j: at.l[j] * mpq(1, 2))


def test_a_row_without_a_name_is_evaluated() -> None:
    assert at_columns(lambda at: rows_of(at) == rows_of(at), category2)[0] is Verdict.HOLDS
