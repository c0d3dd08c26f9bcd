"""What the prompt shows of results: few lines, in the words of `check`, and nothing more than what was decided."""

from __future__ import annotations

import dataclasses
import pickle
from dataclasses import replace
from pathlib import Path

import pytest

from exactua import build, check, find
from exactua.certificates.reading import read_certificate
from exactua.certificates.writing import certificate, write
from exactua.claims.claim import Claim
from exactua.claims.decision import Decision, Witness
from exactua.claims.registry import claims_of
from exactua.claims.verdicts import Verdict
from exactua.networks import Network, PositionalEncoding
from exactua.printing.text import judgement

INSTANCES = [
    ("lemma8", {"d": 1, "n": 2}),
    ("lemma7", {"d": 1, "n": 2}),
    ("claim1", {"d": 1, "n": 2}),
    ("definition_e1", {"d": 1, "n": 2}),
    ("lemma10", {"d": 1, "n": 2}),
    ("so2020:contextual_mapping", {"d": 1, "n": 2}),
    ("kajitsuka2024:lemma4", {"n": 2}),
    ("background:permutations", {}),
]  # fmt: skip


def decided(label: str, box: dict) -> Decision:
    claim, _ = find(label)
    known = {parameter.name: parameter.least for parameter in claim.parameters if not parameter.choices}
    delta = {"delta": "1/2"} if "m" in known else {}
    others = {name: least for name, least in known.items() if name not in ("d", "n", "m")}
    given = {name: box.get(name, known[name]) for name in ("d", "n") if name in known}
    return check(label, **given, **delta, **{name: box.get(name, least) for name, least in others.items()})


def is_short(thing: object) -> bool:
    lines = repr(thing).split("\n")
    return len(lines) <= 10 and len(repr(thing)) <= 1_500 and all(line.isprintable() for line in lines)


@pytest.mark.parametrize(("label", "box"), INSTANCES, ids=[label for label, _ in INSTANCES])
def test_reprs_of_all_that_a_check_gives_back_are_short(label: str, box: dict) -> None:
    decision = decided(label, box)
    problem = decision.problem
    witnesses = [result.witness for result in decision.results if result.witness is not None]
    things = [decision, problem, *problem.steps, *decision.results, *witnesses, *problem.networks.values()]
    assert [thing for thing in things if not is_short(thing)] == []
    assert [str(thing) for thing in things] == [repr(thing) for thing in things]


@pytest.mark.parametrize("paper", ["so2020", "background"])
def test_reprs_of_claims_are_short(paper: str) -> None:
    assert [claim for claim in claims_of(paper) if not is_short(claim)] == []


def test_a_refuted_line_is_told_with_its_counterexample() -> None:
    decision = check("lemma7.range_of_k", d=1, n=2, delta="1/4")
    assert repr(decision).split("\n") == [
        "Decision of yun2020:lemma7 at d = 1, n = 2, delta = 1/4",
        "REFUTED: 1 of 1 judged step is refuted",
        "1 step: refuted 1; 17 cells (all real columns: 17)",
        "  refuted: range_of_k; least counterexample: X = [1/4]  (all real columns, rank 3)",
        "    there: at row = 1, g_q_as_printed(X)_(row, 1) = quantised_t is false: 1/16 on the left, 1/4 on the right",
    ]
    assert repr(decision["range_of_k"].witness).split("\n") == [
        "Witness against range_of_k of yun2020:lemma7 at d = 1, n = 2, delta = 1/4",
        "  least counterexample: X = [1/4]  (all real columns, rank 3)",
        "  there: at row = 1, g_q_as_printed(X)_(row, 1) = quantised_t is false: 1/16 on the left, 1/4 on the right",
        '  replay: exactua explain yun2020:lemma7.range_of_k --d 1 --n 2 --delta 1/4 --at "1/4"',
    ]


def test_what_is_vacuous_is_never_said_to_hold() -> None:
    decision = check("lemma8.property3", d=1, n=3)
    assert decision.verdict is Verdict.VACUOUS
    assert repr(decision).split("\n")[1] == "VACUOUS: 1 of 1 judged step is vacuous"
    assert "nothing was asserted" in repr(decision["property3"])
    for thing in (decision, decision["property3"]):
        assert "holds" not in repr(thing).lower()


def test_what_is_not_known_is_told_with_the_reason() -> None:
    decision = check("lemma10", d=2, n=3, delta="1/4", max_points=10)
    first, second, third, fourth = repr(decision).split("\n")
    assert second == "INCONCLUSIVE: 3 of 3 judged steps are inconclusive"
    assert third.startswith("because ")
    assert fourth.startswith("not every point was decided; ")
    assert first == "Decision of yun2020:lemma10 at d = 2, n = 3, delta = 1/4"


