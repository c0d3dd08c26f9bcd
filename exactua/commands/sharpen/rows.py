"""One bound over a ladder in words: where it is attained, its sharpest constants, its exact extremes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational, written
from exactua.claims.bounds import WEAK
from exactua.claims.lettering import halves, name_of_point
from exactua.claims.paper_units import unit_name
from exactua.commands.sharpen.record import At, Box, Measurement, Row, Sharpened, Sharpest, Spot, sharpest
from exactua.plurals import counted
from exactua.printing.short_numbers import LONGEST_NUMBER, approximation, short, signed
from exactua.printing.text import box as in_words
from exactua.printing.text import matrix
from exactua.terms.language import Term
from exactua.terms.printing import text as term_text

LONGEST_SIDE: Final = 70
"""Characters of one side of a bound that are shown; a longer one is called x or B."""
MOST_RATIOS: Final = 3
"""Factors that are shown of a row of instances that differ in delta alone."""


def stated(sharpened: Sharpened, row: Row, *, in_full: bool = False) -> str:
    """The bound as it is printed, with the measured number on the left."""
    full = names_in_full(sharpened, row)
    names = full if in_full else names_of(sharpened, row)
    shown = _relation(row, names, row.bound.relation, term_text(row.bound.bound, names))
    conditions = [frame.arguments[0] for frame in row.bound.frames if frame.operator == "implies"]
    conditions = conditions if row.bound.step.given is None else [row.bound.step.given, *conditions]
    where = " and ".join(term_text(condition, full) for condition in conditions)
    if not where:
        return shown
    return f"{shown}, where {where if in_full or len(where) <= LONGEST_SIDE else 'its hypothesis holds'}"


def names_in_full(sharpened: Sharpened, row: Row) -> dict[Term, str]:
    """The claim's names for whole terms, and the letter of the points of a row."""
    return {**sharpened.names, **name_of_point(sharpened, row.bound.step.over)}


def names_of(sharpened: Sharpened, row: Row) -> Mapping[Term, str]:
    """The same names, and x and B for a side that is too long to be shown."""
    full = names_in_full(sharpened, row)
    names = dict(full)
    for term, letter in ((row.bound.measured, "x"), (row.bound.bound, "B")):
        if len(term_text(term, full)) > LONGEST_SIDE:
            names[term] = letter
    return names


def _relation(row: Row, names: Mapping[Term, str], relation: str, bound: str) -> str:
    return f"{_subject(row, names)} {relation} {bound}"


def _subject(row: Row, names: Mapping[Term, str]) -> str:
    """What is bounded: the measured number, the sum of such numbers, or their distance."""
    shown = term_text(row.bound.measured, names)
    return {"sum": f"the sum of {shown}", "apart": f"the distance of any two {shown}"}.get(
        row.bound.step.fold_name, shown
    )


def attained(row: Row) -> str:
    """Where both sides are equal, where the bound is false, or how near it comes."""
    more = f"{row.silent:,} more say{'s' if row.silent == 1 else ''} nothing"
    silent = f" ({more})" if row.silent else ""
    total = f"{counted(len(row.found), 'instance')}{silent}"
    if row.refuted:
        first = row.refuted[0]
        lacking = -first.measured.slack
        how = f"false by {short(lacking)}{_unit(row)}" if lacking else "both sides are equal"
        return f"FALSE at {len(row.refuted):,} of {total}, first at {place(first)}: {how}"
    if row.attained:
        return f"at {len(row.attained):,} of {total}, first at {place(row.attained[0])}"
    nearest = row.nearest
    assert nearest is not None
    never = "never, being strict" if row.bound.strict else "never"
    room = f"{short(nearest.measured.slack)}{_unit(row)} of room at least, first at {place(nearest)}"
    near = row.approached
    tends = f"; approached for n = {', '.join(map(str, near))}: the ratio tends to 1 by the fits" if near else ""
    return f"{never}, at {total}: {room}{tends}"


