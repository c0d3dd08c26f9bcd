"""Whether exactua's networks of a claim are those that the kernel computed: told without Rocq, by ties.txt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from exactua.claims.claim import Claim
from exactua.errors import EvaluatorsDisagree
from exactua.proving.rocq import ties
from exactua.proving.rocq.generate import CLAIMS
from exactua.proving.rocq.record import computed
from exactua.proving.rocq.sources import source_hash


@dataclass(frozen=True)
class Tied:
    """The comparisons of a claim: where they are made, how many there are, and the hash of all of them."""

    instances: tuple[Mapping[str, int], ...]
    comparisons: int
    sha256: str

    def data(self) -> dict[str, Any]:
        """As it stands in a certificate."""
        return {
            "comparisons": self.comparisons,
            "instances": [dict(one) for one in self.instances],
            "sha256": self.sha256,
        }


def tied(claim: Claim, sources: Mapping[str, str]) -> Tied | None:
    """Compares weights, stages, states and points of a claim's networks with what the kernel computed; None for a claim
    that has no propositions.

    Raises EvaluatorsDisagree where exactua has other values, NotProved where ties.txt is of other definitions.
    """
    if claim.label not in CLAIMS:
        return None
    known = computed(sources)
    found = list(ties.of_claim(claim.label))
    for one in found:
        if known.get(one.name) != one.pin:
            raise EvaluatorsDisagree(
                f"{claim.label}: {one.name}: exactua has other values than the kernel of Rocq computed, so the "
                "theorems of proofs/rocq do not speak of what runs here"
            )
    pins = source_hash("\n".join(f"{one.name}  {one.pin}" for one in found))
    instances = tuple(dict(zip("dnm", box, strict=True)) for box in ties.INSTANCES)
    return Tied(instances, len(found), pins)
