"""What somebody might try with a file, put to both verifiers: forged verdicts, ballast, names, pipes, depth, old formats.

Laws: a false statement is never confirmed, whatever the title and whatever is sampled; a file holds nothing that no step
reaches; no name makes a line; both verifiers say the same of what they confirm or sample, to the letter.
"""

from __future__ import annotations

import copy
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from exactua import verifier
from exactua.certificates import limits, proofs, writing
from exactua.certificates.limits import read_limit
from exactua.certificates.proofs import read_proof
from exactua.certificates.reading import read_certificate
from exactua.certificates.writing import certificate, decided_data, laid_out
from exactua.claims.registry import find
from exactua.deciding.running import decide
from exactua.errors import InputError
from exactua.terms.encoding import from_data
from tests import symbolic_certificates
from tests.compare_verifiers import small_problem
from tests.foreign import asked, foreign_verifier, own_verifier, program, sampling, told, told_by_own
from tests.reached import canonical, reached, refitted, statement
from tests.test_verifier import HONEST, at, document, measure, orbits, raw, rectifier, sequences, step

SEEDS = [f"{number:032x}" for number in (0, 1, 2**127 + 12345)]


def write(decided: dict[str, Any], *, hashes: bool = True) -> bytes:
    """The bytes of the file; statement hashes are made to fit unless told otherwise."""
    return raw(canonical(refitted(decided) if hashes else decided))


def codes(data: bytes, sample: int | None = None, seed: str = SEEDS[0]) -> tuple[int, int]:
    """The exit codes of both verifiers: in Python, in C."""
    return own_verifier(data, sample, seed), foreign_verifier(data, *sampling(sample, seed))


def both(data: bytes, sample: int | None = None, seed: str = SEEDS[0]) -> tuple[int, str]:
    """What both verifiers say of a file that they confirm, or sample; it has to be the same."""
    mine, (code, text) = told_by_own(data, sample, seed), told(program(), data, *sampling(sample, seed))
    assert mine == (code, text.removesuffix("\n"))
    return mine


# ---- forged verdicts --------------------------------------------------------------------------------------------


def forged(d: int, m: int) -> tuple[bytes, dict[str, Any]]:
    """Of a step that is refuted at its first point alone: the true certificate, and one by which it holds."""
    problem = find("category2")[0].problem({"d": d, "n": 3, "m": m}, ("above_threshold",))
    (line,) = problem.steps
    entry = ["entry", ["point"], ["var", "i"], ["var", "j"]]
    elsewhere = from_data(["<", 0, ["sum", "i", 1, d, ["sum", "j", 1, 3, entry]]])
    (measured,) = decided_data(decide(problem.with_steps(replace(line, given=elsewhere))))["steps"]
    true = certificate(decide(problem)).encode("ascii")
    decided = json.loads(true)["decided"]
    (record,) = decided["steps"]
    assert (record["verdict"], record["failures"], record["witness"]["at"][0][1]) == ("refuted", 1, 0)
    record |= {"verdict": "holds", "failures": 0, "witness": None, "measure": measured["measure"]}
    return true, decided | {"verdict": "holds"}


def titled(decided: dict[str, Any], title: str) -> bytes:
    return laid_out(decided | {"title": title}, {}).encode("ascii")


def test_a_verdict_that_is_false_at_one_point_of_thousands_is_never_confirmed() -> None:
    """4,096 points: the verifier in C looks at all of them, and that is what refuses the lie."""
    true, lie = forged(2, 8)
    assert foreign_verifier(true) == 0
    assert foreign_verifier(titled(lie, "a title")) == 1
    statuses = {foreign_verifier(titled(lie, f"title {k}"), "--sample", "64") for k in range(20)}
    assert statuses <= {1, 3}
    assert 3 in statuses, "so few points seldom find it"


def test_a_verdict_that_is_false_at_one_point_is_refused_by_both() -> None:
    true, lie = forged(1, 4)
    assert codes(true) == (0, 0)
    for title in ("a title", "another", ""):
        assert codes(titled(lie, title)) == (1, 1)
    sampled = {codes(titled(lie, f"title {k}"), 5, seed) for k in range(5) for seed in SEEDS}
    assert sampled <= {(1, 1), (3, 3)}


def even(count: int, **changes: Any) -> dict[str, Any]:
    """Of points (a, b) with a, b < count it is said that all b are even; every other one is not."""
    term = ["=", ["*", 2, ["floor", ["/", at(2), 2]]], at(2)]
    record = step("even", term, points=count**2, applicable=count**2, measure=measure(0, 0, 0, 0, 0), **changes)
    return document([sequences(count**2, count)], [record])


