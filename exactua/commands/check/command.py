"""`exactua check`: decides a claim at one instance, or at several."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from exactua.commands.check.work import (
    How,
    Outcome,
    Stores,
    check_instance,
    large_run_options,
    summary,
    workers,
)
from exactua.console import completion
from exactua.console.help import Command
from exactua.console.options import (
    BOX_OPTIONS,
    box_options,
    certificate_option,
    data_options,
    further,
    given_among,
    jobs_option,
    leave_out_boxes,
    memory_option,
    no_certificate_option,
    one_of,
    parameter_boxes,
    precision_option,
    repaired_option,
    replay_option,
    require_no_denominator,
    rows,
    seconds,
    tell_namesakes,
    text_or_json,
)
from exactua.console.output import say, say_data
from exactua.errors import InputError

if TYPE_CHECKING:
    from exactua.claims.claim import Claim
    from exactua.claims.problem import Problem


def _known(what: str) -> tuple[str, ...]:
    """The scopes, or the engines, for a shell."""
    from exactua.commands.check.symbolic import SCOPES
    from exactua.deciding.plan import ENGINES

    return tuple(SCOPES if what == "scope" else ENGINES)


@click.command(
    "check",
    cls=Command,
    short_help="Decide a claim at an instance; write a certificate.",
    examples=(
        "exactua check lemma8 --d 2 --n 3",
        "exactua check my_lemma.py::lemma --d 1..3 --n 2",
        "exactua check yun2020 --ladder",
    ),
    rare="--accept-part --data --denominator --engine --max-points "
    "--max-memory --precision --store --no-store --scheduler --replay",
)
@click.argument("label", shell_complete=completion.labels_or_papers)
@box_options
@data_options
@click.option("--ladder", is_flag=True, help="All instances of the default ladder.")
@repaired_option
@click.option(
    "--strict",
    is_flag=True,
    help="Exit 1 if a proof line is refuted, too, or a line of a claim that the proof uses.",
)
@click.option("--accept-part", is_flag=True, help="Exit 0 if the statement holds in part, too.")
@click.option(
    "--scope",
    default="enumerated",
    metavar="NAME",
    shell_complete=completion.words(lambda: _known("scope")),
    help="enumerated, runs or symbolic (all points at once).",
    show_default=True,
)
@click.option(
    "--engine",
    default="auto",
    metavar="NAME",
    shell_complete=completion.words(lambda: _known("engine")),
    help="auto, compiled, vectors, batches or literal.",
    show_default=True,
)
@jobs_option
@click.option("--budget", default="10m", metavar="TIME", help="Time limit: 60s, 10m, 2h.", show_default=True)
@click.option(
    "--max-points",
    default=10**9,
    metavar="N",
    type=click.IntRange(0),
    help="Most points of an instance.",
    show_default=True,
)
@memory_option(exposed=True)
@precision_option
@large_run_options
@replay_option
@certificate_option("Certificate file (several instances: a folder).")
@no_certificate_option
@text_or_json
def command(label: str, **options: Any) -> int:
    """Decide LABEL, such as lemma8, lemma8.property3 or my_lemma.py::lemma, at every point of an instance.

    With --ladder, LABEL may be a paper, such as yun2020, or a file my_lemma.py: every claim is decided on its ladder.

    \b
    Exit codes: 0 the statement holds (vacuous steps beside it are listed); 1 a step of it is refuted;
    2 wrong usage; 3 it holds in part, or is inconclusive; 4 the evaluators disagree;
    5 nothing was checked (all vacuous).

    \f
    The scopes: `enumerated` decides point by point, `runs` decides all points in affine runs, and `symbolic` decides
    all points at once, by affine forms.

    --ladder decides a paper or a file with one line a claim, and evaluates ten points of each domain again, or as
    many as --replay says. --data takes data for the claims theorem2, corollary1 and lemma7 of kajitsuka2024.
    """
    from exactua.arithmetic.reals import precision
    from exactua.commands.check.symbolic import SCOPES, require_no_points
    from exactua.deciding.plan import ENGINES

    one_of(options["scope"], tuple(SCOPES), "scope")
    one_of(options["engine"], tuple(ENGINES), "engine")
    budget = seconds(options["budget"], "budget")
    if options["scope"] == "symbolic":
        require_no_points(options)
    with precision(options["precision"]):
        return _decided(label, budget, options)


def _decided(label: str, budget: float, options: dict[str, Any]) -> int:
    """Decides what is asked, prints it and writes certificates."""
    from exactua.arithmetic.reals import PrecisionReached
    from exactua.certificates.writing import CERTIFICATE
    from exactua.claims.registry import find, is_paper
    from exactua.commands.check.symbolic import check_symbolically
    from exactua.evidence.boxes import are_words, joint_exit_code, ladder
    from exactua.output_files import require_writable

    scope, symbolic = options["scope"], options["scope"] == "symbolic"
    if is_paper(label):
        if options["data"] is not None:
            raise InputError(f"data: {label} has several claims; name one, such as kajitsuka2024:theorem2")
        if scope != "enumerated":
            raise InputError(f"label: --scope {scope} decides one claim at a time; {label} has several")
        for name, option in given_among(options, ("store", "no_store", "scheduler")):
            raise InputError(f"{name}: the instances of a paper's ladders are small and many; leave out {option}")
        return _paper(label, budget, options)
    claim, step = find(label)
    tell_namesakes(label)
    if options["data"] is not None:
        claim, step = _about_own(label, options)
    require_no_denominator(options["denominator"] if options["data"] is None else None)
    steps = (step,) if step else ()
    if options["ladder"]:
        leave_out_boxes(options)
        boxes = list(ladder(claim))
    else:
        boxes = parameter_boxes(claim, **{name: options[name] for name in BOX_OPTIONS})
    judged = "repaired" if options["repaired"] else "as written"
    try:
        problems = [claim.problem(box, steps, judged) for box in boxes]
    except PrecisionReached as reason:
        raise InputError(f"precision: {reason}, and the network needs it; give a larger --precision") from None
    target: Path | None = options["certificate_path"]
    paths: list[Path | None] = [None] * len(problems)
    if not options["no_certificate"]:
        folder = target or Path(".exactua")
        paths = [
            target
            if target and len(problems) == 1
            else folder / _file_name(problem, steps if scope == "enumerated" else (*steps, scope), judged, options)
            for problem in problems
        ]
    for wanted in filter(None, paths):
        require_writable(wanted, "certificate", CERTIFICATE, in_new_folder=len(problems) > 1)
    outcomes: list[Outcome] = []
    several = len(problems) > 1
    over_words = are_words(spec for step in claim.steps for spec in step.over)
    if options["strict"] and (several or symbolic) and not steps and claim.dependencies:
        say(
            "note: --strict decides lines of claims that a proof rests on at a single enumerated instance alone",
            err=True,
        )
    with workers(options) as (executor, jobs), Stores(options, budget) as stores:
        for problem, path in zip(problems, paths, strict=True):
            if symbolic:
                outcomes.append(check_symbolically(claim, problem, path, several, options))
            else:
                how = How(budget, executor, jobs, stores, several, over_words, options, _left_out(claim, options))
                outcomes.append(check_instance(problem, path, how))
            if outcomes[-1][2]:
                break
    code = joint_exit_code(outcome[0] for outcome in outcomes)
    if options["output_format"] == "json":
        from exactua.printing.machine import document

        say_data(document([outcome[1] for outcome in outcomes], code))
    elif len(problems) > 1:
        say(*summary(outcomes, len(problems), claim))
    return code


def _about_own(label: str, options: dict[str, Any]) -> tuple[Claim, str | None]:
    """The claim, or the step, about the data in a file; --d says how many rows a sequence of a .csv file has."""
    from exactua.claims.registry import find
    from exactua.console.output import require_another
    from exactua.console.own_data import with_data

    if options["certificate_path"] is not None:
        require_another(options["certificate_path"], "certificate", {"data": options["data"]})
    return find(with_data(label, options["data"], d=rows(options["d"]), denominator=options["denominator"]))


def _file_name(problem: Problem, steps: tuple[str, ...], judged: str, options: dict[str, Any]) -> str:
    """The default name of a certificate; of data of one's own, with the name of their file."""
    import re

    from exactua.certificates.writing import cut, file_name

    name = file_name(problem, steps, judged)
    if options["data"] is None:
        return name
    return f"{cut(name.removesuffix('.json') + '.' + re.sub(r'[^A-Za-z0-9_-]+', '_', options['data'].stem))}.json"


