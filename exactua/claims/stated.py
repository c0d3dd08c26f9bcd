"""Which values that a claim itself lists for a parameter, such as the lengths of its words, its hypotheses leave."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from exactua.claims.claim import Claim

Box = Mapping[str, Any]


def stated_among(claim: Claim, boxes: Sequence[Box], given: Collection[str]) -> tuple[list[dict[str, Any]], str]:
    """The instances that the hypotheses of the claim leave, and what is left out, in a line; "" where nothing is.

    Only values that nobody has `given` are left out: an instance that was asked for is refused where it is decided. So
    are all, where the hypotheses leave none.
    """
    listed = [parameter.name for parameter in claim.parameters if len(parameter.only) > 1]
    names = [name for name in listed if name not in given]
    kept = [dict(box) for box in boxes if not (names and _violates(claim, box))]
    if not kept or len(kept) == len(boxes):
        return [dict(box) for box in boxes], ""
    says = " and ".join(hypothesis.says for hypothesis in claim.hypotheses)
    out = [{name: box[name] for name in names} for box in boxes if dict(box) not in kept]
    gone = [name for name in names if not {each[name] for each in out} & {box[name] for box in kept}]
    if not gone:
        return kept, f"{len(out)} of {len(boxes)} instances are left out, as {claim.title} is stated for {says} only"
    values = {name: list(dict.fromkeys(each[name] for each in out)) for name in gone}
    shown = "; ".join(f"{name} = {', '.join(map(str, each))}" for name, each in values.items())
    several = len(gone) > 1 or len(values[gone[0]]) > 1
    return kept, f"{shown} {'are' if several else 'is'} left out, as {claim.title} is stated for {says} only"


def _violates(claim: Claim, box: Box) -> bool:
    """Whether the instance is one of the claim, but for its hypotheses."""
    without = tuple(hypothesis.says for hypothesis in claim.hypotheses)
    return bool(without) and not claim.stated_at(box) and claim.stated_at(box, without)
