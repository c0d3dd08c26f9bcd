"""What `limit` prints, and what shows at the prompt: lambda* proved and failing, errors proved and measured."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import Final

from exactua.arithmetic.messages import plain
from exactua.arithmetic.rationals import Matrix, Rational, written
from exactua.commands.limit import data as limits_data
from exactua.commands.limit.record import Limit, Row, Survival, Wall
from exactua.plurals import counted
from exactua.printing.documents import Block, Document, Heading, Items, Table
from exactua.printing.short_numbers import rounded, rounded_down, rounded_up, shown, shown_factor
from exactua.printing.text import matrix
from exactua.softmax.floats.comparing import Measured, Parting
from exactua.softmax.floats.float_states import as_rationals
from exactua.softmax.temperature.closed_form import CONSTANT, FORMULA

LONG: Final = 24
"""Numbers with so many characters or fewer are written out where two of them are to be told apart."""

NEAREST: Final = 9
"""Digits of those that are longer."""

Cells = tuple[str, ...]


def prompt(limit: Limit) -> Iterator[str]:
    """The lines at the prompt."""
    yield f"Limit of {limit.title}"
    yield from (f"  {line}" for line in head(limit))


def document(limit: Limit) -> Document:
    """What is proved and measured, where floats go wrong, and what the backends tell."""
    rows = list(_rows(limit))
    told = [f"note: {line}" for line in _told(limit)]
    blocks: list[Block] = [
        Heading(limit.title),
        Items([*head(limit)]),
        Table(rows, right=range(len(rows[0]))),
        Items([*_legend(limit)]),
        *(Table(part, title=heading, has_head=False) for heading, part in _parts(limit)),
        *([Items(told)] if told else []),
    ]
    return Document(blocks, limits_data.data(limit))


def head(limit: Limit) -> Iterator[str]:
    """Of how many points it speaks, and between which factors lambda* is."""
    bracket = limit.bracket
    few = f"{len(limit.points):,} of {limit.of:,}" if len(limit.points) < limit.of else f"{limit.of:,}"
    yield f"points       {few} ({plain(limit.where)}); tolerance {written(bracket.tolerance)} in every entry, unit 1"
    if bracket.upper is None:
        yield f"lambda*      none is certified: {bracket.reason}"
    else:
        upper = shown_factor(bracket.upper)
        every = "the point" if len(limit.points) == 1 else "every one of these points"
        yield (
            f"lambda*      {upper}: for all lambda >= {upper} {every} is within "
            f"{written(bracket.tolerance)} (the error is at most {rounded_up(bracket.error)})"
        )
    if bracket.lower is None:
        yield "fails at     no failing lambda was found"
    else:
        assert bracket.lower_point is not None
        yield (
            f"fails at     {shown_factor(bracket.lower)}: at {point(bracket.lower_point, limit)} the error is "
            f"more than {rounded_down(bracket.lower_error)}"
        )
    if bracket.ratio is not None:
        yield f"ratio        {shown(bracket.ratio)}, at most {rounded_up(bracket.ratio)}"
    if limit.closed_form is not None:
        yield f"closed form  {written(limit.closed_form)}: lambda* by a formula in d, n and delta, of all points of G+"
    if len(limit.points) < limit.of and bracket.upper is not None:
        these = "this point" if len(limit.points) == 1 else f"these {len(limit.points):,} points"
        yield f"             lambda* speaks of {these} only"


def point(X: Matrix, limit: Limit) -> str:
    """[0 1/2; 1/2 0], cut if it is long; of a word "a b b a"."""
    if X in limit.words:
        return limit.words[X]
    text = matrix(X)
    return f"[{text}]" if len(text) <= 100 else f"[{text[:80]}...] ({len(X)} x {len(X[0])})"


def _rows(limit: Limit) -> Iterator[Cells]:
    heading = ["lambda", "certified", "enclosed"]
    for run in limit.runs:
        heading += [f"{run.dtype} {run.where}", "within"]
    yield tuple(heading)
    for row in limit.rows:
        cells = [
            shown_factor(row.factor),
            "none" if row.certified is None else rounded_up(row.certified),
            enclosed(row),
        ]
        for measured in row.measured:
            cells += [_worst(measured), f"{measured.within:,}"]
        yield tuple(cells)


def _worst(measured: Measured) -> str:
    """The worst error of the finite points, and beside it how many are not."""
    worst = "" if measured.worst is None else rounded(measured.worst)
    if not measured.not_finite:
        return worst
    return f"NaN or inf at {measured.not_finite:,}" + (f", else {worst}" if worst else "")


def enclosed(row: Row) -> str:
    """The error at the worst point: its first digits, or a bound where it is tiny."""
    if row.enclosed is None:
        return "unknown"
    low, high = row.enclosed
    if low == high or 1000 * (high - low) <= high:
        return rounded((low + high) / 2)
    return f"<= {rounded_up(high)}"


def _legend(limit: Limit) -> Iterator[str]:
    yield "certified: a bound at every point for all factors >= lambda, proved; none: no bound was found"
    yield (
        "enclosed: the error of the exact softmax network, by balls, at the worst of few points: the one "
        "that takes the greatest lambda, and the worst of each run"
    )
    if limit.runs:
        formats = ", ".join(dict.fromkeys(run.dtype for run in limit.runs))
        yield (
            f"{formats}: the worst |float - exact hardmax| over all points whose outputs are finite, and how many of "
            f"{counted(len(limit.points), 'point')} {'is' if len(limit.points) == 1 else 'are'} within the tolerance"
        )
    if limit.closed_form is not None:
        yield f"closed form: {FORMULA}, {CONSTANT}"
    for row in limit.rows:
        if row.certified is None:
            yield f"nothing certified at lambda = {shown_factor(row.factor)}: {row.reason}"
            break


def _parts(limit: Limit) -> Iterator[tuple[str, list[Cells]]]:
    if not limit.runs:
        return
    greatest = shown_factor(limit.rows[-1].factor)
    yield (
        "the wall of a format, the exact outputs themselves rounded to it",
        [_wall(wall, limit) for wall in limit.walls],
    )
    yield (
        f"where floats first leave the tolerance of the exact hardmax network at lambda = {greatest}",
        [(run.name, _parting(parting, limit)) for run, parting in zip(limit.runs, limit.partings, strict=True)],
    )
    if any(survival.steps.keys() - limit.refuted.keys() for survival in limit.survivals):
        yield (
            f"steps that still hold at lambda = {greatest}, and at how many of the points evaluated",
            list(_survivals(limit.survivals, limit.refuted)),
        )
    if limit.refuted:
        yield (
            "steps that the exact hardmax network itself refutes, and at how many points or pairs",
            [(name, f"{false:,} of {points:,}") for name, (false, points) in limit.refuted.items()],
        )


def _wall(wall: Wall, limit: Limit) -> Cells:
    if wall.error is None:
        most = shown(wall.form.largest)
        words = f"overflow: {shown(wall.value)} is beyond its greatest number, {most}; at {point(wall.point, limit)}"
    elif wall.error == 0:
        words = "none: it holds every output exactly"
    else:
        words = f"{rounded_down(wall.error)} at least: {shown(wall.value)} at {point(wall.point, limit)}"
    return wall.form.name, words


def _parting(parting: Parting | None, limit: Limit) -> str:
    if parting is None:
        of = "the point" if len(limit.points) == 1 else f"all {len(limit.points):,} points"
        return f"nowhere: every layer of {of} is within {written(limit.bracket.tolerance)}"
    where = f"point {parting.point + 1:,}, {point(parting.X, limit)}"
    if parting.place is None:
        return f"{where}: the format does not hold the point itself"
    layer = f"layer {parting.layer:,}{_variables(parting)}"
    if parting.error is None:
        return f"{where}: after {layer} an entry is NaN or infinite"
    i, j, value, exact = differing(parting)
    values = f"is {_told_apart(value)}, exactly {_told_apart(exact)} (off by {shown(parting.error)})"
    return f"{where}: after {layer} entry ({i}, {j}) {values}"


def _told_apart(value: Rational) -> str:
    """The number where it is not long, else its first digits, to nearest, so that it is not far from another one."""
    text = written(value)
    return text if len(text) <= LONG else rounded(value, NEAREST)


def _variables(parting: Parting) -> str:
    assert parting.place is not None
    named = [
        *map(plain, parting.place.groups),
        *(f"{plain(k)} = {written(v)}" for k, v in parting.place.variables.items()),
    ]
    return f" ({', '.join(named)})" if named else ""


def differing(parting: Parting) -> tuple[int, int, Rational, Rational]:
    """Row and column, from 1, of the entry that is furthest off, its float value and its exact one."""
    floats = as_rationals(parting.floats)
    entries = [(i, j) for i, row in enumerate(parting.exact) for j in range(len(row))]
    i, j = max(entries, key=lambda at: abs(floats[at[0]][at[1]] - parting.exact[at[0]][at[1]]))
    return i + 1, j + 1, floats[i][j], parting.exact[i][j]


def _survivals(survivals: Sequence[Survival], left_out: Container[str]) -> Iterator[Cells]:
    """A row a step that is not left out, a column a run."""
    yield ("", *(survival.run.name for survival in survivals))
    for name in dict.fromkeys(name for survival in survivals for name in survival.steps):
        if name in left_out:
            continue
        steps = [survival.steps[name] for survival in survivals]
        yield (name, *(f"{step.survived:,} of {step.points:,}" for step in steps))


def _told(limit: Limit) -> Iterator[str]:
    yield from limit.notices
    for run, measured in zip(limit.runs, limit.rows[-1].measured if limit.rows else (), strict=True):
        yield from (f"{run.name}: {sentence}" for sentence in measured.run.told)
