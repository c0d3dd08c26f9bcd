"""`exactua migrate`: how files of older versions stand here, what is made anew, and that nothing is lost or silent."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from exactua import check
from exactua.certificates.reading import read_certificate
from exactua.certificates.writing import certificate, laid_out
from exactua.claims.registry import find
from exactua.commands.group import main
from exactua.networks.files import write_network
from exactua.papers.yun2020.selective_shift import contextual_map
from exactua.verifier import verify

OLD = Path(__file__).parent / "files" / "lemma7.range_of_k.d1n2m4.json"
"""As version 0.1 wrote it."""
CLAIM = """\
from exactua.authoring import Parameter, claim
heads = claim("heads", parameters=(Parameter("h", "heads"), Parameter("k", "head size")))
@heads.states("h k <= 16")
def small(at):
    return at.h * at.k <= 16
@heads.proof_line("h <= k")
def narrow(at):
    return at.h <= at.k
"""
MANIFEST = """\
# the sizes that we use
[[check]]
claim = "my.py::heads"
parameters = { h = 4, k = 3 }
expect = "holds"
steps = { narrow = "refuted" }
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["migrate", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def states(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, dict[str, Any]]]:
    """The exit code, and what is said of each file."""
    code, out, _ = run(capsys, *arguments, "--format", "json")
    document = json.loads(out)
    assert document["exit_code"] == code
    return code, {entry["file"]: entry for entry in document["files"]}


