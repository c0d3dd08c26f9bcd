"""What exactua writes as LaTeX and BibTeX, set by a real pdflatex and a real bibtex; a stage of its own."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from exactua.commands.group import main
from tests.evidence.sample import install
from tests.own_papers import manifest

pytestmark = [
    pytest.mark.latex,
    pytest.mark.skipif(
        any(shutil.which(program) is None for program in ("pdflatex", "bibtex", "pdftotext")),
        reason="needs pdflatex, bibtex and pdftotext",
    ),
]
BAD = re.compile(r"^!.*|LaTeX Warning: (?:Reference|Citation|There were|Label).*|^Overfull .*", re.MULTILINE)


def compiled(folder: Path, name: str, times: int = 2) -> tuple[str, str]:
    """The document as text, and what the last run of pdflatex complains about."""
    log = ""
    for _ in range(times):
        command = ["pdflatex", "-interaction=nonstopmode", "-no-shell-escape", f"{name}.tex"]
        log = subprocess.run(command, cwd=folder, capture_output=True, timeout=120, check=False).stdout.decode(
            "latin-1"
        )
    command = ["pdftotext", "-layout", f"{name}.pdf", "-"]
    text = subprocess.run(command, cwd=folder, capture_output=True, timeout=60, check=True).stdout.decode("utf-8")
    return text, "\n".join(BAD.findall(log))


@pytest.fixture
def sample(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    install(monkeypatch)
    monkeypatch.chdir(tmp_path)
    return manifest(tmp_path)


def test_a_report_is_a_document(sample, tmp_path, capsys):
    assert main(["report", "latex", str(sample), "--jobs", "1", "--statements", "-o", "report.tex"]) == 0
    text, complaints = compiled(tmp_path, "report", 3)
    assert complaints == ""
    assert "refuted as written" in text
    assert "What may be claimed, and what may not" in text
    assert "What each step states" in text


def test_the_note_on_theorem_2_is_a_paper_of_three_to_five_pages(tmp_path):
    note = (Path(__file__).parents[2] / "docs" / "notes" / "theorem2.md").read_text(encoding="utf-8")
    (tmp_path / "theorem2.md").write_text(re.sub(r"\[([^]]*)\]\(\.\./[^)]*\)", r"\1", note), encoding="utf-8")
    convert = [sys.executable, "-c", "from myst_parser.parsers.docutils_ import cli_latex; cli_latex()"]
    breaks = r"--latex-preamble=\usepackage[margin=25mm]{geometry}\sloppy\renewcommand{\_}{\textunderscore\allowbreak}"
    options = ["--quiet", "--exit-status=3", breaks, "theorem2.md", "theorem2.tex"]
    subprocess.run([*convert, *options], cwd=tmp_path, check=True, timeout=120)
    text, complaints = compiled(tmp_path, "theorem2")
    assert not re.search(r"^!|Reference|There were", complaints)
    assert max(float(width) for width in re.findall(r"\(([0-9.]+)pt too wide\)", complaints) or ["0"]) < 30
    assert 3 <= text.count("\f") <= 5
    assert "repaired and" in text
    assert "Step 4, softmax and ReLU" in " ".join(text.split())


OWN = r"""\documentclass{article}
\usepackage[%s]{exactua}
%s
\input{claims}
\begin{document}
One. \exactuachecked{sample:gaps}

Two. \exactuachecked[d1n2m4]{sample:gaps}

Three. \exactuachecked{sample:gaps.wide_gap}

