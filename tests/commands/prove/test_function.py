"""`exactua.prove`: general results of labels and of claims that are made at the prompt."""

from __future__ import annotations

from typing import Any

import pytest

from exactua import find, prove
from exactua.certificates.proofs import Proof
from exactua.commands.prove import work
from exactua.errors import EvaluatorsDisagree, InputError
from exactua.proving.kernels import KernelMissing
from exactua.proving.rocq.kernel import RocqKernel
from exactua.proving.symbolic import SymbolicResult
from tests.own_files import made_here
from tests.printing.notebook.test_pages import html, tables


@pytest.fixture
def no_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    def require(self: object) -> None:
        raise KernelMissing("coqc is not installed")

    monkeypatch.setattr(RocqKernel, "require", require)


def test_all_D_at_one_n() -> None:
    result = prove("lemma10", kernel="polynomial", n=3)
    assert isinstance(result, SymbolicResult)
    assert (result.verdict, result["one_to_one"].verdict) == ("holds", "holds")
    assert repr(prove(find("lemma10")[0], kernel="polynomial", n=3)) == repr(result)
    assert repr(result).split("\n")[0] == (
        "Symbolic result of yun2020:lemma10: n = 3, all d >= 1 and delta = 1/m <= 1/2"
    )
    statement, lines = tables(result._repr_markdown_())[:2]
    assert [row[:2] for row in statement[1:]] == [
        ["**holds**", "lower\\_bound"],
        ["**holds**", "upper\\_bound"],
        ["**holds**", "one\\_to\\_one"],
    ]
    assert "HOLDS" in html(result).words
    assert len(lines) > 1


def test_it_is_held_against_enumeration(monkeypatch: pytest.MonkeyPatch) -> None:
    def disagree(*_: object) -> None:
        raise EvaluatorsDisagree("found")

    monkeypatch.setattr("exactua.commands.prove.function.replay", disagree)
    with pytest.raises(EvaluatorsDisagree, match="found"):
        prove("lemma10", kernel="polynomial", n=2)


@pytest.mark.usefixtures("no_kernel")
def test_without_rocq_the_record_says_that_it_is_one() -> None:
    proof = prove("lemma10.one_to_one")
    assert isinstance(proof, Proof)
    assert (proof.verdict, proof.recorded) == ("holds", "coqc is not installed")
    assert repr(proof).split("\n") == [
        "Proof of yun2020:lemma10 for all d >= 1, n >= 2, delta = 1/m <= 1/2",
        "  verdict: holds (scope general)",
        "  nothing was proved here, this is the record that comes with exactua: coqc is not installed",
        "  1 of 1 step recorded as general",
    ]
    assert tables(proof._repr_markdown_())[0][1][:2] == ["recorded", "one\\_to\\_one"]


@pytest.mark.usefixtures("no_kernel")
def test_a_claim_that_is_made_here_has_no_theorem() -> None:
    proof = prove(made_here())
    assert isinstance(proof, Proof)
    assert (proof.verdict, [step.verdict for step in proof.steps]) == ("inconclusive", ["inconclusive"] * 2)
    assert "  0 of 2 steps recorded as general" in repr(proof).split("\n")


@pytest.mark.parametrize(
    ("label", "options", "message"),
    [
        ("lemma10", {"kernel": "polynomial"}, "n: missing; the kernel polynomial speaks of all D at one n"),
        ("lemma10", {"kernel": "polynomial", "n": 0}, "n: 0 is not valid"),
        ("lemma10", {"n": 3}, "n: the kernel rocq speaks of all n; leave it out"),
        ("lemma10", {"kernel": "lean"}, "kernel: 'lean' is not valid here; choose one of rocq, polynomial"),
        ("lemma10.gone", {}, "step: yun2020:lemma10 has no step 'gone'"),
    ],
)
def test_what_is_wrong_is_one_sentence(label: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        prove(label, **options)
    assert str(caught.value).startswith(message)


def test_a_claim_of_other_parameters_is_not_for_all_D() -> None:
    with pytest.raises(InputError, match=r"^label: notebook:lemma has other parameters than d, n and delta"):
        prove(made_here(), kernel="polynomial", n=2)
    assert work.POLYNOMIAL == "polynomial"