def everything(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def former(text: str, **changed: Any) -> str:
    """A certificate as version 0.1 would have laid it out, with other things decided if these are given."""
    data = json.loads(text)
    decided = {key: value for key, value in data["decided"].items() if key != "parts"} | changed
    return laid_out(decided, data["run"], "certificate/1")


def of_own() -> str:
    Path("my.py").write_text(CLAIM)
    return certificate(check("my.py::heads", h=4, k=3))


def test_a_certificate_of_version_0_1_is_made_anew_and_confirmed(here, capsys):
    shutil.copy(OLD, "old.json")
    before = everything(here)
    code, files = states(capsys, "old.json")
    assert (code, everything(here)) == (1, before)
    assert files["old.json"]["state"] == "to be made anew"
    assert files["old.json"]["says"] == (
        'it is of the former format "certificate/1"; exactua check yun2020:lemma7.range_of_k decides it again'
    )
    assert run(capsys, "old.json")[1].endswith(
        "\n1 file: 1 to be made anew\n\nmake them anew, the old files beside: exactua migrate old.json --apply\n"
    )
    code, files = states(capsys, "old.json", "--apply")
    assert (code, files["old.json"]["state"], files["old.json"]["says"]) == (0, "made anew", "refuted")
    assert Path(files["old.json"]["backup"]).read_bytes() == OLD.read_bytes()
    assert verify(Path("old.json").read_bytes()).lines[0].startswith("confirmed: refuted")
    same = certificate(check("yun2020:lemma7.range_of_k", d=1, n=2, delta="1/4"))
    assert read_certificate(Path("old.json")).decided == json.loads(same)["decided"]
    assert states(capsys, "old.json")[0] == 0


def test_without_backup_the_old_file_is_gone(here, capsys):
    shutil.copy(OLD, "old.json")
    code, files = states(capsys, "old.json", "--apply", "--no-backup")
    assert (code, files["old.json"]["backup"]) == (0, None)
    assert [*everything(here)] == ["old.json"]


def test_another_verdict_is_told_and_the_old_file_is_kept_in_any_case(here, capsys):
    steps = json.loads(OLD.read_text())["decided"]["steps"]
    lie = former(OLD.read_text(), verdict="holds", steps=[{**steps[0], "verdict": "holds"}])
    Path("old.json").write_text(lie)
    code, files = states(capsys, "old.json", "--apply", "--no-backup")
    says = "refuted; it says refuted, where it said holds; range_of_k is refuted, where it said holds"
    assert (code, files["old.json"]["says"], files["old.json"]["verdict_changed"]) == (1, says, True)
    assert Path("old.json.bak").read_text() == lie


def test_what_is_not_decided_in_its_time_is_left(here, capsys):
    shutil.copy(OLD, "old.json")
    before = everything(here)
    code, files = states(capsys, "old.json", "--apply", "--budget", "0s")
    assert (code, files["old.json"]["state"], everything(here)) == (3, "to be made anew", before)
    assert "not made" in files["old.json"]["says"]


def test_a_folder_has_its_own_files_and_those_of_its_exactua_folder(here, capsys):
    for folder in (".exactua", "below", ".exactua/below"):
        Path(folder).mkdir()
        shutil.copy(OLD, f"{folder}/old.json")
    Path("other.json").write_text("{}")
    Path("other.toml").write_text("[tool]\n")
    Path("other.py").write_text("raise SystemExit('nobody runs it')\n")
    code, out, _ = run(capsys, ".")
    assert code == 1
    assert out.splitlines()[1].split() == ["to", "be", "made", "anew", "certificate", ".exactua/old.json"]
    assert "\n1 file: 1 to be made anew; 3 other files passed over\n" in out
    assert run(capsys, "below", "below/old.json")[1].count("\nto be made anew") == 1


def test_certificates_of_own_claims_need_the_file_of_the_claim(here, capsys):
    Path(".exactua").mkdir()
    Path(".exactua/my.json").write_text(former(of_own()))
    code, files = states(capsys, ".exactua/my.json")
    assert (code, files[".exactua/my.json"]["state"]) == (1, "to be changed by hand")
    assert "no claim my:heads is known here: give the file of its claim as a PATH too" in str(files)
    code, files = states(capsys, ".", "--apply")
    assert (code, files["my.py"]["state"], files[".exactua/my.json"]["state"]) == (0, "current", "made anew")
    Path("other").mkdir()
    Path("other/my.py").write_text(CLAIM)
    Path(".exactua/my.json").write_text(former(of_own()))
    assert "2 claims are called my:heads" in str(states(capsys, ".", "other")[1])


def test_a_claim_that_states_something_else_now(here, capsys):
    Path("my.json").write_text(of_own())
    code, files = states(capsys, "my.json", "my.py")
    assert (code, files["my.json"]["state"]) == (0, "current")
    Path("my.py").write_text(CLAIM.replace("<= 16", "<= 11"))
    code, files = states(capsys, "my.json", "my.py")
    assert (code, files["my.json"]["state"]) == (1, "to be made anew")
    assert files["my.json"]["says"].startswith(
        "the claim states something else now: step small is not that of my:heads"
    )
    code, files = states(capsys, "my.json", "my.py", "--apply")
    assert (code, files["my.json"]["verdict_changed"]) == (1, True)
    Path("my.json.bak").unlink()
    Path("my.py").write_text(CLAIM.replace("def small", "def little"))
    code, files = states(capsys, "my.json", "my.py", "--apply")
    assert "the step small is no longer there" in files["my.json"]["says"]


def test_a_certificate_of_another_version_of_this_format_is_readable(here, capsys):
    data = json.loads(of_own())
    Path("my.json").write_text(laid_out(data["decided"], {**data["run"], "exactua": "0.9"}))
    code, files = states(capsys, "my.json")
    assert (code, files["my.json"]["state"]) == (0, "old, readable")
    assert files["my.json"]["says"].startswith("exactua 0.9 wrote it; no claim of this name is known here")


@pytest.mark.parametrize(
    ("text", "state", "says", "code"),
    [
        (OLD.read_text().replace("refuted", "holds"), "unreadable", "its digest is not that of what it says", 2),
        (OLD.read_text().replace("certificate/1", "certificate/3"), "unreadable", 'its format, "certificate/3", is', 2),
        (OLD.read_text().replace("certificate/1", "certificate/2"), "unreadable", "decided: ", 2),
        (OLD.read_text()[:-20], "unreadable", "it is not a JSON file", 2),
        (former(OLD.read_text(), claim="yun2020:lemma7b"), "to be changed by hand", "no claim yun2020:lemma7b is", 1),
        (former(OLD.read_text(), parameters={"d": 0, "n": 2, "m": 2}), "to be changed by hand", "d: 0 is not valid", 1),
        (former(OLD.read_text(), scope="symbolic"), "to be changed by hand", "exactua check yun2020:lemma7 --scope symb", 1),
        (former(OLD.read_text(), scope="general"), "to be changed by hand", "make it anew by exactua prove yun2020:le", 1),
        (former(OLD.read_text(), steps=[{}]), "unreadable", "it is not a certificate", 2),
        (former(OLD.read_text(), steps=3), "unreadable", "it is not a certificate", 2),
        (former(OLD.read_text()).replace("certificate/1", "limit/1"), "to be changed by hand", "make it anew by exactua limit", 1),
        (former(OLD.read_text()).replace("certificate/1", "proof/1"), "to be changed by hand", "make it anew by exactua prove", 1),
        ('{"exactua":"certificate/1"}', "unreadable", "it is not a certificate", 2),
        ('{"exactua":"certificate/1","decided":[],"digest":"x"}', "unreadable", "its digest is not", 2),
        ('{"exactua":"network/1","network":{}}', "unreadable", "", 2),
    ],
)  # fmt: skip
def test_what_no_command_makes_anew(here, capsys, text, state, says, code):
    Path("a.json").write_text(text)
    before = everything(here)
    for apply in ((), ("--apply",)):
        given, files = states(capsys, "a.json", *apply)
        assert (given, files["a.json"]["state"]) == (code, state)
        assert says in files["a.json"]["says"]
    assert everything(here) == before


def test_a_proof_is_held_against_the_statements_of_its_claim(here, capsys):
    claim, _ = find("lemma10")
    steps = [{"name": step.name, "statement": claim.statement_hash(step)} for step in claim.steps]
    for given, expected in (
        (steps, (0, "current")),
        ([{**steps[0], "statement": "x"}, *steps[1:]], (1, "to be changed by hand")),
        ([3], (2, "unreadable")),
    ):
        decided = {"claim": "yun2020:lemma10", "judged": [], "kernel": {}, "steps": given}
        Path("proof.json").write_text(laid_out(decided, {}, "proof/2"))
        code, files = states(capsys, "proof.json", "--apply")
        assert (code, files["proof.json"]["state"]) == expected


def test_networks_stay(here, capsys):
    write_network(Path("net.json"), contextual_map({"d": 1, "n": 2, "m": 2}))
    code, files = states(capsys, ".", "--apply")
    assert (code, files["net.json"]["state"], [*everything(here)]) == (0, "current", ["net.json"])


def test_claims_that_do_not_run_or_use_what_will_go(here, capsys):
    Path("my.py").write_text("import exactua.authoring\nfrom exactua.numbers import rationals\n")
    code, files = states(capsys, "my.py")
    assert (code, files["my.py"]["state"]) == (1, "to be changed by hand")
    assert "my.py:2: " in files["my.py"]["says"]
    assert "exactua.numbers" in files["my.py"]["says"]
    warns = (
        "import warnings\ndef old():\n    warnings.warn('old() is new()', DeprecationWarning, stacklevel=2)\nold()\n"
    )
    Path("my.py").write_text(CLAIM + warns)
    code, files = states(capsys, "my.py")
    assert (code, files["my.py"]["state"]) == (0, "old, readable")
    assert files["my.py"]["says"] == "it runs; to be replaced: line 12: old() is new()"


def test_older_pins_of_a_manifest_are_rewritten_and_no_verdict_is(here, capsys):
    of_own()
    Path("sizes.toml").write_text(MANIFEST)
    code, files = states(capsys, "sizes.toml")
    assert (code, files["sizes.toml"]["state"]) == (0, "current")
    missing = "1 check, 4 pins missing: exactua regress sizes.toml --update writes them"
    assert files["sizes.toml"]["says"] == missing
    older = MANIFEST + f'digest = "sha256:{"0" * 64}"\n\n[statements]\n"my.py::heads.small" = "sha256:{"1" * 64}"\n'
    Path("sizes.toml").write_text(older)
    code, files = states(capsys, "sizes.toml")
    assert (code, files["sizes.toml"]["state"]) == (1, "to be made anew")
    assert files["sizes.toml"]["says"].startswith("1 check, 2 pins of an older version, 2 pins missing: ")
    assert Path("sizes.toml").read_text() == older
    code, files = states(capsys, "sizes.toml", "--apply")
    assert (code, files["sizes.toml"]["state"]) == (0, "made anew")
    assert Path("sizes.toml.bak").read_text() == older
    assert main(["regress", "sizes.toml"]) == 0
    capsys.readouterr()


def test_a_manifest_with_another_verdict_is_left_to_a_person(here, capsys):
    of_own()
    wrong = MANIFEST.replace('"holds"', '"refuted"') + f'digest = "sha256:{"0" * 64}"\n'
    Path("sizes.toml").write_text(wrong)
    for apply in ((), ("--apply",)):
        code, files = states(capsys, "sizes.toml", *apply)
        assert (code, files["sizes.toml"]["state"]) == (1, "to be changed by hand")
        assert files["sizes.toml"]["says"].startswith(
            "1 check, 1 with other verdicts or counterexamples (exactua regress"
        )
        assert Path("sizes.toml").read_text() == wrong
    Path("sizes.toml").write_text("[[check]]\nclaim = 3\n")
    assert "claim: 3 is not a string" in str(states(capsys, "sizes.toml"))
    Path("sizes.toml").write_text("[[check]]\nclaim = \n")
    assert "not a TOML file" in str(states(capsys, "."))


def test_stale_sign_offs_are_left_to_a_person(here, capsys):
    assert main(["signoff", "lemma8.property3", "--by", "N N", "--quote", "x"]) == 0
    capsys.readouterr()
    assert states(capsys, ".")[1]["signoffs.toml"]["state"] == "current"
    text = Path("signoffs.toml").read_text()
    Path("signoffs.toml").write_text(text.replace("sha256:9", "sha256:0"))
    code, files = states(capsys, ".", "--apply")
    assert (code, files["signoffs.toml"]["state"]) == (1, "to be changed by hand")
    assert files["signoffs.toml"]["says"].startswith("stale: yun2020:lemma8.property3; a person has to read")


def test_a_symbolic_link_is_left_with_all_that_is_beside_it(here, capsys):
    Path("below").mkdir()
    shutil.copy(OLD, "below/old.json")
    Path("old.json").symlink_to("below/old.json")
    code, files = states(capsys, "old.json", "--apply")
    assert (code, files["old.json"]["state"]) == (1, "to be changed by hand")
    assert "old.json is a symbolic link; give the path of the file itself" in files["old.json"]["says"]
    assert not Path("old.json.bak").exists()


def test_no_label_of_a_file_is_part_of_a_command(here, capsys):
    for form in ("limit/1", "proof/1"):
        text = former(OLD.read_text(), claim="x; touch owned").replace("certificate/1", form)
        Path("a.json").write_text(text)
        assert "owned" not in states(capsys, "a.json")[1]["a.json"]["says"]
    Path("a.json").write_text(former(OLD.read_text(), claim="x; touch owned", scope="symbolic"))
    assert states(capsys, "a.json")[1]["a.json"]["says"].endswith("make it anew by exactua check --scope symbolic")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("gone",), "path: there is no file gone"),
        (("other.txt",), "path: other.txt is none of exactua's files; give a certificate, a network, a manifest, "),
        (("old.json", "--no-backup"), "no-backup: nothing is replaced without --apply; leave out --no-backup, or"),
        (("old.json", "--apply"), "backup: old.json.bak is not a file that exactua wrote and is not overwritten; "),
        (("old.json", "--budget", "x"), "budget: 'x' is not a duration; write 60s, 10m or 2h"),
    ],
)  # fmt: skip
def test_bad_input_is_one_sentence_and_nothing_is_written(here, capsys, arguments, says):
    Path("other.txt").write_text("x")
    shutil.copy(OLD, "old.json")
    Path("old.json.bak").write_text("what somebody keeps")
    before = everything(here)
    code, out, err = run(capsys, *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"exactua: {says}")
    assert everything(here) == before


