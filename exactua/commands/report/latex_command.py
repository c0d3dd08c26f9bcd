"""`exactua report latex`: tables, marks and sentences for a paper, from what certificates say."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from exactua.commands.report.dossiers_asked import dossier_options, dossiers
from exactua.console.output import OutputFile, require_another, require_output, tell
from exactua.errors import InputError
from exactua.plurals import counted
from exactua.visible_text import joined

STYLE: Final = "exactua.sty"


@click.command("latex", short_help="Tables, marks of checked statements and what may be claimed, as LaTeX.")
@dossier_options
@click.option(
    "--fragment", is_flag=True, help="Only what the preamble of your own document takes: the data, and the tables."
)
@click.option("--statements", is_flag=True, help="Add what each step states, as a formula.")
@click.option("--sty", type=OutputFile(), metavar="FILE", help=f"Where {STYLE} goes.  [default: beside -o]")
@click.option("-o", "--output", type=OutputFile(), metavar="FILE", help="Write it there.")
def command(
    manifests: tuple[str, ...],
    certificates: Path | None,
    only: str | None,
    jobs: int | None,
    fragment: bool,
    statements: bool,
    sty: Path | None,
    output: Path | None,
) -> int:
    """Write what is known of the claims that MANIFESTS (TOML files, or folders of them) speak about as LaTeX.

    If none is given: those of all papers that come with exactua; a paper, such as yun2020, may stand there too. What is
    written is a document of its own: a table of the claims with their status, instances and steps, what may be claimed
    of each, and the certificates with their digests.

    With --fragment, your own document marks what is checked, by exactua.sty:

    \b
        \\usepackage{exactua}
        \\input{claims}                                after: report latex --fragment -o claims.tex
        \\exactuachecked{yun2020:lemma8}               a claim, over all instances that were decided
        \\exactuachecked[d2n3m2]{yun2020:lemma8}       one certificate, with its digest
        \\exactuatable \\exactuacertificates            the tables

    \b
    Exit codes: 0 written, whatever the verdicts; 2 wrong usage; 3 interrupted;
    4 the evaluators disagree.
    """
    from exactua.commands.report import latex as latex_report
    from exactua.commands.report.latex import OF_STYLE
    from exactua.output_files import is_standard_output, require_writable, write_text

    if fragment and statements:
        raise InputError("statements: a fragment has none; leave out --statements or --fragment")
    require_output(output)
    beside = output is not None and not is_standard_output(output)
    style = sty or (output.with_name(STYLE) if output is not None and beside else None)
    if style is not None:
        require_writable(style, "sty", OF_STYLE)
        if output is not None:
            require_another(style, "sty", {"output": output})
    papers = dossiers(manifests, certificates, only, jobs)
    lines = latex_report.fragment(papers) if fragment else latex_report.document(papers, statements)
    if style is not None:
        write_text(style, latex_report.style(), "sty", OF_STYLE)
    claims = sum(len(paper.claims) for paper in papers)
    tell(joined(lines), output, counted(claims, "claim"), "latex")
    return 0
