r"""`exactua tex check`: every mark is current, stale, false or unverifiable, as certificates and claims here say."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from exactua.claims.registry import find
from exactua.commands.group import main
from exactua.commands.tex.reading import read, visible_source
from tests.own_files import write

LABEL = "so2020:one_dimension"
BOX = ("--d", "1", "--n", "2")
OWN = """
from exactua.authoring import claim, levels, point

lemma = claim("lemma")
bits = levels("bits", 0, 1, 2)


@lemma.states("an entry is at least 0", over=bits)
def least(at):
    return point[1, 1] >= 0
"""


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder with a certificate, and the mark that `cite` makes of it."""
    folder = tmp_path_factory.mktemp("checked")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert main(["cite", LABEL, *BOX, "--format", "latex", "-o", "mark.tex"]) == 0
    return folder, (folder / "mark.tex").read_text()


@pytest.fixture
def folder(checked, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    shutil.copytree(checked[0] / ".exactua", tmp_path / ".exactua")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def mark(checked) -> str:
    return checked[1]


def judged(capsys, text: str, *options: str, code: int) -> list[dict]:
    Path("paper.tex").write_text(text)
    capsys.readouterr()
    assert main(["tex", "check", "paper.tex", *options, "--format", "json"]) == code
    document = json.loads(capsys.readouterr().out)
    assert document["exit_code"] == code
    return document["marks"]


def state(capsys, text: str, *options: str, code: int) -> tuple[str, str]:
    (entry,) = judged(capsys, text, *options, code=code)
    return entry["state"], entry["why"]


def statement(mark: str) -> str:
    return mark.partition("statement=")[2][:71]


def digest(mark: str) -> str:
    return mark.partition("certificate=")[2][:71]


def test_the_mark_of_cite_is_current_and_stands_at_its_line(capsys, folder, mark):
    (entry,) = judged(capsys, mark, code=0)
    unverified = (
        "; the paper prints 'not verified': run exactua verify .exactua/so2020.one_dimension.d1n2m2.json and cite again"
    )
    confirmed = f"holds, and the verifier confirms its certificate{unverified}"
    assert (entry["state"], entry["why"]) == ("current", confirmed)
    assert (entry["label"], entry["instance"], entry["verdict"]) == (LABEL, "d1n2m2", "holds")
    assert mark.splitlines()[entry["line"] - 1].startswith(r"\exactuachecked[d1n2m2,")
    assert mark.splitlines()[entry["end_line"] - 1].endswith("]{so2020:one_dimension}")
    assert entry["end_column"] == len(mark.splitlines()[entry["end_line"] - 1]) + 1
    main(["tex", "check", "paper.tex"])
    assert capsys.readouterr().out == (
        f"paper.tex:5: current  so2020:one_dimension [d1n2m2]: {confirmed} "
        "(.exactua/so2020.one_dimension.d1n2m2.json)\n1 mark in 1 file: 1 current\n"
    )
    assert main(["verify", ".exactua/so2020.one_dimension.d1n2m2.json"]) == 0
    assert main(["cite", LABEL, *BOX, "--format", "latex", "-o", "mark.tex"]) == 0
    assert "verified" not in capsys.readouterr().err
    (entry,) = judged(capsys, Path("mark.tex").read_text(), code=0)
    assert entry["why"] == "holds, and the verifier confirms its certificate"


def test_the_mark_of_one_step_has_its_statement_hash(capsys, folder):
    assert main(["cite", f"{LABEL}.transform", *BOX, "--format", "latex"]) == 0
    text = capsys.readouterr().out
    claim, step = find(f"{LABEL}.transform")
    assert statement(text) == claim.statement_hash(claim.step(step))
    assert state(capsys, text, code=0)[0] == "current"


def test_a_step_is_current_by_the_certificate_of_the_whole_claim(capsys, folder, mark):
    claim, _ = find(LABEL)
    own = claim.statement_hash(claim.step("transform"))
    text = rf"\exactuachecked[d1n2m2, verdict=holds, statement={own}]{{{LABEL}.transform}}"
    assert state(capsys, text, code=0)[0] == "current"
    assert state(capsys, text.replace(own, statement(mark)), code=1)[0] == "stale"
    assert state(capsys, text.replace("holds", "vacuous"), code=1) == (
        "false", "it says vacuous; its certificate says holds"
    )  # fmt: skip


def test_a_statement_or_a_certificate_that_is_another_one_is_stale(capsys, folder, mark):
    other = "sha256:" + 64 * "0"
    assert state(capsys, mark.replace(statement(mark), other), code=1)[0] == "stale"
    assert state(capsys, mark.replace(digest(mark), other), code=1)[0] == "stale"
    (folder / ".exactua/so2020.one_dimension.d1n2m2.json").unlink()
    assert state(capsys, mark.replace(statement(mark), other), code=1)[0] == "stale"


def test_digests_may_be_cut_but_not_to_nothing(capsys, folder, mark):
    assert state(capsys, mark.replace(digest(mark), digest(mark)[:15]), code=0)[0] == "current"
    assert state(capsys, mark.replace(digest(mark), digest(mark)[:14]), code=3)[0] == "unverifiable"


def test_a_certificate_of_a_claim_that_has_changed_is_stale(capsys, folder):
    write(OWN, "mine.py", head="")
    assert main(["cite", "mine.py::lemma", *BOX, "--format", "latex"]) == 0
    text = capsys.readouterr().out
    assert "{mine:lemma}" in text
    assert state(capsys, text, code=3)[0] == "unverifiable"
    assert state(capsys, text, "--claims", "mine.py", code=0)[0] == "current"
    write(OWN.replace(">= 0", ">= 1 - 1 - 1"), "mine.py", head="")
    said, why = state(capsys, text, "--claims", "mine.py", code=1)
    assert (said, "another statement" in why) == ("stale", True)


def test_another_verdict_is_false(capsys, folder, mark):
    text = mark.replace("verdict=holds", "verdict=refuted")
    assert state(capsys, text, code=1) == ("false", "it says refuted; its certificate says holds")
    text = mark.replace("{good}{checked, 3 of 8 steps vacuous}", "{bad}{refuted}")
    assert state(capsys, text, code=1)[0] == "false"
    assert state(capsys, mark.replace("{checked, 3 of 8 steps vacuous}", "{checked}"), code=1)[0] == "stale"
    assert (
        state(capsys, mark.replace(rf"\allowbreak {digest(mark)[7:15]}", r"\allowbreak 00000000"), code=1)[0] == "stale"
    )


def test_the_data_before_a_mark_set_it(capsys, folder, mark):
    data, _, alone = mark.partition("\\exactuachecked")
    alone = "\\exactuachecked" + alone
    wrong = data.replace("{good}{checked, 3 of 8 steps vacuous}", "{bad}{refuted}")
    assert [entry["state"] for entry in judged(capsys, wrong + alone + data + alone, code=1)] == ["false", "current"]
    said, why = state(capsys, data.replace("{d = 1, n = 2", "{d = 7, n = 2") + alone, code=1)
    assert (said, why.startswith("paper.tex:3 sets where as 'd = 7, n = 2")) == ("stale", True)


def test_a_certificate_that_the_verifier_refuses_is_false(capsys, folder, mark):
    """One whose verdict is forged, with the digest of what it says now: only the verifier can tell."""
    from exactua.terms.encoding import sha256

    path = folder / ".exactua/so2020.one_dimension.d1n2m2.json"
    file = json.loads(path.read_text())
    step = next(step for step in file["decided"]["steps"] if step["name"] == "layers")
    step["says"], step["points"] = "anything", step["points"] + 1
    path.write_text(json.dumps(file | {"digest": sha256(file["decided"])}))
    said, why = state(capsys, mark, code=1)
    assert (said, why.startswith("of its certificate the verifier says: not confirmed: ")) == ("false", True)
    path.write_text(path.read_text().replace('"holds"', '"refuted"'))
    said, why = state(capsys, mark, code=1)
    assert (said, "the verifier says: not confirmed: " in why) == ("false", True)
    path.write_text("{}")
    assert state(capsys, mark, code=3)[0] == "unverifiable"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (r"\exactuachecked[d1n2m2]{so2020:one_dimension}", "it has no statement hash and no digest, and no data are read in"),
        (r"\exactuachecked{so2020:one_dimension}", "it has no statement hash and no digest, and no data are read in"),
        (r"\exactuachecked[d1n2m2, certificate=sha256:01234567]{so2020:one_dimension}", "it says no verdict"),
        (r"\exactuachecked[d1n2m2, verdict=true, certificate=sha256:01234567]{so2020:one_dimension}", "its verdict 'true' is none"),
        (r"\exactuachecked[d1n2m2, verdict=holds, certificate=sha256:xyz]{so2020:one_dimension}", "its certificate is no digest"),
        (r"\exactuachecked[d1n2m2, hash=sha256:01234567]{so2020:one_dimension}", "it says 'hash=sha256:01234567', which is none of"),
        (r"\exactuachecked[d1n2m2, verdict=holds, verdict=refuted]{so2020:one_dimension}", "it says verdict twice"),
        (r"\exactuachecked[, verdict=holds, certificate=sha256:01234567]{so2020:one_dimension}", "it says a verdict or a digest and no instance"),
        (r"\exactuachecked[d1n2m2]{yun2020:lemma99}", "no claim 'yun2020:lemma99'"),
        (r"\exactuachecked[d1n2m2]{so2020:one_dimension.nothing}", "step: so2020:one_"),
        (r"\exactuachecked{mine.py::lemma}", "'mine.py::lemma' names a file, which is not run"),
        (r"\exactuachecked{mine:lemma}", "no claim 'mine:lemma' comes with exactua; --claims mine.py adds a file's"),
        (r"\exactuachecked{nothing}", "no claim 'nothing' comes with exactua; exactua list shows those there are"),
        (r"\newcommand\mark[1]{\exactuachecked{#1}}", "its label is made by a macro, which is not expanded"),
        (r"\exactuachecked", "no label in braces stands behind it"),
        (r"\exactuachecked{}", "its label is empty"),
        (r"\exactuachecked[d9n9m9, verdict=holds, certificate=sha256:01234567]{so2020:one_dimension}", ".exactua holds no certificate of so2020:one_dimension at d9n9m9"),
    ],
)  # fmt: skip
def test_what_says_too_little_is_unverifiable(capsys, folder, text, why):
    said, told = state(capsys, text, code=3)
    assert (said, told[: len(why)]) == ("unverifiable", why)


