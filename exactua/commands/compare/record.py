"""What `compare` finds of one kind of layer at given sequences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from exactua.commands.ask.record import Answer
from exactua.networks import Network

DEFINITIONS: Final = {
    "definition2": "Definition 2 (Kajitsuka and Sato 2024)",
    "lemma8": "Lemma 8, up to permutation (Yun et al. 2020)",
    "definition_e1": "Definition E.1 (Yun et al. 2020)",
}
"""What a contextual mapping is, by three definitions."""


@dataclass(frozen=True)
class Compared:
    """One kind of layer at the sequences."""

    name: str
    source: str
    network: Network | None
    """None: it was not built."""
    reason: str
    layers: int
    answers: Mapping[str, Answer]
    """By the key of a definition."""
    seen: Mapping[str, bool | None]
    """By the name of a format: whether ids that must differ under Definition 2 still do when they are rounded to it.

    None where that is undecided. The ids are exact until then: a format that fails here fails with any arithmetic.
    """
