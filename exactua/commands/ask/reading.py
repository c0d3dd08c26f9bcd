"""From arguments to a question: the network's file, the points, the table of values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from exactua.arithmetic.json_values import parsed
from exactua.arithmetic.number_reading import lists, require_dimensions, told_of_arrays
from exactua.arithmetic.rationals import Matrix, Rational, rational
from exactua.commands.ask.question import Options, Question, up_to
from exactua.console.point_files import MAX_BYTES, Over, matrices_in, read_points, require_npy, require_shapes
from exactua.console.point_sets import PointSet, from_grid, from_points, from_vocabulary
from exactua.console.points import read_point
from exactua.deciding.shards import Progress
from exactua.errors import InputError
from exactua.evidence.evaluating import require_walkable
from exactua.file_access import read_bytes
from exactua.networks import Network
from exactua.networks.costs import require_memory
from exactua.networks.files import read_network
from exactua.plurals import counted
from exactua.printing.evaluations import FORMAT


@dataclass(frozen=True)
class Table:
    """Values in the order of their points; with the points where the file has them too."""

    where: str
    values: tuple[Matrix, ...]
    points: tuple[Matrix, ...] | None = None


def read_table(path: Path, d: int, denominator: Over = None) -> Table:
    """The values in a file of matrices (.json, .csv, .npy), or the points and values in a file that `eval` wrote.

    Raises InputError, one sentence with the file, for a file that can't be read, for numbers that are not exact, and
    for as many values as points are not.
    """
    if path.suffix.lower() == ".json":
        where = str(path)
        data = parsed(read_bytes(path, "table", MAX_BYTES), where)
        if isinstance(data, dict) and data.get("format") == FORMAT:
            points, values = (matrices_in(data.get(key), f"{where}: {key}") for key in ("points", "values"))
            if len(points) != len(values):
                raise InputError(
                    f"{where}: {counted(len(points), 'point')} and {counted(len(values), 'value')}; give each its value"
                )
            return Table(where, values, points)
    return Table(str(path), read_points(path, d, denominator))


Points = Path | Sequence[Any]
"""A file of matrices, or the matrices themselves."""


def question_at(
    network: Network | Path,
    *,
    points: Points | None = None,
    grid: Sequence[Rational] | None = None,
    vocabulary: Points | None = None,
    n: int | None = None,
    denominator: Over = None,
    stage: str | None = None,
    table: Points | None = None,
    options: Options | None = None,
    deadline: float | None = None,
    progress: Progress | None = None,
    compared: Progress | None = None,
) -> Question:
    """The question that these arguments put: a network (or its file), up to a stage, at points, a grid or a vocabulary.

    `denominator` is what the integers of .npy files are divided by, or says that their entries are floats; `deadline`
    is when (of time.monotonic) no more points are evaluated for the sharpest constants; `progress` is told how many
    are, and `compared` how many pairs of images are compared before steps are decided. Raises InputError for anything
    wrong with a file, a stage that there is not, and where there are several kinds of points, or none.
    """
    unit = None
    if isinstance(network, Path):
        file = read_network(network)
        unit, network = file.parameters.get("m"), file.network
    part, d = up_to(network, stage), network.d
    require_walkable(part, "the network")
    _require_use(denominator, [path for path in (points, vocabulary, table) if isinstance(path, Path)])
    values = None if table is None else _table(table, d, denominator)
    kinds = {"--points": points, "--grid": grid, "--vocabulary": vocabulary}
    given = [name for name, value in kinds.items() if value is not None]
    own = values is not None and values.points is not None
    if len(given) > 1 or not (given or own):
        shown = " and ".join(given) if given else "none"
        raise InputError(f"points: {shown} given; give one of {', '.join(kinds)}")
    if grid is not None:
        chosen = from_grid(grid, d, n, part)
    elif vocabulary is not None:
        where = _where(vocabulary, "vocabulary")
        chosen = from_vocabulary(_matrices(vocabulary, d, denominator, "vocabulary"), d, n, part, where)
    else:
        if n is not None:
            raise InputError("n: the points say how many columns they have; give n with a grid or a vocabulary alone")
        chosen = _listed(points, values, d, denominator, part)
    require_memory(part.cost(chosen.n), chosen.n)
    options = options or Options()
    if values is not None:
        options = replace(options, table=_of_points(values, chosen))
    return Question(part, chosen, options, unit, deadline, progress, compared)


def _listed(points: Points | None, table: Table | None, d: int, denominator: Over, part: Network) -> PointSet:
    """The points of a file, or else those that the table has with its values."""
    own = None if table is None else table.points
    if points is None:
        assert own is not None
        assert table is not None
        return from_points(own, d, part, table.where)
    read = _matrices(points, d, denominator, "points")
    if own is not None and table is not None and own != read:
        raise InputError(f"table: the points in {table.where} are others than those of --points; leave out --points")
    return from_points(read, d, part, _where(points, "points"))


def _table(table: Points, d: int, denominator: Over) -> Table:
    if isinstance(table, Path):
        return read_table(table, d, _of(table, denominator))
    return Table("table", _exact(table, "table"))


def _of_points(table: Table, points: PointSet) -> tuple[Matrix, ...]:
    """The value of each point, in the order of their ranks."""
    if points.places is None:
        raise InputError("table: it has a value for each point of --points; leave out --grid and --vocabulary")
    given, wanted = len(table.values), len(points.places) + len(points.repeated)
    if given != wanted:
        raise InputError(
            f"table: {table.where} has {counted(given, 'value')}, and there {'is' if wanted == 1 else 'are'} "
            f"{counted(wanted, 'point')}; give one each"
        )
    n = require_shapes(table.values, points.d, None, table.where)
    if n != points.n:
        raise InputError(f"table: the values in {table.where} are {points.d} x {n}, the points {points.d} x {points.n}")
    for first, again in points.repeated:
        if table.values[first - 1] != table.values[again - 1]:
            raise InputError(
                f"table: points {first} and {again} of {points.shown} are the same, and {table.where} gives them "
                "different values, which no map has"
            )
    return tuple(table.values[place - 1] for place in points.places)


def _require_use(denominator: Over, paths: Iterable[Path]) -> None:
    """Raises InputError for what is said of the entries of .npy files where there is none."""
    if not any(path.suffix.lower() == ".npy" for path in paths):
        require_npy(denominator)


def _of(path: Path, denominator: Over) -> Over:
    return denominator if path.suffix.lower() == ".npy" else None


def _where(given: Points, argument: str) -> str:
    return str(given) if isinstance(given, Path) else argument


def _matrices(given: Points, d: int, denominator: Over, argument: str) -> tuple[Matrix, ...]:
    if isinstance(given, Path):
        return read_points(given, d, _of(given, denominator))
    return _exact(given, argument)


def _exact(given: Sequence[Any], argument: str) -> tuple[Matrix, ...]:
    """Matrices of exact numbers as they are given in Python. Raises InputError for anything else."""
    require_dimensions(given, argument, ("points", "d", "n"))
    with told_of_arrays(given):
        return tuple(_matrix(matrix, f"{argument}: point {k}") for k, matrix in enumerate(several(given, argument), 1))


def _matrix(given: Any, at: str) -> Matrix:
    """One of them: its rows, or a text that writes them."""
    if isinstance(given, str):
        try:
            return read_point(given)
        except InputError as error:
            raise InputError(f"{at}: {str(error).removeprefix('point: ')}") from None
    require_dimensions(given, at, ("d", "n"))
    return tuple(
        tuple(rational(entry, f"{at}: row {i}, column {j}") for j, entry in enumerate(several(row, at), 1))
        for i, row in enumerate(several(given, at), 1)
    )


def several(given: Any, where: str, advice: str = 'points are lists of matrices, [[[0, 1]]] or ["0 1"]') -> list[Any]:
    """A list of what is given in Python. Raises InputError, with the advice, for a text and for what is no list."""
    given = lists(given, where)
    if isinstance(given, (str, bytes)) or not hasattr(given, "__iter__"):
        raise InputError(f"{where}: {given!r} is no list; {advice}")
    return list(given)
