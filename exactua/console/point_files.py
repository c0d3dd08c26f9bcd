"""Points in files: JSON, CSV or npy, from anybody; numbers are read exactly, and what is wrong is said with its place.

JSON   a list of matrices, numbers as integers, "p/q" or finite decimals in quotes: [[[0, "1/4"]], [["0.5", "3/4"]]]
       or integers over a denominator: {"denominator": 8, "points": [[[0, 2]], [[4, 6]]]}
CSV    one point a line, its d n entries row by row; integers, p/q, or finite decimals, 0.25 read as exactly 1/4;
       the first line may be a header
npy    integers of shape (points, d, n), over a denominator that is given with them;
       or floats, if it is asked for, each as the rational that it is
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Sequence
from enum import Enum
from pathlib import Path
from typing import Any, Final, TypeAlias

from gmpy2 import mpq

from exactua.arithmetic.json_values import array_at, kind, object_at, parsed
from exactua.arithmetic.messages import brief, cut
from exactua.arithmetic.number_reading import ALONE, rational_of_json
from exactua.arithmetic.rationals import Matrix, Rational, decode_rational, rational
from exactua.errors import InputError
from exactua.file_access import read_bytes
from exactua.plurals import counted

MAX_BYTES: Final = 16 * 2**20
"""The largest file of points that is read: 16 MiB."""

MOST_NUMBERS: Final = 2_000_000
"""The most entries that all points of a file may have together."""

SUFFIXES: Final = (".json", ".csv", ".npy")


class Floats(Enum):
    """How the floats of an npy file are read, where somebody says so: there is one way."""

    BINARY = "--binary"
    """Each float as the rational that it is."""


Over: TypeAlias = "int | Floats | None"
"""What the integers of an npy file are divided by, or that its entries are floats; None: neither is said."""

WITH_BINARY: Final = ("points", "vocabulary", "table")
"""The arguments of files beside which --binary may stand."""


def over(denominator: int | None, binary: bool) -> Over:
    """How the entries of npy files are read, by --denominator and --binary. Raises InputError for both."""
    if binary and denominator is not None:
        raise InputError("denominator: it is for integers, and --binary for floats; give one of them")
    return Floats.BINARY if binary else denominator


def require_npy(given: Over) -> None:
    """Raises InputError for what is said of the entries of npy files where there is none."""
    if given is Floats.BINARY:
        raise InputError(
            "binary: it is for the floats of .npy files; a decimal, in quotes in a JSON file, is read exactly as it is "
            "written"
        )
    if given is not None:
        raise InputError("denominator: it is for .npy files; a JSON file has it inside, and CSV entries are p/q")


def require_file(file: Path | None, given: Over) -> None:
    """Raises InputError for what is said of the entries of a file of --points where none is given."""
    if file is None and given is not None:
        name = "binary" if given is Floats.BINARY else "denominator"
        raise InputError(f"{name}: it is for an .npy file of --points; give one, or leave it out")


def read_points(path: Path, d: int, denominator: Over = None, argument: str = "points") -> tuple[Matrix, ...]:
    """The points in a file, each d x n with one n for all of them; unit 1.

    `denominator` is what the integers of an npy file are divided by, or says that its entries are floats, each of which
    is the rational that it is; messages about the file name `argument`. Raises InputError, one sentence with the file,
    the point or line and the entry, for a file that can't be read, is larger than 16 MiB or has more than 2,000,000
    numbers, for numbers that are not exact, and for points of other or unequal shapes.
    """
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise InputError(f"{argument}: {path} ends in none of {', '.join(SUFFIXES)}; give a file that does")
    if suffix != ".npy":
        require_npy(denominator)
    content = read_bytes(path, argument, MAX_BYTES)
    if suffix == ".npy":
        points = _from_npy(content, str(path), denominator, argument)
    elif suffix == ".json":
        points = _from_json(content, str(path))
    else:
        points = _from_csv(content, str(path), d)
    if not points:
        raise InputError(f"{path}: there is no point in it")
    return points


def _from_json(content: bytes, where: str) -> tuple[Matrix, ...]:
    data = parsed(content, where)
    denominator = None
    if isinstance(data, dict):
        data = object_at(data, where, ("denominator", "points"))
        denominator = _denominator(data["denominator"], f"{where}: denominator")
        data = data["points"]
    return matrices_in(data, where, denominator)


def matrices_in(data: Any, where: str, denominator: int | None = None) -> tuple[Matrix, ...]:
    """The matrices that JSON data is a list of, their entries over `denominator` where that is given.

    Raises InputError, beginning with `where`, for anything else.
    """
    read, numbers = [], 0
    known: dict[Any, Rational] = {}  # by type and value: files say few numbers many times
    for k, given in enumerate(array_at(data, where), 1):
        at = f"{where}: point {k}"
        rows = array_at(given, at)
        for i, row in enumerate(rows, 1):
            if not isinstance(row, list):
                raise InputError(f"{at}: row {i}: {kind(row)} is not an array; a file is a list of matrices [[[0, 1]]]")
            numbers += len(row)
        _require_few(numbers, where)
        read.append(
            tuple(
                _met(row, known) or _row(row, f"{at}: row {i}, column", denominator, known)
                for i, row in enumerate(rows, 1)
            )
        )
    return tuple(read)


def _met(row: list[Any], known: dict[Any, Rational]) -> tuple[Rational, ...] | None:
    """The entries of a row all of which were read before."""
    try:
        return tuple([known[type(value), value] for value in row])
    except (KeyError, TypeError):
        return None


def _row(row: list[Any], where: str, denominator: int | None, known: dict[Any, Rational]) -> tuple[Rational, ...]:
    """The entries of a row, which are known from now on."""
    entries = [_entry(value, f"{where} {j}", denominator) for j, value in enumerate(row, 1)]
    known |= {(type(value), value): entry for value, entry in zip(row, entries, strict=True)}
    return tuple(entries)


def _entry(value: Any, where: str, denominator: int | None) -> Rational:
    if isinstance(value, dict) and set(value) == {"exponent", "floor"}:
        raise InputError(f"{where}: a real that was rounded down, floor 2^exponent, is not an exact number; {ALONE}")
    if denominator is None:
        if isinstance(value, str) and "0x" in value:
            return decode_rational(value, where)
        return rational_of_json(value, where)
    if isinstance(value, bool) or not isinstance(value, int):
        raise InputError(f"{where}: {brief(value)} is not an integer, but the file has a denominator for all entries")
    return mpq(value, denominator)


def _denominator(value: object, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise InputError(f"{where}: {brief(value)} is not an integer >= 1")
    return value


def _from_csv(content: bytes, where: str, d: int) -> tuple[Matrix, ...]:
    try:
        text = str(content, "utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{where}: the text is not UTF-8 (byte {error.start})") from None
    reader = csv.reader(io.StringIO(text, newline=""), skipinitialspace=True)
    read: list[Matrix] = []
    width, numbers = 0, 0
    try:
        for line in reader:
            at = f"{where}: line {reader.line_num}"
            entries = [entry.strip() for entry in line]
            if not any(entries):
                continue
            if not width:
                width = len(entries)
                if width % d:
                    raise InputError(
                        f"{at} has {counted(width, 'entry')}; a point has d n of them, a multiple of d = {d}"
                    )
                if all(map(_is_name, entries)):
                    continue
            if len(entries) != width:
                raise InputError(f"{at} has {counted(len(entries), 'entry')}, the first line has {width}")
            numbers += width
            _require_few(numbers, where)
            exact = [rational(entry, f"{at}, entry {k}") for k, entry in enumerate(entries, 1)]
            n = width // d
            read.append(tuple(tuple(exact[i * n : (i + 1) * n]) for i in range(d)))
    except csv.Error as error:
        raise InputError(f"{where}: line {reader.line_num} is not CSV: {error}") from None
    return tuple(read)


def _is_name(entry: str) -> bool:
    """Whether an entry can stand in a header: a name such as Z_11, and no number that a program may have written."""
    return bool(entry) and (entry[0].isalpha() or entry[0] == "_") and entry.lower() not in ("nan", "inf", "infinity")


def _from_npy(content: bytes, where: str, denominator: Over, argument: str) -> tuple[Matrix, ...]:
    (count, d, n), array = _array(content, where, denominator, argument)
    if denominator is Floats.BINARY:
        entries = [_exactly(value, f"{where}: {_place(k, d, n)}") for k, value in enumerate(array.ravel())]
    else:
        if denominator is None:
            raise InputError(f"denominator: missing; --denominator 8 says what the integers of {where} are divided by")
        divisor = _denominator(denominator, "denominator")
        entries = [mpq(int(value), divisor) for value in array.ravel()]
    return tuple(tuple(tuple(entries[(k * d + i) * n : (k * d + i + 1) * n]) for i in range(d)) for k in range(count))


def _place(index: int, d: int, n: int) -> str:
    """Where the entry of this index in C order stands."""
    return f"point {index // (d * n) + 1}: row {index // n % d + 1}, column {index % n + 1}"


def _exactly(value: Any, where: str) -> Rational:
    """The rational that a float is. Raises InputError for NaN and infinities."""
    if not math.isfinite(value):
        raise InputError(f"{where}: {value!s} is no number; --binary takes finite floats")
    return mpq(*map(int, value.as_integer_ratio()))


def _array(content: bytes, where: str, denominator: Over, argument: str) -> tuple[tuple[int, int, int], Any]:
    """Shape and entries of an npy file, as numpy's array. Nothing is unpickled: only the header is read, by numpy."""
    import numpy as np

    file = io.BytesIO(content)
    floats = denominator is Floats.BINARY
    save = "save floats" if floats else "save integers"
    try:
        version = np.lib.format.read_magic(file)
        if version == (1, 0):
            shape, fortran, dtype = np.lib.format.read_array_header_1_0(file)
        elif version == (2, 0):
            shape, fortran, dtype = np.lib.format.read_array_header_2_0(file)
        else:
            raise InputError(f"{where}: npy files of version {version[0]}.{version[1]} are not read; {save}")
    except InputError:
        raise
    except Exception as error:  # the header may hold anything, and numpy raises whatever it meets
        raise InputError(f"{where}: it is not an npy file: {cut(str(error), 200)}") from None
    if dtype.hasobject:
        raise InputError(f"{where}: it holds Python objects, which are never loaded; {save}")
    if floats and (dtype.kind != "f" or dtype.itemsize not in (2, 4, 8)):
        instead = "give --denominator instead" if dtype.kind in "iu" else "save floats of one of these"
        raise InputError(
            f"{where}: its entries are {dtype}, and --binary is for float16, float32 and float64; {instead}"
        )
    if not floats and dtype.kind not in "iu":
        raise InputError(
            f"{where}: its entries are {dtype}, not integers"
            f"{_of_floats(content[file.tell() :], shape, dtype, argument)}"
        )
    if len(shape) != 3 or not all(type(size) is int and size > 0 for size in shape):
        raise InputError(f"{where}: its shape is {shape}, not (points, d, n)")
    count, d, n = shape
    _require_few(count * d * n, where)
    data = content[file.tell() :]
    if len(data) != count * d * n * dtype.itemsize:
        raise InputError(
            f"{where}: {len(data):,} bytes follow the header, but shape {shape} of {dtype} needs another number"
        )
    array = np.frombuffer(data, dtype=dtype).reshape(shape, order="F" if fortran else "C")
    return (count, d, n), array


