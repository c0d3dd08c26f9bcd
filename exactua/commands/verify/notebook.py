"""What came of a certificate, at the prompt and in a notebook: what the verifier said, and whose statement it is."""

from __future__ import annotations

from collections.abc import Iterator

from exactua.claims.verdicts import VERDICTS
from exactua.commands.verify.work import CONFIRMED, Verified
from exactua.printing.documents import Block, Code, Document, Items, Judged, Paragraph, Strong
from exactua.verifier import escaped


def prompt(verified: Verified) -> Iterator[str]:
    """The lines at the prompt."""
    yield from map(escaped, verified.lines)


def document(verified: Verified) -> Document:
    """The same; a verdict stands in its colour only where the certificate is confirmed."""
    first, *others = map(escaped, verified.lines)
    found, colon, said = first.partition(": ")
    blocks: list[Block] = [Paragraph((Strong(found), colon, said))]
    verdict = VERDICTS.get(verified.verdict or "")
    if verified.found == CONFIRMED and verdict is not None and said.startswith(verdict):
        blocks = [Paragraph((Strong(found), colon, Judged(verdict, verdict), said.removeprefix(verdict)))]
    plain = [line for line in others if not line.startswith(" ")]
    blocks += map(Paragraph, plain)
    steps = [line.strip() for line in others if line.startswith(" ")]
    if steps:
        blocks.append(Items(steps))
    if verified.record is not None:
        blocks.append(Paragraph(("digest ", Code(verified.record.digest))))
    return Document(blocks, None)
