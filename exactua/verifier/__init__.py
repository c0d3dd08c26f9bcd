"""The trusted checker of certificates: Python's standard library, nothing else of exactua.

    python3 -I VERIFIER CERT... [--sample K [--seed HEX]] [--seconds N]

VERIFIER is the folder of this package, wherever it lies, or the one file that `exactua verifier --emit verifier.py`
makes of it. It is written from docs/certificate-format.md alone ('section k' below is a section of that page), shares
no code with the programs that write certificates, and applies every layer with its full weight matrices to exact
numbers: rationals, or integers in units in which they are whole. A layer is passed over only where it was found, from
all its weights, to change nothing (`paths`). Exit codes: 0 the certificate is confirmed, whatever its verdict:
everything in it was recomputed; 1 it is not; 2 the file is unreadable, or wrong usage; 3 points were only sampled, or
it holds something that this verifier cannot interpret, so it is not re-checked. Of several files: 1 before 2, 2 before
3, 3 before 0.
"""

from __future__ import annotations

from .checking import DEFAULT_SECONDS, parse, verify
from .command import main
from .refusals import LABELS, NOT_CONFIRMED, NOT_RECHECKED, UNREADABLE, Refused
from .reports import Report, escaped, shown
from .resources import bounded

__all__ = [
    "DEFAULT_SECONDS", "LABELS", "NOT_CONFIRMED", "NOT_RECHECKED", "UNREADABLE", "Refused", "Report", "bounded",
    "escaped", "main", "parse", "shown", "verify",
]  # fmt: skip
