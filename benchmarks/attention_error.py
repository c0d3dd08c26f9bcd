"""Measures what libraries make of attention beside its proven bounds, and how fast exact attention is enclosed.

python benchmarks/attention_error.py [--quick] [--device cpu|cuda] [--speed] [--json FILE]

NumPy, and PyTorch and JAX where they are installed, compute the attention of the same tensors: random ones, 10^6
entries of float32 and 10^5 of each other format, and over 1,000 small adversarial ones of each format
(`attention_inputs` draws them). Each output is compared with its enclosure and with the bound of the algorithm that is
assumed of the library, in integers. An error beyond its bound refutes what is assumed, and makes the exit code 1, as
NaN and infinities do, which no bound covers; what is not told from its bound makes it 3. `--device cuda` is about
PyTorch's back ends on a GPU alone, with and without TF32; a device that is not there makes the exit code 2. `--speed`
measures enclosures beside the same numbers one by one in Arb, and in mpmath. docs/attention.md says what the tables
mean.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, Final

import numpy as np
from attention_inputs import ADVERSARIAL, RANDOM, Three, adversarial_head, random_head
from gmpy2 import mpq
from measuring import machine

from exactua.softmax.attention.algorithms import read_algorithm
from exactua.softmax.attention.bounding import Bounds, bounds
from exactua.softmax.attention.enclosing import Enclosed, Head, Scale, enclosed
from exactua.softmax.floats.dyadics import doubles, dyadics

Array = np.ndarray[Any, Any]
BITS: Final = 80
FORMATS: Final = ("float32", "float64", "bfloat16", "float16")
RANDOM_HEADS: Final = {"float32": 250, "float64": 25, "bfloat16": 25, "float16": 25}
"""Of each kind: 2 kinds times 250 heads of 32 x 64 outputs are 1,024,000 entries."""
ADVERSARIAL_HEADS: Final = 104
"""Of each kind: 10 kinds are 1,040 inputs of each format."""


@dataclass(frozen=True)
class Run:
    """What computes attention: its name, the algorithm that is assumed of it, and what it makes of a batch of heads."""

    name: str
    algorithm: str
    call: Callable[[Array, Array, Array], Any]


@dataclass
class Found:
    """What a run made of many heads."""

    inputs: int = 0
    entries: int = 0
    beyond: int = 0
    undecided: int = 0
    not_finite: int = 0
    worst: float = 0.0
    bound: float = 0.0
    part: float = 0.0
    """Of its own bound, the greatest part that an error is at most."""
    first: list[str] = field(default_factory=list)
    """Heads with entries beyond their bounds, or not finite."""

    def add(self, exact: Enclosed, bound: Bounds, output: Array, where: str) -> None:
        """Compares an output, in units of the enclosure: what is finer is rounded down, and counted as a unit more."""
        finite = np.isfinite(output)
        given = dyadics(np.where(finite, output, 0))
        shift = given.exponent - exact.exponent
        assert bound.exponent == exact.exponent
        inner = np.array([[x << shift if shift >= 0 else x >> -shift for x in row] for row in given.integers], object)
        distance, radius = abs(inner - exact.centres)[finite], exact.radii[finite] + int(shift < 0)
        upper, proven = distance + radius, bound.numbers[finite]
        beyond, within = distance - radius > proven, upper <= proven
        self.inputs += 1
        self.entries += finite.size
        self.not_finite += int((~finite).sum())
        self.beyond += int(beyond.sum())
        self.undecided += int((~within & ~beyond).sum())
        if not finite.all() or beyond.any():
            self.first.append(where)
        if finite.any():
            unit = mpq(2) ** exact.exponent
            self.worst = max(self.worst, float(upper.max() * unit))
            self.bound = max(self.bound, float(proven.max() * unit))
            self.part = max(self.part, (upper / proven).max())


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
        refuted = any(row["beyond"] or row["not_finite"] for row in rows)
        code = 1 if refuted else 3 if any(row["undecided"] for row in rows) else 0
    if options.json:
        options.json.write_text(json.dumps({"machine": facts, "rows": rows}, indent=2) + "\n", encoding="utf-8")
    return code


def errors(device: str, quick: bool) -> Iterator[dict[str, Any]]:
    """A row for each format, library and sort of tensors."""
    print(
        "| computed by | algorithm | tensors | inputs | entries | worst error | greatest bound | closest to its bound |"
    )
    print("|---|---|---|---|---|---|---|---|")
    for dtype in FORMATS:
        several = list(runs(dtype, device))
        for sort, kinds, draw, count in (
            ("random", RANDOM, random_head, RANDOM_HEADS[dtype]),
            ("adversarial", ADVERSARIAL, adversarial_head, ADVERSARIAL_HEADS),
        ):
            heads = [(f"{kind}, seed {seed}", draw(kind, seed, dtype))
                     for kind in kinds for seed in range(max(2, count // 50) if quick else count)]  # fmt: skip
            for run, total in zip(several, compared(several, heads), strict=True):
                yield told(run, dtype, sort, total)


def compared(several: Sequence[Run], heads: Sequence[tuple[str, Three]]) -> list[Found]:
    """What each run made of the heads; heads are enclosed once for all, and bounded once for each algorithm."""
    all_found = [Found() for _ in several]
    words = {run.algorithm: read_algorithm(run.algorithm) for run in several}
    for where, (q, k, v) in heads:
        size = q.shape[1]
        head = Head(q, k, v, Scale(mpq(1), size))
        exact = enclosed(head, BITS + _range(v))
        proven = {name: bounds(head, exact, algorithm) for name, algorithm in words.items()}
        for run, total in zip(several, all_found, strict=True):
            output = doubles(run.call(q[None, None], k[None, None], v[None, None]), "output")[0, 0]
            total.add(exact, proven[run.algorithm], output, where)
    return all_found


def _range(v: Array) -> int:
    """Bits from the greatest number of a tensor to the least: so many more tell the least outputs."""
    _, exponents = np.frexp(v[v != 0])
    return int(np.ptp(exponents)) if len(exponents) else 0


def told(run: Run, dtype: str, sort: str, total: Found) -> dict[str, Any]:
    """The row, printed; where something is beyond its bound, that is said below it."""
    row = {"name": run.name, "algorithm": run.algorithm, "dtype": dtype, "tensors": sort, **vars(total)}
    told_too = ((total.beyond, "BEYOND"), (total.not_finite, "NOT FINITE"), (total.undecided, "UNDECIDED"))
    more = [f"{number:,} {what}" for number, what in told_too if number]
    print(f"| {run.name} | {run.algorithm} | {sort} {dtype} | {total.inputs:,} | {total.entries:,} | {total.worst:.3g} "
          f"| {total.bound:.3g} | {', '.join([f'{100 * total.part:.3g}%', *more])} |", flush=True)  # fmt: skip
    for where in total.first[:3]:
        print(f"{run.name}, {run.algorithm}, {dtype}: {where}", file=sys.stderr, flush=True)
    return row


def runs(dtype: str, device: str) -> Iterator[Run]:
    """What computes attention in a format."""
    if device == "cpu":
        if dtype in ("float32", "float64"):
            yield Run(f"NumPy {np.__version__}", dtype, partial(by_numpy, dtype=dtype))
        yield from jax_runs(dtype)
    yield from torch_runs(dtype, device)


def torch_runs(dtype: str, device: str) -> Iterator[Run]:
    """Back ends of PyTorch: exponentials of its flash back end on a CPU are off by up to 20 units, as their name says.

    TF32 is bounded by sums in that format: its factors are rounded to it, and its sums are not.
    """
    try:
        import torch
    except ImportError:
        print("torch is not installed: pip install 'exactua[gpu]'", file=sys.stderr)
        return
    backends = torch.nn.attention.SDPBackend
    name = f"PyTorch {torch.__version__}"
    if device == "cuda":
        name += f" on {torch.cuda.get_device_name()}"
    short = dtype in ("bfloat16", "float16")
    math = f"math-{dtype}" if dtype != "float64" else "float64 scaling=operands"
    one_pass = f"flash-{dtype}" if short else f"{dtype} softmax=online reciprocal=yes"
    call = partial(by_torch, dtype=dtype, device=device)
    for tf32 in (False, True) if device == "cuda" and dtype == "float32" else (False,):
        of_tf32, change = (", TF32", " accumulate=tf32") if tf32 else ("", "")
        yield Run(f"{name}, math{of_tf32}", math + change, partial(call, backend=backends.MATH, tf32=tf32))
        if device == "cuda" and dtype != "float64":
            efficient = partial(call, backend=backends.EFFICIENT_ATTENTION, tf32=tf32)
            yield Run(f"{name}, efficient{of_tf32}", one_pass + change, efficient)
    if short:
        reduced = partial(call, backend=backends.MATH, reduced=True)
        yield Run(f"{name}, math, 16 bits stored", f"{math} round_scores=yes round_weights=yes", reduced)
    if device == "cpu" or short:
        flash = one_pass if device == "cuda" else f"{one_pass} exp_ulps=20"
        yield Run(f"{name}, flash", flash, partial(call, backend=backends.FLASH_ATTENTION))


def jax_runs(dtype: str) -> Iterator[Run]:
    """The formula, compiled; and JAX's own function, whose softmax is one of float32 whatever the format."""
    try:
        import jax
    except ImportError:
        print("jax is not installed: pip install 'exactua[jax]'", file=sys.stderr)
        return
    jax.config.update("jax_platforms", "cpu")
    jax.config.update("jax_enable_x64", True)
    flushed = "flush=yes flush_inputs=yes"
    name = f"JAX {jax.__version__}"
    if dtype in ("float32", "float64"):
        yield Run(f"{name}, jit", f"{dtype} {flushed}", partial(by_jax, dtype=dtype))
    if dtype in ("float32", "bfloat16"):  # it has no float16 on a CPU
        own = f"{dtype} {flushed}" if dtype == "float32" else f"{dtype} round_scores=no {flushed}"
        yield Run(f"{name}, dot_product_attention", own, partial(by_jax_itself, dtype=dtype))


