"""Many instances of a claim: the default ladder, and the exit code of them all."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from exactua.claims.claim import Claim
from exactua.claims.decision import Decision
from exactua.claims.verdicts import EXIT_CODES, Verdict, overall
from exactua.grids.categories import build, extended_grid

LADDER: Final[Mapping[str, range]] = {"d": range(1, 4), "n": range(2, 6), "m": range(2, 9)}
MOST_ORBITS: Final = 20_000


def ladder(claim: Claim) -> Iterator[dict[str, int | str]]:
    """The default ladder: all (d, n, m) with d <= 3, n <= 5, m <= 8, at most 20,000 orbits of G+_delta; smallest first.

    For a claim over sequences, at most 20,000 of those; a claim that says what its `work` is, at most 20,000 of that.
    Further parameters go through what they say of the ladder, else they have their default.
    """
    names = [one.name for one in claim.parameters]
    ranges = [LADDER.get(one.name) or one.ladder or (one.default,) for one in claim.parameters]
    boxes = [dict(zip(names, values, strict=True)) for values in itertools.product(*ranges)]
    for box in sorted(boxes, key=lambda box: tuple(box.get(name, 0) for name in LADDER)):
        given = {name: value for name, value in box.items() if value is not None}
        if not claim.stated_at(given):
            continue
        if work(claim, given) <= MOST_ORBITS:
            yield given


def work(claim: Claim, box: Mapping[str, int | str]) -> int:
    """What the ladder bounds of an instance: what the claim says, else its sequences or the orbits of G+_delta."""
    if claim.work is not None:
        return claim.work(box)
    problem = claim.problem(box, with_networks=False)
    points = [spec for spec in problem.domains if spec.kind == "sequences"] or [extended_grid]
    return sum(build(spec, problem.value, problem.parameters).count for spec in points)


def exit_code(decision: Decision, strict: bool = False) -> int:
    """The exit code of one check. `strict` makes refuted proof lines count."""
    if strict and decision.refuted_proof_lines:
        return EXIT_CODES[Verdict.REFUTED]
    return EXIT_CODES[decision.verdict]


def joint_exit_code(codes: Iterable[int]) -> int:
    """The exit code of several checks: refuted before inconclusive before holds; vacuous only if all are."""
    verdict_of = {code: verdict for verdict, code in EXIT_CODES.items()}
    return EXIT_CODES[overall(verdict_of[code] for code in codes)]
