"""A run of `regress` as SARIF 2.1.0: a result for each difference, at its line of the manifest."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, Literal
from urllib.parse import quote

from exactua.commands.regress.formats import text
from exactua.commands.regress.formats.account import Check, Place, Run, Statement, address
from exactua.terms.encoding import sha256
from exactua.visible_text import visible

SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
FINGERPRINT: Final = "exactuaDifference/v1"

Level = Literal["error", "warning"]


@dataclass(frozen=True)
class Rule:
    """A kind of difference."""

    id: str
    name: str
    level: Level
    short: str
    full: str


RULES: Final = (
    Rule("verdict", "Verdict", "error", "Another verdict than expected",
         "The judged steps together came out otherwise than `expect` says."),
    Rule("step", "VerdictOfStep", "error", "Another verdict of a step than expected",
         "A step came out otherwise than `steps` says; a step that is not named there is expected to hold."),
    Rule("witness", "Counterexample", "error", "Another least counterexample than pinned",
         "A refuted step has another least counterexample than `[check.witnesses]` says, or one that is not pinned."),
    Rule("digest", "Digest", "warning", "What was decided is not what is pinned",
         "The digest of the certificate is not the pinned one: networks, domains, counts or extremes changed."),
    Rule("statement", "Statement", "error", "A step states something else than pinned",
         "The hash of a statement is not the one under `[statements]`: the step is another, new or gone."),
    Rule("certificate", "Certificate", "error", "A certificate that a verifier does not confirm",
         "The verifier found the certificate of the check to be wrong; as a warning: it did not recompute every "
         "point."),
    Rule("unlisted", "UnlistedClaim", "error", "A claim that no check lists",
         "Every claim of a paper or file under test has a check, or a reason under `[unlisted]`."),
    Rule("idle", "IdleLine", "error", "A line of [unlisted] that leaves out nothing",
         "The claim is listed by a check, so that the line says nothing; remove it."),
)  # fmt: skip
_NUMBER: Final = {rule.id: number for number, rule in enumerate(RULES)}


def document(run: Run) -> str:
    """The run as the text of a SARIF file."""
    return json.dumps(data(run), indent=2) + "\n"


def data(run: Run) -> dict[str, Any]:
    """The run as SARIF data."""
    from exactua import __version__

    began = datetime.fromisoformat(run.started)
    invocation: dict[str, Any] = {
        "executionSuccessful": run.stopped is None,
        "exitCode": run.exit_code,
        "startTimeUtc": _time(began),
        "endTimeUtc": _time(began + timedelta(seconds=run.seconds)),
    }
    if run.stopped:
        invocation["toolExecutionNotifications"] = [{"level": "error", "message": {"text": visible(text.stopped(run))}}]
    driver = {"name": "exactua", "version": __version__, "rules": [_rule(rule) for rule in RULES]}
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": driver},
                "automationDetails": {"id": "exactua/regress/"},
                "columnKind": "unicodeCodePoints",
                "invocations": [invocation],
                "properties": {"certificates": run.verified},
                "results": list(_results(run)),
            }
        ],
    }


def _time(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.id,
        "name": rule.name,
        "shortDescription": {"text": rule.short},
        "fullDescription": {"text": rule.full},
        "help": {"text": f"{rule.full} `exactua regress --help` says what a manifest holds."},
        "defaultConfiguration": {"level": rule.level},
    }


def _results(run: Run) -> Iterator[dict[str, Any]]:
    for check in run.checks:
        if check.word == "differs":
            yield from _of_check(check)
    for check in run.refused:
        yield _of_certificate(check, "error")
    for check in run.unsure:
        yield _of_certificate(check, "warning")
    for statement in run.statements:
        if not statement.updated:
            yield _of_statement(statement)
    for missing in run.unlisted:
        yield _result("unlisted", missing.place, text.why_unlisted(missing.label), {"claim": missing.label})
    for line in run.left_out:
        if not line.claims:
            yield _result("idle", line.place, text.idle(line.label), {"label": line.label})


def _of_check(check: Check) -> Iterator[dict[str, Any]]:
    for difference in check.differences:
        what = difference.kind if difference.step is None else f"{difference.kind} of {difference.step}"
        expected = text.NOT_PINNED if difference.expected is None else difference.expected
        message = f"{check.label}: {what}: {difference.found or 'none'}, where {expected} is expected"
        if difference.expected is None:
            message = f"{check.label}: {what}: {difference.found or 'none'}, which is {text.NOT_PINNED}"
        about = {**_about(check), "step": difference.step}
        yield _result(difference.kind, check.place, message, about, "warning" if difference.is_pin else None)


def _of_certificate(check: Check, level: Level) -> dict[str, Any]:
    return _result("certificate", check.place, f"{check.label}: {text.certificate(check)}", _about(check), level)


def _about(check: Check) -> dict[str, Any]:
    return {
        "claim": check.claim,
        "parameters": {name: str(value) for name, value in check.parameters.items()},
        "repaired": check.repaired,
    }


def _of_statement(statement: Statement) -> dict[str, Any]:
    message = (
        f"{statement.label}: {statement.found or text.NO_STEP}, where {statement.pinned or text.NOT_PINNED} is pinned"
    )
    if statement.pinned is None:
        message = f"{statement.label}: {statement.found}, which is {text.NOT_PINNED}"
    return _result("statement", statement.place, message, {"label": statement.label})


def _result(
    rule: str, place: Place, message: str, about: Mapping[str, Any], level: Level | None = None
) -> dict[str, Any]:
    """A result; the fingerprint is of what it is `about`, whatever the line, and whatever was found."""
    file = address(place.path)
    location: dict[str, Any] = {"uri": quote(file)}
    if not file.startswith("/"):
        location["uriBaseId"] = "%SRCROOT%"
    return {
        "ruleId": rule,
        "ruleIndex": _NUMBER[rule],
        "level": level or RULES[_NUMBER[rule]].level,
        "message": {"text": visible(message)},
        "locations": [{"physicalLocation": {"artifactLocation": location, "region": {"startLine": place.line}}}],
        "partialFingerprints": {FINGERPRINT: sha256({"file": file, "rule": rule, **about})},
    }
