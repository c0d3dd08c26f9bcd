"""The run store: finished ranges of runs in one file, so that a run that was ended goes on where it was.

Each range is kept in a transaction of its own. A process that is killed loses none that was kept; where the power goes,
those of the last second or so may be lost, and the file stays whole. Several processes may use a store at once.

Checksums find what was damaged. They don't prove anything: who can write the file can write counts into it, as who can
write the code can change it. What a decision makes of kept tallies is replayed and verified as what it made of its own.

A kept run has a name that nothing else has, and the words that find again what it decides.

What was kept of a run is taken up, what is finished is kept; a store that fails ends no run.
"""

from __future__ import annotations

import hashlib
import shlex
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any, Final, get_args

from exactua import __version__
from exactua.arithmetic.rationals import encode_integer
from exactua.arithmetic.reals import Precision
from exactua.claims.problem import Problem
from exactua.deciding import fingerprints
from exactua.deciding.collected import chained_steps
from exactua.deciding.large_runs.store_file import (
    ERRORS,
    StoreFailed,
    failures_told,
    is_alive,
    number,
    opened,
    sortable,
    this_process,
)
from exactua.deciding.large_runs.stored_tallies import Damaged, decode, encode
from exactua.deciding.plan import EngineChoice, Plan
from exactua.deciding.shards import Order, Shard
from exactua.deciding.tally import Tally
from exactua.deciding.tasks import Found, Notice
from exactua.errors import InputError
from exactua.grids.categories import build
from exactua.grids.domains import CountTooLarge
from exactua.terms.encoding import Data, canonical, sha256


def identity_of(
    problem: Problem, scope: str = "enumerated", engine: str = "auto", chained: Collection[str] = ()
) -> str:
    """The name of a run, 64 hexadecimal digits: of all that is decided, in which scope and how, and by which code.

    The certificate without what a decision adds has the label, the parameters, the networks, the domains and all
    statements.
    """
    return identity_from(identity_data(problem, scope, engine, chained))


def identity_from(what: Data) -> str:
    """The name of a run from all that it is made of."""
    return sha256(what).removeprefix("sha256:")


def identity_data(problem: Problem, scope: str, engine: str, chained: Collection[str]) -> dict[str, Data]:
    """All that the name of a run is made of."""
    return {
        "problem": fingerprints.of_problem(problem),
        "scope": scope,
        "engine": engine,
        "chained": sorted(chained),
        **({"precision": Precision.cap} if any(map(problem.speaks_of_reals, problem.steps)) else {}),
        "version": __version__,
        "code": _code(),
    }


@cache
def _code() -> str:
    """The fingerprint of the code as it was when this process first asked: what is changed later doesn't run in it."""
    return fingerprints.of_code(fingerprints.DECIDING)


def counts_of(problem: Problem) -> dict[str, int]:
    """The numbers of points of the domains that can be counted without deciding anything."""
    counts = {}
    for spec in problem.domains:
        if spec.kind != "cells":
            with suppress(CountTooLarge, InputError):
                counts[spec.name] = build(spec, problem.value, problem.parameters).count
    return counts


def words_of(problem: Problem, counts: Mapping[str, int], options: Mapping[str, Data]) -> dict[str, Data]:
    """What finds again what is to be decided."""
    return {
        "label": shlex.split(problem.command)[0],
        "parameters": [
            [name, value if isinstance(value, str) else encode_integer(value)]
            for name, value in problem.parameters.items()
        ],
        "steps": [step.name for step in problem.steps],
        "judged": list(problem.judged),
        "points": {spec.name: _count(counts.get(spec.name)) for spec in problem.domains},
        "options": dict(options),
    }


def _count(count: int | None) -> Data:
    return None if count is None else encode_integer(count)


__all__ = ["RunStore", "StoreFailed", "StoredRun"]

SYNCED_EVERY: Final = 1
"""Seconds after which what was kept is on the disk itself."""

KEEP: Final = """
INSERT INTO ranges (run, domain, ordering, start, stop, tallies, numbers, checksum, kept)
SELECT :run, :domain, :ordering, :start, :stop, :tallies, :numbers, :checksum, :kept
WHERE NOT EXISTS (
    SELECT 1 FROM (
        SELECT stop FROM ranges WHERE run = :run AND domain = :domain AND ordering = :ordering AND start < :stop
        ORDER BY start DESC LIMIT 1
    ) WHERE stop > :start
)"""
"""Kept ranges are disjoint: a new one overlaps some of them only if it overlaps the last that begins before its end."""


