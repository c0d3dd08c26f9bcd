"""`exactua report`: what is known, as pages, as LaTeX, and as a note to an author."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from exactua.commands.report.logbook.command import command as logbook
from exactua.console import completion
from exactua.console.help import Group
from exactua.console.manifests import manifests_meant, seconds_to_verify, verifier_seconds
from exactua.console.options import formats, jobs_by_core, together
from exactua.console.output import OutputFile, cores, require_another, require_output, say, tell
from exactua.errors import InputError
from exactua.plurals import counted
from exactua.visible_text import joined

if TYPE_CHECKING:
    from exactua.claims.dossier import PaperDossier
    from exactua.evidence.questions import AskedNetwork

KEPT: Final = Path(".exactua/report")
"""Where the certificates of a report are kept unless --certificates says that they are elsewhere."""
ASKED: Final = Path(".exactua")
"""Where ask keeps certificates, which are shown unless --certificates says that they are elsewhere."""
STYLE: Final = "exactua.sty"
FORMATS: Final = ("markdown", "latex", "text")
"""Of a note."""


class Forms(Group):
    """The forms of a report."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Says which forms there are where another is given."""
        if args and args[0] not in self.commands and not args[0].startswith("-") and not ctx.resilient_parsing:
            raise click.UsageError(f"no report {args[0]!r}; known: {', '.join(self.commands)}", ctx)
        return super().resolve_command(ctx, args)


@click.group(
    "report",
    cls=Forms,
    short_help="Write what is known: pages, LaTeX, a note, a logbook.",
    examples=(
        "exactua report html -o site/",
        "exactua report logbook lemma10 --d 1 --n 2",
    ),
)
def command() -> None:
    """Write what certificates say about papers: pages to read, LaTeX to cite, a note to send; or one check in full."""


command.add_command(logbook)


_dossier_options = together(
    click.argument("manifests", nargs=-1, shell_complete=completion.manifests),
    click.option(
        "--certificates", type=click.Path(path_type=Path), metavar="DIR",
        help=f"Use the certificates in DIR; decide nothing.  [default: decide what {KEPT} lacks]",
    ),
    click.option("--paper", "only", metavar="NAME", help="Only this paper, such as yun2020.",
                 shell_complete=completion.papers_alone),
    jobs_by_core,
)  # fmt: skip
"""MANIFESTS, --certificates, --paper and --jobs."""


