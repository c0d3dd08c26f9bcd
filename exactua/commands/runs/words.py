"""The runs of a store as text for people and as data for programs (docs/runs.md, docs/json-output.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from exactua.arithmetic.messages import plain
from exactua.arithmetic.rationals import encode_integer
from exactua.deciding.large_runs.kept_runs import SHORT, KeptRun
from exactua.deciding.plan import describe_count
from exactua.printing.documents import Document, Paragraph, Table
from exactua.printing.text import box
from exactua.visible_text import visible

FORMAT: Final = "exactua-runs/1"
HEADINGS: Final = ("run", "claim", "instance", "points", "of", "share", "state", "started", "last kept", "size")
RIGHT: Final = (3, 4, 5, 9)
UNKNOWN: Final = "?"
MOST_RANGES: Final = 10
"""Ranges of a domain that are shown one by one."""


def document(runs: Sequence[KeptRun], store: str) -> Document:
    """The runs of the store as a table, one row a run."""
    told = Table([HEADINGS, *map(_row, runs)], RIGHT) if runs else Paragraph(f"no runs in {store}")
    return Document([told], _data(runs, store))


def _row(run: KeptRun) -> tuple[str, ...]:
    return (
        plain(run.identity[:SHORT]),
        name(run),
        visible(box(run.parameters)),
        describe_count(run.done),
        UNKNOWN if run.all_points is None else describe_count(run.all_points),
        share(run),
        run.state,
        plain(run.started),
        plain(run.kept or "-"),
        bytes_shown(run.size),
    )


def name(run: KeptRun) -> str:
    """The claim of a run, with its step where it has but one, and what else was asked for."""
    if run.damaged is not None:
        return "(damaged)"
    step = f".{run.steps[0]}" if run.steps == run.judged and len(run.steps) == 1 else ""
    engine = "" if run.engine == "auto" else f" ({run.engine})"
    return visible(f"{run.label}{step}{engine}")


def share(run: KeptRun) -> str:
    """The share of the points that is decided, in per cent, rounded down."""
    if run.all_points is None:
        return UNKNOWN
    if run.done == run.all_points:
        return "100%"
    tenths = 1000 * run.done // run.all_points
    return f"{tenths // 10}.{tenths % 10}%"


def bytes_shown(size: int) -> str:
    """A size for people: 512 B, 3.4 MiB."""
    for unit, bits in (("GiB", 30), ("MiB", 20), ("KiB", 10)):
        if size >> bits:
            tenths = 10 * size >> bits
            return f"{tenths // 10}.{tenths % 10} {unit}"
    return f"{size} B"


def details(run: KeptRun, store: str) -> Document:
    """One run: what it decides, how far it is domain by domain, how it ended."""
    rows = [("run", visible(run.identity))]
    if run.damaged is None:
        rows += [
            ("claim", visible(run.label)),
            ("instance", visible(box(run.parameters))),
            ("steps", plain_list(run.steps)),
            ("judged", plain_list(run.judged)),
            ("engine", plain(run.engine)),
            ("scope", plain(run.scope)),
            ("exactua", plain(run.version)),
        ]
    else:
        rows.append(("damaged", visible(run.damaged)))
    rows += [
        ("state", run.state),
        ("started", plain(run.started)),
        ("last kept", plain(run.kept or "-")),
        ("size", bytes_shown(run.size)),
        ("verdict", plain(run.verdict or "-")),
        ("certificate", visible(run.certificate or "-")),
    ]
    shown = [_ranges(domain, run, run.decided) for domain in dict.fromkeys([*run.points, *run.decided])]
    shown += [_ranges(domain, run, run.compared, ", with neighbours") for domain in run.compared]
    ranges = Table([("domain", "points", "of", "ranges"), *shown], (1, 2))
    return Document([Table(rows, has_head=False), ranges], _data([run], store))


def plain_list(names: Sequence[str]) -> str:
    """Names one behind the other."""
    return ", ".join(names) or "-"


def _ranges(domain: str, run: KeptRun, of: Mapping[str, Sequence[tuple[int, int]]], how: str = "") -> tuple[str, ...]:
    ranges, count = of.get(domain, ()), run.points.get(domain)
    shown = ", ".join(f"{start:,}..{stop - 1:,}" for start, stop in ranges[:MOST_RANGES])
    more = len(ranges) - MOST_RANGES
    return (
        plain(domain) + how,
        describe_count(sum(stop - start for start, stop in ranges)),
        UNKNOWN if count is None else describe_count(count),
        (shown or "-") + (f" and {more:,} more" if more > 0 else ""),
    )


def data(run: KeptRun) -> dict[str, Any]:
    """One run for programs."""
    return {
        "run": run.identity,
        "damaged": run.damaged,
        "claim": run.label,
        "parameters": {
            key: value if isinstance(value, str) else encode_integer(value) for key, value in run.parameters.items()
        },
        "steps": list(run.steps),
        "judged": list(run.judged),
        "scope": run.scope,
        "engine": run.engine,
        "exactua": run.version,
        **{key: getattr(run, key) for key in ("state", "started", "kept")},
        "decided": encode_integer(run.done),
        "points": None if run.all_points is None else encode_integer(run.all_points),
        "domains": [
            {
                "name": domain,
                "points": None if (count := run.points.get(domain)) is None else encode_integer(count),
                "decided": _range_data(run.decided.get(domain, ())),
                "compared": _range_data(run.compared.get(domain, ())),
            }
            for domain in dict.fromkeys([*run.points, *run.decided])
        ],
        **{key: getattr(run, key) for key in ("size", "verdict", "exit_code", "certificate")},
    }


def _range_data(ranges: Sequence[tuple[int, int]]) -> list[Any]:
    return [[encode_integer(start), encode_integer(stop)] for start, stop in ranges]


def _data(runs: Sequence[KeptRun], store: str) -> dict[str, Any]:
    return {"format": FORMAT, "store": store, "runs": [data(run) for run in runs]}
