"""`exactua check`: decides a claim at one instance, or at several."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from exactua.cli.options import BOX_OPTIONS, box_options, leave_out_boxes, parameter_boxes, seconds, tell_namesakes
from exactua.errors import InputError

if TYPE_CHECKING:
    from exactua.claims.decision import Decision


@click.command("check", short_help="Decide a claim at an instance, exactly, and write a certificate.")
@click.argument("label")
@box_options
@click.option("--ladder", is_flag=True, help="All instances of the default ladder instead of --d, --n, --delta.")
@click.option("--repaired", is_flag=True, help="Judge the repaired steps in place of those they repair.")
@click.option("--strict", is_flag=True, help="Let refuted proof lines count: exit 1.")
@click.option(
    "--scope",
    default="enumerated",
    metavar="NAME",
    help="enumerated: point by point; symbolic: all points of an instance at once, by affine forms.",
    show_default=True,
)
@click.option("--engine", default="auto", metavar="NAME", help="auto, kernel or literal.", show_default=True)
@click.option("--jobs", default=1, metavar="K", type=click.IntRange(1, 256), help="Processes.", show_default=True)
@click.option(
    "--budget", default="10m", metavar="TIME", help="Time that a run may take: 60s, 10m, 2h.", show_default=True
)
@click.option(
    "--max-points",
    default=10**9,
    metavar="N",
    type=click.IntRange(0),
    help="Most points of an instance.",
    show_default=True,
)
@click.option(
    "--replay", type=click.IntRange(0), metavar="N", help="Points of each domain to evaluate again literally."
)
@click.option(
    "--certificate",
    "certificate_path",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Where the certificate goes (several instances: a directory).",
)
@click.option("--no-certificate", is_flag=True, help="Write no certificate.")
@click.option("--format", "output_format", default="text", metavar="NAME", help="text or json.", show_default=True)
def command(label: str, **options: Any) -> int:
    """Decide LABEL, such as lemma8, lemma8.property3 or my_lemma.py::lemma, at every point of an instance.

    With --ladder, LABEL may be a paper, such as yun2020, or a file my_lemma.py: all its claims on their ladders, one
    line a claim, ten points of each domain evaluated again unless --replay says otherwise.

    \b
    Exit codes: 0 the judged steps hold (vacuous ones beside them are listed); 1 one is refuted;
    2 wrong usage; 3 inconclusive; 4 the evaluators disagree; 5 nothing was checked (all vacuous).
    """
    from exactua.certificates.writing import file_name, require_writable
    from exactua.claims.registry import find, is_paper
    from exactua.cli.symbolic import SCOPES, check_symbolically, require_no_points
    from exactua.workflows.boxes import joint_exit_code, ladder

    choices = {"scope": SCOPES, "engine": ("auto", "kernel", "literal"), "output_format": ("text", "json")}
    for name, valid in choices.items():
        if options[name] not in valid:
            shown = name.removeprefix("output_")
            raise InputError(f"{shown}: {options[name]!r} is not valid; choose one of {', '.join(valid)}")
    budget = seconds(options["budget"], "budget")
    symbolic = options["scope"] == "symbolic"
    if symbolic:
        require_no_points(options)
    if is_paper(label):
        if symbolic:
            raise InputError(f"label: --scope symbolic decides one claim at a time; {label} has several")
        return _paper(label, budget, options)
    claim, step = find(label)
    tell_namesakes(label)
    steps = (step,) if step else ()
    if options["ladder"]:
        leave_out_boxes(options)
        boxes = list(ladder(claim))
    else:
        boxes = parameter_boxes(claim, **{name: options[name] for name in BOX_OPTIONS})
    judged = "repaired" if options["repaired"] else "as written"
    problems = [claim.problem(box, steps, judged) for box in boxes]
    target: Path | None = options["certificate_path"]
    paths: list[Path | None] = [None] * len(problems)
    if not options["no_certificate"]:
        folder = target or Path(".exactua")
        paths = [
            target
            if target and len(problems) == 1
            else folder / file_name(one, (*steps, "symbolic") if symbolic else steps, judged)
            for one in problems
        ]
    for wanted in filter(None, paths):
        require_writable(wanted, new_folder=target is None or len(problems) > 1)
    outcomes = []
    several = len(problems) > 1
    for problem, path in zip(problems, paths, strict=True):
        if symbolic:
            outcomes.append(check_symbolically(claim, problem, path, several, options))
        else:
            outcomes.append(_one(problem, path, budget, several=several, options=options))
        if outcomes[-1][2]:
            break
    code = joint_exit_code(outcome[0] for outcome in outcomes)
    if options["output_format"] == "json":
        import json

        from exactua.reporting.machine import document

        click.echo(json.dumps(document([outcome[1] for outcome in outcomes], code), indent=2))
    elif len(problems) > 1:
        click.echo(_summary(outcomes, len(problems)))
    return code


def _paper(paper: str, budget: float, options: dict[str, Any]) -> int:
    """Decides every claim of a paper on its default ladder, writes the certificates and prints a line a claim."""
    import time

    from exactua.certificates.writing import require_writable
    from exactua.claims.registry import claims_of
    from exactua.cli.progress import progress_bar
    from exactua.reporting.ladders import lines, summary
    from exactua.workflows.boxes import joint_exit_code
    from exactua.workflows.ladders import REPLAYED, Settings, decide_all, tasks_of

    if not options["ladder"]:
        what = "a file" if paper.endswith(".py") else "a paper"
        raise InputError(f"label: {paper} is {what}; name one of its claims, or add --ladder to decide them all")
    leave_out_boxes(options)
    folder = None if options["no_certificate"] else options["certificate_path"] or Path(".exactua")
    if folder is not None:
        require_writable(folder / "any.json", new_folder=True)
    began = time.monotonic()
    as_json = options["output_format"] == "json"
    settings = Settings(
        options["engine"],
        budget,
        options["max_points"],
        REPLAYED if options["replay"] is None else options["replay"],
        "repaired" if options["repaired"] else "as written",
        options["strict"],
        folder,
        as_json,
    )
    claims = claims_of(paper)
    with progress_bar(quiet=as_json, noun="instances") as progress:
        outcomes = decide_all(tasks_of(claims), settings, options["jobs"], progress)
    code = joint_exit_code(outcome.exit_code for outcome in outcomes)
    if as_json:
        import json

        from exactua.reporting.machine import document

        click.echo(json.dumps(document([dict(outcome.data) for outcome in outcomes], code), indent=2))
        return code
    labels = [claim.label for claim in claims]
    click.echo("\n".join(lines(outcomes, labels)))
    click.echo(summary(paper, outcomes, labels, f"{time.monotonic() - began:.1f}", options["jobs"]))
    if folder is not None:
        click.echo(f"certificates {folder}")
    return code


def _one(
    problem: Any, path: Path | None, budget: float, several: bool, options: dict[str, Any]
) -> tuple[int, dict[str, Any], bool]:
    """Decides one instance, writes its certificate and prints it: exit code, JSON data, whether it was interrupted."""
    from exactua.certificates.writing import certificate, digest, write
    from exactua.checking.running import decide
    from exactua.cli.output import tell_lines
    from exactua.cli.progress import progress_bar
    from exactua.reporting.machine import box
    from exactua.reporting.text import how, report
    from exactua.workflows.boxes import exit_code, require_evaluated

    with progress_bar(quiet=options["output_format"] != "text") as progress:
        decision = decide(
            problem,
            engine=options["engine"],
            jobs=options["jobs"],
            budget=budget,
            max_points=options["max_points"],
            replayed=options["replay"],
            progress=progress,
        )
    require_evaluated(decision)
    code = exit_code(decision, options["strict"])
    if path is not None and path != options["certificate_path"] and not all(one.complete for one in decision.domains):
        path = path.with_suffix(".partial.json")  # a run that ended early doesn't write over one that did not
    unwritten: InputError | None = None
    if path is not None:
        try:
            write(path, certificate(decision))
        except InputError as error:
            unwritten = error
    if options["output_format"] == "text":
        if several:
            click.echo(_line(decision))
        else:
            tell_lines(report(decision, delta_is_default=options["delta"] is None and not options["ladder"]))
            click.echo(how(decision))
            if path is not None and unwritten is None:
                click.echo(f"certificate {path}  {digest(decision)}")
    if unwritten is not None:
        raise unwritten
    return code, box(decision, None if path is None else str(path), code), "interrupted" in decision.run


def _line(decision: Decision) -> str:
    from exactua.reporting.text import instance, points

    vacuous = [result.step.name for result in decision.results if result.verdict == "vacuous"]
    refuted = [result.step.name for result in decision.results if result.verdict == "refuted"]
    text = f"{decision.verdict:<12} {instance(decision.problem)}: {points(decision)}"
    if vacuous:
        text += f"; vacuous: {', '.join(vacuous)}"
    if refuted:
        text += f"; refuted: {', '.join(refuted)}"
    return text


def _summary(outcomes: list[tuple[int, dict[str, Any], bool]], wanted: int) -> str:
    verdicts = [outcome[1]["verdict"] for outcome in outcomes]
    parts = ", ".join(f"{verdicts.count(verdict)} {verdict}" for verdict in dict.fromkeys(verdicts))
    least = next((outcome[1] for outcome in outcomes if outcome[1]["verdict"] == "refuted"), None)
    text = f"{len(outcomes)} of {wanted} instances: {parts}"
    if least is not None:
        shown = ", ".join(f"{name} = {value}" for name, value in least["parameters"].items())
        text += f"; the least refuted one is {shown}"
    return text
