"""Exports as files, and tensors read from them: npz by numpy, safetensors by its own library. No pickle anywhere.

Floats are read as the rational numbers that they are: nothing is computed in floating point.
"""

from __future__ import annotations

import io
import os
import stat
import zipfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
from gmpy2 import mpq

from exactua.arithmetic.json_values import object_at, parsed
from exactua.arithmetic.messages import cut, plain
from exactua.arithmetic.rationals import Rational
from exactua.errors import InputError, not_installed
from exactua.softmax.exchange.decoding import decoded
from exactua.softmax.exchange.exchanged import Tensor
from exactua.softmax.exchange.metadata import KEY, loads
from exactua.softmax.exchange.rounding import Arrays, require_names

FLOATS: Final = ("F16", "BF16", "F32", "F64")
"""The floating point formats of safetensors that networks are read in."""


def exact_tensor(dtype: str, shape: tuple[int, ...], data: bytes, where: str) -> Tensor:
    """The tensor whose little-endian entries, row-major, are these bytes; `where` names it.

    Raises InputError for a dtype that is neither one of `FLOATS` nor BOOL, and for an entry that is NaN or infinite.
    """
    if dtype == "BOOL":
        return Tensor(shape, tuple(byte != 0 for byte in data), boolean=True)
    if dtype not in FLOATS:
        raise InputError(f"{where}: its entries are {dtype}; valid are {', '.join(FLOATS)}")
    floats = decoded(dtype, data)
    wrong = np.flatnonzero(~np.isfinite(floats))
    if len(wrong):
        at = [int(i) for i in np.unravel_index(wrong[0], shape)] if shape else []
        raise InputError(f"{where}: entry {at} is NaN or infinite, which is not a number; nothing is read")
    known: dict[float, Rational] = {}
    entries: list[Any] = []
    for number in floats.astype(np.float64).tolist():
        if number not in known:
            known[number] = mpq(number)
        entries.append(known[number])
    return Tensor(shape, tuple(entries))


MAX_BYTES: Final = 4 * 2**30
"""The largest safetensors file whose header is read; of its tensors only those are read that are asked for."""
MAX_OWN_BYTES: Final = 256 * 2**20
"""The largest export (npz, or safetensors for PyTorch) that is read whole, unpacked."""
MOST_NUMBERS: Final = 1_000_000
"""The most entries of all tensors that are read: a network file has no more."""
PICKLES: Final = (".pt", ".pth", ".bin", ".pkl", ".pickle", ".ckpt")


@dataclass(frozen=True)
class Stored:
    """A tensor in a file, not read yet."""

    dtype: str
    shape: tuple[int, ...]
    read: Callable[[], bytes]

    @property
    def entries(self) -> int:
        """The number of its entries."""
        count = 1
        for size in self.shape:
            count *= size
        return count


@dataclass(frozen=True)
class TensorFile:
    """The tensors of a file by name, and its own metadata, if it has that."""

    where: str
    tensors: Mapping[str, Stored]
    metadata: str | None

    def exact(self, names: Iterable[str]) -> dict[str, Tensor]:
        """These tensors, entries as rationals. Raises InputError for more than 1,000,000 entries, NaN and others."""
        chosen = {name: self.tensors[name] for name in names}
        count = sum(stored.entries for stored in chosen.values())
        if count > MOST_NUMBERS:
            raise InputError(
                f"{self.where}: {count:,} numbers are to be read, but a network file has at most {MOST_NUMBERS:,}; "
                "choose fewer tensors by --prefix or --layers"
            )
        return {
            name: exact_tensor(stored.dtype, stored.shape, stored.read(), f"{self.where}: {plain(name)}")
            for name, stored in chosen.items()
        }


def npz_bytes(arrays: Arrays) -> bytes:
    """The arrays as an npz file; the metadata is its array "exactua", a text.

    >>> from exactua.softmax.exchange.rounding import arrays_of
    >>> network = Network(1, [FeedForwardLayer([[1]], [0], [[1]], [0], RELU)])
    >>> npz_bytes(arrays_of(network))[:4]
    b'PK\\x03\\x04'
    """
    out = io.BytesIO()
    content: dict[str, Any] = {KEY: np.array(arrays.metadata.dumps()), **arrays.tensors}
    np.savez(out, allow_pickle=False, **content)
    return out.getvalue()


