"""The runs that a store holds: read for people, who may have been given the file by anybody, and removed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from exactua.arithmetic.json_values import array_at, object_at, parsed, string_at
from exactua.arithmetic.rationals import decode_integer
from exactua.claims.verdicts import EXIT_CODES, Verdict
from exactua.deciding.large_runs.store import RunStore
from exactua.deciding.large_runs.store_file import ERRORS, StoreFailed, failures_told, is_alive, number
from exactua.deciding.shards import Order
from exactua.deciding.tasks import count_of, joined
from exactua.errors import ExactuaError, InputError
from exactua.terms.encoding import Data, sha256

SHORT: Final = 8
"""Digits of an identity that a table shows."""


@dataclass(frozen=True)
class KeptRun:
    """A run of a store: what it decides, how far it is, how it ended. Sizes in bytes, times in UTC (ISO 8601)."""

    number: int
    identity: str
    started: str
    kept: str | None
    """When the last range was kept."""
    decided: Mapping[str, Sequence[tuple[int, int]]]
    """The kept ranges of each domain, joined where they touch."""
    compared: Mapping[str, Sequence[tuple[int, int]]]
    """The same of points that were compared with their neighbours, in another order than that of the ranks."""
    size: int
    running: bool
    verdict: str | None
    exit_code: int | None
    certificate: str | None
    damaged: str | None = None
    """Why what the run decides can't be read, if it can't; the fields below are empty then."""
    label: str = ""
    parameters: Mapping[str, int | str] = field(default_factory=dict)
    steps: tuple[str, ...] = ()
    judged: tuple[str, ...] = ()
    scope: str = ""
    engine: str = ""
    chained: tuple[str, ...] = ()
    version: str = ""
    problem: str = ""
    code: str = ""
    points: Mapping[str, int | None] = field(default_factory=dict)
    """The number of points of each domain; None where it was not known when the run began."""
    options: Mapping[str, str | int | bool | None] = field(default_factory=dict)

    @property
    def done(self) -> int:
        """How many points are decided; in affine runs those that were compared with their neighbours are."""
        counts = {name: count_of(ranges) for name, ranges in self.decided.items()}
        if self.scope == "runs":
            for name, ranges in self.compared.items():
                counts[name] = max(counts.get(name, 0), count_of(ranges))
        return sum(counts.values())

    @property
    def all_points(self) -> int | None:
        """The number of points of all domains together, where it is known."""
        counts = list(self.points.values())
        return None if self.damaged or None in counts else sum(count or 0 for count in counts)

    @property
    def state(self) -> str:
        """Whether it is running, finished (it ended, and was not cut short) or interrupted."""
        if self.running:
            return "running"
        whole = self.all_points is None or self.done == self.all_points
        undecided = self.exit_code == EXIT_CODES[Verdict.INCONCLUSIVE] and self.verdict != Verdict.IN_PART
        return "finished" if self.verdict is not None and whole and not undecided else "interrupted"


def kept_runs(store: RunStore) -> list[KeptRun]:
    """The runs of a store, in the order in which they began. Raises StoreFailed where they can't be read."""
    with failures_told(store.path):
        rows = store.connection.execute(
            "SELECT id, identity, about, started, verdict, exit_code, certificate FROM runs ORDER BY id"
        ).fetchall()
        return [_kept_run(store.connection, row) for row in rows]


def kept_run(store: RunStore, beginning: str) -> KeptRun:
    """The run whose identity begins so. Raises InputError where there is none, or more than one."""
    runs = kept_runs(store)
    fitting = [run for run in runs if run.identity.startswith(beginning.lower())] if beginning else []
    if len(fitting) == 1:
        return fitting[0]
    known = ", ".join(run.identity[:SHORT] for run in (fitting or runs)[:SHORT])
    if fitting:
        raise InputError(f"runs: {beginning} is the beginning of {len(fitting)} runs of {store.path}: {known}")
    raise InputError(f"runs: {store.path} has no run {beginning!r}; {f'it has {known}' if known else 'it has none'}")


