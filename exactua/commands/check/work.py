"""`exactua check`: what a run may use, and one instance after the other: decided, certified, kept and told."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final

import click

from exactua.console.options import together
from exactua.console.output import say
from exactua.errors import InputError
from exactua.plurals import counted, so_many

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from exactua.claims.claim import Claim
    from exactua.claims.decision import Decision, StepResult
    from exactua.claims.problem import Problem
    from exactua.deciding.large_runs.store import RunStore


STORE: Final = Path(".exactua/runs.sqlite")
"""Where runs are kept unless --store says otherwise."""
WORTH_KEEPING: Final = 10
"""Seconds that a run has to take, as is estimated, to be kept without being asked."""


large_run_options = together(
    click.option(
        "--store", type=click.Path(path_type=Path), metavar="FILE",
        help=f"File that keeps finished parts, so that you can resume a run ({STORE} for longer runs).",
    ),
    click.option("--no-store", is_flag=True, help="Keep nothing for another run."),
    click.option("--scheduler", metavar="ADDRESS",
                 help="A Dask cluster whose workers decide, in place of --jobs: tcp://host:8786."),
)  # fmt: skip
"""--store, --no-store and --scheduler."""


@contextmanager
def workers(options: Mapping[str, Any]) -> Iterator[tuple[Executor | None, int]]:
    """The executor that --scheduler gives, if it is given, and the number of workers."""
    if options["scheduler"] is None:
        yield None, options["jobs"]
        return
    if options["jobs"] != 1:
        raise InputError(f"jobs: --scheduler has workers of its own; leave out --jobs {options['jobs']}")
    from exactua.deciding.large_runs.cluster import cluster

    with cluster(options["scheduler"]) as (executor, size):
        yield executor, size


class Stores:
    """The store of a command: opened at once where it was asked for, else when a run takes long enough."""

    def __init__(self, options: Mapping[str, Any], budget: float) -> None:
        if options["store"] is not None and options["no_store"]:
            raise InputError("store: --store and --no-store are both given; leave out one")
        self._options, self._budget = options, budget
        self.path: Path = options["store"] or STORE
        self.opened: RunStore | None = None
        self._tried = False
        if options["store"] is not None:
            self._open()

    def __enter__(self) -> Stores:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self.opened is not None:
            self.opened.close()

    def __call__(self, seconds: float) -> RunStore | None:
        """The store for a run that should take so many seconds, if it is to be kept."""
        worth = seconds > WORTH_KEEPING and (seconds <= self._budget or self.path.exists())  # else it is not begun
        if worth and not self._options["no_store"]:
            self._open()
        return self.opened

    def _open(self) -> None:
        if self._tried:
            return
        self._tried = True
        from exactua.commands.check.kept_options import kept
        from exactua.deciding.large_runs.store import RunStore, StoreFailed

        try:
            self.opened = RunStore(self.path, options=kept(self._options), tell=tell)
        except StoreFailed as error:
            tell(f"note: {error}; nothing of this run is kept")

    def ended(self, verdict: str, code: int, certificate: Path | None) -> None:
        """Notes how the last run ended."""
        if self.opened is None or self.opened.last is None:
            return
        from exactua.deciding.large_runs.store import StoreFailed

        try:
            self.opened.last.ended(verdict, code, certificate)
        except StoreFailed as error:
            tell(f"note: {error}; how the run ended is not noted")

    def again(self) -> str:
        """The command that was given, with the store from which it goes on."""
        import shlex

        context = click.get_current_context()
        words = ["exactua", "check"]
        for parameter in context.command.params:
            assert parameter.name is not None
            value = context.params.get(parameter.name)
            if isinstance(parameter, click.Argument):
                words.append(str(value))
            elif context.get_parameter_source(parameter.name) is click.core.ParameterSource.COMMANDLINE:
                for argument in value if isinstance(value, tuple) else (value,):
                    words += [parameter.opts[0]] if argument is True else [parameter.opts[0], str(argument)]
        if self._options["store"] is None:
            words += ["--store", str(self.path)]
        return shlex.join(words)


def tell(text: str) -> None:
    """A notice, where it is not part of what a command prints."""
    say(text, err=True)


Outcome = tuple[int, dict[str, Any], bool]
"""Exit code, JSON data, whether it was interrupted."""


@dataclass(frozen=True)
class How:
    """How the instances of a command are decided."""

    budget: float
    executor: Executor | None
    jobs: int
    stores: Stores
    several: bool
    over_words: bool
    """Whether the claim is about words: a step that has no value at some of them is inconclusive by itself."""
    options: dict[str, Any]
    left_out: Collection[str] = ()
    """Parameters of somebody's own claim that were not given, and have their default."""