def constants(row: Row) -> str:
    """The best factor and the best summand over the whole ladder, in short."""
    best = row.best
    assert best is not None
    factor = "" if best.factor is None else f"c = {short(best.factor)}{approximation(best.factor)}, "
    return f"{factor}a = {short(best.summand)}{_unit(row) if best.summand else ''}"


def factor(sharpened: Sharpened, row: Row, best: Sharpest) -> str:
    """The best factor over the whole ladder, the bound with it, and where it can't be improved."""
    if best.factor is None:
        return "not defined: the bound is 0 somewhere, or has no fixed sign"
    where = _where(row, best.factor_at, lambda measured: measured.factor_spot)
    if best.factor == 1:
        strict = ", but not strictly" if row.bound.strict and row.refuted else ""
        return f"c = 1, as printed{strict}: no sharper one holds{where}"
    names = names_of(sharpened, row)
    bound, literal = row.bound.times(best.factor), literal_of(row.bound.bound)
    if len(written(best.factor)) > LONGEST_NUMBER:
        shown = f"{_subject(row, names)} is {'at most' if row.bound.upper else 'at least'} c times the bound"
    else:
        side = term_text(bound, names) if literal is None else short(best.factor * literal)
        shown = _relation(row, names, WEAK[row.bound.relation], side)
    return f"c = {short(best.factor)}{approximation(best.factor)}: {shown}{where}"


def summand(sharpened: Sharpened, row: Row, best: Sharpest) -> str:
    """The best summand over the whole ladder, the bound with it, and where it can't be improved."""
    where = _where(row, best.summand_at, lambda measured: measured.spot)
    if best.summand == 0:
        strict = ", but not strictly" if row.bound.strict else ""
        return f"a = 0, as printed{strict}: no sharper one holds{where}"
    names = names_of(sharpened, row)
    literal = literal_of(row.bound.bound)
    printed = term_text(row.bound.bound, names)
    side = f"{printed} {signed(best.summand)}" if literal is None else short(literal + best.summand)
    shown = _relation(row, names, WEAK[row.bound.relation], side)
    return f"a = {short(best.summand)}{_unit(row)}: {shown}{where}"


def literal_of(term: Term) -> Rational | None:
    """The number that a term without any name is."""
    if term.operator == "integer":
        return mpq(term.value)
    parts = [literal_of(part) for part in term.arguments]
    if term.operator == "neg" and parts[0] is not None:
        return -parts[0]
    if term.operator == "/" and parts[0] is not None and parts[1]:
        return parts[0] / parts[1]
    return None


def each_n(sharpened: Sharpened, row: Row) -> Iterator[tuple[str, str]]:
    """The best constants for each n; those of several n in one line where they are the same."""
    if "" in row.by_n:
        return
    lines: dict[str, list[int | str]] = {}
    for n, own in row.by_n.items():
        lines.setdefault("; ".join(_for_n(sharpened, row, n, own)), []).append(n)
    for words, numbers in lines.items():
        yield f"n = {_range(numbers)}", words


def _range(numbers: Sequence[int | str]) -> str:
    known = [n for n in numbers if isinstance(n, int)]
    if len(known) == len(numbers) > 1 and known == list(range(known[0], known[-1] + 1)):
        return f"{known[0]}..{known[-1]}"
    return ", ".join(map(str, numbers))


def _for_n(sharpened: Sharpened, row: Row, n: int | str, own: Sequence[At]) -> Iterator[str]:
    """The best constants for one n, how the factor moves with m, and the closed form of the extreme."""
    best = sharpest(row.bound, own)
    assert best is not None
    if best.factor is not None:
        moving = _trend(row, n)
        yield f"c = {short(best.factor)}{f', {moving}' if moving else ''}"
    yield f"a = {short(best.summand)}{_unit(row) if best.summand else ''}"
    yield from closed(sharpened, row, n)


