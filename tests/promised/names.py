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

KEPT: Final = Path(__file__).with_name("names.txt")
MODULES: Final = ("exactua", "exactua.authoring", "exactua.networks")
VARIABLE: Final = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


def names() -> list[str]:
    """A line for each name: "label yun2020:lemma8.property2", "option check --d", "python exactua.check claim *"."""
    return sorted([*_labels(), *_options(group, ""), *_interface()])


def arguments(line: str) -> list[str]:
    """The arguments that a line of the Python interface names, those without a default marked by a "!"."""
    return line.split(" ")[2:]


def lacks(kept: str, today: list[str]) -> bool:
    """Whether a kept name is not there any more, or an interface takes other arguments, or needs more of them."""
    kind, name, *own = kept.split(" ")
    if kind != "python":
        return kept not in today
    lines = [line for line in today if line.split(" ")[:2] == [kind, name]]
    return not lines or not _takes(arguments(lines[0]), own)


def _takes(today: list[str], kept: list[str]) -> bool:
    """Whether what had these arguments is called as before: they stand in their order, and no new one is needed."""
    bare = [argument.rstrip("!") for argument in today]
    places = [bare.index(argument.rstrip("!")) for argument in kept if argument.rstrip("!") in bare]
    needed = {argument.rstrip("!") for argument in today if argument.endswith("!")}
    return len(places) == len(kept) and places == sorted(places) and needed <= {a.rstrip("!") for a in kept if "!" in a}


def _labels() -> Iterator[str]:
    for paper in PAPERS:
        for claim in claims_of(paper):
            yield f"label {claim.label}"
            yield from (f"label {claim.label}.{step.name}" for step in claim.steps)


def _options(command: click.Command, path: str) -> Iterator[str]:
    for parameter in command.params:
        words = (*parameter.opts, *parameter.secondary_opts) if isinstance(parameter, click.Option) else ()
        yield from (f"option {path} {word}".replace("  ", " ") for word in words)
    if isinstance(command, click.Group):
        with click.Context(command) as context:
            for name in command.list_commands(context):
                below = command.get_command(context, name)
                assert below is not None
                yield f"command {path} {name}".replace("  ", " ")
                yield from _options(below, f"{path} {name}".strip())


def _interface() -> Iterator[str]:
    for module in map(importlib.import_module, MODULES):
        for name in module.__all__:
            value = getattr(module, name)
            called = inspect.isfunction(value) or (inspect.isclass(value) and not issubclass(value, Enum))
            taken = inspect.signature(value).parameters.values() if called else ()
            yield " ".join([f"python {module.__name__}.{name}", *map(_argument, taken)])


def _argument(parameter: inspect.Parameter) -> str:
    if parameter.kind in VARIABLE:
        return "*" * (1 + (parameter.kind is inspect.Parameter.VAR_KEYWORD)) + parameter.name
    return parameter.name + ("!" if parameter.default is inspect.Parameter.empty else "")
