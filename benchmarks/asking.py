"""Measures `ask` beside `eval` and beside scripts that a user would write, at the same networks and points.

python benchmarks/asking.py [--quick] [--times K] [--json FILE]

Every command is a process of its own, and the contestants take turns; what is told are medians of processor seconds
(user and system), which other work on the machine changes less than the clock on the wall. The scripts give an answer
without a certificate: the one in python-flint evaluates a hardmax network in rationals and puts the images into a set,
the one in mpmath evaluates a softmax network with 50 digits and compares all pairs. Certificates are confirmed by the
verifier in C, where there is a compiler and GMP. docs/benchmarks.md says what the tables mean.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from statistics import median
from typing import Any, Final

from measuring import machine

HARDMAX_SIZES: Final = (64, 256, 1000, 10000)
SOFTMAX_TOKENS: Final = (3, 10)
"""Of so many tokens all sequences of 3 are asked about."""
N: Final = 3
DEFINITION_2: Final = ("contextual-mapping", "--definition", "kajitsuka2024")
MOST_BY_SCRIPT: Final = 1000
"""Points up to which the scripts are run: they take too long for more."""


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure ask beside eval and a user's script.")
    parser.add_argument("--quick", action="store_true", help="measure the smaller sizes, once")
    parser.add_argument("--times", type=int, default=3, metavar="K", help="runs of each")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all numbers to FILE")
    options = parser.parse_args()
    if options.times < 1:
        parser.error(f"--times: {options.times} is not valid; give a number of runs >= 1")
    times = 1 if options.quick else options.times
    facts = machine()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        verifier = compiled_verifier(folder)
        rows = [
            *hardmax(folder, HARDMAX_SIZES[: 2 if options.quick else None], times, verifier),
            *softmax(folder, SOFTMAX_TOKENS[: 1 if options.quick else None], times, verifier),
        ]
    print(f"{facts['processor']}, {facts['cores']} cores, Python {facts['Python']}; processor seconds, medians\n")
    print("| network | points | what | seconds | over `eval` | confirmed in C |\n|---|---|---|---|---|---|")
    for row in rows:
        ratio, confirmed = (row[key] if row[key] is None else f"{row[key]:.3g}" for key in ("ratio", "confirmed"))
        print(f"| {row['network']} | {row['points']:,} | {row['what']} | {row['seconds']:.3g} "
              f"| {ratio or ''} | {confirmed or ''} |")  # fmt: skip
    if options.json:
        options.json.write_text(json.dumps({"machine": facts, "rows": rows}, indent=2) + "\n", encoding="utf-8")
    return 0


def hardmax(folder: Path, sizes: Sequence[int], times: int, verifier: Path | None) -> list[dict[str, Any]]:
    """Four heads of size 4, hidden size 64 and a positional encoding, d = 16: 3,216 weights."""
    chance, d, n = random.Random(7), 16, N
    head = [("W_O", d, 4), ("W_V", 4, d), ("W_K", 4, d), ("W_Q", 4, d)]
    heads = [{k: matrix(chance, r, c) for k, r, c in head} | {"b_Q": matrix(chance, 1, 4)[0]} for _ in range(4)]
    hidden = {"W_1": matrix(chance, 64, d), "b_1": matrix(chance, 1, 64)[0], "W_2": matrix(chance, d, 64)}
    relu = [
        {"from": None, "from_closed": False, "to": 0, "to_closed": False, "slope": 0, "intercept": 0},
        {"from": 0, "from_closed": True, "to": None, "to_closed": False, "slope": 1, "intercept": 0},
    ]
    items = [
        {"positional encoding": {"E": matrix(chance, d, n)}},
        {"attention": {"tie_rule": "average", "heads": heads}},
        {"feed_forward": {**hidden, "b_2": matrix(chance, 1, d)[0], "activation": relu}},
    ]
    network = written(folder / "hardmax.json", {"d": d, "items": items, "stages": {}})
    rows = []
    for size in sizes:
        points = written(folder / f"points{size}.json", [matrix(chance, d, n) for _ in range(size)])
        given = ["--points", points.name]
        script = [sys.executable, "-c", FLINT, network.name, points.name] if size <= MOST_BY_SCRIPT else None
        rows += measured("hardmax, d = 16", network, given, size, script, times, verifier)
    return rows


def softmax(folder: Path, counts: Sequence[int], times: int, verifier: Path | None) -> list[dict[str, Any]]:
    """Two heads of size 2, d = 4, at all sequences of three tokens."""
    chance, d = random.Random(7), 4
    head = [("W_O", d, 2), ("W_V", 2, d), ("W_K", 2, d), ("W_Q", 2, d)]
    heads = [{k: matrix(chance, r, c) for k, r, c in head} | {"b_Q": matrix(chance, 1, 2)[0]} for _ in range(2)]
    items = [{"softmax attention": {"mask": None, "heads": heads}}]
    network = written(folder / "softmax.json", {"d": d, "items": items, "stages": {}})
    rows = []
    for count in counts:
        tokens = [[[chance.randint(-4, 4)] for _ in range(d)] for _ in range(count)]
        vocabulary = written(folder / f"tokens{count}.json", tokens)
        given = ["--vocabulary", vocabulary.name, "--n", str(N)]
        script = [sys.executable, "-c", MPMATH, network.name, vocabulary.name, str(N)]
        rows += measured("softmax, d = 4", network, given, count**N, script, times, verifier)
    return rows


def measured(
    network: str,
    file: Path,
    given: Sequence[str],
    points: int,
    script: Sequence[str] | None,
    times: int,
    verifier: Path | None,
) -> list[dict[str, Any]]:
    """The rows of one network at points: `eval` where there are listed ones, two properties, and the script."""
    exactua, folder = [sys.executable, "-m", "exactua"], file.parent
    contestants: dict[str, list[str]] = {}
    if given[0] == "--points":
        contestants["eval"] = [*exactua, "eval", file.name, *given, "--output", f"{file.stem}.values.json"]
    names = {"injective": ("injective",), "Definition 2": DEFINITION_2}
    certificates = {name: folder / f"{file.stem}.{points}.{key[0]}.json" for name, key in names.items()}
    for name, key in names.items():
        path = certificates[name].name
        contestants[f"ask, {name}"] = [*exactua, "ask", file.name, *given, "--property", *key, "--certificate", path]
    if script is not None:
        contestants["a script of a user's"] = list(script)
    seconds: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(times):
        for name, command in contestants.items():
            seconds[name].append(processor_seconds(command, folder))
    base = median(seconds["eval"]) if "eval" in seconds else None
    rows = []
    for name, taken in seconds.items():
        certificate = certificates.get(name.removeprefix("ask, "))
        confirmed = (
            processor_seconds([str(verifier), str(certificate), "--seconds", "0"], folder)
            if verifier is not None and certificate is not None
            else None
        )
        ratio = None if base is None else median(taken) / base
        rows.append({"network": network, "points": points, "what": name, "seconds": median(taken), "all": taken,
                     "ratio": ratio, "confirmed": confirmed})  # fmt: skip
        print(f"{network}, {points:,} points, {name}: {median(taken):.3g} s", file=sys.stderr)
    return rows


def processor_seconds(command: Sequence[str], folder: Path) -> float:
    """User and system seconds of a process. Raises CalledProcessError where it fails, or refutes."""
    before = os.times()
    began = time.monotonic()
    done = subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    if done.returncode:
        raise subprocess.CalledProcessError(done.returncode, list(command), stderr=done.stderr)
    after = os.times()
    taken = after.children_user - before.children_user + after.children_system - before.children_system
    return min(taken, time.monotonic() - began)


def compiled_verifier(folder: Path) -> Path | None:
    """The verifier in C, compiled; None where there is no compiler, or no GMP."""
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    subprocess.run(
        [sys.executable, "-m", "exactua", "verifier", "--emit", "v.c"],
        cwd=folder, check=True, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    done = subprocess.run(
        [compiler, "-O2", "-std=c11", "-o", "v", "v.c", "-lgmp"], cwd=folder, check=False, stderr=subprocess.DEVNULL
    )
    return folder / "v" if done.returncode == 0 else None


def matrix(chance: random.Random, rows: int, columns: int) -> list[list[Any]]:
    """Random entries k/8, |k| <= 7."""
    return [[_entry(Fraction(chance.randint(-7, 7), 8)) for _ in range(columns)] for _ in range(rows)]


def _entry(value: Fraction) -> int | str:
    return value.numerator if value.denominator == 1 else str(value)


def written(path: Path, data: Any) -> Path:
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


FLINT: Final = """
import json, sys
from flint import fmpq, fmpq_mat

