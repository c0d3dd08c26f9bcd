"""The certificate of a limit: from which factor on softmax stays near hardmax at given points (format, section 11)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from exactua.arithmetic.json_values import array_at, object_at, string_at
from exactua.arithmetic.rationals import (
    Matrix,
    Rational,
    decode_integer,
    decode_rational,
    encode_integer,
    encode_known,
    encode_rational,
    rational,
)
from exactua.certificates import writing
from exactua.certificates.reading import parameter_value, read_certificate
from exactua.errors import InputError
from exactua.networks import matrices, serialisation
from exactua.networks.network import Network
from exactua.terms.encoding import Data, sha256

FORMAT: Final = "limit/2"
SCOPE: Final = "limit"

LARGEST_NUMBER_OF_POINTS: Final = 20_000
"""A file has no more points."""

SIGNIFICANT: Final = 10
"""Bits of the number that an error is said to exceed."""


@dataclass(frozen=True)
class Failure:
    """At this factor the softmax network is off by more than `exceeds` (unit 1) at the point with this number."""

    factor: Rational
    point: int
    """From 1."""
    exceeds: Rational


@dataclass(frozen=True)
class Limit:
    """For all lambda >= upper every point is within the tolerance; at `lower.factor` one is not. Unit 1."""

    network: Network
    """With hardmax."""
    points: tuple[Matrix, ...]
    tolerance: Rational
    upper: Rational | None
    """lambda*; None: only a failure is claimed."""
    lower: Failure | None
    claim: str | None = None
    """The label of the claim whose network it is."""
    values: Mapping[str, int | str] = field(default_factory=dict)
    """Its parameters."""

    def data(self) -> Data:
        """The hashed part."""
        lower = self.lower
        return {
            "claim": self.claim,
            "lower": None
            if lower is None
            else {
                "exceeds": encode_rational(lower.exceeds),
                "factor": encode_rational(lower.factor),
                "point": encode_integer(lower.point),
            },
            "network": serialisation.to_data(self.network),
            "parameters": {
                name: value if isinstance(value, str) else encode_integer(value) for name, value in self.values.items()
            },
            "points": [writing.matrix_data(point) for point in self.points],
            "scope": SCOPE,
            "tolerance": encode_rational(self.tolerance),
            "upper": encode_known(self.upper),
        }

    def text(self, run: Mapping[str, Any] | None = None) -> str:
        """The text of the file, with an account of the run that is not hashed (seconds, a bound for each point)."""
        return writing.laid_out(self.data(), {**(run or {}), **writing.made_with()}, FORMAT)

    @property
    def digest(self) -> str:
        """SHA-256 of the hashed part."""
        return sha256(self.data())


def limit_certificate(
    network: Network,
    points: Iterable[Sequence[Sequence[Any]]],
    tolerance: Any,
    upper: Any,
    lower: Any,
    lower_point: Sequence[Sequence[Any]] | None,
    claim: str | None = None,
    values: Mapping[str, int | str] | None = None,
    lower_error: Any = None,
) -> Limit:
    """What a bracket found, as a certificate; nothing is decided here.

    `points` are d x n matrices of exact numbers, `lower_point` is one of them. `lower_error` is a number below the
    error there at lambda = lower, by default the tolerance. Raises InputError for no points or more than 20,000,
    entries that are irrational, numbers that are not > 0, a bracket of which no side is known, or whose sides are not
    in order, a point that fails and is none of the points, and an error below the tolerance.
    """
    exact = tuple(
        matrices.exact_matrix(point, network.d, f"point {number}", "the network")
        for number, point in enumerate(_few(points), 1)
    )
    if not exact:
        raise InputError("points: none are given; give at least one")
    for number, point in enumerate(exact, 1):
        if not all(type(entry) is Rational for row in point for entry in row):
            raise InputError(
                f"point {number}: its entries are not all rational; a certificate of a limit has no others"
            )
    allowed, top = _positive(tolerance, "tolerance"), None if upper is None else _positive(upper, "upper")
    if (lower is None) != (lower_point is None):
        raise InputError("lower: a factor that fails needs the point where it fails; give both, or neither")
    failure = None
    if lower is not None:
        assert lower_point is not None
        place = matrices.exact_matrix(lower_point, network.d, "lower_point", "the network")
        if place not in exact:
            raise InputError("lower_point: it is not one of the points; give one of them")
        bottom = _positive(lower, "lower")
        if top is not None and bottom >= top:
            raise InputError(f"lower: {bottom} is not below upper, {top}; a factor from there on can't fail")
        error = allowed if lower_error is None else rational(lower_error, "lower_error")
        if error < allowed:
            raise InputError(f"lower_error: {error} is within the tolerance, {allowed}; give a number above it")
        failure = Failure(bottom, exact.index(place) + 1, max(allowed, _short_below(error)))
    if top is None and failure is None:
        raise InputError("upper: neither lambda* nor a factor that fails is known, so there is nothing to certify")
    return Limit(network, exact, allowed, top, failure, claim, dict(values or {}))


def write(path: Path, limit: Limit, run: Mapping[str, Any] | None = None) -> None:
    """Writes the file whole or not at all. Raises InputError where it can't be written."""
    writing.write(path, limit.text(run))


