"""What `--help` and `--help-all` say: usage, text, options, and examples at the end.

`--help` of a command is to be read at once: it leaves out the options that are `rare` and what stands behind a form
feed in the docstring. `--help-all` has everything, and so has docs/commands.md.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from typing import Any, Final

import click

from exactua.console.output import say_document

LINES: Final = 40
"""The most lines of `--help` where lines are 80 wide."""
COLUMNS: Final = 100
"""The most columns of a line."""
_EVERYTHING: Final = "exactua.help_all"


def every_command(command: click.Command, name: str, parent: click.Context | None = None) -> Iterator[click.Context]:
    """A context of the command of that name, then of each command below it, in the order of the help."""
    context = click.Context(command, parent=parent, info_name=name, **command.context_settings)
    yield context
    if isinstance(command, click.Group):
        for inside in command.list_commands(context):
            subcommand = command.get_command(context, inside)
            if subcommand is not None:
                yield from every_command(subcommand, inside, context)


def _tell_everything(context: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked and not context.resilient_parsing:
        context.meta[_EVERYTHING] = True
        say_document(context.get_help() + "\n")
        context.exit()


class Formerly(click.Option):
    """An option that still has an old spelling, which no help shows.

    `formerly` is that spelling, such as "-p".
    """

    def __init__(self, *args: Any, formerly: str, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.formerly: Final = formerly

    def add_to_parser(self, parser: Any, ctx: click.Context) -> None:
        """Has the parser accept the old spelling too."""
        shown = self.opts
        self.opts = [*shown, self.formerly]
        try:
            super().add_to_parser(parser, ctx)
        finally:
            self.opts = shown


class Helped(click.Command):
    """What `Command` and `Group` share: examples at the end of the help, and rare options that --help-all shows."""

    def __init__(self, *args: Any, examples: Sequence[str] = (), rare: str = "", **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.examples: Final = tuple(examples)
        self.rare: Final = frozenset(rare.split())
        self.epilog = "\b\nExamples:\n" + "\n".join(f"    {example}" for example in examples) if examples else None
        left_out = [kind for kind, there in (("options", rare), ("text", "\f" in (self.help or ""))) if there]
        self.params.append(
            click.Option(
                ["--help-all"],
                is_flag=True,
                is_eager=True,
                expose_value=False,
                callback=_tell_everything,
                hidden=not left_out,
                help=f"Show more {' and '.join(left_out) or 'text'}, and exit.",
            )
        )

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the docstring, up to its form feed unless everything is asked for."""
        whole = self.help
        if whole and _asked_for_everything(ctx):
            self.help = inspect.cleandoc(whole).replace("\f\n", "")
        try:
            super().format_help_text(ctx, formatter)
        finally:
            self.help = whole

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the options, without the rare ones unless everything is asked for."""
        with formatter.section("Options"):
            formatter.write_dl(list(self.records(ctx)))
        if isinstance(self, click.Group):
            self.format_commands(ctx, formatter)

    def records(self, ctx: click.Context) -> Iterator[tuple[str, str]]:
        """The options that are to be shown, each with its text."""
        left_out = frozenset() if _asked_for_everything(ctx) else self.rare
        for parameter in self.get_params(ctx):
            if isinstance(parameter, click.Option) and left_out.isdisjoint(parameter.opts):
                record = parameter.get_help_record(ctx)
                if record is not None:
                    yield record

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the examples, each as it is typed: a line that is broken could not be copied."""
        if self.examples:
            with formatter.section("Examples"):
                for example in self.examples:
                    formatter.write(f"  {example}\n")


class Command(Helped):
    """A command with `examples`, lines that can be typed, and `rare` options, such as "--engine --replay"."""


class Group(Helped, click.Group):
    """A group of commands, with examples; its commands are `Command`s."""

    command_class = Command


def _asked_for_everything(context: click.Context) -> bool:
    return bool(context.meta.get(_EVERYTHING))
