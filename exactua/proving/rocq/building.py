"""Compiling the sources and asking the kernel what each theorem assumes.

A compiled file is kept in a cache under the hash of everything that made it: the version of coqc, its source, and the
same of all that it requires. A second build so costs seconds.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from exactua.child_processes import Processes
from exactua.deciding.shards import Progress
from exactua.proving.rocq.sources import (
    CLOSED,
    FILES,
    OVER_R,
    Theorem,
    assumed,
    require_checked,
    require_nothing_assumed,
    theorems,
)
from exactua.proving.rocq.toolchain import LOGICAL_PATH, NotProved, executable, run, version

JOBS: Final = 2
_QUERIES: Final = "Assumptions"


@dataclass(frozen=True)
class Built:
    """Sources that compile: the version that compiled them, and what each theorem assumes."""

    version: str
    sources: Mapping[str, str]
    assumptions: Mapping[Theorem, str]


def cache_folder() -> Path:
    """Where compiled files are kept: rocq in exactua's folder of the user's cache."""
    import platformdirs

    return platformdirs.user_cache_path("exactua") / "rocq"


def build(sources: Mapping[str, str], progress: Progress | None = None, *, cached: bool = True) -> Built:
    """Compiles all sources and prints the assumptions of all theorems.

    `cached` false compiles everything anew. Raises NotProved for a source that is refused, KernelMissing without coqc.
    """
    executable("coqc")
    require_nothing_assumed(sources)
    with _compiled(sources, progress, cached) as folder:
        return Built(version(), dict(sources), _assumptions(folder, sources))


def check(sources: Mapping[str, str], progress: Progress | None = None) -> str:
    """What coqchk, a checker of its own, says of all theorems and all that they use; nothing of it is cached.

    Files with theorems over the reals are checked apart. Raises NotProved where it is not content, or finds an
    assumption that is not allowed.
    """
    answers = []
    with _compiled(sources, progress, cached=True) as folder:
        for over_R in (False, True):
            modules = dict.fromkeys(
                f"Exactua.{theorem.module}" for theorem in theorems(sources) if (theorem.of in OVER_R) is over_R
            )
            if modules:
                told = run("coqchk", ("-silent", "-o", *modules), folder)
                require_checked(told, over_R)
                answers.append(told)
    return "\n".join(answers)


@contextmanager
def compiled(sources: Mapping[str, str], logical_path: tuple[str, ...] = LOGICAL_PATH) -> Iterator[Path]:
    """A folder with all sources compiled, for files of one's own that require them by this logical path."""
    with _compiled(sources, None, cached=True, logical_path=logical_path) as folder:
        yield folder


@contextmanager
def _compiled(
    sources: Mapping[str, str],
    progress: Progress | None,
    cached: bool,
    logical_path: tuple[str, ...] = LOGICAL_PATH,
) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="exactua-rocq-") as name:
        folder = Path(name)
        for file, source in sources.items():
            (folder / file).write_text(source, encoding="utf-8")
        try:
            _Compilation(folder, sources, cache_folder() if cached else None, progress, logical_path).make()
        except NotProved:
            if not cached:
                raise
            # files of the cache that do not fit together, as two builds at once may leave, are no reason to refuse
            for path in folder.glob("*.vo"):
                path.unlink()
            _Compilation(folder, sources, None, progress, logical_path).make()
        yield folder


