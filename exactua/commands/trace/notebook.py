"""A trace at the prompt and in a notebook: the point, its states in a table, and what the steps say there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from exactua.arithmetic.messages import plain
from exactua.claims.lettering import letter_of_input
from exactua.commands.trace.heat_maps import heat_maps
from exactua.commands.trace.matrices import nothing_changed
from exactua.commands.trace.words import (
    finding_says,
    in_paper_units,
    moved_by,
    truth_word,
    whereabouts,
)
from exactua.deciding.trace import Finding, State, Trace
from exactua.plurals import counted
from exactua.printing.documents import Block, Code, Document, Formula, Paragraph, Strong, Table, Words
from exactua.printing.mathematics_in_words import typeset
from exactua.printing.notebook import formulas
from exactua.printing.notebook.problems import placed
from exactua.printing.text import number, spelled
from exactua.reprs import cut

LONGEST_STATE: Final = 90
"""Characters of the values of a state at the prompt."""
MOST_VALUES: Final = 12
"""Values of a state up to which each has a column."""


def prompt(trace: Trace) -> Iterator[str]:
    """The lines at the prompt: the first and the last state, and which steps are false at the point."""
    shown = in_paper_units(trace)
    yield f"Trace of {_what(trace)}"
    yield f"  {_point(trace)}{_whereabouts(trace)}"
    if shown.states:
        yield f"  start: {_values(shown, shown.states[0])}"
        yield f"  after {counted(trace.layers, 'layer')}: {_values(shown, shown.states[-1])}"
    if trace.findings:
        counts = Counter(truth_word(finding) for finding in trace.findings)
        told = ", ".join(f"{_no_answer(word)} {count}" for word, count in counts.items())
        yield f"  {counted(len(trace.findings), 'step')} at this point: {told}"
    for finding in trace.findings:
        if finding.true is False and finding.applicable:
            yield f"  false: {finding.step.name}, {_says(shown, finding)}"


def document(trace: Trace) -> Document:
    """The same with every state where something changes, and every step."""
    shown = in_paper_units(trace)
    point = (_point(trace), _whereabouts(trace))
    blocks: list[Block] = [Paragraph((Strong(trace.network), f": {_what(trace)}")), Paragraph(point)]
    by_values = trace.by_ids or len(trace.letters) <= MOST_VALUES
    blocks.append(_states(shown) if by_values else _matrices(shown))
    if not trace.by_ids:
        blocks += heat_maps(trace)
    if trace.findings:
        rows = [_row(shown, finding) for finding in trace.findings]
        blocks.append(Table([("at this point", "step", "what it says"), *rows]))
    if trace.elsewhere:
        blocks.append(Paragraph(f"about other networks: {', '.join(trace.elsewhere)}"))
    return Document(blocks, None)


def _what(trace: Trace) -> str:
    what = f"{trace.network} ({counted(trace.layers, 'layer')})"
    return what if trace.of_file else f"{what} of {placed(trace.problem)}"


def _letter(trace: Trace) -> str:
    return "X" if trace.of_file else letter_of_input(trace.problem)


def _point(trace: Trace) -> Formula | Code | str:
    """The point under its letter: a word in quotes, any other as a matrix."""
    word = spelled(trace.problem.domains, trace.point)
    return f"{_letter(trace)} = {word}" if word else formulas.matrix(_letter(trace), trace.point)


def _whereabouts(trace: Trace) -> str:
    return "" if trace.of_file else f", {whereabouts(trace)}"


def _values(trace: Trace, state: State) -> str:
    told = ", ".join(f"{name} = {number(by)}" for name, by in zip(trace.letters, state.values, strict=True))
    return cut(told, LONGEST_STATE)


def _no_answer(word: str) -> str:
    """What is counted where a step is neither true nor false at one point."""
    return {"-": "hypothesis false", "pairs": "about pairs", "fold": "about all points"}.get(word, word)


def _states(trace: Trace) -> Table:
    """A row a state; a row in between says how many layers changed nothing."""
    width = len(trace.letters)
    rows: list[tuple[Words, ...]] = [("layer", "where", *map(typeset, trace.letters), "moved", "stage")]
    for state in trace.states:
        if state.unchanged:
            rows.append(_between(state.unchanged, width))
        values, moved = map(number, state.values), typeset(moved_by(trace, state))
        stages = ", ".join(map(plain, state.stages))
        rows.append((str(state.layer), state.place, *values, moved, stages))
    if trace.unchanged:
        rows.append(_between(trace.unchanged, width))
    title = "ids l_j = u^T Z_(:,j)" if trace.by_ids else "entries of Z"
    return Table(rows, right=(0, *range(2, 2 + width)), title=title)


def _matrices(trace: Trace) -> Table:
    """The same of states of many entries, each as a matrix."""
    rows: list[tuple[Words, ...]] = [("layer", "where", "Z", "stage")]
    for state in trace.states:
        if state.unchanged:
            rows.append(("", nothing_changed(state.unchanged).strip(), "", ""))
        stages = ", ".join(map(plain, state.stages))
        rows.append((str(state.layer), state.place, (formulas.matrix("", state.matrix),), stages))
    if trace.unchanged:
        rows.append(("", nothing_changed(trace.unchanged).strip(), "", ""))
    return Table(rows, right=(0,))


def _between(unchanged: int, width: int) -> tuple[Words, ...]:
    return ("", nothing_changed(unchanged).strip(), *[""] * width, "", "")


def _says(trace: Trace, finding: Finding) -> str:
    """What a step says at the point; on cells of one entry of it."""
    entry = "" if finding.entry is None else "row {}, column {}: ".format(*finding.entry)
    return f"{entry}{finding_says(trace, finding)}"


def _row(trace: Trace, finding: Finding) -> tuple[Words, ...]:
    word = _no_answer(truth_word(finding))
    told = (Strong(word),) if finding.true is False else word
    return told, finding.step.name, typeset(_says(trace, finding))
