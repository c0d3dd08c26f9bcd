"""A Dask cluster: two workers on loopback, one of them killed, and all that can be wrong with an address."""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from exactua import __version__
from exactua.claims.registry import find
from exactua.commands.group import main
from exactua.deciding.large_runs import cluster as module
from exactua.deciding.large_runs.cluster import cluster
from exactua.deciding.running import decide
from exactua.errors import InputError
from tests.deciding.mixed_steps import hashed, problem

distributed = pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def two_workers() -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
    ) as local_cluster:
        local_cluster.wait_for_workers(2, timeout=30)
        yield local_cluster


def pids(workers: Any) -> dict[str, int]:
    return {worker.worker_address: worker.pid for worker in workers.workers.values()}


def test_a_cluster_decides_the_same(two_workers: Any) -> None:
    with cluster(two_workers.scheduler_address) as (executor, size):
        assert size == 2
        assert hashed(decide(problem(), executor=executor, jobs=size)) == hashed(decide(problem()))


def test_a_worker_that_is_killed_midway(two_workers: Any) -> None:
    claim, _ = find("lemma8")
    large = claim.problem({"d": 2, "n": 3, "m": 3})
    alone = hashed(decide(large, engine="literal", replayed=0))
    before, seen = pids(two_workers), list[int]()

    def progress(done: int, total: int) -> None:
        seen.append(done)
        if len(seen) == 3:
            assert done < total
            os.kill(next(iter(before.values())), signal.SIGKILL)

    with cluster(two_workers.scheduler_address) as (executor, size):
        decision = decide(large, engine="literal", replayed=0, executor=executor, jobs=size, progress=progress)
    assert hashed(decision) == alone
    assert len(seen) > 3
    assert decision.run["jobs"] == 2
    with pytest.raises(ProcessLookupError):
        os.kill(next(iter(before.values())), 0)


def test_the_command(two_workers: Any, capsys: pytest.CaptureFixture[str], tmp_path: Any) -> None:
    two_workers.wait_for_workers(2, timeout=30)
    asked = ["check", "lemma8", "--d", "1", "--n", "3", "--delta", "1/4", "--no-certificate"]
    verdicts = []
    for more in ([], ["--scheduler", two_workers.scheduler_address, "--store", str(tmp_path / "runs.sqlite")]):
        assert main([*asked, *more]) == 0
        captured = capsys.readouterr()
        assert captured.err == ""
        verdicts.append([line for line in captured.out.splitlines() if not line.startswith("decided in")])
    assert verdicts[0] == verdicts[1]
    assert main([*asked, "--scheduler", two_workers.scheduler_address, "--jobs", "2"]) == 2
    assert "jobs: --scheduler has workers of its own; leave out --jobs 2" in capsys.readouterr().err


def refusal(address: str) -> str:
    """What is said of an address at which no cluster can be used."""
    with pytest.raises(InputError) as refused, cluster(address):
        pass
    return str(refused.value)


@pytest.mark.parametrize("address", ["host:8786", "http://host:8786", "tcp://host", "tcp://", ""])
def test_what_is_no_address(address: str) -> None:
    assert refusal(address) == f"scheduler: {address!r} is not an address; write, for example, tcp://host:8786"


@pytest.fixture
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", 1)


def test_nobody_answers(patience: None) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{closed.getsockname()[1]}"
    began = time.monotonic()
    assert refusal(address).startswith(f"scheduler: no Dask scheduler answers at {address} (")
    assert time.monotonic() - began < 10


def test_somebody_else_answers(patience: None) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def greet() -> None:
            connection, _ = server.accept()
            with connection:
                connection.sendall(b"SSH-2.0-OpenSSH_9.6\r\n")

        threading.Thread(target=greet, daemon=True).start()
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        assert refusal(address).startswith(f"scheduler: no Dask scheduler answers at {address} (")


class Lonely:
    """A client of a scheduler that has no worker."""

    def __init__(self, address: str, **named: Any) -> None:
        self.closed = False
        lonely.append(self)

    def wait_for_workers(self, count: int, timeout: float) -> None:
        raise TimeoutError

    def close(self, timeout: float) -> None:
        self.closed = True


lonely: list[Lonely] = []


def test_no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distributed, "Client", Lonely)
    address = "tcp://127.0.0.1:8786"
    assert refusal(address) == f"scheduler: {address} has no worker; start one by dask worker {address}"
    assert lonely[-1].closed


def test_another_version(two_workers: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    address = two_workers.scheduler_address
    monkeypatch.setattr(module, "__version__", "9.9")
    assert refusal(address) == f"scheduler: a worker of {address} has exactua {__version__}, but this is 9.9"


def test_dask_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert refusal("tcp://127.0.0.1:8786") == ("scheduler: Dask is not installed; run: pip install 'exactua[cluster]'")