class _Compilation:
    """All files in an order in which each comes after those that it requires, two at a time."""

    def __init__(
        self,
        folder: Path,
        sources: Mapping[str, str],
        cache: Path | None,
        progress: Progress | None,
        logical_path: tuple[str, ...],
    ) -> None:
        self.folder, self.sources, self.cache, self.progress = folder, sources, cache, progress
        self.logical_path = logical_path
        self.requires = _dependencies(folder, sources, logical_path)
        self.keys: dict[str, str] = {}
        self.version = version()
        self.processes = Processes()

    def make(self) -> None:
        """Compiles what the cache has not. Raises NotProved for the first file that is refused."""
        waiting, running, done = dict(self.requires), dict[Future[None], str](), set[str]()
        with ThreadPoolExecutor(JOBS) as pool:
            try:
                while waiting or running:
                    for file in [source for source, needed in waiting.items() if needed <= done]:
                        del waiting[file]
                        self.keys[file] = self._key(file)
                        running[pool.submit(self._make, file)] = file
                    if not running:
                        raise NotProved(f"the sources {', '.join(sorted(waiting))} require each other")
                    for future in wait(running, return_when=FIRST_COMPLETED).done:
                        done.add(running.pop(future))
                        future.result()
                        if self.progress is not None:
                            self.progress(len(done), len(self.requires))
            except BaseException:
                self.processes.end()
                pool.shutdown(cancel_futures=True)
                raise

    def _key(self, file: str) -> str:
        parts = [
            *(() if self.logical_path == LOGICAL_PATH else self.logical_path),
            self.version,
            file,
            self.sources[file],
            *(self.keys[required] for required in sorted(self.requires[file])),
        ]
        return hashlib.sha256(json.dumps(parts).encode("ascii")).hexdigest()

    def _make(self, file: str) -> None:
        compiled = self.folder / f"{file}o"
        kept = None if self.cache is None else self.cache / f"{self.keys[file]}.vo"
        if kept is not None and kept.is_file():
            shutil.copyfile(kept, compiled)
            return
        run("coqc", (file,), self.folder, self.processes, self.logical_path)
        if kept is not None:
            with suppress(OSError):  # a cache that can't be written is none
                kept.parent.mkdir(parents=True, exist_ok=True)
                temporary = kept.with_suffix(f".{os.getpid()}.tmp")
                shutil.copyfile(compiled, temporary)
                temporary.replace(kept)


def _dependencies(folder: Path, sources: Mapping[str, str], logical_path: tuple[str, ...]) -> dict[str, set[str]]:
    """For each source those that it requires, as coqdep finds them."""
    required: dict[str, set[str]] = {file: set() for file in sources}
    for line in run("coqdep", tuple(sources), folder, logical_path=logical_path).splitlines():
        target, _, needed = line.partition(":")
        if match := re.match(r"(?:\./)?(\w+)\.vo\b", target):
            file = f"{match[1]}.v"
            required[file] = {
                f"{Path(dependency).stem}.v" for dependency in needed.split() if dependency.endswith(".vo")
            } & required.keys()
    return required


def _assumptions(folder: Path, sources: Mapping[str, str]) -> dict[Theorem, str]:
    """For each theorem, once the kernel has agreed that it proves its statement, what it assumes.

    Those over the reals are asked about one by one; all others at once, and one by one only where they assume something
    together.
    """
    all_theorems = list(theorems(sources))
    modules = dict.fromkeys([*FILES, *(theorem.module for theorem in all_theorems)])
    lines = [f"From Exactua Require {' '.join(module for module in modules if f'{module}.v' in sources)}."]
    lines += [
        f"Definition stated{k} : {theorem.statement} := {theorem.label}." for k, theorem in enumerate(all_theorems)
    ]
    over_R, others = (
        {theorem: f"stated{k}" for k, theorem in enumerate(all_theorems) if (theorem.of in OVER_R) is real}
        for real in (True, False)
    )
    together = "I"
    for name in others.values():
        together = f"(conj {name} {together})"
    closed, *answers = _asked(folder, [*lines, f"Definition together := {together}."], ["together", *over_R.values()])
    known = dict(zip(over_R, answers, strict=True))
    if closed == CLOSED:
        known |= dict.fromkeys(others, CLOSED)
    else:
        known |= dict(zip(others, _asked(folder, lines, list(others.values())), strict=True))
    return {theorem: known[theorem] for theorem in all_theorems}


def _asked(folder: Path, lines: list[str], names: list[str]) -> list[str]:
    """What the kernel prints of the assumptions of each name, defined by these lines."""
    queries = [f'Redirect "{name}" Print Assumptions {name}.' for name in names]
    (folder / f"{_QUERIES}.v").write_text("\n".join([*lines, *queries]) + "\n", encoding="utf-8")
    run("coqc", (f"{_QUERIES}.v",), folder)
    return [assumed((folder / f"{name}.out").read_text(encoding="utf-8")) for name in names]
