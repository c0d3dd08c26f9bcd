"""Where the verdicts and the general proofs lie that come with exactua."""

from __future__ import annotations

from pathlib import Path

import exactua


def proofs_folder() -> Path:
    """The folder proofs/ of a checkout, or its copy in an installed package: X.toml is the manifest of the paper X."""
    package = Path(exactua.__file__).parent
    copy = package / "proofs"
    return copy if copy.is_dir() else package.parent / "proofs"