def check_instance(problem: Problem, path: Path | None, how: How) -> Outcome:
    """Decides one instance, writes its certificate and prints it: exit code, JSON data, whether it was interrupted."""
    from exactua.certificates.writing import certificate, recorded, write
    from exactua.console.progress import progress_bar
    from exactua.evidence.boxes import exit_code, joint_exit_code, require_evaluated
    from exactua.proving import apart, evidence
    from exactua.proving.evidence import with_hypotheses

    options = how.options
    quiet = options["output_format"] != "text"
    with progress_bar(quiet) as progress, progress_bar(quiet, "networks") as networks:
        decision = (apart if how.over_words else evidence).decide(
            problem,
            engine=options["engine"],
            jobs=how.jobs,
            budget=how.budget,
            max_points=options["max_points"],
            replayed=options["replay"],
            progress=progress,
            networks=networks,
            executor=how.executor,
            store=how.stores,
            scope=options["scope"],
            notice=tell,
        )
    if not how.over_words:
        require_evaluated(decision)
    if "interrupted" not in decision.run:
        decision = with_hypotheses(decision, how.jobs if how.executor is None else 1, how.budget)
    code = exit_code(decision, options["strict"], options["accept_part"])
    below: list[StepResult] = []
    undecided: list[str] = []
    if options["strict"] and not how.several:
        from exactua.claims.own_data import OWN_DATA
        from exactua.claims.verdicts import Verdict
        from exactua.evidence.carried_lines import decided_there, undecided_there

        if problem.label.startswith(OWN_DATA):
            tell("note: lines of the claims that its proof rests on are not decided at data of your own")
        else:
            there = list(decided_there(problem, how.budget))
            below = [result for result in there if result.verdict is Verdict.REFUTED]
            undecided = undecided_there(problem, there)
        code = joint_exit_code([code, *(1 for _ in below)])
    complete = decision.complete
    if not recorded(decision).results:
        path = None
    if path is not None and path != options["certificate_path"] and not complete:
        path = path.with_suffix(".partial.json")  # a run that ended early doesn't write over one that did not
    unwritten: InputError | None = None
    if path is not None:
        try:
            write(path, certificate(decision))
        except InputError as error:
            unwritten = error
    if options["output_format"] == "text":
        _tell(decision, path if unwritten is None else None, how, below, undecided)
    if "stored" in decision.run:
        how.stores.ended(decision.verdict.value, code, None if unwritten else path)
        if not complete and any(domain.decided for domain in decision.domains):
            say(f"to go on: {how.stores.again()}", err=options["output_format"] != "text")
    if unwritten is not None:
        raise unwritten
    told: dict[str, Any] = {}  # which nobody reads of one instance told as text
    if how.several or options["output_format"] == "json":
        from exactua.evidence.carried_lines import label_of
        from exactua.printing.machine import box

        told = box(decision, None if path is None else str(path), code) | {"refuted_below": [*map(label_of, below)]}
    return code, told, "interrupted" in decision.run


def _tell(
    decision: Decision, path: Path | None, how: How, below: Sequence[StepResult], undecided: Sequence[str]
) -> None:
    from exactua.certificates.writing import digest
    from exactua.commands.check import carried_words
    from exactua.console.output import tell_lines
    from exactua.printing.text import how as how_decided
    from exactua.printing.text import report

    if how.several:
        say(_line(decision))
        return
    options = how.options
    delta_is_default = options["delta"] is None and not options["ladder"]
    tell_lines(report(decision, delta_is_default, how.left_out))
    tell_lines(carried_words.decided(below, undecided) if options["strict"] else carried_words.known(decision.problem))
    say(how_decided(decision))
    if path is not None:
        say(f"certificate {path}  {digest(decision)}")


