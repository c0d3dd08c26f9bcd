"""What an editor shows of a claim or a step, as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from exactua.plurals import counted
from exactua.printing.renderers.markdown import escaped

MOST_FILES: Final = 5
"""Certificates that are listed."""
KINDS: Final = {
    "claim": "claim",
    "statement": "statement step",
    "proof line": "proof line",
    "repaired": "repaired step",
}


def hover(label: str, entry: Mapping[str, Any], root: Path) -> str:
    """What it states in words, how far it is known, its statement hash, its certificates."""
    return "\n\n".join(_paragraphs(label, entry, root))


def _paragraphs(label: str, entry: Mapping[str, Any], root: Path) -> Iterator[str]:
    kind = KINDS.get(entry["kind"], entry["kind"])
    yield f"**{_code(label)}**: {kind} of {escaped(entry['of'])}, {escaped(entry['source'])}"
    if entry["says"]:
        yield f"> {escaped(' '.join(entry['says'].split()))}"
    if entry["formula"]:
        yield _code(entry["formula"])
    at = f"; certificates decide it at {escaped(entry['at'])}" if entry["at"] else ""
    yield f"**{escaped(entry['status'])}**{_by(entry['theorems'])}{at}"
    if entry["statement"]:
        of = " of the steps of its statement together" if entry["kind"] == "claim" else ""
        yield f"statement hash{of}: {_code(entry['statement'])}"
    files = entry["certificates"]
    lines = [_certificate(file, root) for file in files[:MOST_FILES]]
    if len(files) > MOST_FILES:
        lines.append(f"- and {len(files) - MOST_FILES:,} more")
    yield "\n".join(lines) if lines else "no certificate of it is here"


def _by(theorems: list[str]) -> str:
    if not theorems:
        return ""
    if len(theorems) == 1:
        return f", by the theorem {_code(theorems[0])}"
    return f", with {counted(len(theorems), 'theorem')} of its steps"


def _certificate(file: Mapping[str, Any], root: Path) -> str:
    path = Path(file["file"])
    shown = path.relative_to(root) if path.is_relative_to(root) else path
    said = "of another statement or network than it has now" if file["stale"] else file["verdict"]
    at = f" at {escaped(file['at'])}" if file["at"] else ""
    return f"- certificate {_code(str(shown))}: {escaped(said)}{at}; {escaped(file['verified'])}"


def _code(text: str) -> str:
    fence = "``" if "`" in text else "`"
    pad = " " if "`" in text else ""
    return f"{fence}{pad}{text}{pad}{fence}"
