"""What `compare` prints: a table of layers, in text, Markdown or JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from exactua.arithmetic.float_formats import FORMATS
from exactua.arithmetic.rationals import encode_rational
from exactua.claims.verdicts import Verdict
from exactua.commands.ask.record import Answer
from exactua.commands.ask.words import decimal_root
from exactua.commands.compare.record import DEFINITIONS, Compared
from exactua.printing.tables import table

FORMAT = "exactua-compare/1"
HEADINGS = ("layer", "layers", "Definition 2", "Lemma 8", "Definition E.1", *(one.name for one in FORMATS))


def lines(heading: str, rows: Sequence[Compared]) -> Iterator[str]:
    """The table as text, with what the columns mean."""
    yield heading
    yield ""
    yield from table([HEADINGS, *(_cells(row) for row in rows)], right=(1,))
    yield ""
    yield from _legend()
    for row in rows:
        yield f"{row.name}: {row.source}{f'; not built: {row.reason}' if row.reason else ''}"


def markdown(heading: str, rows: Sequence[Compared]) -> Iterator[str]:
    """The same as Markdown."""
    yield heading
    yield ""
    for cells in (HEADINGS, tuple("---" for _ in HEADINGS), *(_cells(row) for row in rows)):
        yield f"| {' | '.join(cells)} |"
    yield ""
    yield from (f"- {one}" for one in _legend())
    for row in rows:
        yield f"- {row.name}: {row.source}{f'; not built: {row.reason}' if row.reason else ''}"


def _legend() -> Iterator[str]:
    for says, name in zip(DEFINITIONS.values(), HEADINGS[2:5], strict=True):
        yield f"{name}: contextual mapping by {says}: least distance of ids that must differ, rounded"
    yield "float16, ...: yes if those ids of Definition 2, computed exactly, still differ once rounded to the format"


def _cells(row: Compared) -> tuple[str, ...]:
    if row.network is None:
        return (row.name, "-", *("not built" for _ in DEFINITIONS), *("-" for _ in FORMATS))
    marks = {True: "yes", False: "no", None: "undecided"}
    return (
        row.name,
        f"{row.layers:,}",
        *(_cell(row.answers[key]) for key in DEFINITIONS),
        *(marks[row.seen[one.name]] for one in FORMATS),
    )


def _cell(answer: Answer) -> str:
    if answer.verdict is not Verdict.HOLDS:
        return {Verdict.REFUTED: "no", Verdict.VACUOUS: "vacuous"}.get(answer.verdict, "inconclusive")
    if answer.separation is None:
        return "yes"
    at_least = ">= " if answer.separation.below else ""
    return f"yes, {at_least}{decimal_root(answer.separation.squared)}"


def document(heading: str, rows: Sequence[Compared], paths: dict[str, str], exit_code: int) -> dict[str, Any]:
    """All as JSON data."""
    return {
        "format": FORMAT,
        "exit_code": exit_code,
        "sequences": heading,
        "layers": [
            {
                "name": row.name,
                "source": row.source,
                "not_built": row.reason or None,
                "layers": row.layers,
                "definitions": {key: _answer(one, paths.get(f"{row.name}:{key}")) for key, one in row.answers.items()},
                "seen": dict(row.seen),
            }
            for row in rows
        ],
    }


def _answer(answer: Answer, certificate: str | None) -> dict[str, Any]:
    separation = answer.separation
    return {
        "verdict": answer.verdict.value,
        "separation_squared": None if separation is None else encode_rational(separation.squared),
        "at_least": separation is not None and separation.below,
        "certificate": certificate,
    }
