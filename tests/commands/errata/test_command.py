"""`exactua errata`: a row for each wrong line, from checks or from certificates; exit codes; four formats."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from exactua.arithmetic.rationals import decode_rational
from exactua.commands.group import main
from exactua.printing.renderers.latex import escaped
from exactua.terms.encoding import sha256
from tests.evidence.sample import gaps, install
from tests.test_docs import TEXTS, _keys

pytestmark = pytest.mark.usefixtures("decided_once")
GOLDEN = Path(__file__).parents[2] / "golden"


@pytest.fixture(autouse=True)
def sample(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    install(monkeypatch)
    monkeypatch.chdir(tmp_path)


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def document(capsys, *arguments: str, code: int = 0) -> dict:
    status, out, err = run(capsys, "errata", "sample", "--jobs", "1", "--format", "json", *arguments)
    assert (status, err) == (code, "")
    return json.loads(out)


def rows(data: dict) -> dict:
    return {row["line"].partition(".")[2]: row for row in (*data["rows"], *data["notes"])}


@pytest.mark.parametrize(("name", "suffix"), [("text", "txt"), ("markdown", "md"), ("latex", "tex")])
def test_the_ledger_of_the_sample_is_as_it_was(capsys, name, suffix):
    code, out, err = run(capsys, "errata", "sample", "--jobs", "1", "--format", name)
    assert (code, err) == (0, "")
    assert out == (GOLDEN / f"errata-sample.{suffix}").read_text()


def test_lines_are_readable_at_100_columns(capsys):
    _, out, _ = run(capsys, "errata", "sample", "--jobs", "1")
    assert [line for line in out.splitlines() if len(line) > 100 and not line.startswith("   replay")] == []


def test_every_kind_of_fault_has_its_row(capsys):
    data = document(capsys)
    assert {name: (row["fault"], row["verdict"]) for name, row in rows(data).items()} == {
        "wide_gap": ("false", "refuted"),
        "enough_columns": ("silently assumed", "refuted"),
        "says_nothing": ("vacuous", "vacuous"),
        "sums_apart": ("typo in the text as we have it", "refuted"),
        "count": ("imprecise", "refuted"),
        "pairwise_order": ("false", "refuted"),
        "unchanged": ("false", "refuted"),
    }
    assert [row["fault"] for row in data["notes"]] == ["silently assumed", "vacuous"]
    assert data["lines"] == len(rows(data)) + sum(data["judgements"].values())


def test_lines_of_our_own_are_counted_apart(capsys, monkeypatch):
    assert document(capsys)["ours"] == {"claims": 0, "lines": 0, "unsaid": 0, "instances": 0}
    monkeypatch.setattr(gaps, "source", "our own, on App. A.1")
    data = document(capsys)
    assert data["ours"]["claims"] == 1
    assert 0 < data["ours"]["lines"] < data["lines"]
    assert 0 < data["ours"]["instances"] < data["instances"]
    _, out, _ = run(capsys, "errata", "sample", "--jobs", "1")
    assert f"({data['ours']['lines']} lines in 1 claim of our own)" in " ".join(out.split())


def test_where_a_line_fails_is_told_in_words(capsys):
    by_line = rows(document(capsys))

    def where(name: str) -> dict:
        return {entry["verdict"]: entry["where"] for entry in by_line[name]["spread"]["verdicts"]}

    assert where("wide_gap") == {"refuted": "n <= delta^-d", "vacuous": "n > delta^-d"}
    assert where("unchanged") == {"refuted": "k = 2 only", "holds": "k = 1 only"}
    assert where("says_nothing") == {"vacuous": "every instance"}
    spread = by_line["wide_gap"]["spread"]
    assert spread["total"] == 12
    boxes = [box for entry in spread["verdicts"] if entry["verdict"] == "refuted" for box in entry["instances"]]
    assert boxes == [{"d": 1, "n": n, "m": m} for n in (2, 3, 4, 5) for m in (2, 3, 4) if n <= m]


def test_of_instances_of_one_size_the_papers_own_comes_first():
    from exactua.evidence.ledgers import order_of
    from exactua.papers.kajitsuka2024.theorem01 import theorem1

    boxes = [
        {"d": 1, "n": n, "scalars": scalars, "tie_rule": rule}
        for n, scalars, rule in [
            (2, 4, "leftmost"),
            (2, 4, "average"),
            (2, 5, "average"),
            (2, 3, "average"),
            (1, 3, "average"),
        ]
    ]
    ordered = sorted(boxes, key=lambda box: order_of(theorem1, box))
    assert [(box["n"], box["scalars"], box["tie_rule"]) for box in ordered] == [
        (1, 3, "average"),
        (2, 4, "average"),
        (2, 4, "leftmost"),
        (2, 3, "average"),
        (2, 5, "average"),
    ]


def test_the_least_counterexample_is_at_the_smallest_instance(capsys):
    by_line = rows(document(capsys))
    least = by_line["wide_gap"]["counterexample"]
    assert least["parameters"] == {"d": 1, "n": 2, "m": 2}
    assert (least["points"], least["relation"], least["left"], least["right"]) == ([[[0, "1/2"]]], ">=", 1, 2)
    least = by_line["sums_apart"]["counterexample"]  # 0 + 3 = 1 + 2
    assert (least["parameters"]["m"], least["points"]) == (4, [[[0, "3/4"]], [["1/4", "1/2"]]])
    # of the choices the first, and not the first in the alphabet
    assert by_line["unchanged"]["counterexample"]["parameters"]["values"] == "plain"
    assert (by_line["count"]["counterexample"]["left"], by_line["count"]["counterexample"]["right"]) == (2, 4)


def test_every_counterexample_is_replayed_by_its_command(capsys):
    for name, row in rows(document(capsys)).items():
        if row["counterexample"] is None:
            continue
        program, *arguments = shlex.split(row["counterexample"]["replay"])
        code, out, _ = run(capsys, *arguments, "--format", "json")
        explained = json.loads(out)
        assert (program, code, explained["true"]) == ("exactua", 0, False), name
        least = row["counterexample"]
        in_delta = {"1": 1, "delta": least["parameters"].get("m", 1)}[least["unit"]]
        for side, more in (("left", [explained["total"], explained["nearest"]]), ("right", [explained["bound"]])):
            value = decode_rational(least[side], "")
            assert f"{value / in_delta}" in explained["in_words"] or f"{value}" in str(more), name


def test_the_conclusion_is_judged_at_the_same_instances(capsys):
    by_line = rows(document(capsys))
    named = {entry["line"]: entry for entry in by_line["wide_gap"]["conclusion"]}
    assert list(named) == ["sample:gaps.increasing", "sample:gaps"]
    assert named["sample:gaps"]["where_the_line_fails"]["total"] == 6
    assert by_line["wide_gap"]["survival"] == "survives"
    # n > delta^-d: there the statement says nothing
    assert by_line["enough_columns"]["survival"] == "vacuous there"
    assert by_line["unchanged"]["survival"] == "-"


def test_a_repair_has_the_range_over_which_it_was_decided(capsys):
    by_line = rows(document(capsys))
    repair = by_line["count"]["repair"]
    assert (repair["line"], repair["counterexample"]) == ("sample:gaps.count@repaired", None)
    assert {entry["verdict"]: entry["count"] for entry in repair["spread"]["verdicts"]} == {"holds": 6, "vacuous": 6}
    assert repair["spread"]["range"] == "d = 1, n = 2..5, delta = 1/2..1/4"
    assert by_line["enough_columns"]["repair"] is None


def test_instances_can_be_restricted(capsys):
    data = document(capsys, "--n", "2", "--delta", "1/2..1/3")
    assert data["instances"] == 2 + 2 * 4
    assert {spread["total"] for spread in [rows(data)["wide_gap"]["spread"]]} == {2}
    assert "sums_apart" not in rows(data)


@pytest.mark.processes
@pytest.mark.parametrize("name", ["text", "json", "latex", "markdown", "html"])
def test_two_processes_give_the_same(capsys, name):
    first, second = (run(capsys, "errata", "sample", "--jobs", jobs, "--format", name)[1] for jobs in "12")
    assert first == second


def test_a_ledger_from_certificates_is_that_from_checks(capsys):
    assert run(capsys, "check", "sample", "--ladder", "--certificate", "here")[0] == 1
    from_checks, from_files = document(capsys), document(capsys, "--certificates", "here")
    assert from_files.pop("certificates") == 60
    assert from_checks.pop("certificates") is None
    assert from_checks == from_files
    assert run(capsys, "check", "sample:gaps.wide_gap", "--d", "1", "--n", "2", "--certificate", "some.json")[0] == 1
    Path("some").mkdir()
    Path("some.json").rename("some/some.json")
    data = document(capsys, "--certificates", "some")
    assert list(rows(data)) == ["wide_gap"]
    assert rows(data)["wide_gap"]["survival"] == "not decided"
    assert data["judgements"] == {"holding": 0, "partly_vacuous": 0, "not_decided": 9}


def changed(path: Path, change) -> None:
    data = json.loads(path.read_text())
    change(data["decided"])
    path.write_text(json.dumps(data | {"digest": sha256(data["decided"])}))


def test_a_certificate_of_another_statement_is_not_counted_and_the_row_says_so(capsys):
    run(capsys, "check", "sample", "--ladder", "--certificate", "here")

    def other(decided: dict) -> None:
        next(step for step in decided["steps"] if step["name"] == "wide_gap")["statement"] = "sha256:" + "0" * 64

    changed(Path("here/sample.gaps.d1n2m2.json"), other)
    data = document(capsys, "--certificates", "here")
    row = rows(data)["wide_gap"]
    assert row["spread"]["total"] == 11
    assert row["counterexample"]["parameters"] == {"d": 1, "n": 2, "m": 3}
    (note,) = row["notes"]
    assert "sample.gaps.d1n2m2.json" in note
    assert "differs from that of the step now" in note
    assert [entry["line"] for entry in data["unused"]] == ["sample:gaps.wide_gap"]


def test_certificates_that_contradict_each_other_are_exit_4(capsys):
    run(capsys, "check", "sample", "--ladder", "--certificate", "here")
    Path("here/twice.json").write_text(Path("here/sample.gaps.d1n2m2.json").read_text())

    def lie(decided: dict) -> None:
        step = next(step for step in decided["steps"] if step["name"] == "wide_gap")
        step |= {"verdict": "holds", "failures": 0, "witness": None}

    changed(Path("here/twice.json"), lie)
    code, out, err = run(capsys, "errata", "sample", "--certificates", "here")
    assert (code, out) == (4, "")
    assert "sample:gaps.wide_gap is refuted by sample.gaps.d1n2m2.json and holds by twice.json" in err


def test_what_is_no_certificate_is_listed(capsys):
    run(capsys, "check", "sample:gaps", "--d", "1", "--n", "2", "--certificate", "here.json")
    Path("here").mkdir()
    Path("here.json").rename("here/a.json")
    Path("here/b.json").write_text("{}")
    changed(Path("here/a.json"), lambda decided: None)
    Path("here/c.json").write_text(Path("here/a.json").read_text().replace('"wide_gap"', '"wider_gap"'))
    data = document(capsys, "--certificates", "here")
    assert {entry["file"]: entry["reason"] for entry in data["unused"]} == {
        "b.json": "it is not a certificate",
        "c.json": "its digest does not match its content",
    }


def test_inconclusive_lines_are_listed_and_exit_3(capsys, monkeypatch):
    from exactua.evidence import ladders
    from exactua.evidence import ledgers as errata

    monkeypatch.setattr(errata.from_checks, "__defaults__", (None, 1, ladders.Settings(max_points=3), None))
    data = document(capsys, "--n", "2", code=3)
    assert "sample:scaled.unchanged" in {entry["line"] for entry in data["undecided"]}
    assert all("more than the 3 of --max-points" in entry["reason"] for entry in data["undecided"])


def test_the_ledger_goes_into_a_file(capsys):
    _, out, _ = run(capsys, "errata", "sample", "--jobs", "1", "--format", "markdown")
    code, said, _ = run(capsys, "errata", "sample", "--jobs", "1", "--format", "markdown", "--output", "ledger.md")
    assert (code, said) == (0, "5 faults and 2 notes in ledger.md\n")
    assert Path("ledger.md").read_text() == f"<!-- Written by exactua errata. -->\n{out}"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["so1998"], "paper: no paper 'so1998'; known: yun2020, sample"),
        (["sample", "--d", "9"], "d: no instance of the default ladders has d in [9]; give d in ["),
        (["sample", "--n", "x"], "n: 'x' is not an integer or a range"),
        (["sample", "--format", "xml"], "format: 'xml' is not valid; choose one of text, markdown, latex, html, json"),
        (["sample", "--certificates", "none"], "certificates: none can't be read (No such file or directory)"),
        (["sample", "--certificates", "."], "certificates: . holds no certificate about Sample 2000"),
        (["sample", "--certificates", ".", "--d", "1"], "d: the certificates have their own instances"),
        (["sample", "--output", "none/a.md"], "there is no folder none; give a path in one that exists"),
        (["sample", "--output", "."], "output: . is a directory; give the path of a file"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_2(capsys, arguments, message):
    code, out, err = run(capsys, "errata", *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_a_step_that_survives_by_nothing_is_told_before_anything_is_decided(capsys, monkeypatch):
    from dataclasses import replace

    from tests.evidence.sample import gaps

    wrong = [replace(step, survives=("sample:gaps.nothing",)) for step in gaps.steps]
    monkeypatch.setattr(gaps, "steps", wrong)
    code, _, err = run(capsys, "errata", "sample", "--jobs", "1")
    assert code == 2
    assert "sample:gaps.increasing: survives by sample:gaps.nothing: step: sample:gaps has no step 'nothing'" in err


def with_steps(monkeypatch, **changes) -> None:
    """Changes steps of the sample, by their names."""
    from dataclasses import replace

    from tests.evidence.sample import gaps

    steps = [replace(step, **changes[step.name]) if step.name in changes else step for step in gaps.steps]
    monkeypatch.setattr(gaps, "steps", steps)


def with_quotes(monkeypatch, **quotes: str) -> None:
    """Puts words of a paper beside steps of the sample."""
    from exactua.claims.ledger import Quote
    from exactua.evidence import ledgers as errata

    known = {f"sample:gaps.{step}": (Quote(text, "A.1", "7"),) for step, text in quotes.items()}
    monkeypatch.setattr(errata, "quotes_of", lambda paper: known if paper == "sample" else {})


def test_a_fault_that_shows_twice_is_one_row_with_both_places(capsys, monkeypatch):
    with_steps(monkeypatch, count={"same_as": "sample:gaps.wide_gap"}, pairwise_order={"same_as": "gaps.wide_gap"})
    data = document(capsys)
    (row,) = [row for row in data["rows"] if row["line"] == "sample:gaps.wide_gap"]
    assert [entry["line"] for entry in row["also"]] == ["sample:gaps.count", "sample:gaps.pairwise_order"]
    assert not {"count", "pairwise_order"} & set(rows(data))
    _, out, _ = run(capsys, "errata", "sample", "--jobs", "1", "--format", "markdown")
    assert "3 faults and 2 notes, from 7 of 10 lines" in out
    assert "| 1 | gaps.wide\\_gap, gaps.count, gaps.pairwise\\_order |" in out
    assert "- **also**: sample:gaps.count: imprecise: there are" in out
    assert "repaired" in out
    assert "- **replay**: `exactua explain sample:gaps.count --d 1 --n 2 --delta 1/2`" in out


def test_a_fault_whose_first_place_is_not_wrong_here_is_a_row_of_its_own(capsys, monkeypatch):
    with_steps(monkeypatch, count={"same_as": "sample:gaps.no_id_twice"})
    assert "count" in rows(document(capsys))


def test_a_step_that_is_the_same_as_nothing_is_told_before_anything_is_decided(capsys, monkeypatch):
    with_steps(monkeypatch, count={"same_as": "sample:gaps.nothing"})
    code, _, err = run(capsys, "errata", "sample", "--jobs", "1")
    assert code == 2
    assert "sample:gaps.count: is the same as sample:gaps.nothing: step: sample:gaps has no step 'nothing'" in err


@pytest.mark.parametrize("flaw", ["constants", "reading", "silently assumed"])
def test_what_is_no_fault_is_a_note(capsys, monkeypatch, flaw):
    with_steps(monkeypatch, count={"flaw": flaw})
    data = document(capsys)
    assert ("sample:gaps.count", flaw) in {(row["line"], row["fault"]) for row in data["notes"]}
    assert "sample:gaps.count" not in {row["line"] for row in data["rows"]}


@pytest.mark.parametrize("name", ["text", "markdown", "latex"])
def test_only_the_papers_words_are_in_quotation_marks(capsys, monkeypatch, name):
    with_quotes(monkeypatch, wide_gap="neighbours lie 2 apart")
    _, out, _ = run(capsys, "errata", "sample", "--jobs", "1", "--format", name)
    shown = " ".join(re.sub(r"\\allowbreak\{\}|\{\}", "", out.replace(r"\textquotedbl{}", '"')).split())
    assert '"neighbours lie 2 apart" (A.1, p. 7)' in shown
    assert "read as" in shown
    quoted = {
        quote for quote in re.findall(r'"([^"]*)"', shown) if not re.fullmatch(r"[-0-9/; ]+", quote)
    }  # --at "0 1/2"
    assert quoted == {"neighbours lie 2 apart"}


def test_a_row_has_its_quotes_as_data(capsys, monkeypatch):
    with_quotes(monkeypatch, wide_gap="neighbours lie 2 apart")
    row = rows(document(capsys))["wide_gap"]
    assert row["quotes"] == [{"text": "neighbours lie 2 apart", "section": "A.1", "page": "7"}]
    assert (row["section"], row["says"]) == ("A.1, p. 7", "l_2 - l_1 >= 2")


def test_a_repair_that_fails_is_said(capsys, monkeypatch):
    from dataclasses import replace

    from tests.evidence.sample import gaps

    steps = [
        replace(step, term=gaps.step("wide_gap").term) if step.name == "wide_gap@repaired" else step
        for step in gaps.steps
    ]
    monkeypatch.setattr(gaps, "steps", steps)
    _, out, _ = run(capsys, "errata", "sample", "--jobs", "1")
    assert "The repair of sample:gaps.wide_gap is refuted itself." in out
    assert re.search(r"verified +is refuted at 6, is vacuous at 6 .*; least\n? +counterexample:", out)


def test_latex_is_escaped():
    assert escaped("a_b^2 & 50% {x} #1 $ ~ \\ <>|") == (
        r"a\_b\textasciicircum{}2 \& 50\% \{x\} \#1 \$ \textasciitilde{} \textbackslash{} "
        r"\textless{}\textgreater{}\textbar{}"
    )
    assert escaped("--d 1\n'\"`é") == r"-{}-{}d 1 \textquotesingle{}\textquotedbl{}\textasciigrave{}\'{e}"
    assert escaped("Çőřß Ångström e\u0301 ế") == r"\c{C}\H{o}\v{r}\ss{} \r{A}ngstr\"{o}m \'{e} (U+1EBF)"


def test_latex_has_no_character_that_means_something_else(capsys):
    _, out, _ = run(capsys, "errata", "sample", "--jobs", "1", "--format", "latex")
    begin, end = out.index(r"\endfoot") + len(r"\endfoot"), out.index(r"\end{longtable}")
    table = out[begin:end]
    for bad in ("^", "~", "#", "$", "%"):
        assert re.search(r"(?<!\\)" + re.escape(bad), table) is None, bad
    assert re.search(r"(?<!\\)_", table) is None
    body = re.sub(r"\\[{}]", "", out)
    assert body.count("{") == body.count("}")
    for line in table.strip().splitlines():
        assert len(re.findall(r"(?<!\\)&", line)) == 6
        assert line.endswith(r"\\[2pt]")
    for name in ("documentclass", "begin{document}", "usepackage{booktabs}", "usepackage{longtable}", "end{document}"):
        assert f"\\{name}" in out.replace("documentclass[10pt]", "documentclass")


def test_markdown_keeps_its_table(capsys):
    _, out, _ = run(capsys, "errata", "sample", "--jobs", "1", "--format", "markdown")
    table = [line for line in out.splitlines() if line.startswith("|")]
    assert len(table) == 2 + 5 + 2 + 2
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in table} == {8}


def test_the_json_page_has_every_key(capsys):
    section = TEXTS["docs/json-output.md"].split("\n## errata\n")[1].split("\n## ")[0]
    known = {"k", "values"}  # parameters of the sample
    keys = dict.fromkeys(_keys(document(capsys)))
    assert [key for key in keys if f"`{key}`" not in section and key not in known] == []
