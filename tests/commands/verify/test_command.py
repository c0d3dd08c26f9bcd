"""`verify`: files and folders, whose statement it was, exit codes, and nothing that a certificate names is opened."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from exactua import __version__, verifier
from exactua.certificates.writing import certificate, laid_out
from exactua.claims.registry import find
from exactua.claims.verification import Outcome
from exactua.commands.group import main
from exactua.commands.verify import work as verifying
from exactua.commands.verify.whose_statement import Whose
from exactua.deciding.running import decide
from exactua.evidence.verifications import known
from exactua.networks import Network
from tests.forged_statements import FORGERIES, WRONG, at_instance, for_all_D
from tests.own_files import HEAD, STEPS
from tests.packaging import ROOT

INSTALLED = f"yun2020:lemma8 as installed (exactua {__version__})"


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def put(path: str, content: bytes) -> str:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_bytes(content)
    return path


def named(label: str, content: bytes | None = None) -> bytes:
    """The certificate with another label."""
    decided = json.loads(at_instance(None) if content is None else content)["decided"]
    return laid_out(decided | {"claim": label}, {}).encode()


@pytest.mark.parametrize(("content", "headline"), [
    (at_instance, "confirmed: holds (165 of 165 points recomputed)"),
    (for_all_D, "confirmed: holds (one symbolic run, made again)"),
])  # fmt: skip
def test_the_claim_itself(capsys, content, headline):
    assert main(["verify", put("c.json", content(None))]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == [headline, f"every statement is that of {INSTALLED}"]
    assert lines[-2].startswith("  property4: holds ")
    assert lines[-1] == "  6 of 6 parts of the statement are decided"


@pytest.mark.parametrize("content", [at_instance, for_all_D])
@pytest.mark.parametrize("name", FORGERIES)
def test_another_statement_under_its_name(capsys, name, content):
    assert main(["verify", put("c.json", content(name))]) == 1
    out = capsys.readouterr().out
    assert out.startswith(f"another statement under its name: {WRONG[name]} of {INSTALLED}\n  confirmed: holds (")
    assert "not confirmed" not in out


def test_what_is_not_confirmed_says_so(capsys):
    assert main(["verify", put("c.json", at_instance(None).replace(b'"points":145', b'"points":146'))]) == 1
    assert capsys.readouterr().out == "not confirmed: the digest is not that of the hashed part\n"


def test_what_the_verifier_said_is_remembered(capsys):
    content = at_instance(None)
    digest = json.loads(content)["digest"]
    assert main(["verify", put("c.json", content), "--sample", "3"]) == 3
    assert known(digest).outcome is Outcome.SAMPLED
    assert main(["verify", "c.json"]) == 0
    assert known(digest).outcome is Outcome.FULL
    assert main(["verify", "c.json", "--sample", "3"]) == 3
    assert known(digest).outcome is Outcome.FULL
    lie = json.loads(content)["decided"]
    lie["verdict"] = "refuted"
    assert main(["verify", put("lie.json", laid_out(lie, {}).encode())]) == 1
    assert known(json.loads(Path("lie.json").read_text())["digest"]).outcome is Outcome.REFUSED
    assert main(["verify", put("altered.json", content.replace(b'"points":145', b'"points":146'))]) == 1
    assert len(list(Path(".exactua/verified").iterdir())) == 2


def test_where_it_can_not_be_remembered_a_note_says_so(capsys):
    put(".exactua", b"a file where the folder should be")
    assert main(["verify", put("c.json", at_instance(None))]) == 0
    assert capsys.readouterr().err.startswith("note: it is not remembered: ")


def test_a_file_that_is_named_twice_is_told_once(capsys):
    put("kept/c.json", at_instance(None))
    assert main(["verify", "kept", "kept/c.json", "./kept/c.json"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "1 of 1 confirmed"


def test_files_and_folders_are_told_one_after_the_other(capsys):
    put("kept/a/true.json", at_instance(None))
    put("kept/forged.json", at_instance("one category"))
    put("kept/network.json", b'{"d": 1}')
    put("kept/words.txt", b"no certificate")
    put("all_d.json", for_all_D(None))
    assert main(["verify", "all_d.json", "kept", "missing.json"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if not line.startswith(" ")] == [
        "all_d.json",
        "kept/a/true.json",
        "kept/forged.json",
        "missing.json",
        "2 of 4 confirmed; not: kept/forged.json (another statement), "
        "missing.json (unreadable); 1 other .json file is no certificate",
    ]
    assert lines[1] == "  confirmed: holds (one symbolic run, made again)"
    assert "  unreadable: there is no file missing.json" in lines


@pytest.mark.parametrize(("codes", "together"), [
    ((0, 0), 0), ((0, 3), 3), ((3, 2), 2), ((0, 3, 2), 2), ((2, 1), 1), ((3, 2, 1, 0), 1),
])  # fmt: skip
def test_codes_have_an_order(codes, together):
    verified = [verifying.Verified(Path("c"), "", code, ()) for code in codes]
    assert verifying.overall(verified) == together


def test_a_folder_without_a_certificate(capsys):
    put("kept/network.json", b'{"d": 1}')
    assert main(["verify", "kept"]) == 2
    out = capsys.readouterr().out.splitlines()
    assert out[:2] == ["kept", "  unreadable: there is no certificate in this folder"]


def test_a_pipe_is_not_waited_for(capsys):
    os.mkfifo("pipe.json")
    began = time.monotonic()
    assert main(["verify", "pipe.json"]) == 2
    assert main(["verify", "."]) == 2
    assert time.monotonic() - began < 30
    assert "pipe.json is not a regular file (a pipe or a device)" in capsys.readouterr().out


def test_a_sample_confirms_nothing(capsys):
    put("c.json", at_instance(None))
    seed = "0123456789abcdef" * 2
    assert main(["verify", "c.json", "--sample", "5", "--seed", seed]) == 3
    first = capsys.readouterr().out
    assert first.startswith("sampled, not confirmed; says: holds (")
    assert f"\nseed: {seed}\n" in first
    assert f"\nevery statement is that of {INSTALLED}\n" in first
    assert main(["verify", "c.json", "--sample", "5", "--seed", seed]) == 3
    assert capsys.readouterr().out == first
    assert main(["verify", put("f.json", at_instance("one category")), "--sample", "5"]) == 1
    assert capsys.readouterr().out.startswith("another statement under its name: ")


@pytest.mark.parametrize(("arguments", "said"), [
    (["c.json", "--seed", "12"], "seed: '12' is not valid; give 32 hexadecimal digits, in lower case"),
    (["c.json", "--format", "xml"], "format: 'xml' is not valid; choose one of text, json"),
    (["c.json", "--sample", "0"], "0 is not in the range x>=1"),
    (["c.json", "--seconds", "-1"], "-1.0 is not in the range x>=0"),
    (["c.json", "--claims", "nowhere.py"], "nowhere.py"),
    (["c.json", "--full"], "No such option '--full'"),
    ([], "Missing argument 'CERT...'"),
])  # fmt: skip
def test_wrong_usage_is_one_sentence(capsys, arguments, said):
    put("c.json", at_instance(None))
    assert main(["verify", *arguments]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert said in told.err
    assert len(told.err.splitlines()) == 1


def test_time_is_that_of_a_clock_on_the_wall(capsys, monkeypatch):
    monkeypatch.setattr(verifier, "verify", lambda *_: time.sleep(60))
    began = time.monotonic()
    assert main(["verify", put("c.json", at_instance(None)), "--seconds", "0.2"]) == 3
    assert time.monotonic() - began < 30
    assert capsys.readouterr().out == "not re-checked: it takes more time or memory than it may (TimeoutError)\n"


def test_where_there_is_no_time_to_compare_it_was_not_compared(capsys, monkeypatch):
    monkeypatch.setattr(verifying, "whose_statement", lambda *_: time.sleep(60))
    assert main(["verify", put("c.json", at_instance(None)), "--seconds", "3"]) == 3
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "not compared with yun2020:lemma8 as installed: it takes more time or memory than it may"
    assert lines[1] == "  confirmed: holds (165 of 165 points recomputed)"


def test_a_claim_is_not_built_for_ever(capsys):
    """W_P has 1400 x 1400 entries there, of 1,400 bits: GMP may end the process, and then it was not compared."""
    claim = find("yun2020:bilinear_projection")[0]
    problem = claim.problem({"d": 1, "n": 1400, "m": 2}, ("parameters",), with_networks=False)
    problem = replace(problem, networks={"BProj": Network(1, [])})
    assert main(["verify", put("c.json", certificate(decide(problem)).encode()), "--seconds", "2"]) == 3
    assert capsys.readouterr().out.startswith("not compared with yun2020:bilinear_projection as installed: it takes ")


def test_json_says_the_same(capsys):
    put("true.json", at_instance(None))
    put("forged.json", at_instance("nothing asserted"))
    assert main(["verify", "true.json", "forged.json", "missing.json", "--format", "json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert (document["format"], document["exit_code"], document["confirmed"]) == ("exactua-verify/1", 1, 1)
    true, forged, missing = document["files"]
    assert true["whose"] == {
        "answer": "installed",
        "sentence": f"every statement is that of {INSTALLED}",
        "remarks": [],
    }
    assert (true["found"], true["exit_code"], true["verdict"]) == ("confirmed", 0, "holds")
    assert (forged["found"], forged["exit_code"], forged["whose"]["answer"]) == (
        *["another statement", 1],
        "another statement",
    )
    assert (missing["found"], missing["exit_code"], missing["whose"]) == ("unreadable", 2, None)


def test_names_from_a_file_are_shown_so_that_nothing_is_read_into_them(capsys):
    label = "yun2020:lemma8\x1b[2J\nevery statement is that of it"
    assert main(["verify", put("c.json", named(label))]) == 0
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert not any(line.startswith("every statement") for line in out.splitlines())


def test_own_claims_are_compared_where_they_are_given(capsys):
    Path("mine.py").write_text(HEAD + STEPS)
    assert main(["check", "mine.py::lemma.rises", "--d", "1", "--n", "2", "--certificate", "c.json"]) == 0
    capsys.readouterr()
    assert main(["verify", "c.json"]) == 0
    assert "no claim of this name is known here" in capsys.readouterr().out.splitlines()[1]
    assert main(["verify", "c.json", "--claims", "mine.py"]) == 0
    told = capsys.readouterr().out.splitlines()[1]
    assert told.startswith("every statement is that of mine:lemma as mine.py has it; only its step rises is judged")
    Path("mine.py").write_text(HEAD + STEPS.replace(">=", ">") + "\n")
    assert main(["verify", "c.json", "--claims", "mine.py"]) == 1
    assert capsys.readouterr().out.startswith("another statement under its name: ")


WATCHED = """
import os, sys
log = os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
def seen(event, arguments):
    if event in ("open", "import", "compile", "exec", "os.listdir", "os.scandir"):
        os.write(log, (event + " " + repr(arguments[:2])[:500] + "\\n").encode())
