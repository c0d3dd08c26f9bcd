"""The programs of Rocq: where they are, their version, and running them."""

from __future__ import annotations

import os
import re
import shutil
from functools import lru_cache
from pathlib import Path
from subprocess import TimeoutExpired
from typing import Final

from exactua import child_processes
from exactua.child_processes import Processes
from exactua.errors import ExactuaError, Unanswered
from exactua.proving.kernels import KernelMissing

INSTALL: Final = "install it with `apt-get install coq` (Debian, Ubuntu) or `opam install coq.8.16.1`"
LOGICAL_PATH: Final = ("-Q", ".", "Exactua")
LONGEST: Final = 900
"""Seconds that one run of a program may take."""


class NotProved(ExactuaError):
    """A source is refused: by the gate, by the compiler or by the checker. The text says where and why."""


def refusal(error: ExactuaError) -> int:
    """Says why a command of this package ends, and gives its exit code: 3 where a program is missing, else 1."""
    print(error)
    return 3 if isinstance(error, KernelMissing) else 1


def executable(name: str) -> str:
    """The path of coqc, coqdep or coqchk. Raises KernelMissing, with how to install it, where it is not there."""
    path = shutil.which(name)
    if path is None:
        raise KernelMissing(f"kernel: {name} is not on the PATH; {INSTALL}")
    return path


@lru_cache(maxsize=4)
def _version(path: str) -> str:
    told = child_processes.run([path, "--version"], 60).stdout.decode()
    match = re.search(r"version (\S+)", told)
    if match is None:
        raise KernelMissing(f"kernel: {path} does not tell its version; {INSTALL}")
    return match[1]


def version() -> str:
    """The version of coqc, such as 8.16.1. Raises KernelMissing where there is none."""
    return _version(executable("coqc"))


def run(
    name: str,
    arguments: tuple[str, ...],
    folder: Path,
    processes: Processes | None = None,
    logical_path: tuple[str, ...] = LOGICAL_PATH,
) -> str:
    """What a program prints in a folder, and then its messages; `processes` are those that end with it.

    `logical_path` are the options that say by which name the files of the folder are required.

    Raises NotProved, with the messages, where it fails, Unanswered where it does not come to its end.
    """
    command = [executable(name), *(("-q",) if name == "coqc" else ()), *logical_path, *arguments]
    environment = {key: value for key, value in os.environ.items() if not key.startswith("COQ")}
    try:
        done = (processes or Processes()).run(command, LONGEST, folder, environment)
    except TimeoutExpired:
        raise Unanswered(f"{name} {arguments[-1]} took more than {LONGEST} s") from None
    output, messages = done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
    if done.returncode != 0:
        raise NotProved(f"{name} refuses {arguments[-1]}: {' '.join((messages or output).split())[:600]}")
    return output + messages
