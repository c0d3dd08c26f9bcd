"""Files of certificates, opened: what each of them says was decided, taken as it stands."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from exactua.certificates import limits, proofs, writing
from exactua.certificates.reading import require_format
from exactua.errors import InputError
from exactua.terms.encoding import sha256

LARGEST_FILE: Final = 64 * 2**20


@dataclass(frozen=True)
class Stated:
    """What the certificate in a file has decided, with the digest of that and the number of bytes of the file."""

    decided: dict[str, Any]
    digest: str
    size: int


def stated(path: Path) -> Stated:
    """The certificate at `path`. Raises InputError for anything that has no decided part, or is of another version.

    Only the digest is checked, which shows accidents: `exactua verify` is what re-checks a certificate.
    """
    try:
        if not path.is_file():
            raise InputError("not a file")
        with path.open("rb") as file:
            raw = file.read(LARGEST_FILE + 1)
        if len(raw) > LARGEST_FILE:
            raise InputError(f"longer than {LARGEST_FILE:,} bytes")
        data = json.loads(raw)
        decided = data["decided"]
        if sha256(decided) != data["digest"]:
            raise InputError("its digest is not that of what it says")
        if not isinstance(decided, dict) or not isinstance(decided["claim"], str):
            raise InputError("it is not a certificate")
        require_format(data["exactua"], writing.FORMAT, proofs.FORMAT, limits.FORMAT)
    except OSError as error:
        raise InputError(f"it can't be read ({error.strerror or error})") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise InputError("it is not a certificate") from None
    return Stated(decided, data["digest"], len(raw))