def number(x):
    return fmpq(*map(int, x.split("/"))) if isinstance(x, str) else fmpq(x)

def matrix(rows):
    return fmpq_mat([[number(x) for x in row] for row in rows])

network, points = (json.load(open(name)) for name in sys.argv[1:])
E = matrix(network["items"][0]["positional encoding"]["E"])
heads = [{k: matrix(v if k != "b_Q" else [[x] for x in v]) for k, v in head.items()}
         for head in network["items"][1]["attention"]["heads"]]
layer = network["items"][2]["feed_forward"]
W1, W2 = matrix(layer["W_1"]), matrix(layer["W_2"])
b1, b2 = (matrix([[x] for x in layer[k]]) for k in ("b_1", "b_2"))
seen = set()
for X in points:
    Z = matrix(X) + E
    n, d, added = Z.ncols(), Z.nrows(), Z
    ones = fmpq_mat(1, n, [1] * n)
    for head in heads:
        scores = (head["W_K"] * Z).transpose() * (head["W_Q"] * Z + head["b_Q"] * ones)
        weights = fmpq_mat(n, n)
        for j in range(n):
            best = max(scores[k, j] for k in range(n))
            chosen = [k for k in range(n) if scores[k, j] == best]
            for k in chosen:
                weights[k, j] = fmpq(1, len(chosen))
        added = added + head["W_O"] * (head["W_V"] * Z) * weights
    hidden = W1 * added + b1 * ones
    for i in range(hidden.nrows()):
        for j in range(n):
            hidden[i, j] = max(hidden[i, j], fmpq(0))
    seen.add(str(added + W2 * hidden + b2 * ones))
