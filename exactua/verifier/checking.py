"""Deciding a certificate again: which part of the verifier does it, and what is refused of all."""

from __future__ import annotations

import re
import secrets
import sys
from functools import partial
from pathlib import Path

from .clock import TooLong
from .files import content, parse
from .limits import check_limit
from .points import check_points
from .refusals import NOT_RECHECKED, UNREADABLE, Refused, demand
from .reports import Report
from .resources import collected_seldom
from .symbolic import check_symbolic
from .values import Json

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
