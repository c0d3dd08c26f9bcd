"""The tensors of attention in files: each an .npy file, or several in one .npz or .safetensors file."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from exactua.arithmetic.float_formats import BFLOAT16
from exactua.commands.attention.record import Nearest
from exactua.errors import InputError
from exactua.file_access import read_bytes
from exactua.output_files import NEW, require_writable, write_bytes
from exactua.plurals import so_many
from exactua.softmax.exchange.decoding import DECODED, SMALL, decoded
from exactua.softmax.exchange.files import Stored, read_tensors

NAMES: Final = ("q", "k", "v", "output", "mask", "bias")
"""The tensors of one file; the first three have to be there."""
LARGEST: Final = 4 * 2**30

Array = np.ndarray[Any, Any]


def read(files: Sequence[Path], options: Mapping[str, Path | None]) -> tuple[dict[str, Any], str | None]:
    """q, k and v, and what else there is of `NAMES`; and the format of the output where NumPy lacks it.

    Raises InputError for anything else than the files asked for.
    """
    own = None
    if len(files) == 3:
        arrays = {name: _npy(path, name) for name, path in zip(NAMES, files, strict=False)}
    elif len(files) == 1 and files[0].suffix.lower() in (".npz", ".safetensors"):
        arrays, own = _together(files[0])
    else:
        raise InputError(
            f"files: {so_many(len(files), 'is given')}; give three .npy files, Q, K and V, or one .npz or "
            ".safetensors file "
            "with q, k and v" + ("; give the output to measure by --output-file" if len(files) == 4 else "")
        )
    for option, path in options.items():
        if path is not None:
            arrays["output" if option == "output_file" else option] = _npy(path, option.replace("_", "-"))
    return arrays, own if options.get("output_file") is None else None


def _npy(path: Path, argument: str) -> Array:
    """The array of an .npy file; nothing is unpickled."""
    if path.suffix.lower() != ".npy":
        raise InputError(f"{argument}: {path} is not an .npy file; give one that numpy.save wrote")
    content = read_bytes(path, argument, LARGEST)
    try:
        array = np.load(io.BytesIO(content), allow_pickle=False)
    except Exception:  # the file may hold anything, and numpy raises whatever it meets
        raise InputError(f"{argument}: {path} is not an .npy file of numbers") from None
    if not isinstance(array, np.ndarray):
        raise InputError(f"{argument}: {path} is not an .npy file of one array")
    return array


def _together(path: Path) -> tuple[dict[str, Any], str | None]:
    file = read_tensors(path)
    missing = [name for name in NAMES[:3] if name not in file.tensors]
    if missing:
        known = ", ".join(sorted(file.tensors)[:8]) or "nothing"
        raise InputError(f"files: {path} has no tensor {missing[0]}; it has {known}; name them q, k and v")
    arrays = {name: _array(file.tensors[name], f"{path}: {name}") for name in NAMES if name in file.tensors}
    lacked = {"BF16": BFLOAT16, **SMALL}.get(file.tensors["output"].dtype) if "output" in arrays else None
    return arrays, None if lacked is None else lacked.name


def _array(stored: Stored, where: str) -> Array:
    """A stored tensor as an array; formats of 16 and 8 bits that NumPy lacks as float32, each number as it is."""
    if stored.dtype not in DECODED:
        raise InputError(f"{where}: its entries are {stored.dtype}; valid are {', '.join(DECODED)}")
    return decoded(stored.dtype, stored.read()).reshape(stored.shape)


def require_nearest(path: Path) -> None:
    """Raises InputError, before anything is computed, where no .npy file can be written there."""
    if path.suffix.lower() != ".npy":
        raise InputError(f"nearest: {path} does not end in .npy; give a name that does")
    require_writable(path, "nearest", NEW)


def write_nearest(path: Path, nearest: Nearest) -> None:
    """Writes the rounded outputs."""
    out = io.BytesIO()
    np.save(out, nearest.array, allow_pickle=False)
    write_bytes(path, out.getvalue(), "nearest", NEW)
