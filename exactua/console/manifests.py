"""What commands that go through manifests share: which are meant, and what `--verify` needs beside itself."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click

from exactua.console.output import say
from exactua.errors import InputError

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
        say(
            (f"note: no manifest is named, so exactua uses those in {ours}; give {OWN}/ for those of this folder"),
            err=True,
        )
    return (ours,)


verifier_seconds = click.option(
    "--seconds",
    type=click.FloatRange(0),
    metavar="N",
    help="With --verify: seconds for a certificate; 0: no limit.  [default: 600]",
)
"""--seconds: of a clock on the wall, for each certificate."""


def seconds_to_verify(verify: bool, seconds: float | None) -> float | None:
    """The seconds for each certificate; None where the verifier is not asked.

    Raises InputError for --seconds without --verify, and where what the verifier says can't be kept.
    """
    if not verify:
        if seconds is not None:
            raise InputError("seconds: it limits what --verify does; give --verify too, or leave it out")
        return None
    from exactua.evidence import verifications

    verifications.require_kept()
    return verifications.SECONDS if seconds is None else seconds
