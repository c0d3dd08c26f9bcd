"""Before anything is evaluated: which evaluator decides which step, how many points there are, and which shards."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, Literal, get_args

from exactua.arithmetic.forms import MixedEntries
from exactua.arithmetic.reals import Precision
from exactua.claims.problem import Problem, Step
from exactua.claims.verdicts import PointScope
from exactua.deciding.cells import CellDomain, CellsNotFound, cut
from exactua.deciding.compiled_steps import Machine, ProgramRun, affine_along_runs, chainable
from exactua.deciding.shards import Decider, Engine, Shard, index_of, tries_permutations
from exactua.errors import InputError, not_installed
from exactua.evaluators.column_ids import IdNetwork, id_network
from exactua.evaluators.compiled.native import available
from exactua.evaluators.compiled.recording import WIDEST_BITS, Compared, Recorded, record
from exactua.grids.categories import DomainSpec, Shared, build
from exactua.grids.columns import TooManyColumns
from exactua.grids.domains import CountTooLarge, PointDomain
from exactua.networks.items import is_batched, makes_reals, rounds
from exactua.terms.evaluation import Evaluator, NotObserved
from exactua.terms.language import TermError
from exactua.terms.measures import measure_of

EngineChoice = Literal["auto", "compiled", "vectors", "batches", "kernel", "literal"]
"""What may be asked for; "kernel" is what "batches" is called in files, and was called in commands."""
ENGINES: Final = get_args(EngineChoice)

WORTH_TRACING: Final = 10_000
"""Points of a domain from which on its steps are recorded into programs."""
WORTH_COMPILING: Final = 20_000_000
"""Points of a domain from which on compiled loops are sooner done, compilation included, than NumPy is."""
WORTH_COMPILING_RUNS: Final = 100_000
"""Affine runs from which on compiled loops are sooner done, compilation included, than plain ones."""
MOST_GATHERED: Final = 20_000
"""Points of a `distinct` fold up to which all numbers are sorted; beyond, neighbours are compared where that can be."""


@dataclass
class Plan:
    """A problem with its domains and, for each step that needs points, its evaluator."""

    problem: Problem
    domains: dict[str, PointDomain | CellDomain] = field(default_factory=dict)
    id_networks: dict[str, IdNetwork] = field(default_factory=dict)
    engines: dict[str, Engine] = field(default_factory=dict)
    programs: dict[str, list[ProgramRun]] = field(default_factory=dict)
    scope: PointScope = "enumerated"
    """How points are decided: one by one, or in affine runs where there are some."""
    precision: int = field(default_factory=lambda: Precision.cap)
    """Bits at which comparisons of reals are given up, by workers elsewhere too."""
    obstacle: str | None = None
    """Why the points can't be enumerated, if they can't."""

    @property
    def points(self) -> int:
        """The number of points of all domains together."""
        return sum(domain.count for domain in self.domains.values())

    @property
    def work(self) -> int:
        """The number of points to be decided, or of runs in place of those that are decided by their ends."""
        in_runs = {
            name: program.work for name, programs in self.programs.items() for program in programs if program.in_runs
        }
        return sum(in_runs.get(name, domain.count) for name, domain in self.domains.items())

    def decider(self) -> Decider:
        """What decides a shard of this plan."""
        return Decider(self.problem, self.domains, self.id_networks, self.engines, self.programs)

    def shards(self) -> Iterator[Shard]:
        """The rank ranges to decide of all domains."""
        decider = self.decider()
        for name in self.domains:
            yield from decider.shards_of(name)


def plan(
    problem: Problem,
    engine: EngineChoice = "auto",
    deadline: float | None = None,
    domains: Mapping[str, PointDomain | CellDomain] | None = None,
    gather: bool = False,
    scope: PointScope = "enumerated",
) -> Plan:
    """The plan of a problem. `engine` "batches" or "literal" asks for that evaluator for all steps, "compiled" or
    "vectors" for all that can be recorded.

    `deadline` (of time.monotonic) bounds the cutting of the line into cells; `domains` are the problem's where they
    are built already. `gather`: the numbers of folds are all gathered, and none is decided by neighbours. `scope`
    "runs": steps over sets of columns are decided in affine runs where they can be recorded. Raises InputError where no
    batch, or no program, decides a step for which it is asked.
    """
    if engine not in ENGINES:
        raise InputError(f"engine: {engine!r} is not valid; choose one of {', '.join(ENGINES)}")
    if engine == "batches":
        engine = "kernel"
    if engine == "compiled" and not available():
        raise not_installed("engine", "llvmlite", "fast", "compiled loops need it")
    planned = Plan(problem, scope=scope)
    try:
        planned.domains = build_domains(problem, deadline) if domains is None else dict(domains)
        _ = planned.points
    except (CountTooLarge, CellsNotFound, MixedEntries, NotObserved, TermError) as obstacle:
        planned.domains, planned.obstacle = {}, str(obstacle)
        return planned
    if engine != "literal":
        batched = {name: network for name, network in problem.networks.items() if is_batched(network)}
        id_networks = {name: id_network(network) for name, network in batched.items()}
        planned.id_networks = {name: on_ids for name, on_ids in id_networks.items() if on_ids is not None}
    first_points: dict[str, Evaluator] = {}
    try:
        recordings = _recordings(planned, engine, scope) if engine in ("auto", "compiled", "vectors") else {}
        for step in problem.steps:
            if step.over:
                with problem.located(f"step {step.name}"):
                    planned.engines[step.name] = _engine(planned, step, engine, first_points, recordings)
        if engine in ("auto", "compiled", "vectors"):
            _record(planned, recordings, engine, gather, scope)
    except TooManyColumns as obstacle:
        planned.obstacle = str(obstacle)
    return planned


@dataclass(frozen=True)
class _Recording:
    """The program of a domain, if there is one, and why steps are not in it."""

    program: Recorded | None
    refused: dict[str, str]

    def decides(self, step: Step) -> bool:
        """Whether it decides a step, unusual points aside: exact batches evaluate there whatever can be recorded."""
        return self.program is not None and step.name not in self.refused


def _recordings(plan: Plan, engine: EngineChoice, scope: PointScope) -> dict[str, _Recording]:
    """The steps that programs may decide, recorded where that is worth it or asked for, domain by domain."""
    always = engine != "auto" or scope == "runs"
    wanted = {name for name, domain in plan.domains.items() if always or domain.count >= WORTH_TRACING}
    steps = [
        step
        for step in plan.problem.steps
        if not plan.problem.may_be_undecided(step) and any(spec.name in wanted for spec in step.over)
    ]
    recordings = {}
    for name in {spec.name: None for step in steps for spec in step.over}:
        domain = plan.domains[name]
        if not isinstance(domain, CellDomain) and domain.count:
            over = [step for step in steps if any(spec.name == name for spec in step.over)]
            with suppress(TooManyColumns):  # which the first step says that needs its points
                recordings[name] = _Recording(*record(plan.problem, plan.id_networks, domain, over))
    return recordings


def _record(
    plan: Plan, recordings: Mapping[str, _Recording], engine: EngineChoice, gather: bool, scope: PointScope
) -> None:
    """Hands steps of batches over to programs where these were recorded."""
    batched = {step for step, chosen in plan.engines.items() if chosen == "kernel"}
    recorded: dict[str, Recorded] = {}
    refused: dict[str, str] = {}
    for name, recording in recordings.items():
        refused |= {step: reason for step, reason in recording.refused.items() if step in batched}
        program = recording.program
        if program is not None and batched & {step.step for step in program.steps}:
            recorded[name] = program.only(batched)
    for name, program in recorded.items():
        if scope == "runs" and not gather and _in_runs(plan, name, program, refused):
            continue
        _run_program(plan, name, program, refused, engine, gather)
    if engine != "auto" and not plan.programs:
        why = "".join(f" ({step}: {reason})" for step, reason in list(refused.items())[:1])
        raise InputError(f"engine: no program decides a step of {plan.problem.label}{why}; use auto or batches")


def _in_runs(plan: Plan, name: str, recorded: Recorded, refused: Collection[str]) -> bool:
    """Has all steps of a domain decided in affine runs, if all of them can be."""
    domain = plan.domains[name]
    assert not isinstance(domain, CellDomain)
    steps = {step.name: step for step in plan.problem.steps if any(spec.name == name for spec in step.over)}
    alone = all(len(steps[step.step].over) == 1 and _everywhere(recorded, step) for step in recorded.compared)
    if (
        not chainable(domain, recorded)
        or not alone
        or {step.step for step in recorded.steps} - set(refused) != set(steps)
    ):
        return False
    if not affine_along_runs(domain, recorded):
        return False
    places = {label: index_of(step, name) for label, step in steps.items()}
    folds = frozenset(step.step for step in recorded.compared)
    program = ProgramRun("plain", recorded, domain, places, folds, in_runs=True)
    if program.work >= WORTH_COMPILING_RUNS and available() and recorded.bits <= WIDEST_BITS:
        program.machine = "compiled"
    plan.programs[name] = [program]
    plan.engines.update(dict.fromkeys(steps, program.machine))
    return True


def _run_program(
    plan: Plan, name: str, recorded: Recorded, refused: Collection[str], engine: EngineChoice, gather: bool
) -> None:
    """The programs of a domain: in compiled loops, but for folds whose numbers have to be gathered."""
    domain = plan.domains[name]
    assert not isinstance(domain, CellDomain)
    compiled = engine == "compiled"
    if recorded.bits > WIDEST_BITS:
        compiled = False
    elif engine == "auto":
        compiled = domain.count >= WORTH_COMPILING and available()
    chained = not gather and chainable(domain, recorded) and (compiled or domain.count >= MOST_GATHERED)
    kept = {step.step for step in recorded.steps} - set(refused)
    several = {step.name for step in plan.problem.steps if len(step.over) > 1}
    folds = {
        step.step
        for step in recorded.compared
        if not chained or step.step in several or not _everywhere(recorded, step)
    }
    shares: list[tuple[Machine, set[str]]] = [("vectors", kept)]
    if compiled:
        shares = [("compiled", kept - folds), ("vectors", kept & folds)]
    for machine, names in shares:
        part = recorded.only(names)
        if not names:
            continue
        steps = {step.name: step for step in plan.problem.steps if step.name in names}
        places = {label: index_of(step, name) for label, step in steps.items()}
        plan.programs.setdefault(name, []).append(
            ProgramRun(machine, part, domain, places, frozenset(s.step for s in part.compared if s.step not in folds))
        )
        for step in names:
            plan.engines[step] = machine


def _everywhere(recorded: Recorded, step: Compared) -> bool:
    """Whether a fold applies at every point."""
    given = recorded.program.nodes[step.given]
    return given.operator == "truth" and bool(given.value)


def _engine(
    plan: Plan,
    step: Step,
    engine: EngineChoice,
    first_points: dict[str, Evaluator],
    recordings: Mapping[str, _Recording],
) -> Engine:
    cells = any(spec.kind == "cells" for spec in step.over)
    if plan.problem.may_be_undecided(step) and not cells:
        if engine == "kernel":
            what = "over reals" if plan.problem.speaks_of_reals(step) else "about a network that rounds"
            raise InputError(
                f"engine: exact batches can't decide {plan.problem.label}.{step.name}, a step {what}; use auto"
            )
        networks = [plan.problem.networks[name] for name in step.networks()]
        twice = engine != "literal" and any(makes_reals(network) or rounds(network) for network in networks)
        return "balls" if twice else "literal"
    if cells and engine != "kernel":
        return "forms"
    if cells:
        reason: str | None = "it ranges over all reals"
    elif engine == "literal":
        reason = "literal was asked for"
    else:  # batches need not be tried where a program decides it
        recorded = {name for name, recording in recordings.items() if recording.decides(step)}
        reason = _batches_refuse(plan, step, first_points, recorded)
    if engine == "kernel" and reason is not None:
        raise InputError(
            f"engine: exact batches can't decide {plan.problem.label}.{step.name} ({reason}); use auto or literal"
        )
    return "kernel" if reason is None else "literal"


def _batches_refuse(plan: Plan, step: Step, first_points: dict[str, Evaluator], without: Collection[str]) -> str | None:
    """Why exact batches can't decide a step; tried on the first point of each domain (its evaluator is kept).

    Domains `without` need of that are not tried.
    """
    if tries_permutations(step):
        return "permutations are tried point by point"
    for spec in step.over:
        domain = plan.domains[spec.name]
        assert not isinstance(domain, CellDomain)
        if domain.count == 0 or spec.name in without:
            continue
        if spec.name not in first_points:
            first_points[spec.name] = plan.decider().batch_evaluator(spec.name, domain.batch(0, 1))
        evaluator = first_points[spec.name]
        try:
            if step.given is not None:
                evaluator(step.given)
            evaluator(step.term)
            list(measure_of(step.term).values(evaluator))
        except (NotObserved, TermError) as reason:
            return str(reason)
    return None


def describe_points(count: int) -> str:
    """So many points for people: "1 point", "1,756 points"."""
    return f"{describe_count(count)} point{'' if count == 1 else 's'}"


def describe_count(count: int) -> str:
    """A number of points for people: exact up to 10^15, its power of ten beyond."""
    if count < 10**15:
        return f"{count:,}"
    exponent = (
        int((count.bit_length() - 1) * 0.30102999566398120) if count.bit_length() > 10_000 else len(str(count)) - 1
    )
    return f"about 10^{exponent}"


def build_domains(problem: Problem, deadline: float | None = None) -> dict[str, PointDomain | CellDomain]:
    """Every domain of the problem by its name. Counting needs no list of columns; whatever follows may."""
    built: dict[str, PointDomain | CellDomain] = {}
    shared: Shared = {}
    for spec in problem.domains:
        first = next(step for step in problem.steps if spec in step.over)
        with problem.located(f"step {first.name}", f" (its domain {spec.name!r})"):
            built[spec.name] = _build(problem, spec, deadline, shared)
    return built


def _build(problem: Problem, spec: DomainSpec, deadline: float | None, shared: Shared) -> PointDomain | CellDomain:
    if spec.kind == "cells":
        return cut(problem, [step for step in problem.steps if spec in step.over], deadline, spec)
    return build(spec, problem.value, problem.parameters, shared)
