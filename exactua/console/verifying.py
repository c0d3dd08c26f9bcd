"""What `--verify` needs beside itself: how long the verifier may take, and a place for what it says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from exactua.errors import InputError

Function = TypeVar("Function", bound=Callable[..., Any])


def verifier_seconds(function: Function) -> Function:
    """--seconds: of a clock on the wall, for each certificate."""
    return click.option(
        "--seconds",
        type=click.FloatRange(0),
        metavar="N",
        help="With --verify: seconds that a certificate may take; 0: any number.  [default: 600]",
    )(function)


def seconds_to_verify(verify: bool, seconds: float | None) -> float | None:
    """The seconds for each certificate; None where the verifier is not asked.

    Raises InputError for --seconds without --verify, and where what the verifier says can't be kept.
    """
    if not verify:
        if seconds is not None:
            raise InputError("seconds: it bounds what --verify does; give --verify too, or leave it out")
        return None
    from exactua.evidence import verifications

    verifications.require_kept()
    return verifications.SECONDS if seconds is None else seconds
