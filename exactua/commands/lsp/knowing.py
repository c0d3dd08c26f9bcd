"""What the language server knows: the claims of papers, and what comes of the marks of a LaTeX paper.

Both are asked of programs of their own: a user's file of claims may do anything when it is run, and the verifier may
take long. What they said is kept until a file that they read changes.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from exactua.claims.registry import PAPERS, find
from exactua.errors import InputError

LONGEST: Final = 120
"""Seconds in which the claims of a paper must be known."""
SLACK: Final = 60
"""Seconds of `tex check` beside those of the verifier."""
MOST_OUTPUT: Final = 2**27


@dataclass(frozen=True)
class Settings:
    """As the command line has them: the folder of certificates, the user's own files of claims, seconds to verify."""

    folder: Path
    own: tuple[str, ...] = ()
    seconds: int = 60


@dataclass
class Knowledge:
    """Claims by their labels, seen from the folder that the editor has open."""

    settings: Settings
    root: Path = field(default_factory=Path.cwd)
    _described: dict[str, tuple[object, dict[str, Any]]] = field(default_factory=dict)
    _locks: dict[str, asyncio.Lock] = field(default_factory=dict)

    @property
    def folder(self) -> Path:
        """The folder of the certificates."""
        return self.root / self.settings.folder

    @property
    def own_files(self) -> list[Path]:
        """The user's own files of claims."""
        return [self.root / name for name in self.settings.own]

    async def papers(self) -> dict[str, str]:
        """The papers by the word before the colon of a label: for a file of claims, the file."""
        known = {paper: paper for paper in PAPERS}
        for file in self.own_files:
            prefixes = {label.partition(":")[0] for label in await self.entries(str(file))}
            known |= {prefix: str(file) for prefix in prefixes if prefix not in known}
        return known

    async def entries(self, paper: str) -> Mapping[str, Mapping[str, Any]]:
        """All claims and steps of a paper, or of a file of claims, by their labels; none where they can't be had."""
        entries: Mapping[str, Mapping[str, Any]] = (await self.described(paper))["entries"]
        return entries

    async def described(self, paper: str) -> Mapping[str, Any]:
        """The same with "error", a sentence, where they can't be had."""
        async with self._locks.setdefault(paper, asyncio.Lock()):
            stamp = tuple(_stamps([self.folder, *([Path(paper)] if paper not in PAPERS else [])]))
            known = self._described.get(paper)
            if known is None or known[0] != stamp:
                module = "exactua.commands.lsp.described"
                said = await _output([sys.executable, "-P", "-m", module, paper, str(self.folder)], self.root, LONGEST)
                known = self._described[paper] = (stamp, _last_line(said, paper))
            return known[1]

    async def resolve(self, label: str) -> tuple[str, str] | None:
        """The paper and the full label that a label means: bare ones of papers that come with exactua; None if none."""
        paper, _, rest = label.rpartition(":")
        if paper in PAPERS or not paper:
            for candidate in [paper] if paper else PAPERS:
                with suppress(InputError):
                    claim, step = find(f"{candidate}:{rest}")
                    return candidate, f"{claim.label}.{step}" if step else claim.label
            return None
        known = (await self.papers()).get(paper)
        return (known, label) if known is not None and label in await self.entries(known) else None

    async def missing(self, label: str, is_mark: bool = False) -> str:
        """Why there is no such claim or step, in a sentence; "" where there is one, or nobody here can tell.

        What is no mark may be something else, as "background:red" is, so the name of the paper must have a digit.
        """
        paper = label.rpartition(":")[0]
        if paper in PAPERS:
            if not is_mark and not any(letter.isdigit() for letter in paper):
                return ""
            try:
                find(label)
            except InputError as error:
                return str(error).removeprefix("label: ")
            return ""
        if paper and paper in await self.papers() and await self.resolve(label) is None:
            return f"no claim or step {label!r} in the files of --claims"
        return ""

    async def checked(self, paper: Path) -> Mapping[str, Any]:
        """What `exactua tex check --format json` says of a paper; "error", a sentence, where it says nothing."""
        seconds = self.settings.seconds
        arguments = ["tex", "check", str(paper), "--certificates", str(self.folder), "--seconds", str(seconds)]
        own = [word for file in self.own_files for word in ("--claims", str(file))]
        command = [sys.executable, "-P", "-m", "exactua", *arguments, *own, "--format", "json"]
        said = await _output(command, paper.parent, None if seconds == 0 else 100 * seconds + SLACK)
        try:
            checked: Mapping[str, Any] = json.loads(said)
            return checked
        except ValueError:
            return {"error": said.strip() or "exactua tex check gave no answer", "files": [], "marks": []}


async def _output(command: Sequence[str], folder: Path, seconds: int | None) -> str:
    """What a program prints; what it prints on stderr where that is all; "" where it takes longer than it may."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        *command, cwd=folder, stdin=asyncio.subprocess.DEVNULL, stdout=pipe, stderr=pipe, limit=MOST_OUTPUT
    )
    try:
        out, err = await asyncio.wait_for(process.communicate(), seconds)
    except (TimeoutError, asyncio.CancelledError) as error:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        if isinstance(error, asyncio.CancelledError):
            raise
        return ""
    return (out or err).decode("utf-8", "replace")


def _last_line(said: str, paper: str) -> dict[str, Any]:
    """The JSON in the last line of what a program printed."""
    try:
        told = json.loads(said.strip().rpartition("\n")[2])
        if isinstance(told, dict) and isinstance(told["entries"], dict):
            return told
    except (ValueError, KeyError):
        pass
    return {"error": f"{paper}: its claims could not be read", "entries": {}}


def _stamps(paths: Sequence[Path]) -> Iterator[tuple[str, int, int]]:
    """What changes where a file, or one directly in a folder, or what the verifier said of one, changes."""
    for path in paths:
        try:
            entries = [*os.scandir(path)] if path.is_dir() else []
            for name in (path, *map(Path, entries), path / "verified"):
                with suppress(OSError):
                    stat = name.stat()
                    yield str(name), stat.st_mtime_ns, stat.st_size
        except OSError:
            continue
