"""A plugin for pytest: `pytest --exactua proofs/` collects manifests, and each check of them is a test.

A paper such as yun2020 may stand where a manifest may.
Without --exactua it does nothing. Every check is decided: what `exactua regress` remembers is neither read nor written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from exactua.commands.regress.unlisted import Listing
    from exactua.evidence.manifests import Lines, Manifest
    from exactua.evidence.statements import PinDifference

_TABLE: Final = re.compile(rb"^\s*\[{1,2}\s*(check|unlisted|statements)\s*\]", re.MULTILINE)
"""What a manifest has, and other TOML files do not."""
_MOST_READ: Final = 4 * 2**20
_EXIT_CODE: Final = "exit code"
_exit_codes: Final[set[int]] = set()
"""Those of items in which exactua itself failed."""


class Different(Exception):
    """Something is not as a manifest expects; the text is what is shown of it."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds --exactua and --exactua-certificates."""
    group = parser.getgroup("exactua")
    group.addoption("--exactua", action="store_true", help="decide the checks of manifests (.toml) that are collected")
    group.addoption("--exactua-certificates", metavar="DIR", help="with --exactua: write the certificates there")


def pytest_configure(config: pytest.Config) -> None:
    """Puts manifests in the place of papers, and looks whether certificates can be written."""
    if config.getoption("--exactua"):
        config.args[:] = _with_manifests(config.args)
    folder = config.getoption("--exactua-certificates")
    if folder is None:
        return
    from exactua.errors import InputError
    from exactua.output_files import require_folder

    if not config.getoption("--exactua"):
        raise pytest.UsageError("--exactua-certificates: nothing is decided without --exactua")
    try:
        require_folder(Path(folder), "certificates")
    except InputError as error:
        raise pytest.UsageError(f"--exactua-certificates: {error}") from None


def _with_manifests(given: list[str]) -> list[str]:
    """What is collected, with the manifest of a paper where its name stands."""
    from exactua.claims.registry import PAPERS
    from exactua.errors import InputError
    from exactua.evidence.manifests import of_paper

    try:
        return [str(of_paper(name)) if name in PAPERS else name for name in given]
    except InputError as error:
        raise pytest.UsageError(f"--exactua: {error}") from None


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A manifest, with --exactua: a TOML file that is named, or one in a folder that has a table of a manifest."""
    if file_path.suffix != ".toml" or not parent.config.getoption("--exactua"):
        return None
    if not parent.session.isinitpath(file_path):
        with file_path.open("rb") as file:
            if _TABLE.search(file.read(_MOST_READ)) is None:
                return None
    return ManifestFile.from_parent(parent, path=file_path)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Notes an item in which exactua itself failed, in whatever process."""
    _exit_codes.update(code for name, code in report.user_properties if name == _EXIT_CODE and isinstance(code, int))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Ends a session in which exactua itself failed with the exit code of that, which is no verdict's."""
    if _exit_codes:
        session.exitstatus = max(_exit_codes)
        _exit_codes.clear()


class ManifestFile(pytest.File):
    """A manifest: an item for each check, for the statements of each claim, and one for claims without a check."""

    manifest: Manifest
    lines: Lines

    def collect(self) -> Iterator[pytest.Item]:
        """Reads the file. Raises CollectError, with file and key, where it is no manifest or names no claim."""
        from exactua.claims.registry import find
        from exactua.errors import InputError
        from exactua.evidence.manifests import lines_of, parse, read_text
        from exactua.visible_text import visible

        shown = self.path.relative_to(Path.cwd()) if self.path.is_relative_to(Path.cwd()) else self.path
        try:
            text = read_text(shown)
            self.manifest = parse(text, shown)
            if not self.manifest.checks and self.session.isinitpath(self.path):
                raise InputError(f"{shown}: no [[check]]; write one at least")
            for check in self.manifest.checks:
                try:
                    find(check.label)
                except InputError as error:
                    raise InputError(f"{shown}: check {check.number}: {error}") from None
        except InputError as error:
            raise self.CollectError(str(error)) from None
        self.lines = lines_of(text, self.manifest)
        self.session.stash.setdefault(MANIFESTS, []).append(self)
        names: dict[str, int] = {}
        for number, check in enumerate(self.manifest.checks):
            name = _name(check.claim, check.parameters, check.repaired)
            names[name] = names.get(name, 0) + 1
            again = f" ({names[name]})" if names[name] > 1 else ""
            yield CheckItem.from_parent(self, name=name + again, number=number)
        for claim in dict.fromkeys(map(_claim_of, self.manifest.statements)):
            yield StatementsItem.from_parent(
                self, name=visible(f"statements of {claim.replace('::', ':')}"), claim=claim
            )
        yield StatementsItem.from_parent(self, name="statements of other claims", claim=None)
        yield UnlistedItem.from_parent(self, name="unlisted claims")

    @property
    def differences(self) -> list[PinDifference]:
        """The statements that are not as pinned, computed once in a process."""
        if self._differences is None:
            from exactua.evidence import statements

            self._differences = statements.differences(self.manifest)
        return self._differences

    _differences: list[PinDifference] | None = None


MANIFESTS: Final = pytest.StashKey[list[ManifestFile]]()
LISTING: Final = pytest.StashKey["Listing"]()


