"""A ledger of errata as a LaTeX document of its own: a booktabs longtable, one row a line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from exactua.claims.ledger import Ledger, Row
from exactua.claims.verdicts import Verdict
from exactua.reporting.errata import conclusion, counterexample, heading, remarks, replay, verified

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

_ESCAPES: Final = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%",
    "_": r"\_", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", '"': r"\textquotedbl{}", "`": r"\textasciigrave{}", "'": r"\textquotesingle{}",
    "-": r"-{}",  # two hyphens stay two
}  # fmt: skip
_WORDS: Final = {"×": r"$\times$", "−": "-{}", "≤": r"$\leq$", "≥": r"$\geq$", "…": r"\dots{}", "–": "--", "—": "---"}
_BREAKS: Final = re.compile(r"(?<=[a-z0-9)\]])([._(/])(?=[a-z0-9(])")


def escaped(text: str) -> str:
    """The text such that LaTeX sets it as it is; what is neither ASCII nor a known symbol becomes its code point."""
    return "".join(_character(one) for one in text)


def _character(one: str) -> str:
    if one in _ESCAPES:
        return _ESCAPES[one]
    if one in _WORDS:
        return _WORDS[one]
    if one.isspace():
        return " "
    return one if one.isascii() and one.isprintable() else f"(U+{ord(one):04X})"


def breakable(text: str) -> str:
    """The escaped text of names and formulas, with places where a line may end that has no spaces."""
    return r"\allowbreak{}".join(escaped(part) for part in _BREAKS.sub("\\1\0", text).split("\0"))


def latex(ledger: Ledger) -> Iterator[str]:
    """The lines of a ledger as a document that compiles alone."""
    yield PREAMBLE
    yield r"\begin{document}"
    yield rf"\section*{{Errata of {escaped(ledger.title)}}}"
    yield f"{escaped(heading(ledger))}."
    yield ""
    if ledger.rows:
        yield from _table(ledger)
    for line in remarks(ledger):
        yield f"{breakable(line)}"
        yield ""
    yield r"\end{document}"


def _table(ledger: Ledger) -> Iterator[str]:
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
    for row in ledger.rows:
        yield f"{' & '.join(_cells(row))} \\\\[2pt]"
    yield r"\end{longtable}"
    yield r"\normalsize"
    yield ""


def _cells(row: Row) -> Iterator[str]:
    yield rf"\texttt{{{breakable(row.label)}}} ({breakable(row.section)})"
    yield breakable(row.sentence)
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
