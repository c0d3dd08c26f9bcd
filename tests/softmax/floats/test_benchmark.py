"""The benchmark of the float path: what it judges, and what it says of a device that is not there."""

from __future__ import annotations

import importlib
import importlib.util
import sys

import numpy as np
import pytest
from gmpy2 import mpq

from exactua.softmax.floats.backends import open_backend
from exactua.softmax.floats.float_network import FloatNetwork
from tests.documentation import ROOT

sys.path.append(str(ROOT / "benchmarks"))  # its modules import one another by their names

limits = importlib.import_module("limits")


def test_a_missed_target_is_seen(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    taken = {"literal": (2, [400.0, 100.0, 300.0]), "NumPy, fast": (9, [1.0, 3.0, 2.0]), "NumPy, slow": (9, [7.0])}
    rows = limits.table(taken, "literal", judged="NumPy")
    assert [row["ratio"] for row in rows] == [None, 150, pytest.approx(300 / 7)]
    assert [row["judged"] for row in rows] == [False, True, True]
    monkeypatch.setattr(limits, "on_cpu", lambda network, points, times: rows)
    for arguments, code in (([], 1), (["--quick"], 0)):
        monkeypatch.setattr(sys, "argv", ["limits.py", *arguments])
        assert limits.main() == code
        assert "1 of 2 ratios below 50" in capsys.readouterr().out


def test_a_device_that_is_not_there_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(sys, "argv", ["limits.py", "--device", "cuda"])
    assert limits.main() == 2
    assert capsys.readouterr().err == "no CUDA device was found through PyTorch: nothing is measured\n"


def test_contestants_that_differ_end_the_run() -> None:
    backend, _ = open_backend("numpy")
    network = limits.contextual_map(limits.INSTANCE)
    (X,) = limits.of_the_grid(1).tolist()
    (output,) = FloatNetwork(network, backend).run(limits.of_the_grid(1)).output
    expected = np.array([[float(x) for x in row] for row in network([[mpq(x) for x in row] for row in X])])
    limits.require_same(backend, output, expected)
    with pytest.raises(SystemExit, match="the float path differs"):
        limits.require_same(backend, output, expected + 1e6 * np.eye(2, 3))


def test_a_gpu_is_measured_beside_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch")
    monkeypatch.setattr(limits, "device_name", lambda: "GPU")
    rows = limits.on_gpu(limits.contextual_map({"d": 2, "n": 3, "m": 2}), open_backend("torch", "cpu")[0], 50)
    assert [row["judged"] for row in rows] == [False, True] * 3
    assert all(row["points"] == 50 and row["us"] > 0 for row in rows)
