"""Which lines the papers do not say: a field of a step, with which the words of the step agree."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from exactua.claims.claim import Claim
from exactua.claims.problem import Step
from exactua.claims.registry import PAPERS, claims_of
from exactua.claims.verdicts import StepKind
from exactua.terms.language import integer
from exactua.terms.tracing import Number

WORDS = re.compile(r"(?:[^:]*[,:] )?not said: ")
"""How the words of a line begin that its paper does not say, behind the place where it is used."""


def contradictions(steps: list[Step]) -> list[str]:
    """The steps whose words say other than `said` whether the paper says them."""
    return [step.name for step in steps if step.said is (WORDS.match(step.says) is not None)]


@pytest.mark.parametrize("paper", PAPERS)
def test_words_and_field_agree(paper: str) -> None:
    steps = [step for claim in claims_of(paper) for step in claim.steps]
    assert contradictions(steps) == []
    assert {step.kind for step in steps if not step.said} <= {StepKind.PROOF_LINE}


@pytest.mark.parametrize(
    ("says", "said"),
    [
        ("not said: it is", False),
        ("A.1: not said: it is", False),
        ("Sec. 3.2, not said: it is", False),
        ("A.1: it is, which is not said: it is used", True),
        ("it is", True),
    ],
)
def test_words_that_do_not_agree_are_found(says: str, said: bool) -> None:
    claim = Claim("test:lemma", "Lemma", "nowhere", "It is.", parameters=())
    claim.proof_line(says, name="line", said=said)(lambda at: Number(integer(1)) == 1)
    assert claim.step("line").said is said
    assert contradictions(claim.steps) == []
    assert contradictions([replace(claim.step("line"), said=not said)]) == ["line"]


def test_what_is_not_said_is_a_proof_line() -> None:
    claim = Claim("test:lemma", "Lemma", "nowhere", "It is.", parameters=())
    with pytest.raises(ValueError, match="said=False is for what the paper does not say; write it as a proof_line"):
        claim.states("it is", name="line", said=False)(lambda at: Number(integer(1)) == 1)
    with pytest.raises(TypeError, match="said: 'no' is neither True nor False"):
        claim.proof_line("it is", name="line", said="no")(lambda at: Number(integer(1)) == 1)
