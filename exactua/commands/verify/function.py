"""`exactua.verify`: a certificate recomputed by the independent verifier; what a notebook shows of that."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from exactua import verifier
from exactua.arithmetic.messages import brief
from exactua.certificates.reading import Certificate
from exactua.certificates.writing import certificate as written
from exactua.certificates.writing import laid_out
from exactua.claims.claim import Claim
from exactua.claims.decision import Answered, Certified, Decision
from exactua.claims.user_files import last_made
from exactua.claims.verdicts import VERDICTS
from exactua.commands.verify.work import CONFIRMED, How, Verified, of_content, of_file
from exactua.console.python_arguments import positive
from exactua.errors import InputError, told_in_arguments
from exactua.evidence.verifications import keep
from exactua.printing.documents import Block, Code, Document, Items, Judged, Paragraph, Strong
from exactua.verifier import escaped

IN_MEMORY: Final = Path("certificate")
"""Stands for the file of what was given as text, or as a decision."""


@told_in_arguments()
def verify(
    certificate: str | Path | Decision | Answered | Certified | Certificate,
    *,
    claims: Sequence[Claim] = (),
    sample: int | None = None,
    seed: str | None = None,
    seconds: float = verifier.DEFAULT_SECONDS,
    every_point: bool = False,
) -> Verified:
    """A certificate re-checked by the verifier, which runs no code of a claim's; and whose statement it is.

    `certificate` is the path of a file; a decision, an answer of `ask`, or a limit; the text that `exactua.certificate`
    makes of one, which begins with a brace; or a `Certificate` that was read. Its statements are compared with the
    claim of its name: one that comes with exactua, else one of `claims`, else the last of this name that was made in
    this process.
    `sample` points of each domain are looked at in place of all, chosen by `seed` (32 hexadecimal digits), which
    confirms nothing; `every_point` recomputes those too that evidence decides; `seconds` is the time for it (0: any).
    What came of it is remembered in .exactua/verified.

    Raises InputError for anything wrong with the arguments, and for what is no certificate.

    >>> from exactua import check
    >>> found = verify(check("lemma10", d=1, n=2))
    >>> found.found, found.verdict, found.lines[0]
    ('confirmed', 'holds', 'confirmed: holds (1 of 1 points recomputed)')
    """
    if seed is not None and not (isinstance(seed, str) and re.fullmatch("[0-9a-f]{32}", seed)):
        raise InputError(f"seed: {brief(seed)} is not valid; give 32 hexadecimal digits, in lower case")
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not seconds >= 0:
        raise InputError(f"seconds: {brief(seconds)} is not valid; give a number >= 0")
    if not isinstance(claims, (list, tuple)) or not all(isinstance(claim, Claim) for claim in claims):
        raise InputError(f"claims: {brief(claims)} is no list of claims; give such as [lemma]")
    looked_at = None if sample is None else positive(sample, "sample")
    how = How(looked_at, seed, seconds, bool(every_point), (*claims, *last_made.values()))
    if isinstance(certificate, (Decision, Answered, Certified)):
        came = of_content(IN_MEMORY, written(certificate).encode(), how)
    elif isinstance(certificate, Certificate):
        came = of_content(IN_MEMORY, laid_out(certificate.decided, certificate.run).encode(), how)
    elif isinstance(certificate, str) and certificate.lstrip().startswith("{"):
        came = of_content(IN_MEMORY, certificate.encode(), how)
    elif isinstance(certificate, (str, Path)):
        came = _of_path(Path(certificate), how)
    else:
        raise InputError(
            f"certificate: {brief(certificate)} is none; give the path of a file, a decision, or what "
            "exactua.certificate makes of one"
        )
    if came.exit_code == verifier.UNREADABLE:
        raise InputError(f"certificate: {came.lines[0].removeprefix(f'{came.found}: ')}")
    if came.record is not None:
        with suppress(InputError):  # a folder that can't be written into changes nothing of what was found
            keep(came.record)
    return came


def _of_path(path: Path, how: How) -> Verified:
    if path.is_dir():
        raise InputError(f"certificate: {path} is a folder; give one of its files, or run exactua verify {path}")
    return of_file(path, how)


def prompt(verified: Verified) -> Iterator[str]:
    """The lines at the prompt."""
    yield from map(escaped, verified.lines)


def document(verified: Verified) -> Document:
    """The same; a verdict stands in its colour only where the certificate is confirmed."""
    first, *others = map(escaped, verified.lines)
    outcome, colon, said = first.partition(": ")
    blocks: list[Block] = [Paragraph((Strong(outcome), colon, said))]
    verdict = VERDICTS.get(verified.verdict or "")
    if verified.found == CONFIRMED and verdict is not None and said.startswith(verdict):
        blocks = [Paragraph((Strong(outcome), colon, Judged(verdict, verdict), said.removeprefix(verdict)))]
    plain = [line for line in others if not line.startswith(" ")]
    blocks += map(Paragraph, plain)
    steps = [line.strip() for line in others if line.startswith(" ")]
    if steps:
        blocks.append(Items(steps))
    if verified.record is not None:
        blocks.append(Paragraph(("digest ", Code(verified.record.digest))))
    return Document(blocks, None)
