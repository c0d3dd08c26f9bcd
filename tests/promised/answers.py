"""What the verifiers say of the files that version 1.0 wrote: how each was made, and the answer."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

FILES: Final = Path(__file__).with_name("files")
NETWORK: Final = "network.json"


class Kept(NamedTuple):
    """A file of version 1.0: the command that wrote it, what the verifiers in Python and C answer, and its verdict."""

    command: str
    found: str
    verdict: str
    proved: bool = False
    """Whether the proved verifier confirms it too."""


CERTIFICATES: Final = {
    "all-d.json": Kept("prove lemma8 --kernel polynomial --n 2", "confirmed", "holds"),
    "built.json": Kept('build theorem3 --f "x11, x12" --delta 1/2 -o network.json', "confirmed", "holds"),
    "cells.json": Kept("check lemma7 --d 1 --n 2", "confirmed", "holds"),
    "enumerated.json": Kept("check lemma10 --d 1 --n 2", "confirmed", "holds", proved=True),
    "limit.json": Kept("limit lemma8 --d 1 --n 2 --lambda 100:1000", "confirmed", "holds"),
    "proof.json": Kept("prove lemma10", "not re-checked", ""),
    "reals.json": Kept("check background:positional_encoding -p d_model=2 -p N=4", "confirmed", "holds in part"),
    "refuted.json": Kept("check hahn2020:constants -p P=1 -p Q=2", "confirmed", "refuted", proved=True),
    "rounded.json": Kept("limit lemma8 --d 1 --n 2 --lambda 2^6:2^7 --dtype bfloat16 --certify", "confirmed", "holds"),
    "softmax.json": Kept("check kajitsuka2024:masked_layers --d 1 --n 1", "confirmed", "inconclusive"),
    "symbolic.json": Kept("check lemma8 --d 4 --n 4 --delta 1/4 --scope symbolic", "confirmed", "holds"),
    "words.json": Kept("check chiang2022:first --d 6 --n 2 -p big=1", "confirmed", "holds"),
}
