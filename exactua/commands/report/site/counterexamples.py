"""A least counterexample on a page: its instance, its points, both values, the command that shows it again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from exactua.claims.ledger import Counterexample
from exactua.claims.lettering import placed_points
from exactua.commands.report.site.formulas import matrix, shortened
from exactua.commands.report.site.material import Passage
from exactua.commands.report.site.traced import TraceTable, trace_table
from exactua.printing import errata
from exactua.printing.text import instance, number, spelled, violated

if TYPE_CHECKING:
    from markupsafe import Markup

LONGEST_SENTENCE: Final = 1_500
LONGEST_COMMAND: Final = 4_000
MOST_TRACES: Final = 2
OPEN_STATES: Final = 12


@dataclass(frozen=True)
class PointView:
    """A point of a counterexample: typeset, and where in its domain it stands; "" of the first point of a pair."""

    shown: Markup
    where: str


@dataclass(frozen=True)
class CounterexampleView:
    """All that a page shows of a counterexample."""

    instance: str
    points: tuple[PointView, ...]
    violated: str
    among: str
    replay: str
    """"" where the command would be too long to be copied."""
    traces: tuple[TraceTable, ...]

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
        instance(least.problem) or "no parameters",
        tuple(points),
        shortened(violated(least.problem, step, witness), LONGEST_SENTENCE),
        "" if least.complete else "the least of the points that were decided; others of this instance were not",
        replay if len(replay) <= LONGEST_COMMAND else "",
        tuple(trace_table(passage, step.name) for passage in passages[:MOST_TRACES]),
    )
