"""What was exported, and which weights are not in the file as the network has them."""

from __future__ import annotations

from collections import Counter
from typing import Final

from exactua.arithmetic.rationals import written
from exactua.printing.short_numbers import short
from exactua.softmax.exchange.metadata import Metadata, Rounding

MOST_TENSORS: Final = 10
"""Tensors with rounded weights that are listed."""


def lines(path: str, form: str, size: int, metadata: Metadata) -> list[str]:
    """The file, its layers, and every tensor that was rounded, the largest error first."""
    kinds = Counter(note.kind for note in metadata.layers)
    layers = ", ".join(f"{count:,} {kind}" for kind, count in kinds.items()) or "none"
    told = [
        f"{path}: {form}, {metadata.dtype}, {size:,} bytes",
        f"  (batch, {metadata.d}, n) -> (batch, {metadata.d}, n); layers: {layers}",
    ]
    if metadata.factor is not None:
        told.append(f"  softmax[{written(metadata.factor)} A] for hardmax[A]")
    elif rules := sorted({note.tie_rule for note in metadata.layers if note.tie_rule is not None}):
        told.append(f"  hardmax, ties {', '.join(rules)}")
    if not metadata.rounding:
        return [*told, f"  all {metadata.entries:,} numbers are floats of {metadata.dtype}: none was rounded"]
    own = {name: rounding for name, rounding in metadata.rounding.items() if name != "factor"}
    total = sum(own.values(), start=Rounding())
    told.append(
        f"  {total.entries:,} of {metadata.entries:,} numbers were rounded"
        + (f", by at most {short(total.greatest)}" if own else "")
    )
    worst = sorted(metadata.rounding.items(), key=lambda entry: (-entry[1].greatest, entry[0]))
    for name, rounding in worst[:MOST_TENSORS]:
        told.append(f"    {name}: {rounding.entries:,}, by at most {short(rounding.greatest)}")
    if len(worst) > MOST_TENSORS:
        told.append(f"    and {len(worst) - MOST_TENSORS:,} more tensors; the metadata of the file lists all of them")
    return told
