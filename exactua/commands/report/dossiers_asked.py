"""What reports are made from: the options that say which papers and certificates, and the dossiers of those."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from exactua.console.manifests_meant import manifests_meant
from exactua.console.output import cores, say
from exactua.errors import InputError

if TYPE_CHECKING:
    from exactua.claims.dossier import PaperDossier
    from exactua.evidence.questions import AskedNetwork

KEPT: Final = Path(".exactua/report")
"""Where the certificates of a report are kept unless --certificates says that they are elsewhere."""

ASKED: Final = Path(".exactua")
"""Where ask keeps certificates, which are shown unless --certificates says that they are elsewhere."""

Function = TypeVar("Function", bound=Callable[..., Any])


def dossier_options(function: Function) -> Function:
    """MANIFESTS, --certificates, --paper and --jobs."""
    for decorate in (
        click.option("--jobs", metavar="K", type=click.IntRange(1, 256), help="Processes.  [default: one a core]"),
        click.option("--paper", "only", metavar="NAME", help="Only this paper, such as yun2020."),
        click.option(
            "--certificates",
            type=click.Path(path_type=Path),
            metavar="DIR",
            help=f"Take what the certificates in DIR say and decide nothing.  [default: decide what {KEPT} lacks]",
        ),
        click.argument("manifests", nargs=-1),
    ):
        function = decorate(function)
    return function


def dossiers(
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
    from exactua.claims.registry import is_paper
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
        for label in prepared.unexpected:
            say(f"note: {label} came out other than its manifest expects", err=True)
        chosen, folder = [name for name in prepared.papers if not wanted or name in wanted], KEPT
    if not chosen:
        raise InputError(f"paper: no manifest here has a check of {', '.join(sorted(wanted)) or 'any claim'}")
    chosen.sort(key=_rank)
    if verifying is not None:
        with progress_bar(quiet=False, noun="certificates") as progress:
            known.verify(chosen, folder, verifying, jobs or cores(), progress)
    return known.from_certificates(chosen, folder)


def _no_manifest(path: Path) -> str:
    """What a file is that is no manifest, and how its page is made."""
    from exactua.arithmetic.messages import brief
    from exactua.claims.problem import QUESTION
    from exactua.claims.registry import is_paper
    from exactua.evidence.stated_certificates import stated

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


def questions(
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


def _rank(paper: str) -> int:
    """The papers that come with exactua in their order, and then others as they are given."""
    from exactua.claims.registry import PAPERS

    return PAPERS.index(paper) if paper in PAPERS else len(PAPERS)


def _papers(path: Path) -> list[str]:
    """The papers that the checks of a manifest speak about."""
    from exactua.claims.registry import find, paper_of
    from exactua.evidence import manifests as files

    return list(dict.fromkeys(paper_of(find(check.label)[0]) for check in files.read(path).checks))
