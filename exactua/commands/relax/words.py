"""What relaxations came to: in full, as tables, as JSON data."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from exactua.certificates.writing import witness_data
from exactua.claims.lettering import placed_points
from exactua.claims.own_data import OWN_DATA
from exactua.commands.relax.record import Break, Finding, Outcome, RelaxationTable, listed
from exactua.deciding.plan import describe_count
from exactua.evidence.regions import extent
from exactua.plurals import counted, so_many
from exactua.printing.documents import Block, Code, Document, Either, Fields, Heading, Paragraph, Table, Words
from exactua.printing.text import in_line, instance, options, violated

FORMAT: Final = "exactua-relax/1"
LONGEST: Final = 260

HEAD: Final = ("dropped", "kind", "result", "breaks first", "least counterexample, or scope")
HOW: Final = {
    "refuted": "is false",
    "undefined": "refers to what does not exist",
    "vacuous": "has nothing left to quantify over",
}
PARTS: Final = {"d": "d", "n": "n", "m": "delta"}


def document(table: RelaxationTable) -> Document:
    """The findings claim by claim: each in full on a terminal, in a table on a page."""
    told: list[Block] = [Paragraph(heading(table))]
    page: list[Block] = [
        Heading(f"Relaxations of {table.title}"),
        Paragraph(f"{heading(table)}."),
        Paragraph(_introduction(table)),
    ]
    for label, title, source in table.claims:
        own = [finding for finding in table.findings if finding.claim.split(".")[0] == label]
        told.append(Heading(f"{label}: {title}, {source}"))
        page.append(Heading(f"{label}: {title} ({source})", 2))
        if not own:
            told.append(Paragraph("nothing here can be relaxed"))
            page.append(Paragraph("Nothing here can be relaxed."))
            continue
        for finding in own:
            told.append(Heading(f"{finding.outcome.upper()}  {finding.kind}: {finding.name}  ->  {finding.becomes}", 2))
            told.append(Fields([*fields(finding)]))
        page.append(Table([HEAD, *map(cells, own)]))
    return Document([Either(told, page)], _data(table))


def heading(table: RelaxationTable) -> str:
    """How many relaxations came to what."""
    counts = Counter(finding.outcome.value for finding in table.findings)
    parts = [so_many(counts[outcome.value], outcome.value) for outcome in Outcome if counts[outcome.value]]
    return f"{table.title}: {counted(len(table.findings), 'relaxation')}: {', '.join(parts) or 'none'}"


def fields(finding: Finding) -> Iterator[tuple[str, Words]]:
    """What a finding says, line by line, each with its word."""
    if finding.first is not None:
        yield "first", breaks(finding.first)
        yield "least", where(finding.first)
        if finding.first.also:
            yield "there too", listed(finding.first.also)
        if finding.statement is None and finding.statements_asked:
            yield "statement", f"no statement step is false on {scope(finding)}"
        elif finding.statement is not None and finding.statement is not finding.first:
            yield "statement", f"{breaks(finding.statement)}; {where(finding.statement)}"
        if command := replay(finding, finding.first):
            yield "replay", Code(command)
    if finding.boxes and (finding.first is None or finding.first.how != "refuted"):
        yield "scope", f"{counted(finding.asked, 'step')} on {scope(finding)}"
    for note in finding.notes:
        yield "note", note


def breaks(broken: Break) -> str:
    """The step that breaks, and how."""
    return f"{broken.step.name} ({broken.step.kind}) {HOW[broken.how]}: {broken.step.says}"


def where(broken: Break) -> str:
    """The least counterexample: instance, point(s), relation and both values."""
    at = shown_instance(broken)
    if broken.how != "refuted" or broken.witness is None:
        return f"{at}: {broken.reason}"
    placed = placed_points(broken.problem, broken.step, broken.witness)
    points = [f"{name} = {in_line(broken.step.over, point)}" for name, point, _ in placed]
    relation = _short(violated(broken.problem, broken.step, broken.witness))
    return ": ".join([at, *([" and ".join(points)] if points else []), relation])


def _short(relation: str) -> str:
    """A relation with the middle of a long formula left out; both values stay."""
    if len(relation) <= LONGEST:
        return relation
    head, sign, tail = relation.rpartition(" is false: ")
    if not sign or len(sign + tail) > LONGEST // 2:
        head, tail = relation[: -LONGEST // 2], relation[-LONGEST // 2 :]
        return f"{head[: LONGEST // 2]} ... {tail}"
    return f"{head[: LONGEST - len(sign + tail)]} ...{sign}{tail}"


def shown_instance(broken: Break) -> str:
    """The parameters for people; delta = 1 is not 1/1."""
    return re.sub(r"delta = 1/1(?!\d)", "delta = 1", instance(broken.problem))


def replay(finding: Finding, broken: Break) -> str:
    """The command that finds this break alone; "" where none knows the data that the claim is about."""
    if broken.problem.label.startswith(OWN_DATA):
        return ""
    given = {*PARTS, *finding.only}
    own = {name: value for name, value in broken.problem.parameters.items() if name in given}
    box = re.sub(r"--delta 1/1(?!\d)", "--delta 1", options(replace(broken.problem, parameters=own)))
    box = box.replace("--tie-rule ", "-p tie_rule=")
    return f'exactua relax {broken.problem.command}.{broken.step.name} --drop "{finding.name}" {box}'


def scope(finding: Finding) -> str:
    """The instances that were tried, and how many evaluations of a step at a point that is."""
    points = f", {describe_count(finding.points)} evaluations" if finding.points else ""
    return f"{counted(len(finding.boxes), 'instance')} ({extent(finding.boxes)}){points}"


def _introduction(table: RelaxationTable) -> Words:
    return (
        "Each row has what is dropped from a claim, what replaces it, and the first step that then breaks: a step "
        "that holds as the paper has it at every instance tried. Instances go from small to large (d, then n, then "
        "1/delta), statement steps come before proof lines. A claim also breaks where its statement steps have "
        "nothing left to quantify over; its row then says so. 'Does not break' is about the instances in the last "
        f"column only. They have at most {table.work:,} points or units of work each, or are the smallest ones. "
        "The ranges in brackets are the least and the greatest of each parameter among them, not a full box. "
        "Instances at which a relaxation changes nothing are not counted. "
        "Nothing here is written by hand: ",
        Code(f"exactua relax {table.asked} --format markdown"),
        ".",
    )


def cells(finding: Finding) -> tuple[str, str, str, str, str]:
    """A finding as the cells of a table."""
    dropped = f"{finding.name} -> {finding.becomes}"
    first = finding.first
    if first is None:
        tried = f"{counted(finding.asked, 'step')} on {scope(finding)}" if finding.boxes else ""
        last = "; ".join([*([tried] if tried else []), *finding.notes])
        return dropped, finding.kind, finding.outcome.value, "", last
    step = f"{first.step.name} ({first.step.kind}) {HOW[first.how]}"
    if finding.statement is not None and finding.statement is not first:
        step += f"; the first statement step: {finding.statement.step.name}, at {shown_instance(finding.statement)}"
    elif finding.statement is None and finding.statements_asked:
        step += f"; no statement step is false on {scope(finding)}"
    last = where(first)
    if first.how != "refuted":
        last += f"; {counted(finding.asked, 'step')} on {scope(finding)}"
    return dropped, finding.kind, finding.outcome.value, step, "; ".join([last, *finding.notes])


def _data(table: RelaxationTable) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "exit_code": 0,
        "title": table.title,
        "work": table.work,
        "claims": [{"claim": label, "title": title, "source": source} for label, title, source in table.claims],
        "findings": [_finding(finding) for finding in table.findings],
    }


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "claim": finding.claim,
        "drop": finding.name,
        "kind": finding.kind,
        "becomes": finding.becomes,
        "outcome": finding.outcome.value,
        "first": None if finding.first is None else _break_data(finding, finding.first),
        "statement": None if finding.statement is None else _break_data(finding, finding.statement),
        "instances": [dict(box) for box in finding.boxes],
        "points": finding.points,
        "steps": finding.asked,
        "notes": list(finding.notes),
    }


def _break_data(finding: Finding, broken: Break) -> dict[str, Any]:
    reals = broken.problem.has_reals(broken.step)
    return {
        "step": broken.step.name,
        "step_kind": broken.step.kind.value,
        "says": broken.step.says,
        "how": broken.how,
        "parameters": dict(broken.problem.parameters),
        "there": where(broken),
        "reason": broken.reason,
        "witness": None if broken.witness is None else witness_data(broken.step, broken.witness, reals),
        "also": list(broken.also),
        "replay": replay(finding, broken) or None,
    }
