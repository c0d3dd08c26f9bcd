"""A ledger of errata as a LaTeX document of its own: a booktabs longtable, one row a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from exactua.claims.ledger import Ledger, Row
from exactua.claims.verdicts import Verdict
from exactua.printing.errata import (
    NOTES,
    appearance,
    conclusion,
    counterexample,
    heading,
    quoted,
    remarks,
    replay,
    verified,
)
from exactua.printing.latex_text import breakable, escaped

PREAMBLE: Final = r"""\documentclass[10pt]{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage[a4paper,landscape,margin=15mm]{geometry}
\usepackage{array}
\usepackage{booktabs}
\usepackage{longtable}
\newcolumntype{L}[1]{>{\raggedright\arraybackslash}p{#1}}
\setlength{\tabcolsep}{3pt}
\sloppy"""

COLUMNS: Final = (("line", 34), ("what it says", 48), ("fault", 20), ("least counterexample", 68), ("conclusion", 40),
                  ("repair", 40))  # fmt: skip
"""Names and widths in mm: 250 of the 267 between the margins."""


def latex(ledger: Ledger) -> Iterator[str]:
    """The lines of a ledger as a document that compiles alone."""
    yield from PREAMBLE.split("\n")
    yield r"\begin{document}"
    yield rf"\section*{{Errata of {escaped(ledger.title)}}}"
    yield f"{escaped(heading(ledger))}."
    yield ""
    if ledger.rows:
        yield from _table(ledger.rows)
    if ledger.notes:
        yield r"\subsection*{Notes}"
        yield f"{escaped(NOTES)}"
        yield ""
        yield from _table(ledger.notes)
    for line in remarks(ledger):
        yield f"{breakable(line)}"
        yield ""
    yield r"\end{document}"


def _table(rows: Sequence[Row]) -> Iterator[str]:
    widths = "".join(f"L{{{width}mm}}" for _, width in COLUMNS)
    names = " & ".join(name for name, _ in COLUMNS)
    yield r"\footnotesize"
    yield rf"\begin{{longtable}}{{@{{}}{widths}@{{}}}}"
    yield r"\toprule"
    yield rf"{names} \\"
    yield r"\midrule"
    yield r"\endfirsthead"
    yield r"\toprule"
    yield rf"{names} \\"
    yield r"\midrule"
    yield r"\endhead"
    yield r"\bottomrule"
    yield r"\endfoot"
    for row in rows:
        yield f"{' & '.join(_cells(row))} \\\\[2pt]"
    yield r"\end{longtable}"
    yield r"\normalsize"
    yield ""


def _cells(row: Row) -> Iterator[str]:
    yield rf"\texttt{{{breakable(row.label)}}} ({breakable(row.section)})"
    also = "".join(f"; also {appearance(one, row)}" for one in row.also)
    quotes = "".join(f"{quoted(one)}; " for one in row.quotes)
    yield breakable(f"{quotes}{'read as: ' if quotes else ''}{row.sentence}{also}")
    count = row.spread.count(row.verdict)
    yield escaped(f"{row.kind}; {row.verdict} at {count} of {row.spread.total}{_where(row)}")
    if row.least is None:
        yield "none: it says nothing there"
    else:
        yield rf"{breakable(counterexample(row.least))}; \texttt{{{breakable(replay(row.least))}}}"
    yield breakable(conclusion(row))
    if row.repair is None:
        yield "--"
    else:
        step = row.repair.step
        yield breakable(f"{step.says} (because {step.reason}); {verified(row.repair)}")


def _where(row: Row) -> str:
    places = next((one for one in row.spread.places if one.verdict is row.verdict), None)
    known = places is not None and places.where and row.verdict is Verdict.REFUTED
    return f" ({places.where})" if places is not None and known else ""
