"""A trace as text for people and as JSON for programs.

The JSON (format "exactua-trace/1"; numbers as certificates write them, a real as its floor) has the keys

    claim, parameters, values     label (null for a network file); parameter values; values of the claim's definitions
    units                         of each of these values its unit: "delta" or "1"
    network, layers               the network's name, or its file; its number of layers
    tokens                        of a point that is a word
    point, ordered                the matrix given; its columns by increasing id (null where no order matters)
    columns, unit                 names of the values of a state; "delta" for ids, "1" for entries
    states                        layer, place, unchanged (layers since the last state that changed nothing), stages,
                                  matrix, values, moved, heads (scores and weights of each, n x n: column j has
                                  what token j gives), masked (the [k, j], from 1, where the mask forbids that token j
                                  attends to token k)
    unchanged                     layers after the last state that changed nothing
    domains                       name and rank of each domain that the point lies in
    steps                         name, domain, entry (on cells: row and column), applicable, true (null: no
                                  answer at one point alone), readings (bindings, relation, left, right, unit)
    other_steps                   steps about other networks of the claim
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from exactua.arithmetic.floors import encode_number
from exactua.arithmetic.messages import plain
from exactua.arithmetic.rationals import Rational
from exactua.arithmetic.reals import PrecisionReached
from exactua.claims.decision import Witness
from exactua.claims.lettering import letter_of_input, word_of
from exactua.claims.paper_units import paper_value, unit_name, unit_of_definition
from exactua.commands.trace.matrices import heads, nothing_changed, states
from exactua.deciding.trace import Finding, Reading, State, Trace
from exactua.plurals import counted
from exactua.printing.renderers.text import WIDTH, table
from exactua.printing.text import in_line, instance, matrix, number, violated

FORMAT: Final = "exactua-trace/1"
MOST_SHOWN: Final = 8


def report(trace: Trace, attention: bool = False) -> Iterator[str]:
    """The lines of a trace; with the scores and weights of heads where `attention`, or where states are entries."""
    problem, trace = trace.problem, in_paper_units(trace)
    if trace.of_file:
        yield from _report_of_file(trace)
        if attention or not trace.by_ids:
            yield from heads(trace)
        return
    yield f"{problem.label}: {problem.title}, {problem.source}"
    yield f"{instance(problem)}, network {trace.network} ({counted(trace.layers, 'layer')})"
    yield f"{letter_of_input(problem)} = {in_line(problem.domains, trace.point)}, {whereabouts(trace)}"
    yield ""
    yield "ids l_j = u^T Z_(:,j)" if trace.by_ids else "entries of Z"
    yield from _table(trace)
    if attention or not trace.by_ids:
        yield from heads(trace)
    yield ""
    yield from _steps(trace)


def in_paper_units(trace: Trace) -> Trace:
    """The trace with its ids as the paper has them, in unit 1; as data they count deltas."""
    if not trace.by_ids:
        return trace
    states = tuple(
        replace(
            state,
            values=paper_value(state.values, 1, trace.problem),
            moved=paper_value(state.moved, 1, trace.problem),
        )
        for state in trace.states
    )
    return replace(trace, states=states)


def _report_of_file(trace: Trace) -> Iterator[str]:
    """No claim, so no steps; the entries stand at the stages, where ids are in the table."""
    yield f"{trace.network}: {trace.problem.title}, {counted(trace.layers, 'layer')}"
    yield instance(trace.problem)
    point = f"X = [{matrix(trace.point)}]"
    yield point if len(point) <= WIDTH else f"X = Z, {len(trace.point)} x {len(trace.point[0])}, at the start"
    yield ""
    yield "ids l_j = u^T Z_(:,j)" if trace.by_ids else "entries of Z"
    yield from _table(trace)
    reached = [(plain(stage), state) for state in trace.states for stage in state.stages]
    if trace.by_ids and reached:
        yield ""
        yield "entries of Z, unit 1"
        yield from table([(f"  {stage}", f"[{matrix(state.matrix)}]") for stage, state in reached])


def whereabouts(trace: Trace) -> str:
    """The domains that the point lies in, with its ranks there."""
    if not trace.places:
        return "in no domain of the claim"
    shown = []
    for place in trace.places:
        known = any(spec.name == place.domain for spec in trace.problem.domains)
        rank = "" if place.rank is None else f" (rank {number(place.rank)})"
        shown.append(f"in {place.domain}{rank}" + ("" if known else ", which no step of the claim is about"))
    return " and ".join(shown)


def _table(trace: Trace) -> Iterator[str]:
    """One row a state where something changes; of many entries and of words, a matrix for each of these states."""
    lines = list(_rows(trace))
    of_words = any(spec.spelling is not None for spec in trace.problem.domains)  # whose rows and columns have names
    fits = trace.by_ids or (max(map(len, lines)) <= WIDTH and not of_words)
    yield from lines if fits else states(trace)


def _rows(trace: Trace) -> Iterator[str]:
    """A line in between says how many layers changed nothing."""
    rows: list[tuple[str, ...]] = [("layer", "where", *trace.letters, "moved", "stage")]
    notes: dict[int, str] = {}
    for state in trace.states:
        if state.unchanged:
            notes[len(rows)] = nothing_changed(state.unchanged)
        values = tuple(number(value) for value in state.values)
        rows.append(
            (str(state.layer), state.place, *values, moved_by(trace, state), ", ".join(map(plain, state.stages)))
        )
    numbers = range(2, 2 + len(trace.letters))
    for k, line in enumerate(table(rows, right=(0, *numbers))):
        if k in notes:
            yield notes[k]
        yield line
    if trace.unchanged:
        yield nothing_changed(trace.unchanged)


def moved_by(trace: Trace, state: State) -> str:
    """What moved since the state before this one, and by how much."""
    moved = [(name, by) for name, by in zip(trace.letters, state.moved, strict=True) if by]
    if not moved:
        same = state.layer == 0 or state.unchanged or not trace.by_ids
        return "" if same else "entries, but no id"
    amounts = {by for _, by in moved}
    if len(moved) == len(trace.letters) > 1 and len(amounts) == 1:
        return f"each {_signed(moved[0][1])}"
    shown = ", ".join(f"{name} {_signed(by)}" for name, by in moved[:MOST_SHOWN])
    return shown if len(moved) <= MOST_SHOWN else f"{shown} and {len(moved) - MOST_SHOWN} more"


def _signed(value: Rational) -> str:
    return f"+{number(value)}" if value > 0 else number(value)


def _steps(trace: Trace) -> Iterator[str]:
    reordered = trace.ordered is not None and trace.ordered != trace.point
    domains = [finding.step.over[finding.domain] for finding in trace.findings]
    orbits = [spec for spec in domains if spec.kind == "orbits"]
    if reordered and orbits:
        assert trace.ordered is not None
        order = "in the order of the vocabulary" if orbits[0].columns else "by increasing id"
        where = "" if len(orbits) == len(domains) else "; for steps over orbits"
        yield f"at this point{where}, its columns {order} as `check` takes them"
        yield f"(another order than the one given): {letter_of_input(trace.problem)} = [{matrix(trace.ordered)}]:"
    else:
        yield "at this point:"
    if not trace.findings:
        yield "  no step of the claim is about it"
    width = max((len(finding.step.name) for finding in trace.findings), default=0)
    for finding in trace.findings:
        where = ""
        if finding.entry is not None:
            where = "row {}, column {}: ".format(*finding.entry)
        says = f"{where}{finding_says(trace, finding)}"
        yield f"  {truth_word(finding):<7} {finding.step.name:<{width}}  {says}".rstrip(": ")
    if trace.elsewhere:
        yield f"  about other networks: {', '.join(trace.elsewhere)} (choose one with --network)"


def truth_word(finding: Finding) -> str:
    """Whether a step is true at the point, in a word; no answer of one that speaks of points together, or of others."""
    if not finding.applicable:
        return "-"
    step = finding.step
    word = "fold" if step.own is not None else "some" if step.of_some else "sum" if step.fold == "sum" else "pairs"
    return {True: "true", False: "false", None: word}[finding.true]


def finding_says(trace: Trace, finding: Finding) -> str:
    """What a step says at the point, with the exact values."""
    if not finding.applicable:
        return "says nothing here: its hypothesis is false"
    if finding.step.fold != "each":
        values = _in_paper_units(trace, finding.readings[0]).left
        shown = _listed(values)
        if finding.true is False:
            return f"one number occurs twice in {shown}"
        if finding.step.own is not None:
            return f"passes this point to its fold with x = ({shown})"
        if finding.step.of_some:
            return f"says of some point what is {'' if finding.readings[0].left == (1,) else 'not '}so at this one"
        if finding.step.fold == "sum":
            return f"adds {shown} for this point to its sum over all points"
        return f"compares this point with others: its numbers are {shown}"
    if finding.true is False:
        reading = finding.readings[0]
        numbers = _in_paper_units(trace, reading).left
        if reading.relation is None and isinstance(reading.left, tuple):
            return f"one number occurs twice in {_listed(numbers)}"
        bindings = {name: value for name, value in reading.bindings.items() if name != "row" or finding.entry is None}
        witness = Witness((), (), bindings, reading.relation, reading.left, reading.right, reading.false)
        return violated(trace.problem, finding.step, witness)
    return "; ".join(_grouped([_in_paper_units(trace, reading) for reading in finding.readings]))


def _in_paper_units(trace: Trace, reading: Reading) -> Reading:
    left, right = (paper_value(side, reading.unit, trace.problem) for side in (reading.left, reading.right))
    return replace(reading, left=left, right=right)


def _grouped(readings: Sequence[Reading]) -> Iterator[str]:
    """The readings of a true step; several numbers against one right side make one entry."""
    if not readings:
        return
    first = readings[0]
    alike = all((reading.relation, reading.right) == (first.relation, first.right) for reading in readings)
    if first.relation is None:
        yield f"different: {_listed(first.left)}"
    elif alike and len(readings) > 1:
        yield f"{_listed(tuple(reading.left for reading in readings))} {_side(first.relation, first.right)}"
    else:
        for reading in readings[:MOST_SHOWN]:
            yield f"{number(reading.left)} {_side(reading.relation, reading.right)}"
        if len(readings) > MOST_SHOWN:
            yield f"and {len(readings) - MOST_SHOWN} more"


def _side(relation: str | None, right: Any) -> str:
    if isinstance(right, tuple):
        return f"{relation} [{', '.join(number(end) for end in right)}]"
    return f"{relation} {number(right)}"


def _listed(values: tuple[Any, ...]) -> str:
    shown = ", ".join(number(value) for value in values[:MOST_SHOWN])
    return shown if len(values) <= MOST_SHOWN else f"{shown}, ... ({len(values)} numbers)"


def document(trace: Trace) -> dict[str, Any]:
    """The trace as JSON data; its keys are documented at the head of this module."""
    problem = trace.problem
    return {
        "format": FORMAT,
        "claim": None if trace.of_file else problem.label,
        "parameters": dict(problem.parameters),
        "values": _data(problem.values),
        "units": {name: unit_of_definition(name, problem) for name in problem.values},
        "network": trace.network,
        "layers": trace.layers,
        "point": _data(trace.point),
        **({} if (word := word_of(problem.domains, trace.point)) is None else {"tokens": [list(word)]}),
        "ordered": _data(trace.ordered),
        "columns": list(trace.letters),
        "unit": "delta" if trace.by_ids else "1",
        "states": [
            {
                "layer": state.layer,
                "place": state.place,
                "unchanged": state.unchanged,
                "stages": list(state.stages),
                "matrix": _data(state.matrix),
                "values": _data(state.values),
                "moved": _data(state.moved),
                "heads": [{"scores": _data(scores), "weights": _data(weights)} for scores, weights in state.heads],
                "masked": [[k + 1, j + 1] for k, j in sorted(state.masked)],
            }
            for state in trace.states
        ],
        "unchanged": trace.unchanged,
        "domains": [{"name": place.domain, "rank": _data(place.rank)} for place in trace.places],
        "steps": [
            {
                "name": finding.step.name,
                "domain": finding.step.over[finding.domain].name,
                "entry": _data(finding.entry),
                "applicable": finding.applicable,
                "true": finding.true,
                "readings": [
                    {
                        "bindings": _data(reading.bindings),
                        "relation": reading.relation,
                        "left": _data(reading.left),
                        "right": _data(reading.right),
                        "unit": unit_name(reading.unit),
                    }
                    for reading in finding.readings
                ],
            }
            for finding in trace.findings
        ],
        "other_steps": list(trace.elsewhere),
    }


def _data(value: Any) -> Any:
    """The value as JSON data; None of a real that is nearer to a number of 64 bits than comparisons go."""
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, (tuple, list)):
        return [_data(entry) for entry in value]
    if isinstance(value, dict):
        return {name: _data(entry) for name, entry in value.items()}
    try:
        return encode_number(value)
    except PrecisionReached:
        return None
