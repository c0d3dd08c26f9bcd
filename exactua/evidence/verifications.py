"""Records of verifications: which certificate, by its digest, which verifier, by the hash of its source, what it said.

They are files of the user's own disk, one for each certificate, and say what this machine found. Who can write them can
write lies: a record proves nothing to anybody else, and `exactua verify` asks the verifier again.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

from exactua import verifier
from exactua.certificates.reading import LARGEST_FILE
from exactua.claims.verification import Outcome, Verification, Verifier
from exactua.deciding.processes import pool
from exactua.errors import InputError
from exactua.evidence import emitting
from exactua.file_access import read_bytes
from exactua.output_files import ANY, make_folder, require_writable, write_text
from exactua.terms.encoding import canonical, sha256

FORMAT: Final = "exactua-verified/1"
KEPT: Final = Path(".exactua/verified")
"""In files ⟨digest⟩.record, which nothing that looks for certificates takes for one."""
LARGEST_RECORD: Final = 2**20
LONGEST_SAID: Final = 400
SECONDS: Final = verifier.DEFAULT_SECONDS
_DIGEST: Final = re.compile(r"sha256:[0-9a-f]{64}")
_DECISIVE: Final = (Outcome.FULL, Outcome.REFUSED)


@cache
def current() -> Verifier:
    """The verifier that is here: `exactua verifier --emit verifier.py` writes the file of which this is the hash."""
    source = emitting.single_file().encode("utf-8")
    return Verifier(emitting.SINGLE, f"sha256:{hashlib.sha256(source).hexdigest()}")


def confirmed(source: Path | bytes, seconds: float = SECONDS) -> Verification | None:
    """Asks the verifier about a certificate, all of whose points it recomputes if that takes no more than `seconds`.

    None where the file is no certificate with a digest of its own: then there is nothing that could be said of one.
    Raises InputError where it can't be read.
    """
    content = source if isinstance(source, bytes) else read_bytes(source, "certificate", LARGEST_FILE)
    digest = digest_of(content)
    return None if digest is None else of(digest, _asked(content, seconds))


def _asked(content: bytes, seconds: float) -> verifier.Report | verifier.Refused:
    """The verifier's answer."""
    try:
        with verifier.bounded(seconds):
            return verifier.verify(content, seconds=seconds)
    except verifier.Refused as refused:
        return refused
    except (TimeoutError, MemoryError) as error:
        return verifier.Refused(
            f"it takes more time or memory than it may ({type(error).__name__})", verifier.NOT_RECHECKED
        )


def of(digest: str, answer: verifier.Report | verifier.Refused) -> Verification:
    """The answer of the verifier about the certificate with this digest."""
    if isinstance(answer, verifier.Refused):
        outcome = Outcome.REFUSED if answer.code == verifier.NOT_CONFIRMED else Outcome.UNCHECKED
        return Verification(digest, current(), outcome, _line(str(answer)))
    if answer.sampled:  # the first lines say how many points of how many, and the seed that chose them
        return Verification(digest, current(), Outcome.SAMPLED, _line("; ".join(answer.lines[:2])))
    return Verification(digest, current(), Outcome.FULL, _line(answer.lines[0]))


def _line(text: str) -> str:
    """Words from a certificate are anyone's: one line of printable ASCII."""
    return verifier.escaped(text)[:LONGEST_SAID]


def digest_of(content: bytes) -> str | None:
    """The digest of a certificate, where it is that of what the file says was decided; None for all else."""
    try:
        data = json.loads(content)
        digest = data["digest"]
        return digest if sha256(data["decided"]) == digest else None
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def known(digest: str, folder: Path = KEPT) -> Verification | None:
    """What the record says of the certificate with this digest; None where there is no whole record of it."""
    path = _path(digest, folder)
    if path is None or not path.is_file():
        return None
    try:
        return _read(json.loads(read_bytes(path, "verified", LARGEST_RECORD)), digest)
    except (InputError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def _path(digest: str, folder: Path) -> Path | None:
    return folder / f"{digest[7:]}.record" if _DIGEST.fullmatch(digest) else None


def _read(record: Any, digest: str) -> Verification | None:
    """The verification in a whole record of that certificate. Raises as data of others may."""
    stated = record.pop("digest")
    which = Verifier(record["verifier"]["name"], record["verifier"]["sha256"])
    verification = Verification(digest, which, Outcome(record["outcome"]), record["said"], which == current())
    texts = (which.name, which.sha256, verification.said)
    if not all(isinstance(text, str) and text.isprintable() and len(text) <= LONGEST_SAID for text in texts):
        return None
    return verification if sha256(record) == stated and record == _record(verification) else None


def _record(verification: Verification) -> dict[str, Any]:
    return {
        "certificate": verification.digest,
        "format": FORMAT,
        "outcome": verification.outcome.value,
        "said": verification.said,
        "verifier": {"name": verification.verifier.name, "sha256": verification.verifier.sha256},
    }


def require_kept(folder: Path = KEPT) -> None:
    """Raises InputError, before anything is computed, where no record can be written."""
    make_folder(folder, "verify")
    require_writable(folder / "any.record", "verify", ANY)


def keep(verification: Verification, folder: Path = KEPT) -> None:
    """Writes the record, whole or not at all. Raises InputError where it can't be written.

    What the same verifier has confirmed in full, or refused, is not replaced by what it only sampled, or left.
    """
    path, before = _path(verification.digest, folder), known(verification.digest, folder)
    if path is None or (
        verification.outcome not in _DECISIVE and before and before.current and before.outcome in _DECISIVE
    ):
        return
    record = _record(verification)
    make_folder(folder, "verify")
    write_text(path, canonical({**record, "digest": sha256(record)}) + "\n", "verify", ANY)


def confirmed_files(paths: Sequence[Path], seconds: float = SECONDS, jobs: int = 1) -> Iterator[Verification | None]:
    """`confirmed` of each file, in order, with so many processes. Raises InputError as it does."""
    with pool(min(jobs, len(paths))) as executor:
        yield from (map if executor is None else executor.map)(partial(confirmed, seconds=seconds), paths)
