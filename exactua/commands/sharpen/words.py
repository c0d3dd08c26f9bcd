"""The bounds of claims over a ladder: where they are attained, the sharpest constants, the exact extremes.

As JSON data they are one object (numbers: integers, or strings "p/q" and "0x..."):

format      "exactua-sharpen/1"
exit_code   0: no document is printed where a decision contradicts what was measured
claims      claim, title, source, instances (parameters), points, bounds, without (steps that display no bound)
bounds      step, part, kind, says, text, relation (of the measured number to the bound), upper, strict,
            unit ("delta", or "" where the formula alone says it), silent (instances at which it says nothing),
            unmeasured (reason, instances), attained and refuted (parameters),
            factor and summand (value, at: the parameters where no sharper one holds; null where there is none),
            by_n (n, instances, factor, summand, and by_d: d, instances, factor, summand),
            closed, measured, confirmed (decisions)
closed      where, n, d, of ("extreme", "slack" or "bound"), variable ("D" or "m"), coefficients (constant first),
            instances, confirmed (values beyond those that determine it)
measured    parameters, slack, extreme and bound (null where the bound varies with the point), factor,
            points, bindings (where the slack is least)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from exactua.arithmetic.rationals import Rational, encode_known, encode_rational
from exactua.certificates.writing import matrix_data
from exactua.claims.verdicts import StepKind
from exactua.commands.sharpen.record import At, Box, Row, Sharpened, sharpest
from exactua.commands.sharpen.rows import (
    attained,
    constants,
    each_n,
    factor,
    names_in_full,
    names_of,
    stated,
    summand,
    unit_of,
)
from exactua.plurals import counted
from exactua.printing.documents import (
    BREAK,
    Block,
    Code,
    Document,
    Either,
    Emphasis,
    Fields,
    Heading,
    Paragraph,
    Strong,
    Table,
    Words,
)
from exactua.terms.printing import text as term_text

LONGEST_WRITTEN: Final = 300
"""Characters of a side that are written out below."""

READING: Final[Sequence[Words]] = (
    (
        "Every displayed bound, an inequality x <= B or x >= B, is measured at every point of every instance of the "
        "default ladder. ",
        Emphasis("Attained"),
        " says where both sides are equal, or else how near they come. The best ",
        Emphasis("factor"),
        " c and the best ",
        Emphasis("summand"),
        " a are those for which x <= c B and x <= B + a (or >=) hold at all of these points; as printed they are 1 and "
        "0. No factor is given where B is 0 somewhere or has no fixed sign. Both are confirmed: the line was decided "
        "again with the constant, and with anything sharper it is refuted.",
    ),
    (
        "All of it is about the named instances and no others. A polynomial in D = delta^-d (or m = "
        "delta^-1) was found by exact interpolation; it fits all of the instances named, and at least two of them "
        "confirm it beyond those that determine it. That is a search, not a proof. Limits as delta -> 0 are those of "
        "the polynomials. Column ids, and numbers made of them, are in units of delta (",
        Code("exactua show"),
        " gives every name).",
    ),
)
FORMAT: Final = "exactua-sharpen/1"
KINDS: Final = {StepKind.STATEMENT: "statement", StepKind.PROOF_LINE: "proof line", StepKind.REPAIRED: "repaired"}


def document(claims: Sequence[Sharpened], title: str) -> Document:
    """The bounds of these claims of a paper: each in full on a terminal, in a table on a page."""
    told = [block for sharpened in claims for block in _told(sharpened)]
    page: list[Block] = [
        Heading(f"The bounds of {title}, sharpened"),
        *map(Paragraph, READING),
        Paragraph(f"{summary(claims)}."),
        *(block for sharpened in claims for block in _page(sharpened)),
    ]
    return Document([Either([*told, Paragraph(summary(claims))], page)], data(claims))


def _told(sharpened: Sharpened) -> Iterator[Block]:
    yield Heading(f"{sharpened.label}: {sharpened.title}, {sharpened.source}")
    yield Paragraph(f"{scope(sharpened)}.")
    for row in sharpened.rows:
        yield Heading(f"{row.bound.name} ({KINDS[row.bound.step.kind]}): {stated(sharpened, row)}", 2)
        yield Fields([*fields(sharpened, row)])
    if sharpened.rows and sharpened.without:
        yield Paragraph(f"no bound: {', '.join(step.name for step in sharpened.without)}")


def _page(sharpened: Sharpened) -> Iterator[Block]:
    words = scope(sharpened)
    yield Heading(f"{sharpened.title} ({sharpened.label})", 2)
    yield Paragraph(f"{sharpened.source}. {words[:1].upper()}{words[1:]}.")
    if sharpened.rows:
        head = ("line", "bound", "attained", "factor, summand", "for each n")
        yield Table([head, *(tuple(_cells(sharpened, row)) for row in sharpened.rows)])
    if sharpened.rows and sharpened.without:
        yield Paragraph(f"No bound: {', '.join(step.name for step in sharpened.without)}.")


def _cells(sharpened: Sharpened, row: Row) -> Iterator[Words]:
    yield Strong(row.bound.name) if row.bound.step.kind is StepKind.STATEMENT else row.bound.name
    shown = stated(sharpened, row)
    in_letters = names_of(sharpened, row) != names_in_full(sharpened, row)
    yield f"{shown} (the line: {row.bound.step.says})" if in_letters else shown
    if not row.found:
        yield from ("; ".join(row.unmeasured) or "it says nothing at any instance", "-", "-")
        return
    yield attained(row)
    yield constants(row)
    lines = [piece for n, words in each_n(sharpened, row) for piece in (BREAK, f"{n}: {words}")]
    yield tuple(lines[1:]) or "-"


def summary(claims: Sequence[Sharpened]) -> str:
    """How many bounds there are, and how many of them are attained, never attained, false, or not measured."""
    rows = [row for sharpened in claims for row in sharpened.rows]
    false = sum(bool(row.refuted) for row in rows)
    equal = sum(bool(row.attained and not row.refuted) for row in rows)
    unmeasured = sum(not row.found for row in rows)
    never = len(rows) - false - equal - unmeasured
    parts = [f"attained {equal}", f"never attained {never}", f"false somewhere as printed {false}"]
    rest = [f"not measured {unmeasured}"] if unmeasured else []
    return f"{counted(len(rows), 'bound')}: {', '.join(parts + rest)}"


def scope(sharpened: Sharpened) -> str:
    """Over what the constants were found, in words."""
    if not sharpened.rows:
        return "it displays no bound: no step is an inequality between numbers"
    if not sharpened.boxes:
        return "no instance of its ladder is left"
    points = f", {counted(sharpened.points, 'point')}" if sharpened.points else ", decided without a point"
    return f"over the ladder: {counted(len(sharpened.boxes), 'instance')} ({sharpened.extent}){points}"


def fields(sharpened: Sharpened, row: Row) -> Iterator[tuple[str, str]]:
    """What is known of a bound, under short headings."""
    yield "says", row.bound.step.says
    names, full = names_of(sharpened, row), names_in_full(sharpened, row)
    for term, letter in ((row.bound.measured, "x"), (row.bound.bound, "B")):
        if names.get(term) != full.get(term):
            written_out = term_text(term, full)
            long = len(written_out) > LONGEST_WRITTEN
            yield (
                letter,
                f"as exactua show {sharpened.command}.{row.bound.step.name} writes it" if long else written_out,
            )
    for reason, count in row.unmeasured.items():
        yield "not measured", f"at {counted(count, 'instance')}: {reason}"
    if not row.found:
        if row.silent:
            yield "attained", "it says nothing at any instance"
        return
    yield "attained", attained(row)
    best = row.best
    assert best is not None
    yield "factor", factor(sharpened, row, best)
    yield "summand", summand(sharpened, row, best)
    yield from each_n(sharpened, row)
    yield "confirmed", f"by {counted(row.confirmed, 'decision')}: it holds with each constant, and beyond it is refuted"


def data(claims: Sequence[Sharpened]) -> dict[str, Any]:
    """What was found as JSON data; its keys are documented at the head of this module."""
    return {"format": FORMAT, "exit_code": 0, "claims": [_claim_data(sharpened) for sharpened in claims]}


def _claim_data(sharpened: Sharpened) -> dict[str, Any]:
    return {
        "claim": sharpened.label,
        "title": sharpened.title,
        "source": sharpened.source,
        "instances": [dict(box) for box in sharpened.boxes],
        "points": sharpened.points,
        "bounds": [_bound_data(sharpened, row) for row in sharpened.rows],
        "without": [step.name for step in sharpened.without],
    }


def _bound_data(sharpened: Sharpened, row: Row) -> dict[str, Any]:
    best = row.best
    return {
        "step": row.bound.step.name,
        "part": row.bound.part,
        "kind": KINDS[row.bound.step.kind],
        "says": row.bound.step.says,
        "text": stated(sharpened, row, in_full=True),
        **{name: getattr(row.bound, name) for name in ("relation", "upper", "strict")},
        "unit": unit_of(row),
        "silent": row.silent,
        "unmeasured": [{"reason": reason, "instances": count} for reason, count in row.unmeasured.items()],
        "attained": [dict(at.box) for at in row.attained],
        "refuted": [dict(at.box) for at in row.refuted],
        "factor": None if best is None else _constant(best.factor, best.factor_at),
        "summand": None if best is None else _constant(best.summand, best.summand_at),
        "by_n": [
            {"n": n, "instances": len(own)} | _both(row, own) | {"by_d": _by_d(row, own)}
            for n, own in row.by_n.items()
            if isinstance(n, int)
        ],
        "closed": [
            {
                **{name: getattr(form, name) for name in ("where", "n", "d", "of", "variable")},
                "coefficients": [encode_rational(value) for value in form.fit.coefficients],
                "instances": form.instances,
                "confirmed": form.fit.confirmed,
            }
            for form in row.closed
        ],
        "measured": [
            {
                "parameters": dict(at.box),
                "slack": encode_rational(at.measured.slack),
                "extreme": encode_known(at.measured.extreme),
                "bound": encode_known(at.measured.bound),
                "factor": encode_known(at.measured.factor),
                "points": [matrix_data(point) for point in at.measured.spot.points],
                "bindings": dict(at.measured.spot.bindings),
            }
            for at in row.found
        ],
        "confirmed": row.confirmed,
    }


def _both(row: Row, own: Sequence[At]) -> dict[str, Any]:
    best = sharpest(row.bound, own)
    assert best is not None
    return {"factor": encode_known(best.factor), "summand": encode_rational(best.summand)}


def _by_d(row: Row, own: Sequence[At]) -> list[dict[str, Any]]:
    groups: dict[int | str | None, list[At]] = {}
    for at in own:
        groups.setdefault(at.box.get("d"), []).append(at)
    return [{"d": d, "instances": len(part)} | _both(row, part) for d, part in groups.items()]


def _constant(value: Rational | None, boxes: Sequence[Box]) -> dict[str, Any] | None:
    return None if value is None else {"value": encode_rational(value), "at": [dict(box) for box in boxes]}