def _line(decision: Decision) -> str:
    from exactua.claims.verdicts import word
    from exactua.printing.text import instance, points, steps_true_nowhere

    vacuous = [result.step.name for result in decision.results if result.verdict == "vacuous"]
    refuted = [
        f"{result.step.name}{_at_words(result)}"
        for result in decision.results
        if result.verdict == "refuted" and not result.step.objects
    ]
    unmet = [result.step.name for result in decision.results if result.verdict == "refuted" and result.step.objects]
    text = f"{word(decision.verdict, decision.problem.objects):<12} {instance(decision.problem)}: {points(decision)}"
    if vacuous:
        text += f"; vacuous: {', '.join(vacuous)}"
    for what, true, names in steps_true_nowhere(decision.results):
        text += f"; {what} {true}: {', '.join(names)}"
    if lost := [f"{result.step.name} ({result.without_value})" for result in decision.results if result.without_value]:
        text += f"; without a value: {', '.join(lost)}"
    if refuted:
        with_words = any(result.verdict == "refuted" and _at_words(result) for result in decision.results)
        text += f"; refuted: {('; ' if with_words else ', ').join(refuted)}"
    if unmet:
        text += f"; not met: {', '.join(unmet)}"
    return text + _beside(decision)


MOST_BESIDE: Final = 4


def _beside(decision: Decision) -> str:
    """Which judged steps hold, a few of them: beside refuted ones all, else those of which one of several is enough.

    Where one of several conditions is enough, the first that does is named.
    """
    firsts = {result.step.name: first for result in decision.results if (first := first_of(result))}
    judged = decision.problem.judged if decision.verdict == "refuted" else ()
    holding = [result.step for result in decision.results if result.verdict == "holds"]
    held = [step.name for step in holding if step.name in firsts or (step.name in judged and not step.objects)]
    names = [f"{name} by {firsts[name]}" if name in firsts else name for name in held]
    more = f" and {len(names) - MOST_BESIDE} more" if len(names) > MOST_BESIDE else ""
    return f"; holds: {', '.join(names[:MOST_BESIDE])}{more}" if names else ""


def first_of(result: StepResult) -> str:
    """Of one of several conditions that is true at every point, the networks of a family that the first speaks of."""
    from exactua.printing.text import member

    step, witness = result.step, result.found
    if step.several is None or witness is None or result.problem is None:
        return ""
    k = witness.bindings["k"]
    return member(result.problem, step.several.conditions[k - 1]) or f"condition {k}"


def _at_words(result: StepResult) -> str:
    """The words of a counterexample behind the name of its step; nothing where its points are none."""
    from exactua.claims.lettering import matrices
    from exactua.printing.text import spelled

    over, witness = result.step.over, result.witness
    words = [] if witness is None else [spelled(over, point) for point in matrices(over, witness.points)]
    return f" at {' and '.join(words)}" if words and all(words) else ""


def summary(outcomes: list[Outcome], wanted: int, claim: Claim) -> Iterator[str]:
    """How the instances ended, of which so many were wanted; and the command that explains the least refuted one."""
    from exactua.claims.own_data import OWN_DATA
    from exactua.claims.registry import command_of
    from exactua.claims.verdicts import POINT_SCOPES
    from exactua.printing.text import box, box_arguments

    verdicts = [outcome[1]["words"] for outcome in outcomes]
    parts = ", ".join(so_many(verdicts.count(verdict), verdict) for verdict in dict.fromkeys(verdicts))
    least = next((outcome[1] for outcome in outcomes if outcome[1]["verdict"] == "refuted"), None)
    text = f"{len(outcomes)} of {counted(wanted, 'instance')}: {parts}"
    if least is None:
        yield text
        yield from _of_something(outcomes, claim)
        return
    told = "refuted one" if least["words"] == "refuted" else "one that is not met"
    yield f"{text}; the least {told} is {box(least['parameters'])}"
    yield from _of_something(outcomes, claim)
    known = not claim.label.startswith(OWN_DATA)  # else no command finds its data
    if least["scope"] in POINT_SCOPES and known:  # else there may be too many points to go through
        refuted = {step["name"] for step in least["steps"] if step["verdict"] == "refuted"}
        step = next(name for name in least["judged"] if name in refuted)
        options = " ".join(word for pair in box_arguments(least["parameters"]) for word in pair)
        yield f"replay: exactua explain {command_of(claim)}.{step} {options}"


def _of_something(outcomes: list[Outcome], claim: Claim) -> Iterator[str]:
    """Of steps that say that there is something, how their verdicts at the instances belong together."""
    from exactua.claims.verdicts import Verdict
    from exactua.printing.lengths import over_instances

    for step in claim.steps:
        told = [
            (outcome[1]["parameters"], Verdict(said["verdict"]), (said.get("found") or {}).get("bindings", {}).get("k"))
            for outcome in outcomes
            for said in outcome[1]["steps"]
            if said["name"] == step.name
        ]
        yield from over_instances(step, told)
