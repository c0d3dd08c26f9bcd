"""`prove --kernel polynomial`: a claim for all D = delta^-d at given n."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from exactua.console.output import say, say_data
from exactua.errors import InputError

if TYPE_CHECKING:
    from exactua.proving.symbolic import SymbolicResult

DEFAULT_N = "2..10"


def prove_for_all_D(label: str, n: str | None, options: Mapping[str, Any]) -> int:
    """Decides LABEL for all D at each n of a range, writes a certificate for each and prints them: the exit code.

    Every result is held against enumeration at small instances, so EvaluatorsDisagree may be raised.
    """
    from exactua.claims.ranges import integers
    from exactua.claims.registry import find
    from exactua.claims.verdicts import EXIT_CODES
    from exactua.console.options import tell_namesakes
    from exactua.console.output import tell_lines
    from exactua.evidence.boxes import joint_exit_code
    from exactua.printing import symbolic
    from exactua.proving.symbolic.general import decide_for_all_D
    from exactua.proving.symbolic.replaying import replay

    claim, step = find(label)
    tell_namesakes(label)
    values = integers(n or DEFAULT_N, "n")
    steps = (step,) if step else ()
    judged = "repaired" if options["repaired"] else "as written"
    target: Path | None = options["certificate_path"]
    if target is not None and len(values) > 1:
        raise InputError(f"certificate: {target} is one file, and n = {n or DEFAULT_N} makes {len(values)}; give one n")
    results: list[SymbolicResult] = []
    boxes = []
    for number in values:
        began = time.monotonic()
        result = decide_for_all_D(claim, number, steps, judged)
        seconds = f"{time.monotonic() - began:.3f}"
        results.append(result)
        replayed = replay(claim, result)
        run = {"engine": "affine forms", "seconds": seconds, "replayed": [dict(box) for box in replayed]}
        path = _write(result, steps, judged, run, target, options["no_certificate"])
        boxes.append(symbolic.box(result, path, EXIT_CODES[result.verdict], run))
        if options["output_format"] == "text" and len(values) == 1:
            tell_lines(symbolic.report(result))
            say(symbolic.how(result, seconds, replayed))
        elif options["output_format"] == "text":
            say(f"{result.verdict:<12} {symbolic.where(result)}: {symbolic.scope_line(result)}")
    code = joint_exit_code(EXIT_CODES[result.verdict] for result in results)
    if options["output_format"] == "json":
        say_data({"format": "exactua-prove/1", "results": boxes, "exit_code": code})
    elif len(values) > 1:
        say(*_summary(results))
    return code


def _write(
    result: SymbolicResult,
    steps: tuple[str, ...],
    judged: str,
    run: Mapping[str, Any],
    target: Path | None,
    leave_out: bool,
) -> str | None:
    from exactua.certificates.writing import CERTIFICATE, write
    from exactua.output_files import require_writable
    from exactua.printing.scope_subjects import listed
    from exactua.proving.symbolic.certificates import certificate, certificate_name

    if leave_out:
        return None
    if without := sorted(result.problem.networks_reached - result.profiles.keys()):
        verb = "is" if len(without) == 1 else "are"
        say(f"no certificate: {listed(without)} {verb} not known for all D", err=True)
        return None
    path = target or Path(".exactua") / certificate_name(result, steps, judged)
    require_writable(path, "certificate", CERTIFICATE)
    write(path, certificate(result, run))
    return str(path)


def _summary(results: Sequence[SymbolicResult]) -> list[str]:
    """For each step the n at which it is decided for all D, and how."""
    lines = [""]
    names = [step.step.name for step in results[0].steps]
    width = max(map(len, names))
    for name in names:
        by_verdict: dict[str, list[int]] = {}
        for result in results:
            by_verdict.setdefault(result[name].verdict.value, []).append(int(result.problem.parameters["n"]))
        told = ", ".join(f"{verdict} for all D at n = {_range(values)}" for verdict, values in by_verdict.items())
        lines.append(f"  {name:<{width}}  {told}")
    return lines


def _range(values: Sequence[int]) -> str:
    """2..10, or 2, 4, 5."""
    if len(values) > 2 and list(values) == list(range(values[0], values[-1] + 1)):
        return f"{values[0]}..{values[-1]}"
    return ", ".join(map(str, values))
