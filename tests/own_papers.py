"""Certificates of the sample paper, and manifests about it: what reports are made from in tests."""

from __future__ import annotations

from pathlib import Path

CHECKS = (
    ("sample:gaps", 1, 2, 2, ""),
    ("sample:gaps", 1, 3, 2, ""),
    ("sample:gaps", 1, 2, 3, ""),
    ("sample:gaps", 1, 2, 4, ""),
    ("sample:scaled", 1, 2, 2, "parameters = {k = 1}\n"),
)


def manifest(folder: Path) -> Path:
    """A manifest with these checks; what it expects does not matter to a report."""
    path = folder / "sample.toml"
    entries = [
        f'[[check]]\nclaim = "{label}"\nd = {d}\nn = {n}\ndelta = "1/{m}"\n{others}expect = "holds"\n'
        for label, d, n, m, others in CHECKS
    ]
    path.write_text("\n".join(entries), encoding="utf-8")
    return path