def test_a_file_that_a_mark_names_is_not_run(capsys, folder):
    Path("mine.py").write_text("from pathlib import Path\nPath('run').touch()\n")
    for label in ("mine.py::lemma", "mine:lemma", "mine.lemma", "mine", "./mine.py::lemma"):
        assert state(capsys, rf"\exactuachecked[d1n2m2]{{{label}}}", code=3)[0] == "unverifiable"
    assert not Path("run").exists()


def test_marks_over_all_instances_are_held_against_the_data_made_anew(capsys, folder):
    write(OWN, "mine.py", head="")
    assert main(["check", "mine.py::lemma", *BOX]) == 0
    assert main(["report", "latex", "mine.py", "--certificates", ".exactua", "--fragment", "-o", "claims.tex"]) == 0
    text = (
        r"\input{claims}\exactuachecked{mine:lemma}\exactuachecked{mine:lemma.least}\exactuachecked[d1n2]{mine:lemma}"
    )
    entries = judged(capsys, text, "--claims", "mine.py", code=0)
    assert [entry["state"] for entry in entries] == ["current"] * 3
    assert entries[0]["why"] == "checked, and the verifier confirms 1 certificate of it"
    data = Path("claims.tex").read_text()
    Path("claims.tex").write_text(
        data.replace("{mine:lemma}{}{good}{checked}", "{mine:lemma}{}{good}{proved for all parameters}")
    )
    assert [entry["state"] for entry in judged(capsys, text, "--claims", "mine.py", code=1)] == [
        "stale",
        "current",
        "current",
    ]
    Path("claims.tex").write_text(
        data.replace("{mine:lemma}{}{good}{checked}", "{mine:lemma}{}{bad}{refuted as written}")
    )
    assert [entry["state"] for entry in judged(capsys, text, "--claims", "mine.py", code=1)] == [
        "false",
        "current",
        "current",
    ]
    Path("claims.tex").write_text(data)
    assert main(["check", "mine.py::lemma", "--d", "1", "--n", "3"]) == 0
    assert [entry["state"] for entry in judged(capsys, text, "--claims", "mine.py", code=1)] == [
        "stale",
        "stale",
        "current",
    ]


