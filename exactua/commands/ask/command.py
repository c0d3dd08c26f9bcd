"""`exactua ask`: whether any network has a ready-made property at points, with its separation."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from exactua.console import completion
from exactua.console.help import Command
from exactua.console.options import (
    binary_option,
    budget_option,
    certificate_option,
    denominator_option,
    jobs_option,
    memory_option,
    no_certificate_option,
    one_of,
    replay_option,
    text_or_json,
    word_option,
)
from exactua.console.output import say, say_data
from exactua.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from exactua.claims.decision import Decision
    from exactua.commands.ask.catalogue import Property
    from exactua.commands.ask.question import Options, Prepared, Question
    from exactua.deciding.shards import Progress


@click.command(
    "ask",
    cls=Command,
    short_help="Decide if a network is injective, equivariant, ...",
    examples=(
        "exactua ask net.json --points points.csv --property contextual-mapping",
        'exactua ask net.json --grid "0 1/4 1/2" --n 2 --property injective',
    ),
    rare="--binary --ids --up-to-permutation --different-columns --r --r-min --box "
    "--table --engine --jobs --max-points --max-memory --replay --stage",
)
@click.argument("network", required=False, type=click.Path(path_type=Path), shell_complete=completion.networks)
@click.option(
    "--property",
    "properties",
    multiple=True,
    metavar="NAME",
    shell_complete=completion.words(lambda: _known("property")),
    help="A property to decide (repeatable).",
)
@click.option("--points", type=click.Path(path_type=Path), metavar="FILE", help="A .json, .csv or .npy file.")
@click.option("--point", "written", multiple=True, metavar="MATRIX",
              help='Rows by semicolons, entries by spaces: "0 1/4; 1/2 3/4" (repeatable).')  # fmt: skip
@click.option("--grid", metavar="LEVELS", help='All sequences with these entries: --grid "0 1/4 1/2" --n 3.')
@click.option("--vocabulary", type=click.Path(path_type=Path), metavar="FILE",
              help="All sequences of columns from this file; needs --n.")  # fmt: skip
@click.option("--n", type=int, metavar="N", help="Columns of a sequence over --grid or --vocabulary.")
@denominator_option("the integers of .npy files")
@binary_option
@click.option("--stage", metavar="NAME", help="Decide about the state at this stage, not the output.")
@click.option(
    "--definition",
    metavar="NAME",
    shell_complete=completion.words(lambda: _known("definition")),
    help="Of contextual-mapping: yun2020 or kajitsuka2024.",
)
@click.option("--ids", metavar="U", help='u of q = u^T g, one number a row: "1 4" (yun2020).')
@click.option("--up-to-permutation", is_flag=True, help="Only for L' that is not a permutation of L (yun2020).")
@click.option("--different-columns", is_flag=True, help="Only for points without equal columns (yun2020).")
@click.option("--separation", metavar="S", help="Assert distances >= S (kajitsuka2024: > S).")
@click.option("--r", metavar="R", help="Norms < R (kajitsuka2024, separated).")
@click.option("--r-min", metavar="R", help="Norms > R (separated).")
@click.option("--box", metavar="BOUNDS", help='"LOW HIGH" for all rows, or "LOW HIGH; LOW HIGH" for each (bounded).')
@click.option("--table", type=click.Path(path_type=Path), metavar="FILE",
              help="The values of the points, or what eval --format json wrote (equals).")  # fmt: skip
@word_option("--engine", valid=("auto", "batches", "literal"))
@jobs_option
@budget_option("Time for a property")
@click.option("--max-points", default=10**9, metavar="N", type=click.IntRange(0), show_default=True,
              help="Most points, or pairs of points.")  # fmt: skip
@memory_option()
@replay_option
@certificate_option("Where the certificate goes (several properties: a directory).")
@no_certificate_option
@text_or_json
def command(network: Path | None, properties: tuple[str, ...], **options: Any) -> int:
    """Decide ready-made properties of the network in the file NETWORK, exactly, at every point that is given.

    Each answer has the least counterexample (in the order of the points), a certificate that `exactua verify` checks,
    and the separation: the least distance of two values that must differ. Without --property, ask lists the properties.
    docs/ask.md says what each of them means.

    \b
    Exit codes: 0 the properties hold; 1 one is refuted; 2 wrong usage; 3 inconclusive;
    4 the evaluators disagree; 5 nothing was asserted.
    """
    import time

    from exactua.certificates.writing import certificate, digest_in, write
    from exactua.commands.ask import words as answers
    from exactua.commands.ask.catalogue import chosen
    from exactua.commands.ask.record import Heading
    from exactua.commands.ask.work import answer
    from exactua.console.output import tell_lines
    from exactua.console.progress import at_work_in_a_pipe, progress_bar
    from exactua.evidence.boxes import exit_code, joint_exit_code
    from exactua.printing.text import how

    one_of(options["engine"], ("auto", "batches", "kernel", "literal"), "engine")
    if not properties:
        if not any(options[option] for option in ("points", "written", "grid", "vocabulary", "table")):
            _list()
            return 0
        raise InputError("property: missing; give one or more, such as --property injective (`exactua ask` lists them)")
    if network is None:
        raise InputError("network: missing; give the file of a network, such as build writes")
    as_json = options["output_format"] == "json"
    given = _options(options)
    asked = chosen(properties, given)
    began = time.monotonic()
    context = click.get_current_context()
    context.with_resource(at_work_in_a_pipe("exactua ask"))
    with (
        progress_bar(quiet=as_json, noun="images") as progress,
        progress_bar(quiet=as_json, noun="comparisons of images") as compared,
    ):
        question = _question(network, given, options["budget"], options, progress, compared)
        paths = _paths(network, asked, options)
        read, prepared, preparing = time.monotonic() - began, [], []
        for prop in asked:
            began = time.monotonic()
            prepared.append(prop.prepare(question))
            preparing.append(read + time.monotonic() - began)
    heading = Heading.of(str(network), options["stage"], question.points)
    codes: list[int] = []
    told: list[dict[str, Any]] = []
    if not as_json:
        say(*heading.lines())
    for prop, ready, took, path in zip(asked, prepared, preparing, paths, strict=True):
        with progress_bar(quiet=as_json, noun=_decided_of(ready)) as progress:
            answered = answer(
                prop,
                ready,
                heading,
                engine=options["engine"],
                jobs=options["jobs"],
                budget=options["budget"],
                max_points=options["max_points"],
                replayed=options["replay"],
                progress=progress,
                preparing=took,
            )
        decision, code = answered.decision, exit_code(answered.decision)
        if path is not None:
            if path != options["certificate_path"] and not decision.complete:
                path = path.with_suffix(".partial.json")  # as check does: a whole one is not written over
            text = certificate(decision)
            if path != options["certificate_path"]:
                path = _beside(path, decision)
            write(path, text)
        codes.append(code)
        if as_json:
            told.append(answers.answer_data(heading, answered, None if path is None else str(path), code))
        else:
            say("")
            tell_lines(answers.report(heading, answered))
            say(how(decision))
            if path is not None:
                say(f"certificate {path}  {digest_in(text)}")
        if "interrupted" in decision.run:
            break
    code = joint_exit_code(codes)
    if as_json:
        say_data(answers.document(heading, told, code))
    return code


def _decided_of(ready: Prepared) -> str:
    """What is counted while the steps of a property are decided."""
    pairs = {spec.kind == "pairs" for step in ready.problem.steps for spec in step.over}
    return "pairs of points" if pairs == {True} else "points and pairs" if True in pairs else "points"


def _beside(path: Path, decision: Decision) -> Path:
    """The path; where a certificate of another question is there already, one of the decision's own, which it keeps.

    That is another question where network, points or options are others.
    """
    from exactua.certificates.writing import digest
    from exactua.deciding.fingerprints import of_decided, of_problem
    from exactua.evidence.certificate_steps import stated

    try:
        if not path.exists() or of_decided(stated(path).decided) == of_problem(decision.problem):
            return path
    except (InputError, KeyError, TypeError, ValueError, AttributeError):
        return path  # no certificate
    return path.with_suffix(f".{digest(decision).removeprefix('sha256:')[:12]}.json")


def _known(what: str) -> Iterator[str]:
    """The properties, or the definitions that there are, for a shell."""
    from exactua.commands.ask.catalogue import PROPERTIES
    from exactua.commands.ask.question import DEFINITIONS

    yield from DEFINITIONS if what == "definition" else dict.fromkeys(prop.name for prop in PROPERTIES)


def _list() -> None:
    """Prints the properties there are."""
    from exactua.commands.ask.catalogue import PROPERTIES
    from exactua.printing.renderers.text import table

    say(*table([(prop.shown, prop.says) for prop in PROPERTIES]))
    say("", "exactua ask NETWORK --points FILE --property NAME")


def _options(options: dict[str, Any]) -> Options:
    """What is given for the properties. Raises InputError for numbers that are not exact."""
    from exactua.commands.ask.question import Options
    from exactua.commands.ask.work import intervals, positive
    from exactua.console.options import numbers

    ids, box, table = options["ids"], options["box"], options["table"]
    return Options(
        options["definition"],
        None if ids is None else tuple(numbers(ids, "ids")),
        options["up_to_permutation"],
        options["different_columns"],
        positive(options["r"], "r"),
        positive(options["r_min"], "r-min"),
        positive(options["separation"], "separation"),
        None if box is None else intervals([numbers(row, f"box: row {k}") for k, row in enumerate(box.split(";"), 1)]),
        None if table is None else (),
    )


def _question(
    network: Path,
    given: Options,
    budget: float,
    options: dict[str, Any],
    progress: Progress | None,
    compared: Progress | None,
) -> Question:
    import time

    from exactua.commands.ask.reading import question_at
    from exactua.console.options import numbers
    from exactua.console.point_files import over
    from exactua.console.points import read_written

    if options["written"] and options["points"] is not None:
        raise InputError("point: --points is given too; give the points one by one, or a file of them")
    return question_at(
        network,
        points=read_written(options["written"]) if options["written"] else options["points"],
        grid=None if options["grid"] is None else numbers(options["grid"], "grid"),
        vocabulary=options["vocabulary"],
        n=options["n"],
        denominator=over(options["denominator"], options["binary"]),
        stage=options["stage"],
        table=options["table"],
        options=given,
        deadline=time.monotonic() + budget,
        progress=progress,
        compared=compared,
    )


def _paths(network: Path, asked: Sequence[Property], options: dict[str, Any]) -> list[Path | None]:
    """Where the certificate of each property goes. Raises InputError where none can be written."""
    import re

    from exactua.certificates.writing import CERTIFICATE
    from exactua.console.output import require_another
    from exactua.output_files import require_writable

    if options["no_certificate"]:
        return [None] * len(asked)
    target: Path | None = options["certificate_path"]
    folder, single = target or Path(".exactua"), target if len(asked) == 1 else None
    points: Path = options["points"] or options["vocabulary"] or options["table"] or Path("grid")
    points = Path("points") if options["written"] else points
    width = "" if options["n"] is None else f"n{options['n']}"
    about = [network.stem, options["stage"] or "", points.stem, width]
    paths: list[Path] = []
    for prop in asked:
        parts = [re.sub(r"[^\w-]+", "_", part) for part in ("ask", prop.name, prop.variant, *about) if part]
        paths.append(single or folder / f"{'.'.join(parts)}.json")
    read = {"network": network, **{name: options[name] for name in ("points", "vocabulary", "table")}}
    for path in paths:
        require_another(path, "certificate", read)
        require_writable(path, "certificate", CERTIFICATE, in_new_folder=single is None)
    return list(paths)
