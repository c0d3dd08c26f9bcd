"""`exactua cite`: how to cite a claim that was checked, with what may be claimed of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from exactua.console import completion
from exactua.console.help import Command
from exactua.console.options import (
    BOX_OPTIONS,
    box_options,
    budget_option,
    formats,
    given_among,
    kept_in_option,
    parameter_boxes,
    tell_namesakes,
)
from exactua.console.output import OutputFile, require_output, say, tell
from exactua.errors import InputError
from exactua.visible_text import joined

if TYPE_CHECKING:
    from exactua.printing.citations import Citation

FORMATS = ("bibtex", "text", "json", "latex")


@click.command(
    "cite",
    cls=Command,
    short_help="Write BibTeX, and what may be claimed.",
    examples=(
        "exactua cite lemma8 --d 2 --n 3",
        "exactua cite yun2020:lemma7.range_of_k --d 1 --n 2 --delta 1/4 --format text",
    ),
)
@click.argument("label", shell_complete=completion.citable)
@box_options
@click.option("--repaired", is_flag=True, help="Cite the repaired steps in place of those they repair.")
@kept_in_option("Folder of the certificates, old and new.")
@budget_option("Time that a new check may take", "60s")
@click.option("-o", "--output", type=OutputFile(), metavar="FILE", help="Write it there.")
@formats(FORMATS)
def command(label: str, **options: Any) -> int:
    """Cite LABEL, such as lemma8, lemma8.property3, my_lemma.py::lemma, a paper: yun2020, or a certificate: FILE.json.

    cite prints entries for the paper, for exactua, and for the certificate of each instance that --d, --n, --delta,
    --tie-rule or -p name. It takes the certificate that `exactua check` wrote, if that is about the claim as it is now;
    otherwise it decides the instance. Without an instance it takes the kept certificates. Beside each certificate it
    says what you may claim and what not. Cite a certificate of ask or limit by its file. --format latex gives a
    mark for each certificate, as exactua.sty sets it and `exactua tex check` checks it; with -o exactua.sty is written
    beside it, unless one is there.

    \b
    Exit codes: 0 written, whatever the verdicts (a refuted claim is cited as refuted); 2 wrong usage;
    3 an instance is inconclusive, such as one too large: all but its certificate is written;
    4 the evaluators disagree.
    """
    require_output(options["output"])
    style = _style_beside(options["output"]) if options["output_format"] == "latex" else None
    citation = _citation(label, options)
    code = 3 if citation.undecided else 0
    text, count = _written(citation, options["output_format"], code)
    tell(text, options["output"], count, options["output_format"])
    if style is not None:
        _write_style(style)
    from exactua.printing.citations import undecided_lines

    for line in undecided_lines(citation):
        say(line, err=True)
    if options["output_format"] == "latex":
        from exactua.commands.cite.marks import hints

        for line in hints(citation):
            say(line, err=True)
    return code


def _style_beside(output: Path | None) -> Path | None:
    """Where exactua.sty is to be written: beside the output, unless that is no file, or something of its name is there.

    Raises InputError where it can't be written, and for an output of that name.
    """
    from exactua.commands.report.command import STYLE
    from exactua.commands.report.latex import OF_STYLE
    from exactua.output_files import is_standard_output, require_writable

    if output is None or is_standard_output(output):
        return None
    style = output.with_name(STYLE)
    if style == output:
        raise InputError(f"output: {STYLE} is the name of the style that the marks need; give a file such as marks.tex")
    if style.is_symlink() or style.exists():
        return None
    require_writable(style, "output", OF_STYLE)
    return style


def _write_style(path: Path) -> None:
    from exactua.commands.report.latex import OF_STYLE, style
    from exactua.output_files import write_text

    write_text(path, style(), "output", OF_STYLE)
    say(f"macros of the marks in {path}")


def _citation(label: str, options: dict[str, Any]) -> Citation:
    from exactua.claims.registry import command_of, find, is_paper
    from exactua.commands.cite.work import at_hand, at_instance, cited_claim, cited_paper, deciding_nothing
    from exactua.console.instances import instance_options
    from exactua.console.progress import progress_bar
    from exactua.printing.citations import Cited, Undecided
    from exactua.printing.scope_subjects import listed

    if label.lower().endswith(".json"):
        for _, option in given_among(options, (*BOX_OPTIONS, "repaired")):
            raise InputError(f"label: {label} is a certificate, which has its own instance; leave out {option}")
        from exactua.commands.cite.function import cite

        return cite(Path(label))
    if is_paper(label):
        for _, option in given_among(options, (*BOX_OPTIONS, "repaired")):
            raise InputError(f"label: {label} is a paper; name one of its claims, or leave out {option}")
        return cited_paper(label)
    claim, step = find(label)
    tell_namesakes(label)
    steps = (step,) if step else ()
    if not any(options[name] for name in BOX_OPTIONS):
        if options["repaired"]:
            example = instance_options(claim) or "--d 1 --n 2"
            raise InputError(f"repaired: it needs an instance, such as {example}; without one certificates are taken")
        known = list(at_hand(claim, step, options["folder"]))
        if not known:
            shown = ".".join([command_of(claim), *steps])
            example = instance_options(claim)
            way = f"name an instance, such as {example}," if example else f"decide it with exactua check {shown}"
            nothing = deciding_nothing(claim, options["folder"])
            of = f" that decides something of it ({listed(nothing)} decides nothing)" if nothing else ""
            say(f"note: {options['folder']} holds no certificate of {shown}{of}; {way} to cite one", err=True)
        return cited_claim(claim, known)
    judged = "repaired" if options["repaired"] else "as written"
    boxes = parameter_boxes(claim, **{name: options[name] for name in BOX_OPTIONS})
    problems = [claim.problem(box, steps, judged) for box in boxes]
    certificates: list[Cited] = []
    undecided: list[Undecided] = []
    for problem in problems:
        with progress_bar(quiet=False) as progress:
            answer = at_instance(claim, problem, steps, judged, options["folder"], options["budget"], progress)
        if isinstance(answer, Undecided):
            undecided.append(answer)
        else:
            certificates.append(answer)
    return cited_claim(claim, certificates, undecided)


def _written(citation: Citation, output_format: str, code: int) -> tuple[str, str]:
    """The text, and how much it is in words."""
    from exactua.plurals import counted
    from exactua.printing.citations import bibtex_lines, document, entries, text_lines

    count = len(entries(citation))
    shown = f"{count} entr{'y' if count == 1 else 'ies'}"
    if output_format == "json":
        from exactua.arithmetic.json_values import json_text

        return json_text(document(citation, code)), shown
    if output_format == "text":
        return joined(text_lines(citation)), counted(count, "reference")
    if output_format == "latex":
        from exactua.commands.cite.marks import mark_lines

        return joined(mark_lines(citation)), counted(len(citation.certificates), "mark")
    return joined(bibtex_lines(citation)).rstrip("\n"), shown
