"""Lemma 1 (Kajitsuka & Sato 2024, Sec. 3.4) with its proof (App. B.3), in the paper's order."""

from __future__ import annotations

from exactua.papers.kajitsuka2024 import lemma01_proof
from exactua.papers.kajitsuka2024.lemma01_statement import lemma1

__all__ = ["lemma01_proof", "lemma1"]
