"""What came of the marks of a paper, as lines of text and as JSON data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from exactua.commands.tex.reading import Source
from exactua.commands.tex.work import Judged, State, exit_code
from exactua.plurals import counted

FORMAT: Final = "exactua-tex-check/1"


def lines(source: Source, judged: Sequence[Judged]) -> Iterator[str]:
    """A line for each mark, for each file that is not there, and the sum."""
    widest = max((len(entry.state) for entry in judged), default=0)
    for entry in judged:
        mark = entry.mark
        shown = " ".join(filter(None, (mark.label, f"[{mark.instance}]" if mark.instance else "")))
        certificate = f" ({entry.certificate})" if entry.certificate else ""
        yield f"{mark.file}:{mark.line}: {entry.state:<{widest}}  {shown}: {entry.why}{certificate}"
    for file, line, name in source.missing:
        yield f"{file}:{line}: not read: there is no file {name!r}, so its marks are not checked"
    yield summary(source, judged)


def summary(source: Source, judged: Sequence[Judged]) -> str:
    """How many marks there are in how many files, and what comes of them."""
    where = f"in {counted(len(source.files), 'file')}"
    if not judged:
        return f"no mark {where}"
    tally = ((state, sum(entry.state is state for entry in judged)) for state in State)
    return f"{counted(len(judged), 'mark')} {where}: {', '.join(f'{count} {state}' for state, count in tally if count)}"


def document(source: Source, judged: Sequence[Judged]) -> dict[str, Any]:
    """The same as JSON data (docs/editors.md)."""
    return {
        "format": FORMAT,
        "exit_code": exit_code(judged, bool(source.missing)),
        "files": [str(path) for path in source.files],
        "marks": [
            {
                "file": str(entry.mark.file),
                "line": entry.mark.line,
                "column": entry.mark.column,
                "end_line": entry.mark.end_line,
                "end_column": entry.mark.end_column,
                "label": entry.mark.label,
                "instance": entry.mark.instance,
                "verdict": entry.mark.verdict or None,
                "statement": entry.mark.statement or None,
                "certificate": entry.mark.certificate or None,
                "state": entry.state.value,
                "why": entry.why,
                "certificate_file": None if entry.certificate is None else str(entry.certificate),
            }
            for entry in judged
        ],
        "missing": [{"file": str(file), "line": line, "name": name} for file, line, name in source.missing],
    }
