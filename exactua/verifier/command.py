"""The command line."""

from __future__ import annotations

import argparse
import signal
import sys

from .checking import DEFAULT_SECONDS, verify
from .refusals import LABELS, NOT_CONFIRMED, NOT_RECHECKED, UNREADABLE, Refused
from .reports import escaped
from .resources import bounded

EXACTUA_VERSION = "unknown (source tree)"
"""Of exactua; `exactua verifier --emit` writes its own here."""


def told(path: str, sample: int | None, seed: str | None, seconds: float, every_point: bool = False) -> tuple[str, int]:
    """What there is to say of the file at this path, and the exit code."""
    try:
        with bounded(seconds):
            report = verify(path, sample, seed, seconds, every_point)
            return str(report), NOT_RECHECKED if report.sampled else 0
    except Refused as error:
        return f"{LABELS[error.code]}: {escaped(str(error)[:400])}", error.code
    except TimeoutError:  # as it was about to say what it found
        return f"{LABELS[NOT_RECHECKED]}: it takes more time than it may", NOT_RECHECKED


def main(arguments: list[str] | None = None) -> int:
    """Run the command line, print what was found and return the exit code."""
    parser = argparse.ArgumentParser(prog="verifier", description="Recompute certificates of exactua.")
    parser.add_argument("certificates", metavar="CERT", nargs="+", help="the file of a certificate")
    parser.add_argument("--sample", type=int, metavar="K", help="look at K points of each domain, and confirm nothing")
    parser.add_argument("--seed", metavar="HEX", help="choose the same sample again: 32 hexadecimal digits")
    parser.add_argument("--every-point", action="store_true", help="recompute every point, and use no evidence")
    parser.add_argument("--seconds", type=float, default=DEFAULT_SECONDS, help="for each file; 0: any number")
    parser.add_argument("--version", action="version", version=f"exactua verifier (python) {EXACTUA_VERSION}")
    try:
        options = parser.parse_args(arguments)
    except SystemExit as stop:
        return int(stop.code or 0)
    codes = set[int]()
    for path in options.certificates:
        text, code = told(path, options.sample, options.seed, options.seconds, options.every_point)
        codes.add(code)
        print(text if len(options.certificates) == 1 else f"{escaped(path)}: {text}")
    return next(code for code in (NOT_CONFIRMED, UNREADABLE, NOT_RECHECKED, 0) if code in codes)


def run() -> None:
    """The command line as a program: it ends with the exit code."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `... | head` is no verdict
    sys.exit(main())
