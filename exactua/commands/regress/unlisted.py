"""Claims that no manifest lists.

All claims of every paper, file and package that a check names have to be listed. Where a whole folder of manifests is
given, so have those of all files of claims in it, and in exactua's own proofs/ those of all papers that come with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Final

from exactua.claims.claim import Claim
from exactua.claims.registry import PAPERS, claims_of, command_of, find, is_paper, paper_of
from exactua.errors import InputError
from exactua.evidence.manifests import Manifest
from exactua.file_access import read_bytes
from exactua.proofs_folder import proofs_folder
from exactua.python_files import LARGEST_FILE, FileFails

AUTHORING: Final = b"exactua.authoring"
"""What a file with claims imports."""


@dataclass(frozen=True)
class LeftOut:
    """Claims that an [unlisted] table leaves out, and why."""

    key: str
    """The label of a claim, or what stands for a paper or a file: all its claims."""
    reason: str
    claims: tuple[str, ...]
    """Those that are left out by it, and that no check lists; none: the line is idle."""


@dataclass(frozen=True)
class Listing:
    """Which claims are under test, and which of them no check lists."""

    missing: tuple[str, ...]
    left_out: tuple[LeftOut, ...]

    @property
    def complete(self) -> bool:
        """Whether every claim is listed or left out, and every line that leaves claims out does so."""
        return not self.missing and all(entry.claims for entry in self.left_out)


def listing(manifests: Sequence[Manifest], folders: Sequence[Path] = ()) -> Listing:
    """What the manifests list together; `folders` are those that were given whole.

    Raises InputError, with file and key, for an [unlisted] label of nothing; for a file of claims that can't be read.
    """
    listed = {claim.found_by: claim for manifest in manifests for claim in _listed(manifest)}
    named = (claims_of(source) for source in dict.fromkeys(map(paper_of, listed.values())))
    under_test = chain.from_iterable((*named, *(claims for folder in folders for claims in _inside(folder))))
    missing = {claim.found_by: claim for claim in under_test if claim.found_by not in listed}
    left_out = tuple(entry for manifest in manifests for entry in _left_out(manifest, missing))
    excused = {label for entry in left_out for label in entry.claims}
    return Listing(tuple(command_of(claim) for label, claim in missing.items() if label not in excused), left_out)


def _inside(folder: Path) -> Iterator[list[Claim]]:
    """The claims of each file in a folder that has some; of each paper, where it is exactua's own folder."""
    if folder.resolve() == proofs_folder().resolve():
        yield from map(claims_of, PAPERS)
    for path in sorted(folder.glob("*.py")):
        if AUTHORING in read_bytes(path, "manifests", LARGEST_FILE):
            try:
                yield claims_of(str(path.resolve()))
            except FileFails:
                raise
            except InputError:  # it has no claim
                continue


def _listed(manifest: Manifest) -> Iterator[Claim]:
    for check in manifest.checks:
        try:
            yield find(check.label)[0]
        except InputError as error:
            raise InputError(f"{manifest.path}: check {check.number}: {error}") from None


def _left_out(manifest: Manifest, missing: Mapping[str, Claim]) -> Iterator[LeftOut]:
    for key, reason in manifest.unlisted.items():
        name = manifest.resolved(key)
        try:
            named = claims_of(name) if is_paper(name) else [_claim(name)]
        except InputError as error:
            raise InputError(f'{manifest.path}: unlisted."{key}": {error}') from None
        yield LeftOut(key, reason, tuple(claim.found_by for claim in named if claim.found_by in missing))


def _claim(label: str) -> Claim:
    claim, step = find(label)
    if step is not None:
        raise InputError(f"label: {label!r} names a step; a claim is listed, or left out, with all its steps")
    return claim
