"""Networks, points, tensors and target functions, changed, and what reads them."""

from __future__ import annotations

import contextlib
import io
import json
import random
import warnings
import zipfile
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from exactua.errors import ExactuaError
from tests.fuzz import originals
from tests.fuzz.changing import TOKENS, altered, dumped, noise, several
from tests.fuzz.originals import Document
from tests.fuzz.telling import Input, read_by, require_one_sentence, told_by


def a_document(documents: Callable[[], Sequence[Document]]) -> Callable[[random.Random], Input]:
    def make(rng: random.Random) -> Input:
        document = rng.choice(documents())
        kind = rng.randrange(10)
        if kind < 7:
            text = dumped(several(rng, document.data, document.places), rng.choice((None, None, 1)), rng.random() < 0.8)
            return ".json", text.encode("utf-8", "surrogatepass")
        if kind < 9:
            return ".json", altered(rng, dumped(document.data).encode())
        return ".json", noise(rng, TOKENS)

    return make


def network_read(path: Path) -> str:
    """What `exactua info` makes of a network file, and a walk through a small network."""
    from exactua.networks.files import read_network
    from exactua.networks.inspection import inspect
    from exactua.papers.yun2020.counts import counts_of

    file = read_network(path)
    counts_of(file.theorem, file.network, file.parameters)
    inspect(file.network)
    return "read"


def network_asked(path: Path) -> str:
    """`exactua info`, `ask` and `eval` on a file of a network, as commands."""
    from exactua.commands import group as cli

    points = path.parent / "points.json"
    points.write_text("[[[0, 1]], [[1, 1]]]", encoding="utf-8")
    words = []
    for command in (
        ["info", str(path)],
        ["eval", str(path), "--points", str(points)],
        ["ask", str(path), "--points", str(points), "--property", "injective", "--no-certificate", "--budget", "2s"],
    ):
        words.append(str(told_by(cli.main, command, (0, 1, 2, 3, 5))))
    return " ".join(words)


def a_points_file(rng: random.Random) -> Input:
    """Points, values or data sets, changed."""
    suffix, given = rng.choice(originals.points())
    if suffix == ".json":
        if rng.random() < 0.7:
            return suffix, dumped(several(rng, given)).encode("utf-8", "surrogatepass")
        return suffix, altered(rng, dumped(given).encode()) if rng.random() < 0.8 else noise(rng, TOKENS)
    if suffix == ".npy" and rng.random() < 0.4:
        return suffix, _npy_with(rng)
    if suffix == ".csv" and rng.random() < 0.5:
        cells = (
            b"0",
            b"1/2",
            b"0.25",
            b"-1e999",
            b"1e-999",
            b"1e1000000000",
            b"nan",
            b'"',
            b"\x00",
            b"a",
            b"9" * 9000,
            b"1/0",
            b",",
            b"",
        )
        rows = [
            b",".join(rng.choice(cells) for _ in range(rng.choice((1, 2, 2, 2, 4)))) for _ in range(rng.randrange(5))
        ]
        return suffix, rng.choice((b"\n", b"\r\n", b"\r")).join(rows)
    return suffix, altered(rng, given, given)


def _npy_with(rng: random.Random) -> bytes:
    """An npy file whose header says something else than its bytes are."""
    shapes = (
        "(2, 1, 2)",
        "(10**9, 10**9, 10**9)",
        "(99999999999, 1, 1)",
        "(-1, 1, 2)",
        "(2,)",
        "()",
        "(True, 1, 2)",
        "(0, 1, 2)",
    )
    kinds = (
        "'<i8'",
        "'|O'",
        "'<f8'",
        "'<U9999999'",
        "[('a', '<i8')]",
        "'|V8'",
        "'<i8', 'x': 1",
        "'M8[s]'",
        "'(2,2)<i8'",
    )
    header = f"{{'descr': {rng.choice(kinds)}, 'fortran_order': {rng.choice(('False', 'True', '3'))}, 'shape': {rng.choice(shapes)}, }}"
    if rng.random() < 0.2:
        header = rng.choice(
            ("__import__('os').system('touch escaped')", "[" * 5000, "{", "{'descr': 1}", "9" * 5000, "'a'*10**9")
        )
    text = header.encode() + b" " * rng.randrange(20) + b"\n"
    version = rng.choice((b"\x01\x00", b"\x01\x00", b"\x02\x00", b"\x03\x00", b"\xff\xff"))
    length = (
        len(text).to_bytes(2 if version == b"\x01\x00" else 4, "little") if rng.random() < 0.9 else b"\xff\xff\xff\xff"
    )
    return b"\x93NUMPY" + version + length + text + bytes(range(32))


