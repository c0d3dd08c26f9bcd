"""Evaluates a network that Theorem 2 promises, in batches and literally, and prints seconds as JSON.

python evaluating.py D N M TIMES LITERAL

The network has a layer for each of n C(delta^-d, n) keys; the points are all corners of cubes. LITERAL of them, evenly
spread, go through the literal network; its seconds are for all points at that pace.
"""

from __future__ import annotations

import json
import sys
import time
from itertools import product

from gmpy2 import mpq

from exactua.papers.yun2020.constructions import theorem2_network
from exactua.workflows.evaluating import evaluate


def main(d: int, n: int, m: int, times: int, literal: int) -> None:
    made = theorem2_network({"d": d, "n": n, "m": m}, lambda L: tuple(tuple(x * (1 - x) for x in row) for row in L))
    levels = [mpq(k, m) for k in range(m)]
    points = [tuple(entries[i * n : (i + 1) * n] for i in range(d)) for entries in product(levels, repeat=d * n)]
    batches, one_by_one = [], []
    for _ in range(times):
        began = time.perf_counter()
        found = evaluate(made.network, points, replayed=0)
        batches.append(time.perf_counter() - began)
        sample = [len(points) * k // literal for k in range(literal)]
        began = time.perf_counter()
        values = [made.network(points[k]) for k in sample]
        one_by_one.append((time.perf_counter() - began) / literal * len(points))
        if values != [found.values[k] for k in sample]:
            raise SystemExit("the batches and the literal network differ")
    layers = sum(made.network.quantity(f"{kind} layers") for kind in ("attention", "feed-forward"))
    print(json.dumps({"points": len(points), "layers": layers, "batches": batches, "literal": one_by_one}))


if __name__ == "__main__":
    d, n, m, times, literal = map(int, sys.argv[1:])
    main(d, n, m, times, literal)
