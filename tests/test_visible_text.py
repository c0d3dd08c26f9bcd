"""Nothing that a file says reaches a terminal, or a file that is written, but as visible text in the line it stands in.

Every field of every file that is read gets all controls, all marks of direction and separators of lines, and a line of
its own that says "confirmed"; then what reads such files is run, and all that it prints and writes is looked at.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import re
import sqlite3
import unicodedata
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactua
from exactua.arithmetic.messages import plain, quoted
from exactua.claims.verdicts import POINT_SCOPES
from exactua.commands.group import main
from exactua.errors import EvaluatorsDisagree, ExactuaError, InputError
from exactua.visible_text import joined, visible
from tests.fuzz import originals
from tests.fuzz.certificate_readers import laid_out
from tests.fuzz.changing import at, places, put

DIRECTIONS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
SEPARATORS = "\u2028\u2029\ufeff\u200b\u00ad\U000e0001"
CONTROLS = "".join(map(chr, (*range(32), *range(127, 160))))
FORGED = "confirmed: everything"
NASTY = f"\x1b[31m{CONTROLS}{DIRECTIONS}{SEPARATORS}\n{FORGED}\r{FORGED}\n::error ::{FORGED}\n"


def require_visible(text: str) -> None:
    """Each line is visible, and none is one of the file's own."""
    for line in text.split("\n"):
        assert line.isprintable(), repr(line[:300])
        assert not line.startswith((FORGED, "::error ::")), line


@given(st.text(max_size=20))
def test_visible_text_is_one_line_that_says_the_same(text: str) -> None:
    shown = visible(text)
    assert shown.isprintable()
    assert visible(shown) == shown
    assert (shown == text) == text.isprintable()
    if "\\" not in text:
        back = re.sub(
            r"\\U(.{8})|\\u(.{4})|\\x(..)", lambda match: chr(int(match[1] or match[2] or match[3], 16)), shown
        )
        assert back.replace(r"\n", "\n").replace(r"\r", "\r").replace(r"\t", "\t") == text


def test_letters_of_any_script_stay_and_what_is_not_seen_is_escaped() -> None:
    assert visible("δ ≤ Größe, 長い, \\delta") == "δ ≤ Größe, 長い, \\delta"
    assert visible("a\nb\tc\r\x1b[0m\x7f\x85") == r"a\nb\tc\r\x1b[0m\x7f\x85"
    assert visible("\u202e\ud800\U000e0001\u2028\ufeff") == r"\u202e\ud800\U000e0001\u2028\ufeff"
    for code in range(0x110000):
        if unicodedata.category(chr(code)) in ("Cc", "Cf", "Cs", "Zl", "Zp"):
            assert visible(chr(code)) != chr(code)
    assert joined(["a\nb", "c"]) == "a\\nb\nc"
    assert quoted('a\n\u202e"δ') == r'"a\n\u202e\"δ"'
    assert plain("x" * 90 + "\n") == "x" * 57 + "..."


@pytest.mark.parametrize("kind", [ExactuaError, InputError, EvaluatorsDisagree])
def test_every_error_is_one_visible_line(kind: type[ExactuaError]) -> None:
    require_visible(str(kind(f"certificate: {NASTY} is none")))
    assert str(kind(str(kind("a\nb")))) == r"a\nb"


def test_this_test_sees_what_it_should(capsys: pytest.CaptureFixture[str]) -> None:
    for text in (f"a\n{FORGED}", "a\x1b[0m", "a\u202eb", f"::error ::{FORGED}"):
        with pytest.raises(AssertionError):
            require_visible(text)


def run(*words: str, codes: tuple[int, ...] = (0, 1, 2, 3, 5)) -> str:
    """What a command prints on both streams, looked at."""
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8", "surrogateescape", newline="\n"), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(list(words))
        out.flush()
    text = out.buffer.getvalue().decode("utf-8", "surrogateescape") + err.getvalue()
    assert code in codes, (code, words, text[-500:])
    require_visible(text)
    return text