print(len(seen) == len(points))
"""

MPMATH: Final = """
import json, sys
from itertools import combinations, product
from mpmath import exp, mp, mpf

mp.dps = 50

def number(x):
    return mpf(x) if isinstance(x, int) else mpf(x.split("/")[0]) / mpf(x.split("/")[1])

def times(A, x):
    return [sum(a * b for a, b in zip(row, x)) for row in A]

network, tokens, n = json.load(open(sys.argv[1])), json.load(open(sys.argv[2])), int(sys.argv[3])
heads = [{k: [[number(x) for x in row] for row in v] if k != "b_Q" else [number(x) for x in v]
          for k, v in head.items()} for head in network["items"][0]["softmax attention"]["heads"]]
columns = [tuple(number(row[0]) for row in token) for token in tokens]
ids = []
for word in product(range(len(columns)), repeat=n):
    X = [columns[k] for k in word]
    for j, x in enumerate(X):
        z = list(x)
        for head in heads:
            query = [a + b for a, b in zip(times(head["W_Q"], x), head["b_Q"])]
            scores = [sum(a * b for a, b in zip(times(head["W_K"], y), query)) for y in X]
            weights = [exp(score - max(scores)) for score in scores]
            mixed = [sum(w * y[i] for w, y in zip(weights, X)) / sum(weights) for i in range(len(x))]
            z = [a + b for a, b in zip(z, times(head["W_O"], times(head["W_V"], mixed)))]
        ids.append((frozenset(word), word[j], z))
pairs = (pair for pair in combinations(ids, 2) if pair[0][:2] != pair[1][:2])
least = min(sum((a - b) ** 2 for a, b in zip(z, w)) for (*_, z), (*_, w) in pairs)
print(least > 0)
"""


if __name__ == "__main__":
    sys.exit(main())
