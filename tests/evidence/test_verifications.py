"""Records of verifications: bound to a certificate's digest and to the source of a verifier; whatever else lies there is none."""

from __future__ import annotations

import json
import os
import time
from dataclasses import replace
from pathlib import Path

import pytest

from exactua import verifier
from exactua.claims.verification import Outcome, Verification, Verifier, in_full, state
from exactua.commands.group import main
from exactua.errors import InputError
from exactua.evidence import emitting, verifications
from exactua.evidence.verifications import KEPT, confirmed, current, digest_of, keep, known
from exactua.terms.encoding import sha256


@pytest.fixture(scope="module")
def content(tmp_path_factory) -> bytes:
    path = tmp_path_factory.mktemp("made") / "lemma8.json"
    assert main(["check", "lemma8", "--d", "1", "--n", "2", "--certificate", str(path)]) == 0
    return path.read_bytes()


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def changed(content: bytes, old: bytes, new: bytes) -> bytes:
    """The certificate with another hashed part, and the digest of that."""
    assert old in content
    data = json.loads(content.replace(old, new, 1))
    return content.replace(old, new, 1).replace(
        json.loads(content)["digest"].encode(), sha256(data["decided"]).encode()
    )


def record(digest: str) -> Path:
    return KEPT / f"{digest.removeprefix('sha256:')}.record"


def test_a_certificate_that_was_recomputed_is_confirmed_in_full(content):
    verification = confirmed(content)
    assert (verification.outcome, verification.digest) == (Outcome.FULL, json.loads(content)["digest"])
    assert verification.said.startswith("confirmed: holds (")
    keep(verification)
    assert known(verification.digest) == verification
    assert in_full(known(verification.digest))


def test_the_hash_is_that_of_the_file_that_is_emitted():
    emitted = emitting.emit(Path("verifier.py"))
    assert current() == Verifier("verifier.py", emitted.sha256)


def test_a_lie_is_refused_and_told(content):
    lie = changed(content, b'"failures":0', b'"failures":1')
    verification = confirmed(lie)
    assert verification.outcome is Outcome.REFUSED
    assert verification.digest == digest_of(lie) != digest_of(content)
    keep(verification)
    assert state(known(verification.digest)) == "not confirmed"
    assert known(digest_of(content)) is None


def test_an_altered_file_says_nothing_of_the_certificate_whose_digest_it_has(content):
    altered = content.replace(b'"failures":0', b'"failures":1', 1)
    assert confirmed(altered) is None
    for nothing in (b"", b"[]", b"null", b"{}", b'{"decided":1}', b"[" * 100_000, b"\xff"):
        assert confirmed(nothing) is None


def test_what_is_sampled_is_not_confirmed_and_its_numbers_are_kept(content):
    answer = verifier.verify(content, sample=1, seed="0" * 32)
    assert answer.sampled
    verification = verifications.of(digest_of(content), answer)
    assert verification.outcome is Outcome.SAMPLED
    assert "points recomputed" in verification.said
    assert "0" * 32 in verification.said
    keep(verification)
    assert state(known(verification.digest)) == "sampled"


@pytest.mark.parametrize("code", [verifier.UNREADABLE, verifier.NOT_RECHECKED])
def test_what_is_not_re_checked_is_not_verified(code):
    verification = verifications.of("sha256:" + "0" * 64, verifier.Refused("no", code))
    assert (verification.outcome, state(verification)) == (Outcome.UNCHECKED, "not verified")


def test_time_that_runs_out_is_no_confirmation(content, monkeypatch):
    def forever(*arguments, **options):
        while True:
            time.sleep(0.01)

    monkeypatch.setattr(verifier.checking, "parse", forever)
    assert confirmed(content, 1).outcome is Outcome.UNCHECKED


