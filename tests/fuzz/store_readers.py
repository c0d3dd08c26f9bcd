"""Manifests and stores, changed, and what reads them."""

from __future__ import annotations

import contextlib
import json
import random
import sqlite3
import tempfile
from pathlib import Path
from typing import Any, Final

from exactua.errors import ExactuaError
from tests.fuzz import changing, originals
from tests.fuzz.changing import altered, dumped, several
from tests.fuzz.oracles import Wrong
from tests.fuzz.telling import Input


def a_manifest(rng: random.Random) -> Input:
    """A manifest: lines moved, values exchanged, bytes altered."""
    return _some_toml(rng, rng.choice(originals.MANIFESTS))


def some_signoffs(rng: random.Random) -> Input:
    """A file of sign-offs, likewise."""
    return _some_toml(rng, originals.SIGNOFFS)


def _some_toml(rng: random.Random, given: bytes) -> Input:
    kind = rng.randrange(10)
    if kind < 3:
        return ".toml", altered(rng, given, given)
    lines = given.split(b"\n")
    for _ in range(rng.randrange(1, 4)):
        k = rng.randrange(len(lines))
        turn = rng.randrange(5)
        if turn == 0:
            lines.insert(k, lines[rng.randrange(len(lines))])
        elif turn == 1 and len(lines) > 1:
            del lines[k]
        elif turn == 2:
            key = lines[k].partition(b"=")[0] or b"d "
            lines[k] = key + b"= " + _toml(rng)
        elif turn == 3:
            lines[k] = rng.choice(
                (
                    b"[check]",
                    b"[[check.steps]]",
                    b"[[check]]",
                    b"a.b.c = 1",
                    b"[statements]",
                    b"check = 3",
                    b"[[signoff]]",
                    b"[[[",
                    b"'''",
                )
            )
        else:
            rng.shuffle(lines)
    return ".toml", b"\n".join(lines)


def _toml(rng: random.Random) -> bytes:
    values = (
        b"9" * 5000, b"0x" + b"f" * 5000, b"-1", b"0", b"1.5", b"nan", b"inf", b"1e999", b"true", b'""', b'"\\u0000"', b'"\\ud800"',
        b"1979-05-27", b"[" * 5000, b"{ a = " * 500, b"[]", b"{}", b'"../../canary.py::lemma"', b'"/etc/passwd"', b"'''\n'''", b'"1/0"',
        b'"sha256:' + b"0" * 64 + b'"', b'"holds"', b"{ x = 'vacuous' }", b'"1/99999999999999999999"', b"[[1], 2]", b"99999999999999999999",
        b"{ a" + b".a" * 3000 + b" = 1 }", b"{ steps = { a = { b = 0x" + b"f" * 5000 + b" } } }",
    )  # fmt: skip
    return rng.choice(values)


def manifest_read(path: Path) -> str:
    """A manifest read, and written again with new pins, as `regress --update` does; no claim is looked up."""
    from dataclasses import replace

    from exactua.claims.verdicts import Verdict
    from exactua.commands.regress import manifest_text
    from exactua.evidence import manifests

    manifest = manifests.read(path)
    expected = [
        replace(
            check.expected, verdict=Verdict.REFUTED, digest="sha256:" + "5" * 64, witnesses={"a b": 'x"\\'}, words={}
        )
        for check in manifest.checks
    ]
    pins = {**manifest.statements, "yun2020:lemma10.one_to_one": "sha256:" + "6" * 64}
    text = manifest_text.updated(manifest, expected, pins)
    if text is not None and manifests.parse(text, path).statements != pins:
        raise Wrong("a rewritten manifest has other pins")
    return "read"


def signoffs_read(path: Path) -> str:
    """A file of sign-offs read, held against a step, and written again without the first; no claim is looked up."""
    from exactua.claims.registry import find
    from exactua.evidence import signoffs

    known = signoffs.read(path)
    claim = find("lemma8")[0]
    for step in claim.steps:
        for reader in signoffs.Readers([known]).of(claim, step):
            if not reader.words.isprintable():
                raise Wrong("a name that can't be printed")
    signoffs.rewrite(known, known.entries[:1])
    if signoffs.read(path).entries != known.entries[1:]:
        raise Wrong("a rewritten file has other sign-offs")
    return "read"


def a_run_store(rng: random.Random) -> Input:
    """A store of runs: its bytes altered, or its rows changed by statements, some with the right checksum."""
    content, _ = originals.run_store()
    if rng.random() < 0.35:
        return ".sqlite", altered(rng, content, content)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "runs.sqlite"
        path.write_bytes(content)
        connection = sqlite3.connect(path)
        connection.text_factory = lambda text: text.decode("utf-8", "replace")
        with contextlib.suppress(sqlite3.Error, UnicodeError, OverflowError):
            for _ in range(rng.randrange(1, 3)):
                _change_rows(rng, connection)
            connection.commit()
        connection.close()
        return ".sqlite", path.read_bytes()


COLUMNS: Final = {
    "runs": ("id", "identity", "about", "started", "verdict", "exit_code", "certificate"),
    "ranges": ("run", "domain", "ordering", "start", "stop", "tallies", "numbers", "checksum", "kept"),
    "holders": ("run", "holder"),
}


