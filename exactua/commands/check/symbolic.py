"""`check --scope symbolic`: one instance decided at all its points at once."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from exactua.claims.verdicts import POINT_SCOPES
from exactua.console.output import say
from exactua.errors import InputError

if TYPE_CHECKING:
    from exactua.claims.claim import Claim
    from exactua.claims.problem import Problem

SCOPES = (*POINT_SCOPES, "symbolic")
_OF_POINTS = {
    "engine": "--engine",
    "jobs": "--jobs",
    "budget": "--budget",
    "max_points": "--max-points",
    "store": "--store",
    "scheduler": "--scheduler",
}
"""Options that say how points are enumerated."""


def require_no_points(options: dict[str, Any]) -> None:
    """Raises InputError where an option says how points are enumerated, and none are."""
    context = click.get_current_context()
    for name, option in _OF_POINTS.items():
        if context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE:
            raise InputError(f"{name}: --scope symbolic enumerates no points; leave out {option}")
    if options["replay"]:
        raise InputError("replay: --scope symbolic is replayed at small instances; leave out --replay, or give 0")


def require_forms(claim: Claim, problem: Problem) -> None:
    """Raises InputError where a claim has other numbers than affine forms are of, or a judged step such a network."""
    from exactua.arithmetic.rationals import Rational
    from exactua.networks.items import without_forms

    for step in problem.steps:
        for name in step.networks() if step.name in problem.judged else ():
            if why := without_forms(problem.networks[name]):
                raise InputError(f"scope: {step.name} speaks of {name}, and {why}; leave out --scope symbolic")
    if missing := [name for name in ("d", "n", "m") if name not in problem.parameters]:
        names = " and ".join("delta" if name == "m" else name for name in missing)
        raise InputError(f"scope: {claim.label} has no {names}; its points are on no grid: leave out --scope symbolic")
    for name, value in problem.values.items():
        if not isinstance(value, int | Rational):
            raise InputError(f"scope: {name} of {claim.label} is no rational number; leave out --scope symbolic")


def check_symbolically(
    claim: Claim, problem: Problem, path: Path | None, several: bool, options: dict[str, Any]
) -> tuple[int, dict[str, Any], bool]:
    """Decides one instance, writes its certificate and prints it: exit code, JSON data, whether it was interrupted."""
    from exactua.certificates.writing import write
    from exactua.console.output import tell_lines
    from exactua.evidence.boxes import exit_code
    from exactua.printing import symbolic
    from exactua.proving.symbolic import decide_symbolically
    from exactua.proving.symbolic.certificates import certificate, digest
    from exactua.proving.symbolic.replaying import replay

    require_forms(claim, problem)
    began = time.monotonic()
    result = decide_symbolically(problem)
    seconds = f"{time.monotonic() - began:.3f}"
    replayed = () if options["replay"] == 0 else replay(claim, result)
    run = {"engine": "affine forms", "seconds": seconds, "replayed": [dict(box) for box in replayed]}
    code = exit_code(result, options["strict"], options["accept_part"])
    if path is not None:
        write(path, certificate(result, run))
    if options["output_format"] == "text" and several:
        say(f"{result.verdict:<12} {symbolic.where(result)}: {symbolic.scope_line(result)}")
    elif options["output_format"] == "text":
        tell_lines(symbolic.report(result, options["delta"] is None and not options["ladder"]))
        say(symbolic.how(seconds, replayed))
        if path is not None:
            say(f"certificate {path}  {digest(result)}")
    return code, symbolic.box(result, None if path is None else str(path), code, run), False