def test_another_verifier_has_not_confirmed_it(content, monkeypatch):
    verification = confirmed(content)
    keep(verification)
    changed_source = emitting.single_file() + "# changed\n"
    current.cache_clear()
    monkeypatch.setattr(emitting, "single_file", lambda: changed_source)
    try:
        assert known(verification.digest) == replace(verification, current=False)
        assert state(known(verification.digest)) == "not verified"
    finally:
        current.cache_clear()


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data | {"outcome": "sampled"},
        lambda data: data | {"certificate": "sha256:" + "1" * 64},
        lambda data: {key: value for key, value in data.items() if key != "digest"},
        lambda data: with_digest(data | {"certificate": "sha256:" + "1" * 64}),
        lambda data: with_digest(data | {"outcome": "believed"}),
        lambda data: with_digest(data | {"format": "exactua-verified/0"}),
        lambda data: with_digest(data | {"more": 1}),
        lambda data: with_digest(data | {"said": "\x1b[31m"}),
        lambda data: with_digest(data | {"said": "x" * 1000}),
        lambda data: with_digest(data | {"said": 1}),
        lambda data: with_digest(data | {"verifier": "verifier.py"}),
        lambda data: [data],
        lambda data: "text",
        lambda data: None,
    ],
)
def test_a_record_that_is_not_whole_is_none(content, damage):
    verification = confirmed(content)
    keep(verification)
    path = record(verification.digest)
    path.write_text(json.dumps(damage(json.loads(path.read_text()))))
    assert known(verification.digest) is None


def with_digest(data: dict) -> dict:
    rest = {key: value for key, value in data.items() if key != "digest"}
    return rest | {"digest": sha256(rest)}


def test_the_damage_matters(content):
    """A record that is written anew, with the digest that fits, is one: who can write it can lie."""
    verification = confirmed(content)
    keep(verification)
    path = record(verification.digest)
    path.write_text(json.dumps(with_digest(json.loads(path.read_text()) | {"said": "a lie"})))
    assert known(verification.digest).said == "a lie"


def test_what_is_no_file_is_not_opened():
    digest = "sha256:" + "0" * 64
    KEPT.mkdir(parents=True)
    os.mkfifo(record(digest))
    assert known(digest) is None


@pytest.mark.parametrize(
    "digest", ["", "sha256:", "sha256:../../x", "sha256:" + "0" * 63 + "/", "0" * 64, "sha256:" + "A" * 64]
)
def test_no_digest_leads_elsewhere(digest):
    keep(Verification(digest, current(), Outcome.FULL, "x"))
    assert known(digest) is None
    assert list(Path().rglob("*.record")) == []


def test_less_does_not_replace_more_that_the_same_verifier_found(content):
    full = confirmed(content)
    sampled, refused = replace(full, outcome=Outcome.SAMPLED), replace(full, outcome=Outcome.REFUSED)
    keep(sampled)
    assert known(full.digest) == sampled
    keep(full)
    for less in (sampled, replace(full, outcome=Outcome.UNCHECKED)):
        keep(less)
        assert known(full.digest) == full
    keep(refused)
    assert known(full.digest) == refused
    older = replace(full, verifier=Verifier("verifier.py", "sha256:" + "1" * 64), current=False)
    keep(older)
    keep(sampled)  # what another verifier found does not count, and is replaced
    assert known(full.digest) == sampled


def test_a_folder_that_can_not_be_is_one_sentence(content):
    Path(".exactua").write_text("")
    with pytest.raises(InputError, match=r"verify: .exactua is not a directory; give a path in one"):
        verifications.require_kept()
    with pytest.raises(InputError, match="is not a directory"):
        keep(confirmed(content))


@pytest.mark.parametrize("jobs", [1, 2])
def test_files_are_verified_in_their_order(content, jobs):
    Path("a.json").write_bytes(changed(content, b'"failures":0', b'"failures":1'))
    Path("b.json").write_bytes(content)
    Path("c.json").write_bytes(b"{}")
    outcomes = list(verifications.confirmed_files([Path(f"{name}.json") for name in "abc"], jobs=jobs))
    assert [verification and verification.outcome for verification in outcomes] == [Outcome.REFUSED, Outcome.FULL, None]
