"""What docs/promise.md promises stays: names of every kind, and the answer about each file that version 1.0 wrote."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from exactua import verify
from exactua.networks.files import read_network, write_network
from tests.foreign import foreign_verifier, proved, told
from tests.promised.answers import CERTIFICATES, FILES, NETWORK
from tests.promised.names import KEPT, lacks, names

CODES = {"confirmed": 0, "not re-checked": 3}


def test_no_promised_name_is_gone() -> None:
    today, kept = names(), KEPT.read_text(encoding="utf-8").splitlines()
    assert [line for line in kept if lacks(line, today)] == []
    assert {line.split(" ")[0] for line in kept} == {"command", "label", "option", "python"}
    assert kept == sorted(set(kept))
    assert len(kept) > 2000


@pytest.mark.parametrize(
    ("kept", "today", "gone"),
    [
        ("label a:b.c", ["label a:b"], True),
        ("option check --d", ["option check --d", "option check --n"], False),
        ("python m.f x! y", ["python m.f x! y z"], False),
        ("python m.f x! y", ["python m.f x! z!"], True),
        ("python m.f x! y", ["python m.f x! y z!"], True),
        ("python m.f x! y", ["python m.f y x!"], True),
        ("python m.f x! y", ["python m.f x y"], False),
        ("python m.f x! y", ["python m.f x! y!"], True),
        ("python m.f x! y z", ["python m.f x! z y"], True),
        ("python m.f x! z", ["python m.f x! y z"], True),
        ("python m.f x! y", ["python m.f x! * y"], True),
        ("python m.f x! * y", ["python m.f x! y"], False),
        ("python m.f x! * y z", ["python m.f x! * z y w"], False),
        ("python m.f x! * y", ["python m.f x! *"], True),
        ("python m.f x! *more", ["python m.f x! y *more"], True),
        ("python m.f x! *more y", ["python m.f x! * y"], True),
        ("python m.f x! **more", ["python m.f x!"], True),
        ("python m.f", ["python m.g"], True),
    ],
)
def test_a_name_that_is_gone_or_takes_something_else_is_seen(kept: str, today: list[str], gone: bool) -> None:
    assert lacks(kept, today) == gone


@pytest.mark.parametrize("name", CERTIFICATES)
def test_a_file_of_version_1_0_has_its_answer(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # what verify remembers is written here
    promised = CERTIFICATES[name]
    answer = verify(FILES / name)
    assert (answer.found, answer.verdict or "") == (promised.found, promised.verdict)
    assert foreign_verifier((FILES / name).read_bytes()) == CODES[promised.found]


def test_the_proved_verifier_confirms_what_it_did() -> None:
    confirmed = [name for name in CERTIFICATES if told(proved(), (FILES / name).read_bytes())[0] == 0]
    assert {name for name, kept in CERTIFICATES.items() if kept.proved} <= set(confirmed)


def test_a_network_of_version_1_0_is_read_as_it_was(tmp_path: Path) -> None:
    read = read_network(FILES / NETWORK)
    write_network(tmp_path / NETWORK, read.network)
    again = json.loads((tmp_path / NETWORK).read_text())["network"]
    assert again == json.loads((FILES / NETWORK).read_text())["network"]


def test_every_file_is_promised_something() -> None:
    assert {path.name for path in FILES.iterdir()} == {*CERTIFICATES, NETWORK}
