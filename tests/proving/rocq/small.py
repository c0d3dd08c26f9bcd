"""Small sets of sources for tests: the definitions without the proofs, and theorems that are quick to check."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from exactua.proving.rocq.sources import read_sources, sources_folder

needs_coqc = pytest.mark.skipif(shutil.which("coqc") is None, reason="coqc is not installed")

DEFINITIONS = (
    "Transformers",
    "Grids",
    "FeedForward",
    "PositionNetworks",
    "Statements",
    "Terms",
    "TieRules",
    "Exported",
    "RangeStatements",
    "Comparisons",
    "Matrices",
    "Distance",
    "Cubes",
    "RealStatements",
    "Networks",
    "RealNetworks",
    "NetworkStatements",
    "KajitsukaStatements",
    "BackgroundStatements",
)

STEPS = """\
From Coq Require Import ZArith Lia.
From Exactua Require Import Exported.
Open Scope Z_scope.
Theorem yun2020_lemma10_bound_factored_proved : yun2020_lemma10_bound_factored.
Proof. intros d n m _ _ _ _ _. cbv zeta. ring. Qed.
Theorem yun2020_lemma10_bound_expanded_proved : Exported.yun2020_lemma10_bound_expanded.
Proof. intros d n m _ _ _ _ _. cbv zeta. ring. Qed.
Theorem yun2020_lemma9_shift_all_rows_refuted : ~ yun2020_lemma9_shift_all_rows.
Proof. intros H. specialize (H 1%nat 2%nat 2%nat). lia. Qed.
"""


def definitions() -> dict[str, str]:
    """The sources that define what is proved, and nothing that is proved."""
    return {name: text for name, text in read_sources(sources_folder()).items() if name[:-2] in DEFINITIONS}


def with_steps(steps: str = STEPS) -> dict[str, str]:
    """The definitions and some theorems about steps."""
    return {**definitions(), "Steps.v": steps}


def written(folder: Path, sources: dict[str, str]) -> Path:
    """A folder with these sources."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in sources.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder
