"""The attack on the verifiers in small; that it can fail; and what it found once."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from exactua.evidence.emitting import verifier_in_c
from tests.attack import known, planting
from tests.attack.asking import CONFIRMED, RAN_OUT, Answers, both, differ, sort_of
from tests.attack.attacking import CELLS, NOTHING, attack, attack_cell, decided_by_force, of_two_minds
from tests.attack.brute_force import truth
from tests.attack.brute_force.written import CERTIFICATE, canonical, laid_out, sha256
from tests.attack.fitting import fitted, told_truly
from tests.attack.originals import KINDS, original
from tests.attack.places import CHANGES
from tests.attack.plants import PYTHON, C
from tests.verifier_demands import FOLDER


def everything(content: bytes) -> Answers:
    """A verifier that confirms whatever it is given."""
    return Answers(CONFIRMED, CONFIRMED, "confirmed")


def file_of(kind: str) -> bytes:
    certificate = original(kind)
    return laid_out(certificate.data, certificate.form)


def test_one_original_has_judged_steps_that_are_refuted_undecided_and_hold() -> None:
    decided = original("part").data
    verdicts = {step["verdict"] for step in decided["steps"] if step["name"] in decided["judged"]}
    assert {"refuted", "inconclusive", "holds"} <= verdicts
    assert decided["verdict"] == "refuted"


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("symbolic", "general", "limit")])
def test_what_is_told_truly_is_what_was_told(kind: str) -> None:
    data = original(kind).data
    told = told_truly(data)
    assert told is not None
    assert told_truly(told) == told
    assert {**data, "steps": None} == {**told, "steps": None}
    for was, step in zip(data["steps"], told["steps"], strict=True):
        assert {**was, "reason": None} == {**step, "reason": None}


@pytest.mark.parametrize("kind", KINDS)
def test_originals_are_true_and_confirmed(kind: str) -> None:
    answers = both(file_of(kind))
    assert answers.own == CONFIRMED
    assert answers.foreign in (None, CONFIRMED)
    verdict = truth(file_of(kind))
    assert verdict.answer == ("unknown" if kind in ("general", "limit") else "true"), verdict.why


def test_a_few_hundred_forgeries_are_refused_or_true() -> None:
    tallies = list(attack(len(CELLS), 7, 1))
    assert sum(sum(tally.counts.values()) for tally in tallies) >= len(CELLS) - len(NOTHING)
    assert [finding for tally in tallies for finding in tally.findings] == []


def test_verifiers_that_confirm_everything_are_found_with_every_kind_of_certificate_and_of_change() -> None:
    kinds, changes = set(KINDS), set(CHANGES)
    for cell in range(len(CELLS)):
        kind, change = CELLS[cell]
        missing = kind in kinds or change in changes
        if missing and any("and false" in finding.what for finding in attack_cell(cell, 6, 0, everything).findings):
            kinds, changes = kinds - {kind}, changes - {change}
    assert (kinds, changes) == (set(), set())


def test_verifiers_that_differ_are_found() -> None:
    content = file_of("list")
    for own, foreign in ((0, 1), (1, 0), (3, 1), (0, 3), (2, 3)):
        assert differ(content, Answers(own, foreign))
    for own, foreign in ((0, 0), (1, 2), (2, 1), (3, 3)):
        assert not differ(content, Answers(own, foreign))
    assert not differ(content, Answers(0, None))
    for own, foreign in ((0, 3), (1, 0), (0, 1)):
        assert differ(file_of("reals"), Answers(own, foreign))
    assert not differ(content, Answers(1, 3, ran_out=True))
    assert differ(content, Answers(1, 0, ran_out=True))
    assert sort_of(-11) == "failed with -11"


@pytest.mark.parametrize("said", RAN_OUT)
def test_to_have_no_more_memory_is_no_other_answer(said: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "verifier"
    program.write_text(f"#!/bin/sh\necho 'not re-checked: the certificate needs {said}' >&2\nexit 3\n")
    program.chmod(0o755)
    monkeypatch.setattr("tests.attack.asking.foreign.built", lambda: program)
    answers = both(b"{}")
    assert (answers.own, answers.foreign, answers.ran_out) == (2, 3, True)
    assert not differ(b"{}", answers)


def test_an_unknown_operator_beside_an_error_may_be_told_in_two_ways() -> None:
    decided = original("list").data
    steps = [{**decided["steps"][0], "term": ["larger", 1, 2]}, *decided["steps"][1:]]
    assert of_two_minds(laid_out({**decided, "steps": steps}))
    definitions = [["half", ["-", ["hal", "m"], 1]], *decided["definitions"][1:]]
    assert of_two_minds(laid_out({**decided, "definitions": definitions}))
    assert not of_two_minds(laid_out({**decided, "definitions": 1}))
    assert not any(of_two_minds(file_of(kind)) for kind in KINDS)


def loaded_by(module: str) -> set[str]:
    """The packages that importing a module of the attack loads."""
    names = "{name.split('.')[0] for name in sys.modules}"
    done = subprocess.run(
        [sys.executable, "-c", f"import sys, {module}; print(*sorted({names}))"],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.split())


def test_brute_force_shares_no_code_with_exactua_and_its_verifiers() -> None:
    assert "exactua" not in loaded_by("tests.attack.brute_force")
    assert "exactua" in loaded_by("tests.attack.asking")  # so that this test can fail


@pytest.mark.parametrize("plant", [*PYTHON, *C], ids=lambda plant: f"{plant.file} {plant.name}")
def test_what_is_planted_has_a_place_in_the_source(plant: Any) -> None:
    text = verifier_in_c() if plant.file.endswith(".c") else (FOLDER / plant.file).read_text()
    assert planting.with_plant(plant, text) != text


def test_planted_errors_are_many() -> None:
    assert len(PYTHON) >= 20
    assert len({(plant.file, plant.name) for plant in (*PYTHON, *C)}) == len(PYTHON) + len(C) >= 30


@pytest.mark.parametrize("name", ["inconclusive comes before refuted", "a domain decided in part is complete"])
def test_what_is_known_of_a_part_alone_shows(name: str) -> None:
    for plant in (replace(planted, kinds=("part",)) for planted in PYTHON if planted.name == name):
        first = planting.first_found(plant, planting.planted_python(plant), 0, most=1)
        assert first == (0, "part: a true certificate is refused")


@pytest.mark.parametrize("name", ["witnesses are not compared", "every verdict stands for itself"])
def test_planted_errors_are_found(name: str) -> None:
    plant = next(planted for planted in PYTHON if planted.name == name)
    first = planting.first_found(plant, planting.planted_python(plant), 0, most=300)
    assert first is not None
    assert "a false one is confirmed" in first[1]


def test_verifiers_without_an_error_are_not_found() -> None:
    plant = next(planted for planted in PYTHON if planted.name == "witnesses are not compared")
    assert planting.first_found(plant, lambda content: both(content).own, 0, most=30) is None


SMALL = [name for name in known.ATTACKS if "32 of 64" in name]


def test_known_attacks_are_refused() -> None:
    assert known.attacked(names=SMALL) == []


def test_known_attacks_would_be_found() -> None:
    wrong = known.attacked(everything, SMALL)
    assert len(wrong) == known.TITLES * len(SMALL)
    assert all("it is false" in sentence for sentence in wrong)
    assert known.attacked(both, []) == []


def static(**others: Any) -> bytes:
    """The certificate of steps without a point, with other fields."""
    return laid_out(fitted({**original("static").data, **others}))


@pytest.mark.parametrize("depth", [150, 193, 194, 195, 196, 197, 198, 300, 5000])
def test_both_verifiers_read_as_deep_as_the_other(depth: int) -> None:
    decided = original("static").data
    text = canonical({**decided, "steps": [{**decided["steps"][0], "term": "DEEP"}, *decided["steps"][1:]]})
    text = text.replace('"DEEP"', '["not",' * depth + '["<",0,1]' + "]" * depth)
    content = f'{{"decided":{text},\n"digest":"{sha256(text)}",\n"exactua":"{CERTIFICATE}",\n"run":{{}}}}\n'.encode()
    answers = both(content)
    assert not differ(content, answers)
    assert answers.own == (2 if depth > 195 else 1)


@pytest.mark.parametrize("value", [2**53 - 1, "0x20000000000000", "-0x20000000000000", "0x2000000000000001"])
def test_parameters_may_be_large(value: int | str) -> None:
    steps = [
        {**step, "term": ["<", 0, ["*", ["param", "k"], ["param", "k"]]]}
        for step in original("static").data["steps"][:1]
    ]
    parameters = {**original("static").data["parameters"], "k": value}
    content = static(
        parameters=parameters, steps=steps, judged=["counts"], parts=[], networks={}, definitions=[], values={}
    )
    assert truth(content).answer == "true", truth(content).why
    answers = both(content)
    assert answers.own == CONFIRMED, answers.said
    assert answers.foreign in (None, CONFIRMED)


def test_a_certificate_of_the_scope_of_limits_is_refused_by_both() -> None:
    answers = both(static(scope="limit"))
    assert answers.own == 1
    assert answers.foreign in (None, 1)


def test_a_step_over_points_without_reals_claims_something_whatever_its_reason() -> None:
    decided = original("orbits").data
    steps = [
        {**step, "reason": step["reason"] and "undecided at 1 of 3 points with 64 bits"} for step in decided["steps"]
    ]
    assert steps != decided["steps"]
    content = laid_out({**decided, "steps": steps})
    assert (both(content).own, truth(content).answer) == (CONFIRMED, "true")


def test_words_alone_make_no_certificate_false() -> None:
    for kind in ("general", "limit", "list"):
        certificate = original(kind)
        assert decided_by_force(laid_out({**certificate.data, "claim": "x"}, certificate.form), kind).answer == "true"


def test_what_is_false_is_told_with_the_reason() -> None:
    decided = json.loads(file_of("list"))["decided"]
    decided["steps"][0]["failures"] = 1
    verdict = truth(laid_out(decided))
    assert (verdict.answer, verdict.why) == ("false", "grows: failures is 0")


def test_the_proved_verifier_differs_where_it_confirms_what_another_refuses_or_refuses_what_it_confirms() -> None:
    content = file_of("list")
    for own, other, proved in ((0, 0, 1), (0, 0, 2), (1, 1, 0), (1, 2, 0), (3, 3, 0), (0, None, 1), (1, None, 0)):
        assert differ(content, Answers(own, other, proved=proved))
    for own, other, proved in (
        (0, 0, 0),
        (1, 1, 1),
        (1, 2, 2),
        (0, 0, 3),
        (1, 1, 3),
        (3, 3, 1),
        (0, 0, None),
        (2, None, 1),
    ):
        assert not differ(content, Answers(own, other, proved=proved))
    assert Answers(1, 1, proved=0).confirmed
    assert not differ(content, Answers(3, 3, ran_out=True, proved=0))
