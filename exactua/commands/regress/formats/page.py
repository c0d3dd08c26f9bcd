"""A run of `regress` on a page: a table, and what differs; for the summary of a job, or a comment.

Beside it the same as JSON for programs (docs/json-output.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from exactua.arithmetic.rationals import encode_integer
from exactua.claims.verdicts import phrase
from exactua.claims.verification import as_data
from exactua.commands.regress.formats import text
from exactua.commands.regress.formats.account import Check, Manifest, Run
from exactua.plurals import counted
from exactua.printing.documents import Block, Document, Either, Heading, Items, Lines, Paragraph, Table
from exactua.visible_text import visible

MOST_SHOWN: Final = 50
"""Checks and statements that are shown; a summary of a job may have 1 MiB."""
LONGEST_LINE: Final = 400
HEAD: Final = ("manifest", "checks", "as expected", "unchanged", "differ", "not decided", "statements not as pinned")
FORMAT: Final = "exactua-regress-run/1"


def document(run: Run) -> Document:
    """The run: on a terminal every line of it, on a page what differs."""
    return Document([Either([Lines(text.lines(run))], [*_page(run)])], data(run))


def _page(run: Run) -> Iterator[Block]:
    """A table of the manifests, what differs, and how it ended."""
    yield Heading(f"exactua regress: {_heading(run)}", 3)
    yield Table([HEAD, *(tuple(_cells(manifest)) for manifest in run.manifests)], right=range(1, len(HEAD)))
    different = list(_different(run))
    yield from (_shown(title, lines) for title, lines in different[:MOST_SHOWN])
    if len(different) > MOST_SHOWN:
        yield Paragraph(f"{len(different) - MOST_SHOWN} more are in the log.")
    wrong = [text.why_unlisted(entry.label) for entry in run.unlisted]
    wrong += [text.idle(entry.label) for entry in run.left_out if not entry.claims]
    more = [f"and {len(wrong) - MOST_SHOWN} more"] if len(wrong) > MOST_SHOWN else []
    if wrong:
        yield Items([*wrong[:MOST_SHOWN], *more])
    yield Paragraph(f"{text.verified(run)}.")
    yield Paragraph(f"{text.stopped(run) if run.stopped else text.summary(run)}. Exit code {run.exit_code}.")


def _heading(run: Run) -> str:
    if run.stopped:
        return "incomplete"
    failing = run.counts["differs"]
    if failing:
        return f"{failing:,} of {counted(run.counts.total(), 'check')} {'differs' if failing == 1 else 'differ'}"
    if any(run.refused):
        return f"{counted(sum(1 for _ in run.refused), 'certificate')} not confirmed"
    return "something differs" if run.exit_code == 1 else f"{counted(run.counts.total(), 'check')} as expected"


def _cells(manifest: Manifest) -> Iterator[str]:
    words = [check.word for check in manifest.checks]
    yield str(manifest.path)
    yield str(len(words))
    yield str(words.count("ok") + words.count("updated") + words.count("accepted"))
    yield str(words.count("unchanged"))
    yield str(words.count("differs"))
    yield str(words.count("not decided"))
    yield "not compared" if manifest.statements is None else str(len(manifest.statements))


def _different(run: Run) -> Iterator[tuple[str, list[str]]]:
    for check in run.checks:
        if check.word == "differs":
            yield f"{check.label} ({check.place})", list(text.different(check))
    for check in run.refused:
        yield f"{check.label} ({check.place})", [f"- {text.certificate(check)}"]
    for statement in run.statements:
        if not statement.updated:
            yield (
                f"statement {statement.label} ({statement.place})",
                list(text.changed(statement.pinned, statement.found)),
            )


def _shown(title: str, lines: Iterable[str]) -> Lines:
    visible_lines = map(visible, lines)
    cut = [line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE]}..." for line in visible_lines]
    return Lines(cut, "diff", title)


def data(run: Run) -> dict[str, Any]:
    """The run as JSON data."""
    return {
        "format": FORMAT,
        "exit_code": run.exit_code,
        "stopped": run.stopped,
        "started": run.started,
        "seconds": f"{run.seconds:.3f}",
        "counts": {word: run.counts[word] for word in sorted(run.counts)},
        "manifests": [_manifest_data(manifest) for manifest in run.manifests],
        "left_out": [
            {
                "file": str(entry.place.path),
                "line": entry.place.line,
                "label": entry.label,
                "reason": entry.reason,
                "claims": list(entry.claims),
            }
            for entry in run.left_out
        ],
        "unlisted": [
            {"file": str(entry.place.path), "line": entry.place.line, "label": entry.label} for entry in run.unlisted
        ],
        "rewritten": [str(path) for path in run.rewritten],
    }


def _manifest_data(manifest: Manifest) -> dict[str, Any]:
    statements = None
    if manifest.statements is not None:
        statements = [
            {
                "label": statement.label,
                "line": statement.place.line,
                "expected": statement.pinned,
                "found": statement.found,
                "outcome": "updated" if statement.updated else "differs",
            }
            for statement in manifest.statements
        ]
    return {
        "file": str(manifest.path),
        "checks": [_check_data(check) for check in manifest.checks],
        "pinned": manifest.pinned,
        "statements": statements,
    }


def _check_data(check: Check) -> dict[str, Any]:
    decided = check.found
    return {
        "claim": check.claim,
        "parameters": {
            name: value if isinstance(value, str) else encode_integer(value) for name, value in check.parameters.items()
        },
        "repaired": check.repaired,
        "label": check.label,
        "line": check.place.line,
        "outcome": check.word,
        "since": check.since,
        "expected": check.expected.verdict.value,
        "verdict": None if decided is None else decided.verdict.value,
        "words": None if decided is None else phrase(decided.verdict, decided.objects),
        "digest": None if decided is None else decided.digest,
        "complete": None if decided is None else decided.complete,
        "seconds": None if check.seconds is None else f"{check.seconds:.3f}",
        "certificate": check.certificate,
        "verified": as_data(check.verified),
        "differences": [
            {name: getattr(difference, name) for name in ("kind", "step", "expected", "found")}
            for difference in check.differences
        ],
    }
