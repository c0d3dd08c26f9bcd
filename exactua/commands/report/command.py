"""`exactua report`: what is known, as pages, as LaTeX, and as a note to an author; one file a form."""

from __future__ import annotations

import importlib
from typing import Any

import click

FORMS = ("html", "latex", "note")


class Forms(click.Group):
    """The forms of a report, imported when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The forms there are."""
        return list(FORMS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The form of that name, from its own module."""
        if cmd_name not in FORMS:
            return None
        command = importlib.import_module(f"exactua.commands.report.{cmd_name}_command").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Says which forms there are where another is given."""
        if args and args[0] not in FORMS and not args[0].startswith("-"):
            raise click.UsageError(f"no report {args[0]!r}; known: {', '.join(FORMS)}", ctx)
        return super().resolve_command(ctx, args)


@click.group("report", cls=Forms, short_help="Write what is known as pages, as LaTeX, or as a note to an author.")
def command() -> None:
    """Write what certificates say about papers: pages to read, LaTeX to cite, a note to send."""