def safetensors_bytes(arrays: Arrays) -> bytes:
    """The arrays as a safetensors file. Raises InputError where safetensors is not installed.

    >>> from exactua.softmax.exchange.rounding import arrays_of
    >>> network = Network(1, [FeedForwardLayer([[1]], [0], [[1]], [0], RELU)])
    >>> b"__metadata__" in safetensors_bytes(arrays_of(network))
    True
    """
    library = _safetensors("format")
    from safetensors.numpy import save

    try:
        return bytes(save(arrays.tensors, metadata={KEY: arrays.metadata.dumps()}))
    except library.SafetensorError as error:
        raise InputError(f"format: these tensors make no safetensors file ({cut(str(error), 200)})") from None


def read_tensors(path: Path) -> TensorFile:
    """The tensors of a safetensors or npz file. Raises InputError, one sentence with the file, for any other."""
    where, size, head = _opened(path)
    if path.suffix.lower() in PICKLES or (head[:1] == b"\x80" and head[1:2] in b"\x02\x03\x04\x05"):
        raise InputError(
            f"file: {where} is a pickle of PyTorch by its name or first bytes, which could run any code and is never "
            "loaded; save the state_dict by safetensors.torch.save_file"
        )
    if path.suffix.lower() == ".npz":
        return _from_npz(path, where)
    if path.suffix.lower() not in (".safetensors", ".json") and not _may_be_safetensors(head, size):
        raise InputError(f"file: {where} ends in neither .safetensors nor .npz, and is no safetensors file")
    return _from_safetensors(path, where, size)


def _may_be_safetensors(head: bytes, size: int) -> bool:
    """Whether a file of this size may begin so: with the length of a header, and then its brace."""
    return head[8:9] == b"{" and int.from_bytes(head[:8], "little") <= size - 8


def read_arrays(path: Path) -> Arrays:
    """An export of `exactua export` as it was written, in floats.

    Raises InputError for files of anything else.

    >>> from exactua.softmax.exchange.rounding import arrays_of
    >>> network = Network(1, [FeedForwardLayer([[1]], [0], [[1]], [0], RELU)])
    >>> from pathlib import Path
    >>> from exactua.softmax.exchange.files import npz_bytes
    >>> Path("net.npz").write_bytes(npz_bytes(arrays_of(network))) > 0
    True
    >>> read_arrays(Path("net.npz")).tensors["layers.0.feed_forward.W_1"].tolist()
    [[1.0]]
    """
    file = read_tensors(path)
    if file.metadata is None:
        raise InputError(f"file: {path} was not written by exactua export; `exactua import` reads other layouts")
    metadata = loads(file.metadata, f"{path}: metadata")
    require_names(metadata, set(file.tensors), str(path))
    total = sum(8 * stored.entries for stored in file.tensors.values())
    if total > MAX_OWN_BYTES:
        raise InputError(f"file: the tensors of {path} have more than {MAX_OWN_BYTES // 2**20} MiB")
    types = {"F32": "<f4", "F64": "<f8", "BOOL": "|b1"}
    tensors = {}
    for name, stored in file.tensors.items():
        if stored.dtype not in types:
            raise InputError(f"{path}: {plain(name)}: its entries are {stored.dtype}; an export has {', '.join(types)}")
        array = np.frombuffer(stored.read(), dtype=np.dtype(types[stored.dtype])).reshape(stored.shape)
        tensors[name] = array.astype(array.dtype.newbyteorder("="))
    return Arrays(metadata, tensors)