def _of_floats(data: bytes, shape: tuple[int, ...], dtype: Any, argument: str) -> str:
    """Why floats are refused: with the first that is not its shortest decimal, if there is one, in both readings."""
    import numpy as np

    why, instead = "floats are not exact", "save integers and give their --denominator"
    if argument in WITH_BINARY and dtype.kind == "f":
        instead += ", or give --binary, which reads each float as the rational that it is"
    if dtype.kind != "f" or not data or len(data) != dtype.itemsize * math.prod(shape):
        return f": {why}; {instead}" if dtype.kind in "fc" else ""
    for place, value in enumerate(np.frombuffer(data, dtype=dtype), 1):
        said, exact = _readings(value)
        if said != exact:
            shown = f"{cut(str(said), 40)} as a decimal and {cut(str(exact), 80)} in binary"
            return f": {why}: entry {place} of its data, {value!s}, is {shown}; {instead}"
    return f": {why}; {instead}"


def _readings(value: Any) -> tuple[Rational | None, Rational | None]:
    """The shortest decimal of a float, and its exact value; None for NaN and infinities."""
    if not math.isfinite(value):
        return None, None
    return rational(str(value), "entry"), mpq(*map(int, value.as_integer_ratio()))


def _require_few(numbers: int, where: str) -> None:
    if numbers > MOST_NUMBERS:
        raise InputError(f"{where}: more than {MOST_NUMBERS:,} numbers; split it into several files")