def remove(store: RunStore, runs: Sequence[KeptRun]) -> int:
    """Removes runs with all their ranges, and gives the room back: so many bytes of the file.

    Raises StoreFailed where they can't be removed, or removed whole runs and could not make the file smaller.
    """
    before = _size(store)
    with failures_told(store.path):
        store.connection.execute("BEGIN IMMEDIATE")
        try:
            store.connection.executemany("DELETE FROM runs WHERE id = ?", [(run.number,) for run in runs])
            store.connection.execute("COMMIT")
        except BaseException:
            with suppress(*ERRORS):
                store.connection.execute("ROLLBACK")
            raise
    try:
        with failures_told(store.path):
            store.connection.execute("VACUUM")
            store.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    except StoreFailed as error:
        raise StoreFailed(f"{error}; the runs are removed, and the file is as large as before") from None
    return max(before - _size(store), 0)


def _size(store: RunStore) -> int:
    """The bytes of the file, with what its log holds."""
    with failures_told(store.path):
        pages, size = (store.connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size"))
    return int(pages) * int(size)


def _kept_run(connection: sqlite3.Connection, row: tuple[Any, ...]) -> KeptRun:
    key, identity, about, started, verdict, exit_code, certificate = row
    size, kept = connection.execute(
        "SELECT coalesce(sum(length(tallies) + length(numbers)), 0), max(kept) FROM ranges WHERE run = ?", (key,)
    ).fetchone()
    ranges = connection.execute("SELECT domain, ordering, start, stop FROM ranges WHERE run = ?", (key,)).fetchall()
    holders = connection.execute("SELECT holder FROM holders WHERE run = ?", (key,)).fetchall()
    try:
        words = _words(_text(about), _text(identity))
    except ExactuaError as error:
        words = {"damaged": str(error)}
    return KeptRun(
        key,
        _text(identity),
        _text(started),
        None if kept is None else _text(kept),
        _joined(ranges, "lexicographic"),
        _joined(ranges, "spread"),
        size if isinstance(size, int) else 0,
        any(is_alive(_text(holder)) for (holder,) in holders),
        None if verdict is None else _text(verdict),
        exit_code if isinstance(exit_code, int) else None,
        None if certificate is None else _text(certificate),
        **words,
    )


def _text(value: object) -> str:
    return value if isinstance(value, str) else "?"


def _joined(ranges: Sequence[tuple[Any, ...]], order: Order) -> dict[str, list[tuple[int, int]]]:
    """The ranges of each domain in this order of ranks, joined where they touch; without those that are damaged."""
    by_domain: dict[str, list[tuple[int, int]]] = {}
    for domain, ordering, start, stop in ranges:
        if ordering == order:
            with suppress(ValueError):
                by_domain.setdefault(_text(domain), []).append((number(start), number(stop)))
    return {domain: joined(_disjoint(spans)) for domain, spans in by_domain.items()}


def _disjoint(ranges: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The ranges without those that overlap one before them."""
    reached = 0
    for start, stop in sorted(ranges):
        if reached <= start < stop:
            yield start, stop
            reached = stop


_WHAT: Final = ("problem", "scope", "engine", "chained", "version", "code")
_WORDS: Final = ("label", "parameters", "steps", "judged", "points", "options")


def _words(about: str, identity: str) -> dict[str, Any]:
    """What the run decides, as fields of a `KeptRun`. Raises InputError where it is not what `RunStore.run` wrote."""
    data = object_at(
        parsed(about, "run"), "run", (*_WHAT, "label", "parameters", "steps", "judged", "points", "options")
    )
    words: dict[str, Any] = {name: string_at(data[name], name) for name in (*_WHAT, "label") if name != "chained"}
    if sha256({name: data[name] for name in _WHAT}) != f"sha256:{identity}":
        raise InputError("run: what it decides is not what its identity says")
    words["parameters"] = dict(_parameter(entry) for entry in array_at(data["parameters"], "parameters"))
    for name in ("steps", "judged", "chained"):
        words[name] = tuple(string_at(entry, name) for entry in array_at(data[name], name))
    words["points"] = {
        name: None if count is None else decode_integer(count, "points")
        for name, count in object_at(data["points"], "points").items()
    }
    words["options"] = options = object_at(data["options"], "options")
    for name, value in options.items():
        if value is not None and not isinstance(value, (str, int)):
            raise InputError(f"options: {name} is neither a text nor an integer")
    return words


def _parameter(data: Data) -> tuple[str, int | str]:
    if len(array_at(data, "parameter")) != 2:
        raise InputError("parameter: it is not a name with its value")
    name, value = string_at(data[0], "parameter"), data[1]
    written = isinstance(value, str) and not value.startswith(("0x", "-0x"))
    return name, value if written else decode_integer(value, name)