def shape(path: tuple[Any, ...]) -> tuple[Any, ...]:
    """The path without the numbers and depths of lists."""
    names = [key if isinstance(key, str) else "[]" for key in path]
    return tuple(key for k, key in enumerate(names) if key != "[]" or names[k - 1 : k] != ["[]"])


def one_of_each(paths: Iterator[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Of the paths of one shape, the first and the last."""
    by_shape: dict[tuple[Any, ...], list[tuple[Any, ...]]] = {}
    for path in paths:
        by_shape.setdefault(shape(path), []).append(path)
    return [path for same in by_shape.values() for path in dict.fromkeys((same[0], same[-1]))]


def fields(data: Any) -> list[tuple[Any, ...]]:
    """The paths of texts."""
    return one_of_each(path for path in places(data) if isinstance(at(data, path), str))


def keys(data: Any) -> list[tuple[Any, ...]]:
    """The paths that end in a key."""
    return one_of_each(path for path in places(data) if path and isinstance(path[-1], str))


def renamed(data: Any, path: tuple[Any, ...]) -> Any:
    """The data with another key at the end of the path."""
    inner = at(data, path[:-1])
    return put(data, path[:-1], {(key + NASTY if key == path[-1] else key): value for key, value in inner.items()})


def changed(data: Any, replaced: bool = True, known: frozenset[tuple[Any, ...]] = frozenset()) -> Iterator[Any]:
    """The data with one of its texts, or of its keys, with more behind it; and, if asked for, another in its place.

    Fields of the shapes that are `known` stay as they are.
    """
    for path in fields(data):
        if shape(path) not in known:
            yield put(data, path, at(data, path) + NASTY)
            if replaced:
                yield put(data, path, NASTY)
    for path in keys(data):
        if shape(path) not in known:
            yield renamed(data, path)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


KINDS = ("runs", "symbolic lemma8", "general lemma8", "networks", "folds", "reals", "memorised", "limit", "proof")
"""Certificates that have all fields between them; those of a claim that commands are asked for come first."""


def put_certificates(folder: Path) -> int:
    """Every field of every kind of certificate, one a file; names of files too."""
    folder.mkdir()
    number, seen = 0, set()
    known: dict[tuple[str, bool], frozenset[tuple[Any, ...]]] = {}
    named = {document.name: document for document in originals.certificates()}
    for document in map(named.__getitem__, KINDS):
        kind = document.form, document.data.get("scope") in POINT_SCOPES
        before = known.get(kind, frozenset())
        known[kind] = before | {shape(path) for path in (*fields(document.data), *keys(document.data))}
        for data in changed(document.data, replaced=False, known=before):
            text = laid_out(data, document.form)
            if text not in seen:
                seen.add(text)
                (folder / f"{number}.json").write_bytes(text)
                number += 1
        (folder / f"run{number}.json").write_bytes(
            laid_out(document.data, document.form, {"engine": NASTY, NASTY: NASTY})
        )
        (folder / f"form{number}.json").write_bytes(laid_out(document.data, NASTY))
    name = NASTY.replace("\0", "").replace("/", "")[:60] + f"\n{FORGED}.json"
    (folder / name).write_bytes(laid_out(originals.certificates()[0].data, "certificate/0"))
    return number


def test_certificates_in_a_folder(here: Path) -> None:
    assert put_certificates(here / ".exactua") > 300
    for command in (
        ("list",),
        ("list", "yun2020"),
        ("errata", "yun2020", "--certificates", ".exactua"),
        ("errata", "yun2020", "--certificates", ".exactua", "--format", "markdown"),
        ("errata", "yun2020", "--certificates", ".exactua", "--format", "latex"),
        ("cite", "lemma8"),
        ("cite", "lemma8", "--format", "text"),
        ("report", "latex", "yun2020", "--certificates", ".exactua"),
        ("report", "note", "yun2020", "--certificates", ".exactua"),
        ("report", "html", "yun2020", "--certificates", ".exactua", "-o", "site"),
    ):
        run(*command)
    pages = [path for path in Path("site").rglob("*") if path.suffix in (".html", ".js") and path.is_file()]
    assert pages
    for path in pages:
        assert path.read_text(encoding="utf-8").replace("\n", "").isprintable(), path


def test_certificates_one_by_one(here: Path) -> None:
    from exactua.certificates.limits import read_limit
    from exactua.certificates.proofs import read_proof
    from exactua.certificates.reading import read_certificate
    from exactua.evidence.catalogue import read

    put_certificates(here / "folder")
    refused = 0
    run("verify", "folder", "--seconds", "20")
    for path in sorted(Path("folder").iterdir()):
        for reader in (lambda path: read_certificate(path).problem, read_limit, read_proof, read):
            try:
                reader(path)
            except ExactuaError as error:
                require_visible(str(error))
                refused += 1
    assert refused > 300


def test_networks(here: Path) -> None:
    Path("points.json").write_text("[[[0, 1]], [[1, 1]]]")
    for document in originals.networks()[:6]:
        for data in changed(document.data):
            Path("net.json").write_text(json.dumps(data))
            run("info", "net.json")
            run("eval", "net.json", "--points", "points.json")
        run("ask", "net.json", "--points", "points.json", "--property", "injective", "--no-certificate")


def test_points_and_data_sets(here: Path) -> None:
    document = next(candidate for candidate in originals.networks() if candidate.data.get("exactua") == "network/1")
    Path("net.json").write_text(json.dumps(document.data))
    files = [
        (".json", json.dumps(data))
        for suffix, given in originals.points()
        if suffix == ".json"
        for data in changed(given)
    ]
    for text in (f'"{NASTY}",b\n0,1\n', f"a,b\n{NASTY},1\n", f'0,"{NASTY}"\n', f"{NASTY}\n{NASTY}\n"):
        files.append((".csv", text))
    for suffix, text in files:
        path = Path(f"points{suffix}")
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        run("eval", "net.json", "--points", str(path))
        run("build", "corollary1", "--data", str(path), "-o", "made.json", "--budget", "1s")
        run("compare", str(path), "--no-certificate", "--budget", "1s")
    header = f"{{'descr': '<i8', 'fortran_order': False, 'shape': (1, 1, 2), '{FORGED}\x1b': 1}}\n".encode()
    Path("points.npy").write_bytes(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + bytes(16))
    run("eval", "net.json", "--points", "points.npy", "--denominator", "1")


def test_tensors(here: Path) -> None:
    member = NASTY.replace("\0", "")
    for suffix, content in originals.tensors():
        if suffix == ".npz":
            with zipfile.ZipFile(io.BytesIO(content)) as old:
                for name in old.namelist():
                    with zipfile.ZipFile("net.npz", "w") as new:
                        for other in old.namelist():
                            new.writestr(f"{other[:-4]}{member}.npy" if other == name else other, old.read(other))
                    run("import", "net.npz", "-o", "made.json")
        else:
            length = int.from_bytes(content[:8], "little")
            header, body = json.loads(content[8 : 8 + length]), content[8 + length :]
            headers = [*changed(header)]
            if inner := header.get("__metadata__", {}).get("exactua"):
                headers += [
                    {**header, "__metadata__": {"exactua": json.dumps(metadata)}}
                    for metadata in changed(json.loads(inner))
                ]
            for altered in headers:
                text = json.dumps(altered).encode()
                Path("net.safetensors").write_bytes(len(text).to_bytes(8, "little") + text + body)
                run("import", "net.safetensors", "-o", "made.json")
                run("import", "net.safetensors", "-o", "made.json", "--heads", "1")


def test_target_functions(here: Path) -> None:
    for function in originals.FUNCTIONS:
        for data in changed(function):
            Path("f.json").write_text(json.dumps(data))
            run("build", "theorem2", "--f", "f.json", "--delta", "1/2", "-o", "made.json", "--budget", "1s")
    for text in (NASTY, f"x1{NASTY}, x2", f"'{NASTY}', x2", f"{NASTY}(x1), x2", f"none{NASTY}.json", f"f.py::{NASTY}"):
        run("build", "theorem2", "--f", text, "--delta", "1/2", "-o", "made.json")
    Path("f.py").write_text(f"def f(X):\n    raise ValueError({NASTY!r})\n\n\ndef g(X):\n    return [[{NASTY!r}, 1]]\n")
    for name in ("f", "g"):
        words = ("--d", "1", "--n", "2", "--delta", "1/2", "--modulus", "t", "-o", "made.json")
        run("build", "theorem2", "--f", f"f.py::{name}", *words)


MANIFEST = {
    "check": [
        {
            "claim": "yun2020:lemma8.property3", "d": 1, "n": 2, "delta": "1/2", "tie_rule": "average", "expect": "holds",
            "parameters": {"k": 3, "word": "x"}, "digest": "sha256:" + "0" * 64, "steps": {"property1": "vacuous"},
            "witnesses": {"property2": "L = [0 1/3]"},
        },
    ],
    "unlisted": {"yun2020:claim1": "it takes long", "nothing": "idle"},
    "statements": {"yun2020:lemma8.property3": "sha256:" + "a" * 64, "none.such": "sha256:" + "b" * 64},
}  # fmt: skip
SOUND = {
    "check": [{"claim": "lemma8.property1", "d": 1, "n": 2, "delta": "1/2", "expect": "refuted"}],
    "unlisted": {"yun2020:lemma10": "it takes long"},
    "statements": {"yun2020:lemma8.property3": "sha256:" + "a" * 64, "none.such": "sha256:" + "b" * 64},
}


def toml(data: Any) -> str:
    """The data as TOML, in one line for each table."""
    if isinstance(data, dict):
        return "{" + ", ".join(f"{toml(key)} = {toml(value)}" for key, value in data.items()) + "}"
    if isinstance(data, list):
        return "[" + ", ".join(map(toml, data)) + "]"
    if isinstance(data, str):
        return (
            '"'
            + "".join(
                f"\\U{ord(character):08x}" if not character.isprintable() or character in '"\\' else character
                for character in data
            )
            + '"'
        )
    return str(data)


@pytest.mark.parametrize("given", [MANIFEST, SOUND], ids=["refused", "decided"])
def test_manifests(here: Path, given: Any) -> None:
    decided = 0
    for k, data in enumerate(changed(given)):
        Path("own.toml").write_text("\n".join(f"{toml(key)} = {toml(value)}" for key, value in data.items()))
        form = ("text", "github", "markdown", "junit", "sarif", "json")[k % 6]
        text = run("regress", "own.toml", "--format", form, "--jobs", "1")
        decided += "differs" in text or "differ" in text
        for path in ("report.tex", "note.md"):
            Path(path).unlink(missing_ok=True)
    assert given is MANIFEST or decided


def test_stores_of_runs(here: Path) -> None:
    from tests.fuzz.store_readers import COLUMNS, _identify_again, _sum_again

    content, _ = originals.run_store()

    def changes(connection: sqlite3.Connection) -> Iterator[tuple[str, str, Any]]:
        for table, columns in COLUMNS.items():
            for column in columns:
                row = connection.execute(f"SELECT {column} FROM {table} ORDER BY rowid LIMIT 1").fetchone()
                yield table, column, NASTY if row is None else f"{row[0]}{NASTY}"
                if row is not None and isinstance(row[0], str) and row[0].startswith(("{", "[")):
                    for data in changed(json.loads(row[0])):
                        yield table, column, json.dumps(data, sort_keys=True, separators=(",", ":"))

    path = Path("runs.sqlite")
    path.write_bytes(content)
    with contextlib.closing(sqlite3.connect(path)) as connection:
        everything = [*changes(connection)]
    assert len(everything) > 40
    for table, column, value in everything:
        path.write_bytes(content)
        with contextlib.closing(sqlite3.connect(path)) as connection:
            with contextlib.suppress(sqlite3.Error):
                connection.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = 1", (value,))
            if table == "ranges":
                _sum_again(connection, 1)
            if column == "about":
                _identify_again(connection, 1, value)
            connection.commit()
        run("runs", "list", "--store", str(path))
        with contextlib.closing(sqlite3.connect(path)) as connection:
            names = [str(identity)[:8] for (identity,) in connection.execute("SELECT identity FROM runs")]
        for name in names:
            run("runs", "show", name, "--store", str(path))
    for statement in (f"ALTER TABLE runs ADD COLUMN '{FORGED}\x1b\n' TEXT", f"CREATE TABLE '\n{FORGED}\n' (a)"):
        path.write_bytes(content)
        with contextlib.closing(sqlite3.connect(path)) as connection:
            connection.execute(statement)
            connection.commit()
        run("runs", "list", "--store", str(path))


OWN = """
from exactua.authoring import AttentionHead, AttentionLayer, Network, claim, every, levels, point
NASTY = {nasty!r}
lemma = claim("lemma", text="f moves" + NASTY, source="p. 1" + NASTY, title="A lemma" + NASTY)
bits = levels("bits", start=0, step=1, count=2)
@lemma.network("f")
def largest_sum(values):
    d = values["d"]
    one = [[1] * d]
    return Network(d, [AttentionLayer([AttentionHead(W_O=[[1]] * d, W_V=one, W_K=one, W_Q=[[0] * d], b_Q=[1])])])
@lemma.states("every entry stays" + NASTY, over=bits, source="eq. 1" + NASTY)
def stays(at):
    return every(at.columns, lambda j: at.f(point)[1, j] == point[1, j])
"""


def test_texts_of_claims_of_ones_own(here: Path) -> None:
    box = ("--d", "1", "--n", "2")
    Path("own.py").write_text(OWN.format(nasty=NASTY), encoding="utf-8")
    try:
        told = run("show", "own.py::lemma")
    finally:
        pass
    if "f moves" not in told:  # what a claim of one's own may be given is said in a sentence
        Path("own.py").write_text(OWN.replace(', title="A lemma" + NASTY', "").format(nasty=NASTY), encoding="utf-8")
    for command in (
        ("show", "own.py::lemma"),
        ("show", "own.py::lemma", "--format", "latex"),
        ("list", "own.py"),
        ("check", "own.py::lemma", *box),
        ("explain", "own.py::lemma.stays", *box),
        ("errata", "own.py"),
        ("errata", "own.py", "--format", "markdown"),
        ("errata", "own.py", "--format", "latex"),
        ("check", "own.py", "--ladder"),
        ("export", "own.py::lemma.stays", *box),
        ("trace", "own.py::lemma", *box, "--point", "0 1"),
        ("cite", "own.py::lemma", *box, "--format", "text"),
    ):
        run(*command)
    Path("broken.py").write_text(f"raise ValueError({NASTY!r})\n")
    assert "broken.py" in run("check", "broken.py::lemma", *box)


def echoes(source: str) -> set[str]:
    """The calls in a module that print, and do it in another way than by `exactua.console.output`."""
    calls = {ast.unparse(node.func) for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)}
    return calls & {"click.echo", "click.secho", "print", "sys.stdout.write", "sys.stderr.write"}


def test_commands_print_by_one_function() -> None:
    package = Path(exactua.__file__).parent
    modules = [path for room in ("commands", "console") for path in (package / room).rglob("*.py")]
    printers = {path.relative_to(package).as_posix() for path in modules if echoes(path.read_text())}
    assert printers == {"console/output.py", "commands/group.py"}
    assert echoes('click.echo("a")\nprint(1)') == {"click.echo", "print"}
