"""Witnesses of steps that were decided for all points at once: there the step has to be false (format, section 8)."""

from __future__ import annotations

import itertools

from .evaluations import Evaluation, Subject, numbers
from .families import at_instance, nowhere
from .forms import beyond
from .operators import RELATIONS, dot
from .rationals import power, tidy
from .readings import Scene
from .records import array, fields, integer, rational
from .refusals import demand
from .stacks import Family, shapes
from .statements import mentioned
from .values import Json, Matrix, Value

LARGEST_LITERAL = 100_000  # weights of networks of which a witness is evaluated layer by layer
GIVEN = "the hypothesis"
TIE = "what a head makes of a tie"


def refute(record: Json, subject: Subject, specs: dict[str, Json]) -> None:
    """Evaluate a step at its witness, where it has to be false."""
    where, witness, static = f"the witness of step {record['name']!r}", record["witness"], specs == {}
    fields(witness, "domain", points=list, **({} if not subject.general else {"parameters": dict}))
    if subject.general:
        box = fields(witness["parameters"], "d", "m")
        subject = at_instance(subject, integer(box["d"], 1), integer(box["m"], 2))
    if static:
        demand(witness["domain"] is None and witness["points"] == [], f"{where} has a point")
        demand(record["given"] is None or bool(constant(record["given"], subject)), f"{where} does not satisfy {GIVEN}")
        demand(constant(record["term"], subject) is False, f"{where} is none")
        return
    points = [is_point(matrix, specs[witness["domain"]], subject) for matrix in witness["points"]]
    sides = ("boolean",) if record["fold"] == "each" else ("number", "list")
    demand(len(points) == len(sides) and points[:1] != points[1:], f"{where} has not the points that it needs")
    for point in points:
        applies = record["given"] is None or evaluated(record["given"], subject, point, "boolean")
        beyond(applies is None, TIE)
        demand(bool(applies), f"{where} does not satisfy {GIVEN}")
    values = [evaluated(record["term"], subject, point, *sides) for point in points]
    beyond(None in values, TIE)
    if sides == ("boolean",):
        demand(not values[0], f"{where} is none")
        return
    bound, relation = nowhere(subject).value(record["bound"] or 0, {}), record["relation"] or ">"
    together = itertools.pairwise(sorted(x for value in values for x in numbers(value)))
    demand(not all(RELATIONS[relation](high - low, bound) for low, high in together), f"{where} is none")


def constant(term: Json, subject: Subject) -> bool | None:
    """Whether a static term is true at an instance."""
    if not mentioned(term):
        known: bool | None = subject.context.constant(term, "boolean")
        return known
    return nowhere(subject).holds(term)


def evaluated(term: Json, subject: Subject, point: Matrix, *kinds: str) -> Value:
    """The value of a term at a point: by each layer with its weight matrices, where these are not too many."""
    context, ids = subject.context, [tidy(x * subject.m) for x in dot(reading(subject), point)]
    used = mentioned(term)
    if subject.profiles is None and sum(context.networks[name].weights for name in used) <= LARGEST_LITERAL:
        return context.read(term, {"": "point"}, *kinds)(Scene(context, point), {})
    evaluation = Evaluation(subject, Family(subject.D(0), len(ids), ids))
    return evaluation.holds(term) if kinds == ("boolean",) else evaluation.value(term, {})


def reading(subject: Subject) -> list[int]:
    """u = (1, m, m^2, ...)."""
    return [power(subject.m, i) for i in range(subject.context.size("d"))]


def is_point(matrix: Json, spec: Json, subject: Subject) -> Matrix:
    """The columns of a matrix, once they make a point of a domain."""
    d, n, m = (subject.context.size(name) for name in "dnm")
    shapes(spec, n)
    rows = [[rational(x) for x in array(row, n)] for row in array(matrix, d)]
    columns, special = tuple(zip(*rows, strict=True)), -power(m, n * d)
    marked = sum(special in column for column in columns)
    entries = all(x == special or (0 <= x < 1 and (x * m).denominator == 1) for row in rows for x in row)
    ids = dot(reading(subject), columns)
    repeated = any(a == b for a, b in itertools.pairwise(ids))
    fits = entries and ids == sorted(ids)
    fits = fits and {"none": marked == 0, "required": marked > 0, "allowed": True}[spec["specials"]]
    fits = fits and {"forbidden": not repeated, "required": repeated, "allowed": True}[spec["repeats"]]
    demand(fits, "a point of a witness is none of its domain")
    return columns