def test_no_title_makes_a_false_statement_of_few_points_true() -> None:
    lie = even(8)
    assert codes(write(lie)) == (1, 1)
    assert {own_verifier(write(lie | {"title": f"try {k}"}), 16) for k in range(2000)} <= {1, 3}
    assert {foreign_verifier(write(lie | {"title": f"try {k}"}), "--sample", "16") for k in range(100)} <= {1, 3}


def test_a_title_changes_no_sample() -> None:
    """What is looked at hangs on the seed alone: the lie is found for all titles or for none."""
    _, lie = forged(1, 4)
    for seed in SEEDS:
        assert len({codes(titled(lie, f"title {k}"), 6, seed) for k in range(5)}) == 1


# ---- ballast ----------------------------------------------------------------------------------------------------


def endless(count: int = 10**12) -> dict[str, Any]:
    """A network of so many layers, in a few bytes."""
    family = {"variable": "v", "start": 0, "step": 1, "count": count, "items": rectifier()["items"]}
    return {"d": 1, "items": [{"family": family}], "stages": {}}


def always(over: tuple[str, ...] = ("all",), **changes: Any) -> dict[str, Any]:
    """A step that is true at six points."""
    measured = {"measure": measure(1, 0, 1, 0, 6)} if over else {"points": 1, "applicable": 1}
    return step("true", ["not", ["<", 1, 0]], over=over, **measured, **changes)


def spare(what: str) -> dict[str, Any]:
    """A true certificate with one thing that no step reaches."""
    content = document([orbits()], [always()])
    return content | {
        "definition": {"definitions": [["x", 1]], "values": {"x": 1}},
        "network": {"networks": {"x": endless()}},
        "domain": {"domains": [orbits(), orbits(name="x")]},
    }.get(what, {})


@pytest.mark.parametrize("what", ["definition", "network", "domain"])
def test_what_no_step_reaches_is_refused(what: str) -> None:
    data = write(spare(what))
    assert codes(data) == (1, 1)
    assert f"no step speaks of the {what} " in told_by_own(data)[1]
    assert f"no step speaks of the {what} " in told(program(), data)[1]
    assert codes(write(reached(spare(what)))) == (0, 0)


def test_what_only_a_spare_definition_or_a_spare_domain_reaches_is_refused() -> None:
    chain = {"definitions": [["x", 1], ["y", ["def", "x"]]], "values": {"x": 1, "y": 1}}
    assert codes(write(document([orbits()], [always()]) | chain)) == (1, 1)
    counted = {"definitions": [["x", ["network", "x", "parameters"]]], "values": {"x": 0}}
    empty = {"networks": {"x": {"d": 1, "items": [], "stages": {}}}}
    assert codes(write(document([orbits()], [always()]) | counted | empty)) == (1, 1)
    used = always(given=["=", 0, ["def", "x"]])
    assert codes(write(document([orbits()], [used]) | counted | empty)) == (0, 0)


def test_a_network_that_is_only_counted_lifts_no_allowance() -> None:
    """10^12 layers would allow for 10^16 steps at each point."""
    loop = ["<", 0, ["sum", "i", 1, 10**7, 1]]
    counted = step("counted", ["<", 0, ["network", "x", "parameters"]], measure=None)
    counted["measure"] = measure(4 * 10**12, 0, 4 * 10**12, 0, 24 * 10**12)
    content = document([orbits()], [counted], {"x": endless()})
    assert codes(write(content)) == (0, 0)
    for lie in (counted | {"given": loop}, step("long", loop, given=["<", 0, ["network", "x", "parameters"]])):
        data = write(document([orbits()], [lie], {"x": endless()}))
        began = time.monotonic()
        assert codes(data) == (1, 1)
        assert "more work than this verifier does" in told_by_own(data)[1]
        assert time.monotonic() - began < 20


def test_a_domain_may_be_called_as_an_operator_is() -> None:
    """Its name and its spec stand side by side in what is hashed, as an operator and a name do in a term."""
    for name in ("def", "stage", "network"):
        domain = orbits(name=name)
        record = always(over=(name,)) | {"measure": measure(1, 0, 1, 0, 6, domain=name)}
        other = str(domain["spec"])
        content = document([domain], [record, step("x", ["=", ["def", other], 1], over=(), points=1, applicable=1)])
        content |= {"definitions": [[other, 1]], "values": {other: 1}}
        assert codes(write(content)) == (0, 0)


# ---- what a statement is pinned with ----------------------------------------------------------------------------


