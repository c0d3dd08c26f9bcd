"""A run of `regress` as JUnit XML: a suite for each manifest, a case for each check and for its statements."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal
from xml.etree import ElementTree

from exactua.claims.verification import refused
from exactua.commands.regress.formats import text
from exactua.commands.regress.formats.account import Check, Manifest, Run
from exactua.plurals import counted
from exactua.visible_text import joined, visible

Ending = Literal["failure", "error", "skipped"]


@dataclass(frozen=True)
class _Case:
    name: str
    ending: Ending | None = None
    """None: it passed."""
    kind: str = ""
    message: str = ""
    told: str = ""
    seconds: float = 0
    printed: str = ""


def document(run: Run) -> str:
    """The run as the text of an XML file."""
    suites = [(str(manifest.path), list(_cases(manifest))) for manifest in run.manifests]
    suites.append(("exactua regress", [_listing(run), *_end(run)]))
    everything = [case for _, cases in suites for case in cases]
    root = ElementTree.Element("testsuites", _totals("exactua regress", everything, run.seconds))
    for name, cases in suites:
        attributes = _totals(name, cases, sum(case.seconds for case in cases))
        skipped = str(sum(case.ending == "skipped" for case in cases))
        started = run.started.removesuffix("+00:00")
        suite = ElementTree.SubElement(root, "testsuite", attributes | {"skipped": skipped, "timestamp": started})
        for case in cases:
            _add(suite, name, case)
    ElementTree.indent(root)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'


def _totals(name: str, cases: list[_Case], seconds: float) -> dict[str, str]:
    return {
        "name": visible(name),
        "tests": str(len(cases)),
        "failures": str(sum(case.ending == "failure" for case in cases)),
        "errors": str(sum(case.ending == "error" for case in cases)),
        "time": f"{seconds:.3f}",
    }


def _add(suite: ElementTree.Element, classname: str, case: _Case) -> None:
    attributes = {"classname": visible(classname), "name": visible(case.name), "time": f"{case.seconds:.3f}"}
    element = ElementTree.SubElement(suite, "testcase", attributes)
    if case.ending is not None:
        kind = {"type": visible(case.kind)} if case.kind else {}
        ElementTree.SubElement(element, case.ending, kind | {"message": visible(case.message)}).text = case.told
    if case.printed:
        ElementTree.SubElement(element, "system-out").text = visible(case.printed)


def _cases(manifest: Manifest) -> Iterator[_Case]:
    """The checks of a manifest, and last its statements."""
    seen: dict[str, int] = {}
    for check in manifest.checks:
        seen[check.label] = seen.get(check.label, 0) + 1
        again = f" ({seen[check.label]})" if seen[check.label] > 1 else ""
        yield _check(check, check.label + again)
    differing = manifest.statements
    if differing is None:
        yield _Case("statements", "skipped", message="not compared: the run ended early")
    elif not differing or all(statement.updated for statement in differing):
        yield _Case("statements")
    else:
        lines = [
            line
            for statement in differing
            for line in (f"{statement.place}: {statement.label}", *text.changed(statement.pinned, statement.found))
        ]
        message = f"{counted(len(differing), 'statement')} not as pinned"
        yield _Case("statements", "failure", "statement", message, joined(lines))


def _check(check: Check, name: str) -> _Case:
    seconds, said = check.seconds or 0, text.certificate(check)
    place = visible(f"{check.place}: {check.label}")
    if check.word == "differs" and check.found is not None:
        kind, message = check.differences[0].kind, text.headline(check.found, check.expected, check.differences)
        return _Case(name, "failure", kind, message, joined([place, *text.different(check)]), seconds, said)
    if refused(check.verified):
        return _Case(name, "failure", "certificate", said, place, seconds, said)
    if check.word == "unchanged":
        message = f"unchanged since {check.since}, when it came out as expected"
        return _Case(name, "skipped", message=message, printed=said)
    if check.word == "not decided":
        return _Case(name, "skipped", message="not decided: the run ended early", printed=said)
    return _Case(name, seconds=seconds, printed=said)


def _listing(run: Run) -> _Case:
    wrong = [f"{entry.place}: {text.why_unlisted(entry.label)}" for entry in run.unlisted]
    wrong += [f"{entry.place}: {text.idle(entry.label)}" for entry in run.left_out if not entry.claims]
    if not wrong:
        return _Case("every claim is listed or left out")
    message = f"{counted(len(wrong), 'claim or line')}" if len(wrong) == 1 else f"{len(wrong)} claims or lines"
    return _Case("every claim is listed or left out", "failure", "unlisted", message, joined(wrong))


def _end(run: Run) -> Iterator[_Case]:
    if run.stopped:
        yield _Case("the run came to its end", "error", "incomplete", text.stopped(run))
    else:
        yield _Case("the run came to its end")
