"""The best version of a bound at some instances: what `sharpen` measures there, as a chain of identities in D.

For each n the room that the bound leaves is a polynomial in D = delta^-d where one fits every instance, else the least
number. The bound less that room is attained; sympy shows that the two forms of it are the same, and all is decided.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, Protocol

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational, written
from exactua.claims.bounds import Bound
from exactua.claims.claim import Claim
from exactua.claims.problem import Step
from exactua.claims.verdicts import Verdict
from exactua.commands.sharpen.record import At, Row, sharpest
from exactua.commands.sharpen.work import bounds_in, sharpen
from exactua.deciding.running import decide
from exactua.terms.language import Term, make
from exactua.terms.tracing import Number, definition, rational

REPLAYED: Final = 3
"""Points of each domain that the literal networks evaluate again."""
ATTAINED: Final = "attained"


class Said(Protocol):
    """What sympy says of a claim."""

    def coefficients(self, term: Term, name: str) -> list[Rational] | None:
        """Those of a term as a polynomial in one name, from the constant one on."""

    def factors(self, coefficients: Sequence[Rational]) -> tuple[Rational, list[tuple[list[Rational], int]]]:
        """The content of a polynomial, and its factors with their powers."""

    def is_identity(self, equation: Term) -> bool:
        """Whether both sides expand to the same expression."""


@dataclass(frozen=True)
class BestLine:
    """One line of the best version: its relation to the line above, and how it is known."""

    relation: str
    term: Term
    known: str = ""


@dataclass(frozen=True)
class Best:
    """The best version of a bound at the instances of one n, from the lesser side to the greater one."""

    n: int | str
    instances: int
    lines: tuple[BestLine, ...]
    """None of them where the bound is attained at each of these instances as it is printed."""
    is_fit: bool
    """Whether the room is a polynomial that fits all instances, and no number."""


def best_versions(claim: Claim, step: Step, instances: Sequence[Mapping[str, int | str]]) -> tuple[Best, ...]:
    """The best version for each n; none of an equation, of a bound that moves with the point, and of no measure."""
    bounds = bounds_in(claim, [step])
    if len(bounds) != 1 or not bounds[0].fixed or bounds[0].frames or step.fold != "each" or not step.over:
        return ()
    (sharpened,) = sharpen([(claim, step.name)], boxes=instances)
    (row,) = sharpened.rows
    if row.unmeasured or row.refuted or not row.found:
        return ()
    return tuple(_best(claim, row, n, own) for n, own in row.by_n.items())


def _best(claim: Claim, row: Row, n: int | str, own: Sequence[At]) -> Best:
    bound = row.bound
    if all(at.measured.slack == 0 for at in own):
        return Best(n, len(own), (), is_fit=False)
    said = claim.as_sympy(**({"n": n} if isinstance(n, int) else {}))
    fits = [closed.fit for closed in row.closed if (closed.n, closed.of, closed.variable) == (n, "slack", "D")]
    printed = said.coefficients(bound.bound, "D") if fits and "D" in claim.definitions else None
    best = sharpest(bound, own)
    assert best is not None
    if printed is None or not fits:
        room = rational(written(abs(best.summand)))
        versions = [_less(bound, Number(bound.bound), room)]
    else:
        coefficients = fits[0].coefficients
        room, factored = polynomial(coefficients), _factored(said, coefficients)
        lesser = polynomial(_subtracted(printed, coefficients, -1 if bound.upper else 1))
        expanded = _less(bound, polynomial(printed), room)
        versions = [lesser, expanded, _less(bound, Number(bound.bound), factored)]
        versions = [version for k, version in enumerate(versions) if not k or repr(version) != repr(versions[k - 1])]
    return Best(n, len(own), tuple(_lines(claim, bound, versions, own, said)), is_fit=len(versions) > 1)


def _lines(claim: Claim, bound: Bound, versions: Sequence[Number], own: Sequence[At], said: Said) -> list[BestLine]:
    """The chain from the measured number to the printed bound, turned round where the bound is a lower one."""
    best, weak = versions[0].term, "<=" if bound.upper else ">="
    equations = [make("=", (), before.term, after.term) for before, after in pairwise(versions)]
    order = make(weak, (), versions[-1].term, bound.bound)
    terms = {f"equation {k}": term for k, term in enumerate(equations, 1)} | {"order": order}
    verdicts: dict[str, list[Verdict]] = {}
    for at in own:
        problem = claim.problem(at.box, (bound.step.name,))
        static = replace(bound.step, over=(), given=None)
        steps = [replace(static, name=name, term=term) for name, term in terms.items()]
        steps += [bound.with_bound(name, best, strict=name == ATTAINED) for name in ("best", ATTAINED)]
        for result in decide(replace(problem, steps=tuple(steps), judged=()), replayed=REPLAYED).results:
            verdicts.setdefault(result.step.name, []).append(result.verdict)
    told = {name: str(known[0]) if len(set(known)) == 1 else "not everywhere" for name, known in verdicts.items()}
    attained = verdicts[ATTAINED].count(Verdict.REFUTED)
    where = "" if attained == len(own) else f" at {attained} of {len(own)} instances"
    first = (
        f"{told['best']}; with {'<' if bound.upper else '>'} refuted{where}: no number is sharper"
        if attained
        else told["best"]
    )
    rows = [BestLine("", bound.measured), BestLine("<=", best, first)]
    for k, (equation, version) in enumerate(zip(equations, versions[1:], strict=True), 1):
        shown = "; sympy: the difference expands to 0" if said.is_identity(equation) else ""
        rows.append(BestLine("=", version.term, told[f"equation {k}"] + shown))
    rows.append(BestLine("<=", bound.bound, told["order"]))
    if bound.upper:
        return rows
    turned = [*reversed(rows)]  # what is said of a line and the one above it then belongs to the other of the two
    return [
        BestLine("" if k == 0 else turned[k - 1].relation, line.term, "" if k == 0 else turned[k - 1].known)
        for k, line in enumerate(turned)
    ]


def _less(bound: Bound, printed: Number, room: Number) -> Number:
    """The bound, sharper by the room."""
    return printed - room if bound.upper else printed + room


def polynomial(coefficients: Sequence[Rational]) -> Number:
    """The polynomial in D with these coefficients, from the constant one on: highest power first."""
    D, whole = definition("D"), None
    for power in range(len(coefficients) - 1, -1, -1):
        coefficient = mpq(coefficients[power])
        if not coefficient:
            continue
        size = rational(written(abs(coefficient)))
        factor = D if power == 1 else D**power
        part = size if power == 0 else factor if abs(coefficient) == 1 else size * factor
        if whole is None:
            whole = part if coefficient > 0 else -part
        else:
            whole = whole + part if coefficient > 0 else whole - part
    return rational(0) if whole is None else whole


def _factored(said: Said, coefficients: Sequence[Rational]) -> Number:
    """The same polynomial as a product, where sympy factors it: D before D - 1."""
    content, factors = said.factors(coefficients)
    parts = sorted(((sum(map(bool, own)), own, power) for own, power in factors), key=lambda part: part[0])
    whole = None if content == 1 and parts else rational(written(content))
    for _, own, power in parts:
        part = polynomial(own) if power == 1 else polynomial(own) ** power
        whole = part if whole is None else whole * part
    assert whole is not None
    return whole


def _subtracted(first: Sequence[Rational], second: Sequence[Rational], sign: int) -> list[Rational]:
    size = max(len(first), len(second))
    a, b = ([*own, *[mpq(0)] * (size - len(own))] for own in (first, second))
    return [x + sign * y for x, y in zip(a, b, strict=True)]
