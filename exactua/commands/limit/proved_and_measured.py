"""The table 'proved and measured': for many instances lambda* beside the factor that each backend and format needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Final

from gmpy2 import mpq

from exactua.arithmetic.balls import dyadic_power
from exactua.arithmetic.rationals import Matrix, Rational
from exactua.claims.registry import find
from exactua.commands.limit.instances import LimitInstance, of_claim
from exactua.commands.limit.record import Needed, Run, TableRow
from exactua.commands.limit.work import open_runs, walls
from exactua.evidence.evaluating import evaluate
from exactua.networks import Network
from exactua.softmax.floats.comparing import measured
from exactua.softmax.floats.distances import ExactStates
from exactua.softmax.floats.float_network import FloatNetwork
from exactua.softmax.temperature.bracket import bracket, positive_tolerance
from exactua.softmax.temperature.closed_form import closed_form

BACKENDS: Final = ("numpy", "torch")
DTYPES: Final = ("float32", "float64")


@dataclass(frozen=True)
class Instance:
    """A network of a claim at d, n, m = 1/delta."""

    label: str
    network: str
    d: int
    n: int
    m: int

    def read(self) -> LimitInstance:
        """The network with all the points that the claim speaks of."""
        return of_claim(find(self.label)[0], {"d": self.d, "n": self.n, "m": self.m}, self.network)


INSTANCES: Final = (
    *(Instance("yun2020:lemma8", "g_c", 1, 2, m) for m in range(2, 9)),
    *(Instance("yun2020:lemma8", "g_c", 1, 3, m) for m in (2, 3, 4)),
    *(Instance("yun2020:lemma8", "g_c", 1, n, 2) for n in (4, 5, 8, 12, 26)),
    Instance("yun2020:lemma8", "g_c", 1, 4, 3),
    Instance("yun2020:lemma8", "g_c", 2, 2, 2),
    Instance("yun2020:lemma8", "g_c", 2, 2, 3),
    Instance("yun2020:lemma8", "g_c", 2, 3, 2),
    *(Instance("yun2020:g2", "g_c", d, n, m) for d, n, m in ((1, 2, 2), (1, 2, 3), (1, 3, 2), (2, 2, 2))),
    *(Instance("yun2020:g3", "g", 1, 2, m) for m in (2, 3)),
)
"""What the table shows: g_c of Lemma 8, with positions (App. G.2), and with a feed-forward value map (App. G.3)."""

AROUND: Final = (-2, 2)
"""Octaves around lambda* that are scanned in quarters."""
BEYOND: Final = 10
"""Octaves above them that are scanned one by one."""


def scanned(upper: Rational) -> tuple[Rational, ...]:
    """The factors of the scan, increasing: (1 + k/4) 2^j, held exactly where they do not overflow."""
    octave = int(upper.numerator // upper.denominator).bit_length() - 1
    low, high = octave + AROUND[0], octave + 1 + AROUND[1]
    quarters = [(1 + mpq(k, 4)) * dyadic_power(j) for j in range(low, high) for k in range(4)]
    return (*quarters, *(Rational(dyadic_power(high + j)) for j in range(BEYOND + 1)))


def default_runs(
    backends: Sequence[str] | None, dtypes: Sequence[str] | None, device: str = "auto"
) -> tuple[tuple[Run, ...], list[str]]:
    """The runs of the table: NumPy and PyTorch, the latter where it is installed, float32 and float64.

    Raises InputError as `open_runs` does, for a backend that is named.
    """
    chosen, missing = list(BACKENDS if backends is None else backends), list[str]()
    if backends is None and find_spec("torch") is None:
        chosen.remove("torch")
        missing.append("PyTorch is not installed, so its columns are left out; run: pip install 'exactua[gpu]'")
    runs, notices = open_runs(chosen, DTYPES if dtypes is None else dtypes, device)
    return runs, missing + notices


def table(
    runs: Sequence[Run],
    tolerance: Rational,
    instances: Sequence[Instance] = INSTANCES,
    progress: Callable[[int, int], None] | None = None,
) -> list[TableRow]:
    """A row for each instance. Raises InputError as `bracket` does."""
    rows = []
    for number, instance in enumerate(instances, 1):
        rows.append(row(instance.read(), runs, tolerance, f"{instance.label.partition(':')[2]} {instance.network}"))
        if progress is not None:
            progress(number, len(instances))
    return rows


def row(instance: LimitInstance, runs: Sequence[Run], tolerance: Rational, name: str) -> TableRow:
    """The bracket of an instance, and what each run needs."""
    exact = positive_tolerance(tolerance)
    ends = bracket(instance.network, instance.points, exact)
    outputs = evaluate(instance.network, instance.points).values
    states = ExactStates.of_matrices(outputs)
    factors = scanned(ends.upper or ends.lower or Rational(16))
    needed = tuple(needed_by(instance.network, instance.points, states, run, factors, exact) for run in runs)
    return TableRow(
        network=name,
        parameters=instance.parameters,
        points=len(instance.points),
        bracket=ends,
        closed_form=closed_form(instance.parameters, exact) if instance.is_contextual_map else None,
        needed=needed,
        walls=walls(instance.points, outputs, runs),
        scan=(factors[0], factors[-1]),
    )


def needed_by(
    network: Network,
    points: Sequence[Matrix],
    outputs: ExactStates,
    run: Run,
    factors: Sequence[Rational],
    tolerance: Rational,
) -> Needed:
    """The least and the greatest of the factors between which all points are within the tolerance in this run.

    Of several such stretches it is that of the greatest factors. Both are None where no factor of the scan suffices.
    """
    least, until, last = None, None, None
    for factor in reversed(factors):
        seen = measured(network, points, outputs, FloatNetwork(network, run.backend, run.dtype, factor), tolerance)
        last = last or seen
        if seen.within == len(points):
            least, until = factor, until or factor
        elif until is not None:
            break
    assert last is not None
    return Needed(least, until, last)
