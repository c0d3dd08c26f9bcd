"""What a program does along a run: columns shifted together, l_j = o_j + t for t = 0, 1, ... at fixed gaps.

Where ids are an arithmetic progression of the column numbers, every number is `slope` * t + (what it is at t = 0), as
long as only additions, constant factors and decisions that don't depend on t are met. What it is at t = 0 is
computed outside the loop over t; and t = 0 is a point itself, so that the proven intervals hold there too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from exactua.arithmetic.straight_line import Node, Program
from exactua.evaluators.compiled.expressions import bits


@dataclass(frozen=True)
class Along:
    """How a node goes along runs: known at t = 0 in loop `level` (0 is outermost), with slope `slope` in t.

    The slope is None where none is known beforehand; the node is then computed at each t.
    """

    level: int
    slope: int | None


def along_runs(
    program: Program, progressions: Mapping[int, tuple[int, int]], offsets: Sequence[int], innermost: int
) -> list[Along]:
    """For each node; `progressions` has first entry and step of tables, offsets[j] the level where o_j is known."""
    along: list[Along] = []
    for node in program.nodes:
        here = _along(program, node, along, progressions, offsets)
        # a slope longer than the numbers belongs to runs of one point
        if here is None or (here.slope and here.slope.bit_length() > bits(node.low, node.high) + 1):
            here = Along(innermost, None)
        along.append(here)
    return along


def _along(
    program: Program,
    node: Node,
    before: list[Along],
    progressions: Mapping[int, tuple[int, int]],
    offsets: Sequence[int],
) -> Along | None:
    if node.operator == "table":
        table, j = node.value
        return Along(offsets[j], progressions[table][1]) if table in progressions else None
    if node.operator in ("constant", "truth"):
        return Along(0, 0)
    parts = [before[j] for j in node.arguments]
    slopes = [part.slope for part in parts if part.slope is not None]
    if len(slopes) < len(parts):
        return None
    level = max(part.level for part in parts)
    if node.operator in ("add", "subtract"):
        return Along(level, slopes[0] + slopes[1] if node.operator == "add" else slopes[0] - slopes[1])
    if node.operator == "multiply":
        if not any(slopes):
            return Along(level, 0)
        factors = [program.nodes[j] for j in node.arguments]
        known = [k for k in (0, 1) if factors[k].operator == "constant"]
        return Along(level, factors[known[0]].value * slopes[1 - known[0]]) if known else None
    if node.operator in ("minimum", "maximum"):
        return Along(level, slopes[0]) if slopes[0] == slopes[1] else None
    if node.operator == "select":
        return Along(level, slopes[1]) if slopes[1] == slopes[2] else None
    if node.operator in ("less", "at most", "equal"):
        return Along(level, 0) if slopes[0] == slopes[1] else None
    return Along(level, 0)
