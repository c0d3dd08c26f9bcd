"""The comparisons of definitions say no where something differs."""

from __future__ import annotations

import pytest
from gmpy2 import mpq

from exactua.claims.registry import find
from exactua.errors import EvaluatorsDisagree
from exactua.networks import AttentionHead, AttentionLayer, Network, TieRule
from exactua.papers.yun2020 import selective_shift
from exactua.proving.rocq import ties
from exactua.proving.rocq.comparison import Tie, differing, named
from exactua.proving.rocq.kernel import tied
from exactua.proving.rocq.naming import NotExported
from exactua.proving.rocq.record import TIES, ties_text
from exactua.proving.rocq.sources import read_sources, sources_folder
from exactua.proving.rocq.ties import layers, number, point
from exactua.proving.rocq.toolchain import NotProved
from tests.proving.rocq.small import definitions, needs_coqc

SMALLEST = {"d": 1, "n": 2, "m": 2}


def changed(file: str, old: str, new: str) -> dict[str, str]:
    sources = definitions()
    assert sources[file].count(old) >= 1
    return {**sources, file: sources[file].replace(old, new)}


def compared(words: str) -> list[Tie]:
    """The comparisons of networks, states and points at the smallest instance that have these words in their names."""
    known = [tie for label in ties.TIED for tie in ties.of_claim(label) if named(SMALLEST) in tie.name]
    return list({tie.says: tie for tie in known if words in tie.name}.values())


@needs_coqc
def test_networks_states_and_points_agree_at_the_smallest_instance() -> None:
    known = compared("")
    assert len(known) > 20
    assert differing(definitions(), known) == []


@needs_coqc
@pytest.mark.parametrize(
    ("file", "old", "new", "words"),
    [
        ("Transformers.v", "(of_nat ((m ^ d) ^ (n + 1)))", "(of_nat ((m ^ d) ^ n))", "g_c of yun2020:lemma8"),
        ("Transformers.v", "of_nat k * delta m - delta m / 2", "of_nat k * delta m - delta m",
         "the network g_c of yun2020:lemma8"),
        ("Transformers.v", "(seq 0 (m ^ d)).", "(seq 1 (m ^ d)).", "g_c of yun2020:lemma8"),
        ("Transformers.v", "if Qeq_bool x top then 1 /", "if Qeq_bool x top then 2 /", "g_c of yun2020:lemma8"),
        ("FeedForward.v", "half_open 0 (delta m) (-(1)) 0", "half_open 0 (delta m) (-(2)) 0", "g_q of yun2020:lemma7"),
        ("TieRules.v", "(seq 0 (2 * m ^ d + 6)).", "(seq 0 (2 * m ^ d + 5)).", "psi of yun2020:selective_shift"),
        ("TieRules.v", "leftmost => first_of (maximum a) a", "leftmost => first_of (maximum a) (rev a)", "psi_leftmost"),
        ("Grids.v", "Definition special (d n m : nat) : Z := -", "Definition special (d n m : nat) : Z := 1 -",
         "points of category 3"),
    ],
)  # fmt: skip
def test_a_changed_definition_differs(file: str, old: str, new: str, words: str) -> None:
    wanted = compared(words)
    assert wanted
    assert differing(changed(file, old, new), wanted) == wanted


@needs_coqc
def test_what_a_step_says_is_computed_and_a_changed_vocabulary_differs() -> None:
    steps = [
        tie for tie in ties.evaluated_ties(SMALLEST, ties.LARGE) if "category1" in tie.name or "lemma7" in tie.name
    ]
    assert len(steps) > 30
    assert differing(definitions(), steps) == []
    more = changed("Terms.v", "Q := fold_right Qplus 0 (map f", "Q := fold_right Qplus 1 (map f")
    assert len(differing(more, [step for step in steps if "category1.formula" in step.name])) == 1
    longer = changed("Terms.v", "(seq 0 (Z.to_nat (hi - lo + 1)))", "(seq 0 (Z.to_nat (hi - lo)))")
    assert len(differing(longer, [step for step in steps if "lemma7.quantises" in step.name])) == 1


@needs_coqc
def test_only_what_differs_is_named() -> None:
    true, false = Tie("yes", "Nat.eqb 1 1"), Tie("no", "Nat.eqb 1 2")
    assert differing(definitions(), [true, false, true, true]) == [false]
    assert differing(definitions(), []) == []


