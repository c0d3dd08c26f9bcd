"""Symbolic certificates: the verifier makes the run again and confirms them, and refuses what is not so."""

from __future__ import annotations

import json
from typing import Any

import pytest

from exactua import verifier
from exactua.certificates.writing import laid_out
from exactua.claims.registry import find
from exactua.proving.symbolic import SymbolicResult, decide_symbolically
from exactua.proving.symbolic.certificates import certificate, certificate_name, decided_data, digest
from exactua.proving.symbolic.general import decide_for_all_D
from tests.mutants import problem


def results() -> dict[str, SymbolicResult]:
    lemma8, lemma10 = (find(label)[0] for label in ("lemma8", "lemma10"))
    return {
        "lemma8 at (2, 3, 16)": decide_symbolically(problem("lemma8", 2, 3, 16)),
        "lemma10 at (2, 3, 4)": decide_symbolically(problem("lemma10", 2, 3, 4)),
        "lemma8 at (1, 3, 2)": decide_symbolically(problem("lemma8", 1, 3, 2)),
        "lemma8 for all D at n = 4": decide_for_all_D(lemma8, 4),
        "lemma10 for all D at n = 4": decide_for_all_D(lemma10, 4),
    }


@pytest.mark.parametrize("case", list(results()))
def test_the_verifier_confirms(case: str) -> None:
    result = results()[case]
    report = verifier.verify(certificate(result, {}).encode())
    assert report.verdict == result.verdict


@pytest.mark.parametrize("case", list(results()))
def test_the_certificate_does_not_depend_on_the_run(case: str) -> None:
    first, again = results()[case], results()[case]
    assert digest(first) == digest(again)
    assert certificate(first, {"seconds": "1"}) != certificate(again, {"seconds": "2"})


def test_file_names() -> None:
    by_name = results()
    assert certificate_name(by_name["lemma8 at (2, 3, 16)"], ()) == "lemma8.symbolic.d2n3m16.json"
    assert certificate_name(by_name["lemma10 for all D at n = 4"], (), "repaired") == "lemma10.all-D.repaired.n4.json"


LIES: dict[str, Any] = {
    "another verdict": lambda step, decided: step.update(verdict="vacuous"),
    "another number of points": lambda step, decided: step.update(points=1),
    "another statement": lambda step, decided: step.update(term=["=", 0, 1]),
    "an order that shows nothing": lambda step, decided: step.update(order=step["order"][::-1] if step["order"] else 1),
    "another definition": lambda step, decided: decided["definitions"][0].__setitem__(1, 7),
}


@pytest.mark.parametrize("lie", list(LIES))
@pytest.mark.parametrize("case", ["lemma8 at (2, 3, 16)", "lemma8 for all D at n = 4"])
def test_what_is_not_so_is_refused(case: str, lie: str) -> None:
    decided = json.loads(json.dumps(decided_data(results()[case])))
    (step,) = [candidate for candidate in decided["steps"] if candidate["name"] == "property2"]
    LIES[lie](step, decided)
    with pytest.raises(verifier.Refused):
        verifier.verify(laid_out(decided, {}).encode())


def test_a_refuted_step_has_its_point_in_the_certificate() -> None:
    claim = find("category2")[0]
    result = decide_symbolically(claim.problem({"d": 1, "n": 3, "m": 2}, ("above_threshold",)))
    (step,) = decided_data(result)["steps"]
    assert step["witness"] == {"domain": "category 2", "points": [[[0, 0, 0]]]}
    general = decide_for_all_D(claim, 3, ("above_threshold",))
    (step,) = decided_data(general)["steps"]
    assert step["witness"]["parameters"] == {"d": 1, "m": 2}
    for decided in (result, general):
        assert verifier.verify(certificate(decided, {}).encode()).verdict == "refuted"


def test_the_profile_is_data() -> None:
    profiles = decided_data(decide_for_all_D(find("lemma8")[0], 2))["profiles"]
    first, last = profiles["g_c"]["items"]
    assert profiles["g_c"]["stages"] == {"sweep": 1, "output": 2}
    assert first == {
        "start": [],
        "count": [0, 1],
        "heads": [{"gain": [0, 1], "threshold": ["-1/2"]}, {"gain": [0, -1], "threshold": ["1/2"]}],
    }
    assert last == {"start": [], "count": [1], "heads": [{"gain": [0, 0, 0, 1], "threshold": []}]}
