"""The table of runs, and sizes and shares for people."""

from __future__ import annotations

import pytest

from exactua.commands.runs.words import bytes_shown, data, details, document, name, share
from exactua.deciding.large_runs.kept_runs import KeptRun
from exactua.printing.renderers import RENDERERS


def kept(decided: int = 5, points: int | None = 10, **others: object) -> KeptRun:
    words: dict[str, object] = {
        "label": "lemma8",
        "parameters": {"d": 2, "n": 3, "m": 4},
        "steps": ("a", "b"),
        "judged": ("a",),
        "engine": "auto",
        "points": {"category 1": points},
        "running": False,
        "verdict": None,
        **others,
    }
    fixed = {"exit_code": None, "certificate": None, "kept": None, "compared": {}, "size": 2048}
    ranges = {"category 1": [(0, decided)]} if decided else {}
    return KeptRun(1, "ab" * 32, "2025-01-02T03:04:05Z", decided=ranges, **{**fixed, **words})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("decided", "points", "shown"),
    [(0, 10, "0.0%"), (1, 10**9, "0.0%"), (999_999, 10**6, "99.9%"), (10, 10, "100%"), (0, 0, "100%"), (1, 3, "33.3%")],
)
def test_a_share_is_rounded_down(decided: int, points: int, shown: str) -> None:
    assert share(kept(decided, points)) == shown
    assert share(kept(decided, None)) == "?"


@pytest.mark.parametrize(
    ("size", "shown"),
    [(0, "0 B"), (1023, "1023 B"), (1024, "1.0 KiB"), (1_200_000, "1.1 MiB"), (5 * 2**30, "5.0 GiB")],
)
def test_sizes(size: int, shown: str) -> None:
    assert bytes_shown(size) == shown


def test_states() -> None:
    assert kept().state == "interrupted"
    assert kept(running=True, verdict="holds").state == "running"
    assert kept(10, verdict="holds", exit_code=0).state == "finished"
    assert kept(10, verdict="inconclusive", exit_code=3).state == "interrupted"
    assert kept(9, verdict="refuted", exit_code=1).state == "interrupted"
    assert kept(9, None, verdict="refuted", exit_code=1).state == "finished"


def test_the_table_has_a_row_a_run() -> None:
    table = RENDERERS["text"].write(document([kept(), kept(10, engine="literal", steps=("a",))], "store")).split("\n")
    assert table[0].split("  ")[0] == "run"
    assert [line.split()[:2] for line in table[1:]] == [["abababab", "lemma8"], ["abababab", "lemma8.a"]]
    assert len({line.index("delta") for line in table[1:]}) == 1
    assert RENDERERS["text"].write(document([], "store")) == "no runs in store"


def test_a_step_is_part_of_the_name_where_it_alone_is_decided() -> None:
    assert name(kept()) == "lemma8"
    assert name(kept(steps=("a",), judged=("a",))) == "lemma8.a"
    assert name(kept(steps=("a",), judged=())) == "lemma8"
    assert name(kept(label="x\x1b[0m")) == "x\\x1b[0m"


def test_many_ranges_are_cut() -> None:
    run = kept()
    ranges = {"category 1": [(10 * k, 10 * k + 5) for k in range(14)]}
    long_run = KeptRun(**{**vars(run), "decided": ranges, "compared": {"category 1": [(0, 10)]}})
    shown = RENDERERS["text"].write(details(long_run, "store")).split("\n")
    assert shown[-2].endswith("80..84, 90..94 and 4 more")
    assert shown[-1].split() == ["category", "1,", "with", "neighbours", "10", "10", "0..9"]


def test_integers_of_any_size_are_data() -> None:
    assert data(kept(2**70, 2**80))["decided"] == hex(2**70)
    assert data(kept(2**70, 2**80))["domains"][0]["points"] == hex(2**80)
    assert "about 10^24" in RENDERERS["text"].write(document([kept(2**70, 2**80)], "store"))
