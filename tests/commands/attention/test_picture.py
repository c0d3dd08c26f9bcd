"""Pictures of errors: what is drawn, which entries, and the same bytes again."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from exactua import attention
from exactua.commands.attention import picture
from exactua.commands.attention.record import Attention, ErrorMap
from exactua.commands.group import main

pytest.importorskip("matplotlib")


def drawn(shape: tuple[int, ...] = (2, 2, 8, 4), **changed: Any) -> Attention:
    draws = np.random.default_rng(0)
    q, k, v = (draws.standard_normal(shape).astype(np.float32) for _ in range(3))
    exact = attention(q, k, v, nearest="float64").nearest
    assert exact is not None
    output = exact.array.astype(np.float32)
    output[..., 3, 1] += np.float32(1e-3)
    return attention(q, k, v, output, every_entry=True, **{"algorithm": "float32", **changed})


def svg(measured: Attention, path: Path) -> str:
    picture.draw(measured, path)
    return path.read_text()


def test_what_is_said_in_it(tmp_path: Path) -> None:
    text = svg(drawn(), tmp_path / "a.svg")
    for words in ("|output − exact| of 128 entries, beside the bounds of float32", "proven bound", "beyond its bound: 4",
                  "greatest error of each query", "head, over all batches, from 0"):  # fmt: skip
        assert words in text
    assert re.search(r"worst: \[[01], [01], 3, 1\]", text)
    again = svg(drawn(), tmp_path / "b.svg")
    assert text == again
    plain = svg(drawn((8, 4), algorithm=None), tmp_path / "c.svg")
    assert "error of each entry" in plain
    assert "query, from 0" in plain
    assert "bound" not in plain


def test_where_there_is_no_error(tmp_path: Path) -> None:
    zeros = np.zeros((2, 2))
    assert "every error is 0" in svg(attention(zeros, zeros, zeros, zeros, every_entry=True), tmp_path / "a.svg")
    lost = attention(zeros, zeros, zeros, zeros + np.nan, every_entry=True)
    assert "there is no error to draw" in svg(lost, tmp_path / "b.svg")
    assert attention(zeros, zeros, zeros, zeros).entries is None
    assert attention(zeros, zeros, zeros, every_entry=True).entries is None


def test_every_entry_is_there_with_its_bound() -> None:
    measured = drawn()
    assert measured.entries is not None
    assert measured.errors is not None
    assert measured.errors.absolute.worst is not None
    assert np.unravel_index(np.argmax(measured.entries.errors), (2, 2, 8, 4)) == measured.errors.absolute.worst.place
    assert 10 ** measured.entries.errors.max() == pytest.approx(1e-3, rel=1e-3)
    assert np.isfinite(measured.entries.bounds).all()
    assert np.argwhere(measured.entries.beyond).tolist() == [[a, b, 3, 1] for a in (0, 1) for b in (0, 1)]


def test_of_many_entries_those_beyond_their_bounds_and_the_worst_are_drawn() -> None:
    errors = np.linspace(-9, -5, 10_000)
    errors[7] = np.nan
    beyond = np.zeros(10_000, dtype=bool)
    beyond[[101, 9998]] = True
    entries = picture.sorted_entries(ErrorMap(errors, errors + 1, beyond))
    assert len(entries.errors) == 9999
    assert picture.MOST <= len(entries.picked) <= picture.MOST + 2
    assert entries.picked[-1] == 9998
    assert entries.beyond[entries.picked].sum() == 2


def test_a_large_map_keeps_the_greatest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture, "MOST", 3)
    table = np.arange(35.0).reshape(5, 7)
    table[0, 0] = 99
    table[4, 6] = np.nan
    assert picture.pooled(table).tolist() == [[99, 12, 13], [23, 26, 27], [30, 33, pytest.approx(np.nan, nan_ok=True)]]


def test_the_command_draws(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    eye = np.eye(2)
    np.savez("all.npz", q=eye, k=eye, v=eye, output=eye)
    assert main(["attention", "all.npz", "--plot", "e.png"]) == 0
    assert capsys.readouterr().out.endswith("picture e.png\n")
    assert (tmp_path / "e.png").read_bytes().startswith(b"\x89PNG")
