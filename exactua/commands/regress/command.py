"""`exactua regress`: what was decided before, decided again and compared."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from exactua.console import completion
from exactua.console.help import Command
from exactua.console.manifests import manifests_meant, seconds_to_verify, verifier_seconds
from exactua.console.options import jobs_by_core, one_of
from exactua.console.output import OutputFile, cores, require_another, require_output, say, say_document
from exactua.errors import EvaluatorsDisagree, ExactuaError, InputError
from exactua.printing.renderers import RENDERERS

if TYPE_CHECKING:
    from exactua.commands.regress.formats.account import Run
    from exactua.commands.regress.store import Store
    from exactua.commands.regress.work import Event, Regression
    from exactua.evidence.regression import Outcome

STORE: Final = Path(".exactua/regress/passed.json")
INTERRUPTED: Final = 3
OTHERS: Final = ("junit", "github", "sarif", "badge")
"""The formats beside those of a document."""
OTHER_FORMS: Final = (
    r'<\?xml [^\n]*\n<testsuites name="exactua regress"'
    r'|\{\s*"\$schema": "[^"]*sarif[^"]*",.{0,200}"driver": \{\s*"name": "exactua"'
    r'|\{\s*"schemaVersion": 1,\s*"label": "exactua",'
    r"|::(error|warning|notice) "
)
"""How documents for other programs begin: JUnit, SARIF, the badge and GitHub."""
SUMMARY: Final = "GITHUB_STEP_SUMMARY"
"""The variable with the file that GitHub shows as the summary of a job."""


@click.command(
    "regress",
    cls=Command,
    short_help="Decide again what manifests expect, and compare.",
    examples=(
        "exactua regress proofs/yun2020.toml",
        "exactua regress proofs/ --all --format junit --output r.xml",
    ),
)
@click.argument("manifests", nargs=-1, shell_complete=completion.manifests)
@click.option("--update", is_flag=True, help="Rewrite digests and statement hashes in place; never a verdict.")
@click.option("--accept", is_flag=True, help="With --update: expect the actual results from now on.")
@click.option("--all", "decide_all", is_flag=True, help="Also decide what has not changed since it passed.")
@click.option(
    "--certificates",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Keep every certificate there; decide missing ones.",
)
@click.option("--verify", is_flag=True, help="Ask the verifier about every certificate; keep its answers.")
@verifier_seconds
@jobs_by_core
@click.option(
    "--format",
    "form",
    default="text",
    metavar="NAME",
    shell_complete=completion.words((*RENDERERS, *OTHERS)),
    help=f"{', '.join((*RENDERERS, *OTHERS))}.",
    show_default=True,
)
@click.option("--output", type=OutputFile(), metavar="FILE", help="Write it there; keep the text on the terminal.")
@click.option(
    "--also",
    multiple=True,
    metavar="NAME=FILE",
    shell_complete=completion.words_of_files((*RENDERERS, *OTHERS)),
    help="Write the run in this format there too (repeatable): junit=r.xml.",
)
def command(manifests: tuple[str, ...], accept: bool, update: bool, **options: Any) -> int:
    """Decide again what MANIFESTS expect, and compare: TOML files, folders of them, or papers, such as yun2020.

    With no MANIFESTS it takes those of all papers that come with exactua. --help-all shows what a manifest holds.

    \b
    Exit codes: 0 all is as expected; 1 something differs, or a certificate is not confirmed;
    2 wrong usage, or an unreadable manifest; 3 interrupted (what was decided by then is in the
    documents), or, with --verify, a certificate was only sampled or not re-checked; 4 the
    evaluators disagree.

    \f
    A manifest has one table for each check:

    \b
    [[check]]                       one decision
    claim = "lemma8"                a label; it may name a step, or be "my_claims.py::lemma"
    d = 2                           the parameters that the claim has, others such as
    n = 3                           parameters = {k = 8}; n = "1..6" is a check of each
    delta = "1/2"
    expect = "holds"                or "vacuous", "refuted", "inconclusive", "holds in part";
                                    of a definition "met", "not met", "met in part"
    steps = {property2 = "vacuous"} verdicts of steps other than "holds"
    digest = "sha256:..."           of what was decided; also: tie_rule, repaired
    [check.witnesses]               the least counterexample of each refuted step
    property4 = "category 3:0 [0 0] | 1 in [2, 3]"

    \b
    [unlisted]                      claims without a check, of papers and files that other
                                    checks name, or that lie in a folder which is given
    "lemma10" = "why"

    \b
    [statements]                    every step of every claim named above
    "lemma8.property3" = "sha256:..."
    """
    from exactua.commands.regress import work as regression_run
    from exactua.commands.regress.store import opened
    from exactua.deciding import fingerprints
    from exactua.output_files import require_folder

    if accept and not update:
        raise InputError("accept: it says what --update may rewrite; give --update --accept, or neither")
    certificates: Path | None = options["certificates"]
    if certificates is not None:
        require_folder(certificates, "certificates")
    verifying = seconds_to_verify(options["verify"], options["seconds"])
    files = _files(options["form"], options["output"], options["also"])
    asked = regression_run.asked(manifests_meant(manifests))
    for manifest in asked.manifests:
        for _, path in files:
            require_another(path, "output", {"manifests": manifest.path})
    store = opened(STORE, fingerprints.of_code())
    known = {} if options["decide_all"] else store.passed
    if store.notice is not None and not options["decide_all"]:
        say(store.notice, err=True)
    run = regression_run.Regression(asked, known, store.code, certificates, update, accept, verifying)
    printed = "text" if options["output"] is not None else options["form"]
    with _told(printed) as tell:
        account, error = _run(run, store, options["jobs"] or cores(), tell)
    if run.unkept is not None:
        say(f"note: {run.unkept}: what the verifier said is not remembered", err=True)
    _write(account, printed, files)
    if error is not None:
        raise error
    return account.exit_code


def _files(form: str, output: Path | None, also: Sequence[str]) -> list[tuple[str, Path]]:
    """The formats that are written into files, and where. Raises InputError where one is unknown, or can't be."""
    one_of(form, (*RENDERERS, *OTHERS), "format")
    files = [] if output is None else [("output", form, output)]
    for given in also:
        name, sign, path = given.partition("=")
        if not sign or not path:
            raise InputError(f"also: {given!r} is not NAME=FILE; write such as junit=results.xml")
        one_of(name, (*RENDERERS, *OTHERS), "also")
        files.append(("also", name, OutputFile().convert(path, None, None)))
    for number, (argument, _, file) in enumerate(files):
        for _, _, other in files[:number]:
            require_another(file, argument, {"another format": other})
        require_output(file, argument, OTHER_FORMS)
    return [(name, file) for _, name, file in files]


