"""What `limit` finds as JSON for programs, and as what its picture shows."""

from __future__ import annotations

from typing import Any, Final

from exactua.arithmetic.rationals import Matrix, Rational, encode_rational, written
from exactua.certificates.writing import matrix_data
from exactua.commands.limit.picture import Curve, Picture
from exactua.commands.limit.record import Limit, Row, Survival, Wall
from exactua.softmax.floats.comparing import Measured, Parting
from exactua.softmax.temperature.bracket import Bracket

FORMAT: Final = "exactua-limit/1"


def data(found: Limit) -> dict[str, Any]:
    """All as JSON data; numbers are exact, as certificates write them."""
    return {
        "format": FORMAT,
        "exit_code": found.exit_code,
        "title": found.title,
        "parameters": dict(found.parameters),
        "points": {"count": len(found.points), "of": found.of, "where": found.where},
        "bracket": bracket_data(found.bracket),
        "closed_form": _number(found.closed_form),
        "runs": [{"backend": run.backend.name, "library": str(run.backend), "dtype": run.dtype} for run in found.runs],
        "rows": [_row(row) for row in found.rows],
        "walls": [wall_data(one) for one in found.walls],
        "partings": [_parting(one) for one in found.partings],
        "survivals": [_survival(one) for one in found.survivals],
        "notices": list(found.notices),
    }


def bracket_data(found: Bracket) -> dict[str, Any]:
    """Both ends of a bracket, with their points."""
    return {
        "tolerance": encode_rational(found.tolerance),
        "upper": _number(found.upper),
        "upper_point": _matrix(found.upper_point),
        "upper_error": _number(found.error),
        "lower": _number(found.lower),
        "lower_point": _matrix(found.lower_point),
        "lower_error": _number(found.lower_error),
        "ratio": _number(found.ratio),
        "because": found.reason,
    }


def wall_data(one: Wall) -> dict[str, Any]:
    """The wall of a format."""
    return {
        "dtype": one.form.name,
        "error": _number(one.error),
        "overflows": one.error is None,
        "value": encode_rational(one.value),
        "point": _matrix(one.point),
    }


def _row(row: Row) -> dict[str, Any]:
    return {
        "lambda": encode_rational(row.factor),
        "certified": _number(row.certified),
        "because": row.reason or None,
        "enclosed": None if row.enclosed is None else [encode_rational(end) for end in row.enclosed],
        "point": _matrix(row.point),
        "measured": [_measured(one) for one in row.measured],
    }


def _measured(one: Measured) -> dict[str, Any]:
    return {
        "worst": _number(one.worst),
        "worst_point": None if one.worst_point is None else one.worst_point + 1,
        "within": one.within,
        "not_finite": one.not_finite,
        "told": one.run.told,
    }


def _parting(one: Parting | None) -> dict[str, Any] | None:
    if one is None:
        return None
    return {
        "point": one.point + 1,
        "X": _matrix(one.X),
        "layer": one.layer,
        "variables": {} if one.place is None else {k: encode_rational(v) for k, v in one.place.variables.items()},
        "error": _number(one.error),
        "exact": _matrix(one.exact),
        "floats": [[repr(value) for value in row] for row in one.floats.tolist()],
    }


def _survival(one: Survival) -> dict[str, Any]:
    return {
        "run": one.run.name,
        "steps": {
            name: {"survived": step.survived, "points": step.points, "not_finite": step.not_finite}
            for name, step in one.steps.items()
        },
    }


def _number(value: Rational | None) -> int | str | None:
    return None if value is None else encode_rational(value)


def _matrix(value: Matrix | None) -> Any:
    return None if value is None else matrix_data(value)


def picture(found: Limit) -> Picture:
    """The errors against lambda, the walls and both ends of the bracket."""
    proved = [row for row in found.rows if row.certified is not None]
    bounds = [(row.factor, row.certified) for row in proved]
    if found.bracket.upper is not None:
        bounds.append((found.bracket.upper, found.bracket.error))
    certified = tuple(sorted(dict(bounds).items()))
    enclosed_ones = tuple((row.factor, row.enclosed[1]) for row in found.rows if row.enclosed is not None)
    curves = [
        Curve("certified, for all greater λ too", certified, "certified"),
        Curve("enclosed by balls at λ", enclosed_ones, "enclosed"),
    ]
    backends = list(dict.fromkeys(run.backend.name for run in found.runs))
    for k, run in enumerate(found.runs):
        seen = [row.measured[k] for row in found.rows]
        errors = [None if one.not_finite else one.worst for one in seen]
        points = tuple(zip((row.factor for row in found.rows), errors, strict=True))
        curves.append(Curve(f"measured: {run.name}", points, run.dtype, backends.index(run.backend.name)))
    bracket = found.bracket
    lambdas = [("fails at", bracket.lower), ("λ*", bracket.upper)]
    return Picture(
        found.title,
        tuple(curve for curve in curves if curve.points),
        tuple((one.form.name, one.error) for one in found.walls),
        tuple((f"{name} {written(factor)}", factor) for name, factor in lambdas if factor is not None),
        bracket.tolerance,
    )