class RunStore:
    """Runs with their finished ranges in one SQLite file; a context manager.

    `options` are what the command line said beside the claim and its box; a run that begins keeps them for
    `exactua runs resume`. `notices` are sentences about what was found damaged and left out; `tell`, if there is one,
    is called with each of them.

    Raises InputError for a file that is no run store, StoreFailed where it can't be made or opened.
    """

    def __init__(
        self,
        path: Path,
        *,
        options: Mapping[str, str | int | bool | None] | None = None,
        tell: Callable[[str], None] | None = None,
    ) -> None:
        self.path, self.options = Path(path), dict(options or {})
        self.notices: list[str] = []
        self._tell = tell
        self.connection = opened(self.path)
        self._held: list[int] = []
        self.last: StoredRun | None = None
        """The run that was begun or resumed last."""

    def __enter__(self) -> RunStore:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Lets go of the runs and closes the file; what can't be written any more is left."""
        with suppress(*ERRORS):
            for run in self._held:
                self.connection.execute("DELETE FROM holders WHERE run = ? AND holder = ?", (run, this_process()))
        self._held = []
        with suppress(*ERRORS):
            self.connection.close()

    def run(
        self,
        problem: Problem,
        scope: str = "enumerated",
        *,
        engine: str = "auto",
        chained: Collection[str] = (),
        counts: Mapping[str, int] | None = None,
    ) -> StoredRun:
        """Begins the run that decides this problem, or resumes it where the store has it; `last` is that run then.

        `engine` is what was asked for: who asks for one is not given what another found. `chained` are the steps whose
        numbers are not gathered, but compared with those of neighbours. `counts` are the numbers of points of the
        domains, where they are known already. Raises StoreFailed where the file can't be read.
        """
        known = counts_of(problem) if counts is None else dict(counts)
        what = identity_data(problem, scope, engine, chained)
        identity, about = identity_from(what), canonical(what | words_of(problem, known, self.options))
        self.last = run = StoredRun(self, identity, problem, scope, frozenset(chained), known)
        with failures_told(self.path):
            row = self.connection.execute("SELECT id, about FROM runs WHERE identity = ?", (identity,)).fetchone()
            if row is None or (self.options and counts is not None and row[1] != about):
                run.unwritten = self._write_run(identity, about)
                row = self.connection.execute("SELECT id FROM runs WHERE identity = ?", (identity,)).fetchone()
        run.number = None if row is None else row[0]
        if run.number is not None and run.unwritten is None:
            self._hold(run.number)
        return run

    def _write_run(self, identity: str, about: str) -> str | None:
        """Notes a run, or what is asked of it now; why that can't be done, if it can't."""
        try:
            with failures_told(self.path):
                self.connection.execute(
                    "INSERT INTO runs (identity, about, started) VALUES (?, ?, ?) "
                    "ON CONFLICT (identity) DO UPDATE SET about = excluded.about",
                    (identity, about, now()),
                )
        except StoreFailed as error:
            return str(error)
        return None

    def _hold(self, run: int) -> None:
        """Notes that this process is at the run, and forgets those that are gone."""
        with suppress(*ERRORS):
            for (holder,) in self.connection.execute("SELECT holder FROM holders WHERE run = ?", (run,)).fetchall():
                if not is_alive(str(holder)):
                    self.connection.execute("DELETE FROM holders WHERE run = ? AND holder = ?", (run, holder))
            self.connection.execute("INSERT OR IGNORE INTO holders (run, holder) VALUES (?, ?)", (run, this_process()))
            self._held.append(run)

    def notice(self, text: str) -> None:
        """Says something about the file that was not as it should be."""
        self.notices.append(text)
        if self._tell is not None:
            self._tell(text)


