"""The file of a certificate: its size, its layout and its digest (format, section 1)."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

from .records import canonical, fields, sha256
from .refusals import NOT_RECHECKED, UNREADABLE, Refused, demand
from .values import Json

VERSION, LIMIT = "certificate/2", "limit/2"
FORMER = ("certificate/1", "limit/1", "proof/1")
LARGEST_FILE = 64 * 2**20  # bytes
DEEPEST = 200  # arrays and objects in each other


def parse(data: bytes) -> Json:
    """What `data` has under `decided`, once version, layout and digest are checked."""
    demand(0 < len(data) <= LARGEST_FILE, "the file is empty, or larger than 64 MiB", UNREADABLE)
    try:
        # A longer integer has no canonical form, and no layout will fit. To int, NaN and Infinity are errors.
        file = json.loads(data.decode("utf-8"), parse_int=lambda digits: int(digits[:1000]), parse_constant=int)
    except (ValueError, RecursionError) as error:
        raise Refused(f"the file is not JSON, or nested too deeply: {error}", UNREADABLE) from None
    demand(depth(file) <= DEEPEST, f"the file is nested more than {DEEPEST} deep", UNREADABLE)
    form = file.get("exactua") if isinstance(file, dict) else None
    former = f"the file is of the former format {form}: make it anew by the command that wrote it"
    demand(form not in FORMER, former, UNREADABLE)
    if form == "proof/2":
        raise Refused("a proof is for its kernel to check again: exactua prove --recheck FILE", NOT_RECHECKED)
    demand(form in (VERSION, LIMIT), f"the file is of neither format: {VERSION}, {LIMIT}", UNREADABLE)
    fields(file, "decided", "exactua", digest=str, run=dict)
    decided, digest, run = (canonical(file[key]) for key in ("decided", "digest", "run"))
    demand(not has_float(file["run"]), "the account of the run has a floating point number", UNREADABLE)
    layout = f'{{"decided":{decided},\n"digest":{digest},\n"exactua":"{form}",\n"run":{run}}}\n'
    demand(layout.encode("ascii") == data, "the file is not laid out in canonical form")
    demand(sha256(decided) == file["digest"], "the digest is not that of the hashed part")
    scope = file["decided"].get("scope") if isinstance(file["decided"], dict) else None
    demand((form == LIMIT) == (scope == "limit"), "the scope is none of this format")
    return file["decided"]


def has_float(value: Json) -> bool:
    """Whether there is a floating point number in it, anywhere."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return isinstance(value, float) or any(map(has_float, parts))


def depth(value: Json) -> int:
    """How many arrays and objects are in each other; of what is too deep, more than DEEPEST."""
    level, count = [value], 0
    while level and count <= DEEPEST:
        inside = [x for x in level if isinstance(x, list | dict)]
        level = [x for part in inside for x in (part.values() if isinstance(part, dict) else part)]
        count += inside != []
    return count


def content(path: Path) -> bytes:
    """The bytes of a regular file: reading a pipe or a device might never end."""
    try:
        demand(stat.S_ISREG(path.stat().st_mode), "the file is not a regular file", UNREADABLE)
        with open(path, "rb", opener=lambda name, flags: os.open(name, flags | getattr(os, "O_NONBLOCK", 0))) as file:
            return file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise Refused(f"the file cannot be read: {error}", UNREADABLE) from None
