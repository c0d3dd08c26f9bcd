"""docs/examples/rasp_programs.py: both programs at every length, and networks that are not theirs."""

from __future__ import annotations

from pathlib import Path

import pytest

from exactua import check
from exactua.claims.verdicts import Verdict

FILE = Path(__file__).parent.parent / "docs" / "examples" / "rasp_programs.py"


@pytest.mark.parametrize(("name", "n"), [("hist_bos", 5), ("dyck1", 6)])
def test_networks_say_what_the_programs_say(name: str, n: int) -> None:
    assert [result.verdict for result in check(f"{FILE}::{name}", n=n).results] == [Verdict.HOLDS] * (
        1 + (name == "dyck1")
    )


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("hist_bos", "i == k or i == 3", "i == k"),
        ("hist_bos", "(copies(j) + 1)", "copies(j)"),
        ("dyck1", "(below(0), 0, 1)", "(below(0), 0, 0)"),
        ("dyck1", "[[1, -1, 0, 0, 0, 0, 0]]", "[[1, -2, 0, 0, 0, 0, 0]]"),
        ("dyck1", "[earlier], mask", "[balance], mask"),
        ("dyck1", "F if min(balance[:k]) < 0", "F if balance[k - 1] < 0"),
        ("dyck1", "not any(V[: k + 1]) and ", ""),
    ],
)
def test_each_part_is_needed(tmp_path: Path, name: str, old: str, new: str) -> None:
    text = FILE.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path = tmp_path / FILE.name
    path.write_text(text.replace(old, new), encoding="utf-8")
    assert Verdict.REFUTED in [result.verdict for result in check(f"{path}::{name}", n=3).results]
