"""All steps of all claims in one document, set by a real LaTeX without an error."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from exactua.claims import registry
from exactua.printing import typeset_statements
from exactua.printing.statements import shown_names
from exactua.printing.typeset_statements import in_latex
from exactua.terms.latex import escaped

PREAMBLE = r"""\documentclass[10pt]{article}
\usepackage[T1]{fontenc}
\usepackage{amsmath}
\usepackage[a4paper,margin=20mm]{geometry}
\setlength{\parindent}{0pt}
\setlength{\parskip}{5pt}
\raggedright
\begin{document}"""
MOST_OVERFULL = 12
"""Lines that are too long, of some 1,300 paragraphs."""
WIDEST_OVERFULL = 110
"""Points by which a line may be too long; the page has 57 more on either side."""


def paragraphs() -> Iterator[str]:
    for label in registry.labels():
        claim = registry.find(label)[0]
        yield rf"\section*{{{escaped(label)}}}"
        yield "\n".join(in_latex(claim, claim.steps[0].name))
        for step in claim.steps:
            names = shown_names(claim, step)
            domain = typeset_statements.domain(claim, step, "latex")
            said = f"{domain}: {typeset_statements.formula(step, names, 'latex')}"
            yield rf"\texttt{{{escaped(step.name)}}} {said}"


@pytest.mark.latex
def test_all_steps_of_all_claims_compile(tmp_path: Path) -> None:
    assert shutil.which("pdflatex"), "pdflatex is not installed; this stage needs TeX Live with amsmath"
    document = "\n\n".join([PREAMBLE, *paragraphs(), r"\end{document}"])
    (tmp_path / "all.tex").write_text(document)
    options = ["-interaction=nonstopmode", "-halt-on-error"]
    run = subprocess.run(["pdflatex", *options, "all.tex"], cwd=tmp_path, capture_output=True, timeout=120)
    log = (tmp_path / "all.log").read_text(errors="replace")
    assert run.returncode == 0, log[-2000:]
    assert not re.search("^!|Missing character", log, re.MULTILINE)
    too_long = [float(points) for points in re.findall(r"Overfull \\hbox \(([0-9.]+)pt", log)]
    assert len(too_long) <= MOST_OVERFULL
    assert max(too_long, default=0) <= WIDEST_OVERFULL