def test_what_a_theorem_proves_is_not_confirmed_by_the_verifier(capsys, folder):
    assert main(["report", "latex", "yun2020", "--certificates", ".exactua", "--fragment", "-o", "claims.tex"]) == 0
    assert state(capsys, r"\input{claims}\exactuachecked{yun2020:lemma10}", code=3) == (
        "unverifiable", "it is proved for all parameters by 3 theorems, and the verifier re-checks no proof; "
        "exactua prove yun2020:lemma10 asks the kernel"
    )  # fmt: skip


def test_comments_verbatim_and_what_follows_the_document_are_left_out(capsys, folder):
    gone = r"\exactuachecked{gone}"
    text = (
        rf"% {gone}" "\n" rf"\verb|{gone}| \verb+%+ \exactuachecked{{first}}" "\n" r"10\% \exactuachecked{second}" "\n"
        rf"\begin{{verbatim}}{gone}\end{{verbatim}}\begin{{lstlisting}}" "\n" rf"{gone}\end{{lstlisting}}" "\n"
        r"\exactuachecked [d1%" f"{gone}\n" r"] {third} % \begin{verbatim}" "\n" r"\\% " f"{gone}\n" r"\exactuacheckedtoo{gone}"
        "\n" rf"\exactuachecked{{fourth}}\end{{document}}{gone}"
    )  # fmt: skip
    entries = judged(capsys, text, code=3)
    assert [(entry["label"], entry["line"]) for entry in entries] == [
        ("first", 2),
        ("second", 3),
        ("third", 6),
        ("fourth", 10),
    ]
    assert len(visible_source(text)) == len(text)