def _trend(row: Row, n: int | str) -> str:
    """How the best factor moves as delta shrinks, at each d alike; "" where it does in several ways."""
    word = row.trend(n)
    if not word or word == "the same":
        return word and "the same for every delta"
    shared, own = next((shared, own) for shared, own in row.series.items() if dict(shared).get("n", "") == n)
    first = ", ".join(short(at.measured.factor or mpq(0)) for at in own[:MOST_RATIOS])
    d = dict(shared).get("d")
    notes = [f"{first}, ...{'' if d is None else f' at d = {d}'}"]
    limit = row.limit(n)
    if limit is not None:
        notes.append(f"towards {short(limit[0])} by the fits{'' if limit[1] is None else f' of d = {limit[1]}'}")
    return f"{word} as delta shrinks ({'; '.join(notes)})"


def closed(sharpened: Sharpened, row: Row, n: int | str) -> Iterator[str]:
    """The polynomials that the extreme follows at this n, or else the room that is left."""
    own = row.by_n[n]
    if all(at.measured.slack == 0 for at in own) and row.bound.step.over:
        yield "equality at every instance"
        return
    names = names_of(sharpened, row)
    forms = [form for form in row.closed if form.n == n]
    extremes = [form for form in forms if form.of == "extreme"]
    chosen = extremes or [form for form in forms if form.of == "slack"]
    several = len({form.where for form in chosen}) > 1
    for form in chosen:
        what = f"{'greatest' if row.bound.upper else 'least'} {_measured(row, names)}"
        what = what if form.of == "extreme" else "room left"
        where = f" where {form.where}" if several else f" of d = {form.d}" if form.d is not None else ""
        polynomial = form.fit.text(form.variable)
        if unit := _unit(row):
            polynomial = f"{f'({polynomial})' if ' + ' in polynomial or ' - ' in polynomial else polynomial}{unit}"
        yield f"{what} = {polynomial}, fits all {counted(form.instances, 'instance')}{where}"


def _measured(row: Row, names: Mapping[Term, str]) -> str:
    if row.bound.step.fold != "each":
        return {"sum": "sum", "apart": "distance"}[row.bound.step.fold_name]
    shown = term_text(row.bound.measured, names)
    return shown if row.bound.measured.operator in ("item", "entry") or " " not in shown else "left side"


def place(at: At) -> str:
    """An instance and the point there at which the slack is least."""
    return _at(at.box, at.measured.spot)


def _at(box: Box, spot: Spot) -> str:
    shown = in_words(box)
    pairs = len(spot.letters) > len(spot.points)
    matrices = [half for point in spot.points for half in halves(point)] if pairs else spot.points
    written = spot.words or [f"[{matrix(point)}]" for point in matrices]
    points = [f"{letter} = {point}" for letter, point in zip(spot.letters, written, strict=True)]
    bindings = [f"{name} = {value}" for name, value in spot.bindings]
    inner = ", ".join(points + bindings)
    return f"{shown}: {inner}" if inner else shown


def _where(row: Row, boxes: Sequence[Box], of: Callable[[Measurement], Spot | None]) -> str:
    """Where a constant can't be improved: the first instance with its point, and how many more."""
    if len(boxes) == len(row.found) > 1:
        return "; taken at every instance"
    more = f" and at {counted(len(boxes) - 1, 'more instance')}" if len(boxes) > 1 else ""
    spot = next(of(at.measured) for at in row.found if at.box == boxes[0])
    return f"; taken at {in_words(boxes[0]) if spot is None else _at(boxes[0], spot)}{more}"


def _unit(row: Row) -> str:
    return f" {unit}" if (unit := unit_of(row)) else ""


def unit_of(row: Row) -> str:
    """The unit of the numbers: "delta" for column ids m u^T Z and what is made of them; "" for the paper's numbers."""
    return unit_name(row.unit) if row.unit else ""
