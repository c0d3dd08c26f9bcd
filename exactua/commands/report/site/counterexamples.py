"""A least counterexample on a page: its instance, its points, both values, the command that shows it again.

Its trace is the rows of a table: a state where something changes, and how many layers in between change nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from exactua.arithmetic.messages import plain
from exactua.claims.ledger import Counterexample
from exactua.claims.lettering import letter_of_input, placed_points
from exactua.commands.report.site.formulas import matrix, shortened
from exactua.commands.report.site.material import Passage
from exactua.commands.trace.matrices import nothing_changed
from exactua.commands.trace.words import finding_says, in_paper_units, moved_by, whereabouts
from exactua.deciding.trace import Trace
from exactua.plurals import counted
from exactua.printing import errata, text
from exactua.printing.text import instance, number, spelled, violated

if TYPE_CHECKING:
    from markupsafe import Markup


LONGEST_SENTENCE: Final = 1_500
LONGEST_COMMAND: Final = 4_000
MOST_TRACES: Final = 2
OPEN_STATES: Final = 12
MOST_STATES: Final = 40
MOST_VALUES: Final = 12
LONGEST_POINT: Final = 200
LONGEST_SAID: Final = 400


@dataclass(frozen=True)
class PointView:
    """A point of a counterexample: typeset, and where in its domain it stands; "" of the first point of a pair."""

    shown: Markup
    where: str


@dataclass(frozen=True)
class CounterexampleView:
    """All that a page shows of a counterexample."""

    exists: bool
    """Whether the step says that there is something: then it is shown where it is refuted first."""
    instance: str
    points: tuple[PointView, ...]
    violated: str
    among: str
    replay: str
    """"" where the command would be too long to be copied."""
    traces: tuple[TraceTable, ...]

    @property
    def heading(self) -> str:
        """What it is called."""
        return "Where it is refuted first" if self.exists else "Least counterexample"

    @property
    def short(self) -> bool:
        """Whether the traces are short enough to be open from the start."""
        return sum(len(trace.rows) for trace in self.traces) <= OPEN_STATES


def counterexample_view(least: Counterexample, passages: Sequence[Passage]) -> CounterexampleView:
    """The view of a counterexample with the traces of its points."""
    step, witness = least.step, least.witness
    points = []
    for name, point, at in placed_points(least.problem, step, witness):
        where = "" if at is None else f"{step.over[at[0]].name}, rank {number(at[1])}"
        if word := spelled(step.over, point):
            where = f"the word {word}{', ' * bool(where)}{where}"
        points.append(PointView(matrix(name, point), where))
    replay = errata.replay(least)
    return CounterexampleView(
        step.exists,
        instance(least.problem) or "no parameters",
        tuple(points),
        shortened(violated(least.problem, step, witness), LONGEST_SENTENCE),
        "" if least.complete else "the least of the points that were decided; others of this instance were not",
        replay if len(replay) <= LONGEST_COMMAND else "",
        tuple(trace_table(passage, step.name) for passage in passages[:MOST_TRACES]),
    )


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
    point = shortened(text.matrix(trace.point), LONGEST_POINT)
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
