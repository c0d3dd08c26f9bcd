"""One instance: the networks' own profiles, numbers that are known, and counterexamples by the literal networks.

A counterexample is a vertex of a family at which a step is false.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import islice, pairwise
from typing import Any, Final

from gmpy2 import mpq, mpz

from exactua.arithmetic.rationals import Matrix
from exactua.claims.decision import Witness
from exactua.claims.problem import Problem, Step
from exactua.deciding.fold import RELATION, settle_static, unsound_orbits
from exactua.deciding.observations import LiteralObservations, UnrolledNetworks
from exactua.errors import EvaluatorsDisagree
from exactua.evaluators.profiles import NoProfile, Profile, read_profile
from exactua.grids.categories import DomainSpec
from exactua.proving.symbolic.evaluating import FamilyEvaluator
from exactua.proving.symbolic.families import Column, Grid, Patterns, constants, matrix_of, read_grid, vertices
from exactua.proving.symbolic.passing import Passage
from exactua.proving.symbolic.result import SymbolicStep, SymbolicWitness
from exactua.proving.symbolic.separating import Nearest, nearest_points
from exactua.proving.symbolic.setting import Setting
from exactua.proving.symbolic.signs import OPEN, Answer, Open
from exactua.targets.target import shown
from exactua.terms.evaluation import Evaluator, Nothing, NotObserved
from exactua.terms.language import TermError
from exactua.terms.measures import failure_of

LONG_INTEGER: Final = 1000
"""Bits of a definition from which gmpy2's integers are quicker than Python's."""
MOST_LITERAL_LAYERS: Final = 20_000
"""Layers of the networks, unrolled, up to which a counterexample is confirmed by the literal networks."""
MOST_TRIED: Final = 400
"""Vertices at which a step that signs don't decide is tried."""
MOST_OPEN: Final = 8
"""Vertices that affine forms leave open, too, and that are put to the literal networks."""


def truth(value: Any) -> Answer:
    """A truth value as an answer."""
    return value if isinstance(value, Open) else bool(value)


