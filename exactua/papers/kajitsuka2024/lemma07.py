"""Lemma 7 (Kajitsuka & Sato 2024, App. B.3) with both cases of its proof, in the paper's order."""

from __future__ import annotations

from exactua.papers.kajitsuka2024 import lemma07_first_case, lemma07_first_case_bounds, lemma07_second_case
from exactua.papers.kajitsuka2024.lemma07_statement import lemma7

__all__ = ["lemma07_first_case", "lemma07_first_case_bounds", "lemma07_second_case", "lemma7"]