def points_read(path: Path) -> str:
    """All readers of points: of `ask`, `eval`, `compare`, `limit`, `build corollary1`."""
    from exactua.commands.ask.reading import read_table
    from exactua.commands.compare.work import read_sequences
    from exactua.console.own_data import read_pairs
    from exactua.console.point_files import read_points

    return read_by(
        lambda: read_points(path, 1, 8 if path.suffix == ".npy" else None),
        lambda: read_table(path, 1, 8 if path.suffix == ".npy" else None),
        lambda: read_sequences(path),
        lambda: read_pairs(path),
    )


def some_tensors(rng: random.Random) -> Input:
    """Tensors: bytes altered, or an archive packed anew with members, names and sizes of its own."""
    suffix, given = rng.choice(originals.tensors())
    kind = rng.randrange(10)
    if suffix == ".npz" and kind < 6:
        return suffix, _packed(rng, given)
    if suffix == ".safetensors" and kind < 6:
        return suffix, _headed(rng, given)
    if kind == 6:
        suffix = rng.choice((".npz", ".safetensors", ".pt", ".bin", ""))
    return suffix, altered(rng, given, given) if kind < 9 else noise(
        rng, (b"PK\x03\x04", b"\x80\x02", b"PK\x05\x06", *TOKENS)
    )


