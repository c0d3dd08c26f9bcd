"""`exactua report note`: the wrong lines of a paper as a short note that its authors could be sent."""

from __future__ import annotations

from pathlib import Path

import click

from exactua.commands.report.dossiers_asked import dossier_options, dossiers
from exactua.console.instances import one_of
from exactua.console.output import OutputFile, require_output, tell
from exactua.plurals import counted
from exactua.visible_text import joined

FORMATS = ("markdown", "latex", "text")


@click.command("note", short_help="The wrong lines of a paper as a short note to its authors.")
@dossier_options
@click.option("-o", "--output", type=OutputFile(), metavar="FILE", help="Write it there.")
@click.option(
    "--format", "output_format", default="markdown", metavar="NAME", help=f"{', '.join(FORMATS)}.", show_default=True
)
def command(
    manifests: tuple[str, ...],
    certificates: Path | None,
    only: str | None,
    jobs: int | None,
    output: Path | None,
    output_format: str,
) -> int:
    """Write what is wrong in a paper as a short note: MANIFESTS are TOML files, folders of them, or papers: yun2020.

    A few lines for each fault, the weightiest first: where it stands, the paper's words in quotation marks, how they
    were read, the least counterexample, whether the conclusion survives, a wording that holds, and the command that
    shows it. What was checked, and what is not claimed, is said before and behind. `exactua errata` has the whole
    ledger.

    \b
    Exit codes: 0 written; 2 wrong usage; 3 interrupted; 4 the evaluators disagree.
    """
    from exactua.claims.references import reference_of
    from exactua.commands.report import note as author_note

    one_of(output_format, FORMATS, "format")
    require_output(output)
    papers = dossiers(manifests, certificates, only, jobs)
    if len(papers) > 1:
        from exactua.errors import InputError
        from exactua.python_files import shown_label

        first = shown_label(papers[0].paper)
        raise InputError(f"paper: a note is about one paper; add --paper {first} for one of {len(papers)}")
    note = author_note.note(papers[0], reference_of(papers[0].paper))
    lines = {"markdown": author_note.markdown, "latex": author_note.latex, "text": author_note.text}[output_format]
    faults = sum(len(group) for _, group in note.groups)
    tell(joined(lines(note)).rstrip("\n"), output, counted(faults, "line"), output_format)
    return 0
