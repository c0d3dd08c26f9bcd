"""Proposition 1 (Kajitsuka & Sato 2024, Sec. 4.2; App. A.5) with the steps of its proof, in the paper's order."""

from __future__ import annotations

from exactua.papers.kajitsuka2024 import (
    proposition01_first_step,
    proposition01_second_step,
    proposition01_third_step,
    proposition01_third_step_labels,
)
from exactua.papers.kajitsuka2024.proposition01_statement import proposition1

__all__ = [
    "proposition01_first_step",
    "proposition01_second_step",
    "proposition01_third_step",
    "proposition01_third_step_labels",
    "proposition1",
]
