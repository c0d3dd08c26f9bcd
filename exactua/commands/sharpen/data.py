"""The bounds of claims over a ladder as JSON data: one object (numbers: integers, or strings "p/q" and "0x...").

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

from collections.abc import Sequence
from typing import Any, Final

from exactua.arithmetic.rationals import Rational, encode_rational
from exactua.claims.verdicts import StepKind
from exactua.commands.sharpen.record import At, Box, Row, Sharpened, sharpest
from exactua.commands.sharpen.rows import stated, unit_of

FORMAT: Final = "exactua-sharpen/1"
KINDS: Final = {StepKind.STATEMENT: "statement", StepKind.PROOF_LINE: "proof line", StepKind.REPAIRED: "repaired"}


def data(claims: Sequence[Sharpened]) -> dict[str, Any]:
    """What was found as JSON data; its keys are documented at the head of this module."""
    return {"format": FORMAT, "exit_code": 0, "claims": [_claim(sharpened) for sharpened in claims]}


def _claim(sharpened: Sharpened) -> dict[str, Any]:
    return {
        "claim": sharpened.label,
        "title": sharpened.title,
        "source": sharpened.source,
        "instances": [dict(box) for box in sharpened.boxes],
        "points": sharpened.points,
        "bounds": [_row(sharpened, row) for row in sharpened.rows],
        "without": [step.name for step in sharpened.without],
    }


def _row(sharpened: Sharpened, row: Row) -> dict[str, Any]:
    best = row.best
    return {
        "step": row.bound.step.name,
        "part": row.bound.part,
        "kind": KINDS[row.bound.step.kind],
        "says": row.bound.step.says,
        "text": stated(sharpened, row, in_full=True),
        "relation": row.bound.relation,
        "upper": row.bound.upper,
        "strict": row.bound.strict,
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
                "where": form.where,
                "n": form.n,
                "d": form.d,
                "of": form.of,
                "variable": form.variable,
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
                "extreme": _encoded(at.measured.extreme),
                "bound": _encoded(at.measured.bound),
                "factor": _encoded(at.measured.factor),
                "points": [
                    [[encode_rational(entry) for entry in line] for line in point] for point in at.measured.spot.points
                ],
                "bindings": dict(at.measured.spot.bindings),
            }
            for at in row.found
        ],
        "confirmed": row.confirmed,
    }


def _both(row: Row, own: Sequence[At]) -> dict[str, Any]:
    best = sharpest(row.bound, own)
    assert best is not None
    return {"factor": _encoded(best.factor), "summand": encode_rational(best.summand)}


def _by_d(row: Row, own: Sequence[At]) -> list[dict[str, Any]]:
    groups: dict[int | str | None, list[At]] = {}
    for at in own:
        groups.setdefault(at.box.get("d"), []).append(at)
    return [{"d": d, "instances": len(part)} | _both(row, part) for d, part in groups.items()]


def _constant(value: Rational | None, boxes: Sequence[Box]) -> dict[str, Any] | None:
    return None if value is None else {"value": encode_rational(value), "at": [dict(box) for box in boxes]}


def _encoded(value: Rational | None) -> int | str | None:
    return None if value is None else encode_rational(value)
