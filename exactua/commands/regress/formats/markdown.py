"""A run of `regress` as Markdown: a table, and what differs; for the summary of a job, or a comment."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from exactua.commands.regress.formats import text
from exactua.commands.regress.formats.account import Manifest, Run
from exactua.plurals import counted
from exactua.printing.errata_markdown import escaped
from exactua.visible_text import joined, visible

MOST_SHOWN: Final = 50
"""Checks and statements that are shown; a summary of a job may have 1 MiB."""
LONGEST_LINE: Final = 400


def document(run: Run) -> str:
    """The run as the text of a Markdown file."""
    return joined(_lines(run)) + "\n"


def _lines(run: Run) -> Iterator[str]:
    yield f"### exactua regress: {_heading(run)}"
    yield ""
    yield "| manifest | checks | as expected | unchanged | differ | not decided | statements not as pinned |"
    yield "|---|---:|---:|---:|---:|---:|---:|"
    for manifest in run.manifests:
        yield f"| {' | '.join(_cells(manifest))} |"
    shown = 0
    for title, lines in _different(run):
        shown += 1
        if shown <= MOST_SHOWN:
            yield from section(title, lines)
    if shown > MOST_SHOWN:
        yield ""
        yield f"{shown - MOST_SHOWN} more are in the log."
    wrong = [text.why_unlisted(one.label) for one in run.unlisted]
    wrong += [text.idle(one.label) for one in run.left_out if not one.claims]
    if wrong:
        yield ""
        yield from (f"- {escaped(line)}" for line in wrong[:MOST_SHOWN])
        if len(wrong) > MOST_SHOWN:
            yield f"- and {len(wrong) - MOST_SHOWN} more"
    yield ""
    yield f"{escaped(text.verified(run))}."
    yield ""
    yield f"{escaped(text.stopped(run) if run.stopped else text.summary(run))}. Exit code {run.exit_code}."


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
    yield escaped(str(manifest.path))
    yield str(len(words))
    yield str(words.count("ok") + words.count("updated") + words.count("accepted"))
    yield str(words.count("unchanged"))
    yield str(words.count("differs"))
    yield str(words.count("not decided"))
    yield "not compared" if manifest.statements is None else str(len(manifest.statements))


def _different(run: Run) -> Iterator[tuple[str, list[str]]]:
    for check in run.checks:
        if check.word == "differs":
            yield f"{escaped(check.label)} ({escaped(str(check.place))})", list(text.different(check))
    for check in run.refused:
        yield f"{escaped(check.label)} ({escaped(str(check.place))})", [f"- {text.certificate(check)}"]
    for one in run.statements:
        if not one.updated:
            yield (
                f"statement {escaped(one.label)} ({escaped(str(one.place))})",
                list(text.changed(one.pinned, one.found)),
            )


def section(title: str, lines: list[str]) -> Iterator[str]:
    """A title, and a block with lines that none of them can end."""
    lines = [*map(visible, lines)]  # no line may end the block
    cut = [line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE]}..." for line in lines]
    longest = max((len(found) for line in cut for found in re.findall("`+", line)), default=0)
    fence = "`" * max(3, longest + 1)
    yield ""
    yield f"**{title}**"
    yield ""
    yield f"{fence}diff"
    yield from cut
    yield fence
