"""What came of re-checked certificates, as lines of text and as JSON data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from exactua.commands.verify.work import CONFIRMED, Verified, overall
from exactua.verifier import escaped
from exactua.visible_text import visible

FORMAT: Final = "exactua-verify/1"


def block(one: Verified, named: bool) -> Iterator[str]:
    """The lines of one file, under its name where it is one of several."""
    if named:
        yield visible(str(one.file))
    yield from (f"  {escaped(line)}" if named else escaped(line) for line in one.lines)


def summary(found: Sequence[Verified], others: Sequence[Path]) -> str:
    """How many of several files were confirmed, and what came of each of the others."""
    failed = [f"{visible(str(one.file))} ({one.found})" for one in found if one.found != CONFIRMED]
    counted = f"{len(found) - len(failed)} of {len(found)} confirmed"
    left = f"; {len(others)} other .json file{'s are no certificates' if len(others) > 1 else ' is no certificate'}"
    return counted + ("; not: " + ", ".join(failed) if failed else "") + (left if others else "")


def document(found: Sequence[Verified], others: Sequence[Path]) -> dict[str, Any]:
    """The same as JSON data."""
    return {
        "format": FORMAT,
        "exit_code": overall(found),
        "confirmed": sum(one.found == CONFIRMED for one in found),
        "files": [
            {
                "file": str(one.file),
                "found": one.found,
                "exit_code": one.exit_code,
                "verdict": one.verdict,
                "whose": None
                if one.whose is None
                else {
                    "answer": one.whose.whose.value,
                    "sentence": one.whose.sentence,
                    "remarks": list(one.whose.remarks),
                },
                "lines": list(one.lines),
            }
            for one in found
        ],
        "no_certificates": [str(path) for path in others],
    }
