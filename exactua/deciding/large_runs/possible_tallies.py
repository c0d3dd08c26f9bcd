"""What a tally over a range of points can be at all: anything else was damaged, and is not believed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from gmpy2 import mpq

from exactua.claims.decision import PRIME
from exactua.claims.problem import Step
from exactua.deciding.shards import Shard
from exactua.deciding.tally import Chunk, Tally
from exactua.errors import ExactuaError

_EMPTY: Final = Tally()


class Damaged(ExactuaError):
    """What a store holds of a shard is not what a decider can have found there."""


@dataclass
class Origin:
    """Where a tally comes from: a step over the points of a shard."""

    step: Step
    shard: Shard
    enumerated: bool
    """Whether the points of the shard are its ranks."""
    domain: int
    """The place of the shard's domain among those of the step."""
    chained: bool
    """Whether the numbers of the step are compared with those of neighbours, in the order `spread`."""
    told: bool = True
    """Whether the points were evaluated, or only compared with their neighbours."""


def require_possible(tally: Tally, origin: Origin) -> None:
    """Raises Damaged where no points of the shard can have brought this tally of the step."""
    wrong = _wrong_counts(tally, origin) if origin.told else {}
    if origin.shard.order != "lexicographic" and (origin.chained or not origin.told):
        wrong |= _wrong_links(tally, origin)
    for fault, occurs in wrong.items():
        if occurs:
            raise Damaged(fault)


def _wrong_counts(tally: Tally, origin: Origin) -> dict[str, bool]:
    """What can be wrong with a tally of points that were evaluated, and whether it is."""
    step, size = origin.step, origin.shard.stop - origin.shard.start
    least, greatest = tally.minimum, tally.maximum
    gathered = sum(len(chunk.ranks) for chunk in tally.chunks)
    gathers = step.gathers and not origin.chained
    spread = origin.shard.order != "lexicographic"
    return {
        "it counts other points than those of its range": (origin.enumerated or spread) and tally.points != size,
        "more points satisfy the hypothesis than there are": tally.applicable > tally.points,
        "more points fail than satisfy the hypothesis": tally.failures > tally.applicable,
        "failures and the first of them do not go together": (tally.failures > 0) != (tally.first_failure is not None),
        "a failure is counted where points are compared": step.fold != "each" and tally.failures > 0,
        "it has one extreme without the other": (least is None) != (greatest is None),
        "numbers are there and no point": not tally.applicable
        and (least is not None or tally.total != 0 or gathered > 0),
        "the least number is greater than the greatest": least is not None
        and greatest is not None
        and least.value > greatest.value,
        "a residue is not below the prime": tally.residue >= PRIME,
        "a residue is there without a number": tally.residue != 0 and least is None,
        "numbers are summed that are not to be": step.fold != "sum" and tally.total != mpq(0),
        "numbers are gathered that are not to be": not gathers and gathered > 0,
        "numbers of some points are missing": gathers and gathered != tally.applicable,
        "points are gathered twice": gathered > 0 and _repeat(tally.chunks),
        "neighbours are compared that are not to be": bool(tally.links) and not (spread and origin.chained),
    }


def _wrong_links(tally: Tally, origin: Origin) -> dict[str, bool]:
    """What can be wrong with a tally of points that were compared with their neighbours, and whether it is."""
    ends = [origin.shard.start, *(end for link in tally.links for end in (link.start, link.stop)), origin.shard.stop]
    touching = all(a == b for a, b in zip(ends[::2], ends[1::2], strict=True))
    return {
        "points are counted that are only compared": not origin.told and replace(tally, links=[]) != _EMPTY,
        "the points compared are not those of its range": not touching or ends != sorted(ends),
        "the least number is greater than the greatest": any(
            link.grows and link.lowest is not None and link.highest is not None and link.lowest > link.highest
            for link in tally.links
        ),
    }


def _repeat(chunks: Sequence[Chunk]) -> bool:
    """Whether some point is in two chunks."""
    ranks = np.concatenate([chunk.ranks for chunk in chunks])
    return len(np.unique(ranks)) < len(ranks)
