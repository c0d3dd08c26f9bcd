"""Steps over orbits read in every order of the columns, for networks that are not permutation equivariant."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from exactua.claims.problem import Problem, Step
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import decide
from exactua.grids.categories import (
    DomainSpec,
    all_sequences,
    build,
    category1,
    category2,
    category3,
    extended_grid,
    grid,
    grid_sequences,
    outside_level,
    u,
)
from exactua.grids.domains import CountTooLarge
from exactua.terms.language import Term, make
from exactua.terms.tracing import Columns, Number, Truth, every, pairwise_distinct, parameter, point, row, some

MOST_SEQUENCES: Final = 2_000
_columns, _rows = Columns(1, parameter("n"), "j"), Columns(1, parameter("d"), "i")
_ids = row(_columns, lambda j: u.dot(point)[j])


def _later(j: Number) -> Columns:
    return Columns(j + 1, parameter("n"), "k")


_different: Final = pairwise_distinct(_ids)
_apart: Final = every(_columns, lambda j: every(_later(j), lambda k: some(_rows, lambda i: point[i, j] != point[i, k])))
_regular: Final = every(_rows, lambda i: every(_columns, lambda j: point[i, j] != outside_level))

ORDERED: Final[dict[DomainSpec, tuple[DomainSpec, Truth | None]]] = {
    grid: (grid_sequences, None),
    extended_grid: (all_sequences, None),
    category1: (grid_sequences, _different),
    category2: (grid_sequences, ~_different),
    category3: (all_sequences, ~_regular),
}
"""A domain of orbits -> the sequences that it stands for: those of a domain that satisfy a condition."""


def read_in_every_order(relaxed: Problem, original: Problem) -> tuple[Problem, frozenset[str]]:
    """The relaxed problem with its steps over orbits read over sequences, where that says the same as written.

    A step that names columns by their order (l_1 < ... < l_n) is not true in other orders: it is left at orbits, of
    which the representative with increasing ids stands for itself alone. Also returns the names of the others.
    """
    rewritten = {step.name: ordered for step in relaxed.steps if (ordered := in_every_order(step)) is not None}
    free = {step.name for step in relaxed.steps if not any("orbits" in (s.kind, s.of and s.of.kind) for s in step.over)}
    own = {step.name: step for step in original.steps}
    asked = tuple(replace(step, term=own[name].term) for name, step in rewritten.items() if name in own)
    if not asked or _sequences(relaxed, asked) > MOST_SEQUENCES:
        return relaxed, frozenset(free)
    decision = decide(replace(original, steps=asked, judged=tuple(step.name for step in asked)), replayed=0)
    verdicts = {result.step.name: result.verdict for result in decision.results}
    same = {name for name, verdict in verdicts.items() if verdict in (Verdict.HOLDS, Verdict.VACUOUS)}
    steps = tuple(rewritten[step.name] if step.name in same else step for step in relaxed.steps)
    said = {name for name in same if verdicts[name] is Verdict.HOLDS}
    return replace(relaxed, steps=steps), frozenset(free | said)


def in_every_order(step: Step) -> Step | None:
    """The step over sequences in place of orbits; None where it is none, or ranges over several kinds at once.

    None, too, of an own fold, which takes each point once: it says something else over sequences.
    """
    known = [ORDERED.get(spec) or _own(spec) for spec in step.over]
    if (
        step.own is not None
        or not known
        or None in known
        or (len(known) > 1 and any(spec not in ORDERED for spec in step.over))
    ):
        return None
    condition: Term | None = None
    if len(known) == 1:
        assert known[0] is not None
        over, truth = known[0]
        condition = None if truth is None else truth.term
    else:
        over = all_sequences if any(spec in (category3, extended_grid) for spec in step.over) else grid_sequences
        parts = [_within(spec) for spec in step.over]
        condition = make("or", (), *parts)
    if step.given is not None:
        condition = step.given if condition is None else make("and", (), condition, step.given)
    return replace(step, over=(over,), given=condition)


def _own(spec: DomainSpec) -> tuple[DomainSpec, Truth | None] | None:
    """The sequences that a domain of orbits of somebody's own stands for, and their condition; None for others."""
    if spec.kind != "orbits" or not (spec.columns or spec.specials == "none"):
        return None
    ordered = replace(spec, name=f"{spec.name} in every order", kind="sequences", repeats="allowed")
    if spec.repeats == "allowed":
        return ordered, None
    return ordered, _apart if spec.repeats == "forbidden" else ~_apart


def _within(spec: DomainSpec) -> Term:
    """That the point lies in a domain of orbits, as a condition on a matrix of G+_delta."""
    over, truth = ORDERED[spec]
    parts = [] if over is all_sequences else [_regular.term]
    parts += [] if truth is None else [truth.term]
    if not parts:
        return (~(_different & ~_different)).term
    return parts[0] if len(parts) == 1 else make("and", (), *parts)


def _sequences(problem: Problem, steps: tuple[Step, ...]) -> int:
    domains = {spec for step in steps for spec in step.over}
    try:
        return max(build(spec, problem.value, problem.parameters).count for spec in domains)
    except CountTooLarge:
        return MOST_SEQUENCES + 1
