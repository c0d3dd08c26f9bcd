"""One run, all forms: all say the same, whatever words a manifest holds, and each keeps the rules of its format."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from exactua.claims.verification import refused, sentence
from exactua.commands.regress.formats import OTHERS, document, github, page, sarif
from exactua.commands.regress.formats.account import Run
from exactua.printing.renderers import RENDERERS
from exactua.visible_text import visible
from tests.commands.regress.formats.accounts import failures, runs


@pytest.fixture(autouse=True, scope="module")
def root(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("GITHUB_WORKSPACE", raising=False)
        patch.chdir(tmp_path_factory.mktemp("root"))
        yield


some = settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@some
@given(runs())
def test_json_counts_every_check_once_and_names_every_difference(run: Run) -> None:
    data = json.loads(document("json", run))
    checks = [check for manifest in data["manifests"] for check in manifest["checks"]]
    assert sum(data["counts"].values()) == len(checks) == len(list(run.checks))
    assert [check["outcome"] for check in checks] == [check.word for check in run.checks]
    assert [len(check["differences"]) for check in checks] == [len(check.differences) for check in run.checks]
    assert [check["line"] for check in checks] == [check.place.line for check in run.checks]
    assert (data["exit_code"], data["stopped"]) == (run.exit_code, run.stopped)
    assert [manifest["statements"] is None for manifest in data["manifests"]] == [
        manifest.statements is None for manifest in run.manifests
    ]


# JUnit: the elements and attributes that the schema of the Jenkins plugin xUnit (junit-10.xsd) has.

ATTRIBUTES = {
    "testsuites": {"name", "time", "tests", "failures", "errors"},
    "testsuite": {"name", "tests", "failures", "errors", "time", "skipped", "timestamp"},
    "testcase": {"name", "time", "classname"},
    "failure": {"type", "message"}, "error": {"type", "message"}, "skipped": {"type", "message"},
    "system-out": set(),
}  # fmt: skip
INSIDE = {
    "testsuites": {"testsuite"},
    "testsuite": {"testcase"},
    "testcase": {"failure", "error", "skipped", "system-out"},
}


@some
@given(runs())
def test_junit_is_xml_whose_counts_add_up(run: Run) -> None:
    tree = ElementTree.fromstring(document("junit", run).encode())
    assert tree.tag == "testsuites"
    for element in tree.iter():
        assert set(element.attrib) <= ATTRIBUTES[element.tag]
        assert {inner.tag for inner in element} <= INSIDE.get(element.tag, set())
        assert re.fullmatch(r"[0-9]+\.[0-9]{3}", element.get("time", "0.000"))
    for group in [tree, *tree]:
        cases = list(group.iter("testcase"))
        assert int(group.attrib["tests"]) == len(cases)
        for tag in ("failure", "error"):
            assert int(group.attrib[f"{tag}s"]) == sum(case.find(tag) is not None for case in cases)
        assert all(len([inner for inner in case if inner.tag != "system-out"]) <= 1 for case in cases)
    for suite, manifest in zip(tree, run.manifests, strict=False):
        assert len(suite) == len(manifest.checks) + 1
        names = {case.get("name") for case in suite}
        assert len(names) == len(suite)  # a name twice would be one test to those who read this
        for case, check in zip(suite, manifest.checks, strict=False):
            tags = [inner.tag for inner in case]
            failing = check.word == "differs" or refused(check.verified)
            skipped = not failing and check.word in ("unchanged", "not decided")
            assert tags == ["skipped"] * skipped + ["failure"] * failing + ["system-out"]
            assert sentence(check.verified) in case.findtext("system-out")
    assert (len(list(tree.iter("failure"))) > 0) == (failures(run) > 0)
    assert (len(list(tree.iter("error"))) == 1) == (run.stopped is not None)


# GitHub: a command is taken apart as the runner does it.


def taken_apart(line: str) -> tuple[str, dict[str, str], str]:
    head, message = re.fullmatch(r"::(.*?)::(.*)", line).groups()
    name, _, rest = head.partition(" ")
    signs = {"%25": "%", "%0D": "\r", "%0A": "\n", "%3A": ":", "%2C": ","}

    def plain(text: str) -> str:
        return re.sub("%(25|0D|0A|3A|2C)", lambda match: signs[match[0]], text)

    return (
        name,
        {setting.split("=", 1)[0]: plain(setting.split("=", 1)[1]) for setting in rest.split(",")},
        plain(message),
    )


@some
@given(runs())
def test_github_has_an_error_for_whatever_fails_and_one_line_each(run: Run) -> None:
    lines = document("github", run).split("\n")
    assert lines.pop() == ""
    commands = [taken_apart(line) for line in lines]
    assert [name for name, _, _ in commands[:-1]] == ["error"] * (failures(run) + (run.stopped is not None))
    assert commands[-1][0] == "notice"
    differing = [check for check in run.checks if check.word == "differs"]
    for check, (_, properties, message) in zip(differing, commands, strict=False):
        assert properties["line"] == str(check.place.line)
        assert properties["file"] == str(check.place.path)
        assert properties["title"].startswith(f"{visible(check.label)}: ")
        assert "\n+  " in message or message.startswith("+  ") or not message.strip("-+ ")


@given(st.text("%205D3ACcA\n\r:,", max_size=12), st.text("%205D3ACcA\n\r:,", max_size=12))
def test_a_command_says_what_it_was_given(title: str, message: str) -> None:
    line = github.command("error", {"title": title}, message)
    assert "\n" not in line
    assert taken_apart(line) == ("error", {"title": title}, message)


def test_what_stands_between_is_no_command() -> None:
    lines: list[str] = []

    def interrupted() -> None:
        with github.quoted(lines.append):
            lines.append("::error::not ours")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    token = lines[0].removeprefix("::stop-commands::")
    assert lines == [f"::stop-commands::{token}", "::error::not ours", f"::{token}::"]
    assert re.fullmatch("[0-9a-f]{32}", token)
    again: list[str] = []
    with github.quoted(again.append):
        pass
    assert again[0] != lines[0]


# SARIF: what the specification requires, and what code scanning needs.


@some
@given(runs())
def test_sarif_has_a_result_with_place_and_fingerprint_for_each_difference(run: Run) -> None:
    data = json.loads(document("sarif", run))
    assert set(data) == {"$schema", "version", "runs"}
    assert data["version"] == "2.1.0"
    (told,) = data["runs"]
    rules = told["tool"]["driver"]["rules"]
    assert told["tool"]["driver"]["name"] == "exactua"
    assert len({rule["id"] for rule in rules}) == len(rules)
    differing = [check for check in run.checks if check.word == "differs"]
    others = failures(run) - len(differing)
    assert len(told["results"]) == sum(len(check.differences) for check in differing) + others
    for result in told["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in ("error", "warning")
        assert result["message"]["text"]
        (location,) = result["locations"]
        physical = location["physicalLocation"]
        assert physical["region"]["startLine"] >= 1
        uri, base = physical["artifactLocation"]["uri"], physical["artifactLocation"].get("uriBaseId")
        assert re.fullmatch(r"[A-Za-z0-9/._%-]+", uri)
        assert (base is None) == uri.startswith("/")
        assert list(result["partialFingerprints"]) == [sarif.FINGERPRINT]
    places = [
        (repeated.place.path, repeated.place.line)
        for check in differing
        for repeated in [check] * len(check.differences)
    ]
    locations = [outcome["locations"][0]["physicalLocation"] for outcome in told["results"]]
    for place, physical in zip(places, locations, strict=False):
        assert (Path(unquote(physical["artifactLocation"]["uri"])), physical["region"]["startLine"]) == place
    (invocation,) = told["invocations"]
    assert invocation["executionSuccessful"] == (run.stopped is None)
    assert invocation["exitCode"] == run.exit_code
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", invocation["endTimeUtc"])


def fingerprints(run: Run) -> list[str]:
    results = json.loads(document("sarif", run))["runs"][0]["results"]
    return [result["partialFingerprints"][sarif.FINGERPRINT] for result in results]


@some
@given(runs())
def test_a_fingerprint_is_of_the_thing_and_not_of_the_line_or_what_was_found(run: Run) -> None:
    moved = [
        replace(manifest, checks=tuple(
            replace(check, place=replace(check.place, line=check.place.line + 7),
                    differences=tuple(replace(each, found="another") for each in check.differences))
            for check in manifest.checks))
        for manifest in run.manifests
    ]  # fmt: skip
    assert fingerprints(replace(run, manifests=tuple(moved))) == fingerprints(run)
    renamed = [
        replace(manifest, checks=tuple(replace(check, claim=check.claim + "x") for check in manifest.checks))
        for manifest in run.manifests
    ]
    of_checks = sum(len(check.differences) for check in run.checks if check.word == "differs")
    other = fingerprints(replace(run, manifests=tuple(renamed)))
    assert set(other[:of_checks]).isdisjoint(fingerprints(run)[:of_checks])


# Markdown and text.


@some
@given(runs())
def test_markdown_closes_its_blocks_and_lets_no_word_of_a_manifest_out(run: Run) -> None:
    outside, fence = [], None
    for line in document("markdown", run).rstrip("\n").split("\n"):
        opened = re.fullmatch("(`{3,})diff", line)
        if fence is None and opened:
            fence = opened[1]
        elif fence is not None and line == fence:
            fence = None
        elif fence is None:
            outside.append(line)
        else:
            assert not line.startswith(fence)
    assert fence is None
    shown = "\n".join(outside)
    assert not re.search(r"(?<!\\)[<>]", shown)
    tables = [line for line in outside if line.startswith("|")]
    assert len(tables) == 2 + len(run.manifests)
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in tables} == {8}
    assert f"Exit code {run.exit_code}." in outside[-1]


@some
@given(runs())
def test_markdown_stays_small_enough_for_a_summary(run: Run) -> None:
    many = replace(run, manifests=run.manifests * 60)
    text = document("markdown", many)
    assert len(text.encode("utf-8")) < 2**19
    assert text.count("```diff") <= page.MOST_SHOWN


@some
@given(runs())
def test_text_has_a_word_for_every_check_that_was_decided(run: Run) -> None:
    text = document("text", run)
    for word in ("ok", "differs", "updated", "accepted"):
        decided = sum(check.word == word for check in run.checks)
        assert len(re.findall(rf"(?m)^  {word:<10} (?:holds|vacuous|refuted|inconclusive) ", text)) >= decided
    assert text.endswith("\n")


@some
@given(runs())
def test_every_form_is_made_of_every_run(run: Run) -> None:
    for form in (*RENDERERS, *OTHERS):
        text = document(form, run)
        assert text.endswith("\n")
        text.encode("utf-8")


@some
@given(runs())
def test_a_badge_is_green_only_where_the_run_is_and_says_what_is_wrong(run: Run) -> None:
    data = json.loads(document("badge", run))
    assert set(data) == {"schemaVersion", "label", "message", "color"}
    assert (data["schemaVersion"], data["label"]) == (1, "exactua")
    checks = len(list(run.checks))
    assert (data["color"] == "brightgreen") == (run.exit_code == 0 and checks > 0)
    assert (data["color"] == "red") == (failures(run) > 0)
    if data["color"] == "brightgreen":
        assert data["message"] == f"{checks} check{'s' if checks > 1 else ''} as expected"
    if differ := run.counts["differs"]:
        assert data["message"].startswith(f"{differ} of {checks} check")
    assert document("badge", replace(run, exit_code=4)).count('"the evaluators disagree"') == 1