class _Item(pytest.Item):
    """An item of a manifest, which fails with what differs and not with a traceback."""

    parent: ManifestFile

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The lines with - and +, or one sentence."""
        from exactua.errors import EvaluatorsDisagree, ExactuaError
        from exactua.unexpected import UNEXPECTED, unexpected
        from exactua.visible_text import visible

        error = excinfo.value
        if isinstance(error, EvaluatorsDisagree):
            return f"the evaluators disagree, so there is no verdict; please report this: {error}"
        if isinstance(error, ExactuaError):
            return str(error)
        if isinstance(error, Different):
            return f"{visible(str(self.parent.manifest.path))}:{self.line}: {error}"
        if isinstance(error, Exception):
            self.user_properties.append((_EXIT_CODE, UNEXPECTED))
            return unexpected(error)
        return super().repr_failure(excinfo, style)

    @property
    def line(self) -> int:
        """The line of the manifest that the item is about, from 1 on."""
        return self.parent.lines.pins

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the item stands, with the line from 0 on, and its name in headlines."""
        return self.path, self.line - 1, f"{self.parent.manifest.path}: {self.name}"


class CheckItem(_Item):
    """One [[check]]."""

    def __init__(self, *, number: int, **others: Any) -> None:
        super().__init__(**others)
        self.number = number

    @property
    def line(self) -> int:
        """The line of its [[check]]."""
        return self.parent.lines.checks[self.number]

    def runtest(self) -> None:
        """Decides the check. Raises Different where something is not as expected."""
        from exactua.claims.verdicts import phrase
        from exactua.commands.regress.formats import text
        from exactua.evidence import regression
        from exactua.visible_text import joined

        folder = self.config.getoption("--exactua-certificates")
        posed = regression.posed_check(self.parent.manifest, self.number)
        (outcome,) = regression.outcomes([posed], [False], 1, None if folder is None else Path(folder))
        assert outcome.found is not None  # nothing is remembered here
        decided = outcome.found
        said = phrase(decided.verdict, decided.objects)
        self.user_properties += [("verdict", decided.verdict.value), ("words", said), ("digest", decided.digest)]
        if outcome.differences:
            what = text.headline(outcome.found, posed.check.expected, outcome.differences)
            raise Different(joined([what, *text.different_lines(outcome.found, outcome.differences)]))


class StatementsItem(_Item):
    """The pinned statements of one claim; with None, those of claims that have no pin at all."""

    def __init__(self, *, claim: str | None, **others: Any) -> None:
        super().__init__(**others)
        self.claim = claim

    @property
    def line(self) -> int:
        """The line of the first of these pins."""
        pins = self.parent.lines.statements
        return min((pins[label] for label in pins if _claim_of(label) == self.claim), default=self.parent.lines.pins)

    def runtest(self) -> None:
        """Compares the pins. Raises Different where one is missing, or another than that of the step now."""
        from exactua.commands.regress.formats import text
        from exactua.plurals import counted
        from exactua.visible_text import joined

        pinned = set(map(_claim_of, self.parent.manifest.statements))
        mine = [
            difference
            for difference in self.parent.differences
            if (claim := _claim_of(difference.label)) == self.claim or (self.claim is None and claim not in pinned)
        ]
        if mine:
            lines = [
                line
                for difference in mine
                for line in (difference.label, *text.changed(difference.pinned, difference.found))
            ]
            raise Different(joined([f"{counted(len(mine), 'statement')} not as pinned", *lines]))


class UnlistedItem(_Item):
    """Claims that no manifest of the session lists, and lines of [unlisted] of this one that leave out nothing."""

    def runtest(self) -> None:
        """Looks for claims of its papers and files without a check. Raises Different where there are some."""
        from exactua.claims.registry import find
        from exactua.commands.regress.formats import text
        from exactua.commands.regress.work import manifest_for
        from exactua.visible_text import joined

        files = self.session.stash[MANIFESTS]
        manifests, listing = [file.manifest for file in files], _listing(self.session, files)
        mine = [label for label in listing.missing if manifest_for(find(label)[0], manifests) is self.parent.manifest]
        own = self.parent.manifest.unlisted
        wrong = [text.why_unlisted(label) for label in mine]
        wrong += [text.idle(paper.key) for paper in listing.left_out if not paper.claims and paper.key in own]
        if wrong:
            raise Different(joined(wrong))


def _listing(session: pytest.Session, files: list[ManifestFile]) -> Listing:
    """What all manifests of the session list; a folder counts as given whole if its manifests were not named singly."""
    from exactua.commands.regress import unlisted

    if LISTING not in session.stash:
        folders = dict.fromkeys(file.manifest.path.parent for file in files if not session.isinitpath(file.path))
        session.stash[LISTING] = unlisted.listing([file.manifest for file in files], list(folders))
    return session.stash[LISTING]


def _name(claim: str, parameters: Mapping[str, int | str], repaired: bool) -> str:
    """A check in the id of its item, such as "lemma8 d=2,n=3,m=2"; pytest takes :: for its own separator."""
    from exactua.visible_text import visible

    instance = ",".join(f"{name}={value}" for name, value in parameters.items())
    return visible(" ".join(filter(None, [claim.replace("::", ":"), instance, "repaired" if repaired else ""])))


def _claim_of(label: str) -> str:
    """The claim of a step's label."""
    return label.rpartition(".")[0] or label
