"""What steps are decided in, one instance or all D: families run once through the networks and shared by all steps."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from exactua.claims.problem import Problem, Step
from exactua.evaluators.profiles import Profile
from exactua.grids.categories import DomainSpec
from exactua.proving.symbolic.evaluating import FamilyEvaluator, FamilyObservations
from exactua.proving.symbolic.families import (
    Family,
    Grid,
    Patterns,
    by_columns,
    families,
    ids_around,
    ids_of,
    number_by_columns,
)
from exactua.proving.symbolic.forms import Form
from exactua.proving.symbolic.passing import Passage
from exactua.proving.symbolic.polynomials import sign_of
from exactua.proving.symbolic.result import SymbolicStep, SymbolicWitness
from exactua.proving.symbolic.separating import Nearest
from exactua.terms.evaluation import NotObserved

MOST_BY_COLUMNS: Final = 1024
"""Families with known columns that a step is decided on, at most."""


class Setting(ABC):
    """A problem with its families, their passages through the networks, and what is asked where signs don't decide."""

    most_by_columns = MOST_BY_COLUMNS
    pairs_apart = False
    """Whether a family that has two points is another setting than one that has one."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self._ids: dict[Any, tuple[tuple[Form, ...], Form | None]] = {}
        self._passages: dict[Any, Passage] = {}
        self._evaluators: dict[Any, FamilyEvaluator] = {}

    @property
    def compared(self) -> int:
        """How many affine forms were compared with 0."""
        return sum(forms[0].simplex.compared for forms, _ in self._ids.values() if forms)

    @property
    def families(self) -> int:
        """How many patterns of ids were put through the networks."""
        return len(self._ids)

    def classes(self, spec: DomainSpec) -> Iterator[Family]:
        """The families by classes that cover a domain. Raises NotObserved for what is no domain of orbits."""
        grid = self.grid(spec)
        return families(spec, grid, self.most_distinct(grid))

    def with_columns(self, spec: DomainSpec) -> Iterator[Family]:
        """The families with known columns that cover a domain. Raises NotObserved where they are too many."""
        grid = self.grid(spec)
        if number_by_columns(spec, grid, self.most_distinct(grid)) > self.most_by_columns:
            raise NotObserved(
                "it depends on which columns are equal, and there are more than "
                f"{self.most_by_columns:,} patterns of that"
            )
        return by_columns(spec, grid, self.most_distinct(grid))

    def evaluator(self, family: Family, spec: DomainSpec, *, pairs: bool = False) -> FamilyEvaluator:
        """The evaluator of terms at all points of a family of a domain; `pairs`: where it has two of them."""
        pairs = pairs and self.pairs_apart
        key = (family, spec, pairs)
        if key not in self._evaluators:
            grid = self.grid(spec, family.least + pairs)
            evaluator = self._made(family, spec, grid, (pairs,), lambda: (ids_of(family, grid), None))
            if family.zero is None:
                evaluator.around = partial(self._around, family, spec)
            self._evaluators[key] = evaluator
        return self._evaluators[key]

    def has_points(self, family: Family, spec: DomainSpec) -> bool:
        """Whether a family has points at all."""
        return sign_of(self.grid(spec, family.least).regular - family.least) != -2

    def _around(self, family: Family, spec: DomainSpec, gap: int, behind: int) -> tuple[FamilyEvaluator, Form] | None:
        """The evaluator at all points and numbers of layers in a gap between ids, and that number; None: no such."""
        key = (family, spec, gap, behind)
        grid = self.grid(spec, family.distinct + behind)
        if sign_of(grid.regular - family.distinct - behind) == -2:
            return None
        if key not in self._evaluators:
            self._evaluators[key] = self._made(
                family, spec, grid, (gap, behind), lambda: ids_around(family, grid, gap, behind)
            )
        layer = self._ids[self._pattern(family, spec, (gap, behind))][1]
        assert layer is not None
        return self._evaluators[key], layer

    def _pattern(self, family: Family, spec: DomainSpec, case: tuple[int, ...]) -> Any:
        """What the forms of the ids depend on."""
        return family.pattern, spec.levels, spec.ids, spec.special if family.negative else (), case

    def _made(
        self,
        family: Family,
        spec: DomainSpec,
        grid: Grid,
        case: tuple[int, ...],
        make: Callable[[], tuple[tuple[Form, ...], Form | None]],
    ) -> FamilyEvaluator:
        pattern = self._pattern(family, spec, case)
        if pattern not in self._ids:
            self._ids[pattern] = make()
        ids = self._ids[pattern][0]

        def passage(name: str) -> Passage:
            if (name, pattern) not in self._passages:
                self._passages[name, pattern] = Passage(self.profile(name, grid), ids, family.generic)
            return self._passages[name, pattern]

        return self.evaluator_of(grid, family, ids, passage)

    def evaluator_of(
        self, grid: Grid, family: Family, ids: tuple[Form, ...], passage: Callable[[str], Passage]
    ) -> FamilyEvaluator:
        """The evaluator of terms where columns have these ids."""

        def quantity(network: str, name: str) -> Any:
            return self.quantity(network, name, grid)

        parameters, values = self.numbers(grid)
        return FamilyEvaluator(parameters, values, FamilyObservations(grid, family, ids, passage, quantity))

    @abstractmethod
    def grid(self, spec: DomainSpec, least: int = 0) -> Grid:
        """The columns of a domain, at least `least` of them. Raises NotObserved where it is none of orbits."""

    @abstractmethod
    def most_distinct(self, grid: Grid) -> int | None:
        """The most ids >= 0 that can be different; None: any number."""

    @abstractmethod
    def numbers(self, grid: Grid) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """The parameters and the definitions."""

    @abstractmethod
    def profile(self, name: str, grid: Grid) -> Profile:
        """The profile of a network in units of a grid. Raises NotObserved where it has none."""

    @abstractmethod
    def quantity(self, network: str, name: str, grid: Grid) -> Any:
        """A count read off a network."""

    @abstractmethod
    def static(self, step: Step) -> SymbolicStep:
        """The verdict of a step that needs no point."""

    @abstractmethod
    def unsound(self, step: Step) -> str | None:
        """Why one point does not stand for its orbit, if it does not."""

    @abstractmethod
    def at_most_one_point(self, step: Step) -> bool:
        """Whether there are no two points to compare."""

    @abstractmethod
    def counterexample(self, step: Step, patterns: Patterns) -> SymbolicWitness | str:
        """A point at which a step fails that signs don't decide; or why there is none."""

    @abstractmethod
    def applicable(self, step: Step, patterns: Patterns) -> bool:
        """Whether there is surely a point that satisfies the hypothesis."""

    @abstractmethod
    def near_pair(
        self, step: Step, spec: DomainSpec, at: tuple[Nearest, int], relation: str, bound: Any
    ) -> SymbolicWitness | None:
        """Two points whose numbers are too near, at a corner where that is not excluded."""
