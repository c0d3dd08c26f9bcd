"""`trace`: one point through a network, layer by layer: of a claim, with what its steps say there, or of a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from exactua.arithmetic.messages import brief, plain
from exactua.arithmetic.rationals import Matrix, Rational
from exactua.claims.claim import Claim
from exactua.claims.paper_units import unit_of_fold
from exactua.claims.problem import Problem, Step
from exactua.console import points
from exactua.console.point_files import require_shapes
from exactua.console.points import read_point
from exactua.deciding.observations import LiteralObservations, UnrolledNetworks
from exactua.deciding.trace import Finding, Place, Reading, State, Trace
from exactua.errors import InputError
from exactua.evidence.evaluating import require_walkable
from exactua.evidence.statements import instance
from exactua.grids.categories import category1, category2, category3
from exactua.grids.categories import u as paper_u
from exactua.grids.columns import ColumnSet
from exactua.networks import Network
from exactua.networks.costs import require_memory
from exactua.networks.files import NetworkFile
from exactua.networks.items import PlacedLayer, fixed_columns
from exactua.networks.layer import applied
from exactua.printing.text import number as shown
from exactua.terms.evaluation import Evaluator
from exactua.terms.language import INTERVALS, RELATIONS, Kind, Term
from exactua.terms.measures import failure_of
from exactua.terms.units import Degrees, unit_of

__all__ = ["read_point", "trace", "trace_file"]

MOST_READINGS: Final = 1_000
MOST_VARIABLES: Final = 2
READ_BY_IDS: Final = ("yun2020:theorem2", "yun2020:theorem3")
"""Whose networks read u = (1, delta^-1, ..., delta^(-d+1))."""


def trace(
    claim: Claim, box: Mapping[str, int | str], point: Sequence[Sequence[Rational]], network: str | None = None
) -> Trace:
    """The way of `point` through `network` (by default the claim's first) at an instance, and the steps at the point.

    Raises InputError for a wrong parameter, shape or entry, an unknown network, and for more than 1,000,000 layers.
    """
    claim.require_steps()
    matrix = tuple(map(tuple, point))
    cells = any(spec.kind == "cells" for step in claim.steps for spec in step.over)
    points.check_shape(claim, box, matrix, any_width=cells)
    name = _network_name(claim, network)
    problem = instance(claim, box)
    if name not in problem.networks:
        problem = replace(problem, networks={**problem.networks, name: claim.networks[name](problem.parameters)})
    walked = problem.networks[name]
    layers = require_walkable(walked, name, ", so take a smaller d or a larger delta")
    require_memory(walked.cost(len(matrix[0])), len(matrix[0]), name)
    if not cells:
        points.check_entries(problem, matrix)
    grid = None if cells else next(iter(points.grids(problem)), None)
    u = grid.ids if grid is not None and walked.quantity("attention layers") and _reads_ids(problem, grid) else None
    states, unchanged = _states(walked, matrix, u, problem.parameters)
    placement = points.Placement(problem)
    places = _places(problem, matrix, placement)
    ordered = None if grid is None else points.ordered(matrix, grid.ids)
    if ordered is None:
        orbits = [spec for spec in problem.domains if spec.kind == "orbits"]
        ordered = next((placed.taken for spec in orbits if not (placed := placement(spec, matrix)).objection), None)
    about = [step for step in problem.steps if step.over and step.networks() <= {name}]
    others = [step.name for step in problem.steps if step.over and not step.networks() <= {name}]
    d, width = len(matrix), len(matrix[0])
    letters = _id_names(width) if u is not None else _entry_names(d, width)
    return Trace(
        problem,
        name,
        layers,
        matrix,
        letters,
        u is not None,
        tuple(states),
        unchanged,
        places,
        ordered,
        tuple(_findings(problem, about, matrix, placement)),
        tuple(others),
    )


def trace_file(file: NetworkFile, name: str, point: Sequence[Sequence[Rational]]) -> Trace:
    """The way of `point`, d x n, through the network of a file called `name`: a trace without a claim and its steps.

    The values of its states are the ids u^T Z in units of delta where the file says which u and delta it was built
    with, else the entries. Raises InputError for a point that does not fit, and for more than 1,000,000 layers.
    """
    network, parameters = file.network, file.parameters
    layers = require_walkable(network, name)
    matrix = tuple(map(tuple, point))
    n = require_shapes((matrix,), network.d, fixed_columns(network.items), "point")
    require_memory(network.cost(n), n, name)
    u = None
    if file.theorem in READ_BY_IDS and parameters:
        from exactua.papers.yun2020.selective_shift import reading_vector

        u = reading_vector(parameters["d"], parameters["m"])
    known = parameters or {"d": network.d}
    title = "network file" if file.theorem is None else f"network built for {plain(file.theorem)}"
    problem = Problem(name, title, "", known, (), {name: network}, (), (), {})
    states, unchanged = _states(network, matrix, u, known)
    letters = _id_names(n) if u is not None else _entry_names(network.d, n)
    return Trace(problem, name, layers, matrix, letters, u is not None, tuple(states), unchanged, (), None, (), ())


def _id_names(width: int) -> tuple[str, ...]:
    return tuple(f"l_{j}" for j in range(1, width + 1))


def _network_name(claim: Claim, given: str | None) -> str:
    if not claim.networks:
        raise InputError(f"network: {claim.label} has no network to trace a point through")
    if given is None:
        return next(iter(claim.networks))
    if not isinstance(given, str) or given not in claim.networks:
        raise InputError(
            f"network: {claim.label} has no network {brief(given)}; choose one of {', '.join(claim.networks)}"
        )
    return given


def _entry_names(d: int, width: int) -> tuple[str, ...]:
    short = d < 10 and width < 10
    return tuple(f"Z_{i}{j}" if short else f"Z_({i}, {j})" for i in range(1, d + 1) for j in range(1, width + 1))


def _states(
    network: Network, point: Matrix, u: Sequence[Rational] | None, parameters: Mapping[str, Any]
) -> tuple[list[State], int]:
    """The states where something changes or a stage is reached, and how many layers change nothing after the last."""
    unit = parameters["m"] if u is not None else 1

    def values(matrix: Matrix) -> tuple[Rational, ...]:
        row = points.ids_of(u, matrix) if u is not None else tuple(entry for row in matrix for entry in row)
        return tuple(value * unit for value in row)

    named = dict[int, list[str]]()
    for stage, items in network.named_stages:
        named.setdefault(items, []).append(stage)
    first = values(point)
    states = [State(0, "start", 0, tuple(named.pop(0, ())), point, first, (Rational(0),) * len(first))]
    Z, here = point, "start"
    number = unchanged = 0
    for item in range(1, len(network.items) + 1):
        for place in _item_layers(network, item):
            number += 1
            here = _place(place, number)
            after = applied((place.layer,), Z, number)
            if after == Z:
                unchanged += 1
                continue
            reached = values(after)
            moved = tuple(new - old for new, old in zip(reached, states[-1].values, strict=True))
            heads = tuple(place.layer.attention(Z))
            masked = _masked(place, len(point[0])) if heads else frozenset()
            states.append(State(number, here, unchanged, (), after, reached, moved, heads, masked))
            Z, unchanged = after, 0
        if item in named:
            stages = tuple(named.pop(item))
            if unchanged:
                still = (Rational(0),) * len(first)
                states.append(State(number, here, unchanged, stages, Z, states[-1].values, still))
                unchanged = 0
            else:
                states[-1] = replace(states[-1], stages=(*states[-1].stages, *stages))
    return states, unchanged


def _masked(place: PlacedLayer, n: int) -> frozenset[tuple[int, int]]:
    """The (k, j), from 0, where the mask of the layer forbids that token j of n attends to token k."""
    if place.layer.mask is None:
        return frozenset()
    attended = [set(place.layer.attended(j, n)) for j in range(n)]
    return frozenset((k, j) for j in range(n) for k in range(n) if k not in attended[j])


def _item_layers(network: Network, item: int) -> Iterator[PlacedLayer]:
    part = Network(network.d, network.items[item - 1 : item])
    return part.walk()


def _place(place: PlacedLayer, number: int) -> str:
    variables = [f"{plain(name)} = {shown(value)}" for name, value in place.variables.items()]
    if len(variables) > MOST_VARIABLES:  # the first number of a table's row says which
        variables = [variables[0], "..."]
    return ", ".join([*map(plain, place.groups), *(variables or [f"layer {number}"])])


def _reads_ids(problem: Problem, grid: ColumnSet) -> bool:
    """Whether the ids of a grid are the paper's: u = (1, delta^-1, ..., delta^(-d+1))."""
    return "m" in problem.parameters and tuple(problem.value(paper_u.term)) == grid.ids


def _places(problem: Problem, matrix: Matrix, placement: points.Placement) -> tuple[Place, ...]:
    """The domains of the claim that the point lies in; if it lies in none, the category of the paper's grid."""
    specs = [spec for spec in problem.domains if spec.kind != "pairs"]
    if all(placement(spec, matrix).objection for spec in specs):
        grids = [(spec.of or spec).levels for spec in problem.domains if spec.kind != "cells"]
        specs = [spec for spec in (category1, category2, category3) if spec.levels in grids]
    placed = [(spec.name, placement(spec, matrix)) for spec in specs]
    return tuple(Place(name, position.rank) for name, position in placed if position.objection is None)


def _findings(
    problem: Problem, steps: Sequence[Step], matrix: Matrix, placement: points.Placement
) -> Iterator[Finding]:
    networks = UnrolledNetworks(problem.networks)
    columns = [tuple((entry,) for entry in column) for column in zip(*matrix, strict=True)]
    entries = [(i, j) for i in range(1, len(matrix) + 1) for j in range(1, len(columns) + 1)]
    observed: dict[Matrix, LiteralObservations] = {}

    def at(point: Matrix, bound: Mapping[str, int]) -> Evaluator:
        known = observed.setdefault(point, LiteralObservations(networks, point))
        return Evaluator(problem.parameters, problem.values, known, bound)

    def finding(step: Step, domain: int, evaluator: Evaluator, entry: tuple[int, int] | None) -> Finding:
        with problem.located(f"step {step.name}"):
            return _finding(step, domain, evaluator, entry, problem.degrees)

    for step in steps:
        if step.over[0].kind == "cells":
            inside = {j for j, column in enumerate(columns, 1) if not placement(step.over[0], column).objection}
            yield from (finding(step, 0, at(columns[j - 1], {"row": i}), (i, j)) for i, j in entries if j in inside)
            continue
        placed = ((k, placement(spec, matrix)) for k, spec in enumerate(step.over) if spec.kind != "pairs")
        first = next(((k, position.taken) for k, position in placed if position.objection is None), None)
        if first is not None:
            yield finding(step, first[0], at(first[1], {}), None)


def _finding(
    step: Step, domain: int, evaluator: Evaluator, entry: tuple[int, int] | None, degrees: Degrees | None
) -> Finding:
    if step.given is not None and not evaluator(step.given):
        return Finding(step, domain, None, False, entry, ())
    if step.fold != "each":
        value = evaluator(step.term)
        numbers = value if isinstance(value, tuple) else (value,)
        gathered = Reading({}, None, numbers, None, unit_of_fold(step, degrees))
        once = step.fold != "distinct" or len(set(numbers)) == len(numbers)
        return Finding(step, domain, None if once else False, True, entry, (gathered,))
    if evaluator(step.term):
        readings = tuple(_readings(step.term, evaluator, dict(evaluator.bound), degrees))
        return Finding(step, domain, True, True, entry, readings)
    failure = failure_of(step.term, evaluator)
    unit = _unit(failure.term, degrees)
    reading = Reading(failure.bindings, failure.relation, failure.left, failure.right, unit, failure.term)
    if failure.relation is None and failure.term.operator == "distinct":
        reading = replace(reading, left=evaluator(failure.term.arguments[0], failure.bindings))
    return Finding(step, domain, False, True, entry, (reading,))


def _unit(term: Term, degrees: Degrees | None) -> int:
    """The power of delta that the numbers of a relation, or numbers that differ, are multiples of."""
    return 0 if degrees is None else unit_of(term.arguments, degrees)


def _readings(term: Term, evaluator: Evaluator, bindings: dict[str, Any], degrees: Degrees | None) -> Iterator[Reading]:
    """The exact values of a true assertion: both sides of each relation that it consists of."""
    if term.operator == "all":
        for value in list(evaluator.bounds(term, bindings))[:MOST_READINGS]:
            yield from _readings(term.arguments[2], evaluator, {**bindings, term.names[0]: value}, degrees)
    elif term.operator == "and":
        for part in term.arguments:
            yield from _readings(part, evaluator, bindings, degrees)
    elif term.operator == "distinct":
        yield Reading(bindings, None, evaluator(term.arguments[0], bindings), None, _unit(term, degrees))
    elif term.operator in INTERVALS:
        x, low, high = (evaluator(side, bindings) for side in term.arguments)
        yield Reading(bindings, term.operator, x, (low, high), _unit(term, degrees))
    elif term.operator in RELATIONS and term.arguments[0].kind is Kind.NUMBER:
        left, right = (evaluator(side, bindings) for side in term.arguments)
        yield Reading(bindings, term.operator, left, right, _unit(term, degrees))
