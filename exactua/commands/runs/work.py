"""A kept run in words that `check` takes: the claim found again, and whether it is still what the run decides."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from exactua.claims.claim import Claim
from exactua.claims.registry import find
from exactua.claims.verdicts import POINT_SCOPES
from exactua.deciding.large_runs.kept_runs import SHORT, KeptRun
from exactua.deciding.large_runs.store import identity_of
from exactua.errors import InputError


@dataclass(frozen=True)
class Again:
    """What decides a run's problem again: a label, with the step if it is one, and what is judged."""

    label: str
    judged: str


def again(run: KeptRun) -> Again:
    """How `check` is asked for what the run decides.

    Raises InputError where the run can't be read, its claim is not found, or is not what the run was begun with.
    """
    name = f"run {run.identity[:SHORT]}"
    if run.damaged is not None:
        raise InputError(f"runs: {name} is damaged ({run.damaged}); remove it with exactua runs clean")
    if run.scope not in POINT_SCOPES:
        raise InputError(f"runs: {name} has scope {run.scope}, which this version of exactua can't resume")
    claim, _ = find(run.label)
    for judged in ("repaired", "as written") if run.options.get("repaired") else ("as written", "repaired"):
        for steps in _restrictions(run):
            if _fits(claim, steps, judged, run):
                problem = claim.problem(run.parameters, steps, judged)
                if identity_of(problem, run.scope, run.engine, run.chained) != run.identity:
                    raise InputError(f"runs: {name} can't be resumed: {_changed(run)}; {_anew(run)}")
                return Again(".".join((run.label, *steps)), judged)
    raise InputError(f"runs: {name} can't be resumed: the steps of {run.label} have changed; {_anew(run)}")


def _restrictions(run: KeptRun) -> list[tuple[str, ...]]:
    """All steps, or the one step that the run has, under each of the names by which it may have been asked for."""
    if len(run.steps) != 1:
        return [()]
    return [(), (run.steps[0],), (run.steps[0].removesuffix("@repaired"),)]


def _fits(claim: Claim, steps: tuple[str, ...], judged: str, run: KeptRun) -> bool:
    try:
        chosen, names = claim.judged_steps(steps, judged)
    except InputError:
        return False
    return (tuple(step.name for step in chosen), names) == (run.steps, run.judged)


def _changed(run: KeptRun) -> str:
    """What is not as it was when the run began."""
    from exactua import __version__

    if run.version != __version__:
        return f"exactua {run.version} began it, but this is {__version__}"
    from exactua.deciding import fingerprints

    if run.code != fingerprints.of_code(fingerprints.DECIDING):
        return "the code that decides, or Python, gmpy2 or numpy, has changed since it began"
    return f"{run.label} has changed since it began"


def _anew(run: KeptRun) -> str:
    return (
        f"decide the claim again with exactua check, and remove the run with exactua runs clean {run.identity[:SHORT]}"
    )


def older_than(runs: list[KeptRun], age: timedelta) -> list[KeptRun]:
    """The runs of which nothing was kept, and that did not begin, for so long."""
    limit = (datetime.now(UTC) - age).strftime("%Y-%m-%dT%H:%M:%SZ")
    return [run for run in runs if max(run.started, run.kept or "") < limit]
