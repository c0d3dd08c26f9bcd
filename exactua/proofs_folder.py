"""Where the verdicts and the general proofs lie that come with exactua."""

from __future__ import annotations

from pathlib import Path

import exactua
from exactua.errors import InputError


def proofs_folder() -> Path:
    """The folder proofs/ of a checkout, or its copy in an installed package: X.toml is the manifest of the paper X."""
    package = Path(exactua.__file__).parent
    copy = package / "proofs"
    return copy if copy.is_dir() else package.parent / "proofs"


def require_there(folder: Path) -> Path:
    """That folder. Raises InputError where this installation lacks it."""
    if not folder.is_dir():
        raise InputError(
            "proofs: this installation of exactua lacks the folder exactua/proofs, with the manifests of papers and "
            "the general proofs; install all of exactua"
        )
    return folder


def as_seen(folder: Path) -> Path:
    """A folder as seen from the current one if inside."""
    return folder.relative_to(Path.cwd()) if folder.is_relative_to(Path.cwd()) else folder