def test_a_folder_without_files_of_exactua(here, capsys):
    assert run(capsys, ".") == (0, "no file of exactua's\n", "")


def test_all_that_is_wrong_with_a_manifest_is_said_at_once_without_its_name(here, capsys):
    checks = [("lemma88", "holds"), ("lemma8", "holdz"), ("theorem3.column_rnages", "holds"), ("lemma8", "holds")]
    entry = '[[check]]\nclaim = "{}"\nd = 1\nn = 2\ndelta = "1/2"\nexpect = "{}"\n'
    Path("m.toml").write_text("".join(entry.format(*check) for check in checks))
    _, files = states(capsys, "m.toml")
    assert files["m.toml"]["says"] == (
        "check 1: label: no claim 'lemma88'; did you mean lemma8?; check 2: expect: 'holdz' is not a verdict; write one of "
        "holds, vacuous, refuted, inconclusive, holds in part, met, not met, met in part; check 3: step: yun2020:theorem3 "
        "has no step 'column_rnages'; it has column_ranges, on_corners and 13 more"
    )
    Path("m.toml").write_text('[unlisted]\nlemma9 = ""\n' + entry.format(*checks[0]))
    _, files = states(capsys, "m.toml")
    assert files["m.toml"]["says"] == (
        "unlisted.\"lemma9\": '' is not a reason; say why no check lists the claim; check 1: label: no claim 'lemma88'; "
        "did you mean lemma8?"
    )


def test_the_certificate_of_a_network_that_was_built_names_the_command_that_builds_it(here, capsys):
    text = former(of_own(), claim="built:theorem2")
    Path("net.json").write_text(text)
    _, files = states(capsys, "net.json")
    assert files["net.json"]["says"].endswith(
        "no claim built:theorem2 is there to decide: make it anew by exactua build theorem2 --f F ..."
    )
