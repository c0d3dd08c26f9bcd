"""One instance: the networks' own profiles, numbers that are known, and counterexamples by the literal networks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from gmpy2 import mpq, mpz

from exactua.claims.problem import Problem, Step
from exactua.deciding.fold import settle_static, unsound_orbits
from exactua.evaluators.profiles import NoProfile, Profile, read_profile
from exactua.grids.categories import DomainSpec
from exactua.proving.symbolic import confirming
from exactua.proving.symbolic.evaluating import FamilyEvaluator
from exactua.proving.symbolic.families import Patterns, constants
from exactua.proving.symbolic.grid import Column, Grid, read_grid
from exactua.proving.symbolic.passing import Passage
from exactua.proving.symbolic.result import SymbolicStep, SymbolicWitness
from exactua.proving.symbolic.separating import Nearest, nearest_points
from exactua.proving.symbolic.setting import Setting
from exactua.terms.evaluation import Evaluator, Nothing, NotObserved

LONG_INTEGER: Final = 1000
"""Bits of a definition from which gmpy2's integers are quicker than Python's."""


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

    def counterexample(self, step: Step, patterns: Patterns) -> SymbolicWitness | str:
        """A vertex at which the literal networks refute a step; or why there is none."""
        return confirming.counterexample(self, step, patterns)

    def applicable(self, step: Step, patterns: Patterns) -> bool:
        """Whether a vertex satisfies the hypothesis."""
        return confirming.applicable(self, step, patterns)

    def near_pair(
        self, step: Step, spec: DomainSpec, at: tuple[Nearest, int], relation: str, bound: Any
    ) -> SymbolicWitness | None:
        """The two points at this corner, if the literal networks find their numbers too near."""
        grid = self.grid(spec)
        pair = nearest_points(at[0], int(grid.regular) - grid.n, at[1])
        return confirming.near_pair(self, step, spec, pair, relation, bound)