def _opened(path: Path) -> tuple[str, int, bytes]:
    """The path as text, the size of the file, its first bytes. Raises InputError for what is no file to be read."""
    try:
        status = os.stat(path)
        if stat.S_ISDIR(status.st_mode):
            raise InputError(f"file: {path} is a directory; give the path of a file")
        if not stat.S_ISREG(status.st_mode):
            raise InputError(f"file: {path} is not a regular file (a pipe or a device); give the path of a file")
        if status.st_size > MAX_BYTES:
            raise InputError(f"file: {path} is larger than {MAX_BYTES // 2**30} GiB")
        with open(path, "rb") as file:
            return str(path), status.st_size, file.read(9)
    except FileNotFoundError:
        raise InputError(f"file: there is no file {path}") from None
    except ValueError as error:  # what is told of a null byte differs from one Python to another
        told = "embedded null byte" if "\0" in str(path) else str(error)
        raise InputError(f"file: {path} can't be read ({told})") from None
    except OSError as error:
        raise InputError(f"file: {path} can't be read ({error.strerror or error})") from None


def _from_safetensors(path: Path, where: str, size: int) -> TensorFile:
    """The library reads and checks the header; the bytes of a tensor are read when they are asked for.

    They are read here, as the library knows no bfloat16 without PyTorch.
    """
    library = _safetensors("file")
    try:
        with library.safe_open(where, framework="np") as opened:
            slices = {name: opened.get_slice(name) for name in opened.keys()}  # noqa: SIM118 (it is no dict)
            kinds = {name: (view.get_dtype(), tuple(view.get_shape())) for name, view in slices.items()}
            metadata = (opened.metadata() or {}).get(KEY)
    except (library.SafetensorError, OSError, ValueError) as error:
        if path.suffix.lower() == ".json":
            raise InputError(
                f"file: {where} ends in .json and is not a safetensors file; a network file needs no import: ask, "
                "eval, "
                "info and trace read it"
            ) from None
        raise InputError(
            f"file: {where} is not a safetensors file ({cut(str(error), 200)}); give one, or an .npz file"
        ) from None
    with open(path, "rb") as file:
        length = int.from_bytes(file.read(8), "little")
        header = object_at(parsed(file.read(min(length, size)), where), where)
    tensors = {}
    for name, (dtype, shape) in kinds.items():
        try:
            start, stop = object_at(header[name], where)["data_offsets"]
        except (KeyError, ValueError, TypeError):  # the library has just read them there
            raise InputError(f"file: {path} changed while it was read") from None
        tensors[name] = Stored(str(dtype), shape, _reader(path, 8 + length + start, stop - start))
    return TensorFile(where, tensors, metadata)


def _reader(path: Path, start: int, length: int) -> Callable[[], bytes]:
    def read() -> bytes:
        with open(path, "rb") as file:
            file.seek(start)
            data = file.read(length)
        if len(data) != length:
            raise InputError(f"file: {path} changed while it was read")
        return data

    return read


def _from_npz(path: Path, where: str) -> TensorFile:
    """All arrays of the file; numpy loads arrays of Python objects neither here nor anywhere else."""
    try:
        with zipfile.ZipFile(path) as archive:
            unpacked = sum(member.file_size for member in archive.infolist())
        if unpacked > MAX_OWN_BYTES:
            raise InputError(f"file: what {where} unpacks to is larger than {MAX_OWN_BYTES // 2**20} MiB")
        with np.load(path, allow_pickle=False) as opened:
            arrays = {name: np.asarray(opened[name]) for name in opened.files}
    except InputError:
        raise
    except Exception as error:  # the archive may hold anything, and zipfile and numpy raise whatever they meet
        raise InputError(f"file: {where} is not an npz file of numbers ({cut(plain(str(error)), 200)})") from None
    tensors, metadata = {}, None
    for name, array in arrays.items():
        if name == KEY and array.dtype.kind == "U" and array.shape == ():
            metadata = str(array)
            continue
        little = array.astype(array.dtype.newbyteorder("<"))
        kind = {"<f2": "F16", "<f4": "F32", "<f8": "F64", "|b1": "BOOL"}.get(little.dtype.str, str(array.dtype))
        tensors[name] = Stored(kind, array.shape, partial(little.tobytes, "C"))
    return TensorFile(where, tensors, metadata)


def _safetensors(argument: str) -> Any:
    try:
        import safetensors
    except ImportError:
        raise not_installed(argument, "safetensors", "files") from None
    return safetensors
