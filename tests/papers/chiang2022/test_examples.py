"""The files of docs/examples that are about these programs: the same claims at fewer bits, and their networks."""

from __future__ import annotations

from pathlib import Path

import pytest

from exactua import check
from exactua.claims.user_files import claims_in
from exactua.claims.verdicts import Verdict

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"


def shortened(tmp_path: Path, name: str, *changes: tuple[str, str]) -> Path:
    """A copy of an example with other text in some places, each of which is there once."""
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path / name


def verdicts(path: Path, name: str, **values: int) -> list[Verdict]:
    return [result.verdict for result in check(f"{path}::{name}", **values).results]


def test_parity_layer_by_layer(tmp_path: Path) -> None:
    path = shortened(tmp_path, "parity_twenty_bits.py", ("L = 20\n", "L = 6\n"))
    assert verdicts(path, "first_layer") == [Verdict.HOLDS]
    assert verdicts(path, "second_layer") == [Verdict.HOLDS]


@pytest.mark.parametrize(("old", "new"), [("j == k + 1", "j == k"), ("(at.n * Z[8", "(2 * at.n * Z[8")])
def test_the_first_layer_can_be_wrong(tmp_path: Path, old: str, new: str) -> None:
    path = shortened(tmp_path, "parity_twenty_bits.py", ("L = 20\n", "L = 4\n"), (old, new))
    assert verdicts(path, "first_layer") == [Verdict.REFUTED]


def test_the_second_layer_can_be_wrong(tmp_path: Path) -> None:
    path = shortened(tmp_path, "parity_twenty_bits.py", ("L = 20\n", "L = 4\n"), ("{8: -1}, {8: 1}", "{8: 1}, {8: -1}"))
    assert verdicts(path, "second_layer") == [Verdict.REFUTED]


@pytest.mark.parametrize(("p", "zeros", "ones", "verdict"), [(3, 2, 7, "refuted"), (4, 2, 7, "holds")])
def test_rounding_to_fewer_bits(tmp_path: Path, p: int, zeros: int, ones: int, verdict: str) -> None:
    changes = (
        ("N = 258", f"N = {zeros + ones + 1}"),
        ("[0] * 64 + [1] * 193", f"[0] * {zeros} + [1] * {ones}"),
        ("to_bits(entry, 8)", f"to_bits(entry, {p})"),
    )
    assert verdicts(shortened(tmp_path, "parity_bfloat16.py", *changes), "bfloat16") == [verdict]


def test_a_word_with_norms(tmp_path: Path) -> None:
    changes = (("[0] * 50 + [1] * 50", "[0] * 2 + [1] * 2"), ('"n": 101', '"n": 5'))
    path = shortened(tmp_path, "parity_hundred_bits.py", *changes)
    path.write_text(path.read_text(encoding="utf-8").replace("[9, 101]", "[9, 5]"), encoding="utf-8")
    assert verdicts(path, "hundred", e=5) == [Verdict.REFUTED, Verdict.HOLDS]
    assert set(claims_in(str(path))) == {"hundred"}
