"""Whose statement a certificate decides: true certificates under the name of Lemma 8 that are not Lemma 8 are told."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from exactua import __version__, verifier
from exactua.certificates.limits import limit_certificate
from exactua.certificates.writing import certificate
from exactua.claims.registry import find
from exactua.commands.verify import whose_statement as module
from exactua.commands.verify.whose_statement import Answer, Whose, whose_statement
from exactua.deciding.running import decide
from exactua.papers.yun2020.selective_shift import contextual_map
from exactua.proving.check import check
from tests.forged_statements import FORGERIES, INSTANCE, WRONG, at_instance, for_all_D, lemma8, with_gain

INSTALLED = f"yun2020:lemma8 as installed (exactua {__version__})"


def decided(content: bytes) -> dict[str, Any]:
    """What a certificate decides; it is confirmed."""
    verifier.verify(content)
    data: dict[str, Any] = json.loads(content)["decided"]
    return data


def made(label: str, **box: Any) -> dict[str, Any]:
    return decided(certificate(check(label, **box)).encode())


@pytest.mark.parametrize("content", [at_instance, for_all_D])
def test_the_claim_itself_is_told(content):
    answer = whose_statement(decided(content(None)))
    assert (answer.whose, answer.sentence) == (Whose.INSTALLED, f"every statement is that of {INSTALLED}")
    assert answer.whose.exit_code == 0


@pytest.mark.parametrize("content", [at_instance, for_all_D])
@pytest.mark.parametrize("name", FORGERIES)
def test_a_forgery_is_confirmed_and_is_another_statement(content, name):
    answer = whose_statement(decided(content(name)))
    assert answer == Answer(Whose.OTHER_STATEMENT, f"{WRONG[name]} of {INSTALLED}")
    assert answer.whose.exit_code == 1


@pytest.mark.parametrize(("content", "what"), [(at_instance, "network"), (for_all_D, "profile")])
def test_another_network_is_named(content, what):
    answer = whose_statement(decided(content(None, 2, ("property1", "property2"))))
    said = f"the statements of {INSTALLED}, with another {what}: g_c; only its steps property1, property2 are judged"
    assert (answer.whose, answer.sentence) == (Whose.OTHER_NETWORK, f"{said}, not its whole statement")
    assert answer.whose.exit_code == 0


def test_networks_that_check_is_given_are_another_network():
    data = made("lemma8", d=2, n=3, networks={"g_c": with_gain(2)})
    assert whose_statement(data).sentence == f"the statements of {INSTALLED}, with another network: g_c"


def test_of_a_profile_it_is_said_what_is_open():
    (remark,) = whose_statement(decided(for_all_D(None))).remarks
    assert remark.startswith("that g_c has this profile is compared at (d, 1/delta) = (1, 2), ")
    assert remark.endswith(" and not proved for all")


def test_steps_that_were_named_are_named_again():
    answer = whose_statement(made("lemma8.property3", d=2, n=3))
    assert answer.whose is Whose.INSTALLED
    assert answer.sentence.endswith("; only its step property3 is judged, not its whole statement")


def test_repaired_steps_are_told():
    answer = whose_statement(made("yun2020:lemma7", d=1, n=2, judged="repaired"))
    assert answer.whose is Whose.INSTALLED
    assert answer.sentence.endswith("; its repaired steps are judged")


def test_a_statement_that_is_left_out_of_the_judged_is_told():
    problem = lemma8().problem(INSTANCE)
    few = replace(problem, judged=tuple(name for name in problem.judged if name != "property4"))
    answer = whose_statement(decided(certificate(decide(few)).encode()))
    assert "only its steps layers, only_attention, heads and 6 more are judged" in answer.sentence
    none = whose_statement(decided(certificate(decide(replace(problem, judged=()))).encode()))
    assert none.sentence.endswith("; none of its steps is judged")


def test_a_step_of_another_kind_or_another_name_is_another_statement():
    problem = lemma8().problem(INSTANCE)
    step = lemma8().step("property3")
    data = json.loads(at_instance(None))["decided"]
    next(entry for entry in data["steps"] if entry["name"] == "property3")["kind"] = "proof line"
    assert whose_statement(data).sentence == f"step property3 is not that of {INSTALLED}"
    renamed = replace(problem, steps=(replace(step, name="property9"),), judged=("property9",))
    answer = whose_statement(decided(certificate(decide(renamed)).encode()))
    assert answer == Answer(Whose.OTHER_STATEMENT, f"step property9 is none of {INSTALLED}")


def test_other_words_are_told_and_change_no_answer():
    problem = lemma8().problem(INSTANCE)
    changed = replace(problem, title="Lemma 8, proved").with_steps(
        replace(lemma8().step("property3"), says="all is well")
    )
    answer = whose_statement(decided(certificate(decide(changed)).encode()))
    assert answer.whose is Whose.INSTALLED
    assert answer.remarks == ("in other words than the claim's: title, what property3 says",)


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"n": 1}, "exactua decides Lemma 8 for n >= 2"),
        ({"m": 1}, "m: 1 is not valid"),
        ({"k": 3}, f"{INSTALLED} has no parameter k"),
        ({"every statement is that of": 3}, 'has no parameter "every statement is that of"'),
        ({"d": "two"}, "d: 'two' is not valid"),
    ],
)
def test_parameters_for_which_it_is_not_stated(parameters, sentence):
    data = json.loads(at_instance(None))["decided"]
    data["parameters"] |= parameters
    answer = whose_statement(data)
    assert answer.whose is Whose.OTHER_STATEMENT
    assert sentence in answer.sentence


def test_a_parameter_that_is_missing():
    data = made("yun2020:claim1", d=1, n=2)
    del data["parameters"]["tie_rule"]
    assert whose_statement(data).sentence == (
        f"yun2020:claim1 as installed (exactua {__version__}) needs a value of tie_rule"
    )


@pytest.mark.parametrize("label", ["theirs:lemma", "lemma8", "yun2020:lemma4.2", "yun2020:lemma8.property3", ""])
def test_of_a_name_that_no_claim_has_nothing_is_known(label):
    data = json.loads(at_instance("one category"))["decided"] | {"claim": label}
    answer = whose_statement(data)
    assert answer.whose is Whose.UNKNOWN
    assert answer.whose.exit_code == 0
    assert "no claim of this name is known here" in answer.sentence


def test_another_version_is_told_and_excuses_nothing():
    answer = whose_statement(decided(at_instance("one category")), version="0.0.9")
    assert answer.whose is Whose.OTHER_STATEMENT
    assert answer.remarks == ("the file says that exactua 0.0.9 made it, which anybody can write",)
    assert whose_statement(decided(at_instance(None)), version="0.0.9").remarks == ()


@pytest.mark.parametrize(
    "parameters",
    [
        {"d": "0x3b9aca00"},  # 10^9
        {"n": 10**6},
        {"m": hex(10**100)},
        {"d": 10**9, "n": 10**6, "m": hex(10**100)},
    ],
)
def test_claims_are_not_built_at_any_size(parameters):
    data = json.loads(at_instance(None))["decided"]
    data["parameters"] |= parameters
    answer = whose_statement(data)
    assert (answer.whose, answer.whose.exit_code) in [(Whose.NOT_COMPARED, 3), (Whose.OTHER_NETWORK, 0)]


def test_what_goes_wrong_in_building_compares_nothing(monkeypatch):
    def fails(*_: object) -> bool:
        raise ZeroDivisionError("no")

    monkeypatch.setattr(module, "_is_network", fails)
    answer = whose_statement(decided(at_instance(None)))
    assert answer.whose is Whose.NOT_COMPARED
    assert answer.sentence == (
        "not compared with yun2020:lemma8 as installed: the claim can't be built (ZeroDivisionError: no)"
    )


def test_claims_that_are_handed_over_are_compared_too():
    own = replace(lemma8(), label="mine:lemma8")
    data = json.loads(at_instance(None))["decided"] | {"claim": "mine:lemma8"}
    assert whose_statement(data, [own]).whose is Whose.INSTALLED
    assert whose_statement(data, []).whose is Whose.UNKNOWN


def limit(network: Any, claim: str | None = "yun2020:lemma8", points: Any = ([[0, "1/2"]],)) -> dict[str, Any]:
    values = {} if claim is None else {"d": 1, "n": 2, "m": 2}
    certified = limit_certificate(network, points, "1/10", 1000, None, None, claim, values)
    return decided(certified.text().encode())


def test_a_limit_is_about_a_network_and_points():
    own = contextual_map({"d": 1, "n": 2, "m": 2})
    answer = whose_statement(limit(own))
    assert (answer.whose, answer.sentence) == (Whose.INSTALLED, f"its network is g_c of {INSTALLED}")
    assert answer.remarks == ("its points are 1 of the 6 that the claim's steps speak of",)
    elsewhere = whose_statement(limit(own, points=([["1/4", "1/2"]],)))
    assert elsewhere.remarks == ("its points are not those that the claim's steps speak of",)
    other = whose_statement(limit(type(own)(1, own.items[:1], {"sweep": 1})))
    assert (other.whose, other.sentence) == (Whose.OTHER_NETWORK, f"its network is none of {INSTALLED}")
    assert whose_statement(limit(own, None)).sentence == "it names no claim: what it says is its own"


@pytest.mark.parametrize("label", ["yun2020:claim1", "kajitsuka2024:theorem1", "so2020:blocks", "background:pooling"])
def test_what_check_writes_is_the_installed_claim(label):
    claim = find(label)[0]
    box = {parameter.name: parameter.default or max(2, parameter.least) for parameter in claim.parameters} | {
        "d": 1,
        "n": 2,
    }
    if label == "background:pooling":
        box["d"] = 2
    decision = decide(claim.problem(box))
    assert whose_statement(decided(certificate(decision).encode())).whose is Whose.INSTALLED