class StoredRun:
    """One run of a store. `unwritten` says why nothing can be kept of it, where that is so from the beginning."""

    def __init__(
        self,
        store: RunStore,
        identity: str,
        problem: Problem,
        scope: str,
        chained: Collection[str],
        counts: Mapping[str, int],
    ) -> None:
        self.store, self.identity, self.problem = store, identity, problem
        self.scope, self.chained, self.counts = scope, chained, counts
        self.number: int | None = None
        self.unwritten: str | None = None
        self._synced = time.monotonic()

    def finished(self) -> Iterator[tuple[Shard, dict[str, Tally]]]:
        """What earlier runs kept, domain by domain, by rank; the ranges are disjoint and lie within the domains.

        A range that is damaged, or that no decider can have found, is dropped from the store, and a notice says so.
        Raises StoreFailed where the file can't be read any further.
        """
        connection, last = self.store.connection, Shard("", 0, 0)
        with failures_told(self.store.path):
            rows = connection.execute(
                "SELECT id FROM ranges WHERE run = ? ORDER BY domain, ordering, start", (self.number,)
            ).fetchall()
        for (key,) in rows:
            with failures_told(self.store.path):
                row = connection.execute(
                    "SELECT domain, ordering, start, stop, tallies, numbers, checksum FROM ranges WHERE id = ?", (key,)
                ).fetchone()
            if row is None:
                continue  # another process dropped it meanwhile
            try:
                shard, tallies = self._read(row, last)
            except Damaged as error:
                self._drop(key, row, str(error))
                continue
            last = shard
            yield shard, tallies

    def _read(self, row: tuple[Any, ...], last: Shard) -> tuple[Shard, dict[str, Tally]]:
        domain, ordering, start, stop, tallies, numbers, checksum = row
        texts = (domain, ordering, start, stop, tallies)
        if not all(isinstance(text, str) for text in texts) or not isinstance(numbers, bytes):
            raise Damaged("a column has another type")
        if checksum != _checksum(self.identity, texts, numbers):
            raise Damaged("its checksum does not match its content")
        if ordering not in get_args(Order):
            raise Damaged("it is in an unknown order")
        try:
            shard = Shard(domain, number(start), number(stop), ordering)
        except ValueError as error:
            raise Damaged(str(error)) from None
        if all(spec.name != domain for spec in self.problem.domains):
            raise Damaged("the claim has no such domain")
        if not shard.start < shard.stop <= self.counts.get(domain, shard.stop):
            raise Damaged("it does not lie in its domain")
        if (domain, ordering) == (last.domain, last.order) and shard.start < last.stop:
            raise Damaged("it overlaps another one")
        enumerated = self.scope == "enumerated"
        return shard, decode(tallies, numbers, self.problem, shard, chained=self.chained, enumerated=enumerated)

    def _drop(self, key: int, row: tuple[Any, ...], reason: str) -> None:
        self.store.notice(
            f"note: {self.store.path}: a kept range of {str(row[0])[:60]!r} is left out and decided again ({reason})"
        )
        with suppress(*ERRORS):
            self.store.connection.execute("DELETE FROM ranges WHERE id = ?", (key,))

    def keep(self, shard: Shard, by_step: Mapping[str, Tally]) -> None:
        """Keeps what was found in a shard, whole or not at all; a range that overlaps a kept one is left out.

        Raises StoreFailed, with the reason, where it can't be kept; nothing that was kept before is lost then.
        """
        if self.unwritten is not None:
            raise StoreFailed(self.unwritten)
        try:
            tallies, numbers = encode(by_step)
        except KeyError as error:
            raise StoreFailed(f"store: a tally has a field {error} that a store can't keep") from None
        start, stop = sortable(shard.start), sortable(shard.stop)
        values = {
            "run": self.number,
            "domain": shard.domain,
            "ordering": shard.order,
            "start": start,
            "stop": stop,
            "tallies": tallies,
            "numbers": numbers,
            "checksum": _checksum(self.identity, (shard.domain, shard.order, start, stop, tallies), numbers),
            "kept": now(),
        }
        with failures_told(self.store.path):
            self.store.connection.execute(KEEP, values)
            if time.monotonic() - self._synced > SYNCED_EVERY:
                self._synced = time.monotonic()
                self.store.connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()

    def ended(self, verdict: str, exit_code: int, certificate: Path | None) -> None:
        """Notes how a run ended and where its certificate is. Raises StoreFailed where it can't be noted."""
        if self.unwritten is not None:
            raise StoreFailed(self.unwritten)
        with failures_told(self.store.path):
            self.store.connection.execute(
                "UPDATE runs SET verdict = ?, exit_code = ?, certificate = ? WHERE id = ?",
                (verdict, exit_code, None if certificate is None else str(certificate), self.number),
            )


def now() -> str:
    """The time in UTC, to the second (ISO 8601)."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _checksum(identity: str, texts: Sequence[str], numbers: bytes) -> bytes:
    """SHA-256 of a row; of the run too, so that a row of another one is found out."""
    return hashlib.sha256(f"{canonical([identity, *texts])}\n".encode("ascii") + numbers).digest()


class Keeping:
    """What a run asks of its store."""

    def __init__(self, store: RunStore, plan: Plan, engine: EngineChoice, scope: str, notice: Notice) -> None:
        self._notice = notice
        self._run: StoredRun | None = None
        self.points = 0
        """How many points came from the store."""
        self._in_runs = {
            name for name, programs in plan.programs.items() if any(program.in_runs for program in programs)
        }
        counts = {name: domain.count for name, domain in plan.domains.items()}
        chained = frozenset[str]().union(*chained_steps(plan).values())
        try:
            self._run = store.run(plan.problem, scope, engine=engine, chained=chained, counts=counts)
        except StoreFailed as error:
            self._go_on(error)

    def finished(self) -> Iterator[tuple[Shard, Found]]:
        """What earlier runs kept that compared numbers as this one does."""
        if self._run is None:
            return
        try:
            for shard, tallies in self._run.finished():
                if shard.order == "lexicographic" or shard.domain in self._in_runs:
                    self.points += shard.stop - shard.start
                yield shard, tallies
        except StoreFailed as error:
            self._go_on(error)

    def keep(self, shard: Shard, tallies: Mapping[str, Tally]) -> None:
        """Keeps what was found in a shard, if the store still takes it."""
        if self._run is None:
            return
        try:
            self._run.keep(shard, tallies)
        except StoreFailed as error:
            self._go_on(error)

    def _go_on(self, error: Exception) -> None:
        self._run = None
        self._notice(f"note: {error}; the run goes on, and nothing more of it is kept")
