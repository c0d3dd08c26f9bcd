"""What `compare` prints: a table of layers, and what its columns mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from exactua.arithmetic.float_formats import FORMATS
from exactua.arithmetic.rationals import encode_rational
from exactua.claims.verdicts import Verdict
from exactua.commands.ask.record import Answer
from exactua.commands.ask.words import decimal_root
from exactua.commands.compare.work import DEFINITIONS, Compared
from exactua.printing.documents import Block, Document, Items, Paragraph, Table

FORMAT = "exactua-compare/1"
HEADINGS = ("layer", "layers", "Definition 2", "Lemma 8", "Definition E.1", *(form.name for form in FORMATS))


def document(heading: str, rows: Sequence[Compared], paths: Mapping[str, str], exit_code: int) -> Document:
    """The table, what its columns mean, and where each layer comes from; `paths` has the certificates."""
    sources = (f"{row.name}: {row.source}{f'; not built: {row.reason}' if row.reason else ''}" for row in rows)
    blocks: list[Block] = [
        Paragraph(heading),
        Table([HEADINGS, *map(_cells, rows)], right=(1,)),
        Items([*_legend(), *sources]),
    ]
    return Document(blocks, _data(heading, rows, paths, exit_code))


def _legend() -> Iterator[str]:
    for definition, name in zip(DEFINITIONS, HEADINGS[2:5], strict=True):
        yield f"{name}: contextual mapping by {definition.name}: least distance of ids that must differ, rounded"
    yield "float16, ...: yes if those ids of Definition 2, computed exactly, still differ once rounded to the format"


def _cells(row: Compared) -> tuple[str, ...]:
    if row.network is None:
        return (row.name, "-", *("not built" for _ in DEFINITIONS), *("-" for _ in FORMATS))
    marks = {True: "yes", False: "no", None: "undecided"}
    return (
        row.name,
        f"{row.layers:,}",
        *(_cell(row.answers[definition.key]) for definition in DEFINITIONS),
        *(marks[row.seen[form.name]] for form in FORMATS),
    )


def _cell(answer: Answer) -> str:
    if answer.verdict is not Verdict.HOLDS:
        return {Verdict.REFUTED: "no", Verdict.VACUOUS: "vacuous"}.get(answer.verdict, "inconclusive")
    if answer.separation is None:
        return "yes"
    at_least = ">= " if answer.separation.below else ""
    return f"yes, {at_least}{decimal_root(answer.separation.squared)}"


def _data(heading: str, rows: Sequence[Compared], paths: Mapping[str, str], exit_code: int) -> dict[str, Any]:
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
                "definitions": {
                    key: _answer(answer, paths.get(f"{row.name}:{key}")) for key, answer in row.answers.items()
                },
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