def _change_rows(rng: random.Random, connection: sqlite3.Connection) -> None:
    if rng.random() < 0.1:
        connection.execute(rng.choice((
            "PRAGMA user_version = 99", "PRAGMA application_id = 1", "CREATE VIEW v AS SELECT * FROM runs", "DROP TABLE holders",
            "CREATE TRIGGER t AFTER DELETE ON ranges BEGIN SELECT randomblob(1000000000); END", "PRAGMA journal_mode = WAL",
            "ALTER TABLE runs ADD COLUMN more TEXT", "PRAGMA encoding = 'UTF-16'", "DELETE FROM ranges",
            "INSERT INTO holders SELECT id, 'x/1/2' FROM runs",
        )))  # fmt: skip
        return
    table = rng.choice(("runs", "ranges", "ranges", "ranges", "holders"))
    column = rng.choice(COLUMNS[table])
    row = connection.execute(
        f"SELECT rowid, {column} FROM {table} ORDER BY rowid LIMIT 1 OFFSET {rng.randrange(2)}"
    ).fetchone()
    if row is None:
        return
    value: Any = rng.choice(
        (*changing.WORDS, 0, -1, 2**62, None, b"", b"\x00\xff", "00000001.1", "00000009.fffffffff", "spread")
    )
    if isinstance(row[1], str) and row[1].startswith(("{", "[")) and rng.random() < 0.8:
        value = dumped(several(rng, json.loads(row[1])), sort=True)
    elif isinstance(row[1], bytes) and rng.random() < 0.5:
        value = altered(rng, row[1])
    connection.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (value, row[0]))
    if table == "ranges" and column != "checksum" and rng.random() < 0.8:
        _sum_again(connection, row[0])
    if column == "about" and rng.random() < 0.7:
        _identify_again(connection, row[0], value)


def _sum_again(connection: sqlite3.Connection, key: int) -> None:
    from exactua.deciding.large_runs.store import _checksum

    with contextlib.suppress(TypeError, AttributeError, ValueError):
        *texts, numbers, run = connection.execute(
            "SELECT domain, ordering, start, stop, tallies, numbers, run FROM ranges WHERE rowid = ?", (key,)
        ).fetchone()
        identity = connection.execute("SELECT identity FROM runs WHERE id = ?", (run,)).fetchone()[0]
        connection.execute("UPDATE ranges SET checksum = ? WHERE rowid = ?", (_checksum(identity, texts, numbers), key))


def _identify_again(connection: sqlite3.Connection, key: int, about: Any) -> None:
    from exactua.deciding.large_runs.kept_runs import _WHAT
    from exactua.terms.encoding import sha256

    with contextlib.suppress(ValueError, TypeError, KeyError, AttributeError, RecursionError):
        data = json.loads(about)
        identity = sha256({name: data[name] for name in _WHAT}).removeprefix("sha256:")
        connection.execute("UPDATE runs SET identity = ? WHERE rowid = ?", (identity, key))


def run_store_read(path: Path) -> str:
    """A store as `runs list`, `runs show`, a resumed run and `runs clean` read it."""
    from exactua.commands.check.kept_options import arguments
    from exactua.commands.runs import words as reporting
    from exactua.commands.runs.work import again
    from exactua.deciding.large_runs.kept_runs import kept_runs, remove
    from exactua.deciding.large_runs.store import RunStore
    from exactua.printing.renderers import RENDERERS

    _, problem = originals.run_store()
    with RunStore(path) as store:
        runs = kept_runs(store)
        RENDERERS["text"].write(reporting.document(runs, str(path)))
        for run in runs:
            RENDERERS["text"].write(reporting.details(run, str(path)))
            if not run.label.partition("::")[1] and ".py" not in run.label:
                with contextlib.suppress(ExactuaError):
                    asked = again(run)
                    arguments(run, asked.label, asked.judged, path, {})
        resumed = store.run(problem)
        kept = sum(shard.stop - shard.start for shard, _ in resumed.finished())
        remove(store, runs)
    return "read" if kept else "nothing kept"


def regression_read(path: Path) -> str:
    """The store of `regress`: read, and added to."""
    from exactua.commands.regress import store as regression_store

    store = regression_store.opened(path, "sha256:" + "0" * 64)
    store.save({"sha256:" + "3" * 64: "2026-01-04"})
    return "refused" if store.notice else "read"


def record_read(path: Path) -> str:
    """The record of a verification: read, and told in words."""
    from exactua.claims import verification
    from exactua.evidence import verifications

    path.with_name(f"{'1' * 64}.record").write_bytes(path.read_bytes())
    known = verifications.known("sha256:" + "1" * 64, path.parent)
    if known is not None and not verification.sentence(known).isprintable():
        raise Wrong("a record has words that can't be printed")
    return "refused" if known is None else "read"


def a_record(rng: random.Random) -> Input:
    """The record of a verification, most with the digest of what it says."""
    from exactua.terms.encoding import sha256

    document = originals.record()
    kind = rng.randrange(4)
    if kind == 0:
        return ".json", altered(rng, dumped(document.data, 1).encode())
    mutated = several(rng, document.data, document.places)
    if kind > 1 and isinstance(mutated, dict):
        with contextlib.suppress(TypeError, ValueError, KeyError, RecursionError):
            mutated = {**mutated, "digest": sha256({name: mutated[name] for name in mutated if name != "digest"})}
    return ".json", dumped(mutated, 1).encode("utf-8", "surrogatepass")


def a_regression_store(rng: random.Random) -> Input:
    """The store of `regress`, most with the digest of what it says."""
    from exactua.terms.encoding import sha256

    document = originals.regression()
    kind = rng.randrange(4)
    if kind == 0:
        return ".json", altered(rng, dumped(document.data, 1).encode())
    mutated = several(rng, document.data, document.places)
    if kind > 1 and isinstance(mutated, dict):
        with contextlib.suppress(TypeError, ValueError, KeyError, RecursionError):
            mutated = {**mutated, "digest": sha256({name: mutated[name] for name in ("code", "format", "passed")})}
    return ".json", dumped(mutated, 1).encode("utf-8", "surrogatepass")
