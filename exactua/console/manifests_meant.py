"""Which manifests are meant by what stands on a command line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from exactua.console.output import say

OWN: Final = Path("proofs")
"""Where somebody who has manifests may keep them."""


def manifests_meant(given: Sequence[str]) -> tuple[Path, ...]:
    """The files and folders: a paper's name stands for its manifest, nothing for those of all papers.

    Somebody whose own folder proofs/ is not meant, since nothing is given, is told so. Raises InputError for a paper
    without a manifest.
    """
    from exactua.claims.registry import PAPERS
    from exactua.evidence.manifests import of_paper, of_papers

    if given:
        return tuple(of_paper(name) if name in PAPERS else Path(name) for name in given)
    ours = of_papers()
    if any(OWN.glob("*.toml")) and OWN.resolve() != ours.resolve():
        say(f"note: no manifest is named, so those in {ours} are meant; give {OWN}/ for those of this folder", err=True)
    return (ours,)
