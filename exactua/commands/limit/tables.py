"""The table 'proved and measured' with the machine that measured and the day."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from exactua.arithmetic.rationals import Rational, encode_known, encode_rational, written
from exactua.commands.limit.data import bracket_data, wall_data
from exactua.commands.limit.record import Needed, Run, TableRow
from exactua.printing import documents
from exactua.printing.documents import Block, Code, Document, Either, Heading, Items, Paragraph
from exactua.printing.short_numbers import rounded, rounded_up, shown_factor

FORMAT: Final = "exactua-limit-table/1"
TITLE: Final = "Proved and measured"


@dataclass(frozen=True)
class Table:
    """The rows, what they were measured with, and what is to be told."""

    rows: Sequence[TableRow]
    runs: Sequence[Run]
    tolerance: Rational
    notices: Sequence[str]


def document(table: Table, machine: str, command: str) -> Document:
    """The table, the machine, and what the columns mean; `command` writes it again."""
    legend = [*_legend(table), *(f"note: {notice}" for notice in table.notices)]
    page: list[Block] = [
        Heading(TITLE),
        Paragraph(f"{machine}."),
        Paragraph((Code(command), " writes this page; docs/limit.md has the details.")),
    ]
    blocks: list[Block] = [
        Either([Items([f"{TITLE}: {machine}"])], page),
        documents.Table(list(_cells(table)), right=range(1, 9)),
        Items(legend),
    ]
    return Document(blocks, _data(table, machine))


def _data(table: Table, machine: str) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "machine": machine,
        "tolerance": encode_rational(table.tolerance),
        "runs": [{"backend": run.backend.name, "library": str(run.backend), "dtype": run.dtype} for run in table.runs],
        "rows": [
            {
                "network": row.network,
                "parameters": dict(row.parameters),
                "points": row.points,
                "bracket": bracket_data(row.bracket),
                "closed_form": encode_known(row.closed_form),
                "scan": [encode_rational(end) for end in row.scan],
                "needed": [_needed(needed) for needed in row.needed],
                "walls": [wall_data(wall) for wall in row.walls],
            }
            for row in table.rows
        ],
        "notices": list(table.notices),
    }


def _needed(needed: Needed) -> dict[str, Any]:
    return {
        "lambda": encode_known(needed.factor),
        "until": encode_known(needed.until),
        "within_at_last": needed.last.within,
        "worst_at_last": encode_known(needed.last.worst),
        "not_finite_at_last": needed.last.not_finite,
    }


def _cells(table: Table) -> Iterator[tuple[str, ...]]:
    formats = list(dict.fromkeys(run.dtype for run in table.runs))
    yield (
        "network", "d", "n", "1/delta", "points", "fails at", "lambda*", "ratio", "closed form",
        *(f"{run.dtype} {run.where}" for run in table.runs),
        *(f"wall {name}" for name in formats),
    )  # fmt: skip
    for row in table.rows:
        bracket = row.bracket
        yield (
            row.network,
            *(str(row.parameters.get(name, "-")) for name in ("d", "n", "m")),
            f"{row.points:,}",
            _factor(bracket.lower),
            _factor(bracket.upper),
            "-" if bracket.ratio is None else rounded_up(bracket.ratio),
            "-" if row.closed_form is None else written(row.closed_form),
            *(_told(needed, row.scan[1]) for needed in row.needed),
            *(_wall(wall.error) for wall in row.walls),
        )


def _factor(factor: Rational | None) -> str:
    return "-" if factor is None else shown_factor(factor)


def _told(needed: Needed, end: Rational) -> str:
    """From which factor on, and up to which where that is not the end of the scan; or how it is at the end."""
    if needed.factor is not None and needed.until is not None:
        return shown_factor(needed.factor) + ("" if needed.until == end else f" to {shown_factor(needed.until)}")
    lost = f"NaN or inf at {needed.last.not_finite:,}" if needed.last.not_finite else ""
    off = "" if needed.last.worst is None else f"{'else ' if lost else ''}off by {rounded(needed.last.worst)}"
    return f"never ({', '.join(filter(None, (lost, off)))})"


def _wall(error: Rational | None) -> str:
    if error is None:
        return "overflow"
    return "none" if error == 0 else rounded(error, 2)


def _legend(table: Table) -> Iterator[str]:
    tolerance, formats = written(table.tolerance), dict.fromkeys(run.dtype for run in table.runs)
    yield (
        f"fails at, lambda*: at the first a point is provably further than {tolerance} from the hardmax network in an "
        "entry; for all lambda >= the second all points are within it, by proof; ratio: second over first, rounded up"
    )
    yield "closed form: lambda* in d, n and delta, for g_c of Lemma 8 and all points of G+"
    yield (
        f"{', '.join(formats)}: the least lambda of a scan (four an octave around lambda*, then each octave to more "
        "than 2^12 lambda*) "
        f"from which on all points are within {tolerance} of the exact hardmax network in that arithmetic, up to the "
        "one that is named after it, or else to the end of the scan; never: at no lambda of the scan, and how it is at "
        "the end"
    )
    yield (
        "wall: the exact outputs rounded to the format are that far off, so no arithmetic in it is better; none: it "
        "holds them, though maybe not what stands on the way to them"
    )


def machine(runs: Iterable[Run]) -> str:
    """What measured, and when: "2026-01-31: 2 cores (AMD EPYC, x86_64), Linux, Python 3.11.7, NumPy 2.4.6 on ..."."""
    libraries = dict.fromkeys(str(run.backend) for run in runs)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return (
        f"{datetime.now(UTC).date()}: {cores} cores ({_processor()}, {platform.machine()}), {platform.system()}, "
        f"Python {platform.python_version()}, {', '.join(libraries)}"
    )


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.processor() or "unknown processor")
