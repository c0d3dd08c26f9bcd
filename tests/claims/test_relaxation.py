"""What may be relaxed in a claim: automatic relaxations, declared ones, their names, and the problems they make."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactua.claims.claim import D_ROWS, N_COLUMNS, Claim, Operands, Parameter
from exactua.claims.registry import claims_of, find
from exactua.claims.relaxable import find_relaxation, normalised, relaxations
from exactua.errors import InputError
from exactua.grids.categories import category1, category2, grid
from exactua.networks import AttentionHead, AttentionLayer, Network, TieRule
from exactua.networks.items import templates
from exactua.networks.retouching import with_layers, with_tie_rule
from exactua.papers.yun2020.selective_shift import contextual_map
from exactua.papers.yun2020.variants import Sweep, activations
from exactua.terms.printing import text
from exactua.terms.tracing import Truth, point

BOX = {"d": 2, "n": 2, "m": 3}


def toy() -> Claim:
    """A claim with a network of attention, a condition, a definition and two hypotheses."""
    claim = Claim("toy", "Toy", "nowhere", "a claim of a test")
    claim.network("g_c")(contextual_map)
    claim.requires("n >= 2 (said somewhere)")(lambda at: at.n >= 2)
    claim.define(bound)

    @claim.states("a number of a different column is positive", over=(category1,), given=positive)
    def below(at: Operands) -> Truth:
        return point[1, 1] < at.bound

    @claim.proof_line("the network is a map", over=(category1,))
    def maps(at: Operands) -> Truth:
        return at.g_c(point) == at.g_c(point)

    return claim


def bound(at: Operands):
    return at.n + 0 * at.d


def positive(at: Operands) -> Truth:
    return point[1, 1] > 0


def named(claim: Claim) -> dict[str, str]:
    return {relaxation.name: relaxation.kind for relaxation in relaxations(claim)}


def test_what_is_relaxed_without_being_declared() -> None:
    assert named(toy()) == {
        "n >= 2 (said somewhere)": "hypothesis",
        "delta^-1 >= 2 (on which check insists)": "hypothesis",
        "all columns of L are different": "domain",
        "no entry is -delta^(-nd)": "domain",
        "condition of below": "condition",
        "hardmax shares equal maxima (leftmost)": "tie rule",
        "hardmax shares equal maxima (rightmost)": "tie rule",
        "strictness of the condition of below": "strictness",
    }


def test_a_case_of_a_case_distinction_is_no_hypothesis() -> None:
    claim = toy()
    claim.states("the other case", name="other", over=(category2,))(positive)
    assert "domain" not in named(claim).values()
    claim.relaxes_different_columns("below")
    assert list(named(claim).values()).count("domain") == 2


def test_every_claim_of_the_paper_has_relaxations_with_names_of_their_own() -> None:
    for claim in claims_of("yun2020"):
        relaxed = relaxations(claim)
        assert {relaxation.kind for relaxation in relaxed} >= {"hypothesis"}
        names = [normalised(relaxation.name) for relaxation in relaxed]
        assert len(set(names)) == len(names)
        for relaxation in relaxed:
            assert find_relaxation(claim, relaxation.name) == relaxation
            assert set(relaxation.steps) | set(relaxation.except_for) <= {step.name for step in claim.steps}


@pytest.mark.parametrize(
    "drop",
    ["delta^-1 >= 2", "delta^{-1} >= 2", "delta^{-1}>=2", "  delta^(-1)  >=  2 ", "m >= 2", "Delta^-1 \u2265 2"],
)
def test_spellings_of_one_hypothesis(drop: str) -> None:
    claim, _ = find("lemma8")
    assert find_relaxation(claim, drop).name == "delta^-1 >= 2"


def test_a_remark_behind_a_name_may_be_left_out() -> None:
    claim, _ = find("lemma8")
    assert find_relaxation(claim, "n >= 2").name == "n >= 2 (assumed throughout, Sec. 1.2)"
    claim, _ = find("lemma7")
    assert find_relaxation(claim, "delta^{-1} >= 2").becomes == "delta = 1"


@pytest.mark.parametrize(("drop", "hint"), [("delta^{-1} >= 3", "'delta^-1 >= 2'"), ("\u00a7\u00a7", "it has 'n >= 2")])
def test_an_unknown_name_is_told_the_nearest(drop: str, hint: str) -> None:
    claim, _ = find("lemma8")
    with pytest.raises(InputError, match=r"^drop: yun2020:lemma8 has no relaxation ") as raised:
        find_relaxation(claim, drop)
    assert hint in str(raised.value)


def test_a_claim_without_anything_to_relax_says_so() -> None:
    claim = Claim("bare", "Bare", "nowhere", "d is positive", parameters=(D_ROWS, N_COLUMNS))
    claim.states("d is positive", name="positive")(lambda at: at.d >= 1)
    assert relaxations(claim) == ()
    with pytest.raises(InputError, match="nothing to relax"):
        find_relaxation(claim, "d >= 1")


def test_a_bound_of_a_parameter_that_no_hypothesis_states() -> None:
    claim = Claim("k", "K", "nowhere", "k", parameters=(D_ROWS, Parameter("k", "a number", least=5)))
    claim.states("k is not 4", name="not_four")(lambda at: at.k != 4)
    relaxation = find_relaxation(claim, "k >= 5")
    assert relaxation.problem(claim, {"d": 1, "k": 4}).parameters["k"] == 4
    with pytest.raises(InputError, match="integer >= 5"):
        claim.problem({"d": 1, "k": 4})


def test_only_what_is_dropped_may_be_violated() -> None:
    claim, _ = find("lemma8")
    relaxation = find_relaxation(claim, "n >= 2")
    assert relaxation.problem(claim, {"d": 1, "n": 1, "m": 2}).parameters["n"] == 1
    for box in ({"d": 1, "n": 1, "m": 1}, {"d": 1, "n": 2, "m": 1}, {"d": 0, "n": 1, "m": 2}, {"d": 1, "n": 0, "m": 2}):
        with pytest.raises(InputError):
            relaxation.problem(claim, box)


def test_domains_and_conditions_are_changed_and_nothing_else() -> None:
    claim = toy()
    wider = find_relaxation(claim, "different columns").problem(claim, BOX)
    assert {step.over for step in wider.steps} == {(grid,)}
    assert [step.term for step in wider.steps] == [step.term for step in claim.steps]
    free = find_relaxation(claim, "below").problem(claim, BOX, ["below"])
    assert [(step.given, step.over) for step in free.steps] == [(None, (category1,))]
    weak = find_relaxation(claim, "strictness of the condition of below").problem(claim, BOX, ["below"])
    assert text(weak.steps[0].given) == "L_(1, 1) >= 0"


def test_a_tie_rule_reaches_every_attention_layer() -> None:
    claim, _ = find("proposition5")
    problem = find_relaxation(claim, "leftmost").problem(claim, {"d": 1, "n": 2, "m": 2})
    rules = {layer.tie_rule for g in problem.networks.values() for layer, _ in templates(g.items) if layer.heads}
    assert rules == {TieRule.LEFTMOST}


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (["average"], [("hardmax shares equal maxima (leftmost)", "the leftmost one takes all"),
                       ("hardmax shares equal maxima (rightmost)", "the rightmost one takes all")]),
        (["rightmost"], [("the rightmost of equal maxima takes all (average)", "equal maxima share"),
                         ("the rightmost of equal maxima takes all (leftmost)", "the leftmost one takes all")]),
        (["leftmost", "leftmost"], [("the leftmost of equal maxima takes all (average)", "equal maxima share"),
                                    ("the leftmost of equal maxima takes all (rightmost)",
                                     "the rightmost one takes all")]),
        (["average", "leftmost"], [("each layer has its own tie rule (average)", "equal maxima share in every layer"),
                                   ("each layer has its own tie rule (leftmost)",
                                    "the leftmost one takes all in every layer"),
                                   ("each layer has its own tie rule (rightmost)",
                                    "the rightmost one takes all in every layer")]),
    ],
)  # fmt: skip
def test_ties_are_broken_by_the_rules_that_a_claim_has_not(rules: list[str], said: list[tuple[str, str]]) -> None:
    head = AttentionHead([[1]], [[1]], [[1]], [[1]])
    claim = toy()
    claim.steps.clear()  # which speak of networks with the paper's rule
    claim.network("f")(lambda values: Network(values["d"], [AttentionLayer([head], rule) for rule in rules]))

    @claim.states("f keeps the point", over=(grid,))
    def kept(at: Operands) -> Truth:
        return at.f(point)[1, 1] >= point[1, 1]

    answer = [(known.name, known.becomes) for known in relaxations(claim) if known.kind == "tie rule"]
    assert answer == said


def test_declared_changes() -> None:
    claim = toy()
    claim.relaxes("the bound", "one more", definitions={"bound": lambda at: at.n + 1})
    relaxation = find_relaxation(claim, "the bound")
    assert relaxation.steps == ("below",)  # the only step that depends on it
    assert relaxation.problem(claim, BOX, ["below"]).values["bound"] == 3
    assert claim.problem(BOX).values["bound"] == 2
    claim.relaxes("the order", "strict", kind="strictness", states={"below": lambda at: point[1, 1] <= at.bound})
    changed = find_relaxation(claim, "the order").problem(claim, BOX, ["below"]).steps[0]
    assert changed.term.operator == "<="
    claim.relaxes("the network", "without a last layer", networks={"g_c": Sweep(last=None)}, remark="it is short")
    network = find_relaxation(claim, "the network")
    assert (network.steps, network.remark) == (("maps",), "it is short")


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"networks": {"g": Sweep()}},
        {"definitions": {"t": lambda at: at.n}},
        {"definitions": {"bound": lambda at: at.n}, "except_for": ("nothing",)},
    ],
)
def test_a_declaration_of_what_there_is_not(change: dict) -> None:
    with pytest.raises(ValueError, match="can't relax it"):
        toy().relaxes("it", "something", **change)


def test_steps_are_spared_by_name() -> None:
    claim = toy()
    claim.spares("condition of below", "below", reason="it says so")
    relaxation = find_relaxation(claim, "below")
    assert (relaxation.except_for, relaxation.remark) == (("below",), "it says so")
    claim.spares("another", "below", reason="there is none")
    with pytest.raises(ValueError, match="no relaxation another"):
        relaxations(claim)
    with pytest.raises(InputError):
        claim.spares("condition of below", "unknown", reason="no such step")


@given(st.sampled_from([(1, 2, 2), (1, 3, 2), (2, 2, 2), (1, 2, 3)]))
def test_variants_with_the_paper_s_constants_are_the_paper_s_network(box: tuple[int, int, int]) -> None:
    values = dict(zip("dnm", box, strict=True))
    network = contextual_map(values)
    assert Sweep()(values) == network
    assert with_layers(network, lambda layer: layer) == network
    assert activations(lambda values, phi: None)(contextual_map)(values) == network
    assert with_tie_rule(with_tie_rule(network, TieRule.LEFTMOST), TieRule.AVERAGE) == network
    for variant in (
        Sweep(gain=lambda D: D - 1),
        Sweep(fewer=1),
        Sweep(decreasing=True),
        Sweep(last=None),
        Sweep(one_head=True),
        Sweep(threshold=lambda D, n: -D),
    ):
        assert variant(values) != network


def test_decreasing_shifts_are_the_same_layers() -> None:
    values = {"d": 1, "n": 2, "m": 3}
    there, back = contextual_map(values), Sweep(decreasing=True)(values)
    layers, others = list(there.layers()), list(back.layers())
    assert layers[:3] == others[2::-1]
    assert layers[3] == others[3]