@contextmanager
def _told(printed: str) -> Iterator[Callable[[str], None]]:
    """What prints a line of the text while checks are decided; nothing, where another document is printed."""
    if printed != "github":
        yield say if printed == "text" else lambda line: None
        return
    from exactua.commands.regress.formats import github

    with github.quoted(say):
        yield say


def _run(run: Regression, store: Store, jobs: int, tell: Callable[[str], None]) -> tuple[Run, ExactuaError | None]:
    """Decides, rewrites, and remembers: the account of it, and the error that ended it early, if one did."""
    from exactua.commands.regress.formats import text
    from exactua.evidence import manifests

    try:
        for event in run.events(jobs):
            for line in _lines(event):
                tell(line)
        new = run.new_texts() if run.update else {}
        for path, content in new.items():
            manifests.write(path, content)
    except KeyboardInterrupt:
        account = run.summed_up(stopped=(INTERRUPTED, "interrupted"))
        _remember(store, run.found, update=False, accept=False)
        say(f"exactua: {text.stopped(account)}; no manifest was changed", err=True)
        return account, None
    except ExactuaError as error:
        code = 4 if isinstance(error, EvaluatorsDisagree) else 2
        return run.summed_up(stopped=(code, f"stopped ({error})")), error
    _remember(store, run.found, run.update, run.accept)
    account = run.summed_up(tuple(new))
    for line in text.ending(account):
        tell(line)
    return account, None


def _lines(event: Event) -> Iterator[str]:
    from exactua.commands.regress.formats import account, text

    if isinstance(event, Path):
        yield str(event)
    elif isinstance(event, account.Check):
        yield from text.check(event)
    else:
        yield from text.closing(event)


def _write(account: Run, printed: str, files: Sequence[tuple[str, Path]]) -> None:
    """Prints the document that was asked for, if it is not the text, and writes those that go into files."""
    from exactua.commands.regress.formats import document
    from exactua.console.output import marked, of_command
    from exactua.output_files import append_text, write_text

    if printed != "text":
        say_document(document(printed, account))
    for form, path in files:
        write_text(path, marked(document(form, account), form), "output", of_command(OTHER_FORMS))
        if printed == "text":
            say(f"{form} in {path}")
    summary = os.environ.get(SUMMARY)
    if summary and "github" in (printed, *(form for form, _ in files)):
        try:
            append_text(Path(summary), document("markdown", account))
        except OSError as error:
            say(f"note: {SUMMARY}: {summary} can't be written ({error.strerror or error})", err=True)


def _remember(store: Store, outcomes: Sequence[Outcome], update: bool, accept: bool) -> None:
    """Notes in the store the checks whose entries now say what was found."""
    from datetime import UTC, datetime

    from exactua.deciding import fingerprints

    day = datetime.now(UTC).date().isoformat()
    passed = [outcome.passed(outcome.rewriting(accept) if update else None, store.code) for outcome in outcomes]
    if fingerprints.of_code() != store.code:
        say("note: the code of exactua was changed during the run: none of this is remembered", err=True)
    elif unwritten := store.save({fingerprint: day for fingerprint in passed if fingerprint is not None}):
        say(unwritten, err=True)