@command.command(
    "html",
    short_help="Pages: graph, claims, ledger, search; static files.",
    examples=(
        "exactua report html -o site/",
        "exactua report html yun2020 --verify -o site/",
    ),
)
@_dossier_options
@click.option("--verify", is_flag=True, help="Ask the verifier about every certificate.")
@verifier_seconds
@click.option(
    "-o", "--output", metavar="DIR", required=True, type=click.Path(path_type=Path), help="The folder of the site."
)
def html(
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
    Exit codes: 0 written; 1 written, and, with --verify, a certificate is not confirmed;
    2 wrong usage, or a file that can't be read or written; 3 interrupted, and an earlier site is as
    it was, or written, and, with --verify, a certificate was only sampled or not re-checked;
    4 the evaluators disagree.
    """
    import time

    from exactua.commands.report.site.rendering import require_jinja

    require_jinja()
    from exactua.claims.verification import in_full, refused, tally
    from exactua.commands.report.site import pages as site
    from exactua.commands.runs.words import bytes_shown

    began = time.monotonic()
    site.require_output(output, certificates or KEPT)
    verifying = seconds_to_verify(verify, seconds)
    papers = _dossiers(manifests, certificates, only, jobs, verifying)
    asked, refused_files = _questions(certificates or ASKED, verifying, jobs)
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
    shown = {file.path: file for paper in papers for claim in paper.claims for file in claim.certificates}
    verifications = [file.verified for file in (*shown.values(), *(network.file for network in asked)) if verify]
    if verify:
        say(f"certificates: {tally(verifications) or 'none'}")
    say(f"open {output / 'index.html'}")
    return 1 if any(map(refused, verifications)) else 0 if all(map(in_full, verifications)) else 3


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


@command.command(
    "latex",
    short_help="Tables, marks of checked statements and what may be claimed, as LaTeX.",
    examples=(
        "exactua report latex -o claims.tex",
        "exactua report latex --fragment --paper yun2020 -o claims.tex",
    ),
)
@_dossier_options
@click.option("--fragment", is_flag=True, help="Only data and tables, for the preamble of your document.")
@click.option("--statements", is_flag=True, help="Add what each step states, as a formula.")
@click.option("--sty", type=OutputFile(), metavar="FILE", help=f"Where {STYLE} goes.  [default: beside -o]")
@click.option("-o", "--output", type=OutputFile(), metavar="FILE", help="Write it there.")
def latex(
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

    With no MANIFESTS it takes those of all papers that come with exactua; a paper, such as yun2020, may stand there
    too. The document has a table of the claims with their status, instances and steps, what you may claim of each, and
    the certificates with their digests.

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
    papers = _dossiers(manifests, certificates, only, jobs)
    lines = latex_report.fragment(papers) if fragment else latex_report.document(papers, statements)
    if style is not None:
        write_text(style, latex_report.style(), "sty", OF_STYLE)
    claims = sum(len(paper.claims) for paper in papers)
    tell(joined(lines), output, counted(claims, "claim"), "latex")
    if style is not None and not is_standard_output(style):
        say(f"macros of the marks in {style}", err=output is None)
    return 0


@command.command(
    "note",
    short_help="The wrong lines of a paper as a short note to its authors.",
    examples=(
        "exactua report note yun2020 -o note.md",
        "exactua report note hahn2020 --format latex -o note.tex",
    ),
)
@_dossier_options
@click.option("-o", "--output", type=OutputFile(), metavar="FILE", help="Write it there.")
@formats(FORMATS)
def note(
    manifests: tuple[str, ...],
    certificates: Path | None,
    only: str | None,
    jobs: int | None,
    output: Path | None,
    output_format: str,
) -> int:
    """Write what is wrong in a paper as a short note: MANIFESTS are TOML files, folders of them, or papers: yun2020.

    Each fault has a few lines, the most serious first: its place, the paper's words in quotation marks, how they were
    read, the least counterexample, whether the conclusion survives, a wording that holds, and the command that shows
    it. The note says what was checked, and what is not claimed. `exactua errata` has the whole ledger.

    \b
    Exit codes: 0 written; 2 wrong usage; 3 interrupted; 4 the evaluators disagree.
    """
    from exactua.claims.references import reference_of
    from exactua.commands.report import note as author_note

    require_output(output)
    papers = _dossiers(manifests, certificates, only, jobs)
    if len(papers) > 1:
        from exactua.python_files import shown_label

        first = shown_label(papers[0].paper)
        raise InputError(f"paper: a note is about one paper; add --paper {first} for one of {len(papers)}")
    told = author_note.note(papers[0], reference_of(papers[0].paper))
    lines = {"markdown": author_note.markdown, "latex": author_note.latex, "text": author_note.text}[output_format]
    faults = sum(len(group) for _, group in told.groups)
    tell(joined(lines(told)).rstrip("\n"), output, counted(faults, "line"), output_format)
    return 0


def _dossiers(
    given: Sequence[str],
    certificates: Path | None,
    only: str | None,
    jobs: int | None,
    verifying: float | None = None,
) -> tuple[PaperDossier, ...]:
    """The dossiers of the papers that these manifests speak about; a paper may stand where a manifest may.

    Where none is given: those of all papers that come with exactua. With `verifying`, a number of seconds, the verifier
    is asked about each certificate first, and what it says is kept. Raises InputError where there is no such manifest
    or paper, EvaluatorsDisagree.
    """
    from exactua.claims.registry import PAPERS, is_paper
    from exactua.commands.report import dossiers as known
    from exactua.console.progress import progress_bar
    from exactua.evidence import manifests as files

    for name in given:
        if name.lower().endswith(".json"):
            raise InputError(f"manifests: {_no_manifest(Path(name))}")
    papers = [name for name in given if is_paper(name)]
    if only is not None and not is_paper(only):
        raise InputError(f"paper: no paper {only!r}; give one such as yun2020, or a file PATH.py")
    wanted = {*papers, *([only] if only else [])}
    paths = files.manifest_paths(manifests_meant([name for name in given if name not in papers]))
    if certificates is not None:
        about = papers or list(dict.fromkeys(paper for path in paths for paper in _papers(path)))
        chosen, folder = [name for name in about if not wanted or name in wanted], certificates
    else:
        paths = [path for path in paths if not wanted or wanted & set(_papers(path))]
        with progress_bar(quiet=False, noun="checks") as progress:
            prepared = known.certificates_for(paths, KEPT, jobs or cores(), progress)
        for label, differing in zip(prepared.unexpected, prepared.differences, strict=True):
            say(f"note: {label} came out other than its manifest expects: {differing}", err=True)
        chosen, folder = [name for name in prepared.papers if not wanted or name in wanted], KEPT
    if not chosen:
        argument = "manifests" if papers and only is None else "paper"
        missing = f"no manifest here has a check of {', '.join(sorted(wanted)) or 'any claim'}"
        raise InputError(f"{argument}: {missing}{_entry_of(min(wanted)) if wanted else ''}")
    chosen.sort(key=lambda paper: PAPERS.index(paper) if paper in PAPERS else len(PAPERS))
    if verifying is not None:
        with progress_bar(quiet=False, noun="certificates") as progress:
            known.verify(chosen, folder, verifying, jobs or cores(), progress)
    return known.from_certificates(chosen, folder)


def _entry_of(paper: str) -> str:
    """How a manifest is written that has a check of a file's first claim; "" of another paper, and of none."""
    from exactua.claims.registry import claims_of, command_of
    from exactua.evidence.boxes import ladder
    from exactua.python_files import is_own

    claim = next(iter(claims_of(paper)), None) if is_own(paper) else None
    if claim is None:
        return ""
    lines = [f'claim = "{command_of(claim)}"']
    box = next(ladder(claim), {})
    for parameter in claim.parameters:
        name = parameter.name
        if len(parameter.only) > 1:
            stated = [value for value in parameter.only if claim.stated_at({**box, name: value})] or [*parameter.only]
            least, most = min(stated), max(stated)
            all_between = len(stated) == most - least + 1
            shown = f"{least}..{most}" if all_between else ",".join(map(str, stated))
            lines.append(f'{name} = "{shown}"')
        elif name in ("d", "n") and name in box and claim.only_size(name, claim.likely_values) is None:
            lines.append(f"{name} = {box[name]}")
    written = ", ".join(["[[check]]", *lines, 'expect = "holds"'])
    return f"; write one, {Path(paper).stem}.toml with the lines {written}; or name --certificates, such as .exactua"


def _no_manifest(path: Path) -> str:
    """What a file is that is no manifest, and how its page is made."""
    from exactua.arithmetic.messages import brief
    from exactua.claims.problem import QUESTION
    from exactua.claims.registry import is_paper
    from exactua.evidence.certificate_steps import stated

    if not path.exists():
        return f"there is no file {brief(str(path))}"
    try:
        label: str = stated(path).decided["claim"]
    except InputError:
        valid = "TOML files, folders of them, papers such as yun2020, or files PATH.py with claims"
        return f"{brief(str(path))} is no manifest; give {valid}"
    folder = f"--certificates {shlex.quote(str(path.parent))}"
    if label.startswith(QUESTION):
        return f"{path} is the certificate of an answer of ask; give a paper such as yun2020 and its folder, {folder}"
    paper = label.partition(":")[0]
    of = paper if is_paper(paper) else f"the file with its claim, such as {paper}.py,"
    return f"{path} is a certificate of {label}; give {of} and the folder that it is in, {folder}"


def _questions(
    folder: Path, verifying: float | None, jobs: int | None
) -> tuple[Sequence[AskedNetwork], Sequence[tuple[str, str]]]:
    """The answers of ask of which certificates lie in a folder; and the files that can't be read, each with the reason.

    With `verifying`, a number of seconds, the verifier is asked about each, and what it says is kept.
    """
    from exactua.console.progress import progress_bar
    from exactua.evidence import questions as known

    asked, refused = known.questions_in(folder)
    if verifying is None or not asked:
        return asked, refused
    with progress_bar(quiet=False, noun="certificates") as progress:
        return known.verified(asked, verifying, jobs or cores(), progress), refused


def _papers(path: Path) -> list[str]:
    """The papers that the checks of a manifest speak about."""
    from exactua.claims.registry import find, paper_of
    from exactua.evidence import manifests as files

    return list(dict.fromkeys(paper_of(find(check.label)[0]) for check in files.read(path).checks))
