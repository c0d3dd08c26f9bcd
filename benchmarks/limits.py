"""Measures the float path: Lemma 8's network in floating point beside the literal evaluator, and a GPU beside NumPy.

python benchmarks/limits.py [--quick] [--device cpu|cuda] [--points N] [--json FILE]

On a CPU the contestants take turns in this one process: the literal network in rationals at a few points, and the
float path of every array library that is installed at many. With `--device cuda` PyTorch on the GPU and NumPy on the
host are given the same points, 10^7 unless told otherwise. A missed target makes the exit code 1, but not with
`--quick`; a device that is not there makes it 2. docs/limit.md says what the tables mean.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, Final, TypeAlias

import numpy as np
from gmpy2 import mpq
from measuring import machine

from exactua.errors import InputError
from exactua.networks import Network
from exactua.papers.yun2020.selective_shift import contextual_map
from exactua.softmax.floats.backends import Backend, open_backend
from exactua.softmax.floats.float_network import FloatNetwork
from exactua.softmax.floats.formats import FloatArray

INSTANCE: Final = {"d": 2, "n": 3, "m": 8}
FACTOR: Final = mpq(100)
LITERAL_POINTS: Final = 20
FLOAT_POINTS: Final = 20_000
GPU_POINTS: Final = 10_000_000
TARGET: Final = 50
"""How many times faster a point must be: on a CPU than literally, on a GPU than with NumPy on its host."""


Contestant: TypeAlias = tuple[int, Callable[[], Any]]
"""How many points there are, and what runs the network at them."""


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the float path.")
    parser.add_argument("--quick", action="store_true", help="measure less; never fail for a missed target")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu", help="what to measure")
    parser.add_argument("--points", type=int, metavar="N", help="points of a float run")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all numbers to FILE")
    options = parser.parse_args()
    if options.points is not None and options.points < 1:
        parser.error(f"--points: {options.points} is not valid; give a number of points >= 1")
    network = contextual_map(INSTANCE)
    if options.device == "cuda":
        backend, _ = open_backend("auto", "cuda")
        if backend.device != "cuda":
            print("no CUDA device was found through PyTorch: nothing is measured", file=sys.stderr)
            return 2
        rows = on_gpu(network, backend, options.points or (GPU_POINTS // 100 if options.quick else GPU_POINTS))
    else:
        rows = on_cpu(network, options.points or FLOAT_POINTS, 2 if options.quick else 5)
    facts = machine()
    print(
        f"Lemma 8's g_c at (d, n, 1/delta) = {tuple(INSTANCE.values())}; lambda {FACTOR}; {facts['processor']}, ",
        end="",
    )
    print(f"{facts['cores']} cores, Python {facts['Python']}\n")
    print("| what | points | microseconds a point | spread | times as fast |\n|---|---|---|---|---|")
    for row in rows:
        print(f"| {row['what']} | {row['points']:,} | {row['us']:.3g} | {row['low']:.3g} to {row['high']:.3g} "
              f"| {'' if row['ratio'] is None else format(row['ratio'], ',.0f')} |")  # fmt: skip
    if options.json:
        options.json.write_text(json.dumps({"machine": facts, "rows": rows}, indent=2) + "\n", encoding="utf-8")
    judged = [row for row in rows if row["judged"]]
    missed = [row for row in judged if row["ratio"] < TARGET]
    print(f"\n{len(missed)} of {len(judged)} ratios below {TARGET}")
    return 0 if options.quick or not missed else 1


def on_cpu(network: Network, points: int, times: int) -> list[dict[str, Any]]:
    """The literal evaluator and the float paths, in turn."""
    values = of_the_grid(points)
    exact = [[[mpq(entry) for entry in row] for row in X] for X in values[:LITERAL_POINTS].tolist()]
    expected = np.array([[[float(entry) for entry in row] for row in network(X)] for X in exact])
    contestants: dict[str, Contestant] = {
        "literal network, rationals": (len(exact), lambda: [network(X) for X in exact])
    }
    for backend in installed("cpu"):
        for dtype, factor in (("float64", None), ("float64", FACTOR), ("float32", FACTOR)):
            floats = FloatNetwork(network, backend, dtype, factor)
            if factor is None:
                require_same(backend, floats.run(values[:LITERAL_POINTS]).output, expected)
            contestants[f"{backend.library}, {words(dtype, factor)}"] = points, partial(floats.run, values)
    return table(in_turn(contestants, times), "literal network, rationals", judged="NumPy")


def on_gpu(network: Network, gpu: Backend, points: int) -> list[dict[str, Any]]:
    """PyTorch on the GPU and NumPy on its host at the same points, in turn; NumPy once, as it takes long."""
    values = of_the_grid(points)
    host, _ = open_backend("numpy")
    rows: list[dict[str, Any]] = []
    for dtype, factor in (("float64", None), ("float64", FACTOR), ("float32", FACTOR)):
        ours, theirs = (FloatNetwork(network, backend, dtype, factor) for backend in (host, gpu))
        if factor is None:
            require_same(gpu, theirs.run(values[:1000]).output, ours.run(values[:1000]).output)
        name = f"{host.library}, {words(dtype, factor)}"
        contestants: dict[str, Contestant] = {
            name: (points, partial(ours.run, values)),
            f"{device_name()}, {gpu.library}, {words(dtype, factor)}": (
                points,
                partial(theirs.run, values),
            ),
        }
        rows += table(in_turn(contestants, 1 if points > 10**6 else 3), name, judged=device_name())
    return rows


def installed(device: str) -> list[Backend]:
    """The backends that are there, NumPy first."""
    backends = []
    for name in ("numpy", "torch", "jax"):
        try:
            backends.append(open_backend(name, device)[0])
        except InputError as reason:
            print(reason, file=sys.stderr)
    return backends


def of_the_grid(points: int) -> FloatArray:
    """Points of G_delta, drawn with a fixed seed: shape (points, d, n)."""
    d, n, m = INSTANCE["d"], INSTANCE["n"], INSTANCE["m"]
    return np.random.default_rng(8).integers(0, m, (points, d, n)) / m


def in_turn(contestants: dict[str, Contestant], times: int) -> dict[str, tuple[int, list[float]]]:
    """Microseconds a point of each, `times` rounds after one that does not count."""
    taken: dict[str, tuple[int, list[float]]] = {name: (points, []) for name, (points, _) in contestants.items()}
    for turn in range(-1, times):
        for name, (points, run) in contestants.items():
            began = time.perf_counter()
            run()
            if turn >= 0:
                taken[name][1].append(1e6 * (time.perf_counter() - began) / points)
    return taken


def table(taken: dict[str, tuple[int, list[float]]], base: str, judged: str) -> list[dict[str, Any]]:
    """A row for each contestant, with how many times as fast as `base` a point is, by medians."""
    slow = median(taken[base][1])
    return [
        {
            "what": name,
            "points": points,
            "us": median(us),
            "low": min(us),
            "high": max(us),
            "ratio": None if name == base else slow / median(us),
            "judged": name != base and name.startswith(judged),
        }
        for name, (points, us) in taken.items()
    ]


def require_same(backend: Backend, output: FloatArray, expected: FloatArray) -> None:
    """Ends the run where hardmax in float64 differs: at this instance it is exact up to the format's last bits."""
    if not np.allclose(output, expected, rtol=1e-14, atol=0):
        raise SystemExit(f"{backend}: the float path differs from what it is compared with")


def words(dtype: str, factor: Any) -> str:
    return f"{dtype}, {'hardmax' if factor is None else 'softmax'}"


def device_name() -> str:
    """The GPU as PyTorch calls it."""
    import importlib

    return str(importlib.import_module("torch").cuda.get_device_name())


if __name__ == "__main__":
    sys.exit(main())