def _left_out(claim: Claim, options: dict[str, Any]) -> Collection[str]:
    """The parameters of somebody's own claim, besides d, n and delta, that have their default as none is given."""
    if claim.written is None or options["ladder"]:
        return ()
    given = {"d", "n", "m", *further(options["others"]), *(["tie_rule"] if options["tie_rule"] is not None else [])}
    return [
        parameter.name
        for parameter in claim.parameters
        if parameter.name not in given and parameter.default is not None and not parameter.only
    ]


def _paper(paper: str, budget: float, options: dict[str, Any]) -> int:
    """Decides every claim of a paper on its default ladder, writes the certificates and prints a line a claim."""
    import time

    from exactua.claims.registry import claims_of
    from exactua.commands.check import ladder_words as ladders
    from exactua.console.progress import progress_bar
    from exactua.evidence.boxes import joint_exit_code
    from exactua.evidence.ladders import REPLAYED, Settings, decide_all, tasks_of
    from exactua.output_files import require_folder

    if not options["ladder"]:
        what = "a file" if paper.endswith(".py") else "a paper"
        if what == "a file" and not Path(paper).is_file():
            raise InputError(f"label: there is no file {paper}")
        raise InputError(f"label: {paper} is {what}; name one of its claims, or add --ladder to decide them all")
    leave_out_boxes(options)
    folder = None if options["no_certificate"] else options["certificate_path"] or Path(".exactua")
    if folder is not None:
        require_folder(folder, "certificate")
    began = time.monotonic()
    as_json = options["output_format"] == "json"
    settings = Settings(
        options["engine"],
        budget,
        options["max_points"],
        REPLAYED if options["replay"] is None else options["replay"],
        "repaired" if options["repaired"] else "as written",
        options["strict"],
        options["accept_part"],
        folder,
        as_json,
    )
    claims = claims_of(paper)
    with progress_bar(quiet=as_json, noun="instances") as progress:
        outcomes = decide_all(tasks_of(claims), settings, options["jobs"], progress)
    code = joint_exit_code(outcome.exit_code for outcome in outcomes)
    if as_json:
        from exactua.printing.machine import document

        say_data(document([dict(outcome.data) for outcome in outcomes], code))
        return code
    labels = [claim.label for claim in claims]
    say(*ladders.lines(outcomes, labels))
    say(ladders.summary(paper, outcomes, labels, f"{time.monotonic() - began:.1f}", options["jobs"]))
    if folder is not None:
        say(f"certificates {folder}")
    return code