class Instance(Setting):
    """A problem at an instance."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        exact = {name: mpq(value) for name, value in problem.values.items()}
        long = any(int(value.numerator).bit_length() > LONG_INTEGER for value in exact.values())
        self._integer: Callable[[Any], Any] = mpz if long else int
        self._values: dict[str, Any] = {
            name: self._integer(value.numerator) if value.denominator == 1 else value for name, value in exact.items()
        }
        self._static = Evaluator(problem.parameters, problem.values, Nothing())
        self._grids: dict[DomainSpec, tuple[Grid, int] | str] = {}
        self._profiles: dict[tuple[str, Any, Any], Profile | str] = {}

    def grid(self, spec: DomainSpec, least: int = 0) -> Grid:
        """The columns of a domain. Raises NotObserved where it is none of orbits over such a grid."""
        return self._read(spec)[0]

    def points(self, spec: DomainSpec) -> int:
        """The number of points of a domain, by its closed form."""
        return self._read(spec)[1]

    def _read(self, spec: DomainSpec) -> tuple[Grid, int]:
        if spec not in self._grids:
            try:
                grid, points = read_grid(spec, self._static, self.problem.parameters)
                self._grids[spec] = (replace(grid, regular=self._integer(grid.regular)), points)
            except NotObserved as reason:
                self._grids[spec] = str(reason)
        grid_or_reason = self._grids[spec]
        if isinstance(grid_or_reason, str):
            raise NotObserved(grid_or_reason)
        return grid_or_reason

    def most_distinct(self, grid: Grid) -> int | None:
        """As many as there are columns without a special entry, or columns of a point."""
        return min(int(grid.regular), grid.n)

    def numbers(self, grid: Grid) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """The parameters and the definitions."""
        return self.problem.parameters, self._values

    def profile(self, name: str, grid: Grid) -> Profile:
        """The profile that is read from the network."""
        assert grid.u is not None
        key = (name, grid.u, grid.unit)
        if key not in self._profiles:
            try:
                profile = read_profile(self.problem.networks[name], grid.u, grid.unit)
                self._profiles[key] = profile.with_integers(self._integer)
            except NoProfile as reason:
                self._profiles[key] = f"{name}: {reason}"
        profile_or_reason = self._profiles[key]
        if isinstance(profile_or_reason, str):
            raise NotObserved(profile_or_reason)
        return profile_or_reason

    def quantity(self, network: str, name: str, grid: Grid) -> Any:
        """A count read off a network."""
        return self.problem.networks[network].quantity(name)

    def at_point(self, columns: tuple[Column, ...], spec: DomainSpec) -> FamilyEvaluator:
        """The evaluator at one point, its columns by increasing id: a family of one, every comparison decided."""
        grid = self.grid(spec)
        ids, family = constants(columns, grid)
        known: dict[str, Passage] = {}

        def passage(name: str) -> Passage:
            if name not in known:
                known[name] = Passage(self.profile(name, grid), ids)
            return known[name]

        return self.evaluator_of(grid, family, ids, passage)

    def static(self, step: Step) -> SymbolicStep:
        """The verdict of a step that needs no point."""
        settled = settle_static(self.problem, step)
        witness = None if settled.witness is None else SymbolicWitness(None, (), settled.witness)
        return SymbolicStep(step, settled.verdict, witness=witness)

    def unsound(self, step: Step) -> str | None:
        """Why one point does not stand for its orbit, if it does not."""
        return unsound_orbits(self.problem, step)

    def at_most_one_point(self, step: Step) -> bool:
        """Whether there are no two points to compare."""
        return sum(self.points(spec) for spec in step.over) < 2

    def tried(self, patterns: Patterns) -> Iterator[tuple[DomainSpec, tuple[Column, ...]]]:
        """Vertices of families, as columns, at most `MOST_TRIED`."""
        every = ((spec, vertex) for spec, family in patterns for vertex in vertices(family, self.grid(spec)))
        return islice(every, MOST_TRIED)

    def value_at(self, step: Step, spec: DomainSpec, columns: tuple[Column, ...]) -> tuple[Answer, Answer]:
        """Whether the step applies at a point, and whether its term is true there, by forms that are constants."""
        try:
            evaluator = self.at_point(columns, spec)
            applies = True if step.given is None else truth(evaluator(step.given))
            return applies, truth(evaluator(step.term)) if applies is True else True
        except (NotObserved, TermError):
            return OPEN, OPEN

    def applicable(self, step: Step, patterns: Patterns) -> bool:
        """Whether a vertex satisfies the hypothesis of a step that holds."""
        return any(self.value_at(step, spec, columns)[0] is True for spec, columns in self.tried(patterns))

    def counterexample(self, step: Step, patterns: Patterns) -> SymbolicWitness | str:
        """A vertex at which a step fails, confirmed by the literal networks; or why there is none.

        Raises EvaluatorsDisagree where a vertex is one by affine forms and none for the literal networks.
        """
        problem = self.problem
        if not literal_is_affordable(problem, step):
            return "the networks have too many layers for a counterexample to be confirmed layer by layer"
        undecided: list[tuple[DomainSpec, Matrix]] = []
        for spec, columns in self.tried(patterns):
            applies, holds = self.value_at(step, spec, columns)
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

    def near_pair(
        self, step: Step, spec: DomainSpec, at: tuple[Nearest, int], relation: str, bound: Any
    ) -> SymbolicWitness | None:
        """The two points at this corner, if the literal networks find their numbers too near."""
        if not literal_is_affordable(self.problem, step):
            return None
        grid = self.grid(spec)
        pair = nearest_points(at[0], int(grid.regular) - grid.n, at[1])
        ids = [[sum(values[: j + 1]) + j for j in range(grid.n)] for values in pair]
        points = tuple(matrix_of([grid.columns_of(column_id) for column_id in row]) for row in sorted(ids))
        numbers: list[Any] = []
        for matrix in points:
            value = literal(self.problem, matrix)(step.term)
            numbers += value if isinstance(value, tuple) else (value,)
        distance = min(b - a for a, b in pairwise(sorted(numbers)))
        if RELATION[relation](distance, bound):
            return None
        if step.fold == "apart":
            return SymbolicWitness(spec.name, points, Witness((), points, {}, relation, distance, bound))
        twice = min(number for number in numbers if numbers.count(number) > 1)
        return SymbolicWitness(spec.name, points, Witness((), points, {}, "!=", twice, twice))


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
