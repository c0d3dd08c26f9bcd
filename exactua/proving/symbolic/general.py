"""A claim decided for all D at a fixed n: ids as forms whose coefficients are polynomials in t = D - D_0.

In place of a network there is its profile with entries that are polynomials in D; it is compared with the profile read
from the claim's own network at a list of small instances. So a result speaks of every network with this profile.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

from gmpy2 import mpq

from exactua.claims.claim import Claim
from exactua.claims.problem import Step
from exactua.claims.verdicts import Scope, Verdict
from exactua.errors import InputError
from exactua.evaluators.profiles import NoProfile, Profile, read_profile
from exactua.grids import categories
from exactua.grids.categories import DomainSpec
from exactua.papers.yun2020 import selective_shift
from exactua.proving.symbolic.deciding import decide_step
from exactua.proving.symbolic.evaluating import Quantities, SignEvaluator
from exactua.proving.symbolic.families import Grid, Patterns
from exactua.proving.symbolic.instance import Instance
from exactua.proving.symbolic.polynomials import SECOND, Exponent, Polynomial
from exactua.proving.symbolic.result import SymbolicResult, SymbolicStep, SymbolicWitness
from exactua.proving.symbolic.separating import Nearest
from exactua.proving.symbolic.setting import Setting
from exactua.terms.evaluation import NotObserved
from exactua.terms.language import TermError

COMPARED_AT: Final = ((1, 2), (1, 3), (1, 5), (2, 2), (2, 3), (3, 2))
"""The (d, m) at which a profile for all D is compared with that of the claim's own network."""

GENERAL_PROFILES: Final = (selective_shift.profile,)
"""The profiles that are known for all D, as functions of n."""

TRIED_AT: Final = ((1, 2), (1, 3), (1, 4), (2, 2), (1, 5), (2, 3))
"""The (d, m) at which a step that signs don't decide for all D is decided; and the least with n and n + 1 ids."""


def decide_for_all_D(claim: Claim, n: int, steps: tuple[str, ...] = (), judged: str = "as written") -> SymbolicResult:
    """Decides steps of a claim (all, unless some are named) at all points of all instances with n columns.

    `judged` as in `Claim.problem`. Raises InputError for an n or a step that the claim has not, EvaluatorsDisagree
    where a counterexample at an instance is none for the literal networks.
    """
    claim.require_steps()
    if {parameter.name for parameter in claim.parameters} != {"d", "n", "m"}:
        raise InputError(f"label: {claim.label} has other parameters than d, n and delta; all D is for claims of these")
    setting = AllD(claim, n, steps, judged)
    decided = tuple(decide_step(setting, step) for step in setting.problem.steps)
    points = dict.fromkeys((spec.name for spec in setting.problem.domains), None)
    where = ", ".join(f"({d}, {m})" for d, m in COMPARED_AT)
    remarks = tuple(
        f"for every network with the profile of {name}, which is that of {name} at (d, 1/delta) = {where}"
        for name in setting.profiles
    )
    return SymbolicResult(
        setting.problem, Scope.GENERAL, decided, points, setting.families, setting.compared, remarks, setting.profiles
    )


def profiled(claim: Claim, n: int) -> dict[str, Profile]:
    """The networks of a claim whose profile is known for all D, each with it."""
    setting = AllD(claim, n)
    return {name: setting.profiles[name] for name in claim.networks if setting.is_profiled(name)}


