"""What came of re-checked certificates, as lines of text and as JSON data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from exactua.commands.verify.work import CONFIRMED, Verified, overall
from exactua.verifier import escaped
from exactua.visible_text import visible

FORMAT: Final = "exactua-verify/1"


def block(verified: Verified, named: bool) -> Iterator[str]:
    """The lines of one file, under its name where it is one of several."""
    if named:
        yield visible(str(verified.file))
    yield from (f"  {escaped(line)}" if named else escaped(line) for line in verified.lines)


def summary(files: Sequence[Verified], others: Sequence[Path]) -> str:
    """How many of several files were confirmed, and what came of each of the others."""
    failed = [f"{visible(str(verified.file))} ({verified.found})" for verified in files if verified.found != CONFIRMED]
    counted = f"{len(files) - len(failed)} of {len(files)} confirmed"
    left = f"; {len(others)} other .json file{'s are no certificates' if len(others) > 1 else ' is no certificate'}"
    return counted + ("; not: " + ", ".join(failed) if failed else "") + (left if others else "")


def document(files: Sequence[Verified], others: Sequence[Path]) -> dict[str, Any]:
    """The same as JSON data."""
    return {
        "format": FORMAT,
        "exit_code": overall(files),
        "confirmed": sum(verified.found == CONFIRMED for verified in files),
        "files": [
            {
                "file": str(verified.file),
                "found": verified.found,
                "exit_code": verified.exit_code,
                "verdict": verified.verdict,
                "whose": None
                if verified.whose is None
                else {
                    "answer": verified.whose.whose.value,
                    "sentence": verified.whose.sentence,
                    "remarks": list(verified.whose.remarks),
                },
                "lines": list(verified.lines),
                "verifiers": [
                    {"verifier": said.verifier, "exit_code": said.exit_code, "headline": said.headline}
                    for said in verified.said
                ],
            }
            for verified in files
        ],
        "no_certificates": [str(path) for path in others],
    }
