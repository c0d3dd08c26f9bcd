"""`exactua.limit`: how sharp softmax must be, at the prompt and in a notebook."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, Literal, overload

from exactua.arithmetic.number_reading import lists, rational, told_of_arrays
from exactua.arithmetic.rationals import Rational
from exactua.certificates.writing import write
from exactua.claims.registry import Named, find
from exactua.commands.limit import work
from exactua.commands.limit.factors import factors as written_factors
from exactua.commands.limit.instances import LimitInstance, of_claim, of_file, of_network
from exactua.commands.limit.record import Limit
from exactua.commands.limit.rounded import RoundedLimit, formats_named, require_places, rounded_limit
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
from exactua.deciding.shards import Progress
from exactua.errors import InputError, no_argument, told_in_arguments
from exactua.networks import Network
from exactua.proving.check import values_of


@overload
def limit(label: Named, *, certify: Literal[True], **options: Any) -> RoundedLimit: ...


@overload
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
    dtypes: str | Sequence[str] | None = None,
    device: str = "auto",
    sample: int | None = None,
    budget: float = 600,
    progress: Progress | None = None,
    certificate: str | Path | None = None,
    certify: Literal[False] = False,
    **parameters: int | str,
) -> Limit: ...


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
    dtypes: str | Sequence[str] | None = None,
    device: str = "auto",
    sample: int | None = None,
    budget: float = 600,
    progress: Progress | None = None,
    certificate: str | Path | None = None,
    certify: bool = False,
    **parameters: int | str,
) -> Limit | RoundedLimit:
    """A network with softmax[lambda A] for hardmax[A], at finitely many points: proved, and measured.

    `label` is a claim, or its label; `d`, `n`, `delta` and further parameters are those of `check`, and `network` is
    one of the claim's, its first unless it is given. Or else `label` is a network, or the path of its file, and points
    are given. `points` are those that the claim's steps speak of unless they are given: the path of a file, or a list
    of d x n matrices, unit 1; or `point` is one, "0 1/4; 1/2 3/4" or its rows. `sample` takes so many, evenly spread.
    `factors` are values of lambda: "1e1:1e6" with `steps` a decade, "2^4:2^10", or numbers. `tolerance` is how far an
    entry may be from the hardmax network's. `backends`, `dtypes` (float64) and `device` say where floats are measured;
    `budget` is in seconds. `certificate` is the file that the certificate of what is proved is written to, if any.

    With `certify` the statement of the claim is decided of its networks with softmax, every layer computed exactly and
    its output rounded once to the format `dtypes`, or to each of several, for each factor: what comes back is a
    `RoundedLimit`. Beside `d`, `n`, `delta` and further parameters it takes `factors`, `steps`, `dtypes`, `budget`,
    `progress` and `certificate`, a folder where there are several.

    Raises InputError for anything wrong with the arguments, for a network without hardmax and for more than 20,000
    points where they are not sampled; EvaluatorsDisagree where the literal network and batches differ.

    >>> answer = limit("lemma8", d=1, n=2, factors=100)
    >>> answer.bracket.lower < answer.bracket.upper, answer.exit_code
    (True, 0)
    >>> rounded = limit("lemma8", d=1, n=2, factors=[16, 1024], dtypes="bfloat16", certify=True)
    >>> print(*(row.verdict for row in rounded.rows))
    refuted holds
    """
    chosen = _factors(factors, steps)
    if certify:
        others = (network, point, points, sample, tolerance, backends, device)
        for name, value, default in zip(_NOT_CERTIFIED, others, _DEFAULTS, strict=True):
            if value != default:
                raise InputError(f"{name}: it is not for certify=True; leave it out")
        boxed = {"d": d, "n": n, "delta": delta, **parameters}
        return _certified(label, boxed, chosen, dtypes, seconds(budget), progress, certificate)
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
            raise InputError(f"label: {claim.label}.{step} is a step; give its claim, {claim.found_by}")
        _require_known(parameters, [parameter.name for parameter in claim.parameters])
        values = values_of(claim, d, n, delta, parameters)
        rows = int(claim.problem(values, with_networks=False).parameters.get("d", 1))
        chosen_points = None if points is None else matrices(points, rows)
        if point is not None:
            chosen_points = (point_of(claim, point) if isinstance(point, str) else matrix(point),)
        instance = of_claim(claim, values, network, chosen_points, None, looked_at)
    runs, notices = work.open_runs(
        _names(backends, "backends"), _names("float64" if dtypes is None else dtypes, "dtypes"), device
    )
    answer = work.limit(instance, chosen, runs, exact, budget=seconds(budget), notices=notices, progress=progress)
    if path is not None and not answer.is_known:
        return replace(answer, notices=(*answer.notices, work.NOTHING_KNOWN))
    if path is not None:
        write(path, answer.certificate_text())
    return answer


_NOT_CERTIFIED: Final = ("network", "point", "points", "sample", "tolerance", "backends", "device")
_DEFAULTS: Final = (None, None, None, None, "1/100", "auto", "auto")


def _certified(
    label: Named | Network | Path,
    box: dict[str, Any],
    factors: Sequence[Rational],
    dtypes: str | Sequence[str] | None,
    budget: float,
    progress: Progress | None,
    certificate: str | Path | None,
) -> RoundedLimit:
    """A claim after rounding, with its certificates in a file or a folder, if one is given."""
    if dtypes is None:
        raise InputError('dtypes: missing; certify=True rounds to a format, so give one, such as dtypes="bfloat16"')
    formats = formats_named(_names(dtypes, "dtypes"))
    if isinstance(label, (Network, Path)) or (isinstance(label, str) and label.lower().endswith(".json")):
        raise InputError("label: certify=True decides the statement of a claim; give one, such as lemma8")
    claim, step = find(label)
    if step is not None:
        raise InputError(f"label: {claim.label}.{step} is a step; give its claim, {claim.found_by}")
    d, n, delta = (box.pop(name) for name in ("d", "n", "delta"))
    _require_known(box, [parameter.name for parameter in claim.parameters])
    path = None
    if certificate is not None:
        several = len(factors) * len(formats) > 1 and isinstance(certificate, (str, Path))
        path = Path(certificate) if several else writable(certificate)
        require_places(path, len(factors) * len(formats))
    answer = rounded_limit(
        claim, values_of(claim, d, n, delta, box), factors, formats, budget=budget, progress=progress
    )
    return answer if path is None else answer.written(path)


_OWN: Final = (
    *("network", "point", "points", "factors", "steps", "tolerance", "backends", "dtypes", "device", "sample"),
    *("budget", "progress", "certificate", "certify"),
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
