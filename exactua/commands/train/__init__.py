"""Rank-1 Transformers trained in floats, and what the trained weights do exactly (Kajitsuka & Sato 2024, Sec. 5)."""
