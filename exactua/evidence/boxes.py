"""Many instances of a claim: the default ladder, and the exit code of them all."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from exactua.claims.claim import Claim, Parameter
from exactua.claims.decision import Decision
from exactua.claims.lettering import spellings
from exactua.claims.problem import Problem, Step
from exactua.claims.verdicts import EXIT_CODES, Verdict, overall
from exactua.deciding.running import UNEVALUATED
from exactua.errors import InputError
from exactua.grids.categories import DomainSpec, build, extended_grid

if TYPE_CHECKING:
    from exactua.proving.symbolic.result import SymbolicResult

LADDER: Final[Mapping[str, range]] = {"d": range(1, 4), "n": range(2, 6), "m": range(2, 9)}
MOST_ORBITS: Final = 20_000


def ladder(claim: Claim, beside: Mapping[str, Sequence[int]] | None = None) -> Iterator[dict[str, int | str]]:
    """The default ladder: all (d, n, m) with d <= 3, n <= 5, m <= 8, at most 20,000 orbits of G+_delta; smallest first.

    For a claim over sequences, at most 20,000 of those; a claim that says what its `work` is, at most 20,000 of that.
    Further parameters go through what they say of the ladder, else they have their default. Of somebody's own claim the
    values `beside` the ladder are tried too: at instances where it is stated, up to the same size.
    """
    for parameter in claim.parameters:
        if (
            claim.written is not None
            and not parameter.ladder
            and parameter.name not in LADDER
            and parameter.default is None
        ):
            shown = f'Parameter("{parameter.name}", ..., ladder=(1, 2))'
            raise InputError(f"{claim.written}: {parameter.name} has no values on a ladder; write {shown}")
    free = [parameter for parameter in claim.parameters if parameter.follows is None]  # the others belong to these
    names = [parameter.name for parameter in free]
    defaults = smallest(free)
    ranges = [on_ladder(claim, parameter, defaults) for parameter in free]
    if claim.written is not None and beside:
        ranges = [
            own if claim.only_size(name, defaults) is not None else tuple(dict.fromkeys((*own, *beside.get(name, ()))))
            for name, own in zip(names, ranges, strict=True)
        ]
    boxes = [dict(zip(names, values, strict=True)) for values in itertools.product(*ranges)]
    for box in sorted(boxes, key=lambda box: tuple(box.get(name, 0) for name in LADDER)):
        given = {name: value for name, value in box.items() if value is not None}
        if not claim.stated_at(given):
            continue
        try:
            size = work(claim, given)
        except DomainDoesNotFit:
            continue
        if size <= MOST_ORBITS:
            yield given


def smallest(parameters: Sequence[Parameter]) -> dict[str, int | str]:
    """The first d, n and m of the ladder, and the defaults of the others."""
    names = [parameter.name for parameter in parameters]
    first: dict[str, int | str] = {name: values.start for name, values in LADDER.items() if name in names}
    return first | {parameter.name: parameter.default for parameter in parameters if parameter.default is not None}


def on_ladder(claim: Claim, parameter: Parameter, defaults: Mapping[str, int | str]) -> Sequence[int | str | None]:
    """The values of a parameter on the ladder: what it says, the only one that is possible, or the usual ones."""
    if parameter.ladder:
        return parameter.ladder
    only = claim.only_size(parameter.name, defaults)
    return (only,) if only is not None else LADDER.get(parameter.name) or (parameter.default,)


class DomainDoesNotFit(InputError):
    """The columns or the points that a domain lists have another shape than the instance."""


def work(claim: Claim, box: Mapping[str, int | str]) -> int:
    """What the ladder bounds of an instance: what the claim says, else its sequences or the orbits of G+_delta.

    Of a claim over domains of its own it is their points. Raises DomainDoesNotFit where one of them lists columns or
    points of another shape.
    """
    if claim.work is not None:
        return claim.work(box)
    problem = claim.problem(box, with_networks=False)
    if claim.written is not None:  # whose other definitions may have no value here
        problem = replace(problem, definitions=problem.definitions_of_domains)
    finite = [spec for spec in problem.domains if spec.kind != "cells"]
    own = [spec for spec in finite if (spec.of or spec).levels is None]
    points = [spec for spec in finite if spec.kind == "sequences"]
    if own or claim.written is not None or "m" not in problem.parameters:
        points = finite
    elif not points:
        points = [extended_grid]
    try:
        return sum(build(spec, problem.value, problem.parameters).count for spec in points)
    except InputError as error:
        raise DomainDoesNotFit(str(error)) from None


def require_evaluated(decision: Decision) -> None:
    """Raises InputError, with the line, where a step of somebody's own claim can't be evaluated.

    Of words it is not raised: a step may have no value at words of one length, and is inconclusive there.
    """
    for result in decision.results:
        refuse_line(decision.problem, result.reason, result.step)


IMPLIES_GUARDS_NOTHING: Final = "implies evaluates both sides; write given= or, in its conclusion, when(p, x, 1)"
"""What is said beside an implication without a value."""


def refuse_line(problem: Problem, reason: str | None, step: Step | None = None) -> None:
    """Raises InputError where the reason is a line of somebody's own claim, not about words, without a value."""
    lines = tuple(f"{place}: " for place in problem.places.values())
    text = (reason or "").removeprefix(UNEVALUATED)
    if lines and text.startswith(lines) and not are_words(problem.domains):
        raise InputError(f"{text}; {IMPLIES_GUARDS_NOTHING}" if step is not None and step.implies else text)


def are_words(domains: Iterable[DomainSpec]) -> bool:
    """Whether points of these domains are words, of which a claim says the lengths."""
    return any(spellings(domains))


def exit_code(decision: Decision | SymbolicResult, strict: bool = False, accept_part: bool = False) -> int:
    """The exit code of one check: `strict` counts refuted proof lines, `accept_part` takes a part for the whole."""
    if strict and decision.refuted_proof_lines:
        return EXIT_CODES[Verdict.REFUTED]
    if accept_part and decision.verdict is Verdict.IN_PART:
        return EXIT_CODES[Verdict.HOLDS]
    return EXIT_CODES[decision.verdict]


def joint_exit_code(codes: Iterable[int]) -> int:
    """The exit code of several checks: refuted before inconclusive before holds; vacuous only if all are."""
    verdict_of = {code: verdict for verdict, code in EXIT_CODES.items()}
    return EXIT_CODES[overall(verdict_of[code] for code in codes)]
