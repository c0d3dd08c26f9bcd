"""Measures what libraries make of attention beside its proven bounds, and how fast exact attention is enclosed.

python benchmarks/attention_error.py [--quick] [--device cpu|cuda] [--speed] [--json FILE]

Every run of NumPy, and of PyTorch where it is installed (SDPA's back ends), is compared with the exact outputs, of
ordinary and adversarial tensors, in one table. An error beyond its bound refutes what is assumed of the library,
and makes the exit code 1. `--speed` measures enclosures beside the same numbers one by one in Arb, and in mpmath. A
device that is not there makes it 2. docs/attention.md says what the tables mean.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, Final

import numpy as np
from gmpy2 import mpq
from measuring import machine

from exactua import attention
from exactua.softmax.attention.enclosing import Head, Scale, enclosed

Array = np.ndarray[Any, Any]
Run = Callable[[Array, Array, Array], Any]
KINDS: Final = ("normal", "large scores", "very large scores", "equal keys", "cancelling", "tiny")
BITS: Final = 80


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure what floats make of attention.")
    parser.add_argument("--quick", action="store_true", help="measure less")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu", help="where PyTorch computes")
    parser.add_argument("--speed", action="store_true", help="measure how fast enclosures are instead")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all numbers to FILE")
    options = parser.parse_args()
    facts = machine()
    print(f"{facts['processor']}, {facts['cores']} cores, Python {facts['Python']}\n")
    if options.speed:
        rows = speed(options.quick)
        code = 0
    else:
        if options.device == "cuda" and not has_cuda():
            print("no CUDA device was found through PyTorch: nothing is measured", file=sys.stderr)
            return 2
        rows = list(errors(options.device, options.quick))
        code = 1 if any(row["beyond"] for row in rows) else 0
    if options.json:
        options.json.write_text(json.dumps({"machine": facts, "rows": rows}, indent=2) + "\n", encoding="utf-8")
    return code


def errors(device: str, quick: bool) -> Iterator[dict[str, Any]]:
    """A row for each library, format and kind of tensors."""
    print("| computed by | algorithm | tensors | entries | worst error | greatest bound | closest to its bound |")
    print("|---|---|---|---|---|---|---|")
    shape = (1, 2, 48, 32) if quick else (4, 8, 128, 64)
    for name, algorithm, dtype, run in runs(device):
        for seed, kind in enumerate(KINDS):
            q, k, v = tensors(kind, shape, dtype, seed)
            output = run(q, k, v)
            found = attention(q, k, v, output, algorithm=algorithm, budget=3600)
            assert found.errors is not None
            assert found.expected is not None
            row: dict[str, Any] = {
                "name": name,
                "algorithm": algorithm,
                "kind": kind,
                "entries": found.expected.within + found.expected.beyond,
                "beyond": found.expected.beyond + found.errors.not_finite,
                "worst": float(found.errors.absolute.greatest[1]),
                "bound": float(found.expected.greatest),
                "part": float(found.expected.part),
            }
            beyond = f", {row['beyond']:,} BEYOND" if row["beyond"] else ""
            print(f"| {name} | {algorithm} | {kind} | {row['entries']:,} | {row['worst']:.3g} | {row['bound']:.3g} "
                  f"| {100 * row['part']:.2g}%{beyond} |", flush=True)  # fmt: skip
            yield row


def tensors(kind: str, shape: tuple[int, ...], dtype: str, seed: int) -> tuple[Array, Array, Array]:
    """Three tensors of a kind, in float32 or float64, all of whose numbers are of the format `dtype`."""
    drawn = np.random.default_rng(seed)
    q: Array
    k: Array
    v: Array
    q, k, v = (drawn.standard_normal(shape) for _ in range(3))
    if kind in ("large scores", "very large scores"):
        q *= 4 if kind == "large scores" else 30
    if kind == "equal keys":
        k[..., :, :] = k[..., :1, :]
    if kind == "cancelling":
        k[..., 1::2] = -k[..., ::2] + k[..., 1::2] / 2**12
        q[..., 1::2] = q[..., ::2]
    if kind == "tiny":
        q, k = q * 2.0**-70, k * 2.0**-70
    if dtype == "bfloat16":
        q, k, v = ((x.astype(np.float32).view(np.uint32) & 0xFFFF0000).view(np.float32) for x in (q, k, v))
        return q, k, v
    with np.errstate(over="ignore"):
        q, k, v = (x.astype(dtype) for x in (q, k, v))
    return q, k, v


def runs(device: str) -> Iterator[tuple[str, str, str, Run]]:
    """What computes attention: its name, the algorithm that is assumed of it, the format of tensors, and it itself."""
    for dtype in ("float32", "float64"):
        yield f"NumPy {np.__version__}", dtype, dtype, by_numpy
    try:
        import torch
    except ImportError:
        print("torch is not installed: pip install 'exactua[gpu]'", file=sys.stderr)
        return
    backends = torch.nn.attention.SDPBackend
    where = torch.cuda.get_device_name() if device == "cuda" else "the CPU"
    for backend, dtype, algorithm in (
        (backends.MATH, "float32", "float32"),
        (backends.MATH, "bfloat16", "bfloat16"),
        (backends.FLASH_ATTENTION, "bfloat16", "flash-bfloat16"),
        (backends.EFFICIENT_ATTENTION, "float32", "float32 softmax=online"),
    ):
        if device == "cpu" and backend is backends.EFFICIENT_ATTENTION:
            continue
        name = f"PyTorch {torch.__version__}, {backend.name.lower()}, on {where}"
        yield name, algorithm, dtype, partial(by_torch, backend=backend, dtype=dtype, device=device)


def by_numpy(q: Array, k: Array, v: Array) -> Array:
    """One product after another; BLAS chooses the order of sums."""
    scores = q @ k.swapaxes(-1, -2) / np.sqrt(q.dtype.type(q.shape[-1]))
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    output: Array = (weights / weights.sum(-1, keepdims=True)) @ v
    return output


def by_torch(q: Array, k: Array, v: Array, *, backend: Any, dtype: str, device: str) -> Any:
    """Scaled dot product attention of PyTorch by one of its back ends."""
    import torch

    given = [
        torch.from_numpy(np.ascontiguousarray(x)).to(device=device, dtype=getattr(torch, dtype)) for x in (q, k, v)
    ]
    with torch.nn.attention.sdpa_kernel(backend), torch.no_grad():
        return torch.nn.functional.scaled_dot_product_attention(*given)


def has_cuda() -> bool:
    """Whether PyTorch is there and has a CUDA device."""
    with contextlib.suppress(ImportError):
        import torch

        return bool(torch.cuda.is_available())
    return False


def speed(quick: bool) -> list[dict[str, Any]]:
    """Seconds for 4 x 8 heads of 128 tokens of size 64: enclosures, and of one query of one head the other ways."""
    import mpmath  # type: ignore[import-untyped]
    from flint import arb, ctx

    heads, tokens, size = (2 if quick else 32), 128, 64
    drawn = np.random.default_rng(1)
    given = []
    for _ in range(heads):
        q, k, v = (drawn.standard_normal((tokens, size)).astype(np.float32).astype(np.float64) for _ in range(3))
        given.append(Head(q, k, v, Scale(mpq(1, 8))))

    def row_in(number: Callable[[float], Any], exp: Callable[[Any], Any]) -> None:
        q, K, V = given[0].Q[0].tolist(), given[0].K.tolist(), given[0].V.tolist()
        numbers = [number(x) for x in q]
        keys, values = ([[number(x) for x in row] for row in table] for table in (K, V))
        scores = [sum((a * b for a, b in zip(numbers, key, strict=True)), number(0.0)) / 8 for key in keys]
        weights = [exp(t - scores[0]) for t in scores]
        total = sum(weights, number(0.0))
        for c in range(size):
            sum((w * row[c] for w, row in zip(weights, values, strict=True)), number(0.0)) / total

    def all_heads() -> None:
        for head in given:
            enclosed(head, BITS)

    ctx.prec, mpmath.mp.prec = BITS, BITS
    queries = heads * tokens
    contestants: list[tuple[str, int, Callable[[], None]]] = [
        ("enclosed", queries, all_heads),
        ("one by one in Arb", 1, lambda: row_in(arb, lambda x: x.exp())),
        ("one by one in mpmath.iv", 1, lambda: row_in(mpmath.iv.mpf, mpmath.iv.exp)),
    ]
    mpmath.iv.prec = BITS
    taken: dict[str, list[float]] = {name: [] for name, _, _ in contestants}
    for _ in range(3):
        for name, count, run in contestants:
            began = time.perf_counter()
            run()
            taken[name].append((time.perf_counter() - began) / count)
    best = median(taken["enclosed"])
    print("| what | milliseconds a query | times as long |\n|---|---|---|")
    rows = []
    for name, _, _ in contestants:
        each = median(taken[name])
        rows.append({"name": name, "seconds": each, "ratio": each / best})
        print(f"| {name} | {1000 * each:.3g} | {each / best:.3g} |")
    print(f"\n{queries:,} queries of {heads} heads in {best * queries:.1f} s")
    return rows


if __name__ == "__main__":
    sys.exit(main())
