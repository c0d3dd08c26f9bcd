"""`exactua.limit`: how sharp softmax must be, at the prompt and in a notebook."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from exactua.arithmetic.number_reading import lists, rational, told_of_arrays
from exactua.arithmetic.rationals import Rational
from exactua.certificates.writing import write
from exactua.claims.registry import Named, find
from exactua.commands.limit import work
from exactua.commands.limit.factors import factors as written_factors
from exactua.commands.limit.instances import LimitInstance, of_claim, of_file, of_network
from exactua.commands.limit.record import Limit
from exactua.console.points import point_of
from exactua.console.python_arguments import (
    file_or_written,
    matrices,
    matrix,
    positive,
    require_entries,
    seconds,
    writable,
)
from exactua.errors import InputError, no_argument, told_in_arguments
from exactua.networks import Network
from exactua.proving.check import values_of


@told_in_arguments(network_name="network", backend="backends", dtype="dtypes", **{"lambda": "factors"})
def limit(
    label: Named | Network | Path,
    *,
    d: int | None = None,
    n: int | None = None,
    delta: object = None,
    network: str | None = None,
    point: object = None,
    points: str | Path | Sequence[Any] | None = None,
    factors: object = "1e1:1e6",
    steps: int = 1,
    tolerance: object = "1/100",
    backends: str | Sequence[str] = "auto",
    dtypes: str | Sequence[str] = "float64",
    device: str = "auto",
    sample: int | None = None,
    budget: float = 600,
    progress: work.Progress | None = None,
    certificate: str | Path | None = None,
    **parameters: int | str,
) -> Limit:
    """A network with softmax[lambda A] for hardmax[A], at finitely many points: proved, and measured.

    `label` is a claim, or its label; `d`, `n`, `delta` and further parameters are those of `check`, and `network` is
    one of the claim's, its first unless it is given. Or else `label` is a network, or the path of its file, and points
    are given. `points` are those that the claim's steps speak of unless they are given: the path of a file, or a list
    of d x n matrices, unit 1; or `point` is one, "0 1/4; 1/2 3/4" or its rows. `sample` takes so many, evenly spread.
    `factors` are values of lambda: "1e1:1e6" with `steps` a decade, or numbers. `tolerance` is how far an entry may be
    from the hardmax network's. `backends`, `dtypes` and `device` say where floats are measured; `budget` is in seconds.
    `certificate` is the file that the certificate of what is proved is written to, if any.

    Raises InputError for anything wrong with the arguments, for a network without hardmax and for more than 20,000
    points where they are not sampled; EvaluatorsDisagree where the literal network and batches differ.

    >>> found = limit("lemma8", d=1, n=2, factors=100)
    >>> found.bracket.lower < found.bracket.upper, found.exit_code
    (True, 0)
    """
    chosen = _factors(factors, steps)
    exact = work.tolerance_of(tolerance)
    looked_at = None if sample is None else positive(sample, "sample")
    path = None if certificate is None else writable(certificate, label, points)
    if point is not None and points is not None:
        raise InputError("point: points are given too; give one or the other")
    given = Path(label) if isinstance(label, str) and label.lower().endswith(".json") else label
    if isinstance(given, (Network, Path)):
        _require_known(parameters, ())
        if parameters:
            name, takes = next(iter(parameters)), ", ".join(_OWN[1:])
            raise InputError(f"{name}: {_named(given)} is a network of its own; leave it out; beside it stand {takes}")
        of_claims = {"d": d, "n": n, "delta": delta, "network": network}
        for name, value in of_claims.items():
            if value is not None:
                raise InputError(f"{name}: {_named(given)} is a network of its own; leave it out")
        instance = _of_network(given, point, points, looked_at)
    else:
        claim, step = find(given)
        if step is not None:
            raise InputError(f"label: {claim.label}.{step} is a step; give its claim, {claim.label}")
        _require_known(parameters, [parameter.name for parameter in claim.parameters])
        values = values_of(claim, d, n, delta, parameters)
        rows = int(claim.problem(values, with_networks=False).parameters.get("d", 1))
        chosen_points = None if points is None else matrices(points, rows)
        if point is not None:
            chosen_points = (point_of(claim, point) if isinstance(point, str) else matrix(point),)
        instance = of_claim(claim, values, network, chosen_points, None, looked_at)
    runs, notices = work.open_runs(_names(backends, "backends"), _names(dtypes, "dtypes"), device)
    found = work.limit(instance, chosen, runs, exact, budget=seconds(budget), notices=notices, progress=progress)
    if path is not None and not found.is_known:
        return replace(found, notices=(*found.notices, work.NOTHING_KNOWN))
    if path is not None:
        write(path, found.certificate_text())
    return found


_OWN: Final = (
    *("network", "point", "points", "factors", "steps", "tolerance", "backends", "dtypes", "device", "sample"),
    *("budget", "progress", "certificate"),
)
"""The arguments that are no parameters of claims."""


def _require_known(parameters: Mapping[str, object], known: Sequence[str]) -> None:
    """Raises InputError for a word that is none of the parameters that are known, and nearly one of the arguments."""
    for name in parameters:
        if name not in known and difflib.get_close_matches(name, _OWN, 1):
            raise InputError(no_argument(name, _OWN, "limit"))


def _named(network: Network | Path) -> str:
    return "the network" if isinstance(network, Network) else str(network)


def _of_network(network: Network | Path, point: object, points: Any, sample: int | None) -> LimitInstance:
    """A network, or that of a file, at points. Raises InputError where none are given."""
    if point is None and points is None:
        raise InputError(f"points: missing; give point or points, as no claim speaks of points of {_named(network)}")
    if point is not None:
        points = (matrix(point),)
    else:
        points = file_or_written(points)
        if isinstance(points, Path):
            require_entries(points)
        else:
            points = matrices(points, 1)
    return of_file(network, points, None, sample) if isinstance(network, Path) else of_network(network, points, sample)


def _factors(given: object, steps: int) -> tuple[Rational, ...]:
    """The values of lambda that a text writes, or a number, or several. Raises InputError for what is not > 0."""
    if isinstance(given, str):
        return written_factors(given, positive(steps, "steps", 100))
    several = lists(given, "factors")
    numbers = several if isinstance(several, (list, tuple)) else [several]
    with told_of_arrays(given):
        chosen = tuple(rational(number, "factors") for number in numbers)
    if not chosen or min(chosen) <= 0:
        raise InputError('factors: give numbers > 0, or a range of them, such as [10, 100] or "1e1:1e6"')
    return chosen


def _names(given: object, argument: str) -> list[str]:
    """Names as the command line has them, "numpy,torch", or a list of them. Raises InputError for what is no text."""
    several = given.split(",") if isinstance(given, str) else given
    if not isinstance(several, (list, tuple)) or not several or not all(isinstance(name, str) for name in several):
        raise InputError(f'{argument}: {given!r} is not valid; give names, such as "numpy" or ["numpy", "torch"]')
    return [name.strip() for name in several]
