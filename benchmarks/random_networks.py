"""Networks and points as a user may have them: random rational weights, two blocks of attention and feed-forward."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

D_MODEL: Final = 4
COLUMNS: Final = 8
HEADS, HEAD_SIZE, HIDDEN, BLOCKS = 2, 2, 16, 2
POINTS: Final = 1000
Numbers = list[list[str]]

KINDS: Final = {
    "random": "weights p/q with |p|, q <= 9, entries k/8",
    "ties": "weights k/4, entries 0 and 1/2: equal columns and equal scores are common",
}


def write(kind: str, folder: Path) -> Path:
    """A file {"layers": ..., "points": ...} with 1,000 points, 4 x 8; the same for everybody."""
    draw = random.Random(f"a network of {kind}")
    ties = kind == "ties"

    def weight() -> str:
        return str(Fraction(draw.randint(-8, 8), 4) if ties else Fraction(draw.randint(-9, 9), draw.randint(1, 9)))

    def matrix(rows: int, columns: int) -> Numbers:
        return [[weight() for _ in range(columns)] for _ in range(rows)]

    def head() -> dict[str, Any]:
        inner = {name: matrix(HEAD_SIZE, D_MODEL) for name in ("W_V", "W_K", "W_Q")}
        return {"W_O": matrix(D_MODEL, HEAD_SIZE), **inner, "b_Q": matrix(1, HEAD_SIZE)[0]}

    layers: list[dict[str, Any]] = []
    for _ in range(BLOCKS):
        layers.append({"heads": [head() for _ in range(HEADS)]})
        layers.append(
            {
                "W_1": matrix(HIDDEN, D_MODEL),
                "b_1": matrix(1, HIDDEN)[0],
                "W_2": matrix(D_MODEL, HIDDEN),
                "b_2": matrix(1, D_MODEL)[0],
            }
        )
    levels = (0, Fraction(1, 2)) if ties else tuple(Fraction(k, 8) for k in range(8))
    points = [[[str(draw.choice(levels)) for _ in range(COLUMNS)] for _ in range(D_MODEL)] for _ in range(POINTS)]
    path = folder / f"{kind}.json"
    path.write_text(json.dumps({"layers": layers, "points": points}), encoding="utf-8")
    return path
