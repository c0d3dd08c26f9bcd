"""What long runs of `exactua check` take beside this process: a store that keeps finished parts, and workers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from exactua.console.output import say
from exactua.errors import InputError

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from exactua.deciding.large_runs.store import RunStore

STORE: Final = Path(".exactua/runs.sqlite")
"""Where runs are kept unless --store says otherwise."""
WORTH_KEEPING: Final = 10
"""Seconds that a run has to take, as is estimated, to be kept without being asked."""

Function = TypeVar("Function", bound=Callable[..., Any])


def large_run_options(function: Function) -> Function:
    """--store, --no-store and --scheduler."""
    for decorate in (
        click.option(
            "--scheduler",
            metavar="ADDRESS",
            help="A Dask cluster whose workers decide, in place of --jobs: tcp://host:8786.",
        ),
        click.option("--no-store", is_flag=True, help="Keep nothing for another run."),
        click.option(
            "--store",
            type=click.Path(path_type=Path),
            metavar="FILE",
            help=f"Where finished parts are kept, so that a run goes on where it ended ({STORE} for longer runs).",
        ),
    ):
        function = decorate(function)
    return function


def require_no_large_run(options: Mapping[str, Any], reason: str) -> None:
    """Raises InputError where one of the options is given, and what is asked for is no single run."""
    for name in ("store", "no_store", "scheduler"):
        if options[name]:
            option = f"--{name.replace('_', '-')}"
            raise InputError(f"{name}: {reason}; leave out {option}")


@contextmanager
def workers(options: Mapping[str, Any]) -> Iterator[tuple[Executor | None, int]]:
    """The executor that --scheduler gives, if it is given, and the number of workers."""
    if options["scheduler"] is None:
        yield None, options["jobs"]
        return
    if options["jobs"] != 1:
        raise InputError(f"jobs: --scheduler has workers of its own; leave out --jobs {options['jobs']}")
    from exactua.deciding.large_runs.cluster import cluster

    with cluster(options["scheduler"]) as (executor, size):
        yield executor, size


class Stores:
    """The store of a command: opened at once where it was asked for, else when a run takes long enough."""

    def __init__(self, options: Mapping[str, Any], budget: float) -> None:
        if options["store"] is not None and options["no_store"]:
            raise InputError("store: --store and --no-store are both given; leave out one")
        self._options, self._budget = options, budget
        self.path: Path = options["store"] or STORE
        self.opened: RunStore | None = None
        self._tried = False
        if options["store"] is not None:
            self._open()

    def __enter__(self) -> Stores:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.opened is not None:
            self.opened.close()

    def __call__(self, seconds: float) -> RunStore | None:
        """The store for a run that should take so many seconds, if it is to be kept."""
        worth = seconds > WORTH_KEEPING and (seconds <= self._budget or self.path.exists())  # else it is not begun
        if worth and not self._options["no_store"]:
            self._open()
        return self.opened

    def _open(self) -> None:
        if self._tried:
            return
        self._tried = True
        from exactua.commands.check.kept_options import kept
        from exactua.deciding.large_runs.store import RunStore, StoreFailed

        try:
            self.opened = RunStore(self.path, options=kept(self._options), tell=tell)
        except StoreFailed as error:
            tell(f"note: {error}; nothing of this run is kept")

    def ended(self, verdict: str, code: int, certificate: Path | None) -> None:
        """Notes how the last run ended."""
        if self.opened is None or self.opened.last is None:
            return
        from exactua.deciding.large_runs.store import StoreFailed

        try:
            self.opened.last.ended(verdict, code, certificate)
        except StoreFailed as error:
            tell(f"note: {error}; how the run ended is not noted")

    def again(self) -> str:
        """The command that was given, with the store from which it goes on."""
        import shlex

        context = click.get_current_context()
        words = ["exactua", "check"]
        for parameter in context.command.params:
            assert parameter.name is not None
            value = context.params.get(parameter.name)
            if isinstance(parameter, click.Argument):
                words.append(str(value))
            elif context.get_parameter_source(parameter.name) is click.core.ParameterSource.COMMANDLINE:
                for argument in value if isinstance(value, tuple) else (value,):
                    words += [parameter.opts[0]] if argument is True else [parameter.opts[0], str(argument)]
        if self._options["store"] is None:
            words += ["--store", str(self.path)]
        return shlex.join(words)


def tell(text: str) -> None:
    """A notice, where it is not part of what a command prints."""
    say(text, err=True)
