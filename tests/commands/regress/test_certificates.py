"""Certificates of a regression run: one for each check, under a name of its own, and true of the check as it is now."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from exactua.claims.verdicts import Verdict
from exactua.commands.group import main
from exactua.deciding import fingerprints
from exactua.deciding.comparing import Expected
from exactua.evidence import regression
from exactua.evidence.manifests import Check, Manifest, read
from tests import own_manifests
from tests.own_manifests import ZEROS, edit


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(fingerprints, "of_code", lambda: ZEROS)  # whoever works on it while the tests run


@pytest.fixture(scope="module")
def manifest_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("made")
    own_manifests.write_by_known_code(folder)
    return folder


@pytest.fixture
def manifest(manifest_folder, tmp_path):
    shutil.copytree(manifest_folder, tmp_path, dirs_exist_ok=True)
    return tmp_path / "sizes.toml"


def posed(*checks: tuple[str, dict[str, int | str]], repaired: bool = False, folder: str = ".") -> list[str]:
    pinned = [Check(label, label, box, Expected(Verdict.HOLDS), repaired) for label, box in checks]
    return [
        regression.certificate_name(instance)
        for instance in regression.posed(Manifest(Path(folder) / "m.toml", tuple(pinned), {}))
    ]


GRID = {"d": 1, "n": 2, "m": 3}


def test_a_claim_of_a_paper_has_the_name_that_check_gives_it() -> None:
    assert posed(("lemma7", GRID), ("yun2020:lemma7.range_of_k", GRID)) == [
        "lemma7.d1n2m3.json", "lemma7.range_of_k.d1n2m3.json",
    ]  # fmt: skip
    assert posed(("lemma7", GRID), repaired=True) == ["lemma7.repaired.d1n2m3.json"]
    assert posed(("so2020:blocks", GRID)) == ["so2020.blocks.d1n2m3.json"]


def test_every_check_of_the_project_has_a_name_of_its_own() -> None:
    folder = Path(__file__).parents[3] / "proofs"
    names = [regression.certificate_name(instance) for instance in regression.posed(read(folder / "so2020.toml"))]
    assert len(set(names)) == len(names) > 30


def test_files_of_one_name_stay_apart_wherever_they_lie() -> None:
    for place in ("a", "b"):
        Path(place).mkdir()
        Path(place, "my_claims.py").write_text(own_manifests.CLAIMS)
    box = {"h": 4, "k": 3}
    first, other = posed(("a/my_claims.py::heads", box), ("b/my_claims.py::heads", box))
    assert first != other
    assert first.startswith("my_claims.heads.h4k3-")
    assert posed((str(Path("a/my_claims.py").resolve()) + "::heads", box)) == [first]
    assert posed(("a/my_claims.py::heads", {"h": 4, "k": 4}))[0] not in (first, other)


WORDS = ["../../escaped", "/tmp/x", "a/b", "..", "x" * 300, "a\\b", "nul\x00", "é"]


def test_no_word_of_somebody_leads_out_of_the_folder() -> None:
    text = (
        "from exactua.authoring import Parameter, claim\n"
        f"lemma = claim('lemma', parameters=(Parameter('way', 'which', choices={tuple(WORDS)!r}), Parameter('k', 'k')))\n"
        "@lemma.states('1 <= k')\ndef one(at):\n    return 1 <= at.k\n"
    )
    Path("my_claims.py").write_text(text)
    names = posed(*(("my_claims.py::lemma", {"way": word, "k": 10**50}) for word in WORDS))
    assert len(set(names)) == len(WORDS)
    for name in names:
        assert Path(name).name == name
        assert name.isascii()
        assert len(name) < 150
        assert not name.startswith(".")


def test_certificates_are_those_of_check_and_are_confirmed(capsys) -> None:
    Path("some.toml").write_text(
        '[[check]]\nclaim = "lemma8"\nd = 1\nn = 2\ndelta = "1/2"\nexpect = "holds"\n[unlisted]\nyun2020 = "one"\n'
    )
    assert main(["regress", "some.toml", "--certificates", "kept", "--jobs", "2"]) == 1
    assert main(["check", "lemma8", "--d", "1", "--n", "2", "--delta", "1/2"]) == 0
    (path,) = Path("kept").iterdir()
    assert path.name == "lemma8.d1n2m2.json"
    kept, checked = (json.loads(Path(place, path.name).read_text()) for place in ("kept", ".exactua"))
    assert kept["digest"] == checked["digest"]
    assert main(["verify", str(path)]) == 0
    capsys.readouterr()


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_what_is_remembered_is_decided_where_its_certificate_is_not_there(manifest, capsys, jobs) -> None:
    def regress() -> str:
        assert main(["regress", "sizes.toml", "--certificates", "kept", "--jobs", jobs]) == 0
        return capsys.readouterr().out

    assert main(["regress", "sizes.toml", "--jobs", jobs]) == 0
    assert "unchanged  since" in capsys.readouterr().out
    assert regress().count("  ok         holds ") == 2
    assert "2 of 2 checks decided before" in regress()
    first, other = sorted(Path("kept").iterdir())
    first.unlink()
    assert regress().count("  ok         holds ") == 1
    assert "2 of 2 checks decided before" in regress()
    first.write_bytes(other.read_bytes())  # a certificate, of another instance
    assert regress().count("  ok         holds ") == 1
    first.write_text(first.read_text().replace('"holds"', '"vacuous"'))
    assert regress().count("  ok         holds ") == 1
    assert json.loads(first.read_text())["digest"] != json.loads(other.read_text())["digest"]
    assert sorted(Path("kept").iterdir()) == [first, other]


def test_a_certificate_of_a_claim_as_it_was_is_written_anew(manifest, capsys) -> None:
    """The check is as expected before and after; only the certificate in the folder is of what was between."""
    before = manifest.read_text()
    edit(Path("my_claims.py"), "<= 16", "<= 17")
    assert main(["regress", "--update", "sizes.toml", "--certificates", "kept"]) == 0
    edit(Path("my_claims.py"), "<= 17", "<= 16")
    manifest.write_text(before)
    assert main(["regress", "sizes.toml", "--certificates", "kept"]) == 0
    pinned = {check.expected.digest for check in read(manifest).checks}
    assert {json.loads(path.read_text())["digest"] for path in Path("kept").iterdir()} == pinned
    capsys.readouterr()


def test_what_is_not_complete_has_a_name_of_its_own(manifest, monkeypatch) -> None:
    decide = regression.decide

    def half(*arguments, **options):
        decision = decide(*arguments, **options)
        domains = tuple(replace(domain, points=None, decided=()) for domain in decision.domains)
        return replace(decision, domains=domains)

    monkeypatch.setattr(regression, "decide", half)
    monkeypatch.chdir(manifest.parent)
    text = '[[check]]\nclaim = "lemma8"\nd = 1\nn = 2\ndelta = "1/2"\nexpect = "holds"\n[unlisted]\nyun2020 = "one"\n'
    Path("some.toml").write_text(text)
    main(["regress", "some.toml", "--certificates", "kept", "--jobs", "1"])
    assert [path.name for path in Path("kept").iterdir()] == ["lemma8.d1n2m2.partial.json"]


def test_a_folder_that_can_not_be_is_exit_2(manifest, capsys) -> None:
    Path("file").write_text("")
    assert main(["regress", "sizes.toml", "--certificates", "file"]) == 2
    assert "file is not a directory; give the path of a folder" in capsys.readouterr().err
