"""Changed certificates and what is said to them.

Laws: a changed file is refused by the verifier unless it is true by both evaluators, and confirmed if it is; what the
format leaves free is true, and told by name; a verifier that does not say no is found out, and so is one that does not
say yes; the same seed gives the same mutants, spread over all kinds of places.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua import verifier
from exactua.certificates.writing import certificate, decided_data, laid_out
from exactua.claims.decision import Decision
from exactua.claims.registry import find
from exactua.commands.audit import certificates
from exactua.commands.audit.certificate_changes import Lie, fields_of, fitted, kind_of
from exactua.commands.audit.certificate_lies import lies_of
from exactua.commands.audit.certificate_truth import Truth, Truths, found_anew
from exactua.commands.audit.certificates import Judge, altered_files, mutants_of, verifier_code
from exactua.commands.audit.record import Mutant
from exactua.deciding.running import decide
from exactua.errors import EvaluatorsDisagree
from exactua.terms.encoding import Data, canonical
from tests import pocket_certificates as pocket

BAD = ("survived", "disagreement", "no answer")


@cache
def text_of(name: str) -> str:
    return canonical(decided_data(pocket.decision(name)))


def told(name: str) -> dict[str, Any]:
    """The hashed part of a pocket certificate."""
    data: dict[str, Any] = json.loads(text_of(name))
    return data


@cache
def lies(name: str) -> list[Lie]:
    """The consistent changes of a pocket certificate."""
    return list(lies_of(told(name), Truths("auto")))


def file_of(decided: Mapping[str, Any]) -> bytes:
    return laid_out(decided, {}).encode("ascii")


def mutant_of(content: bytes) -> Mutant:
    return Mutant("certificate", "by hand", "pocket:terms", {}, "steps[0].term", "", "", certificate=content)


# ---- what the verifier says is what is true ----------------------------------------------------------------------


@pytest.mark.parametrize("name", pocket.ASKED)
def test_lies_are_refused_and_truths_confirmed(name: str) -> None:
    judge, outcomes = Judge(), Counter[str]()
    for mutant in mutants_of(pocket.decision(name), random.Random(name), 30):
        judgement = judge(mutant)
        assert judgement.outcome not in BAD, (mutant.operator, mutant.where, mutant.before, mutant.after, judgement)
        outcomes[judgement.outcome] += 1
    assert outcomes["caught"] > 15
    assert outcomes["harmless"] > 3


@pytest.mark.parametrize("label", ["yun2020:lemma7", "yun2020:category1", "so2020:blocks"])
def test_so_it_is_with_the_certificates_of_papers(label: str) -> None:
    claim, _ = find(label)
    decision = decide(claim.problem({"d": 1, "n": 2, "m": 2}), replayed=0)
    judge = Judge()
    for mutant in mutants_of(decision, random.Random(0), 6):
        judgement = judge(mutant)
        assert judgement.outcome not in BAD, (mutant.operator, mutant.where, mutant.before, mutant.after, judgement)


@settings(max_examples=10)
@given(st.sampled_from(list(pocket.ASKED)), st.randoms(use_true_random=False))
def test_what_is_found_anew_is_confirmed_whatever_is_asked(name: str, rng: random.Random) -> None:
    decided = told(name)
    field = rng.choice([field for field in fields_of(decided) if field.stated and not field.fitted])
    anew = found_anew(field.applied(decided))
    if anew is not None:
        assert verifier_code(file_of(anew)) == 0


@pytest.mark.parametrize("name", pocket.ASKED)
def test_the_certificate_itself_is_true_without_a_liberty(name: str) -> None:
    for engine in ("literal", "auto"):
        truth = Truths(engine)(told(name))
        assert (truth.holds, truth.why, truth.liberties) == (True, "", ())
    assert Judge()(mutant_of(certificate(pocket.decision(name)).encode())).outcome == "harmless"


# ---- what the format leaves free ---------------------------------------------------------------------------------


Change = Callable[[dict[str, Any]], Any]


def lie(name: str, operator: str, which: int = 0) -> dict[str, Any]:
    """What one of the consistent changes makes of a pocket certificate."""
    contents = [change.make() for change in lies(name) if change.operator == operator]
    lying = [content for content in contents if content is not None]
    return lying[which]


def reworded(name: str, change: Change) -> dict[str, Any]:
    decided = told(name)
    change(decided)
    return decided


def without_bounds(decided: dict[str, Any]) -> None:
    for step in decided["steps"]:
        del step["bound"], step["relation"]


def in_other_words(decided: dict[str, Any]) -> None:
    next(step for step in decided["steps"] if step["reason"])["reason"] = "for a reason"


def of_reals(measured: bool) -> dict[str, Any]:
    """A certificate that speaks of reals, with its measure or without."""
    exp = pocket.step("grows", ["points"], ["<", 0, ["exp", pocket.entry(1, 1)]])
    domains: dict[str, Data] = {"points": {"kind": "list", "points": [[[1, 2]], [[0, 3]]]}}
    decided = found_anew(pocket.asked("reals", [exp], domains))
    assert decided is not None
    assert decided["steps"][0]["measure"] is not None
    data: dict[str, Any] = json.loads(canonical(decided))
    if not measured:
        data["steps"][0]["measure"] = None
    return data


def refuted_of_reals(*left_out: str) -> dict[str, Any]:
    """A certificate in which a relation of reals is refuted, without these numbers of its witness."""
    exp = pocket.step("falls", ["points"], ["<", ["exp", pocket.entry(1, 1)], 0])
    decided = found_anew(pocket.asked("reals", [exp], {"points": {"kind": "list", "points": [[[1, 2]], [[0, 3]]]}}))
    assert decided is not None
    data: dict[str, Any] = json.loads(canonical(decided))
    for side in left_out:
        assert data["steps"][0]["witness"][side] is not None
        data["steps"][0]["witness"][side] = None
    return data


def test_only_a_witness_of_reals_may_leave_its_numbers_out() -> None:
    assert Truths("auto")(refuted_of_reals()).liberties == ()
    other = refuted_of_reals()
    other["steps"][0]["witness"]["right"] = other["steps"][0]["witness"]["left"]
    assert not Truths("auto")(other).holds
    decided = told("terms")
    step = next(step for step in decided["steps"] if step["witness"] and step["witness"]["left"] is not None)
    step["witness"]["left"] = None
    assert not Truths("auto")(decided).holds


def test_only_reals_need_not_be_measured() -> None:
    assert Truths("auto")(of_reals(measured=True)).liberties == ()
    decided = told("grids")
    step = next(step for step in decided["steps"] if step["measure"] is not None)
    step["measure"] = None
    assert not Truths("auto")(decided).holds


@pytest.mark.parametrize(
    ("decided", "liberties"),
    [
        (lie("grids", "the domains turned round"), ("the domains in another order",)),
        (lie("grids", "the last point is not decided"), ("points that were not decided",)),
        (lie("grids", "a point in between is not decided"), ("points that were not decided",)),
        (lie("grids", "nothing is counted and nothing decided"), ("points that were not decided",)),
        (lie("cells", "cells cut once more"), ("other breakpoints",)),
        (lie("cells", "cells cut once more", -1), ("other breakpoints",)),
        (reworded("terms", without_bounds), ("no bound and no relation in place of null",)),
        (reworded("orders", in_other_words), ("a reason in other words",)),
        (of_reals(measured=False), ("reals that are not measured",)),
        (refuted_of_reals("right"), ("reals that a witness leaves out",)),
        (refuted_of_reals("left", "right"), ("reals that a witness leaves out",)),
        (
            reworded("networks", lambda decided: decided["networks"]["all"]["items"][1]["table"]["items"][0][
                "feed_forward"].update(b_2=[{"constant": 0, "x": 0}])),
            ("a network in other words",),
        ),
    ],
)  # fmt: skip
def test_what_is_true_by_the_format_is_confirmed(decided: dict[str, Any], liberties: tuple[str, ...]) -> None:
    for engine in ("literal", "auto"):
        truth = Truths(engine)(decided)
        assert (truth.holds, truth.liberties) == (True, liberties), truth
    judgement = Judge()(mutant_of(file_of(decided)))
    assert (judgement.outcome, judgement.verifier) == ("harmless", "passed")
    assert judgement.remark == f"true by the format: {', '.join(liberties)}"


@pytest.mark.parametrize("field", ["claim", "title", "source", "says", "kind"])
def test_text_for_people_is_no_evidence(field: str) -> None:
    decided = told("terms")
    if field in decided:
        decided[field] = "something else"
    else:
        decided["steps"][0][field] = "proof line"
    mutant = Mutant("certificate", "a word", "pocket:terms", {}, field, "", "", certificate=file_of(decided))
    judgement = Judge()(mutant)
    assert (judgement.outcome, judgement.remark) == ("harmless", "no evidence: text for people")


# ---- what lies are told, and by which fields they are seen -------------------------------------------------------

EVERY_LIE = {
    "refuted becomes holds", "refuted becomes vacuous", "refuted becomes inconclusive", "holds becomes vacuous",
    "holds becomes inconclusive", "holds becomes refuted", "vacuous becomes holds", "inconclusive becomes holds",
    "inconclusive becomes vacuous", "points and applicable swapped", "all points applicable", "one more applicable",
    "applicable and failures swapped", "all applicable points fail", "one failure less", "one failure more",
    "one applicable point less", "a witness that is not the least", "a value of a variable that is not the least",
    "the pair turned round", "an extreme at another point", "the extremes swapped", "the last point is left out",
    "a step as if every point were decided", "ranges that touch", "ranges that do not increase", "one point more",
    "cells cut once less", "the domains of a step turned round",
    "a domain that no step is over", "a definition that no step reaches", "a network that no step reaches",
}  # fmt: skip
EVERY_TRUTH = {
    "the last point is not decided", "a point in between is not decided", "nothing is counted and nothing decided",
    "cells cut once more", "a step that is not judged", "one more step is judged", "a step left out",
    "the domains turned round", "the steps turned round",
}  # fmt: skip


def test_each_consistent_change_is_what_it_says_somewhere() -> None:
    judge, seen = Judge(), dict[str, set[str]]()
    for name in pocket.ASKED:
        tried = Counter[str]()
        for change in lies(name):
            if not tried[change.operator] and (content := change.make()) is not None:
                tried[change.operator] += 1
                judgement = judge(mutant_of(file_of(content)))
                assert judgement.outcome not in BAD, (name, change, judgement)
                seen.setdefault(change.operator, set()).add(judgement.outcome)
    assert {operator for operator, outcomes in seen.items() if "caught" in outcomes} >= EVERY_LIE
    assert {operator for operator, outcomes in seen.items() if outcomes == {"harmless"}} == EVERY_TRUTH
    assert seen.keys() == EVERY_LIE | EVERY_TRUTH


def test_altered_files_are_lies_and_another_run_is_none() -> None:
    content = file_of(told("sizes"))
    judge = Judge()
    outcomes = {
        operator: judge(mutant_of(altered)).outcome
        for operator, altered in altered_files(content)
        if altered != content
    }
    assert {operator for operator, outcome in outcomes.items() if outcome == "harmless"} == {"run: something in it"}
    assert set(outcomes.values()) == {"harmless", "caught"}
    assert len(outcomes) > 25


def test_every_leaf_and_every_key_is_changed() -> None:
    decided = told("grids")
    places = {field.path for field in fields_of(decided)}

    def walk(value: Any, path: tuple[str | int, ...]) -> None:
        if path:
            assert path in places
        for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
            walk(value[key], (*path, key))

    walk(decided, ())
    operators = {field.operator for name in pocket.ASKED for field in fields_of(told(name))}
    for operator in ("+ 1", "- 1", "sign", "zero", "number as a boolean", "written in hexadecimal", "written as a word",
                     "written as a float", "written as a fraction", "reciprocal", "not in lowest terms", "plus sign",
                     "leading zero", "hexadecimal in capitals", "digit of a hash", "another word", "a letter more",
                     "empty word", "word becomes a number", "flipped", "null", "null becomes 0", "key removed",
                     "key renamed", "key added", "element dropped", "element twice", "elements swapped", "emptied"):  # fmt: skip
        assert operator in operators


def test_hashes_are_made_to_fit() -> None:
    decided = told("terms")
    again = fitted(decided)
    assert again == decided
    decided["definitions"][0][1] = ["*", ["param", "m"], 3]
    changed = fitted(decided)
    assert changed["values"] == {"half": 6, "one": 6}
    pairs = list(zip(changed["steps"], again["steps"], strict=True))
    other = {new["name"] for new, old in pairs if new["statement"] != old["statement"]}
    assert other == {"arithmetic", "false"}, "what reaches no definition states what it stated"
    assert fitted({**decided, "steps": 5}) == {**decided, "steps": 5}


# ---- who is found out --------------------------------------------------------------------------------------------


def judged(monkeypatch: pytest.MonkeyPatch, verify: Callable[..., Any], content: bytes) -> Any:
    monkeypatch.setattr(verifier, "verify", verify)
    return Judge()(mutant_of(content))


def refuse(code: int) -> Callable[..., Any]:
    def verify(*_: Any, **__: Any) -> None:
        raise verifier.Refused("no", code)

    return verify


def test_a_verifier_that_never_says_no_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    judgement = judged(monkeypatch, lambda *_, **__: None, file_of(lie("folds", "refuted becomes holds")))
    assert (judgement.outcome, judgement.verifier, judgement.literal) == ("survived", "passed", "caught")
    assert judgement.counts


def test_a_verifier_that_never_says_yes_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    judgement = judged(monkeypatch, refuse(1), file_of(told("folds")))
    assert (judgement.outcome, judgement.verifier, judgement.literal) == ("disagreement", "caught", "passed")


def test_a_verifier_may_say_that_it_does_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    assert judged(monkeypatch, refuse(3), file_of(told("folds"))).outcome == "no answer"
    assert judged(monkeypatch, refuse(3), file_of(lie("folds", "refuted becomes holds"))).outcome == "caught"


def test_the_foreign_verifier_is_asked_too() -> None:
    lying, true = file_of(lie("folds", "refuted becomes holds")), file_of(told("folds"))
    for code, on_lie, on_truth in (
        (0, "survived", "harmless"),
        (1, "caught", "disagreement"),
        (3, "caught", "no answer"),
    ):
        judge = Judge(lambda _, code=code: code)  # type: ignore[misc]
        assert judge(mutant_of(lying)).outcome == on_lie
        assert judge(mutant_of(true)).outcome == on_truth
    assert Judge(lambda _: 2)(mutant_of(lying)).remark.endswith("; exit codes 1 and 2")


def test_a_verifier_that_fails_is_found_out() -> None:
    for content in (file_of(told("folds")), file_of(lie("folds", "refuted becomes holds"))):
        assert Judge(lambda _: -11)(mutant_of(content)).outcome == "disagreement"


def test_evaluators_that_differ_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    judge, true = Judge(), mutant_of(file_of(told("folds")))
    monkeypatch.setattr(judge, "literal", lambda _: Truth(False, "steps[0] is another one"))
    judgement = judge(true)
    assert judgement.outcome == "disagreement"
    assert judgement.remark.startswith("the evaluators differ: steps[0] is another one by the literal one, true by")

    def differ(_: Any) -> Truth:
        raise EvaluatorsDisagree("they differ")

    monkeypatch.setattr(judge, "auto", differ)
    judgement = judge(true)
    assert (judgement.outcome, judgement.remark) == ("disagreement", "they differ")


# ---- how they are drawn ------------------------------------------------------------------------------------------


def drawn(decision: Decision, seed: int, most: int) -> list[Mutant]:
    return mutants_of(decision, random.Random(seed), most)


@pytest.mark.parametrize("most", [0, 1, 7, 60])
def test_no_more_are_drawn_than_asked_for_and_the_same_for_a_seed(most: int) -> None:
    decision = pocket.decision("grids")
    mutants = drawn(decision, 1, most)
    assert mutants == drawn(decision, 1, most)
    assert len(mutants) == most
    assert len({mutant.certificate for mutant in mutants}) == most
    assert file_of(told("grids")) not in {mutant.certificate for mutant in mutants}
    assert most < 7 or mutants != drawn(decision, 2, most)
    assert [mutant.name for mutant in drawn(decision, 1, 60)][:most] == [mutant.name for mutant in mutants]


def test_they_are_spread_over_all_kinds_of_places() -> None:
    decided = told("folds")
    kinds = {kind_of(field.path) for field in fields_of(decided)}
    mutants = drawn(pocket.decision("folds"), 0, 250)
    operators = {change.operator for change in lies("folds")}
    assert {mutant.operator for mutant in mutants} & operators >= {
        "refuted becomes holds",
        "a witness that is not the least",
    }
    fields = {mutant.where for mutant in mutants if mutant.operator not in operators and mutant.where != "the file"}
    assert len(fields) > 0.7 * len(kinds)
    assert sum(".term" in where for where in fields) < len(fields) / 4
    assert sum(mutant.where == "the file" for mutant in mutants) > 20
    assert sum(mutant.operator.endswith(certificates.FOUND_ANEW) for mutant in mutants) > 20


def test_all_of_them_are_drawn_where_they_are_few() -> None:
    decided = told("sizes")
    mutants = drawn(pocket.decision("sizes"), 0, 100_000)
    contents = {file_of(field.applied(decided)) for field in fields_of(decided)} - {file_of(decided)}
    assert contents <= {mutant.certificate for mutant in mutants}


def test_a_mutant_says_what_was_changed() -> None:
    changed = next(mutant for mutant in drawn(pocket.decision("sizes"), 0, 5000) if mutant.where == "parameters.n")
    assert (changed.over, changed.claim, changed.before) == ("certificate", "pocket:sizes", "2")
    assert changed.parameters == {"d": 1, "n": 2, "m": 2}
    assert changed.certificate is not None
    assert changed.problem is None


def test_points_beyond_the_limit_are_not_decided_again(monkeypatch: pytest.MonkeyPatch) -> None:
    from exactua.commands.audit import certificate_truth

    monkeypatch.setattr(certificate_truth, "MOST_POINTS", 3)
    assert Truths("auto")(told("sizes")).why == "domains: more than 3 points, which are not decided again"
