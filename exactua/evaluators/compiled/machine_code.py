"""Machine code of printed functions: optimised and emitted by LLVM, or read from what an earlier process has kept.

Machine code is determined by what LLVM is given: the lowered function, LLVM itself, the machine and the settings. Their
hash is its key, so that code of another version or another machine is never found. Only `native` imports this module,
when a function is compiled: llvmlite takes a while to import.

Code is kept on disk for processes to come: a file for each function, in a folder that its user alone writes to.
A file holds bytes and is never unpickled. Whoever can write machine code there can have it run, and nothing in a file
could tell; so the folder and the file have to belong to the user who runs this, with no right to write for anybody
else, or they are not used. A file is named after the hash of what its code was made of and begins with the hash of
name and code: one that is damaged, cut off or renamed is compiled anew. Where no folder can be trusted, on systems
that don't name the owner of a file among them, nothing is kept.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import secrets
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import llvmlite
import numpy as np
import platformdirs
from llvmlite import binding as llvm

from exactua.evaluators.compiled.lowering import WORD, lowered

LEVEL: Final = 3
"""How much LLVM optimises."""


def compiled(text: str) -> Callable[..., int]:
    """The printed function, over machine integers; arrays are contiguous ones of 64-bit integers."""
    module = lowered(text)
    (function,) = module.functions
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    processor, features = llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
    target = llvm.Target.from_default_triple()
    machine = target.create_target_machine(cpu=processor, features=features, opt=LEVEL)
    made_by = (llvmlite.__version__, llvm.llvm_version_info, target.triple, processor, features, LEVEL)
    key = hashlib.sha256(json.dumps([str(module), *made_by]).encode("utf-8")).hexdigest()
    code = read(key)
    if code is None:
        code = emitted(module, machine)
        write(key, code)
    words = np.ctypeslib.ndpointer(np.int64, ndim=1, flags="C_CONTIGUOUS")
    kinds = [ctypes.c_int64 if argument.type == WORD else words for argument in function.args]
    return _Function(code, function.name, kinds, machine)


def emitted(module: Any, machine: Any) -> bytes:
    """The object file of a module."""
    parsed = llvm.parse_assembly(str(module))
    parsed.verify()
    parsed.triple, parsed.data_layout = machine.triple, str(machine.target_data)
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=LEVEL))
    builder.getModulePassManager().run(parsed, builder)
    code: bytes = machine.emit_object(parsed)
    return code


class _Function:
    """A function out of an object file, in memory as long as this lives. Python runs beside it in other threads."""

    def __init__(self, code: bytes, name: str, kinds: list[Any], machine: Any) -> None:
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self._engine.finalize_object()
        self._entry = ctypes.CFUNCTYPE(ctypes.c_int64, *kinds)(self._engine.get_function_address(name))

    def __call__(self, *arguments: Any) -> int:
        """Calls it."""
        returned: int = self._entry(*arguments)
        return returned


MOST_FILES: Final = 512
"""Files that are kept; beyond, the oldest go. One has some thousand bytes."""
MOST_BYTES: Final = 1 << 24
"""The longest file that is read."""


def folder() -> Path:
    """Where it is kept: compiled in exactua's folder of the user's cache."""
    return platformdirs.user_cache_path("exactua") / "compiled"


def read(key: str) -> bytes | None:
    """The code that was kept under this key, a hash; None where there is none, or none that can be trusted."""
    with suppress(OSError), _opened() as where:
        number = os.open(key, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=where)
        with open(number, "rb") as file:
            status = os.fstat(number)
            if not (stat.S_ISREG(status.st_mode) and _trusted(status) and status.st_size <= MOST_BYTES):
                return None
            digest, code = file.read(64), file.read(MOST_BYTES)
        return code if digest == _digest(key, code) else None
    return None


def write(key: str, code: bytes) -> None:
    """Keeps code under its key, whole or not at all, where there is a folder for it."""
    with suppress(OSError), _opened() as where:
        temporary = f"{secrets.token_hex(8)}.new"
        number = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600, dir_fd=where)
        try:
            with open(number, "wb") as file:
                file.write(_digest(key, code) + code)
            os.replace(temporary, key, src_dir_fd=where, dst_dir_fd=where)
        except BaseException:
            os.unlink(temporary, dir_fd=where)
            raise
        _forget(where)


@contextmanager
def _opened() -> Iterator[int]:
    """The folder, made where it is missing, and open, so that what is looked at is what is used.

    Raises OSError where it can't be trusted.
    """
    path = folder()
    if not hasattr(os, "geteuid") or not path.is_absolute():
        raise PermissionError("files have no owner, or the user has no folder")
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    where = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        if not _trusted(os.fstat(where)):
            raise PermissionError("somebody else can write there")
        yield where
    finally:
        os.close(where)


def _trusted(status: os.stat_result) -> bool:
    """Whether a file or folder is this user's own, and nobody else can write to it."""
    return status.st_uid == os.geteuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _digest(key: str, code: bytes) -> bytes:
    return hashlib.sha256(key.encode("ascii") + code).hexdigest().encode("ascii")


def _forget(where: int) -> None:
    """Removes the oldest files, where there are too many."""
    names = os.listdir(where)
    if len(names) > MOST_FILES:
        names.sort(key=lambda name: os.stat(name, dir_fd=where, follow_symlinks=False).st_mtime_ns)
        for name in names[: len(names) - MOST_FILES]:
            os.unlink(name, dir_fd=where)