def test_data() -> None:
    assert number(3) == "(3 # 1)"
    assert point(((0, mpq(1, 2)), (-1, 3)), 2) == "[[(0); (-2)]%Z; [(1); (6)]%Z]"
    with pytest.raises(NotExported, match="no multiple of delta"):
        point(((mpq(1, 2),),), 3)


def test_layers_that_rocq_has_not_are_refused() -> None:
    def network(**more):
        ones = [[1], [1]]
        head = AttentionHead(
            W_O=more.get("W_O", ones),
            W_V=more.get("W", [[1, 0]]),
            W_K=more.get("W_K", more.get("W", [[1, 0]])),
            W_Q=more.get("W_K", more.get("W", [[1, 0]])),
        )
        return Network(2, [AttentionLayer([head], more.get("tie_rule", "average"))])

    assert layers(network())[1][0].startswith("Attention [Head [(1 # 1); (1 # 1)]")
    with pytest.raises(NotExported, match="another tie rule than average"):
        layers(network(tie_rule="leftmost"))
    assert layers(network(tie_rule="leftmost"), TieRule.LEFTMOST) == layers(network())
    with pytest.raises(NotExported, match="another tie rule than rightmost"):
        layers(network(tie_rule="leftmost"), TieRule.RIGHTMOST)
    with pytest.raises(NotExported, match="another size"):
        layers(network(W_O=[[1, 0], [0, 1]], W=[[1, 0], [0, 1]]))
    for larger in (network(W_K=[[1, 0], [0, 1]]), network(W_O=[[1, 0], [0, 1]], W=[[1, 0], [0, 1]], W_K=[[1, 0]])):
        with pytest.raises(NotExported, match="another size"):
            layers(larger)


def test_every_claim_is_tied_without_rocq_where_instances_are_stated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    sources = definitions()
    assert len(ties.INSTANCES) >= 6
    assert any(m % 2 for _, _, m in ties.INSTANCES)
    assert any(n > m**d for d, n, m in ties.INSTANCES)
    for label in ties.TIED:
        tie = tied(find(label)[0], sources)
        assert tie is not None
        assert len(tie.instances) == len(ties.INSTANCES)
        assert tie.comparisons >= 4 * len(ties.INSTANCES)
    assert tied(find("theorem2")[0], sources) is None


def test_another_last_gain_is_no_tie(monkeypatch: pytest.MonkeyPatch) -> None:
    def changed_map(values):
        network = selective_shift.contextual_map(values)
        d, n, m = values["d"], values["n"], values["m"]
        last = AttentionLayer((selective_shift.psi(d, m, mpq(0), gain=mpq(m) ** (d * (n + 2))),))
        return Network(d, items=(network.items[0], last), stages=network.stages)

    claim, _ = find("lemma8")
    monkeypatch.setattr(claim, "networks", {"g_c": changed_map})
    with pytest.raises(
        EvaluatorsDisagree, match="the network g_c of yun2020:lemma8 and its states at 6 points, d = 1, n = 2, m = 2"
    ):
        tied(claim, definitions())


def test_another_evaluation_is_no_tie(monkeypatch: pytest.MonkeyPatch) -> None:
    apply = AttentionLayer.apply
    monkeypatch.setattr(AttentionLayer, "apply", lambda self, Z: apply(self, apply(self, Z)))
    with pytest.raises(EvaluatorsDisagree, match="the network g_c of yun2020:lemma8 and its states at 6 points"):
        tied(find("lemma8")[0], definitions())


def test_a_tie_is_with_these_definitions() -> None:
    claim, _ = find("lemma8")
    with pytest.raises(NotProved, match=r"ties\.txt is of other definitions"):
        tied(claim, changed("Transformers.v", "(of_nat ((m ^ d) ^ (n + 1)))", "(of_nat ((m ^ d) ^ (n + 2)))"))
    with pytest.raises(NotProved, match=r"ties\.txt is of other definitions"):
        tied(claim, changed("Comparisons.v", ":= all2 same_layer.", ":= fun _ _ => true."))


def test_the_file_of_ties_says_what_exactua_has() -> None:
    written = (sources_folder() / TIES).read_text(encoding="utf-8")
    assert written == ties_text(
        read_sources(sources_folder()), (tie for label in ties.TIED for tie in ties.of_claim(label))
    )
