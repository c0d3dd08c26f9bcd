"""What is not confirmed, and why: one exception, and the exit codes."""

from __future__ import annotations

NOT_CONFIRMED, UNREADABLE, NOT_RECHECKED = 1, 2, 3  # exit codes
LABELS = {NOT_CONFIRMED: "not confirmed", UNREADABLE: "unreadable", NOT_RECHECKED: "not re-checked"}


class Refused(Exception):
    """The certificate is not confirmed, or there is none, or it uses a notion that this verifier does not know."""

    def __init__(self, why: str, code: int = NOT_CONFIRMED):
        super().__init__(why)
        self.code = code


def demand(holds: bool, otherwise: str, code: int = NOT_CONFIRMED) -> None:
    """Refuse the certificate, for this reason, unless it holds."""
    if not holds:
        raise Refused(otherwise, code)
