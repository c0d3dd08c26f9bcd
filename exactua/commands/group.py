"""`exactua` itself: the commands there are, imported when they are asked for, and what becomes of errors."""

from __future__ import annotations

import errno
import importlib
import io
import keyword
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from exactua.console.help import COLUMNS, Group
from exactua.deciding.interrupts import OutOfBudget, interrupt_by_sigterm
from exactua.errors import EvaluatorsDisagree, ExactuaError, Unanswered
from exactua.unexpected import UNEXPECTED, unexpected
from exactua.visible_text import joined

GROUPS = {
    "Decide": ("check", "verify", "verifier", "new"),
    "Prove": ("prove",),
    "Papers": ("list", "show", "signoff", "errata", "cite", "report"),
    "Writing": ("tex", "lsp"),
    "Claims": ("explain", "relax", "sharpen", "derive", "audit"),
    "Networks": ("build", "eval", "info", "trace", "ask", "export", "import"),
    "Data sets": ("compare", "train"),
    "Softmax": ("limit", "bits", "attention"),
    "CI and runs": ("regress", "migrate", "runs"),
}
"""The commands by what they are for, as `exactua --help` lists them."""
COMMANDS = tuple(command for commands in GROUPS.values() for command in commands)

COMPLETE = "_EXACTUA_COMPLETE"
"""The variable by which a shell asks for completions: docs/completion.md."""

NO_MEMORY = "the memory does not suffice, so there is no answer; take a smaller instance, or fewer --jobs"

EXAMPLES = ("exactua check lemma8 --d 2 --n 3", "exactua verify .exactua/lemma8.d2n3m2.json")


def folder_of(command: str) -> str:
    """The folder of a command: its name, with an underscore where Python keeps the name for itself."""
    return f"{command}_" if keyword.iskeyword(command) else command


class LazyGroup(Group):
    """A group whose commands are imported when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands, group by group."""
        return list(COMMANDS)

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """The options themselves, so that they take no lines of their own; --man DIR writes the manual pages."""
        return ["[-h] [--version] [--man DIR]", "COMMAND [ARGS]..."]

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes what exactua is for just below the usage."""
        formatter.write(f"  {self.help}\n")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the commands, one a line, so that all of it is seen at once."""
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes one line a command; what the commands of a group are for stands before the first of them."""
        wide, widest = max(map(len, GROUPS)), max(map(len, COMMANDS))
        formatter.write_paragraph()
        for title, names in GROUPS.items():
            for name in names:
                about = title if name == names[0] else ""
                formatter.write(f"{about.ljust(wide)}  {name.ljust(widest)}  {self._short_help(ctx, name)}\n")

    def _short_help(self, ctx: click.Context, name: str) -> str:
        command = self.get_command(ctx, name)
        return command.get_short_help_str(limit=90) if command else ""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, from its own folder."""
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(f"exactua.commands.{folder_of(cmd_name)}.command").command
        assert isinstance(command, click.Command)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Runs the command; one that the end of a budget breaks off has no answer."""
        try:
            return super().invoke(ctx)
        except OutOfBudget as error:
            raise Unanswered(str(error) or "the budget ran out: raise --budget") from None

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Names the nearest command where there is none of that name; has the terminal told that it is at work."""
        import difflib

        from exactua.console.progress import at_work

        if ctx.resilient_parsing:  # a shell asks what may stand next: nothing is refused, and nothing runs
            return super().resolve_command(ctx, args)
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            near = difflib.get_close_matches(args[0], COMMANDS, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(COMMANDS)}"
            raise click.UsageError(f"no command {args[0]!r}; {hint}")
        resolved = super().resolve_command(ctx, args)
        ctx.with_resource(at_work(f"exactua {resolved[0]}"))
        return resolved


def _write_manual(context: click.Context, _: click.Parameter, folder: Path | None) -> None:
    if folder is None or context.resilient_parsing:
        return
    from exactua.console.manual_pages import write

    click.echo(f"{write(context, folder)} manual pages in {folder}; read one with: man -l {folder / 'exactua-check.1'}")
    context.exit()


@click.group(
    cls=LazyGroup,
    help="Check theorems about Transformers in exact arithmetic.",
    examples=EXAMPLES,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": COLUMNS},
)
@click.version_option(package_name="exactua", message="exactua %(version)s")
@click.option(
    "--man",
    "folder",
    type=click.Path(path_type=Path),
    metavar="DIR",
    is_eager=True,
    expose_value=False,
    callback=_write_manual,
    help="Write the manual pages of all commands into a folder, and exit.",
)
def group() -> None:
    """The exactua command."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit code; also the console script, which ends the process with it."""
    if arguments is not None:
        return _exit_code(list(arguments))
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `exactua ... | head` ends quietly, and not with exit code 1
    if COMPLETE in os.environ:
        from exactua.console.completion import for_shells

        for_shells()
        with suppress(ExactuaError):  # what is written so far is wrong: nothing is completed
            group.main(prog_name="exactua")  # ends the process
        sys.exit(0)
    interrupt_by_sigterm()
    print_in_any_encoding()
    sys.exit(_exit_code(None))


def print_in_any_encoding() -> None:
    """From now on what the encoding of the output does not have is printed escaped, as \\u03a3, and is no error.

    So it is on Windows where output goes to a file or a pipe, and with a locale such as ISO 8859-1.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors in ("strict", "surrogateescape"):
            stream.reconfigure(errors="backslashreplace")


def _exit_code(arguments: list[str] | None) -> int:
    """What a command comes to; every exception is told in one sentence and has a code. Docs: docs/exit-codes.md."""
    try:
        result = group.main(args=arguments, prog_name="exactua", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.Exit as exit_:
        return exit_.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return error.exit_code
    except click.UsageError as error:
        hint = f" (see {error.ctx.command_path} --help)" if error.ctx and error.ctx.info_name != "exactua" else ""
        if isinstance(error, click.NoSuchOption) and error.option_name == "--data":
            from exactua.console.options import WITH_DATA

            return _say(f"data: only {', '.join(WITH_DATA)} take your own data; leave it out{hint}", 2)
        if isinstance(error, click.NoSuchOption) and error.option_name == "--stage" and _is_of(error, "trace"):
            return _say(f"stage: trace shows every stage; leave --stage out{hint}", 2)
        return _say(f"{error.format_message()}{hint}", 2)
    except (click.Abort, KeyboardInterrupt):
        return _say("interrupted", 3)
    except EvaluatorsDisagree as error:
        return _say(f"the evaluators disagree, so there is no verdict; please report this: {error}", 4)
    except Unanswered as error:
        return _say(str(error), 3)
    except ExactuaError as error:
        return _say(str(error), 2)
    except MemoryError:
        return _say(NO_MEMORY, 3)
    except OSError as error:
        if error.errno == errno.ENOMEM:
            return _say(NO_MEMORY, 3)
        what = "the output can't be written" if error.filename is None else f"{error.filename} can't be read or written"
        # what is left in the buffer must not fail again at exit
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
        return _say(f"{what} ({error.strerror or error})", 2)
    except (Exception, SystemExit) as error:
        first, *traceback = unexpected(error).split("\n")
        return _say(first, UNEXPECTED, *traceback)
    return result if isinstance(result, int) else 0


def _is_of(error: click.UsageError, command: str) -> bool:
    return error.ctx is not None and error.ctx.info_name == command


def _say(message: str, code: int, *more: str) -> int:
    """Says in a line why a command ends, where there is somebody to say it to, and gives its exit code."""
    with suppress(OSError, ValueError):
        click.echo(joined([f"exactua: {message}", *more]), err=True)
    return code
