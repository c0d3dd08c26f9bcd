"""Steps as propositions: parameters, hypotheses, domains by their structure, folds, and what is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from exactua.claims.claim import GRID_PARAMETERS, Claim, Parameter
from exactua.claims.registry import find
from exactua.grids import categories
from exactua.proving.rocq.domains import PREDICATES
from exactua.proving.rocq.generate import CLAIMS, exported
from exactua.proving.rocq.naming import NotExported
from exactua.proving.rocq.propositions import predicate, proposition
from exactua.terms.language import integer
from exactua.terms.tracing import Columns, every, point, total


def lines(label):
    claim, name = find(label)
    return proposition(claim, claim.step(name)).lines


def test_a_static_step() -> None:
    assert lines("lemma8.t_l_positive") == (
        "forall d n m : nat,",
        "(1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->",
        "let D := (m ^ d)%Z in",
        "let t_l := (D ^ (2 * n) * (D - 1))%Z in",
        "(t_l > 0)%Z",
    )


def test_a_step_over_points() -> None:
    assert lines("lemma8.property4")[-5:] == (
        "let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in",
        "forall L : point,",
        "(category_3 d n m L) \\/ (category_2 d n m L) ->",
        "let q := listed 1 n (fun j => inject_Z m * item (row_of u (run (g_c d n m) (in_unit_1 m L))) j) in",
        "forall j : Z, (1 <= j <= n)%Z -> item q j < inject_Z t_l \\/ item q j > inject_Z t_r",
    )


def test_a_hypothesis_stands_before_the_conclusion() -> None:
    given = [line for line in lines("category3.unchanged") if line.endswith("->")]
    assert given[-1] == "(forall j : Z, (1 <= j <= n)%Z -> item l j < 0) ->"


def test_distinct_speaks_of_two_different_points_and_of_each_alone() -> None:
    assert lines("lemma10.one_to_one")[-3:] == (
        "forall L L' : point,",
        "category_1 d n m L /\\ category_1 d n m L' /\\ L <> L' ->",
        "distinct (numbers L ++ numbers L')",
    )


def test_points_of_two_domains_are_different_whatever_they_are() -> None:
    inside = lines("column_id.disjoint")[-2]
    assert "(category_1 d n m L /\\ category_2 d n m L')" in inside
    assert "(category_2 d n m L /\\ category_2 d n m L' /\\ L <> L')" in inside


def test_apart_has_its_bound_and_its_sign() -> None:
    assert lines("global_shift.disjoint")[-1] == "more_than_apart (inject_Z width) (numbers L ++ numbers L')"
    assert lines("global_shift.tops_apart")[-1] == "at_least_apart 1 (numbers L ++ numbers L')"


def test_a_sum_is_over_all_matrices_of_each_domain() -> None:
    assert lines("proposition5.measure")[-4:] == (
        "  cube in",
        "exists s : Q,",
        "sum_over_orders (fun L : point => category_2 d n m L) value s /\\",
        "s <= 1 / inject_Z D",
    )
    assert lines("column_id.exhaustive")[-1] == "s + s1 + s2 == inject_Z ((m + 1) ^ (d * n))"


def test_a_step_about_real_columns_speaks_of_rational_ones_and_says_so() -> None:
    claim, name = find("lemma7.quantises")
    stated = proposition(claim, claim.step(name))
    assert stated.rational_entries_only
    assert "forall (row : Z) (x : vector), (1 <= row <= d)%Z -> length x = d ->" in stated.lines
    claim, name = find("lemma8.property1")
    assert not proposition(claim, claim.step(name)).rational_entries_only


def test_a_domain_is_known_by_its_structure_and_not_by_its_name() -> None:
    assert predicate(replace(categories.category1, name="something"), "L") == "category_1 d n m L"
    for changed in (
        replace(categories.category3, specials="allowed", repeats="required"),
        replace(categories.category1, levels=(integer(1), *categories.category1.levels[1:])),
        replace(categories.category1, levels=(*categories.category1.levels[:2], (categories.m + 1).term)),
        replace(categories.category3, special=((categories.outside_level - 1).term,)),
        replace(categories.category1, ids=categories.u.times(Columns(1, categories.d, "i"), 2).term),
        categories.pairs_of(replace(categories.category3, special=((categories.outside_level - 1).term,))),
    ):
        with pytest.raises(NotExported, match="domain"):
            predicate(changed, "L")
    assert len(PREDICATES) == 7


def test_a_pair_is_the_first_columns_and_the_others() -> None:
    pairs = categories.pairs_of(categories.category1)
    assert predicate(pairs, "L") == "category_1 d n m (firstn n L) /\\ category_1 d n m (skipn n L)"
    claim, name = find("sorted_order.increasing")
    stated = proposition(claim, claim.step(name))
    assert "(category_1 d n m (firstn n L) /\\ category_1 d n m (skipn n L)) ->" in stated.lines
    assert "let second := columns_between (in_unit_1 m L) (n + 1) (2 * n) in" in stated.lines


def claim_with(parameters=None, **options):
    claim = Claim("test:claim", "A claim", "nowhere", "text", **({"parameters": parameters} if parameters else {}))
    claim.states("it is", **options)(lambda at: every(at.columns, lambda j: j >= 1))
    return claim


def test_a_tie_rule_is_a_parameter_of_its_own() -> None:
    claim, _ = find("selective_shift")
    step = proposition(claim, claim.step("psi_above"))
    assert step.lines[:2] == (
        "forall (d n m : nat) (ties : TieRules.tie_rule),",
        "(1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->",
    )
    assert "TieRules.layer_alone_by ties (TieRules.psi_layers d m) k (in_unit_1 m L)" in step.lines[-1]
    assert "TieRules.layer_alone_by TieRules.leftmost" in lines("selective_shift.cases@repaired")[-1]


def test_other_parameters_are_refused() -> None:
    for words in (("left", "right"), ("average", "leftmost")):
        parameter = Parameter("tie_rule", "what a layer does", words, ladder=words)
        claim = claim_with((*GRID_PARAMETERS, parameter))
        with pytest.raises(NotExported, match="a word, and none for a tie rule"):
            proposition(claim, claim.steps[0])
    claim = claim_with(GRID_PARAMETERS[:2])
    with pytest.raises(NotExported, match="not d, n, m"):
        proposition(claim, claim.steps[0])


def test_layers_under_a_tie_rule_stand_alone() -> None:
    claim = Claim("yun2020:selective_shift", "A claim", "nowhere", "text")
    claim.network("psi")(find("selective_shift")[0].networks["psi"])
    claim.states("it is", over=categories.all_sequences)(lambda at: at.psi(point)[1, 1] == 0)
    with pytest.raises(NotExported, match="tie rule of its own"):
        proposition(claim, claim.steps[0])


def test_a_hypothesis_on_two_points_has_the_operands_that_it_needs() -> None:
    stated = lines("definition_e1.condition2")
    start = stated.index("let given := fun L : point =>")
    assert stated[start + 1] == "  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in"
    assert stated[start + 2] == "  distinct l in"


def test_own_folds_are_refused() -> None:
    from exactua.claims.folds import folding

    claim = Claim("test:claim", "A claim", "nowhere", "text")
    fold = folding(start=[0], next=lambda a, x: [a[1] + x[1]], holds=lambda a: a[1] <= 7)
    claim.states("it adds up", over=categories.category1, fold=fold)(
        lambda at: total(at.columns, lambda j: point[1, j])
    )
    with pytest.raises(NotExported, match="own fold"):
        proposition(claim, claim.steps[0])


def test_every_step_of_the_paper_s_core_has_a_proposition_or_a_reason() -> None:
    exports = [export for label in CLAIMS for export in exported(find(label)[0])]
    assert len(exports) > 250
    assert all((export.proposition is None) == (export.reason is not None) for export in exports)
    names = [export.proposition.name for export in exports if export.proposition]
    assert len(set(names)) == len(names)
    assert all(export.statement.startswith("sha256:") for export in exports)
