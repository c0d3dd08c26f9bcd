"""A small certificate with evidence of each kind, beside steps that have none: Lemma 8's points and network."""

from __future__ import annotations

import json
from typing import Any

from exactua.certificates.reading import problem_of
from exactua.certificates.writing import certificate, decided_data
from exactua.claims.decision import Decision
from exactua.claims.registry import find
from exactua.deciding.running import decide
from exactua.proving.evidence import attached
from exactua.terms.encoding import canonical
from tests.pocket_certificates import POINT, p, stage, step, v

Decided = dict[str, Any]

U = ["list", "i", 1, p("d"), ["^", p("m"), ["-", v("i"), 1]]]
AFTER = ["list", "j", 1, p("n"), ["*", p("m"), ["item", ["dot", U, stage("g_c")], v("j")]]]
"""Ids of the columns that the network makes, in units of delta."""


def before(j: Any) -> Any:
    """The id of a column of the point, in units of delta."""
    return ["*", p("m"), ["item", ["dot", U, POINT], j]]


def asked(d: int = 1, n: int = 3, m: int = 4) -> Decided:
    """Lemma 8 with more steps, of which some are false, vacuous, or not decided by signs."""
    decided: Decided = json.loads(canonical(decided_data(decide(find("lemma8")[0].problem({"d": d, "n": n, "m": m})))))
    regular, repeated, special = "category 1", "category 2", "category 3"
    line = {"kind": "proof line"}
    more = [
        step("apart", [regular], AFTER, fold="apart", bound=["/", 1, 2], relation=">=", **line),
        step("order", [regular], ["all", "j", 2, p("n"), ["<", before(["-", v("j"), 1]), before(v("j"))]],
             given=[">=", before(1), 0], **line),
        step("nowhere", [repeated], ["<", before(1), before(p("n"))], given=["<", before(1), 0], **line),
        step("below", [special, repeated], ["all", "j", 1, p("n"), ["<", ["item", AFTER, v("j")], ["def", "t_l"]]], **line),
        step("first alone", [regular], before(1), fold="distinct", **line),
        step("near", [repeated], before(1), fold="apart", bound=p("m"), relation=">", given=["<", before(1), 2], **line),
        step("whole", [repeated], ["=", ["floor", before(1)], before(1)], **line),
        step("all", [regular], before(1), fold="sum", bound=0, relation=">=", **line),
    ]  # fmt: skip
    return {**decided, "steps": [*decided["steps"], *more]}


def evident(**box: int) -> Decision:
    """The same decided, with evidence wherever there is some."""
    return attached(decide(problem_of(asked(**box)), replayed=0), above=0)


def evident_data(**box: int) -> Decided:
    """The hashed part of its certificate."""
    decided: Decided = json.loads(certificate(evident(**box)))["decided"]
    return decided
