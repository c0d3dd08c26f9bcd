"""Real certificates: the same to the byte however they were made, confirmed as they are, refused after any change."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua import certificate, check, verifier
from exactua.certificates.reading import read_certificate
from exactua.certificates.writing import DEEPEST, decided_data, digest, digest_in, write
from exactua.claims.claim import Claim
from exactua.claims.decision import Decision
from exactua.claims.given import Operands
from exactua.deciding.running import decide
from exactua.errors import InputError
from exactua.terms.encoding import canonical, sha256
from exactua.terms.tracing import Truth
from tests.mutants import parsed, rehashed

DECISIONS = {
    "holds": check("lemma8", d=1, n=3, delta="1/3"),
    "steps vacuous": check("lemma8", d=1, n=3),
    "refuted": check("claim1.equivariant", d=1, n=2, tie_rule="leftmost"),
    "proof line refuted": check("lemma7", d=2, n=2),
    "inconclusive": check("lemma10", d=2, n=3, max_points=1),
    "vacuous": check("lemma10", d=1, n=3),
    "not counted": check("lemma8", d=40, n=1000, delta="1/1000", budget=1),
}  # fmt: skip
TEXTS = {name: certificate(decision) for name, decision in DECISIONS.items()}


@pytest.mark.parametrize("name", TEXTS)
def test_the_digest_in_a_text_is_that_of_its_decision(name: str) -> None:
    assert digest_in(TEXTS[name]) == digest(DECISIONS[name]) == json.loads(TEXTS[name])["digest"]


@pytest.mark.parametrize("name", TEXTS)
def test_confirmed(name: str) -> None:
    report = verifier.verify(TEXTS[name].encode())
    assert report.verdict == DECISIONS[name].verdict


def test_the_examples_have_the_verdicts_they_are_named_after() -> None:
    verdicts = {name: str(decision.verdict) for name, decision in DECISIONS.items()}
    assert verdicts == {
        "holds": "holds", "steps vacuous": "holds", "refuted": "refuted", "proof line refuted": "holds",
        "inconclusive": "inconclusive", "vacuous": "vacuous", "not counted": "inconclusive",
    }  # fmt: skip


@pytest.mark.parametrize("name", TEXTS)
def test_the_hashed_part_is_canonical_and_has_no_float(name: str) -> None:
    text = TEXTS[name]
    hashed = text[len('{"decided":') : text.index(',\n"digest"')]
    decided = json.loads(hashed, parse_float=lambda text: pytest.fail(f"a float: {text}"))
    assert json.dumps(decided, sort_keys=True, separators=(",", ":"), ensure_ascii=True) == hashed
    assert decided == json.loads(json.dumps(decided_data(DECISIONS[name])))


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(sorted(TEXTS)), st.data())
def test_any_altered_byte_of_the_hashed_part_is_refused(name: str, data: st.DataObject) -> None:
    text = TEXTS[name].encode()
    place = data.draw(st.integers(len('{"decided":'), text.index(b',\n"digest"') - 1))
    kind = data.draw(st.sampled_from(["replace", "insert", "delete"]))
    byte = bytes([data.draw(st.integers(32, 126))])
    if kind == "replace":
        altered = text[:place] + byte + text[place + 1 :]
    elif kind == "insert":
        altered = text[:place] + byte + text[place:]
    else:
        altered = text[:place] + text[place + 1 :]
    if altered == text:
        return
    with pytest.raises(verifier.Refused):
        verifier.verify(altered)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to all integers, strings that write numbers, booleans and nulls in JSON data."""
    if isinstance(value, dict):
        return [place for key in sorted(value) for place in places(value[key], (*path, key))]
    if isinstance(value, list):
        return [place for index, inner in enumerate(value) for place in places(inner, (*path, index))]
    return [path]