class AllD(Setting):
    """A claim at all instances with this n: D and m are indeterminates, D_0 the least D with points of a family."""

    pairs_apart = True

    def __init__(self, claim: Claim, n: int, steps: tuple[str, ...] = (), judged: str = "as written") -> None:
        some = claim.problem({"d": 1, "n": n, "m": 2}, steps, judged, with_networks=False)
        super().__init__(replace(some, parameters={"n": n}))
        self.claim, self.n = claim, n
        self.profiles: dict[str, Profile] = {}
        """The profiles for all D, by network, as far as they were asked for."""
        self._refused: dict[str, str] = {}
        self._numbers: dict[int, tuple[dict[str, Any], dict[str, Any]]] = {}

    def _for(self, least: int) -> tuple[dict[str, Any], dict[str, Any]]:
        """The parameters and the definitions for D >= least and m >= 2, as polynomials."""
        if least not in self._numbers:
            m, D = Polynomial({SECOND: 1, 0: 2}), Polynomial({1: 1, 0: least})
            parameters, values = {"n": self.n, "m": m, "d": Exponent(1, 0, D, m), "D": D}, dict[str, Any]()
            for name, term in self.problem.definitions:
                with suppress(NotObserved, TermError):  # then steps that speak of it are inconclusive
                    values[name] = self._evaluator(parameters, values)(term)
            self._numbers[least] = parameters, values
        return self._numbers[least]

    def _evaluator(self, parameters: Mapping[str, Any], values: Mapping[str, Any]) -> SignEvaluator:
        def quantity(network: str, name: str) -> Any:
            return self._quantity(network, name, parameters["D"])

        return SignEvaluator(parameters, dict(values), Quantities(quantity))

    def grid(self, spec: DomainSpec, least: int = 0) -> Grid:
        """The columns of a domain for all D >= least (and >= 2)."""
        if spec.kind != "orbits" or (spec.levels, spec.ids) != (categories.grid.levels, categories.grid.ids):
            raise NotObserved(f"{spec.name} has other columns than the grid of the paper")
        parameters, values = self._for(max(2, least))
        m, D, bound = parameters["m"], parameters["D"], None
        if spec.specials != "none":
            if len(spec.special) != 1:
                raise NotObserved(f"{spec.name} has several special levels")
            bound = self._evaluator(parameters, values)(spec.special[0]) * m + D - m
            if bound.sign != -2:
                raise NotObserved(f"a column of {spec.name} with a special entry may have an id that is not negative")
        assert spec.ids is not None
        return Grid(self.n, D, bound, m, None, spec.ids)

    def most_distinct(self, grid: Grid) -> int | None:
        """Any number: D is as large as it takes."""
        return None

    def numbers(self, grid: Grid) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """The parameters and the definitions as polynomials."""
        return self._for(grid.regular.terms[0])

    # Profiles

    def profile(self, name: str, grid: Grid) -> Profile:
        """The profile for all D that is the network's own at small instances."""
        return self._general_profile(name).at(grid.regular)

    def is_profiled(self, name: str) -> bool:
        """Whether the profile of the network is known for all D."""
        try:
            return bool(self._general_profile(name))
        except NotObserved:
            return False

    def _general_profile(self, name: str) -> Profile:
        if name not in self.profiles and name not in self._refused:
            for make in GENERAL_PROFILES:
                if self._is_that_of(make(self.n), name):
                    self.profiles[name] = make(self.n)
                    break
            else:
                self._refused[name] = f"{name}: no profile for all D is known that is its own at small instances"
        if name in self._refused:
            raise NotObserved(self._refused[name])
        return self.profiles[name]

    def _is_that_of(self, profile: Profile, name: str) -> bool:
        """Whether the claim's network has this profile at all instances that are looked at."""
        for d, m in COMPARED_AT:
            network = self.claim.networks[name]({"d": d, "n": self.n, "m": m})
            u = tuple(mpq(m) ** i for i in range(d))
            try:
                own = read_profile(network, u, mpq(1, m))
                if not own.same(profile.at(m**d)) or own.direction != (1, *(0,) * (d - 1)):
                    return False
            except NoProfile:
                return False
        return True

    def quantity(self, network: str, name: str, grid: Grid) -> Any:
        """A count read off a profile."""
        return self._quantity(network, name, grid.regular)

    def _quantity(self, network: str, name: str, D: Any) -> Any:
        profile = self._general_profile(network).at(D)
        if name == "attention layers":
            return sum((stack.count for stack in profile.stacks), start=0)
        if name in ("feed-forward layers", "hidden size", "activations outside Phi", "other layers"):
            return 0
        if name in ("heads", "head size"):
            return profile.most_heads if name == "heads" else int(profile.most_heads > 0)
        raise NotObserved(f"the number of {name} for all d")

    # Where signs don't decide: small instances

    def _at_instances(self, step: Step) -> Iterator[tuple[dict[str, int], SymbolicStep]]:
        """The step decided at small instances, smaller D first."""
        for d, m in dict.fromkeys((*TRIED_AT, (1, max(2, self.n)), (1, self.n + 1))):
            try:
                problem = self.claim.problem({"d": d, "n": self.n, "m": m}, (step.name,))
            except InputError:  # the claim's networks are too large there
                continue
            yield {"d": d, "m": m}, decide_step(Instance(problem), step)

    def _refuted(self, step: Step) -> SymbolicWitness | None:
        for box, decided in self._at_instances(step):
            if decided.witness is not None:
                return replace(decided.witness, parameters=box)
        return None

    def static(self, step: Step) -> SymbolicStep:
        """The verdict of a step that needs no point, for all D >= 2 and m >= 2."""
        reason = "its truth is not decided by signs"
        try:
            evaluator = self._evaluator(*self._for(2))
            applies = step.given is None or evaluator(step.given)
            if applies is False:
                return SymbolicStep(step, Verdict.VACUOUS)
            if applies is True and evaluator(step.term) is True:
                return SymbolicStep(step, Verdict.HOLDS)
        except (NotObserved, TermError) as error:
            reason = str(error)
        witness = self._refuted(step)
        if witness is not None:
            return SymbolicStep(step, Verdict.REFUTED, None, witness)
        return SymbolicStep(step, Verdict.INCONCLUSIVE, reason)

    def unsound(self, step: Step) -> str | None:
        """Profiles are those of layers with averaging ties, for which one point stands for its orbit."""
        return None

    def at_most_one_point(self, step: Step) -> bool:
        """No: there are two for large D."""
        return False

    def counterexample(self, step: Step, patterns: Patterns) -> SymbolicWitness | str:
        """A point of a small instance at which the step fails; or why there is none."""
        return self._refuted(step) or ""

    def applicable(self, step: Step, patterns: Patterns) -> bool:
        """Whether a small instance has a point that satisfies the hypothesis."""
        return any(decided.verdict is Verdict.HOLDS for _, decided in self._at_instances(step))

    def near_pair(
        self, step: Step, spec: DomainSpec, at: tuple[Nearest, int], relation: str, bound: Any
    ) -> SymbolicWitness | None:
        """Two points of a small instance whose numbers are too near."""
        return self._refuted(step)