def _packed(rng: random.Random, given: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(given)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        names = old.namelist()
        for name in names:
            content = old.read(name)
            if rng.random() < 0.3:
                content = altered(rng, content) if rng.random() < 0.6 else _npy_with(rng)
            if name == "exactua.npy" and rng.random() < 0.5:
                content = _metadata(rng, content)
            if rng.random() < 0.15:
                name = rng.choice(
                    ("../../escaped.npy", "/tmp/escaped.npy", "a\x00b.npy", "\ud7ff.npy", "", "x" * 3000, *names)
                )
            with contextlib.suppress(ValueError, UnicodeError, IndexError), warnings.catch_warnings(action="ignore"):
                if rng.random() > 0.1:
                    new.writestr(name, content)
        if rng.random() < 0.05:
            new.writestr("bomb.npy", b"\x00" * 2**20)
    archive = _bomb() if rng.random() < 0.02 else out.getvalue()
    return altered(rng, archive) if rng.random() < 0.2 else archive


@cache
def _bomb() -> bytes:
    """An archive of 300 KiB that unpacks to 300 MiB, and whose directory says that it is a few bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.npy", originals.npy("<i8") + b"\x00" * (300 * 2**20))
    content = out.getvalue()
    size = (len(originals.npy("<i8")) + 300 * 2**20).to_bytes(4, "little")
    return content.replace(size, len(originals.npy("<i8")).to_bytes(4, "little"))


def _metadata(rng: random.Random, content: bytes) -> bytes:
    """The metadata of an export, changed as JSON data."""
    import numpy as np

    with contextlib.suppress(Exception):
        data = json.loads(str(np.load(io.BytesIO(content), allow_pickle=False)))
        out = io.BytesIO()
        np.save(out, np.array(dumped(several(rng, data))), allow_pickle=False)
        return out.getvalue()
    return content


def _headed(rng: random.Random, given: bytes) -> bytes:
    """A safetensors file with another header."""
    length = int.from_bytes(given[:8], "little")
    header, content = json.loads(given[8 : 8 + length]), given[8 + length :]
    inner = header.get("__metadata__", {}).get("exactua")
    if inner is not None and rng.random() < 0.5:
        mutated = {**header, "__metadata__": {"exactua": dumped(several(rng, json.loads(inner)))}}
    else:
        mutated = several(rng, header)
    text = dumped(mutated).encode("utf-8", "surrogatepass")
    size = len(text) if rng.random() < 0.9 else rng.choice((0, 1, 2**63, 2**64 - 1, len(text) + 7))
    return size.to_bytes(8, "little") + text + content


def tensors_read(path: Path) -> str:
    """`import` of tensors as a network, and what `from_file` reads of an export."""
    from exactua.commands.export.networks import Asked, import_tensors, write_imported
    from exactua.softmax.exchange.files import read_arrays

    words = []
    for asked in (Asked(), Asked(attention="hardmax", heads=1), Asked(heads=1)):
        try:
            imported = import_tensors(path, asked)
            write_imported(imported, path.parent / "imported.json")
            words.append("read")
        except ExactuaError as error:
            require_one_sentence(str(error))
    with contextlib.suppress(ExactuaError):
        read_arrays(path)
    return "read" if words else "refused"


def a_function(rng: random.Random) -> Input:
    """A target function: a file of expressions, a table, pieces; or an expression alone."""
    if rng.random() < 0.5:
        function = rng.choice(originals.FUNCTIONS)
        mutated = several(rng, function)
        if rng.random() < 0.5 and isinstance(mutated, dict) and "entries" in mutated:
            mutated = {"entries": [[_expression(rng), _expression(rng)]]}
        return ".json", dumped(mutated, ascii_only=rng.random() < 0.8).encode("utf-8", "surrogatepass")
    return ".txt", _expression(rng).encode("utf-8", "surrogatepass")


def _expression(rng: random.Random) -> str:
    text = rng.choice(originals.EXPRESSIONS)
    for _ in range(rng.choice((0, 1, 1, 1, 2, 4))):
        k = rng.randrange(len(text) + 1)
        word = rng.choice(originals.WORDS_OF_EXPRESSIONS)
        text = text[:k] + word + text[k + rng.choice((0, 0, 1, 3)) :]
    return text


def function_read(path: Path) -> str:
    """`build --f`: the shape is read off, then the function; one that is read is evaluated at a point."""
    from gmpy2 import mpq

    from exactua.commands.build.own_function import read_target
    from exactua.targets.shapes import shape

    text = str(path)
    if path.suffix == ".txt":
        text = path.read_bytes().decode("utf-8", "surrogatepass")
        if ".py" in text or ".json" in text:
            return "a path"  # files are by design code, or another target
    d, n = 1, 2
    with contextlib.suppress(ExactuaError):
        d, n = shape(text, None, None)
    if d * n > 1000:
        return "large"
    f = read_target(text, d, n)
    f.value([[mpq(i + 1, j + 3) % 1 for j in range(n)] for i in range(d)])
    return "read"


PIECES = tuple(
    piece.encode()
    for piece in (
        r"\exactuachecked", "[", "]", "{", "}", "d1n2m2", ",", "verdict=", "holds", "statement=", "certificate=", "sha256:01234567", "#1",
        r"\exactuachecked[d1n2m2, verdict=holds, statement=sha256:01234567]{yun2020:lemma10}", "yun2020:lemma10", "mine.py::lemma", "mine:lemma",
        r"\exactuadata{yun2020:lemma10}{d1n2m2}{good}{checked}{d = 1}{sha256:\allowbreak 01234567\dots{}}", "%", "\n", "\\", r"\%", r"\input{",
        r"\include{input}", r"\input ../../secret ", r"\verb|", "|", r"\begin{verbatim}", r"\end{verbatim}", r"\end{document}", "\r", "\0", "\x1b[2J",
        "\u202e", "é", "`", "```\n", "'", '"', 'x = claim("a")\n', '@x.states("b")\n', "def f(at):\n",
    )
)  # fmt: skip
"""Of a LaTeX paper with marks."""


def a_paper(rng: random.Random) -> Input:
    """A LaTeX paper of pieces in any order, some with changed bytes, some repeated very often."""
    content = noise(rng, PIECES)
    if rng.random() < 0.3:
        content = altered(rng, content)
    return ".tex", content * (rng.choice((100, 2000)) if rng.random() < 0.05 else 1)


def paper_read(path: Path) -> str:
    """`exactua tex check` of a paper whose certificates are not there, and what an editor asks of the text."""
    from exactua.commands import group as cli
    from exactua.commands.lsp.places import places, written_in

    text = path.read_bytes().decode("utf-8", "replace")
    for language in ("latex", "markdown", "python"):
        places(text, language)
    written_in(text, "mine")
    return str(
        told_by(cli.main, ["tex", "check", str(path), "--certificates", str(path.parent / "none")], (1, 2, 3, 5))
    )
