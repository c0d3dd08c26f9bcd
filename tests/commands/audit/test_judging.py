"""What is said to a mutant: by everybody, and by somebody with a planted fault, which the audit has to find."""

from __future__ import annotations

from pathlib import Path

import pytest

from exactua import verifier
from exactua.claims.problem import Problem
from exactua.claims.registry import find
from exactua.commands.audit import foreign, term_operators
from exactua.commands.audit.judging import judge
from exactua.commands.audit.operators import changes
from exactua.commands.audit.originals import Original, decided
from exactua.commands.audit.record import Judgement, Mutant
from exactua.commands.audit.work import mutant_of
from exactua.deciding import plan
from exactua.networks import AttentionHead, AttentionLayer, Network
from exactua.networks.retouching import with_layers


@pytest.fixture(scope="module")
def lemma8() -> Original:
    return decided(find("lemma8")[0], {"d": 1, "n": 2, "m": 3})


def mutants(original: Original, operator: str, place: str = "") -> list[Mutant]:
    every = [mutant_of(change) for change in changes(original) if change.operator == operator]
    chosen = [mutant for mutant in every if mutant is not None and mutant.where.startswith(place)]
    assert chosen, (operator, place)
    return chosen


def judged(original: Original, operator: str, place: str = "", k: int = 0) -> Judgement:
    return judge(mutants(original, operator, place)[k], original, None)


def test_a_changed_network_is_caught_by_all(lemma8: Original) -> None:
    judgement = judged(lemma8, "head dropped")
    assert (judgement.literal, judgement.fast, judgement.verifier, judgement.pin) == ("caught",) * 4
    assert (judgement.foreign, judgement.outcome) == (None, "caught")
    assert {"property3", "heads"} & set(judgement.said_no)


def test_what_changes_nothing_is_harmless(lemma8: Original) -> None:
    judgement = judged(lemma8, "stage + 1", "g_c.stages.sweep")
    assert (judgement.literal, judgement.verifier, judgement.outcome) == ("passed", "passed", "harmless")
    assert judgement.said_no == ()


def test_a_weaker_statement_survives(lemma8: Original) -> None:
    weaker = [mutant for mutant in mutants(lemma8, "end of an interval dropped") if mutant.expected == "weaker"]
    assert [judge(mutant, lemma8, None).outcome for mutant in weaker] == ["weaker"] * len(weaker)


def test_what_has_no_value_is_caught(lemma8: Original) -> None:
    judgement = judged(lemma8, "range ends later", "property3.term")
    assert (judgement.literal, judgement.verifier, judgement.outcome) == ("caught", "caught", "caught")
    assert judgement.remark.startswith("a step can't be evaluated")


def test_a_statement_about_nothing_has_no_answer() -> None:
    original = decided(find("global_shift")[0], {"d": 2, "n": 2, "m": 2})
    judgement = judged(original, "hypothesis negated", "other_rows")
    assert (judgement.literal, judgement.outcome, judgement.remark) == ("no answer", "no answer", "it asserts nothing")


def test_a_tie_rule_that_is_not_equivariant_has_no_answer(lemma8: Original) -> None:
    outcomes = {judge(mutant, lemma8, None).outcome for mutant in mutants(lemma8, "tie rule")}
    assert outcomes <= {"no answer", "caught"}
    assert "no answer" in outcomes


def test_steps_without_points_have_no_fast_evaluator(lemma8: Original) -> None:
    judgement = judged(lemma8, "another quantity", "heads.term")
    assert (judgement.literal, judgement.fast) == ("caught", None)


def test_cells_are_decided_by_forms_and_by_the_literal_networks_at_their_samples() -> None:
    original = decided(find("lemma7")[0], {"d": 1, "n": 2, "m": 2})
    judgement = judged(original, "bias + 1", "g_q.")
    assert (judgement.literal, judgement.fast, judgement.verifier, judgement.outcome) == ("caught",) * 4


# ---- Planted faults -------------------------------------------------------------------------------------------


def without_bias(layer: AttentionLayer) -> AttentionLayer:
    heads = [AttentionHead(head.W_O, head.W_V, head.W_K, head.W_Q) for head in layer.heads]
    return AttentionLayer(heads, layer.tie_rule)


