"""Counterexamples: vertices of families at which a step is false, confirmed by the literal networks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any, Final

from exactua.arithmetic.rationals import Matrix
from exactua.claims.decision import Witness
from exactua.claims.problem import Problem, Step
from exactua.deciding.fold import RELATION
from exactua.deciding.observations import LiteralObservations, UnrolledNetworks
from exactua.errors import EvaluatorsDisagree
from exactua.grids.categories import DomainSpec
from exactua.proving.symbolic.families import Patterns, matrix_of, vertices
from exactua.proving.symbolic.grid import Column
from exactua.proving.symbolic.result import SymbolicWitness
from exactua.proving.symbolic.signs import OPEN, Answer, Open
from exactua.targets.target import shown
from exactua.terms.evaluation import Evaluator, NotObserved
from exactua.terms.language import TermError
from exactua.terms.measures import failure_of

if TYPE_CHECKING:
    from exactua.proving.symbolic.instance import Instance

MOST_LITERAL_LAYERS: Final = 20_000
"""Layers of the networks, unrolled, up to which a counterexample is confirmed by the literal networks."""
MOST_TRIED: Final = 400
"""Vertices at which a step that signs don't decide is tried."""
MOST_OPEN: Final = 8
"""Vertices that affine forms leave open, too, and that are put to the literal networks."""


def truth(value: Any) -> Answer:
    """A truth value as an answer."""
    return value if isinstance(value, Open) else bool(value)


def tried(instance: Instance, patterns: Patterns) -> Iterator[tuple[DomainSpec, tuple[Column, ...]]]:
    """Vertices of families, as columns, at most `MOST_TRIED`."""
    every = ((spec, vertex) for spec, family in patterns for vertex in vertices(family, instance.grid(spec)))
    return islice(every, MOST_TRIED)


def value_at(instance: Instance, step: Step, spec: DomainSpec, columns: tuple[Column, ...]) -> tuple[Answer, Answer]:
    """Whether the step applies at a point, and whether its term is true there, by forms that are constants."""
    try:
        evaluator = instance.at_point(columns, spec)
        applies = True if step.given is None else truth(evaluator(step.given))
        return applies, truth(evaluator(step.term)) if applies is True else True
    except (NotObserved, TermError):
        return OPEN, OPEN


def applicable(instance: Instance, step: Step, patterns: Patterns) -> bool:
    """Whether a vertex satisfies the hypothesis of a step that holds."""
    return any(value_at(instance, step, spec, columns)[0] is True for spec, columns in tried(instance, patterns))


def counterexample(instance: Instance, step: Step, patterns: Patterns) -> SymbolicWitness | str:
    """A vertex at which a step fails, confirmed by the literal networks; or why there is none.

    Raises EvaluatorsDisagree where a vertex is one by affine forms and none for the literal networks.
    """
    problem = instance.problem
    if not literal_is_affordable(problem, step):
        return "the networks have too many layers for a counterexample to be confirmed layer by layer"
    undecided: list[tuple[DomainSpec, Matrix]] = []
    for spec, columns in tried(instance, patterns):
        applies, holds = value_at(instance, step, spec, columns)
        matrix = matrix_of(columns)
        if applies is True and holds is False:
            if (failure := fails_literally(problem, step, matrix)) is not None:
                return SymbolicWitness(spec.name, (matrix,), failure)
            raise EvaluatorsDisagree(
                f"{problem.label}.{step.name}: false by affine forms and true by the literal networks "
                f"at {shown(matrix)}"
            )
        if (applies is OPEN or holds is OPEN) and len(undecided) < MOST_OPEN:
            undecided.append((spec, matrix))
    for spec, matrix in undecided:
        if (failure := fails_literally(problem, step, matrix)) is not None:
            return SymbolicWitness(spec.name, (matrix,), failure)
    return ""


def literal_is_affordable(problem: Problem, step: Step) -> bool:
    """Whether the networks that a step speaks of have few enough layers to be evaluated one by one."""
    networks = UnrolledNetworks(problem.networks)
    return sum(networks.count(name) for name in step.networks()) <= MOST_LITERAL_LAYERS


def literal(problem: Problem, matrix: Matrix) -> Evaluator:
    """The literal evaluator at a point."""
    return Evaluator(problem.parameters, problem.values, LiteralObservations(problem.networks, matrix))


def fails_literally(problem: Problem, step: Step, matrix: Matrix) -> Witness | None:
    """Where a step fails at a point by the literal networks; None: it doesn't."""
    evaluator = literal(problem, matrix)
    try:
        if (step.given is not None and not evaluator(step.given)) or evaluator(step.term):
            return None
    except TermError:
        return None
    return Witness.of(failure_of(step.term, evaluator), points=(matrix,))


def near_pair(
    instance: Instance, step: Step, spec: DomainSpec, pair: Sequence[tuple[int, ...]], relation: str, bound: Any
) -> SymbolicWitness | None:
    """Two points, by the values of their variables, if the literal networks find their numbers too near."""
    if not literal_is_affordable(instance.problem, step):
        return None
    grid = instance.grid(spec)
    ids = [[sum(values[: j + 1]) + j for j in range(grid.n)] for values in pair]
    points = tuple(matrix_of([grid.columns_of(column_id) for column_id in row]) for row in sorted(ids))
    numbers: list[Any] = []
    for matrix in points:
        value = literal(instance.problem, matrix)(step.term)
        numbers += value if isinstance(value, tuple) else (value,)
    distance = min(b - a for a, b in pairwise(sorted(numbers)))
    if RELATION[relation](distance, bound):
        return None
    if step.fold == "apart":
        return SymbolicWitness(spec.name, points, Witness((), points, {}, relation, distance, bound))
    twice = min(number for number in numbers if numbers.count(number) > 1)
    return SymbolicWitness(spec.name, points, Witness((), points, {}, "!=", twice, twice))
