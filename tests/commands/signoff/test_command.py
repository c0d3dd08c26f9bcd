"""`exactua signoff`: what is written, what is refused, and where a sign-off is shown: at its own step, as it was read."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from exactua.claims.registry import find
from exactua.claims.signoff import Signoff
from exactua.commands.group import main
from exactua.commands.report.dossiers import from_certificates
from exactua.errors import InputError
from exactua.evidence import signoffs
from exactua.evidence.signoffs import OURS, Readers, Signoffs, parse, read
from exactua.printing.errata import fields
from tests.claims.test_packages import kim, site  # noqa: F401 (a fixture)
from tests.commands.report.site.sample import write_files
from tests.own_files import STEPS, write

SIGN = ("--by", "N N", "--quote", "the words")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["signoff", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def shown(capsys: pytest.CaptureFixture[str], label: str) -> dict[str, list[dict[str, object]]]:
    """Who read each step, as `show` tells programs."""
    assert main(["show", label, "--format", "json"]) == 0
    return {step["name"]: step["read_by"] for step in json.loads(capsys.readouterr().out)["steps"]}


def test_nobody_has_signed_off_a_step_that_comes_with_exactua() -> None:
    assert read(OURS).entries == ()
    assert OURS.read_text(encoding="utf-8").startswith("# ")


def test_a_step_is_signed_off_in_a_file_of_ones_own(here, capsys):
    code, out, err = run(capsys, "lemma8.property3", "--by", " N  N", "--quote", "the\nwords", "--page", "13")
    assert (code, err) == (0, "")
    assert out.splitlines()[1:] == ['signed off by N N: it says "the words", p. 13', "in signoffs.toml"]
    claim, _ = find("lemma8")
    (entry,) = read(Path("signoffs.toml")).entries
    statement = claim.statement_hash(claim.step("property3"))
    assert entry == Signoff("yun2020:lemma8.property3", statement, "N N", "the words", "13")
    assert Path("signoffs.toml").read_text().startswith("# Who read which step")


def test_it_is_shown_at_its_own_step_alone(here, capsys):
    run(capsys, "lemma8.property3", *SIGN)
    told = shown(capsys, "lemma8")
    assert told.pop("property3") == [{"by": "N N", "quote": "the words", "page": None, "stale": False}]
    assert len(told) == 9
    assert set(map(len, told.values())) == {0}
    assert main(["show", "lemma8"]) == 0
    out = capsys.readouterr().out
    assert out.count("read by") == 1
    assert re.search(r"\n  property3 .*\n(      .*\n){3}      read by N N\n", out)


def test_a_step_of_the_same_statement_is_not_signed_off_with_it(here):
    """Two steps may have one hash: the label tells them apart."""
    claim, _ = find("lemma8")
    first, second = claim.step("property3"), claim.step("property4")
    of_first = Signoff("yun2020:lemma8.property3", claim.statement_hash(second), "N N", "x")
    readers = Readers([Signoffs(Path("signoffs.toml"), (of_first,))])
    assert readers.of(claim, second) == ()
    assert [reader.stale for reader in readers.of(claim, first)] == [True]


def test_a_changed_term_makes_it_stale_and_a_new_one_replaces_it(here, capsys):
    write()
    assert run(capsys, "my_lemma.py::lemma.grows", *SIGN)[0] == 0
    assert [reader["stale"] for reader in shown(capsys, "my_lemma.py::lemma")["grows"]] == [False]
    write(STEPS.replace("at.f(point)[1, j] > point[1, j]", "at.f(point)[1, j] > point[1, j] + 1"))
    told = shown(capsys, "my_lemma.py::lemma")
    assert ([reader["stale"] for reader in told["grows"]], told["rises"]) == ([True], [])
    assert main(["show", "my_lemma.py::lemma"]) == 0
    assert "read by N N (stale, as the step states something else since)" in capsys.readouterr().out
    assert " N N      -     stale  " in run(capsys, "--list")[1]
    code, out, _ = run(capsys, "my_lemma.py::lemma.grows", *SIGN)
    assert (code, out.splitlines()[-1]) == (0, "in signoffs.toml; a stale sign-off is replaced")
    assert [reader["stale"] for reader in shown(capsys, "my_lemma.py::lemma")["grows"]] == [False]


def test_certificates_know_nothing_of_it(here, capsys):
    digests = []
    for _ in range(2):
        assert main(["check", "lemma10.lower_bound", "--d", "1", "--n", "2", "--format", "json"]) == 0
        digests.append(json.loads(capsys.readouterr().out)["boxes"][0]["digest"])
        run(capsys, "lemma10.lower_bound", *SIGN)
    assert digests[0] == digests[1]
    assert "N N" not in next(Path(".exactua").glob("*.json")).read_text()


def test_own_claims_are_named_from_the_folder_of_the_file(here, capsys, monkeypatch):
    write(path="claims/my_lemma.py")
    assert run(capsys, "claims/my_lemma.py::lemma.grows", *SIGN, "--file", "claims/signoffs.toml")[0] == 0
    (entry,) = read(Path("claims/signoffs.toml")).entries
    assert entry.step == "my_lemma.py::lemma.grows"
    monkeypatch.chdir("claims")
    assert len(shown(capsys, "my_lemma.py::lemma")["grows"]) == 1
    write(path="../other/my_lemma.py")  # the same names in another folder
    assert shown(capsys, "../other/my_lemma.py::lemma")["grows"] == []


def test_claims_of_packages_go_into_ones_own_file(site, capsys):  # noqa: F811
    kim(site)
    assert run(capsys, "kim2023:lemma.grows", *SIGN)[0] == 0
    assert [entry.step for entry in read(Path("signoffs.toml")).entries] == ["kim2023:lemma.grows"]
    assert len(shown(capsys, "kim2023:lemma")["grows"]) == 1


def test_in_a_checkout_a_paper_has_the_file_that_comes_with_exactua(here, monkeypatch):
    lemma8, own = find("lemma8")[0], find(f"{write()}::lemma")[0]
    assert signoffs.default_file(lemma8) == signoffs.OWN
    monkeypatch.chdir(OURS.parent)
    assert (signoffs.default_file(lemma8), signoffs.default_file(own)) == (OURS, signoffs.OWN)


def test_several_people_and_taking_back(here, capsys):
    run(capsys, "lemma8.property3", *SIGN)
    Path("signoffs.toml").write_text(Path("signoffs.toml").read_text() + "# a comment\n")
    run(capsys, "lemma8.property3", "--by", "M M", "--quote", 'a "quote" \\ of theirs')
    assert [reader["by"] for reader in shown(capsys, "lemma8.property3")["property3"]] == ["N N", "M M"]
    says = "exactua: by: several people signed off lemma8.property3 in signoffs.toml; give --by NAME: signed off by N N, M M\n"
    assert run(capsys, "lemma8.property3", "--remove") == (2, "", says)
    assert run(capsys, "lemma8.property3", "--remove", "--by", "n  n")[:2] == (
        0, "removed from signoffs.toml: yun2020:lemma8.property3, signed off by N N\n",
    )  # fmt: skip
    assert [entry.by for entry in read(Path("signoffs.toml")).entries] == ["M M"]
    assert run(capsys, "lemma8.property3", "--remove")[0] == 0
    assert run(capsys, "--list") == (0, "no step is signed off\n", "")
    assert run(capsys, "lemma8.property3", "--remove")[2].startswith("exactua: step: 'lemma8.property3' is not signed")


def test_a_step_that_is_gone_is_listed_and_taken_back(here, capsys):
    write()
    run(capsys, "my_lemma.py::lemma.grows", *SIGN)
    write(STEPS.partition('@lemma.states("everything')[0])
    (entry,) = json.loads(run(capsys, "--list", "--format", "json")[1])["signoffs"]
    assert (entry["state"], entry["step"]) == ("not counted", "my_lemma.py::lemma.grows")
    assert "has no step 'grows'" in entry["reason"]
    assert run(capsys, "my_lemma.py::lemma.grows", "--remove")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("lemma8.property3", "--by", "N N"), "quote: --quote is missing; give the words of the paper that the step states"),
        (("lemma8.property3", "--quote", "x"), "by: --by is missing; give the name of the person who read the step"),
        (("lemma8.property3", "--by", " ", "--quote", "x"), "by: it is empty; give the name of the person who read the step"),
        (("lemma8.property3", "--by", "N N", "--quote", ""), "quote: it is empty; give the words of the paper"),
        (("lemma8.property3", "--by", "N\x1bN", "--quote", "x"), "by: 'N\\x1bN' has characters that can't be printed"),
        (("lemma8.property3", "--by", "N", "--quote", "x" * 2001), "quote: it has 2,001 characters; at most 2,000"),
        (("lemma8", *SIGN), "step: 'lemma8' is a claim, but a person signs off one step; it has layers, "),
        (("lemma8.propertie3", *SIGN), "step: yun2020:lemma8 has no step 'propertie3'; it has "),
        (("lemma88.x", *SIGN), "label: no claim 'lemma88.x'; did you mean lemma8?"),
        (("yun2020:lemma7.range_of_k@repaired", *SIGN), "step: range_of_k@repaired is a repair, which the paper does not say"),
        ((), "step: give the label of a step, such as lemma8.property3, or --list"),
        (("--list", "--by", "N"), "by: --list shows what there is; leave out --by"),
        (("lemma8.property3", "--remove", "--quote", "x"), "quote: --remove takes a sign-off back; leave out --quote"),
        (("lemma8.property3", "--remove"), "file: there is no file signoffs.toml, so nothing is signed off in it"),
        (("lemma8.property3", *SIGN, "--format", "json"), "format: json is a format of --list; leave out --format"),
        (("lemma8.property3", *SIGN, "--file", "no/such.toml"), "file: there is no folder no; give a path in one"),
        (("lemma8.property3", *SIGN, "--file", "other.toml"), "other.toml: unknown key 'check'; a file of sign-offs"),
    ],
)  # fmt: skip
def test_bad_input_is_one_sentence(here, capsys, arguments, says):
    Path("other.toml").write_text("[[check]]\n")
    code, out, err = run(capsys, *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"exactua: {says}")
    assert not Path("signoffs.toml").exists()
    assert Path("other.toml").read_text() == "[[check]]\n"


def test_who_signed_off_a_step_does_not_do_so_twice(here, capsys):
    run(capsys, "lemma8.property3", *SIGN)
    code, _, err = run(capsys, "yun2020:lemma8.property3", "--by", "n N", "--quote", "other")
    assert code == 2
    assert err.startswith("exactua: by: 'N N' has signed off yun2020:lemma8.property3 in signoffs.toml; take that back")


@pytest.mark.parametrize("label", ["repaired", "our_own", "not_said"])
def test_what_the_paper_does_not_say_is_neither_signed_nor_shown(here, label):
    claims = [claim for name in ("yun2020", "kajitsuka2024", "background") for claim in _claims(name)]
    steps = [(claim, step) for claim in claims for step in claim.steps if signoffs.unsaid(claim, step)]
    kinds = {
        "repaired": [entry for entry in steps if entry[1].kind.value == "repaired"],
        "our_own": [entry for entry in steps if entry[0].is_ours],
        "not_said": [entry for entry in steps if not entry[1].said],
    }
    claim, step = kinds[label][0]
    entry = Signoff(signoffs.key_of(claim, step), claim.statement_hash(step), "N N", "x")
    assert Readers([Signoffs(Path("signoffs.toml"), (entry,))]).of(claim, step) == ()


def _claims(paper: str):
    from exactua.claims.registry import claims_of

    return claims_of(paper)


ENTRY = f'step = "lemma8.x"\nstatement = "sha256:{"0" * 64}"\nby = "N"\nquote = "q"\n'


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[[signoff", "f.toml: not a TOML file ("),
        ("signoff = 1", "f.toml: signoff: write each under a [[signoff]] of its own"),
        (f"[[signoff]]\n{ENTRY}who = 'x'\n", "f.toml: signoff 1: unknown key 'who'; known: step, statement, by"),
        ('[[signoff]]\nstep = "x"\n', "f.toml: signoff 1: statement is missing"),
        (f"[[signoff]]\n{ENTRY}page = 3\n", "f.toml: signoff 1: page: 3 is not a string"),
        (f"[[signoff]]\n{ENTRY.replace('sha256', 'md5')}", "f.toml: signoff 1: statement: 'md5:000"),
        (f"[[signoff]]\n{ENTRY.replace('lemma8.x', ' ')}", "f.toml: signoff 1: step: it is empty"),
        (f'[[signoff]]\n{ENTRY}[[signoff]]\n{ENTRY.replace("N", "n")}', "f.toml: signoff 2: 'n' has signed off lemma8.x"),
    ],
)  # fmt: skip
def test_a_wrong_file_is_refused(text, says):
    with pytest.raises(InputError) as refused:
        parse(text, Path("f.toml"))
    assert str(refused.value).startswith(says)


def test_pages_and_ledgers_name_who_read_a_line(here, capsys):
    write_files(here)
    assert main(["report", "html", "own.toml", "-o", "site", "--jobs", "1"]) == 0
    assert "read by" not in "".join(page.read_text() for page in Path("site").rglob("*.html"))
    (paper,) = from_certificates(["own.py"], Path(".exactua/report"))
    (row,) = paper.ledger.lines
    claim = next(dossier.claim for dossier in paper.claims if dossier.claim.label == row.claim)
    assert run(capsys, f"{claim.found_by}.{row.step.name}", "--by", "<N & N>", "--quote", "x", "--page", "7")[0] == 0
    (paper,) = from_certificates(["own.py"], Path(".exactua/report"))
    assert ("read by", "<N & N>, p. 7") in list(fields(paper.ledger.lines[0]))
    steps = [(step.step.name, step.read_by) for dossier in paper.claims for step in dossier.steps if step.read_by]
    assert [name for name, _ in steps] == [row.step.name]
    assert main(["report", "html", "own.toml", "-o", "site", "--jobs", "1"]) == 0
    pages = "".join(page.read_text() for page in Path("site").rglob("*.html"))
    assert pages.count("; read by &lt;N &amp; N&gt;, p. 7</p>") == 1


def test_the_file_that_comes_with_exactua_is_read_once_where_it_lies(here, monkeypatch):
    monkeypatch.chdir(OURS.parent)
    assert len(signoffs.here()) == 1