def test_a_fast_evaluator_that_looks_at_no_bias_is_found(lemma8: Original, monkeypatch: pytest.MonkeyPatch) -> None:
    fast, known = plan.id_network, lemma8.problem.networks["g_c"]

    def blind(network: Network) -> object:
        """The fast evaluator, but a network that differs from the paper's in biases alone is taken for the paper's."""
        same = with_layers(network, without_bias) == with_layers(known, without_bias)
        return fast(known if same else network)

    monkeypatch.setattr(plan, "id_network", blind)
    outcomes = [judge(mutant, lemma8, None) for mutant in mutants(lemma8, "bias negated")]
    assert "disagreement" in {judgement.outcome for judgement in outcomes}
    assert all("literal networks" in judgement.remark for judgement in outcomes if judgement.outcome == "disagreement")
    assert judged(lemma8, "head dropped").outcome == "caught"


def test_a_verifier_that_accepts_everything_is_found(lemma8: Original, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verifier, "verify", lambda content, seconds: None)
    judgement = judged(lemma8, "head dropped")
    assert (judgement.literal, judgement.verifier, judgement.outcome) == ("caught", "passed", "survived")
    assert judgement.remark == "the verifier accepts that nothing is wrong with it"
    assert judged(lemma8, "range ends later", "property3.term").outcome == "survived"
    assert "survived" in {judge(mutant, lemma8, None).outcome for mutant in mutants(lemma8, "tie rule")}
    original = decided(find("global_shift")[0], {"d": 2, "n": 2, "m": 2})
    assert judged(original, "hypothesis negated", "other_rows").outcome == "survived"


def test_a_verifier_that_refuses_everything_is_found(lemma8: Original, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(content: bytes, seconds: float) -> None:
        raise verifier.Refused("no")

    monkeypatch.setattr(verifier, "verify", refuses)
    for operator in ("head dropped", "stage + 1"):
        judgement = judged(lemma8, operator)
        assert judgement.outcome == "disagreement"
        assert judgement.remark == "the verifier does not confirm what the evaluators found (exit code 1)"


def test_a_foreign_verifier_is_asked_too(lemma8: Original, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bytes] = []

    def accepts(program: Path, content: bytes) -> int:
        asked.append(content)
        return 0

    monkeypatch.setattr(foreign, "exit_code", accepts)
    judgement = judge(mutants(lemma8, "head dropped")[0], lemma8, Path("verifier"))
    assert (judgement.verifier, judgement.foreign, judgement.outcome) == ("caught", "passed", "survived")
    assert judgement.remark == "the foreign verifier accepts that nothing is wrong with it"
    assert len(asked) > 1
    monkeypatch.setattr(foreign, "exit_code", lambda program, content: 3)
    judgement = judge(mutants(lemma8, "head dropped")[0], lemma8, Path("verifier"))
    assert (judgement.foreign, judgement.outcome) == ("no answer", "caught")
    monkeypatch.setattr(foreign, "exit_code", lambda program, content: -11)
    assert judge(mutants(lemma8, "stage + 1")[0], lemma8, Path("verifier")).outcome == "disagreement"


def test_a_step_that_is_called_weaker_and_is_not_is_found(lemma8: Original, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(term_operators, "IMPLIED", {"<": (">",), "=": ("<",), ">": ("<",)})
    lying = [mutant for mutant in mutants(lemma8, "relation") if mutant.expected == "weaker"]
    judgements = [judge(mutant, lemma8, None) for mutant in lying]
    assert {judgement.outcome for judgement in judgements} == {"disagreement"}
    assert judgements[0].remark == "it says no more than the original, which holds, and it is refuted"


def test_a_pin_that_pins_nothing_is_found(lemma8: Original, monkeypatch: pytest.MonkeyPatch) -> None:
    mutant = mutants(lemma8, "relation", "property3")[0]
    assert judge(mutant, lemma8, None).pin == "caught"
    monkeypatch.setattr(Problem, "statement_hash", lambda self, step: "sha256:" + "0" * 64)
    assert judge(mutant, lemma8, None).outcome in ("survived", "disagreement")


def test_an_evaluator_that_always_agrees_is_found(lemma8: Original, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault in what all evaluators share: only mutants that are false by construction can show it."""
    from exactua.commands.audit import judging

    real = judging.decide

    def blind(problem: Problem, **options: object) -> object:
        steps = [lemma8.decision[step.name].step for step in problem.steps]
        return real(problem.with_steps(*steps), **options)

    monkeypatch.setattr(judging, "decide", blind)
    (mutant,) = mutants(lemma8, "assertion negated", "property3")
    judgement = judge(mutant, lemma8, None)
    assert mutant.expected == "false"
    assert (judgement.literal, judgement.outcome) == ("passed", "survived")
    assert judgement.remark == "it is false by the way it is made, and every evaluator passes it"
