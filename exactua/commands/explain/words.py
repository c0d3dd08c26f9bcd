"""An explanation as text for people and as JSON for programs."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from typing import Any, Final

from exactua.arithmetic.floors import encode_number
from exactua.claims.lettering import matrices, word_of
from exactua.claims.problem import Problem, Step
from exactua.claims.verdicts import Verdict, truth
from exactua.commands.explain.of_several import how_many_are
from exactua.commands.explain.record import Collision, Explanation, Node, PlacedPoint
from exactua.printing.statements import domain_text, formula
from exactua.printing.text import (
    instance,
    matrix,
    matrix_value,
    member,
    number,
    short_sums,
    spelled,
    value_of,
    violated,
)
from exactua.terms.language import Term
from exactua.terms.printing import text as term_text

FORMAT: Final = "exactua-explain/1"
WIDTH: Final = 100
MOST_LINES: Final = 120
"""Lines of the tree of parts."""
MOST_VALUES: Final = 8
LONGEST_PART: Final = 160


def report(explanation: Explanation) -> Iterator[str]:
    """The lines of an explanation: what the step says, where it is read, what it comes to there, and the repair."""
    problem, step = explanation.problem, explanation.step
    yield from _wrapped(f"{problem.label}.{step.name} ({step.kind}): {problem.title}, {problem.source}", 2, 0)
    yield from _wrapped(step.says, 2)
    yield f"at {instance(problem)}"
    yield ""
    yield from _field("says", f"{domain_text(problem, step)}: {formula(step, _named(problem, step))}")
    yield from _points(explanation)
    for name, text in _hypotheses(explanation):
        yield from _field(name, text)
    if explanation.operands:
        yield ""
        yield "what its names stand for" + (" at the first point" if len(explanation.points) > 1 else " here")
        for operand in explanation.operands:
            value = _value(operand.value)
            yield from _wrapped(f"{operand.name} = {value}   ({operand.name} := {_short(operand.text)})", 6, 2)
    yield ""
    yield from _wrapped(verdict_line(explanation), 2, 0)
    if explanation.folded is not None:
        yield from _folded(explanation, 2)
    if explanation.tree is not None:
        yield ""
        yield "in parts"
        yield from _cut(list(_tree(explanation.tree, 1)))
    yield from _repair(explanation)


def _points(explanation: Explanation) -> Iterator[str]:
    for point in explanation.points:
        yield from _field("point", _point(explanation, point))
    if explanation.chosen:
        yield from _field("" if explanation.points else "point", explanation.chosen)


def _point(explanation: Explanation, point: PlacedPoint) -> str:
    step, row = explanation.step, explanation.row
    rank = "" if point.rank is None else f" (rank {number(point.rank)})"
    where = f"in {point.domain}{rank}" if point.domain is not None else point.objection
    letters = point.letter.split()
    parts = zip(letters, matrices(step.over, [point.taken]) if len(letters) > 1 else [point.taken], strict=True)
    words = [(name, spelled(step.over, X), X) for name, X in parts]
    shown = " and ".join(f"{name} = {f'{word} = ' if word else ''}[{matrix(X)}]" for name, word, X in words)
    shown = f"{shown}, {where}"
    if point.given != point.taken:
        listed = any((spec.of or spec).columns for spec in step.over if spec.name == point.domain)
        order = "in the order of the vocabulary" if listed else "by increasing id"
        shown += f"; given as [{matrix(point.given)}], its columns here {order}"
    return shown if row is None else f"{shown}, read at row {row}"


def _words(step: Step, point: PlacedPoint) -> list[list[str]] | None:
    """The tokens of a point that is a word, or a pair of words; None of another one."""
    words = [word_of(step.over, X) for X in matrices(step.over, [point.taken])]
    return [list(word) for word in words if word is not None] if None not in words else None


def _hypotheses(explanation: Explanation) -> Iterator[tuple[str, str]]:
    shown = [f"{says}: satisfied" for says in explanation.hypotheses]
    if shown:
        yield "hypotheses", "; ".join(shown)
    given = explanation.given
    if given is not None:
        at = " at both points" if len(explanation.points) > 1 else ""
        word = f"true{at}" if explanation.applicable else "false"
        yield "where", f"{given.text}: {word}{f' ({given.note})' if given.note else ''}"


def _named(problem: Problem, step: Step) -> dict[Term, str]:
    """The names with which a step is printed, and its very long sums as they are cut."""
    return {**problem.shorthand, **short_sums(step.term, problem.shorthand)}


def verdict_line(explanation: Explanation) -> str:
    """In a sentence: whether the step is true, or met, here, and the relation that decides it with both values."""
    problem, step, failure = explanation.problem, explanation.step, explanation.failure
    outside = [point for point in explanation.points if point.domain is None]
    prefix = ""
    if outside:
        prefix = "The step does not speak of this point; read there all the same: "
    elif not explanation.applicable:
        prefix = "The step says nothing here, since its hypothesis is false; without that: "
    if explanation.without_value:
        return f"{prefix}WITHOUT A VALUE at this point: {explanation.without_value}"
    if step.of_some and (explanation.points or explanation.verdict in (Verdict.REFUTED, Verdict.INCONCLUSIVE)):
        return f"{prefix}{truth(explanation.true, step.objects)}{_of_some(explanation)}"
    if explanation.true is None and explanation.folded is None:
        return "NOTHING is asserted here"
    if explanation.folded is not None and explanation.folded.nothing:
        return f"NOTHING is asserted here: {explanation.folded.obstacle}"
    if explanation.folded is not None:
        return f"{prefix}{truth(explanation.true, step.objects)}{_of_points(explanation)}"
    if failure is not None:
        return f"{prefix}{truth(False, step.objects)}: {violated(problem, step, failure)}"
    note = explanation.tree.note if explanation.tree is not None else ""
    return f"{prefix}{truth(True, step.objects)}{f': {note}' if note else ''}"


def _of_some(explanation: Explanation) -> str:
    """Of which points the truth of a step is that says something of some point."""
    if explanation.points and explanation.true:
        return f" at this point{_which(explanation)}"
    if explanation.points:
        return " at this point, which refutes nothing: another may do"
    given = " under the hypothesis" if explanation.step.given is not None else ""
    return "" if explanation.true is None else f" at all points{given}"


def _which(explanation: Explanation) -> str:
    """What is false at the point, with both values, where that is said; of a family the first network that is so."""
    problem, step, tree = explanation.problem, explanation.step, explanation.tree
    if step.denied is not None and explanation.failure is not None:
        return f": {violated(problem, step.denied, explanation.failure)}"
    if step.sought is None or step.sought.operator != "or" or tree is None:
        return ""
    for condition, node in zip(step.sought.arguments, tree.children, strict=False):
        if node.value is True and (of := member(problem, condition)):
            return f": {node.text}{_noted(node)}  ({of})"
    return ""


def _of_points(explanation: Explanation) -> str:
    """What the truth of a step that speaks of several points is about."""
    folded, failure = explanation.folded, explanation.failure
    if explanation.step.own is not None and folded is not None:
        wrong = "" if failure is None else violated(explanation.problem, explanation.step, failure)
        said = folded.obstacle or wrong
        return f": {said}" if said else ""
    if explanation.step.fold == "sum":
        return "" if explanation.true is not None else ": there are too many points to sum over here"
    several = len(explanation.points) > 1
    if explanation.true is None:
        return ": it compares this point with others; give a second --at"
    return " for these two points" if several else " for this point alone"


def _folded(explanation: Explanation, space: int) -> Iterator[str]:
    """The numbers at the points given, the two nearest of them, or the total with its bound."""
    step, folded = explanation.step, explanation.folded
    assert folded is not None
    if step.several is not None:
        for point, values in zip(explanation.points, folded.numbers, strict=False):
            said = how_many_are(step.several, values, f"at {' '.join(point.letter.split())}")
            yield from _wrapped(said, space + 2, space)
        return
    shown = term_text(step.term, explanation.problem.shorthand)
    limit = "" if step.bound is None else term_text(step.bound, explanation.problem.shorthand)
    for point, values in zip(explanation.points, folded.numbers, strict=False):
        at = ", ".join(point.letter.split())
        yield from _wrapped(f"{shown} at {at}: {_listed(values)}", space + 2, space)
    if folded.accumulated is not None and not folded.nothing:
        yield from _wrapped(f"in the end a = {_listed(folded.accumulated)}", space + 2, space)
    if step.fold == "sum":
        bound = number(folded.bound)
        if folded.total is None:
            words = f"the sum over all matrices is not computed here{value_of(limit, folded.bound)}"
            yield from _wrapped(words, space + 2, space)
        else:
            relation = f"{number(folded.total)} {step.relation} {bound}"
            truth = "is true" if explanation.true else "is false"
            total = f"the sum over all matrices is {number(folded.total)}{value_of(limit, folded.bound)}"
            words = f"{total}: {relation} {truth}"
            yield from _wrapped(words, space + 2, space)
    elif folded.nearest is not None:
        yield from _wrapped(_nearest(explanation, folded.nearest, limit), space + 2, space)


def _nearest(explanation: Explanation, nearest: Collision, limit: str) -> str:
    step = explanation.step
    letters = [explanation.points[k].letter for k in nearest.points]
    places = [f"number {place} of {letter}" for place, letter in zip(nearest.places, letters, strict=True)]
    if nearest.distance == 0:
        text = f"{places[0]} and {places[1]} are both {number(nearest.values[0])}"
    else:
        text = (
            f"the nearest two: {places[0]} is {number(nearest.values[0])}, {places[1]} is {number(nearest.values[1])}; "
            f"they differ by {number(nearest.distance)}"
        )
    if step.bound is not None and explanation.folded is not None:
        truth = "is false" if nearest.wrong else "is true"
        text += f"{value_of(limit, explanation.folded.bound)}: {number(nearest.distance)} {step.relation} "
        text += f"{number(explanation.folded.bound)} {truth}"
    return text


def _tree(node: Node, depth: int) -> Iterator[str]:
    """A line for each part, indented by how deep it stands in the step."""
    space = "  " * depth
    if not node.text:
        line = f"... {node.note}"
    elif isinstance(node.value, bool):
        line = f"{_short(node.text)}: {'true' if node.value else 'FALSE'}{_noted(node)}"
    elif node.value is None:
        line = f"{_short(node.text)}{_noted(node)}"
    else:
        line = f"{_short(node.text)} = {_value(node.value)}{_noted(node)}"
    yield from _wrapped(line, len(space) + 6, len(space))
    for child in node.children:
        yield from _tree(child, depth + 1)


def _noted(node: Node) -> str:
    return f"  ({node.note})" if node.note else ""


def _cut(lines: list[str]) -> list[str]:
    if len(lines) <= MOST_LINES:
        return lines
    return [*lines[:MOST_LINES], f"  ... {len(lines) - MOST_LINES} more lines (--format json has them all)"]


def _repair(explanation: Explanation) -> Iterator[str]:
    step, repaired = explanation.step, explanation.repaired
    if step.reason is not None:
        yield ""
        yield from _field("repairs", f"{step.name.removesuffix('@repaired')}: {step.reason}")
    if explanation.obstacle:
        yield ""
        yield from _field("repair", explanation.obstacle)
    if repaired is not None:
        yield ""
        yield from _field("repair", repaired.step.says)
        yield from _field("because", repaired.step.reason or "")
        yield from _field("formally", formula(repaired.step, repaired.problem.shorthand))
        yield from _field("here", verdict_line(repaired))
        if repaired.folded is not None:
            yield from _folded(repaired, 12)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple) and value and isinstance(value[0], tuple):
        return _short(matrix_value(value))
    return _listed(value) if isinstance(value, tuple) else number(value)


def _listed(values: tuple[Any, ...]) -> str:
    shown = ", ".join(number(value) for value in values[:MOST_VALUES])
    return f"({shown})" if len(values) <= MOST_VALUES else f"({shown}, ... {len(values)} numbers)"


LEFT_OUT: Final = "[...]"
_JOINT: Final = re.compile(r" (?=(?:and|or|=>|\+) )")


def _short(text: str) -> str:
    """The beginning and the end of a long text, between which a mark stands that is part of no formula."""
    if len(text) <= LONGEST_PART:
        return text
    begins = text[: max(_joints(text[:110]), default=100)]
    ends = text[next((joint for joint in _joints(text) if joint >= len(text) - 60), len(text) - 40) :]
    return f"{begins.rstrip()} {LEFT_OUT} {ends.lstrip()}"


def _joints(text: str) -> list[int]:
    """Where conditions and numbers are joined: in front of each and, or, =>, +; of none, each space."""
    return [match.start() for match in _JOINT.finditer(text)] or [k for k, letter in enumerate(text) if letter == " "]


def _field(name: str, text: str) -> list[str]:
    return _wrapped(text, 12, 0, f"{name:<12}")


def _wrapped(words: str, indent: int, first: int | None = None, head: str = "") -> list[str]:
    start = head or " " * (indent if first is None else first)
    return textwrap.wrap(
        words,
        WIDTH,
        initial_indent=start,
        subsequent_indent=" " * indent,
        break_on_hyphens=False,
        break_long_words=False,
    )


def document(explanation: Explanation, exit_code: int) -> dict[str, Any]:
    """The explanation as JSON data (docs/json-output.md)."""
    return {"format": FORMAT, "exit_code": exit_code, **_document(explanation)}


def _document(explanation: Explanation) -> dict[str, Any]:
    problem, step, folded = explanation.problem, explanation.step, explanation.folded
    nearest = None if folded is None else folded.nearest
    return {
        "step": f"{problem.label}.{step.name}",
        "kind": step.kind.value,
        "says": step.says,
        "formula": formula(step, problem.shorthand),
        "over": [spec.name for spec in step.over],
        "parameters": dict(problem.parameters),
        "hypotheses": list(explanation.hypotheses),
        "points": [
            {
                "name": point.letter,
                "given": _data(point.given),
                "point": _data(point.taken),
                **({} if (words := _words(step, point)) is None else {"tokens": words}),
                "domain": point.domain,
                "rank": _data(point.rank),
                "objection": point.objection or None,
            }
            for point in explanation.points
        ],
        "row": explanation.row,
        "chosen": explanation.chosen or None,
        "verdict": None if explanation.verdict is None else explanation.verdict.value,
        "operands": [
            {"name": operand.name, "text": operand.text, "value": _data(operand.value), "unit": operand.unit}
            for operand in explanation.operands
        ],
        "given": None if explanation.given is None else _node(explanation.given),
        "applicable": explanation.applicable,
        "true": explanation.true,
        "in_words": verdict_line(explanation),
        "tree": None if explanation.tree is None else _node(explanation.tree),
        "numbers": None if folded is None else _data(folded.numbers),
        "relation": step.relation,
        **{
            name: None if folded is None else _data(getattr(folded, name)) for name in ("bound", "total", "accumulated")
        },
        "nearest": None
        if nearest is None
        else {name: _data(getattr(nearest, name)) for name in ("points", "places", "values", "distance", "wrong")},
        "reason": step.reason,
        "repaired": None if explanation.repaired is None else _document(explanation.repaired),
        "obstacle": explanation.obstacle or None,
    }


def _node(node: Node) -> dict[str, Any]:
    return {
        "text": node.text,
        "value": _data(node.value),
        "note": node.note or None,
        "parts": [_node(child) for child in node.children],
    }


def _data(value: Any) -> Any:
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, tuple):
        return [_data(entry) for entry in value]
    return encode_number(value)
