"""A run of `regress` as commands of a GitHub workflow: what differs is shown at its line of the manifest."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from exactua.commands.regress.formats import text
from exactua.commands.regress.formats.account import Place, Run, address
from exactua.visible_text import joined, visible

_IN_TEXT: Final = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_IN_PROPERTY: Final = _IN_TEXT | {":": "%3A", ",": "%2C"}


def document(run: Run) -> str:
    """One command a line: an error for all that makes the run fail, and a notice with the summary."""
    return "".join(f"{line}\n" for line in _commands(run))


@contextmanager
def quoted(tell: Callable[[str], None]) -> Iterator[None]:
    """Lets nothing that is told in between be taken for a command: words of a manifest are in it."""
    token = secrets.token_hex(16)
    tell(f"::stop-commands::{token}")
    try:
        yield
    finally:
        tell(f"::{token}::")


def _commands(run: Run) -> Iterator[str]:
    for check in run.checks:
        if check.word == "differs" and check.found is not None:
            what = text.headline(check.found, check.expected, check.differences)
            yield _at(check.place, f"{check.label}: {what}", *text.different(check))
    for check in run.refused:
        yield _at(check.place, f"{check.label}: its certificate is not confirmed", text.certificate(check))
    for check in run.unsure:
        title = f"{check.label}: its certificate is not confirmed in full"
        yield _at(check.place, title, text.certificate(check), name="warning")
    for statement in run.statements:
        if not statement.updated:
            yield _at(
                statement.place,
                f"statement {statement.label}: not as pinned",
                *text.changed(statement.pinned, statement.found),
            )
    for missing in run.unlisted:
        yield _at(missing.place, f"{missing.label}: unlisted", text.why_unlisted(missing.label))
    for line in run.left_out:
        if not line.claims:
            yield _at(line.place, f"[unlisted] {line.label}: idle", text.idle(line.label))
    if run.stopped:
        yield command("error", {"title": "exactua regress"}, visible(text.stopped(run)))
    yield command("notice", {"title": "exactua regress"}, joined([text.summary(run), text.verified(run)]))


def _at(place: Place, title: str, *message: str, name: str = "error") -> str:
    about = {"file": address(place.path), "line": str(place.line), "title": visible(title)}
    return command(name, about, joined(message))


def command(name: str, properties: Mapping[str, str], message: str) -> str:
    """A command of a workflow, on one line."""
    told = ",".join(f"{key}={_escaped(value, _IN_PROPERTY)}" for key, value in properties.items())
    return f"::{name} {told}::{_escaped(message, _IN_TEXT)}"


def _escaped(value: str, signs: Mapping[str, str]) -> str:
    return "".join(signs.get(sign, sign) for sign in value)
