"""`pytest --exactua`: manifests as tests, beside whatever other tests there are, and nothing without the option."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from exactua.certificates.reading import read_certificate
from tests import own_manifests
from tests.own_manifests import edit

pytest_plugins = ["pytester"]
ROOT = Path(__file__).parents[1]
ITEMS = [
    "sizes.toml::my_claims.py:heads h=4,k=3",
    "sizes.toml::my_claims.py:heads h=2,k=3",
    "sizes.toml::statements of my_claims.py:heads",
    "sizes.toml::statements of other claims",
    "sizes.toml::unlisted claims",
]


@pytest.fixture(scope="module")
def manifest_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("made")
    own_manifests.write(folder)
    shutil.rmtree(folder / ".exactua")
    return folder


@pytest.fixture
def tests(pytester, manifest_folder, monkeypatch):
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # whether or not the package is installed
    monkeypatch.setenv("PYTEST_ADDOPTS", "")
    shutil.copytree(manifest_folder, pytester.path, dirs_exist_ok=True)
    return pytester


def run(tests, *arguments: str):
    return tests.runpytest_inprocess("-p", "exactua.pytest_plugin", "-p", "no:cacheprovider", *arguments)


def test_the_package_declares_it() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["entry-points"]["pytest11"] == {"exactua": "exactua.pytest_plugin"}


def test_it_loads_nothing_of_exactua_before_it_is_asked() -> None:
    program = "import sys, exactua.pytest_plugin\nprint(*(name for name in sys.modules if name.startswith('exactua.')))"
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True, cwd=ROOT)
    assert done.stdout.split() == ["exactua.pytest_plugin"]


def test_every_check_is_a_test_with_an_id_of_its_own(tests) -> None:
    out = run(tests, "--exactua", ".", "--collect-only", "-q").stdout.str()
    assert [line for line in out.splitlines() if "::" in line] == ITEMS
    result = run(tests, "--exactua", "sizes.toml", "-v")
    result.assert_outcomes(passed=5)
    assert [line.split(" PASSED")[0] for line in result.stdout.lines if " PASSED" in line] == ITEMS
    run(tests, "--exactua", "-k", "heads and not statements").assert_outcomes(passed=2, deselected=3)
    run(tests, "--exactua", ITEMS[1]).assert_outcomes(passed=1)
    assert not (tests.path / ".exactua").exists()


def test_nothing_is_collected_without_the_option(tests) -> None:
    tests.makepyfile("def test_one(): pass")
    run(tests).assert_outcomes(passed=1)
    run(tests, "--exactua").assert_outcomes(passed=6)


def test_other_toml_files_are_left_alone(tests) -> None:
    (tests.path / "pyproject.toml").write_text('[project]\nname = "x"\n')
    (tests.path / "broken.toml").write_text("= = [\n")
    run(tests, "--exactua").assert_outcomes(passed=5)
    result = run(tests, "--exactua", "pyproject.toml")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["pyproject.toml: unknown key 'project'; a manifest has *"])


def test_a_failure_shows_what_differs_and_no_traceback(tests) -> None:
    edit(tests.path / "sizes.toml", 'expect = "holds"', 'expect = "refuted"')
    result = run(tests, "--exactua", "--junitxml=r.xml")
    result.assert_outcomes(passed=4, failed=1)
    out = result.stdout.str()
    result.stdout.fnmatch_lines(
        ["sizes.toml:3: holds, where refuted is expected", "-  verdict  refuted", "+  verdict  holds"]
    )
    assert not re.search(r"runtest|Traceback|pytest_plugin", out)
    cases = list(ElementTree.parse(tests.path / "r.xml").getroot().iter("testcase"))
    assert [case.find("failure") is not None for case in cases] == [True, False, False, False, False]
    properties = {element.get("name"): element.get("value") for element in cases[0].iter("property")}
    assert properties["verdict"] == "holds"
    assert properties["digest"].startswith("sha256:")


def test_a_changed_statement_fails_the_statements_of_its_claim(tests) -> None:
    edit(tests.path / "my_claims.py", "at.k <= 16", "at.k <= 17")
    result = run(tests, "--exactua", "-k", "statements")
    result.assert_outcomes(failed=1, passed=1, deselected=3)
    result.stdout.fnmatch_lines(["my_claims.py::heads.small", "-  sha256:*", "+  sha256:*"])
    text = (tests.path / "sizes.toml").read_text()
    (tests.path / "sizes.toml").write_text(text.partition("[statements]")[0])
    result = run(tests, "--exactua", "-k", "statements")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["sizes.toml:*: 2 statements not as pinned", "my_claims.py::heads.small", "-  not pinned"]
    )


def test_a_claim_without_a_check_fails_unless_another_manifest_has_one(tests) -> None:
    claims = tests.path / "my_claims.py"
    claims.write_text(claims.read_text() + own_manifests.OTHER)
    run(tests, "--exactua", "-k", "unlisted").assert_outcomes(failed=1, deselected=4)
    (tests.path / "rest.toml").write_text('[[check]]\nclaim = "my_claims.py::other"\nd = 1\nn = 1\nexpect = "holds"\n')
    run(tests, "--exactua", "-k", "unlisted").assert_outcomes(passed=2, deselected=6)
    (tests.path / "rest.toml").write_text('[unlisted]\n"my_claims.py::heads" = "idle"\n"my_claims.py::other" = "why"\n')
    result = run(tests, "--exactua", "-k", "unlisted")
    result.assert_outcomes(passed=1, failed=1, deselected=5)
    result.stdout.fnmatch_lines(["rest.toml:*: [[]unlisted] my_claims.py::heads: it leaves out nothing *"])


def test_a_file_of_claims_in_a_folder_counts_where_the_folder_is_given(tests) -> None:
    (tests.path / "more.py").write_text(own_manifests.CLAIMS)
    run(tests, "--exactua", "-k", "unlisted").assert_outcomes(failed=1, deselected=4)
    run(tests, "--exactua", "-k", "unlisted", "sizes.toml").assert_outcomes(passed=1, deselected=4)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("[[check]]", "[[check", "sizes.toml: not a TOML file (*"),
        ("::heads", "::hands", "sizes.toml: check 1: label: *my_claims.py* has no claim *hands*"),
        ('"holds"', '"true"', "sizes.toml: check 1: expect: 'true' is not a verdict; *"),
    ],
    ids=["toml", "label", "verdict"],
)
def test_an_unreadable_manifest_is_one_sentence(tests, old, new, sentence) -> None:
    edit(tests.path / "sizes.toml", old, new)
    result = run(tests, "--exactua", "sizes.toml")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines([sentence])
    assert "Traceback" not in result.stdout.str()


def test_a_manifest_that_asks_for_nothing_does_not_pass(tests) -> None:
    for text in ("# nothing yet\n", '[unlisted]\n"my_claims.py::heads" = "why"\n'):
        (tests.path / "empty.toml").write_text(text)
        result = run(tests, "--exactua", "empty.toml")
        result.assert_outcomes(errors=1)
        result.stdout.fnmatch_lines(["empty.toml: no *check*; write one at least"])
        assert result.ret == 2


@pytest.mark.parametrize("processes", [(), pytest.param(("-p", "xdist", "-n", "1"), marks=pytest.mark.processes)])
def test_a_paper_stands_for_its_manifest(tests, monkeypatch, processes) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    result = tests.runpytest_subprocess("-p", "exactua.pytest_plugin", "-p", "no:cacheprovider", *processes,
                                        "--exactua", "so2020", "-k", "so2020 and statements")  # fmt: skip
    result.assert_outcomes(passed=7)
    assert result.ret == 0


def test_a_paper_without_a_manifest_is_one_sentence(tests, monkeypatch) -> None:
    monkeypatch.setattr("exactua.evidence.manifests.proofs_folder", lambda: tests.path)
    result = run(tests, "--exactua", "so2020")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "--exactua: manifests: the paper so2020 has no manifest so2020.toml; write one" in result.stderr.str()


def test_a_wrong_parameter_is_one_sentence_too(tests) -> None:
    edit(tests.path / "sizes.toml", "h = 4, ", "")
    result = run(tests, "--exactua", "-k", "heads and not statements")
    result.assert_outcomes(failed=1, passed=1, deselected=3)
    result.stdout.fnmatch_lines(["sizes.toml: check 1: h: missing*"])


def test_certificates_are_written_where_they_are_asked_for(tests) -> None:
    run(tests, "--exactua", "--exactua-certificates=kept").assert_outcomes(passed=5)
    certificates = [read_certificate(path) for path in (tests.path / "kept").iterdir()]
    assert len(certificates) == 2
    result = run(tests, "--exactua-certificates=kept")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result = run(tests, "--exactua", "--exactua-certificates=sizes.toml")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "sizes.toml is not a directory" in result.stderr.str()


@pytest.mark.processes
def test_processes_of_xdist_share_the_checks(tests) -> None:
    edit(tests.path / "sizes.toml", 'expect = "holds"', 'expect = "refuted"')
    result = run(tests, "-p", "xdist", "-n", "2", "--exactua", "sizes.toml")
    result.assert_outcomes(passed=4, failed=1)
    result.stdout.fnmatch_lines(["-  verdict  refuted", "+  verdict  holds"])


@pytest.mark.parametrize("processes", [(), pytest.param(("-p", "xdist", "-n", "1"), marks=pytest.mark.processes)])
def test_an_error_of_exactua_itself_is_a_sentence_and_no_failed_check(tests, monkeypatch, processes) -> None:
    monkeypatch.delenv("EXACTUA_TRACEBACK")
    tests.makeconftest(
        "from exactua.evidence import regression\ndef decide(*_, **__): raise ValueError('so it is')\n"
        "regression.decide = decide\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    result = tests.runpytest_subprocess("-p", "exactua.pytest_plugin", "-p", "no:cacheprovider", *processes,
                                        "--exactua", "sizes.toml")  # fmt: skip
    result.stdout.fnmatch_lines(["this is an error of exactua itself (ValueError: so it is); please report it to *"])
    assert "Traceback" not in result.stdout.str()
    assert result.ret == 70
