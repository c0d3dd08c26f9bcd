"""Where a step fails, as it stands in a certificate (format, section 6)."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable

from .floors import written_floor
from .operators import RANGES, RELATIONS
from .rationals import tidy
from .readings import Bound, Kinds, Scene
from .records import encode
from .statements import Place, Stated
from .terms import Context
from .values import Column, Json, Number, Value


def falsity(
    context: Context, term: Json, variables: Kinds, scene: Scene, bound: Bound, encoding: Callable[[Number], Json]
) -> tuple[Json, Json, Json, Json]:
    """Where a term is false: the variables on the way to what is false, its relation and both sides of it."""
    read, values = context.read, list[Json]()
    while term[0] in ("all", "permutations", "implies", "and"):
        if term[0] == "implies":
            term = term[2]  # what it follows from is true, or the whole would not be false
        elif term[0] == "and":
            term = next(p for p in term[1:] if not read(p, variables, "boolean")(scene, bound))
        else:
            loop, variables = context.loop(term, variables)
            body = read(term[-1], variables, "boolean")
            bound, term = next(x for x in loop(scene, bound) if not body(scene, x)), term[-1]
    relation, left, right = None, None, None
    if term[0] in {*RELATIONS, *RANGES}:
        values = [
            written_value(read(x, variables, "number", "list", "matrix")(scene, bound), encoding) for x in term[1:]
        ]
        relation, left, right = term[0], values[0], values[1:] if term[0] in RANGES else values[1]
    bindings = {key: list(x) if isinstance(x, tuple) else encode(x) for key, x in bound.items()}
    return bindings, relation, left, right


def orders(columns: Iterable[Column]) -> int:
    """In how many different orders these columns can stand, of which equal ones are neighbours."""
    count = alike = 1
    for k, (before, column) in enumerate(itertools.pairwise(columns), 2):
        alike = alike + 1 if column == before else 1
        count = tidy(count * k) // alike
    return count


def witness(step: Stated, at: list[Place], bindings: Json, relation: Json, left: Json, right: Json) -> dict[str, Json]:
    """A witness, as it stands in a certificate."""
    points = [written_value(step.sample(place)[0].point, encode) for place in at]
    record = {"at": [step.position(place) for place in at], "points": points, "bindings": bindings}
    return record | {"relation": relation, "left": left, "right": right}


def written_value(value: Value, encode: Callable[[Number], Json]) -> Json:
    """A number, a list or (as its rows) a matrix in JSON."""
    rows = list(map(list, zip(*value, strict=True))) if isinstance(value, tuple) else value
    return [written_value(x, encode) for x in rows] if isinstance(rows, list) else encode(rows)


def floors_of_values(value: Value, reported: Json) -> Json:
    """Floors of numbers, and nothing where nothing is reported: a floor may have been undecided."""
    if value is None or reported is None:
        return None
    if isinstance(value, list):
        alike = isinstance(reported, list) and len(value) == len(reported)
        return list(map(floors_of_values, value, reported if alike else value))
    return written_floor(value)
