"""What `limit` finds as JSON for programs, and as what its picture shows."""

from __future__ import annotations

from typing import Any, Final

from exactua.arithmetic.rationals import Matrix, encode_known, encode_rational, written
from exactua.certificates.writing import matrix_data
from exactua.commands.limit.picture import Curve, Picture
from exactua.commands.limit.record import Limit, Row, Survival, Wall
from exactua.softmax.floats.comparing import Measured, Parting
from exactua.softmax.temperature.bracket import Bracket

FORMAT: Final = "exactua-limit/1"


def data(limit: Limit) -> dict[str, Any]:
    """All as JSON data; numbers are exact, as certificates write them."""
    return {
        "format": FORMAT,
        "exit_code": limit.exit_code,
        "title": limit.title,
        "parameters": dict(limit.parameters),
        "points": {"count": len(limit.points), "of": limit.of, "where": limit.where},
        "bracket": bracket_data(limit.bracket),
        "closed_form": encode_known(limit.closed_form),
        "runs": [
            {
                "backend": run.backend.name,
                "library": str(run.backend),
                "dtype": run.dtype,
                "arithmetic": run.backend.told(run.dtype),
            }
            for run in limit.runs
        ],
        "rows": [_row(row) for row in limit.rows],
        "walls": [wall_data(wall) for wall in limit.walls],
        "partings": [_parting(parting) for parting in limit.partings],
        "survivals": [_survival(survival) for survival in limit.survivals],
        "refuted_exactly": {
            name: {"failures": failures, "points": points} for name, (failures, points) in limit.refuted.items()
        },
        "notices": list(limit.notices),
    }


def bracket_data(bracket: Bracket) -> dict[str, Any]:
    """Both ends of a bracket, with their points."""
    return {
        "tolerance": encode_rational(bracket.tolerance),
        "upper": encode_known(bracket.upper),
        "upper_point": _matrix(bracket.upper_point),
        "upper_error": encode_known(bracket.error),
        "lower": encode_known(bracket.lower),
        "lower_point": _matrix(bracket.lower_point),
        "lower_error": encode_known(bracket.lower_error),
        "ratio": encode_known(bracket.ratio),
        "because": bracket.reason,
    }


def wall_data(wall: Wall) -> dict[str, Any]:
    """The wall of a format."""
    return {
        "dtype": wall.form.name,
        "error": encode_known(wall.error),
        "overflows": wall.error is None,
        "value": encode_rational(wall.value),
        "point": _matrix(wall.point),
    }


def _row(row: Row) -> dict[str, Any]:
    return {
        "lambda": encode_rational(row.factor),
        "certified": encode_known(row.certified),
        "because": row.reason or None,
        "enclosed": None if row.enclosed is None else [encode_rational(end) for end in row.enclosed],
        "point": _matrix(row.point),
        "measured": [_measured(measured) for measured in row.measured],
    }


def _measured(measured: Measured) -> dict[str, Any]:
    return {
        "worst": encode_known(measured.worst),
        "worst_point": None if measured.worst_point is None else measured.worst_point + 1,
        "within": measured.within,
        "not_finite": measured.not_finite,
        "told": measured.run.told,
    }


def _parting(parting: Parting | None) -> dict[str, Any] | None:
    if parting is None:
        return None
    return {
        "point": parting.point + 1,
        "X": _matrix(parting.X),
        "layer": parting.layer,
        "variables": {}
        if parting.place is None
        else {k: encode_rational(v) for k, v in parting.place.variables.items()},
        "error": encode_known(parting.error),
        "exact": _matrix(parting.exact),
        "floats": [[repr(value) for value in row] for row in parting.floats.tolist()],
    }


def _survival(survival: Survival) -> dict[str, Any]:
    return {
        "run": survival.run.name,
        "steps": {
            name: {"survived": step.survived, "points": step.points, "not_finite": step.not_finite}
            for name, step in survival.steps.items()
        },
    }


def _matrix(value: Matrix | None) -> Any:
    return None if value is None else matrix_data(value)


def picture(limit: Limit) -> Picture:
    """The errors against lambda, the walls and both ends of the bracket."""
    proved = [row for row in limit.rows if row.certified is not None]
    bounds = [(row.factor, row.certified) for row in proved]
    if limit.bracket.upper is not None:
        bounds.append((limit.bracket.upper, limit.bracket.error))
    certified = tuple(sorted(dict(bounds).items()))
    enclosed_ones = tuple((row.factor, row.enclosed[1]) for row in limit.rows if row.enclosed is not None)
    curves = [
        Curve("certified, for all greater λ too", certified, "certified"),
        Curve("enclosed by balls at λ", enclosed_ones, "enclosed"),
    ]
    backends = list(dict.fromkeys(run.backend.name for run in limit.runs))
    for k, run in enumerate(limit.runs):
        seen = [row.measured[k] for row in limit.rows]
        errors = [None if measured.not_finite else measured.worst for measured in seen]
        points = tuple(zip((row.factor for row in limit.rows), errors, strict=True))
        curves.append(Curve(f"measured: {run.name}", points, run.dtype, backends.index(run.backend.name)))
    bracket = limit.bracket
    lambdas = [("fails at", bracket.lower), ("λ*", bracket.upper)]
    return Picture(
        limit.title,
        tuple(curve for curve in curves if curve.points),
        tuple((wall.form.name, wall.error) for wall in limit.walls),
        tuple((f"{name} {written(factor)}", factor) for name, factor in lambdas if factor is not None),
        bracket.tolerance,
    )