def defined() -> dict[str, Any]:
    """One step that reaches both definitions, one that reaches the first of them, one that reaches none."""
    static = {"over": (), "points": 1, "applicable": 1}
    steps = [
        step("both", ["=", ["def", "y"], 3], **static),
        step("first", ["=", ["def", "x"], 2], **static),
        step("none", ["=", 1, 1], **static),
    ]
    content = document([], steps)
    return content | {"definitions": [["x", 2], ["y", ["+", ["def", "x"], 1]]], "values": {"x": 2, "y": 3}}


def hashed_with(decided: dict[str, Any], *definitions: list[Any]) -> bytes:
    """The file in which each step is hashed with these of the definitions."""
    for record, these in zip(decided["steps"], definitions, strict=True):
        stated = {key: record[key] for key in ("fold", "given", "term")} | {"definitions": these, "domains": []}
        record["statement"] = hashed(stated)
    return write(decided, hashes=False)


def hashed(stated: dict[str, Any]) -> str:
    """The hash of what is said to be stated."""
    return "sha256:" + sha256(canonical(stated).encode()).hexdigest()


def test_a_statement_is_pinned_with_what_it_reaches_and_nothing_else() -> None:
    x, y = defined()["definitions"]
    assert codes(hashed_with(defined(), [x, y], [x], [])) == (0, 0)
    for wrong in ([[x, y]] * 3, [[x, y], [x, y], []], [[y], [x], []], [[y, x], [x], []], [[x, y], [], []]):
        assert codes(hashed_with(defined(), *wrong)) == (1, 1)


def test_definitions_are_reached_by_the_spec_of_a_domain_the_fold_the_bound_and_the_hypothesis() -> None:
    total = {"fold": "sum", "relation": "=", "measure": measure(1, 0, 1, 0, 6)}
    own = {"start": [0], "next": [["item", ["accumulator"], ["def", "one"]]], "holds": ["=", ["def", "one"], 1]}
    cases = [
        (orbits(), step("given", ["=", 1, 1], given=["=", ["def", "one"], 1], measure=measure(0, 0, 0, 0, 0))),
        (orbits(), step("bound", 1, bound=["+", 8, ["def", "one"]], **total)),
        (orbits(), step("fold", 1, fold=own, measure=measure(1, 0, 1, 0, 6))),
        (orbits(levels={"start": 0, "step": ["def", "one"], "count": 3}), always()),
    ]
    for domain, record in cases:
        extra = {"definitions": [["one", 1]], "values": {"one": 1}}
        content = refitted(document([domain], [record]) | extra)
        assert codes(write(content)) == (0, 0), record["name"]
        with_none = {key: record[key] for key in ("fold", "given", "term")} | {"definitions": []}
        with_none |= {key: record[key] for key in ("bound", "relation") if record["bound"] is not None}
        with_none["domains"] = [["all", domain["spec"]]]
        record["statement"] = hashed(with_none)
        assert codes(write(content, hashes=False)) == (1, 1), record["name"]


PART = {"words": "for all", "steps": ["true"], "undecided": None}


@pytest.mark.parametrize("value", [
    [["a"]], {}, None, [1], ["all"], [PART, PART], [PART | {"steps": []}], [PART | {"undecided": "nobody asked"}],
    [PART | {"words": ""}], [PART | {"words": 1}], [PART | {"steps": ["false"]}], [PART | {"steps": ["true", "true"]}],
    [PART | {"steps": [], "undecided": ""}], [PART | {"steps": [], "undecided": 1}], [PART | {"more": 1}], [{}],
])  # fmt: skip
def test_parts_are_written_as_the_page_says(value: Any) -> None:
    assert codes(write(document([orbits()], [always()]) | {"parts": value})) == (1, 1)
    for decided in (symbolic_certificates.symbolic("lemma8", 1, 2, 3), symbolic_certificates.general("lemma8", 2)):
        assert own_verifier(symbolic_certificates.file(decided)) == 0
        assert own_verifier(symbolic_certificates.file(decided | {"parts": value})) == 1


def test_what_is_not_decided_makes_a_statement_hold_in_part() -> None:
    left = {"words": "and more", "steps": [], "undecided": "nobody asked"}
    for parts, verdict in (([PART, left], "holds in part"), ([left], "inconclusive"), ([PART], "holds"), ([], "holds")):
        for said in ("holds", "holds in part", "inconclusive", "vacuous", "refuted"):
            content = document([orbits()], [always()]) | {"parts": parts, "verdict": said}
            expected = 0 if said == verdict else 1
            assert codes(write(content)) == (expected, expected), (parts, said)