def changed(value: Any) -> Any:
    """Another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if value is None:
        return 1
    if isinstance(value, str) and "/" in value:
        numerator, _, denominator = value.partition("/")
        return (
            f"{int(numerator) + int(denominator)}/{denominator}"
            if denominator.isdigit() and numerator.lstrip("-").isdigit()
            else None
        )
    return None


FOR_PEOPLE = {"title", "source", "says", "claim", "kind", "reason"}
"""What no computation can tell to be wrong: words. The digest alone protects them."""


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(["holds", "steps vacuous", "refuted", "proof line refuted", "vacuous"]), st.data())
def test_one_number_changed_and_hashed_again_is_refused_or_another_true_certificate(
    name: str, data: st.DataObject
) -> None:
    decided = parsed(DECISIONS[name])
    path = data.draw(st.sampled_from(places(decided)))
    if FOR_PEOPLE & set(map(str, path)):
        return
    lie = copy.deepcopy(decided)
    inner = lie
    for key in path[:-1]:
        inner = inner[key]
    other = changed(inner[path[-1]])
    if other is None:
        return
    inner[path[-1]] = other
    try:
        verifier.verify(rehashed(lie))
    except verifier.Refused:
        return
    # the verifier recomputes what a certificate says of its own networks and terms; so what it confirms after a change
    # can only be a weight or a breakpoint that changes no count, no extreme and no verdict
    # (and of a vacuous one a parameter that leaves it vacuous)
    allowed = {"networks", "domains"} | ({"parameters"} if name == "vacuous" else set())
    assert path[0] in allowed, path


@pytest.mark.parametrize(
    "lie",
    [
        lambda decided: decided["steps"][-1].update(points=decided["steps"][-1]["points"] + 1),
        lambda decided: decided["steps"][-1].update(verdict="vacuous"),
        lambda decided: decided["steps"][-1]["measure"].update(sum=0),
        lambda decided: decided["steps"][-1]["measure"].update(min=decided["steps"][-1]["measure"]["min"] - 1),
        lambda decided: decided["domains"][0].update(points=2),
        lambda decided: decided["domains"][0].update(decided=[]),
        lambda decided: decided["networks"]["g_c"]["items"][0]["family"].update(count=2),
        lambda decided: decided["networks"]["g_c"]["items"].reverse(),
        lambda decided: decided["values"].update(D=4),
        lambda decided: decided["parameters"].update(m=4),
        lambda decided: decided.update(verdict="refuted"),
        lambda decided: decided.update(judged=[]),
        lambda decided: decided["steps"].pop(),
        lambda decided: decided.update(prime="0x1ffffffffffffff1"),
    ],
)
def test_lies_that_are_hashed_again_are_refused(lie: Any) -> None:
    decided = parsed(DECISIONS["holds"])
    assert verifier.verify(rehashed(decided)).verdict == "holds"
    lie(decided)
    with pytest.raises(verifier.Refused):
        verifier.verify(rehashed(decided))


@pytest.mark.parametrize(
    ("content", "code"),
    [(b"", 2), (TEXTS["holds"].encode()[:500], 2), (b"not json", 2), (b"[1, 2]", 2), (b"\xff\xfe", 2), (b"[" * 100_000, 2),
     (TEXTS["holds"].replace("certificate/2", "certificate/3").encode(), 2),
     (TEXTS["holds"].replace('"failures":0', '"failures":1', 1).encode(), 1)],
    ids=["empty", "truncated", "not JSON", "no object", "not UTF-8", "deep", "another version", "one digit"],
)  # fmt: skip
def test_files_that_are_no_certificates(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, code: int
) -> None:
    path = tmp_path / "c.json"
    path.write_bytes(content)
    assert verifier.main([str(path)]) == code
    shown = capsys.readouterr()
    assert len((shown.out + shown.err).strip().splitlines()) == 1
    assert "Traceback" not in shown.out + shown.err


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    with path.open("wb") as file:
        file.truncate(10**9)
    assert verifier.main([str(path)]) == 2


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    target = tmp_path / "c.json"
    write(target, first := '{"decided":{}}')
    with pytest.raises(InputError, match="is not a directory"):
        write(target / "below.json", first)
    assert target.read_text() == first
    assert [path.name for path in tmp_path.iterdir()] == ["c.json"]


def nested(levels: int) -> Decision:
    """A claim with a step of so many operators in each other, decided."""
    claim = Claim("yun2020:deep", "Deep", "none", "A claim of the tests.")

    def deep(at: Operands) -> Truth:
        term = at.m
        for _ in range(levels):
            term = -term
        return at.m <= term

    claim.states("deep")(deep)
    return decide(claim.problem({"d": 1, "n": 2, "m": 3}))


def test_what_nests_deeper_than_verifiers_read_is_not_written() -> None:
    """The file, what is hashed, the steps, the step, the relation: five, and one for the parameter."""
    deepest = DEEPEST - 6
    assert verifier.verify(certificate(nested(deepest)).encode()).verdict == "holds"
    with pytest.raises(
        InputError, match=r"^certificate: it nests arrays and objects more than 200 deep, and"
    ) as caught:
        certificate(nested(deepest + 1))
    assert "\n" not in str(caught.value)
    assert DEEPEST == verifier.checking.DEEPEST


def test_a_certificate_that_nests_deeper_is_not_read() -> None:
    decided = parsed(DECISIONS["vacuous"])
    for _ in range(200):
        decided["says"] = {"says": decided.get("says", [])}
    text = canonical(decided)
    data = f'{{"decided":{text},\n"digest":"{sha256(decided)}",\n"exactua":"certificate/2",\n"run":{{}}}}\n'
    with pytest.raises(InputError, match="more than 200 deep, and"):
        read_certificate(data.encode())


def test_a_certificate_holds_what_its_steps_reach_and_nothing_else() -> None:
    """One step alone takes its definitions and networks along, and no others; its hash is the same in both files."""
    whole = check("lemma8", d=1, n=2)
    alone = check("lemma8.property2", d=1, n=2)
    single, all_of_them = parsed(alone), parsed(whole)
    (record,) = single["steps"]
    (same,) = [step for step in all_of_them["steps"] if step["name"] == record["name"]]
    assert record["statement"] == same["statement"]
    assert len(single["definitions"]) < len(all_of_them["definitions"])
    assert single["values"].keys() == {name for name, _ in single["definitions"]}
    assert single["networks"].keys() == {"g_c"}
    assert verifier.verify(certificate(alone).encode()).verdict == record["verdict"]