Four. \exactuachecked[d1n3m2]{sample:gaps}
%s
\end{document}
"""


@pytest.mark.parametrize("hyperref", ["", r"\usepackage{hyperref}"], ids=["plain", "hyperref"])
@pytest.mark.parametrize("where", ["", "margin"], ids=["inline", "margin"])
def test_marks_stand_in_a_document_of_ones_own(sample, tmp_path, capsys, hyperref, where):
    assert main(["report", "latex", str(sample), "--jobs", "1", "--fragment", "-o", "claims.tex"]) == 0
    (tmp_path / "own.tex").write_text(OWN % (where, hyperref, r"\exactuatable\exactuacertificates"))
    text, complaints = compiled(tmp_path, "own")
    assert not re.search(r"^!|Reference|There were", complaints)
    words = " ".join(text.split())
    assert "sha256:" in words
    assert ".exactua/report" not in words
    if where == "":
        assert "[checked: d = 1, n = 2–3, δ = 1/2–1/4 (4 instances in these ranges, not all); 4 certificates]" in words
        assert re.search(r"\[checked: d = 1, n = 2, δ = 1/4; sha256: ?[0-9a-f]{8}\.\.\.; not verified\]", words)
        assert "Three. [refuted as written; holds repaired: at d = 1, n = 2, δ = 1/2]" in words
        assert "Four. [vacuous: it says nothing there: d = 1, n = 3, δ = 1/2;" in words
        assert "checked" not in words.split("Three.")[1].split("Four.")[0]


def test_an_unknown_label_is_an_error_that_is_seen(sample, tmp_path, capsys):
    assert main(["report", "latex", str(sample), "--jobs", "1", "--fragment", "-o", "claims.tex"]) == 0
    own = (OWN % ("", "", "")).replace("{sample:gaps.wide_gap}", "{sample:gaps.widegap}")
    (tmp_path / "own.tex").write_text(own)
    text, complaints = compiled(tmp_path, "own")
    assert "! Package exactua Error: Nothing is known of `sample:gaps.widegap'" in complaints
    assert "exactua: unknown label sample:gaps.widegap" in " ".join(text.split())


def test_the_note_is_a_document(sample, tmp_path, capsys):
    assert main(["report", "note", str(sample), "--jobs", "1", "--format", "latex", "-o", "note.tex"]) == 0
    text, complaints = compiled(tmp_path, "note", 1)
    assert complaints == ""
    assert "Dear authors," in text
    assert "exactua explain sample:gaps.wide_gap --d 1 --n 2 --delta 1/2" in " ".join(text.split())


CITING = r"""\documentclass{article}
\begin{document}
\cite{yun2020,kajitsuka2024,so2020,background,exactua,exactua-lemma8-d2n3m2,exactua-lemma7-range_of_k-repaired-d1n2m4}
\bibliographystyle{%s}
\bibliography{cited}
\end{document}
"""


@pytest.mark.parametrize("style", ["plain", "alpha"])
def test_citations_are_set_by_bibtex(tmp_path, capsys, monkeypatch, style):
    monkeypatch.chdir(tmp_path)
    for label in (
        ["lemma8", "--d", "2", "--n", "3"],
        ["yun2020:lemma7.range_of_k", "--d", "1", "--n", "2", "--delta", "1/4", "--repaired"],
        *([paper] for paper in ("kajitsuka2024", "so2020", "background")),
    ):
        assert main(["cite", *label]) == 0
    parts = capsys.readouterr().out.split("\n@")
    once = {part.split(",")[0].lstrip("@"): part for part in parts}
    (tmp_path / "cited.bib").write_text("\n@".join(part.lstrip("@") for part in ["", *once.values()]))
    (tmp_path / "own.tex").write_text(CITING % style)
    compiled_once = ["pdflatex", "-interaction=nonstopmode", "own.tex"]
    subprocess.run(compiled_once, cwd=tmp_path, capture_output=True, timeout=120, check=False)
    process = subprocess.run(["bibtex", "own"], cwd=tmp_path, capture_output=True, timeout=60, check=False)
    said = process.stdout.decode()
    assert process.returncode == 0, said
    assert "error" not in said.lower()
    assert [line for line in said.splitlines() if line.startswith("Warning")] == []
    text, complaints = compiled(tmp_path, "own")
    assert complaints == ""
    words = "".join(text.split())
    assert "sha256:3e9ad596da4648dfaaf1fe216b65c3d65a1894b9a35607f32cdc53b87a847450" in words
    assert "exactuacheckyun2020:lemma8--d2--n3--delta1/2" in words
    assert "HowIStudyAI.TransformerExpressiveness" in words


def test_a_mark_of_cite_is_set_from_its_own_data_and_what_is_to_be_checked_is_not_set(monkeypatch, tmp_path):
    from exactua.commands.report.latex import style

    monkeypatch.chdir(tmp_path)
    assert main(["cite", "lemma10", "--d", "1", "--n", "2", "--format", "latex", "-o", "mark.tex"]) == 0
    (tmp_path / "exactua.sty").write_text(style(), encoding="utf-8")
    mark = r"\exactuachecked[d1n2m2, verdict=holds, certificate=sha256:bda96aa8]{yun2020:lemma10}"
    head = "\\documentclass{article}\n\\usepackage{exactua}\n\\begin{document}\n"
    (tmp_path / "own.tex").write_text(rf"{head}\input{{mark}}\tableofcontents\section{{Lemma {mark}}}\end{{document}}")
    text, complaints = compiled(tmp_path, "own", 3)
    assert not re.search(r"^!", complaints, re.MULTILINE)
    words = "".join(text.split())
    assert words.count("[checked,1of3stepsvacuous:d=1,n=2,δ=1/2;sha256:bda96aa8...;notverified]") == 3
    assert "verdict" not in words
    assert "certificate" not in words
    (tmp_path / "own.tex").write_text(rf"{head}\input{{mark}}{mark.replace('d1n2m2', 'd1n3m2')}\end{{document}}")
    assert "! Package exactua Error: Nothing is known of `yun2020:lemma10' at `d1n3m2'." in compiled(tmp_path, "own")[1]
