"""`exactua report html`: what certificates say of papers, as pages to read."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from exactua.commands.report.dossiers_asked import ASKED, KEPT, dossier_options, dossiers, questions
from exactua.console.output import say
from exactua.console.verifying import seconds_to_verify, verifier_seconds

if TYPE_CHECKING:
    from exactua.claims.dossier import PaperDossier
    from exactua.claims.verification import Verification


@click.command("html", short_help="Pages: graph, claims, ledger, search; static files.")
@dossier_options
@click.option("--verify", is_flag=True, help="Ask the verifier about every certificate that is shown.")
@verifier_seconds
@click.option(
    "-o", "--output", metavar="DIR", required=True, type=click.Path(path_type=Path), help="The folder of the site."
)
def command(
    manifests: tuple[str, ...],
    certificates: Path | None,
    only: str | None,
    jobs: int | None,
    verify: bool,
    seconds: float | None,
    output: Path,
) -> int:
    """Write pages that say what is known of papers: MANIFESTS are TOML files, folders of them, or papers: yun2020.

    A graph of what rests on what, a page for each claim, the ledger, search: static files that need no network. A page
    for each answer of ask, too, whose certificate lies in the folder of --certificates, or else in .exactua. DIR is
    new or empty, or an earlier site, which is replaced when the new one is whole. Needs pip install 'exactua[site]'.

    \b
    Exit codes: 0 written; 1 written, and, with --verify, a certificate is not confirmed; 2 wrong usage, or
    a file that can't be read or written; 3 interrupted, and an earlier site is as it was, or written, and,
    with --verify, a certificate was only sampled or not re-checked; 4 the evaluators disagree.
    """
    import time

    from exactua.commands.report.site.rendering import require_jinja

    require_jinja()
    from exactua.claims.verification import in_full, refused, tally
    from exactua.commands.report import html_work as site
    from exactua.commands.runs.words import bytes_shown
    from exactua.plurals import counted

    began = time.monotonic()
    site.require_output(output, certificates or KEPT)
    verifying = seconds_to_verify(verify, seconds)
    papers = dossiers(manifests, certificates, only, jobs, verifying)
    asked, refused_files = questions(certificates or ASKED, verifying, jobs)
    written = site.write(papers, output, _command(manifests, certificates, only, verify, seconds, output), asked)
    for file, reason in refused_files:
        say(f"warning: not shown: {file}: {reason}", err=True)
    if warning := _warning(papers):
        say(warning, err=True)
    for paper in papers:
        claims, lines = counted(len(paper.claims), "claim"), counted(len(paper.ledger.lines), "line")
        say(f"{paper.title}: {claims}, {lines} in the ledger")
    if asked:
        say(f"networks that were asked about: {counted(len(asked), 'answer')}")
    pages, files = counted(written.pages, "page"), counted(written.others, "other file")
    say(f"{pages} and {files}, {bytes_shown(written.size)}, in {time.monotonic() - began:.1f} s")
    say(f"the largest page is {written.largest}, {bytes_shown(written.largest_size)}")
    verifications = [*_verified(papers), *(network.file.verified for network in asked)] if verify else []
    if verify:
        say(f"certificates: {tally(verifications) or 'none'}")
    say(f"open {output / 'index.html'}")
    return 1 if any(map(refused, verifications)) else 0 if all(map(in_full, verifications)) else 3


def _verified(papers: Sequence[PaperDossier]) -> list[Verification | None]:
    """What verifiers said of the certificates that are shown, each once."""
    files = {file.path: file for paper in papers for claim in paper.claims for file in claim.certificates}
    return [file.verified for file in files.values()]


def _command(
    manifests: Sequence[str],
    certificates: Path | None,
    only: str | None,
    verify: bool,
    seconds: float | None,
    output: Path,
) -> str:
    """The command that builds the site again."""
    options = [] if certificates is None else ["--certificates", str(certificates)]
    options += [] if only is None else ["--paper", only]
    options += ["--verify"] if verify else []
    options += [] if seconds is None else ["--seconds", f"{seconds:g}"]
    return shlex.join(["exactua", "report", "html", *manifests, *options, "-o", str(output)])


def _warning(papers: Sequence[PaperDossier]) -> str:
    """How many certificates, or steps of them, are not counted, with the first; "" where all are."""
    unused = list(dict.fromkeys((entry.file, entry.label, entry.reason) for paper in papers for entry in paper.unused))
    if not unused:
        return ""
    file, label, reason = unused[0]
    about = f"{file} ({label})" if label else file
    number = f"{len(unused):,} of the certificates or their steps"
    return f"warning: not counted: {number}; the pages list them; the first is {about}: {reason}"