def read_limit(source: Path | bytes) -> Limit:
    """The certificate in a file, or in these bytes, once format, layout and digest are checked; not what it says.

    Raises InputError for anything else.
    """
    keys = ("claim", "lower", "network", "parameters", "points", "scope", "tolerance", "upper")
    data = object_at(read_certificate(source, FORMAT).decided, "decided", keys)
    if data["scope"] != SCOPE:
        raise InputError('scope: it is not "limit"')
    network = serialisation.from_data(data["network"], "network")
    points = [
        [[decode_rational(entry, f"point {number}") for entry in array_at(row, f"point {number}")]
         for row in array_at(rows, f"point {number}")]
        for number, rows in enumerate(array_at(data["points"], "points"), 1)
    ]  # fmt: skip
    upper = None if data["upper"] is None else decode_rational(data["upper"], "upper")
    lower, where, error = None, None, None
    if data["lower"] is not None:
        failure = object_at(data["lower"], "lower", ("exceeds", "factor", "point"))
        lower, error = (decode_rational(failure[key], f"lower.{key}") for key in ("factor", "exceeds"))
        number = decode_integer(failure["point"], "lower.point")
        if not 1 <= number <= len(points):
            raise InputError(f"lower.point: {number} is not the number of a point, 1 to {len(points)}")
        where = points[number - 1]
    claim = None if data["claim"] is None else string_at(data["claim"], "claim")
    values = {name: parameter_value(value, name) for name, value in object_at(data["parameters"], "parameters").items()}
    limit = limit_certificate(
        network, points, decode_rational(data["tolerance"], "tolerance"), upper, lower, where, claim, values, error
    )
    if limit.lower is None:
        return limit
    return Limit(limit.network, limit.points, limit.tolerance, upper, Failure(lower, number, error), claim, values)


def _few(points: Iterable[Sequence[Sequence[Any]]]) -> Iterable[Sequence[Sequence[Any]]]:
    for number, point in enumerate(points, 1):
        if number > LARGEST_NUMBER_OF_POINTS:
            raise InputError(f"points: a certificate has at most {LARGEST_NUMBER_OF_POINTS:,}; give fewer")
        yield point


def _positive(value: Any, argument: str) -> Rational:
    exact = rational(value, argument)
    if exact <= 0:
        raise InputError(f"{argument}: {exact} is not valid; give a number > 0")
    return exact


def _short_below(x: Rational) -> Rational:
    """A number of few bits below x > 0, so that balls can show that x exceeds it."""
    shift = SIGNIFICANT - (int(x.numerator).bit_length() - int(x.denominator).bit_length())
    unit = Rational(1, 1 << shift) if shift >= 0 else Rational(1 << -shift)
    return (x // unit - 1) * unit
