"""--data FILE and --denominator N: a command about a claim about finite data speaks of somebody's own in a file."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from exactua.errors import InputError

Function = TypeVar("Function", bound=Callable[..., Any])

COMMANDS: Final = ("check", "trace", "explain", "relax", "sharpen", "derive")
"""The commands that have --data."""


def data_options(function: Function) -> Function:
    """--data and --denominator, as `data` and `denominator`."""
    for decorate in (
        click.option(
            "--denominator",
            metavar="N",
            type=click.IntRange(1),
            help="What integers of an .npy file of --data are divided by.",
        ),
        click.option(
            "--data",
            type=click.Path(path_type=Path),
            metavar="FILE",
            help="Data of your own, for a claim about finite data (kajitsuka2024: theorem2, corollary1, lemma7).",
        ),
    ):
        function = decorate(function)
    return function


def about_data(argument: str = "label") -> Callable[[Callable[..., int]], Callable[..., int]]:
    """The same options of a command that takes a claim by this argument, which names the claim about the data then."""

    def decorate(command: Callable[..., int]) -> Callable[..., int]:
        @wraps(command)
        def about(*, data: Path | None, denominator: int | None, **options: Any) -> int:
            if data is None:
                require_no_denominator(denominator)
                return command(**options)
            from exactua.claims.registry import is_paper, standing

            given: str = options[argument]
            if is_paper(given):
                raise InputError(f"data: {given} has several claims; name one, such as kajitsuka2024:theorem2")
            from exactua.console.own_data import with_data

            own = with_data(given, data, d=rows(options.get("d")), denominator=denominator)
            claim, step = own if isinstance(own, tuple) else (own, None)
            with standing(claim):
                return command(**{**options, argument: claim.label if step is None else f"{claim.label}.{step}"})

        return data_options(about)

    return decorate


def require_no_denominator(denominator: int | None) -> None:
    """Raises InputError for a denominator without data."""
    if denominator is not None:
        raise InputError("denominator: it is for an .npy file of --data; leave it out")


def rows(d: str | None) -> int | None:
    """How many rows --d says that a sequence of a .csv file has."""
    return int(d) if d is not None and d.isascii() and d.isdigit() else None
