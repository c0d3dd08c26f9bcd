"""What the functions of the package take in place of a command's options: sizes, points, processes and seconds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from exactua.arithmetic.messages import brief
from exactua.arithmetic.number_reading import integer, lists, rational, require_dimensions, told_of_arrays
from exactua.arithmetic.rationals import Matrix
from exactua.certificates.writing import CERTIFICATE
from exactua.claims.claim import Claim, Parameter
from exactua.console.point_files import SUFFIXES, read_points
from exactua.console.points import read_point
from exactua.deciding.processes import forked
from exactua.deciding.tasks import MOST_JOBS
from exactua.errors import InputError
from exactua.output_files import require_writable


def sizes(d: object = None, n: object = None, delta: object = None) -> dict[str, list[int]]:
    """The values of d, n and m = 1/delta that instances of a ladder may have: those given, each alone or in a list.

    `delta` is 1, "1/4", a Fraction or an mpq, or a list of these. Raises InputError for what is no such number.
    """
    known: dict[str, list[int]] = {}
    for name, given in (("d", d), ("n", n)):
        if given is not None:
            known[name] = [positive(value, name) for value in _several(given, name)]
    if delta is not None:
        known["m"] = [_cubes(value) for value in _several(delta, "delta")]
    return known


def further_sizes(claim: Claim, given: Mapping[str, object]) -> dict[str, list[int | str]]:
    """The values of further parameters of a claim, each alone or in a list.

    Raises InputError for a parameter that the claim has not, and for what is no value of it.
    """
    known = {parameter.name: parameter for parameter in claim.parameters}
    values: dict[str, list[int | str]] = {}
    for name, value in given.items():
        if name not in known:
            raise InputError(f"{name}: {claim.label} has no such parameter; it has {', '.join(known)}")
        values[name] = [_chosen(each, known[name]) for each in _several(value, name)]
    return values


def _chosen(given: object, parameter: Parameter) -> int | str:
    value = integer(given) if not isinstance(given, str) else given if parameter.choices else None
    if value is None or (parameter.choices and value not in parameter.choices):
        valid = f"one of {', '.join(parameter.choices)}" if parameter.choices else "an integer"
        raise InputError(f"{parameter.name}: {brief(given)} is not valid; give {valid}")
    return value


def positive(given: object, argument: str, most: int | None = None) -> int:
    """The integer >= 1 that is given. Raises InputError, naming `argument`, for anything else, and above `most`."""
    value = None if isinstance(given, str) else integer(given)
    if value is None or value < 1 or (most is not None and value > most):
        valid = "an integer >= 1" if most is None else f"an integer from 1 to {most}"
        raise InputError(f"{argument}: {brief(given)} is not valid; give {valid}")
    return value


def processes(jobs: object, *claims: Claim) -> int:
    """So many processes; one where they don't begin as copies of this one, and could not find one of these claims.

    Raises InputError for anything but an integer from 1 to 256.
    """
    number = positive(jobs, "jobs", MOST_JOBS)
    return number if number == 1 or forked() or not any(claim.is_made_here for claim in claims) else 1


def seconds(budget: object) -> float:
    """The seconds of a budget. Raises InputError for what is no number > 0."""
    if isinstance(budget, bool) or not isinstance(budget, (int, float)) or not budget > 0:
        raise InputError(f"budget: {brief(budget)} is not valid; give seconds, a number > 0")
    return budget


def writable(certificate: object, *read: object) -> Path:
    """The path of a certificate. Raises InputError for none, one that can't be written, and a file that is read."""
    if not isinstance(certificate, (str, Path)):
        raise InputError(f"certificate: {brief(certificate)} is not a path; give one such as answer.json")
    path = Path(certificate)
    for other in read:
        if isinstance(other, (str, Path)) and Path(other).resolve() == path.resolve():
            raise InputError(f"certificate: {path} is an input file; give another path")
    require_writable(path, "certificate", CERTIFICATE)
    return path


def matrix(point: object, argument: str = "point") -> Matrix:
    """The matrix that a text ("0 1/4; 1/2 3/4") or a list of rows writes, each entry at its exact value.

    Raises InputError, naming row and column, for an entry that is no exact number and for rows of unequal length.
    """
    if isinstance(point, str):
        return read_point(point)
    require_dimensions(point, argument, ("d", "n"))
    rows = [lists(row, argument) for row in _several(point, argument)]
    for i, row in enumerate(rows, 1):
        if not isinstance(row, (list, tuple)) or len(row) != len(rows[0]) or not row:
            raise InputError(
                f'{argument}: row {i} is {brief(row)}; write rows of one length, as "0 1/4; 1/2 3/4" or '
                '[[0, "1/4"], ["1/2", "3/4"]]'
            )
        for j, entry in enumerate(row, 1):
            if isinstance(entry, (list, tuple)):
                raise InputError(
                    f'{argument}: row {i}, column {j} is {brief(entry)}; write one matrix, as "0 1/4; 1/2 3/4" or '
                    '[[0, "1/4"], ["1/2", "3/4"]]'
                )
    with told_of_arrays(point):
        return tuple(
            tuple(rational(entry, f"{argument}: row {i}, column {j}") for j, entry in enumerate(row, 1))
            for i, row in enumerate(rows, 1)
        )


def file_or_written(points: Any) -> Any:
    """The path that a text is, or the point that it writes, "0 1/4; 1/2 3/4", in a list; all else as it is."""
    if not isinstance(points, str):
        return points
    path = Path(points)
    if path.suffix.lower() not in SUFFIXES and not path.exists():
        with suppress(InputError):
            return [read_point(points)]
    return path


def require_entries(file: Path) -> None:
    """Raises InputError for a file of integers over a denominator, which no argument says."""
    if file.suffix.lower() == ".npy":
        instead = 'give the matrices themselves, such as [[[0, "1/4"]]], or a file .json or .csv'
        raise InputError(f"points: the integers of {file} have no denominator; {instead}")


def matrices(points: object, d: int) -> tuple[Matrix, ...]:
    """The points of a file (its path), or of a list of matrices as `matrix` takes them; none has another d.

    Raises InputError for what is wrong with the file, and as `matrix` does.
    """
    points = file_or_written(points)
    if isinstance(points, Path):
        require_entries(points)
        return read_points(points, d)
    require_dimensions(points, "points", ("points", "d", "n"))
    listed = _several(points, "points")
    if not listed:
        raise InputError("points: none are given; give a list of matrices, or the path of a file")
    with told_of_arrays(points):
        return tuple(matrix(point, f"points: point {k}") for k, point in enumerate(listed, 1))


def _several(given: object, argument: str) -> Sequence[Any]:
    """What is given, as a list; one thing is a list of one."""
    several = lists(given, argument)
    if isinstance(several, range):
        return list(several)
    return several if isinstance(several, (list, tuple)) else [several]


def _cubes(delta: object) -> int:
    """m of delta = 1/m, 1 among them. Raises InputError for anything else."""
    exact = rational(delta, "delta")
    if exact.numerator != 1:
        raise InputError(f"delta: {brief(delta)} is not valid; give 1/m with an integer m >= 1, such as 1/4")
    return int(exact.denominator)
