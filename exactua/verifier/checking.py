"""Deciding a certificate again: its file, which part of the verifier does it, and what is refused of all."""

from __future__ import annotations

import json
import os
import re
import secrets
import stat
import sys
from functools import partial
from pathlib import Path

from .limits import check_limit
from .points import check_points
from .records import canonical, fields, sha256
from .refusals import NOT_RECHECKED, UNREADABLE, Refused, demand
from .reports import Report
from .resources import collected_seldom
from .sampling import TooLong
from .symbolic import check_symbolic
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


DEFAULT_SAMPLE = 1000  # points of each domain, where all would take too long
DEFAULT_SECONDS = 600  # above which points are sampled, and after which the command line gives up
FRAMES = 4_000  # calls in each other, enough for terms that are so deep


def check(decided: Json, sample: int | None, seed: str, seconds: float, every_point: bool) -> Report:
    """Decide again what the hashed part of a certificate says was decided."""
    scope = decided.get("scope") if isinstance(decided, dict) else None
    if scope in ("symbolic", "general"):
        verdict, lines = check_symbolic(decided)
        return Report(verdict, lines, False)
    checked = check_limit if scope == "limit" else partial(check_points, every_point=every_point)
    try:
        report: Report = checked(decided, sample, seed, seconds)
    except TooLong as estimate:
        report = checked(decided, DEFAULT_SAMPLE, seed, seconds)
        report.lines.insert(1, f"{estimate}: {DEFAULT_SAMPLE} points of each domain instead")
    if report.sampled:
        report.lines.insert(1, f"seed: {seed}")
    return report


def verify(
    source: str | Path | bytes,
    sample: int | None = None,
    seed: str | None = None,
    seconds: float = DEFAULT_SECONDS,
    every_point: bool = False,
) -> Report:
    """Recompute the certificate in this file (or in these bytes), or raise what is wrong with it.

    With `sample` so many points of each domain are looked at, chosen by `seed` (32 hexadecimal digits; None: fresh
    ones of the system); without it, all, unless that is estimated to take longer than `seconds` (0: for ever).
    Steps with complete evidence are decided by it, unless `every_point` is asked for.
    """
    seed = secrets.token_hex(16) if seed is None else seed
    demand(re.fullmatch("[0-9a-f]{32}", seed) is not None, "the seed: 32 hexadecimal digits are valid", UNREADABLE)
    demand(sample is None or sample >= 1, "the sample: an integer >= 1 is valid", UNREADABLE)
    frames = sys.getrecursionlimit()
    sys.setrecursionlimit(max(frames, FRAMES))
    try:
        with collected_seldom():
            decided = parse(source if isinstance(source, bytes) else content(Path(source)))
            return check(decided, sample, seed, seconds, every_point)
    except Refused:
        raise
    except (TimeoutError, MemoryError, RecursionError) as error:
        raise Refused(f"it takes more time or memory than it may ({type(error).__name__})", NOT_RECHECKED) from None
    except NotImplementedError as error:  # of a part of the verifier
        raise Refused(str(error), NOT_RECHECKED) from None
    except Exception as error:  # the last resort: what surprises the checker does not confirm a certificate
        raise Refused(f"it cannot be evaluated ({type(error).__name__}: {error})") from None
    finally:
        sys.setrecursionlimit(frames)
