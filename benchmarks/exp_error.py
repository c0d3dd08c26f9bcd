"""Measures by how many units in the last place the exponentials of libraries are off.

python benchmarks/exp_error.py [--count N] [--json FILE]

Every bound of `exactua attention` assumes so much of exp: `exp_ulps`, 3 unless it is given. NumPy, and PyTorch and JAX
on the CPU where they are installed, are put to all numbers of float16 and bfloat16 and to 10^7 of float32 (`--count`),
as far as the exponential is within the format. It is measured, not proven: of other numbers, versions and machines
nothing is said. The exit code is 1 where a normal result is more than 3 units off.

How 10^7 exact values are fast: x = k/128 + r, |r| <= 1/256, and e^(k/128) is in a table of doubles that balls of Arb
check to 2^-52. e^r is its Taylor polynomial of degree 6 in doubles. The remainder is below 2^-68; rounding (IEEE 754,
to nearest) is below 2^-52 in the polynomial, as all but the last addition counts for at most |r|, and 2^-53 in the
product. So the result y is within 2^-50 e^x. With it each error has an upper bound in units, of a result just below y,
where a unit is no longer than that of e^x; then the values with the greatest upper bounds are enclosed in Arb, one by
one, until the greatest error that was enclosed is no less than the next upper bound.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from flint import arb, ctx
from measuring import machine

from exactua.arithmetic.float_formats import BY_NAME, FloatFormat
from exactua.softmax.attention.algorithms import EXP_ULPS

Array = np.ndarray[Any, np.dtype[np.float64]]
Exp = Callable[[Array], Array]
LOW: Final = -104
HIGH: Final = 89
"""e^LOW is below half of the least number of float32, and e^HIGH is beyond its greatest."""
OFF: Final = 2.0**-50
CHUNK: Final = 10**6
KINDS: Final = ("x <= 0", "x > 0", "subnormal")
"""Of results: normal ones of the two signs of x, and those below the least normal number."""


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure exponentials of libraries in units in the last place.")
    parser.add_argument("--count", type=int, default=10**7, metavar="N", help="numbers of float32, 10^7 if not given")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all numbers to FILE")
    options = parser.parse_args()
    if options.count < 4:
        print(f"count: {options.count} is not valid; give an integer >= 4", file=sys.stderr)
        return 2
    facts = machine()
    print(f"{facts['processor']}, {facts['cores']} cores, Python {facts['Python']}\n")
    print("| exp of | format | numbers | worst, x <= 0 | worst, x > 0 | worst, subnormal results |")
    print("|---|---|---|---|---|---|")
    rows: list[dict[str, Any]] = []
    table = Table()
    for name, dtype, exp in libraries():
        worst = {kind: Worst(BY_NAME[dtype]) for kind in KINDS}
        count = 0
        for x in numbers(dtype, options.count):
            count += measure(x, exp(x), BY_NAME[dtype], table, worst)
        rows.append({"name": name, "dtype": dtype, "numbers": count} | {kind: vars(worst[kind]) for kind in KINDS})
        print(f"| {name} | {dtype} | {count:,} | {' | '.join(map(str, worst.values()))} |", flush=True)
    if options.json:
        options.json.write_text(json.dumps({"machine": facts, "rows": rows}, indent=2, default=str) + "\n")
    return int(any(row[kind]["ulps"] > float(EXP_ULPS) for row in rows for kind in KINDS[:2]))


def numbers(dtype: str, count: int) -> Iterator[Array]:
    """All finite numbers of a format of 16 bits; of float32 three quarters at equal steps of their bits, one random."""
    if dtype != "float32":
        bits = np.arange(2**16, dtype=np.uint16)
        x = bits.view(np.float16) if dtype == "float16" else (bits.astype(np.uint32) << 16).view(np.float32)
        yield x[np.isfinite(x)].astype(np.float64)
        return
    drawn, quarter = np.random.default_rng(1), count // 4
    for sign, most, share in ((-1, -LOW, 2 * quarter), (1, HIGH, quarter)):
        first, last = (int(np.float32(size).view(np.uint32)) for size in (2.0**-40, most))
        for start in range(0, share, CHUNK):
            steps = np.arange(start, min(start + CHUNK, share), dtype=np.uint64)
            bits = first + steps * np.uint64(last - first) // np.uint64(max(share - 1, 1))
            yield sign * bits.astype(np.uint32).view(np.float32).astype(np.float64)
    for start in range(3 * quarter, count, CHUNK):
        yield drawn.uniform(LOW, 0, min(CHUNK, count - start)).astype(np.float32).astype(np.float64)


@dataclass
class Worst:
    """The greatest error so far: `ulps` is at least it, rounded up from an enclosure."""

    form: FloatFormat
    ulps: float = 0.0
    at: float | None = None

    def add(self, x: Array, y: Array, upper: Array) -> None:
        """Encloses errors, the greatest upper bound first, until no other can be greater."""
        order = np.argsort(-upper, kind="stable")
        for k in order.tolist():
            if upper[k] <= self.ulps:
                return
            error = enclosed_error(float(x[k]), float(y[k]), self.form)
            if error > self.ulps:
                self.ulps, self.at = error, float(x[k])

    def __str__(self) -> str:
        return "none" if self.at is None else f"{self.ulps:.6g} at {self.at!r}"


def measure(x: Array, y: Array, form: FloatFormat, table: Table, worst: dict[str, Worst]) -> int:
    """Adds the errors of y as e^x; returns how many of x have an exponential within the format."""
    near = table.exp(np.maximum(x, LOW))
    inside = (x <= HIGH) & (near * (1 + OFF) <= float(form.largest))
    x, y, near = x[inside], y[inside], near[inside]
    if not np.isfinite(y).all():
        raise ArithmeticError(f"exp of {x[~np.isfinite(y)][0]!r} is not finite")
    below = near * (1 - OFF)
    _, exponents = np.frexp(below)  # 2^(e-1) <= below < 2^e
    unit = np.ldexp(1.0, np.maximum(exponents - 1, form.least) - form.precision + 1)
    upper = np.where(x < LOW, y + near, np.abs(y - near) * (1 + OFF) + near * OFF) * (1 + OFF) / unit
    normal = below >= 2.0**form.least
    for kind, some in (("x <= 0", normal & (x <= 0)), ("x > 0", normal & (x > 0)), ("subnormal", ~normal)):
        worst[kind].add(x[some], y[some], upper[some])
    return len(x)


def enclosed_error(x: float, y: float, form: FloatFormat) -> float:
    """|y - e^x| in units in the last place of e^x, rounded up from a ball of 160 bits."""
    before = ctx.prec
    ctx.prec = 160
    try:
        exact = arb(x).exp()
        exponent = form.least
        while exact >= arb(2) ** (exponent + 1):
            exponent += 1
        error = (arb(y) - exact).abs_upper() / arb(2) ** (max(exponent, form.least) - form.precision + 1)
        return float(np.nextafter(float(error.upper()), np.inf)) if error.upper() != 0 else 0.0
    finally:
        ctx.prec = before


class Table:
    """e^(k/128) in doubles, each checked to be within 2^-52 of it; and with them e^x, within 2^-50."""

    def __init__(self) -> None:
        ctx.prec = 100
        self.numbers = np.empty(128 * (HIGH - LOW) + 1)
        for k in range(len(self.numbers)):
            ball = (arb(LOW) + arb(k) / 128).exp()
            self.numbers[k] = float(ball.mid())
            if not abs(arb(float(self.numbers[k])) - ball) < ball * arb(2) ** -52:
                raise ArithmeticError(f"the table is off at {LOW} + {k}/128")

    def exp(self, x: Array) -> Array:
        """e^x of numbers of 24 bits from LOW on; beyond HIGH what this gives means nothing."""
        x = np.minimum(x, HIGH)
        steps = np.rint(128 * x)
        r = x - steps / 128  # exactly
        tail = np.ones_like(r)
        for k in range(6, 0, -1):
            tail = 1 + r * tail / k
        result: Array = self.numbers[(steps - 128 * LOW).astype(np.int64)] * tail
        return result


def libraries() -> Iterator[tuple[str, str, Exp]]:
    """The exponentials, each from doubles that are numbers of the format to doubles."""
    for dtype in ("float16", "float32"):
        yield f"NumPy {np.__version__}", dtype, lambda x, dtype=dtype: np.exp(x.astype(dtype)).astype(np.float64)  # type: ignore[misc]
    try:
        import torch

        for dtype in ("float16", "bfloat16", "float32"):
            of_torch = getattr(torch, dtype)
            yield (
                f"PyTorch {torch.__version__}",
                dtype,
                (
                    lambda x, kind=of_torch: torch.exp(torch.from_numpy(x).to(kind)).double().numpy()  # type: ignore[misc]
                ),
            )
    except ImportError:
        print("torch is not installed: pip install 'exactua[gpu]'", file=sys.stderr)
    try:
        import jax
        import jax.numpy as jnp

        jax.config.update("jax_platforms", "cpu")
        exp = jax.jit(jnp.exp)
        for dtype in ("float16", "bfloat16", "float32"):
            yield (
                f"JAX {jax.__version__}",
                dtype,
                (
                    lambda x, dtype=dtype: np.asarray(exp(jnp.asarray(x, dtype=dtype))).astype(np.float64)  # type: ignore[misc]
                ),
            )
    except ImportError:
        print("jax is not installed: pip install 'exactua[jax]'", file=sys.stderr)


if __name__ == "__main__":
    with np.errstate(over="ignore", under="ignore"):
        sys.exit(main())
