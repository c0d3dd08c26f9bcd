"""Claims as written: labels, parameters, hypotheses, steps, verdicts."""

from __future__ import annotations

import pytest

from exactua.claims.claim import Claim, Operands
from exactua.claims.registry import find, labels
from exactua.claims.verdicts import StepKind, Verdict, overall
from exactua.errors import InputError
from exactua.grids.categories import category1
from exactua.terms.tracing import Truth


@pytest.mark.parametrize(
    ("label", "claim", "step"),
    [
        ("lemma8", "yun2020:lemma8", None),
        ("yun2020:lemma8", "yun2020:lemma8", None),
        ("lemma4.2", "yun2020:lemma8", None),
        ("lemma4.2.property3", "yun2020:lemma8", "property3"),
        ("yun2020:lemma4.1", "yun2020:lemma7", None),
        ("lemma10.upper_bound", "yun2020:lemma10", "upper_bound"),
        ("lemma7.range_of_k@repaired", "yun2020:lemma7", "range_of_k@repaired"),
    ],
)
def test_labels(label: str, claim: str, step: str | None) -> None:
    owner, name = find(label)
    assert (owner.label, name) == (claim, step)


@pytest.mark.parametrize("label", ["lemma", "", ":", "lemma8.", "lemma8.2", "yun2020:", "other:lemma8", "lemma9.x"])
def test_unknown_labels(label: str) -> None:
    with pytest.raises(InputError):
        find(label)


def test_every_claim_is_whole() -> None:
    for label in labels():
        claim, _ = find(label)
        assert claim.label == label
        assert claim.text
        assert claim.source
        assert claim.parts
        assert claim.steps
        assert all(step.says for step in claim.steps)
        assert not any(step.name[0].isdigit() for step in claim.steps)


def test_a_repair_stands_beside_the_step_it_repairs() -> None:
    claim, _ = find("lemma7")
    repaired = claim.step("range_of_k@repaired")
    assert repaired.kind is StepKind.REPAIRED
    assert repaired.reason
    as_written = claim.problem({"d": 1, "n": 2, "m": 2})
    assert "range_of_k@repaired" not in as_written.judged
    judged = claim.problem({"d": 1, "n": 2, "m": 2}, (), "repaired").judged
    assert "range_of_k@repaired" in judged
    assert "range_of_k" not in judged


def test_the_statement_hash_does_not_depend_on_the_instance() -> None:
    claim, _ = find("lemma8")
    hashes = set()
    for box in ({"d": 1, "n": 2, "m": 2}, {"d": 2, "n": 3, "m": 4}):
        problem = claim.problem(box)
        hashes.add(tuple(problem.statement_hash(step) for step in problem.steps))
    assert len(hashes) == 1
    assert len(set(hashes.pop())) == len(claim.steps)


def test_values_derived_from_the_parameters() -> None:
    values = find("lemma8")[0].problem({"d": 2, "n": 3, "m": 2}).values
    assert values == {"D": 4, "t_l": 4**6 * 3, "t_r": 4**7 * 3}


def small_claim() -> Claim:
    claim = Claim("test:claim", title="a claim", source="nowhere", text="")

    @claim.requires("n >= 2")
    def at_least_two(at: Operands) -> Truth:
        return at.n >= 2

    return claim


def test_a_name_is_not_a_parameter() -> None:
    with pytest.raises(TypeError, match=r"^parameters: 'n' is not a Parameter; write, for example, \(Parameter"):
        Claim("own:lemma", "Lemma", "none", "text", parameters=("n",))  # type: ignore[arg-type]


def test_a_step_must_be_a_condition() -> None:
    claim = small_claim()
    with pytest.raises(TypeError, match="not Truth"):
        claim.states("no condition", over=(category1,))(lambda at: at.n + 1)
    with pytest.raises(TypeError, match="not Number"):
        claim.states("no number", over=(category1,), fold="distinct")(lambda at: at.n > 1)


def test_names_are_unique_and_known() -> None:
    claim = small_claim()

    def twice(at: Operands) -> Truth:
        return at.n >= 1

    claim.states("once")(twice)
    with pytest.raises(ValueError, match="two steps named twice"):
        claim.states("again")(twice)
    with pytest.raises(ValueError, match="no step nothing to repair"):
        claim.repairs("nothing", "a repair", reason="none")(twice)
    with pytest.raises(AttributeError, match="no operand 'qq'"):
        _ = claim.at().qq


@pytest.mark.parametrize(
    ("verdicts", "expected"),
    [
        ([], "vacuous"),
        (["vacuous", "vacuous"], "vacuous"),
        (["vacuous", "holds"], "holds"),
        (["holds", "inconclusive"], "inconclusive"),
        (["inconclusive", "refuted", "holds"], "refuted"),
        (["vacuous", "inconclusive"], "inconclusive"),
    ],
)
def test_precedence(verdicts: list[str], expected: str) -> None:
    assert overall(Verdict(verdict) for verdict in verdicts) is Verdict(expected)
