"""A Dask cluster as an executor: found at its scheduler's address, with workers that have this version of exactua."""

from __future__ import annotations

import gc
import logging
import re
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any, Final, cast

from exactua import __version__
from exactua.errors import InputError, not_installed

PATIENCE: Final = 5
"""Seconds within which a scheduler, and its first worker, has to answer."""
SLOWEST_START: Final = 30
"""Seconds in which a worker that is there has to have loaded exactua."""
_ADDRESS: Final = re.compile(r"(?:tcp|tls)://[^\s/]+:[0-9]{1,5}")


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """The executor of the cluster whose scheduler is at an address such as tcp://host:8786, and how many tasks at once.

    Raises InputError where Dask is not installed, nobody answers, or there is no worker with this version of exactua.
    """
    if not _ADDRESS.fullmatch(address):
        raise InputError(f"scheduler: {address!r} is not an address; write, for example, tcp://host:8786")
    try:
        import dask
        import distributed

        connect, settings = cast(Any, distributed.Client), cast(Any, dask.config.set)
    except ImportError:
        raise not_installed("scheduler", "Dask", "cluster") from None
    # a result that lies on a worker that is gone is waited for as long as a connection to it
    with _quiet(), settings({"distributed.comm.timeouts.connect": f"{PATIENCE}s"}):
        client, reason = None, ""
        try:
            client = connect(address, timeout=PATIENCE, set_as_default=False)
        except Exception as error:  # whatever answers there may be no scheduler at all
            reason = _first_line(error)
        if client is None:
            gc.collect()  # what is left of the client closes itself now, and not while another one is made
            raise InputError(f"scheduler: no Dask scheduler answers at {address} ({reason})")
        try:
            cores = _cores(client, address)
            yield client.get_executor(pure=False), cores
        finally:
            client.close(timeout=PATIENCE)


@contextmanager
def _quiet() -> Iterator[None]:
    """Keeps Dask's log of lost connections from the terminal: what it means for the run is said by the run."""
    loggers = [logging.getLogger(name) for name in ("distributed", "distributed.client", "concurrent.futures")]
    before = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in zip(loggers, before, strict=True):
            logger.setLevel(level)


def _cores(client: Any, address: str) -> int:
    """How many tasks the workers take at once. Raises InputError where there is none, or the first can't do the work.

    Only one worker is asked: others may come and go, and each says itself where it has another version.
    """
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        raise InputError(f"scheduler: {address} has no worker; start one by dask worker {address}") from None

    def ask_worker(function: Callable[[], str]) -> str:
        installed: str = client.submit(function, pure=False).result(timeout=SLOWEST_START)
        return installed

    for what, ask in (("the scheduler", client.run_on_scheduler), ("a worker", ask_worker)):
        try:
            installed = ask(version)
        except Exception as error:
            raise InputError(f"scheduler: {what} of {address} can't run exactua ({_first_line(error)})") from None
        if installed != __version__:
            raise InputError(f"scheduler: {what} of {address} has exactua {installed}, but this is {__version__}")
    cores: dict[str, int] = client.ncores()
    return max(1, sum(cores.values()))


def version() -> str:
    """The version of exactua where this is called."""
    return __version__


def _first_line(error: Exception) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)