def test_what_is_read_in_is_checked_once_and_what_is_missing_is_told(capsys, folder):
    Path("parts").mkdir()
    Path("parts/a.tex").write_text("\n\\exactuachecked{a} \\input{parts/b} \\input paper \n")
    Path("parts/b.tex").write_text("\\exactuachecked{b}\\include{a}")
    text = '\\include{parts/a}\\subfile{parts/b}\\input "parts/b.tex"\n% \\input{gone}\n\\input{nowhere}'
    entries = judged(capsys, text, code=3)
    assert [(entry["file"], entry["line"], entry["label"]) for entry in entries] == [
        ("parts/a.tex", 2, "a"),
        ("parts/b.tex", 1, "b"),
    ]
    assert read(Path("paper.tex")).missing == [(Path("paper.tex"), 3, "nowhere")]
    main(["tex", "check", "paper.tex"])
    assert (
        "paper.tex:3: not read: there is no file 'nowhere', so its marks are not checked\n" in capsys.readouterr().out
    )


def test_what_comes_with_tex_is_not_missing(capsys, folder, mark):
    text = mark + "\\input{glyphtounicode}\\input glyphtounicode.tex\n\\input{size10.clo}"
    assert judged(capsys, text, code=0)[0]["state"] == "current"


def test_a_missing_file_is_no_confirmation(capsys, folder, mark):
    assert judged(capsys, mark + "\\input{nowhere}", code=3)[0]["state"] == "current"


def test_a_paper_without_marks_says_so(capsys, folder):
    assert judged(capsys, "Nothing.", code=5) == []
    main(["tex", "check", "paper.tex"])
    assert capsys.readouterr().out == "no mark in 1 file\n"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["check", "none.tex"], "paper: there is no file none.tex"),
        (["check", "."], "paper: . is a directory; give the path of a file"),
        (["check", "paper.tex", "--certificates", "paper.tex"], "certificates: paper.tex is no folder; give the folder of the certificates"),
        (["check", "paper.tex", "--claims", "none.py"], "none.py"),
        (["mend"], "no command 'mend' of tex; known: check"),
    ],
)  # fmt: skip
def test_wrong_usage_is_one_sentence(capsys, folder, arguments, says):
    Path("paper.tex").write_text(r"\exactuachecked{a}")
    assert main(["tex", *arguments]) == 2
    said = capsys.readouterr().err
    assert says in said
    assert said.count("\n") == 1


def test_no_folder_of_certificates_is_no_error(capsys, folder, mark):
    assert state(capsys, mark, "--certificates", "nowhere", code=3)[0] == "unverifiable"
