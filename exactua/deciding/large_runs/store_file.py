"""The file of a run store: SQLite with a fixed schema, opened so that a file of anybody's can do no harm."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from exactua.arithmetic.messages import plain
from exactua.errors import ExactuaError, InputError
from exactua.output_files import STANDARD_OUTPUT, existing_folder, require_regular

APPLICATION: Final = 0x65786163
"""Marks the file as a run store of exactua ("exac")."""
VERSION: Final = 1
"""The version of the schema."""
MAGIC: Final = b"SQLite format 3\x00"
PATIENCE: Final = 15
"""Seconds to wait for another process that writes."""
ATTEMPTS: Final = 100
SCHEMA: Final = {
    "runs": """CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    identity TEXT NOT NULL UNIQUE,
    about TEXT NOT NULL,
    started TEXT NOT NULL,
    verdict TEXT,
    exit_code INTEGER,
    certificate TEXT
)""",
    "ranges": """CREATE TABLE ranges (
    id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
    domain TEXT NOT NULL,
    ordering TEXT NOT NULL,
    start TEXT NOT NULL,
    stop TEXT NOT NULL,
    tallies TEXT NOT NULL,
    numbers BLOB NOT NULL,
    checksum BLOB NOT NULL,
    kept TEXT NOT NULL
)""",
    "beginnings": "CREATE UNIQUE INDEX beginnings ON ranges (run, domain, ordering, start)",
    "holders": """CREATE TABLE holders (
    run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
    holder TEXT NOT NULL,
    PRIMARY KEY (run, holder)
)""",
}
"""Tables and indices by name, each as SQLite keeps its text."""


ERRORS: Final = (sqlite3.Error, UnicodeDecodeError)
"""What SQLite raises; the second where an error quotes what is damaged."""


class StoreFailed(ExactuaError):
    """The run store can't be read or written now (disk full, read-only, locked); a run can go on without it."""


@contextmanager
def failures_told(path: Path) -> Iterator[None]:
    """What SQLite and the system raise inside is told as StoreFailed."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreFailed(f"store: {path} can't be used ({plain(str(error))})") from None
    except UnicodeDecodeError:
        raise StoreFailed(f"store: {path} can't be used (it is damaged)") from None
    except OSError as error:
        raise StoreFailed(f"store: {path} can't be used ({error.strerror or error})") from None


def opened(path: Path) -> sqlite3.Connection:
    """The store in this file; it is made where there is none, in a folder that exists, or in `.exactua`.

    Raises InputError for a file that is no run store, or one of a newer version; StoreFailed where it can't be used.
    """
    if path == STANDARD_OUTPUT:
        raise InputError("store: a store is a database, which can't go to standard output; give the path of a file")
    with failures_told(path):
        existing_folder(path.parent, "store")
        exists = require_regular(path, "store") is not None
        path.parent.mkdir(parents=True, exist_ok=True)
        if exists:
            _require_database(path)
        connection = sqlite3.connect(path.absolute(), timeout=PATIENCE, isolation_level=None)
        connection.text_factory = lambda content: content.decode("utf-8", "replace")
        try:
            _set_up(connection, path)
        except BaseException:
            connection.close()
            raise
    return connection


def _require_database(path: Path) -> None:
    """SQLite would take a file of a few bytes for an empty one, and write over it."""
    with path.open("rb") as file:
        beginning = file.read(len(MAGIC))
    if beginning not in (b"", MAGIC):
        raise InputError(f"store: {path} is not a run store (it is not an SQLite database); give another path")


def _set_up(connection: sqlite3.Connection, path: Path) -> None:
    try:
        application, version, objects = _marks(connection)
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError as error:
        raise InputError(f"store: {path} is not a run store ({plain(str(error))}); give another path") from None
    except UnicodeDecodeError:  # in the text of SQLite's own error
        raise InputError(f"store: {path} is not a run store (it is damaged); give another path") from None
    for setting in ("trusted_schema = OFF", "cell_size_check = ON", "foreign_keys = ON", "mmap_size = 0"):
        connection.execute(f"PRAGMA {setting}")
    if not (application or version or objects):
        _begin(connection)
        application, version, objects = _marks(connection)
    if application != APPLICATION:
        raise InputError(f"store: {path} is a database of another program; give another path")
    if version > VERSION:
        raise InputError(
            f"store: {path} was written by a newer exactua (format {version}, this one writes {VERSION}); "
            "give another path"
        )
    if version != VERSION or objects != SCHEMA:
        raise InputError(f"store: {path} lacks the tables of a run store; give another path")
    mode = connection.execute("PRAGMA journal_mode").fetchone()[0]
    # with a log that is synced at each checkpoint a crash leaves the file whole; without one only full syncs do
    connection.execute(f"PRAGMA synchronous = {'NORMAL' if mode == 'wal' else 'FULL'}")


def _marks(connection: sqlite3.Connection) -> tuple[int, int, dict[str, str]]:
    """The file's program, its version, and the text of each table and index."""
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_autoindex_%'")
    return application, version, dict(rows.fetchall())


def _begin(connection: sqlite3.Connection) -> None:
    """Makes the tables, unless another process has made them meanwhile."""
    connection.execute("PRAGMA auto_vacuum = NONE")
    for attempt in range(ATTEMPTS):
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            break
        except sqlite3.OperationalError:  # two processes change it at once: SQLite doesn't wait here by itself
            if attempt + 1 == ATTEMPTS:
                raise
            time.sleep(PATIENCE / ATTEMPTS)
    connection.execute("BEGIN IMMEDIATE")
    try:
        if not any(_marks(connection)):
            for statement in SCHEMA.values():
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        with suppress(*ERRORS):
            connection.execute("ROLLBACK")
        raise


def sortable(value: int) -> str:
    """An integer >= 0 of any size as text that sorts as the integers do: its hexadecimal digits behind their number."""
    digits = f"{value:x}"
    return f"{len(digits):08x}.{digits}"


def number(text: object) -> int:
    """The integer that `sortable` wrote. Raises ValueError for anything else."""
    if not isinstance(text, str):
        raise ValueError("it is not text")
    rank = int(text.partition(".")[2], 16)
    if rank < 0 or sortable(rank) != text:
        raise ValueError(f"{text[:40]!r} is not a rank")
    return rank


def this_process() -> str:
    """The name under which this process holds a run: its host, its number and, where the system says it, its birth."""
    return f"{_host()}/{os.getpid()}/{_birth(os.getpid())}"


def is_alive(holder: str) -> bool:
    """Whether the process of that name still runs, as far as this host can know."""
    host, _, rest = holder.rpartition("/")[0].rpartition("/")
    birth = holder.rpartition("/")[2]
    if host != _host() or not rest.isdecimal() or len(rest) > 10:
        return False
    known = _birth(int(rest))
    if known or birth:
        return known == birth
    return os.name == "posix" and _answers(int(rest))


def _host() -> str:
    import platform

    return platform.node().replace("/", "_")


def _birth(process: int) -> str:
    """When a process was started, in ticks since the machine was; "" where the system doesn't say, or it is gone."""
    try:
        status = Path(f"/proc/{process}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
    except OSError:
        return ""
    return "" if status[0] == "Z" else status[19]


def _answers(process: int) -> bool:
    try:
        os.kill(process, 0)
    except PermissionError:
        return True
    except (OSError, OverflowError):
        return False
    return True