def require_shapes(points: Sequence[Matrix], d: int, fixed: tuple[int, str] | None, where: str) -> int:
    """The number n of columns of these points, all d x n.

    `fixed` is the n that the network takes and the layer that fixes it. Raises InputError with the first point that
    does not fit.
    """
    n = len(points[0][0]) if points[0] else 0
    for k, point in enumerate(points, 1):
        at = f"{where}: point {k}" if len(points) > 1 or where != "point" else where
        if len(point) != d or not point[0]:
            shape = f"{len(point)} x {len(point[0]) if point else 0}"
            raise InputError(f"{at} is {shape}; the network maps {d} x n to {d} x n, so it needs {_rows(d)}")
        for i, row in enumerate(point, 1):
            if len(row) != len(point[0]):
                raise InputError(f"{at}: row {i} has {counted(len(row), 'entry')}, row 1 has {len(point[0])}")
        if len(point[0]) != n:
            raise InputError(f"{at} is {d} x {len(point[0])}, point 1 is {d} x {n}; give points of one shape")
        if fixed is not None and n != fixed[0]:
            raise InputError(f"{at} is {d} x {n}, but the {fixed[1]} of the network fixes {d} x {fixed[0]}")
    return n


def _rows(d: int) -> str:
    return f"{d} row{'s' if d != 1 else ''} of at least one entry"