def by_numpy(q: Array, k: Array, v: Array, *, dtype: str) -> Array:
    """One product after another; BLAS chooses the order of sums."""
    q, k, v = (x.astype(dtype) for x in (q, k, v))
    scores = q @ k.swapaxes(-1, -2) / np.sqrt(q.dtype.type(q.shape[-1]))
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    output: Array = (weights / weights.sum(-1, keepdims=True)) @ v
    return output


def by_torch(
    q: Array, k: Array, v: Array, *, backend: Any, dtype: str, device: str, tf32: bool = False, reduced: bool = False
) -> Any:
    """Scaled dot product attention of PyTorch by one of its back ends."""
    import torch

    torch.backends.cuda.matmul.allow_tf32 = tf32
    torch.backends.cuda.allow_fp16_bf16_reduction_math_sdp(reduced)
    given = [
        torch.from_numpy(np.ascontiguousarray(x)).to(device=device, dtype=getattr(torch, dtype)) for x in (q, k, v)
    ]
    with torch.nn.attention.sdpa_kernel(backend), torch.no_grad():
        return torch.nn.functional.scaled_dot_product_attention(*given)


def by_jax(q: Array, k: Array, v: Array, *, dtype: str) -> Array:
    """The formula as JAX compiles it."""
    import jax
    import jax.numpy as jnp

    def formula(q: Any, k: Any, v: Any) -> Any:
        scores = jnp.matmul(q, k.swapaxes(-1, -2), precision="highest") * np.dtype(dtype).type(1 / np.sqrt(q.shape[-1]))
        return jnp.matmul(jax.nn.softmax(scores, axis=-1), v, precision="highest")

    return np.asarray(_compiled(formula, f"formula {dtype}")(*(x.astype(dtype) for x in (q, k, v))))


def by_jax_itself(q: Array, k: Array, v: Array, *, dtype: str) -> Array:
    """jax.nn.dot_product_attention, whose heads come behind the tokens."""
    import jax
    import jax.numpy as jnp

    run = _compiled(partial(jax.nn.dot_product_attention, implementation="xla"), "own")
    given = (jnp.asarray(x.swapaxes(1, 2), dtype=dtype) for x in (q, k, v))
    return np.asarray(run(*given).astype("float64")).swapaxes(1, 2)


_KNOWN: dict[str, Any] = {}


def _compiled(function: Callable[..., Any], name: str) -> Any:
    import jax

    return _KNOWN.setdefault(name, jax.jit(function))


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
