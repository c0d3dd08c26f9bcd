"""Many instances of a claim: the default ladder, and the exit code of them all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from exactua.claims.claim import Claim
from exactua.claims.decision import Decision
from exactua.claims.verdicts import EXIT_CODES, Verdict, overall
from exactua.grids.categories import build, extended_grid

LADDER: Final = {"d": range(1, 4), "n": range(2, 6), "m": range(2, 9)}
MOST_ORBITS: Final = 20_000


def ladder(claim: Claim) -> Iterator[dict[str, int | str]]:
    """The default ladder: all (d, n, m) with d <= 3, n <= 5, m <= 8, at most 20,000 orbits of G+_delta; smallest first.

    For a claim over sequences, at most 20,000 of those.
    """
    choices = {one.name: one.choices[0] for one in claim.parameters if one.choices}
    for d in LADDER["d"]:
        for n in LADDER["n"]:
            for m in LADDER["m"]:
                box: dict[str, int | str] = {"d": d, "n": n, "m": m, **choices}
                problem = claim.problem(box)
                points = [spec for spec in problem.domains if spec.kind == "sequences"] or [extended_grid]
                if sum(build(spec, problem.value, box).count for spec in points) <= MOST_ORBITS:
                    yield box


def exit_code(decision: Decision, strict: bool = False) -> int:
    """The exit code of one check. `strict` makes refuted proof lines count."""
    if strict and decision.refuted_proof_lines:
        return EXIT_CODES[Verdict.REFUTED]
    return EXIT_CODES[decision.verdict]


def joint_exit_code(codes: Iterable[int]) -> int:
    """The exit code of several checks: refuted before inconclusive before holds; vacuous only if all are."""
    verdict_of = {code: verdict for verdict, code in EXIT_CODES.items()}
    return EXIT_CODES[overall(verdict_of[code] for code in codes)]
