"""Errors planted in exactua itself: random claims have to find each of them, within a stated number.

    python -m tests.attack.claims.planted [--jobs 2]

A plant is a text of a module of exactua and what stands in its place, in a copy of the package; the tests are those of
this checkout.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import exactua
import tests

MOST: Final = 600
"""Claims within which every one of them has to be found."""
ASK: Final = (
    "from tests.attack.claims import stage; print(*(stage.first_difference({most}, {seed}) or ['', 'nothing']))"
)


@dataclass(frozen=True)
class Plant:
    """A mistake in a module of exactua."""

    name: str
    file: str
    text: str
    instead: str


PLANTS: Final = (
    Plant("leftmost ties go to the second maximum", "networks/heads.py", "winners = winners[:1]", "winners = winners[:2][-1:]"),
    Plant("averages forget the last maximum", "networks/heads.py", "Rational(1, len(winners))", "Rational(1, len(winners[:2]))"),
    Plant("batches take the first of rightmost ties", "evaluators/dense.py", "n - 1 - self.chosen[::-1].argmax(axis=0)", "self.chosen.argmax(axis=0)"),
    Plant("a strictly causal mask is causal", "networks/heads.py", "range(j + 1 if mask == CAUSAL else j)", "range(j + 1)"),
    Plant("masks of rows are read transposed", "networks/heads.py", "if row[j])", "if mask[j][k])"),
    Plant("< is <=", "terms/evaluation.py", '"<": operator.lt', '"<": operator.le'),
    Plant(">= is >", "terms/evaluation.py", '">=": operator.ge', '">=": operator.gt'),
    Plant("an interval lacks its upper end", "terms/evaluation.py", "(lo <= x) & (x <= hi)", "(lo <= x) & (x < hi)"),
    Plant("implies is and", "terms/evaluation.py", "negation(p) | q", "p & q"),
    Plant("a range lacks its last number", "terms/evaluation.py", "return range(lo, hi + 1)", "return range(lo, max(hi, lo + 1))"),
    Plant("distinct compares neighbours alone", "terms/evaluation.py", "in itertools.combinations(values, 2):", "in itertools.pairwise(values):"),
    Plant("the least is the greatest", "terms/evaluation.py", 'if term.operator == "min" else maximum', 'if term.operator != "min" else maximum'),
    Plant("a floor is cut off", "terms/evaluation.py", "return int(x.numerator // x.denominator)", "return int(x)"),
    Plant("permutations leave the first column", "terms/evaluation.py", "tuple(row[k - 1] for k in permutation)", "tuple(row[k - 1] if place else row[0] for place, k in enumerate(permutation))"),
    Plant("columns begin one too late", "terms/evaluation.py", "tuple(row[lo - 1 : hi])", "tuple(row[min(lo, hi - 1) : hi])"),
    Plant("a sum at its bound is beyond it", "deciding/fold.py", '"<=": operator.le', '"<=": operator.lt'),
    Plant("a fold is vacuous with one point", "deciding/fold.py", "(2 if step.fold in COMPARING else 1)", "1"),
    Plant("the last of equal minima is told", "deciding/tally.py", "(low.value, low.at) < (self.minimum.value, self.minimum.at)", "low.value <= self.minimum.value"),
    Plant("residues forget denominators", "deciding/tally.py", "int(exact.numerator * invert(exact.denominator, PRIME)) % PRIME", "int(exact.numerator) % PRIME"),
    Plant("every layer stands for its orbit", "deciding/fold.py", "if obstacle := not_equivariant(problem.networks[name]):", "if obstacle := None:"),
    Plant("pieces are open above", "networks/activations.py", "(t <= piece.stop) if piece.stop_closed else (t < piece.stop)", "t < piece.stop"),
    Plant("a filter is not centred", "networks/separable_convolution.py", "row[j + self.centre - t - 1] * weight", "row[max(j + self.centre - t - 2, 0)] * weight"),
    Plant("variances are not divided", "networks/layer_normalisation.py", "variance = share * reduce(", "variance = reduce("),
    Plant("ties of a rounding go up", "arithmetic/float_formats.py", "            whole -= 1\n", "            whole -= 0\n"),
    Plant("every rounded layer stands for its orbit", "networks/rounded_layer.py", "return inner.by_places or inner.mask is not None or", "return inner.by_places and"),
    Plant("an own fold begins with its second point", "deciding/fold.py", "accumulator = following(accumulator, numbers)", "accumulator = following(accumulator, numbers) if self.applied + k else accumulator"),
)  # fmt: skip


def planted(plant: Plant, folder: Path) -> None:
    """Copies exactua into a folder with the mistake, beside the tests.

    Raises:
        ValueError: what the mistake is put in place of does not stand there, or more than once.
    """
    here = Path(exactua.__file__).parent
    shutil.copytree(here, folder / "exactua", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "tests").symlink_to(Path(next(iter(tests.__path__))).resolve())
    file = folder / "exactua" / plant.file
    text = file.read_text()
    if text.count(plant.text) != 1:
        raise ValueError(f"{plant.file}: {text.count(plant.text)} times, and not once: {plant.text}")
    file.write_text(text.replace(plant.text, plant.instead))


def found(plant: Plant, most: int = MOST, seed: int = 0) -> tuple[int | None, str]:
    """After how many claims it is found, and by what; None where it is not."""
    with tempfile.TemporaryDirectory() as folder:
        planted(plant, Path(folder))
        ask = [sys.executable, "-c", ASK.format(most=most, seed=seed)]
        environment = {**os.environ, "PYTHONPATH": folder}
        done = subprocess.run(ask, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{plant.name}: {done.stderr[-2000:]}")
    count, _, how = done.stdout.strip().partition(" ")
    return (int(count), how) if count.isdigit() else (None, "")


def main() -> int:
    """Plants error after error, prints how each was found, and returns 1 if one was not."""
    parser = argparse.ArgumentParser(prog="python -m tests.attack.claims.planted")
    parser.add_argument("--jobs", type=int, default=2, metavar="K")
    missed = 0
    with multiprocessing.get_context("fork").Pool(max(parser.parse_args().jobs, 1)) as pool:
        for plant, (count, how) in zip(PLANTS, pool.imap(found, PLANTS, chunksize=1), strict=True):
            missed += count is None
            told = "NOT FOUND" if count is None else f"after {count} claims: {how[:160]}"
            print(f"{plant.file}: {plant.name}: {told}", flush=True)
    print(f"{len(PLANTS)} planted errors, {len(PLANTS) - missed} found")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
