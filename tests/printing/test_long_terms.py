"""Long sums are cut where they are printed, at a joint and with a mark; the values are those of the whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from exactua import check
from exactua.commands.explain.words import LONGEST_PART, _short
from exactua.commands.group import main
from exactua.printing.text import violated
from tests.own_files import HEAD, made_here, write

LONG = """@lemma.states("long", over=bits)
def long(at):
    return sum(when(point[1, 1] == k, 1, 0) for k in range(700)) == 3
@lemma.states("short", over=bits)
def short(at):
    return sum(when(point[1, 1] == k, 1, 0) for k in range(12)) == 3
"""


def test_a_counterexample_has_the_ends_of_a_long_sum() -> None:
    decision = check(made_here(HEAD + LONG), d=1, n=1)
    long, short = (decision[name] for name in ("long", "short"))
    assert long.witness is not None
    assert short.witness is not None
    assert violated(decision.problem, long.step, long.witness) == (
        "(0 + (1 if L_(1, 1) = 0 else 0) + ... (698 more) + (1 if L_(1, 1) = 699 else 0)) = 3 is false: "
        "1 on the left, 3 on the right"
    )
    assert violated(decision.problem, short.step, short.witness).count(" if ") == 12


def test_explain_has_them_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    write(LONG)
    main(["explain", "my_lemma.py::lemma.long", "--d", "1", "--n", "1"])
    head = capsys.readouterr().out.partition("in parts")[0]
    assert head.count("... (698 more) +") == 2
    assert len(head) < 1_000


def test_a_part_is_cut_at_a_joint_and_with_a_mark() -> None:
    part = "(for all j = 1..n: L_(1, j) = 1 => L_(2, j) > 0)"
    text = f"{part} and {part} => {part} and {part}"
    assert _short(text) == f"{part} and {part} [...] and {part}"
    assert _short("x" * LONGEST_PART) == "x" * LONGEST_PART
    cut = _short(", ".join(f"{k}" for k in range(1_000)))
    assert cut.startswith("0, 1, 2, ")
    assert cut.endswith(", 998, 999")
    assert ", [...] " in cut
    assert len(_short("x" * 1_000)) < LONGEST_PART
