"""One instance of `exactua check` after the other: decided, certified, kept and told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from exactua.commands.check.means import Stores, tell
from exactua.console.output import say
from exactua.errors import InputError

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from exactua.claims.decision import Decision
    from exactua.claims.problem import Problem

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
    options: dict[str, Any]


def check_instance(problem: Problem, path: Path | None, how: How) -> Outcome:
    """Decides one instance, writes its certificate and prints it: exit code, JSON data, whether it was interrupted."""
    from exactua.certificates.writing import certificate, write
    from exactua.console.progress import progress_bar
    from exactua.deciding.running import decide
    from exactua.evidence.boxes import exit_code, joint_exit_code, require_evaluated
    from exactua.printing.machine import box

    options = how.options
    with progress_bar(quiet=options["output_format"] != "text") as progress:
        decision = decide(
            problem,
            engine=options["engine"],
            jobs=how.jobs,
            budget=how.budget,
            max_points=options["max_points"],
            replayed=options["replay"],
            progress=progress,
            executor=how.executor,
            store=how.stores,
            scope=options["scope"],
            notice=tell,
        )
    require_evaluated(decision)
    code = exit_code(decision, options["strict"], options["accept_part"])
    below: list[str] = []
    if options["strict"] and not how.several:
        from exactua.evidence.carried_lines import refuted_there

        below = list(refuted_there(problem, how.budget))
        code = joint_exit_code([code, *(1 for _ in below)])
    complete = decision.complete
    if path is not None and path != options["certificate_path"] and not complete:
        path = path.with_suffix(".partial.json")  # a run that ended early doesn't write over one that did not
    unwritten: InputError | None = None
    if path is not None:
        try:
            write(path, certificate(decision))
        except InputError as error:
            unwritten = error
    if options["output_format"] == "text":
        _tell(decision, path if unwritten is None else None, how, below)
    if "stored" in decision.run:
        how.stores.ended(decision.verdict.value, code, None if unwritten else path)
        if not complete and any(domain.decided for domain in decision.domains):
            say(f"to go on: {how.stores.again()}", err=options["output_format"] != "text")
    if unwritten is not None:
        raise unwritten
    told = box(decision, None if path is None else str(path), code) | {"refuted_below": below}
    return code, told, "interrupted" in decision.run


def _tell(decision: Decision, path: Path | None, how: How, below: Sequence[str]) -> None:
    from exactua.certificates.writing import digest
    from exactua.console.output import tell_lines
    from exactua.printing.text import how as how_decided
    from exactua.printing.text import report

    if how.several:
        say(_line(decision))
        return
    options = how.options
    tell_lines(report(decision, delta_is_default=options["delta"] is None and not options["ladder"]))
    if below:
        say(f"refuted lines of claims that its proof rests on: {', '.join(below)}")
    say(how_decided(decision))
    if path is not None:
        say(f"certificate {path}  {digest(decision)}")


def _line(decision: Decision) -> str:
    from exactua.claims.meeting import word
    from exactua.printing.text import instance, points

    vacuous = [result.step.name for result in decision.results if result.verdict == "vacuous"]
    refuted = [
        result.step.name for result in decision.results if result.verdict == "refuted" and not result.step.objects
    ]
    unmet = [result.step.name for result in decision.results if result.verdict == "refuted" and result.step.objects]
    text = f"{word(decision.verdict, decision.problem.objects):<12} {instance(decision.problem)}: {points(decision)}"
    if vacuous:
        text += f"; vacuous: {', '.join(vacuous)}"
    if refuted:
        text += f"; refuted: {', '.join(refuted)}"
    if unmet:
        text += f"; not met: {', '.join(unmet)}"
    return text


def summary(outcomes: list[Outcome], wanted: int) -> str:
    """How the instances ended, of which so many were wanted."""
    verdicts = [outcome[1]["words"] for outcome in outcomes]
    parts = ", ".join(f"{verdicts.count(verdict)} {verdict}" for verdict in dict.fromkeys(verdicts))
    least = next((outcome[1] for outcome in outcomes if outcome[1]["verdict"] == "refuted"), None)
    text = f"{len(outcomes)} of {wanted} instances: {parts}"
    if least is not None:
        shown = ", ".join(f"{name} = {value}" for name, value in least["parameters"].items())
        told = "refuted one" if least["words"] == "refuted" else "one that is not met"
        text += f"; the least {told} is {shown}"
    return text
