"""The names that a version has: labels, commands with their options, the Python interface with its arguments."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Final

import click

from exactua.claims.registry import PAPERS, claims_of
from exactua.commands.group import group
from exactua.console.help import every_command

KEPT: Final = Path(__file__).with_name("names.txt")
MODULES: Final = ("exactua", "exactua.authoring", "exactua.networks")
VARIABLE: Final = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


def names() -> list[str]:
    """A line for each name: "label yun2020:lemma8.property2", "option check --d", "python exactua.check claim *"."""
    return sorted([*_labels(), *_commands(), *_interface()])


def arguments(line: str) -> list[str]:
    """The arguments that a line of the Python interface names, those without a default marked by a "!".

    Behind a "*", bare or before the name of further ones, stand those that are given by their names alone.
    """
    return line.split(" ")[2:]


def lacks(kept: str, today: list[str]) -> bool:
    """Whether a kept name is not there any more, or an interface takes other arguments, or needs more of them."""
    kind, name, *own = kept.split(" ")
    if kind != "python":
        return kept not in today
    lines = [line for line in today if line.split(" ")[:2] == [kind, name]]
    return not lines or not _takes(arguments(lines[0]), own)


def _takes(today: list[str], kept: list[str]) -> bool:
    """Whether what had these arguments is called as before: each stands in its place, and no new one is needed."""
    placed, kept_placed = _placed(today), _placed(kept)
    named = {argument.rstrip("!") for argument in today}
    needed, kept_needed = ({argument for argument in those if argument.endswith("!")} for those in (today, kept))
    return (
        placed[: len(kept_placed)] == kept_placed
        and {argument.rstrip("!") for argument in kept} - {"*"} <= named
        and needed <= kept_needed
    )


def _placed(those: list[str]) -> list[str]:
    """Those that may be given without their names, in order; last, where there is one, the "*" of any number of them."""
    stop = next((k for k, argument in enumerate(those) if argument.startswith("*")), len(those))
    further = [argument for argument in those[stop : stop + 1] if argument.strip("*") and argument[:2] != "**"]
    return [argument.rstrip("!") for argument in (*those[:stop], *further)]


def _labels() -> Iterator[str]:
    for paper in PAPERS:
        for claim in claims_of(paper):
            yield f"label {claim.label}"
            yield from (f"label {claim.label}.{step.name}" for step in claim.steps)


def _commands() -> Iterator[str]:
    for context in every_command(group, ""):
        path = context.command_path.strip()
        if path:
            yield f"command {path}"
        for parameter in context.command.params:
            words = (*parameter.opts, *parameter.secondary_opts) if isinstance(parameter, click.Option) else ()
            yield from (f"option {path} {word}".replace("  ", " ") for word in words)


def _interface() -> Iterator[str]:
    for module in map(importlib.import_module, MODULES):
        for name in module.__all__:
            value = getattr(module, name)
            called = inspect.isfunction(value) or (inspect.isclass(value) and not issubclass(value, Enum))
            taken = inspect.signature(value).parameters.values() if called else ()
            words = [_argument(parameter) for parameter in taken]
            by_name = [k for k, parameter in enumerate(taken) if parameter.kind is inspect.Parameter.KEYWORD_ONLY]
            if by_name and not any(word.startswith("*") for word in words[: by_name[0]]):
                words.insert(by_name[0], "*")
            yield " ".join([f"python {module.__name__}.{name}", *words])


def _argument(parameter: inspect.Parameter) -> str:
    if parameter.kind in VARIABLE:
        return "*" * (1 + (parameter.kind is inspect.Parameter.VAR_KEYWORD)) + parameter.name
    return parameter.name + ("!" if parameter.default is inspect.Parameter.empty else "")
