"""The ledger of a paper from certificates on disk, instead of from new checks."""

from __future__ import annotations

from pathlib import Path

from exactua.claims.ledger import Ledger
from exactua.claims.registry import claims_of, title_of
from exactua.errors import InputError
from exactua.evidence.certificate_folders import evidence_of, read_folder, with_carriers
from exactua.evidence.ledgers import ledger, require_carriers


def from_certificates(paper: str, folder: Path) -> Ledger:
    """The ledger of a paper from the certificates in `folder`, taken as they are (`exactua verify` re-checks one).

    A certificate counts step by step where its statement hash is that of the step now, and its networks are the
    claim's. Raises InputError where the folder holds no certificate of the paper, EvaluatorsDisagree where two
    certificates contradict each other.
    """
    claims = claims_of(paper)
    require_carriers(claims)
    evidence = evidence_of(claims, read_folder(with_carriers(claims), folder))
    if not evidence.files:
        raise InputError(f"certificates: {folder} holds none about {title_of(paper)}; give a folder that does")
    return ledger(paper, evidence)
