"""A run of `regress` as the JSON of a badge, as shields.io reads it from an endpoint: a label, a message, a colour."""

from __future__ import annotations

import json
from collections.abc import Iterator

from exactua.claims.verification import refused
from exactua.commands.regress.formats.account import Run
from exactua.plurals import counted

DISAGREE = 4
"""The exit code where the evaluators disagree."""


def document(run: Run) -> str:
    """The run as JSON text. Green says that the exit code is 0, and that every check came out as expected."""
    message, colour = _said(run)
    data = {"schemaVersion": 1, "label": "exactua", "message": message, "color": colour}
    return json.dumps(data, indent=2) + "\n"


def _said(run: Run) -> tuple[str, str]:
    total, left = run.counts.total(), run.counts["not decided"]
    if run.exit_code == DISAGREE:
        return "the evaluators disagree", "red"
    if wrong := next(_wrong(run), None):
        return wrong, "red"
    if run.stopped or left:
        return f"{total - left} of {counted(total, 'check')} decided", "yellow"
    if any(run.unsure):
        return "not all certificates confirmed", "yellow"
    if run.exit_code:
        return "not as expected", "red"
    return (f"{counted(total, 'check')} as expected", "brightgreen") if total else ("no checks", "lightgrey")


def _wrong(run: Run) -> Iterator[str]:
    """What differs: the checks, else what else a run looks at."""
    if differ := run.counts["differs"]:
        yield f"{differ} of {counted(run.counts.total(), 'check')} {'differs' if differ == 1 else 'differ'}"
    if some := sum(refused(check.verified) for check in run.checks):
        yield f"{counted(some, 'certificate')} not confirmed"
    if some := sum(not statement.updated for statement in run.statements):
        yield f"{counted(some, 'statement')} not as pinned"
    if run.unlisted:
        yield f"{counted(len(run.unlisted), 'claim')} unlisted"
    if some := sum(not entry.claims for entry in run.left_out):
        yield f"{counted(some, 'line')} of [unlisted] {'says' if some == 1 else 'say'} nothing"