@pytest.mark.parametrize("value", [{}, [], 0, "complete", False])
def test_complete_evidence_is_not_rechecked(value: Any) -> None:
    assert codes(write(document([orbits()], [always(evidence=value)]))) == (3, 3)
    for decided in (symbolic_certificates.symbolic("lemma8", 1, 2, 3), symbolic_certificates.general("lemma8", 2)):
        decided["steps"][0]["evidence"] = value
        assert own_verifier(symbolic_certificates.file(decided)) == 3


@pytest.mark.parametrize("key", ["parts", "evidence"])
def test_both_keys_must_be_there(key: str) -> None:
    content = document([orbits()], [always()])
    del (content if key == "parts" else content["steps"][0])[key]
    assert codes(write(content)) == (1, 1)


# ---- samples ----------------------------------------------------------------------------------------------------


def numbers_of(seed: str, domain: int, points: int, wanted: int) -> set[int]:
    """By the format: sample i of s is floor(N (i + h / 2^256) / s), h = SHA-256 of ⟨seed⟩:⟨domain⟩:⟨i⟩."""
    numbers = set()
    for i in range(wanted):
        h = int.from_bytes(sha256(f"{seed}:{domain}:{i}".encode("ascii")).digest(), "big")
        numbers.add(int(points * (i + Fraction(h, 2**256)) / wanted))
    return numbers


RANGES = [[0, 3], [5, 20], [30, 64]]


def false_at(number: int, domain: int, ranges: list[list[int]]) -> bytes:
    """Two domains of 64 points, (a, b) with a, b < 8: all is said to be true, and one point of one domain is false."""
    count = sum(stop - start for start, stop in ranges)
    whole = count == 64
    rank = [k for start, stop in ranges for k in range(start, stop)][number]
    domains = [{**sequences(64, 8), "name": name, "decided": ranges} for name in ("first", "second")]
    counts = {"points": count, "applicable": count, "verdict": "holds" if whole else "inconclusive"}
    steps = []
    for k, name in enumerate(("first", "second")):
        term = ["not", ["=", ["+", ["*", 8, at(1)], at(2)], rank if k == domain else -1]]
        steps.append(step(name, term, over=(name,), **counts) | {"measure": measure(1, 0, 1, 0, count, domain=name)})
    return write(document(domains, steps))


@pytest.mark.parametrize("ranges", [[[0, 64]], RANGES], ids=["all", "ranges"])
@pytest.mark.parametrize("seed", SEEDS[1:])
def test_both_look_at_the_points_of_the_format(seed: str, ranges: list[list[int]]) -> None:
    """A lie at one point is found where that point is in the sample, and nowhere else; the first one always is."""
    count = sum(stop - start for start, stop in ranges)
    for domain in (0, 1):
        expected = numbers_of(seed, domain, count, 16) | {0}
        for number in range(1, count, 1 if ranges == RANGES else 2):
            code = 1 if number in expected else 3
            assert codes(false_at(number, domain, ranges), 16, seed) == (code, code), number