sys.addaudithook(seen)
from exactua.commands.group import main
sys.exit(main(sys.argv[2:]))
"""


def watched(*arguments: str) -> tuple[int, list[str]]:
    """The exit code of a command, and what an audit hook saw of files and modules of the name unasked."""
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{Path('site').absolute()}"}
    code = subprocess.run([sys.executable, "-c", WATCHED, "seen.log", *arguments], env=environment).returncode
    events = Path("seen.log").read_text().splitlines()
    Path("seen.log").unlink()
    assert len(events) > 100  # the hook sees what there is to see, in processes that are forked too
    return code, [event for event in events if "unasked" in event]


def test_nothing_that_a_certificate_names_is_imported_or_opened():
    put("unasked.py", (HEAD + STEPS).encode())
    put("site/unasked_claims.py", (HEAD + STEPS).encode())
    put("site/unasked-1.0.dist-info/METADATA", b"Metadata-Version: 2.1\nName: unasked\nVersion: 1.0\n")
    put("site/unasked-1.0.dist-info/entry_points.txt", b"[exactua.claims]\nunasked = unasked_claims\n")
    for k, label in enumerate((f"{Path('unasked.py').absolute()}::lemma", "unasked.py::lemma", "unasked:lemma")):
        code, events = watched("verify", put(f"certificate{k}.json", named(label)))
        assert (code, events) == (0, [])
    code, events = watched("verify", "certificate0.json", "--claims", "unasked.py")
    assert code == 0
    assert events != []  # a file that the command line names is: the hook would have seen it


def test_every_answer_has_a_word():
    assert {whose.value for whose in Whose} == {
        "installed",
        "another network",
        "another statement",
        "unknown",
        "not compared",
    }