def test_many_refuted_steps_are_counted() -> None:
    decision = check("lemma7.range_of_k", d=1, n=2, delta="1/4")
    several = tuple(
        replace(decision.results[0], step=replace(decision.results[0].step, name=f"s{k}")) for k in range(30)
    )
    told = repr(replace(decision, results=several)).split("\n")
    assert len(told) == 10
    assert told[2].startswith("30 steps: refuted 30; ")
    assert told[-1] == "  and 24 more"
    assert [line.split(";")[0] for line in told[3:9]] == [f"  refuted: s{k}" for k in range(6)]


def test_definitions_are_met_or_not() -> None:
    decision = decided("definition_e1", {"d": 1, "n": 2})
    told = {f"{result.step.name}": repr(result).split("\n")[1] for result in decision.results if result.step.meets}
    assert told
    assert all(line.strip().startswith(("met", "not met", "vacuous", "inconclusive")) for line in told.values())


def test_the_verdict_is_that_of_check() -> None:
    for label, box in INSTANCES[:3]:
        decision = decided(label, box)
        assert repr(decision).split("\n")[1].startswith(judgement(decision)[:100])


def test_a_command_is_told_only_where_it_decides_the_same() -> None:
    box = {"d": 1, "n": 2, "delta": "1/4"}
    decision = check("lemma7.range_of_k", **box)
    assert "replay: " in repr(decision["range_of_k"])
    ((name, network),) = decision.problem.networks.items()
    other = Network(network.d, [*network.items, PositionalEncoding([[1]])], network.stages)
    swapped = check("lemma7.range_of_k", networks={name: other}, **box)
    assert swapped["range_of_k"].witness is not None
    assert "replay: " not in repr(swapped["range_of_k"])
    built = replace(decision.problem, label="built:lemma7")
    assert "replay: " not in repr(replace(decision, problem=built)["range_of_k"])
    changed = decision.problem.with_steps(
        replace(decision.problem.steps[0], term=decision.problem.steps[0].term.arguments[0])
    )
    assert "replay: " in repr(replace(decision, problem=changed)["range_of_k"])  # its own step is the claim's
    own = replace(decision.problem, address="/tmp/my_lemma.py::lemma")
    assert "exactua explain" in repr(replace(decision, problem=own)["range_of_k"])
    assert "replay: " not in repr(replace(decision, problem=own.with_networks({name: other}))["range_of_k"])


def test_a_counterexample_by_itself_says_no_unit() -> None:
    witness = Witness((), (((1, 2),),), {}, "<", 3, 2)
    assert repr(witness).split("\n") == [
        "Witness",
        "  point: [1 2]",
        "  false there: 3 < 2, as the terms count them, which may be in units of delta",
    ]
    assert "the assertion is false" in repr(Witness((), (), {}, None, None, None))
    assert "3 in [1, 2]" in repr(Witness((), (), {}, "in", 3, (1, 2)))


def test_the_place_of_a_result_is_none_of_what_was_decided() -> None:
    decision = check("lemma7.range_of_k", d=1, n=2, delta="1/4")
    result = decision.results[0]
    alone = replace(result, witness=replace(result.witness))
    assert alone == result
    assert alone.witness == result.witness
    assert repr(alone).startswith("StepResult range_of_k\n")
    assert dataclasses.asdict(result)["witness"]["at"] == result.witness.at  # it does not go round in circles
    again = pickle.loads(pickle.dumps(decision))
    assert again.results == decision.results
    assert repr(again) == repr(decision)


def test_claims_and_networks_say_what_they_are() -> None:
    claim, _ = find("lemma8")
    assert isinstance(claim, Claim)
    told = repr(claim).split("\n")
    assert told[0] == "Claim yun2020:lemma8: Lemma 8, App. E.1.2; proof in App. E.3"
    assert "  networks: g_c" in told
    assert repr(Network(1, [PositionalEncoding([[0, 1]])])) == (
        "network on R^(1 x n), 1 other layer\n  positional encoding, E = [0 1]"
    )
    long = Network(1, [PositionalEncoding([[k] * 100]) for k in range(1000)])
    assert is_short(long)
    assert repr(long).endswith("\n...")


def test_what_build_gives_and_certificates_are_short(tmp_path: Path) -> None:
    built = build("theorem2", "x1, x2", delta="1/2")
    assert is_short(built)
    assert repr(built).startswith("Built for theorem2 at d = 1, n = 2, delta = 1/2, p = 2: f = x1, x2\n  HOLDS: ")
    assert all(map(is_short, (built.instance, built.construction, built.distances, built.equivariance)))
    decision = check("lemma8", d=1, n=2)
    path = tmp_path / "c.json"
    write(path, certificate(decision))
    told = repr(read_certificate(path))
    assert "says: holds (read, and not verified)" in told
    assert is_short(read_certificate(path))