def test_another_seed_is_another_sample() -> None:
    samples = [frozenset(numbers_of(seed, domain, 64, 16)) for seed in SEEDS for domain in (0, 1)]
    assert len(set(samples)) == len(samples)
    # one point of each of so many parts of equal measure
    assert all(sorted(number // 4 for number in sample) == list(range(16)) for sample in samples)


def test_without_a_seed_it_is_fresh() -> None:
    data = write(even(8))
    first, second = ({code for _ in range(4) for code in [told_by_own(data, 1)[1]]} for _ in range(2))
    said = [line for text in first | second for line in text.splitlines() if line.startswith("seed: ")]
    assert len(set(said)) == len(said)
    texts = {told(program(), write(document([orbits()], [always()])), "--sample", "2")[1] for _ in range(4)}
    assert len(texts) == 4


@pytest.mark.parametrize("name", HONEST)
@pytest.mark.parametrize("sample", [None, 1, 2, 4, 5, 8, 9, 100])
def test_both_say_the_same_to_the_letter(name: str, sample: int | None) -> None:
    data = write(HONEST[name]())
    for seed in SEEDS if sample else SEEDS[:1]:
        code, text = both(data, sample, seed)
        assert text.startswith("confirmed: " if code == 0 else f"sampled, not confirmed: {verdict_of(data)} (")
        if code:
            assert text.splitlines()[1] == f"seed: {seed}"


def verdict_of(data: bytes) -> str:
    return str(json.loads(data)["decided"]["verdict"])


def test_what_has_no_more_points_than_the_sample_is_confirmed() -> None:
    data = write(HONEST["attention"]())
    assert both(data, 6)[0] == both(data, 7)[0] == both(data, 10**40)[0] == 0
    code, text = both(data, 5)
    assert (code, text.startswith("confirmed: ")) in ((0, True), (3, False))
    assert both(data, 1)[0] == 3


@pytest.mark.parametrize("sample", [1, 2, 7, 16, 63])
def test_what_a_sample_is_worth(sample: int) -> None:
    record = always() | {"points": 64, "applicable": 64, "measure": measure(1, 0, 1, 0, 64)}
    code, text = both(write(document([sequences(64, 8)], [record])), sample)
    percent = int(100 * (1 - Fraction(99, 100) ** sample))
    assert code == 3
    assert (
        f"  all: {sample} of 64 points; a share p of false points is found with probability >= 1 - (1 - p)^{sample} "
        f"(p = 1/100: {percent}%); it finds errors, not forgers"
    ) in text.splitlines()


def test_no_sample_is_worth_a_hundred_percent() -> None:
    assert verifier.sampling.worth("all", 10**9, 10**12).count("(p = 1/100: 99%)") == 1
    assert verifier.sampling.worth("all", 459, 500).count("(p = 1/100: 99%)") == 1
    assert verifier.sampling.worth("all", 458, 500).count("(p = 1/100: 98%)") == 1


@pytest.mark.parametrize("seed", ["", "x", "0" * 31, "0" * 33, "A" * 32, "0x" + "0" * 30, " " + "0" * 31, "é" * 32])
def test_a_seed_of_another_form_is_wrong_usage(seed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "c.json"
    path.write_bytes(write(document([orbits()], [always()])))
    for sample in ([], ["--sample", "2"]):
        assert verifier.main([str(path), *sample, "--seed", seed]) == 2
        assert asked(program(), str(path), *sample, "--seed", seed)[0] == 2
    assert "32 hexadecimal digits" in capsys.readouterr().out


@pytest.mark.parametrize("sample", ["0", "-1", "1/2", "x", ""])
def test_a_sample_of_another_form_is_wrong_usage(sample: str, tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_bytes(write(document([orbits()], [always()])))
    assert verifier.main([str(path), "--sample", sample]) == 2
    assert asked(program(), str(path), "--sample", sample)[0] == 2


# ---- time -------------------------------------------------------------------------------------------------------


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every look at the clock takes ten seconds."""
    ticks = iter(range(0, 10**9, 10))
    monkeypatch.setattr(verifier.sampling, "time", SimpleNamespace(monotonic=lambda: next(ticks)))
    monkeypatch.setattr(verifier.checking, "DEFAULT_SAMPLE", 5)


@pytest.mark.usefixtures("slow")
def test_what_would_take_too_long_is_sampled_and_said_so() -> None:
    record = always() | {"points": 64, "applicable": 64, "measure": measure(1, 0, 1, 0, 64)}
    data = write(document([sequences(64, 8)], [record]))
    report = verifier.verify(data, seed=SEEDS[0], seconds=600)
    assert report.sampled
    first, *others = report.lines
    looked = len(numbers_of(SEEDS[0], 0, 64, 5) | {0})
    assert first == f"sampled, not confirmed: holds ({looked} of 64 points recomputed)"
    assert others[:2] == [
        f"seed: {SEEDS[0]}",
        "estimate: about 10 minutes for all 64 points, more than --seconds 600: 5 points of each domain instead",
    ]
    assert not verifier.verify(data, seconds=700).sampled
    assert not verifier.verify(data, seconds=0).sampled


@pytest.mark.usefixtures("slow")
@pytest.mark.parametrize(("total", "about"), [
    (10**2, "about 16 minutes"), (10**5, "about 11 days"), (10**8, "about 31 years"),
    (10**400, "1000000000 years or more"),
])  # fmt: skip
def test_estimates_of_any_number_of_points(total: int, about: str) -> None:
    with pytest.raises(
        verifier.sampling.TooLong, match=f"^estimate: {about} for all .* points, more than --seconds 600$"
    ):
        list(verifier.sampling.Clock(total, 600).over(range(9)))


@pytest.fixture(scope="module")
def long() -> bytes:
    """A true certificate of 250,000 points at each of which 20,000 turns are taken, none of which is another's."""
    single = ["if", ["<", ["entry", ["point"], 1, 1], ["var", "i"]], 1, 1]
    term, points = ["<", 0, ["sum", "i", 1, 20_000, single]], 500**2
    record = step("long", term, points=points, applicable=points)
    record["measure"] = measure(20_000, 0, 20_000, 0, 20_000 * points)
    return write(document([sequences(points, 500)], [record]))


def test_the_verifier_in_c_estimates_too(long: bytes) -> None:
    code, text = told(program(), long, "--seconds", "60", "--seed", SEEDS[0])
    first, second, third, *_ = text.splitlines()
    assert code == 3
    assert first.startswith("sampled, not confirmed: holds (")
    assert (second, third.startswith("estimate: about ")) == (f"seed: {SEEDS[0]}", True)
    assert third.endswith(" for all 250000 points, more than --seconds 60: 1000 points of each domain instead")


def test_seconds_are_those_of_the_clock_on_the_wall(long: bytes, tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "c.json"
    path.write_bytes(long)
    began = time.monotonic()
    code, text = asked(program(), str(path), "--seconds", "1")
    assert (code, text) == (3, "not re-checked: it takes more time than it may\n")
    assert time.monotonic() - began < 10
    if not Path("/proc/self/statm").exists():
        pytest.skip("the verifier in Python bounds its time on Linux")
    began = time.monotonic()
    assert verifier.main([str(path), "--seconds", "0.5"]) == 3
    assert time.monotonic() - began < 10
    assert capsys.readouterr().out == "not re-checked: it takes more time or memory than it may (TimeoutError)\n"


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="time is bounded on Linux")
def test_sleep_counts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "c.json").write_bytes(write(even(2)))
    monkeypatch.setattr(verifier.checking, "check", lambda *given: time.sleep(60))
    began = time.monotonic()
    assert verifier.main([str(tmp_path / "c.json"), "--seconds", "0.2"]) == 3
    assert time.monotonic() - began < 10


def test_the_bell_may_ring_when_all_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "c.json").write_bytes(write(document([orbits()], [always()])))

    def ring(report: Any) -> str:
        raise TimeoutError

    monkeypatch.setattr(verifier.Report, "__str__", ring)
    assert verifier.main([str(tmp_path / "c.json")]) == 3
    assert capsys.readouterr().out == "not re-checked: it takes more time than it may\n"


@pytest.mark.parametrize("seconds", ["-1", "nan", "inf", "1e9", "x", ""])
def test_seconds_of_another_form_are_wrong_usage(seconds: str, tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_bytes(write(document([orbits()], [always()])))
    assert verifier.main([str(path), "--seconds", seconds]) == 2
    assert asked(program(), str(path), "--seconds", seconds)[0] == 2
    for fine in ("0", "1e3", "5"):
        assert verifier.main([str(path), "--seconds", fine]) == asked(program(), str(path), "--seconds", fine)[0] == 0


# ---- files that are none ----------------------------------------------------------------------------------------


@pytest.fixture
def strange() -> Iterator[dict[str, Path]]:
    """A pipe, a link to it, a socket and a folder, in a folder with a short name."""
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        paths = {name: Path(folder) / name for name in ("pipe", "link", "socket", "folder", "missing")}
        os.mkfifo(paths["pipe"])
        paths["link"].symlink_to(paths["pipe"])
        paths["folder"].mkdir()
        with socket.socket(socket.AF_UNIX) as bound:
            bound.bind(str(paths["socket"]))
            yield paths


def test_pipes_sockets_and_folders_are_no_files(strange: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    """To open a pipe to which nobody writes would take for ever."""
    for name, path in strange.items():
        began = time.monotonic()
        assert verifier.main([str(path)]) == 2, name
        code, text = asked(program(), str(path))
        assert code == 2, name
        assert time.monotonic() - began < 10
        for said in (capsys.readouterr().out, text):
            assert said.startswith("unreadable: the file ")
            assert len(said.splitlines()) == 1


# ---- names ------------------------------------------------------------------------------------------------------

NAMES = [
    "a\nconfirmed: holds (6 of 6 points recomputed)", "\x1b[2J\x1b[31mred", "\u202eevitcepsorter", 'quo"te', "two words",
    "", "é", "\u2028", "\x7f", "\ud800", "\\n", "tab\t", "$(x)", "a: holds", "%s%n", "\U0001d400", "x" * 300, "'",
]  # fmt: skip


def called(name: str) -> dict[str, Any]:
    """A true certificate in which everything that has a name has this one."""
    domain = orbits(name=name)
    record = always(over=(name,)) | {"name": name, "says": name, "measure": measure(1, 0, 1, 0, 6, domain=name)}
    record["given"] = ["=", ["def", name], ["network", name, "parameters"]]
    content = document([domain], [record], {name: {"d": 1, "items": [], "stages": {}}})
    words = {"claim": name, "title": name, "source": name, "judged": [name]}
    parameters = {"d": 1, "n": 2, "m": 2, f"p{name}": name, f"{name}q": -7}
    return content | words | {"parameters": parameters, "definitions": [[name, 0]], "values": {name: 0}}


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_no_name_makes_a_line(name: str) -> None:
    plain = both(write(called("plain")), 2)[1].splitlines()
    for sample in (None, 2):
        code, text = both(write(called(name)), sample)
        assert code == (0 if sample is None else 3)
        assert text.isascii()
        assert all(line.isprintable() for line in text.splitlines())
        assert len(text.splitlines()) == len(plain) - (0 if sample else 2)
        verdicts = [line for line in text.splitlines() if line.startswith(("confirmed", "sampled"))]
        assert verdicts == text.splitlines()[:1]
        assert verdicts[0].endswith(" of 6 points recomputed)")


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_no_name_makes_a_line_where_something_is_wrong(name: str) -> None:
    wrong = [
        {"verdict": "refuted"}, {"failures": 1}, {"points": 5}, {"measure": None}, {"over": [f"{name}x"]},
        {"given": ["=", ["def", f"{name}x"], 1]}, {"given": [name]}, {"term": ["network", name, name]}, {"fold": name},
        {"evidence": name}, {"reason": name}, {"kind": name}, {"statement": name},
    ]  # fmt: skip
    for change in wrong:
        content = refitted(called(name)) if "over" not in change else called(name)
        content["steps"][0] |= change
        data = write(content, hashes="statement" not in change)
        (mine, said), (code, text) = told_by_own(data), told(program(), data)
        assert mine == code in (1, 3), change
        for line in (said, text.removesuffix("\n")):
            assert (line.isascii(), line.isprintable()) == (True, True)


def test_the_command_line_prints_one_line_of_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for k, name in enumerate(NAMES):
        content = called(name)
        content["steps"][0]["fold"] = name
        path = tmp_path / f"{k}.json"
        path.write_bytes(write(content))
        assert verifier.main([str(path)]) in (1, 3)
        said = capsys.readouterr().out
        assert (said.isascii(), len(said.splitlines()), said.rstrip("\n").isprintable()) == (True, 1, True)


def test_parameters_are_named_in_the_same_order() -> None:
    content = document([orbits()], [always()])
    others = {"": 1, "dn": 2, "nm": 3, "A": 4, "é": 5, "dnm": 6, "z": "word"}
    _, text = both(write(content | {"parameters": {**others, "m": 2, "n": 2, "d": 1}}))
    assert (
        text.splitlines()[1] == 'says of itself: paper:claim at d=1 n=2 m=2 ""=1 A=4 dn=2 dnm=6 nm=3 z=word "\\u00e9"=5'
    )
    _, text = both(write(document([], [always(over=())], parameters={})))
    assert text.splitlines()[1] == "says of itself: paper:claim"


# ---- depth ------------------------------------------------------------------------------------------------------


def nested(levels: int) -> dict[str, Any]:
    """A static step of so many `not` in each other, an even number of them."""
    term: Any = ["=", 1, 1]
    for _ in range(levels):
        term = ["not", term]
    return document([], [step("deep", term, over=(), points=1, applicable=1)])


def test_two_hundred_levels_are_read_and_no_more() -> None:
    """The file, what is hashed, the steps, the step, the term: five around the first `not`."""
    deepest = verifier.checking.DEEPEST - 5
    for levels, code in ((2, 0), (deepest - 1, 0), (deepest, 0 if deepest % 2 == 0 else 1), (deepest + 1, 2), (300, 2)):
        assert codes(write(nested(levels))) == (code, code), levels
    depth = json.dumps(nested(300)).count('["not"')
    assert depth == 300


@pytest.mark.parametrize(("levels", "code"), [(198, 0), (199, 2), (5000, 2), (100_000, 2)])
def test_the_account_of_a_run_is_no_deeper(levels: int, code: int) -> None:
    run = '{"a":' + "[" * levels + "]" * levels + "}"
    data = raw(canonical(refitted(document([orbits()], [always()]))), run)
    assert codes(data) == (code, code)


# ---- former formats ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["certificate/1", "limit/1", "proof/1"])
def test_former_formats_are_refused_in_a_sentence(form: str) -> None:
    data = raw(canonical(refitted(document([orbits()], [always()]))), form=form)
    for code, text in (told_by_own(data), told(program(), data)):
        assert code == 2
        assert "of the former format" in text
        assert text.strip().endswith("make it anew by the command that wrote it")
        assert len(text.splitlines()) == 1
    reads = {"certificate/1": read_certificate, "limit/1": read_limit, "proof/1": read_proof}
    with pytest.raises(InputError, match=f'of the former format "{form}"; make it anew') as caught:
        reads[form](data)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.skipif(not hasattr(signal, "SIGPIPE"), reason="there are no such pipes")
def test_a_reader_that_goes_away_is_told_no_verdict(tmp_path: Path) -> None:
    path = tmp_path / "certificate.json"
    path.write_bytes(write(document([orbits()], [always()])))
    command = [sys.executable, "-I", str(Path(verifier.__file__).parent), str(path)]
    end, other = os.pipe()
    os.close(end)
    with os.fdopen(other, "w") as nobody:
        done = subprocess.run(command, stdout=nobody, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (-signal.SIGPIPE, "")


def test_formats_are_of_the_second_version() -> None:
    assert {writing.FORMAT, limits.FORMAT} == {verifier.checking.VERSION, verifier.checking.LIMIT}
    assert {writing.FORMAT, limits.FORMAT, proofs.FORMAT} == {"certificate/2", "limit/2", "proof/2"}
    for form in ("certificate/3", "certificate/0", "certificate", "certificate/22", ""):
        assert codes(raw("{}", form=form)) == (2, 2)


# ---- several files ----------------------------------------------------------------------------------------------


def test_of_several_files_the_worst_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fine = document([orbits()], [always()])
    files = {
        0: write(fine),
        1: write(fine | {"verdict": "refuted"}),
        2: b"{",
        3: write(fine | {"scope": "unheard of"}),
    }
    for code, data in files.items():
        (tmp_path / str(code)).write_bytes(data)
    precedence = [1, 2, 3, 0]
    for mask in range(1, 16):
        given = [code for code in range(4) if mask >> code & 1]
        for order in (given, given[::-1]):
            expected = next(code for code in precedence if code in given)
            assert verifier.main([str(tmp_path / str(code)) for code in order]) == expected
            said = capsys.readouterr().out
            for code in order:
                label = {0: "confirmed: holds", **verifier.LABELS}[code]
                assert (f"{tmp_path / str(code)}: {label}" if len(order) > 1 else label) in said
    assert verifier.main([str(tmp_path / "0"), str(tmp_path / "0"), "--sample", "1"]) == 3


def test_the_name_of_a_file_makes_no_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a\nconfirmed: holds\x1b[31m"
    path.write_bytes(b"{")
    assert verifier.main([str(path), str(tmp_path / "missing\n")]) == 2
    said = capsys.readouterr().out
    assert (len(said.splitlines()), said.replace("\n", "").isprintable()) == (2, True)


# ---- for all D --------------------------------------------------------------------------------------------------


def test_what_a_certificate_for_all_D_leaves_open_is_said() -> None:
    report = verifier.verify(symbolic_certificates.file(symbolic_certificates.general("lemma8", 3)))
    assert report.lines[1] == "says of itself: yun2020:lemma8 for all D at n = 3"
    assert report.lines[2] == (
        "  left open: a profile is what a network does to column ids, for every D = m^d; "
        "that the claim's network does this at every d and m is not in the certificate"
    )
    at_one = verifier.verify(symbolic_certificates.file(symbolic_certificates.symbolic("lemma8", 1, 2, 3)))
    assert "left open" not in str(at_one)
    assert at_one.lines[1] == "says of itself: yun2020:lemma8 at d=1 n=2 m=3"


@pytest.mark.parametrize("what", ["definition", "profile"])
def test_for_all_D_too_nothing_is_there_that_no_step_reaches(what: str) -> None:
    decided = symbolic_certificates.general("lemma8", 2)
    assert own_verifier(symbolic_certificates.file(decided)) == 0
    if what == "definition":
        decided["definitions"] = [*decided["definitions"], ["another", 1]]
    else:
        decided["profiles"] = {**decided["profiles"], "another": copy.deepcopy(decided["profiles"]["g_c"])}
    code, text = told_by_own(symbolic_certificates.file(decided))
    assert (code, "no step speaks of the" in text) == (1, True)


def test_definitions_reached_are_found_by_hand_and_by_the_package_alike() -> None:
    """Every claim's steps, hashed by the package, by the plain helper of the tests and by the verifier."""
    for label in ("lemma8", "lemma7", "lemma10", "claim1", "so2020:contextual_mapping"):
        decided = json.loads(certificate(decide(small_problem(find(label)[0]))))["decided"]
        hashes = [record["statement"] for record in decided["steps"]]
        assert [statement(record, decided) for record in decided["steps"]] == hashes
        assert reached(decided) == decided
