"""A trace as the rows of a table: a state where something changes, and how many layers in between change nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from exactua.arithmetic.messages import plain
from exactua.claims.lettering import letter_of_input
from exactua.commands.report.site.formulas import shortened
from exactua.commands.report.site.material import Passage
from exactua.commands.trace.matrices import nothing_changed
from exactua.commands.trace.words import finding_says, in_paper_units, moved_by, whereabouts
from exactua.deciding.trace import Trace
from exactua.plurals import counted
from exactua.printing.text import matrix, number

MOST_STATES: Final = 40
MOST_VALUES: Final = 12
LONGEST_POINT: Final = 200
LONGEST_SAID: Final = 400


@dataclass(frozen=True)
class StateRow:
    """A state: the note in front of it, its layer, where that is, its values, what moved, and the stages it reaches."""

    note: str
    layer: int
    place: str
    values: tuple[str, ...]
    moved: str
    stages: str


@dataclass(frozen=True)
class TraceTable:
    """A trace as a page shows it; where there is none, only the reason."""

    caption: str
    unit: str
    letters: tuple[str, ...]
    hidden: int
    """Values of a state that are not shown."""
    rows: tuple[StateRow, ...]
    more: int
    """States that are not shown."""
    end: str
    here: tuple[str, ...]
    """What the step says at the point."""
    reason: str = ""


def trace_table(passage: Passage, step: str) -> TraceTable:
    """The table of a passage, with what the step of that name says at its point."""
    trace = passage.trace
    if trace is None:
        return TraceTable(f"network {passage.network}", "", (), 0, (), 0, "", (), passage.reason)
    trace = in_paper_units(trace)
    letter = letter_of_input(trace.problem, passage.point)
    point = shortened(matrix(trace.point), LONGEST_POINT)
    caption = f"{letter} = [{point}], {whereabouts(trace)}, through {trace.network} ({counted(trace.layers, 'layer')})"
    rows = tuple(
        StateRow(
            nothing_changed(state.unchanged).strip() if state.unchanged else "",
            state.layer,
            plain(state.place),
            tuple(number(value) for value in state.values[:MOST_VALUES]),
            moved_by(trace, state),
            ", ".join(map(plain, state.stages)),
        )
        for state in trace.states[:MOST_STATES]
    )
    here = tuple(_said(trace, k) for k, finding in enumerate(trace.findings) if finding.step.name == step)
    return TraceTable(
        caption,
        "ids l_j = u^T Z_(:,j)" if trace.by_ids else "entries of Z",
        trace.letters[:MOST_VALUES],
        max(0, len(trace.letters) - MOST_VALUES),
        rows,
        max(0, len(trace.states) - MOST_STATES),
        nothing_changed(trace.unchanged).strip() if trace.unchanged else "",
        here,
    )


def _said(trace: Trace, k: int) -> str:
    """What a step says at the point: "is false: 3 on the left, 4 on the right", "compares this point with others"."""
    finding = trace.findings[k]
    where = "" if finding.entry is None else "row {}, column {}: ".format(*finding.entry)
    is_said = {True: "is true: ", False: "is false: ", None: ""}[finding.true] if finding.applicable else ""
    return f"{is_said}{where}{shortened(finding_says(trace, finding), LONGEST_SAID)}"
