"""Files that somebody made to be confirmed: what is false in them is not, and both verifiers agree."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.foreign import foreign_verifier, own_verifier

FOUND = Path(__file__).parent / "found"
CODES = {
    "deep_sum": (0, 0),  # a true statement, nested more deeply than Python recurses by itself
    "float_in_run": (2, 2),
    "general_heads": (3, 3),  # a run of D - 2 layers is empty at D = 2
    "general_heads_refuted": (0, 3),  # and so it is refuted there
    "general_rows": (3, 3),  # two rows other than the first are not the same
    "general_rows_vacuous": (3, 3),
    "huge_dimension": (1, 1),  # weights of another shape are told before there is memory for the shape that is claimed
    "symbolic_masked": (1, 3),  # one point does not stand for its orbit under a mask
}


@pytest.mark.parametrize("name", CODES)
def test_what_was_found_is_not_confirmed(name: str) -> None:
    content = (FOUND / f"{name}.json").read_bytes()
    assert (own_verifier(content), foreign_verifier(content)) == CODES[name]


def test_every_file_is_asked_about() -> None:
    assert {file.stem for file in FOUND.glob("*.json")} == set(CODES)
