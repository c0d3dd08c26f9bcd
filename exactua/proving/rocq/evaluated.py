"""What the steps say at every point of a small instance, computed in the kernel from their terms as exported.

The literal evaluator says it of the terms themselves: a vocabulary or an export that means something else differs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import product
from typing import Any, Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import Matrix
from exactua.claims.problem import Problem, Step
from exactua.claims.registry import find
from exactua.deciding.observations import LiteralObservations, UnrolledNetworks
from exactua.grids.categories import DomainSpec, build
from exactua.proving.rocq.comparison import Tie, at, instances, named
from exactua.proving.rocq.data import listed, point, vector
from exactua.proving.rocq.domains import is_column_of_numbers, units
from exactua.proving.rocq.generate import CLAIMS
from exactua.proving.rocq.propositions import computed
from exactua.proving.rocq.refusal import NotExported
from exactua.terms.evaluation import Evaluator
from exactua.terms.language import Kind, Term

LARGE: Final = ("yun2020:tightness", "yun2020:lemma9", "yun2020:proposition5", "yun2020:theorem3", "yun2020:g3")
"""Claims about value maps, whose weights take long to compute but at the smallest instance."""


def ties(values: Mapping[str, int], without: Collection[str] = ()) -> Iterator[Tie]:
    """For each exported step whether the kernel computes what the evaluator says, at all points of its domains."""
    for label in CLAIMS:
        if label in without:
            continue
        claim, _ = find(label)
        for instance in instances(claim, values):
            problem = claim.problem(instance)
            networks = UnrolledNetworks(problem.networks)
            for step in problem.steps:
                try:
                    says = computed(claim, step)
                except NotExported:
                    continue
                points = list(_points(problem, step))
                known = listed(_answer(problem, networks, step, Z, row) for _, Z, row in points)
                what = f"{label}.{step.name} at {len(points)} points, {named(instance)}"
                data = listed(point for point, _, _ in points)
                yield Tie(what, f"same_answers ({at(instance, says)}) {data} {known}")


def _points(problem: Problem, step: Step) -> Iterator[tuple[str, Matrix, int | None]]:
    """Each point as Gallina data, as a matrix, and the row along which it is looked at."""
    if not step.over:
        yield "tt", (), None
    for spec in step.over:
        if is_column_of_numbers(spec):
            yield from _columns(problem)
        else:
            per_one = {"m": 1, "2 * m": 2}[units(spec)] * int(problem.parameters["m"])
            yield from ((point(Z, per_one), Z, None) for Z in matrices(spec, problem.parameters))


def matrices(spec: DomainSpec, parameters: Mapping[str, Any]) -> list[Matrix]:
    """All points of a domain, unit 1."""
    domain = build(spec, lambda term: Evaluator(parameters, {}, LiteralObservations({}, ()))(term), parameters)
    return [domain.matrix(rank) for rank in range(domain.count)]


def columns(d: int, m: int) -> list[tuple[Any, ...]]:
    """Columns whose entries are multiples of delta/2 in and around [0, 1]."""
    return list(product([mpq(k, 2 * m) for k in range(-m - 1, 3 * m + 2)], repeat=d))


def _columns(problem: Problem) -> Iterator[tuple[str, Matrix, int | None]]:
    d, m = int(problem.parameters["d"]), int(problem.parameters["m"])
    for column in columns(d, m):
        for row in range(1, d + 1):
            yield f"({row}%Z, {vector(column)})", tuple((entry,) for entry in column), row


def _answer(problem: Problem, networks: UnrolledNetworks, step: Step, Z: Matrix, row: int | None) -> str:
    """What the literal evaluator says at a point: the hypothesis, the condition, the numbers."""
    bound = {} if row is None else {"row": row}
    evaluator = Evaluator(problem.parameters, problem.values, LiteralObservations(networks, Z), bound)

    def truth(term: Term | None) -> str:
        return "true" if term is None or evaluator(term) else "false"

    term, given = step.term, truth(step.given)
    if term.kind is Kind.TRUTH:
        return f"({given}, {truth(term)}, [])"
    numbers = [evaluator(term)] if term.kind is Kind.NUMBER else evaluator(term)
    return f"({given}, true, {vector(map(mpq, numbers))})"
